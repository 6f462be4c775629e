// What the printed cells mean: markers, numbers, quality by shading, and the region of each row of Table 15. All judgement about
// ASHE's figures is here.
import { type Cell, countFigures, markedCells, unknownMarker } from '#sources/kit/cells.ts';
import { type Complain, complainTo } from '#sources/kit/place.ts';
import type { Problem } from '#sources/kit/problem.ts';
import { foldBlanks } from '#sources/kit/read/columns.ts';
import type { FigureCount, Needs, Release } from '#sources/kit/source.ts';
import { type AreaSlug, type Quality, areaOf, areas, measures, measuresWithZeroes } from '#schemas/codes.ts';
import type { PayVariant } from '#schemas/resources/pay.ts';
import { type PayColumn, isChange, payColumns, payCvColumns } from '#schemas/pay-columns.ts';
import { type PayQuery, payQueries, payVariantIndex } from '#schemas/selections/select-pay.ts';
import { type AsheRow, type AsheRows, type AsheSheet, columnAt, fillAt, jobsColumn, printed, sheets } from './parse.ts';

/** One printed row: its estimates, their coefficients of variation and, if these are missing, the bands by shading. */
export type PayRow = PayVariant;

export interface AsheObservations {
  readonly year: number;
  readonly provisional: boolean;
  /** The 412 unit groups. */
  readonly occupations: readonly string[];
  /** The United Kingdom and, with Table 15, the eleven work regions. */
  readonly areas: readonly AreaSlug[];
  /**
   * By area, then by place in `payQueries`: the rows by group code, with an empty code for all employees. Null if the release has no
   * such table. The United Kingdom has the groups of all levels, a region only the unit groups.
   */
  readonly tables: ReadonlyMap<AreaSlug, readonly (ReadonlyMap<string, PayRow> | null)[]>;
  /** The row of each group in the sheets of Table 14, for messages. */
  readonly rowNumbers: ReadonlyMap<string, number>;
}

/** The code that stands for all employees. */
export const allEmployees = '';

/** ASHE's cells and markers, as the key in the sheets and the notes explain them. */
export const cells = markedCells({
  number: /^-?\d+(\.\d+)?$/,
  expected: 'a number',
  markers: [
    {
      printed: 'x',
      reason: 'unreliable',
      explanation:
        'The publisher withholds the estimate as unreliable for practical purposes, usually because its coefficient of variation is above 20 %.',
    },
    {
      printed: '..',
      reason: 'disclosive',
      explanation: "The publisher withholds the group's figures because they could identify an employee or an employer.",
    },
    {
      printed: ':',
      reason: 'not-applicable',
      explanation: 'The publisher marks the group as not applicable: the survey has no figures for it.',
    },
    {
      printed: '.',
      reason: 'not-available',
      explanation:
        'The publisher marks the figure as not available: nobody in its sample had such pay or hours, so there is no distribution to describe.',
    },
    { printed: '-', reason: 'no-figures-reported', explanation: 'The publisher marks the figure as nil or negligible.' },
    {
      printed: '',
      reason: 'not-available',
      explanation:
        'The publisher left the cell empty. A change is empty if the figure of either year is withheld, and a whole row if a correction withholds its figures.',
    },
  ],
  repair: "add it to the markers in sources/ashe/reshape.ts once the workbook's notes sheet has been read",
});

type Field = 'jobs' | 'statistic' | 'median-without-zeroes' | 'change' | 'jobs-cv' | 'statistic-cv' | 'change-cv';

/**
 * The markers that each kind of cell may hold. Any other marker holds the release back. Two kinds of row are exempt, because all their
 * other cells are empty: rows whose number of jobs is `..` or `:`, and rows that are empty throughout.
 */
