// The entries of the coding index by their title.
import type { LoadedTitleIndex } from '#server/search/search.ts';

/** An entry of the coding index. */
export interface Entry {
  readonly soc2020: string;
  /** Title of its unit group. */
  readonly group: string;
  /** Null for the bare title, which is the index's default. */
  readonly qualifier: string | null;
}

/** The entries of each title of the index. */
export class TitleEntries {
  readonly #index: LoadedTitleIndex;
  readonly #places = new Map<string, number>();

  constructor(index: LoadedTitleIndex) {
    this.#index = index;
    const { document, titleStarts, titles } = index;
    for (let title = 0; title < titles; title++)
      this.#places.set(document.titles.text.slice(titleStarts[title], titleStarts[title + 1]), title);
  }

  /** Every qualifier of the index, once each. */
  qualifiers(): string[] {
    const { document, qualifierStarts } = this.#index;
    return [...qualifierStarts.slice(0, -1)].map((start, place) => document.qualifiers.text.slice(start, qualifierStarts[place + 1]));
  }

  /** In the order of the index. None if it has no such title. */
  of(title: string): Entry[] {
    const { document, titleEntries, entryUnitGroups, entryQualifiers, qualifierStarts } = this.#index;
    const place = this.#places.get(title);
    if (place === undefined) return [];
    const entries: Entry[] = [];
    for (let entry = titleEntries[place] ?? 0; entry < (titleEntries[place + 1] ?? 0); entry++) {
      const group = document.unitGroups[entryUnitGroups[entry] ?? -1];
      if (group === undefined) throw new RangeError(`entry ${entry} of the title index names no unit group`);
      const qualifier = entryQualifiers[entry] ?? 0;
      const text = qualifier === 0 ? null : document.qualifiers.text.slice(qualifierStarts[qualifier - 1], qualifierStarts[qualifier]);
      entries.push({ soc2020: group.soc2020, group: group.title, qualifier: text });
    }
    return entries;
  }
}
