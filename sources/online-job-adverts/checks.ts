// What an edition of the adverts must show before it is served: tables with the known measure,
// periods, occupations and places, enough published cells, and figures that agree with each other
// and with the edition before.
import * as check from '#sources/kit/checks.ts';
import { titleChecks } from '#sources/kit/checks-titles.ts';
import type { Check } from '#sources/kit/checks.ts';
import { parseAddress } from '#sources/kit/read/addresses.ts';
import type { Examined } from '#sources/kit/release.ts';
import { areas as contractAreas } from '#schemas/codes.ts';
import { round } from '#schemas/round.ts';
// Cells of the workbook of July 2026, as public programs print them. We have not seen it, so they
// are the first test of this source's reader.
import anchorsRead from './data/anchors.json' with { type: 'json' };
import { type Row, type Rows, type TableKind, layout, periodsIn, tableKinds } from './layout.ts';
import { lastMonthOf } from './release-name.ts';
import {
  type AdvertObservations,
  type Counts,
  type CountsByOccupation,
  monthsOf,
  suppressed,
  unclassified,
} from './reshape.ts';

type Edition = Examined<Rows, AdvertObservations>;

function placeOfPeriod(edition: Edition, kind: TableKind, period: number): string {
  const { row, from } = periodsIn(edition.rows, kind);
  return layout.placeOf(edition, { kind, row }, from + period);
}

const publishedIn = (counts: Counts | undefined, period: number): number | null => {
  const count = counts?.[period] ?? suppressed;
  return count === suppressed ? null : count;
};

/**
 * All occupations of a place in one period; null if one of them is suppressed, or if there are
 * none.
 */
function allOccupations(
  occupations: CountsByOccupation | undefined,
  period: number,
): number | null {
  let sum: number | null = null;
  for (const counts of occupations?.values() ?? []) {
    const count = publishedIn(counts, period);
    if (count === null) return null;
    sum = (sum ?? 0) + count;
  }
  return sum;
}

/**
 * Each period of the latest year, twelve months of Table 3 or four quarters of Table 5, with the
 * share of its cells that is suppressed, in percent.
 */
function latestOf(edition: Edition, table: 'regions' | 'local') {
  const { months, quarters, regional, local } = edition.observations;
  const [periods, year, places] =
    table === 'regions' ? [months, 12, regional] : [quarters, 4, local];
  const cells = [...places.values()].flatMap((occupations) => [...occupations.values()]);
  return periods
    .map((name, index) => ({ name, index }))
    .slice(-year)
    .map(({ name, index }) => {
      const gone = cells.filter((counts) => publishedIn(counts, index) === null).length;
      return {
        name,
        place: placeOfPeriod(edition, table, index),
        share: check.percentOf(gone, cells.length, 2),
      };
    });
}

const suppressedThroughout = (table: 'regions' | 'local') => (edition: Edition) =>
  latestOf(edition, table)
    .filter(({ share }) => share === 100)
    .map(({ name, place }) => ({ place, message: `${name} is suppressed throughout` }));

/**
 * The suppressed share of the last period. The rule above reports one that is suppressed
 * throughout.
 */
const suppressedOfLast = (table: 'regions' | 'local', what: string, most: number) =>
  check.within<Edition>(
    `the suppressed share of ${what}`,
    (edition) =>
      latestOf(edition, table)
        .slice(-1)
        .filter(({ share }) => share !== 100)
        .map(({ place, share }) => [place, share]),
    check.atMost(most),
    { unit: '%' },
  );

/** The occupations of a place in Table 5, without the row of unclassified adverts. */
function classified({ observations: { local } }: Edition, slug: string): string[] {
  return [...(local.get(slug)?.keys() ?? [])].filter((soc) => soc !== unclassified);
}

/**
 * Of all pairs of a local area, besides London, and an occupation: how many percent have a row in
 * Table 5.
 */
function shareOfPairs(edition: Edition): number | null {
  const { areas, occupations } = edition.observations;
  const districts = areas.filter(({ slug }) => slug !== 'london');
  const rows = districts.reduce((sum, { slug }) => sum + classified(edition, slug).length, 0);
  return check.percentOf(rows, districts.length * occupations.length);
}

