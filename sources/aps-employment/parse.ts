// Reads the four answers of Nomis into rows, exactly as printed.
import { type NomisRow, readPages } from '#sources/kit/read/nomis.ts';
import type { PublishedFile, Release } from '#sources/kit/source.ts';
import { type ColumnName, columns, queries, type QueryName } from './queries.ts';

export type Row = { readonly query: QueryName } & NomisRow<ColumnName>;
export type Rows = readonly Row[];

export async function parse(release: Release, files: readonly PublishedFile[]): Promise<Rows> {
  const place = `aps-employment ${release.name}`;
  return queries.flatMap(({ name }) =>
    readPages(place, name, files, columns, 'sources/aps-employment/queries.ts').map((row) => ({ query: name, ...row })),
  );
}

/** The place of a cell in a message: `aps-employment 2026-06 employment.csv!row 231 OBS_VALUE`. */
export function placeOf(release: Release, { file, row }: Pick<Row, 'file' | 'row'>, column?: ColumnName): string {
  return `aps-employment ${release.name} ${file}!row ${row}${column === undefined ? '' : ` ${columns[column][0]}`}`;
}
