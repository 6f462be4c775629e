// What the printed cells mean: markers, the caution by shading, occupations, sections, age bands.
// All decisions about the tables are made here.
import { isoMonth, monthNumber } from '#sources/kit/months.ts';
import { datesOf, monthNames } from '#schemas/reference-dates.ts';
import type { FileCell } from '#sources/kit/figures.ts';
import type { Needs } from '#sources/kit/needs.ts';
import { type Complain, type PlaceInTable, complainTo, placeOf } from '#sources/kit/place.ts';
import type { Problem } from '#sources/kit/problem.ts';
import { cellAddress } from '#sources/kit/read/addresses.ts';
import type { Release } from '#sources/kit/release.ts';
import type { Quality, QualityBasis } from '#schemas/codes.ts';
import type { Explained, ReferenceDates } from '#schemas/figures.ts';
import { withheldAs } from '#schemas/withheld-legend.ts';
import {
  type Rows,
  type Table,
  type TableKind,
  type TableRow,
  categoryOf,
  cells,
  everybody,
  isShadedAt,
  printedSheetOf,
  sections,
} from './layout.ts';

/** A figure with its quality, or the reason why there is none. */
export interface Figure {
  readonly count: number | null;
  readonly quality: Quality;
  readonly qualityBasis: QualityBasis | null;
  readonly caution: string | null;
  readonly withheld: Explained | null;
  /**
   * The cells that print it, or the figures that it adds up; none if the table does not print it.
   */
  readonly cells: () => readonly FileCell[];
}

/** The publisher's words below the table, about shaded cells. */
export const caution =
  'Based on a small sample: this may result in a less precise estimate, which should be ' +
  'used with caution.';

export interface Line {
  /** Everybody, or the reason why the table does not print it. */
  readonly total: Figure;
  /** In the order of the table's categories. */
  readonly figures: readonly Figure[];
}

export interface Breakdown {
  readonly kind: TableKind;
  /** `January to December 2024`. */
  readonly period: string;
  /** Its first and last day; null if the table states no period. */
  readonly dates: ReferenceDates | null;
  /** Letters of sections, bands of ages or levels of qualification. */
  readonly categories: readonly string[];
  readonly lines: ReadonlyMap<string, Line>;
  /** The table's own row of all occupations. */
  readonly allOccupations: Line | null;
}

export interface IndustryYear extends Breakdown {
  readonly year: number;
}

export interface WorkforceObservations {
  readonly occupations: readonly string[];
  /** Calendar years, oldest first. The newest is served, the others are for comparison. */
  readonly industries: readonly IndustryYear[];
  readonly ages: Breakdown | null;
  readonly qualifications: Breakdown | null;
}

const noTotal: Figure = withheldFigure(
  withheldAs('no-total', 'ONS gives no total, so we show people and not per cent.'),
);

export function withheldFigure(withheld: Explained, printedIn: Figure['cells'] = () => []): Figure {
  const quality = withheld.reason === 'unreliable' ? 'unreliable' : 'unrated';
  return { count: null, quality, qualityBasis: null, caution: null, withheld, cells: printedIn };
}

/**
 * Tables to observations. Unknown markers, occupations and headers are collected in `problems`,
 * each with its cell.
 */
export function reshape(
  release: Release,
  rows: Rows,
  needs: Needs,
  problems: Problem[],
): WorkforceObservations {
  const occupations = needs.get('soc-structure').unitGroups.map(({ code }) => code);
  const complain = complainTo(release, problems);
  const read = (table: Table) => ({
    ...readTable(table, new Set(occupations), complain),
    year: yearOf(table),
  });
  /** The only table of a kind; null if the release has none. */
  const readOnly = (kind: TableKind): Breakdown | null => {
    const [table, another] = rows.filter((candidate) => candidate.kind === kind);
    if (table === undefined) return null;
    if (another !== undefined)
      complain(
        { table: printedSheetOf(another) },
        undefined,
        `a second table by ${kind}, after the one at ${placeOf(release, printedSheetOf(table))}`,
      );
    return read(table);
  };
  const industries = rows.filter(({ kind }) => kind === 'industry').map(read);
  return {
    occupations,
    industries: industries.sort((a, b) => a.year - b.year),
    ages: readOnly('age'),
    qualifications: readOnly('qualification'),
  };
}

const months = monthNames.join('|');
const periodLine = new RegExp(`^(${months})(?: (\\d{4}))? ?(?:-|–|to) ?(${months}) (\\d{4})$`, 'i');

/**
 * The period above a table, `January to December 2024`, with its dates. Empty if the table states
 * none, which the checks report.
 */
