// The local server as a process: whoever ends npx ends the server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
