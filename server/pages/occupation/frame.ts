// What every part of a page is made of: tables and cards of figures, a picture with its table behind it, and the line that says where the
// figures are from.
import type { Provenance } from '#schemas/figures.ts';
import { endpoints } from '#schemas/endpoints.ts';
import { type Html, code, html, listed, nothing } from '../html.ts';
import type { Site } from '../site.ts';
import type { Asked } from './answers.ts';
import { type Figure, date, isShown } from './figure.ts';
import { inWords } from './in-words.ts';

/** A figure as the content of a cell or a card. */
export function figureHtml(figure: Figure): Html {
  if (!isShown(figure)) return html`<span class="absent">${figure.headline}</span><span class="why">${figure.why}</span>`;
  return figure.caution === null ? html`${figure.text}` : html`${figure.text} <mark>caution</mark>`;
}

/** The cautions of figures, once each. */
function cautions(figures: readonly Figure[]): readonly Html[] {
  const texts = new Set(figures.flatMap((figure) => (isShown(figure) && figure.caution !== null ? [figure.caution] : [])));
  return [...texts].map((text) => html`<p class="small">${text.startsWith('Use with caution') ? text : `Use with caution: ${text}`}</p>`);
}

export interface TableRow {
  readonly label: string | Html;
  /** Stands beneath the label. */
  readonly remark?: string;
  readonly figures: readonly Figure[];
}

/** From this many rows without any figure on, a table names them together, by reason. */
const manyEmptyRows = 4;

/** A wider table is scrolled on a phone, and so must take the focus of a keyboard. */
const mostColumns = 3;

/**
 * A table of figures, with a row for each label. Many rows without any figure would bury those with one, so they are named below the table,
 * each group with its reason. A table behind a picture has no caption, because that of the picture names both.
 */
export function table(caption: string, columns: readonly string[], rows: readonly TableRow[], named = true): Html {
  const [first = 'Figure', ...others] = columns;
  const empty = rows.filter(({ figures }) => figures.every((figure) => !isShown(figure)));
  const together = empty.length >= manyEmptyRows ? empty : [];
  const standing = rows.filter((row) => !together.includes(row));
  const reasons = reasonsOf(standing);
  const whole = html`<table class="figures">${named ? html`<caption>${caption}</caption>` : nothing}
<thead><tr><th scope="col">${first}</th>${others.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${standing.map(({ label, remark = '', figures }) => html`<tr><th scope="row">${label}${remark === '' ? nothing : html`<span class="why">${remark}</span>`}</th>${cellsOf(figures, reasons)}</tr>`)}</tbody></table>`;
  const scrolls = columns.length > mostColumns;
  return html`${
    standing.length === 0
      ? html`<p><strong>${caption}</strong></p>`
      : scrolls
        ? html`<div class="scroll" role="region" aria-label="Table: ${caption}" tabindex="0">${whole}</div>`
        : whole
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
      ? html`<td>${figureHtml(figure)}</td>`
      : html`<td>${figure.headline} <sup>(${letter(reasons.indexOf(figure.why))})</sup></td>`,
  );
}

/** A picture, its key in words, and the same figures as a table behind it. Without a picture the table stands open. */
export function pictured(title: string, picture: Html, behind: (named: boolean) => Html, key = ''): Html {
  if (picture === nothing) return behind(true);
  return html`<figure><figcaption><h3>${title}</h3>${key === '' ? nothing : html`<span class="why">${key}</span>`}</figcaption>${picture}
<details><summary>As a table<span class="unseen">: ${title}</span></summary>${behind(false)}</details></figure>`;
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
          ? html`<span class="figure">${figure.text}</span>${figure.caution === null ? nothing : html`<mark>Use with caution</mark> `}`
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

/** More notes than these, or longer ones, are folded. */
const fewNotes = 3;
const shortNotes = 500;

/** A part of the page: its figures, its notes, its release, its call and its attribution. Nothing if there is no answer. */
export function part<Answer extends FromAnswer>(of: PartOf<Answer>, site: Site): Html {
  const { id, heading, asked, draw, onScreenOnly = false } = of;
  if ('missing' in asked) return nothing;
  const { answer } = asked;
  const { about, body, notes: more = [] } = draw(answer);
  const texts = [...(answer.notes ?? answer.notices ?? []), ...more];
  const notes = texts.map((note) => html`<li>${code(inWords(note))}</li>`);
  return html`<section class="${onScreenOnly ? 'part no-print' : 'part'}" aria-labelledby="${id}"><h2 id="${id}">${heading}</h2>
${about === '' ? nothing : html`<p class="about">${about}</p>`}
${body}
${answer.coverage === undefined ? nothing : html`<p class="small">${answer.coverage.description}</p>`}
${
  notes.length === 0
    ? nothing
    : notes.length <= fewNotes && texts.join('').length <= shortNotes
      ? html`<ul class="notes">${notes}</ul>`
      : html`<details class="notes"><summary>Notes on these figures (${notes.length})</summary><ul>${notes}</ul></details>`
}
${from(answer, of, site)}</section>`;
}

/** The parts that have no answer, together, by their reason. Nothing if all have one. */
export function missingParts(parts: readonly Pick<PartOf<unknown>, 'heading' | 'asked'>[]): Html {
  const without = parts.flatMap(({ heading, asked }) => ('missing' in asked ? [{ heading, reason: publicReason(asked.missing) }] : []));
  if (without.length === 0) return nothing;
  return html`<section class="part" aria-labelledby="missing"><h2 id="missing">Not published here yet</h2>
${[...Map.groupBy(without, ({ reason }) => reason)].map(
  ([reason, of]) => html`<p>${of.map(({ heading }) => heading).join(' · ')}<span class="why">${reason}</span></p>`,
)}</section>`;
}

/** What the API says of a source without a release is for the operator. */
function publicReason(missing: string): string {
  return missing.replace(
    /^No release of the source \S+ is published here yet\./,
    'No release of the source has been published on this service.',
  );
}

/** What names the call of a part. */
type Call = Pick<PartOf<FromAnswer>, 'endpoint' | 'query' | 'soc' | 'area'>;

function from(
  { provenance, attribution, citation }: FromAnswer,
  { endpoint, query = '', soc = '', area = '' }: Call,
  { to, api, live }: Site,
): Html {
  const pattern = endpoints.find(({ id }) => id === endpoint)?.path ?? '';
  const path = `${pattern.replace('{soc}', soc).replace('{area}', area)}${query}`;
  return html`<div class="from"><p>Release: ${provenance.edition}${provenance.released === null ? '' : `, published ${date(provenance.released)}`}. ${provenance.publisher}. ${
    provenance.licenceUrl === null ? html`${provenance.licence}` : html`<a href="${provenance.licenceUrl}">${provenance.licence}</a>`
  }.</p>
<p>${attribution ?? citation ?? ''}</p>
<details><summary>From the API<span class="unseen">: ${path}</span></summary>
<pre><code>curl -H "X-API-Key: $KEY" '${api ?? '$LMI'}${path}'</code></pre>
<p><a href="${to(`/reference/${endpoint}`)}">What <code>${endpoint}</code> answers</a>${live ? html` · <a href="${to('/keys')}">Get a key</a>` : nothing}</p></details></div>`;
}
