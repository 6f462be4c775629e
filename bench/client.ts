// The client alone, from what npm pack makes: bytes installed, what bundlers make of it, and that
// each bundle gets an answer from a server.
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build as esbuild } from 'esbuild';
import { build as vite } from 'vite';
import { filesBeneath } from '#compiler/edition/files.ts';
import { serve } from '#compiler/serve/serve.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const client = 'labour-market-information-client';

const page = `import { openData } from '${client}';
const [server, key] = globalThis.process?.argv.slice(2) ?? [];
const data = await openData(server, { key });
console.log((await data.occupation({ soc: '2134' })).soc2020);
`;

/** `data`: a compiled directory. `work`: a folder to work in. */
export async function measureClient(data: string, work: string): Promise<void> {
  const alone = join(work, 'client-alone');
  mkdirSync(alone);
  const npm = (cwd: string, ...args: readonly string[]) =>
    execFileSync('npm', args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  npm(root, 'pack', '--silent', '--pack-destination', alone);
  writeFileSync(join(alone, 'package.json'), '{"private":true,"type":"module"}');
  const tarball = filesBeneath(alone).find(({ path }) =>
    new RegExp(`^${client}-[^/]*\\.tgz$`).test(path),
  )?.path;
  if (tarball === undefined) throw new Error('npm pack made no package of the client');
  npm(alone, 'install', '--no-audit', '--no-fund', join(alone, tarball));
  const modules = join(alone, 'node_modules');
  const installed = filesBeneath(modules).map(({ path }) => statSync(join(modules, path)).size);
  console.log(
    `client alone: ${installed.reduce((sum, bytes) => sum + bytes, 0)} bytes installed in ${installed.length} files`,
  );
  const entry = join(alone, 'page.js');
  writeFileSync(entry, page);
  const serving = await serve({ data, state: join(work, 'client-state'), port: 0 });
  const bundled = async (name: string, make: (outfile: string) => Promise<unknown>) => {
    const outfile = join(alone, `${name}.mjs`);
    await make(outfile);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [outfile, serving.url, serving.key ?? ''],
      { cwd: alone },
    );
    if (stdout !== '2134\n') throw new Error(`the bundle of ${name} printed ${stdout}`);
    console.log(`  ${name}: ${statSync(outfile).size} bytes, and its bundle asks a server`);
  };
  try {
    await bundled('esbuild', (outfile) =>
      esbuild({
        entryPoints: [entry],
        bundle: true,
        minify: true,
        format: 'esm',
        platform: 'browser',
        target: 'es2022',
        outfile,
      }),
    );
    await bundled('vite', (outfile) => {
      const lib = { entry, formats: ['es' as const], fileName: () => basename(outfile) };
      const build = { outDir: alone, emptyOutDir: false, target: 'es2022', lib };
      return vite({ root: alone, configFile: false, logLevel: 'error', build });
    });
  } finally {
    await serving.close();
  }
}
