// lmi update as a person and a machine meet it: mistakes, and the account of a run.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { standInsOf } from '#compiler/fetch/stand-ins.ts';
import { type Ran, lmi } from '../lmi.ts';
import { type Publisher, startPublisher } from '../publisher/publisher.ts';
import { paths } from '../publisher/ons.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { firstVolumes, publishVolumes } from './publications.ts';

let publisher: Publisher;

beforeAll(async () => {
  publisher = await startPublisher();
  publishVolumes(publisher, await firstVolumes());
});
afterAll(() => publisher.close());

async function lmiUpdate(args: readonly string[], url = publisher.url): Promise<Ran> {
  vi.stubEnv('LMI_ONS_URL', url);
  try {
    return await lmi('update', ...args);
  } finally {
    vi.unstubAllEnvs();
  }
}

test.each([
  [
    'a source that is none',
    ['--source', 'onset'],
    'http://127.0.0.1:9',
    /^--source "onset": no such source, expected soc-structure, soc-index, .*\n$/,
  ],
  [
    'a stand-in that is no address',
    [],
    'localhost',
    /^LMI_ONS_URL=localhost: expected an address without a path, such as https:\/\/www\.ons\.gov\.uk\n$/,
  ],
  ['an output that cannot be written', ['--data', '/dev/null/data'], 'http://127.0.0.1:9', /^\/dev\/null\/data: cannot be written/],
])('%s', async (_, args, url, line) => {
  const { status, stderr } = await lmiUpdate(args, url);
  expect(stderr).toMatch(line);
  expect(status).toBe(2);
});

test('what stands in for publishers is named in the environment, and nothing does where nothing is named', () => {
  expect([...standInsOf({})]).toEqual([]);
  expect([
    ...standInsOf({
      LMI_ONS_URL: 'http://127.0.0.1:1',
      LMI_STAND_INS: 'https://a.example=http://127.0.0.1:2  https://b.example=http://127.0.0.1:2',
    }),
  ]).toEqual([
    ['https://www.ons.gov.uk', 'http://127.0.0.1:1'],
    ['https://a.example', 'http://127.0.0.1:2'],
    ['https://b.example', 'http://127.0.0.1:2'],
  ]);
  expect(() => standInsOf({ LMI_STAND_INS: 'https://a.example' })).toThrow(
    /^LMI_STAND_INS=https:\/\/a\.example: expected two addresses without a path, as /,
  );
});

test('a source that could not be checked does not stop the others, and the account says what happened to each', async () => {
  const out = join(temporaryDirectory(), 'live');
  const { status, stdout, stderr } = await lmiUpdate(['--data', out, '--source', 'soc-structure', 'soc-index', 'ashe']);
  expect(status).toBe(4);
  expect(stderr).toContain(`ashe: https://www.ons.gov.uk${paths.table14}: there is no such page (404)`);
  expect(stdout).toMatch(/^soc-structure 2025-12-03: new, 0\.\d MB downloaded$/m);
  expect(stdout).toMatch(/^ashe: could not be checked; the previous edition stays served; lmi probe --source ashe says what to do$/m);
  const again = await lmiUpdate(['--data', out, '--source', 'soc-structure', 'soc-index', '--json']);
  const { sources, outcomes } = JSON.parse(again.stdout);
  expect([again.status, outcomes, sources.map(({ source, newest }: { source: string; newest: string }) => [source, newest])]).toEqual([
    0,
    [],
    [
      ['soc-structure', '2025-12-03'],
      ['soc-index', '2025-12-03'],
    ],
  ]);
});
