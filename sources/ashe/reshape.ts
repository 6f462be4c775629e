// What the printed cells mean: markers, numbers, quality by shading, and which row of Table 15 is which region's. All judgement
// about ASHE's figures is here.
import type { Problem } from '#sources/kit/problem.ts';
import type { FigureCount, Needs, Release } from '#sources/kit/source.ts';
import { type AreaSlug, type Quality, type WithheldReason, areaOf, measures, measuresWithZeroes } from '#schemas/codes.ts';
import type { PayVariant } from '#schemas/resources/pay.ts';
import { type PayColumn, type PayQuery, payColumns, payCvColumns, payQueries, payVariantIndex } from '#schemas/selections/select-pay.ts';
import { type AsheRow, type AsheRows, type AsheSheet, fillAt, fold, jobsColumn, placeOf, sheets } from './parse.ts';

/** One printed row: its estimates, their coefficients of variation and, where these are missing, the bands that the shading tells. */
export type PayRow = PayVariant;

export interface AsheObservations {
  readonly year: number;
  readonly provisional: boolean;
  /** The 412 unit groups. */
  readonly occupations: readonly string[];
  /** The United Kingdom, and with Table 15 the eleven work regions. */
  readonly areas: readonly AreaSlug[];
  /**
   * By area, then by place in `payQueries`: the rows by their group's code, that of all employees under an empty one. Null where
   * the release has no such table. The United Kingdom has the groups of all levels, a region those of four digits.
   */
  readonly tables: ReadonlyMap<AreaSlug, readonly (ReadonlyMap<string, PayRow> | null)[]>;
  /** Where each group stands in the sheets of Table 14, for messages. */
  readonly rowNumbers: ReadonlyMap<string, number>;
}

/** The code under which the row of all employees is kept. */
export const allEmployees = '';

interface Marker {
  readonly printed: string;
  readonly reason: WithheldReason;
  readonly explanation: string;
}

/** ASHE's own markers, as the key in its sheets and its notes explain them. Other publishers mean other things by the same signs. */
export const markers: readonly Marker[] = [
  {
    printed: 'x',
    reason: 'unreliable',
    explanation:
      'The publisher withholds the estimate as unreliable for practical purposes, as a rule because its coefficient of variation is above 20 %.',
  },
  { printed: '..', reason: 'disclosive', explanation: "The publisher withholds the group's figures because they are disclosive." },
  {
    printed: ':',
    reason: 'not-applicable',
    explanation: 'The publisher marks the group as not applicable: the survey has no figures for it.',
  },
  {
    printed: '.',
    reason: 'not-available',
    explanation: 'The publisher marks the figure as not available: nobody in its sample had any, so there is no distribution to describe.',
  },
  { printed: '-', reason: 'no-figures-reported', explanation: 'The publisher marks the figure as nil or negligible.' },
  {
    printed: '',
    reason: 'not-available',
    explanation:
      'The publisher left the cell empty: a change is empty where the figure of either year is withheld, and a whole row where its figures are withheld by a correction.',
  },
];

type Field = 'jobs' | 'statistic' | 'median-without-zeroes' | 'change' | 'jobs-cv' | 'statistic-cv' | 'change-cv';

/**
 * Which markers may stand in which cells; any other stops the release. In a row whose number of jobs is `..` or `:`, and in one
 * that is empty throughout, the other cells are empty and none of this applies.
 */
const allowed: Readonly<Record<Field, readonly string[]>> = {
  jobs: ['x', '..', ':', '-'],
  statistic: ['x', '-'],
  // Where the median leaves out those who had none, `.` stands for it if nobody had any.
  'median-without-zeroes': ['x', '.', '-'],
  change: ['', '-'],
  'jobs-cv': ['x', '.'],
  'statistic-cv': ['x', '.'],
  'change-cv': ['.', ''],
};

/** Markers of the number of jobs that stand for the whole row. */
export const rowMarkers = ['..', ':'];

/**
 * The bands of the colour key, by the fill as the readers name it: .xlsx gives the number of an indexed colour, .xls the colour
 * itself. In both editions held the shading agrees with the coefficient wherever both are printed beside a published figure
 * (300,000 cells in 2023 and 330,000 in 2024, without exception). The white of the change columns says nothing.
 */
const bandsByFill: Readonly<Record<string, Quality>> = {
  'lightGray/9': 'reasonable',
  'solid/49': 'acceptable',
  'solid/00FFFF': 'reasonable',
  'solid/33CCCC': 'acceptable',
};

