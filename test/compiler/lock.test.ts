// The lock of a data directory: one writer at a time, and a killed one is taken over.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LockedError, lock, requireStillHeld } from '#compiler/edition/lock.ts';
import { ageLocks } from '../age-locks.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const module = new URL('../../compiler/edition/lock.ts', import.meta.url);

/**
 * A process that takes locks, as the program says, which finds `lock` and `sleep`. Resolves to what
 * it has printed when `until` matches it.
 */
async function taking(
  program: string,
  until: RegExp,
): Promise<{ readonly printed: string; readonly end: () => Promise<void> }> {
  const text =
    `import { lock } from '${module}'; const sleep = (ms) => Atomics.wait(new ` +
    `Int32Array(new SharedArrayBuffer(4)), 0, 0, ms); ${program}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = new Promise<void>((exited) => child.once('exit', () => exited()));
  const end = async () => {
    child.kill('SIGKILL');
    await gone;
  };
  let printed = '';
  await new Promise<void>((matched) => {
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      if (until.test(printed)) matched();
    });
    child.once('exit', () => matched());
  });
  return { printed, end };
}

test('a second writer is refused while the first is at work', () => {
  const directory = temporaryDirectory();
  const unlock = lock(directory, () => {});
  expect(() => lock(directory, () => {})).toThrow(LockedError);
  expect(() => lock(directory, () => {})).toThrow(
    new RegExp(
      `process ${process.pid} on ${hostname()} is writing here\n ` +
        '{2}wait for it; if it was killed, run this again in [23]\\d seconds',
    ),
  );
  unlock();
  lock(directory, () => {})();
  expect(readdirSync(directory)).toEqual([]);
});

test('a lock whose writer was killed is taken over after half a minute', async () => {
  const directory = temporaryDirectory();
  const { end } = await taking(
    `lock('${directory}', () => {}); console.log(process.pid); sleep(60_000);`,
    /\d\n/,
  );
  await end();
  expect(() => lock(directory, () => {})).toThrow(LockedError);
  ageLocks(directory);
  const said: string[] = [];
  lock(directory, (line) => said.push(line))();
  expect(said.join()).toMatch(
    /taking over the lock of process \d+ on \S+, which has given no sign of life for 30 seconds$/,
  );
  expect(readdirSync(directory)).toEqual([]);
});

test('a writer that only computes keeps its lock: a thread renews it', async () => {
  const directory = temporaryDirectory();
  const { end } = await taking(
    `lock('${directory}', () => {}); console.log('held'); sleep(60_000);`,
    /held/,
  );
  try {
    ageLocks(directory);
    const [file = ''] = readdirSync(join(directory, 'lock'));
    const age = () => Date.now() - statSync(join(directory, 'lock', file)).mtimeMs;
    await expect.poll(age, { timeout: 10_000, interval: 200 }).toBeLessThan(5000);
  } finally {
    await end();
  }
});

test('of three processes at each of 40 locks of killed ones, one takes it over', async () => {
  const directory = temporaryDirectory();
  const folders = Array.from({ length: 40 }, (_, place) => join(directory, String(place)));
  for (const folder of folders) {
    mkdirSync(join(folder, 'lock'), { recursive: true });
    writeFileSync(join(folder, 'lock/killed'), 'process 1 on another');
  }
  ageLocks(directory);
  const program = `
    import { existsSync } from 'node:fs';
    while (!existsSync('${directory}/go')) sleep(1);
    const taken = ${JSON.stringify(folders)}.filter((folder) => {
      try { lock(folder, () => {}); return true; } catch { return false; }
    });
    console.log('taken ' + taken.length); sleep(60_000);`;
  const takers = [1, 2, 3].map(() => taking(program, /taken \d+/));
  await setTimeout(1000);
  writeFileSync(join(directory, 'go'), '');
  const all = await Promise.all(takers);
  const counts = all.map(({ printed }) => Number(/\d+/.exec(printed)?.[0]));
  for (const { end } of all) await end();
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(folders.length);
  for (const folder of folders) expect(readdirSync(join(folder, 'lock'))).toHaveLength(1);
});

test('a file is no lock: it stays, and is named with its repair', () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'lock'), '');
  expect(() => lock(directory, () => {})).toThrow(/lock: is no lock, [^]*\n {2}remove it/);
  expect(readdirSync(directory)).toEqual(['lock']);
});

test('a lock that was taken over survives the release by its first holder', () => {
  const directory = temporaryDirectory();
  const unlock = lock(directory, () => {});
  requireStillHeld(directory);
  rmSync(join(directory, 'lock'), { recursive: true });
  expect(() => requireStillHeld(directory)).toThrow(
    /another process took over the lock[^]*; nothing was published\n {2}run it again/,
  );
  const second = lock(directory, () => {});
  unlock();
  expect(() => lock(directory, () => {})).toThrow(LockedError);
  second();
  lock(directory, () => {})();
});
