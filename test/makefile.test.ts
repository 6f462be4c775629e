// What each target of the Makefile installs, with an npm that only notes what it is told.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { temporaryDirectory } from './temporary-directory.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamps = ['node_modules/.package-lock.json', 'node_modules/.everything'];

const npm = `#!/bin/sh
echo "npm $*" >> ran
case "$*" in
  ci*) rm -rf node_modules; mkdir node_modules; echo {} > node_modules/.package-lock.json
       case "$*" in *--omit=dev*) ;; *) mkdir node_modules/vitest ;; esac ;;
esac
`;

let folder: string;
beforeEach(() => {
  folder = temporaryDirectory();
  for (const file of ['Makefile', 'package.json', 'package-lock.json']) copyFileSync(join(root, file), join(folder, file));
  for (const file of ['package.json', 'package-lock.json']) dated(file, 300);
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/npm'), npm, { mode: 0o755 });
  writeFileSync(join(folder, 'bin/npx'), '#!/bin/sh\necho "npx $*" >> ran\n', { mode: 0o755 });
});

function dated(file: string, seconds: number): void {
  const time = new Date(Date.now() - seconds * 1000);
  if (existsSync(join(folder, file))) utimesSync(join(folder, file), time, time);
}

/** What npm and npx were asked for by `make TARGET`, without the options that only make npm say less. */
function make(target: string): string[] {
  const environment = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, MAKEFLAGS: '' };
  return asked(() => execFileSync('make', [target], { cwd: folder, env: environment, stdio: 'ignore' }));
}

function asked(run: () => void): string[] {
  const notes = join(folder, 'ran');
  rmSync(notes, { force: true });
  run();
  const lines = existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n') : [];
  return lines.map((line) => line.replace(/ --(no-audit|no-fund|loglevel=\w+)/g, ''));
}

const serve = 'npx lmi serve --port 8787';

test('serving installs no package for tests; make test installs them, and serving keeps them', () => {
  expect(make('compile')[0]).toBe('npm ci --omit=dev');
  for (const target of ['compile', 'sample', 'serve']) expect(make(target).filter((line) => line.startsWith('npm '))).toEqual([]);
  expect(make('test')).toEqual(['npm ci', 'npm test']);
  expect(make('serve')).toEqual([serve]);
  expect(make('test')).toEqual(['npm test']);
});

test('other versions are installed where the lock file is newer, and no package for tests goes', () => {
  make('test');
  for (const stamp of stamps) dated(stamp, 200);
  dated('package-lock.json', 100);
  expect(make('serve')).toEqual(['npm ci', serve]);
  expect(make('test')).toEqual(['npm test']);
});

test("a person's own npm ci counts", () => {
  asked(() => execFileSync(join(folder, 'bin/npm'), ['ci'], { cwd: folder }));
  expect(make('check')).toEqual(['npm run --silent check']);
  asked(() => execFileSync(join(folder, 'bin/npm'), ['ci', '--omit=dev'], { cwd: folder }));
  expect(make('check')).toEqual(['npm ci', 'npm run --silent check']);
});
