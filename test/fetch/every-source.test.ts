// Every source from its publisher's pages to a verdict, and the ways of failing to get there. What
// is in the files is the business of other tests: here they are as small as they can be, and
// compile to next to nothing.
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import glob from 'fast-glob';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sha256 } from '#compiler/edition/digest.ts';
import { parseRelease, readCatalogue } from '#compiler/edition/catalogue.ts';
import { reportOfDay } from '#compiler/operations/day-report.ts';
import { sectionsOfDay } from '#compiler/operations/describe-day.ts';
import { markdownOf } from '#compiler/report/sections.ts';
import { keptReleases } from '#compiler/release/manifests.ts';
import { keepRelease } from '#compiler/release/snapshots.ts';
import type { DiscoveredFile } from '#sources/kit/discovery.ts';
import type { PublishedFile } from '#sources/kit/named-files.ts';
import type { Source } from '#sources/kit/source.ts';
import { type SourceKey, sourceKeys } from '#schemas/codes.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { sources as allSources } from '#sources/index.ts';
import { goldenFault, masked } from '../golden.ts';
import {
  askedKeys,
  imitations,
  standInsFor,
  crosswalkPaths,
  publishOnet,
} from '../publisher/imitations.ts';
import { paths } from '../publisher/ons.ts';
import { startPublisher } from '../publisher/publisher.ts';
import { smallFilesOf } from '../publisher/small-files.ts';
import { status } from '../publisher/ways.ts';
import { rewriteCatalogue } from '../rewrite-catalogue.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { stillClock } from './no-waiting.ts';
import { type Run, runUpdate, unread, verdictOf } from './run-update.ts';

/** The source without checks, and of its documents those that are of no one occupation. */
function lists(source: Source): Source {
  return {
    ...source,
    checks: [],
    axes: (observations, needs) => ({ ...source.axes(observations, needs), occupations: [] }),
    *documents(edition) {
      for (const document of source.documents(edition))
        if (document.place.soc === undefined) yield document;
    },
  };
}

/** Whose observations or lists cannot be left out. */
const read: readonly SourceKey[] = [
  ...([
    'soc-structure',
    'soc-index',
    'occupations-in-demand',
    'work-visas',
    'online-job-adverts',
    'local-authorities',
    'onet',
  ] as const),
];
const sources = allSources.map((source) =>
  read.includes(source.key) ? lists(source) : unread(source),
);
const sourceOf = (key: SourceKey): Source =>
  sources.find((source) => source.key === key) ?? expect.fail(key);
const keys = { OCCUPATIONAL_MAPS_API_KEY: 'maps-key', CAREERS_API_KEY: 'careers-key' };
const directory = temporaryDirectory();

const startOf = stillClock().now();
const day = (later: number) => new Date(startOf + later * 86_400_000).toISOString().slice(0, 10);

function run({
  wanted = sources,
  later = 0,
}: {
  wanted?: readonly Source[];
  later?: number;
} = {}): Promise<Run> {
  const clock = stillClock(startOf + later * 86_400_000);
  return runUpdate(
    { sources, wanted, directory, environment: keys },
    { clock, standIns: standInsFor(askedKeys, publisher) },
  );
}

const catalogue = () => readCatalogue(directory)?.catalogue ?? expect.fail('there is no catalogue');
const editions = () => catalogue().editions.map(({ id, state }) => [id, state]);
const digests = (pattern: string) =>
  Object.fromEntries(
    glob
      .sync(pattern, { cwd: directory })
      .sort(byCodeUnit)
      .map((file) => [file, sha256(readFileSync(join(directory, file)))]),
  );
const faultOf = (key: SourceKey) =>
  catalogue().sources.find((source) => source.key === key)?.ingest.fault ?? null;

const publisher = await startPublisher();
for (const key of askedKeys) imitations[key].publish(publisher, await smallFilesOf(sourceOf(key)));
const firstRun = await run();
afterAll(() => publisher.close());
beforeEach(() => publisher.forget());

/** Whose files are all of layouts that have been seen. */
const verified: readonly SourceKey[] = ['soc-structure', 'soc-index', 'ashe', 'esco'];

