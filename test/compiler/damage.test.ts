// What has been damaged or cannot be read: it is told with its place and its repair, stops nothing else, and is mended where that can be.
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import glob from 'fast-glob';
import { beforeAll, describe, expect, test } from 'vitest';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { sha256 } from '#compiler/edition/digest.ts';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { examineMachine } from '#compiler/operations/doctor.ts';
import { verifyDirectory } from '#compiler/operations/verify.ts';
import { formatProblem } from '#sources/kit/problem.ts';
import { releasesIn, releasesKept } from '#compiler/release/releases.ts';
import { exitCodeOf } from '#compiler/report/report.ts';
import { searchOffline } from '#compiler/serve/search-offline.ts';
import { takeSnapshot } from '#compiler/release/snapshots.ts';
import type { Source } from '#sources/kit/source.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { compileSample, sampleOf, socIndex, socStructure, spine } from './spine-releases.ts';

let structure: Awaited<ReturnType<typeof sampleOf>>;
let codingIndex: Awaited<ReturnType<typeof sampleOf>>;

beforeAll(async () => {
  structure = await sampleOf(socStructure);
  codingIndex = await sampleOf(socIndex);
});

async function published(): Promise<string> {
  const directory = temporaryDirectory();
  await compileSample(directory, [structure, codingIndex]);
  return directory;
}

/** The folder of the edition that is served of the coding index. */
function editionIn(directory: string): string {
  const [id = ''] = readCatalogue(directory)?.catalogue.sources.find(({ key }) => key === 'soc-index')?.served ?? [];
  return join(directory, 'editions', id);
}

function bytesOf(directory: string): Record<string, string> {
  const paths = glob.sync('editions/**/*', { cwd: directory, dot: true }).sort(byCodeUnit);
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(directory, path), 'base64')]));
}

const doctor = (directory: string) =>
  examineMachine({ directory, state: join(directory, 'state'), sources: spine, environment: {}, now: new Date() });

