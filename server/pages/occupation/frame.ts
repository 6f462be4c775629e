// Lays out for a page what a section says: tables and pictures, texts and lists, its notes, and
// where the figures are from.
import { dayInWords } from '#schemas/reference-dates.ts';
import { round } from '#schemas/round.ts';
import { Html, html, nothing } from '../html.ts';
import type { Site } from '../site.ts';
import { siteName } from '../site-name.ts';
import { pictureOf } from './charts.ts';
import {
  type Block,
  type FromAnswer,
  type Glance,
  type Label,
  type Row,
  type Table,
  attributionOf,
} from './content.ts';
import { type Absent, type Figure, drawable, isShown } from './figure.ts';
import type { Section } from './sections.ts';

/** A figure as the content of a cell. */
export function figureHtml(figure: Figure): Html {
  if (!isShown(figure)) return absentHtml(figure);
  return figure.caution === null ? html`${figure.text}` : html`${figure.text} <mark>caution</mark>`;
}

/** Why something is absent; `of` names it where nothing else does. */
function absentHtml({ headline, why }: Absent, subject = ''): Html {
  return html`<span class="absent">${headline}</span>${
    subject === ''
      ? nothing
      : html`:
${subject}`
  }<span class="why">${why}</span>`;
}

const careful = 'Use with caution';

/** The cautions of figures, once each. */
function cautions(figures: readonly Figure[]): readonly Html[] {
  const texts = new Set(
    figures.flatMap((figure) =>
      isShown(figure) && figure.caution !== null ? [figure.caution] : [],
    ),
  );
  return [...texts].map(
    (text) => html`<p class="small">${text.startsWith(careful) ? text : `${careful}: ${text}`}</p>`,
  );
}

export function labelHtml(label: Label, { to }: Pick<Site, 'to'>): Html {
  if (typeof label === 'string') return html`${label}`;
  const address = label.href.startsWith('/') ? to(label.href) : label.href;
  return html`<a href="${address}">${label.text}</a>${label.more ?? ''}`;
}

/**
 * A wider table takes the whole width, is scrolled on a phone, and so must take the focus of a
 * keyboard.
 */
const mostColumns = 3;

/**
 * A table of figures, with a row for each label. A cell without a figure has the number of its
 * reason, which is beneath the table. A table behind a picture has no caption, because that of
 * the picture names both.
 */
function tableHtml(described: Table, site: Site, isNamed = true): Html {
  const { table: caption, columns, rows, barred = false } = described;
  const [first = 'Figure', ...others] = columns;
  const figures = rows.flatMap((row) => row.figures);
  const reasons = [...new Set(figures.flatMap((figure) => (isShown(figure) ? [] : [figure.why])))];
  const bar = barred ? barsIn(rows.map((row) => row.figures[0])) : () => nothing;
  const cell = (figure: Figure, column: number) =>
    isShown(figure)
      ? html`<td>${figureHtml(figure)}${column === 0 ? bar(figure) : nothing}</td>`
      : html`<td>${figure.headline} <sup>(${reasons.indexOf(figure.why) + 1})</sup></td>`;
  const row = ({ label, remark = '', figures: rowFigures }: Row) => {
    const beneath = remark === '' ? nothing : html`<span class="why">${remark}</span>`;
    const name = html`${labelHtml(label, site)}${beneath}`;
    return html`<tr><th scope="row">${name}</th>${rowFigures.map(cell)}</tr>`;
  };
  const heads = others.map((name) => html`<th scope="col">${name}</th>`);
  const named = isNamed ? html`<caption>${caption}</caption>` : nothing;
  const whole = html`<table class="figures">${named}
<thead><tr><th scope="col">${first}</th>${heads}</tr></thead>
<tbody>${rows.map(row)}</tbody></table>`;
  const scrolled = html`<div class="scroll" role="region" aria-label="Table: ${caption}"
 tabindex="0">${whole}</div>`;
  return html`${columns.length > mostColumns ? scrolled : whole}
${reasons.map((why, place) => html`<p class="why">(${place + 1}) ${why}</p>`)}${cautions(figures)}`;
}

