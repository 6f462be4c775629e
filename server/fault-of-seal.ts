// Compares a file with the digest that it carries of itself.
import { brokenSeal, type Seal, noSeal, unsealed } from '#schemas/seal.ts';
import { encodeUtf8 } from './encode.ts';
import { hexDigest } from './hex-digest.ts';

/** Null if nothing is wrong. */
export async function faultOfSeal(text: string, seal: Seal): Promise<string | null> {
  const parts = unsealed(text, seal);
  if (parts === null) return noSeal;
  return (await hexDigest(encodeUtf8(parts.text))) === parts.sha256 ? null : brokenSeal;
}
