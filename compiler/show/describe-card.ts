// Lays the sections of an occupation out for a terminal: columns that align, small bars, and no
// line longer than the terminal. Pure. What folds on a page is left out.
import { onOneLine } from '#schemas/printable.ts';
import {
  type Block,
  type Label,
  type Row,
  type Table,
  barsOf,
} from '#server/pages/occupation/content.ts';
import {
  type Absent,
  type Figure,
  drawable,
  isShown,
  joined,
} from '#server/pages/occupation/figure.ts';

export interface Layout {
  /** Characters in a line. */
  readonly width: number;
  /** Whether figures have bars. Without them the lines are plain words and numbers. */
  readonly bars: boolean;
}

export interface DescribedSection {
  readonly heading: string;
  readonly about: string;
  readonly blocks: readonly Block[];
  /** The source and its release; null if there is no answer. */
  readonly release: string | null;
}

const leastWidth = 40;
const longestLabel = 44;
const barWidth = 16;
const indent = '  ';
/**
 * Of a longer table or list only so many lines are shown: of a line through time the last ones,
 * else the first.
 */
const mostRows = 10;

/** What lays out one section. */
interface Scene extends Layout {
  /** The reasons that several figures of the section share, by their number. */
  readonly numbers: ReadonlyMap<string, number>;
}

/**
 * The lines of the sections, a blank line before each. A reason that several figures of a section
 * share stands once, with a number.
 */
export function layOutSections(sections: readonly DescribedSection[], layout: Layout): string[] {
  const width = Math.max(leastWidth, layout.width);
  let notes = 0;
  return sections.flatMap(({ heading, about, blocks, release }) => {
    const reasons = blocks.flatMap((block) => {
      const { rows, column } = 'table' in block ? shownOf(block) : { rows: [], column: 0 };
      return rows.flatMap(({ figures }) => whyOf(figures[column]));
    });
    const shared = [
      ...new Set(reasons.filter((reason, place) => reasons.indexOf(reason) !== place)),
    ];
    const numbers = new Map(shared.map((reason) => [reason, (notes += 1)]));
    const scene = { ...layout, width, numbers };
    return [
      '',
      ...wrapped(about === '' ? heading : `${heading} (${about})`, '', width),
      ...blocks.flatMap((block) => describeBlock(block, scene, heading)),
      ...[...numbers].flatMap(([reason, number]) =>
        wrapped(`[${number}] ${reason}`, indent, width, `${indent}    `),
      ),
      ...(release === null ? [] : wrapped(`release: ${release}`, indent, width)),
    ];
  });
}

function describeBlock(block: Block, scene: Scene, heading: string): string[] {
  const { width } = scene;
  if ('table' in block) return describeTable(block, scene, block.table !== heading);
  if ('text' in block) return wrapped(block.text, indent, width);
  if ('heading' in block) return wrapped(`${textOf(block.heading)}:`, indent, width);
  if ('absent' in block)
    return wrapped(
      `${block.of === undefined ? '' : `${block.of}: `}${absentText(block.absent)}`,
      indent,
      width,
    );
  if (!('list' in block)) return [];
  const cut = block.list
    .slice(0, mostRows)
    .flatMap((label) => wrapped(textOf(label), `${indent}- `, width, indent.repeat(2)));
  return [...cut, ...more(block.list.length - mostRows)];
}

/**
 * What is shown of a table: its rows, the column of their figures, and how many rows are left out.
 */
function shownOf(table: Table) {
  const { chart, main = 0 } = table;
  const bars = chart?.as === 'bars' ? barsOf(table) : null;
  // Of many bars those with a figure stand first, so that the others do not take their lines.
  const rows =
    bars === null
      ? table.rows
      : [...bars.rows, ...(bars.isCut ? [] : table.rows.filter((row) => !bars.rows.includes(row)))];
  return {
    rows: chart?.as === 'line' ? rows.slice(-mostRows) : rows.slice(0, mostRows),
    column: bars?.column ?? main,
    left: table.rows.length - mostRows,
  };
}

