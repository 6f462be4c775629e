// /bundles: the newest bundle of all served data. It is public, because the data are open and keys only limit the use of the API.
import { bundleName, latestFile } from '#schemas/standing/bundle-name.ts';
import { matchesEntityTag } from './etag.ts';
import { Refusal, quoted } from './problem.ts';
import type { Fetcher } from './store-disk.ts';
import type { Visit } from './visit.ts';

/** The port that reads bundles. */
export interface Bundles {
  /** 200 or 206 with the file or the part that `Range` asks for, 416 if there is no such part; null if there is no such file. */
  fetch(
    name: string,
    request: { readonly method: 'GET' | 'HEAD'; readonly headers: Readonly<Record<string, string>> },
  ): Promise<Response | null>;
}

/** Reads through workerd's disk service over the whole data directory. It asks only for names of bundles. */
export function createDiskServiceBundles(data: Fetcher): Bundles {
  return {
    async fetch(name, { method, headers }) {
      const response = await data.fetch(`http://disk/bundles/${name}`, { method, headers: { ...headers } });
      if (response.status === 200 || response.status === 206 || response.status === 416) return response;
      await response.body?.cancel();
      if (response.status === 404) return null;
      throw new Error(`disk service answered ${response.status} for /bundles/${name}`);
    },
  };
}

/** For a service without bundles. */
export const noBundles: Bundles = { fetch: async () => null };

/** The text of latest.json. Throws the 404 if there is no bundle. */
export async function readLatestBundle(bundles: Bundles, path: string): Promise<string> {
  const response = await bundles.fetch(latestFile, { method: 'GET', headers: {} });
  return response === null ? nothingAt(path) : response.text();
}

/**
 * A bundle, or a part of it for clients that already have some of its editions. The name identifies the bytes, so it is the entity tag
 * and caches may keep the bundle for ever.
 */
export async function answerBundle(bundles: Bundles, { method, path, params, request }: Visit): Promise<Response> {
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
