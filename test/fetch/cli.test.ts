import { afterEach, expect, test, vi } from 'vitest';
import { standInsOf } from '#compiler/fetch/web.ts';
import { lmi } from '../lmi.ts';

afterEach(() => void vi.unstubAllEnvs());

test.each([
  ['a source that is none', ['--source', 'onset'], 'http://127.0.0.1:9', /^--source "onset": no such source, expected soc-structure, /],
  ['a stand-in that is no address', [], 'localhost', /^LMI_ONS_URL=localhost: expected an address without a path/],
  ['an output that cannot be written', ['--data', '/dev/null/data'], 'http://127.0.0.1:9', /^\/dev\/null\/data: cannot be written/],
])('%s', async (_, args, url, line) => {
  vi.stubEnv('LMI_ONS_URL', url);
  expect(await lmi('update', ...args)).toMatchObject({ status: 2, stderr: expect.stringMatching(line) });
});

test('what stands in for publishers is named in the environment, and nothing does where nothing is named', () => {
  const [a, b] = ['https://a.example', 'https://b.example'];
  expect([...standInsOf({})]).toEqual([]);
  const standIns = standInsOf({ LMI_ONS_URL: 'http://127.0.0.1:1', LMI_STAND_INS: `${a}=http://127.0.0.1:2  ${b}=http://127.0.0.1:2` });
  expect(Object.fromEntries(standIns)).toEqual({
    ...{ 'https://www.ons.gov.uk': 'http://127.0.0.1:1', [a]: 'http://127.0.0.1:2', [b]: 'http://127.0.0.1:2' },
  });
  expect(() => standInsOf({ LMI_STAND_INS: a })).toThrow(/^LMI_STAND_INS=https:\/\/a\.example: expected two addresses/);
});
