// A file that grows on disk while it is downloaded, and its validators in a second file, so that a
// server can tell whether its rest still fits.
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../edition/digest.ts';
import { withPath, writeAtomically } from '../edition/files.ts';

/** The headers that tell a server whether a file has changed (RFC 9110 §8.8). */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

const noValidators: Validators = { etag: null, lastModified: null };

/**
 * The validator for a request for the rest of a file; null if there is none. A weak one says that
 * two files mean the same, not that their bytes can be joined (RFC 9110 §13.1.5).
 */
function strongValidator({ etag, lastModified }: Validators): string | null {
  return etag !== null && !etag.startsWith('W/') ? etag : lastModified;
}

/**
 * Whether a rest belongs to the file that was begun: it repeats the validator by which it was asked
 * for, and contradicts no other.
 */
export function isOfSameFile(begun: Validators, remainder: Validators): boolean {
  const validator = strongValidator(begun);
  const differs = (a: string | null, b: string | null) => a !== null && b !== null && a !== b;
  return (
    validator !== null &&
    [remainder.etag, remainder.lastModified].includes(validator) &&
    !differs(begun.etag, remainder.etag) &&
    !differs(begun.lastModified, remainder.lastModified)
  );
}

export class Part {
  readonly path: string;
  readonly #name: string;
  readonly #notes: string;

  /** `folder` is for one process at a time. */
  constructor(folder: string, url: string) {
    mkdirSync(folder, { recursive: true });
    this.#name = sha256(url).slice(0, 32);
    this.path = join(folder, `${this.#name}.part`);
    this.#notes = join(folder, `${this.#name}.json`);
  }

  /** Whether a name in the folder is of this download. */
  hasName(name: string): boolean {
    return name.startsWith(`${this.#name}.`);
  }

  get size(): number {
    return statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Those of the answer that it was begun with. */
  get validators(): Validators {
    return existsSync(this.#notes) ? JSON.parse(readFileSync(this.#notes, 'utf8')) : noValidators;
  }

  /**
   * Headers that request the rest, or the whole if it has changed; null if there is nothing to
   * resume.
   */
  resumeHeaders(): Record<string, string> | null {
    const validator = this.size === 0 ? null : strongValidator(this.validators);
    return validator === null ? null : { range: `bytes=${this.size}-`, 'if-range': validator };
  }

  begin(validators: Validators): void {
    this.discard();
    writeAtomically(this.#notes, JSON.stringify(validators));
  }

  /** Appends the body while the file stays within `largest` bytes. */
  async append(body: AsyncIterable<Uint8Array>, largest: number): Promise<'whole' | 'too large'> {
    let { size } = this;
    const descriptor = openSync(this.path, 'a');
    try {
      for await (const chunk of body) {
        size += chunk.length;
        if (size > largest) return 'too large';
        for (let done = 0; done < chunk.length; ) done += writeSync(descriptor, chunk, done);
      }
      return 'whole';
    } catch (error) {
      throw withPath(this.path, error);
    } finally {
      fsyncSync(descriptor);
      closeSync(descriptor);
    }
  }

  /** The bytes, which do not stay on disk. */
  take(): Buffer {
    const bytes = readFileSync(this.path);
    this.discard();
    return bytes;
  }

  discard(): void {
    rmSync(this.path, { force: true });
    rmSync(this.#notes, { force: true });
  }
}
