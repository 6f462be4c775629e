// Pictures of tables as SVG. A picture gets only figures that may be shown, and is left out if there are fewer than two of them. Its title,
// its description and the table beside it say the same in words. No colour carries a meaning alone. All are as wide as a telephone, so that
// their words stay legible there; a page puts two of them side by side.
import { extent, max } from 'd3-array';
import { scalePoint } from 'd3-scale';
import { line } from 'd3-shape';
import { Html, html, nothing } from '../html.ts';
import { type Chart, type Row, type Table, barsOf } from './content.ts';
import { type Figure, type Print, drawable, isShown, joined, number } from './figure.ts';
import { type LinearScale, linearScale } from './linear-scale.ts';

/** A picture, and what it means. */
export interface Picture {
  readonly svg: Html;
  readonly key: string;
}

const width = 400;
/** How wide a character is at most, on average, in the sans serif faces of common systems. */
const characterWidth = 7.6;
const round = (value: number) => Math.round(value);
const textOf = (figure: Figure | undefined) => (figure !== undefined && isShown(figure) ? figure.text : '');
const nameOf = ({ label }: Row) => (typeof label === 'string' ? label : label.text);
const widthOf = (texts: readonly string[]) => Math.ceil((max(texts, ({ length }) => length) ?? 0) * characterWidth);

const words = (x: number, y: number, text: string) => html`<text x="${round(x)}" y="${round(y)}">${text}</text>`;
/** Parts of one kind: of words, `e` end and `m` have their middle at their place, `tick` is quiet. */
const group = (kind: string) => (of: readonly Html[]) => (of.length === 0 ? nothing : html`<g class="${kind}">${of}</g>`);
const path = (kind: string) => (drawn: readonly string[]) =>
  drawn.length === 0 ? nothing : html`<path class="${kind}" d="${drawn.join('')}"/>`;
const vertical = (x: number, from: number, to: number) => `M${round(x)} ${round(from)}V${round(to)}`;
const horizontal = (y: number, from: number, to: number) => `M${round(from)} ${round(y)}H${round(to)}`;
const box = (x: number, y: number, wide: number, high: number) => `M${round(x)} ${round(y)}h${round(wide)}v${round(high)}h${-round(wide)}z`;

/** Vertical lines at round values of a scale, so few that their labels do not touch, with the labels below. */
function axis(scale: LinearScale, top: number, bottom: number, print: Print): readonly Html[] {
  const [from = 0, to = 0] = extent(scale.range);
  const fits = (ticks: readonly number[]) => {
    const widest = widthOf(ticks.map(print));
    return ticks.length * (widest + 16) <= to - from + widest;
  };
  const ticks = [6, 5, 4, 3, 2].map((most) => scale.ticks(most)).find(fits) ?? scale.domain;
  return [
    path('grid')(ticks.map((value) => vertical(scale(value), top, bottom))),
    group('tick m')(ticks.map((value) => words(scale(value), bottom + 16, print(value)))),
  ];
}

/** What a chart is drawn of: the figures of a table that may be shown. */
interface Drawing {
  readonly height: number;
  readonly parts: readonly Html[];
  readonly key?: string;
}

/** Lines of at most `most` characters, two at the most. The table has the label whole. */
function linesOf(label: string, most: number): readonly string[] {
  if (label.length <= most) return [label];
  const end = label.lastIndexOf(' ', most);
  const rest = label.slice(end + 1);
  return [label.slice(0, end), rest.length <= most ? rest : `${rest.slice(0, most - 1).trimEnd()}…`];
}

/** Up to this many characters, the labels of bars stand before them; longer ones stand above. */
const shortLabel = 20;

