// What an assessment must show before it is served: a whole cube, raw and scaled data sets that agree, levels that fit what the indicators
// signal, the publisher's counts, and cells that people have printed of 2024, assessed again.
import { titleChecks } from '#sources/kit/checks-titles.ts';
import * as check from '#sources/kit/checks.ts';
import { placeOf, placeOfRelease } from '#sources/kit/place.ts';
import { quoteList } from '#sources/kit/problem.ts';
import type { Check, Examined, Finding } from '#sources/kit/source.ts';
import { type DemandLevel, demandIndicators, demandLevels } from '#schemas/codes.ts';
import { round } from '#schemas/round.ts';
import { anchoredRelease, before, statedLevels } from './anchors.ts';
import { type Column, type RawRow, type Rows, type ScaledRow, type TableName, layout, total } from './layout.ts';
import { type AssessedYear, type Assessment, type DemandObservations, type Sum, excludedOccupations } from './reshape.ts';

type Edition = Examined<Rows, DemandObservations>;
type Rule = check.Rule<Edition>;

// The year for which the publisher's release page states the number of occupations at each level.
const statedYear = 2025;
const stated: Readonly<Record<DemandLevel, number>> = { critical: 62, elevated: 125, not_in_high_demand: 181 };
// Wide enough for the change between any two years so far: 2024 had 336 occupations, 39 of them critical and 128 elevated.
const usual: Readonly<Record<DemandLevel, check.Band>> = { critical: [20, 110], elevated: [80, 180], not_in_high_demand: [0, 412] };
// Each of seven filters, the code or the label among them, has its own value or `Total`.
const rowsOfCube = 2 ** 7;
/** The publisher rounds workers to hundreds, so a sum of rounded numbers is off by at most half of that for each of them. */
const halfOfRounding = 50;

const inStatedYear = (rule: Rule): Rule => {
  return (edition, previous) => (edition.observations.latest.year === statedYear ? rule(edition, previous) : []);
};
const inOtherYears = (rule: Rule): Rule => {
  return (edition, previous) => (edition.observations.latest.year === statedYear ? [] : rule(edition, previous));
};

const yearsOf = ({ observations: { latest, previous } }: Edition): AssessedYear[] => (previous === null ? [latest] : [latest, previous]);
const assessmentsOf = (edition: Edition) =>
  yearsOf(edition).flatMap(({ assessments }) => [...assessments].map(([code, assessment]) => ({ code, ...assessment })));
const ofLevel = ({ observations: { latest } }: Edition, level: DemandLevel) =>
  [...latest.assessments.values()].filter((assessment) => assessment.level === level);
const placeOfCode = ({ release }: Edition, code: string, { year }: AssessedYear) => `${placeOfRelease(release)} ${year} ${code}`;

function placeOfCell({ release, rows }: Edition, { kind, row }: RawRow | ScaledRow, column: Column): string {
  return placeOf(release, layout.printed(rows, kind), row, column);
}
/** The place of a raw cell of an assessment. */
const inRaw =
  (column: Column) =>
  ({ raw }: Pick<Assessment, 'raw'>, edition: Edition) =>
    placeOfCell(edition, raw, column);

/** A number of the latest year, for a rule about it. */
function ofRelease(number: (edition: Edition) => number | null): check.Look<Edition, readonly [place: string, value: number | null]> {
  return (edition) => [[placeOfRelease(edition.release), number(edition)]];
}

/** Codes and labels of one occupation, or of the excluded ones, whose rows are not all there. */
function* incompleteCubes({ release, rows }: Edition): Iterable<Finding> {
  for (const row of rows) {
    if (row.kind !== 'occurrence' || row.printed === total || row.rows === rowsOfCube) continue;
    const place = placeOf(release, layout.printed(rows, row.table), row.row, row.of);
    yield {
      place,
      message: `"${row.printed}" has ${row.rows} rows, expected ${rowsOfCube}: one for each filter with its own value or "${total}"`,
    };
  }
}

/** Numbers of the row of a sum; nothing if the row is missing or the number is withheld. */
function numberOf(sum: Sum | null, of: 'occupations' | 'workers'): number | null {
  const cell = sum?.[of];
  return typeof cell === 'number' ? cell : null;
}

type Agreement = readonly [place: string, found: string | number | null | undefined, expected: string | number | null, what?: string];

