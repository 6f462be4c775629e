// Volume 1's workbook to rows as published: one for each group in each of the two sheets, and where the columns stand.
import { type PrintedTable, placeOfRelease } from '#sources/kit/place.ts';
import { columnsOf, foldToLetters, headerRowFor, rowsBelow } from '#sources/kit/read/columns.ts';
import { readWorkbook, sheetNamed } from '#sources/kit/read/workbook.ts';
import { dayInFileName } from '#sources/kit/release-name.ts';
import type { FileKinds, NamedFiles, Release } from '#sources/kit/source.ts';

export const files = {
  workbook: {
    // The page says "descriptions", the file "description". The order of the date changed in 2026.
    match: /^soc2020volume1structureanddescriptionofunitgroupsexcel(\d{8})(?:v(\d+))?\.xlsx$/,
    layout: 'verified',
    required: true,
    day: dayInFileName,
    describe: 'the workbook of descriptions and framework',
  },
} as const satisfies FileKinds;

// Our name of a column → its header as published. Only its letters and digits count.
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

const headers = { fold: foldToLetters, table: 'sources/soc-structure/parse.ts' };

export type SheetKind = keyof typeof layouts;
type Column<Kind extends SheetKind> = keyof (typeof layouts)[Kind]['columns'] & string;
/** A row of one of the two sheets, its texts by our names of its columns. */
type GroupRow<Kind extends SheetKind> = { readonly kind: Kind; readonly row: number } & Readonly<Record<Column<Kind>, string>>;

/** Where a sheet's columns stand, counted from 1. */
export interface ColumnsRow {
  readonly kind: 'columns';
  readonly of: SheetKind;
  readonly sheet: string;
  readonly columns: Readonly<Record<string, number>>;
}
export type DescriptionRow = GroupRow<'descriptions'>;
export type FrameworkRow = GroupRow<'framework'>;
export type Row = ColumnsRow | DescriptionRow | FrameworkRow;
export type Rows = readonly Row[];

export async function parse(release: Release, { workbook: file }: NamedFiles<typeof files>): Promise<Rows> {
  const place = placeOfRelease(release);
  const workbook = await readWorkbook(`${place} ${file.name}`, file.name, file.bytes);
  const sheet = (kind: SheetKind) => sheetNamed(`${place} ${file.name}`, workbook, layouts[kind].sheet);
  const [descriptions, framework] = [sheet('descriptions'), sheet('framework')];
  const describedFrom = headerRowFor(descriptions, layouts.descriptions.columns, headers.fold);
  const framedFrom = headerRowFor(framework, layouts.framework.columns, headers.fold);
  const descriptionColumns = columnsOf(place, descriptions, describedFrom, layouts.descriptions.columns, headers);
  const frameworkColumns = columnsOf(place, framework, framedFrom, layouts.framework.columns, headers);
  return [
    { kind: 'columns', of: 'descriptions', sheet: descriptions.name, columns: descriptionColumns },
    ...rowsBelow(descriptions, describedFrom, descriptionColumns).map((row): DescriptionRow => ({ kind: 'descriptions', ...row })),
    { kind: 'columns', of: 'framework', sheet: framework.name, columns: frameworkColumns },
    // Empty rows between the groups of the framework are left out.
    ...rowsBelow(framework, framedFrom, frameworkColumns).map((row): FrameworkRow => ({ kind: 'framework', ...row })),
  ];
}

/** A sheet as messages name it, with the columns that were found: `'SOC2020 descriptions'`. */
export function printed(rows: Rows, of: SheetKind): PrintedTable {
  const found = rows.find((row) => row.kind === 'columns' && row.of === of);
  return found?.kind === 'columns' ? { printedAs: `'${found.sheet}'`, columns: found.columns } : { printedAs: `'${layouts[of].sheet}'` };
}
