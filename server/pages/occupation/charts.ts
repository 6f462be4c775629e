// Pictures of tables as SVG. A picture gets only figures that may be shown, and is left out if there are fewer than two of them. Its title,
// its description and the table beside it say the same in words. No colour carries a meaning alone. All are as wide as a telephone, so that
// their words stay legible there; a page puts two of them side by side.
import { extent, max, nice, ticks } from 'd3-array';
import { scalePoint } from 'd3-scale';
import { line } from 'd3-shape';
import { type Html, html, nothing } from '../html.ts';
import { type Chart, type Row, type Table, barsOf } from './content.ts';
import { type Figure, type Print, drawable, isCareful, isShown, joined, number } from './figure.ts';

const width = 400;
/** How wide a character is at most, on average, in the sans serif faces of common systems: style.css has 15.5 px on a telephone. */
const characterWidth = 8.4;
const round = (value: number) => Math.round(value);
const textOf = (figure: Figure | undefined) => (figure !== undefined && isShown(figure) ? figure.text : '');
const nameOf = ({ label }: Row) => (typeof label === 'string' ? label : label.text);
const widthOf = (texts: readonly string[]) => Math.ceil((max(texts, ({ length }) => length) ?? 0) * characterWidth);

const words = (x: number, y: number, text: string) => html`<text x="${round(x)}" y="${round(y)}">${text}</text>`;
/** Parts of one kind: of words, `e` end and `m` have their middle at their place, `tick` is quiet. */
const group = (kind: string) => (of: readonly Html[]) => (of.length === 0 ? nothing : html`<g class="${kind}">${of}</g>`);
const path = (kind: string) => (drawn: readonly string[]) =>
  drawn.length === 0 ? nothing : html`<path class="${kind}" d="${drawn.join('')}"/>`;
/** Marks of figures. Those to be used with caution have a dashed outline. */
const marks = <Of extends { readonly careful: boolean }>(kind: string, of: readonly Of[], draw: (of: Of) => string) =>
  [false, true].map((careful) => path(careful ? `${kind} careful` : kind)(of.filter((one) => one.careful === careful).map(draw)));
