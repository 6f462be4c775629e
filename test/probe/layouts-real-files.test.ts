// What the readers look for in the real files: all of it is there, so that a probe of a publisher who has changed nothing tells no difference.
import { expect, test } from 'vitest';
import { compare, describeDifferences } from '#compiler/probe/compare.ts';
import { verdictOn } from '#compiler/probe/judge.ts';
import { releasesIn } from '#compiler/release/releases.ts';
import { type LookedFor, listenTo } from '#sources/kit/looked-for.ts';
import { sources } from '#sources/index.ts';
import { describeRealFiles, havePublisherFiles, publisherFiles } from '../publisher-files.ts';

const found = havePublisherFiles ? releasesIn(publisherFiles, sources).releases : [];
/** The newest release of each source: three years of pay take a minute. */
const newest = [...Map.groupBy(found, ({ source }) => source.key).values()].flatMap((releases) => releases.slice(-1));

describeRealFiles('the layouts of the real files', () => {
  test.each(newest.map((release) => [release.source.key, release] as const))('%s', async (_, { source, release, files }) => {
    const lookedFor: LookedFor[] = [];
    await listenTo(lookedFor, () => source.parse(release, files()));
    expect(describeDifferences(compare(lookedFor))).toEqual([]);
    expect(verdictOn({ stage: null, error: null, asked: [], lookedFor })).toBe('as-expected');
    expect(lookedFor.length).toBeGreaterThan(0);
  });

  test('there are releases of nine sources at least', () => expect(newest.length).toBeGreaterThanOrEqual(9));
});
