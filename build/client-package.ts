// Makes the package of the client alone: two entries and what they share, and types without the
// schema library.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { type Plugin, build } from 'esbuild';
import { type CheckoutManifest, manifestOfClient } from './manifests.ts';
import { problemTypes, responseTypes } from './response-types.ts';

export interface ClientPlaces {
  readonly root: string;
  /** The built modules. */
  readonly from: string;
  /** Where the package is written. */
  readonly folder: string;
  readonly checkout: CheckoutManifest;
}

/**
 * The entry for data on disk imports the other one, so that a ProblemError of either is the same
 * class.
 */
const entryForServers: Plugin = {
  name: 'entry for servers',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/servers\.js$/ }, () => ({ path: './index.js', external: true }));
  },
};

/** Compresses the description of the API, which is large, in the entry for data on disk. */
const compressedDescription: Plugin = {
  name: 'compressed description',
  setup({ onLoad }) {
    onLoad({ filter: /schemas\/openapi\.json$/ }, ({ path }) => {
      const text = JSON.stringify(JSON.parse(readFileSync(path, 'utf8')));
      const bytes = brotliCompressSync(text, {
        params: { [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text) },
      });
      return {
        loader: 'js',
        contents: `import { brotliDecompressSync } from 'node:zlib';
const packed = Buffer.from('${bytes.toString('base64')}', 'base64');
export default JSON.parse(brotliDecompressSync(packed).toString());`,
      };
    });
  },
};

/** Writes the package. `from` holds the modules of all rooms with their declarations. */
export async function writeClient({ root, from, folder, checkout }: ClientPlaces): Promise<void> {
  const shared = {
    bundle: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'inline',
    absWorkingDir: root,
    logLevel: 'error',
  } as const;
  // Node prints the line of an uncaught error, so lines are short and names stay.
  await build({
    ...shared,
    minifyWhitespace: true,
    lineLimit: 160,
    entryPoints: [join(from, 'client/servers.js')],
    outfile: join(folder, 'index.js'),
    platform: 'neutral',
  });
  await build({
    ...shared,
    minify: true,
    lineLimit: 160,
    entryPoints: { disk: join(from, 'client/index.js') },
    outdir: folder,
    chunkNames: 'parts/[name]-[hash]',
    splitting: true,
    platform: 'node',
    // CommonJS modules among them call `require` for Node's own modules.
    banner: {
      js:
        "import { createRequire } from 'node:module'; const require = " +
        'createRequire(import.meta.url);',
    },
    plugins: [entryForServers, compressedDescription],
  });
  const types = join(folder, 'types');
  const clientModules = [
    'servers',
    'index',
    'client',
    'ask-server',
    'proxy',
    'call-options',
    'calls',
  ].map((name) => `client/${name}`);
  for (const file of [...clientModules, 'schemas/codes', 'schemas/figure-of']) {
    const target = join(types, `${file}.d.ts`);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(from, `${file}.d.ts`), target);
  }
  writeFileSync(join(types, 'schemas/response-types.d.ts'), responseTypes());
  writeFileSync(join(types, 'schemas/problem.d.ts'), problemTypes());
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify(manifestOfClient(checkout), null, 2)}\n`,
  );
  writeFileSync(join(folder, 'README.md'), readFileSync(join(root, 'client/README.md')));
  writeFileSync(join(folder, 'LICENSE'), readFileSync(join(root, 'LICENSE')));
}
