// SHA-256 of bytes, of parsed rows, and of the code that compiles. They name editions and show which work can be skipped.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';
import { listingText } from '#schemas/edition-listing.ts';
import { byCodeUnit } from '#schemas/order.ts';

export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Digest of the JSON of a release's rows. It goes row by row, so that memory never holds the text of the whole release. */
export function digestRows(rows: readonly unknown[]): string {
  const hash = createHash('sha256');
  for (const part of rows) hash.update(JSON.stringify(part)).update('\n');
  return hash.digest('hex');
}

/**
 * A UUID of RFC 9562 version 8 made from the inputs of an edition. Equal inputs give the same id on every machine. It says nothing
 * about the documents; edition.json has their hashes.
 */
export function editionUuid(inputs: {
  readonly source: string;
  readonly release: string;
  readonly released: string | null;
  readonly rows: string;
  readonly needs: readonly string[];
  readonly format: number;
}): string {
  const { source, release, released, rows, needs, format } = inputs;
  const bytes = createHash('sha256')
    .update(JSON.stringify([source, release, released, rows, [...needs].sort(byCodeUnit), format]))
    .digest()
    .subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The root hash of an edition: over every file's path and digest, in path order. */
export function rootHash(files: readonly { readonly file: string; readonly sha256: string }[]): string {
  return sha256(listingText(files));
}

/** The code that decides the bytes of documents and edition.json, and the statistics of the catalogue, which are computed once for each code. */
// The built files end in .js. package.json names the versions of the libraries. Data in the folders of sources count as code.
const documentCode: readonly string[] = [
  'schemas/**/*.{ts,js}',
  'sources/**/*',
  'server/search/**/*.{ts,js}',
  'compiler/pipeline.{ts,js}',
  'compiler/{release,check,reading}/**/*.{ts,js}',
  'compiler/edition/{credit,digest,edition-directory,revisions,write-documents}.{ts,js}',
  'package.json',
];

/** The same, and the code that packs editions and writes their tables. */
const bundleCode: readonly string[] = [...documentCode, 'compiler/bundle/**/*'];

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Digest of the code that turns releases into editions. Nothing is compiled again while it and the inputs are unchanged. If it changes,
 * everything is compiled again, and an edition whose bytes differ is refused until its `format` is raised.
 */
export function codeDigest(): string {
  return digestFiles(codeFiles(documentCode));
}

/** Digest of the code that makes a bundle. The bundle is unchanged while this digest, the editions and the options are. */
export function bundleCodeDigest(): string {
  return digestFiles(codeFiles(bundleCode));
}

/** The files that codeDigest covers, relative to the project. */
export function documentCodeFiles(): string[] {
  return codeFiles(documentCode);
}

function codeFiles(code: readonly string[]): string[] {
  return glob.sync([...code], { cwd: root }).sort(byCodeUnit);
}

function digestFiles(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}
