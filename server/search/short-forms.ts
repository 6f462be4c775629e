// Short forms and their meanings: those of the index's own sheet, and a list of today's
// (data/short-forms.json). They give words, never a unit group.
import forms from './data/short-forms.json' with { type: 'json' };
import type { LoadedTitleIndex } from './load-title-index.ts';
import { stemOf } from './normalise.ts';

interface ShortForm {
  readonly long: readonly string[];
  readonly source: string;
  /** It is a word of other titles, too ("salt dryer"), so only a whole query is short for it. */
  readonly isWhole?: boolean;
}

type Words = readonly string[];
/** By the stems of the short form, separated by blanks. */
type LongForms = ReadonlyMap<string, readonly Words[]>;

/** The model learns what shorter ones mean only if the index's own sheet has them. */
const shortestForModel = 3;

/** No short form has more words. */
export const longestShortForm = 5;

const shortForms: readonly (readonly [string, ShortForm])[] = Object.entries(forms);

function longFormsIn(entries: typeof shortForms): LongForms {
  return new Map(
    entries.map(([short, { long }]) => [
      short.split(' ').map(stemOf).join(' '),
      long.map((text) => text.split(' ')),
    ]),
  );
}

/** The words that our short forms mean. */
export const longForms = longFormsIn(shortForms.filter(([, { isWhole }]) => isWhole !== true));

const longFormsOfWhole = longFormsIn(shortForms);

/** The words that our list has for a whole text. */
export function longFormsOfText(words: Words): readonly Words[] {
  return longFormsOfWhole.get(words.map(stemOf).join(' ')) ?? [];
}

/** The words that a short form may mean. `short` is its stems, separated by blanks. */
export function longFormsOf(index: LoadedTitleIndex, short: string): readonly Words[] {
  const ofIndex = index.longForms.get(short);
  return [...(ofIndex === undefined ? [] : [ofIndex]), ...(longForms.get(short) ?? [])];
}

/** The words with one short form written out, in each way. */
export function* withShortFormSpelledOut(index: LoadedTitleIndex, words: Words): Iterable<Words> {
  yield* longFormsOfText(words);
  const stems = words.map(stemOf);
  for (let from = 0; from < words.length; from++)
    for (let length = 1; length <= longestShortForm && from + length <= words.length; length++)
      for (const long of longFormsOf(index, stems.slice(from, from + length).join(' '))) {
        // "Cat C driver": the long form has the driver, too.
        const isRepeated = stemOf(long.at(-1) ?? '') === stems[from + length];
        yield words.toSpliced(from, length, ...long.slice(0, isRepeated ? -1 : long.length));
      }
}

/**
 * The words with those that our short forms in them mean, for the model, which knows few short
 * forms. What a short form repeats is left out: "HGV" alone is a driver, but "HGV technician" is
 * none.
 */
export function withLongForms(index: LoadedTitleIndex, words: Words): string[] {
  const stems = words.map(stemOf);
  const long: Words[] = [];
  for (let from = 0; from < words.length; from++)
    for (let length = 1; length <= longestShortForm && from + length <= words.length; length++) {
      const short = stems.slice(from, from + length).join(' ');
      // Two letters are as often another word without one of its letters: "ar help".
      if (short.length < shortestForModel && !index.longForms.has(short)) continue;
      const [first] = longForms.get(short) ?? [];
      if (first !== undefined && !first.some((word) => stems.includes(word))) long.push(first);
    }
  const [whole] = longFormsOfText(words);
  return [...words, ...new Set([...long.flat(), ...(whole ?? [])])];
}
