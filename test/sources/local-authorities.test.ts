// Local authorities: the built-in table. test/goldens/local-areas.json has every area that is made
// of it.
import { expect, it } from 'vitest';
import { slugOf } from '#sources/local-authorities/reshape.ts';
import { localAuthorities } from '#sources/local-authorities/source.ts';
import { resolverOf } from '#server/answers/local-areas.ts';
import { examineSample } from './examine.ts';

const { edition: sample, problems } = await examineSample(localAuthorities);
const { areas, londonBoroughs } = sample.observations;

it('has the districts of April 2023, and London as one area', () => {
  expect(problems).toEqual([]);
  const codes = sample.rows.map(({ code }) => code);
  const beginWith = (prefix: string) => codes.filter((code) => code.startsWith(prefix)).length;
  expect(['E', 'E08', 'E09', 'S', 'W', 'N'].map(beginWith)).toEqual([296, 36, 33, 32, 22, 11]);
  expect([new Set(codes).size, new Set(sample.rows.map(({ name }) => slugOf(name))).size]).toEqual([
    361, 361,
  ]);
  expect([areas.length, londonBoroughs.length]).toEqual([329, 33]);
});

it('a path may name an area by its slug, its code and its former code', () => {
  const resolve = resolverOf({ areas: [...areas], londonBoroughs: [...londonBoroughs] });
  for (const { code, slug, formerCodes } of areas)
    for (const name of [code, slug, ...formerCodes]) expect(resolve(name)).toBe(slug);
});
