// Coverage: how much of SOC 2020 an endpoint says something of, as a source tells it and as a person reads it.
import { expect, test } from 'vitest';
import { coverageOf } from '#compiler/release/outcome.ts';
import { describeOutcomes } from '#compiler/report/report.ts';
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import type { Source } from '#sources/kit/source.ts';
import { editionWith } from '../server/catalogues.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { compileSample, sampleOf, socIndex, socStructure } from './spine-releases.ts';

const occupations = ['1111', '2134', '2135', '2136'];

test('occupations without are listed by reason, the reason of most of them first', () => {
  const without = new Map([
    ['2136', 'no profile'],
    ['1111', 'no path'],
    ['2134', 'no profile'],
    // The edition does not have it.
    ['9999', 'no profile'],
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

test('a run tells it of what it has compiled', async () => {
  const without = new Map(['1111', '1112'].map((code) => [code, 'there is no reason']));
  const telling: Source = { ...socIndex, coverage: () => [{ endpoint: 'titles', part: 'some', without }] };
  const releases = [await sampleOf(socStructure), await sampleOf(telling)];
  const { outcomes } = await compileSample(temporaryDirectory(), releases, { sources: [socStructure, telling] });
  expect(describeOutcomes(outcomes).at(-1)).toBe('  titles some: 5 of 7 unit groups; nothing for 2, because there is no reason: 1111 1112');
});

test('a new column is told first, so that no known issue hides it', () => {
  const issue = { severity: 'known-issue' as const, message: 'a fault', places: ['Sheet!A1'], count: 1 };
  const message = 'the column "Remark" is new since 2023 and is not read';
  const checks: CatalogueEdition['checks'] = [
    ...[1, 2, 3, 4].map((place) => ({ ...issue, check: `issue-${place}` })),
    { ...issue, check: 'new-columns', severity: 'info', message, count: 3 },
  ];
  const edition = editionWith({ id: '00000000-0000-8000-8000-000000000001', source: 'ashe', release: '2024', checks, figures: 0 });
  const lines = describeOutcomes([
    { source: 'ashe', release: '2024', verdict: 'published', edition, problems: [], coverage: [], files: 1, seconds: 1 },
  ]);
  expect(lines[2]).toBe(`  new new-columns: ${message} (3 places)`);
  expect(lines).toHaveLength(5);
});
