// Makes the tables of a bundle: the CSV of each source with figures, then the lookup tables that say what their codes mean.
import type { Catalogue, CatalogueSource } from '#schemas/catalogue.ts';
import { UnreadableFileError } from '#sources/kit/problem.ts';
import type { NeededObservations, Source } from '#sources/kit/source.ts';
import type { Cell, Row } from '../../figures/columns.ts';
import { tableFile } from '../../figures/figure-files.ts';
import { type StoredTable, storedTable } from '../../figures/stored-figures.ts';
import { EditionReader } from '../../release/read-again.ts';
import { BundleError } from '../format.ts';
import { CsvTable } from './csv-table.ts';
import type { Table } from './data-package.ts';
import { Seen, writeLookups } from './lookups.ts';

interface TableOptions {
  /** Texts in the CSV are not guarded against being read as formulas. */
  readonly raw: boolean;
  readonly progress: (doing: string) => void;
}

/**
 * Writes the tables of the catalogue's editions into a folder. None if no source has figures. Throws BundleError if the files of figures are
 * not as published.
 */
export async function makeTables(
  folder: string,
  directory: string,
  sources: readonly Source[],
  catalogue: Catalogue,
  { raw, progress }: TableOptions,
): Promise<Table[]> {
  const [made, seen]: [Table[], Seen] = [[], new Seen()];
  for (const described of catalogue.sources) {
    const source = sources.find(({ key }) => key === described.key);
    if (source === undefined) continue;
    progress(`${source.key}: its table`);
    const table = await writeTable(folder, directory, source, seen, { catalogue, described, raw });
    if (table !== null) made.push(table);
  }
  if (made.length === 0) return [];
  const structure = catalogue.editions.find(({ source }) => source === 'soc-structure');
  const read = structure === undefined ? null : await new EditionReader(directory, sources, catalogue).read(structure.id);
  // Its reshape makes the type that needs give for this source.
  const classification = (read?.observations ?? null) as NeededObservations['soc-structure'] | null;
  return [...made, ...(await writeLookups(folder, seen, classification, raw))];
}

/** Notes in `seen` what the lookup tables need. The Parquet files of the table are those of the editions. Null if the source has no figures. */
async function writeTable(
  folder: string,
  directory: string,
  source: Source,
  seen: Seen,
  { catalogue, described, raw }: { readonly catalogue: Catalogue; readonly described: CatalogueSource; readonly raw: boolean },
): Promise<Table | null> {
  const editions = catalogue.editions.filter((edition) => edition.source === source.key);
  if (source.figures === 'texts' || editions.length === 0) return null;
  const tables = editions.map((edition) => ({ edition, table: openTable(directory, source, edition) }));
  if (tables.every(({ table: { rows } }) => rows === 0)) return null;
  const columns = tables[0]?.table.columns ?? [];
  const places = (source.meanings?.cutBy ?? []).map((name) => columns.findIndex((column) => column.name === name));
  const partOf = (row: Row) => places.map((place) => pathPart(row[place] ?? null)).join('/');
  const csv = new CsvTable(folder, source.key, columns, { raw, gzip: true, partOf });
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
    throw error instanceof UnreadableFileError ? new BundleError(error.message) : error;
  }
}

function pathPart(value: Cell): string {
  return value === null ? 'none' : String(value).replaceAll(/[^\w.-]+/g, '-');
}
