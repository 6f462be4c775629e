// What an assessment must show before it is served: a whole cube, raw and scaled data sets that agree, levels that fit what the indicators
// signal, and the publisher's counts. What the printed outputs of 2024, assessed again, and the publisher's pages confirm holds a release
// back; the rest is a known issue.
import { notRepeated } from '#sources/kit/checks-relatives.ts';
import { titleChecks } from '#sources/kit/checks-titles.ts';
import * as check from '#sources/kit/checks.ts';
import { placeOf, placeOfRelease } from '#sources/kit/place.ts';
import { quoteList } from '#sources/kit/problem.ts';
import { foldToLetters } from '#sources/kit/read/columns.ts';
import type { Check, Examined, Finding } from '#sources/kit/source.ts';
import { type DemandLevel, demandIndicators, demandLevels } from '#schemas/codes.ts';
import { round } from '#schemas/round.ts';
import { anchoredRelease, before, inHighDemand, mostCritical, statedLevels } from './anchors.ts';
import { isNotElsewhereClassified } from './documents.ts';
import {
  type Column,
  type RawRow,
  type Rows,
  type ScaledRow,
  type TableName,
  columnsNotRead,
  printedTable,
  tableNames,
  tableOf,
  total,
} from './parse.ts';
import {
  type AssessedYear,
  type Assessment,
  type DemandObservations,
  type Sum,
  excludedOccupations,
  signalColumnsOf,
  valueColumnOf,
} from './reshape.ts';

type Edition = Examined<Rows, DemandObservations>;
type Rule = check.Rule<Edition>;

// The year for which the publisher's release page states the number of occupations at each level.
const statedYear = 2025;
const stated: Readonly<Record<DemandLevel, number>> = { critical: 62, elevated: 125, not_in_high_demand: 181 };
// Wide enough for the change between any two years so far: 2024 had 336 occupations, 39 of them critical and 128 elevated.
const usual: Readonly<Record<DemandLevel, check.Band>> = { critical: [20, 110], elevated: [80, 180], not_in_high_demand: [0, 412] };
const usualAssessed: check.Band = [330, 412];
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

