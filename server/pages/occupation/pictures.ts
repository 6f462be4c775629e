// Pictures of figures as SVG. A picture gets only figures that may be shown, and is left out if there are fewer than two of them. Its title,
// its description and the table beside it say the same in words. No colour carries a meaning alone. All are as wide as a telephone, so that
// their words stay legible there; a page puts two of them side by side.
import { extent, max } from 'd3-array';
import { scalePoint } from 'd3-scale';
import { line } from 'd3-shape';
import { type LinearScale, linearScale } from './linear-scale.ts';
import { Html, html, nothing } from '../html.ts';
import grid from './tile-grid.json' with { type: 'json' };

/** What every picture is told: an id for its parts, its title, and what it shows in a sentence. */
export interface Caption {
  readonly id: string;
  readonly title: string;
  readonly describe: string;
}

const width = 400;
/** How wide a character is at most, on average, in the sans serif faces of common systems. */
const characterWidth = 7.6;
const round = (value: number) => Math.round(value);

function svg({ id, title, describe }: Caption, height: number, parts: readonly Html[]): Html {
  return html`<svg class="picture" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}-t ${id}-d"><title id="${id}-t">${title}</title><desc id="${id}-d">${describe}</desc>${parts}</svg>`;
}

function words(x: number, y: number, text: string): Html {
  return html`<text x="${round(x)}" y="${round(y)}">${text}</text>`;
}

/** Words of one kind: `e` end and `m` have their middle at their place, `tick` is quiet. Nothing if there are none. */
function group(kind: string, of: readonly Html[]): Html {
  return of.length === 0 ? nothing : html`<g class="${kind}">${of}</g>`;
}

function path(kind: string, drawn: readonly string[]): Html {
  return drawn.length === 0 ? nothing : html`<path class="${kind}" d="${drawn.join('')}"/>`;
}

const vertical = (x: number, from: number, to: number) => `M${round(x)} ${round(from)}V${round(to)}`;
const horizontal = (y: number, from: number, to: number) => `M${round(from)} ${round(y)}H${round(to)}`;
const box = (x: number, y: number, wide: number, high: number) => `M${round(x)} ${round(y)}h${round(wide)}v${round(high)}h${-round(wide)}z`;

/** Round values of a scale, so few that their labels do not touch. */
function ticksOf(scale: LinearScale, label: (value: number) => string): readonly number[] {
  const [from = 0, to = 0] = extent(scale.range);
  for (let most = 6; most > 1; most -= 1) {
    const ticks = scale.ticks(most);
    const widest = max(ticks, (value) => label(value).length) ?? 0;
    if (ticks.length * (widest * characterWidth + 16) <= to - from + widest * characterWidth) return ticks;
  }
  return scale.domain;
}

/** Lines of at most `most` characters, two at the most. The table has the label whole. */
function linesOf(label: string, most: number): readonly string[] {
  if (label.length <= most) return [label];
  const end = label.lastIndexOf(' ', most);
  const rest = label.slice(end + 1);
  return [label.slice(0, end), rest.length <= most ? rest : `${rest.slice(0, most - 1).trimEnd()}…`];
}

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** The figure as the page prints it. */
  readonly text: string;
}

/** Up to this many characters, the labels of bars stand before them; longer ones stand above. */
const shortLabel = 20;

/** Horizontal bars from zero. */
export function bars(caption: Caption, rows: readonly Bar[]): Html {
  if (rows.length < 2) return nothing;
  const longestText = max(rows, ({ text }) => text.length) ?? 0;
  const longestLabel = max(rows, ({ label }) => label.length) ?? 0;
  const top = max(rows, ({ value }) => value) || 1;
  if (longestLabel <= shortLabel) {
    const left = Math.ceil(longestLabel * characterWidth) + 8;
    const x = linearScale([0, top], [0, width - left - longestText * characterWidth - 8]);
    const length = (value: number) => Math.max(1, round(x(value)));
    const step = 24;
    return svg(caption, rows.length * step, [
      path(
        'bar-of',
        rows.map(({ value }, place) => box(left, place * step + 4, length(value), 16)),
      ),
      ...rows.map(({ label }, place) => words(0, place * step + 17, label)),
      ...rows.map(({ value, text }, place) => words(left + length(value) + 6, place * step + 17, text)),
    ]);
  }
  const x = linearScale([0, top], [0, width]);
  const most = Math.floor((width - longestText * characterWidth - 12) / characterWidth);
  let y = 0;
  const placed = rows.map(({ label, value, text }) => {
    const lines = linesOf(label, most);
    const at = y;
    y += 16 * lines.length + 18;
    return { lines, value, text, at, bar: at + 16 * lines.length + 3 };
  });
  return svg(caption, y, [
    path(
      'bar-of',
      placed.map(({ value, bar }) => box(0, bar, Math.max(1, x(value)), 8)),
    ),
    ...placed.flatMap(({ lines, at }) => lines.map((text, place) => words(0, at + 14 + 16 * place, text))),
    group(
      'e',
      placed.map(({ text, bar }) => words(width, bar - 5, text)),
    ),
  ]);
}

