// Reads published HTML as safe text: paragraphs, the items of their lists and their links, each as
// plain text. Strict on purpose: it refuses an unknown or unclosed element and names it, so that no
// markup reaches an answer.

import type { Paragraph, TextLink } from '#schemas/figures.ts';
import { decodeReferences } from './character-references.ts';

/** Thrown if a text is not HTML that this reader knows. */
export class HtmlError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'HtmlError';
  }
}

const inline = ['a', 'abbr', 'b', 'em', 'i', 'span', 'strong', 'sub', 'sup', 'u'];
const lists = ['ul', 'ol'];
const blocks = ['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const known: readonly string[] = [...inline, ...blocks, 'li', ...lists, 'br'];

/** A tag from its opening bracket, with quoted or bare attributes. */
const tagPattern =
  /<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*(\/?)>/y;

/** How many characters after a bracket decide whether it begins a tag. */
const lookAhead = 1000;

/**
 * Reads HTML, or plain text, as paragraphs of plain text. Site-relative links are resolved against
 * `base`. A link that a browser should not follow leaves its words. Throws HtmlError.
 */
export function readHtml(html: string, base: string): readonly Paragraph[] {
  const writer = new Writer(base);
  const open: string[] = [];
  for (let position = 0; position < html.length; ) {
    const next = html.indexOf('<', position);
    const end = next === -1 ? html.length : next;
    if (end > position) writer.write(decodeCharacters(html.slice(position, end)));
    if (next === -1) break;
    tagPattern.lastIndex = next;
    const tag = tagPattern.exec(html);
    if (tag === null) {
      // A bracket that begins neither a tag nor a comment is text: "ages < 16". A tag may be hidden
      // by invisible characters, which plainText removes, or by a tag without content:
      // `<<ul></ul>?`.
      const following = withoutTags(html, next + 1, lookAhead);
      if (/^<[a-zA-Z/!?]/.test(plainText(decodeCharacters(`<${following}`))))
        throw new HtmlError(`${quoted(html.slice(next))} is not a known tag`);
      writer.write('<');
      position = next + 1;
      continue;
    }
    const [, closing = '', printed = '', attributes = '', selfClosing = ''] = tag;
    const name = printed.toLowerCase();
    if (!known.includes(name))
      throw new HtmlError(`holds <${name}>, expected text with ${known.join(', ')}`);
    if (name === 'br') writer.breakLine();
    else if (closing === '') {
      if (selfClosing !== '') throw new HtmlError(`<${name}/> closes itself, which only br can`);
      open.push(name);
      writer.open(name, attributes);
    } else {
      const last = open.pop();
      if (last !== name)
        throw new HtmlError(`</${name}> closes ${last === undefined ? 'nothing' : `<${last}>`}`);
      writer.close(name);
    }
    position = tagPattern.lastIndex;
  }
  if (open.length > 0) throw new HtmlError(`<${open.at(-1)}> is never closed`);
  return writer.finish();
}

/** The first characters of a text from `from` on, at most `most`, without its tags. */
function withoutTags(html: string, from: number, most: number): string {
  let kept = '';
  for (let position = from; position < html.length && kept.length < most; ) {
    const bracket = html.indexOf('<', position);
    const text = html.slice(position, bracket < 0 ? html.length : bracket);
    kept += text;
    if (bracket < 0) break;
    const closed = html.indexOf('>', bracket + 1);
    const opened = html.indexOf('<', bracket + 1);
    const isTag = closed >= 0 && (opened < 0 || closed < opened);
    if (!isTag) kept += '<';
    position = isTag ? closed + 1 : bracket + 1;
  }
  return kept.slice(0, most);
}

/** The absolute address of a link; null if a browser should not follow it. */
export function linkAddress(address: string, base: string): string | null {
  const trimmed = address.trim();
  if (trimmed === '' || !URL.canParse(trimmed, base)) return null;
  const url = new URL(trimmed, base);
  if (
    (url.protocol !== 'https:' && url.protocol !== 'http:') ||
    url.username !== '' ||
    url.password !== ''
  )
    return null;
  // Browsers allow these characters in a path; RFC 3986 does not.
  const pathAndQuery = `${url.pathname}${url.search}${url.hash}`.replace(
    /[[\]|^`{}\\]|%(?![0-9a-fA-F]{2})/g,
    encodeURIComponent,
  );
  // A fragment may not contain another #.
  const [before = '', ...fragments] = pathAndQuery.split('#');
  return `${url.origin}${before}${fragments.length > 0 ? `#${fragments.join('%23')}` : ''}`;
}

/**
 * Text without control characters, characters that change the direction of writing, and runs of
 * blanks.
 */
export function plainText(text: string): string {
  return text
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]/g, '')
    .replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .trim();
}

class Writer {
  readonly #base: string;
  readonly #paragraphs: Paragraph[] = [];
  #text = '';
  #items: string[] = [];
  #links: TextLink[] = [];
  /** The text of the open item; null outside an item. */
  #item: string | null = null;
  #link: { readonly address: string; text: string } | null = null;

  constructor(base: string) {
    this.#base = base;
  }

  write(text: string): void {
    if (this.#link !== null) this.#link.text += text;
    if (this.#item !== null) {
      this.#item += text;
      return;
    }
    // Words after a list begin a new paragraph.
    if (this.#items.length > 0 && text.trim() !== '') this.#finishParagraph();
    this.#text += text;
  }

  breakLine(): void {
    if (this.#item === null) this.#finishParagraph();
    else this.#item += ' ';
  }

  open(name: string, attributes: string): void {
    if (name === 'a') {
      if (this.#link !== null) throw new HtmlError('a link is within another link');
      const [, double, single, bare] =
        /(?:^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/i.exec(attributes) ?? [];
      this.#link = { address: decodeCharacters(double ?? single ?? bare ?? ''), text: '' };
    } else if (name === 'li' || lists.includes(name)) {
      if (this.#item !== null) throw new HtmlError('a list is within another list');
      if (name === 'li') this.#item = '';
      else if (this.#items.length > 0) this.#finishParagraph();
    } else if (blocks.includes(name) && this.#item === null) this.#finishParagraph();
  }

  close(name: string): void {
    if (name === 'a' && this.#link !== null) {
      const { address, text } = this.#link;
      const url = linkAddress(address, this.#base);
      if (url !== null && plainText(text) !== '') this.#links.push({ text: plainText(text), url });
      this.#link = null;
    } else if (name === 'li') {
      const item = plainText(this.#item ?? '');
      if (item !== '') this.#items.push(item);
      this.#item = null;
    } else if (blocks.includes(name) && this.#item === null) this.#finishParagraph();
  }

  finish(): readonly Paragraph[] {
    this.#finishParagraph();
    return this.#paragraphs;
  }

  #finishParagraph(): void {
    const text = plainText(this.#text);
    if (text !== '' || this.#items.length > 0)
      this.#paragraphs.push({ text, items: this.#items, links: this.#links });
    this.#text = '';
    this.#items = [];
    this.#links = [];
  }
}

/**
 * Decodes character references. An ampersand that begins none ("R&D") is text. Throws HtmlError for
 * an unknown reference, because it must not be shown as it is, and for a reference to a control
 * character or to no character.
 */
function decodeCharacters(text: string): string {
  return text.replace(
    /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});/g,
    (reference) => {
      const characters = decodeReferences(reference);
      if (characters === reference) throw new HtmlError(`unknown character "${reference}"`);
      if (/^[\u0000-\u001f\ufffd]/.test(characters))
        throw new HtmlError(`"${reference}" is not a character`);
      return characters;
    },
  );
}

function quoted(text: string): string {
  return `"${text.slice(0, 40)}${text.length > 40 ? '…' : ''}"`;
}
