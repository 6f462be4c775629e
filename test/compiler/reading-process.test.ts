// The processes that read releases: what is read comes whole, and what goes wrong in one ends only its source.
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseRelease } from '#compiler/edition/catalogue.ts';
import { compile } from '#compiler/pipeline.ts';
import { readApart } from '#compiler/reading/reading-process.ts';
import { type Ahead, type Reading, readHere } from '#compiler/reading/reading.ts';
import type { ReleaseFiles } from '#compiler/release/outcome.ts';
import { listenTo, type LookedFor } from '#sources/kit/looked-for.ts';
import { LayoutError, UnreadableFileError } from '#sources/kit/problem.ts';
import type { Limits } from '#sources/kit/read/limits.ts';
import { writeWorkbook, writeZip } from '#sources/kit/sample/workbook.ts';
import type { PublishedFile, Source } from '#sources/kit/source.ts';
import { ashe } from '#sources/ashe/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { keepingRows, keptSample } from '../kept.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { edited } from './spine-releases.ts';

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

async function structure() {
  const [sample = expect.fail('soc-structure has no sample')] = await keptSample(socStructure);
  const [file = expect.fail('the sample has no file')] = sample.files;
  const cut: readonly PublishedFile[] = [{ ...file, bytes: file.bytes.subarray(0, 5000) }];
  return { release: releaseOf(socStructure, sample.release), files: sample.files, file, cut };
}

const begin = (...given: Parameters<Ahead['begin']>) => reading.ahead?.begin(...given);
const within = (limits: Partial<Limits>): Source => ({ ...socStructure, limits: { ...socStructure.limits, ...limits } });
const faultOf = (work: Promise<unknown>) => work.then(() => 'read without a fault').catch((error: unknown) => error);

/** A zip of Table 14 with a workbook that merges the whole sheet. */
async function workbookBomb(): Promise<PublishedFile> {
  const merge = '</sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>';
  const workbook = { name: 'Table 14.1a.xlsx', bytes: await writeWorkbook([{ name: 'All', rows: [['Description']] }]) };
  const [merged = expect.fail()] = await edited([workbook], (_, text) => text.replace('</sheetData>', merge));
  return { name: 'ashetable142024provisional.zip', bytes: await writeZip([{ name: merged.name, bytes: Buffer.from(merged.bytes) }]) };
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
  const { release, file, cut } = await structure();
  const fault = await faultOf(reading.read(socStructure, release, cut));
  expect(fault).toBeInstanceOf(UnreadableFileError);
  expect(fault).toMatchObject({ isCut: true, problem: { place: expect.stringContaining(file.name), repair: 'download the file again' } });
  const other = { ...file, bytes: await writeWorkbook([{ name: 'All', rows: [['a']] }]) };
  expect(await faultOf(reading.read(socStructure, release, [other]))).toBeInstanceOf(LayoutError);
});

const repair = String.raw`\n {2}download the files again; if they are as published, raise \`limits\` in sources/soc-structure/layout\.ts$`;
test.each([
  [
    { memory: 30 },
    new RegExp(`^soc-structure \\S+: the process that read it was ended: it took \\d+ MB of memory \\(limit 30 MB\\)${repair}`),
  ],
  [{ seconds: 0 }, /the process that read it was ended: it took longer than 0 s/],
])('a process past %o is ended, and the next one reads', async (limits, message) => {
  const { release, files } = await structure();
  reading.end();
  expect(await faultOf(reading.read(within(limits), release, files))).toMatchObject({ message: expect.stringMatching(message) });
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
  const { release, files, cut } = await structure();
  const rows = await socStructure.parse(release, files);
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

/** A reading whose pre-reads are noted; `hasRoom` says whether there is room for another. */
function noting(asked: string[], hasRoom: () => boolean): Reading {
  const begin: Ahead['begin'] = (_, { name }) => {
    asked.push(`begin ${name}`);
    return () => asked.push(`forget ${name}`);
  };
  return { ...readHere, ahead: { hasRoomFor: hasRoom, begin } };
}

test('a run reads the next release while one is examined, but none that is held', async () => {
  const source = keepingRows(socStructure as Source);
  const { release, files } = await structure();
  const asked: string[] = [];
  const spied: Reading = {
    ...noting(asked, () => true),
    read: (of, { name }, given) => {
      asked.push(`read ${name}`);
      return readHere.read(of, release, given);
    },
  };
  const later = { ...release, name: `${release.name}-b` };
  const releases = [release, later].map((one): ReleaseFiles => ({ source, release: one, files: () => files }));
  const run = () =>
    compile({
      ...{ sources: [source], releases, directory, sampleSize: 'plain', acceptDocumented: true, reading: spied },
      ...{ progress: () => {}, say: () => {} },
    });
  const directory = temporaryDirectory();
  await run();
  expect(asked).toEqual([`read ${release.name}`, `begin ${later.name}`, `read ${later.name}`]);
  await run();
  expect(asked.filter((line) => line.startsWith('begin')).length).toBe(1);
});

test('a bomb is unreadable within 10 s and 600 MB, and another source is published', async () => {
  const pay: Source = { ...(ashe as Source), needs: [], limits: { ...ashe.limits, memory: 600, seconds: 8 } };
  const { release, files } = await structure();
  const releases: ReleaseFiles[] = [
    { source: pay, release: releaseOf(pay, 'sample-2024-provisional'), files: () => [bomb] },
    { source: socStructure, release, files: () => files },
  ];
  const bomb = await workbookBomb();
  const outcomes = await compile({
    ...{ sources: [socStructure, pay], releases, directory: temporaryDirectory(), sampleSize: 'plain', acceptDocumented: true },
    ...{ reading, progress: () => {}, say: () => {} },
  });
  expect(outcomes.map(({ source, verdict }) => [source, verdict])).toEqual([
    ['soc-structure', 'published'],
    ['ashe', 'unreadable'],
  ]);
  const ended = /^the process that read it was ended: it took (?:longer than 8 s|\d+ MB of memory \(limit 600 MB\))$/;
  expect(outcomes[1]?.problems).toMatchObject([{ place: 'ashe sample-2024-provisional', message: expect.stringMatching(ended) }]);
  expect(outcomes[1]?.seconds).toBeLessThan(10);
});
