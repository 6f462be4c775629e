// What make does before it installs anything: npm ci empties node_modules, so a mistyped target or
// a running command must stop it first.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { temporaryDirectory } from '../temporary-directory.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * A checkout in which nothing is installed, and an npm and npx that only note how they are called.
 */
function emptyCheckout() {
  const directory = temporaryDirectory();
  for (const folder of ['bin', 'build', 'programs', 'node_modules'])
    mkdirSync(join(directory, folder));
  for (const file of ['Makefile', 'package.json', 'package-lock.json', 'build/running.js'])
    copyFileSync(join(root, file), join(directory, file));
  writeFileSync(
    join(directory, 'bin/lmi.js'),
    "console.log('ready');\nsetInterval(() => {}, 1e6);\n",
  );
  const calls = join(directory, 'calls');
  for (const name of ['npm', 'npx'])
    writeFileSync(
      join(directory, 'programs', name),
      `#!/bin/sh\necho "${name} $*" >> "${calls}"\n`,
      {
        mode: 0o755,
      },
    );
  const make = (...words: readonly string[]) => {
    const path = [join(directory, 'programs'), process.env['PATH']].join(delimiter);
    const env = { ...process.env, PATH: path, MAKEFLAGS: '' };
    const { status, stderr } = spawnSync('make', words, { cwd: directory, env, encoding: 'utf8' });
    return { status, stderr, calls: existsSync(calls) ? readFileSync(calls, 'utf8') : '' };
  };
  return { directory, make };
}

test.each([
  ['deploy', [], 'STORE or URL is not set'],
  ['deploy', ['STORE=s3://bucket'], 'STORE or URL is not set'],
  ['daily', [], 'STORE is not set'],
  ['compile', ['FROM=absent'], 'FROM is "absent", expected a folder'],
])('make %s %j is refused before anything is installed', (target, words, message) => {
  const { status, stderr, calls } = emptyCheckout().make(target, ...words);
  expect(stderr).toContain(message);
  expect(status).toBe(2);
  expect(calls).toBe('');
});

let running: ChildProcess | undefined;
afterEach(() => running?.kill());

test('make installs nothing under a running command of the checkout, and names it', async () => {
  const { directory, make } = emptyCheckout();
  running = spawn(process.execPath, ['bin/lmi.js', 'daily', '--store', 'a'], { cwd: directory });
  const { stdout } = running;
  if (stdout === null) throw new Error('no output');
  await once(stdout, 'data');
  for (const words of [['serve'], ['deploy', 'STORE=s3://bucket', 'URL=https://lmi.example.org']]) {
    const { status, stderr, calls } = make(...words);
    expect(stderr).toContain(`${running.pid} ${process.execPath} bin/lmi.js daily --store a`);
    expect(status).toBe(2);
    expect(calls).toBe('');
  }
  running.kill();
  await once(running, 'exit');
  expect(make('serve')).toMatchObject({
    status: 0,
    calls: expect.stringMatching(/^npm ci .*\nnpx lmi serve --port 8787\n$/),
  });
});
