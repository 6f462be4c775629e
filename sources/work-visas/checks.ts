// What a release of the visa workbook must show before it is served: header, period, groups that agree, totals, and figures quoted elsewhere.
import { titleChecks } from '#sources/kit/checks-titles.ts';
import * as check from '#sources/kit/checks.ts';
import { placeOf } from '#sources/kit/place.ts';
import { foldToLetters } from '#sources/kit/read/columns.ts';
import type { Check, Examined } from '#sources/kit/source.ts';
// Totals of the release for the year ending June 2026, as public programs have printed them: what is counted, its name, its quarters.
import quotedFigures from './data/quoted-figures.json' with { type: 'json' };
import { redundancyChecks } from './checks-by-redundancy.ts';
import { type Column, type GrantRow, type Rows, isGrant, printed, sheetOf } from './parse.ts';
import { lastQuarterOf, quarterOfCell, quartersBetween } from './release-name.ts';
import { type VisaObservations, codeOf, firstDetailedQuarter, isHidden, strayIndustries, suppressed } from './reshape.ts';

type Edition = Examined<Rows, VisaObservations>;

/** The known headers of the sheet of grants. Applications have another last column, and an older classification has two more. */
export const header = (
  'Year | Quarter | Nationality | Region | Visa type | Visa type subgroup | Industry | Occ. major group | ' +
  'Occ. sub-major group | Occ. minor group | Occ. unit group | Grants'
).split(' | ');

const firstQuarter = '2021-Q1';
/** The columns of groups, each a code and a title. */
const groupColumns = ['major', 'subMajor', 'minor', 'unit'] as const satisfies readonly Column[];
const grantsOf = ({ rows }: Edition) => rows.filter(isGrant);
const placeOfSheet = ({ release, rows }: Edition, row?: number) => placeOf(release, printed(rows), row);

const placeOfHeader = (edition: Edition) => placeOfSheet(edition, sheetOf(edition.rows)?.headerRow);
const headersOf = ({ rows }: Edition) => (sheetOf(rows)?.header ?? []).map(foldToLetters);

/** Headers that we do not know. */
function newHeaders({ rows }: Edition): string[] {
  const known = header.map(foldToLetters);
  return (sheetOf(rows)?.header ?? []).filter((name) => !known.includes(foldToLetters(name)));
}

/** If there is a new header: how many rows agree with an earlier one in all columns that we read, but the grants. */
function repeatedRows(edition: Edition): (readonly [place: string, percent: number | null])[] {
  if (newHeaders(edition).length === 0) return [];
  const grants = grantsOf(edition);
  const keys = new Set(grants.map(({ kind: _, row: __, granted: ___, ...key }) => Object.values(key).join(' | ')));
  return [[placeOfHeader(edition), check.percentOf(grants.length - keys.size, grants.length)]];
}

/** The place of a row's cell. */
function placeIn(column: Column): (row: GrantRow, edition: Edition) => string {
  return ({ row }, { release, rows }) => placeOf(release, printed(rows), row, column);
}

/** A number of the whole sheet, for a rule about it. */
function ofSheet(
  number: (edition: Edition, previous: Edition | null) => number | null,
): check.Look<Edition, readonly [place: string, value: number | null]> {
  return (edition, previous) => [[placeOfSheet(edition), number(edition, previous)]];
}

/** A number of the whole sheet and the same number of the release before, null if there is none. */
function sinceBefore(number: (edition: Edition) => number) {
  return (edition: Edition, previous: Edition | null) =>
    [[placeOfSheet(edition), number(edition), previous === null ? null : number(previous)]] as const;
}

/** Whether a row is of a quarter for which occupations are published. */
const isDetailed = ({ quarter }: GrantRow) => (quarterOfCell(quarter) ?? '') >= firstDetailedQuarter;
const isSuppressed = ({ unit, nationality }: GrantRow) => unit === suppressed || nationality === suppressed;

/** The visas of an occupation in some quarters. */
function visasOf({ observations }: Edition, code: string, quarters: readonly string[]): number {
  return quarters.reduce((sum, quarter) => sum + (observations.visas.get(code)?.byQuarter.get(quarter) ?? 0), 0);
}

const latestOf = (edition: Edition, code: string) => visasOf(edition, code, edition.observations.latest);

/** The visas of all occupations in the latest quarters. */
function latestTotal(edition: Edition): number {
  return edition.observations.occupations.reduce((sum, code) => sum + latestOf(edition, code), 0);
}

/** The years that were over when the release before came out, with its visas of each. */
function closedYears(edition: Edition, previous: Edition | null) {
  if (previous === null) return [];
  const closed = [...edition.observations.byYear].filter(([year]) => lastQuarterOf(previous.release) >= `${year}-Q4`);
  return closed.map(([year, granted]) => [`${placeOfSheet(edition)} ${year}`, granted, previous.observations.byYear.get(year)] as const);
}

