// The crosswalks that O*NET's release needs from another publisher, which refuses programs.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseRelease } from '#compiler/edition/catalogue.ts';
import { sha256 } from '#compiler/edition/digest.ts';
import { keepRelease, keptReleases } from '#compiler/release/snapshots.ts';
import type { DiscoveredFile } from '#sources/kit/discovery.ts';
import type { PublishedFile, Source } from '#sources/kit/source.ts';
import { onet } from '#sources/onet/source.ts';
import { imitations, standInsFor } from '../publisher/imitations.ts';
import { crosswalkPaths } from '../publisher/onet.ts';
import { type Publisher, startPublisher } from '../publisher/publisher.ts';
import { smallFilesOf } from '../publisher/small-files.ts';
import { status } from '../publisher/ways.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { runUpdate, unread } from './run-update.ts';

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
