// What the checks of ASHE look at: titles and names, sums and their parts, gaps, shading, movements.
import { Nearest, type Related } from '#sources/kit/checks-relatives.ts';
import type { TitledCode } from '#sources/kit/checks-titles.ts';
import { percentOf } from '#sources/kit/checks.ts';
import { placeOf } from '#sources/kit/place.ts';
import { foldBlanks } from '#sources/kit/read/columns.ts';
import { parseAddress } from '#sources/kit/read/workbook.ts';
import type { Finding } from '#sources/kit/source.ts';
import { type Measure, measures, measuresWithZeroes } from '#schemas/codes.ts';
import { type PayColumn, payColumns, payCvColumns } from '#schemas/pay-columns.ts';
import type { PayQuery } from '#schemas/selections/select-pay.ts';
// Whole columns of 2025 as derived tables give them: how many figures of the unit groups are published, and their sum.
import anchorColumns from '../data/anchor-columns.json' with { type: 'json' };
// Cells that we read by eye in the published workbooks: the text, or the fill if the shading matters. Those of 2025 are from derived tables
// that give the number of the row.
import anchorCells from '../data/anchors.json' with { type: 'json' };
import { type AsheSheet, columnAt, fillAt, jobsColumn, layoutOf, printed, sheets, tableName } from '../parse.ts';
import {
  allEmployees,
  bandByShading,
  codeOf,
  areaOfRow,
  isNotClassified,
  pairsOf,
  queryOf,
  regionSlugs,
  rowsOfAreas,
  titleOf,
} from '../reshape.ts';
import {
  type Edition,
  type Table,
  cellOf,
  cvOf,
  figure,
  headlineTable,
  placeOfFigure,
  placeOfHeadline,
  predecessor,
  publishedMedians,
  rowsOf,
  sheetOf,
  tableOf,
  tablesOf,
  yearBefore,
} from './examined-tables.ts';

type Place = () => string;
type Agreement = [place: Place | string, found: number | string | null | undefined, expected: number | string | null, what?: string];
type Movement = [place: Place | string, now: number | null, before: number | null];
type Sum = [place: Place, what: string, parts: (number | null)[], whole: number | null, tolerance: number];

/** The groups of every sheet of Table 14, in the order of its rows. */
export function groupsOfSheets({ release, rows }: Edition): { place: string; groups: string[] }[] {
  const sheetsOfUk = rows.filter(({ table }) => table === 14);
  return sheetsOfUk.map((sheet) => {
    return { place: placeOf(release, printed(sheet)), groups: sheet.rows.map(codeOf).filter((code) => code !== allEmployees) };
  });
}

/** The first group of every sheet whose place differs from the first sheet. */
export function groupsOutOfOrder(edition: Edition): Agreement[] {
  const all = groupsOfSheets(edition);
  const order = all[0]?.groups ?? [];
  return all.map(({ place, groups }) => {
    const at = groups.findIndex((code, index) => code !== order[index]);
    return [place, groups[at] ?? null, order[at] ?? null, 'the first group that stands elsewhere than in the first sheet'];
  });
}

/** The titles beside the codes: for each sheet of estimates those of Table 14, and of Table 15 those of each region. */
export function* titles({ release, rows }: Edition): Generator<TitledCode[]> {
  for (const { estimates } of pairsOf(rows)) {
    const table = printed(estimates);
    for (const ofArea of Map.groupBy(
      rowsOfAreas(estimates, () => null),
      ({ area }) => area,
    ).values())
      yield ofArea.map(({ row, code }) => [() => placeOf(release, table, row.row, columnAt(estimates, 1)), code, titleOf(estimates, row)]);
  }
}

/** Each row of estimates with the row of its coefficients, or the numbers of rows if these differ. */
export function* rowsSideBySide({ release, rows }: Edition): Generator<Agreement> {
  const labelOf = (row: AsheSheet['rows'][number] | undefined) =>
    `${row?.row} ${foldBlanks(row?.cells[1] ?? '')} ${foldBlanks(row?.cells[0] ?? '')}`;
  for (const { estimates, cvs } of pairsOf(rows)) {
    if (cvs.rows.length !== estimates.rows.length) {
      yield [placeOf(release, printed(estimates)), cvs.rows.length, estimates.rows.length, 'the number of rows of coefficients'];
      continue;
    }
    for (const [index, row] of estimates.rows.entries())
      yield [
        () => placeOf(release, printed(estimates), row.row, columnAt(estimates, 1)),
        labelOf(cvs.rows[index]),
        labelOf(row),
        'the row of coefficients',
      ];
  }
}

