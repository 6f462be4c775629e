// Compares secrets in a time that does not reveal where they differ. WebCrypto has no such comparison for truncated tags.
import { encodeUtf8 } from './encode.ts';

/** Whether two byte strings are equal. The time reveals only their lengths, which are not secret. */
export function equalInConstantTime(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  a.forEach((byte, place) => {
    difference |= byte ^ (b[place] ?? 0);
  });
  return difference === 0;
}

/** Whether two texts are equal. It compares their digests, so that not even the length shows. */
export async function equalTexts(a: string, b: string): Promise<boolean> {
  const [left, right] = await Promise.all([a, b].map((text) => crypto.subtle.digest('SHA-256', encodeUtf8(text))));
  return left !== undefined && right !== undefined && equalInConstantTime(new Uint8Array(left), new Uint8Array(right));
}
