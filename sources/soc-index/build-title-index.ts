// Turns the entries of the coding index into the stored form that loadTitleIndex reads.
import type { ClassificationGroup, IndexEntry } from '#sources/kit/needs.ts';
import { byCodeUnit } from '#schemas/order.ts';
import type { TitleIndex } from '#schemas/title-index.ts';
import { stemOf, wordsOf } from '#server/search/normalise.ts';
import { pack } from '#server/search/pack.ts';

/** The part of a coding index entry that search needs. */
export type TitleEntry = Pick<IndexEntry, 'title' | 'inverted' | 'qualifier' | 'soc2020'>;

/**
 * A cross-reference. `to` is a title in either word order. The entries' qualifiers must begin with
 * `qualifier`, which may be empty.
 */
export interface CrossReference {
  readonly from: string;
  readonly to: string;
  readonly qualifier: string;
}

export interface TitleIndexParts {
  readonly unitGroups: readonly ClassificationGroup[];
  readonly entries: readonly TitleEntry[];
  readonly crossReferences: readonly CrossReference[];
  readonly abbreviations: readonly { readonly short: string; readonly long: string }[];
}

/**
 * Leaves out entries of unknown unit groups and cross-references to unknown titles; the source's
 * checks report them.
 */
export function buildTitleIndex({
  unitGroups,
  entries,
  crossReferences,
  abbreviations,
}: TitleIndexParts): TitleIndex {
  const groupIndexes = new Map(unitGroups.map(({ code }, index) => [code, index]));
  const coded = entries.filter(({ soc2020 }) => groupIndexes.has(soc2020));
  const titles = distinct(coded.map(({ title }) => title));
  const titleIndexes = new Map(titles.map((title, index) => [title, index]));
  const qualifiers = distinct(
    coded.map(({ qualifier }) => qualifier).filter((qualifier) => qualifier !== null),
  );
  const qualifierIndexes = new Map(qualifiers.map((qualifier, index) => [qualifier, index]));
  const rows = rowsOf(coded, (entry) => ({
    title: titleIndexes.get(entry.title) ?? 0,
    qualifier: entry.qualifier === null ? 0 : (qualifierIndexes.get(entry.qualifier) ?? 0) + 1,
    unitGroup: groupIndexes.get(entry.soc2020) ?? 0,
  }));
  const entryCounts = new Int32Array(titles.length);
  for (const { title } of rows) entryCounts[title] = (entryCounts[title] ?? 0) + 1;

  const titleWords = titles.map(wordsOf);
  const qualifierWords = qualifiers.map(wordsOf);
  const { cuts, forms } = invertedForms(titleWords, titleIndexes, coded);
  const aliases = aliasesOf(crossReferences, titleIndexes, coded);
  const { words, indexOf } = vocabularyOf([
    ...titleWords,
    ...qualifierWords,
    ...forms.map((form) => form.words),
    ...aliases.map((alias) => alias.words),
  ]);
  const texts = (printed: readonly string[], lists: readonly (readonly string[])[]) => ({
    text: printed.join(''),
    lengths: pack(printed.map((text) => text.length)),
    wordCounts: pack(lists.map((list) => list.length)),
    words: pack(lists.flatMap((list) => list.map(indexOf))),
  });
  return {
    unitGroups: unitGroups.map(({ code, title }) => ({ soc2020: code, title })),
    words: words.join(' '),
    stems: pack(words.map((word) => indexOf(stemOf(word)))),
    titles: texts(titles, titleWords),
    cuts: pack(cuts),
    forms: forms.map(({ title, words: list }) => ({ title, words: pack(list.map(indexOf)) })),
    qualifiers: texts(qualifiers, qualifierWords),
    entryCounts: pack(entryCounts),
    entryUnitGroups: pack(rows.map(({ unitGroup }) => unitGroup)),
    entryQualifiers: pack(rows.map(({ qualifier }) => qualifier)),
    aliases: aliases.map(({ words: list, title, qualifier }) => ({
      words: pack(list.map(indexOf)),
      title,
      qualifier,
    })),
    abbreviations: abbreviations
      .map(({ short, long }) => ({ short: stemsOf(short), long: stemsOf(long) }))
      .filter(({ short, long }) => short !== '' && long !== ''),
  };
}

function stemsOf(text: string): string {
  return wordsOf(text).map(stemOf).join(' ');
}

interface Row {
  readonly title: number;
  readonly qualifier: number;
  readonly unitGroup: number;
}

/** Each distinct entry, ordered by title, qualifier (the bare title first) and unit group. */
function rowsOf(entries: readonly TitleEntry[], rowOf: (entry: TitleEntry) => Row): Row[] {
  const rows = new Map<string, Row>();
  for (const entry of entries) {
    const row = rowOf(entry);
    rows.set(`${row.title} ${row.qualifier} ${row.unitGroup}`, row);
  }
  return [...rows.values()].sort(
    (a, b) => a.title - b.title || a.qualifier - b.qualifier || a.unitGroup - b.unitGroup,
  );
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].sort(byCodeUnit);
}

