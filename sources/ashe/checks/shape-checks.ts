// Within one release: complete tables, figures that agree with each other, quality that is told.
import { quoteList } from '#sources/kit/problem.ts';
import type { Finding } from '#sources/kit/source.ts';
import { type Measure, measures, qualityOfCv } from '#schemas/codes.ts';
import { round } from '#schemas/round.ts';
import { type PayColumn, type PayQuery, payColumns, payCvColumns, payVariantIndex } from '#schemas/selections/select-pay.ts';
import { type AsheRow, type AsheSheet, fold, jobsColumn, placeOf, sheets, tableName } from '../parse.ts';
import { allEmployees, bandByShading, codeOf, isNotClassified } from '../reshape.ts';
import {
  type AsheCheck,
  type Table,
  cvPlace,
  figure,
  headline,
  placeOfFigure,
  printedTable,
  tableOf,
  tablesOf,
} from './examined-tables.ts';

export const groupsComplete: AsheCheck = {
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
        if (codes.length !== expected.length)
          findings.push({ place, message: `found ${codes.length} groups, expected ${expected.length}` });
        order ??= codes.join(' ');
        if (codes.join(' ') !== order) findings.push({ place, message: 'the groups stand in another order than in the first sheet' });
        return findings;
      });
  },
};

export const sheetTitle: AsheCheck = {
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

export const sameEdition: AsheCheck = {
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
      if (markedProvisional(sheet) && !release.provisional)
        findings.push({ place, message: `the workbook is "${name}", expected a revised one` });
      if (first !== undefined && markedProvisional(sheet) !== markedProvisional(first)) {
        findings.push({ place, message: `"${name}" and "${first.member}" are of different kinds: only one is marked provisional` });
      }
      return findings;
    });
  },
};

export const abAligned: AsheCheck = {
  name: 'ab-aligned',
  severity: 'block',
  describe:
    'Estimates and coefficients of variation stand in the same rows: columns A and B are equal row by row (no exception in 22 pairs).',
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
          const label = (printed: AsheRow | undefined) =>
            `${printed?.row} "${fold(printed?.cells[0] ?? '')}" "${fold(printed?.cells[1] ?? '')}"`;
          return label(row) === label(cv)
            ? []
            : [
                {
                  place: placeOf(release, sheet, row.row, 1),
                  message: `the estimates' row is ${label(row)}, the coefficients' ${label(cv)}`,
                },
              ];
        });
      });
  },
};

export const nationalRowFull: AsheCheck = {
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

export const percentilesRise: AsheCheck = {
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

export const jobsAgree: AsheCheck = {
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

export const jobsAddUp: AsheCheck = {
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

export const meansAddUp: AsheCheck = {
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
            if (mean === null || first === null || second === null || round(Math.abs(first + second - mean), 3) <= meansTolerance)
              return [];
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

export const cvCoherent: AsheCheck = {
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

export const withheldDespiteCv: AsheCheck = {
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

export const shadingAgrees: AsheCheck = {
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

export const qualityTold: AsheCheck = {
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
