// SHA-256 in hex, which identifies keys and links and begins entity tags.

// Every request needs a digest, and formatting each byte took twice as long as the digest itself.
const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export async function hexDigest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  let hex = '';
  for (const byte of new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))) hex += hexOfByte[byte];
  return hex;
}
