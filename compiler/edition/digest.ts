// SHA-256 of bytes and of parsed rows. They name editions.
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import type { EditionRecord } from '#schemas/catalogue.ts';
import { listingText } from '#schemas/stored-files.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { readOrNull } from '#sources/kit/problem.ts';
import { readOrBlame } from './files.ts';

export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const piece = Buffer.alloc(1 << 20);

/** The digest of a file; null if it is not there or cannot be read. */
export function digestOfFile(file: string): string | null {
  return readOrNull(() => readDigest(file));
}

/**
 * The digest of a file, which may be too large for memory. Throws UnreadableFileError if it cannot
 * be read.
 */
export function readDigest(file: string): string {
  return readOrBlame(file, () => {
    const hash = createHash('sha256');
    const descriptor = openSync(file, 'r');
    try {
      for (let length = 1; length > 0; hash.update(piece.subarray(0, length)))
        length = readSync(descriptor, piece);
    } finally {
      closeSync(descriptor);
    }
    return hash.digest('hex');
  });
}

/**
 * Digest of the JSON of a release's rows. It goes row by row, so that memory never holds the text
 * of the whole release.
 */
export function digestRows(rows: readonly unknown[]): string {
  const hash = createHash('sha256');
  for (const part of rows) hash.update(JSON.stringify(part)).update('\n');
  return hash.digest('hex');
}

/**
 * A UUID of RFC 9562 version 8 made from the inputs of an edition. Equal inputs give the same id on
 * every machine. It says nothing about the documents; edition.json has their hashes.
 */
export function editionUuid(
  {
    source,
    release,
    released,
    format,
  }: Pick<EditionRecord, 'source' | 'release' | 'released' | 'format'>,
  rows: string,
  needs: readonly string[],
): string {
  return uuidOf([source, release, released, rows, [...needs].sort(byCodeUnit), format]);
}

/**
 * The id of a title model: a UUID made from the editions that it learns from and the format of its
 * file.
 */
export function titleModelUuid(needs: readonly string[], format: number): string {
  return uuidOf(['title-model', [...needs].sort(byCodeUnit), format]);
}

function uuidOf(value: unknown): string {
  const bytes = createHash('sha256').update(JSON.stringify(value)).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}

/** The root hash of an edition: over every file's path and digest, in path order. */
export function rootHash(
  files: readonly { readonly file: string; readonly sha256: string }[],
): string {
  return sha256(listingText(files));
}