/** One finding for each demand that a text does not meet. */
function unlike(place: string, text: string, demands: readonly (readonly [expected: string, isSo: boolean])[]): Finding[] {
  return demands.filter(([, isSo]) => !isSo).map(([expected]) => ({ place, message: `${text}, expected ${expected}` }));
}

/** Sheets whose title names another table, another sex and work pattern, or another year. */
export function wrongTitles({ release, rows }: Edition): Finding[] {
  return rows.flatMap((sheet) => {
    const { table, number, kind } = sheet;
    const title = foldBlanks(sheet.title.join(' '));
    const { employees } = sheets.find(({ name }) => name === sheet.sheet) ?? sheets[0];
    // We have not seen a title of Table 15, so it only has to name the table and the number.
    const begin = table === 14 ? /^Table 14/ : /^(Work Region.* )?Table 15/;
    const year = /\b20\d\d$/.exec(title)?.[0] ?? `${release.year}`;
    return unlike(placeOf(release, printed(sheet), layoutOf(sheet).titleRow, columnAt(sheet, 1)), `the title is "${title}"`, [
      [`it to name Table ${tableName(sheet)}`, begin.test(title) && new RegExp(`\\.${number}${kind}\\b`).test(title)],
      [`it to name ${employees} employee jobs`, new RegExp(`\\bfor ${employees} employee jobs`, 'i').test(title)],
      [`it to name the year ${release.year}`, year === `${release.year}`],
    ]);
  });
}

/** Workbooks whose name gives another year or kind than the release, or another kind than the first workbook. */
export function wrongWorkbooks({ release, rows }: Edition): Finding[] {
  const workbooks = [...new Map(rows.map((sheet) => [sheet.member, sheet])).values()].map(({ sheet: _, ...workbook }) => {
    const name = workbook.member.slice(workbook.member.lastIndexOf('/') + 1);
    return { place: placeOf(release, printed(workbook)), name, isProvisional: name.startsWith('PROV - ') };
  });
  const [first] = workbooks;
  return workbooks.flatMap(({ place, name, isProvisional }) => {
    // The editions of 2023 print the year in no sheet, only in the name of the workbook.
    const year = /\b(20\d\d)\b(?!.*\b20\d\d\b)/.exec(name)?.[1];
    return unlike(place, `the workbook is "${name}"`, [
      [`it to name the year ${release.year}`, year === `${release.year}`],
      ['a revised one', release.provisional || !isProvisional],
      [`it to be marked provisional if and only if "${first?.name}" is`, isProvisional === first?.isProvisional],
    ]);
  });
}

/** Only incentive pay by sex or pattern has shown gaps in the row of all employees. */
export function mayHaveGaps({ measure, sex, pattern }: PayQuery): boolean {
  return measure === 'annual_pay_incentive' && (sex !== 'all' || pattern !== 'all');
}

/** The cells of the row of all employees that hold no number, in the tables of the United Kingdom for which `isAsked` is true. */
export function nationalGaps(edition: Edition, isAsked: (query: PayQuery) => boolean) {
  const tables = tablesOf(edition, ['uk']).filter(({ query }) => isAsked(query));
  return tables.flatMap((table) => {
    const row = table.rows.get(allEmployees);
    const gaps = payColumns.filter((column) => figure(row, column) === null);
    return gaps.map((column) => ({ place: placeOfFigure(edition, table, allEmployees, column), found: cellOf(row, column) }));
  });
}

const rising: readonly PayColumn[] = ['p10', 'p20', 'p25', 'p30', 'p40', 'median', 'p60', 'p70', 'p75', 'p80', 'p90'];

/** The percentiles of every row, in rising order. */
export function* percentiles(edition: Edition) {
  for (const { table, code, row } of rowsOf(tablesOf(edition))) {
    yield {
      place: (name: string) => placeOfFigure(edition, table, code, rising.find((column) => column === name) ?? 'median'),
      steps: rising.map((column) => [column, figure(row, column)] as const),
    };
  }
}

/** Annual pay counts employees in the same job for more than a year, so its number of jobs differs from the weekly and hourly tables. */
const annualMeasures: readonly Measure[] = ['annual_pay_gross', 'annual_pay_incentive'];

/** The jobs of every row, with the jobs in the first table that counts the same jobs. */
export function* jobsOfRows(edition: Edition): Generator<Agreement> {
  const models = new Map<string, Table>();
  for (const table of tablesOf(edition, ['uk'])) {
    const { measure, sex, pattern } = table.query;
    const key = `${annualMeasures.includes(measure)} ${sex} ${pattern}`;
    const model = models.get(key) ?? table;
    models.set(key, model);
    const what = `thousand jobs, compared with ${sheetOf(model.query, 14).printedAs}`;
    for (const [code, row] of table.rows) {
      const expected = cellOf(model.rows.get(code), 'jobsThousands') ?? null;
      yield [() => placeOfFigure(edition, table, code, 'jobsThousands'), cellOf(row, 'jobsThousands'), expected, what];
    }
  }
}

