// Downloads a file so that half of it is never taken for the whole. It grows under a temporary
// name, resumes where it was cut (in a later run too), and is examined before it is used.
import { extname } from 'node:path';
import { expectFormat, type FileFormat } from '#sources/kit/read/sniff.ts';
import { readZip } from '#sources/kit/read/zip.ts';
import { type Answer, type Credentials, FetchError, type Http, lengthIn } from './http.ts';
import { Part, type Validators, isOfSameFile } from './part.ts';
import { TransientFault } from './retries.ts';

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
  readonly largestBytes?: number;
}

// Six times the largest known file (ASHE Table 15 of 2025, 84 MB). Memory holds the whole file when
// it is read.
const usualLargestBytes = 512_000_000;

/**
 * Downloads a file; null if the server says that the held bytes are current. Throws FetchError or
 * UnreadableFileError.
 */
export async function download(
  wanted: FileWanted,
  options: DownloadOptions,
): Promise<Downloaded | null> {
  const part = new Part(options.folder, wanted.url);
  const validators = await downloadPart(part, wanted, options);
  if (validators === null) return null;
  const bytes = part.take();
  await examine(wanted, bytes);
  return { ...validators, bytes };
}

/**
 * Downloads a file into its part, which then holds all of it; null if the server says that the held
 * bytes are current. Throws FetchError.
 */
export async function downloadPart(
  part: Part,
  wanted: Pick<FileWanted, 'url' | 'held'>,
  {
    http,
    origins,
    say,
    credentials = null,
    largestBytes = usualLargestBytes,
  }: Omit<DownloadOptions, 'folder'>,
): Promise<Validators | null> {
  return http.get(wanted.url, {
    kind: 'file',
    origins,
    credentials,
    // A compressed body has another length than the file, and its parts cannot be joined.
    headers: () => ({
      'accept-encoding': 'identity',
      ...(part.resumeHeaders() ?? conditions(wanted.held)),
    }),
    read: (answer) => receive(answer, part, wanted, largestBytes, say),
  });
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
  { url, held }: Pick<FileWanted, 'url' | 'held'>,
  largestBytes: number,
  say: (line: string) => void,
): Promise<Validators | null> {
  const { status, statusText, headers } = answer;
  if (status === 304 && held !== null) return null;
  if (status === 416) {
    // The kept part is not the beginning of the current file.
    part.discard();
    throw new TransientFault(
      'no longer has the rest of the file; the next attempt requests the whole',
    );
  }
  if (status === 404 || status === 410)
    throw new FetchError(`${url}: the publisher links to this file, but it is missing (${status})`);
  if (status !== 200 && status !== 206)
    throw new FetchError(`${url}: answered ${status} ${statusText}, expected 200`, status);
  const total = status === 206 ? resumePart(answer, part, url, say) : startPart(answer, part);
  if (
    (await part.append(answer.body, largestBytes)) === 'too large' ||
    (total ?? 0) > largestBytes
  ) {
    part.discard();
    throw new FetchError(`${url}: larger than ${largestBytes} bytes, the most we accept`);
  }
  if (total !== null && part.size !== total)
    throw new TransientFault(`ended after ${part.size} of ${total} bytes`);
  // An answer with a part of a file need not repeat all of them (RFC 9110 §15.3.7).
  return status === 206 ? part.validators : validatorsIn(headers);
}

/**
 * Starts a file from its beginning and returns its length; null if the server does not state it.
 */
function startPart({ headers }: Answer, part: Part): number | null {
  // Some servers compress without being asked. Content-Length is then of the compressed body, and
  // the download cannot be resumed.
  const isWhole = (headers.get('content-encoding') ?? 'identity') === 'identity';
  part.begin(isWhole ? validatorsIn(headers) : { etag: null, lastModified: null });
  return isWhole ? lengthIn(headers) : null;
}

function validatorsIn(headers: Answer['headers']): Validators {
  return { etag: headers.get('etag'), lastModified: headers.get('last-modified') };
}

/**
 * Checks that the answer is the rest of the file that was begun, and returns the length of the
 * whole. Nothing of any other answer is kept, and the part from before is dropped.
 */
function resumePart(
  { headers }: Answer,
  part: Part,
  url: string,
  say: (line: string) => void,
): number {
  const range = headers.get('content-range') ?? '';
  const [, from = '', total = ''] = /^bytes (\d+)-\d+\/(\d+)$/.exec(range) ?? [];
  if (from === '' || Number(from) !== part.size) {
    const { size } = part;
    part.discard();
    throw new TransientFault(`sent the part "${range}", expected it from ${size} on`);
  }
  if (!isOfSameFile(part.validators, validatorsIn(headers))) {
    part.discard();
    throw new TransientFault('sent the rest of another file');
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
