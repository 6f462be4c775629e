// What was read by eye in a real release is asked of that release: the sample under its name
// differs, so a check that asks nothing shows here.
import { expect, test } from 'vitest';
import { sources } from '#sources/index.ts';
import type { SourceKey } from '#schemas/codes.ts';
import { examineSample, needsOf } from './examine.ts';
import { sampleSpine } from './sample-spine.ts';
import { localAuthorities } from '#sources/local-authorities/source.ts';

const places = (await examineSample(localAuthorities)).edition.observations;
const needs = needsOf({
  ...(await sampleSpine()),
  'local-authorities': places,
  'apprenticeship-standards': null,
});

// The samples of pay and of demand are dear: their own tests have a case. Of projections the
// anchors are those of England's own workbook.
/**
 * A release, and the checks that count what a real one has, or compare it with what was read by
 * eye.
 */
const asked: readonly (readonly [SourceKey, release: string, checks: readonly string[]])[] = [
  ['soc-structure', '2025-04-16', ['anchors']],
  ['soc-index', '2025-04-16', ['anchors']],
  ['aps-employment', '2026-03', ['expected-figures']],
  ['aps-workforce', '2021-2024', ['anchors']],
  ['work-visas', '2026-Q2', ['anchors']],
  ['occupational-maps', '2026-07-06', ['anchors']],
  [
    'onet',
    '30.2',
    ['occupation-rows', 'interests-complete', 'abilities-complete', 'crosswalks', 'anchors'],
  ],
  ['esco', '1.1.0', ['tables-complete', 'anchors']],
  ['online-job-adverts', '2026-07', ['anchors']],
  ['career-profiles', '2020-11-16', ['anchors']],
];

test.each(asked)('%s %s', async (key, name, checks) => {
  const source = sources.find((candidate) => candidate.key === key) ?? expect.fail(key);
  const { edition } = await examineSample(source, needs);
  const found = (under: string) => {
    const named = { ...edition, release: { ...edition.release, name: under, sample: false } };
    return source.checks.flatMap((one) =>
      checks.includes(one.name) && one.check(named, null).length > 0 ? [one.name] : [],
    );
  };
  expect(found(name)).toEqual(checks);
  expect(found('a later one')).toEqual(
    checks.filter((check) => !/^(anchors|expected-figures)$/.test(check)),
  );
});
