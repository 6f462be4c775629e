// Coding index entries to the stored form that loadTitleIndex reads: the two functions are each other's counterpart.
import { byCodeUnit } from '#schemas/order.ts';
import type { TitleIndex } from '#schemas/title-index.ts';
import { invert } from './load-title-index.ts';
import { wordsOf } from './normalise.ts';

/** An entry of the coding index as far as search needs it. */
export interface TitleEntry {
  readonly title: string;
  readonly inverted: string;
  readonly qualifier: string | null;
  readonly soc2020: string;
}

/** A cross-reference: `to` is a title in either word order, `qualifier` what the entries' qualifiers must begin with, or an empty text. */
export interface CrossReference {
  readonly from: string;
  readonly to: string;
  readonly qualifier: string;
}

export interface TitleIndexParts {
  readonly unitGroups: readonly { readonly code: string; readonly title: string }[];
  readonly entries: readonly TitleEntry[];
  readonly crossReferences: readonly CrossReference[];
  readonly abbreviations: readonly { readonly short: string; readonly long: string }[];
}

/** Entries of unit groups outside the list, and cross-references to titles that do not exist, are left out; the source's checks report them. */
export function buildTitleIndex({ unitGroups, entries, crossReferences, abbreviations }: TitleIndexParts): TitleIndex {
  const groupPlaces = new Map(unitGroups.map(({ code }, place) => [code, place]));
  const coded = entries.filter(({ soc2020 }) => groupPlaces.has(soc2020));
  const titles = distinct(coded.map(({ title }) => title));
  const titlePlaces = new Map(titles.map((title, place) => [title, place]));
  const qualifiers = distinct(coded.flatMap(({ qualifier }) => (qualifier === null ? [] : [qualifier])));
  const qualifierPlaces = new Map(qualifiers.map((qualifier, place) => [qualifier, place]));

  const columns = new Map<string, { title: number; qualifier: number; unitGroup: number; count: number }>();
  for (const { title, qualifier, soc2020 } of coded) {
    const place = {
      title: titlePlaces.get(title) ?? 0,
      qualifier: qualifier === null ? -1 : (qualifierPlaces.get(qualifier) ?? -1),
      unitGroup: groupPlaces.get(soc2020) ?? 0,
      count: 1,
    };
    const key = `${place.title} ${place.qualifier} ${place.unitGroup}`;
    const known = columns.get(key);
    if (known === undefined) columns.set(key, place);
    else known.count++;
  }
  const rows = [...columns.values()].sort((a, b) => a.title - b.title || a.qualifier - b.qualifier || a.unitGroup - b.unitGroup);

  return {
    unitGroups: unitGroups.map(({ code, title }) => ({ soc2020: code, title })),
    titles,
    ...invertedForms(titles, titlePlaces, coded),
    qualifiers,
    entryTitle: rows.map(({ title }) => title),
    entryUnitGroup: rows.map(({ unitGroup }) => unitGroup),
    entryQualifier: rows.map(({ qualifier }) => qualifier),
    entryCount: rows.map(({ count }) => count),
    aliases: aliasesOf(crossReferences, titlePlaces, coded),
    abbreviations: abbreviations.map(({ short, long }) => ({ short, long })),
  };
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].sort(byCodeUnit);
}

/** The inverted order of each title as cuts where the pieces between the commas are the title's own words, written out where they are not. */
function invertedForms(
  titles: readonly string[],
  titlePlaces: ReadonlyMap<string, number>,
  entries: readonly TitleEntry[],
): Pick<TitleIndex, 'cuts' | 'otherForms'> {
  const cuts = titles.map(() => 0);
  const otherForms: { title: number; form: string }[] = [];
  const seen = new Set<string>();
  for (const { title, inverted } of entries) {
    const place = titlePlaces.get(title) ?? 0;
    const key = `${place} ${inverted}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const words = wordsOf(title);
    const form = wordsOf(inverted).join(' ');
    if (form === words.join(' ')) continue;
    const cut = cutsOf(inverted);
    const fits = cut !== null && invert(words, cut).join(' ') === form;
    // Two entries of V12 have a lone letter for their inverted title (b6wi "s", f4aa "m"): a slip, and no way to ask for the job.
    if (!fits && !wordsOf(inverted).some((word) => word.length > 1)) continue;
    if (fits && (cuts[place] === 0 || cuts[place] === cut)) cuts[place] = cut;
    else otherForms.push({ title: place, form: inverted });
  }
  otherForms.sort((a, b) => a.title - b.title || byCodeUnit(a.form, b.form));
  return { cuts, otherForms };
}

/** Where natural order is cut if the inverted form is its pieces in reverse; null for a title too long for a bit mask. */
function cutsOf(inverted: string): number | null {
  const lengths = inverted
    .split(',')
    .map((piece) => wordsOf(piece).length)
    .reverse();
  let cuts = 0;
  let words = 0;
  for (const length of lengths.slice(0, -1)) {
    words += length;
    if (words > 30) return null;
    if (length > 0) cuts |= 1 << (words - 1);
  }
  return cuts;
}

function aliasesOf(
  crossReferences: readonly CrossReference[],
  titlePlaces: ReadonlyMap<string, number>,
  entries: readonly TitleEntry[],
): TitleIndex['aliases'] {
  const targets = new Map<string, Map<number, Set<string>>>();
  for (const { title, inverted, qualifier } of entries) {
    const place = titlePlaces.get(title) ?? 0;
    for (const form of new Set([wordsOf(title).join(' '), wordsOf(inverted).join(' ')])) {
      const titlesOfForm = targets.get(form) ?? new Map<number, Set<string>>();
      targets.set(form, titlesOfForm);
      const known = titlesOfForm.get(place) ?? new Set<string>();
      titlesOfForm.set(place, known.add(qualifier ?? ''));
    }
  }
  const aliases = new Map<string, TitleIndex['aliases'][number]>();
  for (const { from, to, qualifier } of crossReferences) {
    for (const [title, known] of targets.get(wordsOf(to).join(' ')) ?? []) {
      if ([...known].some((text) => text.startsWith(qualifier))) aliases.set(`${from}\n${title}\n${qualifier}`, { from, title, qualifier });
    }
  }
  return [...aliases.values()].sort((a, b) => byCodeUnit(a.from, b.from) || a.title - b.title || byCodeUnit(a.qualifier, b.qualifier));
}