function describeTable(table: Table, scene: Scene, isNamed: boolean): string[] {
  const { rows, column, left } = shownOf(table);
  const figures = rows.map((row) => row.figures[column]);
  const absent = figures.flatMap((figure) =>
    figure === undefined || isShown(figure) ? [] : [absentText(figure, scene.numbers)],
  );
  if (absent.length > 1 && absent.length === rows.length)
    return wrapped(
      `${table.table}: ${[...new Set(absent)].join('; ')}`,
      indent,
      scene.width,
      indent.repeat(2),
    );
  const largest = Math.max(...figures.map((figure) => drawable(figure) ?? 0));
  const hasBars = scene.bars && table.chart !== undefined && largest > 0;
  const figureWidth = Math.max(
    0,
    ...figures.map((figure) => (figure !== undefined && isShown(figure) ? figure.text.length : 0)),
  );
  const labelWidth = Math.min(
    Math.max(0, ...rows.map((row) => labelOf(row).length)),
    longestLabel,
    Math.floor(scene.width * 0.6) - indent.length,
    scene.width - figureWidth - 2 * indent.length,
  );
  const named =
    table.columns.length > 2 ? `: ${(table.columns[column + 1] ?? '').toLowerCase()}` : '';
  return [
    ...(isNamed
      ? wrapped(
          joined(
            `${table.table}${named}`,
            table.chart?.as === 'bars' ? (table.chart.key ?? '') : '',
          ),
          indent,
          scene.width,
        )
      : []),
    ...rows.flatMap((row, place) => {
      const label = labelOf(row);
      const start = `${indent}${label.length > labelWidth ? `${label.slice(0, labelWidth - 1)}…` : label.padEnd(labelWidth)}  `;
      const figure = figures[place];
      if (figure === undefined || !isShown(figure))
        return wrapped(
          absentText(figure, scene.numbers),
          start,
          scene.width,
          ' '.repeat(start.length),
        );
      const remark = [row.remark ?? '', figure.caution === null ? '' : 'use with caution']
        .filter((text) => text !== '')
        .join(', ');
      const bar = hasBars && figure.value !== null ? barOf(figure.value / largest) : '';
      return describeCardRow(
        `${start}${onOneLine(figure.text).padStart(figureWidth)}`,
        bar,
        onOneLine(remark),
        scene.width,
      );
    }),
    ...more(left),
  ];
}

/** What does not fit is left out from the end: the bar first, because the words say more. */
function describeCardRow(line: string, bar: string, remark: string, width: number): string[] {
  const said = remark === '' ? '' : `  ${remark}`;
  const fitting = [
    `${line}${bar === '' ? '' : `  ${bar}`.padEnd(barWidth + 2)}${said}`,
    `${line}${said}`,
  ].find((each) => each.trimEnd().length <= width);
  return fitting === undefined
    ? [line, ...wrapped(remark, indent.repeat(2), width)]
    : [fitting.trimEnd()];
}

const more = (left: number): string[] => (left > 0 ? [`${indent}and ${left} more`] : []);
const textOf = (label: Label): string =>
  typeof label === 'string' ? label : `${label.text}${label.more ?? ''}`;
const labelOf = ({ label }: Row): string => onOneLine(textOf(label));
const whyOf = (figure: Figure | undefined): string[] =>
  figure === undefined || isShown(figure) ? [] : [figure.why];

function absentText(absent: Absent | undefined, numbers: Scene['numbers'] = new Map()): string {
  if (absent === undefined) return 'no figure';
  const number = numbers.get(absent.why);
  return number === undefined
    ? `${absent.headline}: ${absent.why}`
    : `${absent.headline} [${number}]`;
}

/** A text in lines of at most `width` characters, each after `before`. A longer word is cut. */
export function wrapped(text: string, before: string, width: number, hanging = before): string[] {
  const most = width - Math.max(before.length, hanging.length);
  const words = onOneLine(text)
    .split(' ')
    .flatMap((word) => pieces(word, most));
  const lines: string[] = [];
  let line = before;
  let isEmpty = true;
  for (const word of words) {
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line);
      [line, isEmpty] = [hanging, true];
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line].map((each) => each.trimEnd());
}

function pieces(word: string, most: number): string[] {
  if (word.length <= most) return [word];
  return Array.from({ length: Math.ceil(word.length / most) }, (_, place) =>
    word.slice(place * most, (place + 1) * most),
  );
}

/** Eighths of a block, so that 16 characters tell 128 lengths apart. */
function barOf(share: number): string {
  const eighths = Math.round(Math.min(1, Math.max(0, share)) * barWidth * 8);
  const part = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'][eighths % 8] ?? '';
  return `${'█'.repeat(Math.floor(eighths / 8))}${part}`;
}
