// The HTML of sections: tables and pictures, texts and lists, cards of headline figures, notes,
// credits and the citation of a page.
import { dayInWords } from '#schemas/reference-dates.ts';
import { round } from '#schemas/round.ts';
import { Html, html, nothing } from '../html.ts';
import type { Site } from '../site.ts';
import { siteName } from '../site-name.ts';
import { pictureOf } from './charts.ts';
import {
  type Block,
  type SourcedAnswer,
  type HeadlineFigure,
  type Label,
  type Row,
  type Table,
  attributionOf,
} from './content.ts';
import { type AbsentFigure, type Figure, shownValue, isShown } from './figure.ts';
import type { Section } from './sections.ts';

/** A figure as the content of a cell. */
export function figureHtml(figure: Figure): Html {
  if (!isShown(figure)) return absentHtml(figure);
  return figure.caution === null ? html`${figure.text}` : html`${figure.text} <mark>caution</mark>`;
}

/** Why a figure is absent. `subject` names it where nothing beside it does. */
function absentHtml({ headline, why }: AbsentFigure, subject = ''): Html {
  const name =
    subject === ''
      ? nothing
      : html`:
${subject}`;
  return html`<span class="absent">${headline}</span>${name}<span class="why">${why}</span>`;
}

const useWithCaution = 'Use with caution';

/** The cautions of figures, each once. */
function cautionsHtml(figures: readonly Figure[]): readonly Html[] {
  const cautions = new Set<string>();
  for (const figure of figures)
    if (isShown(figure) && figure.caution !== null) cautions.add(figure.caution);
  return [...cautions].map((caution) => {
    const text = caution.startsWith(useWithCaution) ? caution : `${useWithCaution}: ${caution}`;
    return html`<p class="small">${text}</p>`;
  });
}

/** The reasons of figures that are absent, each once. */
function reasonsOf(figures: readonly Figure[]): readonly string[] {
  const reasons = new Set<string>();
  for (const figure of figures) if (!isShown(figure)) reasons.add(figure.why);
  return [...reasons];
}

export function labelHtml(label: Label, { to }: Pick<Site, 'to'>): Html {
  if (typeof label === 'string') return html`${label}`;
  const address = label.href.startsWith('/') ? to(label.href) : label.href;
  return html`<a href="${address}">${label.text}</a>${label.more ?? ''}`;
}

/**
 * A wider table takes the whole width and scrolls on a phone. A keyboard must reach it to scroll.
 */
const mostNarrowColumns = 3;

/**
 * A table of figures, with a row for each label. A cell without a figure has the number of its
 * reason, which is beneath the table. Without a caption behind a picture, whose caption names both.
 */
function tableHtml(
  { table: caption, columns, rows, barred = false }: Table,
  site: Site,
  { hasCaption }: { readonly hasCaption: boolean },
): Html {
  const [first = 'Figure', ...others] = columns;
  const figures = rows.flatMap((row) => row.figures);
  const reasons = reasonsOf(figures);
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
  const captionHtml = hasCaption ? html`<caption>${caption}</caption>` : nothing;
  const whole = html`<table class="figures">${captionHtml}
<thead><tr><th scope="col">${first}</th>${heads}</tr></thead>
<tbody>${rows.map(row)}</tbody></table>`;
  const scrolled = html`<div class="scroll" role="region" aria-label="Table: ${caption}"
 tabindex="0">${whole}</div>`;
  const reasonLines = reasons.map((why, place) => html`<p class="why">(${place + 1}) ${why}</p>`);
  return html`${columns.length > mostNarrowColumns ? scrolled : whole}
${reasonLines}${cautionsHtml(figures)}`;
}

