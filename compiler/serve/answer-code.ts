// The digest of the code that selects, composes and writes the bodies of answers. It is a part of every entity tag, so that an answer whose
// code changed has another tag, though its edition is the same.
import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { workerBuild } from './worker-build.ts';

let known: string | null = null;

/** The first 16 hex digits of the SHA-256 of server/answers/answer and all that it imports, as one module without comments, types and blanks. */
export function answerCode(): string {
  return (known ??= digestOfCode(fileURLToPath(new URL(`../../server/answers/answer${extname(import.meta.url)}`, import.meta.url))));
}

/** The same of any module: its file. */
export function digestOfCode(entry: string): string {
  const { outputFiles } = buildSync({ ...workerBuild, entryPoints: [entry], write: false, minifyWhitespace: true, legalComments: 'none' });
  const [bundle] = outputFiles;
  if (bundle === undefined) throw new Error(`esbuild gave no bundle of ${entry}`);
  return createHash('sha256').update(bundle.contents).digest('hex').slice(0, 16);
}
