// Writes the figures of the editions as tables for analysts, in Parquet and CSV: one row for each figure, with the cell it comes from.
import type { Catalogue, CatalogueSource } from '#schemas/catalogue.ts';
import { UnreadableFileError, formatProblem } from '#sources/kit/problem.ts';
import type { Figure } from '#sources/kit/source.ts';
import type { EditionReader, ReadEdition } from '../../release/read-again.ts';
import { BundleError } from '../format.ts';
import { type Cell, type Row, figureTable } from './columns.ts';
import { TableFiles, rowsAtOnce } from './table-files.ts';
import type { Seen } from './lookups.ts';
import type { Table } from './data-package.ts';

/**
 * Writes the table of a source into a folder, and notes in `seen` what the lookup tables need. Null if the source has no figures. It reads
 * the releases again, edition by edition, from their snapshots. Throws BundleError if that fails. `raw`: texts in the CSV are not guarded
 * against being read as formulas.
 */
export async function writeTable(
  folder: string,
  reader: EditionReader,
  seen: Seen,
  { catalogue, source, raw }: { readonly catalogue: Catalogue; readonly source: CatalogueSource; readonly raw: boolean },
): Promise<Table | null> {
  const ids = catalogue.editions.filter((edition) => edition.source === source.key).map(({ id }) => id);
  let files: TableFiles | null = null;
  let columns: Table['columns'] = [];
  let rows = 0;
  for (const id of ids) {
    const edition = await readAgain(reader, id);
    if (edition.figures === null) return null;
    const { meanings } = edition.source;
    if (meanings === undefined) throw new Error(`sources/${source.key} has figures, and its figures.ts does not say what they mean`);
    const table = figureTable(source.key, meanings);
    if (files === null) {
      const places = (meanings.cutBy ?? []).map((name) => table.columns.findIndex((column) => column.name === name));
      const partOf = places.length === 0 ? {} : { partOf: (row: Row) => places.map((place) => pathPart(row[place] ?? null)).join('/') };
      files = new TableFiles(folder, source.key, table.columns, { raw, gzip: true, ...partOf });
      columns = table.columns;
    }
    for (const batch of batches(figuresOf(edition))) {
      for (const figure of batch) seen.figure(source.key, figure);
      await files.write(batch.map((figure) => table.rowOf(figure, edition)));
      rows += batch.length;
    }
    seen.edition(source.key, edition);
  }
  const written = (await files?.finish()) ?? [];
  if (rows === 0) return null;
  return { name: source.key, title: source.title, description: source.attribution, columns, primaryKey: [], files: written, source };
}

/** Every figure that the release prints, but for coefficients of variation: these stand in the rows of their figures. */
function* figuresOf({ figures, source, read }: ReadEdition): Generator<Figure> {
  for (const figure of figures?.() ?? []) if (figure.coefficientOf === undefined) yield figure;
  yield* source.furtherFigures?.(read) ?? [];
}

function pathPart(value: Cell): string {
  return value === null ? 'none' : String(value).replaceAll(/[^\w.-]+/g, '-');
}

function* batches<Member>(members: Iterable<Member>): Generator<Member[]> {
  let batch: Member[] = [];
  for (const member of members) {
    batch.push(member);
    if (batch.length < rowsAtOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function readAgain(reader: EditionReader, id: string): Promise<ReadEdition> {
  try {
    return await reader.read(id);
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    throw new BundleError(
      `${formatProblem(error.problem)}\n  its table cannot be made: pull the snapshots (lmi pull --all), or use --no-tables`,
    );
  }
}