/**
 * The band that the shading of a published figure tells, null where it cannot be read. No fill means precise, but only in a
 * sheet that is shaded at all: a workbook saved without its colours would call everything precise. Columns are counted from 1.
 */
export function bandByShading(sheet: AsheSheet, row: AsheRow, column: number): Quality | null {
  if (!sheet.palette.some((fill) => bandsByFill[fill] !== undefined)) return null;
  const fill = fillAt(sheet, row, column);
  return fill === null ? 'precise' : (bandsByFill[fill] ?? null);
}

/** How Table 15 spells the eleven areas that it is read for. */
const regions: readonly { readonly name: string; readonly slug: AreaSlug }[] = [
  { name: 'North East', slug: 'north-east' },
  { name: 'North West', slug: 'north-west' },
  { name: 'Yorkshire and The Humber', slug: 'yorkshire-and-the-humber' },
  { name: 'East Midlands', slug: 'east-midlands' },
  { name: 'West Midlands', slug: 'west-midlands' },
  { name: 'East', slug: 'east-of-england' },
  { name: 'London', slug: 'london' },
  { name: 'South East', slug: 'south-east' },
  { name: 'South West', slug: 'south-west' },
  { name: 'Wales', slug: 'wales' },
  { name: 'Scotland', slug: 'scotland' },
];

/** Areas of which rows may stand in Table 15 but are not read: the contract has no pay for them, or has it from Table 14. */
const areasNotRead = [
  { name: 'All employees', code: '' },
  { name: 'United Kingdom', code: 'K02000001' },
  { name: 'Great Britain', code: 'K03000001' },
  { name: 'England', code: 'E92000001' },
  { name: 'Northern Ireland', code: 'N92000002' },
];

export const regionSlugs: readonly AreaSlug[] = regions.map(({ slug }) => slug);

/** Rows to observations. Unknown markers, codes and regions are collected in `problems`, each with its cell. */
export function reshape(release: Release, rows: AsheRows, needs: Needs, problems: Problem[]): AsheObservations {
  if (release.year === null) throw new RangeError(`the release "${release.name}" has no reference year`);
  const { groups, unitGroups } = needs.get('soc-structure');
  const occupations = unitGroups.map(({ code }) => code);
  const units = new Set(occupations);
  const hasRegions = rows.some((sheet) => sheet.table === 15);
  const areas: AreaSlug[] = hasRegions ? ['uk', ...regionSlugs] : ['uk'];
  const tables = new Map(areas.map((area) => [area, payQueries.map((): Map<string, PayRow> | null => null)]));
  const rowNumbers = new Map<string, number>();
  const coefficients = new Map(rows.filter(({ kind }) => kind === 'b').map((sheet) => [sheetKey(sheet), sheet]));
  const numbers = new Map<string, number | null>();

  for (const estimates of rows) {
    const cvs = coefficients.get(sheetKey(estimates));
    if (estimates.kind !== 'a' || cvs === undefined) continue;
    const reader: RowReader = { release, estimates, cvs, numbers, problems };
    for (const { row, index, area, code } of rowsOfAreas(release, estimates, problems)) {
      if (code !== allEmployees && !groups.has(code)) {
        problems.push({
          place: placeOf(release, estimates, row.row, 2),
          message: `the code "${code}" is none of the ${groups.size} groups of SOC 2020`,
        });
        continue;
      }
      if (estimates.table === 15 && code !== allEmployees && !units.has(code)) continue;
      if (estimates.table === 14 && !rowNumbers.has(code)) rowNumbers.set(code, row.row);
      const ofArea = tables.get(area);
      const place = payVariantIndex(queryOf(estimates));
      if (ofArea === undefined) continue;
      const ofQuery = ofArea[place] ?? new Map<string, PayRow>();
      ofArea[place] = ofQuery;
      if (ofQuery.has(code)) {
        problems.push({
          place: placeOf(release, estimates, row.row, 2),
          message: `the code "${code}" stands twice for ${areaOf(area).name}`,
        });
        continue;
      }
      ofQuery.set(code, readRow(reader, row, sameRow(row, cvs.rows[index])));
    }
  }
  return { year: release.year, provisional: release.provisional, occupations, areas, tables, rowNumbers };
}