const vertical = (x: number, from: number, to: number) => `M${round(x)} ${round(from)}V${round(to)}`;
const horizontal = (y: number, from: number, to: number) => `M${round(from)} ${round(y)}H${round(to)}`;
const box = (x: number, y: number, wide: number, high: number) => `M${round(x)} ${round(y)}h${round(wide)}v${round(high)}h${-round(wide)}z`;
const circle = (x: number, y: number, r: number) => `M${round(x) - r} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

type Pair = readonly [number, number];

/** From numbers to places. d3-scale's own brings interpolation and the formatting of numbers along, a twentieth of the worker. */
function linear([from, to]: Pair, [start, end]: Pair): (value: number) => number {
  return (value) => start + (end - start) * (to === from ? 0.5 : (value - from) / (to - from));
}

/** Vertical lines at round values of a scale, so few that their labels do not touch, with the labels below. */
function axis(domain: Pair, [from, to]: Pair, top: number, bottom: number, print: Print): readonly Html[] {
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
const shortLabel = 25;

/** Horizontal bars from zero, or from the beginning of the scale. */
function bars(table: Table, { scale }: Chart): Drawing | null {
  const { rows, column, isCut } = barsOf(table);
  if (rows.length < 2) return null;
  const shown = rows.map((row) => {
    const figure = row.figures[column];
    return { label: nameOf(row), value: drawable(figure) ?? 0, text: textOf(figure), careful: isCareful(figure) };
  });
  const labels = widthOf(shown.map(({ label }) => label));
  const texts = widthOf(shown.map(({ text }) => text));
  const isBeside = labels <= shortLabel * characterWidth;
  const left = isBeside ? labels + 8 : 0;
  const x = linear(scale ?? [0, max(shown, ({ value }) => value) || 1], [0, isBeside ? width - left - texts - 8 : width]);
  let y = 0;
  const placed = shown.map((bar) => {
    const lines = isBeside ? [bar.label] : linesOf(bar.label, Math.floor((width - texts - 12) / characterWidth));
    const at = y;
    y += isBeside ? 24 : 17 * lines.length + 18;
    return { ...bar, lines, at, top: isBeside ? at + 4 : at + 17 * lines.length + 3, length: Math.max(1, round(x(bar.value))) };
  });
  return {
    height: y,
    key: joined(table.columns.length > 2 ? (table.columns[column + 1] ?? '') : '', isCut ? `the ${rows.length} highest` : ''),
    parts: [
      ...marks('bar-of', placed, ({ top, length }) => box(left, top, length, isBeside ? 16 : 8)),
      ...placed.flatMap(({ lines, at }) => lines.map((text, place) => words(0, at + (isBeside ? 17 : 14 + 17 * place), text))),
      group(isBeside ? 's' : 'e')(
        placed.map(({ text, top, length }) => words(isBeside ? left + length + 6 : width, isBeside ? top + 13 : top - 5, text)),
      ),
    ],
  };
}

/** Percentiles as a line from the lowest to the highest tenth, a box for the middle half and a mark at the median, with its figure. */
function percentiles({ rows }: Table, { print = number }: Chart): Drawing | null {
  const labels = widthOf(rows.map(nameOf));
  const isBeside = labels <= shortLabel * characterWidth;
  const lines = rows.map((row) => (isBeside ? [nameOf(row)] : linesOf(nameOf(row), Math.floor(width / characterWidth))));
  // A second line of any label makes room above all of them.
  const above = lines.some(({ length }) => length > 1) ? 17 : 0;
  const [step, first] = isBeside ? [42, 27] : [64 + above, 49 + above];
  const drawn = rows.map((row, place) => {
    const at = row.figures.map(drawable);
    const [, p25 = null, median = null, p75 = null] = at;
    const middle = place * step + first;
    return { lines: lines[place] ?? [], known: at.filter((value) => value !== null), p25, median, p75, middle, figures: row.figures };
  });
  const known = drawn.flatMap((row) => row.known);
  if (known.length < 2) return null;
  const bottom = rows.length * step + 4;
  const left = isBeside ? labels + 4 : 0;
  const domain: Pair = [0, max(known) ?? 1];
  const range: Pair = [left, width - 28];
  const x = linear(domain, range);
  const boxes = drawn.flatMap(({ p25, p75, middle, figures: [, low, , high] }) =>
    p25 === null || p75 === null ? [] : [{ from: x(p25), to: x(p75), middle, careful: isCareful(low) || isCareful(high) }],
  );
  const medians = drawn.flatMap(({ median, middle, figures: [, , of] }) =>
    median === null ? [] : [{ at: x(median), middle, careful: isCareful(of), text: print(median) }],
  );
  return {
    height: bottom + 20,
    parts: [
      ...axis(domain, range, 0, bottom, print),
      path('tail')(
        drawn.flatMap(({ known: of, middle }) => {
          const [low = 0, high = low] = extent(of);
          return low === high ? [] : [horizontal(middle, x(low), x(high))];
        }),
      ),
      ...marks('middle', boxes, ({ from, to, middle }) => box(from, middle - 7, to - from, 14)),
      ...marks('mark', medians, ({ at, middle }) => vertical(at, middle - 9, middle + 9)),
      ...drawn.flatMap(({ lines: of, middle }) =>
        of.map((text, line) => words(0, isBeside ? middle + 5 : middle - 33 - 17 * (of.length - 1 - line), text)),
      ),
      group('m')(medians.map(({ at, middle, text }) => words(at, middle - 13, text))),
      // A percentile alone would be taken for the median.
      group('tick')(
        drawn.flatMap(({ known: of, middle }) =>
          of.length > 1 ? [] : [words(left + 8, middle + 5, of.length === 0 ? 'no figures' : 'too few figures')],
        ),
      ),
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
  const domain = nice(0, (max(known) || 1) * 1.12, 4);
  const y = linear(domain, [bottom, top]);
  const steps = ticks(...domain, 4);
  const left = widthOf(steps.map(print)) + 8;
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
  const dotted = points.flatMap(({ hollow = false, figures: [figure] }, place) => {
    const value = values[place] ?? null;
    const careful = isCareful(figure);
    if (value === null || !(isFew || hollow || careful || isAlone(place))) return [];
    return [{ at: at(place), y: y(value), hollow, careful, text: textOf(figure) }];
  });
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
      path('grid')(steps.map((value) => horizontal(y(value), left, width))),
      group('tick e')(steps.map((value) => words(left - 6, y(value) + 5, print(value)))),
      path('gap')(values.flatMap((value, place) => (value === null ? [box(at(place) - 4, top, 8, bottom - top)] : []))),
      path('path')(drawn === null ? [] : [drawn]),
      ...[false, true].flatMap((isHollow) =>
        marks(
          isHollow ? 'dot hollow' : 'dot',
          dotted.filter(({ hollow }) => hollow === isHollow),
          (dot) => circle(dot.at, dot.y, isFew ? 5 : 3),
        ),
      ),
      group('tick m')(labels.map(({ text, x: middle }) => words(middle, height - 4, text))),
      group('m')(isFew ? dotted.map((dot) => words(dot.at, dot.y - 10, dot.text)) : []),
    ],
  };
}

const drawings = { bars, percentiles, line: lineThrough };

/** The picture of a table, and what it means in words; null if too few of its figures may be shown. `id` names its parts within the page. */
export function pictureOf(table: Table, chart: Chart, id: string) {
  const drawn = drawings[chart.as](table, chart);
  if (drawn === null) return null;
  const { height, parts, key = '' } = drawn;
  const column = chart.as === 'bars' ? barsOf(table).column : 0;
  const rows = chart.points ?? table.rows;
  const figures = rows.flatMap((row) => (chart.as === 'percentiles' ? row.figures : row.figures.slice(column, column + 1)));
  const reasons = new Set(figures.flatMap((figure) => (isShown(figure) ? [] : [figure.why])));
  return {
    key: joined(
      key,
      chart.key ?? '',
      figures.some(isCareful) ? 'Dashed outline: use with caution.' : '',
      reasons.size === 0 ? '' : `Not drawn: ${[...reasons].join(' ')}`,
    ),
    svg: html`<svg class="picture" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}-t ${id}-d"><title id="${id}-t">${table.table}</title><desc id="${id}-d">${chart.says}</desc>${parts}</svg>`,
  };
}
