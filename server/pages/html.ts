// HTML as a value. Everything that is put into it is escaped, unless it is HTML already.

/** Text that is HTML already. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Insertion = string | number | Html | readonly Html[];

/** HTML. It escapes every insertion that is not HTML already. */
export function html(pieces: TemplateStringsArray, ...insertions: readonly Insertion[]): Html {
  return new Html(
    pieces
      .map(
        (piece, place) =>
          piece + (place < insertions.length ? textOf(insertions[place] ?? '') : ''),
      )
      .join(''),
  );
}

/** Nothing: for a part of a page that is left out. */
export const nothing = new Html('');

function textOf(insertion: Insertion): string {
  if (insertion instanceof Html) return insertion.text;
  if (typeof insertion === 'object') return insertion.map(({ text }) => text).join('\n');
  return String(insertion).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Pieces with a text between them, and no blank that was not asked for. */
export function joinHtml(pieces: readonly Html[], between: string | Html): Html {
  return new Html(pieces.map(({ text }) => text).join(html`${between}`.text));
}

/** Text in which a part between backquotes is code. */
export function code(text: string): Html {
  return joinHtml(
    text
      .split('`')
      .map((part, place) => (place % 2 === 0 ? html`${part}` : html`<code>${part}</code>`)),
    '',
  );
}
