// npm run test:near: starts the tests near what has changed since the last commit, nearest first, as many as half a minute has time for.
// Nearest is what a test imports itself; a file that imports everything leads no further.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';
import { dearest } from './dearest-first.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const most = 10;

/** Each of these reaches every source, endpoint or command. */
const hubs: ReadonlySet<string> = new Set([
  'sources/index.ts',
  'compiler/cli.ts',
  'compiler/pipeline.ts',
  'schemas/endpoints.ts',
  'schemas/resources/responses.ts',
  'server/router.ts',
]);

/** The files of the project that a file imports. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/(?:from |import\(|import )'([#.][^']*)'/g)].flatMap(([, name = '']) => {
    const path = name.startsWith('#') ? name.slice(1) : normalize(join(dirname(file), name));
    return existsSync(join(root, path)) ? [path] : [];
  });
}

/** The tests from which the changed files can be reached, the nearest first. */
function nearest(changed: readonly string[]): string[] {
  const files = glob.sync('{schemas,sources,compiler,server,client,build,test}/**/*.ts', { cwd: root });
  const importers = new Map<string, string[]>();
  for (const file of files) for (const path of importsOf(file)) importers.set(path, [...(importers.get(path) ?? []), file]);
  const distances = new Map(changed.map((file) => [file, 0]));
  for (const [file, distance] of distances) {
    if (hubs.has(file) && distance > 0) continue;
    for (const importer of importers.get(file) ?? []) if (!distances.has(importer)) distances.set(importer, distance + 1);
  }
  // A test whose name is that of a changed folder or file is nearer than its imports tell, and so is one in the folder of the same name.
  const names = changed.flatMap((file) =>
    file
      .replace(/\.\w+$/, '')
      .split('/')
      .slice(1),
  );
  const folders = changed.flatMap((file) => file.split('/').slice(0, -1));
  const place = ([test, distance]: [string, number]) =>
    distance -
    (names.some((name) => test.includes(`/${name}.test.`)) ? 10 : 0) -
    (folders.some((folder) => test.startsWith(`test/${folder}/`)) ? 3 : 0);
  return [...distances]
    .filter(([file]) => file.endsWith('.test.ts'))
    .sort((a, b) => place(a) - place(b))
    .map(([file]) => file);
}

const lines = (command: readonly string[]) =>
  execFileSync('git', [...command], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
const changed = [...lines(['diff', '--name-only', 'HEAD']), ...lines(['ls-files', '--others', '--exclude-standard'])];
const leftOut = new Set(dearest.map((file) => `test/${file}`));
const found = nearest(changed).filter((file) => changed.includes(file) || (!leftOut.has(file) && !/^test\/(sign-up|browser)\//.test(file)));
const near = found.slice(0, most);

if (near.length === 0) console.log('no test imports a file that has changed since the last commit');
else {
  if (found.length > near.length) console.log(`the ${near.length} nearest of ${found.length} files of tests`);
  process.exitCode =
    spawnSync('npx', ['vitest', 'run', ...near], { cwd: root, stdio: 'inherit', env: { ...process.env, LMI_TEST_NEAR: '1' } }).status ?? 1;
}
