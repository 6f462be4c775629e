// Pictures of tables as SVG. A picture gets only figures that may be shown, and is left out if
// there are fewer than two of them. Its title, its description and the table beside it say the same
// in words. No colour carries a meaning alone. All are as wide as a telephone, so that their words
// stay legible there; a page puts two of them side by side.
import { extent, max, nice, ticks } from 'd3-array';
import { line } from 'd3-shape';
import { type Html, html, nothing } from '../html.ts';
import { type Chart, type Row, type Table, barsOf } from './content.ts';
import {
  type Figure,
  type Print,
  shownValue,
  isCareful,
  isShown,
  joinTexts,
  number,
} from './figure.ts';

const width = 400;
/**
 * How wide a character is at most, on average, in the sans serif faces of common systems: style.css
 * has 15.5 px on a telephone.
 */
const characterWidth = 8.4;
const round = (value: number) => Math.round(value);
const textOf = (figure: Figure | undefined) =>
  figure !== undefined && isShown(figure) ? figure.text : '';
/** The caution is beside the number, because people overlook a dashed outline alone. */
const cautionedText = (figure: Figure | undefined) =>
  `${textOf(figure)}${isCareful(figure) ? ' (caution)' : ''}`;
const nameOf = ({ label }: Row) => (typeof label === 'string' ? label : label.text);
const widthOf = (texts: readonly string[]) =>
  Math.ceil((max(texts, ({ length }) => length) ?? 0) * characterWidth);

const words = (x: number, y: number, text: string) =>
  html`<text x="${round(x)}" y="${round(y)}">${text}</text>`;
/**
 * Parts of one kind: of words, `e` end and `m` have their middle at their place, `tick` is quiet.
 */
const group = (kind: string) => (parts: readonly Html[]) =>
  parts.length === 0 ? nothing : html`<g class="${kind}">${parts}</g>`;
const path = (kind: string) => (drawn: readonly string[]) =>
  drawn.length === 0 ? nothing : html`<path class="${kind}" d="${drawn.join('')}"/>`;
/**
 * Marks of figures. Those to be used with caution have a dashed outline, and those of a provisional
 * one are hollow.
 */
function marks<Of extends { readonly careful: boolean; readonly hollow?: boolean }>(
  kind: string,
  items: readonly Of[],
  draw: (item: Of) => string,
) {
  const kinds = Map.groupBy(
    items,
    ({ careful, hollow = false }) =>
      `${kind}${hollow ? ' hollow' : ''}${careful ? ' careful' : ''}`,
  );
  return [...kinds].map(([name, members]) => path(name)(members.map(draw)));
}
const vertical = (x: number, from: number, to: number) =>
  `M${round(x)} ${round(from)}V${round(to)}`;
const horizontal = (y: number, from: number, to: number) =>
  `M${round(from)} ${round(y)}H${round(to)}`;
const box = (x: number, y: number, wide: number, high: number) =>
  `M${round(x)} ${round(y)}h${round(wide)}v${round(high)}h${-round(wide)}z`;
