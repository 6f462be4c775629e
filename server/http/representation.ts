// What is sent of an answer: its bytes in a content coding, with the validators and digest of the coded bytes, or 304.
import { codingFor, encode, tagOfCoding } from './coding.ts';
import type { Accepted } from './accept.ts';
import { matchesEntityTag, notModified, tagOf } from './conditional.ts';

type HeaderRecord = Readonly<Record<string, string>>;

/** Headers that many answers share, and the same as the platform has them, which it copies faster. */
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

/** `headers` are those of the answer in any coding; `tag` is the tag of the bytes as they are, or null for an answer without one. */
export async function represent(
  { bytes, digest }: Answer,
  { headers, tag, accepted }: { readonly headers: SharedHeaders; readonly tag: string | null; readonly accepted: Accepted },
): Promise<Representation> {
  const coding = codingFor(accepted, bytes.length);
  const body = await encode(bytes, coding);
  const codedTag = tag === null ? null : tagOfCoding(tag, coding);
  return {
    tag: codedTag,
    headers,
    own: {
      ...(codedTag === null ? {} : { ETag: codedTag }),
      ...(coding === 'identity' ? {} : { 'Content-Encoding': coding }),
      'Repr-Digest': representationDigest(body === bytes && digest !== null ? digest : await crypto.subtle.digest('SHA-256', body)),
      'Content-Length': String(body.length),
    },
    body,
  };
}

/** The 200, or 304 if the client has these bytes. */
export function respondWith({ tag, headers, own, prepared, body }: Representation, ifNoneMatch: string | null): Response {
  if (tag !== null && matchesEntityTag(ifNoneMatch, tag)) return notModified({ ...headers.record, ...own });
  // The bytes are coded already: without `manual`, workerd would code them again.
  const init: ResponseInit & { readonly encodeBody: 'manual' } = { headers: prepared ?? headers.prepared, encodeBody: 'manual' };
  const response = new Response(body, init);
  if (prepared === undefined) for (const [name, value] of Object.entries(own)) response.headers.set(name, value);
  return response;
}

/** All headers of an answer, for those who ask for it again. */
export function prepare({ headers, own }: Representation): Headers {
  return new Headers({ ...headers.record, ...own });
}

/**
 * The 304 that needs no bytes; null if only the bytes can tell. A client has the tag of the gzipped bytes only if it was sent them. The
 * other tag of a client that accepts gzip can be that of a short body.
 */
export function notModifiedUnread(ifNoneMatch: string | null, tag: string, { record }: SharedHeaders, { gzip }: Accepted): Response | null {
  if (gzip && ifNoneMatch?.trim() === '*') return null;
  const expected = tagOfCoding(tag, gzip ? 'gzip' : 'identity');
  return matchesEntityTag(ifNoneMatch, expected) ? notModified({ ...record, ETag: expected }) : null;
}

/**
 * A page, or a file of our own, with the tag of its bytes. Pages are made when they are asked for, so their tag cannot be known before.
 */
export async function representResponse(response: Response, accepted: Accepted): Promise<Representation> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { vary, ...headers } = Object.fromEntries(response.headers);
  const Vary = vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`;
  return represent({ bytes, digest: null }, { headers: shared({ ...headers, Vary }), tag: await tagOf(bytes), accepted });
}

/** Whether an answer that no step has coded may be kept and asked for again: it is whole, and not forbidden to be stored. */
export function isTagged({ status, headers, body }: Response): boolean {
  const cacheControl = headers.get('Cache-Control');
  return status === 200 && body !== null && cacheControl !== null && !cacheControl.includes('no-store');
}

/** The value of Repr-Digest (RFC 9530 §3), so that anyone who keeps the answer can prove that it is complete. */
function representationDigest(digest: ArrayBuffer): string {
  return `sha-256=:${btoa(String.fromCharCode(...new Uint8Array(digest)))}:`;
}
