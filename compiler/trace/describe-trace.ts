// A trace for people: edition by edition the files, then each figure with its cells.
import { count, number } from '../report/report.ts';
import type { Trace, TracedCell, TracedEdition, TracedFigure } from './trace.ts';

// More than a person reads; --json has them all.
const mostFigures = 200;
const mostRows = 10;
const mostCells = 12;

export function describeTrace(path: string, { editions, computed }: Trace): string[] {
  const lines = [path, ...editions.flatMap(describeEdition)];
  if (computed.length > 0) {
    const shown = computed.slice(0, 10).map(({ pointer, value }) => `${pointer} ${value}`);
    lines.push(
      `in no cell, but counted or worked out of several: ${shown.join(', ')}${computed.length > shown.length ? ` … (${number(computed.length)} in all)` : ''}`,
    );
  }
  return lines;
}

function describeEdition({ id, source, release, files, figures, rows }: TracedEdition): string[] {
  return [
    `${source} ${release} ${id}`,
    ...files.map(({ file, sha256 }) => `  ${file} sha256 ${sha256}`),
    ...describeRows(rows),
    ...figures.slice(0, mostFigures).flatMap(describeFigure),
    ...(figures.length > mostFigures ? [`  … ${number(figures.length)} figures in all; --json tells them`] : []),
  ];
}

/** Texts are traced to their rows, which the source reads as the publisher gives them. */
function describeRows(rows: readonly unknown[]): string[] {
  if (rows.length === 0) return [];
  const shown = rows.slice(0, mostRows).map((row) => `    ${JSON.stringify(row).slice(0, 200)}`);
  return [
    `  texts, no figures: ${count(rows.length, 'row')} of these files as read`,
    ...shown,
    ...(rows.length > mostRows ? ['    …; --json tells them all'] : []),
  ];
}

function describeFigure({ pointers, value, readAgain, unit, withheld, cells, rule }: TracedFigure): string[] {
  const said = value === null ? 'null' : `${String(value)} ${unit}`;
  const lines = [
    `  ${pointers.join(' ')} ${said}`,
    ...cells.slice(0, mostCells).map((cell) => `    ${describeCell(cell)}`),
    ...(cells.length > mostCells ? [`    … ${number(cells.length)} cells`] : []),
    `    ${rule}${withheld === null ? '' : ` ${withheld.reason}: ${withheld.explanation}`}`,
  ];
  if (value !== readAgain) lines.push(`    differs: the files read again by this code give ${String(readAgain)}`);
  return lines;
}

function describeCell({ file, member, sheet, address, printed }: TracedCell): string {
  return `${member === null ? file : `${file} › ${member}`} ${sheet === null ? address : `'${sheet}'!${address}`} ${JSON.stringify(printed)}`;
}
