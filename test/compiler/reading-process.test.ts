// The processes that read releases: what is read comes whole, and what goes wrong in one ends only its source.
import { readdirSync, readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { parseRelease } from '#compiler/edition/catalogue.ts';
import { compile } from '#compiler/pipeline.ts';
import { ReadAhead } from '#compiler/reading/read-ahead.ts';
import { readApart } from '#compiler/reading/reading-process.ts';
import { type Ahead, type Reading, readHere } from '#compiler/reading/reading.ts';
import type { ReleaseFiles } from '#compiler/release/outcome.ts';
import { listenTo, type LookedFor } from '#sources/kit/looked-for.ts';
import { LayoutError, UnreadableFileError } from '#sources/kit/problem.ts';
import type { Limits } from '#sources/kit/read/limits.ts';
import { readZip, writeArchive } from '#sources/kit/read/zip.ts';
import { writeWorkbook } from '#sources/kit/sample/workbook.ts';
import type { PublishedFile, Source } from '#sources/kit/source.ts';
import { sources } from '#sources/index.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { keepingRows, keptSample } from '../kept.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

let reading: Reading;
beforeAll(() => {
  reading = readApart();
});
afterAll(() => reading.end());

function releaseOf(source: Source, name: string): ReleaseFiles['release'] {
  const release = parseRelease(source, name);
  if (release === null) throw new Error(`${source.key} reads no name "${name}"`);
  return release;
}

async function structure(): Promise<{ release: ReleaseFiles['release']; files: readonly PublishedFile[] }> {
  const [sample] = await keptSample(socStructure);
  if (sample === undefined) throw new Error('soc-structure has no sample');
  return { release: releaseOf(socStructure, sample.release), files: sample.files };
}

const begin = (...given: Parameters<Ahead['begin']>) => reading.ahead?.begin(...given);
const within = (limits: Partial<Limits>): Source => ({ ...socStructure, limits: { ...socStructure.limits, ...limits } });
const faultOf = (work: Promise<unknown>) => work.then(() => 'read without a fault').catch((error: unknown) => error);

/** A zip of Table 14 with a workbook that merges the whole sheet. */
async function bomb(): Promise<PublishedFile> {
  const parts = await Promise.all(
    (await readZip('t', await writeWorkbook([{ name: 'All', rows: [['Description']] }]))).map(async ({ name, read }) => ({
      name,
      bytes: await read(),
    })),
  );
  const merged = parts.map(({ name, bytes }) =>
    name.endsWith('sheet1.xml')
      ? {
          name,
          bytes: Buffer.from(
            bytes.toString().replace('</sheetData>', '</sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'),
          ),
        }
      : { name, bytes },
  );
  const archive = (members: readonly { name: string; bytes: Buffer }[]) =>
    writeArchive(members.map(({ name, bytes }) => ({ name, method: 0, bytes, crc32: crc32(bytes), length: bytes.length })));
  return { name: 'ashetable142024provisional.zip', bytes: archive([{ name: 'Table 14.1a.xlsx', bytes: archive(merged) }]) };
}

test('rows, and what the readers looked for, come as if they were read here', async () => {
  const { release, files } = await structure();
  const heard: Record<'here' | 'apart', LookedFor[]> = { here: [], apart: [] };
  const here = await listenTo(heard.here, () => socStructure.parse(release, files));
  const apart = await listenTo(heard.apart, () => reading.read(socStructure, release, files));
  expect(apart).toEqual(here);
  expect(heard.apart).toEqual(heard.here);
  expect(heard.apart.length).toBeGreaterThan(0);
});

test('faults come with their problems', async () => {
  const { release, files } = await structure();
  const [file] = files;
  if (file === undefined) throw new Error('no file');
  const cut = await faultOf(reading.read(socStructure, release, [{ ...file, bytes: file.bytes.subarray(0, 5000) }]));
  expect(cut).toBeInstanceOf(UnreadableFileError);
  expect(cut).toMatchObject({ isCut: true, problem: { place: expect.stringContaining(file.name), repair: 'download the file again' } });
  const other = await faultOf(
    reading.read(socStructure, release, [{ ...file, bytes: await writeWorkbook([{ name: 'All', rows: [['a']] }]) }]),
  );
  expect(other).toBeInstanceOf(LayoutError);
});

test.each([
  [
    { memory: 30 },
    /^soc-structure sample-[\d-]+: the process that read it was ended: it took \d+ MB of memory \(limit 30 MB\)\n {2}download the files again; if they are as published, raise `limits` in sources\/soc-structure\/layout\.ts$/,
  ],
  [{ seconds: 0 }, /the process that read it was ended: it took longer than 0 s/],
])('a process past %o is ended, and the next one reads', async (limits, message) => {
  const { release, files } = await structure();
  reading.end();
  const fault = await faultOf(reading.read(within(limits), release, files));
  expect(fault === 'read without a fault' ? fault : String(fault instanceof Error ? fault.message : fault)).toMatch(message);
  expect(await faultOf(reading.read(socStructure, release, files))).toBe('read without a fault');
});

test.runIf(process.platform === 'linux')('a process that somebody else ends is a fault of its release alone', async () => {
  const { release, files } = await structure();
  reading.end();
  const read = faultOf(reading.read(socStructure, release, files));
  const children = readdirSync('/proc').filter((pid) => {
    try {
      const isOurs = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(process.pid);
      return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('reading/reader.ts');
    } catch {
      return false;
    }
  });
  expect(children.length).toBe(1);
  for (const pid of children) process.kill(Number(pid), 'SIGKILL');
  const fault = await read;
  expect(fault).toBeInstanceOf(UnreadableFileError);
  expect(String(fault)).toContain('it ended by itself (SIGKILL)');
  expect(await faultOf(reading.read(socStructure, release, files))).toBe('read without a fault');
});

test('a release that was begun is read as it was then, and any other afresh', async () => {
  const { release, files } = await structure();
  const [file] = files;
  if (file === undefined) throw new Error('no file');
  const rows = await socStructure.parse(release, files);
  const cut = [{ ...file, bytes: file.bytes.subarray(0, 5000) }];
  begin(socStructure, release, files);
  expect(await reading.read(socStructure, release, files)).toEqual(rows);
  // The process of the release before reads the next one too.
  begin(socStructure, release, cut);
  expect(await faultOf(reading.read(socStructure, release, cut))).toBeInstanceOf(UnreadableFileError);
  // The file has changed since, or another release is asked for first: what was begun is forgotten.
  begin(socStructure, release, cut);
  expect(await reading.read(socStructure, release, files)).toEqual(rows);
  begin(within({}), release, files);
  expect(await reading.read(socStructure, release, files)).toEqual(rows);
  // Somebody who wants to hear of everything hears of it.
  begin(socStructure, release, files);
  const heard: LookedFor[] = [];
  await listenTo(heard, () => reading.read(socStructure, release, files), { isThorough: true });
  expect(heard.length).toBeGreaterThan(0);
});

test('what was begun and never read keeps no process waiting', async () => {
  const { release, files } = await structure();
  const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
  reading.end();
  const before = timers();
  begin(socStructure, release, files);
  begin(within({}), release, files);
  expect(reading.ahead?.hasRoomFor(socStructure)).toBe(false);
  // Two of each process: how much it takes and how long.
  expect(timers()).toBe(before + 4);
  reading.end();
  expect(reading.ahead?.hasRoomFor(socStructure)).toBe(true);
  // Waiting has two timers itself.
  await vi.waitFor(() => expect(timers()).toBeLessThanOrEqual(before + 2), { timeout: 20_000 });
});

test('what is forgotten makes room, and what is read before it is forgotten stays', async () => {
  const { release, files } = await structure();
  const forget = begin(socStructure, release, files);
  begin(within({}), release, files);
  forget?.();
  expect(reading.ahead?.hasRoomFor(socStructure)).toBe(true);
  const keep = begin(socStructure, release, files);
  const rows = await reading.read(socStructure, release, files);
  keep?.();
  expect(rows.length).toBeGreaterThan(0);
  expect(await faultOf(reading.read(socStructure, release, files))).toBe('read without a fault');
});

test('a bomb that was begun is a fault of its own release', async () => {
  const { release, files } = await structure();
  begin(within({ memory: 30 }), release, files);
  expect(await faultOf(reading.read(socStructure, release, files))).toBe('read without a fault');
  const small = within({ memory: 30 });
  begin(small, release, files);
  expect(String(await faultOf(reading.read(small, release, files)))).toContain('(limit 30 MB)');
});

test('a run reads the next release while one is examined, but none that is held', async () => {
  const source = keepingRows(socStructure as Source);
  const [sample] = await keptSample(socStructure);
  if (sample === undefined) throw new Error('soc-structure has no sample');
  const release = releaseOf(socStructure, sample.release);
  const asked: string[] = [];
  const spied: Reading = {
    ahead: {
      hasRoomFor: () => true,
      begin: (_, { name }) => {
        asked.push(`begin ${name}`);
        return () => asked.push(`forget ${name}`);
      },
    },
    read: (of, { name }, files) => {
      asked.push(`read ${name}`);
      return readHere.read(of, release, files);
    },
    end() {},
  };
  const directory = temporaryDirectory();
  const later = { ...release, name: `${release.name}-b` };
  const candidates = [release, later].map((one): ReleaseFiles => ({ source, release: one, files: () => sample.files }));
  const run = () =>
    compile({
      sources: [source],
      releases: candidates,
      directory,
      sampleSize: 'plain',
      acceptDocumented: true,
      reading: spied,
      progress: () => {},
      say: () => {},
    });
  await run();
  expect(asked).toEqual([`read ${release.name}`, `begin ${later.name}`, `read ${later.name}`]);
  await run();
  expect(asked.filter((line) => line.startsWith('begin')).length).toBe(1);
});

test('a release that was passed without being read is forgotten', () => {
  const releases = ['a', 'b', 'c', 'd'].map(
    (name): ReleaseFiles => ({
      source: socStructure,
      release: { ...releaseOf(socStructure, 'sample-2024-10-16'), name },
      files: () => [],
    }),
  );
  const [, b, c] = releases;
  if (b === undefined || c === undefined) throw new Error('no releases');
  const asked: string[] = [];
  const room = () => asked.filter((line) => line.startsWith('begin')).length - asked.filter((line) => line.startsWith('forget')).length < 2;
  const spied: Reading = {
    ...readHere,
    ahead: {
      hasRoomFor: room,
      begin: (_, { name }) => {
        asked.push(`begin ${name}`);
        return () => asked.push(`forget ${name}`);
      },
    },
  };
  const ahead = new ReadAhead(spied, { editions: [] }, releases);
  ahead.beginAfter(socStructure, 'a');
  expect(asked).toEqual(['begin b', 'begin c']);
  // b waits for something else and is never read.
  ahead.take(b);
  ahead.take(c);
  ahead.beginAfter(socStructure, 'c');
  expect(asked).toEqual(['begin b', 'begin c', 'forget b', 'begin d']);
});

test('a bomb is unreadable within 10 s and 600 MB, and all other sources are published', async () => {
  // What the documents say is for other tests.
  // Of what ashe reads only this bomb counts, so its process may take no more than 600 MB and 8 s. One occupation of each source has documents.
  const brief = sources.map((source): Source => {
    const axes: Source['axes'] = (observations) => {
      const all = source.axes(observations);
      return { ...all, occupations: all.occupations.slice(0, 1) };
    };
    return {
      // The rows of the others are kept: their reading is proved above, and by every compilation.
      ...keepingRows(source),
      limits: source.key === 'ashe' ? { ...source.limits, memory: 600, seconds: 8 } : source.limits,
      checks: [],
      axes,
      *documents(inputs) {
        const { occupations } = axes(inputs.observations);
        for (const document of source.documents(inputs))
          if (document.place.soc === undefined || occupations.includes(document.place.soc)) yield document;
      },
    };
  });
  const releases = await Promise.all(
    brief.map(async (source): Promise<ReleaseFiles[]> => {
      const given = source.key === 'ashe' ? [{ release: 'sample-2024-provisional', files: [await bomb()] }] : await keptSample(source);
      return given.map(({ release, files }) => ({ source, release: releaseOf(source, release), files: () => files }));
    }),
  );
  const outcomes = await compile({
    sources: brief,
    releases: releases.flat(),
    directory: temporaryDirectory(),
    sampleSize: 'plain',
    acceptDocumented: true,
    reading: { end: () => reading.end(), read: (source, ...given) => (source.key === 'ashe' ? reading : readHere).read(source, ...given) },
    progress: () => {},
    say: () => {},
  });
  const unreadable = outcomes.filter(({ verdict }) => verdict !== 'published');
  expect(unreadable.map(({ source, verdict }) => [source, verdict])).toEqual([['ashe', 'unreadable']]);
  expect(unreadable[0]?.problems).toEqual([
    {
      place: 'ashe sample-2024-provisional',
      message: expect.stringMatching(/^the process that read it was ended: it took (?:longer than 8 s|\d+ MB of memory \(limit 600 MB\))$/),
      repair: 'download the files again; if they are as published, raise `limits` in sources/ashe/layout.ts',
    },
  ]);
  expect(unreadable[0]?.seconds).toBeLessThan(10);
  expect(new Set(outcomes.filter(({ verdict }) => verdict === 'published').map(({ source }) => source)).size).toBe(sources.length - 1);
});
