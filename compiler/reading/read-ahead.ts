// Reads the next releases while one is examined and written: a computer has two cores, and reading is more than half of the work.
import { ownFiles } from '#sources/kit/named-files.ts';
import type { Source } from '#sources/kit/source.ts';
import type { Holdings } from '../edition/holdings.ts';
import type { ReleaseFiles } from '../release/outcome.ts';
import type { Reading } from './reading.ts';

export class ReadAhead {
  readonly #reading: Reading;
  readonly #holdings: Pick<Holdings, 'editions'>;
  readonly #order: readonly ReleaseFiles[];
  /** What was begun, and how it is forgotten, by its place in the order. */
  readonly #begun = new Map<number, { readonly given: ReleaseFiles; readonly forget: () => void }>();

  /** `order`: the releases that will be compiled, in this order. */
  constructor(reading: Reading, holdings: Pick<Holdings, 'editions'>, order: readonly ReleaseFiles[]) {
    this.#reading = reading;
    this.#holdings = holdings;
    this.#order = order;
  }

  /** The release, with its files as they were when its reading began. What was begun of releases before it is not wanted any more. */
  take(candidate: ReleaseFiles): ReleaseFiles {
    const place = this.#order.indexOf(candidate);
    for (const [before, { forget }] of this.#begun) {
      if (before >= place) continue;
      forget();
      this.#begun.delete(before);
    }
    return this.#begun.get(place)?.given ?? candidate;
  }

  /**
   * Begins to read releases after this one, as many as there is room for: the next, then the first of a source without titles, because those with titles
   * come first and are soon compiled, then the others. Not one that an edition is of: it is likely to be unchanged, and then nobody reads it.
   */
  beginAfter(source: Source, release: string): void {
    const { ahead } = this.#reading;
    const after = this.#order.findIndex((candidate) => candidate.source === source && candidate.release.name === release);
    if (ahead === undefined || after < 0) return;
    const waiting = [...this.#order.entries()].filter(([place, one]) => place > after && !this.#begun.has(place) && !this.#isKnown(one));
    const untitled = waiting.filter(([, { source }]) => source.titles === undefined);
    for (const [place, candidate] of new Set([...waiting.slice(0, 1), ...untitled.slice(0, 1), ...waiting])) {
      if (!ahead.hasRoomFor(candidate.source)) return;
      try {
        const files = candidate.files();
        const forget = ahead.begin(candidate.source, candidate.release, ownFiles(candidate.source.files, files));
        this.#begun.set(place, { given: { ...candidate, files: () => files }, forget });
      } catch {
        // Its own turn tells what is wrong with its files.
      }
    }
  }

  #isKnown({ source, release }: ReleaseFiles): boolean {
    return this.#holdings.editions.some((edition) => edition.source === source.key && edition.release === release.name);
  }
}
