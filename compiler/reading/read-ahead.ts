// Reads the next releases while one is examined and written: a computer has two cores, and reading is more than half of the work.
import { ownFiles } from '#sources/kit/named-files.ts';
import type { Source } from '#sources/kit/source.ts';
import type { Holdings } from '../edition/holdings.ts';
import type { ReleaseFiles } from '../release/outcome.ts';
import type { Reading } from './reading.ts';

/** Releases after the current one that are asked for. Whether they are read at once is for the processes. */
const next = 2;

export class ReadAhead {
  readonly #reading: Reading;
  readonly #holdings: Holdings;
  readonly #order: readonly ReleaseFiles[];
  /** What was begun, with its files as they were then. */
  readonly #begun = new Map<ReleaseFiles, ReleaseFiles>();

  /** `order`: the releases that will be compiled, in this order. */
  constructor(reading: Reading, holdings: Holdings, order: readonly ReleaseFiles[]) {
    this.#reading = reading;
    this.#holdings = holdings;
    this.#order = order;
  }

  /** The release, with its files as they were when its reading began. */
  take(candidate: ReleaseFiles): ReleaseFiles {
    const begun = this.#begun.get(candidate) ?? candidate;
    this.#begun.delete(candidate);
    return begun;
  }

  /** Begins to read the releases after this one. Not one that an edition is of: it is likely to be unchanged, and then nobody reads it. */
  beginAfter(source: Source, release: string): void {
    const place = this.#order.findIndex((candidate) => candidate.source === source && candidate.release.name === release);
    if (this.#reading.begin === undefined || place < 0) return;
    for (const candidate of this.#order.slice(place + 1, place + 1 + next)) {
      if (this.#begun.has(candidate) || this.#isKnown(candidate)) continue;
      try {
        const files = candidate.files();
        if (this.#reading.begin(candidate.source, candidate.release, ownFiles(candidate.source.files, files)))
          this.#begun.set(candidate, { ...candidate, files: () => files });
      } catch {
        // Its own turn tells what is wrong with its files.
      }
    }
  }

  #isKnown({ source, release }: ReleaseFiles): boolean {
    return this.#holdings.editions.some((edition) => edition.source === source.key && edition.release === release.name);
  }
}
