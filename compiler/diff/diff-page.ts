// A comparison of two editions as one page of HTML that opens from a disk, for a person who must
// decide about the newer one.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { extent } from 'd3-array';
import { scaleLinear, scaleLog } from 'd3-scale';
import { byCodeUnit } from '#schemas/order.ts';
import { sources } from '#sources/index.ts';
import { messageOf } from '#sources/kit/problem.ts';
import { requireCatalogue, servedCounterpart } from '../edition/catalogue.ts';
import { writeAtomically } from '../edition/files.ts';
import { EditionReader } from '../release/read-again.ts';
import { escaped, page } from '../report/html.ts';
import { count, number } from '../report/report.ts';
import {
  type Change,
  type ChangeKind,
  type Compared,
  type FigureName,
  type Said,
  changeKinds,
  changeOf,
} from './compare.ts';
import {
  type TitleOf,
  describeKinds,
  describeRows,
  describeSaid,
  kindWords,
  measureName,
} from './describe-diff.ts';
import {
  type Difference,
  type Published,
  type Side,
  diffEditions,
  isGivenByDefault,
  movementOf,
  numbersOf,
} from './diff-editions.ts';

/** A figure that is a number in both releases. */
interface Point extends Compared {
  readonly numbers: { readonly old: number; readonly now: number };
  /** In percent of the old number; null from 0. */
  readonly percent: number | null;
}

/** The points of one measure of an endpoint. */
interface Panel extends Pick<FigureName, 'endpoint' | 'measure' | 'unit'> {
  readonly coefficientOf: string | undefined;
  /**
   * How many figures could be drawn. At most `mostPoints` of them are: each that moved most, and
   * every so many of the others.
   */
  figures: number;
  /** Every this many figures one is kept. */
  step: number;
  kept: Point[];
  moved: Point[];
}

const mostPoints = 1000;
const mostMoved = 100;
const mostListed = 100;
const mostPanels = 30;
const listedKinds: readonly ChangeKind[] = [
  'newly-withheld',
  'newly-published',
  'withheld-otherwise',
  'added',
  'removed',
];

/** What a page shows of the figures besides the summary. It takes them one by one. */
export class PageFigures {
  readonly #panels = new Map<string, Panel>();
  /** By kind, the figures that answers give by default; at most `mostListed` of each. */
  readonly listed = new Map<ChangeKind, { total: number; readonly changes: Change[] }>();

  take(compared: Compared): void {
    const change = changeOf(compared);
    const { figure, endpoint, measure, coefficientOf, unit } = compared;
    if (change !== null && listedKinds.includes(change.kind)) this.#list(change, compared);
    const numbers = numbersOf(compared);
    // What its publisher calls unreliable moves by chance.
    if (
      numbers === null ||
      figure === null ||
      figure.derived ||
      figure.quality === 'unreliable' ||
      !isGivenByDefault(figure)
    )
      return;
    const key = [endpoint, measure, unit].join('\n');
    const panel: Panel = this.#panels.get(key) ?? {
      endpoint,
      measure,
      coefficientOf,
      unit,
      figures: 0,
      step: 1,
      kept: [],
      moved: [],
    };
    this.#panels.set(key, panel);
    // Without the figure, which holds a group of rows.
    const point: Point = { ...compared, figure: null, numbers, percent: movementOf(numbers) };
    if (panel.figures % panel.step === 0) panel.kept.push(point);
    panel.figures += 1;
    if (panel.kept.length > mostPoints - mostMoved) {
      panel.kept = panel.kept.filter((_, place) => place % 2 === 0);
      panel.step *= 2;
    }
    if (
      movement(point) === 0 ||
      (panel.moved.length === mostMoved && movement(point) <= movement(panel.moved.at(-1)))
    )
      return;
    panel.moved = [...panel.moved, point].sort(byMovement).slice(0, mostMoved);
  }

  get panels() {
    const panels = [...this.#panels.values()].map((panel) => ({
      ...panel,
      points: [...new Set([...panel.moved, ...panel.kept])],
    }));
    return panels.sort(
      (a, b) => byCodeUnit(a.endpoint, b.endpoint) || byCodeUnit(a.measure, b.measure),
    );
  }

  #list(change: Change, { figure }: Compared): void {
    // A figure that the newer release lacks has no answers to look at.
    if (figure !== null && !isGivenByDefault(figure)) return;
    const listed = this.listed.get(change.kind) ?? { total: 0, changes: [] };
    this.listed.set(change.kind, listed);
    listed.total += 1;
    if (listed.changes.length < mostListed) listed.changes.push(change);
  }
}

