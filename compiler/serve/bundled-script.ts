// Bundles a script of our pages for browsers: one classic script, minified.
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { workerBuild } from './worker-build.ts';

/** The text of a script of server/pages/browser. */
export async function bundledScript(name: 'page-script' | 'site-script'): Promise<string> {
  const { outputFiles } = await build({
    ...workerBuild,
    entryPoints: [fileURLToPath(new URL(`../../server/pages/browser/${name}${extname(import.meta.url)}`, import.meta.url))],
    format: 'iife',
    target: 'es2023',
    minify: true,
    write: false,
  });
  const [script] = outputFiles;
  if (script === undefined) throw new Error(`esbuild gave no script ${name}`);
  return script.text;
}
