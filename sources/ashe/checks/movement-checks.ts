// Against the release before: how far the country, the number of published medians and single unit groups have moved.
import type { Finding } from '#sources/kit/source.ts';
import { type Measure, measures } from '#schemas/codes.ts';
import { round } from '#schemas/round.ts';
import { type PayColumn, type PayQuery, payColumns } from '#schemas/selections/select-pay.ts';
import { placeOf } from '../parse.ts';
import { allEmployees } from '../reshape.ts';
import {
  type AsheCheck,
  type Edition,
  figure,
  headline,
  headlineTable,
  percentChange,
  placeOfFigure,
  predecessor,
  printedTable,
  tableOf,
  tablesOf,
  yearBefore,
} from './examined-tables.ts';

function nationalMovement(
  edition: Edition,
  previous: Edition | null,
  column: PayColumn,
  [low, high]: readonly [number, number],
): Finding[] {
  const before = yearBefore(edition, previous);
  if (before === null) return [];
  const now = figure(headlineTable(edition).rows.get(allEmployees), column);
  const then = figure(headlineTable(before).rows.get(allEmployees), column);
  if (now === null || then === null) return [];
  const change = percentChange(now, then);
  if (change >= low && change <= high) return [];
  return [
    {
      place: placeOfFigure(edition, headlineTable(edition), allEmployees, column),
      message: `${now} after ${then} in ${before.release.name}: ${change} %, expected ${low} to ${high} %`,
    },
  ];
}

// The national median moved by 6.9, 6.5 and 4.1 % in the three years to 2025, years of high inflation; it has never fallen by 2 %.
const unusualPay = [-2, 10] as const;
// Beyond what any year of the survey has shown: another measure or another sheet stands in the table's place.
const implausiblePay = [-5, 15] as const;
// Jobs moved from 22,363 to 22,480, 23,385 and 24,897 thousand: at most 6.5 % a year.
const unusualJobs = [-8, 8] as const;
const implausibleJobs = [-15, 15] as const;

export const movements: readonly AsheCheck[] = [
  {
    name: 'national-movement',
    severity: 'known-issue',
    describe: 'The median annual pay of all employees moves by −2 to +10 % on the year before (observed +6.9, +6.5, +4.1).',
    check: (edition, previous) => nationalMovement(edition, previous, 'median', unusualPay),
  },
  {
    name: 'national-movement-plausible',
    severity: 'block',
    describe: 'The median annual pay of all employees moves by −5 to +15 % on the year before.',
    check: (edition, previous) => nationalMovement(edition, previous, 'median', implausiblePay),
  },
  {
    name: 'jobs-movement',
    severity: 'known-issue',
    describe: 'The number of jobs moves by at most 8 % on the year before (observed at most 6.5).',
    check: (edition, previous) => nationalMovement(edition, previous, 'jobsThousands', unusualJobs),
  },
  {
    name: 'jobs-movement-plausible',
    severity: 'block',
    describe: 'The number of jobs moves by at most 15 % on the year before.',
    check: (edition, previous) => nationalMovement(edition, previous, 'jobsThousands', implausibleJobs),
  },
];

function publishedMedians(edition: Edition): ReadonlyMap<string, number> {
  const { rows } = headlineTable(edition);
  return new Map(
    edition.observations.occupations.flatMap((code): [string, number][] => {
      const median = figure(rows.get(code), 'median');
      return median === null ? [] : [[code, median]];
    }),
  );
}

function fewMedians(edition: Edition, least: number): Finding[] {
  const { size } = publishedMedians(edition);
  const { length } = edition.observations.occupations;
  return size >= least
    ? []
    : [
        {
          place: placeOf(edition.release, printedTable(headline, 14)),
          message: `${size} of ${length} unit groups have a median, expected at least ${least}`,
        },
      ];
}

// 340, 323, 358 and 363 of 412 unit groups had a median in 2022 to 2025.
const usualMedians = 300;
const leastMedians = 250;
// The largest fall seen is from 340 to 323, 5 %.
const lostMediansLimit = 0.15;
// Four times that fall. A smaller sample explains no more: what is lost then are rows or a column.
const implausiblyLostMedians = 0.2;