/** The publisher still fills in this number of latest months. */
const settledAfter = 3;

/**
 * The median movement of the settled months that both editions publish, in percent up or down, by
 * region. The same month has the same index in all rows of an edition.
 */
function* medianMovements(
  edition: Edition,
  previous: Edition,
): Generator<[place: string, percent: number]> {
  const shift = previous.observations.months.indexOf(edition.observations.months[0] ?? '');
  if (shift < 0) return;
  const settled = previous.observations.months.length - settledAfter;
  for (const [slug, occupations] of edition.observations.regional) {
    const changes: number[] = [];
    for (const [soc, now] of occupations) {
      const then =
        previous.observations.regional.get(slug)?.get(soc)?.subarray(shift, settled) ?? [];
      for (const [month, before] of soc === unclassified ? [] : then.entries()) {
        const count = now[month] ?? suppressed;
        if (count !== suppressed && before !== suppressed && before > 0)
          changes.push(Math.abs(count - before) / before);
      }
    }
    yield [
      `${layout.placeOf(edition, 'regions')} ${slug}`,
      check.percentOf(check.middleOf(changes) ?? 0, 1, 2) ?? 0,
    ];
  }
}

/** The UK, the nine regions of England, Wales, Scotland and Northern Ireland. */
const regionsOfTable3 = contractAreas.map(({ slug }) => slug).filter((slug) => slug !== 'england');
const partsOfUk = regionsOfTable3.filter((slug) => slug !== 'uk');

// London's occupations with fewer adverts a quarter are left out, because rounding moves them by
// more than the tolerance.
const fewestInQuarter = 100;
const quarterTolerance = 0.02;

/** Occupations of London whose months of Table 3 do not add up to their quarter of Table 5. */
function offInLondon(
  { observations: { months, quarters, regional, local } }: Edition,
  quarter: number,
): string[] {
  const monthIndexes = monthsOf(quarters[quarter] ?? '').map((month) => months.indexOf(month));
  const off = [...(local.get('london') ?? [])].filter(([soc, counts]) => {
    const ofMonths = monthIndexes.map(
      (month) => regional.get('london')?.get(soc)?.[month] ?? suppressed,
    );
    const whole = counts[quarter] ?? suppressed;
    if (whole <= fewestInQuarter || ofMonths.includes(suppressed)) return false;
    return (
      Math.abs(ofMonths.reduce((sum, count) => sum + count, 0) - whole) > whole * quarterTolerance
    );
  });
  return off.map(([soc]) => soc);
}

/**
 * The change of UK adverts of the last month on the year before, in percent, over the occupations
 * that are published in both.
 */
function changeOnYear({ months, regional }: AdvertObservations): number | null {
  const last = months.length - 1;
  let now = 0;
  let before = 0;
  for (const counts of regional.get('uk')?.values() ?? []) {
    const ofLast = publishedIn(counts, last);
    const ofYearBefore = publishedIn(counts, last - 12);
    if (ofLast === null || ofYearBefore === null) continue;
    now += ofLast;
    before += ofYearBefore;
  }
  return before === 0 ? null : round(100 * (now / before - 1), 1);
}

/**
 * The cells that others have read. A row is named by its number, or by the codes of its local area
 * and occupation.
 */
function* anchors(edition: Edition): Generator<check.Agreement> {
  const { rows } = edition;
  for (const { table, row: wanted, cell, text } of anchorsRead) {
    const kind = table === 'local' ? 'local' : 'regions';
    const { column } = parseAddress(`${cell}1`);
    const [name] =
      Object.entries(layout.header(rows, kind)?.columns ?? {}).find(
        ([, columnNumber]) => columnNumber === column,
      ) ?? [];
    const wantedRow = (layout.rowsOf(rows, kind) as Row<'regions' | 'local'>[]).find(
      (row) => row.row === wanted || ('code' in row && `${row.code} ${row.soc}` === wanted),
    );
    const row = wantedRow?.row ?? wanted;
    const place =
      typeof row === 'number'
        ? layout.placeOf(edition, { kind, row }, column)
        : `${layout.placeOf(edition, kind)} ${cell} of row ${row}`;
    const printed: Readonly<Record<string, unknown>> | undefined = wantedRow;
    yield {
      place,
      found: (name === undefined
        ? wantedRow?.across[column - periodsIn(rows, kind).from]
        : printed?.[name]) as string | undefined,
      expected: text,
    };
  }
}