// Rules change within months: care workers, who were half of all, lost their route in 2025.
const plausibleMovement: check.Band = [-50, 60];
const largeOccupation = 1000;
const largeMovement = 4;

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
    'The sheet has the twelve known headers, each once. With another one, at most 20 % of the rows agree with an earlier one in all that we read: a new breakdown splits every row.',
    check.complete('headers', (edition) => [[placeOfHeader(edition), headersOf(edition), header.map(foldToLetters)]], { open: true }),
    check.within('the share of rows that repeat an earlier one', repeatedRows, check.atMost(20), { unit: '%' }),
  ),
  check.info(
    'headers-known',
    'Every header is known. A new column is not read.',
    check.each(
      newHeaders,
      (_, edition) => placeOfHeader(edition),
      (name) => `the column "${name}" is new and not read`,
    ),
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
  check.block(
    'levels',
    "Every row has a major group, so the major groups add up to the year's total. Their titles and codes are never suppressed.",
    check.each(grantsOf, placeIn('major'), ({ major }) =>
      /^[1-9]$/.test(codeOf(major) ?? '') ? null : `found "${major}", expected a major group like "2 - Professional Occupations"`,
    ),
  ),
  check.knownIssue(
    'industries',
    'There are 20 to 24 industries: the 21 sections of the classification, and one or two stray spellings.',
    check.within(
      'the number of industries',
      ofSheet((edition) => new Set(grantsOf(edition).map(({ industry }) => industry)).size),
      [20, 24],
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
  check.knownIssue(
    'suppressed-since',
    'No unit group or nationality is suppressed since 2024 Q4. If one is, the totals that it may belong to are withheld.',
    check.each(grantsOf, placeIn('unit'), (row) =>
      isDetailed(row) && isSuppressed(row) ? `${row.granted} visas of ${row.quarter} have no unit group or no nationality` : null,
    ),
  ),
  check.block(
    'suppressed-since-widely',
    'At most 1 % of the rows since 2024 Q4 are suppressed.',
    // In the known files every row before the quarter is suppressed, and none since.
    check.within(
      `the share of suppressed rows since ${firstDetailedQuarter}`,
      ofSheet((edition) => {
        const detailed = grantsOf(edition).filter(isDetailed);
        return check.percentOf(detailed.filter(isSuppressed).length, detailed.length, 3);
      }),
      check.atMost(1),
      { unit: '%' },
    ),
  ),
  check.knownIssue(
    'suppressed-before',
    'Every unit group before 2024 Q4 is suppressed. If the publisher gives earlier figures, they are not served yet.',
    check.each(grantsOf, placeIn('unit'), (row) =>
      isDetailed(row) || row.unit === suppressed ? null : `"${row.unit}" is given for ${row.quarter}`,
    ),
  ),
  check.block(
    'quoted-figures',
    'Totals of the June 2026 release by year, occupation, route, nationality and major group equal those that others have printed.',
    check.inReleases(['2026-Q2'], check.agree(quoted)),
  ),
  // Each release revises earlier quarters. We have not measured by how much. A change beyond 5 % means another table.
  check.knownIssue(
    'back-totals',
    'The totals of whole years are within 1 % of the release before.',
    check.moves(closedYears, check.eitherWay(1), { unit: 'visas' }),
  ),
  check.block(
    'back-totals-plausible',
    'The totals of whole years are within 5 % of the release before.',
    check.moves(closedYears, check.eitherWay(5), { unit: 'visas' }),
  ),
  check.block(
    'rows',
    'There are at most 2 % fewer rows than in the release before: a release adds a quarter and removes none.',
    check.moves(
      sinceBefore((edition) => grantsOf(edition).length),
      check.atLeast(-2),
      { unit: 'rows' },
    ),
  ),
  check.knownIssue(
    'routes',
    'At most three routes are new. More would mean new names for old routes.',
    check.moreThan(
      3,
      check.against((edition: Edition, previous: Edition) => {
        const known = new Set(grantsOf(previous).map(({ route }) => route));
        const added = new Set(grantsOf(edition).flatMap(({ route }) => (known.has(route) ? [] : [route])));
        return [...added].map((route) => ({ place: placeOfSheet(edition), message: `the route "${route}" is new` }));
      }),
    ),
  ),
  check.block(
    'movement',
    'The visas of the latest four quarters are within −50 % and +60 % of the release before.',
    check.moves(
      (edition, previous) => {
        // A longer period with figures by occupation is not a movement.
        const isAlike = previous?.observations.latest.length === edition.observations.latest.length;
        return isAlike ? sinceBefore(latestTotal)(edition, previous) : [];
      },
      plausibleMovement,
      { unit: 'visas' },
    ),
  ),
  ...redundancyChecks,
  check.info(
    'occupation-movement',
    'Occupations with more than 1,000 visas in the latest four quarters that moved by more than a factor of 4.',
    check.against((edition, previous) =>
      edition.observations.occupations.flatMap((code) => {
        const [now, before] = [latestOf(edition, code), latestOf(previous, code)];
        const [least, most] = [Math.min(now, before), Math.max(now, before)];
        if (most <= largeOccupation || most <= largeMovement * least) return [];
        const message = `${now} visas after ${before} in ${previous.release.name}`;
        return [{ place: `${placeOfSheet(edition)} ${code}`, message }];
      }),
    ),
  ),
];
