// Volume 1's workbook to rows as published: one for each group in each of the two sheets, and the columns they came from.
import { LayoutError, UnreadableFileError, quoteList } from '#compiler/problem.ts';
import { type Sheet, cellAddress, readWorkbook, sheetNamed } from '#compiler/read/workbook.ts';
import type { PublishedFile, Release } from '#compiler/source.ts';

// Our name of a column → its header once every run of white space is one blank. Where editions differ, each spelling is listed.
const layouts = {
  descriptions: {
    sheet: 'SOC2020 descriptions',
    columns: {
      major: ['SOC 2020 Major Group'],
      subMajor: ['SOC 2020 Sub-Major Group'],
      minor: ['SOC 2020 Minor Group'],
      unit: ['SOC 2020 Unit Group'],
      title: ['SOC 2020 Group Title'],
      children: ['Groups Classified Within Sub-Groups'],
      description: ['Group Description'],
      entryRoutes: ['Typical Entry Routes And Associated Qualifications'],
      tasks: ['Tasks'],
      relatedTitles: ['Related Job Titles'],
    },
  },
  framework: {
    // Spelt "SOC2020 framework" since December 2025.
    sheet: 'SOC2020 Framework',
    columns: {
      uniqueId: ['Unique ID'],
      major: ['SOC2020 Major Group'],
      subMajor: ['SOC2020 Sub-Major Group'],
      minor: ['SOC2020 Minor Group'],
      unit: ['SOC2020 Unit Group'],
      title: ['SOC2020 Group Title'],
      change: ['Change'],
      // VERNO since December 2025.
      version: ['VERSNO', 'VERNO'],
    },
  },
} as const;

export type SheetKind = keyof typeof layouts;
type Column<Kind extends SheetKind> = keyof (typeof layouts)[Kind]['columns'] & string;
type Texts<Kind extends SheetKind> = Readonly<Record<Column<Kind>, string>>;

/** Where a sheet's columns stand, counted from 1. */
export interface ColumnsRow {
  readonly kind: 'columns';
  readonly of: SheetKind;
  readonly sheet: string;
  readonly columns: Readonly<Record<string, number>>;
}
export type DescriptionRow = { readonly kind: 'descriptions'; readonly row: number } & Texts<'descriptions'>;
export type FrameworkRow = { readonly kind: 'framework'; readonly row: number } & Texts<'framework'>;
export type Row = ColumnsRow | DescriptionRow | FrameworkRow;
export type Rows = readonly Row[];

export async function parse(release: Release, files: readonly PublishedFile[]): Promise<Rows> {
  const place = `soc-structure ${release.name}`;
  const [file] = files;
  if (file === undefined) throw new UnreadableFileError({ place, message: 'there is no workbook' });
  const workbook = await readWorkbook(`${place} ${file.name}`, file.name, file.bytes);
  const descriptions = sheetNamed(`${place} ${file.name}`, workbook, layouts.descriptions.sheet);
  const framework = sheetNamed(`${place} ${file.name}`, workbook, layouts.framework.sheet);
  const descriptionColumns = columnsOf('descriptions', place, descriptions);
  const frameworkColumns = columnsOf('framework', place, framework);
  return [
    { kind: 'columns', of: 'descriptions', sheet: descriptions.name, columns: descriptionColumns },
    ...rowsOf(descriptions, descriptionColumns).map((row): DescriptionRow => ({ kind: 'descriptions', ...row })),
    { kind: 'columns', of: 'framework', sheet: framework.name, columns: frameworkColumns },
    // Empty rows part the groups of the framework.
    ...rowsOf(framework, frameworkColumns)
      .map((row): FrameworkRow => ({ kind: 'framework', ...row }))
      .filter(({ kind: _kind, row: _row, ...texts }) => Object.values(texts).some((text) => text !== '')),
  ];
}

/** The place of a cell in a message: `soc-structure 2025-04-16 'SOC2020 descriptions'!D81`; without a column, of the row. */
export function placeOf(release: string, rows: Rows, of: SheetKind, row: number, column?: string): string {
  const layout = rows.find((candidate): candidate is ColumnsRow => candidate.kind === 'columns' && candidate.of === of);
  const at = column === undefined ? undefined : layout?.columns[column];
  return `soc-structure ${release} '${layout?.sheet ?? layouts[of].sheet}'!${at === undefined ? `row ${row}` : cellAddress(row, at)}`;
}

/** The columns of a sheet by our names. Throws LayoutError naming every header that is missing, with the headers that are there. */
function columnsOf<Kind extends SheetKind>(kind: Kind, place: string, sheet: Sheet): Record<Column<Kind>, number> {
  const wanted: Readonly<Record<string, readonly string[]>> = layouts[kind].columns;
  const headers: string[] = [];
  for (let column = 1; column <= 50; column++) headers[column] = sheet.text(1, column).replace(/\s+/g, ' ').trim();
  const found: Record<string, number> = {};
  const missing: string[] = [];
  for (const [name, spellings] of Object.entries(wanted)) {
    const column = headers.findIndex((header) => spellings.includes(header ?? ''));
    if (column === -1) missing.push(spellings.map((spelling) => `"${spelling}"`).join(' or '));
    else found[name] = column;
  }
  if (missing.length > 0) {
    const there = quoteList(headers.filter((header) => header !== ''));
    throw new LayoutError(
      missing.map((header) => ({
        place: `${place} '${sheet.name}'!row 1`,
        message: `no column is headed ${header}; found ${there}`,
        repair: 'if the column was renamed, add its new header to the table in sources/soc-structure/parse.ts',
      })),
    );
  }
  return found as Record<Column<Kind>, number>;
}

function rowsOf<Name extends string>(sheet: Sheet, columns: Readonly<Record<Name, number>>): ({ row: number } & Record<Name, string>)[] {
  const names = Object.keys(columns) as Name[];
  return Array.from({ length: Math.max(0, sheet.rowCount - 1) }, (_, index) => {
    const row = index + 2;
    const texts = Object.fromEntries(names.map((name) => [name, sheet.text(row, columns[name])])) as Record<Name, string>;
    return { row, ...texts };
  });
}
