// Compiles whose processes are really killed, at moments all over their run. lmi compile is killed
// as a process of its own: the lock, the heart of it and the workers go as the system takes them,
// and the next run completes it. A worker that is killed fails its release alone.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { verifyDirectory } from '#compiler/operations/verify.ts';
import { compile } from '#compiler/pipeline.ts';
import { workerProcesses } from '#compiler/release/worker-processes.ts';
import { sources } from '#sources/index.ts';
import { socIndex } from '#sources/soc-index/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { ageLocks } from '../age-locks.ts';
import { releaseOf } from '../compiler/spine-releases.ts';
import { keptSample } from '../kept.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { copyOf, servedIn } from './scene.ts';
import { drawnFor } from '../seed.ts';

const program = fileURLToPath(new URL('../../bin/lmi.js', import.meta.url));
const times = 30;

/** The exit code of the run, or the signal that ended it. */
function compileSample(data: string, killAfter?: number): Promise<number | string | null> {
  const child = spawn(
    process.execPath,
    [program, 'compile', '--sample', '--source', 'soc-index', '--jobs', '2', '--data', data],
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

const draw = drawnFor('processes that are killed');
const unfinishedIn = (directory: string) =>
  readdirSync(join(directory, 'editions')).filter((name) => name.startsWith('.'));

test('a killed compile breaks nothing, and the next one completes it', async () => {
  const started = performance.now();
  expect(await compileSample(temporaryDirectory())).toBe(0);
  const whole = performance.now() - started;
  const directory = temporaryDirectory();
  for (let time = 0; time < times; time += 1) {
    await compileSample(directory, (0.2 + 0.8 * draw.next()) * whole);
    ageLocks(directory);
    if (existsSync(join(directory, 'catalogue.json')))
      expect((await verifyDirectory(directory)).faults).toEqual([]);
  }
  expect(await compileSample(directory)).toBe(0);
  expect(await verifyDirectory(directory)).toMatchObject({ faults: [], remarks: [] });
  expect(unfinishedIn(directory)).toEqual([]);
});

/** Worker processes of this one. */
function workersOfThis(): number[] {
  const isOurs = (pid: string) => {
    try {
      const [, parent] =
        readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return Number(parent) === process.pid && command.includes('worker-program');
    } catch {
      return false;
    }
  };
  return readdirSync('/proc').filter(isOurs).map(Number);
}

test.runIf(process.platform === 'linux')(
  'a worker that is killed fails its release alone, and what was served stays',
  async () => {
    const [structure = expect.fail('no sample')] = await keptSample(socStructure);
    const [index = expect.fail('no sample')] = await keptSample(socIndex);
    const releasesNamed = (name: string) => [
      releaseOf(socStructure, name, structure.files),
      releaseOf(socIndex, name, index.files),
    ];
    const compileIn = (directory: string, name: string) =>
      compile({
        sources,
        releases: releasesNamed(name),
        directory,
        sample: true,
        acceptDocumented: false,
        workers: workerProcesses(directory, 2),
        progress: () => {},
        say: () => {},
      });
    const before = temporaryDirectory();
    const started = performance.now();
    await compileIn(before, structure.release);
    const whole = performance.now() - started;

    for (let time = 0; time < times; time += 1) {
      const directory = copyOf(before);
      const timer = setTimeout(() => {
        const [worker] = workersOfThis();
        if (worker !== undefined) process.kill(worker, 'SIGKILL');
      }, draw.next() * whole);
      const outcomes = await compileIn(directory, 'sample-2025-12-03');
      clearTimeout(timer);
      const failed = outcomes.filter(({ verdict }) => verdict === 'unreadable');
      expect(failed.length).toBeLessThanOrEqual(1);
      for (const { problems } of failed)
        expect(problems[0]?.message).toMatch(
          /^its process was ended while \w+: it ended by itself/,
        );
      for (const key of ['soc-structure', 'soc-index'] as const) {
        const hasFailed = failed.some(({ source }) => source === key);
        const expected = hasFailed ? structure.release : 'sample-2025-12-03';
        expect(servedIn(directory)[key]).toEqual([expected]);
      }
      expect(await verifyDirectory(directory)).toMatchObject({ faults: [], remarks: [] });
      expect(unfinishedIn(directory)).toEqual([]);
    }
  },
);