describe('everything as it should be', () => {
  test.each(askedKeys)('%s: its release is downloaded, or held if its layout is new', (key) => {
    const report = firstRun.sources.find(({ source }) => source === key);
    expect([
      report?.problems,
      report?.remarks.filter((remark) => !remark.includes('corrected by the publisher')),
    ]).toEqual([[], []]);
    const release = imitations[key].release ?? day(0);
    expect(report?.newest).toBe(release);
    expect(report?.releases[0]?.files.map(({ state }) => state)).toEqual(
      report?.releases[0]?.files.map(() => 'new'),
    );
    expect(report?.releases[0]?.files.length).toBeGreaterThan(0);
    if (verified.includes(key)) {
      expect(verdictOf(firstRun, key), firstRun.lines).toBe(`${release} published`);
    } else {
      // The workbook by industry has been seen, and the one by age has not: only that one waits.
      expect(verdictOf(firstRun, key)).toBe(
        `${release} ${key === 'aps-workforce' ? 'published' : 'held'}`,
      );
      expect(firstRun.lines).toContain(
        `${key} ${release} documented-layout: we have not seen a real file of this layout`,
      );
    }
  });

  test('what a publisher tells of corrections and of its next release is in the catalogue', () => {
    const told = (key: SourceKey) =>
      catalogue().sources.find((source) => source.key === key)?.ingest;
    const notices = [
      { release: '2024-provisional', date: '2024-11-20', text: 'Synthetic notice.' },
    ];
    expect([told('ashe')?.notices, told('online-job-adverts')?.nextRelease]).toEqual([
      notices,
      '2026-09-25',
    ]);
  });

  test('the first report says in which order to review, and one command accepts all', () => {
    const now = new Date('2026-11-02T10:47:00Z');
    const report = reportOfDay(null, catalogue(), now);
    const told = markdownOf(
      sectionsOfDay(
        { exitCode: 3, stoppedAt: null, broken: [], report },
        { store: 'STORE', sources, now },
      ),
    );
    expect(goldenFault('week/first-day.md', masked(told, { [day(0)]: 'TODAY' }))).toBeNull();
  });

  test.each([
    ['on the same day', 0],
    ['on another day, by which harvests are named', 1],
  ])('nothing new %s: nothing is downloaded, compiled or noted', async (_, later) => {
    const before = editions();
    const snapshots = digests('snapshots/**');
    const { outcomes, sources: reports, code } = await run({ later });
    // What waits for a person goes on being an alarm.
    expect([code, outcomes]).toEqual([3, []]);
    expect(reports.flatMap(({ problems }) => problems)).toEqual([]);
    expect(
      new Set(
        reports.flatMap(({ releases }) =>
          releases.flatMap(({ files }) => files.map(({ state }) => state)),
        ),
      ),
    ).toEqual(new Set(['unchanged']));
    expect(reports.map(({ newest }) => newest)).toEqual(
      sourceKeys.map((key) =>
        key === 'local-authorities'
          ? 'LAD_APR_2023_UK_NC'
          : (imitations[key].release ?? day(later)),
      ),
    );
    expect(editions()).toEqual(before);
    expect(digests('snapshots/**')).toEqual(snapshots);
  });
});

// test/fetch/http.test.ts has the other faults of a publisher.
test('a vanished file is a problem, and everything stays served', async () => {
  const before = [editions(), digests('editions/**')];
  publisher.next(imitations['soc-structure'].file, status(404));
  const result = await run({ wanted: [sourceOf('soc-structure'), sourceOf('soc-index')] });
  const { code, lines } = result;
  const told = /the publisher links to this file, but it is missing \(404\)/;
  expect([code, lines]).toEqual([
    4,
    expect.stringMatching(new RegExp(`^ *soc-structure 2025-12-03: https:.*${told.source}`, 'm')),
  ]);
  expect(lines).toContain('Could not be checked');
  expect([faultOf('soc-structure'), faultOf('soc-index')]).toEqual([
    expect.stringMatching(told),
    null,
  ]);
  expect(verdictOf(result, 'soc-index')).toBe('2025-12-03 unchanged');
  expect([editions(), digests('editions/**')]).toEqual(before);
});

test('a file that is no longer listed stays served, with its notices', async () => {
  const copied = join(temporaryDirectory(), 'data');
  cpSync(directory, copied, { recursive: true });
  const regions = { file: 'ashetable152024provisional.zip', sha256: '0'.repeat(64), bytes: 1 };
  rewriteCatalogue(copied, ({ editions: all, ...rest }) => ({
    ...rest,
    editions: all.map((edition) =>
      edition.source === 'ashe' ? { ...edition, inputs: [...edition.inputs, regions] } : edition,
    ),
  }));
  const again = () =>
    runUpdate(
      { sources, wanted: [sourceOf('ashe')], directory: copied },
      { standIns: standInsFor(askedKeys, publisher) },
    );
  const { code, lines } = await again();
  const unlisted =
    'the publisher no longer lists the zip of Table 15, work regions, of which "ashe';
  expect([code, lines]).toEqual([4, expect.stringContaining(unlisted)]);
  publisher.next(`${paths.table14}/data`, status(404));
  expect((await again()).lines).toMatch(/ashe: https:.*\/data: there is no such page \(404\)/);
  expect(
    readCatalogue(copied)?.catalogue.sources.find(({ key }) => key === 'ashe')?.ingest.notices,
  ).toHaveLength(1);
});

