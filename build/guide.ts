// Makes a guide from its Markdown: a title, a summary, and paragraphs, headings, lists, tables and
// calls as HTML. Within a line it knows only `code` and [links](/path). {name} stands for a
// constant of ours.
import { type Html, html, joinHtml } from '#server/pages/html.ts';

export interface Guide {
  readonly title: string;
  readonly summary: string;
  readonly html: string;
}

/** The text with our constants. Throws for one that is not known. */
export function filledIn(text: string, known: Readonly<Record<string, number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    if (known[name] === undefined)
      throw new Error(
        `${whole}: no such constant, expected one of ${Object.keys(known).join(', ')}`,
      );
    return String(known[name]);
  });
}

/** Throws if a guide does not begin with a title and a summary. */
export function guideOf(markdown: string, known: Readonly<Record<string, number>>): Guide {
  const [title = '', wrappedSummary = '', ...blocks] = filledIn(markdown, known)
    .trim()
    .split(/\n{2,}/);
  const summary = unwrapped(wrappedSummary);
  if (!title.startsWith('# ') || summary === '')
    throw new Error(`${title}: a guide begins with "# Title" and a paragraph that sums it up`);
  let calls = 0;
  const parts = blocks.map((block) => {
    const [, call] = /^```(?:sh|python|r|sql)\n([^]*)\n```$/.exec(block) ?? [];
    if (call !== undefined) {
      calls += 1;
      const code = html`<code>${call}</code>`;
      return html`<pre tabindex="0" role="region" aria-label="Call ${calls}">${code}</pre>`;
    }
    if (block.startsWith('## ')) return html`<h2>${inline(block.slice(3))}</h2>`;
    if (block.startsWith('| ')) return tableOf(block);
    if (block.startsWith('- ')) {
      const items = block.split(/\n(?=- )/).map((item) => inline(unwrapped(item.slice(2))));
      return html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;
    }
    return html`<p>${inline(unwrapped(block))}</p>`;
  });
  return { title: title.slice(2), summary, html: html`${parts}`.text };
}

/** A table: its heading, a line of dashes, and its rows. */
function tableOf(block: string): Html {
  const [heading = [], , ...rows] = block.split('\n').map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
  const head = html`<tr>${heading.map((cell) => html`<th scope="col">${inline(cell)}</th>`)}</tr>`;
  const body = rows.map(([first = '', ...others]) => {
    const cells = others.map(
      (cell, place) => html`<td data-label="${heading[place + 1] ?? ''}">${inline(cell)}</td>`,
    );
    return html`<tr><th scope="row">${inline(first)}</th>${cells}</tr>`;
  });
  const table = html`<table class="stack"><thead>${head}</thead>
<tbody>${body}</tbody></table>`;
  return html`<div class="scroll" role="region" tabindex="0" aria-label="Table">${table}</div>`;
}

/** A paragraph or an item of a list as one line: the source is wrapped at 100 columns. */
export function unwrapped(text: string): string {
  return text.replace(/\n */g, ' ');
}

function inline(text: string): Html {
  const pieces = text.split(/(`[^`]+`|\[[^\]]+\]\([^)]+\))/);
  return joinHtml(
    pieces.map((piece) => {
      const [, words = '', address = ''] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(piece) ?? [];
      if (address !== '') return html`<a href="${address}">${words}</a>`;
      return piece.startsWith('`') ? html`<code>${piece.slice(1, -1)}</code>` : html`${piece}`;
    }),
    '',
  );
}
