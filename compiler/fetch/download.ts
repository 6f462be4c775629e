// Downloads a file so that a half-finished download is never taken for the file. It grows under a
// temporary name, resumes where it was cut (in a later run too), and is examined before it is used.
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
import { extname, join } from 'node:path';
import { sha256 } from '../edition/digest.ts';
import { withPath, writeAtomically } from '../edition/files.ts';
import { expectFormat, type FileFormat } from '#sources/kit/read/sniff.ts';
import { readZip } from '#sources/kit/read/zip.ts';
import { type Answer, type Credentials, FetchError, type Http, lengthIn } from './http.ts';
import { PassingFault } from './retries.ts';

/** The headers that tell a server whether a file has changed (RFC 9110 §8.8). */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface FileWanted {
  readonly url: string;
  /** Source, release and file, for messages about its content. */
  readonly place: string;
  readonly name: string;
  /** The validators of the bytes that we hold; null if we hold none. */
  readonly held: Validators | null;
}

export interface Downloaded extends Validators {
  readonly bytes: Buffer;
}

export interface DownloadOptions {
  readonly http: Http;
  readonly origins: readonly string[];
  /** The folder of temporary files, for one process at a time. */
  readonly folder: string;
  readonly say: (line: string) => void;
  readonly credentials?: Credentials | null;
  readonly largest?: number;
}

// Six times the largest known file (ASHE Table 15 of 2025, 84 MB). Memory holds the whole file when
// it is read.
const usualLargest = 512_000_000;

/**
 * Downloads a file; null if the server says that the held bytes are current. Throws FetchError or
 * UnreadableFileError.
 */
export async function download(
  wanted: FileWanted,
  { http, origins, folder, say, credentials = null, largest = usualLargest }: DownloadOptions,
): Promise<Downloaded | null> {
  mkdirSync(folder, { recursive: true });
  const part = new Part(join(folder, sha256(wanted.url).slice(0, 32)));
  const validators = await http.get(wanted.url, {
    kind: 'file',
    origins,
    credentials,
    // A compressed body has another length than the file, and its parts cannot be joined.
    headers: () => ({
      'accept-encoding': 'identity',
      ...(part.resumeHeaders() ?? conditions(wanted.held)),
    }),
    read: (answer) => receive(answer, part, wanted, largest, say),
  });
  if (validators === null) return null;
  const bytes = part.take();
  await examine(wanted, bytes);
  return { ...validators, bytes };
}

function conditions(held: Validators | null): Record<string, string> {
  return {
    ...(held?.etag ? { 'if-none-match': held.etag } : {}),
    ...(held?.lastModified ? { 'if-modified-since': held.lastModified } : {}),
  };
}

async function receive(
  answer: Answer,
  part: Part,
  { url, held }: FileWanted,
  largest: number,
  say: (line: string) => void,
): Promise<Validators | null> {
  const { status, statusText, headers } = answer;
  if (status === 304 && held !== null) return null;
  if (status === 416) {
    // The kept part is not the beginning of the current file.
    part.discard();
    throw new PassingFault(
      'no longer has the rest of the file; the next attempt asks for the whole',
    );
  }
  if (status === 404 || status === 410)
    throw new FetchError(
      `${url}: the publisher's page links to this file, but it is missing (${status})`,
    );
  if (status !== 200 && status !== 206)
    throw new FetchError(`${url}: answered ${status} ${statusText}, expected 200`, status);
  const total = status === 206 ? goOn(answer, part, url, say) : begin(answer, part);
  if ((await part.append(answer.body, largest)) === 'too large' || (total ?? 0) > largest) {
    part.discard();
    throw new FetchError(`${url}: larger than ${largest} bytes, the most we accept`);
  }
  if (total !== null && part.size !== total)
    throw new PassingFault(`ended after ${part.size} of ${total} bytes`);
  return validatorsIn(headers);
}

/**
 * Starts a file from its beginning and returns its length; null if the server does not state it.
 */