const onet = sourceOf('onet');

describe('a crosswalk of O*NET that never changes, from a publisher that refuses programs', () => {
  let files: readonly PublishedFile[];
  const walks = () => files.filter(({ name }) => name in crosswalkPaths);
  // The real ones have the digests in sources/onet/discover.ts; these are the sample's.
  const pinned: Source = {
    ...onet,
    needs: [],
    async discover(web, today) {
      const { releases, ...rest } = await onet.discover(web, today);
      const withDigest = (file: DiscoveredFile): DiscoveredFile => {
        const walk = walks().find(({ name }) => name === file.name);
        return walk === undefined ? file : { ...file, unchanging: sha256(walk.bytes) };
      };
      return {
        ...rest,
        releases: releases.map((release) => ({ ...release, files: release.files.map(withDigest) })),
      };
    },
  };
  const ask = (into: string) => {
    for (const path of Object.values(crosswalkPaths))
      publisher.next(path, ...Array.from({ length: 5 }, () => status(403)));
    return runUpdate(
      { sources: [pinned], directory: into },
      { standIns: standInsFor(['onet'], publisher) },
    );
  };
  beforeAll(async () => {
    files = await smallFilesOf(onet);
  });

  test('is told with how to get it', async () => {
    const { lines } = await ask(temporaryDirectory());
    expect(lines).toMatch(
      /ISCO_SOC_Crosswalk\.xls.*403[^]*get it once with a browser, and then: lmi import ISCO_SOC_Crosswalk\.xls/,
    );
  });

  test('comes from an earlier release, and the new one records it', async () => {
    const into = temporaryDirectory();
    // Handed in with another release, as lmi import and lmi compile do.
    keepRelease(into, parseRelease(onet, '30.1') ?? expect.fail(), walks());
    const { sources: reports } = await ask(into);
    expect(reports[0]?.problems).toEqual([]);
    const taken = reports[0]?.releases[0]?.files.filter(({ file }) => file in crosswalkPaths);
    expect(taken?.map(({ state }) => state)).toEqual(['unchanged', 'unchanged']);
    expect(
      keptReleases(into, 'onet', () => {}).find(({ release }) => release === '30.9')?.files.length,
    ).toBe(files.length);
  });
});

describe('the abilities of O*NET, which may be left out', () => {
  test('held and no longer there: they vanished by mistake, and what is held stays', async () => {
    const before = editions();
    publisher.next('Abilities.txt', status(404));
    const { code, lines } = await run({ wanted: [onet] });
    expect([code, editions()]).toEqual([4, before]);
    expect(lines).toContain(
      'onet 30.9: the publisher no longer gives the file of abilities, of which ' +
        '"Abilities.txt" is held; found "Occupation Data.txt"',
    );
  });

  test('a new release is published without them, then again with them', async () => {
    const files = await smallFilesOf(onet);
    const renamed = files.map(({ name, bytes }) => ({
      name: name.replace(/^Interests/, 'Career Interest Types'),
      bytes,
    }));
    publishOnet(publisher, '31.0', renamed);
    publisher.next('Abilities.txt', status(404));
    const without = await run({ wanted: [onet] });
    expect(without.lines).toMatch(
      /^onet 31\.0 Abilities\.txt: left out, https:.*it is missing \(404\)$/m,
    );
    expect([verdictOf(without, 'onet'), without.sources[0]?.releases[0]?.files.length]).toEqual([
      '31.0 held',
      7,
    ]);
    const complete = await run({ wanted: [onet] });
    expect([complete.outcomes.length, complete.sources[0]?.releases[0]?.files.length]).toEqual([
      1, 8,
    ]);
  });
});

test('nothing is wrong at last, and one run has asked every publisher', async () => {
  const began = new Date().toISOString();
  const { sources: reports } = await run();
  expect(reports.flatMap(({ problems }) => problems)).toEqual([]);
  const ingests = catalogue().sources.map(({ ingest: { fault, checked } }) => ({
    fault,
    isAsked: (checked ?? '') >= began,
  }));
  expect(ingests).toEqual(sourceKeys.map(() => ({ fault: null, isAsked: true })));
});
