// Contract §3: what is held back is unreachable. Its documents are laid out on both shelves, as a crash while publishing could leave
// them, and every route is asked in every way for them.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { areaSlugs } from '#schemas/codes.ts';
import { endpoints } from '#schemas/endpoints.ts';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { editionIds, quarantinedText, writeDataDirectory } from './fixture.ts';

let data: Awaited<ReturnType<typeof writeDataDirectory>>;
beforeAll(async () => {
  data = await writeDataDirectory();
  cpSync(join(data.path, 'quarantine', editionIds.quarantined), join(data.path, 'editions', editionIds.quarantined), { recursive: true });
});
afterAll(() => data.remove());

const held = editionIds.quarantined;
/** Values that a path or a query can be given, good ones and ones that climb. */
const values = fc.oneof(
  fc.constantFrom('2134', '1112', '2231', held, held.toUpperCase(), '2025', '2024', 'all', 'uk', 'ashe', 'latest', ...areaSlugs.all),
  fc.constantFrom(
    '..',
    `../${held}`,
    `..%2f..%2fquarantine%2f${held}%2fpay%2f2134%2fuk`,
    `${editionIds.pay2024}/../${held}`,
    `%2e%2e%2f${held}`,
    `\0${held}`,
  ),
  fc.string({ maxLength: 8 }),
);
const names = fc.oneof(fc.constantFrom('edition', 'year', 'area', 'source', 'q', 'limit', 'sex'), fc.string({ maxLength: 5 }));
const query = fc.array(fc.tuple(names, values), { maxLength: 3 }).map((pairs) => new URLSearchParams(pairs).toString());
const paths = fc.oneof(
  fc
    .tuple(fc.constantFrom(...endpoints.map(({ path }) => path)), values, values)
    .map(([path, soc, area]) => path.replace('{soc}', () => soc).replace('{area}', () => area)),
  fc.constantFrom(
    '/editions.atom',
    '/healthz',
    `/quarantine/${held}/pay/2134/uk.json`,
    `/editions/${held}/pay/2134/uk.json`,
    '/catalogue.json',
  ),
);

test('no answer holds a document of a quarantined edition, or names it as its source', async () => {
  const ask = answerOffline(data.path);
  // It must be told of somewhere, or nothing could go wrong here.
  expect(await (await ask('/v1/meta/ingest')).text()).toContain(held);
  await fc.assert(
    fc.asyncProperty(paths, query, async (path, search) => {
      const response = await ask(search === '' ? path : `${path}?${search}`);
      expect(response.headers.get('LMI-Edition') ?? '').not.toContain(held);
      expect(await response.text()).not.toContain(quarantinedText);
    }),
    { numRuns: 2000 },
  );
});