export function periodAbove({ about }: Pick<Table, 'about'>): Pick<Breakdown, 'period' | 'dates'> {
  for (const line of about) {
    const [, from = '', fromYear, to = '', year = ''] = periodLine.exec(line) ?? [];
    const first = monthNumber(from);
    const last = monthNumber(to);
    const since = fromYear ?? year;
    if (first === null || last === null) continue;
    const period = `${from}${since === year ? '' : ` ${since}`} to ${to} ${year}`;
    return { period, dates: datesOf(isoMonth(since, first), isoMonth(year, last)) };
  }
  return { period: '', dates: null };
}

/** The year that names a sheet. 0 if its name is not a year, which the check sheets reports. */
export function yearOf({ sheet }: Table): number {
  return /^\d{4}$/.test(sheet.trim()) ? Number(sheet) : 0;
}

function readTable(
  table: Table,
  units: ReadonlySet<string>,
  complain: Complain<PlaceInTable>,
): Breakdown {
  const { kind, columns, labelColumn } = table;
  const counted = columns.map(({ header }, index) => categoryOf(table, header, index));
  const totalIndex = counted.indexOf(everybody);
  const categories = counted.map((category) => (category === everybody ? null : category));
  // A new column is only reported if all sections are there. Otherwise it may be the missing
  // section, renamed.
  if (kind === 'industry' && !sections.every(({ code }) => categories.includes(code)))
    for (const [index, column] of columns.entries())
      if (counted[index] === null) complainOfHeader(table, column, complain);
  const lines = new Map<string, Line>();
  let allOccupations: Line | null = null;
  for (const row of table.rows) {
    const code = codeOf(row.label);
    const figures: Figure[] = [];
    const total = totalIndex < 0 ? noTotal : figureOf(table, row, totalIndex, complain);
    for (const [index, category] of categories.entries())
      if (category !== null) figures.push(figureOf(table, row, index, complain));
    const line = { total, figures };
    if (code === null) allOccupations = line;
    else if (lines.has(code))
      complain(
        { table: printedSheetOf(table), row: row.row },
        labelColumn,
        `the code "${code}" occurs twice`,
      );
    else if (units.has(code)) lines.set(code, line);
    else
      complain(
        { table: printedSheetOf(table), row: row.row },
        labelColumn,
        `got "${row.label}", expected a unit group of SOC 2020, "2134 …", or "Total"`,
      );
  }
  const known = categories.filter((category) => category !== null);
  return { kind, ...periodAbove(table), categories: known, lines, allOccupations };
}

function complainOfHeader(
  table: Table,
  { header, column }: Table['columns'][number],
  complain: Complain<PlaceInTable>,
): void {
  complain(
    { table: printedSheetOf(table), row: table.headerRow },
    column,
    `the header "${header}" is not a section of industry, expected ` +
      '"1 A  Agriculture, forestry and fishing" and the like',
    'if the publisher now heads sections so, change sectionHeader in ' +
      'sources/aps-workforce/layout.ts',
  );
}

/**
 * The code before the first blank, since titles are cut at 60 characters; null for the row of all
 * occupations.
 */
export function codeOf(label: string): string | null {
  return label.trim() === 'Total' ? null : label.trim().split(' ', 1).join('');
}

export interface AgeBand {
  readonly name: string;
  readonly fromAge: number;
  readonly toAge: number | null;
}

/**
 * The ages of a band: `16-24`, `65 and over`, `65+`, `under 25`. layout.ts accepts no other header.
 */
export function ageBandOf(header: string): AgeBand {
  const name = header.replace(/^aged? /i, '');
  const [from = '', to] = name.match(/\d{2}/g) ?? [];
  if (/^under/i.test(name)) return { name, fromAge: 16, toAge: Number(from) - 1 };
  return { name, fromAge: Number(from), toAge: to === undefined ? null : Number(to) };
}

function figureOf(
  table: Table,
  row: TableRow,
  index: number,
  complain: Complain<PlaceInTable>,
): Figure {
  const column = table.columns[index]?.column ?? 0;
  const text = row.cells[index] ?? '';
  const cell = cells.read(text, (message, repair) =>
    complain({ table: printedSheetOf(table), row: row.row }, column, message, repair),
  );
  const { file, sheet } = table;
  const printedIn = () => [
    { file, member: null, sheet, address: cellAddress(row.row, column), printed: text },
  ];
  if (typeof cell !== 'number') return withheldFigure(cells.withheld(cell), printedIn);
  const isShaded = isShadedAt(table, row, index);
  return {
    count: cell,
    quality: isShaded ? 'acceptable' : 'reasonable',
    qualityBasis: 'publisher-shading',
    caution: isShaded ? caution : null,
    withheld: null,
    cells: printedIn,
  };
}

/** The tables that are served: the newest year by industry, ages and qualifications. */
export function servedOf({ industries, ages, qualifications }: WorkforceObservations): Breakdown[] {
  return [industries.at(-1), ages, qualifications].filter(
    (table) => table !== null && table !== undefined,
  );
}
