// What has to be true of an ASHE release before it is served. Observed values are those of the editions 2022 to 2024.
//
// Three demands are made earlier, because nothing can be read without them: parse.ts finds every workbook, sheet and header cell,
// reshape.ts refuses markers that are unknown or stand where none may. Correction notices, which Tables 14 and 15 of one release
// have to share, stand in no workbook; the names of the members tell year and kind.
import { quoteList } from '#compiler/problem.ts';
import { parseAddress } from '#compiler/read/workbook.ts';
import type { Check, Examined, Finding } from '#compiler/source.ts';
import { type AreaSlug, type Measure, areaOf, measures, qualityOfCv } from '#schemas/codes.ts';
import { round } from '#schemas/round.ts';
import { type PayColumn, type PayQuery, payColumns, payCvColumns, payQueries, payVariantIndex } from '#schemas/select-pay.ts';
import {
  type AsheRow,
  type AsheRows,
  type AsheSheet,
  type SheetName,
  type TableNumber,
  fillAt,
  firstRow,
  fold,
  headerRow,
  jobsColumn,
  placeOf,
  sheets,
  tableName,
} from './parse.ts';
import { type AsheObservations, type PayRow, allEmployees, bandByShading, codeOf, isNotClassified, regionSlugs } from './reshape.ts';

type Edition = Examined<AsheRows, AsheObservations>;
type AsheCheck = Check<AsheRows, AsheObservations>;

interface Table {
  readonly area: AreaSlug;
  readonly query: PayQuery;
  readonly rows: ReadonlyMap<string, PayRow>;
}

/** The tables that the release has, of the areas asked for. */
function tablesOf({ observations }: Edition, areas: readonly AreaSlug[] = observations.areas): Table[] {
  return areas.flatMap((area) =>
    payQueries.flatMap((query, place) => {
      const rows = observations.tables.get(area)?.[place];
      return rows === null || rows === undefined ? [] : [{ area, query, rows }];
    }),
  );
}

function tableOf({ observations }: Edition, area: AreaSlug, query: PayQuery): ReadonlyMap<string, PayRow> {
  return observations.tables.get(area)?.[payVariantIndex(query)] ?? new Map();
}

/** A published figure; null where it is withheld or there is no such row. */
function figure(row: PayRow | undefined, column: PayColumn): number | null {
  const value = row?.values[payColumns.indexOf(column)];
  return typeof value === 'number' ? value : null;
}

function cvPlace(column: PayColumn): number {
  return payCvColumns.findIndex((candidate) => candidate === column);
}

function printedTable({ measure, sex, pattern }: PayQuery, table: TableNumber): Pick<AsheSheet, 'table' | 'number' | 'kind' | 'sheet'> {
  const sheet = sheets.find((candidate) => candidate.sex === sex && candidate.pattern === pattern) ?? sheets[0];
  return { table, number: measures.findIndex(({ key }) => key === measure) + 1, kind: 'a', sheet: sheet.name };
}

/** The cell of a figure of Table 14; of Table 15 the sheet, region, group and column, for its rows are found by name. */
function placeOfFigure({ release, observations }: Edition, { area, query }: Table, code: string, column: PayColumn): string {
  if (area === 'uk') return placeOf(release, printedTable(query, 14), observations.rowNumbers.get(code), payColumns.indexOf(column) + jobsColumn);
  return `${placeOf(release, printedTable(query, 15))} ${areaOf(area).name} ${code === allEmployees ? 'all employees' : code} ${column}`;
}

/** The table by which a release is judged as a whole: gross annual pay of all employees. */
const headline: PayQuery = { measure: 'annual_pay_gross', sex: 'all', pattern: 'all' };

function headlineTable(edition: Edition): Table {
  return { area: 'uk', query: headline, rows: tableOf(edition, 'uk', headline) };
}

