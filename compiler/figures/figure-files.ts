// The files of an edition's figures. <source>.parquet is the table that people get: a row for each figure, with its first cell. trace.parquet
// is for our own commands: it has for each how it was made, its further cells, the cell of its coefficient of variation and where answers give
// it.
import { join } from 'node:path';
import type { Figure, FileCell, ReadFiles, Source } from '#sources/kit/source.ts';
import { textOfAnswers } from './answer-text.ts';
import { figureTable } from './columns.ts';
import { Naming } from './named.ts';
import { ParquetFile } from './parquet-file.ts';

export const traceFile = 'trace.parquet';

/** The table of a source's figures. */
export function tableFile(source: string): string {
  return `${source}.parquet`;
}

/** Whether a file of an edition is one of its figures and no document. */
export function isOfFigures(file: string): boolean {
  return file.endsWith('.parquet');
}

/** Figures in a group of rows. */
export const figuresAtOnce = 100_000;

/** What a trace row says of a figure beyond its row of the table. */
export const traceColumns = [
  { name: 'endpoint', type: 'string' },
  { name: 'series', type: 'boolean' },
  { name: 'rule', type: 'string' },
  { name: 'explanation', type: 'string' },
  { name: 'further_cells', type: 'string' },
  // Its file and sheet are those of the first cell. The address is empty if the publisher has no cell, and null without coefficients.
  { name: 'coefficient_member', type: 'string' },
  { name: 'coefficient_cell', type: 'string' },
  { name: 'coefficient_printed', type: 'string' },
  { name: 'answers', type: 'string' },
] as const;

/** Writes the files of the figures of an edition into its folder, and returns their names. None if the source has texts. */
export async function writeFigures(
  folder: string,
  source: Source,
  edition: { readonly id: string; readonly release: string },
  read: ReadFiles<readonly unknown[], unknown>,
): Promise<string[]> {
  if (source.figures === 'texts') return [];
  const { meanings } = source;
  if (meanings === undefined) throw new Error(`sources/${source.key} has figures, and its figures.ts does not say what they mean`);
  const table = figureTable(source.key, meanings);
  const files = {
    table: new ParquetFile(join(folder, tableFile(source.key)), table.columns),
    trace: new ParquetFile(join(folder, traceFile), traceColumns),
  };
  const naming = new Naming();
  const texts = new Map<string, string>();
  const answersOf = (figure: Figure): string => {
    const made = figure.answered === undefined ? undefined : texts.get(figure.answered);
    if (made !== undefined) return made;
    const text = textOfAnswers(figure.answers(), figure);
    if (figure.answered !== undefined) texts.set(figure.answered, text);
    return text;
  };
  // Rows of both files that belong together stand in groups of their own.
  const flush = async () => {
    for (const file of Object.values(files)) await file.flush();
  };
  for (const figure of source.figures(read)) {
    const { endpoint, series, rule, withheld, coefficientCell } = figure;
    const cells = figure.cells();
    const coefficient = coefficientCell?.();
    naming.take(figure);
    files.table.add(table.rowOf(figure, cells[0], edition));
    files.trace.add([
      ...[endpoint, series, rule, withheld?.explanation ?? null, textOfCells(cells)],
      ...[coefficient?.member ?? null, coefficient === null ? '' : (coefficient?.address ?? null), coefficient?.printed ?? null],
      answersOf(figure),
    ]);
    if (files.trace.waiting < figuresAtOnce) continue;
    await flush();
  }
  await flush();
  for (const figure of source.furtherFigures?.(read) ?? []) {
    naming.take(figure);
    files.table.add(table.rowOf(figure, figure.cells()[0], edition));
    if (files.table.waiting >= figuresAtOnce) await files.table.flush();
  }
  await files.table.finish({ edition: edition.id, named: JSON.stringify(naming.named(source, read)) });
  await files.trace.finish({ edition: edition.id });
  return [tableFile(source.key), traceFile];
}

/** The cells after the first, each as what differs from the first; null if there are none. */
function textOfCells(cells: readonly FileCell[]): string | null {
  const [first] = cells;
  if (first === undefined || cells.length === 1) return null;
  return JSON.stringify(
    cells
      .slice(1)
      .map(({ address, printed, ...place }) => [
        ...[address, printed],
        ...(place.file === first.file && place.member === first.member && place.sheet === first.sheet ? [] : [place]),
      ]),
  );
}
