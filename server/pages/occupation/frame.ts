// What every part of a page is made of: tables and cards of figures, a picture with its table behind it, and the line that says where the
// figures are from.
import type { Provenance } from '#schemas/figures.ts';
import { endpoints } from '#schemas/endpoints.ts';
import { type Html, html, listed, nothing } from '../html.ts';
import type { Site } from '../site.ts';
import type { Asked } from './answers.ts';
import { type Figure, isShown } from './figure.ts';

/** A figure as the content of a cell or a card. */
export function figureHtml(figure: Figure): Html {
  if (!isShown(figure)) return html`<span class="absent">${figure.headline}</span><span class="why">${figure.why}</span>`;
  return figure.caution === null ? html`${figure.text}` : html`${figure.text} <span class="caution">use with caution</span>`;
}

/** The cautions of figures, once each. */
function cautions(figures: readonly Figure[]): readonly Html[] {
  const texts = new Set(figures.flatMap((figure) => (isShown(figure) && figure.caution !== null ? [figure.caution] : [])));
  return [...texts].map((text) => html`<p class="small">${text.startsWith('Use with caution') ? text : `Use with caution: ${text}`}</p>`);
}

export interface TableRow {
  readonly label: string | Html;
  readonly figures: readonly Figure[];
}

/** From this many rows without any figure on, a table names them together, by reason. */
const manyEmptyRows = 4;

/**
 * A table of figures, with a row for each label. Many rows without any figure would bury those with one, so they are named below the table,
 * each group with its reason.
 */
export function table(caption: string, columns: readonly string[], rows: readonly TableRow[]): Html {
  const [first = 'Figure', ...others] = columns;
  const empty = rows.filter(({ figures }) => figures.every((figure) => !isShown(figure)));
  const together = empty.length >= manyEmptyRows ? empty : [];
  const standing = rows.filter((row) => !together.includes(row));
  const reasons = reasonsOf(standing);
  const head = html`<tr><th scope="col">${first}</th>${others.map((name) => html`<th scope="col" class="n">${name}</th>`)}</tr>`;
  const body = standing.map(({ label, figures }) => html`<tr><th scope="row">${label}</th>${cellsOf(figures, reasons)}</tr>`);
  return html`${
    standing.length === 0
      ? html`<p><strong>${caption}</strong></p>`
      : html`<div class="scroll" role="region" aria-label="Table: ${caption}" tabindex="0"><table><caption>${caption}</caption>
<thead>${head}</thead>
<tbody>${body}</tbody></table></div>`
  }
${reasons.map((why, place) => html`<p class="why">(${letter(place)}) ${why}</p>`)}
${cautions(standing.flatMap(({ figures }) => figures))}
${emptyRows(together)}`;
}

function emptyRows(rows: readonly TableRow[]): readonly Html[] {
  const reasons = Map.groupBy(rows, ({ figures: [figure] }) =>
    figure === undefined || isShown(figure) ? '' : `${figure.headline}\n${figure.why}`,
  );
  return [...reasons].map(([reason, of]) => {
    const [headline = '', why = ''] = reason.split('\n');
    return html`<p><span class="absent">${headline}</span>: ${listed(
      of.map(({ label }) => html`${label}`),
      ', ',
    )}<span class="why">${why}</span></p>`;
  });
}

/** The reasons of a table, once each. A cell without a figure has the letter of its reason, which stands beneath the table. */
function reasonsOf(rows: readonly TableRow[]): readonly string[] {
  return [...new Set(rows.flatMap(({ figures }) => figures.flatMap((figure) => (isShown(figure) ? [] : [figure.why]))))];
}

/** a, b, …, z, aa, … */
function letter(place: number): string {
  const last = String.fromCharCode('a'.charCodeAt(0) + (place % 26));
  return place < 26 ? last : `${letter(Math.floor(place / 26) - 1)}${last}`;
}

function cellsOf(figures: readonly Figure[], reasons: readonly string[]): readonly Html[] {
  return figures.map((figure) =>
    isShown(figure)
      ? html`<td class="n">${figureHtml(figure)}</td>`
      : html`<td class="n">${figure.headline} <span class="small">(${letter(reasons.indexOf(figure.why))})</span></td>`,
  );
}

/** A picture, with the same figures as a table behind it. Without a picture the table stands open. */
export function pictured(title: string, picture: Html, behind: Html): Html {
  if (picture === nothing) return behind;
  return html`<figure><figcaption>${title}</figcaption>${picture}</figure>
<details><summary>Table: ${title}</summary>${behind}</details>`;
}

