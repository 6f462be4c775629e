// Volume 1's workbook to rows as published: one for each group in each of the two sheets, and the columns they came from.
import { UnreadableFileError } from '#sources/kit/problem.ts';
import { columnsOf, foldBlanks, rowsBelow } from '#sources/kit/read/columns.ts';
import { cellAddress, readWorkbook, sheetNamed } from '#sources/kit/read/workbook.ts';
import type { PublishedFile, Release } from '#sources/kit/source.ts';

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

const headers = { fold: foldBlanks, table: 'sources/soc-structure/parse.ts' };

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
  const descriptionColumns = columnsOf(place, descriptions, 1, layouts.descriptions.columns, headers);
  const frameworkColumns = columnsOf(place, framework, 1, layouts.framework.columns, headers);
  return [
    { kind: 'columns', of: 'descriptions', sheet: descriptions.name, columns: descriptionColumns },
    ...rowsBelow(descriptions, 1, descriptionColumns).map((row): DescriptionRow => ({ kind: 'descriptions', ...row })),
    { kind: 'columns', of: 'framework', sheet: framework.name, columns: frameworkColumns },
    // Empty rows part the groups of the framework; they are left out.
    ...rowsBelow(framework, 1, frameworkColumns).map((row): FrameworkRow => ({ kind: 'framework', ...row })),
  ];
}

/** The place of a cell in a message: `soc-structure 2025-04-16 'SOC2020 descriptions'!D81`; without a column, of the row. */
export function placeOf(release: string, rows: Rows, of: SheetKind, row: number, column?: string): string {
  const layout = rows.find((candidate): candidate is ColumnsRow => candidate.kind === 'columns' && candidate.of === of);
  const at = column === undefined ? undefined : layout?.columns[column];
  return `soc-structure ${release} '${layout?.sheet ?? layouts[of].sheet}'!${at === undefined ? `row ${row}` : cellAddress(row, at)}`;
}
