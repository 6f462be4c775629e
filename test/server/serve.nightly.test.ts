// The local server as a process: whoever ends npx ends the server, and what built the worker ends
// once it serves.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { freePort } from '#compiler/serve/serve.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { fixtureDirectory } from './fixture.ts';

test('ending the npx that started it ends the server', async () => {
  const port = await freePort(0);
  const state = join(temporaryDirectory(), 'state');
  const npx = spawn(
    'npx',
    ['lmi', 'serve', '--data', fixtureDirectory(), '--state', state, '--port', String(port)],
    {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  try {
    await once(npx.stdout, 'data');
    await expect.poll(isUp, { timeout: 20_000, interval: 100 }).toBe(true);
  } finally {
    npx.kill('SIGKILL');
  }
  await expect.poll(isUp, { timeout: 20_000, interval: 100 }).toBe(false);
});

/** The command lines of the processes that a process has started, without those that have ended. */
function childrenOf(parent: number | undefined): string[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      const [state, parentOfIt] =
        readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      if (Number(parentOfIt) !== parent || state === 'Z') return [];
      return [readFileSync(`/proc/${pid}/cmdline`, 'utf8')];
    } catch {
      return [];
    }
  });
}

test.runIf(process.platform === 'linux')(
  'while it serves, workerd is its only process',
  async () => {
    const serving = spawn(
      process.execPath,
      [
        fileURLToPath(new URL('../../bin/lmi.js', import.meta.url)),
        'serve',
        '--data',
        fixtureDirectory(),
        '--state',
        join(temporaryDirectory(), 'state'),
        '--port',
        '0',
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    try {
      await once(serving.stdout, 'data');
      expect(childrenOf(serving.pid)).toEqual([expect.stringContaining('workerd')]);
    } finally {
      serving.kill('SIGTERM');
      await once(serving, 'exit');
    }
  },
);
