// lmi update of sources that have no releases: each day's harvest is named by its day, and what has not changed makes no other edition.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeUpdate, exitCodeOfUpdate } from '#compiler/commands/update.ts';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { describeProblems } from '#compiler/report/report.ts';
import type { PublishedFile, Source } from '#sources/kit/source.ts';
import { update } from '#compiler/fetch/update.ts';
import { apprenticeshipStandards } from '#sources/apprenticeship-standards/source.ts';
import { slugOf } from '#sources/career-profiles/layout.ts';
import { careerProfiles } from '#sources/career-profiles/source.ts';
import { occupationalMaps } from '#sources/occupational-maps/source.ts';
import { indexWithFewDocuments as socIndex, structureWithFewDocuments as socStructure } from '../compiler/slim-sources.ts';
import { withFewTitles } from '../few-titles.ts';
import { keptSample } from '../kept.ts';
import { careersOrigin, publishProfiles } from '../publisher/national-careers.ts';
import { ons } from '../publisher/ons.ts';
import { type Publisher, startPublisher } from '../publisher/publisher.ts';
import { listOrigin, mapsOrigin, publishMaps, publishStandards } from '../publisher/skills-england.ts';
import { status } from '../publisher/ways.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { stillClock } from './no-waiting.ts';
import { firstVolumes, publishVolumes } from './publications.ts';
import { kindsWith } from '../kinds-with.ts';

/** The source as if its layouts had been seen in real files. */
const seen = (source: Source): Source => ({ ...source, files: kindsWith(source, { layout: 'verified' }) });
// Twelve profiles are enough here.
const profilesSource = withFewTitles<readonly unknown[], unknown>({
  ...seen(careerProfiles),
  checks: (careerProfiles as Source).checks.filter(({ name }) => name !== 'profile-count'),
});
const harvested: readonly Source[] = [seen(occupationalMaps), seen(apprenticeshipStandards), profilesSource];
const sources: readonly Source[] = [withFewTitles(socStructure), withFewTitles(socIndex), ...harvested];
const keys = { OCCUPATIONAL_MAPS_API_KEY: 'maps-key', CAREERS_API_KEY: 'careers-key' };
const directory = temporaryDirectory();
let publisher: Publisher;
let maps: readonly PublishedFile[];
let profiles: readonly Record<string, unknown>[];

async function run(day: string, wanted = sources, environment: Record<string, string> = keys) {
  const said: string[] = [];
  const begin = Date.parse(`${day}T06:00:00Z`) - stillClock().now();
  const still = stillClock();
  const result = await update({
    sources,
    wanted,
    directory,
    environment,
    http: {
      clock: { now: () => begin + still.now(), sleep: (milliseconds) => still.sleep(milliseconds) },
      standIns: new Map([ons, mapsOrigin, listOrigin, careersOrigin].map((origin) => [origin, publisher.url])),
    },
    now: () => new Date(begin + still.now()),
    progress: () => {},
    say: (line) => said.push(line),
  });
  const problems = describeProblems(
    result.outcomes,
    result.sources.flatMap((source) => source.problems),
  );
  const verdicts = Object.fromEntries(
    result.sources.map(({ source, releases }) => [source, releases.map(({ release, verdict }) => `${release} ${verdict}`).join()]),
  );
  return { verdicts, code: exitCodeOfUpdate(result), lines: [...said, ...problems, ...describeUpdate(result)].join('\n') };
}

const editions = () =>
  (readCatalogue(directory)?.catalogue.editions ?? []).map(({ source, release, state }) => `${source} ${release} ${state}`);

beforeAll(async () => {
  publisher = await startPublisher();
  publishVolumes(publisher, await firstVolumes());
  maps = (await keptSample(occupationalMaps))[0]?.files ?? [];
  const snapshot = (await keptSample(careerProfiles))[0]?.files[0]?.bytes ?? [];
  profiles = JSON.parse(Buffer.from(snapshot).toString()).slice(40, 52);
  publishMaps(publisher, maps);
  publishStandards(publisher, (await keptSample(apprenticeshipStandards))[0]?.files ?? []);
  publishProfiles(publisher, profiles);
});
afterAll(() => publisher.close());

test('the first day: everything is named by it, and keys go to their own publishers', async () => {
  const { verdicts, code, lines } = await run('2026-11-01');
  expect([verdicts['occupational-maps'], verdicts['apprenticeship-standards'], verdicts['career-profiles']], lines).toEqual(
    Array(3).fill('2026-11-01 published'),
  );
  expect(code).toBe(0);
  const keysOf = (part: string) =>
    new Set(
      publisher.seen
        .filter(({ address }) => address.startsWith(part))
        .map(({ headers }) =>
          `${headers['x-api-key'] ?? ''} ${headers['ocp-apim-subscription-key'] ?? ''} ${headers['version'] ?? ''}`.trim(),
        ),
    );
  expect(['/api/v1/Routes', '/api/apprenticeshipstandards', '/job-profiles/', '/methodology'].map((part) => [...keysOf(part)])).toEqual([
    ['maps-key'],
    [''],
    ['careers-key v1'],
    [''],
  ]);
});

