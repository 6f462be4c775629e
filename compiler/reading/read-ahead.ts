// Reads the next release while the one before is examined and written: a computer has two cores, and reading is half of the work.
import { ownFiles } from '#sources/kit/named-files.ts';
import type { Source } from '#sources/kit/source.ts';
import type { Holdings } from '../edition/holdings.ts';
import type { ReleaseFiles } from '../release/outcome.ts';
import type { Reading } from './reading.ts';

export class ReadAhead {
  readonly #reading: Reading;
  readonly #holdings: Holdings;
  readonly #order: readonly ReleaseFiles[];
  #begun: { readonly candidate: ReleaseFiles; readonly files: ReleaseFiles } | null = null;

  /** `order`: the releases that will be compiled, in this order. */
  constructor(reading: Reading, holdings: Holdings, order: readonly ReleaseFiles[]) {
    this.#reading = reading;
    this.#holdings = holdings;
    this.#order = order;
  }

  /** The release, with its files as they were when its reading began. */
  take(candidate: ReleaseFiles): ReleaseFiles {
    const begun = this.#begun;
    if (begun?.candidate !== candidate) return candidate;
    this.#begun = null;
    return begun.files;
  }

  /** Begins to read the release after this one. Not one that an edition is of: it is likely to be unchanged, and then nobody reads it. */
  beginAfter(source: Source, release: string): void {
    const place = this.#order.findIndex((candidate) => candidate.source === source && candidate.release.name === release);
    const next = place < 0 ? undefined : this.#order[place + 1];
    if (this.#reading.begin === undefined || next === undefined || this.#isKnown(next)) return;
    try {
      const files = next.files();
      this.#reading.begin(next.source, next.release, ownFiles(next.source.files, files));
      this.#begun = { candidate: next, files: { ...next, files: () => files } };
    } catch {
      // Its own turn tells what is wrong with its files.
    }
  }

  #isKnown({ source, release }: ReleaseFiles): boolean {
    return this.#holdings.editions.some((edition) => edition.source === source.key && edition.release === release.name);
  }
}
