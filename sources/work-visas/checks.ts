// What a release of the visa workbook must show before it is served. Each release repeats all
// quarters of the one before; how much it revises them has not been measured, because we hold no
// two. The sibling of the series, on certificates of sponsorship from 2015 to 2023, gives the
// bounds between quarters.
import * as check from '#sources/kit/checks.ts';
import { labelsAlike } from '#sources/kit/checks-labels.ts';
import { titleChecks } from '#sources/kit/checks-titles.ts';
import type { Check, Finding } from '#sources/kit/checks.ts';
import { placeOfRelease } from '#sources/kit/place.ts';
import type { Examined } from '#sources/kit/release.ts';
// Totals of the release for the year ending June 2026, as public programs have printed them: what
// is counted, its name, its quarters.
import quotedFigures from './data/quoted-figures.json' with { type: 'json' };
import { type GrantRow, type Rows, layout } from './layout.ts';
import { lastQuarterOf, quartersBetween } from './release-name.ts';
import {
  type Grant,
  type VisaObservations,
  codeOf,
  firstDetailedQuarter,
  grantsOf,
  isHidden,
  sumOf,
  suppressed,
} from './reshape.ts';

type Edition = Examined<Rows, VisaObservations>;
type Look<Seen> = check.Look<Edition, Seen>;

const firstQuarter = '2021-Q1';
/** The columns of groups, each a code and a title. */
const groupColumns = ['major', 'subMajor', 'minor', 'unit'] as const;
const rowsOf = ({ rows }: Edition) => layout.rowsOf(rows, 'grants');
const ofSheet =
  (
    numberOf: (edition: Edition, previous: Edition | null) => number | null,
  ): Look<readonly [place: string, number | null]> =>
  (edition, previous) => [[layout.placeOf(edition, 'grants'), numberOf(edition, previous)]];

function latestTotal({ observations }: Edition): number {
  return sumOf(
    observations.occupations.flatMap((code) => grantsOf(observations, code, observations.latest)),
  );
}

/** What each quoted figure counts, read from a row. A route's earlier name is in brackets. */
const quotedNames: Readonly<Record<string, (row: GrantRow) => string | null>> = {
  year: ({ year }) => year,
  unit: ({ unit }) => codeOf(unit),
  route: ({ route }) => (route.endsWith(')') ? route.split(' (previously ', 1).join() : route),
  nationality: ({ nationality }) => nationality,
  major: ({ major }) => codeOf(major),
};

function* quoted(edition: Edition): Generator<check.Agreement> {
  const { observations } = edition;
  for (const { of: subject, name, from, to, visas } of quotedFigures) {
    const quarters = quartersBetween(from, to).filter(
      (quarter) => subject !== 'unit' || !isHidden(observations, name, quarter),
    );
    const isMeant = ({ row, quarter }: Grant) =>
      quarters.includes(quarter) && quotedNames[subject]?.(row) === name;
    const what = subject === 'year' ? name : `${name} ${from} to ${to}`;
    yield {
      place: `${layout.placeOf(edition, 'grants')} ${what}`,
      found: sumOf(observations.grants.filter(isMeant)),
      expected: visas,
      what: 'visas',
    };
  }
}

/** The visas of a quarter and the row of the first of them. */
type Count = Pick<Grant, 'row' | 'quarter' | 'granted'>;

/**
 * The visas of each quarter since occupations are published, under the names that `nameOf` gives
 * the rows.
 */
function countsOf(
  { observations }: Edition,
  nameOf: (row: GrantRow) => string,
): Map<string, Map<string, Count>> {
  const counts = new Map<string, Map<string, Count>>();
  for (const { row, quarter, granted, unit } of observations.grants) {
    if (quarter < firstDetailedQuarter || unit === null) continue;
    const quarters = counts.get(nameOf(row)) ?? new Map<string, Count>();
    counts.set(nameOf(row), quarters);
    const first = quarters.get(quarter);
    quarters.set(quarter, {
      row: first?.row ?? row,
      quarter,
      granted: (first?.granted ?? 0) + granted,
    });
  }
  return counts;
}

const countsByUnit = check.once((edition: Edition) =>
  countsOf(edition, ({ unit }) => codeOf(unit) ?? unit),
);
const nameOfRow = ({ unit, nationality, route, industry }: GrantRow) =>
  [codeOf(unit) ?? unit, nationality, route, industry].join(', ');

/**
 * The occupations' quarters that differ from the release before by at least so many visas, and by
 * so many percent of the larger number: 100% if one of the two is 0.
 */
