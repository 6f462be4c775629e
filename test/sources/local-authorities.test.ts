// Local authorities: the built-in table and the areas made from it.
import { describe, expect, it } from 'vitest';
import { slugOf } from '#sources/local-authorities/reshape.ts';
import { localAuthorities } from '#sources/local-authorities/source.ts';
import { resolverOf } from '#server/answers/local-areas.ts';
import { examineSample } from './examine.ts';

const { edition: sample, problems } = await examineSample(localAuthorities);
const { areas, londonBoroughs } = sample.observations;
const areaNamed = (name: string) => areas.find((area) => area.name === name);

describe('the table', () => {
  it('has the districts of April 2023, with codes and slugs of their own', () => {
    expect(problems).toEqual([]);
    const codes = sample.rows.map(({ code }) => code);
    const beginWith = (prefix: string) => codes.filter((code) => code.startsWith(prefix)).length;
    expect(codes.every((code) => /^[ENSW]\d{8}$/.test(code))).toBe(true);
    expect(['E', 'E08', 'E09', 'S', 'W', 'N'].map(beginWith)).toEqual([296, 36, 33, 32, 22, 11]);
    expect(new Set(codes).size).toBe(361);
    expect(new Set(sample.rows.map(({ name }) => slugOf(name))).size).toBe(361);
  });
  it('is 329 areas with London as one, ordered by name', () => {
    expect(areas).toHaveLength(329);
    expect(londonBoroughs).toHaveLength(33);
    expect(areas.map(({ name }) => name)).toEqual(areas.map(({ name }) => name).sort());
    const london = { code: 'E12000007', slug: 'london', name: 'London' };
    expect(areaNamed('London')).toEqual({ ...london, partOf: london, formerCodes: [] });
    expect(areas.some(({ code }) => code.startsWith('E09'))).toBe(false);
  });
});

describe('names and codes', () => {
  it.each([
    ['Bristol, City of', 'bristol-city-of'],
    ['Ynys Môn', 'ynys-mon'],
  ])('%s is %s', (name, slug) => expect(slugOf(name)).toBe(slug));

  // The codes on both sides were read in the publisher's lists of 2018, April 2020, April 2023 and April 2025.
  it.each([
    ['Barnsley', 'E08000038', 'E08000016'],
    ['Sheffield', 'E08000039', 'E08000019'],
  ])('%s has the code %s and had %s', (name, code, former) => expect(areaNamed(name)).toMatchObject({ code, formerCodes: [former] }));

  it('gives English areas their region and others their nation', () => {
    expect(areaNamed('Cambridge')).toMatchObject({ code: 'E07000008', partOf: { slug: 'east-of-england' } });
    expect(areaNamed('Belfast')).toMatchObject({ code: 'N09000003', partOf: { slug: 'northern-ireland' } });
    expect(areaNamed('City of Edinburgh')).toMatchObject({ code: 'S12000036', partOf: { slug: 'scotland' } });
  });
});

it('a path may name an area by its slug, its code and its former code', () => {
  const resolve = resolverOf({ areas: [...areas], londonBoroughs: [...londonBoroughs] });
  for (const { code, slug, formerCodes } of areas) for (const name of [code, slug, ...formerCodes]) expect(resolve(name)).toBe(slug);
});