/** Cells of the year before as people have read them. */
function* anchorsBefore(year: AssessedYear, edition: Edition): Iterable<Agreement> {
  const place = (code: string) => placeOfCode(edition, code, year);
  const { assessments, all, excluded } = year;
  yield [placeOfRelease(edition.release), year.year, before.year, 'the year before'];
  yield [placeOfRelease(edition.release), numberOf(all, 'workers'), before.workers, 'all workers'];
  yield [placeOfRelease(edition.release), numberOf(all, 'occupations'), before.unitGroups, 'all occupations'];
  yield [placeOfRelease(edition.release), numberOf(excluded, 'occupations'), before.excluded, 'excluded occupations'];
  const [highest] = [...assessments].sort(([, a], [, b]) => b.index - a.index);
  yield [placeOfRelease(edition.release), highest?.[0], before.highestIndex, 'the occupation with the highest index'];
  for (const [code, index] of Object.entries(before.indices)) {
    const found = assessments.get(code)?.index;
    yield [place(code), found === undefined ? null : round(found, 6), index, 'the demand index'];
  }
  for (const [code, level, workers] of before.assessments) {
    yield [place(code), assessments.get(code)?.level, level, 'the level'];
    yield [place(code), assessments.get(code)?.workers, workers, 'the number of workers'];
  }
  for (const [code, values] of Object.entries(before.values)) {
    for (const { key, name } of demandIndicators) {
      const value = (values as Readonly<Record<string, number | undefined>>)[key];
      if (value !== undefined) yield [place(code), assessments.get(code)?.indicators[key].value, value, name];
    }
  }
}

/** The index of every occupation of both years. */
function* indexesOf(edition: Edition): Generator<[place: () => string, index: number]> {
  for (const assessment of assessmentsOf(edition)) yield [() => placeOfCell(edition, assessment.scaled, 'index'), assessment.index];
}

