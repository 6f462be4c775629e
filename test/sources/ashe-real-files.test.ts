// ASHE as published: the figures that the brief and the notes name, read through parse, reshape, checks and select.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Compile } from 'typebox/compile';
import { beforeAll, expect, it } from 'vitest';
import { formatProblem, type Problem } from '#sources/kit/problem.ts';
import type { Examined, Needs, Release } from '#sources/kit/source.ts';
import type { Provenance } from '#schemas/figures.ts';
import { PayDocument } from '#schemas/resources/pay.ts';
import { type PayQuery, selectPay } from '#schemas/selections/select-pay.ts';
import type { AsheRows } from '#sources/ashe/layout.ts';
import type { AsheObservations } from '#sources/ashe/reshape.ts';
import { ashe } from '#sources/ashe/source.ts';
import { keepingRows } from '../kept.ts';
import { describeRealFiles, publisherFiles } from '../publisher-files.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { examineReal, needsOf } from './examine.ts';

const provenance: Provenance = {
  source: 'ashe',
  publisher: ashe.publisher,
  licence: ashe.licence.name,
  licenceUrl: ashe.licence.url,
  edition: '2024 provisional',
  editionId: '8f3c1b60-7a52-8d19-9c44-2f0e6b7d9a13',
  released: null,
  landingPage: ashe.landingPage,
  inputs: [{ source: 'soc-structure', edition: 'soc2020-volume-1-2025-04-16', editionId: '8f3c1b60-7a52-8d19-9c44-2f0e6b7d9a14' }],
};

const isPayDocument = Compile(PayDocument);

type Edition = Examined<AsheRows, AsheObservations>;

async function examine(name: string, needs: Needs): Promise<Edition> {
  const read = ashe.release(name);
  if (read === null || read.year === null) throw new Error(`${name} is no release of ASHE`);
  const release: Release = { ...read, source: 'ashe', name, sample: false };
  const file = `ashetable14${read.year}provisional.zip`;
  const rows = await keepingRows(ashe).parse(release, [{ name: file, bytes: await readFile(join(publisherFiles, 'ashe', name, file)) }]);
  const problems: Problem[] = [];
  const observations = ashe.reshape(release, rows, needs, problems);
  expect(problems.map(formatProblem)).toEqual([]);
  return { release, rows, observations, needs };
}

