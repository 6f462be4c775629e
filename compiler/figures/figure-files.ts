// Writes the tables of an edition. <source>.parquet and <source>.csv.gz are what people get: a row
// for each figure, in the Parquet with its first cell. A source of texts has tables of its own.
// trace.parquet is for our own commands: how each figure was made, its further cells, the cell of
// its coefficient of variation, and where answers give it.
import { join } from 'node:path';
import { type StoredTable, csvOf, parquetOf, tablesFile } from '#schemas/stored-tables.ts';
import type { WithheldReason } from '#schemas/codes.ts';
import type { Figure, FigureCount, FileCell } from '#sources/kit/figures.ts';
import type { ReadFiles } from '#sources/kit/release.ts';
import type { Source } from '#sources/kit/source.ts';
import { writeNew } from '../edition/files.ts';
import { textOfAnswers } from './answer-text.ts';
import { figureTable } from './columns.ts';
import { ParquetFile } from './parquet-file.ts';
import { tableFiles } from './table-files.ts';

export const traceFile = 'trace.parquet';

/**
 * Figures in a group of rows. The arrays of larger groups are V8's large objects, which are slow
 * because they are mapped and cleared for each group.
 */
export const figuresAtOnce = 15_000;

/** What a trace row says of a figure beyond its row of the table. */
export const traceColumns = [
  { name: 'endpoint', type: 'string' },
  { name: 'series', type: 'boolean' },
  { name: 'rule', type: 'string' },
  { name: 'explanation', type: 'string' },
  { name: 'further_cells', type: 'string' },
  // Its file and sheet are those of the first cell. The address is empty if the publisher has no
  // cell, and null without coefficients.
  { name: 'coefficient_member', type: 'string' },
  { name: 'coefficient_cell', type: 'string' },
  { name: 'coefficient_printed', type: 'string' },
  { name: 'answers', type: 'string' },
] as const;

/** A file of an edition's tables. `content`: what a gzipped one holds. */
interface WrittenFile {
  readonly path: string;
  readonly content?: StoredTable['csv'];
}

/**
 * Writes the tables of an edition into its folder. Returns the files, and how many figures they
 * have.
 */
export async function writeTables(
  folder: string,
  source: Source,
  edition: { readonly id: string; readonly release: string; readonly attribution: string },
  read: ReadFiles<readonly unknown[], unknown>,
): Promise<{ readonly files: readonly WrittenFile[]; readonly count: FigureCount }> {
  const count = { published: 0, withheld: {} };
  const tables: StoredTable[] =
    source.figures === 'texts'
      ? []
      : [await writeFigures(folder, source, source.figures.bind(source), edition, read, count)];
  for (const table of source.tables?.(read.observations, read.needs) ?? []) {
    const files = tableFiles(folder, table, edition.attribution);
    for (const row of table.rows) {
      files.add(row);
      if (files.waiting() >= figuresAtOnce) await files.flush();
    }
    tables.push(await files.finish());
  }
  writeNew(join(folder, tablesFile), `${JSON.stringify(tables)}\n`);
  const files: WrittenFile[] = tables.flatMap(({ name, csv }) => [
    { path: parquetOf(name) },
    { path: csvOf(name), content: csv },
  ]);
  files.push({ path: tablesFile });
  if (source.figures !== 'texts') files.push({ path: traceFile });
  return { files, count };
}

async function writeFigures(
  folder: string,
  source: Source,
  figuresOf: Exclude<Source['figures'], 'texts'>,
  {
    attribution,
    ...editionNames
  }: { readonly id: string; readonly release: string; readonly attribution: string },
  read: ReadFiles<readonly unknown[], unknown>,
  count: { published: number; readonly withheld: Partial<Record<WithheldReason, number>> },
): Promise<StoredTable> {
  const { meanings } = source;
  if (meanings === undefined)
    throw new Error(
      `sources/${source.key} has figures, and its figures.ts does not say what they mean`,
    );
  const { groups } = source.needs.includes('soc-structure')
    ? read.needs.get('soc-structure')
    : { groups: null };
  const titles = meanings.titled?.titles(read.observations) ?? new Map<string, string>();
  const edition = {
    ...editionNames,
    titles,
    titleOf: (group: string) => groups?.get(group)?.title ?? null,
  };
  const table = figureTable(source.key, meanings);
  const files = {
    table: tableFiles(
      folder,
      { name: source.key, title: source.title, columns: table.columns },
      attribution,
    ),
    trace: new ParquetFile(join(folder, traceFile), traceColumns),
  };
  const texts = new Map<string, string>();
  const answersOf = (figure: Figure): string => {
    const made = figure.answered === undefined ? undefined : texts.get(figure.answered);
    if (made !== undefined) return made;
    const text = textOfAnswers(figure.answers(), figure);
    if (figure.answered !== undefined) texts.set(figure.answered, text);
    return text;
  };
  // Rows of both files that belong together are in groups of the same number.
  const flush = async () => {
    for (const file of Object.values(files)) await file.flush();
  };
  for (const figure of figuresOf(read)) {
    const { endpoint, series, rule, withheld, coefficientCell } = figure;
    const cells = figure.cells();
    const coefficient = traceOfCoefficient(coefficientCell?.());
    if (withheld === null) count.published += 1;
    else count.withheld[withheld.reason] = (count.withheld[withheld.reason] ?? 0) + 1;
    const mainCell = mainCellOf(figure, cells);
    files.table.add(table.rowOf(figure, mainCell, edition));
    const explanation = withheld?.explanation ?? null;
    files.trace.add([
      endpoint,
      series,
      rule,
      explanation,
      textOfCells(cells, mainCell),
      coefficient.member,
      coefficient.address,
      coefficient.printed,
      answersOf(figure),
    ]);
    if (files.trace.waiting < figuresAtOnce) continue;
    await flush();
  }
  await flush();
  for (const figure of source.furtherFigures?.(read) ?? []) {
    files.table.add(table.rowOf(figure, mainCellOf(figure, figure.cells()), edition));
    if (files.table.waiting() >= figuresAtOnce) await files.table.flush();
  }
  await files.trace.finish({ edition: editionNames.id });
  return files.table.finish({ edition: editionNames.id });
}

type TracedCoefficient = Readonly<Record<'member' | 'address' | 'printed', string | null>>;

/**
 * What a trace row says of the cell of a coefficient: undefined if its measure has no coefficients,
 * null if the publisher has no cell for this one.
 */
function traceOfCoefficient(cell: FileCell | null | undefined): TracedCoefficient {
  if (cell === undefined) return { member: null, address: null, printed: null };
  if (cell === null) return { member: null, address: '', printed: null };
  return { member: cell.member, address: cell.address, printed: cell.printed };
}

/** The cell that the row of a table names. */
function mainCellOf(
  { areCellsEqual = false }: Figure,
  cells: readonly FileCell[],
): FileCell | undefined {
  return areCellsEqual && cells.length > 1 ? undefined : cells[0];
}

/**
 * The cells that the table does not name, each as what differs from the first cell of the figure;
 * null if there are none.
 */
function textOfCells(cells: readonly FileCell[], mainCell: FileCell | undefined): string | null {
  const further = cells.filter((cell) => cell !== mainCell);
  const [first] = cells;
  if (first === undefined || further.length === 0) return null;
  const isBesideFirst = ({ file, member, sheet }: FileCell) =>
    file === first.file && member === first.member && sheet === first.sheet;
  return JSON.stringify(
    further.map((cell) => {
      const { address, printed, ...place } = cell;
      return cell !== first && isBesideFirst(cell) ? [address, printed] : [address, printed, place];
    }),
  );
}