const circle = (x: number, y: number, r: number) =>
  `M${round(x) - r} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

type Pair = readonly [number, number];

/**
 * From numbers to places. d3-scale's own brings interpolation and the formatting of numbers along,
 * a twentieth of the worker.
 */
function linear([from, to]: Pair, [start, end]: Pair): (value: number) => number {
  return (value) => start + (end - start) * (to === from ? 0.5 : (value - from) / (to - from));
}

/**
 * Vertical lines at round values of a scale, so few that their labels do not touch, with the labels
 * below.
 */
function axis(
  domain: Pair,
  [from, to]: Pair,
  top: number,
  bottom: number,
  print: Print,
): readonly Html[] {
  const x = linear(domain, [from, to]);
  const fits = (values: readonly number[]) => {
    const [first, second = width] = values.map(x);
    return first !== undefined && second - first >= widthOf(values.map(print)) + 16;
  };
  const values = [6, 5, 4, 3, 2, 1].map((most) => ticks(...domain, most)).find(fits) ?? domain;
  return [
    path('grid')(values.map((value) => vertical(x(value), top, bottom))),
    group('tick m')(values.map((value) => words(x(value), bottom + 16, print(value)))),
  ];
}

/** A drawn chart. */
interface Drawing {
  readonly height: number;
  readonly parts: readonly Html[];
  readonly key?: string;
}

/**
 * The label of each row, and its figure at the other end; what is drawn of it is below. The
 * table has a label whole that is cut here.
 */
function labelled(rows: readonly Row[], step: number, text: (row: Row) => string): readonly Html[] {
  const room = Math.floor((width - widthOf(rows.map(text)) - 20) / characterWidth);
  const labels = rows
    .map(nameOf)
    .map((label) => (label.length <= room ? label : `${label.slice(0, room - 1).trimEnd()}…`));
  return [
    ...labels.map((label, place) => words(0, place * step + 14, label)),
    group('e')(rows.map((row, place) => words(width, place * step + 14, text(row)))),
  ];
}

/** The heights of a row with its label: of a bar, and of percentiles. */
const steps = { bars: 31, percentiles: 42 } as const;

/** Horizontal bars from zero, or from the beginning of the scale. */
function bars(table: Table, { scale }: Chart): Drawing | null {
  const { rows, column, isCut } = barsOf(table);
  if (rows.length < 2) return null;
  const figures = rows.map((row) => row.figures[column]);
  // The scale is for the first column.
  const domain =
    scale !== undefined && column === 0
      ? scale
      : ([0, max(figures, (figure) => shownValue(figure) ?? 0) || 1] as const);
  const x = linear(domain, [0, width]);
  const drawn = figures.map((figure, place) => ({
    place,
    length: Math.max(1, x(shownValue(figure) ?? 0)),
    careful: isCareful(figure),
  }));
  return {
    height: rows.length * steps.bars,
    key: joinTexts(
      table.columns.length > 2 ? (table.columns[column + 1] ?? '') : '',
      isCut ? `the ${rows.length} highest` : '',
    ),
    parts: [
      ...marks('bar-of', drawn, ({ place, length }) => box(0, place * steps.bars + 18, length, 9)),
      ...labelled(rows, steps.bars, (row) => cautionedText(row.figures[column])),
    ],
  };
}

/**
 * Percentiles as a line from the lowest to the highest tenth, a box for the middle half and a mark
 * at the median, whose figure is above.
 */
function percentiles({ rows }: Table, { print = number }: Chart): Drawing | null {
  const knownOf = ({ figures }: Row) => figures.map(shownValue).filter((value) => value !== null);
  const all = rows.flatMap(knownOf);
  if (all.length < 2) return null;
  const bottom = rows.length * steps.percentiles;
  const domain: Pair = [0, max(all) ?? 1];
  const range: Pair = [0, width - 28];
  const x = linear(domain, range);
  const middleOf = (place: number) => place * steps.percentiles + 28;
  const boxes = rows.flatMap(({ figures: [, low, , high] }, place) => {
    const from = shownValue(low);
    const to = shownValue(high);
    return from === null || to === null
      ? []
      : [{ place, from: x(from), to: x(to), careful: isCareful(low) || isCareful(high) }];
  });
  const medians = rows.flatMap(({ figures: [, , medianFigure] }, place) => {
    const median = shownValue(medianFigure);
    return median === null ? [] : [{ place, at: x(median), careful: isCareful(medianFigure) }];
  });
  // A percentile alone would be taken for the median.
  const few = (row: Row) => ['no figures', 'too few figures'][knownOf(row).length] ?? '';
  return {
    height: bottom + 20,
    parts: [
      ...axis(domain, range, 0, bottom, print),
      path('tail')(
        rows.flatMap((row, place) => {
          const [low = 0, high = low] = extent(knownOf(row));
          return low === high ? [] : [horizontal(middleOf(place), x(low), x(high))];
        }),
      ),
      ...marks('middle', boxes, ({ place, from, to }) =>
        box(from, middleOf(place) - 7, to - from, 14),
      ),
      ...marks('mark', medians, ({ place, at }) =>
        vertical(at, middleOf(place) - 9, middleOf(place) + 9),
      ),
      ...labelled(rows, steps.percentiles, (row) => cautionedText(row.figures[2]) || few(row)),
    ],
  };
}

/** Up to this many points, each has a dot and its figure. */
const fewPoints = 6;

/** A line through points in time, from zero, with gaps where a figure is missing. */
function lineThrough({ rows: points }: Table, { print = number }: Chart): Drawing | null {
  const values = points.map(({ figures: [figure] }) => shownValue(figure));
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const top = 8;
  const bottom = 180;
  const height = 204;
  const domain = nice(0, (max(known) || 1) * 1.12, 4);
  const y = linear(domain, [bottom, top]);
  const steps = ticks(...domain, 4);
  const left = widthOf(steps.map(print)) + 8;
  const x = linear([0, points.length - 1], [left + 32, width - 30]);
  const xOf = (place: number) => round(x(place));
  const drawn = line<number | null>()
    .defined((value) => value !== null)
    .x((_, place) => xOf(place))
    .y((value) => round(y(value ?? 0)))(values);
  const isFew = points.length <= fewPoints;
  const isAlone = (place: number) =>
    (values[place - 1] ?? null) === null && (values[place + 1] ?? null) === null;
  const dotted = points.flatMap(({ hollow = false, figures: [figure] }, place) => {
    const value = values[place] ?? null;
    const careful = isCareful(figure);
    if (value === null || !(isFew || hollow || careful || isAlone(place))) return [];
    return [{ at: xOf(place), y: y(value), hollow, careful, text: textOf(figure) }];
  });
  // Names that would touch the next one are left out, from the last.
  let free = Number.POSITIVE_INFINITY;
  const tickLabels = points
    .flatMap((row, place) => [{ text: row.tick ?? nameOf(row), x: xOf(place) }])
    .toReversed();
  const labels = tickLabels.filter(({ text, x: middle }) => {
    const half = widthOf([text]) / 2;
    if (text === '' || middle + half > free) return false;
    free = middle - half - 6;
    return true;
  });
  return {
    height,
    parts: [
      path('grid')(steps.map((value) => horizontal(y(value), left, width))),
      group('tick e')(steps.map((value) => words(left - 6, y(value) + 5, print(value)))),
      path('gap')(
        values.flatMap((value, place) =>
          value === null ? [box(xOf(place) - 4, top, 8, bottom - top)] : [],
        ),
      ),
      path('path')(drawn === null ? [] : [drawn]),
      ...marks('dot', dotted, (dot) => circle(dot.at, dot.y, isFew ? 5 : 3)),
      group('tick m')(labels.map(({ text, x: middle }) => words(middle, height - 4, text))),
      group('m')(isFew ? dotted.map((dot) => words(dot.at, dot.y - 10, dot.text)) : []),
      group('tick m')(
        isFew
          ? dotted.flatMap((dot) => (dot.careful ? [words(dot.at, dot.y + 22, '(caution)')] : []))
          : [],
      ),
    ],
  };
}

const drawings = { bars, percentiles, line: lineThrough };

/**
 * The picture of a table, and what it means in words; null if too few of its figures may be shown.
 * `id` names its parts within the page.
 */
export function pictureOf(table: Table, chart: Chart, id: string) {
  const drawn = drawings[chart.kind](table, chart);
  if (drawn === null) return null;
  const { height, parts, key = '' } = drawn;
  const column = chart.kind === 'bars' ? barsOf(table).column : 0;
  const figures = table.rows.flatMap((row) =>
    chart.kind === 'percentiles' ? row.figures : row.figures.slice(column, column + 1),
  );
  const title = html`<title id="${id}-t">${table.table}</title>`;
  const named = html`${title}<desc id="${id}-d">${chart.description}</desc>`;
  const reasons = new Set(figures.flatMap((figure) => (isShown(figure) ? [] : [figure.why])));
  return {
    key: joinTexts(
      key,
      chart.key ?? '',
      figures.some(isCareful) ? 'Dashed outline and (caution): use with caution.' : '',
      reasons.size === 0 ? '' : `Not drawn: ${[...reasons].join(' ')}`,
    ),
    svg: html`<svg class="picture" viewBox="0 0 ${width} ${height}" role="img"
aria-labelledby="${id}-t ${id}-d">${named}${parts}</svg>`,
  };
}