const allowed: Readonly<Record<Field, readonly string[]>> = {
  jobs: ['x', '..', ':', '-'],
  statistic: ['x', '-'],
  // These medians leave out people who had none, so `.` is printed if nobody had any.
  'median-without-zeroes': ['x', '.', '-'],
  change: ['', '-'],
  'jobs-cv': ['x', '.'],
  'statistic-cv': ['x', '.'],
  'change-cv': ['.', ''],
};

/** Whether the number of jobs is a marker that stands for the whole row. */
export function isWithheldRow(row: AsheRow): boolean {
  return ['..', ':'].includes(row.cells[jobsColumn - 1] ?? '');
}

/**
 * The bands of the colour key, by the fill as the workbook readers name it: .xlsx gives the number of an indexed colour, .xls the
 * colour itself. Reasonable is a grey pattern in 2022 and 2024 and turquoise in 2023. In the three editions that we hold, shading and
 * coefficient agree for every published figure that has both (about 300,000 cells a year, without exception). White in the change
 * columns means nothing.
 */
const bandsByFill: Readonly<Record<string, Quality>> = {
  'lightGray/9': 'reasonable',
  'lightGray/FFFFFF': 'reasonable',
  'solid/49': 'acceptable',
  'solid/00FFFF': 'reasonable',
  'solid/33CCCC': 'acceptable',
};

/**
 * The band of a published figure by its shading; null if it cannot be read. No fill means precise, but only in a sheet that has some
 * shading: a workbook saved without its colours would call every figure precise. Columns count from 1.
 */
export function bandByShading(sheet: AsheSheet, row: AsheRow, column: number): Quality | null {
  if (!sheet.palette.some((fill) => bandsByFill[fill] !== undefined)) return null;
  const fill = fillAt(sheet, row, column);
  return fill === null ? 'precise' : (bandsByFill[fill] ?? null);
}

/** The areas that we read from Table 15, in its order: the nine regions of England, then Wales and Scotland. */
export const regionSlugs: readonly AreaSlug[] = [
  ...areas.filter(({ code }) => code.startsWith('E12')).map(({ slug }) => slug),
  'wales',
  'scotland',
];

/** Rows to observations. Unknown markers, codes and regions are collected in `problems`, each with its cell. */
export function reshape(release: Release, rows: AsheRows, needs: Needs, problems: Problem[]): AsheObservations {
  if (release.year === null) throw new RangeError(`the release "${release.name}" has no reference year`);
  const { groups, unitGroups } = needs.get('soc-structure');
  const occupations = unitGroups.map(({ code }) => code);
  const hasRegions = rows.some((sheet) => sheet.table === 15);
  const ownAreas: AreaSlug[] = hasRegions ? ['uk', ...regionSlugs] : ['uk'];
  const tables = new Map(ownAreas.map((area) => [area, payQueries.map((): Map<string, PayRow> | null => null)]));
  const rowNumbers = new Map<string, number>();
  const complain = complainTo(release, problems);

  for (const pair of pairsOf(rows)) {
    const { estimates, cvs } = pair;
    const place = payVariantIndex(queryOf(estimates));
    for (const { row, index, area, code } of rowsOfAreas(estimates, complain)) {
      if (code !== allEmployees && !groups.has(code)) {
        complain(
          printed(estimates),
          row.row,
          columnAt(estimates, 2),
          `the code "${code}" is not one of the ${groups.size} groups of SOC 2020`,
        );
        continue;
      }
      if (estimates.table === 14 && !rowNumbers.has(code)) rowNumbers.set(code, row.row);
      const ofArea = tables.get(area);
      if (ofArea === undefined) continue;
      const ofQuery = ofArea[place] ?? new Map<string, PayRow>();
      ofArea[place] = ofQuery;
      if (ofQuery.has(code))
        complain(printed(estimates), row.row, columnAt(estimates, 2), `the code "${code}" stands twice for ${areaOf(area).name}`);
      else ofQuery.set(code, readRow({ ...pair, complain }, row, sameRow(row, cvs.rows[index])));
    }
  }
  return { year: release.year, provisional: release.provisional, occupations, areas: ownAreas, tables, rowNumbers };
}

