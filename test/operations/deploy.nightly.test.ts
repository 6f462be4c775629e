// Deploying to Cloudflare, up to the last step: wrangler builds and checks all, without a network,
// and what is not fit is refused before.
import { readFileSync, readdirSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { fileURLToPath } from 'node:url';
import { requireCatalogue, storedFilesOf } from '#compiler/edition/catalogue.ts';
import { deploy } from '#compiler/serve/deploy.ts';
import { openS3Store } from '#compiler/store/s3-store.ts';
import { bucket, startS3 } from './s3-service.nightly.ts';
import { fixtureDirectory } from '../server/fixture.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { quiet } from './scene.ts';

const service = await startS3();
const catalogue = requireCatalogue(fixtureDirectory());
for (const sample of [true, false])
  for (const [path, bytes] of storedFilesOf({ ...catalogue, sample }))
    service.put(`${sample ? 'sample' : 'live'}/${path}`, new TextDecoder().decode(bytes));
afterAll(() => service.close());

const publicUrl = 'https://lmi.example.org';
const deployed = (
  name: string,
  more: { publicUrl?: string; sample?: boolean; outdir?: string } = {},
) =>
  deploy({
    store: openS3Store(name, service.environment, { say: quiet.say }),
    publicUrl,
    sample: false,
    dryRun: true,
    ...more,
  });

test('a dry run builds the worker that would go, with every binding', async () => {
  const outdir = temporaryDirectory();
  expect(await deployed(`s3://${bucket}/live`, { outdir })).toBe(0);
  expect(readdirSync(outdir)).toContain('worker.js');
  const worker = readFileSync(`${outdir}/worker.js`, 'utf8');
  expect(worker).toMatch(/from ?"cloudflare:workers"/);
  expect(worker).not.toMatch(/from ?"node:/);
  // As docs/scale.md has it.
  const [, told] =
    /\*\*Worker size\*\*: (\d+) kB/.exec(
      readFileSync(fileURLToPath(new URL('../../docs/scale.md', import.meta.url)), 'utf8'),
    ) ?? [];
  expect(Math.abs(worker.length / 1000 / Number(told) - 1)).toBeLessThan(0.1);
  expect(await deployed(`s3://${bucket}/sample/`, { sample: true })).toBe(0);
});

test.each<[string, string, { publicUrl?: string }, RegExp]>([
  [
    'the sample, unless it is meant',
    `s3://${bucket}/sample`,
    {},
    /holds the synthetic sample, which is not statistics/,
  ],
  ['a bucket with nothing to serve', `s3://${bucket}/empty`, {}, /holds no catalogue\.json/],
  [
    'a bucket that the worker is not bound to',
    's3://another-bucket',
    {},
    /wrangler\.json binds the worker to the bucket/,
  ],
  [
    'an address in the clear',
    `s3://${bucket}/live`,
    { publicUrl: 'http://lmi.example.org' },
    /--url is/,
  ],
  [
    'an address with a path',
    `s3://${bucket}/live`,
    { publicUrl: 'https://example.org/lmi' },
    /--url is/,
  ],
])('refused: %s', async (_, name, more, line) => {
  await expect(deployed(name, more)).rejects.toThrow(line);
});