export const checks: readonly Check<Rows, AdvertObservations>[] = [
  check.block(
    'measure',
    'No title names snapshots or live adverts, which the same sheets counted until August 2025.',
    check.each(
      ({ rows }) =>
        tableKinds.flatMap((kind) =>
          (layout.header(rows, kind)?.above ?? []).map((line) => ({ kind, line })),
        ),
      ({ kind }, edition) => layout.placeOf(edition, kind),
      ({ line }) =>
        /snapshot|\blive\b/i.test(line)
          ? `the title "${line}" names live adverts, expected new ones`
          : null,
    ),
  ),
  check.block(
    'periods',
    'The series begin with January 2017 and the first quarter of 2017, unless they are ' +
      'a sample. The last month names the release, and Tables 1, 2 and 3 have the same months.',
    check.notInSample(
      check.agree((edition) => [
        {
          place: placeOfPeriod(edition, 'regions', 0),
          found: edition.observations.months[0],
          expected: '2017-01',
          what: 'the first month',
        },
        {
          place: placeOfPeriod(edition, 'local', 0),
          found: edition.observations.quarters[0],
          expected: '2017-Q1',
          what: 'the first quarter',
        },
      ]),
    ),
    check.agree((edition) => {
      const { months } = edition.observations;
      return [
        {
          place: placeOfPeriod(edition, 'regions', months.length - 1),
          found: months.at(-1),
          expected: lastMonthOf(edition.release.name),
          what: 'the last month',
        },
      ];
    }),
    (edition) => {
      const headers = periodsIn(edition.rows, 'places').headers;
      const expected = periodsIn(edition.rows, 'regions').headers;
      if (headers.join() === expected.join()) return [];
      const message =
        `runs from ${headers[0]} to ${headers.at(-1)}, Table 3 from ${expected[0]} to ` +
        `${expected.at(-1)}`;
      return [{ place: layout.placeOf(edition, 'places'), message }];
    },
  ),
  check.knownIssue(
    'last-quarter',
    'The last quarter is the last one with all three months.',
    check.agree((edition) => {
      const { months, quarters } = edition.observations;
      const expected = months.filter((month) => Number(month.slice(5)) % 3 === 0).at(-1) ?? '';
      return [
        {
          place: placeOfPeriod(edition, 'local', quarters.length - 1),
          found: monthsOf(quarters.at(-1) ?? '').at(-1),
          expected,
          what: 'its last month',
        },
      ];
    }),
  ),
  check.block(
    'regions',
    'Table 3 has the UK, the nine regions of England, Wales, Scotland and Northern ' +
      'Ireland, and no England.',
    check.complete('regions and nations', (edition) => [
      {
        place: layout.placeOf(edition, 'regions'),
        found: edition.observations.regional.keys(),
        expected: regionsOfTable3,
      },
    ]),
  ),
  check.block(
    'occupations',
    'Every region of Table 3 has all 412 unit groups and the unclassified adverts.',
    check.complete('occupations', (edition) => {
      const { regional, occupations } = edition.observations;
      return [...regional].map(([slug, rowsOfRegion]) => {
        return {
          place: `${layout.placeOf(edition, 'regions')} ${slug}`,
          found: rowsOfRegion.keys(),
          expected: [...occupations, unclassified],
        };
      });
    }),
  ),
  ...titleChecks<Rows, AdvertObservations>((edition) =>
    (['regions', 'local'] as const).map((table) =>
      layout.rowsOf(edition.rows, table).map((row) => ({
        place: () => layout.placeOf(edition, row, 'label'),
        code: row.soc.trim(),
        title: row.label.trim(),
      })),
    ),
  ),
  check.block(
    'local-rows',
    'Table 5 has all occupations of London, and a row for at least 97% of the pairs of ' +
      'another local area and an occupation. The sample has few areas.',
    check.complete('rows of London', (edition) => [
      {
        place: layout.placeOf(edition, 'local'),
        found: classified(edition, 'london'),
        expected: edition.observations.occupations,
      },
    ]),
    // The editions of November 2025 and July 2026 have no row for 1% of the pairs. Without ten of
    // the 328 districts it would be 3% more.
    check.notInSample(
      check.within(
        'the share of pairs with a row',
        (edition) => [[layout.placeOf(edition, 'local'), shareOfPairs(edition)]],
        check.atLeast(97),
        { unit: '%' },
      ),
    ),
  ),
  check.knownIssue(
    'suppressed-share',
    'At most 15% of the last month of Table 3 and 65% of the last quarter of Table 5 ' +
      'are suppressed. No month or quarter of the latest year is suppressed throughout.',
    // The worst month so far was June 2026: 5% was suppressed in one region, and 55% of its
    // quarter in the districts.
    suppressedThroughout('regions'),
    suppressedOfLast('regions', 'the last month', 15),
    suppressedThroughout('local'),
    suppressedOfLast('local', 'the last quarter', 65),
  ),
  check.block(
    'whole-months-suppressed',
    'Fewer than three of the latest twelve months are suppressed throughout.',
    // Three months are a quarter of the year. A total without them is not worth serving.
    check.moreThan(2, suppressedThroughout('regions')),
  ),
  check.knownIssue(
    'uk-sum',
    'All occupations together, the regions and nations add up to the UK within 1% in ' +
      'every month that is fully published.',
    // 1% covers adverts without a known place, and rounding.
    check.addUp((edition) => {
      const { months, regional } = edition.observations;
      return months.map((month, index) => {
        const parts = partsOfUk.map((slug) => allOccupations(regional.get(slug), index));
        const whole = allOccupations(regional.get('uk'), index);
        const place = () => placeOfPeriod(edition, 'regions', index);
        return {
          place,
          what: `${month}: the regions and nations`,
          parts,
          whole,
          tolerance: (whole ?? 0) * 0.01,
        };
      });
    }, 'adverts'),
  ),
  check.knownIssue(
    'london-quarter',
    "London's months in Table 3 add up to its quarters in Table 5 within 2%, for " +
      'occupations with over 100 adverts.',
    check.each(
      ({ observations: { quarters } }) => quarters.keys(),
      (quarterIndex, edition) => placeOfPeriod(edition, 'local', quarterIndex),
      (quarterIndex, edition) => {
        const off = offInLondon(edition, quarterIndex);
        const quarter = edition.observations.quarters[quarterIndex];
        const message =
          `${quarter}: ${off.length} occupations of London differ from the sum of their ` +
          `months, ${off[0]} first`;
        return off.length === 0 ? null : message;
      },
    ),
  ),
  check.knownIssue(
    'year-on-year',
    'All UK adverts of the latest month are within −40% and +60% of the same month a ' +
      'year before. A newest month that is wrong throughout shows nowhere else.',
    check.within(
      'the change of all UK adverts on the year before',
      (edition) => {
        const { months } = edition.observations;
        return [
          [
            () => placeOfPeriod(edition, 'regions', months.length - 1),
            changeOnYear(edition.observations),
          ],
        ];
      },
      [-40, 60],
      { unit: '%' },
    ),
  ),
  check.comparing.block(
    'revision',
    'All but the latest three months move by at most 15% in the median of a region ' +
      'since the edition before. A larger movement means another measure, or another ' +
      'split by region.',
    check.within(
      'the median movement of settled months since the edition before',
      (edition, previous) => (previous === null ? [] : medianMovements(edition, previous)),
      check.atMost(15),
      { unit: '%' },
    ),
  ),
  check.anchors(['2026-07'], 'Cells read from the workbook of July 2026 are the same.', anchors),
];
