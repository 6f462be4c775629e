// What ONS prints in Volume 2's workbook: the coding index, with notes on the file, abbreviations
// and the ISCO-08 structure.
import { dayInFileName } from '#sources/kit/release-name.ts';
import type { FileKinds } from '#sources/kit/named-files.ts';
import type { RowOf, RowsOf } from '#sources/kit/table-layout.ts';
import { tables } from '#sources/kit/table.ts';

export const files = {
  workbook: {
    // The order of the date changed in 2026. In that year version 14 was issued again, as v2.
    match: /^soc2020volume2thecodingindexexcel(\d{8})(?:v(\d+))?\.xlsx$/,
    layout: 'verified',
    day: dayInFileName,
    describe: 'the workbook of the coding index',
  },
} as const satisfies FileKinds;

// Versions differ in blanks, line breaks, hyphens and underscores, and V13 moves columns.
export const layout = tables('sources/soc-index/layout.ts', {
  // V13 calls it INFO.
  information: { sheet: ['Information', 'INFO'] },
  specification: { sheet: 'FILE SPEC' },
  index: {
    sheet: 'SOC2020 coding index *',
    columns: {
      id: 'UNIQUE ID',
      marker: 'D',
      soc2010: 'SOC_2010',
      soc2020: 'SOC_2020',
      extension: 'SOC_2020_ext',
      inverted: 'INDEXOCC',
      additional: 'ADD',
      industry: 'IND',
      see: 'SEE',
      isco08: 'ISCO-08 code based on SOC2020',
      version: 'VERSNO',
      unitGroupTitle: 'SOC2020_unit_group_title',
      natural: 'INDEXOCC_-_natural_word_order',
    },
  },
  abbreviations: { sheet: 'Abbreviations', columns: { short: 'Abbreviation', long: 'Meaning' } },
  // Codes and titles side by side, without headers, under a few lines of prose.
  isco: { sheet: 'ISCO-08 framework' },
});

type Layouts = typeof layout.layouts;
export type IndexColumn = keyof Layouts['index']['columns'];
export type Rows = RowsOf<Layouts>;
export type EntryRow = RowOf<Layouts, 'index'>;

export const parse = layout.parser('workbook', [
  'information',
  'specification',
  'index',
  'abbreviations',
  'isco',
]);

export const entriesIn = (rows: Rows): EntryRow[] => layout.rowsOf(rows, 'index');