/** A sheet of estimates with the sheet of their coefficients of variation. */
export interface SheetPair {
  readonly estimates: AsheSheet;
  readonly cvs: AsheSheet;
}

/** Each sheet of estimates with the sheet of its coefficients. */
export function pairsOf(rows: AsheRows): SheetPair[] {
  const key = ({ table, number, sheet }: AsheSheet) => `${table} ${number} ${sheet}`;
  const coefficients = new Map(rows.filter(({ kind }) => kind === 'b').map((sheet) => [key(sheet), sheet]));
  return rows.flatMap((estimates) => {
    const cvs = estimates.kind === 'a' ? coefficients.get(key(estimates)) : undefined;
    return cvs === undefined ? [] : [{ estimates, cvs }];
  });
}

/** A row of an area and a group, with its index among the rows of its sheet. */
export interface AreaRow {
  readonly row: AsheRow;
  readonly index: number;
  readonly area: AreaSlug;
  readonly code: string;
}

/** The rows of a sheet of estimates that belong to an area and a group, from the top. */
export function* rowsOfAreas(estimates: AsheSheet, complain: Complain): Generator<AreaRow> {
  for (const [index, row] of estimates.rows.entries()) {
    if (isNotClassified(row)) continue;
    const area = estimates.table === 14 ? 'uk' : areaOfRow(row);
    if (area !== null) yield { row, index, area, code: codeOf(row) };
    else
      complain(
        printed(estimates),
        row.row,
        columnAt(estimates, 1),
        `the label "${foldBlanks(row.cells[0] ?? '')}" names no region of Table 15`,
      );
  }
}

/** How many figures of unit groups are published in all areas, and how many are withheld, by reason. */
export function count({ occupations, tables }: AsheObservations): FigureCount {
  function* reasons() {
    for (const table of [...tables.values()].flat())
      for (const code of occupations) for (const value of table?.get(code)?.values ?? []) yield cells.withheld(value)?.reason;
  }
  return countFigures(reasons());
}

/** The row of coefficients, if it is of the same group. If it is not, the check ab-aligned holds the release back. */
export function sameRow(row: AsheRow, cvRow: AsheRow | undefined): AsheRow | undefined {
  const sameText = (column: number) =>
    row.cells[column] === cvRow?.cells[column] || foldBlanks(row.cells[column] ?? '') === foldBlanks(cvRow?.cells[column] ?? '');
  return sameText(0) && sameText(1) ? cvRow : undefined;
}

/** The query that a sheet answers. */
export function queryOf({ number, sheet: name }: AsheSheet): PayQuery {
  const measure = measures[number - 1];
  const sheet = sheets.find((candidate) => candidate.name === name);
  if (measure === undefined || sheet === undefined) throw new RangeError(`there is no measure ${number} or no sheet "${name}"`);
  return { measure: measure.key, sex: sheet.sex, pattern: sheet.pattern };
}

/** The SOC code of a row. Empty for all employees of the country. */
export function codeOf(row: AsheRow): string {
  return foldBlanks(row.cells[1] ?? '');
}

/** `Not Classified` is not an occupation. */
export function isNotClassified(row: AsheRow): boolean {
  return codeOf(row) === '' && /^not classified$/i.test(foldBlanks(row.cells[0] ?? ''));
}

/**
 * The area of a row of Table 15, whose label is "Region, occupation"; null if it names none. The table has no totals of regions, and no
 * other column names the region.
 */
export function areaOfRow(row: AsheRow): AreaSlug | null {
  return regionBefore(foldBlanks(row.cells[0] ?? ''))?.slug ?? null;
}

/** The areas of Table 15 by how its labels start. */
const regionStarts = regionSlugs.map((slug) => {
  const name = slug === 'east-of-england' ? 'East' : areaOf(slug).name;
  return { slug, start: `${name.toLowerCase()},` };
});

