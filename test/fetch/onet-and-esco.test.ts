// O*NET and ESCO from their pages to their files: what discovery reads, and a first run against publishers on loopback.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseRelease, readCatalogue } from '#compiler/edition/catalogue.ts';
import { sha256 } from '#compiler/edition/digest.ts';
import { keepRelease, keptReleases } from '#compiler/release/snapshots.ts';
import type { DiscoveredFile } from '#sources/kit/discovery.ts';
import { PageError } from '#sources/kit/problem.ts';
import { describeProblems } from '#compiler/report/report.ts';
import type { Source, Web } from '#sources/kit/source.ts';
import { update } from '#compiler/fetch/update.ts';
import { discover as discoverEsco, landingPage as escoPage } from '#sources/esco/discover.ts';
import { esco } from '#sources/esco/source.ts';
import { discover as discoverOnet, landingPage as onetPage } from '#sources/onet/discover.ts';
import { onet } from '#sources/onet/source.ts';
import {
  indexWithFewDocuments as socIndex,
  structureWithFewDocuments as socStructure,
  withFewDocuments,
} from '../compiler/slim-sources.ts';
import { withFewTitles } from '../few-titles.ts';
import { keptSample } from '../kept.ts';
import { escoHtml } from '../publisher/esco.ts';
import { imitations, standInsFor } from '../publisher/imitations.ts';
import { crosswalkPaths, onetHtml } from '../publisher/onet.ts';
import { type Publisher, startPublisher } from '../publisher/publisher.ts';
import { errorPage, status } from '../publisher/ways.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { stillClock } from './no-waiting.ts';
import { firstVolumes, publishVolumes } from './publications.ts';

function webOf(page: string, html: string): Web {
  return {
    text: async (url) => {
      if (url === page) return html;
      throw new PageError(`${url}: there is no such page (404)`);
    },
    json: (url) => Promise.reject(new PageError(`${url}: there is no such page (404)`)),
  };
}

describe('what the page of O*NET says', () => {
  const found = async (html: string) => (await discoverOnet(webOf(onetPage, html))).releases;

  test('the highest number is the newest, compared number by number', async () => {
    expect((await found(onetHtml('30.9', '30.10', '29.3'))).map(({ name }) => name)).toEqual(['30.10']);
    expect(onet.release('30.10')?.order).toEqual([30, 10]);
  });

  test.each([
    ['30.2', 'Interests.txt'],
    ['30.3', 'Career Interest Types.txt'],
    ['31.0', 'Career Interest Types.txt'],
  ])('in %s the interests are "%s"', async (release, interests) => {
    const [discovered] = await found(onetHtml(release));
    expect(discovered?.files.map(({ name }) => name)).toEqual([
      'Occupation Data.txt',
      interests,
      'Abilities.txt',
      'Alternate Titles.txt',
      'Sample of Reported Titles.txt',
      'ISCO_SOC_Crosswalk.xls',
      'soc_2010_to_2018_crosswalk.xlsx',
    ]);
    expect(discovered?.files[1]?.url).toBe(
      `https://www.onetcenter.org/dl_files/database/db_${release.replace('.', '_')}_text/${encodeURIComponent(interests)}`,
    );
    for (const { name } of discovered?.files ?? [])
      expect(
        Object.values(onet.files).some(({ match }) => match.test(name)),
        name,
      ).toBe(true);
  });

  test('an address alone tells of a release too, and a page without any is said', async () => {
    expect((await found('<a href="/dl_files/database/db_31_1_csv.zip">'))[0]?.name).toBe('31.1');
    await expect(found('<h1>Moved</h1>')).rejects.toThrow('names no release, expected "O*NET 31.0 Database" or db_31_0_');
  });
});

describe('what the page of ESCO says', () => {
  const found = async (html: string) => (await discoverEsco(webOf(escoPage, html))).releases;

  test('from 1.2 on one zip, before it two, of which the second has two blanks in its name', async () => {
    expect(await found(escoHtml('v1.1.0', 'v1.2.1', 'v1.2.0'))).toEqual([
      {
        name: '1.2.1',
        released: null,
        files: [
          {
            name: 'ESCO dataset - v1.2.1 - classification - en - csv.zip',
            url: 'https://ec.europa.eu/esco/download/ESCO%20dataset%20-%20v1.2.1%20-%20classification%20-%20en%20-%20csv.zip',
          },
        ],
      },
    ]);
    const [older] = await found(escoHtml('v1.1.1', 'v1.0.9'));
    expect(older?.files[1]).toEqual({
      name: 'ESCO dataset - v1.1.1 - classification -  - csv.zip',
      url: 'https://ec.europa.eu/esco/download/ESCO%20dataset%20-%20v1.1.1%20-%20classification%20-%20%20-%20csv.zip',
    });
    for (const { name } of older?.files ?? [])
      expect(
        Object.values(esco.files).some(({ match }) => match.test(name)),
        name,
      ).toBe(true);
  });

  test.each([
    ['a form', escoHtml('v1.2.1')],
    ['labels', '<label><input type="radio" value="v1.2.0"> v1.2.0</label><label for="b">ESCO dataset - v1.2.1</label>'],
    ['links', '<a href="/esco/download/ESCO%20dataset%20-%20v1.2.1%20-%20classification%20-%20en%20-%20csv.zip">ESCO</a>'],
  ])('a version that is only planned is not the newest: %s offers what there is', async (_, html) => {
    const prose = '<p>ESCO v2.0.0 is planned for 2027. <a href="/news/esco-v2.0.0">What v2.0.0 will bring</a></p>';
    expect((await found(html.replace('<body>', `<body>${prose}`) + prose))[0]?.name).toBe('1.2.1');
  });

  test('10 is more than 9, and a page without a version is said', async () => {
    expect((await found(escoHtml('v1.9.0', 'v1.10.0')))[0]?.name).toBe('1.10.0');
    await expect(found('<h1>Moved</h1>')).rejects.toThrow('offers no version, expected one like "v1.2.1"');
  });
});