function placeOfCell({ release, rows }: Edition, { table, row }: RawRow | ScaledRow, column: Column): string {
  return placeOf(release, printedTable(rows, table), row, column);
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

const assessed = ({ observations }: Edition) => observations.latest.assessments.size;

/** The sum of the workers of some occupations, without withheld numbers. */
function workersOf(assessments: Iterable<Assessment>): number {
  return [...assessments].reduce((sum, { workers }) => sum + (typeof workers === 'number' ? workers : 0), 0);
}

/** The share of occupations assessed in both years whose level changed since the year before. */
function shareMoved({ observations: { latest, previous } }: Edition): number | null {
  const both = [...latest.assessments].filter(([code]) => previous?.assessments.has(code));
  const moved = both.filter(([code, { level }]) => previous?.assessments.get(code)?.level !== level);
  return check.percentOf(moved.length, both.length, 2);
}

/** Codes and labels of one occupation, or of the excluded ones, whose rows are not all there. */
function* incompleteCubes({ release, rows }: Edition): Iterable<Finding> {
  for (const row of rows) {
    if (row.kind !== 'occurrence' || row.printed === total || row.rows === rowsOfCube) continue;
    const place = placeOf(release, printedTable(rows, row.table), row.row, row.of);
    yield {
      place,
      message: `"${row.printed}" has ${row.rows} rows, expected ${rowsOfCube}: one for each filter with its own value or "${total}"`,
    };
  }
}

/** Codes without a row of the fixed combination, and further rows of a code that has one. */
function* otherThanOneRow({ release, rows }: Edition): Iterable<Finding> {
  for (const table of tableNames) {
    const first = new Map<string, number>();
    for (const row of rows) {
      if ((row.kind !== 'raw' && row.kind !== 'scaled') || row.table !== table) continue;
      const before = first.get(row.code);
      if (before === undefined) first.set(row.code, row.row);
      else {
        const message = `"${row.code}" has a second row in which every filter has its own value, after row ${before}`;
        yield { place: placeOf(release, printedTable(rows, table), row.row, 'code'), message };
      }
    }
    for (const row of rows) {
      if (row.kind !== 'occurrence' || row.table !== table || row.of !== 'code' || first.has(row.printed)) continue;
      const message = `"${row.printed}" has no row in which every filter has its own value`;
      yield { place: placeOf(release, printedTable(rows, table), row.row, 'code'), message };
    }
  }
}

/** Numbers of the row of a sum; nothing if the row is missing or the number is withheld. */
function numberOf(sum: Sum | null, of: 'occupations' | 'workers'): number | null {
  const cell = sum?.[of];
  return typeof cell === 'number' ? cell : null;
}

/** Columns of a data set that are neither read nor known. */
function* unknownColumns({ release, rows }: Edition): Iterable<Finding> {
  for (const row of rows) {
    if (row.kind !== 'table') continue;
    const read = new Set(Object.values(row.columns));
    for (const [index, header] of row.headers.entries()) {
      if (read.has(index + 1) || columnsNotRead.includes(foldToLetters(header))) continue;
      yield {
        place: placeOf(release, printedTable(rows, row.table), 1, index + 1),
        message: `the column "${header}" is not known and not read`,
      };
    }
  }
}

/** An anchor of the year before, in the release that it is of. */
function anchoredBefore(rule: (year: AssessedYear, edition: Edition) => Iterable<Finding>): Rule {
  return check.inReleases([anchoredRelease], (edition) => {
    const { previous } = edition.observations;
    return previous === null ? [] : rule(previous, edition);
  });
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

const numberIn = (cell: unknown) => (typeof cell === 'number' ? cell : null);

export const checks: readonly Check<Rows, DemandObservations>[] = [
  ...titleChecks<Rows, DemandObservations>((edition) =>
    yearsOf(edition).map(({ assessments }) =>
      [...assessments].map(([code, assessment]) => [() => inRaw('label')(assessment, edition), code, assessment.label]),
    ),
  ),
  check.info(
    'columns',
    'Every column is known. A column that is not known is not read; a new filter would break `one-row`.',
    unknownColumns,
  ),
  check.block('cube', 'In every data set every code and every label has 128 rows, the excluded occupations too.', incompleteCubes),
  check.block('one-row', 'In every data set exactly one row of each code has its own value in every filter.', otherThanOneRow),
  check.block(
    'raw-and-scaled',
    'The raw and the scaled data set agree on the number of rows, the occupations, their titles, their levels and the number of missing indicators.',
    check.agree((edition) =>
      yearsOf(edition).map(({ tables: { raw, scaled } }) => {
        const rowsOf = (table: TableName) => tableOf(edition.rows, table)?.rows ?? null;
        const place = placeOf(edition.release, printedTable(edition.rows, scaled));
        return [place, rowsOf(scaled), rowsOf(raw), 'the number of rows in both data sets'];
      }),
    ),
    check.complete('occupations of the scaled data set', (edition) =>
      yearsOf(edition).map(({ tables: { raw, scaled } }) => {
        const codesOf = (table: TableName) =>
          edition.rows.flatMap((row) => (row.kind === 'occurrence' && row.table === table && row.of === 'code' ? [row.printed] : []));
        return [placeOf(edition.release, printedTable(edition.rows, scaled)), codesOf(scaled), codesOf(raw)];
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
      const place = placeOf(edition.release, printedTable(edition.rows, latest.tables.raw));
      return [[place, latest.year, Number(edition.release.name.slice(-4)), 'the year of the rows']];
    }),
  ),
  check.block(
    'assessed',
    '368 occupations are assessed in 2025; in later years 330 to 412, and within 5 % of the previous edition.',
    inStatedYear(check.within('the number of occupations assessed', ofRelease(assessed), check.exactly(368))),
    inOtherYears(check.within('the number of occupations assessed', ofRelease(assessed), usualAssessed)),
    inOtherYears(
      check.moves(
        (edition, previous) => [[placeOfRelease(edition.release), assessed(edition), previous && assessed(previous)]],
        check.eitherWay(5),
        { unit: 'occupations assessed' },
      ),
    ),
  ),
  check.block(
    'all-unit-groups',
    'Assessed and excluded occupations together are all unit groups of SOC 2020, by the rows and by the numbers that the publisher prints.',
    check.agree(function* (edition) {
      const groups = edition.observations.occupations.length;
      for (const year of yearsOf(edition)) {
        const { assessments, excluded, all } = year;
        const place = placeOf(edition.release, printedTable(edition.rows, year.tables.raw));
        yield [place, numberOf(all, 'occupations'), groups, `the number of occupations in the row of "${total}"`];
        const rest = groups - assessments.size;
        yield [place, numberOf(excluded, 'occupations'), rest, `the number of occupations in the row of "${excludedOccupations}"`];
      }
    }),
  ),
  check.knownIssue(
    'excluded',
    'The excluded occupations are those not elsewhere classified.',
    check.complete('excluded occupations', (edition) => {
      const groups = edition.needs.get('soc-structure').unitGroups;
      return yearsOf(edition).map(({ assessments, year }) => [
        `${placeOfRelease(edition.release)} ${year}`,
        groups.filter(({ code }) => !assessments.has(code)).map(({ code }) => code),
        groups.filter(({ title }) => isNotElsewhereClassified(title)).map(({ code }) => code),
      ]);
    }),
  ),
  check.knownIssue(
    'index-near',
    'The index of an occupation is −4 to 4 (the highest of 2024, assessed again, is 2.454187): it is a weighted mean of scaled indicators.',
    check.within('the index', indexesOf, check.eitherWay(4)),
  ),
  check.block(
    'index-plausible',
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
    'capped',
    'No indicator is critical that is imputed from the minor group, or capped at elevated for that.',
    ...(['imputed', 'capped'] as const).map((column) =>
      check.each(assessmentsOf, inRaw(column), ({ code, indicators, [column]: remark }) => {
        const critical = demandIndicators.filter(({ key }) => remark.indicators.includes(key) && indicators[key].level === 'critical');
        return critical.length === 0
          ? null
          : `${code} has "${remark.printed}", but ${quoteList(critical.map(({ name }) => name))} is critical`;
      }),
    ),
  ),
  check.knownIssue(
    'signal-without-value',
    'An indicator that signals high demand has a value, and visa grants that do are more than 0.',
    function* (edition) {
      for (const { code, raw, indicators } of assessmentsOf(edition))
        for (const { key, name } of demandIndicators) {
          const { level, value } = indicators[key];
          if (
            level === null ||
            level === 'not_in_high_demand' ||
            (typeof value === 'number' && !(key === 'visa_grant_density' && value === 0))
          )
            continue;
          const column = valueColumnOf(key);
          yield { place: placeOfCell(edition, raw, column), message: `${code} has "${raw[column]}", but its ${name} is ${level}` };
        }
    },
  ),
  check.knownIssue(
    'flags',
    'Critical and elevated are flagged with 1 or 0. An indicator with a value has both flags.',
    function* (edition) {
      for (const { code, scaled, indicators } of assessmentsOf(edition))
        for (const { key, name } of demandIndicators) {
          if (indicators[key].level !== null || typeof indicators[key].value !== 'number') continue;
          const [critical] = signalColumnsOf(key);
          yield {
            place: placeOfCell(edition, scaled, critical),
            message: `${code} has a value of ${name}, but "${indicators[key].marker}" as a flag`,
          };
        }
    },
  ),
  check.block(
    'method',
    'Each of the five indicators signals for some occupation. If one never does, the method has changed and a person must read it.',
    check.complete('indicators that signal for some occupation', (edition) =>
      yearsOf(edition).map((year) => {
        const named = new Set<string>([...year.assessments.values()].flatMap(({ inDemand }) => inDemand));
        const found = demandIndicators.filter(({ key }) => named.has(key));
        const place = placeOf(edition.release, printedTable(edition.rows, year.tables.raw));
        return [place, found.map(({ name }) => name), demandIndicators.map(({ name }) => name)];
      }),
    ),
  ),
  check.block(
    'workers',
    'Assessed and excluded occupations have the workers that the publisher prints for all, 30 to 35 million; in 2025 those in critical demand have 5.1 million and in elevated demand 10.9 million, within 2 %.',
    check.addUp(
      (edition) =>
        yearsOf(edition).map(({ tables, assessments, excluded, all }) => {
          const parts = [...[...assessments.values()].map(({ workers }) => workers), excluded?.workers];
          const numbers = parts.map((cell) => (typeof cell === 'number' ? cell : null));
          const place = placeOf(edition.release, printedTable(edition.rows, tables.raw), all?.row.row, 'workers');
          return [place, 'the occupations', numbers, numberOf(all, 'workers'), halfOfRounding * (numbers.length + 1)];
        }),
      'workers',
    ),
    check.within(
      'the number of workers',
      (edition) =>
        yearsOf(edition).map(({ tables, all }) => [
          placeOf(edition.release, printedTable(edition.rows, tables.raw), all?.row.row, 'workers'),
          numberOf(all, 'workers'),
        ]),
      [30_000_000, 35_000_000],
      { required: true },
    ),
    inStatedYear(
      check.within(
        'the number of workers in critical demand',
        ofRelease((edition) => workersOf(ofLevel(edition, 'critical'))),
        [4_998_000, 5_202_000],
      ),
    ),
    inStatedYear(
      check.within(
        'the number of workers in elevated demand',
        ofRelease((edition) => workersOf(ofLevel(edition, 'elevated'))),
        [10_682_000, 11_118_000],
      ),
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
  check.knownIssue(
    'not-the-edition-before',
    'At most half of the occupations have the workers that they had in the edition of another year. The rows state their year, so that a file of another one is held back.',
    check.against(
      notRepeated(
        ({ release, observations: { latest } }, previous) => {
          const then = previous?.observations.latest;
          if (then === undefined || then.year === latest.year) return [];
          const pairs = [...latest.assessments].map(
            ([code, { workers }]) => [numberIn(workers), numberIn(then.assessments.get(code)?.workers)] as const,
          );
          return [[placeOfRelease(release), pairs, String(then.year)]];
        },
        { most: 0.5, least: 20 },
      ),
    ),
  ),
  check.knownIssue(
    'movement',
    'At most 45 % of the occupations have another level than the year before by the same method. Editions are not compared with each other, because their methods may differ.',
    check.within('the share of occupations with another level than the year before', ofRelease(shareMoved), check.atMost(45), {
      unit: '%',
    }),
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
    check.inReleases(
      [anchoredRelease],
      check.agree((edition) => {
        const { latest } = edition.observations;
        const criticalOf = ({ indicators }: Assessment) =>
          demandIndicators.filter(({ key }) => indicators[key].level === 'critical').length;
        const found = latest.assessments.get(mostCritical.code);
        const place = placeOfCode(edition, mostCritical.code, latest);
        const most = Math.max(...[...latest.assessments.values()].map(criticalOf));
        return [
          [place, found === undefined ? null : criticalOf(found), mostCritical.indicators, 'critical indicators'],
          [place, most, mostCritical.indicators, 'the most critical indicators of an occupation'],
        ];
      }),
    ),
    check.inReleases(
      [anchoredRelease],
      check.each(
        () => inHighDemand,
        (code, edition) => placeOfCode(edition, code, edition.observations.latest),
        (code, { observations }) => {
          const level = observations.latest.assessments.get(code)?.level;
          return level === 'critical' || level === 'elevated' ? null : `found the level "${level}", expected critical or elevated`;
        },
      ),
    ),
  ),
  check.block(
    'anchors-before',
    'Cells of 2024, assessed again, that a public analysis of the release of 2025 printed.',
    anchoredBefore((year, edition) => check.agree<Edition>(() => anchorsBefore(year, edition))(edition, null)),
    anchoredBefore((year, edition) =>
      check.complete<Edition>('occupations with critical visa grants or job adverts', () => [
        [
          `${placeOfRelease(edition.release)} ${year.year}`,
          [...year.assessments].flatMap(([code, { indicators }]) =>
            [indicators.visa_grant_density, indicators.online_job_advert_density].some(({ level }) => level === 'critical') ? [code] : [],
          ),
          before.criticalVisasOrAdverts,
        ],
      ])(edition, null),
    ),
  ),
];