function lostMedians(edition: Edition, previous: Edition | null, limit: number): Finding[] {
  const before = predecessor(edition, previous);
  if (before === null) return [];
  const [now, then] = [publishedMedians(edition).size, publishedMedians(before).size];
  if (now > then * (1 - limit)) return [];
  return [
    {
      place: placeOf(edition.release, printedTable(headline, 14)),
      message: `${now} unit groups have a median, after ${then} in ${before.release.name}`,
    },
  ];
}

export const medians: readonly AsheCheck[] = [
  {
    name: 'medians-published',
    severity: 'known-issue',
    describe: 'At least 300 unit groups have a median of annual pay (observed 323 to 363), and not 15 % fewer than in the edition before.',
    check: (edition, previous) => [...fewMedians(edition, usualMedians), ...lostMedians(edition, previous, lostMediansLimit)],
  },
  {
    name: 'medians-published-plausible',
    severity: 'block',
    describe: 'At least 250 unit groups have a median of annual pay, and not 20 % fewer than in the edition before.',
    check: (edition, previous) => [...fewMedians(edition, leastMedians), ...lostMedians(edition, previous, implausiblyLostMedians)],
  },
];

/** The share of the figures of a measure, of those that the publisher has, that it publishes: not withheld as unreliable or disclosive. */
function publishedShare(edition: Edition, measure: Measure): number | null {
  let [published, withheld] = [0, 0];
  for (const { rows } of tablesOf(edition, ['uk']).filter(({ query }) => query.measure === measure)) {
    for (const code of edition.observations.occupations) {
      for (const value of rows.get(code)?.values ?? []) {
        if (typeof value === 'number') published += 1;
        else if (value === 'x' || value === '..') withheld += 1;
      }
    }
  }
  return published + withheld === 0 ? null : published / (published + withheld);
}

// From 2023 to 2024 the published share rose by 9 to 22 % of itself, by measure (of annual pay from 42 to 49 % of its figures, of incentive pay
// from 7.8 to 9.5). A year with a smaller sample may fall as far; where a third is gone, columns are, or the markers mean something else.
const lostShareLimit = 0.33;

export const withheldShare: AsheCheck = {
  name: 'withheld-share',
  severity: 'block',
  describe: 'Of no measure has the share of figures that are not withheld fallen by a third on the edition before.',
  check(edition, previous) {
    const before = predecessor(edition, previous);
    if (before === null) return [];
    return measures.flatMap(({ key: measure }) => {
      const [now, then] = [publishedShare(edition, measure), publishedShare(before, measure)];
      if (now === null || then === null || now > then * (1 - lostShareLimit)) return [];
      const withheld = (share: number) => `${round(100 * (1 - share), 1)} %`;
      return [
        {
          place: placeOf(edition.release, printedTable({ ...headline, measure }, 14)),
          message: `${withheld(now)} of the figures of ${measure} are withheld, after ${withheld(then)} in ${before.release.name}`,
        },
      ];
    });
  },
};

interface Movement {
  readonly code: string;
  readonly now: number;
  readonly then: number;
  readonly change: number;
}

function unitMovements(edition: Edition, before: Edition): Movement[] {
  const medians = publishedMedians(before);
  return [...publishedMedians(edition)].flatMap(([code, now]) => {
    const then = medians.get(code);
    return then === undefined ? [] : [{ code, now, then, change: percentChange(now, then) }];
  });
}

function movementFindings(edition: Edition, before: Edition, movements: readonly Movement[]): Finding[] {
  return movements.map(({ code, now, then, change }) => ({
    place: placeOfFigure(edition, headlineTable(edition), code, 'median'),
    message: `${now} after ${then} in ${before.release.name}: ${change} %`,
  }));
}

// From 2023 to 2024, of 314 unit groups 10 moved beyond 20 %, 2 beyond 30 % and none beyond 60 % (9233 by 33.0, 6213 by 53.7).
const unusualUnits = { percent: 20, share: 0.05, single: 60 };
const implausibleUnits = { percent: 30, share: 0.1 };

