import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { requireCatalogue } from '#compiler/edition/catalogue.ts';
import type { PayDocument, PayVariant } from '#schemas/resources/pay.ts';
import { meanAlone } from '#schemas/selections/pay-notes.ts';
import { payColumns, payCvColumns } from '#schemas/pay-columns.ts';
import { payQueries, selectPay } from '#schemas/selections/select-pay.ts';
import { sampleDirectory } from '../compiled-data.ts';

const values: PayVariant['values'] = payColumns.map((_, place) => 1000 + place);
const cvs: PayVariant['cvs'] = payCvColumns.map((_, place) => 1 + place / 10);

const directory = sampleDirectory();
const served = requireCatalogue(directory).sources.find(({ key }) => key === 'ashe')?.served[0];
const programmers: PayDocument = JSON.parse(
  readFileSync(join(directory, 'editions', String(served), 'pay/2134/uk.json'), 'utf8'),
);

/** The sample's pay of programmers with other figures, the same of every measure. */
const documentWith = (change: Partial<PayVariant>): PayDocument => ({
  ...programmers,
  markers: {
    x: { reason: 'unreliable', explanation: 'Unreliable.' },
    '..': { reason: 'disclosive', explanation: 'Disclosive.' },
  },
  variants: payQueries.map(() => ({ values, cvs, ...change })),
});

const annual = { measure: 'annual_pay_gross', sex: 'all', pattern: 'all' } as const;

function replaced<Value>(list: readonly Value[], place: number, value: Value): Value[] {
  return list.map((held, index) => (index === place ? value : held));
}

const median = payColumns.indexOf('median');
const medianCv = payCvColumns.indexOf('median');

describe('the median decides quality and presentable', () => {
  type Verdict = readonly [
    quality: string,
    basis: string | null,
    presentable: boolean,
    reason?: string,
  ];
  const noCv = { cvs: replaced(cvs, medianCv, null) };
  const marked = { values: replaced(values, median, 'x') };
  const cases: readonly [what: string, change: Partial<PayVariant>, verdict: Verdict][] = [
    ['a CV of 5 is precise', { cvs: replaced(cvs, medianCv, 5) }, ['precise', 'cv', true]],
    ['a CV of 10 is reasonable', { cvs: replaced(cvs, medianCv, 10) }, ['reasonable', 'cv', true]],
    ['a CV of 20 is acceptable', { cvs: replaced(cvs, medianCv, 20) }, ['acceptable', 'cv', true]],
    [
      'a CV above 20 is not presentable',
      { cvs: replaced(cvs, medianCv, 20.1) },
      ['unreliable', 'cv', false],
    ],
    [
      'without a CV the shading decides',
      { ...noCv, shading: { median: 'acceptable' } },
      ['acceptable', 'publisher-shading', true],
    ],
    ['without CV and shading it is unrated and shown', noCv, ['unrated', null, true]],
    [
      'x beside a CV above 20 rests on it',
      { ...marked, cvs: replaced(cvs, medianCv, 25) },
      ['unreliable', 'cv', false, 'unreliable'],
    ],
    [
      'x without a CV rests on the marker alone',
      { ...marked, ...noCv },
      ['unreliable', null, false, 'unreliable'],
    ],
    [
      'x beside a CV below 20 rests on the marker alone',
      marked,
      ['unreliable', null, false, 'unreliable'],
    ],
    [
      '.. is withheld as disclosive',
      { values: replaced(values, median, '..') },
      ['unrated', null, false, 'disclosive'],
    ],
  ];
  test.each(cases)('%s', (_, change, [quality, qualityBasis, presentable, reason]) => {
    const answer = selectPay(documentWith(change), annual);
    expect(answer.figures.median).toMatchObject({ quality, qualityBasis, presentable });
    expect([answer.quality, answer.presentable]).toEqual([quality, presentable]);
    expect(answer.figures.median.withheld?.reason).toBe(reason);
    expect(answer.distribution.median === null).toBe(reason !== undefined);
  });

  test('a mean of 0 stays 0 and presentable beside a withheld median', () => {
    const withoutMedian = {
      values: replaced(replaced(values, median, 'x'), payColumns.indexOf('mean'), 0),
    };
    const meanCv = payCvColumns.indexOf('mean');
    const answer = selectPay(documentWith({ ...withoutMedian, cvs: replaced(cvs, meanCv, 9) }), {
      ...annual,
      measure: 'overtime_pay',
    });
    expect([answer.mean, answer.presentable]).toEqual([0, false]);
    expect(answer.figures.mean).toMatchObject({
      value: 0,
      quality: 'reasonable',
      qualityBasis: 'cv',
      presentable: true,
      withheld: null,
    });
    expect(answer.notes).toContain(meanAlone.text);
  });

  test("a change is unrated, whatever the median's quality", () => {
    const { figures } = selectPay(documentWith({ cvs: replaced(cvs, medianCv, 25) }), annual);
    expect(figures.median.presentable).toBe(false);
    expect(figures.medianChangePercent).toMatchObject({
      value: 1002,
      quality: 'unrated',
      qualityBasis: null,
      presentable: true,
    });
  });
});
