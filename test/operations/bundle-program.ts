// A program of the tests in one file, for a process that is started many times: importing some 200 modules takes longer than what is killed.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Plugin, build } from 'esbuild';
import { temporaryDirectory } from '../temporary-directory.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The libraries that read workbooks: a third of the start, and the releases of these programs are no workbooks. */
const withoutWorkbooks: Plugin = {
  name: 'without-workbooks',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(exceljs|@e965\/xlsx)$/ }, ({ path }) => ({ path, namespace: 'workbooks' }));
    onLoad({ filter: /.*/, namespace: 'workbooks' }, () => ({ contents: 'export default {}; export const read = undefined;' }));
  },
};

/** The path of the bundled program. To its modules it stands two folders beneath the root of the checkout, as those that look for files do. */
export async function bundleProgram(file: string): Promise<string> {
  const outfile = join(temporaryDirectory(), 'program.mjs');
  await build({
    entryPoints: [file],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['@aws-sdk/client-s3'],
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(join(root, 'compiler/edition/program.ts')).href) },
    banner: {
      js: `import { createRequire } from 'node:module'; const require = createRequire(${JSON.stringify(join(root, 'package.json'))});`,
    },
    plugins: [withoutWorkbooks],
    logLevel: 'error',
  });
  return outfile;
}
