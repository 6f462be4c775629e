// The processes that read releases: what is read comes whole, and what goes wrong in one ends only
// its source.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseRelease } from '#compiler/edition/catalogue.ts';
import { readApart } from '#compiler/reading.ts';
import { listenTo, type LookedFor } from '#sources/kit/looked-for.ts';
import { UnreadableFileError } from '#sources/kit/problem.ts';
import type { Limits } from '#sources/kit/read/limits.ts';
import type { PublishedFile, Source } from '#sources/kit/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { keptSample } from '../kept.ts';

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

test.runIf(process.platform === 'linux')(
  'a process that somebody else ends is a fault of its release alone',
  async () => {
    const { release, files } = await structure();
    const read = faultOf(readApart(socStructure, release, files));
    const children = readdirSync('/proc').filter((pid) => {
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
    });
    expect(children.length).toBe(1);
    for (const pid of children) process.kill(Number(pid), 'SIGKILL');
    const fault = await read;
    expect(fault).toBeInstanceOf(UnreadableFileError);
    expect(String(fault)).toContain('it ended by itself (SIGKILL)');
    expect(await faultOf(readApart(socStructure, release, files))).toBe('read without a fault');
  },
);
