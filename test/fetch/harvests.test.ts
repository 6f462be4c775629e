// lmi update of sources that have no releases: each day's harvest is named by its day, and what has
// not changed makes no other edition.
import { readFileSync } from 'node:fs';
import glob from 'fast-glob';
import { afterAll, expect, test } from 'vitest';
import { inputsOf } from '#compiler/edition/listed-files.ts';
import { prune } from '#compiler/operations/prune.ts';
import { verifyDirectory } from '#compiler/operations/verify.ts';
import { releasesKept } from '#compiler/release/releases.ts';
import type { SourceKey } from '#schemas/codes.ts';
import { apprenticeshipStandards } from '#sources/apprenticeship-standards/source.ts';
import { slugOf } from '#sources/career-profiles/layout.ts';
import { careerProfiles } from '#sources/career-profiles/source.ts';
import type { Source } from '#sources/kit/source.ts';
import { occupationalMaps } from '#sources/occupational-maps/source.ts';
import {
  indexWithFewDocuments as socIndex,
  structureWithFewDocuments as socStructure,
  withFewTitles,
  kindsWith,
} from '../compiler/slim-sources.ts';
import { keptSample } from '../kept.ts';
import { catalogueOf } from '../operations/scene.ts';
import { imitations, publishProfiles, standInsFor } from '../publisher/imitations.ts';
import { ons } from '../publisher/ons.ts';
import { startPublisher } from '../publisher/publisher.ts';
import { redirect, status } from '../publisher/ways.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { stillClock } from './no-waiting.ts';
import { firstVolumes, publishVolumes } from './publications.ts';
import { runUpdate, verdictOf } from './run-update.ts';

/** The source as if its layouts had been seen in real files. */
const seen = (source: Source): Source => ({
  ...source,
  files: kindsWith(source, { layout: 'verified' }),
});
// Twelve profiles are enough here.
const profilesSource = withFewTitles<readonly unknown[], unknown>({
  ...seen(careerProfiles),
  checks: (careerProfiles as Source).checks.filter(({ name }) => name !== 'profile-count'),
});
const harvested: readonly Source[] = [
  seen(occupationalMaps),
  seen(apprenticeshipStandards),
  profilesSource,
];
const harvestedKeys: readonly SourceKey[] = [
  'occupational-maps',
  'apprenticeship-standards',
  'career-profiles',
];
const sources: readonly Source[] = [
  withFewTitles(socStructure),
  withFewTitles(socIndex),
  ...harvested,
];
const keys = { OCCUPATIONAL_MAPS_API_KEY: 'maps-key', CAREERS_API_KEY: 'careers-key' };
const directory = temporaryDirectory();

async function run(
  day: string,
  wanted = harvested,
  environment: Record<string, string> = keys,
  statistics = publisher.url,
) {
  const clock = stillClock(Date.parse(`${day}T06:00:00Z`));
  const standIns = standInsFor(harvestedKeys, publisher).set(ons, statistics);
  const given = { sources, wanted, directory, environment, now: () => new Date(clock.now()) };
  const result = await runUpdate(given, { clock, standIns });
  return { ...result, verdicts: harvestedKeys.map((key) => verdictOf(result, key)) };
}

const editions = () =>
  catalogueOf(directory).editions.map(
    ({ source, release, state }) => `${source} ${release} ${state}`,
  );
const publishMapsAs = (change: (text: string) => string) => {
  const files = maps.map(({ name, bytes }) => ({
    name,
    bytes: Buffer.from(change(Buffer.from(bytes).toString())),
  }));
  imitations['occupational-maps'].publish(publisher, files);
};

const publisher = await startPublisher();
publishVolumes(publisher, await firstVolumes());
const maps = (await keptSample(occupationalMaps))[0]?.files ?? [];
const snapshot = (await keptSample(careerProfiles))[0]?.files[0]?.bytes ?? [];
const profiles: readonly Record<string, unknown>[] = JSON.parse(
  Buffer.from(snapshot).toString(),
).slice(40, 52);
imitations['occupational-maps'].publish(publisher, maps);
imitations['apprenticeship-standards'].publish(
  publisher,
  (await keptSample(apprenticeshipStandards))[0]?.files ?? [],
);
publishProfiles(publisher, profiles);
afterAll(() => publisher.close());

test('the first day names everything, and keys reach only their publishers', async () => {
  const { verdicts, code, lines, ...result } = await run('2026-11-01', sources, {
    ...keys,
    CAREERS_API_KEY: ' careers-key\n',
  });
  expect([code, verdicts], lines).toEqual([0, Array(3).fill('2026-11-01 published')]);
  const said = [
    lines,
    JSON.stringify(result),
    ...glob
      .sync('**/*', { cwd: directory, dot: true, absolute: true })
      .map((file) => readFileSync(file, 'latin1')),
  ];
  expect(said.filter((text) => /(maps|careers)-key/.test(text))).toEqual([]);
  const keysAt = (part: string) => {
    const asked = publisher.seen.filter(({ address }) => address.startsWith(part));
    return [
      ...new Set(
        asked.map(
          ({ headers }) => headers['x-api-key'] ?? headers['ocp-apim-subscription-key'] ?? 'none',
        ),
      ),
    ];
  };
  expect(
    ['/api/v1/Routes', '/api/apprenticeshipstandards', '/job-profiles/', '/methodology'].map(
      keysAt,
    ),
  ).toEqual([['maps-key'], ['none'], ['careers-key'], ['none']]);
});

