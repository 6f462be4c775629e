// /bundles: the newest bundle of all that is served, public because the data are open and the key only rations the API.
import { bundleName, latestFile } from '#schemas/standing/bundle-name.ts';
import { matchesEntityTag } from './etag.ts';
import { Refusal, quoted } from './problem.ts';
import type { Fetcher } from './store.ts';
import type { Visit } from './visit.ts';

/** Where bundles lie. */
export interface Bundles {
  /** 200 or 206 with the file or the part that `Range` asks for, 416 where there is no such part; null where there is no such file. */
  fetch(
    name: string,
    request: { readonly method: 'GET' | 'HEAD'; readonly headers: Readonly<Record<string, string>> },
  ): Promise<Response | null>;
}

/** Through workerd's disk service over the whole data directory, which is asked for names of bundles and nothing else. */
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

/** For a place that gives out no bundles. */
export const noBundles: Bundles = { fetch: async () => null };

/** The text of latest.json. Throws the 404 where there is no bundle. */
export async function readLatestBundle(bundles: Bundles, path: string): Promise<string> {
  const response = await bundles.fetch(latestFile, { method: 'GET', headers: {} });
  return response === null ? nothingAt(path) : response.text();
}

/**
 * A bundle, or one part of it: whoever has some of its editions asks for the others alone. The name tells the bytes, so that it is kept
 * for ever, and is its own entity tag.
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

/** Kept by nobody: with the bundle's own validators a shared cache would give it out in the bundle's place. */
function notInRange({ body, headers }: Response): Refusal {
  body?.cancel().catch(() => {});
  const range = headers.get('Content-Range');
  return new Refusal(
    'range-not-satisfiable',
    'The bundle has no such part: Range begins behind its end, and Content-Range says how long it is.',
    range === null ? {} : { headers: { 'Content-Range': range } },
  );
}

/** One range of bytes. A list of them, or one of another version of the file, is answered with the whole (RFC 9110 §14.2, §13.1.5). */
function rangeOf({ headers }: Request, tag: string): string | null {
  const range = headers.get('Range');
  const condition = headers.get('If-Range');
  if (range === null || (condition !== null && condition !== tag)) return null;
  return /^bytes=(?:\d+-\d*|-\d+)$/.test(range) ? range : null;
}

function nothingAt(path: string): never {
  throw new Refusal(
    'unknown-path',
    `There is no bundle at ${quoted(path)}. /bundles/${latestFile} names the newest, where one has been made.`,
  );
}
