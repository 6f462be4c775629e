// Content codings: gzip for clients that accept it (RFC 9110 §12.5.3), and the bytes as they are for all others.
import type { Accepted } from './accept.ts';

export type Coding = 'identity' | 'gzip';

/** Below this size gzip saves nothing: header and answer fit one packet. */
const leastBytes = 1000;

/** The coding of a body of this many bytes. A client that refuses everything gets the bytes as they are. */
export function codingFor({ gzip, identity }: Accepted, bytes: number): Coding {
  return gzip && (bytes >= leastBytes || !identity) ? 'gzip' : 'identity';
}

/** The strong tag of the coded bytes, from the tag of the bytes as they are (RFC 9110 §8.8.3.3). */
export function tagOfCoding(tag: string, coding: Coding): string {
  return coding === 'gzip' ? tag.replace(/"$/, '-gzip"') : tag;
}

/** Whether a step has chosen the coding: answers and bundles have these headers with their bytes, and a stream of a bundle is compressed already. */
export function isCoded({ headers }: Response): boolean {
  return ['Repr-Digest', 'ETag', 'Accept-Ranges'].some((name) => headers.has(name));
}

/**
 * An answer that no step has coded yet, such as a page or a problem, in the coding of its length. Of a HEAD request it has the same headers.
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
  const init: ResponseInit & { readonly encodeBody: 'manual' } = { status, headers, encodeBody: 'manual' };
  return new Response(encoded, init);
}

export async function encode(body: Uint8Array<ArrayBuffer>, coding: Coding): Promise<Uint8Array<ArrayBuffer>> {
  if (coding === 'identity') return body;
  const coded = new Response(body).body?.pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(coded).arrayBuffer());
}
