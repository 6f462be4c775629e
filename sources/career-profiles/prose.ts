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
    const link = linkAlone(piece);
    if (link !== null) {
      addLink(read.links, link.words, link.address);
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
 * The link of a text that is nothing else: "words | address", with or without square brackets. Null
 * for any other text.
 */
function linkAlone(text: string): { readonly words: string; readonly address: string } | null {
  const bar = text.indexOf('|');
  if (bar < 0) return null;
  const before = text.slice(0, bar);
  const isBracketed = before.trimStart().startsWith('[');
  const words = isBracketed ? before.trimStart().slice(1) : before;
  const after = text.slice(bar + 1).trim();
  const address = after.endsWith(']') ? after.slice(0, -1).trimEnd() : after;
  if (words === '' || /[[\]]/.test(words) || /[[\]|\s]/.test(address)) return null;
  return { words, address };
}

/** Whether a text holds a link as the API writes it: "[words | address]". */
export function hasLinkInBrackets(text: string): boolean {
  const closed = text.split(']').slice(0, -1);
  return closed.some((part) => {
    const opened = part.indexOf('[');
    return opened >= 0 && part.includes('|', opened);
  });
}

/**
 * Addresses that no browser should follow are left out. Their words stay where they are in a
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
  const lead = worded.slice(0, worded.search(/:(?![\s/\d])/) + 1);
  const glued = worded.slice(lead.length);
  const isGlued = lead !== '' && glued.includes('; ');
  const isListAlone = /^\s/.test(worded) && worded.includes('; ');
  if (!isGlued && !isListAlone) return { text: plainText(worded), items: [], links };
  const items = (isGlued ? glued : worded).split('; ').map(plainText);
  return {
    text: plainText(isGlued ? lead : ''),
    items: items.filter((item) => item !== ''),
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
