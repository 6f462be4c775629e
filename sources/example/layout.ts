// What the publisher prints: one CSV, a row for each unit group of SOC 2020.
import type { FileKinds } from '#sources/kit/named-files.ts';
import type { RowOf, RowsOf } from '#sources/kit/table-layout.ts';
import { tables } from '#sources/kit/table.ts';

export const files = {
  table: {
    match: /^work-satisfaction-\d{4}\.csv$/,
    layout: 'documented',
    describe: 'the CSV of work satisfaction by occupation',
  },
} as const satisfies FileKinds;

/** Our name of each column, and its header as published, in all its spellings. */
export const layout = tables('sources/example/layout.ts', {
  satisfaction: {
    columns: {
      code: 'SOC 2020 code',
      title: 'Occupation',
      satisfiedPercent: ['Satisfied with their work (%)', 'Satisfied (%)'],
      respondents: 'Respondents',
    },
  },
});

export type Row = RowOf<typeof layout.layouts, 'satisfaction'>;
export type Rows = RowsOf<typeof layout.layouts>;

export const parse = layout.parser('table', ['satisfaction']);
