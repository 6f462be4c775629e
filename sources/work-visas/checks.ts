// What a release of the visa workbook must show before it is served. Each release repeats all quarters of the one before; how much it revises
// them has not been measured, because we hold no two. The sibling of the series, on certificates of sponsorship from 2015 to 2023, gives the
// bounds between quarters.
import { titleChecks } from '#sources/kit/checks-titles.ts';
import * as check from '#sources/kit/checks.ts';
import { placeOf, placeOfRelease } from '#sources/kit/place.ts';
import type { Check, Examined, Finding } from '#sources/kit/source.ts';
// Totals of the release for the year ending June 2026, as public programs have printed them: what is counted, its name, its quarters.
import quotedFigures from './data/quoted-figures.json' with { type: 'json' };
import { type Column, type GrantRow, type Rows, layout } from './layout.ts';
import { lastQuarterOf, quarterOfCell, quartersBetween } from './release-name.ts';
import { type VisaObservations, codeOf, firstDetailedQuarter, isHidden, strayIndustries, suppressed } from './reshape.ts';

type Edition = Examined<Rows, VisaObservations>;

const firstQuarter = '2021-Q1';
/** The columns of groups, each a code and a title. */
const groupColumns = ['major', 'subMajor', 'minor', 'unit'] as const satisfies readonly Column[];
const grantsOf = ({ rows }: Edition) => layout.of(rows, 'grants');
const placeOfSheet = ({ release, rows }: Edition, row?: number) => placeOf(release, layout.printed(rows, 'grants'), row);

/** If there is a new header: how many rows agree with an earlier one in all columns that we read, but the grants. */
function repeatedRows(edition: Edition): (readonly [place: string, percent: number | null])[] {
  const { row, headers = [], columns = {} } = layout.header(edition.rows, 'grants') ?? {};
  if (headers.length <= Object.keys(columns).length) return [];
  const grants = grantsOf(edition);
  const keys = new Set(grants.map(({ kind: _, row: __, granted: ___, ...key }) => Object.values(key).join(' | ')));
  return [[placeOfSheet(edition, row), check.percentOf(grants.length - keys.size, grants.length)]];
}

/** The place of a row's cell. */
function placeIn(column: Column): (row: GrantRow, edition: Edition) => string {
  return ({ row }, { release, rows }) => placeOf(release, layout.printed(rows, 'grants'), row, column);
}

/** Whether a row is of a quarter for which occupations are published. */
const isDetailed = ({ quarter }: GrantRow) => (quarterOfCell(quarter) ?? '') >= firstDetailedQuarter;
const isSuppressed = ({ unit, nationality }: GrantRow) => unit === suppressed || nationality === suppressed;

/** The visas of all occupations in the latest quarters. */
function latestTotal({ observations: { visas, latest } }: Edition): number {
  return [...visas.values()].reduce((sum, { byQuarter }) => latest.reduce((all, quarter) => all + (byQuarter.get(quarter) ?? 0), sum), 0);
}

/** What each quoted figure counts, read from a row. A route's earlier name stands in brackets. */
const quotedNames: Readonly<Record<string, (row: GrantRow) => string | null>> = {
  year: ({ year }) => year,
  unit: ({ unit }) => codeOf(unit),
  route: ({ route }) => route.replace(/ \(previously .*\)$/, ''),
  nationality: ({ nationality }) => nationality,
  major: ({ major }) => codeOf(major),
};

function* quoted(edition: Edition): Generator<[place: string, found: number, expected: number, what: string]> {
  const counts = new Map<string, number>();
  for (const row of grantsOf(edition)) {
    for (const [of, nameOf] of Object.entries(quotedNames)) {
      const key = `${of} ${nameOf(row)} ${quarterOfCell(row.quarter)}`;
      counts.set(key, (counts.get(key) ?? 0) + Number(row.granted));
    }
  }
  for (const { of, name, from, to, visas } of quotedFigures) {
    const isTotal = (quarter: string) => of !== 'unit' || !isHidden(edition.observations.hidden, name, quarter);
    const quarters = quartersBetween(from, to).filter(isTotal);
    const found = quarters.reduce((sum, quarter) => sum + (counts.get(`${of} ${name} ${quarter}`) ?? 0), 0);
    yield [`${placeOfSheet(edition)} ${of === 'year' ? name : `${name} ${from} to ${to}`}`, found, visas, 'visas'];
  }
}

/** The visas of a quarter and the row that the first of them stand in. */
interface Count {
  readonly row: GrantRow;
  readonly quarter: string;
  granted: number;
}

/** The visas of each quarter since occupations are published, under the names that `nameOf` gives the rows. */
function countsOf(edition: Edition, nameOf: (row: GrantRow) => string): Map<string, Map<string, Count>> {
  const counts = new Map<string, Map<string, Count>>();
  for (const row of grantsOf(edition)) {
    const quarter = quarterOfCell(row.quarter) ?? '';
    if (quarter < firstDetailedQuarter || row.unit === suppressed) continue;
    const name = nameOf(row);
    const quarters = counts.get(name) ?? new Map<string, Count>();
    counts.set(name, quarters);
    const known = quarters.get(quarter);
    if (known === undefined) quarters.set(quarter, { row, quarter, granted: Number(row.granted) });
    else known.granted += Number(row.granted);
  }
  return counts;
}