describeRealFiles('ASHE Table 14 as published', () => {
  const editions = new Map<number, Edition>();
  const documents = new Map<number, Map<string, PayDocument>>();

  beforeAll(async () => {
    const needs = needsOf({ 'soc-structure': (await examineReal(socStructure, '2025-04-16')).edition.observations });
    for (const year of [2022, 2023, 2024]) {
      const edition = await examine(`${year}-provisional`, needs);
      editions.set(year, edition);
      const bodies = [...ashe.documents({ ...edition, provenance, attribution: ashe.attribution })]
        .filter(({ endpoint }) => endpoint === 'pay')
        .map(({ body }) => {
          if (!isPayDocument.Check(body)) throw new Error(`a document of ${year} is not of its schema`);
          return body;
        });
      documents.set(year, new Map(bodies.map((body) => [body.soc2020, body])));
    }
  });

  function edition(year: number): Edition {
    const found = editions.get(year);
    if (found === undefined) throw new Error(`${year} has not been read`);
    return found;
  }

  function pay(soc: string, query: Partial<PayQuery> = {}, year = 2024) {
    const document = documents.get(year)?.get(soc);
    if (document === undefined) throw new Error(`there is no document of ${soc} in ${year}`);
    return selectPay(document, { measure: 'annual_pay_gross', sex: 'all', pattern: 'all', ...query });
  }

  it('programmers in 2024, all columns', () => {
    expect(pay('2134')).toMatchObject({
      title: 'Programmers and software development professionals',
      year: 2024,
      provisional: true,
      mean: 61929,
      distribution: { p10: 29787, p25: 38705, median: 53501, p75: 69994, p90: 93458 },
      figures: {
        medianChangePercent: { value: 8.2, quality: 'unrated', presentable: true },
        meanChangePercent: { value: 13.1 },
        jobsThousands: { value: 335, coefficientOfVariation: 3.8 },
        median: { value: 53501, coefficientOfVariation: 3.3, quality: 'precise', qualityBasis: 'cv', presentable: true, withheld: null },
        mean: { coefficientOfVariation: 5.4, quality: 'reasonable', presentable: true },
        p10: { coefficientOfVariation: 6.6, quality: 'reasonable' },
        p90: { coefficientOfVariation: 12, quality: 'acceptable', presentable: true },
      },
      quality: 'precise',
      presentable: true,
    });
  });

  it('programmers in 2023, whose highest percentile is withheld', () => {
    expect(pay('2134', {}, 2023)).toMatchObject({
      year: 2023,
      distribution: { median: 48229, p90: null },
      figures: { p90: { presentable: false, withheld: { reason: 'unreliable', marker: 'x' } } },
    });
  });

  it('women in full-time work', () => {
    expect(pay('2134', { sex: 'female', pattern: 'fulltime' }).distribution.median).toBe(46304);
  });

  it('a median withheld beside a published mean', () => {
    expect(pay('1112')).toMatchObject({
      mean: 33854,
      distribution: { median: null },
      quality: 'unreliable',
      presentable: false,
      figures: {
        median: { coefficientOfVariation: 35, withheld: { reason: 'unreliable', marker: 'x' } },
        // 14.7b, sheet All, F11.
        mean: { value: 33854, coefficientOfVariation: 19, quality: 'acceptable', presentable: true, withheld: null },
      },
    });
  });

  it('a percentile withheld beside a published median', () => {
    expect(pay('2231')).toMatchObject({ distribution: { p10: null, median: 35412 }, presentable: true });
  });

  it.each([
    ['1225', 34023, 'acceptable'],
    ['2124', 51967, 'reasonable'],
  ] as const)('%s, whose coefficient is not available, by its shading', (soc, median, quality) => {
    expect(pay(soc)).toMatchObject({
      distribution: { median },
      quality,
      figures: { median: { qualityBasis: 'publisher-shading', coefficientOfVariation: null } },
    });
  });

  it('2022, whose reasonable figures have a grey pattern: the shading bands every figure without a coefficient', () => {
    const rows = [...edition(2022).observations.tables.values()].flat().flatMap((table) => [...(table?.values() ?? [])]);
    const bands = rows.flatMap(({ shading = {} }) => Object.values(shading));
    const count = (band: string) => bands.filter((candidate) => candidate === band).length;
    expect([count('precise'), count('reasonable'), count('acceptable'), bands.length]).toEqual([1020, 1020, 2492, 4532]);
  });

  it('a percentile withheld in spite of a coefficient of 18 % stays withheld (2023, L445)', () => {
    const answer = pay('7123', {}, 2023);
    expect(answer.figures.p40).toMatchObject({ value: null, coefficientOfVariation: 18, qualityBasis: null, presentable: false });
  });

  it('the armed forces, to whom the survey does not apply', () => {
    expect(pay('1161')).toMatchObject({
      distribution: { median: null },
      quality: 'unrated',
      presentable: false,
      figures: { median: { withheld: { reason: 'not-applicable', marker: ':' } } },
    });
  });

  it('a mean of 0 whose median is not available (2024) or withheld (2023)', () => {
    expect(pay('1112', { measure: 'overtime_pay' })).toMatchObject({
      mean: 0,
      figures: { median: { withheld: { reason: 'not-available', marker: '.' } } },
      presentable: false,
    });
    expect(pay('1112', { measure: 'overtime_pay' }, 2023)).toMatchObject({
      mean: 0,
      figures: { median: { withheld: { reason: 'unreliable', marker: 'x' } } },
      presentable: false,
    });
  });

  it('every kind of marker that stands in the two editions, counted', () => {
    expect(ashe.count(edition(2023).observations)).toEqual({
      published: 228748,
      withheld: { unreliable: 279017, 'not-available': 30825, 'not-applicable': 26895, disclosive: 46335 },
    });
    expect(ashe.count(edition(2024).observations)).toEqual({
      published: 259362,
      withheld: { unreliable: 266225, 'not-available': 28483, 'not-applicable': 18525, disclosive: 39225 },
    });
  });

  it('no check but the one for the missing regions finds anything, in any year, alone or beside the year before', () => {
    const found = (year: number, previous: Edition | null) =>
      ashe.checks.flatMap((check) =>
        check.check(edition(year), previous).map(({ message }) => `${check.name} ${check.severity}: ${message}`),
      );
    const noRegions = [expect.stringMatching(/^regions-not-in-this-release known-issue: /)];
    for (const year of [2022, 2023, 2024]) expect(found(year, null), `${year}`).toEqual(noRegions);
    for (const year of [2023, 2024]) expect(found(year, edition(year - 1)), `${year} after ${year - 1}`).toEqual(noRegions);
  });

  it('anchors fail where a sheet is shifted by a row', () => {
    const { rows, ...rest } = edition(2024);
    const shifted = rows.map((sheet) => ({ ...sheet, rows: sheet.rows.map((row) => ({ ...row, row: row.row + 1 })) }));
    const anchors = ashe.checks.find(({ name }) => name === 'anchors');
    expect(anchors?.check({ ...rest, rows: shifted }, null).length).toBeGreaterThan(20);
  });

  it.each([2023, 2024])('has 412 documents of %i, none above 20 kB', (year) => {
    const sizes = [...(documents.get(year)?.values() ?? [])].map((document) => Buffer.byteLength(JSON.stringify(document)));
    expect(sizes).toHaveLength(412);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(20_000);
  });
});