export interface Band {
  readonly label: string;
  /** 10th, 25th, 50th, 75th and 90th percentile; null where it may not be shown. */
  readonly at: readonly [number | null, number | null, number | null, number | null, number | null];
}

/** Percentiles as a line from the lowest to the highest tenth, a box for the middle half and a mark at the median, with its figure. */
export function bands(caption: Caption, rows: readonly Band[], print: (value: number) => string): Html {
  const known = rows.flatMap(({ at }) => at.filter((value) => value !== null));
  if (known.length < 2) return nothing;
  const step = 42;
  const bottom = rows.length * step + 4;
  const left = Math.ceil((max(rows, ({ label }) => label.length) ?? 0) * characterWidth) + 4;
  const x = linearScale([0, max(known) ?? 1], [left, width - 28]);
  const ticks = ticksOf(x, print);
  const drawn = rows.map((row, place) => ({ ...row, middle: place * step + 27 }));
  return svg(caption, bottom + 20, [
    path(
      'grid',
      ticks.map((value) => vertical(x(value), 0, bottom)),
    ),
    group(
      'tick m',
      ticks.map((value) => words(x(value), bottom + 16, print(value))),
    ),
    path(
      'tail',
      drawn.flatMap(({ at, middle }) => {
        const [low, high] = extent(at.filter((value) => value !== null));
        if (low === undefined || high === undefined) return [];
        // A percentile alone is a short mark.
        return [low === high ? vertical(x(low), middle - 5, middle + 5) : horizontal(middle, x(low), x(high))];
      }),
    ),
    path(
      'middle',
      drawn.flatMap(({ at: [, p25, , p75], middle }) =>
        p25 === null || p75 === null ? [] : [box(x(p25), middle - 7, x(p75) - x(p25), 14)],
      ),
    ),
    path(
      'mark',
      drawn.flatMap(({ at: [, , p50], middle }) => (p50 === null ? [] : [vertical(x(p50), middle - 9, middle + 9)])),
    ),
    ...drawn.map(({ label, middle }) => words(0, middle + 5, label)),
    group(
      'm',
      drawn.flatMap(({ at: [, , p50], middle }) => (p50 === null ? [] : [words(x(p50), middle - 13, print(p50))])),
    ),
    group(
      'tick',
      drawn.flatMap(({ at, middle }) => (at.every((value) => value === null) ? [words(left + 8, middle + 5, 'no figures')] : [])),
    ),
  ]);
}

export interface Point {
  /** Stands below the point; empty for a point without. */
  readonly label: string;
  /** Null: there is no figure that may be shown, and the line is interrupted. */
  readonly value: number | null;
  readonly text: string;
  /** Drawn hollow, as provisional. */
  readonly hollow?: boolean;
}

/** Up to this many points, each has a dot and its figure. */
const fewPoints = 6;

/** A line through points in time, from zero, with gaps where a figure is missing. */
export function lineThrough(caption: Caption, points: readonly Point[], print: (value: number) => string): Html {
  const known = points.flatMap(({ value }) => (value === null ? [] : [value]));
  if (known.length < 2) return nothing;
  const [top, bottom, height] = [8, 180, 204];
  const y = linearScale([0, (max(known) || 1) * 1.12], [bottom, top]).nice(4);
  const ticks = y.ticks(4);
  const left = Math.ceil((max(ticks, (value) => print(value).length) ?? 0) * characterWidth) + 8;
  const x = scalePoint(
    points.map((_, place) => place),
    [left + 32, width - 30],
  );
  const at = (place: number) => round(x(place) ?? 0);
  const drawn = line<Point>()
    .defined(({ value }) => value !== null)
    .x((_, place) => at(place))
    .y(({ value }) => round(y(value ?? 0)))(points as Point[]);
  const few = points.length <= fewPoints;
  const alone = (place: number) => (points[place - 1]?.value ?? null) === null && (points[place + 1]?.value ?? null) === null;
  const dots = points.flatMap(({ value, hollow = false }, place) =>
    value === null || !(few || hollow || alone(place))
      ? []
      : [html`<circle cx="${at(place)}" cy="${round(y(value))}" r="${few ? 5 : 3}"${new Html(hollow ? ' class="hollow"' : '')}/>`],
  );
  return svg(caption, height, [
    path(
      'grid',
      ticks.map((value) => horizontal(y(value), left, width)),
    ),
    group(
      'tick e',
      ticks.map((value) => words(left - 6, y(value) + 5, print(value))),
    ),
    path(
      'gap',
      points.flatMap(({ value }, place) => (value === null ? [box(at(place) - 4, top, 8, bottom - top)] : [])),
    ),
    path('path', drawn === null ? [] : [drawn]),
    group('dot', dots),
    group(
      'tick m',
      points.flatMap(({ label }, place) => (label === '' ? [] : [words(at(place), height - 4, label)])),
    ),
    group('m', few ? points.flatMap(({ value, text }, place) => (value === null ? [] : [words(at(place), y(value) - 10, text)])) : []),
  ]);
}