test('another day that brings the same files makes no other edition', async () => {
  const before = editions();
  const { verdicts, code } = await run('2026-11-02', harvested);
  expect(Object.values(verdicts)).toEqual(Array(3).fill('2026-11-02 unchanged'));
  expect([code, editions()]).toEqual([0, before]);
});

test('nor does one that brings the same occupations in other bytes', async () => {
  const before = editions();
  publishMaps(
    publisher,
    maps.map(({ name, bytes }) => ({ name, bytes: Buffer.from(JSON.stringify(JSON.parse(Buffer.from(bytes).toString()), null, 1)) })),
  );
  const { verdicts, code } = await run('2026-11-03', harvested);
  expect(verdicts['occupational-maps']).toBe('2026-11-03 unchanged');
  expect([code, editions()]).toEqual([0, before]);
});

test('what has changed is an edition of its day', async () => {
  publishMaps(
    publisher,
    maps.map(({ name, bytes }) => ({
      name,
      bytes: Buffer.from(Buffer.from(bytes).toString().replaceAll('Synthetic sample diploma', 'Synthetic sample degree')),
    })),
  );
  expect((await run('2026-11-04', harvested)).verdicts['occupational-maps']).toBe('2026-11-04 published');
  expect(editions().filter((edition) => edition.startsWith('occupational-maps'))).toEqual([
    'occupational-maps 2026-11-01 superseded',
    'occupational-maps 2026-11-04 served',
  ]);
});

test('a profile that is listed and not answered is said, and the others go on', async () => {
  const [first = {}] = profiles;
  const slug = slugOf(String(first['Url'])) ?? '';
  publishProfiles(publisher, [...profiles.slice(1), { ...first, Title: 'Sample of another title' }], {
    [String(first['Url'])]: '2026-11-05T05:00:00Z',
  });
  publisher.next(`/job-profiles/${slug}`, status(204));
  const { verdicts, lines } = await run('2026-11-05', harvested);
  expect(lines).toContain(`career-profiles 2026-11-05 profile-${slug}.json: left out, `);
  // One of twelve is more than the check lets pass.
  expect(verdicts['career-profiles']).toBe('2026-11-05 held');
  expect(lines).toContain('career-profiles 2026-11-05 detail-complete');
});

const profilesAsked = () =>
  publisher.seen
    .map(({ address }) => address)
    .filter((address) => address.startsWith('/job-profiles/') && !address.endsWith('/summary'))
    .map((address) => address.slice('/job-profiles/'.length));
const slugAt = (place: number) => slugOf(String(profiles[place]?.['Url'])) ?? '';

test('only profiles are asked for whose date has moved; an edition is made of those and of the held ones', async () => {
  publishProfiles(publisher, profiles);
  await run('2026-11-06', [profilesSource]);
  publisher.forget();
  expect((await run('2026-11-07', [profilesSource])).verdicts['career-profiles']).toMatch(/unchanged$/);
  expect(profilesAsked()).toEqual([]);

  const changed = profiles.map((profile, place) => (place === 3 ? { ...profile, Title: 'Sample of a changed title' } : profile));
  const dates = { [String(profiles[3]?.['Url'])]: '2026-11-08T05:00:00Z', [String(profiles[4]?.['Url'])]: '0001-01-01T00:00:00' };
  publishProfiles(publisher, changed, dates);
  expect((await run('2026-11-08', [profilesSource])).verdicts['career-profiles']).toBe('2026-11-08 published');
  expect(profilesAsked()).toEqual([slugAt(3)]);
  const served = readCatalogue(directory)?.catalogue.editions.find(
    ({ source, state }) => source === 'career-profiles' && state === 'served',
  );
  expect(served?.inputs.length).toBe(13);
  // A date is not believed before it is two days old.
  for (const day of ['2026-11-09', '2026-11-10', '2026-11-11']) {
    publisher.forget();
    await run(day, [profilesSource]);
    expect([day, profilesAsked()]).toEqual([day, day === '2026-11-11' ? [] : [slugAt(3)]]);
  }
});

test('a date is trusted for four weeks: then every profile is asked for again', async () => {
  publisher.forget();
  await run('2026-11-28', [profilesSource]);
  expect(profilesAsked()).toEqual([]);
  publisher.forget();
  await run('2026-12-09', [profilesSource]);
  expect(new Set(profilesAsked()).size).toBe(12);
  publisher.forget();
  await run('2026-12-10', [profilesSource]);
  expect(profilesAsked()).toEqual([]);
});

test('without keys nobody looks, the rest goes on, and what is served stays', async () => {
  const before = editions();
  publisher.forget();
  const { verdicts, code, lines } = await run('2026-12-11', harvested, {});
  expect([code, verdicts]).toEqual([
    0,
    { 'occupational-maps': '', 'apprenticeship-standards': '2026-12-11 unchanged', 'career-profiles': '' },
  ]);
  expect(lines).toContain('career-profiles: not configured, CAREERS_API_KEY is not set');
  expect(publisher.seen.map(({ address }) => address)).toEqual(['/api/apprenticeshipstandards']);
  expect(editions()).toEqual(before);
  const ingest = readCatalogue(directory)?.catalogue.sources.map(({ key, ingest: known }) => [key, known.configured]);
  expect(Object.fromEntries(ingest ?? [])).toMatchObject({
    'occupational-maps': false,
    'apprenticeship-standards': true,
    'career-profiles': false,
  });
});
