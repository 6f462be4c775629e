// Keys of publishers: without one its source is not configured and the rest goes on; with one it is sent to the publisher alone, and is
// found nowhere afterwards.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import glob from 'fast-glob';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeUpdate, exitCodeOfUpdate } from '#compiler/commands/update.ts';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { type Environment, credentialsOf } from '#compiler/fetch/publisher-key.ts';
import { describeProblems } from '#compiler/report/report.ts';
import type { Source } from '#sources/kit/source.ts';
import { update } from '#compiler/fetch/update.ts';
import { socIndex, socStructure } from '../compiler/slim-sources.ts';
import { ons, paths, structureName } from '../publisher/ons.ts';
import { type Publisher, startPublisher } from '../publisher/publisher.ts';
import { redirect } from '../publisher/ways.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { stillClock } from './no-waiting.ts';
import { type Volumes, firstVolumes, publishVolumes } from './publications.ts';

const key = 'sesame-1f0c9a';
const guarded: Source = {
  ...socStructure,
  origins: [ons, 'https://elsewhere.example'],
  publisherKey: { variable: 'GUARDED_API_KEY', origin: ons, header: 'X-API-KEY', headers: { version: 'v1' } },
};
const sources = [guarded, socIndex];
let publisher: Publisher;
let elsewhere: Publisher;
let volumes: Volumes;
let directory: string;

async function run(environment: Environment) {
  const said: string[] = [];
  const result = await update({
    sources,
    wanted: sources,
    directory,
    environment,
    http: {
      clock: stillClock(),
      standIns: new Map([
        [ons, publisher.url],
        ['https://elsewhere.example', elsewhere.url],
      ]),
    },
    progress: (doing: string) => said.push(doing),
    say: (line) => said.push(line),
  });
  const problems = describeProblems(
    result.outcomes,
    result.sources.flatMap((source) => source.problems),
  );
  return { code: exitCodeOfUpdate(result), lines: [...said, ...problems, ...describeUpdate(result), JSON.stringify(result)].join('\n') };
}

const ingest = () => readCatalogue(directory)?.catalogue.sources.find((source) => source.key === guarded.key)?.ingest;

beforeAll(async () => {
  [publisher, elsewhere, volumes] = await Promise.all([startPublisher(), startPublisher(), firstVolumes()]);
});
afterAll(() => Promise.all([publisher.close(), elsewhere.close()]));
beforeEach(() => {
  for (const host of [publisher, elsewhere]) host.forget();
  publishVolumes(publisher, volumes);
  directory = temporaryDirectory();
});

test('the key is sent with every request to its publisher, and with none of another source', async () => {
  expect((await run({ GUARDED_API_KEY: ` ${key}\n` })).code).toBe(0);
  const [own, others] = [
    publisher.seen.filter(({ address }) => address.includes(paths.structure)),
    publisher.seen.filter(({ address }) => address.includes(paths.index)),
  ];
  expect(own.map(({ headers }) => [headers['x-api-key'], headers['version']])).toEqual([
    [key, 'v1'],
    [key, 'v1'],
  ]);
  expect(others.map(({ headers }) => headers['x-api-key'])).toEqual([undefined, undefined]);
  expect(ingest()).toMatchObject({ configured: true, fault: null });
});

test('it is written nowhere and said nowhere', async () => {
  const { lines } = await run({ GUARDED_API_KEY: key });
  expect(lines).not.toContain(key);
  for (const file of glob.sync('**/*', { cwd: directory, dot: true }))
    expect(readFileSync(join(directory, file)).includes(key), file).toBe(false);
});

test('it does not follow a redirect to another origin', async () => {
  publisher.next(structureName('03122025'), redirect('https://elsewhere.example/volume.xlsx'));
  elsewhere.put('/volume.xlsx', volumes.structure.bytes);
  expect((await run({ GUARDED_API_KEY: key })).code).toBe(0);
  expect(elsewhere.seen.map(({ headers }) => [headers['x-api-key'], headers['version']])).toEqual([[undefined, undefined]]);
});

test('without it nobody looks, what is served stays, and the rest goes on with its own exit code', async () => {
  await run({ GUARDED_API_KEY: key });
  const checked = ingest()?.checked;
  publisher.forget();
  const { code, lines } = await run({ GUARDED_API_KEY: '' });
  expect(code).toBe(0);
  expect(lines).toContain(
    'soc-structure: not configured, GUARDED_API_KEY is not set; its edition stays served, and new releases are not looked for',
  );
  expect(publisher.seen.filter(({ address }) => address.includes(paths.structure))).toEqual([]);
  expect(ingest()).toMatchObject({ configured: false, checked, fault: null });
  expect(readCatalogue(directory)?.catalogue.sources.map(({ served }) => served.length)).toEqual([1, 1]);
  await run({ GUARDED_API_KEY: key });
  expect(ingest()).toMatchObject({ configured: true });
});

test('a key that cannot be one is refused without being repeated', () => {
  expect(() => credentialsOf(guarded, { GUARDED_API_KEY: 'two words' })).toThrow(
    'GUARDED_API_KEY: has characters that no key has\n  set it to the key as the publisher gave it',
  );
  expect(credentialsOf(socIndex, {})).toBeNull();
});