/** The edition of the year before. Movements between others are of another size, and say nothing. */
function yearBefore({ release }: Edition, previous: Edition | null): Edition | null {
  return previous !== null && release.year !== null && previous.release.year === release.year - 1 ? previous : null;
}

/** The edition of the year before, or the one of the same year that this one revises. */
function predecessor(edition: Edition, previous: Edition | null): Edition | null {
  return previous !== null && previous.release.year === edition.release.year ? previous : yearBefore(edition, previous);
}

function percentChange(now: number, before: number): number {
  return round(100 * (now / before - 1), 1);
}

const groupsComplete: AsheCheck = {
  name: 'groups-complete',
  severity: 'block',
  describe: 'Every sheet of Table 14 has exactly the 551 groups of soc-structure, in the same order.',
  check({ release, rows, needs }) {
    const expected = [...needs.get('soc-structure').groups.keys()];
    let order: string | null = null;
    return rows
      .filter(({ table }) => table === 14)
      .flatMap((sheet) => {
        const codes = sheet.rows.map(codeOf).filter((code) => code !== allEmployees);
        const known = new Set(codes);
        const missing = expected.filter((code) => !known.has(code));
        const place = placeOf(release, sheet);
        const findings: Finding[] = [];
        if (missing.length > 0) findings.push({ place, message: `${missing.length} groups are missing: ${quoteList(missing)}` });
        if (codes.length !== expected.length) findings.push({ place, message: `found ${codes.length} groups, expected ${expected.length}` });
        order ??= codes.join(' ');
        if (codes.join(' ') !== order) findings.push({ place, message: 'the groups stand in another order than in the first sheet' });
        return findings;
      });
  },
};

const sheetTitle: AsheCheck = {
  name: 'sheet-title',
  severity: 'block',
  describe:
    'The title of each sheet names its table, its sex and work pattern, and the year where it names one: sheets saved under shuffled names are otherwise unnoticed.',
  check({ release, rows }) {
    return rows.flatMap((sheet) => {
      const title = fold(sheet.title.join(' '));
      const place = placeOf(release, sheet, 1, 1);
      const { employees } = sheets.find(({ name }) => name === sheet.sheet) ?? sheets[0];
      const findings: Finding[] = [];
      const wrong = (expected: string) => findings.push({ place, message: `the title is "${title}", expected it to name ${expected}` });
      if (!titleNamesTable(title, sheet)) wrong(`Table ${tableName(sheet)}`);
      if (!new RegExp(`\\bfor ${employees} employee jobs`, 'i').test(title)) wrong(`${employees} employee jobs`);
      const year = /\b20\d\d$/.exec(title)?.[0];
      if (year !== undefined && Number(year) !== release.year) wrong(`the year ${release.year}`);
      return findings;
    });
  },
};

/** Nobody here has seen a title of Table 15, so it need only name the table and the number. */
function titleNamesTable(title: string, { table, number, kind }: AsheSheet): boolean {
  return (table === 14 ? /^Table 14/ : /^(Work Region.* )?Table 15/).test(title) && new RegExp(`\\.${number}${kind}\\b`).test(title);
}

const sameEdition: AsheCheck = {
  name: 'same-edition',
  severity: 'block',
  describe:
    'All workbooks, those of Table 15 too, are named for the year of the release, and for one kind: a revised release has none marked provisional.',
  check({ release, rows }) {
    const workbooks = [...new Map(rows.map((sheet) => [sheet.member, sheet])).values()];
    const markedProvisional = ({ member }: AsheSheet) => /(^|\/)PROV - /.test(member);
    const first = workbooks[0];
    return workbooks.flatMap((sheet) => {
      const place = `ashe ${release.name} ${tableName(sheet)}`;
      const findings: Finding[] = [];
      const name = sheet.member.slice(sheet.member.lastIndexOf('/') + 1);
      // The editions of 2023 print the year in no sheet: the name of the workbook is all there is.
      const year = /\b(20\d\d)\b(?!.*\b20\d\d\b)/.exec(name)?.[1];
      if (year === undefined || Number(year) !== release.year)
        findings.push({ place, message: `the workbook is "${name}", expected it to name the year ${release.year}` });
      if (markedProvisional(sheet) && !release.provisional) findings.push({ place, message: `the workbook is "${name}", expected a revised one` });
      if (first !== undefined && markedProvisional(sheet) !== markedProvisional(first)) {
        findings.push({ place, message: `"${name}" and "${first.member}" are of different kinds: only one is marked provisional` });
      }
      return findings;
    });
  },
};

