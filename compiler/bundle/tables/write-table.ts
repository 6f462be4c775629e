// Writes the CSV of the figures of a source, from the tables that its editions have.
import type { Catalogue, CatalogueSource } from '#schemas/catalogue.ts';
import { UnreadableFileError } from '#sources/kit/problem.ts';
import type { Source } from '#sources/kit/source.ts';
import type { Cell, Row } from '../../figures/columns.ts';
import { tableFile } from '../../figures/figure-files.ts';
import { type StoredTable, storedTable } from '../../figures/stored-figures.ts';
import { BundleError } from '../format.ts';
import type { Table } from './data-package.ts';
import type { Seen } from './lookups.ts';
import { TableFiles } from './table-files.ts';

/**
 * Writes the CSV of a source into a folder, and notes in `seen` what the lookup tables need. The Parquet files of its table are those of the
 * editions. Null if the source has no figures. Throws BundleError if a file is not as its edition's record says. `raw`: texts in the CSV
 * are not guarded against being read as formulas.
 */
export async function writeTable(
  folder: string,
  directory: string,
  source: Source,
  seen: Seen,
  { catalogue, described, raw }: { readonly catalogue: Catalogue; readonly described: CatalogueSource; readonly raw: boolean },
): Promise<Table | null> {
  const editions = catalogue.editions.filter((edition) => edition.source === source.key);
  if (source.figures === 'texts' || editions.length === 0) return null;
  const tables = editions.map((edition) => ({ edition, table: openTable(directory, source, edition) }));
  const columns = tables[0]?.table.columns ?? [];
  const places = (source.meanings?.cutBy ?? []).map((name) => columns.findIndex((column) => column.name === name));
  const partOf = places.length === 0 ? {} : { partOf: (row: Row) => places.map((place) => pathPart(row[place] ?? null)).join('/') };
  if (tables.every(({ table: { rows } }) => rows === 0)) return null;
  const csv = new TableFiles(folder, source.key, columns, { raw, gzip: true, ...partOf });
  for (const { table } of tables) {
    seen.take(source, table.named);
    for await (const group of table.groups()) await csv.write((group[0] ?? []).map((_, at) => group.map((column) => column[at] ?? null)));
  }
  const files = tables.map(({ edition: { id }, table: { rows } }) => ({ path: `editions/${id}/${tableFile(source.key)}`, rows }));
  return {
    ...{ name: source.key, title: source.title, description: source.attribution, columns, primaryKey: [], source: described },
    files: [...files, ...(await csv.finish())],
  };
}

function openTable(...[directory, source, edition]: Parameters<typeof storedTable>): StoredTable {
  try {
    return storedTable(directory, source, edition);
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    throw new BundleError(error.message);
  }
}

function pathPart(value: Cell): string {
  return value === null ? 'none' : String(value).replaceAll(/[^\w.-]+/g, '-');
}
