// What a browser cannot fetch: the one command that docs/sources.md gives for it, copied from the page, against publishers on loopback.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { documentedLayout } from '#compiler/check/run-checks.ts';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { systemClock } from '#compiler/fetch/clock.ts';
import { sources } from '#sources/index.ts';
import type { PublishedFile } from '#sources/kit/source.ts';
import { type SourceKey, spine } from '#schemas/codes.ts';
import { stillClock } from '../fetch/no-waiting.ts';
import { structureWorkbook } from '../fetch/publications.ts';
import { keptSample } from '../kept.ts';
import { lmi } from '../lmi.ts';
import { askedKeys, imitations, standInsFor } from '../publisher/imitations.ts';
import { type Publisher, startPublisher } from '../publisher/publisher.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const page = readFileSync(fileURLToPath(new URL('../../docs/sources.md', import.meta.url)), 'utf8');
/** Each command of the page, as words, without the key before it. */
const commands = [...page.matchAll(/^ {4}(?:[A-Z_]+=… )?npx lmi (update --source ([a-z-]+))$/gm)].map(([, words = '', key = '']) => ({
  key,
  words,
}));
const alone = sources.filter(({ byHand }) => byHand !== undefined && byHand.notByBrowser !== null);
const directory = temporaryDirectory();
let publisher: Publisher;

beforeAll(async () => {
  // The command takes the clock of the system, and the maps are asked for twice a second.
  const { now, sleep } = stillClock();
  vi.spyOn(systemClock, 'now').mockImplementation(now);
  vi.spyOn(systemClock, 'sleep').mockImplementation(sleep);
  publisher = await startPublisher();
  const wanted: readonly SourceKey[] = [...spine, ...alone.map(({ key }) => key)];
  for (const key of askedKeys.filter((one) => wanted.includes(one))) {
    const source = sources.find((one) => one.key === key) ?? expect.fail(key);
    const sample = (await keptSample(source)).flatMap((release) => release.files);
    const files = key === 'soc-structure' ? [{ name: sample[0]?.name ?? '', bytes: await structureWorkbook() }] : sample;
    imitations[key].publish(publisher, key === 'career-profiles' ? files.map(firstProfiles) : files);
  }
  vi.stubEnv('LMI_STAND_INS', [...standInsFor(wanted, publisher)].map((pair) => pair.join('=')).join(' '));
  for (const { publisherKey } of alone) if (publisherKey !== undefined) vi.stubEnv(publisherKey.variable, 'a-key');
  expect(await lmi('update', '--source', ...spine, '--data', directory)).toMatchObject({ status: 0, stderr: '' });
});
afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await publisher.close();
});

/** Six profiles are asked for as six hundred are. */
function firstProfiles({ name, bytes }: PublishedFile): PublishedFile {
  const all: readonly unknown[] = JSON.parse(Buffer.from(bytes).toString());
  return { name, bytes: Buffer.from(JSON.stringify(all.slice(40, 46))) };
}

test('the page has one command for each source whose files a browser cannot fetch, and for no other', () => {
  expect(commands.map(({ key }) => key)).toEqual(alone.map(({ key }) => key));
});

test.each(commands)('lmi $words fetches and compiles the release', { timeout: 60_000 }, async ({ key, words }) => {
  const ran = await lmi(...words.split(' '), '--data', directory);
  // Nobody has seen a real file of these layouts, so a person must look at the first release.
  expect(ran.status, ran.stderr).toBe(3);
  const edition = readCatalogue(directory)?.catalogue.editions.find(({ source }) => source === key);
  const blocking = edition?.checks.filter(({ severity }) => severity === 'block').map(({ check }) => check);
  expect(blocking).toEqual(key === 'career-profiles' ? ['profile-count', documentedLayout] : [documentedLayout]);
});
