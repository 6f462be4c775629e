// Digests the code that makes something, so that unchanged work can be skipped.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';
import { byCodeUnit } from '#schemas/order.ts';

// The built files end in .js. package.json names the versions of the libraries. Data in the folders
// of sources count as code.
const filesOfDocuments: readonly string[] = [
  'schemas/**/*.{ts,js}',
  'sources/**/*',
  'server/{data/cache,search/**/*}.{ts,js,json}',
  'compiler/{pipeline,checks}.{ts,js}',
  'compiler/{release,learn,figures}/**/*.{ts,js}',
  'compiler/edition/{code-digest,describe,digest}.{ts,js}',
  'compiler/edition/{edition-directory,revisions,write-documents}.{ts,js}',
  'package.json',
];

const codeFilesByKind = {
  /**
   * What decides the bytes of documents and edition.json, and the statistics of the catalogue,
   * which are computed once for each code.
   */
  documents: filesOfDocuments,
  /** The code of documents, and what packs editions and writes their pages. */
  bundles: [
    ...filesOfDocuments,
    'compiler/bundle/**/*',
    'compiler/serve/{write-site,answer-offline}.{ts,js}',
  ],
  /** What makes pages of answers, and the answers of documents. */
  pages: ['schemas/**/*.{ts,js,json}', 'server/**/*.{ts,js,json}', 'package.json'],
} as const;

const root = fileURLToPath(new URL('../..', import.meta.url));

// A process goes on with the code that it has loaded, so the files are read once. Otherwise its
// editions would be called those of newer code.
const digests = new Map<keyof typeof codeFilesByKind, string>();

/**
 * Nothing is made again while the code of its kind and its inputs are unchanged. If the code of
 * documents changes, everything is compiled again, and an edition whose bytes differ is refused
 * until its `format` is raised.
 */
export function codeDigest(kind: keyof typeof codeFilesByKind = 'documents'): string {
  const known = digests.get(kind);
  if (known !== undefined) return known;
  const hash = createHash('sha256');
  for (const file of codeFiles(kind))
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  const digest = hash.digest('hex');
  digests.set(kind, digest);
  return digest;
}

/** The files that a digest covers, relative to the project. */
export function codeFiles(kind: keyof typeof codeFilesByKind = 'documents'): string[] {
  return glob.sync([...codeFilesByKind[kind]], { cwd: root }).sort(byCodeUnit);
}
