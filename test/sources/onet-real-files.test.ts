// Release 30.2 of O*NET as published, with the coding index of April 2025: ratings, crosswalks and ways read by eye.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { coverageOf } from '#compiler/release/outcome.ts';
import { describeCoverage } from '#compiler/report/report.ts';
import type { WorkProfileResponse } from '#schemas/resources/work-profile.ts';
import type { Needs } from '#sources/kit/source.ts';
import { onet } from '#sources/onet/source.ts';
import { basedOnOf, isShown } from '#sources/onet/documents.ts';
import { type Rows, layout } from '#sources/onet/layout.ts';
import type { AbilityRating, OnetObservations } from '#sources/onet/reshape.ts';
import { describeRealFiles, publisherFiles } from '../publisher-files.ts';
import { bodiesOf } from './data-set.ts';
import { type Outcome, examine, examineReal } from './examine.ts';
import { realSpine } from './real-spine.ts';

const crosswalks = ['ISCO_SOC_Crosswalk.xls', 'soc_2010_to_2018_crosswalk.xlsx'];

/** A file below the folder of the source. */
function read(path: string) {
  return { name: basename(path), bytes: readFileSync(join(publisherFiles, 'onet', path)) };
}

function textOf(path: string): string {
  return read(path).bytes.toString();
}

function sha256(path: string): string {
  return createHash('sha256')
    .update(readFileSync(join(publisherFiles, path)))
    .digest('hex');
}

function profilesOf(edition: Outcome<Rows, OnetObservations>['edition']): ReadonlyMap<string, WorkProfileResponse> {
  return bodiesOf(onet, edition, ({ soc }) => soc ?? '');
}

function findingsOf(edition: Outcome<Rows, OnetObservations>['edition']): string[] {
  return onet.checks.flatMap(({ name, severity, check }) =>
    check(edition, null).map(({ place, message }) => `${severity} ${name} ${place}: ${message}`),
  );
}

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
    expect(findingsOf(examined.edition)).toEqual([
      'known-issue abilities-not-in-this-release onet 30.2: there is no "Abilities.txt": the abilities of every work profile are null',
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

  test.each([
    [
      '1161',
      '55-1011 Air Crew Officers (12.5 %), 55-1012 Aircraft Launch and Recovery Officers (12.5 %), 55-1013 Armored Assault Vehicle Officers (12.5 %) and 5 more.',
    ],
    ['9222', '37-3019 Grounds Maintenance Workers, All Other (100 %).'],
  ])('the answer of %s says which US occupations it maps to', (soc2020, occupations) => {
    expect(profilesOf(examined.edition).get(soc2020)?.notes).toContain(
      `The job titles of the unit group map to these US occupations without ratings of interests: ${occupations}`,
    );
  });

  // Alternate Titles.txt and Sample of Reported Titles.txt, O*NET 30.2 Database, USDOL/ETA, CC BY 4.0.
  test('job titles: every row is read, and short titles apart', () => {
    const { jobTitles } = examined.edition.observations;
    const [long, short] = [jobTitles.filter(({ isShort }) => !isShort), jobTitles.filter(({ isShort }) => isShort)];
    expect([long.length, short.length]).toEqual([7953 + 57_543, 57_543 - 53_404]);
    expect(new Set(jobTitles.map(({ code }) => code)).size).toBe(1016);
    expect(jobTitles.slice(0, 2)).toEqual([
      { code: '11-1011.00', title: 'CEO (Chief Executive Officer)', isShort: false },
      { code: '11-1011.00', title: 'Chief Diversity Officer (CDO)', isShort: false },
    ]);
    expect(jobTitles).toContainEqual({ code: '11-1011.00', title: 'CEO', isShort: true });
    expect(jobTitles).toContainEqual({ code: '29-2033.00', title: 'Radioisotope Technician', isShort: false });
  });

  test('without the job titles the profiles are the same', async () => {
    const names = ['Occupation Data.txt', 'Interests.txt', ...crosswalks];
    const without = await examine(
      onet,
      '30.2',
      names.map((name) => read(`30.2/${name}`)),
      needs,
    );
    expect([without.problems, findingsOf(without.edition).length]).toEqual([[], 1]);
    expect(without.edition.observations.jobTitles).toEqual([]);
    expect(profilesOf(without.edition)).toEqual(profilesOf(examined.edition));
  });

  // Interests read in 30.1; the averages were worked out by hand for the note on this source.
  test('with the interests of 30.1 the averages are those worked out by hand', async () => {
    const files = ['30.2/Occupation Data.txt', '_reference/30.1-text/Interests.txt', ...crosswalks.map((name) => `30.2/${name}`)].map(read);
    const { edition, problems } = await examine(onet, '30.1', files, needs);
    expect(problems).toEqual([]);
    const scoresOf = (code: string) => edition.observations.interests.get(code)?.scores ?? [];
    expect(edition.observations.interests.get('15-1252.00')).toMatchObject({
      scores: [3.93, 5.86, 2.26, 1.88, 1.87, 5.46],
      highPoints: [2, 6, 1],
      rated: '2023-11',
    });
    const [r, i, , s, e, c] = [0, 1, 2, 3, 4, 5];
    expect([r, i, c].map((at) => scoresOf('47-2181.00')[at])).toEqual([7, 1.2, 3.41]);
    expect([s, i, r].map((at) => scoresOf('29-1141.00')[at])).toEqual([5.62, 4.82, 3.66]);
    expect([e, c, r].map((at) => scoresOf('11-1011.00')[at])).toEqual([6.88, 5, 1.3]);
    expect([i, c].map((at) => scoresOf('15-2051.00')[at])).toEqual([6.99, 5.4]);
    expect(['47-2181.00', '29-1141.00'].map((code) => edition.observations.interests.get(code)?.highPoints)).toEqual([
      [1, 6, 0],
      [4, 2, 6],
    ]);
    const profiles = profilesOf(edition);
    const scores = (soc2020: string) => profiles.get(soc2020)?.interests.scores.map(({ score }) => score);
    expect(scores('2231')).toEqual([3.5, 4.23, 1.88, 5.88, 2.87, 3.45]);
    // 5.16 and 6.35 are 5.755 on average, and halves go away from zero.
    expect(scores('5434')).toEqual([4.52, 1.31, 1.87, 3.08, 5.76, 4.95]);
  });
});

