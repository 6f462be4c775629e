// The logo that the operator has supplied, with the digest of its bytes.
import { logoFile } from '#schemas/stored-files.ts';
import type { Store } from './store.ts';
import { hexDigest } from '../http/digest.ts';

interface Logo {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly sha256: string;
}

/** Null if there is none. */
export type ReadLogo = () => Promise<Logo | null>;

const lookAgainAfterMilliseconds = 60_000;

export function createLogoReader(store: Pick<Store, 'outside'>): ReadLogo {
  // A value and never a promise, because workerd forbids one request to wait for another's I/O.
  let known: { readonly logo: Logo | null; readonly readAt: number } | null = null;
  return async () => {
    const age = known === null ? 0 : Date.now() - known.readAt;
    if (known !== null && age >= 0 && age < lookAgainAfterMilliseconds) return known.logo;
    const bytes = await store.outside(logoFile);
    known = { logo: bytes === null ? null : { bytes, sha256: await hexDigest(bytes) }, readAt: Date.now() };
    return known.logo;
  };
}
