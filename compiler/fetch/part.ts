// Keeps a file that grows on disk while it is downloaded. A second file has its validators, by
// which a server can tell whether the remainder still fits.
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
 * Whether a remainder belongs to the file that was begun: it repeats the validator of its request
 * and contradicts no other.
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
  readonly #validatorsPath: string;

  /** `folder` is for one process at a time. */
  constructor(folder: string, url: string) {
    mkdirSync(folder, { recursive: true });
    this.#name = sha256(url).slice(0, 32);
    this.path = join(folder, `${this.#name}.part`);
    this.#validatorsPath = join(folder, `${this.#name}.json`);
  }

  /** Whether a name in the folder belongs to this download. */
  hasName(name: string): boolean {
    return name.startsWith(`${this.#name}.`);
  }

  get size(): number {
    return statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** The validators of the answer that began the file. */
  get validators(): Validators {
    return existsSync(this.#validatorsPath)
      ? JSON.parse(readFileSync(this.#validatorsPath, 'utf8'))
      : noValidators;
  }

  /**
   * Headers that request the remainder, or the whole if it has changed; null if there is nothing
   * to resume.
   */
  resumeHeaders(): Record<string, string> | null {
    const validator = this.size === 0 ? null : strongValidator(this.validators);
    return validator === null ? null : { range: `bytes=${this.size}-`, 'if-range': validator };
  }

  begin(validators: Validators): void {
    this.discard();
    writeAtomically(this.#validatorsPath, JSON.stringify(validators));
  }

  /** Appends the body while the file stays within `largestBytes`. */
  async append(
    body: AsyncIterable<Uint8Array>,
    largestBytes: number,
  ): Promise<'whole' | 'too large'> {
    let { size } = this;
    const descriptor = openSync(this.path, 'a');
    try {
      for await (const chunk of body) {
        size += chunk.length;
        if (size > largestBytes) return 'too large';
        let written = 0;
        while (written < chunk.length) written += writeSync(descriptor, chunk, written);
      }
      return 'whole';
    } catch (error) {
      throw withPath(this.path, error);
    } finally {
      fsyncSync(descriptor);
      closeSync(descriptor);
    }
  }

  /** Returns the bytes and removes them from the disk. */
  take(): Buffer {
    const bytes = readFileSync(this.path);
    this.discard();
    return bytes;
  }

  discard(): void {
    rmSync(this.path, { force: true });
    rmSync(this.#validatorsPath, { force: true });
  }
}
