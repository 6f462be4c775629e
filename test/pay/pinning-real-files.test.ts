// From the publisher's own files: the 2023 release compiled and asked, then 2024 published beside it. What named 2023 gives the same bytes.
import { expect, test } from 'vitest';
import { compile } from '#compiler/pipeline.ts';
import { releasesIn } from '#compiler/release/releases.ts';
import type { PaySeriesResponse } from '#schemas/resources/pay-series.ts';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { sources } from '#sources/index.ts';
import { describeRealFiles, publisherFiles } from '../publisher-files.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { answersTo, payEditions, pinnedPaths, rootsOnDisk } from './pinned-answers.ts';

describeRealFiles('2024 published beside 2023', () => {
  const needed = sources.filter(({ key }) => ['soc-structure', 'soc-index', 'ashe'].includes(key));
  const { releases } = releasesIn(publisherFiles, needed);
  const publish = (directory: string, wanted: (year: number | null) => boolean) =>
    compile({
      sources: needed,
      releases: releases.filter(({ source, release }) => source.key !== 'ashe' || wanted(release.year)),
      directory,
      sampleSize: null,
      acceptDocumented: false,
      progress: () => {},
      say: () => {},
    });

  test('year=2023, every pinned answer and every file of the old edition stay byte for byte', { timeout: 240_000 }, async () => {
    const directory = temporaryDirectory();
    await publish(directory, (year) => year === 2023);
    const editions = payEditions(directory);
    expect(editions.map(({ release, state }) => [release, state])).toEqual([['2023-provisional', 'served']]);

    const paths = pinnedPaths(editions, 500);
    const ofTheYear = paths.map((path) => path.replace(/edition=[^&]*/, 'year=2023'));
    const latest = ['/v1/occupations/2134/pay', '/v1/occupations/2134/pay/regions', '/v1/occupations/2134/pay/series'];
    const before = await answersTo(directory, [...paths, ...ofTheYear]);
    const latestBefore = await answersTo(directory, latest);
    const roots = rootsOnDisk(directory, editions);
    expect([...roots.values()]).toEqual(editions.map(({ root }) => root));

    await publish(directory, (year) => year === 2024);
    expect(payEditions(directory).map(({ release, state }) => [release, state])).toEqual([
      ['2023-provisional', 'served'],
      ['2024-provisional', 'served'],
    ]);
    expect(rootsOnDisk(directory, editions)).toEqual(roots);
    const after = await answersTo(directory, [...before.keys()]);
    for (const [path, answer] of before) if (after.get(path) !== answer) expect.fail(`${path} was\n${answer}\nand is\n${after.get(path)}`);
    for (const [path, answer] of await answersTo(directory, latest))
      expect(answer, `${path} is of 2024 now`).not.toBe(latestBefore.get(path));

    // Source: ONS, ASHE Table 14.7a, 2023 and 2024 provisional, sheet All, D86: 48,229 and 53,501.
    const series: PaySeriesResponse = JSON.parse(await (await answerOffline(directory)('/v1/occupations/2134/pay/series')).text());
    expect(
      series.points.map(({ year, edition, provisional, median, changeOnPreviousPoint }) => ({
        year,
        edition,
        provisional,
        median,
        changeOnPreviousPoint,
      })),
    ).toEqual([
      { year: 2023, edition: '2023-provisional', provisional: true, median: 48229, changeOnPreviousPoint: null },
      {
        year: 2024,
        edition: '2024-provisional',
        provisional: true,
        median: 53501,
        changeOnPreviousPoint: { absolute: 5272, percent: 10.9 },
      },
    ]);
    // Both editions held are provisional, so nothing is known of revisions; the printed change column is no substitute.
    expect(series).toMatchObject({ revisions: null, revisionsWithheld: { reason: 'not-in-this-release' }, breaks: [] });
  });
});