const abAligned: AsheCheck = {
  name: 'ab-aligned',
  severity: 'block',
  describe: 'Estimates and coefficients of variation stand in the same rows: columns A and B are equal row by row (no exception in 22 pairs).',
  check({ release, rows }) {
    const key = ({ table, number, sheet }: AsheSheet) => `${table} ${number} ${sheet}`;
    const coefficients = new Map(rows.filter(({ kind }) => kind === 'b').map((sheet) => [key(sheet), sheet]));
    return rows
      .filter(({ kind }) => kind === 'a')
      .flatMap((sheet) => {
        const cvs = coefficients.get(key(sheet))?.rows ?? [];
        if (cvs.length !== sheet.rows.length) {
          return [{ place: placeOf(release, sheet), message: `${sheet.rows.length} rows of estimates, but ${cvs.length} of coefficients` }];
        }
        return sheet.rows.flatMap((row, index) => {
          const cv = cvs[index];
          const label = (printed: AsheRow | undefined) => `${printed?.row} "${fold(printed?.cells[0] ?? '')}" "${fold(printed?.cells[1] ?? '')}"`;
          return label(row) === label(cv)
            ? []
            : [{ place: placeOf(release, sheet, row.row, 1), message: `the estimates' row is ${label(row)}, the coefficients' ${label(cv)}` }];
        });
      });
  },
};

const nationalRowFull: AsheCheck = {
  name: 'national-row-full',
  severity: 'block',
  describe: 'The row of all employees has no withheld figure. Only incentive pay, by sex or pattern, has shown gaps (2 to 5 a year).',
  check(edition) {
    return tablesOf(edition, ['uk'])
      .filter(({ query }) => query.measure !== 'annual_pay_incentive' || (query.sex === 'all' && query.pattern === 'all'))
      .flatMap((table) => {
        const row = table.rows.get(allEmployees);
        return payColumns.flatMap((column) =>
          figure(row, column) === null
            ? [
                {
                  place: placeOfFigure(edition, table, allEmployees, column),
                  message: `found ${row === undefined ? 'no row' : `"${row.values[payColumns.indexOf(column)]}"`}, expected a number for all employees`,
                },
              ]
            : [],
        );
      });
  },
};

const rising: readonly PayColumn[] = ['p10', 'p20', 'p25', 'p30', 'p40', 'median', 'p60', 'p70', 'p75', 'p80', 'p90'];

const percentilesRise: AsheCheck = {
  name: 'percentiles-rise',
  severity: 'block',
  describe: 'The published percentiles of a row never fall. Withheld ones between them are passed over (no violation in three years).',
  check(edition) {
    return tablesOf(edition).flatMap((table) =>
      [...table.rows].flatMap(([code, row]) => {
        const findings: Finding[] = [];
        let below: { column: PayColumn; value: number } | null = null;
        for (const column of rising) {
          const value = figure(row, column);
          if (value === null) continue;
          if (below !== null && value < below.value) {
            findings.push({
              place: placeOfFigure(edition, table, code, column),
              message: `${column} is ${value}, below ${below.column} with ${below.value}`,
            });
          }
          below = { column, value };
        }
        return findings;
      }),
    );
  },
};

/** Annual pay counts those who have been in the same job for more than a year, so its jobs are others than those of the weekly and hourly tables. */
const annualMeasures: readonly Measure[] = ['annual_pay_gross', 'annual_pay_incentive'];

