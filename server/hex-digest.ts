// SHA-256 in hex: what keys and links are known by, and what entity tags begin with.

// Every request asks for one, and spelling it byte by byte took twice as long as the digest itself.
const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export async function hexDigest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  let hex = '';
  for (const byte of new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))) hex += hexOfByte[byte];
  return hex;
}
