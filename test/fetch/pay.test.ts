// The pay survey from its pages to its editions: its notices, a correction under the same file name, and a zip that is no longer listed.
import { cpSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ashe } from '#sources/ashe/source.ts';
import type { Source } from '#sources/kit/source.ts';
import { socStructure } from '../compiler/slim-sources.ts';
import { catalogueOf } from '../operations/scene.ts';
import { type EditionPage, ons, paths, publishDataset, publishVolume } from '../publisher/ons.ts';
import { type Publisher, startPublisher } from '../publisher/publisher.ts';
import { rewriteCatalogue } from '../rewrite-catalogue.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { firstVolumes } from './publications.ts';
import { runUpdate, unread } from './run-update.ts';
import { smallFilesOf } from '../publisher/small-files.ts';

const sources: readonly Source[] = [socStructure, unread(ashe as Source)];
let publisher: Publisher;
let table14: Uint8Array;
let baseline: string;
let directory: string;

const run = () => runUpdate({ sources, directory }, { standIns: new Map([[ons, publisher.url]]) });
const ingest = () => catalogueOf(directory).sources.find(({ key }) => key === 'ashe')?.ingest;
const payEditions = () =>
  catalogueOf(directory).editions.flatMap(({ source, release, released, state }) =>
    source === 'ashe' ? [[release, released, state]] : [],
  );

const notice = {
  uri: '/previous/v1',
  updateDate: '2024-11-20T00:00:00.000Z',
  correctionNotice: 'Figures of 3312 are withheld.',
  label: 'v2',
};

/** Table 14 of 2024 with one notice, and more; Table 15 is not there yet. */
function publish(more: Partial<EditionPage> = {}): void {
  const file = { name: 'ashetable142024provisional.zip', bytes: table14 };
  const page = { edition: '2024provisional', releaseDate: '2024-10-28T00:00:00.000Z', file, versions: [notice], ...more };
  publishDataset(publisher, paths.table14, [page], '22 October 2026');
  publishDataset(publisher, paths.table15, []);
}

beforeAll(async () => {
  publisher = await startPublisher();
  publishVolume(publisher, paths.structure, [(await firstVolumes()).structure]);
  table14 = (await smallFilesOf(ashe as Source))[0]?.bytes ?? expect.fail();
  publish();
  baseline = directory = temporaryDirectory();
  expect(await run()).toMatchObject({ code: 0 });
});
afterAll(() => publisher.close());
beforeEach(() => {
  publisher.forget();
  publish();
  directory = temporaryDirectory();
  cpSync(baseline, directory, { recursive: true });
});

test('a correction under the same file name is a release of its own and supersedes the old one', async () => {
  const second = { ...notice, updateDate: '2024-12-19T09:30:00.000Z', correctionNotice: 'Figures of 331 too.', label: 'v3' };
  const corrected = Buffer.concat([table14.subarray(0, -2), Buffer.from([1, 0]), Buffer.from('x')]);
  publish({ file: { name: 'ashetable142024provisional.zip', bytes: corrected }, versions: [notice, second] });
  const { code } = await run();
  expect(code).toBe(0);
  expect(payEditions()).toEqual([
    ['2024-provisional-2024-11-20', '2024-10-28', 'superseded'],
    ['2024-provisional-2024-12-19', '2024-10-28', 'served'],
  ]);
  const notices = [notice, second].map((one) => ({
    release: '2024-provisional',
    date: one.updateDate.slice(0, 10),
    text: one.correctionNotice,
  }));
  expect(ingest()).toMatchObject({ newest: '2024-provisional-2024-12-19', nextRelease: '2026-10-22', notices });
  expect((await run()).lines).toMatch(/^nothing new: .*ashe/m);
});

test('the page that tells of the correction is gone: that is told, and the edition and its notice stay', async () => {
  publisher.remove(`${paths.table14}/data`);
  const { code, lines, outcomes } = await run();
  expect([code, outcomes]).toEqual([4, []]);
  expect(lines).toMatch(/ashe: https:.*\/data: there is no such page \(404\)/);
  expect(payEditions()).toEqual([['2024-provisional-2024-11-20', '2024-10-28', 'served']]);
  expect(ingest()?.notices).toHaveLength(1);
});

test('a table that is held and no longer listed is no reason to serve less', async () => {
  const regions = { file: 'ashetable152024provisional.zip', sha256: '0'.repeat(64), bytes: 1 };
  rewriteCatalogue(directory, ({ editions, ...rest }) => ({
    ...rest,
    editions: editions.map((edition) => (edition.source === 'ashe' ? { ...edition, inputs: [...edition.inputs, regions] } : edition)),
  }));
  const { code, lines } = await run();
  expect(code).toBe(4);
  expect(lines).toContain(
    'the publisher no longer lists the zip of Table 15, work regions, of which "ashetable152024provisional.zip" is held',
  );
});
