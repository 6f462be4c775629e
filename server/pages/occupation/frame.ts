// Lays out for a page what a section says: tables and pictures, texts and lists, its notes, and where the figures are from.
import type { Quality } from '#schemas/codes.ts';
import { endpoints } from '#schemas/endpoints.ts';
import { type Html, html, listed, logoPlace, nothing } from '../html.ts';
import { absentHtml, figureHtml } from '../comparison.ts';
import type { Site } from '../site.ts';
import type { Asked } from './answers.ts';
import { pictureOf } from './charts.ts';
import { type Block, type FromAnswer, type Glance, type Label, type Row, type Said, type Table, attributionOf, sorted } from './content.ts';
import { type Figure, date, isShown } from './figure.ts';

/** The cautions of figures, once each. */
function cautions(figures: readonly Figure[]): readonly Html[] {
  const texts = new Set(figures.flatMap((figure) => (isShown(figure) && figure.caution !== null ? [figure.caution] : [])));
  return [...texts].map((text) => html`<p class="small">${text.startsWith('Use with caution') ? text : `Use with caution: ${text}`}</p>`);
}

function labelHtml(label: Label, { to }: Pick<Site, 'to'>): Html {
  if (typeof label === 'string') return html`${label}`;
  return html`<a href="${label.href.startsWith('/') ? to(label.href) : label.href}">${label.text}</a>${label.more ?? ''}`;
}

/** A wider table takes the whole width, is scrolled on a phone, and so must take the focus of a keyboard. */
const mostColumns = 3;

/** A cell without a figure has the letter of its reason, which stands beneath the table: a, b, …, z, aa, … */
function letter(place: number): string {
  const last = String.fromCharCode('a'.charCodeAt(0) + (place % 26));
  return place < 26 ? last : `${letter(Math.floor(place / 26) - 1)}${last}`;
}

/**
 * A table of figures, with a row for each label. Rows without any figure are named
 * below the table if they are many. A table behind a picture has no caption, because that of the picture names both.
 */
function tableHtml({ table: caption, columns, rows }: Table, site: Site, named = true): Html {
  const [first = 'Figure', ...others] = columns;
  const { standing, together } = sorted(rows);
  const figures = standing.flatMap((row) => row.figures);
  const reasons = [...new Set(figures.flatMap((figure) => (isShown(figure) ? [] : [figure.why])))];
  const cell = (figure: Figure) =>
    isShown(figure)
      ? html`<td>${figureHtml(figure)}</td>`
      : html`<td>${figure.headline} <sup>(${letter(reasons.indexOf(figure.why))})</sup></td>`;
  const row = ({ label, remark = '', figures: of }: Row) =>
    html`<tr><th scope="row">${labelHtml(label, site)}${remark === '' ? nothing : html`<span class="why">${remark}</span>`}</th>${of.map(cell)}</tr>`;
  const whole = html`<table class="figures">${named ? html`<caption>${caption}</caption>` : nothing}
<thead><tr><th scope="col">${first}</th>${others.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${standing.map(row)}</tbody></table>`;
  return html`${
    standing.length === 0
      ? html`<p><strong>${caption}</strong></p>`
      : columns.length > mostColumns
        ? html`<div class="scroll" role="region" aria-label="Table: ${caption}" tabindex="0">${whole}</div>`
        : whole
  }
${reasons.map((why, place) => html`<p class="why">(${letter(place)}) ${why}</p>`)}${cautions(figures)}${together.map(
  ({ absent, labels }) =>
    html`<p>${absentHtml(
      absent,
      listed(
        labels.map((label) => labelHtml(label, site)),
        ', ',
      ),
    )}</p>`,
)}`;
}

/** A picture, its key in words, and the same figures as a table behind it. Without a picture the table stands open. */
function pictured(table: Table, id: string, site: Site): Html {
  const picture = table.chart === undefined ? null : pictureOf(table, table.chart, id);
  if (picture === null) return tableHtml(table, site);
  return html`<figure><figcaption><h3>${table.table}</h3>${picture.key === '' ? nothing : html`<span class="why">${picture.key}</span>`}</figcaption>${picture.svg}
<details><summary>As a table<span class="unseen">: ${table.table}</span></summary>${tableHtml(table, site, false)}</details></figure>`;
}

/** Tables that follow each other stand side by side where there is room. `id` begins the names of pictures. */
export function blocksHtml(blocks: readonly Block[], id: string, site: Site): Html {
  const laid: Html[] = [];
  let beside: Html[] = [];
  const put = () => {
    if (beside.length > 0) laid.push(html`<div class="pair">${beside}</div>`);
    beside = [];
  };
  for (const [place, block] of blocks.entries()) {
    if ('table' in block) {
      const isWide = block.columns.length > mostColumns && block.chart === undefined;
      beside.push(html`<div${isWide ? html` class="whole"` : nothing}>${pictured(block, `p-${id}-${place}`, site)}</div>`);
    } else {
      put();
      laid.push(blockHtml(block, `${id}-${place}`, site));
    }
  }
  put();
  return html`${laid}`;
}