/** Bars of figures on one scale. Bars of negative ones are to the left of zero. */
function barsIn(figures: readonly (Figure | undefined)[]): (figure: Figure) => Html {
  const lengthOf = (figure: Figure | undefined) => shownValue(figure) ?? 0;
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
 * A table as its section shows it: open, folded, or folded beneath its picture. A table with too
 * few figures for its picture is folded alone.
 */
function pictureHtml(table: Table, id: string, site: Site): Html {
  if (!isFolded(table)) return tableHtml(table, site, { hasCaption: true });
  const picture = table.chart === undefined ? null : pictureOf(table, table.chart, `p-${id}`);
  const unseenName = html`<span class="unseen">: ${table.table}</span>`;
  const name = picture === null ? html`${table.table}` : html`Show as a table${unseenName}`;
  const csv =
    site.csv === undefined
      ? nothing
      : html`<p class="no-print"><a href="${site.csv(id)}">CSV${unseenName}</a></p>`;
  const content = tableHtml(table, site, { hasCaption: false });
  const foldedTable = html`<details><summary>${name}</summary>${content}${csv}</details>`;
  if (picture === null) return foldedTable;
  const key = picture.key === '' ? nothing : html`<span class="why">${picture.key}</span>`;
  const caption = html`<figcaption><h3>${table.table}</h3>${key}</figcaption>`;
  return html`<figure>${caption}${picture.svg}
${foldedTable}</figure>`;
}

/**
 * Blocks in their order. Tables that follow each other are side by side where there is room. `id`
 * begins the ids of pictures.
 */
export function blocksHtml(blocks: readonly Block[], id: string, site: Site): Html {
  const parts: Html[] = [];
  const emptyTables: Table[] = [];
  let adjacentTables: Html[] = [];
  const closeTables = () => {
    if (adjacentTables.length > 0) parts.push(html`<div class="pair">${adjacentTables}</div>`);
    adjacentTables = [];
  };
  for (const [place, block] of blocks.entries()) {
    if ('table' in block && isFolded(block) && !hasFigure(block)) {
      emptyTables.push(block);
    } else if ('table' in block) {
      const isWide =
        block.chart === undefined &&
        (block.columns.length > mostNarrowColumns || block.folded === true);
      const content = pictureHtml(block, `${id}-${place}`, site);
      adjacentTables.push(html`<div${classAttribute(isWide ? 'whole' : '')}>${content}</div>`);
    } else {
      closeTables();
      parts.push(blockHtml(block, `${id}-${place}`, site));
    }
  }
  closeTables();
  return html`${parts}${emptyTablesHtml(emptyTables, { hasOthers: parts.length > 0 })}`;
}

const isFolded = ({ chart, folded = false }: Table) => chart !== undefined || folded;
const hasFigure = ({ rows }: Table) => rows.some(({ figures }) => figures.some(isShown));

/** Tables without any figure, in one line with the reasons. Beside other blocks it names them. */
function emptyTablesHtml(
  tables: readonly Table[],
  { hasOthers }: { readonly hasOthers: boolean },
): Html {
  if (tables.length === 0) return nothing;
  const figures = tables.flatMap(({ rows }) => rows.flatMap((row) => row.figures));
  const names = hasOthers ? `: ${tables.map(({ table }) => table).join('; ')}` : '';
  return html`<p class="small">No figure${names}. ${reasonsOf(figures).join(' ')}</p>`;
}

const classAttribute = (name: string) => (name === '' ? nothing : html` class="${name}"`);

function blockHtml(block: Exclude<Block, Table>, id: string, site: Site): Html {
  if ('text' in block) return html`<p${classAttribute(block.as ?? '')}>${block.text}</p>`;
  if ('heading' in block) return html`<h3>${labelHtml(block.heading, site)}</h3>`;
  if ('absent' in block) return html`<p>${absentHtml(block.absent, block.subject)}</p>`;
  if ('fold' in block) {
    const content = html`<summary>${block.fold}</summary>${blocksHtml(block.blocks, id, site)}`;
    const attribute = classAttribute(block.printed === true ? 'printed' : '');
    return html`<details${attribute}>${content}</details>`;
  }
  if ('logo' in block)
    return site.sample || site.logo === null
      ? nothing
      : html`<p class="logo"><img src="${site.to(site.logo)}" alt="Skills England"></p>`;
  const items = block.list.map((label) => html`<li>${labelHtml(label, site)}</li>`);
  return html`<ul${classAttribute(block.isLong === true ? 'columns' : '')}>${items}</ul>`;
}

/**
 * Headline figures as cards, absent ones last. A folded section shows its own headline figure on
 * the screen, so its card is for print only.
 */
export function cardsHtml(
  headlines: readonly (HeadlineFigure & { readonly section: { readonly folded: boolean } })[],
): Html {
  const sorted = headlines.toSorted(
    (a, b) => Number(isShown(b.figure)) - Number(isShown(a.figure)),
  );
  const items = sorted.map(({ name, figure, remark, second, note = '', section: { folded } }) => {
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

/** What must accompany a figure outside its section: who is counted, the release and the credit. */
export function creditHtml(name: string, answer: SourcedAnswer): Html {
  const quality =
    answer.quality === undefined
      ? ''
      : `Quality: ${answer.quality.replace('unrated', 'not rated by the publisher')}. `;
  return html`<strong>${name}</strong>: ${quality}${answer.coverage?.description ?? ''}
Release: ${answer.provenance.edition}. ${attributionOf(answer)}`;
}

/** A section, and the address of its answer. */
export interface Part extends Omit<Section, 'headlineName'> {
  readonly address: string;
}

/** A section with its figures and, folded beneath them, its source. Nothing without an answer. */
export function partHtml(
  { id, heading, reply, readContent, folded, headlineFigure }: Part,
  site: Site,
): Html {
  if ('missing' in reply) return nothing;
  const { answer } = reply;
  const { about, blocks } = readContent();
  const content = html`${blocksHtml(blocks, id, site)}
${sourceHtml(answer, blocks)}`;
  const summary =
    folded && headlineFigure !== null
      ? html`<strong>${figureHtml(headlineFigure.figure)}</strong> · ${headlineFigure.remark}`
      : html`${about}`;
  const aboutHtml = summary.text === '' ? nothing : html`<span class="about">${summary}</span>`;
  const head = html`<h2 id="${id}">${heading}</h2>${aboutHtml}`;
  const inside = folded
    ? html`<details><summary>${head}</summary>${content}</details>`
    : html`${head}${content}`;
  const kind = folded ? 'part no-print' : 'part';
  return html`<section class="${kind}" aria-labelledby="${id}">${inside}</section>`;
}

/** The notes and the release of an answer, folded. A note that a block has already is left out. */
function sourceHtml(answer: SourcedAnswer, blocks: readonly Block[]): Html {
  const { edition, released, publisher, licence, licenceUrl } = answer.provenance;
  const { coverage, notes, notices = [], derivation = '', accuracy = '' } = answer;
  const textsOfBlocks = blocks.map((block) => ('text' in block ? block.text : ''));
  const texts = [coverage?.description ?? '', ...(notes ?? notices), derivation, accuracy].filter(
    (text) => text !== '' && !textsOfBlocks.includes(text),
  );
  const notesHtml = texts.map((text) => html`<li>${text}</li>`);
  const published = released === null ? '' : `, published ${dayInWords(released)}`;
  const terms =
    licenceUrl === null ? html`${licence}` : html`<a href="${licenceUrl}">${licence}</a>`;
  const creditLink = html`<a class="no-print" href="#sources">How to credit it</a>`;
  return html`<details class="notes printed"><summary>Source: ${publisher}, ${edition}</summary>
<ul>${notesHtml}<li
>Release: ${edition}${published}. ${terms}. ${creditLink}</li></ul></details>`;
}

/** The texts that publishers ask for, each once; and, folded, the calls of the API. */
export function sourcesHtml(parts: readonly Part[], { to, api, live }: Site): Html {
  const answeredParts = parts.filter(({ reply }) => 'answer' in reply);
  const [first] = answeredParts;
  if (first === undefined) return nothing;
  const partsByText = Map.groupBy(answeredParts, ({ reply }) =>
    'answer' in reply ? attributionOf(reply.answer) : '',
  );
  const credits = [...partsByText].map(([text, partsOfText]) => {
    // On paper a folded section has only its headline figure, which has a credit of its own.
    const isForScreen = partsOfText.every(({ folded }) => folded);
    const headings = partsOfText.map(({ heading }) => heading).join(', ');
    return html`<p class="small${isForScreen ? ' no-print' : ''}"
><strong>${headings}</strong>: ${text}</p>`;
  });
  const calls = answeredParts.map(({ question, address }) => {
    const reference = to(`/reference/${question.id}`);
    return html`<li><a href="${reference}"><code>${address}</code></a></li>`;
  });
  return html`<section class="part" aria-labelledby="sources"><h2 id="sources">Sources</h2>
<details class="printed"><summary>How to credit these figures</summary>${credits}</details>
<details><summary>Get this page as data</summary>
<pre><code>curl -H "X-API-Key: $KEY" '${api ?? '$LMI'}${first.address}'</code></pre>
<ul>${calls}</ul>
${live ? html`<p><a href="${to('/keys')}">Get a key</a></p>` : nothing}</details></section>`;
}

export interface CitedPage {
  readonly title: string;
  /** Its path on a server. */
  readonly path: string;
  /** The answers that its figures are from. */
  readonly answers: readonly SourcedAnswer[];
}

/** The answers of the parts that have one. */
export const answersOf = (parts: readonly Pick<Part, 'reply'>[]): readonly SourcedAnswer[] =>
  parts.flatMap(({ reply }) => ('answer' in reply ? [reply.answer] : []));

/** How to cite a page, on paper too: its name, its releases and its address. */
export function citationHtml({ title, path, answers }: CitedPage, { to, api, live }: Site): Html {
  const releases = new Set(
    answers.map(({ provenance: { publisher, edition } }) => `${publisher}, ${edition}`),
  );
  const address = api === null ? '' : ` ${api}${live ? to(path) : path}`;
  return html`<p class="small" id="cite"><strong>Cite this page</strong>: “${title}”, ${siteName}.
Figures: ${[...releases].join('; ')}.${address} Add the day on which you read it.</p>`;
}

/** The API explains a source without a release to the operator. Readers need less. */
const missingRelease = /^No release of the source \S+ is published here yet\./;

/** The headings of parts without an answer, grouped by the reason. Nothing if all have one. */
export function missingPartsHtml(parts: readonly Part[]): Html {
  const headingsByReason = new Map<string, string[]>();
  for (const { heading, reply } of parts) {
    if ('answer' in reply) continue;
    const reason = reply.missing.replace(missingRelease, 'We do not have these figures yet.');
    headingsByReason.set(reason, [...(headingsByReason.get(reason) ?? []), heading]);
  }
  if (headingsByReason.size === 0) return nothing;
  const lines = [...headingsByReason].map(
    ([reason, headings]) => html`<p>${headings.join(' · ')}<span class="why">${reason}</span></p>`,
  );
  return html`<section class="part" aria-labelledby="missing"><h2 id="missing">No figures yet</h2>
${lines}</section>`;
}
