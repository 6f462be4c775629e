// The publisher's prose as paragraphs of plain text. The input is the HTML of its editing system,
// or the sentences of its API, in which a link is "[text | url]" and a list is glued to the
// sentence before it.
import { linkAddress, plainText, readHtml } from '#sources/kit/read/html.ts';
import type { Paragraph, TextLink } from '#schemas/figures.ts';
import { publicSite } from './discover.ts';
import type { Prose } from './layout.ts';

export interface ReadProse {
  readonly paragraphs: readonly Paragraph[];
  /** Links without a sentence around them. */
  readonly links: readonly TextLink[];
}

/** Reads prose in any of its forms. Throws HtmlError. */
export function readProse(prose: Prose): ReadProse {
  const read = { paragraphs: [] as Paragraph[], links: [] as TextLink[] };
  for (const piece of Array.isArray(prose) ? prose : [prose ?? '']) {
    if (typeof piece !== 'string') {
      addLink(read.links, piece.text, piece.url);
      continue;
    }
    const [, text, url] = /^\s*\[?([^[\]|]+)\|\s*([^[\]|\s]*)\s*\]?\s*$/.exec(piece) ?? [];
    if (text !== undefined && url !== undefined) {
      addLink(read.links, text, url);
    } else if (/<[a-zA-Z/!?]/.test(piece)) {
      // Some texts mix HTML with the API's form: links in brackets, lists glued to a colon.
      for (const { text, items, links } of readHtml(piece, publicSite)) {
        const sentence = items.length === 0 ? sentenceOf(text) : withItems(text, items);
        read.paragraphs.push({ ...sentence, links: [...links, ...sentence.links] });
      }
    } else {
      const paragraph = sentenceOf(piece);
      if (paragraph.text !== '' || paragraph.items.length > 0) read.paragraphs.push(paragraph);
    }
  }
  return read;
}

/**
 * Addresses that no browser should follow are left out. Their words stay where they stand in a
 * sentence.
 */
function addLink(links: TextLink[], text: string, address: string): void {
  const url = linkAddress(address, publicSite);
  if (url !== null && plainText(text) !== '') links.push({ text: plainText(text), url });
}

/**
 * A sentence of the API: "You may need to:item one; item two", " item one; item two", "see [words |
 * address]".
 */
function sentenceOf(sentence: string): Paragraph {
  const links: TextLink[] = [];
  const worded = withoutBrackets(sentence, links);
  // A colon without a blank after it marks a glued list. Elsewhere a semicolon is only a semicolon.
  const [, lead, glued] = /^(.*?:)(?![\s/\d])(.*; .*)$/s.exec(worded) ?? [];
  const list = glued ?? (/^\s/.test(worded) && worded.includes('; ') ? worded : null);
  if (list === null) return { text: plainText(worded), items: [], links };
  return {
    text: plainText(lead ?? ''),
    items: list
      .split('; ')
      .map(plainText)
      .filter((item) => item !== ''),
    links,
  };
}

function withItems(text: string, items: readonly string[]): Paragraph {
  const links: TextLink[] = [];
  const [worded = '', ...wordedItems] = [text, ...items].map((line) =>
    plainText(withoutBrackets(line, links)),
  );
  return { text: worded, items: wordedItems, links };
}

/** A text in which each link in brackets is replaced by its words. Adds the links to `links`. */
function withoutBrackets(text: string, links: TextLink[]): string {
  return text.replace(/\[([^[\]|]+)\|([^[\]|]*)\]/g, (_, words: string, address: string) => {
    addLink(links, words, address);
    return words.trim();
  });
}
