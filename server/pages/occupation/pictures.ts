// Pictures of figures as SVG. A picture gets only figures that may be shown, and is left out if there are fewer than two of them. Its title,
// its description and the table beside it say the same in words. No colour carries a meaning alone.
import { extent, max } from 'd3-array';
import { scaleBand, scaleLinear, scalePoint } from 'd3-scale';
import { line } from 'd3-shape';
import { Html, html, nothing } from '../html.ts';
import grid from './tile-grid.json' with { type: 'json' };

/** What every picture is told: an id for its parts, its title, and what it shows in a sentence. */
export interface Caption {
  readonly id: string;
  readonly title: string;
  readonly describe: string;
}

const width = 480;
const labelWidth = 188;
const round = (value: number) => Math.round(value * 10) / 10;

function svg({ id, title, describe }: Caption, height: number, parts: readonly Html[], { wide = width, kind = '' } = {}): Html {
  return html`<svg class="picture${kind === '' ? '' : ` ${kind}`}" viewBox="0 0 ${wide} ${height}" role="img" aria-labelledby="${id}-t ${id}-d"><title id="${id}-t">${title}</title><desc id="${id}-d">${describe}</desc>${parts}</svg>`;
}

function words(x: number, y: number, text: string, kind = '', anchor = 'start'): Html {
  return html`<text x="${round(x)}" y="${round(y)}"${new Html(kind === '' ? '' : ` class="${kind}"`)}${new Html(anchor === 'start' ? '' : ` text-anchor="${anchor}"`)}>${text}</text>`;
}

function rule(x1: number, y1: number, x2: number, y2: number, kind: string): Html {
  return html`<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" class="${kind}"/>`;
}

/** A label cut to what fits; the table has it whole. */
function cut(label: string, most = 22): string {
  return label.length > most ? `${label.slice(0, most - 1).trimEnd()}…` : label;
}

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** The figure as the page prints it. */
  readonly text: string;
}

/** Horizontal bars from zero. */
export function bars(caption: Caption, rows: readonly Bar[]): Html {
  if (rows.length < 2) return nothing;
  const step = 24;
  const x = scaleLinear([0, max(rows, ({ value }) => value) || 1], [0, width - labelWidth - 66]);
  const y = scaleBand(
    rows.map((_, place) => place),
    [0, rows.length * step],
  ).padding(0.25);
  return svg(
    caption,
    rows.length * step,
    rows.flatMap(({ label, value, text }, place) => {
      const top = y(place) ?? 0;
      const base = top + y.bandwidth() / 2 + 4.5;
      return [
        words(labelWidth - 8, base, cut(label), '', 'end'),
        html`<rect x="${labelWidth}" y="${round(top)}" width="${round(Math.max(1, x(value)))}" height="${round(y.bandwidth())}" class="bar-of"/>`,
        words(labelWidth + x(value) + 6, base, text),
      ];
    }),
  );
}

export interface Band {
  readonly label: string;
  /** 10th, 25th, 50th, 75th and 90th percentile; null where it may not be shown. */
  readonly at: readonly [number | null, number | null, number | null, number | null, number | null];
}

/** Percentiles as a line from the lowest to the highest tenth, a box for the middle half and a mark at the median. */
export function bands(caption: Caption, rows: readonly Band[], tick: (value: number) => string): Html {
  const known = rows.flatMap(({ at }) => at.filter((value) => value !== null));
  if (known.length < 2) return nothing;
  const drawn = rows.filter(({ at }) => at.some((value) => value !== null));
  const step = 34;
  const height = drawn.length * step + 26;
  const x = scaleLinear([0, max(known) ?? 1], [labelWidth, width - 30]).nice(3);
  return svg(caption, height, [
    ...x
      .ticks(5)
      .flatMap((value) => [rule(x(value), 0, x(value), height - 22, 'grid'), words(x(value), height - 6, tick(value), 'tick', 'middle')]),
    ...drawn.flatMap(({ label, at: [p10, p25, p50, p75, p90] }, place) => {
      const middle = place * step + step / 2;
      const [low, high] = extent([p10, p25, p50, p75, p90].filter((value) => value !== null));
      return [
        words(labelWidth - 12, middle + 4.5, cut(label), '', 'end'),
        ...(low === undefined || high === undefined || low === high ? [] : [rule(x(low), middle, x(high), middle, 'tail')]),
        ...(p25 === null || p75 === null
          ? []
          : [html`<rect x="${round(x(p25))}" y="${middle - 8}" width="${round(x(p75) - x(p25))}" height="16" class="middle"/>`]),
        ...(p50 === null ? [] : [rule(x(p50), middle - 11, x(p50), middle + 11, 'mark')]),
      ];
    }),
  ]);
}

export interface Point {
  readonly label: string;
  /** Null: there is no figure that may be shown, and the line is interrupted. */
  readonly value: number | null;
  readonly text: string;
  /** Drawn hollow, as provisional. */
  readonly hollow?: boolean;
}