type DrawnPanel = PageFigures['panels'][number];

const movement = (point: Point | undefined): number => Math.abs(point?.percent ?? 0);
const byMovement = (a: Point, b: Point): number => movement(b) - movement(a);

interface DrawnDifference {
  readonly difference: Difference;
  readonly drawn: PageFigures;
  readonly titleOf: TitleOf;
  readonly sample: boolean;
}

const style = `:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:75rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2rem;border-bottom:1px solid GrayText}
.notice{border:2px solid;padding:.5rem 1rem}
.wide{overflow-x:auto}table{border-collapse:collapse}th,td{text-align:left;padding:.2rem .8rem .2rem 0;border-bottom:1px solid GrayText;vertical-align:top}
td.number,th.number{text-align:right;font-variant-numeric:tabular-nums}td.number{white-space:nowrap}
svg{width:100%;max-width:46rem;height:auto}svg text{paint-order:stroke;stroke:Canvas;stroke-width:3px}pre{overflow-x:auto;white-space:pre-wrap;overflow-wrap:anywhere}
@media print{details{display:none}}`;

/** The mode of the page's file. Others on the machine must not read figures that are held back. */
export function modeOfPage({ older, newer }: Difference): number {
  return [older, newer].some(({ state }) => state === 'quarantined') ? 0o600 : 0o644;
}

const ofMeasures = [
  'endpoint',
  'measure',
  'figures',
  'withheld before',
  'withheld now',
  'unchanged',
];

export function drawDiff({ difference, drawn, titleOf, sample }: DrawnDifference): string {
  const { older, newer, figures, rows } = difference;
  const title = `${newer.source}: ${older.release} and ${newer.release}`;
  const cells = ({ release, id, state }: Side) => [
    release,
    id,
    state === 'quarantined' ? 'held back' : state,
  ];
  const sides = [
    ['before', ...cells(older)],
    ['now', ...cells(newer)],
  ];
  const parts: string[] = [
    `<h1>${escaped(title)}</h1>`,
    ...(sample
      ? [notice('Synthetic sample.', 'The figures here are invented. They are not statistics.')]
      : []),
    ...(newer.state === 'quarantined'
      ? [notice('Held back.', `${newer.release} ${unpublished}`)]
      : []),
    table(['', 'release', 'edition', 'state'], sides),
  ];
  if (figures !== null) {
    const { panels } = drawn;
    const shown = panels.slice(0, mostPanels);
    const measures = figures.measures.map(
      ({ endpoint, figures: all, unchanged, changes, before, now, ...name }) => [
        endpoint,
        measureName(name),
        number(all),
        shareWithheld(before),
        shareWithheld(now),
        number(unchanged),
        ...changeKinds.map((kind) => number(changes[kind])),
      ],
    );
    const movers = figures.movers.map((mover) => {
      const [occupation = '', area = '', others = ''] = nameCells(mover, titleOf);
      const name = [occupation, area, measureName(mover), others]
        .filter((part) => part !== '')
        .join(', ');
      return [
        name,
        mover.unit,
        printed(mover.old),
        printed(mover.new),
        signed(mover.percent),
        kindWords[mover.kind],
      ];
    });
    parts.push(
      `<p>${escaped(`${describeKinds(figures)}.`)} A figure is revised if its source, measure, dimensions and period are the same and its number is not.</p>`,
      heading('What changed in each measure'),
      table([...ofMeasures, ...changeKinds.map((kind) => kindWords[kind])], measures, 2),
      heading('Old numbers against new ones'),
      '<p>The figures that answers give by default and that are a number in both releases. A dot is a figure; a cross is a revised one. Figures that the publisher calls unreliable and figures computed from several are left out.</p>',
      ...shown.map((panel, place) => panelOf(panel, difference, `scatter-${place + 1}`, titleOf)),
      ...(shown.length < panels.length
        ? [`<p>${count(panels.length - shown.length, 'more measure')} not drawn.</p>`]
        : []),
      ...(shown.length === 0 ? ['<p>None is a number in both.</p>'] : []),
      heading('Largest movements'),
      movers.length === 0
        ? '<p>None of the figures that answers give by default.</p>'
        : table(['figure', 'unit', 'before', 'now', 'percent', 'kind'], movers, 2, 5),
      ...changeKinds.flatMap((kind) => listOf(kind, drawn, titleOf)),
    );
  }
  if (rows !== null)
    parts.push(heading('Texts'), `<pre>${escaped(describeRows(rows, 'rows').join('\n'))}</pre>`);
  return page(title, style, parts.join('\n'));
}