const ofUnit = check.once((edition: Edition) => countsOf(edition, ({ unit }) => codeOf(unit) ?? unit));
const nameOfRow = ({ unit, nationality, route, industry }: GrantRow) => [codeOf(unit) ?? unit, nationality, route, industry].join(', ');

const placeOfRow = (edition: Edition, row: GrantRow) => placeIn('granted')(row, edition);

/**
 * The occupations' quarters that differ from the release before by at least so many visas, and by so many percent of the larger number: 100 %
 * if one of the two is 0.
 */
const notRevised = (least: number, percent: number): check.Rule<Edition> =>
  check.against(function* (edition, previous) {
    const then = ofUnit(previous);
    for (const [name, quarters] of ofUnit(edition))
      for (const { row, quarter, granted } of quarters.values()) {
        if (!previous.observations.quarters.includes(quarter)) continue;
        const before = then.get(name)?.get(quarter)?.granted ?? 0;
        const apart = Math.abs(granted - before);
        if (apart < least || 100 * apart < percent * Math.max(granted, before)) continue;
        const message = `${granted} visas of ${name} in ${quarter}, and ${before} in ${previous.release.name}`;
        yield { place: placeOfRow(edition, row), message };
      }
  });

/** Smaller numbers jump from quarter to quarter. */
const leastCompared = 50;
/** Fewer other quarters say nothing. */
const leastQuarters = 3;

/** The visas of an occupation, nationality, route or industry in a quarter that are many times the largest of its other quarters. */
const leaps = (most: number): check.Rule<Edition> =>
  function* (edition) {
    const series = [
      ofUnit(edition),
      ...(['nationality', 'industry', 'route'] as const).map((dimension) => countsOf(edition, (row) => row[dimension])),
    ];
    for (const counts of series)
      for (const [name, quarters] of counts) {
        if (quarters.size <= leastQuarters) continue;
        const largest = [...quarters.values()].toSorted((a, b) => b.granted - a.granted);
        const [first, second] = largest;
        if (first === undefined || second === undefined || first.granted < leastCompared || first.granted < most * second.granted) continue;
        const times = first.granted / second.granted;
        const message = `${first.granted} visas of ${name} in ${first.quarter}, and at most ${second.granted} in any other quarter, expected less than ${most} times as many`;
        yield { place: placeOfRow(edition, first.row), message, times };
      }
  };

/** The nationalities and industries with at least so many visas in every earlier quarter, and none in the last one. */
function* lostInLastQuarter(edition: Edition): Generator<Finding> {
  const { series } = edition.observations;
  const last = series.at(-1);
  for (const dimension of ['nationality', 'industry'] as const)
    for (const [name, quarters] of countsOf(edition, (row) => row[dimension])) {
      const earlier = series.slice(0, -1).map((quarter) => quarters.get(quarter)?.granted ?? 0);
      const least = Math.min(...earlier);
      if (last === undefined || quarters.has(last) || earlier.length < leastQuarters || least < leastCompared) continue;
      const message = `${name} has no visas in ${last}, and at least ${least} in each earlier quarter: the sheet may have been cut short`;
      yield { place: placeOfRelease(edition.release), message };
    }
}

/** Rows that stand near each other, and how many of them may have the figure of their neighbour by chance: revisions are few. */
const [rowsNear, mostByChance] = [20, 4];

/**
 * Rows near each other whose visas are not those of the release before, but those that the row above, or the one beneath, had there: the column
 * of visas has slipped beside its rows.
 */
function* slippedRows(edition: Edition, previous: Edition): Generator<Finding> {
  const then = countsOf(previous, nameOfRow);
  const rows = grantsOf(edition);
  const visasBefore = rows.map((row) => then.get(nameOfRow(row))?.get(quarterOfCell(row.quarter) ?? '')?.granted);
  for (const [step, where] of [[-1, 'above'] as const, [1, 'beneath'] as const]) {
    const slipped = rows.flatMap((row, at) => {
      const [own, neighbour] = [visasBefore[at], visasBefore[at + step]];
      return own !== undefined && Number(row.granted) !== own && Number(row.granted) === neighbour ? [at] : [];
    });
    for (const [place, first] of slipped.entries()) {
      const last = slipped[place + mostByChance];
      const row = rows[first];
      if (last === undefined || row === undefined || last - first >= rowsNear) continue;
      const message = `of the ${rowsNear} rows from here on, more than ${mostByChance} have the visas that the row ${where} had in ${previous.release.name}, not their own`;
      yield { place: placeOfRow(edition, row), message };
    }
  }
}