const notRevised = (least: number, percent: number): check.Rule<Edition> =>
  check.against(function* (edition, previous) {
    const then = countsByUnit(previous);
    for (const [name, quarters] of countsByUnit(edition))
      for (const { row, quarter, granted } of quarters.values()) {
        if (!previous.observations.quarters.includes(quarter)) continue;
        const before = then.get(name)?.get(quarter)?.granted ?? 0;
        const apart = Math.abs(granted - before);
        if (apart < least || 100 * apart < percent * Math.max(granted, before)) continue;
        const message =
          `${granted} visas of ${name} in ${quarter}, ` +
          `and ${before} in ${previous.release.name}`;
        yield { place: layout.placeOf(edition, row, 'granted'), message };
      }
  });

/** Smaller numbers jump from quarter to quarter, and fewer other quarters say nothing. */
const leastCompared = 50;
const leastQuarters = 3;

/**
 * The visas of an occupation, nationality, route or industry in a quarter that are many times the
 * largest of its other quarters.
 */
const leaps = (most: number): check.Rule<Edition> =>
  function* (edition) {
    for (const counts of [
      countsByUnit(edition),
      ...(['nationality', 'industry', 'route'] as const).map((dimension) =>
        countsOf(edition, (row) => row[dimension]),
      ),
    ])
      for (const [name, quarters] of counts) {
        const largestFirst = [...quarters.values()].sort((a, b) => b.granted - a.granted);
        const [first, second] = largestFirst;
        if (quarters.size <= leastQuarters || first === undefined || second === undefined) continue;
        if (first.granted < leastCompared || first.granted < most * second.granted) continue;
        const message =
          `${first.granted} visas of ${name} in ${first.quarter}, and at most ` +
          `${second.granted} in any other quarter, expected less than ${most} times as many`;
        yield {
          place: layout.placeOf(edition, first.row, 'granted'),
          message,
          times: first.granted / second.granted,
        };
      }
  };

/**
 * The nationalities and industries with at least so many visas in every earlier quarter, and none
 * in the last one.
 */
function* lostInLastQuarter(edition: Edition): Generator<Finding> {
  const { series } = edition.observations;
  const last = series.at(-1);
  for (const dimension of ['nationality', 'industry'] as const)
    for (const [name, quarters] of countsOf(edition, (row) => row[dimension])) {
      const earlier = series.slice(0, -1).map((quarter) => quarters.get(quarter)?.granted ?? 0);
      const least = Math.min(...earlier);
      if (
        last === undefined ||
        quarters.has(last) ||
        earlier.length < leastQuarters ||
        least < leastCompared
      )
        continue;
      const message =
        `${name} has no visas in ${last}, and at least ${least} in each earlier quarter: ` +
        'the sheet may have been cut short';
      yield { place: placeOfRelease(edition.release), message };
    }
}

/**
 * Rows that are near each other, and how many of them may have the figure of their neighbour by
 * chance: revisions are few.
 */
const rowsNear = 20;
const mostByChance = 4;

/**
 * Rows near each other whose visas are not those of the release before, but those that the row
 * above, or the one beneath, had there: the column of visas has slipped beside its rows.
 */
function* slippedRows(edition: Edition, previous: Edition): Generator<Finding> {
  const then = countsOf(previous, nameOfRow);
  const { grants } = edition.observations;
  const before = grants.map(({ row, quarter }) => then.get(nameOfRow(row))?.get(quarter)?.granted);
  for (const [step, where] of [[-1, 'above'] as const, [1, 'beneath'] as const]) {
    const slipped = [...grants.entries()].filter(
      ([index, { granted }]) =>
        before[index] !== undefined &&
        granted !== before[index] &&
        granted === before[index + step],
    );
    for (const [index, [first, { row }]] of slipped.entries()) {
      const [last] = slipped[index + mostByChance] ?? [];
      if (last === undefined || last - first >= rowsNear) continue;
      const message =
        `of the ${rowsNear} rows from here on, more than ${mostByChance} have the visas ` +
        `that the row ${where} had in ${previous.release.name}, not their own`;
      yield { place: layout.placeOf(edition, row, 'granted'), message };
    }
  }
}

const labelColumns = ['nationality', 'region', 'visaType', 'route', 'industry'] as const;

