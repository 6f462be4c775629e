// Digests: SHA-256 in hex, for keys, links and entity tags, and FNV-1a for what needs no proof.

// Looked up, because formatting each byte takes longer than the digest itself.
const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export async function hexDigest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return hexOf(await crypto.subtle.digest('SHA-256', bytes));
}

export function hexOf(digest: ArrayBuffer): string {
  let hex = '';
  for (const byte of new Uint8Array(digest)) hex += hexOfByte[byte];
  return hex;
}

const encoder = new TextEncoder();

/**
 * Copies the bytes, because in the worker's types an encoder may return shared memory, which
 * WebCrypto's types refuse.
 */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(encoder.encode(text));
}

/** FNV-1a of 32 bits: it tells texts apart and proves nothing. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place++)
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  return hash;
}
