// ASHE as published: Table 14 of 2022 to 2024 through parse, reshape, checks and select; the anchors of 2025 against derived tables of it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, expect, it } from 'vitest';
import type { PayDocument } from '#schemas/resources/pay.ts';
import { type PayQuery, selectPay } from '#schemas/selections/select-pay.ts';
import type { Needs, Source } from '#sources/kit/source.ts';
import { ashe } from '#sources/ashe/source.ts';
import anchorColumns from '#sources/ashe/data/anchor-columns.json' with { type: 'json' };
import anchorCells from '#sources/ashe/data/anchors.json' with { type: 'json' };
import { socStructure } from '#sources/soc-structure/source.ts';
import { describeRealFiles, publisherFiles } from '../publisher-files.ts';
import { bodiesOf, reasonsOf } from './data-set.ts';
import { examineReal, needsOf } from './examine.ts';

let needs: Needs;
const readStructure = async () => {
  needs = needsOf({ 'soc-structure': (await examineReal(socStructure, '2025-04-16')).edition.observations });
};

describeRealFiles('ASHE Table 14 as published', () => {
  type Edition = Awaited<ReturnType<typeof examineReal<Parameters<typeof ashe.reshape>[1], ReturnType<typeof ashe.reshape>>>>['edition'];
  const editions = new Map<number, Edition>();
  const documents = new Map<number, ReadonlyMap<string, PayDocument>>();
  beforeAll(async () => {
    await readStructure();
    for (const year of [2022, 2023, 2024]) {
      const { edition, problems } = await examineReal(ashe, `${year}-provisional`, needs);
      expect(problems).toEqual([]);
      editions.set(year, edition);
      documents.set(
        year,
        bodiesOf<PayDocument>(ashe, edition, ({ soc }, endpoint) => `${endpoint} ${soc}`),
      );
    }
  });
  const edition = (year: number) => editions.get(year) ?? expect.fail();
  const pay = (soc: string, query: Partial<PayQuery> = {}, year = 2024) =>
    selectPay(documents.get(year)?.get(`pay ${soc}`) ?? expect.fail(), {
      measure: 'annual_pay_gross',
      sex: 'all',
      pattern: 'all',
      ...query,
    });

  it('no check but the one for the missing regions finds anything, in any year, alone or beside the year before', () => {
    const found = (year: number, previous: Edition | null) =>
      ashe.checks.filter(({ check }) => check(edition(year), previous).length > 0).map(({ name }) => name);
    for (const year of [2022, 2023, 2024]) expect(found(year, null), `${year}`).toEqual(['regions-not-in-this-release']);
    for (const year of [2023, 2024]) expect(found(year, edition(year - 1)), `${year}`).toEqual(['regions-not-in-this-release']);
  });

  const programmers = {
    ...{ year: 2024, provisional: true, mean: 61929, quality: 'precise', presentable: true },
    distribution: { p10: 29787, p25: 38705, median: 53501, p75: 69994, p90: 93458 },
    figures: {
      medianChangePercent: { value: 8.2, quality: 'unrated', presentable: true },
      jobsThousands: { value: 335, coefficientOfVariation: 3.8 },
      median: { coefficientOfVariation: 3.3, quality: 'precise', qualityBasis: 'cv', presentable: true, withheld: null },
      p90: { coefficientOfVariation: 12, quality: 'acceptable', presentable: true },
    },
  };
  const byShading = { qualityBasis: 'publisher-shading', coefficientOfVariation: null };
  it.each<[string, string, Partial<PayQuery>, number, object]>([
    ['all columns of programmers', '2134', {}, 2024, programmers],
    ['women in full-time work', '2134', { sex: 'female', pattern: 'fulltime' }, 2024, { distribution: { median: 46304 } }],
    ['a highest percentile withheld', '2134', {}, 2023, { figures: { p90: { presentable: false, withheld: { reason: 'unreliable' } } } }],
    ['a median withheld', '1112', {}, 2024, { mean: 33854, distribution: { median: null }, quality: 'unreliable', presentable: false }],
    ['its lowest percentile withheld', '2231', {}, 2024, { distribution: { p10: null, median: 35412 }, presentable: true }],
    ['a band by its shading', '1225', {}, 2024, { distribution: { median: 34023 }, quality: 'acceptable', figures: { median: byShading } }],
    ['another', '2124', {}, 2024, { distribution: { median: 51967 }, quality: 'reasonable', figures: { median: byShading } }],
    // L445 is withheld in spite of a coefficient of 18 %.
    ['a low coefficient', '7123', {}, 2023, { figures: { p40: { value: null, coefficientOfVariation: 18, presentable: false } } }],
    ['the armed forces', '1161', {}, 2024, { figures: { median: { value: null, withheld: { reason: 'not-applicable', marker: ':' } } } }],
    ['a mean of 0', '1112', { measure: 'overtime_pay' }, 2024, { mean: 0, figures: { median: { withheld: { marker: '.' } } } }],
  ])('%s: %s %j in %i', (_, soc, query, year, expected) => expect(pay(soc, query, year)).toMatchObject(expected));

  it('every kind of marker is counted, and the shading of 2022, with its grey pattern, bands every figure without a coefficient', () => {
    const withheld = { unreliable: 266225, 'not-available': 28483, 'not-applicable': 18525, disclosive: 39225 };
    expect(reasonsOf(ashe as Source, edition(2024))).toEqual({ published: 259362, ...withheld });
    const rows = [...edition(2022).observations.tables.values()].flat().flatMap((table) => [...(table?.values() ?? [])]);
    const bands = rows.flatMap(({ variant: { shading = {} } }) => Object.values(shading));
    const count = (band: string) => bands.filter((candidate) => candidate === band).length;
    expect([count('precise'), count('reasonable'), count('acceptable'), bands.length]).toEqual([1020, 1020, 2492, 4532]);
  });
});

