// Coverage: how much of SOC 2020 an endpoint says something of, as a source tells it and as a person reads it.
import { expect, test } from 'vitest';
import { coverageOf } from '#compiler/release/outcome.ts';
import { describeOutcomes } from '#compiler/report/report.ts';
import type { Source } from '#sources/kit/source.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { compileSample, sampleOf, socIndex, socStructure } from './spine-releases.ts';

const occupations = ['1111', '2134', '2135', '2136'];

test('occupations without are listed by reason, the reason of most of them first', () => {
  const without = new Map([
    ['2136', 'no profile'],
    ['1111', 'no path'],
    ['2134', 'no profile'],
  ]);
  expect(coverageOf([{ endpoint: 'skills', without }], occupations)).toEqual([
    {
      endpoint: 'skills',
      occupations: 4,
      covered: 1,
      without: [
        { reason: 'no profile', occupations: ['2134', '2136'] },
        { reason: 'no path', occupations: ['1111'] },
      ],
    },
  ]);
});

test('a code that the edition does not have is not counted', () => {
  expect(coverageOf([{ endpoint: 'skills', without: new Map([['9999', 'no profile']]) }], occupations)).toEqual([
    { endpoint: 'skills', occupations: 4, covered: 4, without: [] },
  ]);
});

test('a run tells it of what it has compiled', async () => {
  const without = new Map(['1111', '1112'].map((code) => [code, 'for no reason']));
  const telling: Source = { ...socIndex, coverage: () => [{ endpoint: 'titles', without }] };
  const releases = [await sampleOf(socStructure), await sampleOf(telling)];
  const { outcomes } = await compileSample(temporaryDirectory(), releases, { sources: [socStructure, telling] });
  expect(describeOutcomes(outcomes).slice(-2)).toEqual([
    '  titles: something of 5 of 7 unit groups',
    '    nothing of 2 unit groups, for no reason: 1111 1112',
  ]);
});
