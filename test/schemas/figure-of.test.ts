// figureOf reads every figure of every golden answer, with the reason wherever there is no value,
// and says of none that it may be shown where it may not.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cautionOfAcceptable, figureOf, levelOf } from '#schemas/figure-of.ts';
import { goldenAnswers } from '../golden.ts';

const goldenOf = (file: string): object =>
  JSON.parse(readFileSync(new URL(`../goldens/${file}`, import.meta.url), 'utf8'));

/** Numbers that describe, and members that are null where there is nothing to say. */
const noFigure =
  /^(?:withheld|caution|marker|match|quality|qualityBasis|year|baseYear|targetYear|total|of|limit|ranked|level|highPoints|summary|derivation|qualifier|group|category)$|Withheld$|[fF]rom$|Age$|Years?$|^(?:licenceUrl|released|includesSelfEmployed|startsPaused|entryRequirements|integratedDegree|uncertainty|imputation|capping|signalled|breakdown|coefficientOfVariation|larsCode|attributionLogo|previous|route|status|updated)$|StartDate$/;

function* figuresIn(value: unknown, path: readonly string[] = []): Generator<string> {
  if (
    path.length > 0 &&
    (value === null || typeof value === 'number') &&
    !noFigure.test(path.at(-1) ?? '')
  )
    yield path.join('.');
  if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) yield* figuresIn(member, [...path, name]);
}

/** The member at a name; null beneath a null. */
const at = (answer: object, name: string): unknown =>
  name
    .split('.')
    .reduce<unknown>(
      (value, part) => (value === null ? null : Reflect.get(Object(value), part)),
      answer,
    );

test.each(goldenAnswers.map(([file]) => file))('%s', (file) => {
  const answer = goldenOf(file);
  for (const name of figuresIn(answer)) {
    // A place in a list that has it, or null: no figure.
    if (/\.by(Onet|Skills)$/.test(name)) continue;
    // A headline that is a level has no number.
    if (name.endsWith('.value') && typeof at(answer, name.replace(/value$/, 'level')) === 'string')
      continue;
    const { value, presentable, quality, reason } = figureOf(answer, name);
    expect([name, value]).toEqual([name, at(answer, name)]);
    expect([name, reason !== null]).toEqual([name, value === null]);
    if (value === null || quality === 'unreliable')
      expect([name, presentable]).toEqual([name, false]);
  }
});

test.each<[string, string, object]>([
  [
    'summary-2134.json',
    'annual_pay_median',
    { value: 56043, unit: 'gbp_per_year', quality: 'precise', presentable: true, reason: null },
  ],
  ['vacancies-2134.json', 'employers', { unit: 'employers', presentable: true, reason: null }],
  [
    'pay-2134.json',
    'distribution.median',
    { value: 56043, unit: 'gbp_per_year', quality: 'precise', presentable: true, reason: null },
  ],
  [
    'pay-1112-london.json',
    'distribution.p90',
    {
      value: null,
      unit: 'gbp_per_year',
      quality: 'unreliable',
      presentable: false,
      reason: 'unreliable',
    },
  ],
  ['pay-2134.json', 'figures.jobsThousands', { value: 114, unit: 'thousand_jobs' }],
  ['pay-2134.json', 'figures.medianChangePercent.value', { value: 8, unit: 'percent' }],
  [
    'pay-regions-5434.json',
    'regions.2.differenceFromUk.percent',
    { value: null, presentable: false, reason: expect.any(String) },
  ],
  ['vacancies-2134.json', 'vacancies', { unit: 'vacancies' }],
  ['employment-2134.json', 'breakdown.female.percent', { unit: 'percent' }],
])('%s: %s', (file, name, expected) => {
  expect(figureOf(goldenOf(file), name)).toMatchObject(expected);
});

test('a name that the answer has not is named with what there is', () => {
  expect(() => figureOf(goldenOf('pay-2134.json'), 'distribution.p5')).toThrow(
    /no "distribution\.p5": there are p10, p25/,
  );
  expect(() => figureOf(goldenOf('pay-2134.json'), 'title')).toThrow(
    '"title" is no figure, but "Programmers',
  );
});

const ofPay = { median: { value: 20, quality: 'acceptable', presentable: true } };

test.each<[string, object, string, string | null]>([
  [
    'our caution beside an acceptable figure',
    { figures: ofPay },
    'figures.median.value',
    cautionOfAcceptable,
  ],
  [
    'the caution of the publisher goes before ours',
    { share: { percent: 3, quality: 'acceptable', caution: 'Small sample.' } },
    'share.percent',
    'Small sample.',
  ],
  [
    'a change of an acceptable figure is no more certain than the figure',
    { points: [{ quality: 'acceptable', change: { percent: 2 } }] },
    'points.0.change.percent',
    cautionOfAcceptable,
  ],
  ['none beside a precise figure', { count: 3, quality: 'precise' }, 'count', null],
  [
    'none where nothing is shown',
    { count: 3, quality: 'acceptable', presentable: false },
    'count',
    null,
  ],
])('caution: %s', (_, answer, path, caution) => {
  expect(figureOf(answer, path).caution).toBe(caution);
});

test('a withheld figure has its reason in the words of the legend', () => {
  const withheld = { reason: 'unreliable', marker: 'x' };
  const legend = [
    { ...withheld, marker: '..', explanation: 'Another marker.' },
    { ...withheld, explanation: 'Too few people were asked.' },
  ];
  const answer = { count: null, withheld, withheldLegend: legend };
  expect(figureOf(answer, 'count')).toMatchObject({
    presentable: false,
    reason: 'unreliable',
    marker: 'x',
    explanation: 'Too few people were asked.',
  });
});

test('a level is read like a figure, and is never taken for a number', () => {
  const demand = goldenOf('demand-2212.json');
  expect(levelOf(demand, 'level').value).toEqual(expect.any(String));
  expect(() => figureOf(demand, 'level')).toThrow('"level" is no figure');
});
