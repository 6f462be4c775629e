// The logo that the operator has supplied: whether there is one, and its bytes. A damaged one is never shown.
import { type LogoRecord, logoFile, logoRecordFile, readLogoRecord } from '#schemas/stored-files.ts';
import { DamagedFile, type Store } from './store.ts';
import { hexDigest } from '../http/digest.ts';

export type Logos = ReturnType<typeof createLogos>;

const lookAgainAfterMilliseconds = 60_000;

export function createLogos(store: Store, now: () => number = Date.now) {
  // A value and never a promise, because workerd forbids one request to wait for another's I/O.
  let known: { readonly record: LogoRecord | null; readonly readAt: number } | null = null;
  /** The record of the logo; null if there is none. */
  const find = async (): Promise<LogoRecord | null> => {
    const age = known === null ? 0 : now() - known.readAt;
    if (known !== null && age >= 0 && age < lookAgainAfterMilliseconds) return known.record;
    const bytes = await store.outside(logoRecordFile);
    known = { record: bytes === null ? null : readLogoRecord(new TextDecoder().decode(bytes)), readAt: now() };
    return known.record;
  };
  return {
    find,
    /** Its bytes; null if there is none. Throws DamagedFile if they are not those of the record. */
    async read(): Promise<Uint8Array<ArrayBuffer> | null> {
      const record = await find();
      if (record === null) return null;
      const bytes = await store.outside(logoFile);
      if (bytes === null || (await hexDigest(bytes)) !== record.sha256) {
        // It may have been replaced since.
        known = null;
        throw new DamagedFile(logoFile, bytes === null ? 'is missing' : 'its bytes differ from those supplied', bytes === null);
      }
      return bytes;
    },
  };
}
