// Lays a card out for a terminal: columns that align, small bars, and no line longer than the terminal. Pure.
import { onOneLine } from '#schemas/printable.ts';
import type { Row, Section } from './card.ts';

export interface Layout {
  /** Characters in a line. */
  readonly width: number;
  /** Whether figures have bars. Without them the lines are plain words and numbers. */
  readonly bars: boolean;
}

const leastWidth = 40;
const longestLabel = 36;
const barWidth = 16;
const indent = '  ';

/** The lines of the sections, a blank line before each. A reason that several rows of a section share stands once, with a number. */
export function describeSections(sections: readonly Section[], layout: Layout): string[] {
  let notes = 0;
  return sections.flatMap((section) => {
    const reasons = section.rows.flatMap((row) => ('why' in row && row.why !== null ? [row.why] : []));
    const shared = [...new Set(reasons.filter((reason, place) => reasons.indexOf(reason) !== place))];
    const numbers = new Map(shared.map((reason) => [reason, (notes += 1)]));
    return ['', ...describeSection(section, numbers, layout)];
  });
}

/** Its heading, what it describes, its rows, the numbered reasons, its release. */
function describeSection({ title, about, rows, release }: Section, numbers: ReadonlyMap<string, number>, layout: Layout): string[] {
  const width = Math.max(leastWidth, layout.width);
  const labels = rows.flatMap((row) => ('label' in row ? [onOneLine(row.label).length] : []));
  const labelWidth = Math.min(Math.max(0, ...labels), longestLabel, Math.floor(width / 2) - indent.length);
  const figureWidth = Math.max(0, ...rows.map((row) => ('figure' in row ? row.figure.length : 0)));
  return [
    ...wrapped(about === '' ? title : `${title} (${about})`, '', width),
    ...rows.flatMap((row) => describeRow(row, numbers, { labelWidth, figureWidth, width, bars: layout.bars })),
    ...[...numbers].flatMap(([reason, number]) => wrapped(`[${number}] ${reason}`, indent, width, `${indent}    `)),
    ...(release === null ? [] : wrapped(`release: ${release}`, indent, width)),
  ];
}

/** A text in lines of at most `width` characters, each after `before`. A longer word stands alone and is cut. */
export function wrapped(text: string, before: string, width: number, rest = before): string[] {
  const lines: string[] = [];
  let line = before;
  let isEmpty = true;
  for (const word of onOneLine(text)
    .split(' ')
    .flatMap((each) => pieces(each, width - Math.max(before.length, rest.length)))) {
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line);
      [line, isEmpty] = [rest, true];
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line].map((each) => each.trimEnd());
}

function pieces(word: string, most: number): string[] {
  if (word.length <= most) return [word];
  return Array.from({ length: Math.ceil(word.length / most) }, (_, place) => word.slice(place * most, (place + 1) * most));
}

function describeRow(
  row: Row,
  numbers: ReadonlyMap<string, number>,
  { labelWidth, figureWidth, width, bars }: { labelWidth: number; figureWidth: number; width: number; bars: boolean },
): string[] {
  if ('text' in row) return wrapped(row.text, indent, width);
  const whole = onOneLine(row.label);
  const label = whole.length > labelWidth ? `${whole.slice(0, labelWidth - 1)}…` : whole.padEnd(labelWidth);
  const start = `${indent}${label}  `;
  if ('withheld' in row) return wrapped(reasonOf(row, numbers), start, width, ' '.repeat(start.length));
  const bar = bars && row.share !== null ? `  ${barOf(row.share)}` : '';
  const line = `${start}${onOneLine(row.figure).padStart(figureWidth)}`;
  const remark = row.remark === '' ? '' : `  ${onOneLine(row.remark)}`;
  // What does not fit is left out from the end: the bar first, because the words say more.
  const fitting = [`${line}${bar === '' ? '' : bar.padEnd(barWidth + 2)}${remark}`, `${line}${remark}`].find(
    (each) => each.trimEnd().length <= width,
  );
  return fitting === undefined ? [line, ...wrapped(row.remark, indent.repeat(2), width)] : [fitting.trimEnd()];
}

function reasonOf({ withheld, why }: Extract<Row, { withheld: string }>, numbers: ReadonlyMap<string, number>): string {
  if (why === null) return withheld;
  const number = numbers.get(why);
  return number === undefined ? `${withheld}: ${why}` : `${withheld} [${number}]`;
}

/** Eighths of a block, so that 16 characters tell 128 lengths apart. */
function barOf(share: number): string {
  const eighths = Math.round(Math.min(1, Math.max(0, share)) * barWidth * 8);
  const part = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'][eighths % 8] ?? '';
  return `${'█'.repeat(Math.floor(eighths / 8))}${part}`;
}