/** Horizontal bars from zero. */
function bars(table: Table): Drawing | null {
  const { rows, column, isCut } = barsOf(table);
  if (rows.length < 2) return null;
  const shown = rows.map((row) => ({ label: nameOf(row), value: drawable(row.figures[column]) ?? 0, text: textOf(row.figures[column]) }));
  const labels = widthOf(shown.map(({ label }) => label));
  const texts = widthOf(shown.map(({ text }) => text));
  const isBeside = labels <= shortLabel * characterWidth;
  const left = isBeside ? labels + 8 : 0;
  const x = linearScale([0, max(shown, ({ value }) => value) || 1], [0, isBeside ? width - left - texts - 8 : width]);
  let y = 0;
  const placed = shown.map((bar) => {
    const lines = isBeside ? [bar.label] : linesOf(bar.label, Math.floor((width - texts - 12) / characterWidth));
    const at = y;
    y += isBeside ? 24 : 16 * lines.length + 18;
    return { ...bar, lines, at, top: isBeside ? at + 4 : at + 16 * lines.length + 3, length: Math.max(1, round(x(bar.value))) };
  });
  return {
    height: y,
    key: joined(table.columns.length > 2 ? (table.columns[column + 1] ?? '') : '', isCut ? `the ${rows.length} highest` : ''),
    parts: [
      path('bar-of')(placed.map(({ top, length }) => box(left, top, length, isBeside ? 16 : 8))),
      ...placed.flatMap(({ lines, at }) => lines.map((text, place) => words(0, at + (isBeside ? 17 : 14 + 16 * place), text))),
      group(isBeside ? 's' : 'e')(
        placed.map(({ text, top, length }) => words(isBeside ? left + length + 6 : width, isBeside ? top + 13 : top - 5, text)),
      ),
    ],
  };
}

/** Percentiles as a line from the lowest to the highest tenth, a box for the middle half and a mark at the median, with its figure. */
function percentiles({ rows }: Table, { print = number }: Chart): Drawing | null {
  const step = 42;
  const drawn = rows.map((row, place) => ({ label: nameOf(row), at: row.figures.map(drawable), middle: place * step + 27 }));
  const known = drawn.flatMap(({ at }) => at.filter((value) => value !== null));
  if (known.length < 2) return null;
  const bottom = rows.length * step + 4;
  const left = widthOf(drawn.map(({ label }) => label)) + 4;
  const x = linearScale([0, max(known) ?? 1], [left, width - 28]);
  return {
    height: bottom + 20,
    parts: [
      ...axis(x, 0, bottom, print),
      path('tail')(
        drawn.flatMap(({ at, middle }) => {
          const [low, high] = extent(at.filter((value) => value !== null));
          if (low === undefined || high === undefined) return [];
          // A percentile alone is a short mark.
          return [low === high ? vertical(x(low), middle - 5, middle + 5) : horizontal(middle, x(low), x(high))];
        }),
      ),
      path('middle')(
        drawn.flatMap(({ at: [, p25 = null, , p75 = null], middle }) =>
          p25 === null || p75 === null ? [] : [box(x(p25), middle - 7, x(p75) - x(p25), 14)],
        ),
      ),
      path('mark')(drawn.flatMap(({ at: [, , p50 = null], middle }) => (p50 === null ? [] : [vertical(x(p50), middle - 9, middle + 9)]))),
      ...drawn.map(({ label, middle }) => words(0, middle + 5, label)),
      group('m')(drawn.flatMap(({ at: [, , p50 = null], middle }) => (p50 === null ? [] : [words(x(p50), middle - 13, print(p50))]))),
      group('tick')(
        drawn.flatMap(({ at, middle }) => (at.every((value) => value === null) ? [words(left + 8, middle + 5, 'no figures')] : [])),
      ),
    ],
  };
}

