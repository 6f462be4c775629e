// What is sent of an answer: its bytes in a content coding (RFC 9110 §12.5.3), with the entity tag
// and digest of the coded bytes, or 304.
import type { Accepted } from './accept.ts';
import { hexDigest } from './digest.ts';

type HeaderRecord = Readonly<Record<string, string>>;

/**
 * Headers that many answers share, and the same as the platform has them, which it copies faster.
 */
export interface SharedHeaders {
  readonly record: HeaderRecord;
  readonly prepared: Headers;
}

export function shared(headers: HeaderRecord): SharedHeaders {
  const record = { Vary: 'Accept-Encoding', ...headers };
  return { record, prepared: new Headers(record) };
}

/** The bytes of an answer, and their SHA-256 if it is known already. */
export interface Answer {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly digest: ArrayBuffer | null;
}

/** The bytes of an answer as they are sent. */
export interface Representation {
  /** The entity tag, quotes included; null for an answer that is never kept. */
  readonly tag: string | null;
  /** The headers of the 200: those that it shares with others, and its own. */
  readonly headers: SharedHeaders;
  readonly own: HeaderRecord;
  /** All of them as the platform has them; only of an answer that is asked for again. */
  prepared?: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
}

/**
 * `headers` are those of the answer in any coding; `tag` is the tag of the bytes as they are, or
 * null for an answer without one.
 */
export async function represent(
  { bytes, digest }: Answer,
  {
    headers,
    tag,
    accepted,
  }: { readonly headers: SharedHeaders; readonly tag: string | null; readonly accepted: Accepted },
): Promise<Representation> {
  const coding = codingFor(accepted, bytes.length);
  const body = await encode(bytes, coding);
  const codedTag = tag === null ? null : tagOfCoding(tag, coding);
  const sha256 =
    body === bytes && digest !== null ? digest : await crypto.subtle.digest('SHA-256', body);
  return {
    tag: codedTag,
    headers,
    own: {
      ...(codedTag === null ? {} : { ETag: codedTag }),
      ...(coding === 'identity' ? {} : { 'Content-Encoding': coding }),
      // RFC 9530 §3, so that anyone who keeps the answer can prove that it is complete.
      'Repr-Digest': `sha-256=:${btoa(String.fromCharCode(...new Uint8Array(sha256)))}:`,
      'Content-Length': String(body.length),
    },
    body,
  };
}

/** The 200, or 304 if the client has these bytes. */
export function respondWith(
  { tag, headers, own, prepared, body }: Representation,
  ifNoneMatch: string | null,
): Response {
  if (tag !== null && matchesEntityTag(ifNoneMatch, tag))
    return notModified({ ...headers.record, ...own });
  // The bytes are coded already: without `manual`, workerd would code them again.
  const init: ResponseInit & { readonly encodeBody: 'manual' } = {
    headers: prepared ?? headers.prepared,
    encodeBody: 'manual',
  };
  const response = new Response(body, init);
  if (prepared === undefined)
    for (const [name, value] of Object.entries(own)) response.headers.set(name, value);
  return response;
}

/** All headers of an answer, for those who ask for it again. */
export function prepare({ headers, own }: Representation): Headers {
  return new Headers({ ...headers.record, ...own });
}

/**
 * The 304 that needs no bytes; null if only the bytes can tell. A client has the tag of the gzipped
 * bytes only if it was sent them. The other tag of a client that accepts gzip can be that of a
 * short body.
 */
export function notModifiedUnread(
  ifNoneMatch: string | null,
  tag: string,
  { record }: SharedHeaders,
  { gzip }: Accepted,
): Response | null {
  if (gzip && ifNoneMatch?.trim() === '*') return null;
  const expected = tagOfCoding(tag, gzip ? 'gzip' : 'identity');
  return matchesEntityTag(ifNoneMatch, expected)
    ? notModified({ ...record, ETag: expected })
    : null;
}

/**
 * A page, or a file of our own, with the tag of its bytes. Pages are made when they are asked for,
 * so their tag cannot be known before.
 */
export async function representResponse(
  response: Response,
  accepted: Accepted,
): Promise<Representation> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { vary, ...headers } = Object.fromEntries(response.headers);
  const Vary = vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`;
  return represent(
    { bytes, digest: null },
    { headers: shared({ ...headers, Vary }), tag: await tagOf(bytes), accepted },
  );
}

/**
 * Whether an answer that no step has coded may be kept and asked for again: it is whole, and not
 * forbidden to be stored.
 */
export function isTagged({ status, headers, body }: Response): boolean {
  const cacheControl = headers.get('Cache-Control');
  return (
    status === 200 && body !== null && cacheControl !== null && !cacheControl.includes('no-store')
  );
}

export type Coding = 'identity' | 'gzip';

/** Below this size gzip saves nothing: header and answer fit one packet. */
const leastBytes = 1000;

/**
 * The coding of a body of this many bytes. A client that refuses everything gets the bytes as they
 * are.
 */
export function codingFor({ gzip, identity }: Accepted, bytes: number): Coding {
  return gzip && (bytes >= leastBytes || !identity) ? 'gzip' : 'identity';
}

/** The strong tag of the coded bytes, from the tag of the bytes as they are (RFC 9110 §8.8.3.3). */
export function tagOfCoding(tag: string, coding: Coding): string {
  return coding === 'gzip' ? tag.replace(/"$/, '-gzip"') : tag;
}

/**
 * Whether a step has chosen the coding: answers and bundles have these headers with their bytes,
 * and a stream of a bundle is compressed already.
 */
export function isCoded({ headers }: Response): boolean {
  return ['Repr-Digest', 'ETag', 'Accept-Ranges'].some((name) => headers.has(name));
}

/**
 * An answer that no step has coded yet, such as a page or a problem, in the coding of its length.
 * Of a HEAD request it has the same headers.
 */
export async function coded(response: Response, accepted: Accepted): Promise<Response> {
  const { body, status, headers } = response;
  if (body === null) return response;
  headers.append('Vary', 'Accept-Encoding');
  if (!accepted.gzip) return response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const coding = codingFor(accepted, bytes.length);
  if (coding === 'gzip') headers.set('Content-Encoding', coding);
  const encoded = await encode(bytes, coding);
  headers.set('Content-Length', String(encoded.length));
  const init: ResponseInit & { readonly encodeBody: 'manual' } = {
    status,
    headers,
    encodeBody: 'manual',
  };
  return new Response(encoded, init);
}

export async function encode(
  body: Uint8Array<ArrayBuffer>,
  coding: Coding,
): Promise<Uint8Array<ArrayBuffer>> {
  if (coding === 'identity') return body;
  const coded = new Response(body).body?.pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(coded).arrayBuffer());
}

/** The strong entity tag of these bytes, quotes included. */
export async function tagOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return `"${(await hexDigest(bytes)).slice(0, 16)}"`;
}

/**
 * Whether If-None-Match, a list compared weakly or "*" (RFC 9110 §13.1.2), names the tag. A tag may
 * hold a comma, so commas do not split the list.
 */
export function matchesEntityTag(ifNoneMatch: string | null, tag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.match(/"[^"]*"/g)?.some((named) => named === tag) ?? false;
}

const ofContent: ReadonlySet<string> = new Set([
  'content-type',
  'content-encoding',
  'content-length',
  'repr-digest',
]);

/** A 304 has no content, so it has no headers that describe content (RFC 9110 §15.4.5). */
export function notModified(headers: Readonly<Record<string, string>>): Response {
  const others = Object.entries(headers).filter(([name]) => !ofContent.has(name.toLowerCase()));
  return new Response(null, { status: 304, headers: others });
}