// Each part is rounded to a whole thousand. Observed: two parts miss their sum by 1, nine major groups by 3.
const jobsTolerance = { parts: 2, majorGroups: 6 };

/** Jobs of men and women, of full-time and part-time employees, and of the major groups, with the jobs of all. */
export function* sumsOfJobs(edition: Edition): Generator<Sum> {
  for (const table of tablesOf(edition, ['uk'])) {
    const { sex, pattern } = table.query;
    const like = (of: Partial<PayQuery>) => tableOf(edition, 'uk', { ...table.query, ...of });
    const jobs = ({ rows }: Table, code: string) => figure(rows.get(code), 'jobsThousands');
    const sum = (code: string, what: string, parts: (number | null)[], tolerance: number): Sum => {
      return [() => placeOfFigure(edition, table, code, 'jobsThousands'), what, parts, jobs(table, code), tolerance];
    };
    const codes = [...table.rows.keys()];
    if (sex === 'all' && pattern === 'all') {
      const [men, women, fullTime, partTime] = [
        like({ sex: 'male' }),
        like({ sex: 'female' }),
        like({ pattern: 'fulltime' }),
        like({ pattern: 'parttime' }),
      ];
      for (const code of codes) {
        yield sum(code, 'men and women', [jobs(men, code), jobs(women, code)], jobsTolerance.parts);
        yield sum(code, 'full-time and part-time', [jobs(fullTime, code), jobs(partTime, code)], jobsTolerance.parts);
      }
    }
    const ofMajorGroups = codes.filter((code) => code.length === 1).map((code) => jobs(table, code));
    yield sum(allEmployees, 'the major groups', ofMajorGroups, jobsTolerance.majorGroups);
  }
}

// Three means, each rounded to 0.1, can miss by 0.15; 0.1 has been observed.
const meansTolerance = 0.15;

/** Measures whose means are the sum of those of two others, of which overtime stands second. */
export const sumsOfMeasures: readonly { readonly whole: Measure; readonly parts: readonly [Measure, Measure] }[] = [
  { whole: 'hours_paid_total', parts: ['hours_paid_basic', 'hours_paid_overtime'] },
  { whole: 'weekly_pay_gross', parts: ['weekly_pay_excl_overtime', 'overtime_pay'] },
];

/** The means of every row that are the sum of two others. */
export function* sumsOfMeans(edition: Edition): Generator<Sum> {
  for (const { whole, parts } of sumsOfMeasures) {
    for (const table of tablesOf(edition, ['uk']).filter(({ query }) => query.measure === whole)) {
      const tables = parts.map((measure) => tableOf(edition, 'uk', { ...table.query, measure }));
      for (const [code, row] of table.rows) {
        const means = tables.map(({ rows }) => figure(rows.get(code), 'mean'));
        yield [() => placeOfFigure(edition, table, code, 'mean'), parts.join(' and '), means, figure(row, 'mean'), meansTolerance];
      }
    }
  }
}

/** How many figures of a measure are withheld as unreliable although their coefficient is 20 % or less. */
export function withheldDespiteCv(edition: Edition, measure: Measure): number {
  const tables = tablesOf(edition, ['uk']).filter(({ query }) => query.measure === measure);
  let count = 0;
  for (const { row } of rowsOf(tables))
    for (const column of payCvColumns) if (cellOf(row, column) === 'x' && (cvOf(row, column) ?? Infinity) <= 20) count += 1;
  return count;
}

/** Every published estimate of Table 14 that has both a coefficient and a readable shading. */
export function* shadedEstimates(edition: Edition) {
  for (const sheet of edition.rows.filter(({ table, kind }) => table === 14 && kind === 'a')) {
    const { rows } = tableOf(edition, 'uk', queryOf(sheet));
    for (const row of sheet.rows) {
      const observed = isNotClassified(row) ? undefined : rows.get(codeOf(row));
      for (const column of payCvColumns) {
        const cv = cvOf(observed, column);
        if (cv === null || figure(observed, column) === null) continue;
        const at = payColumns.indexOf(column) + jobsColumn;
        const shaded = bandByShading(sheet, row, at);
        if (shaded !== null) yield { place: () => placeOf(edition.release, printed(sheet), row.row, columnAt(sheet, at)), cv, shaded };
      }
    }
  }
}

