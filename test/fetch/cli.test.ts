import { afterEach, expect, test, vi } from 'vitest';
import { lmi } from '../lmi.ts';

afterEach(() => void vi.unstubAllEnvs());

test.each([
  ['a source that is none', ['--source', 'onset'], 'http://127.0.0.1:9', /^--source "onset": no such source, expected soc-structure, /],
  ['a stand-in that is no address', [], 'localhost', /^LMI_STAND_INS=https:\/\/www\.ons\.gov\.uk=localhost: expected two addresses/],
  ['an output that cannot be written', ['--data', '/dev/null/data'], 'http://127.0.0.1:9', /^\/dev\/null\/data: cannot be written/],
])('%s', async (_, args, url, line) => {
  vi.stubEnv('LMI_STAND_INS', `https://www.ons.gov.uk=${url}`);
  expect(await lmi('update', ...args)).toMatchObject({ status: 2, stderr: expect.stringMatching(line) });
});
