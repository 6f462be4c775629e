// /bundles: the newest bundle of all served data. It is public, because the data are open and keys only limit the use of the API.
import { bundleName, bundleNameOf, latestFile, sealOf } from '#schemas/stored-files.ts';
import type { Bundles } from '../data/bundles.ts';
import { DamagedFile, faultOfSeal } from '../data/store.ts';
import { matchesEntityTag } from '../http/conditional.ts';
import { Refusal, quoted } from '../http/problem.ts';
import type { Visit } from '../visit.ts';

/** The text of latest.json. Throws the 404 if there is no bundle, and DamagedFile if the text is not the one that was written. */
export async function readLatestBundle(bundles: Bundles, path: string): Promise<string> {
  const response = await bundles.fetch(latestFile, { method: 'GET', headers: {} });
  if (response === null) return nothingAt(path);
  const text = await response.text();
  const fault = await faultOfSeal(text, sealOf.latest);
  if (fault !== null) throw new DamagedFile(`bundles/${latestFile}`, fault);
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
export function createBundleProver(bundles: Bundles, now: () => number = Date.now): ProveBundle {
  let of: object | null = null;
  let known = new Map<string, { readonly whole: boolean; readonly at: number }>();
  return async (name, catalogue) => {
    if (of !== catalogue) [of, known] = [catalogue, new Map()];
    const proofs = known;
    const before = proofs.get(name);
    if (before?.whole) return;
    if (before === undefined || now() - before.at >= damagedForMilliseconds) {
      const digest = await bundles.digest(name);
      if (digest === null) return;
      proofs.set(name, { whole: bundleNameOf(digest) === name, at: now() });
    }
    if (proofs.get(name)?.whole === false) throw new DamagedFile(`bundles/${name}`, 'its bytes differ from those that its name says');
  };
}

/**
 * A bundle, or a part of it for clients that already have some of its editions. The name identifies the bytes, so it is the entity tag
 * and caches may keep the bundle for ever.
 */
export async function answerBundle(bundles: Bundles, prove: ProveBundle, visit: Visit): Promise<Response> {
  const { method, path, params, request, known } = visit;
  const name = params['file'] ?? '';
  const [, digest] = bundleName.exec(name) ?? [];
  if (digest === undefined) return nothingAt(path);
  const tag = `"${digest}"`;
  const headers = new Headers({
    ETag: tag,
    'Cache-Control': 'public, no-transform, max-age=31536000, immutable',
    'Accept-Ranges': 'bytes',
  });
  if (matchesEntityTag(request.headers.get('If-None-Match'), tag)) return new Response(null, { status: 304, headers });
  await prove(name, known?.catalogue ?? null);
  const range = method === 'GET' ? rangeOf(request, tag) : null;
  const response = await bundles.fetch(name, {
    method: method === 'HEAD' ? 'HEAD' : 'GET',
    headers: range === null ? {} : { Range: range },
  });
  if (response === null) return nothingAt(path);
  if (response.status === 416) throw notInRange(response);
  for (const header of ['Content-Length', 'Content-Range']) {
    const value = response.headers.get(header);
    if (value !== null) headers.set(header, value);
  }
  headers.set('Content-Type', 'application/zstd');
  return new Response(response.body, { status: response.status, headers });
}

/** The 416, without the bundle's validators: with them, a shared cache would serve it in place of the bundle. */
function notInRange({ body, headers }: Response): Refusal {
  body?.cancel().catch(() => {});
  const range = headers.get('Content-Range');
  return new Refusal(
    'range-not-satisfiable',
    'The bundle has no such part: Range begins after its end. Content-Range gives its length.',
    range === null ? {} : { headers: { 'Content-Range': range } },
  );
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
