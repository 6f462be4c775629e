// CLIENT_ADDRESS=direct on workerd itself: the peer of the connection is told, and no header can say otherwise.
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../temporary-directory.ts';

/** The program itself. The package declares no types, so it is asked for its path and believed in nothing else. */
const workerd = String(createRequire(import.meta.url)('workerd').default);

const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (modules = [(name = "worker.js", esModule = embed "worker.js")], compatibilityDate = "2026-04-01"))],
  sockets = [(name = "http", http = (), service = "main")],
);
`;

test('workerd tells the peer, whatever the client writes', async () => {
  const directory = temporaryDirectory();
  const entry = fileURLToPath(new URL('client-address-worker.ts', import.meta.url));
  await build({ entryPoints: [entry], bundle: true, format: 'esm', outfile: join(directory, 'worker.js'), logLevel: 'silent' });
  await writeFile(join(directory, 'config.capnp'), config);
  const port = await freePort();
  const server = spawn(workerd, ['serve', join(directory, 'config.capnp'), '--socket-addr', `http=127.0.0.1:${port}`], { stdio: 'ignore' });
  try {
    const ask = async (headers: Record<string, string> = {}): Promise<string> => (await fetch(`http://127.0.0.1:${port}/`, { headers })).text();
    await expect.poll(() => ask().catch(() => 'not listening yet'), { timeout: 20_000 }).toBe('127.0.0.1');
    const forged = { 'CF-Connecting-IP': '192.0.2.1', 'MF-CF-Blob': '{"clientIp":"192.0.2.1"}', 'X-Forwarded-For': '192.0.2.1', Forwarded: 'for=192.0.2.1' };
    expect(await ask(forged)).toBe('127.0.0.1');
  } finally {
    server.kill();
  }
});

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address !== null ? done(address.port) : fail(new Error('no port'))));
    });
  });
}
