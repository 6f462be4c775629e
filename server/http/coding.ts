// Content codings: gzip for clients that accept it (RFC 9110 §12.5.3), and the bytes as they are for all others.

export type Coding = 'identity' | 'gzip';

/** The codings that a client accepts. */
export interface Accepted {
  /** True if it accepts gzip, and does not prefer the bytes as they are. */
  readonly gzip: boolean;
  /** False if it refuses the bytes as they are. */
  readonly identity: boolean;
}

/** For callers in this process. */
export const asTheyAre: Accepted = { gzip: false, identity: true };

/** Where a request says which codings its client accepts. */
export type AcceptEncoding = (request: Request) => string | null;

export const readAcceptEncoding: AcceptEncoding = (request) => request.headers.get('Accept-Encoding');

/** Cloudflare puts its own Accept-Encoding in the place of the client's, which it keeps beside the request. */
export const readClientAcceptEncoding: AcceptEncoding = (request) => {
  const cf: unknown = 'cf' in request ? request.cf : null;
  if (typeof cf !== 'object' || cf === null || !('clientAcceptEncoding' in cf)) return null;
  return typeof cf.clientAcceptEncoding === 'string' ? cf.clientAcceptEncoding : null;
};

/** Reads a list such as "gzip;q=0.8, *;q=0". A member that is not well formed counts as if it were not there. */
export function acceptedCodings(list: string | null): Accepted {
  const weights = new Map<string, number>();
  for (const member of (list ?? '').split(',')) {
    const [, name = '', weight = '1'] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i.exec(member) ?? [];
    // RFC 9110 §8.4.1.3: x-gzip is gzip.
    if (name !== '') weights.set(name.toLowerCase().replace(/^x-gzip$/, 'gzip'), Number(weight));
  }
  const any = weights.get('*');
  const gzip = weights.get('gzip') ?? any ?? 0;
  const identity = weights.get('identity') ?? (any === 0 ? 0 : null);
  return { gzip: gzip > 0 && (identity === null || gzip >= identity), identity: identity !== 0 };
}

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
