// SHA-256 of the code that compiles. It shows which work can be skipped.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';
import { byCodeUnit } from '#schemas/order.ts';

/** The code that decides the bytes of documents and edition.json, and the statistics of the catalogue, which are computed once for each code. */
// The built files end in .js. package.json names the versions of the libraries. Data in the folders of sources count as code.
const documentCode: readonly string[] = [
  'schemas/**/*.{ts,js}',
  'sources/**/*',
  'server/{data/cache,search/**/*}.{ts,js,json}',
  'compiler/pipeline.{ts,js}',
  'compiler/{release,check,reading,learn,figures}/**/*.{ts,js}',
  'compiler/edition/{code-digest,credit,digest,edition-directory,revisions,write-documents}.{ts,js}',
  'package.json',
];

/** The same, and the code that packs editions and writes their tables. */
const bundleCode: readonly string[] = [...documentCode, 'compiler/bundle/**/*', 'compiler/serve/{write-site,ask-occupation}.{ts,js}'];

/** The code that makes pages of answers, and the answers of documents. */
const pageCode: readonly string[] = ['schemas/**/*.{ts,js,json}', 'server/**/*.{ts,js,json}', 'package.json'];

const root = fileURLToPath(new URL('../..', import.meta.url));

// A process goes on with the code that it has loaded. If the files were read again, a service would call its editions those of newer code.
let ofDocuments: string | undefined;
let ofBundles: string | undefined;
let ofPages: string | undefined;

/**
 * Digest of the code that turns releases into editions. Nothing is compiled again while it and the inputs are unchanged. If it changes,
 * everything is compiled again, and an edition whose bytes differ is refused until its `format` is raised.
 */
export function codeDigest(): string {
  return (ofDocuments ??= digestFiles(codeFiles(documentCode)));
}

/** Digest of the code that makes a bundle. The bundle is unchanged while this digest, the editions and the options are. */
export function bundleCodeDigest(): string {
  return (ofBundles ??= digestFiles(codeFiles(bundleCode)));
}

/** Digest of the code that makes pages. A bundle with pages is made again if it changes. */
export function pageCodeDigest(): string {
  return (ofPages ??= digestFiles(codeFiles(pageCode)));
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
