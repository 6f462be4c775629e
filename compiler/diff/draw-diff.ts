// Draws a comparison of two editions as one page of HTML that opens from a disk, for a person who must decide about the newer one.
import { escaped, page } from '../report/html.ts';
import { count, number } from '../report/report.ts';
import { type Change, type ChangeKind, type FigureName, type Said, changeKinds } from './changes.ts';
import { describeKinds, describeRows, describeSaid, kindWords, measureName } from './describe-diff.ts';
import type { Difference, Side } from './diff-editions.ts';
import { drawScatter } from './draw-scatter.ts';
import type { Gathered, Panel, Point } from './gather.ts';
import type { MeasureSummary, Mover, Published } from './summary.ts';

/** What a page is drawn from. */
export interface DrawnDifference {
  readonly difference: Difference;
  readonly gathered: Gathered;
  readonly titleOf: (group: string | null) => string;
  /** True if the releases are synthetic. */
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

const mostPanels = 30;

/** The mode of the page's file. Others on the machine must not read figures that are held back. */
export function modeOfPage({ older, newer }: Difference): number {
  return [older, newer].some(({ state }) => state === 'quarantined') ? 0o600 : 0o644;
}

export function drawDiff({ difference, gathered, titleOf, sample }: DrawnDifference): string {
  const { older, newer, figures, rows } = difference;
  const title = `${newer.source}: ${older.release} and ${newer.release}`;
  const parts: string[] = [
    `<h1>${escaped(title)}</h1>`,
    ...(sample ? ['<p class="notice"><strong>Synthetic sample.</strong> The figures here are invented. They are not statistics.</p>'] : []),
    ...(newer.state === 'quarantined'
      ? [
          `<p class="notice"><strong>Held back.</strong> ${escaped(newer.release)} is not published. Do not put this page in a public place before it is.</p>`,
        ]
      : []),
    table(
      ['', 'release', 'edition', 'state'],
      [
        ['before', ...sideCells(older)],
        ['now', ...sideCells(newer)],
      ],
    ),
  ];
  if (figures !== null) {
    const shown = gathered.panels.slice(0, mostPanels);
    parts.push(
      `<p>${escaped(`${describeKinds(figures)}.`)} A figure is revised if its source, measure, dimensions and period are the same and its number is not.</p>`,
      heading('What changed in each measure'),
      table(
        ['endpoint', 'measure', 'figures', 'withheld before', 'withheld now', 'unchanged', ...changeKinds.map((kind) => kindWords[kind])],
        figures.measures.map(measureCells),
        2,
      ),
      heading('Old numbers against new ones'),
      '<p>The figures that answers give by default and that are a number in both releases. A dot is a figure; a cross is a revised one. Figures that the publisher calls unreliable and figures computed from several are left out.</p>',
      ...shown.map((panel, place) => panelOf(panel, older, newer, `scatter-${place + 1}`, titleOf)),
      ...(shown.length < gathered.panels.length
        ? [`<p>${count(gathered.panels.length - shown.length, 'more measure')} not drawn.</p>`]
        : []),
      ...(shown.length === 0 ? ['<p>None is a number in both.</p>'] : []),
      heading('Largest movements'),
      figures.movers.length === 0
        ? '<p>None of the figures that answers give by default.</p>'
        : table(
            ['figure', 'unit', 'before', 'now', 'percent', 'kind'],
            figures.movers.map((mover) => moverCells(mover, titleOf)),
            2,
            5,
          ),
      ...changeKinds.flatMap((kind) => listOf(kind, gathered, titleOf)),
    );
  }
  if (rows !== null) parts.push(heading('Texts'), `<pre>${escaped(describeRows(rows, 'rows').join('\n'))}</pre>`);
  return page(title, style, parts.join('\n'));
}

function heading(text: string): string {
  return `<h2>${escaped(text)}</h2>`;
}

function sideCells({ release, id, state }: Side): string[] {
  return [release, id, state === 'quarantined' ? 'held back' : state];
}

/** A table of texts. Columns `from` to before `to` are numbers. */
function table(head: readonly string[], rows: readonly (readonly string[])[], from = head.length, to = head.length): string {
  const cell = (tag: 'th' | 'td') => (text: string, place: number) =>
    `<${tag}${tag === 'th' ? ' scope="col"' : ''}${place >= from && place < to ? ' class="number"' : ''}>${escaped(text)}</${tag}>`;
  const body = rows.map((row) => `<tr>${row.map(cell('td')).join('')}</tr>`);
  return `<div class="wide"><table><thead><tr>${head.map(cell('th')).join('')}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table></div>`;
}

function measureCells({ endpoint, figures, unchanged, changes, before, now, ...name }: MeasureSummary): string[] {
  return [
    endpoint,
    measureName(name),
    number(figures),
    shareWithheld(before),
    shareWithheld(now),
    number(unchanged),
    ...changeKinds.map((kind) => number(changes[kind])),
  ];
}

function shareWithheld({ figures, withheld }: Published): string {
  if (figures === 0) return 'no figures';
  return `${number(withheld)} (${((100 * withheld) / figures).toFixed(1)} %)`;
}

/** The first measure's old numbers against its new ones; null if no figure is a number in both. The ids in it begin with the newer edition's. */
export function drawFirstPanel({ difference: { older, newer }, gathered }: DrawnDifference): string | null {
  const [panel] = gathered.panels;
  return panel === undefined ? null : scatterOf(panel, axesOf(panel, older, newer), `scatter-${newer.id}`);
}

function axesOf(panel: Panel, older: Side, newer: Side): { readonly old: string; readonly new: string } {
  return { old: axisOf(older, panel, 'old'), new: axisOf(newer, panel, 'new') };
}

function scatterOf(panel: Panel, axes: { readonly old: string; readonly new: string }, id: string): string {
  const label = ({ name, percent }: Point) =>
    `${[name.group ?? 'all', name.area?.slug === 'uk' ? '' : (name.area?.name ?? ''), ...statisticOf(name)].filter((part) => part !== '').join(' ')} ${signed(percent)} %`;
  return drawScatter(panel, axes, id, label);
}

function panelOf(panel: Panel, older: Side, newer: Side, id: string, titleOf: DrawnDifference['titleOf']): string {
  const axes = axesOf(panel, older, newer);
  const byMovement = [...panel.points].sort((a, b) => Math.abs(b.percent ?? 0) - Math.abs(a.percent ?? 0));
  const cells = byMovement.map((point) => [
    ...nameCells(point.name, titleOf),
    number(point.old),
    number(point.now),
    point.percent === null ? 'from 0' : signed(point.percent),
  ]);
  return `<h3>${escaped(`${panel.endpoint} ${measureName(panel)}, ${panel.unit}`)}</h3>
${scatterOf(panel, axes, id)}
<details><summary>${escaped(panel.points.length === panel.figures ? `The ${count(panel.figures, 'figure')} as a table` : `${number(panel.points.length)} of ${count(panel.figures, 'figure')} as a table: those that moved most, and every so many of the others`)}</summary>
${table(['occupation', 'area', 'figure', `${axes.old}, ${panel.unit}`, `${axes.new}, ${panel.unit}`, 'percent'], cells, 3)}</details>`;
}

/** The release, and the period if all figures have one. */
function axisOf({ release }: Side, { points }: Panel, which: 'old' | 'new'): string {
  const periods = new Set(points.map((point) => point.periods[which]));
  const [period] = periods;
  return periods.size === 1 && typeof period === 'string' && period !== '' ? `${release} (${period})` : release;
}

function statisticOf({ dimensions }: FigureName): string[] {
  return Object.values(dimensions).filter((value) => value !== 'all');
}

function nameCells({ group, area, period, dimensions }: FigureName, titleOf: DrawnDifference['titleOf']): string[] {
  return [
    [group ?? '', titleOf(group)].filter((part) => part !== '').join(' '),
    area?.name ?? '',
    [period ?? '', ...Object.values(dimensions)].filter((part) => part !== '').join(' '),
  ];
}

function moverCells(mover: Mover, titleOf: DrawnDifference['titleOf']): string[] {
  const [occupation = '', area = '', rest = ''] = nameCells(mover, titleOf);
  const name = [occupation, area, measureName(mover), rest].filter((part) => part !== '').join(', ');
  return [name, mover.unit, printed(mover.old), printed(mover.new), signed(mover.percent), kindWords[mover.kind]];
}

function listOf(kind: ChangeKind, { listed }: Gathered, titleOf: DrawnDifference['titleOf']): string[] {
  const found = listed.get(kind);
  if (found === undefined) return [];
  const cells = (change: Change) => [...nameCells(change, titleOf), measureName(change), printed(change.old), printed(change.new)];
  const cut = found.changes.length < found.total ? `, the first ${number(found.changes.length)}` : '';
  return [
    heading(`${capital(kindWords[kind])}: ${number(found.total)}`),
    `<details><summary>${escaped(`${kind === 'removed' ? 'Every figure that only the older release has' : 'Of the figures that answers give by default'}${cut}`)}</summary>`,
    table(['occupation', 'area', 'figure', 'measure', 'before', 'now'], found.changes.map(cells)),
    '</details>',
  ];
}

function printed(said: Said): string {
  if (said !== null && 'value' in said && typeof said.value === 'number') return number(said.value);
  return said !== null && 'withheld' in said ? `withheld: ${said.withheld}` : describeSaid(said);
}

function signed(percent: number | null): string {
  return percent === null ? '' : `${percent > 0 ? '+' : ''}${percent}`;
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
