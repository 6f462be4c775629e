// What has been damaged or cannot be read: it is told with its place and its repair, stops nothing
// else, and is mended where that can be.
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { faultOfListed, gzipHeader } from '#compiler/edition/listed-content.ts';
import { verifyDirectory } from '#compiler/operations/verify.ts';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { UnreadableFileError, formatProblem } from '#sources/kit/problem.ts';
import { releasesIn } from '#compiler/release/releases.ts';
import { exitCodeOf } from '#compiler/report/report.ts';
import { searchOffline } from '#compiler/serve/search-offline.ts';
import type { Source } from '#sources/kit/source.ts';
import { catalogueOf, damage, published, publishTo } from '../operations/scene.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { compileSample, sampleOf, socIndex, socStructure, spine } from './spine-releases.ts';

const structure = await sampleOf(socStructure);
const codingIndex = await sampleOf(socIndex);

function editionIn(directory: string): string {
  const [id = ''] =
    catalogueOf(directory).sources.find(({ key }) => key === 'soc-index')?.served ?? [];
  return join(directory, 'editions', id);
}

test.each<[string, (file: string) => void]>([
  ['lost', (file) => rmSync(file)],
  ['changed', damage],
])(
  'offline a %s document is told to whoever asks for it, and the others are answered',
  async (_, harm) => {
    const directory = await published();
    harm(join(editionIn(directory), 'titles/2134.json'));
    const ask = answerOffline(directory);
    const lost = ask('/v1/occupations/2134/titles');
    await expect(lost).rejects.toThrow(
      /titles\/2134\.json: .*\n {2}lmi compile --sample makes it again$/,
    );
    await expect(lost).rejects.toBeInstanceOf(UnreadableFileError);
    expect((await ask('/v1/occupations/2135/titles')).status).toBe(200);
  },
);

test('a search offline refuses titles that have other bytes than were published', async () => {
  const directory = await published();
  damage(join(editionIn(directory), 'search/titles.json'));
  await expect(searchOffline(directory)).rejects.toThrow(
    /search\/titles\.json: its bytes differ from those published/,
  );
});

test('a published edition that is lost never comes back with other bytes', async () => {
  const directory = await published();
  const edition = editionIn(directory);
  rmSync(edition, { recursive: true });
  const index: Source = socIndex;
  const other: Source = {
    ...index,
    *documents(made) {
      for (const document of index.documents(made))
        yield document.endpoint === 'occupation'
          ? { ...document, body: { ...Object(document.body), title: 'Somebody else' } }
          : document;
    },
  };
  await expect(
    compileSample(directory, [{ ...codingIndex, source: other }], {
      sources: [socStructure, other],
    }),
  ).rejects.toThrow(/exists with other bytes \(the catalogue names another root\)/);
});

// A link to itself is refused to everybody (ELOOP), the superuser included, for whom no right is
// ever missing.
test('an unreadable file is a problem with a place; other sources compile', async () => {
  const from = temporaryDirectory();
  const name = 'soc2020volume2thecodingindexexcel16042025.xlsx';
  mkdirSync(join(from, 'soc-index/2025-04-16'), { recursive: true });
  symlinkSync(name, join(from, 'soc-index/2025-04-16', name));
  const { releases } = releasesIn(from, spine);
  const [unreadable = expect.fail('the folder was not found')] = releases;
  const { outcomes } = await compileSample(temporaryDirectory(), [
    structure,
    { ...unreadable, release: codingIndex.release },
  ]);
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(['published', 'unreadable']);
  expect(outcomes[1]?.problems.map(formatProblem).join()).toContain(
    `${name}: cannot be read (ELOOP)\n  make it a plain file`,
  );
  expect(exitCodeOf(outcomes, [])).toBe(4);
});

/** The table packed anew, after a change of its text. */
function repacked(bytes: Buffer, change: (text: string) => string): Buffer {
  const packed = gzipSync(change(gunzipSync(bytes).toString()));
  return Buffer.concat([gzipHeader, packed.subarray(gzipHeader.length)]);
}

/** The checksum of the table is in the eight bytes before its end. */
function withOtherChecksum(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  changed.writeUInt32LE((changed.readUInt32LE(bytes.length - 8) ^ 1) >>> 0, bytes.length - 8);
  return changed;
}

test.each<[string, (bytes: Buffer) => Buffer, string]>([
  ['cut off', (bytes) => bytes.subarray(0, -9), 'is cut off'],
  ['cut off in its header', (bytes) => bytes.subarray(0, 4), 'is cut off'],
  ['empty', () => Buffer.alloc(0), 'is cut off'],
  [
    'a page',
    () => Buffer.from('<!doctype html><title>Not found</title>'),
    'is not gzipped as the tables of an edition are',
  ],
  ['changed', withOtherChecksum, 'is damaged (incorrect data check)'],
  [
    'followed by zeros',
    (bytes) => Buffer.concat([bytes, Buffer.alloc(512)]),
    'has bytes after its end',
  ],
  [
    'followed by text',
    (bytes) => Buffer.concat([bytes, Buffer.from('soc2020\n')]),
    'has bytes after its end',
  ],
  [
    'followed by another table',
    (bytes) => Buffer.concat([bytes, gzipSync('')]),
    'has bytes after its end',
  ],
  [
    'another',
    (bytes) => repacked(bytes, (text) => text.replace(/\d/, 'x')),
    'its bytes differ from those published',
  ],
  [
    'longer',
    (bytes) => repacked(bytes, (text) => `${text}\n`),
    'unpacks to more bytes than were published',
  ],
])('a table that is %s is damaged: verify says so, and compiling mends it', async (...harm) => {
  const [, spoil, message] = harm;
  const directory = await published();
  const table = join(editionIn(directory), 'soc-index.csv.gz');
  const sound = readFileSync(table);
  writeFileSync(table, spoil(sound));
  const place = relative(directory, table);
  expect((await verifyDirectory(directory)).faults).toEqual([
    `${place}: ${message}\n  lmi compile --sample makes it again`,
  ]);
  await expect(publishTo(temporaryDirectory(), directory)).rejects.toThrow(message);
  await compileSample(directory, [structure, codingIndex]);
  expect(readFileSync(table).equals(sound)).toBe(true);
});

test('a file that this user may not read is not called damaged', async () => {
  const place = join(temporaryDirectory(), 'soc-index.csv.gz');
  symlinkSync(place, place);
  for (const file of ['soc-index.csv.gz', 'titles/2134.json'])
    expect(await faultOfListed(place, { file, sha256: '', bytes: 1 })).toEqual({
      message: 'cannot be read (ELOOP)',
      repair: 'make it a plain file or folder that this user may read',
    });
});
