// Describes a trace for people: for each edition the files, then each figure with its cells.
import type { FileCell } from '#sources/kit/figures.ts';
import { count, cutList, nameOfInput, number, withUnit } from '../report/report.ts';
import type { Trace, TracedEdition, TracedFigure } from './trace.ts';

// More than a person reads; --json has them all.
const mostFigures = 200;
const mostRows = 10;
const mostCells = 12;

export function describeTrace(path: string, { editions, inNoCell }: Trace): string[] {
  const alike = Map.groupBy(inNoCell, ({ description }) => description ?? 'not described');
  return [
    path,
    ...editions.flatMap(describeTracedEdition),
    ...[...alike].flatMap(([description, numbers]) => describeAlike(description, numbers)),
  ];
}

function describeAlike(description: string, numbers: Trace['inNoCell']): string[] {
  return [
    `in no cell: ${cutList(numbers.map(({ pointer, value }) => `${pointer} ${value}`))}`,
    `  ${description}`,
  ];
}

function describeTracedEdition({
  id,
  source,
  release,
  files,
  figures,
  rows,
}: TracedEdition): string[] {
  return [
    `${source} ${release} ${id}`,
    ...files.map((file) => `  ${nameOfInput(file)} sha256 ${file.sha256}`),
    ...describeTracedRows(rows, figures.length === 0 ? 'texts, no figures' : 'texts'),
    ...figures.slice(0, mostFigures).flatMap(describeTracedFigure),
    ...(figures.length > mostFigures
      ? [`  … ${number(figures.length)} figures in all; --json prints them`]
      : []),
  ];
}

/** Texts are traced to their rows, as the publisher gives them. */
function describeTracedRows(rows: readonly unknown[], what: string): string[] {
  if (rows.length === 0) return [];
  const shown = rows.slice(0, mostRows).map((row) => `    ${JSON.stringify(row).slice(0, 200)}`);
  return [
    `  ${what}: ${count(rows.length, 'row')} of these files as read`,
    ...shown,
    ...(rows.length > mostRows ? ['    …; --json prints them all'] : []),
  ];
}

function describeTracedFigure({
  pointers,
  value,
  stored,
  unit,
  withheld,
  cells,
  rule,
}: TracedFigure): string[] {
  const shownValue = typeof value === 'number' ? withUnit(value, unit) : String(value);
  const lines = [
    `  ${pointers.join(' ')} ${shownValue}`,
    ...cells.slice(0, mostCells).map((cell) => `    ${describeCell(cell)}`),
    ...(cells.length > mostCells ? [`    … ${number(cells.length)} cells`] : []),
    `    ${rule}${withheld === null ? '' : ` ${withheld.reason}: ${withheld.explanation}`}`,
  ];
  if (value !== stored) lines.push(`    differs: the edition's figures say ${String(stored)}`);
  return lines;
}

export function describeCell({ file, member, sheet, address, printed }: FileCell): string {
  return (
    `${member === null ? file : `${file} › ${member}`} ` +
    `${sheet === null ? address : `'${sheet}'!${address}`} ${JSON.stringify(printed)}`
  );
}