test('a source without its key is skipped and stays served', async () => {
  publisher.forget();
  const { code, lines } = await run('2026-11-01', harvested, {
    OCCUPATIONAL_MAPS_API_KEY: 'maps-key',
  });
  expect([code, lines]).toEqual([
    0,
    expect.stringContaining('career-profiles: CAREERS_API_KEY is not set'),
  ]);
  expect(publisher.seen.filter(({ address }) => address.startsWith('/job-profiles/'))).toEqual([]);
  const described = catalogueOf(directory).sources.find(({ key }) => key === 'career-profiles');
  expect([described?.ingest.configured, described?.served.length]).toEqual([false, 1]);
});

test('a key does not follow a redirect to another origin', async () => {
  publisher.forget();
  const address = '/job-profiles/summary';
  const elsewhere = await startPublisher();
  publisher.next(address, redirect(`${ons}${address}`));
  await run(
    '2026-11-01',
    [{ ...profilesSource, origins: [...profilesSource.origins, ons] }],
    keys,
    elsewhere.url,
  );
  expect(elsewhere.seen.map(({ headers }) => headers['ocp-apim-subscription-key'])).toEqual([
    undefined,
  ]);
  await elsewhere.close();
});

test('another day with the same occupations makes no new edition', async () => {
  const before = editions();
  expect(await run('2026-11-02')).toMatchObject({
    code: 0,
    verdicts: Array(3).fill('2026-11-02 unchanged'),
  });
  publishMapsAs((text) => JSON.stringify(JSON.parse(text), null, 1));
  expect(await run('2026-11-03')).toMatchObject({
    code: 0,
    verdicts: Array(3).fill('2026-11-03 unchanged'),
  });
  expect(editions()).toEqual(before);
});

test('what has changed is an edition of its day', async () => {
  publishMapsAs((text) => text.replace('Synthetic sample HTQ', 'Synthetic sample degree'));
  expect((await run('2026-11-04')).verdicts[0]).toBe('2026-11-04 published');
  expect(editions()).toEqual(
    expect.arrayContaining([
      'occupational-maps 2026-11-01 superseded',
      'occupational-maps 2026-11-04 served',
    ]),
  );
});

test('a profile that is listed and not answered is said, and the others go on', async () => {
  const [first = {}] = profiles;
  const slug = slugOf(String(first['Url'])) ?? '';
  const moved = { [String(first['Url'])]: '2026-11-05T05:00:00Z' };
  publishProfiles(
    publisher,
    [...profiles.slice(1), { ...first, Title: 'Sample of another title' }],
    moved,
  );
  publisher.next(`/job-profiles/${slug}`, status(204));
  const { verdicts, lines } = await run('2026-11-05');
  expect(lines).toContain(`career-profiles 2026-11-05 profile-${slug}.json: left out, `);
  // One of twelve is more than the check lets pass.
  expect(verdicts[2]).toBe('2026-11-05 held');
  expect(lines).toContain('career-profiles 2026-11-05 detail-complete');
});

async function askedOn(day: string): Promise<{ verdict: string | undefined; asked: string[] }> {
  publisher.forget();
  const { verdicts } = await run(day, [profilesSource]);
  const addresses = publisher.seen
    .map(({ address }) => address)
    .filter((address) => /^\/job-profiles\/(?!summary)/.test(address));
  return {
    verdict: verdicts[2],
    asked: addresses.map((address) => address.slice('/job-profiles/'.length)),
  };
}

test('only profiles with a new date are fetched; held ones are kept', async () => {
  publishProfiles(publisher, profiles);
  await askedOn('2026-11-06');
  expect(await askedOn('2026-11-07')).toEqual({
    verdict: expect.stringMatching(/unchanged$/),
    asked: [],
  });
  const third = String(profiles[3]?.['Url']);
  const fourth = String(profiles[4]?.['Url']);
  const changed = profiles.map((profile, place) =>
    place === 3 ? { ...profile, Title: 'Sample of a changed title' } : profile,
  );
  publishProfiles(publisher, changed, {
    [third]: '2026-11-08T05:00:00Z',
    [fourth]: '0001-01-01T00:00:00',
  });
  const moved = [slugOf(third)];
  expect(await askedOn('2026-11-08')).toEqual({ verdict: '2026-11-08 published', asked: moved });
  const served = catalogueOf(directory).editions.find(
    ({ source, state }) => source === 'career-profiles' && state === 'served',
  );
  // The catalogue has the profiles as one, and the record all of them.
  expect(served?.inputs.map(({ file, files }) => [file, files])).toEqual([
    [expect.stringMatching(/^profile-/), 12],
    ['summary.json', undefined],
  ]);
  expect(served === undefined ? [] : inputsOf(directory, served)).toHaveLength(13);
  // A date is not believed before it is two days old.
  for (const day of ['2026-11-09', '2026-11-10', '2026-11-11'])
    expect([day, (await askedOn(day)).asked]).toEqual([day, day === '2026-11-11' ? [] : moved]);
});

test('a date is trusted for four weeks: then every profile is asked for again', async () => {
  const counts: number[] = [];
  for (const day of ['2026-11-28', '2026-12-09', '2026-12-10'])
    counts.push(new Set((await askedOn(day)).asked).size);
  expect(counts).toEqual([0, 12, 0]);
});

test("an edition's files stay while it is served", async () => {
  const say = () => {};
  prune({ directory, sources, dryRun: false, now: new Date('2027-12-01T00:00:00Z'), say });
  expect(await verifyDirectory(directory)).toMatchObject({ faults: [], remarks: [] });
  const kept = releasesKept(directory, [profilesSource]).releases.map(({ release, files }) => [
    release.name,
    files().length,
  ]);
  expect(kept).toContainEqual([
    catalogueOf(directory).editions.findLast(
      ({ state, source }) => state === 'served' && source === 'career-profiles',
    )?.release,
    13,
  ]);
});
