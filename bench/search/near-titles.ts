// Finds the titles that fit a query as well as the one it was made from. It reads titles only as
// letters, and shares only the definition of an edit with the search.
import type { TitleEntry } from '#sources/soc-index/build-title-index.ts';
import { editDistance } from '#server/search/edit-distance.ts';

/**
 * Letters and digits, lower case, without accents, one space between words; apostrophes are removed
 * and & is "and".
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}|['’‘`´]/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim();
}

interface Form {
  readonly text: string;
  readonly mask: number;
  readonly groups: ReadonlySet<string>;
}

export class NearTitles {
  readonly #forms = new Map<string, Set<string>>();
  readonly #byLength = new Map<number, Form[]>();
  readonly #sorted: string[];
  #shortened: ReadonlyMap<string, ReadonlySet<string>> | null = null;

  constructor(entries: readonly TitleEntry[]) {
    for (const { title, inverted, soc2020 } of entries) {
      for (const text of new Set([fold(title), fold(inverted)]))
        this.#forms.set(text, (this.#forms.get(text) ?? new Set()).add(soc2020));
    }
    for (const [text, groups] of this.#forms) {
      const list = this.#byLength.get(text.length) ?? [];
      this.#byLength.set(text.length, list);
      list.push({ text, groups, mask: maskOf(text) });
    }
    this.#sorted = [...this.#forms.keys()].sort();
  }

  /**
   * Groups of the titles that are as near to the query, letter by letter, as the title itself,
   * within three edits.
   */
  asNearAs(query: string, own: { readonly title: string; readonly inverted: string }): Set<string> {
    const text = fold(query);
    const limit = Math.min(
      editDistance(text, fold(own.title), 3),
      editDistance(text, fold(own.inverted), 3),
      3,
    );
    if (limit === 0 || limit === 3) return new Set(this.#forms.get(text));
    const mask = maskOf(text);
    const found = new Set<string>();
    for (let length = text.length - limit; length <= text.length + limit; length++) {
      for (const form of this.#byLength.get(length) ?? []) {
        if (bits(form.mask ^ mask) <= 2 * limit && editDistance(text, form.text, limit) <= limit)
          for (const group of form.groups) found.add(group);
      }
    }
    return found;
  }

  /**
   * Groups of the titles that are in the query word for word and contain the whole title: "senior
   * nurse" if it is a title, for "nurse".
   */
  within(query: string, title: string): Set<string> {
    const words = fold(query).split(' ');
    const own = ` ${fold(title)} `;
    const found = new Set<string>();
    for (let from = 0; from < words.length; from++) {
      for (let to = from + 1; to <= words.length; to++) {
        const text = words.slice(from, to).join(' ');
        if (` ${text} `.includes(own))
          for (const group of this.#forms.get(text) ?? []) found.add(group);
      }
    }
    return found;
  }

  /** Groups of the titles that are the query, or the query with one more word anywhere. */
  oneWordMore(query: string): Set<string> {
    const text = fold(query);
    return new Set([...(this.#forms.get(text) ?? []), ...(this.#withoutOneWord().get(text) ?? [])]);
  }

  #withoutOneWord(): ReadonlyMap<string, ReadonlySet<string>> {
    if (this.#shortened !== null) return this.#shortened;
    const shortened = new Map<string, Set<string>>();
    for (const [form, groups] of this.#forms) {
      const words = form.split(' ');
      for (let at = 0; at < words.length; at++) {
        const text = words.toSpliced(at, 1).join(' ');
        shortened.set(text, new Set([...(shortened.get(text) ?? []), ...groups]));
      }
    }
    this.#shortened = shortened;
    return shortened;
  }

  /** Groups of the titles that begin with the query. */
  beginningWith(query: string): Set<string> {
    const text = fold(query);
    const found = new Set<string>();
    let low = 0;
    for (let high = this.#sorted.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle] ?? '') < text) low = middle + 1;
      else high = middle;
    }
    for (; this.#sorted[low]?.startsWith(text); low++)
      for (const group of this.#forms.get(this.#sorted[low] ?? '') ?? []) found.add(group);
    return found;
  }
}

function maskOf(text: string): number {
  let mask = 0;
  for (let at = 0; at < text.length; at++) mask |= 1 << (text.charCodeAt(at) & 31);
  return mask;
}

function bits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}
