// O*NET as published, with the coding index of April 2025: ratings, crosswalks and ways read by eye, and averages worked out by hand.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { WorkProfileResponse } from '#schemas/resources/work-profile.ts';
import type { Needs } from '#sources/kit/source.ts';
import { onet } from '#sources/onet/source.ts';
import { basedOnOf, isShown } from '#sources/onet/documents.ts';
import { type Rows, layout } from '#sources/onet/layout.ts';
import type { OnetObservations } from '#sources/onet/reshape.ts';
import { describeRealFiles, publisherFiles } from '../publisher-files.ts';
import { bodiesOf } from './data-set.ts';
import { type Outcome, examine, examineReal } from './examine.ts';
import { realSpine } from './real-spine.ts';

type Examined = Outcome<Rows, OnetObservations>;
const crosswalks = ['30.2/ISCO_SOC_Crosswalk.xls', '30.2/soc_2010_to_2018_crosswalk.xlsx'];
/** A file below the folder of the source. */
const read = (path: string) => ({ name: basename(path), bytes: readFileSync(join(publisherFiles, 'onet', path)) });
const profilesOf = ({ edition }: Examined) => bodiesOf<WorkProfileResponse>(onet, edition, ({ soc }) => soc ?? '');
const findingsOf = ({ edition }: Examined) => onet.checks.flatMap(({ name, check }) => (check(edition, null).length > 0 ? [name] : []));

// USDOL/ETA, CC BY 4.0.
describeRealFiles('O*NET 30.2', () => {
  let needs: Needs;
  let examined: Examined;
  const known = () => examined.edition.observations;
  beforeAll(async () => {
    needs = await realSpine();
    examined = await examineReal(onet, '30.2', needs);
  });

  test('reads without a problem; that it lacks abilities is the only known issue', () => {
    expect([examined.problems, findingsOf(examined)]).toEqual([[], ['abilities-not-in-this-release']]);
    expect([known().titles.size, known().interests.size, known().abilities]).toEqual([1016, 923, null]);
    const months = Map.groupBy(known().interests.values(), ({ rated }) => rated);
    expect([...months].map(([month, of]) => `${month} ${of.length}`).sort()).toEqual(['2023-11 52', '2026-02 871']);
  });
  test.each([
    ['15-1252.00', 'Software Developers', [3.61, 6.05, 2.37, 1.81, 1.87, 5.62], [2, 6, 0]],
    ['15-2051.00', 'Data Scientists', [2.17, 6.98, 2.61, 1.66, 1.71, 5.39], [2, 6, 0]],
    ['35-1011.00', 'Chefs and Head Cooks', [4.84, 1.68, 2.72, 2.95, 5.13, 4.35], [5, 1, 6]],
  ])('%s %s', (code, title, scores, highPoints) => {
    const found = known().interests.get(code);
    expect([known().titles.get(code), found?.scores, found?.highPoints]).toEqual([title, scores, highPoints]);
  });
  test('the crosswalks: 438 ISCO-08 codes less two of three digits, to which alone two of the 840 SOC 2010 codes belong', () => {
    const { soc2010OfIsco, soc2018OfSoc2010 } = known().crosswalks;
    expect([soc2010OfIsco.size, new Set([...soc2010OfIsco.values()].flat()).size, soc2018OfSoc2010.size]).toEqual([436, 838, 840]);
    expect([soc2010OfIsco.get('3434'), soc2018OfSoc2010.get('15-1132')]).toEqual([
      ['35-1011', '35-1012'],
      ['15-1252', '15-1253'],
    ]);
  });
  test('409 of the 412 unit groups have a profile; the others lead to the armed forces, or to a residual occupation', () => {
    const without = [...known().ways].filter(([, { interests }]) => !isShown(interests)).map(([soc2020]) => soc2020);
    expect(without).toEqual(['1161', '3311', '9222']);
    expect(profilesOf(examined).get('9222')?.notes.join('\n')).toContain('37-3019 Grounds Maintenance Workers, All Other (100 %).');
  });
  test.each([
    ['2231', { '29-1161.00': 0.7778, '29-9099.01': 0.2222 }],
    ['5434', { '35-1011.00': 0.5, '35-1012.00': 0.5 }],
    ['3544', { '15-2051.01': 0.2267, '15-2099.01': 0.2267, '13-1111.00': 0.1333 }],
    // 1/32 and 19/160 as sums of binary fractions come out as 0.031249999999999997 and 0.11874999999999998.
    ['2324', { '11-9071.00': 0.0313 }],
    ['2481', { '17-2161.00': 0.1188 }],
  ])('%s is based on %j', (soc2020, expected) => {
    const { basedOn } = basedOnOf(known(), known().ways.get(soc2020) ?? expect.fail(soc2020));
    for (const [code, weight] of Object.entries(expected)) expect(basedOn.find((of) => of.code === code)?.weight, code).toBe(weight);
  });
  test('every row of job titles is read, and short titles apart', () => {
    const { jobTitles } = known();
    const short = jobTitles.filter(({ isShort }) => isShort).length;
    expect([jobTitles.length - short, short]).toEqual([7953 + 57_543, 57_543 - 53_404]);
    expect(jobTitles).toContainEqual({ code: '11-1011.00', title: 'CEO', isShort: true });
    expect(jobTitles).toContainEqual({ code: '29-2033.00', title: 'Radioisotope Technician', isShort: false });
  });
});