/** A line through points in time, from zero, with gaps where a figure is missing. `everyLabel`: each how many points have a label. */
export function lineThrough(caption: Caption, points: readonly Point[], tick: (value: number) => string, everyLabel = 1): Html {
  const known = points.flatMap(({ value }) => (value === null ? [] : [value]));
  if (known.length < 2) return nothing;
  const height = 210;
  const [top, bottom, left] = [22, height - 26, 64];
  const y = scaleLinear([0, max(known) || 1], [bottom, top]).nice(4);
  const x = scalePoint(
    points.map((_, place) => place),
    [left + 20, width - 40],
  );
  const at = (place: number) => x(place) ?? 0;
  const path = line<Point>()
    .defined(({ value }) => value !== null)
    .x((_, place) => round(at(place)))
    .y(({ value }) => round(y(value ?? 0)))(points as Point[]);
  const few = points.length <= 8;
  return svg(caption, height, [
    ...y
      .ticks(4)
      .flatMap((value) => [rule(left, y(value), width - 16, y(value), 'grid'), words(left - 8, y(value) + 4, tick(value), 'tick', 'end')]),
    ...(path === null ? [] : [html`<path d="${path}" class="path"/>`]),
    ...points.flatMap(({ label, value, text, hollow = false }, place) => [
      ...(place % everyLabel === 0 ? [words(at(place), height - 6, label, 'tick', 'middle')] : []),
      ...(value === null
        ? [html`<rect x="${round(at(place) - 5)}" y="${top}" width="10" height="${bottom - top}" class="gap"/>`]
        : [html`<circle cx="${round(at(place))}" cy="${round(y(value))}" r="${few ? 5 : 2.5}" class="${hollow ? 'hollow' : 'dot'}"/>`]),
      ...(few && value !== null ? [words(at(place), y(value) - 10, text, '', 'middle')] : []),
    ]),
  ]);
}

export interface OfArea {
  readonly slug: string;
  readonly name: string;
  readonly value: number | null;
  readonly text: string;
}

/** Dots by region on one scale, with a line at the United Kingdom. */
export function dots(caption: Caption, rows: readonly OfArea[], uk: number | null, tick: (value: number) => string): Html {
  const known = rows.flatMap((row) => (row.value === null ? [] : [{ ...row, value: row.value }])).toSorted((a, b) => b.value - a.value);
  if (known.length < 2) return nothing;
  const step = 24;
  const height = known.length * step + 40;
  const [low = 0, high = 1] = extent([...known.map(({ value }) => value), ...(uk === null ? [] : [uk])]);
  const x = scaleLinear([low, high], [labelWidth + 10, width - 76]).nice(3);
  return svg(caption, height, [
    ...x
      .ticks(4)
      .flatMap((value) => [rule(x(value), 18, x(value), height - 22, 'grid'), words(x(value), height - 6, tick(value), 'tick', 'middle')]),
    ...(uk === null ? [] : [rule(x(uk), 16, x(uk), height - 22, 'mark'), words(x(uk), 11, 'UK', '', 'middle')]),
    ...known.flatMap(({ name, value, text }, place) => {
      const middle = 18 + place * step + step / 2;
      return [
        words(labelWidth - 8, middle + 4.5, cut(name), '', 'end'),
        html`<circle cx="${round(x(value))}" cy="${middle}" r="5.5" class="dot"/>`,
        words(x(value) + 10, middle + 4.5, text),
      ];
    }),
  ]);
}

const tile = { width: 104, height: 58, gap: 4 } as const;

/** A tile for each of the twelve regions and nations, the darker the higher. Each has its figure, or says that there is none. */
export function tileMap(caption: Caption, rows: readonly OfArea[]): Html {
  const values = rows.flatMap(({ value }) => (value === null ? [] : [value]));
  if (values.length < 2) return nothing;
  const [low = 0, high = 0] = extent(values);
  const depth = scaleLinear(low === high ? [low - 1, high] : [low, high], [0.06, 0.42]);
  const across = grid.columns * (tile.width + tile.gap);
  return svg(
    caption,
    grid.rows * (tile.height + tile.gap),
    grid.tiles.flatMap(({ slug, short, column, row }) => {
      const [x, y] = [column * (tile.width + tile.gap), row * (tile.height + tile.gap)];
      const of = rows.find((candidate) => candidate.slug === slug);
      const shape = (kind: string, more = '') =>
        html`<rect x="${x}" y="${y}" width="${tile.width}" height="${tile.height}" rx="4" class="${kind}"${new Html(more)}/>`;
      return [
        shape('tile'),
        ...(of?.value === undefined || of.value === null ? [] : [shape('shade', ` fill-opacity="${round(100 * depth(of.value)) / 100}"`)]),
        words(x + tile.width / 2, y + 24, short, 'soft', 'middle'),
        words(x + tile.width / 2, y + 43, of?.value === undefined || of.value === null ? 'no figure' : of.text, '', 'middle'),
      ];
    }),
    { wide: across, kind: 'map' },
  );
}
