// Whether the figures agree with each other and with those of the edition before.
import { areas as contractAreas } from '#schemas/codes.ts';
import { monthsOf, suppressed, unclassified } from '../reshape.ts';
import {
  type AdvertCheck,
  type Edition,
  countsInBoth,
  percent,
  placeOfPeriod,
  placeOfTable,
  sumPublished,
  sumWhole,
} from './examined-tables.ts';

const parts = contractAreas.map(({ slug }) => slug).filter((slug) => slug !== 'uk' && slug !== 'england');
// Adverts of no known place, and rounding.
const ukTolerance = 0.01;
const quarterTolerance = 0.02;
/** Occupations of fewer adverts a quarter are left out: rounding alone moves them by more. */
const fewestInQuarter = 100;

export const agreement: readonly AdvertCheck[] = [
  {
    name: 'uk-sum',
    severity: 'known-issue',
    describe: 'The regions and nations add up to the UK within 1 %, all occupations together, in every month of which all is published.',
    check: (edition) => {
      const { months, regional } = edition.observations;
      return months.flatMap((month, place) => {
        const uk = sumWhole(regional.get('uk'), place);
        const sums = parts.map((slug) => sumWhole(regional.get(slug), place));
        if (uk === null || sums.includes(null)) return [];
        const sum = sums.reduce<number>((total, part) => total + (part ?? 0), 0);
        return Math.abs(sum - uk) <= uk * ukTolerance
          ? []
          : [
              {
                place: placeOfPeriod(edition, 'Table 3', place),
                message: `${month}: the regions and nations have ${sum} adverts, the UK ${uk}`,
              },
            ];
      });
    },
  },
  {
    name: 'london-quarter',
    severity: 'known-issue',
    describe: "London's months of Table 3 add up to its quarters of Table 5 within 2 %, for occupations of over 100 adverts.",
    check: (edition) => {
      const { months, quarters, regional, local } = edition.observations;
      return quarters.flatMap((quarter, place) => {
        const at = monthsOf(quarter).map((month) => months.indexOf(month));
        const off = [...(local.get('london') ?? [])].filter(([soc, counts]) => {
          const printed = at.map((month) => regional.get('london')?.get(soc)?.[month] ?? suppressed);
          const whole = counts[place] ?? suppressed;
          if (whole <= fewestInQuarter || printed.includes(suppressed)) return false;
          return Math.abs(printed.reduce((sum, count) => sum + count, 0) - whole) > whole * quarterTolerance;
        });
        return off.length === 0
          ? []
          : [
              {
                place: placeOfPeriod(edition, 'Table 5', place),
                message: `${quarter}: ${off.length} occupations of London differ from the sum of their months, ${off[0]?.[0]} first`,
              },
            ];
      });
    },
  },
];

// Another measure, or another split by region, would move every figure; the publisher's revisions of back months are small.
const usualRevision = { region: 0.02, uk: 0.05 };
const implausibleRevision = 0.15;
/** Months this young are still being filled in. */
const settledAfter = 3;

interface Revision {
  readonly slug: string;
  /** The median of the absolute changes, or of the UK the change of the sum. */
  readonly change: number;
}

function revisions(edition: Edition, previous: Edition): Revision[] {
  const changes = new Map<string, number[]>();
  const sums = { now: 0, then: 0 };
  for (const { slug, soc, now, then, shift } of countsInBoth(edition, previous)) {
    const settled = then.length - shift - settledAfter;
    const ofRegion = changes.get(slug) ?? [];
    changes.set(slug, ofRegion);
    for (let month = 0; month < Math.min(settled, now.length); month += 1) {
      const [count, before] = [now[month] ?? suppressed, then[month + shift] ?? suppressed];
      if (count === suppressed || before === suppressed) continue;
      if (slug === 'uk') {
        sums.now += count;
        sums.then += before;
      }
      if (soc !== unclassified && before > 0) ofRegion.push(Math.abs(count - before) / before);
    }
  }
  return [
    ...[...changes].map(([slug, values]) => ({ slug, change: medianOf(values) })),
    { slug: 'the sum of the UK', change: sums.then === 0 ? 0 : Math.abs(sums.now - sums.then) / sums.then },
  ];
}

function medianOf(values: number[]): number {
  const sorted = values.sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const revised = (edition: Edition, { slug, change }: Revision, before: Edition) => ({
  place: placeOfTable(edition, 'Table 3'),
  message: `${slug}: months that had settled have moved by ${percent(change)} since ${before.release.name}`,
});

export const movements: readonly AdvertCheck[] = [
  {
    name: 'revision',
    severity: 'known-issue',
    describe:
      'Months older than three move by at most 2 % in the median of a region, and by 5 % in the sum of the UK, since the edition before.',
    check: (edition, previous) =>
      previous === null
        ? []
        : revisions(edition, previous)
            .filter((revision) => revision.change > (revision.slug === 'the sum of the UK' ? usualRevision.uk : usualRevision.region))
            .map((revision) => revised(edition, revision, previous)),
  },
  {
    name: 'revision-plausible',
    severity: 'block',
    describe: 'Months older than three move by at most 15 % since the edition before: beyond that something else is counted.',
    check: (edition, previous) =>
      previous === null
        ? []
        : revisions(edition, previous)
            .filter(({ change }) => change > implausibleRevision)
            .map((revision) => revised(edition, revision, previous)),
  },
  {
    name: 'year-on-year',
    severity: 'known-issue',
    describe: 'All adverts of the UK in the latest month are within −40 and +60 % of the same month a year before.',
    check: (edition) => {
      const { months, regional } = edition.observations;
      const last = months.length - 1;
      const [now, then] = [sumPublished(regional.get('uk'), last), sumPublished(regional.get('uk'), last - 12)];
      // Where the month is suppressed, another check says so.
      if (now === 0 || then === 0 || (now >= then * 0.6 && now <= then * 1.6)) return [];
      return [
        {
          place: placeOfPeriod(edition, 'Table 3', last),
          message: `${now} adverts of all occupations in ${months[last]}, after ${then} a year before`,
        },
      ];
    },
  },
  {
    name: 'large-movements',
    severity: 'info',
    describe: 'Occupations of over 500 adverts a month in the UK that have moved by more than a factor of three in a year.',
    check: (edition) => {
      const { months, regional } = edition.observations;
      const last = months.length - 1;
      return [...(regional.get('uk') ?? [])].flatMap(([soc, counts]) => {
        const [now, then] = [counts[last] ?? suppressed, counts[last - 12] ?? suppressed];
        if (now === suppressed || then === suppressed || Math.max(now, then) <= 500 || (now <= then * 3 && then <= now * 3)) return [];
        return [{ place: placeOfPeriod(edition, 'Table 3', last), message: `${soc}: ${now} adverts after ${then} a year before` }];
      });
    },
  },
  {
    name: 'filled',
    severity: 'info',
    describe: 'Cells of Table 3 that were suppressed in the edition before and are figures now, and the reverse.',
    check: (edition, previous) => {
      if (previous === null) return [];
      let [filled, emptied] = [0, 0];
      for (const { now, then, shift } of countsInBoth(edition, previous)) {
        for (let month = 0; month + shift < then.length && month < now.length; month += 1) {
          const [is, was] = [now[month] === suppressed, then[month + shift] === suppressed];
          if (was && !is) filled += 1;
          if (is && !was) emptied += 1;
        }
      }
      return filled + emptied === 0
        ? []
        : [
            {
              place: placeOfTable(edition, 'Table 3'),
              message: `${filled} cells that were suppressed in ${previous.release.name} are figures, ${emptied} figures are suppressed`,
            },
          ];
    },
  },
];
