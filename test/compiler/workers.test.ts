// The processes that compile releases: what goes wrong in one ends only its release, and leaves
// nothing behind.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { compileCommand } from '#compiler/commands/compile.ts';
import { parseRelease } from '#compiler/edition/catalogue.ts';
import { verifyDirectory } from '#compiler/operations/verify.ts';
import { compile } from '#compiler/pipeline.ts';
import { InstallationError, errorOfEnd } from '#compiler/release/installation.ts';
import { usualCount, workerProcesses } from '#compiler/release/worker-processes.ts';
import { sources } from '#sources/index.ts';
import { UnreadableFileError } from '#sources/kit/problem.ts';
import type { Limits } from '#sources/kit/read/limits.ts';
import type { Source } from '#sources/kit/source.ts';
import { socIndex } from '#sources/soc-index/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { keptSample } from '../kept.ts';
import { printed } from '../lmi.ts';
import { bytesOf, catalogueOf } from '../operations/scene.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { makeInWorker } from './in-worker.ts';
import { releaseOf } from './spine-releases.ts';

const namedRelease = (source: Source, name: string) =>
  parseRelease(source, name) ?? expect.fail(name);

async function structure() {
  const [sample = expect.fail('soc-structure has no sample')] = await keptSample(socStructure);
  return { release: namedRelease(socStructure, sample.release), files: sample.files };
}

const within = (source: Source, limits: Partial<Limits>): Source => ({
  ...source,
  limits: { ...source.limits, ...limits },
});
const faultOf = (work: Promise<unknown>) =>
  work.then(() => 'made without a fault').catch((error: unknown) => error);

const repairs = {
  heap: 'raise `usualHeapMb` in compiler/release/worker-processes\\.ts',
  clock: 'raise `limits` in sources/soc-structure/layout\\.ts',
};
test.each([
  [{ heap: 10 }, String.raw`its heap was full \(limit 10 MB\)`, repairs.heap],
  [{ seconds: 0 }, 'it took longer than 0 s', repairs.clock],
])('a process past %o is ended, and the next one makes an edition', async (limit, how, repair) => {
  const { release, files } = await structure();
  const directory = temporaryDirectory();
  const { heap, seconds } = { heap: undefined, seconds: undefined, ...limit };
  const limited = seconds === undefined ? socStructure : within(socStructure, { seconds });
  const options = heap === undefined ? { directory } : { directory, heap };
  const message = new RegExp(
    `^soc-structure \\S+: its process was ended while reading: ${how}\n {2}` +
      `download the files again; if they are as published, ${repair}$`,
  );
  expect(await faultOf(makeInWorker(limited, release, files, options))).toMatchObject({
    message: expect.stringMatching(message),
  });
  expect(readdirSync(join(directory, 'editions'))).toEqual([]);
  expect(await faultOf(makeInWorker(socStructure, release, files))).toBe('made without a fault');
});

describe('a run in several processes', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  const slowProgram = fileURLToPath(new URL('slow-worker.ts', import.meta.url));

  async function spine(structureName: string) {
    const [first = expect.fail('no sample')] = await keptSample(socStructure);
    const [index = expect.fail('no sample')] = await keptSample(socIndex);
    return [
      releaseOf(socStructure, first.release, first.files),
      releaseOf(socIndex, index.release, index.files),
      releaseOf(socStructure, structureName, first.files),
    ];
  }

  async function compileIn(
    directory: string,
    given: Awaited<ReturnType<typeof spine>>,
    workers: ReturnType<typeof workerProcesses>,
    {
      all = sources,
      onProgress = () => {},
    }: {
      readonly all?: readonly Source[];
      readonly onProgress?: (doing: string | readonly string[]) => void;
    },
  ) {
    const outcomes = await compile({
      sources: all,
      releases: given,
      directory,
      sample: true,
      acceptDocumented: false,
      workers,
      progress: onProgress,
      say: () => {},
    });
    return outcomes.map(({ source, release, verdict, problems }) => ({
      source,
      release,
      verdict,
      message: problems[0]?.message ?? null,
    }));
  }

  test('gives the same editions and the same order whatever the number of processes', async () => {
    const made: unknown[] = [];
    for (const count of [0, 1, 2, 4]) {
      const directory = temporaryDirectory();
      const given = (await spine('sample-2025-12-03')).slice(0, 2);
      const workers = count === 0 ? {} : { workers: workerProcesses(directory, count) };
      const outcomes = await compile({
        sources,
        releases: given,
        directory,
        sample: true,
        acceptDocumented: false,
        ...workers,
        progress: () => {},
        say: () => {},
      });
      const { editions } = catalogueOf(directory);
      made.push({
        outcomes: outcomes.map(({ source, verdict }) => [source, verdict]),
        editions: editions.map(({ compiled: _, ...edition }) => edition),
        bytes: bytesOf(directory),
      });
      expect((await verifyDirectory(directory)).faults).toEqual([]);
    }
    for (const one of made) expect(one).toEqual(made[0]);
  });

  test.each([
    [
      'runs into the clock',
      'sample-2001-01-01',
      { seconds: 600 },
      /examining: it took longer than 600 s/,
    ],
    ['fills its memory', 'sample-2002-01-01', {}, /examining: its heap was full/],
  ])('a release that %s after it was read fails alone', async (_, name, limits, message) => {
    const directory = temporaryDirectory();
    const all = sources.map((source) =>
      source.key === 'soc-structure' ? within(source, limits) : source,
    );
    const [limited = expect.fail('no source')] = all;
    const given = (await spine(name)).map((one) =>
      one.source.key === 'soc-structure' ? { ...one, source: limited } : one,
    );
    const workers = workerProcesses(directory, 2, { program: slowProgram, heap: 400 });
    // Only the clock of this process goes on: the other is slow however long it has.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const onProgress = (doing: string | readonly string[]) => {
      const isSlow = doing.includes('soc-structure sample-2001-01-01: examining');
      if (isSlow) vi.advanceTimersByTime(600_000);
    };
    const outcomes = await compileIn(directory, given, workers, { all, onProgress });
    expect(outcomes).toEqual([
      expect.objectContaining({
        release: name,
        verdict: 'unreadable',
        message: expect.stringMatching(message),
      }),
      expect.objectContaining({ source: 'soc-structure', verdict: 'published' }),
      expect.objectContaining({ source: 'soc-index', verdict: 'published' }),
    ]);
    expect(await verifyDirectory(directory)).toMatchObject({ faults: [], remarks: [] });
    expect(readdirSync(join(directory, 'editions')).filter((id) => id.startsWith('.'))).toEqual([]);
  });

  test('has at most one process for each core', () => {
    expect(usualCount()).toBeGreaterThan(0);
    expect(usualCount()).toBeLessThanOrEqual(4);
  });
});

