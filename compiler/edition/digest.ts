// SHA-256 of bytes, of parsed rows, and of the code that compiles: what names editions and tells whether work can be left out.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';
import { byCodeUnit } from '#schemas/order.ts';

export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Digest of a release's rows: of their JSON, part by part, so that no text of the whole release is ever held. */
export function digestRows(rows: readonly unknown[]): string {
  const hash = createHash('sha256');
  for (const part of rows) hash.update(JSON.stringify(part)).update('\n');
  return hash.digest('hex');
}

/**
 * A UUID of RFC 9562 version 8 made from what goes into an edition. Equal inputs give the equal id on every machine; it says
 * nothing about what comes out, which edition.json hashes by itself.
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
  const hash = createHash('sha256');
  for (const file of [...files].sort((a, b) => byCodeUnit(a.file, b.file))) hash.update(`${file.file}\0${file.sha256}\n`);
  return hash.digest('hex');
}

/** What decides the bytes of a document and of edition.json, the statistics of the catalogue too, which are computed once for each code. */
// Compiled, the same files end in .js; package.json names the versions of the libraries. What sources hold as data counts as their code.
const documentCode: readonly string[] = [
  'schemas/**/*.{ts,js}',
  'sources/**/*',
  'server/search/**/*.{ts,js}',
  'compiler/pipeline.{ts,js}',
  'compiler/{release,check}/**/*.{ts,js}',
  'compiler/edition/{credit,digest,edition-directory,revisions,write-documents}.{ts,js}',
  'package.json',
];

/** The same, and what packs editions and writes their tables. */
const bundleCode: readonly string[] = [...documentCode, 'compiler/bundle/**/*'];

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Digest of the code that turns releases into editions. While it and the inputs are unchanged, nothing need be compiled again;
 * once it changes everything is, and an edition whose bytes then differ is refused until its `format` is raised.
 */
export function codeDigest(): string {
  return digestFiles(codeFiles(documentCode));
}

/** Digest of the code that makes a bundle out of releases. While it, the editions and the options are unchanged, so is the bundle. */
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