const heading = (text: string) => `<h2>${escaped(text)}</h2>`;
const notice = (what: string, text: string) =>
  `<p class="notice"><strong>${what}</strong> ${escaped(text)}</p>`;
const unpublished = 'is not published. Do not put this page in a public place before it is.';

/** A table of texts. Columns `from` to before `to` are numbers. */
function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  from = head.length,
  to = head.length,
): string {
  const cell = (tag: 'th' | 'td') => (text: string, place: number) =>
    `<${tag}${tag === 'th' ? ' scope="col"' : ''}${place >= from && place < to ? ' class="number"' : ''}>${escaped(text)}</${tag}>`;
  const body = rows.map((row) => `<tr>${row.map(cell('td')).join('')}</tr>`);
  return `<div class="wide"><table><thead><tr>${head.map(cell('th')).join('')}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table></div>`;
}

function shareWithheld({ figures, withheld }: Published): string {
  return figures === 0
    ? 'no figures'
    : `${number(withheld)} (${((100 * withheld) / figures).toFixed(1)} %)`;
}

function panelOf(panel: DrawnPanel, difference: Difference, id: string, titleOf: TitleOf): string {
  const { endpoint, unit, figures, points } = panel;
  const axes = axesOf(panel, difference);
  const cells = [...points].sort(byMovement).map(({ numbers, percent, ...name }) => {
    return [
      ...nameCells(name, titleOf),
      number(numbers.old),
      number(numbers.now),
      percent === null ? 'from 0' : signed(percent),
    ];
  });
  const shown =
    points.length === figures
      ? `The ${count(figures, 'figure')} as a table`
      : `${number(points.length)} of ${count(figures, 'figure')} as a table: those that moved most, and every so many of the others`;
  return `<h3>${escaped(`${endpoint} ${measureName(panel)}, ${unit}`)}</h3>
${drawScatter(panel, axes, id)}
<details><summary>${escaped(shown)}</summary>
${table(['occupation', 'area', 'figure', `${axes.old}, ${unit}`, `${axes.new}, ${unit}`, 'percent'], cells, 3)}</details>`;
}

/** The release of each axis, and the period if all figures have one. */
function axesOf(
  { points }: DrawnPanel,
  { older, newer }: Difference,
): { readonly old: string; readonly new: string } {
  const axis = ({ release }: Side, which: 'old' | 'new') => {
    const periods = new Set(points.map((point) => point.periods[which]));
    const [period] = periods;
    return periods.size === 1 && typeof period === 'string' && period !== ''
      ? `${release} (${period})`
      : release;
  };
  return { old: axis(older, 'old'), new: axis(newer, 'new') };
}

function nameCells({ group, area, period, dimensions }: FigureName, titleOf: TitleOf): string[] {
  const joined = (parts: readonly string[]) => parts.filter((part) => part !== '').join(' ');
  return [
    joined([group ?? '', titleOf(group)]),
    area?.name ?? '',
    joined([period ?? '', ...Object.values(dimensions)]),
  ];
}