/** The processes that this one has started to compile releases. */
function workersOfThis(): number[] {
  return readdirSync('/proc')
    .filter((pid) => {
      try {
        const isOurs =
          readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] ===
          String(process.pid);
        return (
          isOurs &&
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('release/worker-program.ts')
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}

describe.runIf(process.platform === 'linux')('a process', () => {
  test('that somebody else ends is a fault of its release alone', async () => {
    const { release, files } = await structure();
    const made = faultOf(makeInWorker(socStructure, release, files));
    const processes = workersOfThis();
    expect(processes.length).toBe(1);
    for (const pid of processes) process.kill(pid, 'SIGKILL');
    const fault = await made;
    expect(fault).toBeInstanceOf(UnreadableFileError);
    expect(String(fault)).toContain('it ended by itself (SIGKILL)');
    expect(await faultOf(makeInWorker(socStructure, release, files))).toBe('made without a fault');
  });

  test('sees no key, secret or address of this one', async () => {
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'a secret of the bucket');
    vi.stubEnv('CAREERS_API_KEY', 'a key of a publisher');
    vi.stubEnv('TZ', 'Asia/Kathmandu');
    try {
      const { release, files } = await structure();
      const made = faultOf(makeInWorker(socStructure, release, files));
      const [pid = expect.fail('no process works')] = workersOfThis();
      const seen = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
      expect(await made).toBe('made without a fault');
      const names = seen.map((variable) => variable.slice(0, variable.indexOf('=')));
      expect(seen).toContain('TZ=Asia/Kathmandu');
      // The file descriptor and the form of the messages between the two processes are Node's own.
      const allowed =
        /^(?:MALLOC_ARENA_MAX|TZ|LANG|LC_ALL|LD_LIBRARY_PATH|NODE_COMPILE_CACHE|NODE_CHANNEL_\w+)$/;
      expect(names.filter((name) => !allowed.test(name))).toEqual([]);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe('our own program is gone', () => {
  const program = process.execPath;
  afterEach(() => {
    process.execPath = program;
  });

  test('no source is blamed, and the repair is named', async () => {
    const { release, files } = await structure();
    process.execPath = '/absent/bin/node';
    const fault = await faultOf(makeInWorker(socStructure, release, files));
    expect(fault).toBeInstanceOf(InstallationError);
    expect(fault).toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(
        /^\/.*: the installation is broken: \/absent\/bin\/node is missing\n {2}run npm ci there, and try again$/,
      ),
    });
  });

  test('a command that compiles ends with it, and publishes nothing', async () => {
    const [sample = expect.fail('soc-structure has no sample')] = await keptSample(socStructure);
    const directory = temporaryDirectory();
    const from = join(directory, 'published');
    const folder = join(from, socStructure.key, sample.release.replace('sample-', ''));
    mkdirSync(folder, { recursive: true });
    for (const { name, bytes } of sample.files) writeFileSync(join(folder, name), bytes);
    process.execPath = '/absent/bin/node';
    const data = join(directory, 'data');
    const command = printed(() => compileCommand({ from, data, inWorkerProcesses: true }));
    await expect(command).rejects.toThrow(InstallationError);
    expect(existsSync(join(data, 'catalogue.json'))).toBe(false);
  });

  test.each([
    [
      'a package',
      "code: 'ERR_MODULE_NOT_FOUND'",
      "Cannot find package 'typebox' imported from /x.ts",
    ],
    ['a file', "code: 'MODULE_NOT_FOUND'", "Cannot find module '/x/compiler/reading.ts'"],
  ])('%s that a process lacks', (_, code, message) => {
    const lastWords =
      `Error [X]: ${message}\n    at load (node:internal)\n  ` + `${code}\n}\n\nNode.js v24`;
    expect(errorOfEnd(lastWords)?.message).toContain(`is broken: ${message}\n`);
    expect(errorOfEnd(`Error: ${message}`)).toBeNull();
  });
});
