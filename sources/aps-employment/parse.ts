// Reads the four answers of Nomis into rows, exactly as printed.
import type { PrintedTable } from '#sources/kit/place.ts';
import { type NomisRow, pageNames, readPages } from '#sources/kit/read/nomis.ts';
import type { FileKinds, NamedFiles, Release } from '#sources/kit/source.ts';
import { type ColumnName, type QueryName, columns, queries } from './queries.ts';

export type Row = { readonly query: QueryName } & NomisRow<ColumnName>;
export type Rows = readonly Row[];

/** The pages of an answer. */
const pages = (name: QueryName) =>
  ({
    match: pageNames(name),
    layout: 'documented',
    required: true,
    many: true,
    describe: `the answer of Nomis to the query "${name}"`,
  }) as const;

export const files = {
  employment: pages('employment'),
  sex: pages('sex'),
  'part-time': pages('part-time'),
  'self-employed': pages('self-employed'),
} as const satisfies FileKinds & Record<QueryName, unknown>;

export async function parse(release: Release, given: NamedFiles<typeof files>): Promise<Rows> {
  return queries.flatMap(({ name: query }): Row[] =>
    readPages(release, query, given[query], columns, 'sources/aps-employment/queries.ts').map((row) => ({ query, ...row })),
  );
}

const headers = Object.fromEntries(Object.entries(columns).map(([name, [header]]) => [name, header]));

/** A page of an answer as messages name it; its cells are named by their headers: `employment.csv!row 231 OBS_VALUE`. */
export function printed({ file }: Pick<Row, 'file'>): PrintedTable {
  return { printedAs: file, columns: headers };
}
