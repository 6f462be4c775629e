// Bundles with esbuild what runs in the worker and in browsers.
import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, buildSync, stop } from 'esbuild';

const options = {
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  // As wrangler deploys: hyparquet has an entry without files for them.
  conditions: ['workerd', 'worker', 'browser'],
  external: ['cloudflare:workers', 'cloudflare:sockets'],
  target: 'es2024',
  logLevel: 'silent',
  write: false,
} as const satisfies BuildOptions;

/**
 * The file of a module of server/. The checkout has TypeScript, the package has built JavaScript.
 */
export const fileOf = (module: string): string =>
  fileURLToPath(new URL(`../../server/${module}${extname(import.meta.url)}`, import.meta.url));

/**
 * The first 16 hex digits of the SHA-256 of a module and all that it imports, as one module without
 * comments, types and blanks.
 */
export function digestOfCode(entry: string): string {
  const { outputFiles } = buildSync({
    ...options,
    entryPoints: [entry],
    minifyWhitespace: true,
    legalComments: 'none',
  });
  const [bundle] = outputFiles;
  if (bundle === undefined) throw new Error(`esbuild gave no bundle of ${entry}`);
  return createHash('sha256').update(bundle.contents).digest('hex').slice(0, 16);
}

/** A script of server/pages/browser for browsers: one classic script, minified. */
export function bundledScript(name: 'page-script' | 'site-script'): Promise<string> {
  return bundled(`pages/browser/${name}`, { format: 'iife', target: 'es2023', minify: true });
}

/** A module of server/ and everything it imports. */
export async function bundled(module: string, more: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    ...options,
    ...more,
    write: false,
    entryPoints: [fileOf(module)],
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error(`esbuild gave no bundle of server/${module}`);
  return file.text;
}

/**
 * Ends the processes of esbuild, which otherwise stay as long as this one. Call it while no bundle
 * is being made.
 */
export function stopBundling(): Promise<void> {
  return stop();
}
