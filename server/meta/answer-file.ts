// Stored files that are sent as they are stored: bundles and tables. Each is compared with its
// digest before it is first sent, and again when it or the catalogue has changed, and may be asked
// for in parts.
import type { FileState, Files, Part } from '../data/files.ts';
import { DamagedFile } from '../data/store.ts';
import type { IncomingRequest } from '../http/incoming-request.ts';
import { codedResponse, matchesEntityTag, notModified } from '../http/representation.ts';
import { Refusal } from '../http/problem.ts';

/** A stored file, and what its digest must be. */
export interface StoredFile {
  readonly place: string;
  readonly isRight: (digest: string) => boolean;
  /** The catalogue when the file was asked for. */
  readonly catalogue: object | null;
}

/**
 * The state of a file whose digest is right; null if it is not there. Throws DamagedFile if it has
 * another digest.
 */
export type ProveFile = (file: StoredFile) => Promise<FileState | null>;

/** So long a file counts as damaged before it is read again: somebody may have put it back. */
const damagedForMilliseconds = 60_000;

interface Proof extends FileState {
  readonly isWhole: boolean;
  readonly at: number;
}

/**
 * Reads a file once in each of its states for each catalogue, because to read all its bytes takes
 * too long for each request. It remembers a value and never a promise, as the reader of the
 * catalogue does, so requests that arrive before the first value each read the file.
 */
export function createProver(files: Files, now: () => number = Date.now): ProveFile {
  let provedFor: object | null = null;
  let proofs = new Map<string, Proof>();
  return async ({ place, isRight, catalogue }) => {
    if (provedFor !== catalogue) {
      provedFor = catalogue;
      proofs = new Map();
    }
    const known = proofs;
    const state = await files.state(place);
    if (state === null) return null;
    let proof = known.get(place);
    const isSame = proof?.bytes === state.bytes && proof.version === state.version;
    const mayBeMended = proof?.isWhole === false && now() - proof.at >= damagedForMilliseconds;
    if (proof === undefined || !isSame || mayBeMended) {
      const digest = await files.digest(place);
      if (digest === null) return null;
      proof = { ...state, isWhole: isRight(digest), at: now() };
      known.set(place, proof);
    }
    if (!proof.isWhole) throw new DamagedFile(place, 'its bytes differ from those published');
    return state;
  };
}

/**
 * A file, or the part of it that Range asks for; null if it is not there. `tag` is that of its
 * bytes.
 */
export async function sendFile(
  files: Files,
  prove: ProveFile,
  {
    file,
    tag,
    headers: headersOfFile,
  }: {
    readonly file: StoredFile;
    readonly tag: string;
    readonly headers: Readonly<Record<string, string>>;
  },
  { method, request, ifNoneMatch }: IncomingRequest,
): Promise<Response | null> {
  const headers = new Headers({ ETag: tag, 'Accept-Ranges': 'bytes', ...headersOfFile });
  if (matchesEntityTag(ifNoneMatch, tag)) return notModified(headers);
  const state = await prove(file);
  if (state === null) return null;
  const part = method === 'GET' ? partOf(request, tag, state.bytes) : null;
  headers.set('Content-Length', String(part?.length ?? state.bytes));
  if (part !== null) {
    const last = part.offset + part.length - 1;
    headers.set('Content-Range', `bytes ${part.offset}-${last}/${state.bytes}`);
  }
  const body = method === 'HEAD' ? null : await files.stream(file.place, part);
  if (body === null && method !== 'HEAD') return null;
  return codedResponse(body, { status: part === null ? 200 : 206, headers });
}

/**
 * The part that `bytes=first-last`, `bytes=first-` or `bytes=-length` asks for (RFC 9110 §14.1.2).
 * A list of ranges, or a range of another version, gets the whole file (§14.2, §13.1.5): null. The
 * 416 if there is no such part is without the file's validators: with them, a shared cache would
 * serve it in place of the file.
 */
export function partOf({ headers }: Request, tag: string, size: number): Part | null {
  const condition = headers.get('If-Range');
  const [range, first = '', last = ''] =
    /^bytes=(\d*)-(\d*)$/.exec(headers.get('Range') ?? '') ?? [];
  if (range === undefined || range === 'bytes=-' || (condition !== null && condition !== tag))
    return null;
  const offset = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  if (offset < end) return { offset, length: end - offset };
  throw new Refusal(
    'range-not-satisfiable',
    'The file has no such part: Range begins after its end. Content-Range gives its length.',
    {
      headers: { 'Content-Range': `bytes */${size}` },
    },
  );
}