/** Bars of figures on one scale. Bars of negative ones are to the left of zero. */
function barsIn(figures: readonly (Figure | undefined)[]): (figure: Figure) => Html {
  const lengthOf = (figure: Figure | undefined) => drawable(figure) ?? 0;
  const lengths = figures.map(lengthOf);
  const least = Math.min(0, ...lengths);
  // A sum of fractions would have too many digits.
  const width = round(Math.max(0, ...lengths) - least, 1);
  const place = `viewBox="${least} 0 ${width} 1" preserveAspectRatio="none" aria-hidden="true"`;
  return (figure) =>
    width === 0
      ? nothing
      : html`<svg ${new Html(place)}><path d="M0 0H${lengthOf(figure)}V1H0z"/></svg>`;
}

/**
 * A picture, its key in words, and its figures as a table folded behind it, or in its place if they
 * are too few for one.
 */
function pictured(table: Table, id: string, site: Site): Html {
  if (table.chart === undefined && table.folded !== true) return tableHtml(table, site);
  const picture = table.chart === undefined ? null : pictureOf(table, table.chart, `p-${id}`);
  const name =
    picture === null
      ? html`${table.table}`
      : html`Show as a table<span class="unseen">: ${table.table}</span>`;
  const which = html`<span class="unseen">: ${table.table}</span>`;
  const csv =
    site.csv === undefined
      ? nothing
      : html`<p class="no-print"><a href="${site.csv(id)}">CSV${which}</a></p>`;
  const content = tableHtml(table, site, false);
  const behind = html`<details><summary>${name}</summary>${content}${csv}</details>`;
  if (picture === null) return behind;
  const key = picture.key === '' ? nothing : html`<span class="why">${picture.key}</span>`;
  const caption = html`<figcaption><h3>${table.table}</h3>${key}</figcaption>`;
  return html`<figure>${caption}${picture.svg}
${behind}</figure>`;
}

/**
 * Tables that follow each other are side by side where there is room. `id` begins the names of
 * pictures.
 */
export function blocksHtml(blocks: readonly Block[], id: string, site: Site): Html {
  const laid: Html[] = [];
  let tables: Html[] = [];
  const empty: Table[] = [];
  const put = () => {
    if (tables.length > 0) laid.push(html`<div class="pair">${tables}</div>`);
    tables = [];
  };
  for (const [place, block] of blocks.entries()) {
    if ('table' in block && isFolded(block) && !hasFigure(block)) {
      empty.push(block);
    } else if ('table' in block) {
      const isWide =
        block.chart === undefined && (block.columns.length > mostColumns || block.folded === true);
      const content = pictured(block, `${id}-${place}`, site);
      tables.push(html`<div${classed(isWide ? 'whole' : '')}>${content}</div>`);
    } else {
      put();
      laid.push(blockHtml(block, `${id}-${place}`, site));
    }
  }
  put();
  return html`${laid}${withoutFigures(empty, laid.length > 0)}`;
}

const isFolded = ({ chart, folded = false }: Table) => chart !== undefined || folded;
const hasFigure = ({ rows }: Table) => rows.some(({ figures }) => figures.some(isShown));

/** Tables without any figure, in one line with the reasons; their names only beside others. */
function withoutFigures(tables: readonly Table[], areOthers: boolean): Html {
  if (tables.length === 0) return nothing;
  const figures = tables.flatMap(({ rows }) => rows.flatMap((row) => row.figures));
  const reasons = new Set(figures.flatMap((figure) => (isShown(figure) ? [] : [figure.why])));
  const names = areOthers ? `: ${tables.map(({ table }) => table).join('; ')}` : '';
  return html`<p class="small">No figure${names}. ${[...reasons].join(' ')}</p>`;
}

const classed = (name: string) => (name === '' ? nothing : html` class="${name}"`);

