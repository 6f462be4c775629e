// The bytes of a snapshot as they lie on disk and in a store: the publisher's own, or packed with zstd where that is much smaller. The name
// is the hash of the publisher's bytes either way, and says which of the two it is.
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { sha256 } from '../edition/digest.ts';
import { largestFile } from '../store/store.ts';

/** Smaller files are stored as they are: all of them together are a few megabytes. */
const leastPacked = 1_000_000;

/** A list of 75 MB takes a third of a second at this level. */
const level = 3;

/** Bytes to store for a file of a publisher. Workbooks and archives are packed already, and stay as they are. */
export function storedForm(bytes: Uint8Array): Uint8Array {
  if (bytes.length < leastPacked) return bytes;
  const packed = zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 } });
  return packed.length < bytes.length / 2 ? packed : bytes;
}

/** The publisher's bytes of a stored snapshot; null if they are not those of the digest. */
export function originalOf(stored: Uint8Array, digest: string): Uint8Array | null {
  if (sha256(stored) === digest) return stored;
  try {
    const bytes = zstdDecompressSync(stored, { maxOutputLength: largestFile });
    return sha256(bytes) === digest ? bytes : null;
  } catch {
    // Not zstd, or cut.
    return null;
  }
}