export const unitMovement: readonly AsheCheck[] = [
  {
    name: 'unit-movement',
    severity: 'known-issue',
    describe: 'At most 5 % of the unit groups move beyond ±20 % on the edition before, and none beyond ±60 %.',
    check(edition, previous) {
      const before = predecessor(edition, previous);
      if (before === null) return [];
      const all = unitMovements(edition, before);
      const beyond = all.filter(({ change }) => Math.abs(change) > unusualUnits.percent);
      return movementFindings(
        edition,
        before,
        beyond.length > all.length * unusualUnits.share ? beyond : all.filter(({ change }) => Math.abs(change) > unusualUnits.single),
      );
    },
  },
  {
    name: 'unit-movement-plausible',
    severity: 'block',
    describe: 'Fewer than 10 % of the unit groups move beyond ±30 % on the edition before.',
    check(edition, previous) {
      const before = predecessor(edition, previous);
      if (before === null) return [];
      const all = unitMovements(edition, before);
      const beyond = all.filter(({ change }) => Math.abs(change) > implausibleUnits.percent);
      return beyond.length > 0 && beyond.length >= all.length * implausibleUnits.share ? movementFindings(edition, before, beyond) : [];
    },
  },
];

// Unit groups are noisier than the country, but their middle follows it: 7.5 % from 2023 to 2024, where the country moved by 6.5; so it is
// held to the country's limits.
const implausibleMiddle = implausiblePay;

export const medianMovement: AsheCheck = {
  name: 'median-movement',
  severity: 'block',
  describe: 'The median of the movements of the unit groups on the year before is −5 to +15 % (observed +7.5).',
  check(edition, previous) {
    const before = yearBefore(edition, previous);
    const changes =
      before === null
        ? []
        : unitMovements(edition, before)
            .map(({ change }) => change)
            .sort((a, b) => a - b);
    const middle = changes[Math.floor(changes.length / 2)];
    const [low, high] = implausibleMiddle;
    if (before === null || middle === undefined || (middle >= low && middle <= high)) return [];
    return [
      {
        place: placeOf(edition.release, printedTable(headline, 14)),
        message: `half of the ${changes.length} unit groups moved by ${middle} % or more on ${before.release.name}, expected ${low} to ${high} %`,
      },
    ];
  },
};

export const newlyWithheld: AsheCheck = {
  name: 'newly-withheld',
  severity: 'info',
  describe: 'Unit groups whose median of annual pay was published in the edition before and no longer is (2023 to 2024: 9).',
  check(edition, previous) {
    const before = predecessor(edition, previous);
    if (before === null) return [];
    const { rows } = headlineTable(edition);
    const now = publishedMedians(edition);
    return [...publishedMedians(before)]
      .filter(([code]) => !now.has(code))
      .map(([code, median]) => ({
        place: placeOfFigure(edition, headlineTable(edition), code, 'median'),
        message: `"${rows.get(code)?.values[payColumns.indexOf('median')] ?? ''}" after ${median} in ${before.release.name}`,
      }));
  },
};

// The publisher takes its changes from the revised figures of the year before; the provisional ones were off by 0.0, 0.8 and 0.6 points in 2024.
const changeTolerance = 1.5;

export const changeColumn: AsheCheck = {
  name: 'change-column',
  severity: 'known-issue',
  describe:
    'The printed change of the national median of weekly, hourly and annual pay is within 1.5 points of the one from the provisional edition of the year before.',
  check(edition, previous) {
    const before = yearBefore(edition, previous);
    if (before === null || !before.release.provisional) return [];
    return (['weekly_pay_gross', 'hourly_pay_gross', 'annual_pay_gross'] as const).flatMap((measure) => {
      const query: PayQuery = { ...headline, measure };
      const row = tableOf(edition, 'uk', query).get(allEmployees);
      const [now, then, printed] = [
        figure(row, 'median'),
        figure(tableOf(before, 'uk', query).get(allEmployees), 'median'),
        figure(row, 'medianPercent'),
      ];
      if (now === null || then === null || printed === null) return [];
      const change = percentChange(now, then);
      if (Math.abs(change - printed) <= changeTolerance) return [];
      const place = placeOfFigure(edition, { area: 'uk', query, rows: new Map() }, allEmployees, 'medianPercent');
      return [{ place, message: `the printed change is ${printed} %, but ${now} after ${then} in ${before.release.name} is ${change} %` }];
    });
  },
};