// O*NET 30.0 Database, USDOL/ETA, CC BY 4.0. Every value of the table is the publisher's; the file was written anew in the publisher's
// layout. Interests and occupations are those of 30.1, whose interests equal those of 30.0.
describeRealFiles('O*NET 30.0, the whole table of abilities', () => {
  const table = '_reference/30.0-derived/DERIVED_Abilities_30.0.txt';
  let needs: Needs;
  let examined: Outcome<Rows, OnetObservations>;
  let profiles: ReadonlyMap<string, WorkProfileResponse>;
  /** The lines of the table, split at tabs, without the header. */
  const printed = () =>
    textOf(table)
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split('\t'));
  beforeAll(async () => {
    needs = await realSpine();
    const text = ['Occupation Data.txt', 'Interests.txt'].map((name) => read(`_reference/30.1-text/${name}`));
    const files = [...text, ...crosswalks.map((name) => read(`30.2/${name}`)), { ...read(table), name: 'Abilities.txt' }];
    examined = await examine(onet, '30.0', files, needs);
    profiles = profilesOf(examined.edition);
  });

  test('is read without a problem, and every check is content', () => {
    expect([examined.problems, findingsOf(examined.edition)]).toEqual([[], []]);
  });

  test('every row is read as it is printed: 92,976, of 894 occupations, 52 abilities and two scales', () => {
    expect(sha256(`onet/${table}`)).toBe('822f866b0f441376edc8a282bf0f77c8c3f687c456dcd607b12de86fccba8e71');
    const rows = layout.of(examined.edition.rows, 'abilities');
    const lines = printed();
    expect(rows.map(({ kind: _, row: __, ...texts }) => Object.values(texts))).toEqual(
      lines.map((cells) => [...cells.slice(0, 5), ...cells.slice(9, 11)]),
    );
    const abilities = examined.edition.observations.abilities ?? new Map<string, ReadonlyMap<string, AbilityRating>>();
    expect([rows.length, abilities.size, examined.edition.observations.abilityNames.size]).toEqual([92_976, 894, 52]);
    // Four suppressed levels are not relevant either.
    expect(examined.edition.observations.count.withheld).toEqual({ 'not-relevant': 7410, 'suppressed-by-publisher': 64 });
    expect([...abilities.values()].every((ratings) => ratings.size === 52)).toBe(true);
  });

  test('405 of the 412 unit groups have abilities; a run prints it, with the reasons of the other seven', () => {
    const { observations } = examined.edition;
    const coverage = coverageOf(onet.coverage?.(observations, needs) ?? [], observations.occupations);
    expect(coverage.map((told) => describeCoverage(told, true))).toEqual([
      '  work-profile interests: 409 of 412 unit groups; ' +
        'nothing for 2, because their job titles map to no O*NET occupation with ratings of interests: 1161 9222; ' +
        'nothing for 1, because less than half of the weight of their job titles maps to O*NET occupations with ratings of interests: 3311',
      '  work-profile abilities: 405 of 412 unit groups; ' +
        'nothing for 4, because less than half of the weight of their job titles maps to O*NET occupations with ratings of abilities: 2255 3311 3413 6132; ' +
        'nothing for 3, because their job titles map to no O*NET occupation with ratings of abilities: 1112 1161 9222',
    ]);
  });

  // 29-2041 of 2010 became 29-2042 and 29-2043, and 27-2099 became 27-2091 and 27-2099. In 30.0 none of them has abilities.
  test.each([
    ['1112', 0, '11-1031 Legislators (100 %).'],
    [
      '1161',
      0,
      '55-1011 Air Crew Officers (12.5 %), 55-1012 Aircraft Launch and Recovery Officers (12.5 %), 55-1013 Armored Assault Vehicle Officers (12.5 %) and 5 more.',
    ],
    ['2255', 16.7, '29-2042 Emergency Medical Technicians (41.7 %), 29-2043 Paramedics (41.7 %).'],
    [
      '3311',
      8.6,
      '55-2011 First-Line Supervisors of Air Crew Members (12.3 %), 55-2012 First-Line Supervisors of Weapons Specialists/Crew Members (12.3 %), 55-2013 First-Line Supervisors of All Other Tactical Operations Specialists (12.3 %) and 8 more.',
    ],
    [
      '3413',
      45.4,
      '27-2091 Disc Jockeys, Except Radio (23.1 %), 27-2099 Entertainers and Performers, Sports and Related Workers, All Other (23.1 %), 27-3099 Media and Communication Workers, All Other (7.7 %) and 4 more.',
    ],
    ['6132', 25, '29-2042 Emergency Medical Technicians (37.5 %), 29-2043 Paramedics (37.5 %).'],
    ['9222', 0, '37-3019 Grounds Maintenance Workers, All Other (100 %).'],
  ])('%s has no abilities, and the answer says why', (soc2020, coveragePercent, occupations) => {
    const { abilities, notes } = profiles.get(soc2020) ?? {};
    const withheld = { reason: 'no-comparable-occupation' };
    expect(abilities).toMatchObject({ elements: [], coveragePercent, presentable: false, withheld });
    expect(notes).toContain(`The job titles of the unit group map to these US occupations without ratings of abilities: ${occupations}`);
  });

  // The numbers of levels were counted apart from our code too.
  test('every other unit group has all 52 abilities with an importance, and levels where most of the weight has one', () => {
    const shown = [...profiles.values()].filter(({ abilities }) => abilities.presentable);
    expect(shown).toHaveLength(405);
    const elements = shown.flatMap(({ abilities }) => abilities.elements);
    expect(elements).toHaveLength(405 * 52);
    expect(elements.filter(({ importance }) => importance === null)).toEqual([]);
    const levels = Map.groupBy(elements, ({ level, withheldFigures }) =>
      level === null ? (withheldFigures['level']?.reason ?? '') : 'shown',
    );
    expect(Object.fromEntries([...levels].map(([name, of]) => [name, of.length]))).toEqual({
      shown: 17_541,
      'not-relevant': 3509,
      'suppressed-by-publisher': 10,
    });
  });

  /*
   * Worked out apart from our code, from the texts: the index's titles give the ISCO-08 codes, the Bureau's two crosswalks lead to US SOC
   * 2018, and each step splits equally. Three abilities: 1.A.1.a.1 Oral Comprehension, 1.A.2.a.2 Manual Dexterity, 1.A.3.a.1 Static
   * Strength, each with importance and level. A level marked Y is not relevant and left out; above half of the weight there is no level.
   *
   * 2231: 7 titles 2222 → 29-1161 → 29-1161.00; 2 titles 3222 → 29-9099, which kept its number → 29-9099.01. Weights 7/9 and 2/9.
   *   oral 4.12·7/9 + 4.00·2/9 = 4.0933, 4.75·7/9 + 4.38·2/9 = 4.6678; manual 3.00·7/9 + 2.50·2/9 = 2.8889, 3.00·7/9 + 2.62·2/9 = 2.9156;
   *   static 2.75·7/9 + 2.25·2/9 = 2.6389, 2.38·7/9 + 2.12·2/9 = 2.3222.
   * 2137: 13 titles 2523 → 15-1143, in 2018 15-1241 → 15-1241.00 and .01, half each.
   *   oral (4.00 + 3.75)/2 = 3.875, (4.38 + 4.12)/2 = 4.25; manual (2.00 + 2.50)/2 = 2.25, (1.75 + 2.62)/2 = 2.185;
   *   static (1.00 + 1.50)/2 = 1.25, level of .00 marked Y, which is half and no more: 0.75.
   * 4151: 26 titles 4419 → 43-4021, 43-4151, and 43-4199 and 43-9199 without ratings; 1 title 5223 → 41-2022, 41-2031.
   *   Covered 26/27·2/4 + 1/27 = 14/27 = 51.9 %. Weights 13/28 for 43-4021.00 and 43-4151.00, 1/28 for 41-2022.00 and 41-2031.00.
   *   oral (3.75 + 4.00)·13/28 + (4.00 + 3.88)/28 = 3.8796, (3.88 + 3.88)·13/28 + (3.88 + 3.62)/28 = 3.8707;
   *   manual (1.12 + 1.75)·13/28 + (2.88 + 2.00)/28 = 1.5068; level of 43-4021.00 marked Y, the rest is 15/28:
   *   (1.12·13 + 2.38 + 1.88)/15 = 1.2547; static (1.00 + 1.00)·13/28 + (2.62 + 1.88)/28 = 1.0893, levels of 26/28 marked Y: none.
   * 6250: 7 titles 1411 → 11-9081 → 11-9081.00; 3 titles 5152 → 37-1011 → 37-1011.00, and 39-9099, in 2018 39-4012 and 39-9099, without
   *   ratings. Covered 0.7 + 0.15 = 85 %. Weights 14/17 and 3/17.
   *   oral (4.00·14 + 3.62·3)/17 = 3.9329, (4.00·14 + 3.75·3)/17 = 3.9559; manual (2.00·14 + 3.00·3)/17 = 2.1765,
   *   (1.75·14 + 2.12·3)/17 = 1.8153; static (1.88·14 + 2.75·3)/17 = 2.0335, (1.25·14 + 2.25·3)/17 = 1.4265.
   * 2412: 24 titles 2611 → 23-1011 → 23-1011.00 alone. Both physical levels are marked Y.
   */
  test.each([
    ['2231', 100, { '1.A.1.a.1': [4.09, 4.67], '1.A.2.a.2': [2.89, 2.92], '1.A.3.a.1': [2.64, 2.32] }],
    ['2137', 100, { '1.A.1.a.1': [3.88, 4.25], '1.A.2.a.2': [2.25, 2.19], '1.A.3.a.1': [1.25, 0.75] }],
    ['4151', 51.9, { '1.A.1.a.1': [3.88, 3.87], '1.A.2.a.2': [1.51, 1.25], '1.A.3.a.1': [1.09, null] }],
    ['6250', 85, { '1.A.1.a.1': [3.93, 3.96], '1.A.2.a.2': [2.18, 1.82], '1.A.3.a.1': [2.03, 1.43] }],
    ['2412', 100, { '1.A.1.a.1': [4.62, 5], '1.A.2.a.2': [1.12, null], '1.A.3.a.1': [1, null] }],
  ])('%s, worked out by hand', (soc2020, coveragePercent, expected) => {
    const abilities = profiles.get(soc2020)?.abilities;
    expect(abilities?.coveragePercent).toBe(coveragePercent);
    const found = Object.keys(expected).map((id) => {
      const { importance, level } = abilities?.elements.find(({ code }) => code === id) ?? {};
      return [id, [importance, level]];
    });
    expect(Object.fromEntries(found)).toEqual(expected);
  });

  test('2422: the interests rest on more occupations than the abilities, and the notes say on which', () => {
    const profile = profiles.get('2422');
    expect([profile?.interests.coveragePercent, profile?.abilities.coveragePercent]).toEqual([100, 60.4]);
    expect(profile?.notes.slice(1)).toEqual([
      "Only 60.4 % of the weight of the unit group's job titles maps to US occupations with ratings of abilities. The averages of abilities leave out the rest.",
      'These US occupations have interests and no abilities, and are not in the averages of abilities: 13-2051.00 Financial and Investment Analysts.',
    ]);
  });
});