function listOf(kind: ChangeKind, { listed }: PageFigures, titleOf: TitleOf): string[] {
  const found = listed.get(kind);
  if (found === undefined) return [];
  const { total, changes } = found;
  const word = kindWords[kind];
  const cells = (change: Change) => [
    ...nameCells(change, titleOf),
    measureName(change),
    printed(change.old),
    printed(change.new),
  ];
  const cut = changes.length < total ? `, the first ${number(changes.length)}` : '';
  return [
    heading(`${word.slice(0, 1).toUpperCase()}${word.slice(1)}: ${number(total)}`),
    `<details><summary>${escaped(`${kind === 'removed' ? 'Every figure that only the older release has' : 'Of the figures that answers give by default'}${cut}`)}</summary>`,
    table(['occupation', 'area', 'figure', 'measure', 'before', 'now'], changes.map(cells)),
    '</details>',
  ];
}

function printed(said: Said): string {
  if (said === null) return describeSaid(said);
  if ('withheld' in said) return `withheld: ${said.withheld}`;
  return typeof said.value === 'number' ? number(said.value) : said.value;
}

function signed(percent: number | null): string {
  return percent === null ? '' : `${percent > 0 ? '+' : ''}${percent}`;
}

const side = 480;
const margin = { left: 90, top: 20, right: 130, bottom: 60 };
const mostLabels = 8;
// Labels closer than this stand on one another.
const labelWidth = 130;
const labelHeight = 14;

/**
 * Old numbers against new ones as an SVG that is legible in black and white, in the colour of the
 * text around it.
 */