/** Looks at a figure of all employees and the same figure of the year before. */
export function nationalMovement(column: PayColumn): (edition: Edition, previous: Edition | null) => Movement[] {
  return (edition, previous) => {
    const before = yearBefore(edition, previous);
    if (before === null) return [];
    const table = headlineTable(edition);
    const then = figure(headlineTable(before).rows.get(allEmployees), column);
    return [[placeOfFigure(edition, table, allEmployees, column), figure(table.rows.get(allEmployees), column), then]];
  };
}

/** How many unit groups have a median. */
export function mediansPublished(edition: Edition): [place: string, value: number][] {
  return [[placeOfHeadline(edition), publishedMedians(edition).size]];
}

/** How many unit groups have a median, and how many had one in the edition before. */
export function mediansSinceBefore(edition: Edition, previous: Edition | null): Movement[] {
  const before = predecessor(edition, previous);
  return before === null ? [] : [[placeOfHeadline(edition), publishedMedians(edition).size, publishedMedians(before).size]];
}

/** The published share of each measure's figures, in percent, in this edition and in the edition before. */
export function sharesSinceBefore(edition: Edition, previous: Edition | null): Movement[] {
  const before = predecessor(edition, previous);
  if (before === null) return [];
  return measures.map(({ key }) => [placeOfHeadline(edition, key), publishedShare(edition, key), publishedShare(before, key)]);
}

/** The share of the publisher's figures of a measure that are not withheld as unreliable or disclosive. */
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
  return percentOf(published, published + withheld, 2);
}

/** The median of every unit group that has one in this edition and in `before`. */
export function* unitMovements(edition: Edition, before: Edition | null): Generator<[place: Place, now: number, before: number]> {
  if (before === null) return;
  const medians = publishedMedians(before);
  for (const [code, now] of publishedMedians(edition)) {
    const then = medians.get(code);
    if (then !== undefined) yield [() => placeOfFigure(edition, headlineTable(edition), code, 'median'), now, then];
  }
}

/** The same against the edition of the year before, or against the edition that this one revises. */
export function unitMovementsSinceBefore(edition: Edition, previous: Edition | null) {
  return unitMovements(edition, predecessor(edition, previous));
}

/** The printed change of each national median, with the median now and in the provisional edition of the year before. */
export function* printedChanges(edition: Edition, previous: Edition | null) {
  const before = yearBefore(edition, previous);
  if (before === null || !before.release.provisional) return;
  for (const measure of ['weekly_pay_gross', 'hourly_pay_gross', 'annual_pay_gross'] as const) {
    const table = headlineTable(edition, measure);
    const row = table.rows.get(allEmployees);
    const [now, then] = [figure(row, 'median'), figure(headlineTable(before, measure).rows.get(allEmployees), 'median')];
    const change = figure(row, 'medianChangePercent');
    if (now === null || then === null || change === null) continue;
    yield { place: placeOfFigure(edition, table, allEmployees, 'medianChangePercent'), now, then, change, since: before.release.name };
  }
}

/** The median of every row of the United Kingdom for which all areas of Table 15 have a median, with the range of these. */
export function* mediansOfAreas(edition: Edition) {
  for (const table of tablesOf(edition, ['uk'])) {
    const ofAreas = regionSlugs.map((area) => tableOf(edition, area, table.query).rows);
    for (const [code, row] of table.rows) {
      const uk = figure(row, 'median');
      const around = ofAreas.flatMap((rows) => figure(rows.get(code), 'median') ?? []);
      if (uk === null || around.length < regionSlugs.length) continue;
      yield { place: () => placeOfFigure(edition, table, code, 'median'), uk, lowest: Math.min(...around), highest: Math.max(...around) };
    }
  }
}