const jobsAgree: AsheCheck = {
  name: 'jobs-agree',
  severity: 'block',
  describe:
    'The number of jobs of a group is the same in Tables 14.1 to 14.6 and 14.9 to 14.11, and the same in 14.7 and 14.8 (no mismatch observed).',
  check(edition) {
    const models = new Map<string, Table>();
    return tablesOf(edition, ['uk']).flatMap((table) => {
      const { measure, sex, pattern } = table.query;
      const key = `${annualMeasures.includes(measure)} ${sex} ${pattern}`;
      const model = models.get(key);
      if (model === undefined) {
        models.set(key, table);
        return [];
      }
      return [...table.rows].flatMap(([code, row]) => {
        const expected = model.rows.get(code)?.values[0];
        return row.values[0] === expected
          ? []
          : [
              {
                place: placeOfFigure(edition, table, code, 'jobsThousands'),
                message: `found ${row.values[0]} thousand jobs, expected ${expected} as in ${tableName(printedTable(model.query, 14))}`,
              },
            ];
      });
    });
  },
};

// Each part is rounded to a whole thousand. Two parts have been seen to miss their sum by 1, nine major groups by 3.
const jobsTolerance = { parts: 2, majorGroups: 6 };

const jobsAddUp: AsheCheck = {
  name: 'jobs-add-up',
  severity: 'block',
  describe:
    'Jobs of men and women, and of full-time and part-time employees, add up to all within 2 thousand (observed at most 1); those of the major groups to all employees within 6 (observed at most 3).',
  check(edition) {
    return tablesOf(edition, ['uk']).flatMap((table) => {
      const { measure, sex, pattern } = table.query;
      const findings: Finding[] = [];
      const jobs = (query: PayQuery, code: string) => figure(tableOf(edition, 'uk', query).get(code), 'jobsThousands');
      const compare = (code: string, what: string, parts: readonly (number | null)[], tolerance: number) => {
        const whole = figure(table.rows.get(code), 'jobsThousands');
        const published = parts.filter((part) => part !== null);
        if (whole === null || published.length < parts.length) return;
        const sum = published.reduce((total, part) => total + part, 0);
        if (Math.abs(sum - whole) > tolerance) {
          findings.push({
            place: placeOfFigure(edition, table, code, 'jobsThousands'),
            message: `${what} add up to ${sum} thousand jobs, expected ${whole} within ${tolerance}`,
          });
        }
      };
      if (sex === 'all' && pattern === 'all') {
        for (const code of table.rows.keys()) {
          compare(
            code,
            'men and women',
            [jobs({ measure, sex: 'male', pattern }, code), jobs({ measure, sex: 'female', pattern }, code)],
            jobsTolerance.parts,
          );
          compare(
            code,
            'full-time and part-time',
            [jobs({ measure, sex, pattern: 'fulltime' }, code), jobs({ measure, sex, pattern: 'parttime' }, code)],
            jobsTolerance.parts,
          );
        }
      }
      const majorGroups = [...table.rows.keys()].filter((code) => code.length === 1);
      compare(
        allEmployees,
        'the major groups',
        majorGroups.map((code) => jobs(table.query, code)),
        jobsTolerance.majorGroups,
      );
      return findings;
    });
  },
};

// Three means, each rounded to 0.1, can miss by 0.15; 0.1 has been observed.
const meansTolerance = 0.15;

const sums: readonly { readonly whole: Measure; readonly parts: readonly [Measure, Measure] }[] = [
  { whole: 'hours_paid_total', parts: ['hours_paid_basic', 'hours_paid_overtime'] },
  { whole: 'weekly_pay_gross', parts: ['weekly_pay_excl_overtime', 'overtime_pay'] },
];