function drawScatter(
  panel: DrawnPanel,
  axes: { readonly old: string; readonly new: string },
  id: string,
): string {
  const { endpoint, unit, figures, points } = panel;
  const scale = scaleOf(points.flatMap(({ numbers }) => [numbers.old, numbers.now]));
  const x = (value: number) => round(margin.left + scale.at(value) * side);
  const y = (value: number) => round(margin.top + (1 - scale.at(value)) * side);
  const width = margin.left + side + margin.right;
  const height = margin.top + side + margin.bottom;
  const low = margin.left;
  const high = margin.left + side;
  const bottom = margin.top + side;
  const top = margin.top;
  const [dots, crosses] = [false, true].map((revised) =>
    points.filter(({ kind }) => (kind === 'revised') === revised),
  );
  const dot = ({ numbers }: Point) => `M${x(numbers.old)} ${y(numbers.now)}h0`;
  const cross = ({ numbers }: Point) => `M${x(numbers.old) - 3} ${y(numbers.now)}h6m-3 -3v6`;
  const tick = (value: number) =>
    `<text x="${x(value)}" y="${bottom + 18}" text-anchor="middle">${number(value)}</text><text x="${low - 8}" y="${y(value) + 4}" text-anchor="end">${number(value)}</text>`;
  const shown =
    points.length === figures ? number(figures) : `${number(points.length)} of ${number(figures)}`;
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}-title ${id}-text">
<title id="${id}-title">${escaped(`${endpoint} ${measureName(panel)}: ${axes.old} against ${axes.new}`)}</title>
<desc id="${id}-text">${escaped(`A scatter of ${shown} figures in ${unit}. Across: ${axes.old}. Up: ${axes.new}. A figure on the diagonal has not moved. The same figures stand in the table below.`)}</desc>
<g stroke="currentColor" stroke-width="1" fill="none"><path d="M${low} ${top}V${bottom}H${high}"/><path d="M${low} ${bottom}L${high} ${top}" stroke-dasharray="4 4"/></g>
<g fill="currentColor" font-size="12">${scale.ticks.map(tick).join('')}
<text x="${low + side / 2}" y="${height - 12}" text-anchor="middle">${escaped(`${axes.old}, ${unit}`)}</text>
<text transform="translate(16 ${top + side / 2}) rotate(-90)" text-anchor="middle">${escaped(axes.new)}</text></g>
<path d="${dots?.map(dot).join('')}" stroke="currentColor" stroke-width="5" stroke-linecap="round" stroke-opacity=".55"/>
<path d="${crosses?.map(cross).join('')}" stroke="currentColor" stroke-width="1.5" fill="none"/>
<g fill="currentColor" font-size="12">${labels(points, x, y)}</g>
</svg>`;
}

/** The points that moved most, each with its name where no other name stands. */
function labels(
  points: readonly Point[],
  x: (value: number) => number,
  y: (value: number) => number,
): string {
  const placed: { readonly x: number; readonly y: number; readonly text: string }[] = [];
  for (const point of points.filter((one) => movement(one) > 0).sort(byMovement)) {
    if (placed.length === mostLabels) break;
    const { group, area, dimensions, numbers, percent } = point;
    const statistic = Object.values(dimensions).filter((value) => value !== 'all');
    const name = [group ?? 'all', area?.slug === 'uk' ? '' : (area?.name ?? ''), ...statistic]
      .filter((part) => part !== '')
      .join(' ');
    const at = {
      x: round(x(numbers.old) + 7),
      y: round(y(numbers.now) + 4),
      text: `${name} ${signed(percent)} %`,
    };
    if (
      placed.some(
        (other) => Math.abs(other.y - at.y) < labelHeight && Math.abs(other.x - at.x) < labelWidth,
      )
    )
      continue;
    placed.push(at);
  }
  return placed.map((at) => `<text x="${at.x}" y="${at.y}">${escaped(at.text)}</text>`).join('');
}

/**
 * One scale for both axes, from 0 to 1: of powers of ten if the largest number is a hundred times
 * the smallest.
 */
function scaleOf(values: readonly number[]): {
  readonly ticks: readonly number[];
  readonly at: (value: number) => number;
} {
  const [low = 0, high = 0] = extent(values);
  if (low > 0 && high / low >= 100) {
    const powers = scaleLog().domain([low, high]).nice();
    return {
      ticks: powers.ticks().filter((value) => Number.isInteger(Math.log10(value))),
      at: powers,
    };
  }
  const linear = scaleLinear()
    .domain([low, low === high ? low + (Math.abs(low) || 1) : high])
    .nice(5);
  return { ticks: linear.ticks(5), at: linear };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

export interface ComparedEdition {
  readonly difference: Difference;
  readonly page: string;
  /** An SVG of the first measure; null if no figure is a number in both. */
  readonly picture: string | null;
}

/**
 * Compares an edition with the published one that it replaces, and writes the page into `folder`.
 * Null if there is none, or one of the two cannot be read. The latter is said and stops nothing.
 */
export async function differenceOfEdition(
  directory: string,
  folder: string,
  id: string,
  say: (line: string) => void,
): Promise<ComparedEdition | null> {
  const { editions, sample } = requireCatalogue(directory);
  const edition = editions.find((candidate) => candidate.id === id);
  const source = sources.find(({ key }) => key === edition?.source);
  const before =
    edition === undefined || source === undefined
      ? null
      : servedCounterpart(source, edition, editions);
  if (edition === undefined || before === null) return null;
  try {
    const drawn = new PageFigures();
    const reader = new EditionReader(directory, sources, { editions });
    const difference = await diffEditions(reader, before.id, edition.id, (compared) =>
      drawn.take(compared),
    );
    const file = join(folder, `${edition.source}-${edition.release}-${edition.id}.html`);
    mkdirSync(folder, { recursive: true });
    const titleOf = await reader.titlesFor(edition.id);
    writeAtomically(file, drawDiff({ difference, drawn, titleOf, sample }), modeOfPage(difference));
    const [first] = drawn.panels;
    // Several pictures stand on one page of a day's report.
    const picture =
      first === undefined
        ? null
        : drawScatter(first, axesOf(first, difference), `scatter-${edition.id}`);
    return { difference, page: file, picture };
  } catch (error) {
    // A fault in one release must not stop the others from being published.
    say(
      `${edition.source} ${edition.release}: cannot be compared with ${before.release}\n${messageOf(error)}`,
    );
    return null;
  }
}
