// The entries of the coding index by their title.
import { type LoadedTitleIndex, qualifierOf, titleText } from '#server/search/load-title-index.ts';

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
  readonly #places: ReadonlyMap<string, number>;

  constructor(index: LoadedTitleIndex) {
    this.#index = index;
    this.#places = new Map(Array.from({ length: index.titles }, (_, title) => [titleText(index, title), title]));
  }

  /** Every qualifier of the index, once each. */
  qualifiers(): string[] {
    const { document, qualifierStarts } = this.#index;
    return Array.from(qualifierStarts.slice(0, -1), (start, place) => document.qualifiers.text.slice(start, qualifierStarts[place + 1]));
  }

  /** In the order of the index. None if it has no such title. */
  of(title: string): Entry[] {
    const { document, titleEntries, entryUnitGroups } = this.#index;
    const place = this.#places.get(title) ?? -1;
    const entries: Entry[] = [];
    for (let entry = titleEntries[place] ?? 0; entry < (titleEntries[place + 1] ?? 0) && place !== -1; entry++) {
      const group = document.unitGroups[entryUnitGroups[entry] ?? -1];
      if (group === undefined) throw new RangeError(`entry ${entry} of the title index names no unit group`);
      entries.push({ soc2020: group.soc2020, group: group.title, qualifier: qualifierOf(this.#index, entry) });
    }
    return entries;
  }
}