const meansAddUp: AsheCheck = {
  name: 'means-add-up',
  severity: 'block',
  describe:
    'Where all three are published, the mean of total hours is that of basic and overtime hours, and the mean of gross weekly pay that of pay without overtime and of overtime pay, within 0.15: a table taken from another year shows.',
  check(edition) {
    return sums.flatMap(({ whole, parts }) =>
      tablesOf(edition, ['uk'])
        .filter(({ query }) => query.measure === whole)
        .flatMap((table) => {
          const [one, other] = parts.map((measure) => tableOf(edition, 'uk', { ...table.query, measure }));
          return [...table.rows].flatMap(([code, row]) => {
            const [mean, first, second] = [figure(row, 'mean'), figure(one?.get(code), 'mean'), figure(other?.get(code), 'mean')];
            if (mean === null || first === null || second === null || round(Math.abs(first + second - mean), 3) <= meansTolerance) return [];
            return [
              {
                place: placeOfFigure(edition, table, code, 'mean'),
                message: `the mean is ${mean}, but ${parts.join(' and ')} add up to ${round(first + second, 2)}`,
              },
            ];
          });
        }),
    );
  },
};

const cvCoherent: AsheCheck = {
  name: 'cv-coherent',
  severity: 'block',
  describe: 'No published figure has a coefficient of variation above 20 %.',
  check(edition) {
    return tablesOf(edition).flatMap((table) =>
      [...table.rows].flatMap(([code, row]) =>
        payCvColumns.flatMap((column) => {
          const cv = row.cvs[cvPlace(column)] ?? null;
          if (cv === null || figure(row, column) === null || qualityOfCv(cv) !== 'unreliable') return [];
          return [
            {
              place: placeOfFigure(edition, table, code, column),
              message: `${figure(row, column)} is published with a coefficient of variation of ${cv} %, expected "x"`,
            },
          ];
        }),
      ),
    );
  },
};

// 2023 has up to 148 such cells in a table (14.5), 2024 none: rounding and ONS's own reasons explain some, a shifted column gives thousands.
const withheldDespiteCvLimit = 200;

const withheldDespiteCv: AsheCheck = {
  name: 'withheld-despite-cv',
  severity: 'known-issue',
  describe: 'At most 200 figures of a table are withheld as unreliable although their coefficient of variation is 20 % or less.',
  check(edition) {
    return measures.flatMap(({ key: measure }) => {
      const tables = tablesOf(edition, ['uk']).filter(({ query }) => query.measure === measure);
      const cells = tables.flatMap(({ rows }) =>
        [...rows.values()].flatMap((row) =>
          payCvColumns.filter((column) => row.values[payColumns.indexOf(column)] === 'x' && (row.cvs[cvPlace(column)] ?? Infinity) <= 20),
        ),
      );
      if (cells.length <= withheldDespiteCvLimit) return [];
      const number = measures.findIndex(({ key }) => key === measure) + 1;
      return [
        {
          place: `ashe ${edition.release.name} ${tableName({ table: 14, number, kind: 'a' })}`,
          message: `${cells.length} figures are withheld with a coefficient of variation of 20 % or less, expected at most ${withheldDespiteCvLimit}`,
        },
      ];
    });
  },
};

const shadingAgrees: AsheCheck = {
  name: 'shading-agrees',
  severity: 'known-issue',
  describe:
    'Wherever a published figure has a coefficient of variation and a readable shading, both tell the same band (no exception in 2023 and 2024).',
  check({ release, rows, observations }) {
    return rows
      .filter(({ table, kind }) => table === 14 && kind === 'a')
      .flatMap((sheet) => {
        const query = {
          measure: measures[sheet.number - 1]?.key ?? headline.measure,
          ...(sheets.find(({ name }) => name === sheet.sheet) ?? sheets[0]),
        };
        const table = observations.tables.get('uk')?.[payVariantIndex(query)];
        return sheet.rows.flatMap((row) =>
          payCvColumns.flatMap((column) => {
            const observed = isNotClassified(row) ? undefined : table?.get(codeOf(row));
            const cv = observed?.cvs[cvPlace(column)] ?? null;
            if (cv === null || figure(observed, column) === null) return [];
            const place = payColumns.indexOf(column) + jobsColumn;
            const shaded = bandByShading(sheet, row, place);
            if (shaded === null || shaded === qualityOfCv(cv)) return [];
            return [
              {
                place: placeOf(release, sheet, row.row, place),
                message: `the shading says ${shaded}, the coefficient of variation of ${cv} % ${qualityOfCv(cv)}`,
              },
            ];
          }),
        );
      });
  },
};

