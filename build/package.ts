// Makes the two packages as folders: dist/package, with the command, the worker and a client that
// reads data on disk too, and dist/client, with the client alone. Both hold JavaScript with types,
// because Node does not strip types under node_modules.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';
import { digestOfCode } from '#compiler/serve/worker-code.ts';
import { bundleLibrary, bundledFile } from './bundled-library.ts';
import { writeClient } from './client-package.ts';
import { type CheckoutManifest, manifestOfPackage } from './manifests.ts';
import { writeSoftwareBill } from './software-bill.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'dist/package');
const dist = join(folder, 'dist');
/** The folder of sources for tsc. It is beneath the checkout, so that tsc finds packages. */
const staged = join(dist, 'source');

/**
 * Replaces the checkout's import names for its folders with relative paths, so that the package
 * needs no such names.
 */
function withRelativeImports(file: string, text: string): string {
  return text.replace(
    /(from\s+|import\()'#((?:schemas|sources|compiler|server)\/[^']+)'/g,
    (_, before: string, target: string) => {
      const path = relative(dirname(file), target);
      return `${before}'${path.startsWith('.') ? path : `./${path}`}'`;
    },
  );
}

function compile(name: string, options: object, files: readonly string[]): void {
  const config = join(staged, `tsconfig.${name}.json`);
  const compilerOptions = {
    noEmit: false,
    // `npm run check` has checked the types.
    noCheck: true,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    rootDir: '.',
    outDir: '..',
    ...options,
  };
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions,
      include: files,
      exclude: [],
    }),
  );
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', config], { stdio: 'inherit' });
}

rmSync(join(root, 'dist'), { recursive: true, force: true });
const rooms = '{schemas,sources,compiler,server,client}/**';
for (const file of glob.sync(`${rooms}/*`, { cwd: root })) {
  const target = join(staged, file);
  mkdirSync(dirname(target), { recursive: true });
  if (file.endsWith('.ts'))
    writeFileSync(target, withRelativeImports(file, readFileSync(join(root, file), 'utf8')));
  else cpSync(join(root, file), target);
}
compile('rest', {}, glob.sync(`${rooms}/*.ts`, { cwd: root, ignore: ['server/worker.ts'] }));
// The platform's types in place of Node's, as in server/tsconfig.json.
compile('worker', { types: ['@cloudflare/workers-types'] }, ['server/worker.ts']);
for (const file of glob.sync(`${rooms}/*.{txt,json}`, {
  cwd: staged,
  ignore: ['server/tsconfig.json'],
}))
  cpSync(join(staged, file), join(dist, file));
rmSync(staged, { recursive: true });
const bundled = await bundleLibrary(root, dist);
for (const file of glob.sync('sources/kit/read/*.js', { cwd: dist })) {
  const path = join(dist, file);
  const library = relative(dirname(file), bundledFile);
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replaceAll("import('exceljs')", `import('${library}')`),
  );
}

// tsc rewrites the names of modules in JavaScript but not in declarations, so they would name
// missing files.
for (const file of glob.sync('**/*.d.ts', { cwd: dist, absolute: true })) {
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(
      /((?:from |import\()["']\.{1,2}\/[^"']*)\.ts(["'])/g,
      '$1.js$2',
    ),
  );
}

// The digest of the code of answers is computed with esbuild, from the modules as they are now.
const code = digestOfCode(join(dist, 'server/answers/answer.js'));
writeFileSync(
  join(dist, 'compiler/serve/answer-code.js'),
  `export const answerCode = () => ${JSON.stringify(code)};\n`,
);
writeFileSync(
  join(dist, 'compiler/serve/answer-code.d.ts'),
  'export declare function answerCode(): string;\n',
);

const writeJson = (file: string, value: object) =>
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
const checkout: CheckoutManifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const manifest = manifestOfPackage(checkout);
const { name, version, license, dependencies, optionalDependencies, peerDependencies } = manifest;
writeJson(join(folder, 'package.json'), manifest);
writeJson(join(dist, 'package.json'), {
  name,
  version,
  license,
  private: true,
  type: 'module',
  optionalDependencies,
  peerDependencies,
});
for (const file of ['LICENSE', 'README.md', 'bin'])
  cpSync(join(root, file), join(folder, file), { recursive: true });
cpSync(join(root, 'LICENSE'), join(dist, 'LICENSE'));
const dependencyNames = Object.keys({ ...dependencies, ...optionalDependencies });
writeSoftwareBill(root, dist, { name, dependencies: dependencyNames, bundled, file: bundledFile });

await writeClient({ root, from: dist, folder: join(root, 'dist/client'), checkout });