/** The area whose name and a comma start the label. Titles have commas too, and "East Midlands" starts with "East". */
function regionBefore(label: string): (typeof regionStarts)[number] | null {
  const lower = label.toLowerCase();
  return regionStarts.find(({ start }) => lower.startsWith(start)) ?? null;
}

/** The title of a row's group. Table 15 prints the region before it. */
export function titleOf({ table }: AsheSheet, row: AsheRow): string {
  const label = foldBlanks(row.cells[0] ?? '');
  const region = table === 15 ? regionBefore(label) : null;
  return region === null ? label : label.slice(region.start.length).trim();
}

interface RowReader extends SheetPair {
  readonly complain: Complain;
}

function readRow(reader: RowReader, row: AsheRow, cvRow: AsheRow | undefined): PayRow {
  if (isWithheldRow(row) || row.cells.slice(jobsColumn - 1).every((cell) => cell === '')) return withheldRow(reader, row, cvRow);

  const zeroes = measuresWithZeroes.includes(measures[reader.estimates.number - 1]?.key ?? 'annual_pay_gross');
  const values = payColumns.map((column, index) => readCell(reader, reader.estimates, row, index, estimateField(column, zeroes)));
  const cvs = payColumns.map((column, index) => {
    const cv = cvRow === undefined ? '' : readCell(reader, reader.cvs, cvRow, index, cvField(column));
    return typeof cv === 'number' ? cv : null;
  });
  const shading: Record<string, Quality> = {};
  payColumns.forEach((column, index) => {
    if (isChange(column) || typeof values[index] !== 'number' || cvs[index] !== null) return;
    const band = bandByShading(reader.estimates, row, index + jobsColumn);
    if (band !== null) shading[column] = band;
  });
  return {
    values,
    cvs: payCvColumns.map((column) => cvs[payColumns.indexOf(column)] ?? null),
    ...(Object.keys(shading).length > 0 ? { shading } : {}),
  };
}

/** An empty row. Its number of jobs says why. */
function withheldRow({ estimates, cvs, complain }: RowReader, row: AsheRow, cvRow: AsheRow | undefined): PayRow {
  const marker = row.cells[jobsColumn - 1] ?? '';
  const expectEmpty = (sheet: AsheSheet, of: AsheRow) => {
    for (const [index, cell] of of.cells.entries()) {
      if (index < jobsColumn || cell === '') continue;
      const expected = `expected an empty cell in a row whose number of jobs is "${marker}"`;
      complain(printed(sheet), of.row, columnAt(sheet, index + 1), `found "${cell}", ${expected}`);
    }
  };
  expectEmpty(estimates, row);
  if (cvRow !== undefined) expectEmpty(cvs, cvRow);
  return { values: payColumns.map(() => marker), cvs: payCvColumns.map(() => null) };
}

function estimateField(column: PayColumn, zeroes: boolean): Field {
  if (column === 'jobsThousands') return 'jobs';
  if (isChange(column)) return 'change';
  return column === 'median' && zeroes ? 'median-without-zeroes' : 'statistic';
}

function cvField(column: PayColumn): Field {
  if (column === 'jobsThousands') return 'jobs-cv';
  return isChange(column) ? 'change-cv' : 'statistic-cv';
}

function readCell({ complain }: RowReader, sheet: AsheSheet, row: AsheRow, index: number, field: Field): Cell {
  const text = row.cells[index + jobsColumn - 1] ?? '';
  const wrong = (message: string, repair?: string) =>
    complain(printed(sheet), row.row, columnAt(sheet, index + jobsColumn), message, repair);
  const cell = cells.read(text, wrong, allowed[field]);
  // Only a change can be negative.
  if (typeof cell === 'string' || cell >= 0 || field === 'change') return cell;
  wrong(`found the negative number "${text}", expected 0 or more`);
  return unknownMarker;
}
