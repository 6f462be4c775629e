// SHA-256 of the code that made something. It shows which work can be skipped.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';
import { byCodeUnit } from '#schemas/order.ts';

// The built files end in .js. package.json names the versions of the libraries. Data in the folders
// of sources count as code.
const ofDocuments: readonly string[] = [
  'schemas/**/*.{ts,js}',
  'sources/**/*',
  'server/{data/cache,search/**/*}.{ts,js,json}',
  'compiler/{pipeline,checks}.{ts,js}',
  'compiler/{release,learn,figures}/**/*.{ts,js}',
  'compiler/edition/{code-digest,describe,digest,edition-directory,revisions,write-documents}.{ts,js}',
  'package.json',
];

const codes = {
  /**
   * What decides the bytes of documents and edition.json, and the statistics of the catalogue,
   * which are computed once for each code.
   */
  documents: ofDocuments,
  /** The same, and what packs editions and writes their tables. */
  bundles: [
    ...ofDocuments,
    'compiler/bundle/**/*',
    'compiler/serve/{write-site,answer-offline}.{ts,js}',
  ],
  /** What makes pages of answers, and the answers of documents. */
  pages: ['schemas/**/*.{ts,js,json}', 'server/**/*.{ts,js,json}', 'package.json'],
} as const;

const root = fileURLToPath(new URL('../..', import.meta.url));

// A process goes on with the code that it has loaded. If the files were read again, a service would
// call its editions those of newer code.
const known = new Map<keyof typeof codes, string>();

/**
 * Nothing is made again while the code of its kind and its inputs are unchanged. If the code of
 * documents changes, everything is compiled again, and an edition whose bytes differ is refused
 * until its `format` is raised.
 */
export function codeDigest(kind: keyof typeof codes = 'documents'): string {
  const hash = createHash('sha256');
  if (!known.has(kind)) {
    for (const file of codeFiles(kind))
      hash.update(`${file}\0`).update(readFileSync(join(root, file)));
    known.set(kind, hash.digest('hex'));
  }
  return known.get(kind) ?? '';
}

/** The files that a digest covers, relative to the project. */
export function codeFiles(kind: keyof typeof codes = 'documents'): string[] {
  return glob.sync([...codes[kind]], { cwd: root }).sort(byCodeUnit);
}