/** The rows of a sheet of estimates that are of an area and a group, from the top, each with its place among the sheet's rows. */
export function* rowsOfAreas(
  release: Release,
  estimates: AsheSheet,
  problems: Problem[],
): Generator<{ row: AsheRow; index: number; area: AreaSlug; code: string }> {
  const areaOfRow = estimates.table === 15 ? regionReader(release, estimates, problems) : () => 'uk' as const;
  for (const [index, row] of estimates.rows.entries()) {
    const area = areaOfRow(row);
    if (area !== null && !isNotClassified(row)) yield { row, index, area, code: codeOf(row) };
  }
}

/** How many figures the rows of unit groups give, in all areas, and how many they withhold for which reason. */
export function count({ occupations, tables }: AsheObservations): FigureCount {
  const reasons = new Map(markers.map(({ printed, reason }) => [printed, reason]));
  const withheld: Partial<Record<WithheldReason, number>> = {};
  let published = 0;
  for (const table of [...tables.values()].flat()) {
    for (const code of occupations) {
      for (const value of table?.get(code)?.values ?? []) {
        const reason = typeof value === 'number' ? undefined : reasons.get(value);
        if (reason === undefined) published += 1;
        else withheld[reason] = (withheld[reason] ?? 0) + 1;
      }
    }
  }
  return { published, withheld };
}

/** The coefficients' row, where it is of the same group. Where it is not, the check ab-aligned holds the release back. */
export function sameRow(row: AsheRow, cvRow: AsheRow | undefined): AsheRow | undefined {
  const sameText = (column: number) =>
    row.cells[column] === cvRow?.cells[column] || fold(row.cells[column] ?? '') === fold(cvRow?.cells[column] ?? '');
  return sameText(0) && sameText(1) ? cvRow : undefined;
}

/** What the sheets of the estimates and of their coefficients have in common. */
export function sheetKey({ table, number, sheet }: AsheSheet): string {
  return `${table} ${number} ${sheet}`;
}

/** The query that a sheet answers. */
export function queryOf({ number, sheet: name }: AsheSheet): PayQuery {
  const measure = measures[number - 1];
  const sheet = sheets.find((candidate) => candidate.name === name);
  if (measure === undefined || sheet === undefined) throw new RangeError(`there is no measure ${number} or no sheet "${name}"`);
  return { measure: measure.key, sex: sheet.sex, pattern: sheet.pattern };
}

/** The SOC code of a row, empty for all employees of the country or, in Table 15, of a region, whose own code is a GSS one. */
export function codeOf(row: AsheRow): string {
  const code = fold(row.cells[1] ?? '');
  return /^[A-Z]/.test(code) ? allEmployees : code;
}

/** `Not Classified` is no occupation; in Table 15 a region's name may stand before it. */
export function isNotClassified(row: AsheRow): boolean {
  return codeOf(row) === '' && /(^|, )not classified$/i.test(fold(row.cells[0] ?? ''));
}

/**
 * Tells the area of each row of Table 15, asked row by row from the top; null for rows that are not read. Two layouts are known
 * for ASHE's region tables, and both are accepted, mixed too: a region's own row of totals with the region's GSS code in the Code
 * column, and rows labelled "Region, occupation". Where both speak they have to agree.
 */
function regionReader(release: Release, sheet: AsheSheet, problems: Problem[]): (row: AsheRow) => AreaSlug | null {
  let totalAbove: NamedArea | null = null;
  return (row) => {
    const label = fold(row.cells[0] ?? '');
    const code = fold(row.cells[1] ?? '');
    const prefix = areaBefore(label);
    const complain = (column: number, message: string) => {
      problems.push({ place: placeOf(release, sheet, row.row, column), message });
      return null;
    };
    if (/^[A-Z]/.test(code)) {
      const coded = namedAreas.find((area) => area.code === code);
      if (coded === undefined) return complain(2, `the code "${code}" is none of an area of Table 15, found beside "${label}"`);
      if (prefix === null || prefix.code !== code)
        return complain(1, `the label is "${label}", expected "${coded.name}" beside the code ${code}`);
      totalAbove = coded;
      return coded.slug;
    }
    if (code === '') {
      if (isNotClassified(row)) return null;
      if (prefix === null) return complain(1, `the label "${label}" has no code and names no area of Table 15`);
      totalAbove = prefix;
      return prefix.slug;
    }
    // Under the total of an area that is not read, of the whole country for instance, the labels alone may lead from region to region.
    if (prefix !== null && totalAbove !== null && totalAbove.slug !== null && prefix !== totalAbove) {
      return complain(1, `the label is "${label}", but the row stands under the total of ${totalAbove.name}`);
    }
    const area = prefix ?? totalAbove;
    if (area === null) return complain(1, `the label "${label}" names no region of Table 15, and no region's total stands above it`);
    return area.slug;
  };
}

