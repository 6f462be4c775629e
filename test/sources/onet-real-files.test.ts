// Release 30.2 of O*NET as published, with the coding index of April 2025: ratings, crosswalks and ways read by eye.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Needs } from '#sources/kit/source.ts';
import { onet } from '#sources/onet/source.ts';
import { basedOnOf, isShown } from '#sources/onet/documents.ts';
import { describeRealFiles, publisherFiles } from '../publisher-files.ts';
import { examine, examineReal } from './examine.ts';
import { realSpine } from './real-spine.ts';

describeRealFiles('O*NET 30.2', () => {
  let needs: Needs;
  let examined: Awaited<ReturnType<typeof examineOnet>>;
  const examineOnet = () => examineReal(onet, '30.2', needs);
  beforeAll(async () => {
    needs = await realSpine();
    examined = await examineOnet();
  });

  test('reads without a problem; what it lacks is the only known issue', () => {
    expect(examined.problems).toEqual([]);
    expect(onet.checks.flatMap((check) => check.check(examined.edition, null).map(() => check.name))).toEqual([
      'abilities-not-in-this-release',
    ]);
    const { titles, interests, abilities } = examined.edition.observations;
    expect([titles.size, interests.size, abilities]).toEqual([1016, 923, null]);
  });

  // Interests.txt, O*NET 30.2 Database, USDOL/ETA, CC BY 4.0.
  test.each([
    ['11-1011.00', 'Chief Executives', [1.26, 3.05, 2.16, 3.54, 6.96, 4.97], [5, 6, 0]],
    ['15-1252.00', 'Software Developers', [3.61, 6.05, 2.37, 1.81, 1.87, 5.62], [2, 6, 0]],
    ['47-2181.00', 'Roofers', [7, 1.3, 1.21, 1.48, 1.59, 3.54], [1, 6, 0]],
    ['29-1141.00', 'Registered Nurses', [3.46, 4.71, 1.34, 5.57, 2.38, 4.75], [4, 6, 2]],
    ['15-2051.00', 'Data Scientists', [2.17, 6.98, 2.61, 1.66, 1.71, 5.39], [2, 6, 0]],
    ['35-1011.00', 'Chefs and Head Cooks', [4.84, 1.68, 2.72, 2.95, 5.13, 4.35], [5, 1, 6]],
  ])('%s %s', (code, title, scores, highPoints) => {
    const { titles, interests } = examined.edition.observations;
    expect([titles.get(code), interests.get(code)?.scores, interests.get(code)?.highPoints]).toEqual([title, scores, highPoints]);
  });

  test('two vintages of ratings in one file: 871 of February 2026, 52 of November 2023', () => {
    const months = Map.groupBy(examined.edition.observations.interests.values(), ({ rated }) => rated);
    expect([...months].map(([month, of]) => [month, of.length]).sort()).toEqual([
      ['2023-11', 52],
      ['2026-02', 871],
    ]);
  });

  test('the crosswalks, trimmed: 438 ISCO-08 codes less two of three digits, to which alone two of the 840 SOC 2010 codes belong', () => {
    const { soc2010OfIsco, soc2018OfSoc2010 } = examined.edition.observations.crosswalks;
    expect([soc2010OfIsco.size, new Set([...soc2010OfIsco.values()].flat()).size, soc2018OfSoc2010.size]).toEqual([436, 838, 840]);
    expect(soc2010OfIsco.get('3434')).toEqual(['35-1011', '35-1012']);
    expect(soc2010OfIsco.get('2222')).toEqual(['29-1161']);
    expect(soc2010OfIsco.get('2310')).toHaveLength(37);
    expect(soc2018OfSoc2010.get('15-1132')).toEqual(['15-1252', '15-1253']);
  });

  test('409 of the 412 unit groups have a profile; the others lead to the armed forces, or to a residual occupation', () => {
    const { ways } = examined.edition.observations;
    expect([...ways].filter(([, { interests }]) => !isShown(interests)).map(([soc2020]) => soc2020)).toEqual(['1161', '3311', '9222']);
    expect([...ways.values()].filter(({ interests }) => interests.covered >= 0.8)).toHaveLength(385);
  });

  test.each([
    ['2231', { '29-1161.00': 0.7778, '29-9099.01': 0.2222 }],
    ['5434', { '35-1011.00': 0.5, '35-1012.00': 0.5 }],
    ['3544', { '15-2051.01': 0.2267, '15-2099.01': 0.2267, '13-1111.00': 0.1333 }],
  ])('%s is made of %j first', (soc2020, expected) => {
    const { occupations } = examined.edition.observations.ways.get(soc2020)?.interests ?? { occupations: [] };
    for (const [code, weight] of Object.entries(expected))
      expect(occupations.find((occupation) => occupation.code === code)?.weight, code).toBeCloseTo(weight, 4);
  });

  // 1/32 and 19/160 as sums of binary fractions come out as 0.031249999999999997 and 0.11874999999999998.
  test.each([
    ['2324', '11-9071.00', 0.0313],
    ['2329', '25-1194.00', 0.0313],
    ['2481', '17-2161.00', 0.1188],
  ])('%s: the weight of %s is an exact half of the last decimal and goes away from zero', (soc2020, code, weight) => {
    const way = examined.edition.observations.ways.get(soc2020);
    if (way === undefined) throw new Error(`there is no way from ${soc2020}`);
    const { basedOn, basedOnOther } = basedOnOf(examined.edition.observations, way);
    expect(basedOn.find((occupation) => occupation.code === code)?.weight).toBe(weight);
    if (soc2020 === '2324') expect(basedOnOther.weight).toBe(0.0313);
  });

  // Worked out by hand from the text of 30.1 for the note on this source.
  test('with the interests of 30.1 the averages are those worked out by hand', async () => {
    const release = join(publisherFiles, 'onet/30.2');
    const files = ['Occupation Data.txt', 'ISCO_SOC_Crosswalk.xls', 'soc_2010_to_2018_crosswalk.xlsx'].map((name) => ({
      name,
      bytes: readFileSync(join(release, name)),
    }));
    const interests = { name: 'Interests.txt', bytes: readFileSync(join(publisherFiles, 'onet/_reference/30.1-text/Interests.txt')) };
    const { edition, problems } = await examine(onet, '30.1', [...files, interests], needs);
    expect(problems).toEqual([]);
    expect(edition.observations.interests.get('15-1252.00')).toMatchObject({
      scores: [3.93, 5.86, 2.26, 1.88, 1.87, 5.46],
      highPoints: [2, 6, 1],
      rated: '2023-11',
    });
    expect(edition.observations.interests.get('47-2181.00')?.highPoints).toEqual([1, 6, 0]);
    const provenance = {
      source: 'onet' as const,
      publisher: 'p',
      licence: 'l',
      licenceUrl: null,
      edition: 'e',
      editionId: 'i',
      released: null,
      url: 'u',
      inputs: [],
    };
    const bodies = new Map([...onet.documents({ ...edition, provenance, attribution: 'a' })].map(({ place, body }) => [place.soc, body]));
    const scores = (soc2020: string) =>
      (bodies.get(soc2020) as { interests: { scores: { score: number }[] } }).interests.scores.map(({ score }) => score);
    expect(scores('2231')).toEqual([3.5, 4.23, 1.88, 5.88, 2.87, 3.45]);
    // 5.16 and 6.35 are 5.755 on average, and halves go away from zero.
    expect(scores('5434')).toEqual([4.52, 1.31, 1.87, 3.08, 5.76, 4.95]);
  });

  test('a whole occupation of abilities, transcribed from a published file, is read as it is printed', async () => {
    const release = join(publisherFiles, 'onet/30.2');
    const names = ['Occupation Data.txt', 'Interests.txt', 'ISCO_SOC_Crosswalk.xls', 'soc_2010_to_2018_crosswalk.xlsx'];
    const files = names.map((name) => ({ name, bytes: readFileSync(join(release, name)) }));
    const abilities = {
      name: 'Abilities.txt',
      bytes: readFileSync(join(publisherFiles, 'onet/_reference/Abilities_11-1011.00_extract.txt')),
    };
    const { edition, problems } = await examine(onet, '30.2', [...files, abilities], needs);
    expect(problems).toEqual([]);
    const ratings = edition.observations.abilities?.get('11-1011.00');
    expect([ratings?.size, edition.observations.abilityNames.size]).toEqual([52, 52]);
    expect(ratings?.get('1.A.1.a.1')).toEqual({ importance: 4.62, level: 4.88 });
  });
});
