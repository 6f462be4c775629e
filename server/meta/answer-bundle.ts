// /bundles: the newest bundle of all served data. It is public, because the data are open and keys only limit the use of the API.
import { bundleName, bundleNameOf, latestFile, sealOf } from '#schemas/stored-files.ts';
import type { Files, Part } from '../data/files.ts';
import { DamagedFile, faultOfSeal } from '../data/store.ts';
import { matchesEntityTag, notModified } from '../http/representation.ts';
import { Refusal, quoted } from '../http/problem.ts';
import type { Visit } from '../visit.ts';

const placeOf = (name: string): string => `bundles/${name}`;

/** The text of latest.json. Throws the 404 if there is no bundle, and DamagedFile if the text is not the one that was written. */
export async function readLatestBundle(files: Files | null, path: string): Promise<string> {
  const place = placeOf(latestFile);
  const bytes = (await files?.read(place)) ?? nothingAt(path);
  const text = new TextDecoder().decode(bytes);
  const fault = await faultOfSeal(text, sealOf.latest);
  if (fault !== null) throw new DamagedFile(place, fault);
  return text;
}

/** Throws DamagedFile if a bundle has other bytes than its name says. */
type ProveBundle = (name: string, catalogue: object | null) => Promise<void>;

/** So long a bundle counts as damaged before it is read again: somebody may have put it back. */
const damagedForMilliseconds = 60_000;

/**
 * Reads a bundle once for each catalogue, because to read all its bytes takes too long for each request. It remembers a value and never a promise,
 * as the reader of the catalogue does, so requests that arrive before the first value each read the bundle.
 */
export function createBundleProver(files: Files | null, now: () => number = Date.now): ProveBundle {
  let of: object | null = null;
  let known = new Map<string, { readonly whole: boolean; readonly at: number }>();
  return async (name, catalogue) => {
    if (of !== catalogue) [of, known] = [catalogue, new Map()];
    const proofs = known;
    const before = proofs.get(name);
    if (before?.whole) return;
    if (before === undefined || now() - before.at >= damagedForMilliseconds) {
      const digest = await files?.digest(placeOf(name));
      if (digest === undefined || digest === null) return;
      proofs.set(name, { whole: bundleNameOf(digest) === name, at: now() });
    }
    if (proofs.get(name)?.whole === false) throw new DamagedFile(placeOf(name), 'its bytes differ from those that its name says');
  };
}

/**
 * A bundle, or a part of it for clients that already have some of its editions. The name identifies the bytes, so it is the entity tag
 * and caches may keep the bundle for ever.
 */
export async function answerBundle(files: Files | null, prove: ProveBundle, visit: Visit): Promise<Response> {
  const { method, path, params, request, known } = visit;
  const name = params['file'] ?? '';
  const [, digest] = bundleName.exec(name) ?? [];
  if (files === null || digest === undefined) return nothingAt(path);
  const tag = `"${digest}"`;
  const validators = {
    ETag: tag,
    'Cache-Control': 'public, no-transform, max-age=31536000, immutable',
    'Accept-Ranges': 'bytes',
  };
  if (matchesEntityTag(request.headers.get('If-None-Match'), tag)) return notModified(validators);
  await prove(name, known?.catalogue ?? null);
  const size = (await files.size(placeOf(name))) ?? nothingAt(path);
  const range = method === 'GET' ? rangeOf(request, tag) : null;
  const part = range === null ? null : partOf(range, size);
  const headers = new Headers({ ...validators, 'Content-Length': String(part?.length ?? size) });
  if (part !== null) headers.set('Content-Range', `bytes ${part.offset}-${part.offset + part.length - 1}/${size}`);
  headers.set('Content-Type', 'application/zstd');
  const body = method === 'HEAD' ? null : ((await files.stream(placeOf(name), part)) ?? nothingAt(path));
  return new Response(body, { status: part === null ? 200 : 206, headers });
}

/**
 * The part that `bytes=first-last`, `bytes=first-` or `bytes=-length` asks for (RFC 9110 §14.1.2). The 416 if there is none is without the bundle's
 * validators: with them, a shared cache would serve it in place of the bundle.
 */
function partOf(range: string, size: number): Part {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  const offset = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  if (offset < end) return { offset, length: end - offset };
  throw new Refusal('range-not-satisfiable', 'The bundle has no such part: Range begins after its end. Content-Range gives its length.', {
    headers: { 'Content-Range': `bytes */${size}` },
  });
}
/** One range of bytes. A list of ranges, or a range of another version, gets the whole file (RFC 9110 §14.2, §13.1.5). */
function rangeOf({ headers }: Request, tag: string): string | null {
  const range = headers.get('Range');
  const condition = headers.get('If-Range');
  if (range === null || (condition !== null && condition !== tag)) return null;
  return /^bytes=(?:\d+-\d*|-\d+)$/.test(range) ? range : null;
}

function nothingAt(path: string): never {
  throw new Refusal(
    'unknown-path',
    `There is no bundle at ${quoted(path)}. /bundles/${latestFile} names the newest bundle, if there is one.`,
  );
}