const qualityTold: AsheCheck = {
  name: 'quality-told',
  severity: 'known-issue',
  describe: 'Every published figure has a coefficient of variation or a readable shading. One without is served as unrated.',
  check(edition) {
    return tablesOf(edition).flatMap((table) =>
      [...table.rows].flatMap(([code, row]) =>
        payCvColumns.flatMap((column) => {
          const told = figure(row, column) === null || (row.cvs[cvPlace(column)] ?? null) !== null || row.shading?.[column] !== undefined;
          return told
            ? []
            : [
                {
                  place: placeOfFigure(edition, table, code, column),
                  message: 'neither a coefficient of variation nor a readable shading: its quality is unrated',
                },
              ];
        }),
      ),
    );
  },
};

/** A movement of the headline row between two years, outside limits in percent. */
function nationalMovement(edition: Edition, previous: Edition | null, column: PayColumn, [low, high]: readonly [number, number]): Finding[] {
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

const movements: readonly AsheCheck[] = [
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

const medians: readonly AsheCheck[] = [
  {
    name: 'medians-published',
    severity: 'known-issue',
    describe: 'At least 300 unit groups have a median of annual pay (observed 323 to 363), and not 15 % fewer than in the edition before.',
    check(edition, previous) {
      const before = predecessor(edition, previous);
      const findings = fewMedians(edition, usualMedians);
      if (before !== null) {
        const [now, then] = [publishedMedians(edition).size, publishedMedians(before).size];
        if (now <= then * (1 - lostMediansLimit)) {
          findings.push({
            place: placeOf(edition.release, printedTable(headline, 14)),
            message: `${now} unit groups have a median, after ${then} in ${before.release.name}`,
          });
        }
      }
      return findings;
    },
  },
  {
    name: 'medians-published-plausible',
    severity: 'block',
    describe: 'At least 250 unit groups have a median of annual pay.',
    check: (edition) => fewMedians(edition, leastMedians),
  },
];

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

const unitMovement: readonly AsheCheck[] = [
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

const newlyWithheld: AsheCheck = {
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

const changeColumn: AsheCheck = {
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

const regionsInThisRelease: AsheCheck = {
  name: 'regions-not-in-this-release',
  severity: 'known-issue',
  describe: 'Table 15 is there, so that regions, Wales and Scotland have pay.',
  check({ release, rows }) {
    if (rows.some(({ table }) => table === 15)) return [];
    return [
      { place: `ashe ${release.name}`, message: 'there is no Table 15: pay is of the United Kingdom only, until the same release comes with it' },
    ];
  },
};

const regionTablesComplete: AsheCheck = {
  name: 'region-tables-complete',
  severity: 'known-issue',
  describe: 'Table 15, where it is there, has all eleven measures.',
  check({ release, rows }) {
    const numbers = new Set(rows.filter(({ table }) => table === 15).map(({ number }) => number));
    if (numbers.size === 0) return [];
    const missing = measures.map((_, index) => index + 1).filter((number) => !numbers.has(number));
    return missing.map((number) => ({
      place: `ashe ${release.name} ${tableName({ table: 15, number, kind: 'a' })}`,
      message: 'the zip has no such workbook: the measure has no regions',
    }));
  },
};

const regionComplete: AsheCheck = {
  name: 'region-complete',
  severity: 'block',
  describe: 'Each of the eleven areas of Table 15 has a row for each of the 412 unit groups.',
  check(edition) {
    return tablesOf(edition, regionSlugs).flatMap(({ area, query, rows }) => {
      const missing = edition.observations.occupations.filter((code) => !rows.has(code));
      if (missing.length === 0) return [];
      return [
        {
          place: `${placeOf(edition.release, printedTable(query, 15))} ${areaOf(area).name}`,
          message: `${missing.length} unit groups are missing: ${quoteList(missing)}`,
        },
      ];
    });
  },
};

const regionAroundUk: AsheCheck = {
  name: 'region-around-uk',
  severity: 'known-issue',
  // With one of them withheld, the others may all lie on one side.
  describe: 'Where all eleven areas of Table 15 have a median, that of the United Kingdom lies between the lowest and the highest of them.',
  check(edition) {
    return tablesOf(edition, ['uk']).flatMap((table) =>
      [...table.rows].flatMap(([code, row]) => {
        const uk = figure(row, 'median');
        const around = regionSlugs.map((area) => figure(tableOf(edition, area, table.query).get(code), 'median')).filter((median) => median !== null);
        if (uk === null || around.length < regionSlugs.length) return [];
        const [lowest, highest] = [Math.min(...around), Math.max(...around)];
        if (uk >= lowest && uk <= highest) return [];
        return [
          {
            place: placeOfFigure(edition, table, code, 'median'),
            message: `the median of the United Kingdom is ${uk}, those of its regions ${lowest} to ${highest}`,
          },
        ];
      }),
    );
  },
};

/** Cells read by eye in the published workbooks: the text, or where it is the shading that counts, the fill. */
type Anchor = readonly [release: string, table: string, sheet: SheetName, address: string, expected: string | { readonly fill: string }];

const anchorCells: readonly Anchor[] = [
  ['2023-provisional', '14.7a', 'All', 'A1', 'Table 14.7a Annual pay - Gross'],
  ['2023-provisional', '14.7a', 'All', 'C1', 'For all employee jobs(a): United Kingdom'],
  ['2023-provisional', '14.7a', 'All', 'H5', '10'],
  ['2023-provisional', '14.7a', 'All', 'C6', '22480'],
  ['2023-provisional', '14.7a', 'All', 'D6', '29669'],
  ['2023-provisional', '14.7a', 'All', 'F6', '35404'],
  ['2023-provisional', '14.7a', 'All', 'D86', '48229'],
  ['2023-provisional', '14.7a', 'All', 'Q86', 'x'],
  ['2023-provisional', '14.7a', 'All', 'L445', 'x'],
  ['2023-provisional', '14.7b', 'All', 'L445', '18'],
  ['2024-provisional', '14.7a', 'All', 'C6', '23385'],
  ['2024-provisional', '14.7a', 'All', 'D6', '31602'],
  ['2024-provisional', '14.7a', 'All', 'F6', '38224'],
  ['2024-provisional', '14.7a', 'All', 'H6', '11004'],
  ['2024-provisional', '14.7a', 'All', 'Q6', '65227'],
  ['2024-provisional', '14.7a', 'Full-Time', 'C6', '17248'],
  ['2024-provisional', '14.7a', 'Full-Time', 'D6', '37430'],
  ['2024-provisional', '14.7a', 'All', 'B86', '2134'],
  ['2024-provisional', '14.7a', 'All', 'C86', '335'],
  ['2024-provisional', '14.7a', 'All', 'D86', '53501'],
  ['2024-provisional', '14.7a', 'All', 'J86', '38705'],
  ['2024-provisional', '14.7a', 'All', 'O86', '69994'],
  ['2024-provisional', '14.7a', 'All', 'Q86', '93458'],
  ['2024-provisional', '14.7b', 'All', 'D86', '3.3'],
  ['2024-provisional', '14.7b', 'All', 'Q86', '12'],
  ['2024-provisional', '14.7a', 'All', 'D11', 'x'],
  ['2024-provisional', '14.7a', 'All', 'F11', '33854'],
  ['2024-provisional', '14.7b', 'All', 'D11', '35'],
  ['2024-provisional', '14.7b', 'All', 'F11', '19'],
  ['2024-provisional', '14.7a', 'All', 'D45', '34023'],
  ['2024-provisional', '14.7a', 'All', 'D45', { fill: 'solid/49' }],
  ['2024-provisional', '14.7b', 'All', 'D45', '.'],
  ['2024-provisional', '14.7a', 'All', 'D77', '51967'],
  ['2024-provisional', '14.7a', 'All', 'D77', { fill: 'lightGray/9' }],
  ['2024-provisional', '14.7b', 'All', 'D77', '.'],
  ['2024-provisional', '14.7a', 'All', 'C30', ':'],
  ['2024-provisional', '14.7a', 'All', 'D30', ''],
  ['2024-provisional', '14.7a', 'All', 'C428', '..'],
  ['2024-provisional', '14.7a', 'All', 'D225', '46436'],
  ['2024-provisional', '14.7a', 'All', 'D409', '19797'],
  ['2024-provisional', '14.1a', 'All', 'D6', '613.3'],
  ['2024-provisional', '14.5a', 'Full-Time', 'D6', '18.72'],
  ['2024-provisional', '14.9a', 'All', 'D6', '37'],
  ['2024-provisional', '14.4a', 'All', 'D6', '58.5'],
  ['2024-provisional', '14.4a', 'All', 'F6', '14'],
  ['2024-provisional', '14.4a', 'All', 'D11', '.'],
  ['2024-provisional', '14.4a', 'All', 'F11', '0'],
];

const anchors: AsheCheck = {
  name: 'anchors',
  severity: 'block',
  describe: 'Cells read by eye in the published workbooks are where they were, and as they were.',
  check({ release, rows }) {
    if (release.sample) return [];
    return anchorCells
      .filter(([name]) => name === release.name)
      .flatMap(([, table, sheetName, address, expected]) => {
        const sheet = rows.find((candidate) => tableName(candidate) === table && candidate.sheet === sheetName);
        const { row, column } = parseAddress(address);
        const place = `ashe ${release.name} ${table} '${sheetName}'!${address}`;
        if (sheet === undefined) return [{ place, message: 'there is no such sheet' }];
        if (typeof expected === 'string') {
          const found = cellText(sheet, row, column);
          return found === expected ? [] : [{ place, message: `found ${found === null ? 'nothing' : `"${found}"`}, expected "${expected}"` }];
        }
        const printed = sheet.rows.find((candidate) => candidate.row === row);
        const fill = printed === undefined ? null : fillAt(sheet, printed, column);
        return fill === expected.fill ? [] : [{ place, message: `found the fill "${fill ?? 'none'}", expected "${expected.fill}"` }];
      });
  },
};

function cellText(sheet: AsheSheet, row: number, column: number): string | null {
  if (row === 1) return column === 1 ? sheet.title[0] : column === jobsColumn ? sheet.title[1] : null;
  if (row === headerRow) return sheet.header[column - 1] ?? null;
  if (row < firstRow) return null;
  return sheet.rows.find((candidate) => candidate.row === row)?.cells[column - 1] ?? null;
}

export const checks: readonly AsheCheck[] = [
  groupsComplete,
  sheetTitle,
  sameEdition,
  abAligned,
  nationalRowFull,
  percentilesRise,
  jobsAgree,
  jobsAddUp,
  meansAddUp,
  cvCoherent,
  withheldDespiteCv,
  shadingAgrees,
  qualityTold,
  ...movements,
  ...medians,
  ...unitMovement,
  newlyWithheld,
  changeColumn,
  regionsInThisRelease,
  regionTablesComplete,
  regionComplete,
  regionAroundUk,
  anchors,
];
