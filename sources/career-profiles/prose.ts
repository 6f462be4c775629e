// The publisher's prose as paragraphs of plain text. The input is the HTML of its editing system, or the sentences of its API, in which a
// link is "[text | url]" and a list is glued to the sentence before it.
import { linkAddress, plainText, readHtml } from '#sources/kit/read/html.ts';
import type { Paragraph, TextLink } from '#schemas/resources/text.ts';
import { publicSite } from './discover.ts';
import type { Prose } from './parse.ts';

export interface ReadProse {
  readonly paragraphs: readonly Paragraph[];
  /** Links without a sentence around them. */
  readonly links: readonly TextLink[];
  /** Addresses that no browser should follow. We keep their words and drop the addresses. */
  readonly refused: readonly string[];
}

/** Reads prose in any of its forms. Throws HtmlError. */
export function readProse(prose: Prose): ReadProse {
  const read = { paragraphs: [] as Paragraph[], links: [] as TextLink[], refused: [] as string[] };
  for (const piece of Array.isArray(prose) ? prose : [prose ?? '']) {
    if (typeof piece !== 'string') {
      addLink(read.links, piece.text, piece.url, read.refused);
      continue;
    }
    const [, text, url] = /^\s*\[?([^[\]|]+)\|\s*([^[\]|\s]*)\s*\]?\s*$/.exec(piece) ?? [];
    if (text !== undefined && url !== undefined) {
      addLink(read.links, text, url, read.refused);
    } else if (/<[a-zA-Z/!?]/.test(piece)) {
      const { paragraphs, refused } = readHtml(piece, publicSite);
      // Some texts mix HTML with the API's form: links in brackets, lists glued to a colon.
      for (const { text, items, links } of paragraphs) {
        const sentence = items.length === 0 ? sentenceOf(text, read.refused) : withItems(text, items, read.refused);
        read.paragraphs.push({ ...sentence, links: [...links, ...sentence.links] });
      }
      read.refused.push(...refused);
    } else {
      const paragraph = sentenceOf(piece, read.refused);
      if (paragraph.text !== '' || paragraph.items.length > 0) read.paragraphs.push(paragraph);
    }
  }
  return read;
}

function addLink(links: TextLink[], text: string, address: string, refused: string[]): void {
  const url = linkAddress(address, publicSite);
  if (url !== null && plainText(text) !== '') links.push({ text: plainText(text), url });
  else if (url === null && address.trim() !== '') refused.push(address);
}

/** A sentence of the API: "You may need to:item one; item two", " item one; item two", "see [words | address]". */
function sentenceOf(sentence: string, refused: string[]): Paragraph {
  const links: TextLink[] = [];
  const worded = withoutBrackets(sentence, links, refused);
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

function withItems(text: string, items: readonly string[], refused: string[]): Paragraph {
  const links: TextLink[] = [];
  const [worded = '', ...wordedItems] = [text, ...items].map((line) => plainText(withoutBrackets(line, links, refused)));
  return { text: worded, items: wordedItems, links };
}

/** A text in which each link in brackets is replaced by its words. Adds the links to `links`. */
function withoutBrackets(text: string, links: TextLink[], refused: string[]): string {
  return text.replace(/\[([^[\]|]+)\|([^[\]|]*)\]/g, (_, words: string, address: string) => {
    addLink(links, words, address, refused);
    return words.trim();
  });
}
