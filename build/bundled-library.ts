// Bundles exceljs with all that it needs into one file of the package. npm heeds `overrides` only
// in the project that is installed from, so as a dependency exceljs would bring the old unzipper
// that it names. The bundle has what the checkout was tested with.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

/** The name of the library in the checkout. */
export const bundledLibrary = 'exceljs';

export const bundledFile = 'bundled/exceljs.cjs';

export interface BundledPackage {
  readonly name: string;
  readonly version: string;
}

/**
 * Writes the library and the licences of everything in it into `dist`. Returns the packages that it
 * holds, by name.
 */
export async function bundleLibrary(root: string, dist: string): Promise<BundledPackage[]> {
  const outfile = join(dist, bundledFile);
  const { metafile } = await build({
    entryPoints: [createRequire(join(root, 'package.json')).resolve(bundledLibrary)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    legalComments: 'inline',
    metafile: true,
    absWorkingDir: root,
    logLevel: 'error',
    // Only unzipper's reader of archives in a bucket needs it, and nothing here calls that.
    external: ['@aws-sdk/client-s3'],
  });
  const folders = new Set<string>();
  for (const input of Object.keys(metafile.inputs)) {
    const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? [];
    if (folder !== undefined) folders.add(folder);
  }
  const packages = [...folders]
    .map((folder) => ({ folder, ...manifestOf(join(root, folder)) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  mkdirSync(dirname(outfile), { recursive: true });
  writeFileSync(
    join(dirname(outfile), 'LICENSES.txt'),
    packages
      .map(
        ({ folder, name, version, license }) =>
          `${name} ${version} (${license})\n\n${licenceTextOf(join(root, folder))}`,
      )
      .join(`\n${'-'.repeat(80)}\n`),
  );
  return packages.map(({ name, version }) => ({ name, version }));
}

function manifestOf(folder: string): BundledPackage & { readonly license: string } {
  const { name, version, license }: { name: string; version: string; license?: string } =
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { name, version, license: license ?? 'see its text' };
}

/** The text of its licence. Some packages name a licence and carry no text of it. */
function licenceTextOf(folder: string): string {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name));
  return file === undefined
    ? 'The package holds no text of its licence.\n'
    : readFileSync(join(folder, file), 'utf8');
}