export const checks: readonly Check<Rows, VisaObservations>[] = [
  ...titleChecks<Rows, VisaObservations>((edition) =>
    groupColumns.map((column) =>
      grantsOf(edition).map((row) => {
        const code = codeOf(row[column]) ?? '';
        return [() => placeIn(column)(row, edition), code, row[column].slice(code.length + ' - '.length)];
      }),
    ),
  ),
  check.block(
    'header',
    'With another header than the twelve known ones, at most 20 % of the rows agree with an earlier one in all that we read: a new breakdown splits every row.',
    check.within('the share of rows that repeat an earlier one', repeatedRows, check.atMost(20), { unit: '%' }),
  ),
  check.block(
    'period',
    "Every quarter from 2021 Q1 to the quarter of the file's name has rows, and no later one.",
    check.complete('quarters', (edition) => {
      const expected = quartersBetween(firstQuarter, lastQuarterOf(edition.release));
      return [[placeOfSheet(edition), edition.observations.quarters, expected]];
    }),
  ),
  check.block(
    'groups-agree',
    'The code of a unit group begins with the codes of the major, sub-major and minor groups in its row.',
    ...(['major', 'subMajor', 'minor'] as const).map((level) =>
      check.each(grantsOf, placeIn(level), ({ unit, [level]: group }) => {
        const [code, broader] = [codeOf(unit), codeOf(group)];
        const isWithin = code === null || (broader !== null && code.startsWith(broader));
        return isWithin ? null : `found "${group}" beside the unit group "${unit}"`;
      }),
    ),
  ),
  check.info(
    'exceptions-still-match',
    'Every stray spelling of an industry that we count under the usual one is still in some row.',
    check.notInSample(
      check.stillMatch('sources/work-visas/reshape.ts', (edition) => {
        const industries = new Set(grantsOf(edition).map(({ industry }) => industry));
        return Object.keys(strayIndustries).map((name) => [placeOfSheet(edition), `the stray spelling "${name}"`, industries.has(name)]);
      }),
    ),
  ),
  check.block(
    'suppressed-since',
    'At most 1 % of the rows since 2024 Q4 are suppressed. The totals that those may belong to are withheld.',
    // In the known files every row before the quarter is suppressed, and none since.
    check.within(
      `the share of suppressed rows since ${firstDetailedQuarter}`,
      (edition) => {
        const detailed = grantsOf(edition).filter(isDetailed);
        return [[placeOfSheet(edition), check.percentOf(detailed.filter(isSuppressed).length, detailed.length, 3)]];
      },
      check.atMost(1),
      { unit: '%' },
    ),
  ),
  check.block(
    'quoted-figures',
    'Totals of the June 2026 release by year, occupation, route, nationality and major group equal those that others have printed.',
    check.inReleases(['2026-Q2'], check.agree(quoted)),
  ),
  check.block(
    'rows',
    'There are at most 2 % fewer rows than in the release before: a release adds a quarter and removes none.',
    check.moves(
      (edition, previous) => [[placeOfSheet(edition), grantsOf(edition).length, previous && grantsOf(previous).length]],
      check.atLeast(-2),
      { unit: 'rows' },
    ),
  ),
  check.block(
    'movement',
    // Rules change within months: care workers, who were half of all, lost their route in 2025.
    'The visas of the latest four quarters are within −50 % and +60 % of the release before.',
    check.moves(
      (edition, previous) => {
        // A longer period with figures by occupation is not a movement.
        const isAlike = previous?.observations.latest.length === edition.observations.latest.length;
        return [[placeOfSheet(edition), latestTotal(edition), previous !== null && isAlike ? latestTotal(previous) : null]];
      },
      [-50, 60],
      { unit: 'visas' },
    ),
  ),
  check.block(
    'last-quarter-whole',
    'A nationality or an industry with at least 50 visas in each earlier quarter has some in the last one. Rows are in the order of quarter, nationality and route, so a sheet cut short in its last quarter has lost nationalities.',
    lostInLastQuarter,
  ),
  check.block(
    'quarters-plausible',
    'The visas of an occupation, a nationality, a route or an industry in a quarter are less than 80 times those of any other of its quarters (the sibling: at most 52).',
    leaps(80),
  ),
  check.block(
    'earlier-quarters',
    "An occupation's visas of a quarter that the release before has are within 50 % or 50 visas of it, and at most 5 % of the occupations' quarters have moved by 20 % and 5 visas.",
    notRevised(50, 50),
    (edition, previous) => {
      const moved = [...notRevised(5, 20)(edition, previous)];
      const all = [...ofUnit(edition).values()].reduce((sum, quarters) => sum + quarters.size, 0);
      return moved.length > 0.05 * all ? moved : [];
    },
  ),
  check.block(
    'rows-not-slipped',
    'Of 20 rows in a row, at most four have the visas that their neighbour had in the release before in place of their own: a revision moves some figures, but not to the next row.',
    check.against(slippedRows),
  ),
];
