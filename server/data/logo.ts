// The logo that the operator has supplied, with the digest of its bytes.
import { logoFile } from '#schemas/stored-files.ts';
import type { Store } from './store.ts';
import { hexDigest } from '../http/digest.ts';

/** Null if there is none. */
export type ReadLogo = () => Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly sha256: string } | null>;

const lookAgainAfterMilliseconds = 60_000;

export function createLogoReader(store: Pick<Store, 'outside'>): ReadLogo {
  // A value and never a promise, because workerd forbids one request to wait for another's I/O.
  let known: { readonly logo: Awaited<ReturnType<ReadLogo>>; readonly readAt: number } | null = null;
  return async () => {
    const age = known === null ? 0 : Date.now() - known.readAt;
    if (known !== null && age >= 0 && age < lookAgainAfterMilliseconds) return known.logo;
    const bytes = await store.outside(logoFile);
    known = { logo: bytes === null ? null : { bytes, sha256: await hexDigest(bytes) }, readAt: Date.now() };
    return known.logo;
  };
}
