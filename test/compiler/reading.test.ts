// The processes that read releases: what is read comes whole, and what goes wrong in one ends only
// its source.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { compileCommand } from '#compiler/commands/compile.ts';
import { parseRelease } from '#compiler/edition/catalogue.ts';
import { InstallationError, errorOfEnd } from '#compiler/release/installation.ts';
import { readApart } from '#compiler/reading.ts';
import { listenTo, type LookedFor } from '#sources/kit/looked-for.ts';
import { UnreadableFileError } from '#sources/kit/problem.ts';
import type { Limits } from '#sources/kit/read/limits.ts';
import type { PublishedFile, Source } from '#sources/kit/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { keptSample } from '../kept.ts';
import { printed } from '../lmi.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const releaseOf = (source: Source, name: string) => parseRelease(source, name) ?? expect.fail(name);

async function structure() {
  const [sample = expect.fail('soc-structure has no sample')] = await keptSample(socStructure);
  const [file = expect.fail('the sample has no file')] = sample.files;
  const cut: readonly PublishedFile[] = [{ ...file, bytes: file.bytes.subarray(0, 5000) }];
  return { release: releaseOf(socStructure, sample.release), files: sample.files, file, cut };
}

const within = (limits: Partial<Limits>): Source => ({
  ...socStructure,
  limits: { ...socStructure.limits, ...limits },
});
const faultOf = (work: Promise<unknown>) =>
  work.then(() => 'read without a fault').catch((error: unknown) => error);

test('rows, and what the readers looked for, come as if they were read here', async () => {
  const { release, files } = await structure();
  const lookedFor: Record<'here' | 'apart', LookedFor[]> = { here: [], apart: [] };
  const here = await listenTo(lookedFor.here, () => socStructure.parse(release, files));
  const apart = await listenTo(lookedFor.apart, () => readApart(socStructure, release, files));
  expect(apart).toEqual(here);
  expect(lookedFor.apart).toEqual(lookedFor.here);
  expect(lookedFor.apart.length).toBeGreaterThan(0);
});

const repair = String.raw`\n {2}download the files again; if they are as published, raise \`limits\` in sources/soc-structure/layout\.ts$`;
test.each([
  [
    { memory: 10 },
    new RegExp(
      `^soc-structure \\S+: the process that read it was ended: its heap was full \\(limit 10 MB\\)${repair}`,
    ),
  ],
  [{ seconds: 0 }, /the process that read it was ended: it took longer than 0 s/],
])('a process past %o is ended, and the next one reads', async (limits, message) => {
  const { release, files } = await structure();
  expect(await faultOf(readApart(within(limits), release, files))).toMatchObject({
    message: expect.stringMatching(message),
  });
  expect(await faultOf(readApart(socStructure, release, files))).toBe('read without a fault');
});

/** The processes that this one has started to read releases. */
function readingProcesses(): number[] {
  return readdirSync('/proc')
    .filter((pid) => {
      try {
        const isOurs =
          readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] ===
          String(process.pid);
        return (
          isOurs && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('compiler/reading.ts')
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
    const read = faultOf(readApart(socStructure, release, files));
    const processes = readingProcesses();
    expect(processes.length).toBe(1);
    for (const pid of processes) process.kill(pid, 'SIGKILL');
    const fault = await read;
    expect(fault).toBeInstanceOf(UnreadableFileError);
    expect(String(fault)).toContain('it ended by itself (SIGKILL)');
    expect(await faultOf(readApart(socStructure, release, files))).toBe('read without a fault');
  });

  test('sees no key, secret or address of this one', async () => {
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'a secret of the bucket');
    vi.stubEnv('CAREERS_API_KEY', 'a key of a publisher');
    vi.stubEnv('TZ', 'Asia/Kathmandu');
    try {
      const { release, files } = await structure();
      const read = faultOf(readApart(socStructure, release, files));
      const [pid = expect.fail('no process reads')] = readingProcesses();
      const seen = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
      expect(await read).toBe('read without a fault');
      const names = seen.map((variable) => variable.slice(0, variable.indexOf('=')));
      expect(seen).toContain('TZ=Asia/Kathmandu');
      // The file descriptor and the form of the messages between the two processes are Node's own.
      const allowed = /^(?:TZ|LANG|LC_ALL|LD_LIBRARY_PATH|NODE_COMPILE_CACHE|NODE_CHANNEL_\w+)$/;
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
    const fault = await faultOf(readApart(socStructure, release, files));
    expect(fault).toBeInstanceOf(InstallationError);
    expect(fault).toMatchObject({
      exitCode: 1,
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
    const command = printed(() => compileCommand({ from, data, apart: true }));
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
    const lastWords = `Error [X]: ${message}\n    at load (node:internal)\n  ${code}\n}\n\nNode.js v24`;
    expect(errorOfEnd(lastWords)?.message).toContain(`is broken: ${message}\n`);
    expect(errorOfEnd(`Error: ${message}`)).toBeNull();
  });
});