/**
 * All words and their stems, shorter first, because similar words differ little in length and so
 * are neighbours.
 */
function vocabularyOf(lists: readonly (readonly string[])[]): {
  words: readonly string[];
  indexOf: (word: string) => number;
} {
  const all = new Set(lists.flat());
  for (const word of [...all]) all.add(stemOf(word));
  const words = [...all].sort((a, b) => a.length - b.length || byCodeUnit(a, b));
  const indexes = new Map(words.map((word, index) => [word, index]));
  return {
    words,
    indexOf: (word) => {
      const index = indexes.get(word);
      if (index === undefined) throw new RangeError(`"${word}" is not a word of the title index`);
      return index;
    },
  };
}

/**
 * The inverted order of each title: as cuts if the pieces between the commas are the title's own
 * words, else written out.
 */
function invertedForms(
  titleWords: readonly (readonly string[])[],
  titleIndexes: ReadonlyMap<string, number>,
  entries: readonly TitleEntry[],
): { cuts: number[]; forms: { title: number; words: string[] }[] } {
  const cuts = titleWords.map(() => 0);
  const forms: { title: number; words: string[] }[] = [];
  const seen = new Set<string>();
  for (const { title, inverted } of entries) {
    const index = titleIndexes.get(title) ?? 0;
    const form = wordsOf(inverted).join(' ');
    const key = `${index} ${form}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const words = titleWords[index] ?? [];
    if (form === words.join(' ')) continue;
    const cut = cutsOf(inverted);
    const fits = cut !== null && invert(words, cut).join(' ') === form;
    // Two entries of V12 have a single letter as their inverted title by mistake (b6wi "s", f4aa
    // "m"). Nobody would search for it.
    if (!fits && form.length < 2) continue;
    if (fits && (cuts[index] === 0 || cuts[index] === cut)) cuts[index] = cut;
    else forms.push({ title: index, words: form.split(' ') });
  }
  forms.sort((a, b) => a.title - b.title || byCodeUnit(a.words.join(' '), b.words.join(' ')));
  return { cuts, forms };
}

/** The words in the index's inverted order: the pieces between the cuts, last first. */
function invert(words: readonly string[], cuts: number): string[] {
  const pieces: string[][] = [[]];
  words.forEach((word, index) => {
    pieces.at(-1)?.push(word);
    if (index < 30 && (cuts & (1 << index)) !== 0) pieces.push([]);
  });
  return pieces.reverse().flat();
}

/**
 * The cuts that make the inverted form the pieces of natural order in reverse; null for a title too
 * long for a bit mask.
 */
function cutsOf(inverted: string): number | null {
  const lengths = inverted
    .split(',')
    .map((piece) => wordsOf(piece).length)
    .reverse();
  let cuts = 0;
  let words = 0;
  for (const length of lengths.slice(0, -1)) {
    words += length;
    if (words > 29) return null;
    if (length > 0) cuts |= 1 << (words - 1);
  }
  return cuts;
}

function aliasesOf(
  crossReferences: readonly CrossReference[],
  titleIndexes: ReadonlyMap<string, number>,
  entries: readonly TitleEntry[],
): { words: string[]; title: number; qualifier: string }[] {
  const targets = new Map<string, Map<number, Set<string>>>();
  for (const { title, inverted, qualifier } of entries) {
    const index = titleIndexes.get(title) ?? 0;
    for (const form of new Set([wordsOf(title).join(' '), wordsOf(inverted).join(' ')])) {
      const titlesOfForm = targets.get(form) ?? new Map<number, Set<string>>();
      targets.set(form, titlesOfForm);
      const known = titlesOfForm.get(index) ?? new Set<string>();
      titlesOfForm.set(index, known.add(qualifier ?? ''));
    }
  }
  const aliases = new Map<string, { from: string; title: number; qualifier: string }>();
  for (const { from, to, qualifier } of crossReferences) {
    const words = wordsOf(from).join(' ');
    for (const [title, known] of targets.get(wordsOf(to).join(' ')) ?? []) {
      if (words !== '' && [...known].some((text) => text.startsWith(qualifier)))
        aliases.set(`${words}\n${title}\n${qualifier}`, { from: words, title, qualifier });
    }
  }
  return [...aliases.values()]
    .sort(
      (a, b) =>
        byCodeUnit(a.from, b.from) || a.title - b.title || byCodeUnit(a.qualifier, b.qualifier),
    )
    .map(({ from, title, qualifier }) => ({ words: from.split(' '), title, qualifier }));
}