function blockHtml(block: Exclude<Block, Table>, id: string, site: Site): Html {
  if ('text' in block) return html`<p${classed(block.as ?? '')}>${block.text}</p>`;
  if ('heading' in block) return html`<h3>${labelHtml(block.heading, site)}</h3>`;
  if ('absent' in block) return html`<p>${absentHtml(block.absent, block.of)}</p>`;
  if ('fold' in block) {
    const content = html`<summary>${block.fold}</summary>${blocksHtml(block.blocks, id, site)}`;
    return html`<details${classed(block.printed === true ? 'printed' : '')}>${content}</details>`;
  }
  if ('logo' in block)
    return site.sample || site.logo === null
      ? nothing
      : html`<p class="logo"><img src="${site.to(site.logo)}" alt="Skills England"></p>`;
  const items = block.list.map((label) => html`<li>${labelHtml(label, site)}</li>`);
  return html`<ul${classed(block.isLong === true ? 'columns' : '')}>${items}</ul>`;
}

/**
 * Figures at a glance, those first that there are. Those of folded sections stand there, and here
 * only in print.
 */
export function cards(
  glances: readonly (Glance & { readonly of: { readonly folded: boolean } })[],
): Html {
  const sorted = glances.toSorted((a, b) => Number(isShown(b.figure)) - Number(isShown(a.figure)));
  const items = sorted.map(({ name, figure, remark, second, note = '', of: { folded } }) => {
    const part =
      second === undefined
        ? nothing
        : html`<span>${second.name}: ${figureHtml(second.figure)}</span>`;
    const texts = [remark, note]
      .filter((text) => text !== '')
      .map((text) => html`<span class="small">${text}</span>`);
    const kind = folded ? html` class="print-only"` : nothing;
    return html`<div${kind}><dt>${name}</dt><dd>${bigFigure(figure)}${part}${texts}</dd></div>`;
  });
  return html`<dl class="cards">${items}</dl>`;
}

function bigFigure(figure: Figure): Html {
  if (!isShown(figure)) {
    const { headline, why } = figure;
    return html`<span class="figure absent">${headline}</span><span class="why">${why}</span>`;
  }
  const caution = figure.caution === null ? nothing : html`<mark>Use with caution</mark> `;
  return html`<span class="figure">${figure.text}</span>${caution}`;
}

/**
 * What must accompany a figure outside its section: what is counted, the release,
 * and what the publisher asks for.
 */
export function credit(name: string, answer: FromAnswer): Html {
  const quality =
    answer.quality === undefined
      ? ''
      : `Quality: ${answer.quality.replace('unrated', 'not rated by the publisher')}. `;
  return html`<strong>${name}</strong>: ${quality}${answer.coverage?.description ?? ''}
Release: ${answer.provenance.edition}. ${attributionOf(answer)}`;
}

/** A section, and the address of its answer. */
export interface Part extends Omit<Section, 'headline'> {
  readonly address: string;
}

/**
 * A part of a page: its figures, and folded beneath them who is counted, its notes and its release.
 * Nothing if there is no answer.
 */
export function part({ id, heading, asked, said, folded, glance }: Part, site: Site): Html {
  if ('missing' in asked) return nothing;
  const { answer } = asked;
  const { about, blocks } = said();
  const { edition, released, publisher, licence, licenceUrl } = answer.provenance;
  const { coverage, notes, notices = [], derivation = '', accuracy = '' } = answer;
  // What a block says is not said again.
  const isSaid = (text: string) =>
    text === '' || blocks.some((block) => 'text' in block && block.text === text);
  const texts = [coverage?.description ?? '', ...(notes ?? notices), derivation, accuracy].filter(
    (text) => !isSaid(text),
  );
  const from = `${publisher}, ${edition}`;
  const source = html`<details class="notes printed"><summary>Source: ${from}</summary>
<ul>${texts.map((note) => html`<li>${note}</li>`)}<li
>Release: ${edition}${released === null ? '' : `, published ${dayInWords(released)}`}. ${
    licenceUrl === null ? html`${licence}` : html`<a href="${licenceUrl}">${licence}</a>`
  }. <a class="no-print" href="#sources">How to credit it</a></li></ul></details>`;
  const content = html`${blocksHtml(blocks, id, site)}
${source}`;
  const [first, small] =
    folded && glance !== null
      ? [html`<strong>${figureHtml(glance.figure)}</strong> · `, glance.remark]
      : [nothing, about];
  const summary =
    first.text === '' && small === '' ? nothing : html`<span class="about">${first}${small}</span>`;
  const head = html`<h2 id="${id}">${heading}</h2>${summary}`;
  const inside = folded
    ? html`<details><summary>${head}</summary>${content}</details>`
    : html`${head}${content}`;
  const kind = folded ? 'part no-print' : 'part';
  return html`<section class="${kind}" aria-labelledby="${id}">${inside}</section>`;
}

