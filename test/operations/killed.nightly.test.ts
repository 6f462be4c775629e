// lmi compile as a process of its own, really killed at moments all over its run: the lock, the
// heart of it and the readers' processes go as the system takes them. The next run completes it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { verifyDirectory } from '#compiler/operations/verify.ts';
import { ageLocks } from '../age-locks.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const program = fileURLToPath(new URL('../../bin/lmi.js', import.meta.url));

/** The exit code of the run, or the signal that ended it. */
function compile(data: string, killAfter?: number): Promise<number | string | null> {
  const child = spawn(
    process.execPath,
    [program, 'compile', '--sample', '--source', 'soc-index', '--data', data],
    { stdio: 'ignore' },
  );
  const timer =
    killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter);
  return new Promise((done) =>
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      done(signal ?? code);
    }),
  );
}

test('a compile that is really killed leaves nothing broken, and the next completes it', async () => {
  const started = performance.now();
  expect(await compile(temporaryDirectory())).toBe(0);
  const whole = performance.now() - started;
  const directory = temporaryDirectory();
  for (const share of [0.3, 0.5, 0.6, 0.7, 0.8, 0.9]) {
    await compile(directory, share * whole);
    ageLocks(directory);
    if (existsSync(join(directory, 'catalogue.json')))
      expect(verifyDirectory(directory).faults).toEqual([]);
  }
  expect(await compile(directory)).toBe(0);
  expect(verifyDirectory(directory).faults).toEqual([]);
});
