// What the printed cells mean: markers, the caution by shading, occupations, sections, age bands. All judgement about the tables is here.
import { countFigures } from '#sources/kit/cells.ts';
import { isoMonth, monthNumber } from '#sources/kit/months.ts';
import { datesOf, monthNames } from '#schemas/reference-dates.ts';
import { type Complain, complainTo, placeOf } from '#sources/kit/place.ts';
import type { Problem } from '#sources/kit/problem.ts';
import { foldMarks } from '#sources/kit/read/columns.ts';
import type { FigureCount, Needs, Release } from '#sources/kit/source.ts';
import type { Quality, QualityBasis } from '#schemas/codes.ts';
import type { Explained, ReferenceDates } from '#schemas/figures.ts';
import {
  type Rows,
  type Table,
  type TableKind,
  type TableRow,
  cells,
  hasFigures,
  isAgeBand,
  isShadedAt,
  isTotal,
  printed,
  sectionOf,
  sections,
} from './layout.ts';

/** A figure with its quality, or the reason why there is none. */
export interface Figure {
  readonly count: number | null;
  readonly quality: Quality;
  readonly qualityBasis: QualityBasis | null;
  readonly caution: string | null;
  readonly withheld: Explained | null;
}

/** The publisher's words below the table, about shaded cells. */
export const caution = 'Based on a small sample: this may result in a less precise estimate, which should be used with caution.';

/** Every figure of an occupation in one table. */
export interface Line {
  /** Everybody, or the reason why the table does not print it. */
  readonly total: Figure;
  /** In the order of the table's categories. */
  readonly figures: readonly Figure[];
}

export interface AgeBand {
  readonly name: string;
  readonly fromAge: number;
  readonly toAge: number | null;
}

/** One table with what its columns are. */
export interface Breakdown<Category> {
  /** `January to December 2024`. */
  readonly period: string;
  /** Its first and last day; null if the table states no period. */
  readonly dates: ReferenceDates | null;
  readonly categories: readonly Category[];
  /** By occupation. */
  readonly lines: ReadonlyMap<string, Line>;
  /** The table's own row of all occupations. */
  readonly allOccupations: Line | null;
}

export interface IndustryYear extends Breakdown<string> {
  readonly year: number;
}

export interface WorkforceObservations {
  readonly occupations: readonly string[];
  /** Calendar years, oldest first. The newest is served, the others are for comparison. */
  readonly industries: readonly IndustryYear[];
  readonly ages: Breakdown<AgeBand> | null;
  readonly qualifications: Breakdown<string> | null;
}

const noTotal: Figure = withheldFigure({
  reason: 'no-total',
  marker: null,
  explanation: 'The table by industry prints no total of the occupation, so there are no percentages of it.',
});

/** A figure that is withheld. */
export function withheldFigure(withheld: Explained): Figure {
  return { count: null, quality: withheld.reason === 'unreliable' ? 'unreliable' : 'unrated', qualityBasis: null, caution: null, withheld };
}

/** Tables to observations. Unknown markers, occupations and headers are collected in `problems`, each with its cell. */
export function reshape(release: Release, rows: Rows, needs: Needs, problems: Problem[]): WorkforceObservations {
  const occupations = needs.get('soc-structure').unitGroups.map(({ code }) => code);
  const complain = complainTo(release, problems);
  const read = (table: Table) => readTable(table, new Set(occupations), complain);
  const industries = rows.filter(({ kind }) => kind === 'industry').map((table) => ({ ...read(table), year: yearOf(table) }));
  return {
    occupations,
    industries: industries.sort((a, b) => a.year - b.year),
    ages: readOnly(release, rows, 'age', complain, (table) => {
      const { categories, ...breakdown } = read(table);
      return { ...breakdown, categories: categories.map((header) => ageBandOf(header)) };
    }),
    qualifications: readOnly(release, rows, 'qualification', complain, read),
  };
}

/** The only table of a kind; null if the release has none. */
function readOnly<Read>(release: Release, rows: Rows, kind: TableKind, complain: Complain, read: (table: Table) => Read): Read | null {
  const [table, another] = rows.filter((candidate) => candidate.kind === kind);
  if (table === undefined) return null;
  if (another !== undefined)
    complain(printed(another), undefined, undefined, `a second table by ${kind}, after the one at ${placeOf(release, printed(table))}`);
  return read(table);
}

const months = monthNames.join('|');
const periodLine = new RegExp(`^(${months})(?: (\\d{4}))? ?(?:-|–|to) ?(${months}) (\\d{4})$`, 'i');

/** The months above a table. Null if the table states none, which the check periods reports. */
function monthsAbove({ about }: Pick<Table, 'about'>): { from: string; fromYear: string; to: string; toYear: string } | null {
  for (const line of about) {
    const [, from, fromYear, to, toYear] = periodLine.exec(line) ?? [];
    if (from !== undefined && to !== undefined && toYear !== undefined) return { from, fromYear: fromYear ?? toYear, to, toYear };
  }
  return null;
}

/** The period above a table, `January to December 2024`; empty if the table states none. */
export function periodOf(table: Pick<Table, 'about'>): string {
  const found = monthsAbove(table);
  if (found === null) return '';
  const { from, fromYear, to, toYear } = found;
  return `${from}${fromYear === toYear ? '' : ` ${fromYear}`} to ${to} ${toYear}`;
}