export const checks: readonly Check<Rows, VisaObservations>[] = [
  ...titleChecks<Rows, VisaObservations>((edition) =>
    groupColumns.map((column) =>
      rowsOf(edition).map((row) => {
        const code = codeOf(row[column]) ?? '';
        return {
          place: () => layout.placeOf(edition, row, column),
          code,
          title: row[column].slice(code.length + ' - '.length),
        };
      }),
    ),
  ),
  check.block(
    'period',
    "Every quarter from 2021 Q1 to the quarter of the file's name has rows, and no later one.",
    check.complete('quarters', (edition) => {
      const expected = quartersBetween(firstQuarter, lastQuarterOf(edition.release));
      return [
        {
          place: layout.placeOf(edition, 'grants'),
          found: edition.observations.quarters,
          expected,
        },
      ];
    }),
  ),
  check.block(
    'groups-agree',
    'The code of a unit group begins with the codes of the major, sub-major and minor ' +
      'groups in its row.',
    ...(['major', 'subMajor', 'minor'] as const).map((level) =>
      check.each(
        rowsOf,
        (row, edition) => layout.placeOf(edition, row, level),
        ({ unit, [level]: group }) => {
          const code = codeOf(unit);
          const broader = codeOf(group);
          const isWithin = code === null || (broader !== null && code.startsWith(broader));
          return isWithin ? null : `found "${group}" beside the unit group "${unit}"`;
        },
      ),
    ),
  ),
  labelsAlike<Rows, VisaObservations>(
    'nationalities, regions, visa types, routes or industries',
    function* (edition) {
      for (const column of labelColumns)
        for (const row of rowsOf(edition))
          yield {
            place: () => layout.placeOf(edition, row, column),
            kind: column,
            label: row[column],
          };
    },
  ),
  check.block(
    'rows-once',
    'At most 1% of the rows have every name of an earlier row: a combination has one ' +
      'row, and a second would count its visas twice.',
    check.within(
      'the share of rows that occur twice',
      ofSheet((edition) => {
        const names = rowsOf(edition).map(({ row: _row, granted: _granted, ...printedRow }) =>
          JSON.stringify(printedRow),
        );
        return check.percentOf(names.length - new Set(names).size, names.length, 3);
      }),
      check.atMost(1),
      { unit: '%' },
    ),
  ),
  check.block(
    'suppressed-since',
    'At most 1% of the rows since 2024 Q4 are suppressed. The totals that those may ' +
      'belong to are withheld.',
    // In the known files every row before the quarter is suppressed, and none since.
    check.within(
      `the share of suppressed rows since ${firstDetailedQuarter}`,
      ofSheet(({ observations: { grants } }) => {
        const detailed = grants.filter(({ quarter }) => quarter >= firstDetailedQuarter);
        const hidden = detailed.filter(
          ({ row: { unit, nationality } }) => unit === suppressed || nationality === suppressed,
        );
        return check.percentOf(hidden.length, detailed.length, 3);
      }),
      check.atMost(1),
      { unit: '%' },
    ),
  ),
  check.anchors(
    ['2026-Q2'],
    'Totals of the June 2026 release by year, occupation, route, nationality and major ' +
      'group equal those that others have printed.',
    quoted,
  ),
  check.comparing.block(
    'rows',
    'There are at most 2% fewer rows than in the release before: a release adds a ' +
      'quarter and removes none.',
    check.moves(
      (edition, previous) => [
        {
          place: layout.placeOf(edition, 'grants'),
          now: rowsOf(edition).length,
          before: previous && rowsOf(previous).length,
        },
      ],
      check.atLeast(-2),
      { unit: 'rows' },
    ),
  ),
  check.comparing.block(
    'movement',
    // Rules change within months: care workers, who were half of all, lost their route in 2025.
    'The visas of the latest four quarters are within −50% and +60% of the release before.',
    check.moves(
      (edition, previous) => {
        // A longer period with figures by occupation is not a movement.
        const isAlike = previous?.observations.latest.length === edition.observations.latest.length;
        return [
          {
            place: layout.placeOf(edition, 'grants'),
            now: latestTotal(edition),
            before: previous !== null && isAlike ? latestTotal(previous) : null,
          },
        ];
      },
      [-50, 60],
      { unit: 'visas' },
    ),
  ),
  check.block(
    'last-quarter-whole',
    'A nationality or an industry with at least 50 visas in each earlier quarter has ' +
      'some in the last one. Rows are in the order of quarter, nationality and route, so ' +
      'a sheet cut short in its last quarter has lost nationalities.',
    lostInLastQuarter,
  ),
  check.block(
    'quarters-plausible',
    'The visas of an occupation, a nationality, a route or an industry in a quarter are ' +
      'less than 80 times those of any other of its quarters.',
    leaps(80),
  ),
  check.comparing.block(
    'earlier-quarters',
    "An occupation's visas of a quarter that the release before has are within 50% or " +
      "50 visas of it, and at most 5% of the occupations' quarters have moved by 20% " +
      'and 5 visas.',
    notRevised(50, 50),
    (edition, previous) => {
      const moved = [...notRevised(5, 20)(edition, previous)];
      const all = [...countsByUnit(edition).values()].reduce(
        (sum, quarters) => sum + quarters.size,
        0,
      );
      return moved.length > 0.05 * all ? moved : [];
    },
  ),
  check.comparing.block(
    'rows-not-slipped',
    'Of 20 rows in a row, at most four have the visas that their neighbour had in the ' +
      'release before in place of their own: a revision moves some figures, but not to ' +
      'the next row.',
    check.against(slippedRows),
  ),
];