describe('on loopback', () => {
  const slim = (source: Source): Source => withFewTitles(withFewDocuments(source));
  const spine: readonly Source[] = [withFewTitles(socStructure), withFewTitles(socIndex)];
  const all: readonly Source[] = [...spine, slim(onet as Source), slim(esco as Source)];
  let publisher: Publisher;
  const run = async (directory: string, sources = all) => {
    const standIns = standInsFor(
      sources.map(({ key }) => key),
      publisher,
    );
    const result = await update({
      sources,
      wanted: sources,
      directory,
      http: { clock: stillClock(), standIns },
      progress: () => {},
      say: () => {},
    });
    return {
      ...result,
      lines: describeProblems(
        result.outcomes,
        result.sources.flatMap(({ problems }) => problems),
      ).join('\n'),
    };
  };
  const filesOf = async (source: Source) => (await keptSample(source))[0]?.files ?? [];

  beforeAll(async () => {
    publisher = await startPublisher();
    publishVolumes(publisher, await firstVolumes());
    imitations.onet.publish(publisher, await filesOf(onet));
    imitations.esco.publish(publisher, await filesOf(esco));
  });
  afterAll(() => publisher.close());

  test('everything that the pages name is fetched and examined; the sample is too small to be served as real', async () => {
    const directory = temporaryDirectory();
    const { sources: reports } = await run(directory);
    expect(
      reports.map(({ source, releases, problems }) => [
        source,
        problems.length,
        releases.map(({ release, files }) => [release, files.length]),
      ]),
    ).toEqual([
      ['soc-structure', 0, [['2025-12-03', 1]]],
      ['soc-index', 0, [['2025-12-03', 1]]],
      ['onet', 0, [['30.9', 7]]],
      ['esco', 0, [['1.1.5', 2]]],
    ]);
    const held = readCatalogue(directory)?.catalogue.editions.filter(({ source }) => source === 'onet' || source === 'esco') ?? [];
    const blocking = held.map(({ source, state, checks }) => [
      source,
      state,
      checks.filter(({ severity }) => severity === 'block').map(({ check }) => check),
    ]);
    expect(blocking).toEqual([
      ['onet', 'quarantined', ['occupation-rows', 'interests-complete', 'abilities-complete', 'crosswalks', 'documented-layout']],
      ['esco', 'quarantined', ['tables-complete', 'texts-whole']],
    ]);
  });

  test('a crosswalk that never changes is taken from held bytes, and one that is not held says how to get it', async () => {
    const files = await filesOf(onet);
    const walks = files.filter(({ name }) => name in crosswalkPaths);
    expect(walks.length).toBe(2);
    // The real ones have the digests in sources/onet/discover.ts; these are the sample's.
    const pinned = slim({
      ...(onet as Source),
      async discover(web, today) {
        const { releases, ...rest } = await onet.discover(web, today);
        const withDigests = (file: DiscoveredFile): DiscoveredFile => {
          const walk = walks.find(({ name }) => name === file.name);
          return walk === undefined ? file : { ...file, unchanging: sha256(walk.bytes) };
        };
        return { ...rest, releases: releases.map((release) => ({ ...release, files: release.files.map(withDigests) })) };
      },
    });
    const refused = () =>
      Object.values(crosswalkPaths).forEach((path) => publisher.next(path, ...Array.from({ length: 5 }, () => status(403))));
    refused();
    const without = await run(temporaryDirectory(), [...spine, pinned]);
    publisher.forget();
    expect(without.lines).toMatch(
      /ISCO_SOC_Crosswalk\.xls.*403[^]*get it once with a browser, and then: lmi import ISCO_SOC_Crosswalk\.xls/,
    );
    const directory = temporaryDirectory();
    // Handed in with another release, as lmi import and lmi compile do.
    keepRelease(directory, parseRelease(onet, '30.1') ?? expect.fail(), walks);
    refused();
    const { sources: reports, outcomes } = await run(directory, [...spine, pinned]);
    publisher.forget();
    expect(reports.flatMap(({ problems }) => problems)).toEqual([]);
    expect(reports.find(({ source }) => source === 'onet')?.releases[0]?.files.filter(({ file }) => file in crosswalkPaths)).toMatchObject([
      { state: 'unchanged' },
      { state: 'unchanged' },
    ]);
    const edition = outcomes.find(({ source }) => source === 'onet')?.edition;
    expect(edition?.inputs.map(({ sha256: digest }) => digest)).toEqual(expect.arrayContaining(walks.map(({ bytes }) => sha256(bytes))));
    // The new release knows that they are its files too, so that it can be compiled again.
    expect(keptReleases(directory, 'onet', () => {}).find(({ release }) => release === '30.9')?.files.length).toBe(files.length);
  });

  test('an error page under the name of a crosswalk is refused, and ESCO goes on', async () => {
    publisher.next(crosswalkPaths['ISCO_SOC_Crosswalk.xls'] ?? '', errorPage, errorPage, errorPage, errorPage, errorPage);
    const { sources: reports, lines } = await run(temporaryDirectory());
    publisher.forget();
    expect(lines).toMatch(/ISCO_SOC_Crosswalk\.xls.*HTML/);
    expect(reports.map(({ source, problems }) => [source, problems.length > 0])).toEqual([
      ['soc-structure', false],
      ['soc-index', false],
      ['onet', true],
      ['esco', false],
    ]);
  });
});