// Every value of the table of abilities is the publisher's; the file was written anew in the publisher's layout. The interests are those of
// 30.1, which equal those of 30.0.
describeRealFiles('O*NET 30.0, the whole table of abilities', () => {
  const table = read.bind(null, '_reference/30.0-derived/DERIVED_Abilities_30.0.txt');
  let examined: Examined;
  let profiles: ReadonlyMap<string, WorkProfileResponse>;
  beforeAll(async () => {
    const text = ['Occupation Data.txt', 'Interests.txt'].map((name) => read(`_reference/30.1-text/${name}`));
    const files = [...text, ...crosswalks.map(read), { ...table(), name: 'Abilities.txt' }];
    examined = await examine(onet, '30.0', files, await realSpine());
    profiles = profilesOf(examined);
  });

  test('every row is read as it is printed: 92,976, of 894 occupations, 52 abilities and two scales', () => {
    expect([examined.problems, findingsOf(examined)]).toEqual([[], []]);
    const lines = table()
      .bytes.toString()
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split('\t'));
    const rows = layout.of(examined.edition.rows, 'abilities');
    expect(rows.map(({ kind: _, row: __, ...texts }) => Object.values(texts))).toEqual(
      lines.map((cells) => [...cells.slice(0, 5), ...cells.slice(9, 11)]),
    );
    const { abilities, abilityNames } = examined.edition.observations;
    expect([rows.length, abilities?.size, abilityNames.size]).toEqual([92_976, 894, 52]);
    // Four suppressed levels are not relevant either.
    const ratings = [...(abilities?.values() ?? [])].flatMap((of) => [...of.values()]);
    const count = (of: (rating: (typeof ratings)[number]) => boolean) => ratings.filter(of).length;
    const suppressed = count(({ level }) => level === 'suppressed') + count(({ importance }) => importance === null);
    expect([count(({ level }) => level === 'not-relevant'), suppressed]).toEqual([7410, 64]);
  });
  test('405 unit groups have all 52 abilities, and levels where most of the weight has one', () => {
    const shown = [...profiles.values()].filter(({ abilities }) => abilities.presentable);
    const reasons = Map.groupBy(
      shown.flatMap(({ abilities }) => abilities.elements),
      ({ level, withheldFigures }) => (level === null ? (withheldFigures['level']?.reason ?? '') : 'shown'),
    );
    expect(shown).toHaveLength(405);
    // Counted apart from our code too.
    const counts = { shown: 17_541, 'not-relevant': 3509, 'suppressed-by-publisher': 10 };
    expect(Object.fromEntries([...reasons].map(([name, of]) => [name, of.length]))).toEqual(counts);
    const without = [...profiles.values()].filter(({ abilities }) => !abilities.presentable).map(({ soc2020 }) => soc2020);
    expect(without).toEqual(['1112', '1161', '2255', '3311', '3413', '6132', '9222']);
  });

  // Worked out by hand for the note on this source; 5.16 and 6.35 are 5.755 on average.
  test.each([
    ['2231', [3.5, 4.23, 1.88, 5.88, 2.87, 3.45]],
    ['5434', [4.52, 1.31, 1.87, 3.08, 5.76, 4.95]],
  ])('the interests of %s', (soc2020, scores) => expect(profiles.get(soc2020)?.interests.scores.map(({ score }) => score)).toEqual(scores));

  /*
   * Worked out apart from our code, from the texts: the index's titles give the ISCO-08 codes, two crosswalks lead to US SOC 2018, and each
   * step splits equally. Oral Comprehension, Manual Dexterity, Static Strength. A level marked Y is left out; above half of the weight there
   * is no level.
   *
   * 2231: 7 titles 2222 → 29-1161 → 29-1161.00; 2 titles 3222 → 29-9099 → 29-9099.01. Weights 7/9 and 2/9.
   *   oral 4.12·7/9 + 4.00·2/9 = 4.0933, 4.75·7/9 + 4.38·2/9 = 4.6678; manual 2.8889, 2.9156; static 2.6389, 2.3222.
   * 4151: 26 titles 4419 → 43-4021, 43-4151, and 43-4199 and 43-9199 without ratings; 1 title 5223 → 41-2022, 41-2031.
   *   Covered 26/27·2/4 + 1/27 = 51.9 %. Weights 13/28 and 13/28, 1/28 and 1/28. oral 3.8796, 3.8707; manual 1.5068; level of 43-4021.00
   *   marked Y, the rest is 15/28: (1.12·13 + 2.38 + 1.88)/15 = 1.2547; static 1.0893, levels of 26/28 marked Y: none.
   */
  test.each([
    ['2231', 100, { '1.A.1.a.1': [4.09, 4.67], '1.A.2.a.2': [2.89, 2.92], '1.A.3.a.1': [2.64, 2.32] }],
    ['4151', 51.9, { '1.A.1.a.1': [3.88, 3.87], '1.A.2.a.2': [1.51, 1.25], '1.A.3.a.1': [1.09, null] }],
  ])('%s, worked out by hand', (soc2020, coveragePercent, expected) => {
    const abilities = profiles.get(soc2020)?.abilities;
    const found = new Map(abilities?.elements.map(({ code, importance, level }) => [code, [importance, level]]));
    expect(abilities?.coveragePercent).toBe(coveragePercent);
    for (const [id, figures] of Object.entries(expected)) expect(found.get(id), id).toEqual(figures);
  });
});