export const checks: readonly Check<Rows, DemandObservations>[] = [
  ...titleChecks<Rows, DemandObservations>((edition) =>
    yearsOf(edition).map(({ assessments }) =>
      [...assessments].map(([code, assessment]) => [() => inRaw('label')(assessment, edition), code, assessment.label]),
    ),
  ),
  check.block('cube', 'In every data set every code and every label has 128 rows, the excluded occupations too.', incompleteCubes),
  check.block(
    'raw-and-scaled',
    'The raw and the scaled data set agree on the number of rows, the occupations, their titles, their levels and the number of missing indicators.',
    check.agree((edition) =>
      yearsOf(edition).map(({ tables: { raw, scaled } }) => {
        const counts = new Map(edition.rows.flatMap((row) => (row.kind === 'count' ? [[row.table, row.rows] as const] : [])));
        const place = placeOf(edition.release, layout.printed(edition.rows, scaled));
        return [place, counts.get(scaled), counts.get(raw) ?? null, 'the number of rows in both data sets'];
      }),
    ),
    check.complete('occupations of the scaled data set', (edition) =>
      yearsOf(edition).map(({ tables: { raw, scaled } }) => {
        const codesOf = (table: TableName) =>
          edition.rows.flatMap((row) => (row.kind === 'occurrence' && row.table === table && row.of === 'code' ? [row.printed] : []));
        return [placeOf(edition.release, layout.printed(edition.rows, scaled)), codesOf(scaled), codesOf(raw)];
      }),
    ),
    check.agree(function* (edition) {
      for (const { raw, scaled } of assessmentsOf(edition))
        for (const column of ['label', 'level', 'missing'] as const)
          yield [() => placeOfCell(edition, scaled, column), scaled[column], raw[column], `${column} of ${raw.code} in both data sets`];
    }),
  ),
  check.block(
    'year',
    'The latest year is the one by which the release is named.',
    check.agree((edition) => {
      const { latest } = edition.observations;
      const place = placeOf(edition.release, layout.printed(edition.rows, latest.tables.raw));
      return [[place, latest.year, Number(edition.release.name.slice(-4)), 'the year of the rows']];
    }),
  ),
  check.block(
    'all-unit-groups',
    'Assessed and excluded occupations together are all unit groups of SOC 2020, by the rows and by the numbers that the publisher prints.',
    check.agree(function* (edition) {
      const groups = edition.observations.occupations.length;
      for (const year of yearsOf(edition)) {
        const { assessments, excluded, all } = year;
        const place = placeOf(edition.release, layout.printed(edition.rows, year.tables.raw));
        yield [place, numberOf(all, 'occupations'), groups, `the number of occupations in the row of "${total}"`];
        const rest = groups - assessments.size;
        yield [place, numberOf(excluded, 'occupations'), rest, `the number of occupations in the row of "${excludedOccupations}"`];
      }
    }),
  ),
  check.block(
    'index',
    'The index of an occupation is −8 to 8 (the highest of 2024, assessed again, is 2.454187).',
    check.within('the index', indexesOf, check.eitherWay(8)),
  ),
  check.block(
    'levels',
    '62 occupations are critical, 125 elevated and 181 other in 2025; in later years 20 to 110 are critical and 80 to 180 elevated.',
    ...demandLevels.flatMap((level) => {
      const number = ofRelease((edition) => ofLevel(edition, level).length);
      const what = `the number of occupations that are ${level}`;
      return [
        inStatedYear(check.within(what, number, check.exactly(stated[level]))),
        inOtherYears(check.within(what, number, usual[level])),
      ];
    }),
  ),
  check.block(
    'signals',
    'The indicators named as in demand are those flagged as critical or elevated.',
    check.each(assessmentsOf, inRaw('indicators'), ({ code, raw, inDemand, indicators }) => {
      const flagged = demandIndicators.filter(({ key }) => ['critical', 'elevated'].includes(indicators[key].level ?? ''));
      if (flagged.length === inDemand.length && flagged.every(({ key }) => inDemand.includes(key))) return null;
      return `${code} has "${raw.indicators}", but flags for ${quoteList(flagged.map(({ name }) => name))}`;
    }),
  ),
  check.block(
    'level-fits-signals',
    'An occupation in critical or elevated demand has at least one indicator that signals it, and one not in high demand has no critical indicator.',
    check.each(assessmentsOf, inRaw('level'), ({ code, level, inDemand, indicators }) => {
      if (level !== 'not_in_high_demand') return inDemand.length > 0 ? null : `${code} is ${level} without any indicator`;
      const critical = demandIndicators.filter(({ key }) => indicators[key].level === 'critical').map(({ name }) => name);
      return critical.length === 0 ? null : `${code} is not in high demand, but ${quoteList(critical)} is critical`;
    }),
  ),
  check.block(
    'method',
    'Each of the five indicators signals for some occupation. If one never does, the method has changed and a person must read it.',
    check.complete('indicators that signal for some occupation', (edition) =>
      yearsOf(edition).map((year) => {
        const named = new Set<string>([...year.assessments.values()].flatMap(({ inDemand }) => inDemand));
        const found = demandIndicators.filter(({ key }) => named.has(key));
        const place = placeOf(edition.release, layout.printed(edition.rows, year.tables.raw));
        return [place, found.map(({ name }) => name), demandIndicators.map(({ name }) => name)];
      }),
    ),
  ),
  check.block(
    'workers',
    'Assessed and excluded occupations have the workers that the publisher prints for all, 30 to 35 million.',
    check.addUp(
      (edition) =>
        yearsOf(edition).map(({ tables, assessments, excluded, all }) => {
          const parts = [...[...assessments.values()].map(({ workers }) => workers), excluded?.workers];
          const numbers = parts.map((cell) => (typeof cell === 'number' ? cell : null));
          const place = placeOf(edition.release, layout.printed(edition.rows, tables.raw), all?.row.row, 'workers');
          return [place, 'the occupations', numbers, numberOf(all, 'workers'), halfOfRounding * (numbers.length + 1)];
        }),
      'workers',
    ),
    check.within(
      'the number of workers',
      (edition) =>
        yearsOf(edition).map(({ tables, all }) => [
          placeOf(edition.release, layout.printed(edition.rows, tables.raw), all?.row.row, 'workers'),
          numberOf(all, 'workers'),
        ]),
      [30_000_000, 35_000_000],
      { required: true },
    ),
  ),
  check.knownIssue(
    'year-before',
    'The release has the year before, assessed again by the same method. Without it answers have no `previous`.',
    ({ release, observations: { latest, previous } }) =>
      previous === null
        ? [{ place: placeOfRelease(release), message: `no data sets of ${latest.year - 1}, expected them as in 2025` }]
        : [],
  ),
  check.block(
    'anchors',
    "Levels and numbers of workers that the publisher's pages state for 2025.",
    check.inReleases(
      [anchoredRelease],
      check.agree((edition) => {
        const { latest } = edition.observations;
        return statedLevels.flatMap(([code, level, thousands]) => {
          const [found, place] = [latest.assessments.get(code), placeOfCode(edition, code, latest)];
          const workers = typeof found?.workers === 'number' ? round(found.workers / 1000) : found?.workers;
          const anchors: Agreement[] = [[place, found?.level, level, 'the level']];
          return thousands === null ? anchors : [...anchors, [place, workers, thousands, 'thousands of workers']];
        });
      }),
    ),
  ),
  check.block(
    'anchors-before',
    'Cells of 2024, assessed again, that a public analysis of the release of 2025 printed.',
    check.inReleases(
      [anchoredRelease],
      check.agree((edition) => (edition.observations.previous === null ? [] : anchorsBefore(edition.observations.previous, edition))),
    ),
  ),
];
