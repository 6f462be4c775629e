// Readers of tables that take nothing of what they asked for: each may cost the real workerd
// kilobytes, however large the table is.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type Socket, connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { sampleDirectory } from '../compiled-data.ts';
import { addressHeader, startWritten } from './runtimes.ts';

const { administration, server } = await startWritten({
  data: sampleDirectory(),
  clientAddress: `header:${addressHeader}`,
});
const { hostname, port } = new URL(administration.url);
const readers: Socket[] = [];
afterAll(async () => {
  for (const reader of readers) reader.destroy();
  await server.stop();
});

/** Megabytes that the process has in memory. Only Linux says. */
function memory(): number {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1000;
}

/** Asks for a table, waits for the first bytes and reads no further. */
async function openReader(path: string, place: number): Promise<Socket> {
  const reader = connect(Number(port), hostname);
  reader.write(
    `GET ${path} HTTP/1.1\r\nHost: a\r\n${addressHeader}: ` +
      `192.0.2.${place}\r\nAccept-Encoding: identity\r\n\r\n`,
  );
  await once(reader, 'readable');
  return reader;
}

/** Waits until a process that works on unread answers has done all that it will do. */
async function untilQuiet(): Promise<void> {
  let before = processorTicks();
  for (;;) {
    await new Promise((done) => setTimeout(done, 500));
    const now = processorTicks();
    if (now - before < 5) return;
    before = now;
  }
}

/** Hundredths of a second that the process has worked. */
function processorTicks(): number {
  const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

const readersAtOnce = 100;
/** Half a megabyte each is far more than they need, and far less than the table of 29 MB. */
const mostMegabytes = 50;

test.runIf(process.platform === 'linux').each(['/tables/ashe.csv', '/tables/ashe.csv.gz'])(
  '%s: 100 who do not read cost kilobytes each',
  async (path) => {
    // What is loaded and compiled for the first answer is no cost of a reader.
    readers.push(await openReader(path, 0));
    await untilQuiet();
    const before = memory();
    for (let place = 1; place <= readersAtOnce; place++) {
      readers.push(await openReader(path, place));
      expect(memory() - before).toBeLessThan(mostMegabytes);
    }
    await untilQuiet();
    expect(memory() - before).toBeLessThan(mostMegabytes);
    const answer = await fetch(`${administration.url}/healthz`);
    expect(answer.status).toBe(200);
  },
);
