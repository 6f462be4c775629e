// Text to UTF-8 bytes, typed alike for both platforms the router runs on.

const encoder = new TextEncoder();

/** Copied once, because the worker's types let an encoder return shared memory, which WebCrypto's do not take. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(encoder.encode(text));
}