/** The first and the last day of this period. */
function datesAbove(table: Pick<Table, 'about'>): ReferenceDates | null {
  const found = monthsAbove(table);
  const [first, last] = [monthNumber(found?.from ?? ''), monthNumber(found?.to ?? '')];
  return found === null || first === null || last === null ? null : datesOf(isoMonth(found.fromYear, first), isoMonth(found.toYear, last));
}

/** The year that names a sheet. 0 if its name is not a year, which the check sheets reports. */
export function yearOf({ sheet }: Table): number {
  return /^\d{4}$/.test(sheet.trim()) ? Number(sheet) : 0;
}

/** The index of the column that counts everybody; below 0 if there is none. */
export function totalPlaceOf({ columns }: Table): number {
  return columns.findIndex(({ header }) => isTotal(header));
}

function readTable(table: Table, units: ReadonlySet<string>, complain: Complain): Breakdown<string> {
  const totalPlace = totalPlaceOf(table);
  const places = categoriesOf(table);
  const hasAll = table.kind !== 'industry' || sections.every(({ code }) => places.some(({ header }) => header === code));
  for (const [place, { header, column }] of table.columns.entries()) {
    // A new column beside all sections is only told. If a section is missing, the column may be that section, renamed.
    if (hasAll) break;
    if (place === totalPlace || places.some((category) => category.place === place)) continue;
    const expected = 'expected "1 A  Agriculture, forestry and fishing" and the like';
    complain(printed(table), table.headerRow, column, `the header "${header}" is not a section of industry, ${expected}`);
  }
  const lines = new Map<string, Line>();
  let allOccupations: Line | null = null;
  for (const row of table.rows) {
    const code = codeOf(row.label);
    const line = {
      total: totalPlace < 0 ? noTotal : figureOf(table, row, totalPlace, complain),
      figures: places.map(({ place }) => figureOf(table, row, place, complain)),
    };
    if (code === null) allOccupations = line;
    else if (lines.has(code)) complain(printed(table), row.row, table.labelColumn, `the code "${code}" stands twice`);
    else if (units.has(code)) lines.set(code, line);
    else
      complain(printed(table), row.row, table.labelColumn, `got "${row.label}", expected a unit group of SOC 2020, "2134 …", or "Total"`);
  }
  return { period: periodOf(table), dates: datesAbove(table), categories: places.map(({ header }) => header), lines, allOccupations };
}

/** The code before the first blank, since titles are cut at 60 characters; null for the row of all occupations. */
export function codeOf(label: string): string | null {
  return label.trim() === 'Total' ? null : label.trim().split(' ', 1).join('');
}

/** The columns that are categories: the index of each among the table's columns, and its header without an ordinal, or the section's letter. */
export function categoriesOf(table: Table): { readonly place: number; readonly header: string }[] {
  const totalPlace = totalPlaceOf(table);
  return table.columns.flatMap(({ header }, place) => {
    const isKnown = { industry: sectionOf(header) !== null, age: isAgeBand(header), qualification: hasFigures(table, place) }[table.kind];
    const isCategory = place !== totalPlace && isKnown;
    return isCategory ? [{ place, header: withoutOrdinal(table.kind, table.kind === 'age' ? foldMarks(header) : header) }] : [];
  });
}

function withoutOrdinal(kind: TableKind, header: string): string {
  return kind === 'industry' ? (sectionOf(header) ?? header) : header.replace(/^\d{1,2} (?=\D|\d{2} ?(?:-|–|to|\+|and))/, '');
}

/** The ages of a band: `16-24`, `65 and over`, `65+`, `under 25`. layout.ts accepts no other header. */
export function ageBandOf(header: string): AgeBand {
  const name = header.replace(/^aged? /i, '');
  const [from = '', to] = name.match(/\d{2}/g) ?? [];
  if (/^under/i.test(name)) return { name, fromAge: 16, toAge: Number(from) - 1 };
  return { name, fromAge: Number(from), toAge: to === undefined ? null : Number(to) };
}

function figureOf(table: Table, row: TableRow, place: number, complain: Complain): Figure {
  const at = table.columns[place]?.column;
  const cell = cells.read(row.cells[place] ?? '', (message, repair) => complain(printed(table), row.row, at, message, repair));
  if (typeof cell !== 'number') return withheldFigure(cells.withheld(cell));
  const isShaded = isShadedAt(table, row, place);
  return {
    count: cell,
    quality: isShaded ? 'acceptable' : 'reasonable',
    qualityBasis: 'publisher-shading',
    caution: isShaded ? caution : null,
    withheld: null,
  };
}

/** The year that is served. */
export function newestYear({ industries }: WorkforceObservations): IndustryYear | undefined {
  return industries.at(-1);
}

/** How many figures of the served tables are published, and how many are withheld, by reason. */
export function count(observations: WorkforceObservations): FigureCount {
  const tables = [newestYear(observations), observations.ages, observations.qualifications];
  const lines = tables.flatMap((table) => [...(table?.lines.values() ?? [])]);
  return countFigures(lines.flatMap(({ figures }) => figures.map(({ withheld }) => withheld?.reason)));
}