describeRealFiles('the anchors of ASHE 2025, whose workbooks are not at hand', () => {
  const read = (name: string) => readFileSync(join(publisherFiles, 'ashe/_reference/2025-provisional-derived', name), 'utf8');
  const cells = new Map<string, string>();
  beforeAll(async () => {
    await readStructure();
    const fullTime: string[][] = parse(read('DERIVED_ASHE14.7_2025prov_FullTime_median_cv.csv'), { from: 2 });
    const eastMidlands: string[][] = parse(read('DERIVED_ASHE15_4.7_2025prov_FullTime_EastMidlands_46rows.csv'), { from: 2 });
    const both = (table: string, row = '', median = '', cv = '') =>
      cells.set(`${table}a Full-Time D${row}`, median).set(`${table}b Full-Time D${row}`, cv);
    for (const [, , row, median, cv] of fullTime) both('14.7', row, median, cv);
    for (const [, row, median, cv] of eastMidlands) both('15 (4).7', row, median, cv);
    const { groups, unitGroups } = needs.get('soc-structure');
    const uk = JSON.parse(read('ashe-2025-uk.json'));
    for (const [at, code] of [...groups.keys()].entries())
      for (const [name, column] of Object.entries({ p25: 'J', p50: 'D', p75: 'O' }))
        cells.set(`14.7a All ${column}${7 + at}`, String(uk[code]?.[name] ?? 'x'));
    const scotland = JSON.parse(read('ashe-2025-scotland.json'));
    for (const [at, { code }] of unitGroups.entries()) cells.set(`15 (4).7a All D${6 + 10 * 412 + at}`, String(scotland[code]?.p50 ?? 'x'));
  });

  it('cells are those of the derived tables', () => {
    const all = anchorCells
      .filter(({ release }) => release === '2025-provisional')
      .map((one) => [`${one.table} ${one.sheet} ${one.cell}`, one.text]);
    const known = all.filter(([address = '']) => cells.has(address));
    expect(known.length).toBeGreaterThan(50);
    expect(known).toEqual(known.map(([address = '']) => [address, cells.get(address)]));
  });
  it.each(anchorColumns)(
    '$table $sheet $area $column has as many figures, with the same sum',
    ({ table, sheet, column, published, sum }) => {
      const start = `${table} ${sheet} ${{ p25: 'J', median: 'D', p75: 'O' }[column]}`;
      const figures = [...cells].filter(([key, text]) => key.startsWith(start) && /^\d/.test(text)).map(([, text]) => Number(text));
      expect([figures.length, figures.reduce((all, figure) => all + figure, 0)]).toEqual([published, sum]);
    },
  );
});