/**
 * Where the parts of a page are from: the texts that publishers ask for, once each, and folded the
 * calls of the API.
 */
export function sources(parts: readonly Part[], { to, api, live }: Site): Html {
  const given = parts.flatMap((part) =>
    'answer' in part.asked ? [{ ...part, text: attributionOf(part.asked.answer) }] : [],
  );
  const [first] = given;
  if (first === undefined) return nothing;
  const calls = given.map(({ question, address }) => {
    const reference = to(`/reference/${question.id}`);
    return html`<li><a href="${reference}"><code>${address}</code></a></li>`;
  });
  return html`<section class="part" aria-labelledby="sources"><h2 id="sources">Sources</h2>
<details class="printed"><summary>How to credit these figures</summary>${[
    ...Map.groupBy(given, ({ text }) => text),
  ].map(
    ([text, partsOfSource]) =>
      // On paper a section that is folded has its headline figure alone, with a credit of its own.
      html`<p class="small${partsOfSource.every(({ folded }) => folded) ? ' no-print' : ''}"
><strong>${partsOfSource.map(({ heading }) => heading).join(', ')}</strong>: ${text}</p>`,
  )}</details>
<details><summary>Get this page as data</summary>
<pre><code>curl -H "X-API-Key: $KEY" '${api ?? '$LMI'}${first.address}'</code></pre>
<ul>${calls}</ul>
${live ? html`<p><a href="${to('/keys')}">Get a key</a></p>` : nothing}</details></section>`;
}

export interface Cited {
  readonly title: string;
  /** Its path on a server. */
  readonly path: string;
  /** The answers that its figures are from. */
  readonly answers: readonly FromAnswer[];
}

/** The answers of the parts that have one. */
export const answersOf = (parts: readonly Pick<Part, 'asked'>[]): readonly FromAnswer[] =>
  parts.flatMap(({ asked }) => ('answer' in asked ? [asked.answer] : []));

/** How to cite a page, on paper too: its name, its releases and its address. */
export function cite({ title, path, answers }: Cited, { to, api, live }: Site): Html {
  const releases = new Set(
    answers.map(({ provenance: { publisher, edition } }) => `${publisher}, ${edition}`),
  );
  const address = api === null ? '' : ` ${api}${live ? to(path) : path}`;
  return html`<p class="small" id="cite"><strong>Cite this page</strong>: “${title}”, ${siteName}.
Figures: ${[...releases].join('; ')}.${address} Add the day on which you read it.</p>`;
}

/** The parts that have no answer, together, by their reason. Nothing if all have one. */
export function missingParts(parts: readonly Part[]): Html {
  // What the API says of a source without a release is for the operator.
  const forOperators = /^No release of the source \S+ is published here yet\./;
  const without = parts.flatMap(({ heading, asked }) =>
    'missing' in asked
      ? [
          {
            heading,
            reason: asked.missing.replace(forOperators, 'We do not have these figures yet.'),
          },
        ]
      : [],
  );
  if (without.length === 0) return nothing;
  return html`<section class="part" aria-labelledby="missing"><h2 id="missing">No figures yet</h2>
${[...Map.groupBy(without, ({ reason }) => reason)].map(([reason, partsOfReason]) => {
  const headings = partsOfReason.map(({ heading }) => heading).join(' · ');
  return html`<p>${headings}<span class="why">${reason}</span></p>`;
})}</section>`;
}
