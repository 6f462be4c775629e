// CLIENT_ADDRESS=direct on workerd itself: the peer of the connection is told, and no header can say otherwise.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { freePort } from '#compiler/serve/serve.ts';
import { workerdProgram } from '#compiler/serve/workerd.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { startProgram } from './workerd-process.ts';

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
  const port = await freePort(0);
  const ask = async (headers: Record<string, string> = {}): Promise<string> =>
    (await fetch(`http://127.0.0.1:${port}/`, { headers })).text();
  const server = await startProgram(
    [workerdProgram, 'serve', join(directory, 'config.capnp'), '--socket-addr', `http=127.0.0.1:${port}`],
    async () => (await ask()) !== '',
  );
  expect(await ask()).toBe('127.0.0.1');
  const forged = {
    'CF-Connecting-IP': '192.0.2.1',
    'MF-CF-Blob': '{"clientIp":"192.0.2.1"}',
    'X-Forwarded-For': '192.0.2.1',
    Forwarded: 'for=192.0.2.1',
  };
  expect(await ask(forged)).toBe('127.0.0.1');
  await server.stop();
});
