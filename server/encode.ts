// Text to UTF-8 bytes, with one type for both platforms of the router.

const encoder = new TextEncoder();

/** Copies the bytes, because in the worker's types an encoder may return shared memory, which WebCrypto's types refuse. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(encoder.encode(text));
}
