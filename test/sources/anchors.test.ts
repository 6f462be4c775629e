// What was read by eye in a real release is asked of that release: the sample under its name differs, so a check that asks nothing shows here.
import { expect, test } from 'vitest';
import { sources } from '#sources/index.ts';
import type { SourceKey } from '#schemas/codes.ts';
import { examineSample, needsOf } from './examine.ts';
import { sampleSpine } from './sample-spine.ts';
import { localAuthorities } from '#sources/local-authorities/source.ts';

const places = (await examineSample(localAuthorities)).edition.observations;
const needs = needsOf({ ...(await sampleSpine()), 'local-authorities': places, 'apprenticeship-standards': null });

// The samples of pay and of demand are dear: their own tests have a case. Of projections the anchors are those of England's own workbook.
const asked: readonly (readonly [SourceKey, release: string])[] = [
  ['soc-structure', '2025-04-16'],
  ['soc-index', '2025-04-16'],
  ['aps-employment', '2026-03'],
  ['aps-workforce', '2021-2024'],
  ['work-visas', '2026-Q2'],
  ['occupational-maps', '2026-07-06'],
  ['onet', '30.2'],
  ['esco', '1.1.0'],
  ['online-job-adverts', '2026-07'],
  ['career-profiles', '2020-11-16'],
];

test.each(asked)('%s %s', async (key, name) => {
  const source = sources.find((candidate) => candidate.key === key) ?? expect.fail(key);
  const { edition } = await examineSample(source, needs);
  const found = (under: string) => {
    const named = { ...edition, release: { ...edition.release, name: under, sample: false } };
    return source.checks.filter((one) => /^(anchors|expected-figures)$/.test(one.name) && one.check(named, null).length > 0).length;
  };
  expect([found(name), found('a later one')]).toEqual([1, 0]);
});
