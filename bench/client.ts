// The client alone, from what npm pack makes: bytes installed, what four bundlers make of it, and one call against a server from each runtime.
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build as esbuild } from 'esbuild';
import { build as vite } from 'vite';
import { filesBeneath } from '#compiler/edition/files-beneath.ts';
import { serve } from '#compiler/serve/serve.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const client = 'labour-market-information-client';

const page = `import { openData } from '${client}';
const [server, key] = globalThis.process?.argv.slice(2) ?? [];
const data = await openData(server, { key });
console.log((await data.occupation({ soc: '2134' })).soc2020);
`;
const disk = page.replace(client, `${client}/disk`);

/** Installed for this measurement only, in a folder of its own. */
const tools = ['rollup', '@rollup/plugin-node-resolve', 'webpack', 'deno', 'bun'];

/** `data`: a compiled directory. `work`: a folder to work in. */
export async function measureClient(data: string, work: string): Promise<void> {
  const alone = join(work, 'client-alone');
  mkdirSync(alone);
  const npm = (cwd: string, ...args: readonly string[]) => execFileSync('npm', args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  npm(root, 'pack', '--silent', '--pack-destination', work);
  writeFileSync(join(alone, 'package.json'), '{"private":true,"type":"module"}');
  const tarball = filesBeneath(work).find(({ path }) => new RegExp(`^${client}-[^/]*\\.tgz$`).test(path))?.path;
  if (tarball === undefined) throw new Error('npm pack made no package of the client');
  npm(alone, 'install', '--no-audit', '--no-fund', join(work, tarball));
  const installed = filesBeneath(join(alone, 'node_modules'));
  const bytes = installed.reduce((sum, { path }) => sum + statSync(join(alone, 'node_modules', path)).size, 0);
  console.log(`client alone: ${bytes.toLocaleString('en')} bytes installed in ${installed.length} files`);
  writeFileSync(join(alone, 'page.js'), page);
  writeFileSync(join(alone, 'disk.js'), disk);
  const serving = await serve({ data, state: join(work, 'client-state'), port: 0 });
  try {
    const call = async (name: string, command: string, ...args: readonly string[]) => {
      const { stdout } = await promisify(execFile)(command, args, { cwd: alone, encoding: 'utf8' });
      if (stdout !== '2134\n') throw new Error(`${name} printed ${stdout}`);
    };
    const ask = (name: string, command: string, ...args: readonly string[]) => call(name, command, ...args, serving.url, serving.key ?? '');
    await call('a directory', process.execPath, 'disk.js', data);
    console.log('  Node answers from a directory');
    await ask('Node', process.execPath, 'page.js');
    console.log('  Node asks a server');
    const bundled = async (name: string, make: (out: string) => Promise<unknown>) => {
      const out = join(alone, `${name}.mjs`);
      await make(out);
      await ask(name, process.execPath, out);
      console.log(`  ${name}: ${statSync(out).size.toLocaleString('en')} bytes, and its bundle asks a server`);
    };
    const entry = join(alone, 'page.js');
    await bundled('esbuild', (outfile) =>
      esbuild({ entryPoints: [entry], bundle: true, minify: true, format: 'esm', platform: 'browser', target: 'es2022', outfile }),
    );
    await bundled('vite', (out) =>
      vite({
        root: alone,
        configFile: false,
        logLevel: 'error',
        build: { outDir: alone, emptyOutDir: false, target: 'es2022', lib: { entry, formats: ['es'], fileName: () => basename(out) } },
      }),
    );
    const elsewhere = join(work, 'client-tools');
    mkdirSync(elsewhere);
    try {
      npm(elsewhere, 'install', '--no-audit', '--no-fund', '--no-save', ...tools);
    } catch {
      console.log(`  ${tools.join(', ')}: cannot be installed, so they are not measured; is the registry reachable?`);
      return;
    }
    const program = (name: string) => join(elsewhere, 'node_modules/.bin', name);
    const made = (script: string) => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: elsewhere });
    const [from, folder] = [JSON.stringify(entry), JSON.stringify(alone)];
    await bundled('rollup', (out) =>
      made(`import { rollup } from 'rollup';
import resolve from '@rollup/plugin-node-resolve';
await (await rollup({ input: ${from}, plugins: [resolve()] })).write({ file: ${JSON.stringify(out)}, format: 'es' });`),
    );
    await bundled('webpack', (out) =>
      made(`import webpack from 'webpack';
const output = { path: ${folder}, filename: ${JSON.stringify(basename(out))}, module: true, library: { type: 'module' } };
const options = { mode: 'production', target: 'es2022', experiments: { outputModule: true }, entry: ${from}, context: ${folder}, output };
webpack(options, (error, stats) => { if (error ?? stats.hasErrors()) throw error ?? new Error(stats.toString()); });`),
    );
    await ask('deno', program('deno'), 'run', '--quiet', '--allow-net', '--no-lock', 'page.js');
    console.log('  Deno asks a server');
    await ask('bun', program('bun'), 'run', 'page.js');
    console.log('  Bun asks a server');
  } finally {
    await serving.close();
  }
}