export interface Card {
  readonly name: string;
  readonly figure: Figure;
  readonly remark: string;
}

/** Figures at a glance. */
export function cards(of: readonly Card[]): Html {
  return html`<dl class="cards">${of.map(
    ({ name, figure, remark }) =>
      html`<div><dt>${name}</dt><dd>${
        isShown(figure)
          ? html`<span class="figure">${figure.text}</span>${figure.caution === null ? nothing : html`<span class="caution">use with caution</span> `}`
          : html`<span class="figure absent">${figure.headline}</span><span class="why">${figure.why}</span>`
      }<span class="small">${remark}</span></dd></div>`,
  )}</dl>`;
}

/** What all answers of a part say of themselves. */
export interface FromAnswer {
  readonly provenance: Provenance;
  readonly attribution?: string;
  readonly citation?: string;
  readonly notes?: readonly string[];
  readonly notices?: readonly string[];
  readonly coverage?: { readonly description: string };
}

export interface PartOf<Answer> {
  readonly id: string;
  readonly heading: string;
  readonly endpoint: string;
  readonly query?: string;
  /** The values in the path of the endpoint. */
  readonly soc?: string;
  readonly area?: string;
  readonly asked: Asked<Answer>;
  /** Whether the part is left out in print, so that an adviser gets two pages. */
  readonly onScreenOnly?: boolean;
  readonly draw: (answer: Answer) => { readonly about: string; readonly body: Html; readonly notes?: readonly string[] };
}

/** A part of the page: its figures, its notes, its release, its call and its attribution. */
export function part<Answer extends FromAnswer>(of: PartOf<Answer>, site: Site): Html {
  const { id, heading, asked, draw, onScreenOnly = false } = of;
  const kind = onScreenOnly ? 'part no-print' : 'part';
  const title = html`<h2 id="${id}">${heading}</h2>`;
  if ('missing' in asked)
    return html`<section class="${kind}" aria-labelledby="${id}">${title}
<p>Not published here yet. ${publicReason(asked.missing)}</p></section>`;
  const { answer } = asked;
  const { about, body, notes: more = [] } = draw(answer);
  const notes = [...(answer.notes ?? answer.notices ?? []), ...more];
  return html`<section class="${kind}" aria-labelledby="${id}">${title}
${about === '' ? nothing : html`<p class="about">${about}</p>`}
${body}
${answer.coverage === undefined ? nothing : html`<p class="small">${answer.coverage.description}</p>`}
${notes.length === 0 ? nothing : html`<details><summary>Notes on these figures (${notes.length})</summary><ul>${notes.map((note) => html`<li>${note}</li>`)}</ul></details>`}
${from(answer, of, site)}</section>`;
}

/** What the API says of a source without a release is for the operator. */
function publicReason(missing: string): string {
  return missing.startsWith('No release') ? 'No release of this source has been published on this service.' : missing;
}

/** What names the call of a part. */
type Call = Pick<PartOf<FromAnswer>, 'endpoint' | 'query' | 'soc' | 'area'>;

function from(
  { provenance, attribution, citation }: FromAnswer,
  { endpoint, query = '', soc = '', area = '' }: Call,
  { to, api, keys }: Site,
): Html {
  const pattern = endpoints.find(({ id }) => id === endpoint)?.path ?? '';
  const path = `${pattern.replace('{soc}', soc).replace('{area}', area)}${query}`;
  return html`<div class="from"><p>Release: ${provenance.edition}${provenance.released === null ? '' : `, published ${provenance.released}`}. ${provenance.publisher}. ${
    provenance.licenceUrl === null ? html`${provenance.licence}` : html`<a href="${provenance.licenceUrl}">${provenance.licence}</a>`
  }.</p>
<p>${attribution ?? citation ?? ''}</p>
<details><summary>From the API<span class="unseen">: ${path}</span></summary>
<pre tabindex="0" role="region" aria-label="Call of ${path}"><code>curl -H "X-API-Key: $KEY" '${api ?? '$LMI'}${path}'</code></pre>
<p><a href="${to(`/reference/${endpoint}`)}">What <code>${endpoint}</code> answers</a>${keys ? html` · <a href="${to('/keys')}">Get a key</a>` : nothing}</p></details></div>`;
}
