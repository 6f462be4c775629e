// A trace for people: edition by edition the files, then each figure with its cells.
import { number } from '../report.ts';
import type { Trace, TracedCell, TracedEdition, TracedFigure } from './trace.ts';

// More than a person reads; --json has them all.
const mostFigures = 200;

export function describeTrace(path: string, { editions, computed }: Trace): string[] {
  const lines = [path, ...editions.flatMap(describeEdition)];
  if (computed.length > 0) {
    const shown = computed.slice(0, 10).map(({ pointer, value }) => `${pointer} ${value}`);
    lines.push(`in no cell, as they count or compare what the answer holds: ${shown.join(', ')}${computed.length > shown.length ? ` … (${number(computed.length)} in all)` : ''}`);
  }
  return lines;
}

function describeEdition({ id, source, release, files, figures }: TracedEdition): string[] {
  return [
    `${source} ${release} ${id}`,
    ...files.map(({ file, sha256 }) => `  ${file} sha256 ${sha256}`),
    ...(figures.length === 0 ? ['  has texts and no figures here: they come from these files as a whole'] : []),
    ...figures.slice(0, mostFigures).flatMap(describeFigure),
    ...(figures.length > mostFigures ? [`  … ${number(figures.length)} figures in all; --json tells them`] : []),
  ];
}

function describeFigure({ pointers, value, readAgain, unit, withheld, cells, rule }: TracedFigure): string[] {
  const lines = [`  ${pointers.join(' ')} ${value === null ? 'null' : `${String(value)} ${unit}`}`, ...cells.map((cell) => `    ${describeCell(cell)}`), `    ${rule}`];
  if (withheld !== null) lines.push(`    ${withheld.reason}: ${withheld.explanation}`);
  if (value !== readAgain) lines.push(`    differs: the files read again by this code give ${String(readAgain)}`);
  return lines;
}

function describeCell({ file, member, sheet, address, printed }: TracedCell): string {
  return `${member === null ? file : `${file} › ${member}`} ${sheet === null ? address : `'${sheet}'!${address}`} ${JSON.stringify(printed)}`;
}
