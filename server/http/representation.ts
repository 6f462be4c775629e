// Sends an answer: its bytes in a content coding (RFC 9110 §12.5.3), with the entity tag and digest
// of the coded bytes; or 304.
import type { Accepted } from './accept.ts';
import type { IncomingRequest } from './incoming-request.ts';
import { hexDigest } from './digest.ts';

/** The bytes of an answer, and their SHA-256 if it is known already. */
export interface Answer {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly digest: ArrayBuffer | null;
}

/** How an answer is sent. */
interface SendOptions {
  /** The headers that do not depend on the coding. */
  readonly headers: Headers;
  /** The entity tag of the bytes as they are, quotes included; null for an answer without one. */
  readonly tag: string | null;
  readonly accepted: Accepted;
  /** The tags whose bytes the client has. */
  readonly ifNoneMatch: string | null;
}

/** The 200, or 304 if the client has these bytes. It changes `headers`. */
export async function send(
  { bytes, digest }: Answer,
  { headers, tag, accepted, ifNoneMatch }: SendOptions,
): Promise<Response> {
  const coding = codingFor(accepted, bytes.length);
  if (tag !== null) {
    const codedTag = tagOfCoding(tag, coding);
    headers.set('ETag', codedTag);
    if (matchesEntityTag(ifNoneMatch, codedTag)) return notModified(headers);
  }
  const body = await encode(bytes, coding);
  const sha256 =
    body === bytes && digest !== null ? digest : await crypto.subtle.digest('SHA-256', body);
  if (coding !== 'identity') headers.set('Content-Encoding', coding);
  // RFC 9530 §3, so that anyone who keeps the answer can prove that it is complete.
  const base64 = btoa(String.fromCharCode(...new Uint8Array(sha256)));
  headers.set('Repr-Digest', `sha-256=:${base64}:`);
  headers.set('Content-Length', String(body.length));
  return codedResponse(body, { headers });
}

/** A response whose bytes are coded already: without `manual`, workerd would code them again. */
export function codedResponse(
  body: Uint8Array<ArrayBuffer> | ReadableStream | null,
  init: { readonly status?: number; readonly headers: Headers },
): Response {
  const coded: ResponseInit & { readonly encodeBody: 'manual' } = { ...init, encodeBody: 'manual' };
  return new Response(body, coded);
}

/**
 * The 304 that needs no bytes; null if only the bytes can tell. A client has the tag of the gzipped
 * bytes only if it was sent them. The other tag of a client that accepts gzip can be that of a
 * short body.
 */
export function notModifiedUnread(
  ifNoneMatch: string | null,
  tag: string,
  headers: Headers,
  { gzip }: Accepted,
): Response | null {
  if (gzip && ifNoneMatch?.trim() === '*') return null;
  const expected = tagOfCoding(tag, gzip ? 'gzip' : 'identity');
  if (!matchesEntityTag(ifNoneMatch, expected)) return null;
  headers.set('ETag', expected);
  return notModified(headers);
}

/** An answer in a coding that the client accepts. One that may be kept has an entity tag. */
export async function inAcceptedCoding(
  response: Response,
  { accepted, ifNoneMatch }: Pick<IncomingRequest, 'accepted' | 'ifNoneMatch'>,
): Promise<Response> {
  if (isCoded(response)) return response;
  if (isTagged(response)) return sendTagged(response, { accepted, ifNoneMatch });
  return coded(response, accepted);
}

/**
 * A page, or a file of our own, with the tag of its bytes. Pages are made when they are asked for,
 * so their tag cannot be known before.
 */
async function sendTagged(
  response: Response,
  { accepted, ifNoneMatch }: Pick<SendOptions, 'accepted' | 'ifNoneMatch'>,
): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  headers.append('Vary', 'Accept-Encoding');
  const tag = await tagOf(bytes);
  return send({ bytes, digest: null }, { headers, tag, accepted, ifNoneMatch });
}

/**
 * Whether an answer that no step has coded may be kept and asked for again: it is whole, and not
 * forbidden to be stored.
 */
function isTagged({ status, headers, body }: Response): boolean {
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
function isCoded({ headers }: Response): boolean {
  return ['Repr-Digest', 'ETag', 'Accept-Ranges'].some((name) => headers.has(name));
}

/**
 * An answer that no step has coded yet, such as a page or a problem, in the coding of its length.
 * Of a HEAD request it has the same headers.
 */
async function coded(response: Response, accepted: Accepted): Promise<Response> {
  const { body, status, headers } = response;
  if (body === null) return response;
  headers.append('Vary', 'Accept-Encoding');
  if (!accepted.gzip) return response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const coding = codingFor(accepted, bytes.length);
  if (coding === 'gzip') headers.set('Content-Encoding', coding);
  const encoded = await encode(bytes, coding);
  headers.set('Content-Length', String(encoded.length));
  return codedResponse(encoded, { status, headers });
}

async function encode(
  body: Uint8Array<ArrayBuffer>,
  coding: Coding,
): Promise<Uint8Array<ArrayBuffer>> {
  if (coding === 'identity') return body;
  const packed = new Response(body).body?.pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
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
  return ifNoneMatch.match(/"[^"]*"/g)?.some((listedTag) => listedTag === tag) ?? false;
}

const contentHeaders = ['Content-Type', 'Content-Encoding', 'Content-Length', 'Repr-Digest'];

/** A 304 has no content, so it has no headers that describe content (RFC 9110 §15.4.5). */
export function notModified(headers: Headers): Response {
  const others = new Headers(headers);
  for (const name of contentHeaders) others.delete(name);
  return new Response(null, { status: 304, headers: others });
}
