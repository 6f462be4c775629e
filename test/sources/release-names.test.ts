// How each source's releases are named, and that a later one comes after an earlier one. Anything else is no release.
import { expect, test } from 'vitest';
import { byRelease, parseRelease } from '#compiler/edition/catalogue.ts';
import { sources } from '#sources/index.ts';

/** Names in the order of their releases, and names that look like one. */
const names: Readonly<Record<string, readonly [releases: string, others: string]>> = {
  'soc-structure': ['2025-04-16 2025-04-16-v2 2026-08-27', '2024-provisional 2025-02-31 16042025 2025-04-16-v'],
  'soc-index': ['2025-04-16 2026-08-27-v2 2026-08-27-v10', '2025-02-31'],
  'local-authorities': ['LAD_APR_2023_UK_NC', '2023'],
  ashe: ['2021-revised 2024-provisional 2024-revised 2025-provisional 2025-provisional-2025-12-19', '2024 2025-provisional-2025-19-12'],
  'aps-employment': ['2021-12 2026-06 2026-06-r2', '2021-09 2026-05 latest 2026-06-r0'],
  'aps-workforce': ['2021-2024 2024-2024', '2024-2021 2020-2024 2024 2021-2024-v2'],
  'skills-projections': [
    '2020-2035 2020-2035-revised 2020-2035-revised-2024-08-05',
    '2020-2035-2024-08-05 2020-2035-revised-2024-13-05 2035-2020 2020',
  ],
  'employer-skills-survey': ['2019 2022', '2022-23'],
  'occupations-in-demand': ['2025 2026', '2024'],
  'work-visas': ['2021-Q1 2025-Q4 2026-Q2', '2020-Q4 2026-Q5 2026-06 2026-Q2-v2'],
  'apprenticeship-standards': ['2026-07-06', '2026-13-06'],
  'occupational-maps': ['2026-07-06', '2026-13-06'],
  onet: ['30.2 30.10', '30 2026-02 30.2.1'],
  esco: ['1.1.0 1.1.1 1.10.2', 'v1.1.0 2022-05-01'],
  'online-job-adverts': ['2026-07 2026-07-2026-09-02', '2026-13 2026 july-2026 2026-07-2026-02-31'],
  'career-profiles': ['2020-11-16 2026-07-06', '2026-13-06'],
};

test.each(sources.map((source) => [source.key, source] as const))('%s', (key, source) => {
  const [releases, others] = (names[key] ?? expect.fail(key)).map((list) => list.split(' ')) as [string[], string[]];
  const parsed = releases.toReversed().map((name) => parseRelease(source, name));
  const inOrder = parsed.flatMap((release) => release ?? []).toSorted(byRelease);
  expect(inOrder.map(({ name }) => name)).toEqual(releases);
  const places = new Set(inOrder.map(({ order }) => order.join()));
  expect(places.size).toBe(releases.length);
  expect(others.filter((name) => parseRelease(source, name) !== null)).toEqual([]);
});
