// What O*NET's and ESCO's pages say, and the crosswalks that O*NET's release needs from another publisher.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseRelease } from '#compiler/edition/catalogue.ts';
import { sha256 } from '#compiler/edition/digest.ts';
import { keepRelease, keptReleases } from '#compiler/release/snapshots.ts';
import { discover as discoverEsco, landingPage as escoPage } from '#sources/esco/discover.ts';
import { esco } from '#sources/esco/source.ts';
import type { DiscoveredFile } from '#sources/kit/discovery.ts';
import type { PublishedFile, Source } from '#sources/kit/source.ts';
import { discover as discoverOnet, landingPage as onetPage } from '#sources/onet/discover.ts';
import { onet } from '#sources/onet/source.ts';
import { escoHtml } from '../publisher/esco.ts';
import { imitations, standInsFor } from '../publisher/imitations.ts';
import { crosswalkPaths, onetHtml } from '../publisher/onet.ts';
import { type Publisher, startPublisher } from '../publisher/publisher.ts';
import { smallFilesOf } from '../publisher/small-files.ts';
import { status } from '../publisher/ways.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { runUpdate, unread } from './run-update.ts';
import { webOf } from './web-of.ts';

/** Files of these names that the source has no kind for. */
const unknownTo = ({ files }: Source, found: readonly DiscoveredFile[] = []) =>
  found.filter(({ name }) => !Object.values(files).some(({ match }) => match.test(name)));

describe('the page of O*NET', () => {
  const found = async (html: string) => (await discoverOnet(webOf({ [onetPage]: html }))).releases;

  test('gives its newest release: the highest number, compared number by number', async () => {
    expect((await found(onetHtml('30.9', '30.10', '29.3'))).map(({ name }) => name)).toEqual(['30.10']);
    expect(onet.release('30.10')?.order).toEqual([30, 10]);
  });

  test.each([
    ['30.2', 'Interests.txt'],
    ['30.3', 'Career Interest Types.txt'],
  ])('in %s the interests are "%s"', async (release, interests) => {
    const [discovered] = await found(onetHtml(release));
    expect(discovered?.files.map(({ name }) => name)).toEqual([
      ...[
        'Occupation Data.txt',
        interests,
        'Abilities.txt',
        'Related Occupations.txt',
        'Alternate Titles.txt',
        'Sample of Reported Titles.txt',
      ],
      ...['ISCO_SOC_Crosswalk.xls', 'soc_2010_to_2018_crosswalk.xlsx'],
    ]);
    const folder = `https://www.onetcenter.org/dl_files/database/db_${release.replace('.', '_')}_text`;
    expect(discovered?.files[1]?.url).toBe(`${folder}/${encodeURIComponent(interests)}`);
    expect(unknownTo(onet as Source, discovered?.files)).toEqual([]);
  });
});

describe('the page of ESCO', () => {
  const found = async (html: string) => (await discoverEsco(webOf({ [escoPage]: html }))).releases;
  const zip = (name: string) => ({ name, url: `https://ec.europa.eu/esco/download/${name.replaceAll(' ', '%20')}` });

  test('gives one zip from 1.2 on, and two before it', async () => {
    const [newer] = await found(escoHtml('v1.1.0', 'v1.2.1', 'v1.2.0'));
    expect(newer).toEqual({ name: '1.2.1', released: null, files: [zip('ESCO dataset - v1.2.1 - classification - en - csv.zip')] });
    const [older] = await found(escoHtml('v1.1.1', 'v1.0.9'));
    // Its address has two blanks where its name has a blank.
    expect(older?.files[1]).toEqual({
      name: 'ESCO dataset - v1.1.1 - classification -  - csv.zip',
      url: 'https://ec.europa.eu/esco/download/ESCO%20dataset%20-%20v1.1.1%20-%20classification%20-%20%20-%20csv.zip',
    });
    expect(unknownTo(esco as Source, older?.files)).toEqual([]);
  });

  const planned = '<p>ESCO v2.0.0 is planned for 2027. <a href="/news/esco-v2.0.0">What v2.0.0 will bring</a></p>';
  test.each([
    ['a form', escoHtml('v1.2.1')],
    ['labels', '<label><input type="radio" value="v1.2.0"> v1.2.0</label><label for="b">ESCO dataset - v1.2.1</label>'],
    ['links', '<a href="/esco/download/ESCO%20dataset%20-%20v1.2.1%20-%20classification%20-%20en%20-%20csv.zip">ESCO</a>'],
  ])('offers its versions in %s, and a version that is only planned is not the newest', async (_, html) => {
    expect((await found(html.replace('<body>', `<body>${planned}`) + planned))[0]?.name).toBe('1.2.1');
  });
});

describe('a crosswalk that never changes', () => {
  let publisher: Publisher;
  let files: readonly PublishedFile[];
  const walks = () => files.filter(({ name }) => name in crosswalkPaths);
  // The real ones have the digests in sources/onet/discover.ts; these are the sample's.
  const pinned: Source = {
    ...unread(onet as Source),
    needs: [],
    async discover(web, today) {
      const { releases, ...rest } = await onet.discover(web, today);
      const withDigest = (file: DiscoveredFile): DiscoveredFile => {
        const walk = walks().find(({ name }) => name === file.name);
        return walk === undefined ? file : { ...file, unchanging: sha256(walk.bytes) };
      };
      return { ...rest, releases: releases.map((release) => ({ ...release, files: release.files.map(withDigest) })) };
    },
  };
  const run = (directory: string) => {
    for (const path of Object.values(crosswalkPaths)) publisher.next(path, ...Array.from({ length: 5 }, () => status(403)));
    return runUpdate({ sources: [pinned], directory }, { standIns: standInsFor(['onet'], publisher) });
  };

  beforeAll(async () => {
    publisher = await startPublisher();
    files = await smallFilesOf(onet as Source);
    imitations.onet.publish(publisher, files);
  });
  afterAll(() => publisher.close());

  test('says how to get it, if its publisher refuses programs', async () => {
    const { lines } = await run(temporaryDirectory());
    publisher.forget();
    expect(lines).toMatch(/ISCO_SOC_Crosswalk\.xls.*403[^]*get it once with a browser, and then: lmi import ISCO_SOC_Crosswalk\.xls/);
  });

  test('is taken from what is held, and the new release knows that it is its file too', async () => {
    const directory = temporaryDirectory();
    // Handed in with another release, as lmi import and lmi compile do.
    keepRelease(directory, parseRelease(onet, '30.1') ?? expect.fail(), walks());
    const { sources } = await run(directory);
    publisher.forget();
    expect(sources[0]?.problems).toEqual([]);
    const taken = sources[0]?.releases[0]?.files.filter(({ file }) => file in crosswalkPaths);
    expect(taken?.map(({ state }) => state)).toEqual(['unchanged', 'unchanged']);
    expect(keptReleases(directory, 'onet', () => {}).find(({ release }) => release === '30.9')?.files.length).toBe(files.length);
  });
});
