// Clients that are slow on purpose, and the limits of time that end them: docs/settings.md.
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { serve } from '#compiler/serve/serve.ts';
import { mostInFlight } from '#server/keys/in-flight.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { fixtureDirectory } from './fixture.ts';
import { lines, sendRaw } from './raw-request.ts';
import { addressHeader } from './runtimes.ts';

const state = join(temporaryDirectory(), 'state');
const server = await serve({
  data: fixtureDirectory(),
  state,
  port: 0,
  clientAddress: `header:${addressHeader}`,
});
// Opened first: workerd waits fifteen seconds for the headers and ten for a body.
const withoutBody = sendRaw(
  server.url,
  `${lines('POST /keys HTTP/1.1', 'Host: a', 'Content-Length: 100')}{`,
  20_000,
);
const begun = performance.now();
const { port, hostname } = new URL(server.url);
const socket = connect(Number(port), hostname, () =>
  socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: '),
);
const unfinished = new Promise<number>((closed) =>
  socket.once('close', () => closed((performance.now() - begun) / 1000)),
);
afterAll(() => server.close());

/** Opens a connection, sends the bytes, and says nothing more; the result hangs up. */
const silent = (bytes: string) =>
  new Promise<() => void>((opened) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(bytes, () => opened(() => void socket.destroy())),
    );
    socket.on('error', () => {});
  });
const page = () => fetch(`${server.url}/terms`);

test('300 that never finish their headers keep nobody waiting', async () => {
  const hangUp = await Promise.all(
    Array.from({ length: 300 }, () =>
      silent('GET /v1/occupations HTTP/1.1\r\nHost: a\r\nX-Slow: '),
    ),
  );
  for (let time = 0; time < 20; time += 1) expect((await page()).status).toBe(200);
  hangUp.forEach((end) => end());
});

test('bodies that never end fill their places: 429, until they are gone', async () => {
  const slow = (client: number) =>
    silent(
      `POST /keys HTTP/1.1\r\nHost: a\r\n${addressHeader}: ` +
        `192.0.2.${client}\r\nContent-Length: 100\r\n\r\n{`,
    );
  const hangUp = await Promise.all(
    Array.from({ length: mostInFlight }, (_, client) => slow(client)),
  );
  await expect.poll(async () => (await page()).status, { timeout: 5000 }).toBe(429);
  const refused = await page();
  // Nothing was counted, so nothing is said of what is left.
  expect([refused.headers.get('Retry-After'), refused.headers.has('RateLimit')]).toEqual([
    '1',
    false,
  ]);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  // A body is waited for ten seconds; whoever hung up takes no place for longer than that.
  hangUp.slice(0, mostInFlight / 2).forEach((end) => end());
  await expect
    .poll(async () => (await page()).status, { timeout: 40_000, interval: 500 })
    .toBe(200);
  hangUp.forEach((end) => end());
});

test('slow headers are cut after 15 seconds, and slow bodies are 408', async () => {
  const seconds = await unfinished;
  expect([seconds > 14, seconds < 20]).toEqual([true, true]);
  expect((await withoutBody).status).toBe(408);
});
