// Checks that the texts beside a code belong to it and are whole. Counts and codes look right after
// a shifted column, a cut or a wrong encoding.
import { type Check, type Finding, block, mostAre, once } from './checks.ts';
import { replaceBetween } from './read/between.ts';
import { placeOfRelease } from './place.ts';
import type { Examined } from './release.ts';

/** Something with a code, a title and texts, such as a unit group, a profile or a standard. */
export interface Described {
  readonly code: string;
  readonly title: string;
  /**
   * By our name of each part, as published: one text, or those of a list. The title is a part too.
   */
  readonly parts: Readonly<Record<string, readonly string[]>>;
  readonly place: (part: string) => string;
}

const folded = (texts: readonly string[]) => texts.join('\n').replace(/\s+/g, ' ').trim();

/**
 * UTF-8 that was read as Windows-1252 or Latin-1, as `â€™` for `’`, or bytes that were no UTF-8.
 */
const mojibake = /â€|[ÂÃ][\u0080-\u00bf\u0152-\u2122]|\ufffd/;

// In real releases up to three texts of a part share the greatest length, and all are whole
// sentences. A text that was cut seldom ends as a sentence does.
const mostOfOneLength = 4;
// Short titles often have the same length. Labels of 20 to 29 characters count as cut only if this
// share of them (0 to 1) has the greatest length.
const leastCut = 30;
const leastShortCut = 20;
const mostOfShortLength = 0.1;
// With fewer texts than this, their number says nothing about a whole release.
const leastTexts = 50;

/**
 * The checks of a source's texts. `least` gives for a part the share of its texts (0 to 1) that
 * have a word of their title, which is far above that of shifted texts; parts without one are not
 * held against their titles.
 */
export function textChecks<Rows, Observations>(
  look: (edition: Examined<Rows, Observations>) => Iterable<Described>,
  least: Readonly<Record<string, number>> = {},
): readonly Check<Rows, Observations>[] {
  type Edition = Examined<Rows, Observations>;
  const described = once((edition: Edition) => [...look(edition)]);
  const printed = once((edition: Edition) => textsByPart(described(edition)));

  const shares = Object.entries(least).map(([part, share]) =>
    mostAre<Rows, Observations>(
      'texts have no word of their title',
      (edition) => {
        const filled = described(edition).filter(({ parts }) => folded(parts[part] ?? []) !== '');
        return filled.length < leastTexts
          ? []
          : filled.map(({ code, title, parts }) => [code, sharesWord(title, parts[part] ?? [])]);
      },
      share,
      ({ release }) => `${placeOfRelease(release)} ${part}`,
    ),
  );
  return [
    ...(shares.length === 0
      ? []
      : [
          block<Rows, Observations>(
            'texts-of-their-titles',
            `A word of the title stands in ${Object.entries(least)
              .map(([part, share]) => `${Math.round(100 * share)}% of the texts "${part}"`)
              .join(', ')}.`,
            ...shares,
          ),
        ]),
    block<Rows, Observations>(
      'texts-whole',
      `No text was encoded twice, and at most ${mostOfOneLength} have the greatest ` +
        'length of their part and end as no sentence does.',
      function* (edition) {
        for (const [part, texts] of printed(edition))
          for (const { text, owner } of texts) {
            const offset = text.search(mojibake);
            if (offset >= 0)
              yield {
                place: owner.place(part),
                message: `"${text.slice(Math.max(0, offset - 20), offset + 20)}" was encoded twice`,
              };
          }
      },
      function* (edition) {
        // The texts of a sample are made after one pattern, and are equally long.
        if (edition.release.sample) return;
        for (const [part, texts] of printed(edition)) yield* cutTexts(part, texts);
      },
    ),
  ];
}

/**
 * Whether a text has a word of the title, by the first five letters of words with at least four.
 */
function sharesWord(title: string, texts: readonly string[]): boolean {
  const stemsOf = (text: string) =>
    new Set((text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.slice(0, 5)));
  const stemsOfTexts = stemsOf(texts.join(' '));
  return [...stemsOf(title)].some((stem) => stemsOfTexts.has(stem));
}

/** A text, and what it belongs to. */
interface Printed {
  readonly text: string;
  readonly owner: Described;
}

/** The texts of each part, titles among them. */
function textsByPart(all: readonly Described[]): ReadonlyMap<string, readonly Printed[]> {
  const byPart = new Map<string, Printed[]>();
  const add = (part: string, text: string, owner: Described) => {
    if (text === '') return;
    const texts = byPart.get(part);
    if (texts === undefined) byPart.set(part, [{ text, owner }]);
    else texts.push({ text, owner });
  };
  for (const described of all) {
    add('title', described.title, described);
    for (const part of Object.keys(described.parts))
      for (const text of described.parts[part] ?? []) add(part, text, described);
  }
  return byPart;
}

function* cutTexts(part: string, texts: readonly Printed[]): Generator<Finding> {
  const whole = texts.map(({ text }) => withoutMarkup(text));
  const longest = whole.reduce((most, text) => Math.max(most, text.length), 0);
  if (longest < leastShortCut) return;
  // A blank at the cut was trimmed. An address has no blanks, and many of one kind are equally
  // long.
  const cut = new Map<string, Described>();
  for (const [index, { owner }] of texts.entries()) {
    const text = whole[index] ?? '';
    if (text.length >= longest - 1 && text.includes(' ') && !/[.!?:;)>"”]$/.test(text))
      cut.set(text, owner);
  }
  const mostCut = longest < leastCut ? mostOfShortLength * new Set(whole).size : 0;
  if (cut.size <= Math.max(mostOfOneLength, mostCut)) return;
  for (const [text, owner] of cut)
    yield {
      place: owner.place(part),
      message:
        `"…${text.slice(-20)}" ends at ${text.length} characters, as ${cut.size} texts ` +
        'do: were they cut?',
    };
}

function withoutMarkup(text: string): string {
  return (text.includes('<') ? replaceBetween(text, '<', '>', '') : text).trim();
}
