// Downloads a file so that whatever happens in between, nothing half done is ever taken for the file: it grows under a temporary
// name, goes on where it was cut (in a later run too), and is looked at before it is handed over.
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { extname, join } from 'node:path';
import { sha256 } from '../edition/digest.ts';
import { writeAtomically } from '../edition/write-atomically.ts';
import { expectFormat, type FileFormat } from '#sources/kit/read/sniff.ts';
import { readZip } from '#sources/kit/read/zip.ts';
import { type Answer, type Credentials, FetchError, type Http, PassingFault } from './http.ts';

/** By which a server tells whether a file has changed (RFC 9110 §8.8). */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface FileWanted {
  readonly url: string;
  /** Source, release and file, for messages about what is in it. */
  readonly place: string;
  readonly name: string;
  /** What the server said of the bytes that are held; null where none are. */
  readonly held: Validators | null;
}

/** A file that has come in whole, under a temporary name that its taker renames. */
export interface Downloaded extends Validators {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

export interface DownloadOptions {
  readonly http: Http;
  /** Where files grow. One process at a time. */
  readonly folder: string;
  readonly say: (line: string) => void;
  readonly credentials?: Credentials | null;
  readonly largest?: number;
}

// Six times the largest file known (ASHE Table 15 of 2025, 84 MB); the bytes are held in memory when they are read.
const usualLargest = 512_000_000;

/** Downloads a file; null where the server says that what is held is still what it has. Throws FetchError or UnreadableFileError. */
export async function download(
  wanted: FileWanted,
  { http, folder, say, credentials = null, largest = usualLargest }: DownloadOptions,
): Promise<Downloaded | null> {
  mkdirSync(folder, { recursive: true });
  const part = new Part(join(folder, sha256(wanted.url).slice(0, 32)));
  const downloaded = await http.get(wanted.url, {
    kind: 'file',
    credentials,
    // A compressed body has another length than the file, and its parts cannot be put together.
    headers: () => ({ 'accept-encoding': 'identity', ...(part.resumeHeaders() ?? conditions(wanted.held)) }),
    read: (answer) => receive(answer, part, wanted, largest, say),
  });
  if (downloaded === null) return null;
  try {
    await examine(wanted, readFileSync(downloaded.path));
  } catch (error) {
    part.discard();
    throw error;
  }
  return downloaded;
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
): Promise<Downloaded | null> {
  const { status, statusText, headers } = answer;
  if (status === 304 && held !== null) return null;
  if (status === 416) {
    // What was kept is not the beginning of what is there now.
    part.discard();
    throw new PassingFault('has no such part any more, and is asked for the whole');
  }
  if (status === 404 || status === 410)
    throw new FetchError(`${url}: the file that the publisher's page links to is not there (${status})`);
  if (status !== 200 && status !== 206) throw new FetchError(`${url}: answered ${status} ${statusText}, expected 200`);
  const total = status === 206 ? goOn(answer, part, url, say) : begin(answer, part);
  if ((await part.append(answer.body, largest)) === 'too large' || (total ?? 0) > largest) {
    part.discard();
    throw new FetchError(`${url}: larger than the ${largest} bytes that are taken`);
  }
  if (total !== null && part.size !== total) throw new PassingFault(`ended after ${part.size} of ${total} bytes`);
  const validators = { etag: headers.get('etag'), lastModified: headers.get('last-modified') };
  return { path: part.path, ...validators, ...part.finish() };
}

/** Starts a file anew and returns its length, where the server states it. */
function begin({ headers }: Answer, part: Part): number | null {
  // A body that is compressed though nobody asked for it has the length of the compressed one, and no part of its own to go on with.
  if ((headers.get('content-encoding') ?? 'identity') !== 'identity') {
    part.begin({ etag: null, lastModified: null });
    return null;
  }
  const length = headers.get('content-length');
  const total = length !== null && /^\d+$/.test(length) ? Number(length) : null;
  part.begin({ etag: headers.get('etag'), lastModified: headers.get('last-modified') });
  return total;
}

/** Makes sure that the part which comes is the one that is missing, and returns the length of the whole. */
function goOn({ headers }: Answer, part: Part, url: string, say: (line: string) => void): number {
  const range = headers.get('content-range') ?? '';
  const [, from = '', total = ''] = /^bytes (\d+)-\d+\/(\d+)$/.exec(range) ?? [];
  if (from === '' || Number(from) !== part.size) {
    const had = part.size;
    part.discard();
    throw new PassingFault(`sent the part "${range}", expected it from ${had} on`);
  }
  say(`${url}: goes on after ${from} of ${total} bytes`);
  return Number(total);
}

// What the names of publishers' files promise. A name of another kind promises only that it is no error page.
const formatsByExtension: Readonly<Record<string, readonly FileFormat[]>> = {
  '.xlsx': ['zip'],
  '.ods': ['zip'],
  '.zip': ['zip'],
  // Some publishers keep the old ending for the new format.
  '.xls': ['xls', 'zip'],
};

/** Throws UnreadableFileError where the bytes are not what the file's name says: publishers answer with error pages and cut files. */
async function examine({ place, name }: FileWanted, bytes: Uint8Array): Promise<void> {
  const format = expectFormat(place, bytes, formatsByExtension[extname(name).toLowerCase()] ?? ['zip', 'xls', 'other']);
  // The directory of an archive stands at its end, so that opening it tells a cut file.
  if (format === 'zip') await readZip(place, bytes);
}

/** A file that grows on disk, and beside it by which validators a server can tell that its rest is the rest of this one. */
class Part {
  readonly path: string;
  readonly #notes: string;

  constructor(path: string) {
    this.path = `${path}.part`;
    this.#notes = `${path}.json`;
  }

  get size(): number {
    return existsSync(this.path) ? statSync(this.path).size : 0;
  }

  /** Headers that ask for the rest, or for the whole if it has changed (RFC 9110 §13.1.5); null where nothing is to be gone on with. */
  resumeHeaders(): Record<string, string> | null {
    if (this.size === 0 || !existsSync(this.#notes)) return null;
    const { etag, lastModified }: Validators = JSON.parse(readFileSync(this.#notes, 'utf8'));
    // A weak validator says that two files mean the same, not that their bytes can be put together.
    const validator = etag !== null && !etag.startsWith('W/') ? etag : lastModified;
    return validator === null ? null : { range: `bytes=${this.size}-`, 'if-range': validator };
  }

  begin(validators: Validators): void {
    this.discard();
    writeAtomically(this.#notes, JSON.stringify(validators));
  }

  /** Adds what comes, as long as the whole stays within `largest` bytes. */
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
    } finally {
      fsyncSync(descriptor);
      closeSync(descriptor);
    }
  }

  finish(): { sha256: string; bytes: number } {
    rmSync(this.#notes, { force: true });
    const bytes = readFileSync(this.path);
    return { sha256: sha256(bytes), bytes: bytes.length };
  }

  discard(): void {
    rmSync(this.path, { force: true });
    rmSync(this.#notes, { force: true });
  }
}
