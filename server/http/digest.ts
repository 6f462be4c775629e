// SHA-256 in hex, which identifies keys and links and begins entity tags, and text as UTF-8 bytes.

// Every request needs a digest, and formatting each byte took twice as long as the digest itself.
const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export async function hexDigest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return hexOf(await crypto.subtle.digest('SHA-256', bytes));
}

export function hexOf(digest: ArrayBuffer): string {
  let hex = '';
  for (const byte of new Uint8Array(digest)) hex += hexOfByte[byte];
  return hex;
}

/** Whether `hex` is this digest. It runs for each document, and formatting the digest first takes three times as long. */
export function isDigest(digest: ArrayBuffer, hex: string | undefined): boolean {
  if (hex === undefined || hex.length !== 2 * digest.byteLength) return false;
  let place = 0;
  for (const byte of new Uint8Array(digest)) {
    if (hex.charCodeAt(place) !== digits.charCodeAt(byte >> 4) || hex.charCodeAt(place + 1) !== digits.charCodeAt(byte & 15)) return false;
    place += 2;
  }
  return true;
}

const digits = '0123456789abcdef';

const encoder = new TextEncoder();

/** Copies the bytes, because in the worker's types an encoder may return shared memory, which WebCrypto's types refuse. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(encoder.encode(text));
}
