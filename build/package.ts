// Makes dist/ for npm pack: JavaScript with types, because Node does not strip types under node_modules.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';
import { bundleLibrary, bundledFile } from './bundled-library.ts';
import { writeSoftwareBill } from './software-bill.ts';

interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
/** The folder of sources for tsc. It is beneath the checkout, so that tsc finds packages. */
const staged = join(dist, 'source');

/** Replaces the checkout's import names for its folders with relative paths, so that the package needs no such names. */
function withRelativeImports(file: string, text: string): string {
  return text.replace(/(from\s+|import\()'#((?:schemas|sources|compiler|server)\/[^']+)'/g, (_, before: string, target: string) => {
    const path = relative(dirname(file), target);
    return `${before}'${path.startsWith('.') ? path : `./${path}`}'`;
  });
}

function compile(name: string, options: object, files: readonly string[]): void {
  const config = join(staged, `tsconfig.${name}.json`);
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    rootDir: '.',
    outDir: '..',
    ...options,
  };
  writeFileSync(config, JSON.stringify({ extends: '../../tsconfig.json', compilerOptions, include: files, exclude: [] }));
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', config], { stdio: 'inherit' });
}

rmSync(dist, { recursive: true, force: true });
const rooms = ['schemas', 'sources', 'compiler', 'server', 'client'];
for (const file of glob.sync(
  rooms.map((room) => `${room}/**/*`),
  { cwd: root },
)) {
  const target = join(staged, file);
  mkdirSync(dirname(target), { recursive: true });
  if (file.endsWith('.ts')) writeFileSync(target, withRelativeImports(file, readFileSync(join(root, file), 'utf8')));
  else cpSync(join(root, file), target);
}
const others = glob.sync(
  rooms.map((room) => `${room}/**/*.ts`),
  { cwd: root, ignore: ['server/worker.ts'] },
);
compile('rest', {}, others);
// The platform's types in place of Node's, as in server/tsconfig.json.
compile('worker', { types: ['@cloudflare/workers-types'] }, ['server/worker.ts']);
for (const file of glob.sync(
  rooms.map((room) => `${room}/**/*.{txt,json}`),
  { cwd: staged, ignore: ['server/tsconfig.json'] },
))
  cpSync(join(staged, file), join(dist, file));
rmSync(staged, { recursive: true });
const bundled = await bundleLibrary(root, dist);
for (const file of glob.sync('sources/kit/read/*.js', { cwd: dist })) {
  const path = join(dist, file);
  const library = relative(dirname(file), bundledFile);
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll("import('exceljs')", `import('${library}')`));
}

// tsc rewrites the names of modules in JavaScript but not in declarations, which would then name missing files.
for (const file of glob.sync('**/*.d.ts', { cwd: dist, absolute: true })) {
  writeFileSync(file, readFileSync(file, 'utf8').replace(/((?:from |import\()["']\.{1,2}\/[^"']*)\.ts(["'])/g, '$1.js$2'));
}

const { name, version, license, dependencies, optionalDependencies }: PackageManifest = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);
writeFileSync(join(dist, 'package.json'), `${JSON.stringify({ name, version, license, private: true, type: 'module' }, null, 2)}\n`);
cpSync(join(root, 'LICENSE'), join(dist, 'LICENSE'));
writeSoftwareBill(root, dist, {
  name,
  dependencies: Object.keys({ ...dependencies, ...optionalDependencies }),
  bundled,
  file: bundledFile,
});