function blockHtml(block: Exclude<Block, Table>, id: string, site: Site): Html {
  if ('text' in block) return html`<p${block.as === undefined ? nothing : html` class="${block.as}"`}>${block.text}</p>`;
  if ('heading' in block) return html`<h3>${labelHtml(block.heading, site)}</h3>`;
  if ('absent' in block) return html`<p>${absentHtml(block.absent, block.of)}</p>`;
  if ('fold' in block) return html`<details><summary>${block.fold}</summary>${blocksHtml(block.blocks, id, site)}</details>`;
  if ('logo' in block) return logoPlace;
  return html`<ul${block.isLong === true ? html` class="columns"` : nothing}>${block.list.map((label) => html`<li>${labelHtml(label, site)}</li>`)}</ul>`;
}

/** Figures at a glance. */
export function cards(of: readonly Glance[]): Html {
  return html`<dl class="cards">${of.map(
    ({ name, figure, remark }) =>
      html`<div><dt>${name}</dt><dd>${
        isShown(figure)
          ? html`<span class="figure">${figure.text}</span>${figure.caution === null ? nothing : html`<mark>Use with caution</mark> `}`
          : html`<span class="figure absent">${figure.headline}</span><span class="why">${figure.why}</span>`
      }<span class="small">${remark}</span></dd></div>`,
  )}</dl>`;
}

const qualities: Readonly<Record<Quality, string>> = {
  precise: 'precise',
  reasonable: 'reasonable',
  acceptable: 'acceptable, to be used with caution',
  unreliable: 'unreliable',
  unrated: 'not rated by the publisher',
};

/** What must stand wherever a figure stands apart from its section: what is counted, the release, and what the publisher asks for. */
export function credit(name: string, answer: FromAnswer, more: readonly string[] = []): Html {
  const quality = answer.quality === undefined ? [] : [`Quality: ${qualities[answer.quality]}.`];
  return html`<strong>${name}</strong>: ${[...quality, ...more, answer.coverage?.description ?? ''].join(' ')} Release: ${answer.provenance.edition}. ${attributionOf(answer)}`;
}

export interface Part<Answer> {
  readonly id: string;
  readonly heading: string;
  readonly endpoint: string;
  readonly query?: Readonly<Record<string, string>>;
  /** The values in the path of the endpoint. */
  readonly place: Readonly<Record<string, string>>;
  readonly asked: Asked<Answer>;
  readonly onScreenOnly?: boolean;
  readonly say: (answer: Answer) => Said;
}

/** More notes than these, or longer ones, are folded. */
const fewNotes = 3;
const shortNotes = 500;

/** A part of a page: its figures, its notes, its release, its call and its attribution. Nothing if there is no answer. */
export function part<Answer extends FromAnswer>(of: Part<Answer>, site: Site): Html {
  const { id, heading, asked, say, onScreenOnly = false } = of;
  if ('missing' in asked) return nothing;
  const { answer } = asked;
  const { about, blocks, notes: more = [] } = say(answer);
  const texts = [...(answer.notes ?? answer.notices ?? []), ...more];
  const notes = texts.map((note) => html`<li>${note}</li>`);
  return html`<section class="${onScreenOnly ? 'part no-print' : 'part'}" aria-labelledby="${id}"><h2 id="${id}">${heading}</h2>
${about === '' ? nothing : html`<p class="about">${about}</p>`}
${blocksHtml(blocks, id, site)}
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

function from(answer: FromAnswer, { endpoint, query = {}, place }: Omit<Part<never>, 'asked' | 'say'>, { to, api, live }: Site): Html {
  const { edition, released, publisher, licence, licenceUrl } = answer.provenance;
  const pattern = endpoints.find(({ id }) => id === endpoint)?.path ?? '';
  const asked = new URLSearchParams(query).toString();
  const path = `${pattern.replace(/\{(\w+)\}/g, (_, name: string) => place[name] ?? '')}${asked === '' ? '' : `?${asked}`}`;
  return html`<div class="from"><p>Release: ${edition}${released === null ? '' : `, published ${date(released)}`}. ${publisher}. ${
    licenceUrl === null ? html`${licence}` : html`<a href="${licenceUrl}">${licence}</a>`
  }.</p>
<p>${attributionOf(answer)}</p>
<details><summary>From the API<span class="unseen">: ${path}</span></summary>
<pre><code>curl -H "X-API-Key: $KEY" '${api ?? '$LMI'}${path}'</code></pre>
<p><a href="${to(`/reference/${endpoint}`)}">What <code>${endpoint}</code> answers</a>${live ? html` · <a href="${to('/keys')}">Get a key</a>` : nothing}</p></details></div>`;
}

/** The parts that have no answer, together, by their reason. Nothing if all have one. */
export function missingParts(parts: readonly Pick<Part<unknown>, 'heading' | 'asked'>[]): Html {
  const without = parts.flatMap(({ heading, asked }) => ('missing' in asked ? [{ heading, reason: publicReason(asked.missing) }] : []));
  if (without.length === 0) return nothing;
  return html`<section class="part" aria-labelledby="missing"><h2 id="missing">Not published here yet</h2>
${[...Map.groupBy(without, ({ reason }) => reason)].map(
  ([reason, of]) => html`<p>${of.map(({ heading }) => heading).join(' · ')}<span class="why">${reason}</span></p>`,
)}</section>`;
}

/** What the API says of a source without a release is for the operator. */
function publicReason(missing: string): string {
  return missing.replace(/^No release of the source \S+ is published here yet\./, 'We do not have these figures yet.');
}
