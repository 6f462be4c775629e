// Keys of publishers: without one its source is not configured and the rest goes on; with one it is sent to the publisher alone, and is
// found nowhere afterwards.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import glob from 'fast-glob';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Source } from '#sources/kit/source.ts';
import { socIndex, socStructure } from '../compiler/slim-sources.ts';
import { catalogueOf } from '../operations/scene.ts';
import { ons, paths, structureName } from '../publisher/ons.ts';
import { type Publisher, startPublisher } from '../publisher/publisher.ts';
import { redirect } from '../publisher/ways.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { type Volumes, firstVolumes, publishVolumes } from './publications.ts';
import { runUpdate } from './run-update.ts';

const key = 'sesame-1f0c9a';
const other = 'https://elsewhere.example';
const guarded: Source = {
  ...socStructure,
  origins: [ons, other],
  publisherKey: { variable: 'GUARDED_API_KEY', origin: ons, header: 'X-API-KEY', headers: { version: 'v1' } },
};
const sources = [guarded, socIndex];
let publisher: Publisher;
let elsewhere: Publisher;
let volumes: Volumes;
let directory: string;

const run = (variable: string) => {
  const standIns = new Map([
    [ons, publisher.url],
    [other, elsewhere.url],
  ]);
  return runUpdate({ sources, directory, environment: { GUARDED_API_KEY: variable } }, { standIns });
};
const ingest = () => catalogueOf(directory).sources.find((source) => source.key === guarded.key)?.ingest;
const seenAt = (path: string) => publisher.seen.filter(({ address }) => address.includes(path)).map(({ headers }) => headers);

beforeAll(async () => {
  [publisher, elsewhere, volumes] = await Promise.all([startPublisher(), startPublisher(), firstVolumes()]);
});
afterAll(() => Promise.all([publisher.close(), elsewhere.close()]));
beforeEach(() => {
  for (const host of [publisher, elsewhere]) host.forget();
  publishVolumes(publisher, volumes);
  directory = temporaryDirectory();
});

test('the key is sent with every request to its publisher and with none of another source, and is written and said nowhere', async () => {
  const result = await run(` ${key}\n`);
  expect(result.code).toBe(0);
  expect(seenAt(paths.structure).map((headers) => [headers['x-api-key'], headers['version']])).toEqual(Array(2).fill([key, 'v1']));
  expect(seenAt(paths.index).map((headers) => headers['x-api-key'])).toEqual([undefined, undefined]);
  expect(ingest()).toMatchObject({ configured: true, fault: null });
  expect(JSON.stringify(result)).not.toContain(key);
  for (const file of glob.sync('**/*', { cwd: directory, dot: true }))
    expect(readFileSync(join(directory, file)).includes(key), file).toBe(false);
});

test('it does not follow a redirect to another origin', async () => {
  publisher.next(structureName('03122025'), redirect(`${other}/volume.xlsx`));
  elsewhere.put('/volume.xlsx', volumes.structure.bytes);
  expect((await run(key)).code).toBe(0);
  expect(elsewhere.seen.map(({ headers }) => [headers['x-api-key'], headers['version']])).toEqual([[undefined, undefined]]);
});

test('without it nobody looks, what is served stays, and the rest goes on', async () => {
  await run(key);
  const checked = ingest()?.checked;
  publisher.forget();
  const { code, lines } = await run('');
  expect(code).toBe(0);
  expect(lines).toContain('soc-structure: not configured, GUARDED_API_KEY is not set; its edition stays served');
  expect(seenAt(paths.structure)).toEqual([]);
  expect(ingest()).toMatchObject({ configured: false, checked, fault: null });
  expect(catalogueOf(directory).sources.map(({ served }) => served.length)).toEqual([1, 1]);
});