/** Another byte in the middle of the file; the size stays. */
function anotherByte(file: string): void {
  const bytes = readFileSync(file);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

test.each<[string, (file: string) => void]>([
  ['lost', (file) => rmSync(file)],
  ['changed', anotherByte],
])('offline a %s document is told to whoever asks for it, and the others are answered', async (_, damage) => {
  const directory = await published();
  damage(join(editionIn(directory), 'titles/2134.json'));
  const ask = answerOffline(directory);
  const [lost, whole] = await Promise.allSettled(['2134', '2135'].map((soc) => ask(`/v1/occupations/${soc}/titles`)));
  expect(lost).toMatchObject({
    status: 'rejected',
    reason: {
      name: 'UnreadableFileError',
      message: expect.stringMatching(/titles\/2134\.json: .*\n {2}lmi compile --sample makes it again$/),
    },
  });
  expect(whole).toMatchObject({ status: 'fulfilled', value: { status: 200 } });
  expect((await ask('/v1/occupations/2135/titles')).status).toBe(200);
});

test('a search offline refuses titles that have other bytes than were published', async () => {
  const directory = await published();
  anotherByte(join(editionIn(directory), 'search/titles.json'));
  await expect(searchOffline(directory)).rejects.toThrow(
    /search\/titles\.json: its bytes differ from those published\n {2}lmi compile --sample makes it again/,
  );
});

test('doctor compares the bytes of a sample of the documents', async () => {
  const directory = await published();
  for (const document of glob.sync('titles/*.json', { cwd: editionIn(directory), absolute: true }))
    writeFileSync(document, readFileSync(document).fill(0x20));
  const told = (await doctor(directory)).filter(({ level }) => level === 'fail').map(({ what }) => what);
  expect(told).toEqual([expect.stringMatching(/titles\/\d{4}\.json: its bytes differ from those published/)]);
});

test('a record that says something else of the same documents is told and made again', async () => {
  const directory = await published();
  const record = join(editionIn(directory), 'edition.json');
  const before = readFileSync(record, 'utf8');
  writeFileSync(record, before.replace(/"label":"[^"]+"/, '"label":"Another release"'));
  expect(verifyDirectory(directory).faults).toEqual([
    expect.stringMatching(/edition\.json: its bytes differ from those published\n {2}lmi compile --sample/),
  ]);
  await compileSample(directory, [structure, codingIndex]);
  expect([verifyDirectory(directory).faults, readFileSync(record, 'utf8')]).toEqual([[], before]);
});

describe('a published edition', () => {
  test.each<[string, (edition: string) => void]>([
    ['that has lost a document', (edition) => rmSync(join(edition, 'titles/2134.json'))],
    ['that has lost a folder', (edition) => rmSync(join(edition, 'titles'), { recursive: true })],
    ['a document of which is empty', (edition) => writeFileSync(join(edition, 'titles/2134.json'), '')],
    [
      'a document of which has other bytes, as many',
      (edition) => writeFileSync(join(edition, 'titles/2134.json'), readFileSync(join(edition, 'titles/2134.json')).fill(0)),
    ],
    [
      'a document of which is a folder',
      (edition) => (rmSync(join(edition, 'titles/2134.json')), mkdirSync(join(edition, 'titles/2134.json'))),
    ],
    [
      'a folder of which is a link',
      (edition) => (
        renameSync(join(edition, 'titles'), `${edition}-elsewhere`), symlinkSync(`${edition}-elsewhere`, join(edition, 'titles'))
      ),
    ],
    ['with a file that is none of it', (edition) => writeFileSync(join(edition, 'stray.json'), '{}')],
    ['whose record is damaged', (edition) => writeFileSync(join(edition, 'edition.json'), '{')],
    ['whose record is lost', (edition) => rmSync(join(edition, 'edition.json'))],
    ['that is lost', (edition) => rmSync(edition, { recursive: true })],
  ])('%s is told with what mends it, and compiling mends it byte for byte', async (what, damage) => {
    const directory = await published();
    const [before, edition] = [bytesOf(directory), editionIn(directory)];
    damage(edition);
    expect(verifyDirectory(directory).faults.join()).toMatch(/\n {2}lmi compile --sample makes it again/);
    const isOfBytes = what.includes('as many');
    if (!isOfBytes)
      expect((await doctor(directory)).filter(({ level }) => level === 'fail').map(({ repair }) => repair)).toContain(
        'lmi compile --sample makes it again',
      );
    const { outcomes, said } = await compileSample(directory, [structure, codingIndex]);
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['unchanged', 'published']);
    expect(said.join()).toMatch(/soc-index sample-2025-04-16 is compiled again/);
    rmSync(`${edition}-elsewhere`, { recursive: true, force: true });
    expect(bytesOf(directory)).toEqual(before);
    expect(verifyDirectory(directory).faults).toEqual([]);
  });

  test('that is lost never comes back with other bytes', async () => {
    const directory = await published();
    const edition = editionIn(directory);
    rmSync(edition, { recursive: true });
    const index: Source = socIndex;
    const other: Source = {
      ...index,
      *documents(made) {
        for (const document of index.documents(made)) {
          const { body } = document;
          yield document.endpoint === 'occupation' && document.place.soc === '1112' && typeof body === 'object'
            ? { ...document, body: { ...body, title: 'Somebody else' } }
            : document;
        }
      },
    };
    await expect(compileSample(directory, [{ ...codingIndex, source: other }], { sources: [socStructure, other] })).rejects.toThrow(
      /exists with other bytes \(the catalogue names another root\)\n {2}raise format/,
    );
  });
});

describe('a sidecar that is damaged', () => {
  const damaged = (directory: string) => {
    const [sidecar = ''] = glob.sync('snapshots/soc-structure/*.json', { cwd: directory, absolute: true });
    writeFileSync(sidecar, '{"source":');
    return sidecar;
  };

  test('is a problem of its source, and the others are compiled', async () => {
    const directory = await published();
    const sidecar = damaged(directory);
    const { releases, problems } = releasesKept(directory, spine);
    expect(releases.map(({ source }) => source.key)).toEqual(['soc-index']);
    expect(problems.map(formatProblem)).toEqual([
      `${sidecar}: is not a sidecar of a snapshot: is not JSON\n  restore it from a backup, or remove it and compile or download the release again`,
    ]);
    expect(exitCodeOf([], problems)).toBe(4);
  });

  test('is found by verify, and mended by the file that is handed in again', async () => {
    const directory = await published();
    damaged(directory);
    expect(verifyDirectory(directory).faults).toEqual([
      expect.stringMatching(/^snapshots\/soc-structure\/[0-9a-f]{64}\.json: is not a sidecar of a snapshot/),
    ]);
    await compileSample(directory, [structure]);
    expect(verifyDirectory(directory).faults).toEqual([]);
  });
});

test('a download takes the place of a damaged snapshot of its name', () => {
  const directory = temporaryDirectory();
  const bytes = Buffer.from('fresh');
  const digest = sha256(bytes);
  const place = join(directory, 'snapshots/soc-index', digest);
  mkdirSync(join(place, '..'), { recursive: true });
  writeFileSync(place, 'damaged');
  writeFileSync(join(directory, 'download'), bytes);
  takeSnapshot(
    directory,
    'soc-index',
    { path: join(directory, 'download'), sha256: digest, bytes: bytes.length },
    { release: 'r', file: 'f', released: null, at: '2026-01-01T00:00:00Z', download: null },
  );
  expect(readFileSync(place)).toEqual(bytes);
});

describe('what is handed in and cannot be read', () => {
  // A link to itself is refused to everybody (ELOOP), the superuser included, for whom no right is ever missing.
  test('is a problem with its place, and the other sources are compiled', async () => {
    const from = temporaryDirectory();
    mkdirSync(join(from, 'soc-structure/2025-04-16'), { recursive: true });
    mkdirSync(join(from, 'soc-index/2025-04-16'), { recursive: true });
    symlinkSync(
      'soc2020volume2thecodingindexexcel16042025.xlsx',
      join(from, 'soc-index/2025-04-16/soc2020volume2thecodingindexexcel16042025.xlsx'),
    );
    const { releases, problems } = releasesIn(from, spine);
    expect(problems).toEqual([]);
    const directory = temporaryDirectory();
    const [unreadable] = releases.filter(({ source }) => source === socIndex);
    if (unreadable === undefined) throw new Error('the folder was not found');
    const renamed = { ...unreadable, release: codingIndex.release };
    const { outcomes } = await compileSample(directory, [structure, renamed]);
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['published', 'unreadable']);
    expect(outcomes[1]?.problems.map(formatProblem)).toEqual([
      `${join(from, 'soc-index/2025-04-16/soc2020volume2thecodingindexexcel16042025.xlsx')}: cannot be read (ELOOP)\n  make it a plain file or folder that this user may read`,
    ]);
    expect(exitCodeOf(outcomes, [])).toBe(4);
  });

  test('a folder of a source, too', () => {
    const from = temporaryDirectory();
    mkdirSync(join(from, 'soc-index/2025-04-16'), { recursive: true });
    symlinkSync('soc-structure', join(from, 'soc-structure'));
    const { releases, problems } = releasesIn(from, spine);
    expect([releases.map(({ source }) => source.key), problems.map(({ message }) => message)]).toEqual([
      ['soc-index'],
      ['cannot be read (ELOOP)'],
    ]);
  });

  test('a snapshot that is a folder is no fault of our own code', async () => {
    const directory = await published();
    const [snapshot = ''] = glob
      .sync('snapshots/soc-structure/*', { cwd: directory, absolute: true })
      .filter((path) => !path.endsWith('.json'));
    rmSync(snapshot);
    mkdirSync(snapshot);
    const { outcomes } = await compileSample(directory, releasesKept(directory, spine).releases);
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['unreadable', 'unchanged']);
    expect(outcomes[0]?.problems[0]?.message).toBe('cannot be read (EISDIR)');
  });
});