/** The jobs of every unit group of the United Kingdom with those of the areas of Table 15 that are published. */
export function* jobsOfAreas(edition: Edition) {
  if (edition.observations.areas.length === 1) return;
  for (const table of tablesOf(edition, ['uk'])) {
    const ofAreas = regionSlugs.map((area) => tableOf(edition, area, table.query).rows);
    for (const code of edition.observations.occupations) {
      const uk = figure(table.rows.get(code), 'jobsThousands');
      const parts = ofAreas.flatMap((rows) => figure(rows.get(code), 'jobsThousands') ?? []);
      if (uk === null || parts.length === 0) continue;
      yield { place: () => placeOfFigure(edition, table, code, 'jobsThousands'), uk, count: parts.length, sum: sumOf(parts) };
    }
  }
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** The medians and means of every area of Table 15, each with the same figure of the United Kingdom. */
export function* averagesOfAreas(edition: Edition): Generator<Related> {
  const near = new Nearest();
  for (const { table, code, row } of rowsOf(tablesOf(edition, regionSlugs))) {
    if (measuresWithZeroes.includes(table.query.measure)) continue;
    const uk = tableOf(edition, 'uk', table.query).rows.get(code);
    for (const column of ['median', 'mean'] as const) {
      const value = figure(row, column);
      if (value === null || value <= 0) continue;
      near.begin(value);
      near.beside(figure(uk, column), 'the United Kingdom');
      if (near.times > 1.5 && near.times !== Number.POSITIVE_INFINITY)
        yield { place: () => placeOfFigure(edition, table, code, column), value, nearest: near.nearest, of: near.of, times: near.times };
    }
  }
}

/**
 * The rows of every sheet of Table 15: how many, and the first that is not the row expected there. Derived tables of 2025 give the numbers of
 * rows: East Midlands, the fourth region, has rows 1242 to 1653.
 */
export function* rowsOfRegions({ release, rows, observations }: Edition): Generator<Agreement> {
  const described = (row: number, area: string | null, code: string) => `row ${row}, ${area ?? 'no region'}, ${code}`;
  const expected = regionSlugs.flatMap((slug) => observations.occupations.map((code) => ({ slug, code })));
  for (const sheet of rows.filter(({ table }) => table === 15)) {
    const { headerRow } = layoutOf(sheet);
    const lines = expected.map(({ slug, code }, index) => described(headerRow + 1 + index, slug, code));
    const place = placeOf(release, printed(sheet));
    yield [place, sheet.rows.length, lines.length, 'the number of rows'];
    const found = sheet.rows.map((row) => described(row.row, areaOfRow(row), codeOf(row)));
    const at = found.findIndex((line, index) => line !== lines[index]);
    if (at >= 0) yield [place, found[at], lines[at] ?? null, 'the first row that is not as expected'];
  }
}

/** A correction that kept everything that we have read of the release before it. */
const keptBy: Readonly<Record<string, string>> = { '2025-provisional-2025-12-19': '2025-provisional' };

/** Whether something read in a release holds for this one. Table 15 may come later than Table 14. */
function isOf({ release: { name }, rows }: Edition, read: { readonly release: string; readonly table: string }): boolean {
  const isThere = !read.table.startsWith('15') || rows.some(({ table }) => table === 15);
  return isThere && (name === read.release || keptBy[name] === read.release);
}

/** The columns of the release that we know as a whole. */
export function columnAnchors(edition: Edition): Agreement[] {
  const { release } = edition;
  return anchorColumns
    .filter((anchor) => isOf(edition, anchor))
    .flatMap(({ table, sheet: name, area, column, published, sum }) => {
      const sheet = edition.rows.find((candidate) => tableName(candidate) === table && candidate.sheet === name);
      const slug = edition.observations.areas.find((candidate) => candidate === area);
      const at = payColumns.find((candidate) => candidate === column);
      if (sheet === undefined || slug === undefined || at === undefined) return [];
      const { rows } = tableOf(edition, slug, queryOf(sheet));
      const figures = edition.observations.occupations.flatMap((code) => figure(rows.get(code), at) ?? []);
      const place = `${placeOf(release, printed(sheet))} ${area} ${column}`;
      return [
        [place, figures.length, published, 'the number of unit groups with a figure'],
        [place, figures.reduce((total, value) => total + value, 0), sum, 'the sum of the figures of the unit groups'],
      ] satisfies Agreement[];
    });
}

/** The cells of the release that we read by eye. */
export function anchors(edition: Edition): Agreement[] {
  const { release, rows } = edition;
  const ofRelease = anchorCells.filter((anchor) => isOf(edition, anchor));
  return ofRelease.map(({ table, sheet: name, cell, text, fill }) => {
    const { row: number, column: addressed } = parseAddress(cell);
    const sheet = rows.find((candidate) => tableName(candidate) === table && candidate.sheet === name);
    const row = sheet?.rows.find((candidate) => candidate.row === number);
    const place = placeOf(release, { printedAs: `${table} '${name}'` }, number, addressed);
    const { headerRow, columns } = layoutOf(sheet ?? {});
    const column = columns.indexOf(addressed) + 1;
    if (text === undefined) return [place, sheet && row && fillAt(sheet, row, column), fill, 'the fill'];
    if (number > headerRow) return [place, row?.cells[column - 1], text];
    return [place, number === headerRow ? sheet?.header[column - 1] : sheet?.title[column === 1 ? 0 : 1], text];
  });
}
