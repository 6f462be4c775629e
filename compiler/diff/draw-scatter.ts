// Draws old numbers against new ones as an SVG that is legible in black and white, in the colour of the text around it. Pure.
import { number } from '../report/report.ts';
import { escaped } from '../report/html.ts';
import { measureName } from './describe-diff.ts';
import type { Panel, Point } from './gather.ts';

const side = 480;
const margin = { left: 90, top: 20, right: 130, bottom: 60 };
const mostLabels = 8;
// Labels closer than this stand on one another.
const labelHeight = 14;
const labelWidth = 130;

interface Scale {
  readonly ticks: readonly number[];
  /** From 0 to 1. */
  readonly at: (value: number) => number;
}

/** The SVG. `label` names a point that moved most, in a few words. `axes` are the names of both releases. */
export function drawScatter(
  { endpoint, measure, coefficientOf, unit, figures, points }: Panel,
  axes: { readonly old: string; readonly new: string },
  id: string,
  label: (point: Point) => string,
): string {
  const scale = scaleOf(points.flatMap(({ old, now }) => [old, now]));
  const x = (value: number) => round(margin.left + scale.at(value) * side);
  const y = (value: number) => round(margin.top + (1 - scale.at(value)) * side);
  const [width, height] = [margin.left + side + margin.right, margin.top + side + margin.bottom];
  const dots = points.filter(({ revised }) => !revised).map(({ old, now }) => `M${x(old)} ${y(now)}h0`);
  const crosses = points.filter(({ revised }) => revised).map(({ old, now }) => `M${x(old) - 3} ${y(now)}h6m-3 -3v6`);
  const drawn = points.length === figures ? `${number(figures)}` : `${number(points.length)} of ${number(figures)}`;
  const [low, high] = [round(margin.left), round(margin.left + side)];
  const [bottom, top] = [round(margin.top + side), round(margin.top)];
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}-title ${id}-text">
<title id="${id}-title">${escaped(`${endpoint} ${measureName({ measure, coefficientOf })}: ${axes.old} against ${axes.new}`)}</title>
<desc id="${id}-text">${escaped(`A scatter of ${drawn} figures in ${unit}. Across: ${axes.old}. Up: ${axes.new}. A figure on the diagonal has not moved. The same figures stand in the table below.`)}</desc>
<g stroke="currentColor" stroke-width="1" fill="none"><path d="M${low} ${top}V${bottom}H${high}"/><path d="M${low} ${bottom}L${high} ${top}" stroke-dasharray="4 4"/></g>
<g fill="currentColor" font-size="12">${scale.ticks
    .map(
      (tick) =>
        `<text x="${x(tick)}" y="${bottom + 18}" text-anchor="middle">${number(tick)}</text><text x="${low - 8}" y="${y(tick) + 4}" text-anchor="end">${number(tick)}</text>`,
    )
    .join('')}
<text x="${low + side / 2}" y="${height - 12}" text-anchor="middle">${escaped(`${axes.old}, ${unit}`)}</text>
<text transform="translate(16 ${top + side / 2}) rotate(-90)" text-anchor="middle">${escaped(axes.new)}</text></g>
<path d="${dots.join('')}" stroke="currentColor" stroke-width="5" stroke-linecap="round" stroke-opacity=".55"/>
<path d="${crosses.join('')}" stroke="currentColor" stroke-width="1.5" fill="none"/>
<g fill="currentColor" font-size="12">${labels(points, x, y, label)}</g>
</svg>`;
}

/** The points that moved most, each with its name where no other name stands. */
function labels(
  points: readonly Point[],
  x: (value: number) => number,
  y: (value: number) => number,
  label: (point: Point) => string,
): string {
  const placed: { readonly x: number; readonly y: number; readonly text: string }[] = [];
  const movers = points
    .filter(({ percent }) => percent !== null && percent !== 0)
    .sort((a, b) => Math.abs(b.percent ?? 0) - Math.abs(a.percent ?? 0));
  for (const point of movers) {
    if (placed.length === mostLabels) break;
    const at = { x: round(x(point.old) + 7), y: round(y(point.now) + 4), text: label(point) };
    if (placed.some((other) => Math.abs(other.y - at.y) < labelHeight && Math.abs(other.x - at.x) < labelWidth)) continue;
    placed.push(at);
  }
  return placed.map((at) => `<text x="${at.x}" y="${at.y}">${escaped(at.text)}</text>`).join('');
}

/** One scale for both axes: of powers of ten if the largest number is a hundred times the smallest. */
function scaleOf(values: readonly number[]): Scale {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  if (low > 0 && high / low >= 100) {
    const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
    const ticks = Array.from({ length: last - first + 1 }, (_, place) => Number(`1e${first + place}`));
    return { ticks, at: (value) => (Math.log10(value) - first) / (last - first) };
  }
  const step = stepOf(high - low || Math.abs(high) || 1);
  const [first, last] = [Math.floor(low / step), Math.max(Math.floor(low / step) + 1, Math.ceil(high / step))];
  const ticks = Array.from({ length: last - first + 1 }, (_, place) => Number(((first + place) * step).toPrecision(12)));
  return { ticks, at: (value) => (value / step - first) / (last - first) };
}

/** 1, 2 or 5 times a power of ten, so that a range has about five steps. */
function stepOf(range: number): number {
  const power = 10 ** Math.floor(Math.log10(range / 5));
  return power * ([1, 2, 5].find((times) => times * power * 5 >= range) ?? 10);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