/** Dots from the highest, on one scale, with a line at the first row. */
function dots({ rows: [first, ...rows] }: Table, { print = number }: Chart): Drawing | null {
  const known = rows
    .flatMap((row) => {
      const value = drawable(row.figures[0]);
      return value === null ? [] : [{ label: nameOf(row), value, text: textOf(row.figures[0]) }];
    })
    .toSorted((a, b) => b.value - a.value);
  if (known.length < 2 || first === undefined) return null;
  const whole = drawable(first.figures[0]);
  const step = 24;
  const bottom = known.length * step + 22;
  const values = [...known.map(({ value }) => value), ...(whole === null ? [] : [whole])];
  const [low = 0, high = 1] = extent(values);
  const left = widthOf(known.map(({ label }) => label)) + 16;
  const x = linearScale([low, high], [left, width - widthOf(known.map(({ text }) => text)) - 16]).nice(3);
  const middle = (place: number) => 20 + place * step + step / 2;
  return {
    height: bottom + 20,
    parts: [
      ...axis(x, 18, bottom, print),
      ...(whole === null ? [] : [path('mark')([vertical(x(whole), 16, bottom)]), group('m')([words(x(whole), 11, nameOf(first))])]),
      ...known.map(({ label }, place) => words(0, middle(place) + 5, label)),
      group('dot')(known.map(({ value }, place) => html`<circle cx="${round(x(value))}" cy="${middle(place)}" r="5.5"/>`)),
      group('e')(known.map(({ text }, place) => words(width, middle(place) + 5, text))),
    ],
  };
}

/** Up to this many points, each has a dot and its figure. */
const fewPoints = 6;

/** A line through points in time, from zero, with gaps where a figure is missing. */
function lineThrough({ rows }: Table, { points = rows, print = number }: Chart): Drawing | null {
  const values = points.map(({ figures: [figure] }) => drawable(figure));
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const [top, bottom, height] = [8, 180, 204];
  const y = linearScale([0, (max(known) || 1) * 1.12], [bottom, top]).nice(4);
  const ticks = y.ticks(4);
  const left = widthOf(ticks.map(print)) + 8;
  const x = scalePoint(
    points.map((_, place) => place),
    [left + 32, width - 30],
  );
  const at = (place: number) => round(x(place) ?? 0);
  const drawn = line<number | null>()
    .defined((value) => value !== null)
    .x((_, place) => at(place))
    .y((value) => round(y(value ?? 0)))(values);
  const isFew = points.length <= fewPoints;
  const isAlone = (place: number) => (values[place - 1] ?? null) === null && (values[place + 1] ?? null) === null;
  // Names that would touch the next one are left out, from the last.
  let free = Number.POSITIVE_INFINITY;
  const named = points.flatMap((row, place) => [{ text: row.tick ?? nameOf(row), x: at(place) }]).toReversed();
  const labels = named.filter(({ text, x: middle }) => {
    const half = widthOf([text]) / 2;
    if (text === '' || middle + half > free) return false;
    free = middle - half - 6;
    return true;
  });
  return {
    height,
    parts: [
      path('grid')(ticks.map((value) => horizontal(y(value), left, width))),
      group('tick e')(ticks.map((value) => words(left - 6, y(value) + 5, print(value)))),
      path('gap')(values.flatMap((value, place) => (value === null ? [box(at(place) - 4, top, 8, bottom - top)] : []))),
      path('path')(drawn === null ? [] : [drawn]),
      group('dot')(
        points.flatMap(({ hollow = false }, place) => {
          const value = values[place] ?? null;
          if (value === null || !(isFew || hollow || isAlone(place))) return [];
          return [
            html`<circle cx="${at(place)}" cy="${round(y(value))}" r="${isFew ? 5 : 3}"${new Html(hollow ? ' class="hollow"' : '')}/>`,
          ];
        }),
      ),
      group('tick m')(labels.map(({ text, x: middle }) => words(middle, height - 4, text))),
      group('m')(
        values.flatMap((value, place) =>
          value === null || !isFew ? [] : [words(at(place), y(value) - 10, textOf(points[place]?.figures[0]))],
        ),
      ),
    ],
  };
}

const drawings = { bars, percentiles, dots, line: lineThrough };

/** The picture of a table; null if too few of its figures may be shown. `id` names its parts within the page. */
export function pictureOf(table: Table, chart: Chart, id: string): Picture | null {
  const drawn = drawings[chart.as](table, chart);
  if (drawn === null) return null;
  const { height, parts, key = '' } = drawn;
  return {
    key: joined(key, chart.key ?? ''),
    svg: html`<svg class="picture" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}-t ${id}-d"><title id="${id}-t">${table.table}</title><desc id="${id}-d">${chart.says}</desc>${parts}</svg>`,
  };
}