interface NamedArea {
  readonly name: string;
  readonly code: string;
  /** Null where the rows are not read. */
  readonly slug: AreaSlug | null;
}

const namedAreas: readonly NamedArea[] = [
  ...regions.map(({ name, slug }) => ({ name, slug, code: areaOf(slug).code })),
  ...areasNotRead.map(({ name, code }) => ({ name, code, slug: null })),
];

/** The area whose name is the label or stands before its first comma: titles have commas too, and "East" begins "East Midlands". */
function areaBefore(label: string): NamedArea | null {
  const lower = label.toLowerCase();
  return namedAreas.find(({ name }) => lower === name.toLowerCase() || lower.startsWith(`${name.toLowerCase()},`)) ?? null;
}

interface RowReader {
  readonly release: Release;
  readonly estimates: AsheSheet;
  readonly cvs: AsheSheet;
  /** Texts read before, for the same few thousand numbers stand in two million cells. */
  readonly numbers: Map<string, number | null>;
  readonly problems: Problem[];
}

function readRow(reader: RowReader, row: AsheRow, cvRow: AsheRow | undefined): PayRow {
  const jobs = row.cells[jobsColumn - 1] ?? '';
  if (rowMarkers.includes(jobs) || row.cells.slice(jobsColumn - 1).every((cell) => cell === ''))
    return withheldRow(reader, row, jobs, cvRow);

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
    cvs: cvs.filter((_, index) => !isChange(payColumns[index])),
    ...(Object.keys(shading).length > 0 ? { shading } : {}),
  };
}

/** A row of which only the number of jobs says why it is empty. */
function withheldRow({ release, estimates, cvs, problems }: RowReader, row: AsheRow, marker: string, cvRow: AsheRow | undefined): PayRow {
  const expectEmpty = (sheet: AsheSheet, printed: AsheRow) => {
    printed.cells.forEach((cell, index) => {
      if (index < jobsColumn || cell === '') return;
      problems.push({
        place: placeOf(release, sheet, printed.row, index + 1),
        message: `found "${cell}", expected an empty cell in a row whose number of jobs is "${marker}"`,
      });
    });
  };
  expectEmpty(estimates, row);
  if (cvRow !== undefined) expectEmpty(cvs, cvRow);
  return { values: payColumns.map(() => marker), cvs: payCvColumns.map(() => null) };
}

function isChange(column: PayColumn | undefined): boolean {
  return column === 'medianPercent' || column === 'meanPercent';
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

function readCell({ release, numbers, problems }: RowReader, sheet: AsheSheet, row: AsheRow, index: number, field: Field): number | string {
  const printed = row.cells[index + jobsColumn - 1] ?? '';
  const number = readNumber(numbers, printed);
  // Only a change can be negative.
  if (number !== null && (number >= 0 || field === 'change')) return number;
  if (allowed[field].includes(printed)) return printed;
  const place = placeOf(release, sheet, row.row, index + jobsColumn);
  const expected = allowed[field].map((marker) => (marker === '' ? 'an empty cell' : marker)).join(' ');
  if (printed !== '' && number === null && !markers.some((marker) => marker.printed === printed)) {
    problems.push({
      place,
      message: `unknown marker "${printed}", expected a number or one of x .. : . -`,
      repair: "add it to the markers in sources/ashe/reshape.ts once the workbook's notes sheet has been read",
    });
  } else {
    const found = printed === '' ? 'an empty cell' : number === null ? `the marker "${printed}"` : `the negative number "${printed}"`;
    problems.push({ place, message: `${found} stands where none may, expected a number or one of ${expected}` });
  }
  return printed;
}

/** A printed number as printed; null for anything else, "12.3x" and "1,234" too. */
function readNumber(numbers: Map<string, number | null>, printed: string): number | null {
  const known = numbers.get(printed);
  if (known !== undefined) return known;
  const number = /^-?\d+(\.\d+)?$/.test(printed) ? Number(printed) : null;
  numbers.set(printed, number);
  return number;
}