export interface OfArea {
  readonly slug: string;
  readonly name: string;
  readonly value: number | null;
  readonly text: string;
}

/** Dots by region on one scale, with a line at the United Kingdom. */
export function dots(caption: Caption, rows: readonly OfArea[], uk: number | null, print: (value: number) => string): Html {
  const known = rows.flatMap((row) => (row.value === null ? [] : [{ ...row, value: row.value }])).toSorted((a, b) => b.value - a.value);
  if (known.length < 2) return nothing;
  const step = 24;
  const bottom = known.length * step + 22;
  const left = Math.ceil((max(known, ({ name }) => name.length) ?? 0) * characterWidth) + 6;
  const longestText = max(known, ({ text }) => text.length) ?? 0;
  const [low = 0, high = 1] = extent([...known.map(({ value }) => value), ...(uk === null ? [] : [uk])]);
  const x = linearScale([low, high], [left + 10, width - longestText * characterWidth - 16]).nice(3);
  const ticks = ticksOf(x, print);
  const middle = (place: number) => 20 + place * step + step / 2;
  return svg(caption, bottom + 20, [
    path(
      'grid',
      ticks.map((value) => vertical(x(value), 18, bottom)),
    ),
    group(
      'tick m',
      ticks.map((value) => words(x(value), bottom + 16, print(value))),
    ),
    ...(uk === null ? [] : [path('mark', [vertical(x(uk), 16, bottom)]), group('m', [words(x(uk), 11, 'UK')])]),
    ...known.map(({ name }, place) => words(0, middle(place) + 5, name)),
    group(
      'dot',
      known.map(({ value }, place) => html`<circle cx="${round(x(value))}" cy="${middle(place)}" r="5.5"/>`),
    ),
    group(
      'e',
      known.map(({ text }, place) => words(width, middle(place) + 5, text)),
    ),
  ]);
}

const tile = { width: 97, height: 54, gap: 4 } as const;

/** A tile for each of the twelve regions and nations, the darker the higher. Each has its figure, or says that there is none. */
export function tileMap(caption: Caption, rows: readonly OfArea[]): Html {
  const values = rows.flatMap(({ value }) => (value === null ? [] : [value]));
  if (values.length < 2) return nothing;
  const [low = 0, high = 0] = extent(values);
  const depth = linearScale(low === high ? [low - 1, high] : [low, high], [0.06, 0.42]);
  const tiles = grid.tiles.map(({ slug, short, column, row }) => {
    const of = rows.find((candidate) => candidate.slug === slug);
    const known = of === undefined || of.value === null ? null : { value: of.value, text: of.text };
    return { short, known, x: column * (tile.width + tile.gap), y: row * (tile.height + tile.gap) };
  });
  const shape = ({ x, y }: { x: number; y: number }, more: string) =>
    html`<rect x="${x}" y="${y}" width="${tile.width}" height="${tile.height}" rx="4"${new Html(more)}/>`;
  return svg(caption, grid.rows * (tile.height + tile.gap), [
    group(
      'shade',
      tiles.flatMap((of) => (of.known === null ? [] : [shape(of, ` fill-opacity="${Math.round(100 * depth(of.known.value)) / 100}"`)])),
    ),
    group(
      'tile',
      tiles.map((of) => shape(of, of.known === null ? ' class="gap"' : '')),
    ),
    group(
      'soft m',
      tiles.flatMap(({ short, known, x, y }) => [
        words(x + tile.width / 2, y + 22, short),
        ...(known === null ? [words(x + tile.width / 2, y + 41, 'no figure')] : []),
      ]),
    ),
    group(
      'm',
      tiles.flatMap(({ known, x, y }) => (known === null ? [] : [words(x + tile.width / 2, y + 41, known.text)])),
    ),
  ]);
}