function begin({ headers }: Answer, part: Part): number | null {
  // Some servers compress without being asked. Content-Length is then of the compressed body, and
  // the download cannot be resumed.
  const isWhole = (headers.get('content-encoding') ?? 'identity') === 'identity';
  part.begin(isWhole ? validatorsIn(headers) : { etag: null, lastModified: null });
  return isWhole ? lengthIn(headers) : null;
}

function validatorsIn(headers: Answer['headers']): Validators {
  return { etag: headers.get('etag'), lastModified: headers.get('last-modified') };
}

/** Checks that the answer is the missing part, and returns the length of the whole. */
function goOn({ headers }: Answer, part: Part, url: string, say: (line: string) => void): number {
  const range = headers.get('content-range') ?? '';
  const [, from = '', total = ''] = /^bytes (\d+)-\d+\/(\d+)$/.exec(range) ?? [];
  if (from === '' || Number(from) !== part.size) {
    const { size } = part;
    part.discard();
    throw new PassingFault(`sent the part "${range}", expected it from ${size} on`);
  }
  say(`${url}: resumes after ${from} of ${total} bytes`);
  return Number(total);
}

// The formats that the names of publishers' files promise. Any other name only promises that it is
// not an error page.
const formatsByExtension: Readonly<Record<string, readonly FileFormat[]>> = {
  '.xlsx': ['zip'],
  '.ods': ['zip'],
  '.zip': ['zip'],
  // Some publishers use the old ending for the new format.
  '.xls': ['xls', 'zip'],
};

/**
 * Throws UnreadableFileError if the bytes do not match the file's name: publishers sometimes send
 * error pages and cut files.
 */
async function examine({ place, name }: FileWanted, bytes: Uint8Array): Promise<void> {
  const format = expectFormat(
    place,
    bytes,
    formatsByExtension[extname(name).toLowerCase()] ?? ['zip', 'xls', 'other'],
  );
  // The directory of an archive is at its end, so a cut file cannot be opened.
  if (format === 'zip') await readZip(place, bytes);
}

/**
 * A file that grows on disk, and its validators in a second file, so that a server can tell whether
 * its rest still fits.
 */
class Part {
  readonly #path: string;
  readonly #notes: string;

  constructor(path: string) {
    this.#path = `${path}.part`;
    this.#notes = `${path}.json`;
  }

  get size(): number {
    return statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0;
  }

  /**
   * Headers that ask for the rest, or for the whole if it has changed (RFC 9110 §13.1.5); null if
   * there is nothing to resume.
   */
  resumeHeaders(): Record<string, string> | null {
    if (this.size === 0 || !existsSync(this.#notes)) return null;
    const { etag, lastModified }: Validators = JSON.parse(readFileSync(this.#notes, 'utf8'));
    // A weak validator says that two files mean the same, not that their bytes can be joined.
    const validator = etag !== null && !etag.startsWith('W/') ? etag : lastModified;
    return validator === null ? null : { range: `bytes=${this.size}-`, 'if-range': validator };
  }

  begin(validators: Validators): void {
    this.discard();
    writeAtomically(this.#notes, JSON.stringify(validators));
  }

  /** Appends the body while the file stays within `largest` bytes. */
  async append(body: AsyncIterable<Uint8Array>, largest: number): Promise<'whole' | 'too large'> {
    let { size } = this;
    const descriptor = openSync(this.#path, 'a');
    try {
      for await (const chunk of body) {
        size += chunk.length;
        if (size > largest) return 'too large';
        for (let done = 0; done < chunk.length; ) done += writeSync(descriptor, chunk, done);
      }
      return 'whole';
    } catch (error) {
      throw withPath(this.#path, error);
    } finally {
      fsyncSync(descriptor);
      closeSync(descriptor);
    }
  }

  /** The bytes, of which nothing stays on disk. */
  take(): Buffer {
    const bytes = readFileSync(this.#path);
    this.discard();
    return bytes;
  }

  discard(): void {
    rmSync(this.#path, { force: true });
    rmSync(this.#notes, { force: true });
  }
}
