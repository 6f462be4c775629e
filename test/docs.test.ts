// The pages for people stay true: their lists are whole, and their commands do what they say.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { bundleWorker } from '#compiler/serve/serve.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** What stands in the first column of the tables. */
const listed = (page: string): string[] =>
  [...read(page).matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
    cell.replaceAll('`', '').split(', '),
  );

test('docs/dependencies.md has a reason for each package, and for no other', () => {
  const {
    dependencies,
    devDependencies,
    optionalDependencies,
  }: Record<string, Record<string, string>> = JSON.parse(read('package.json'));
  const packages = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(
    listed('docs/dependencies.md')
      .filter((name) => name !== 'package')
      .toSorted(),
  ).toEqual(packages.toSorted());
});

test('docs/dependencies.md names the packages that the worker contains', async () => {
  const { dependencies }: { dependencies: object } = JSON.parse(read('package.json'));
  const code = await bundleWorker();
  const contained = Object.keys(dependencies).filter((name) =>
    code.includes(`// node_modules/${name}/`),
  );
  const [, sentence = ''] =
    /The worker contains these of them:\s+([^.]+)\./.exec(read('docs/dependencies.md')) ?? [];
  expect(sentence.split(/,\s+|\s+and\s+/).toSorted()).toEqual(contained.toSorted());
});

test('docs/settings.md names every setting of the worker', () => {
  const settings = ['server/worker.ts', 'server/sign-up/mail-settings.ts'].flatMap((file) =>
    [...read(file).matchAll(/^ {2}readonly ([A-Z_]+)\??: (?!Durable|Fetcher|R2Bucket)/gm)].map(
      ([, name]) => name,
    ),
  );
  expect(settings.length).toBeGreaterThan(10);
  expect(listed('docs/settings.md')).toEqual(expect.arrayContaining(settings));
});

/**
 * Lines of docs/operations.md that a shell is given, in a folder that stands for /srv/lmi/service;
 * what they print.
 */
function walk(
  folder: string,
  lines: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): string {
  const script = lines.join('\n').replaceAll('/srv/lmi/service', folder);
  return execFileSync('sh', ['-euc', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', ...environment },
  });
}

const operations = read('docs/operations.md').split('\n');
const lineWith = (text: string): string =>
  operations.find((line) => line.startsWith('    ') && line.includes(text)) ??
  expect.fail(`docs/operations.md has no line with ${text}`);

test('docs/operations.md: the backup, which has every secret in it, is for its owner alone', () => {
  const folder = temporaryDirectory();
  mkdirSync(join(folder, 'state'));
  writeFileSync(join(folder, 'environment'), 'LMI_KEY_SECRET=a\n', { mode: 0o600 });
  walk(folder, ['umask 022', lineWith('tar -C')]);
  const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.tar.gz'));
  expect(statSync(join(folder, archive)).mode & 0o777).toBe(0o600);
});

test('docs/operations.md keeps secrets out of the shell, one for lmi', () => {
  const folder = temporaryDirectory();
  writeFileSync(join(folder, 'environment'), 'LMI_KEY_SECRET=first\nLMI_ADMIN_SECRET=second\n');
  writeFileSync(join(folder, 'lmi'), '#!/bin/sh\necho "$*"; env\n', { mode: 0o755 });
  const said = walk(folder, [
    lineWith('lmi_keys()'),
    lineWith('lmi_keys create'),
    'echo after; set',
  ]);
  const [during = '', after = ''] = said.split(/^after$/m);
  expect(during).toMatch(/^keys create ana\n/);
  expect(during).toContain('LMI_ADMIN_SECRET=second');
  expect(during).not.toContain('first');
  expect(after).not.toMatch(/first|second/);
});

test("a public call runs no stranger's package: it fails elsewhere", () => {
  const folder = 'server/pages/guides';
  const texts = readdirSync(join(root, folder)).map((name) => read(`${folder}/${name}`));
  const calls = texts
    .flatMap((text) => [...text.matchAll(/^```sh\n(.*\blmi .*)$/gm)])
    .map(([, call = '']) => call);
  expect(calls.length).toBeGreaterThan(2);
  for (const call of calls) expect(call).toMatch(/^npm run --silent lmi -- (pull|get|search) /);
});

test('every target of make that a page names is in the Makefile', () => {
  const targets = [...read('Makefile').matchAll(/^([a-z-]+):/gm)].map(([, target]) => target);
  const docs = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  const named = ['README.md', 'CONTRIBUTING.md', ...docs.map((name) => `docs/${name}`)].flatMap(
    (page) => [...read(page).matchAll(/(?:^ {4}|`)make ([a-z-]+)/gm)].map(([, target]) => target),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((target) => !targets.includes(target))).toEqual([]);
});
