// The series composed of given documents: its points, its changes, its breaks, and what it says of revisions.
import { expect, test } from 'vitest';
import { compileSchema, faultOf } from '#sources/kit/schema.ts';
import { type PayDocument, PaySeriesResponse } from '#schemas/resources/pay.ts';
import { type PaySeriesParts, composePaySeries } from '#schemas/selections/select-pay-series.ts';
import { editionIdOf, payDocument } from './documents.ts';

const annual = { measure: 'annual_pay_gross', sex: 'all', pattern: 'all' } as const;

function series(
  documents: readonly (readonly [year: number, document: PayDocument | null])[],
  revisions: PaySeriesParts['revisions'] = [],
) {
  const years = documents.map(([year, document]) => ({
    ...{ year, provisional: year === 2024, edition: `${year}-x`, editionId: editionIdOf(year), document },
  }));
  const answer = composePaySeries({ years, revisions, inputs: [] }, annual);
  expect(faultOf(compileSchema(PaySeriesResponse), answer)).toBeNull();
  return answer;
}
const of = (year: number, median: number | string, medianCv = 1) => [year, payDocument({ year, median, medianCv })] as const;

test('a change stands between years that follow each other', () => {
  const { points, breaks } = series([of(2022, 1000), of(2023, 1100), of(2024, 1045)]);
  expect(points).toMatchObject([
    { year: 2022, distribution: { median: 1000 }, provisional: false, change: null, changeWithheld: { reason: 'not-applicable' } },
    { year: 2023, distribution: { median: 1100 }, provisional: false, change: { absolute: 100, percent: 10 }, changeWithheld: null },
    { year: 2024, distribution: { median: 1045 }, provisional: true, change: { absolute: -55, percent: -5 } },
  ]);
  expect(breaks).toEqual([]);
});

test('a year that is not held breaks the line, is named, and no change leads over it', () => {
  const { points, breaks, withheldLegend } = series([of(2021, 1000), of(2024, 1300)]);
  const noYearBefore = { reason: 'not-applicable', marker: null };
  expect(points[1]).toMatchObject({ change: null, changeWithheld: noYearBefore });
  expect(withheldLegend).toContainEqual({ ...noYearBefore, explanation: 'The series has no point for the year before.' });
  expect(breaks).toEqual([
    { kind: 'years-not-held', years: [2022, 2023], explanation: 'There is no edition for 2022, 2023. Do not join 2021 to 2024.' },
  ]);
});

test('an edition without the area is a point of nulls with their reason, and no change leads from it or to it', () => {
  const { points, breaks } = series([of(2022, 1000), [2023, null], of(2024, 1100)]);
  expect(points[1]).toMatchObject({
    mean: null,
    distribution: { p10: null, p25: null, median: null, p75: null, p90: null },
    presentable: false,
    change: null,
  });
  const reasons = Object.values(points[1]?.figures ?? {}).map(({ withheld }) => withheld?.reason);
  expect(reasons).toEqual(Array(8).fill('not-received'));
  expect(points[2]?.change).toBeNull();
  expect(breaks).toMatchObject([{ kind: 'not-received', years: [2023] }]);
});

test.each([
  ['withheld', of(2023, 'x'), of(2024, 1100)],
  ['withheld in the later year', of(2023, 1000), of(2024, '..')],
] as const)('no change where a median is %s', (_, first, second) => {
  const { points, breaks } = series([first, second]);
  expect(points[1]).toMatchObject({ change: null, changeWithheld: { reason: 'part-withheld', marker: null } });
  // The edition covers the area, so the line has a gap that withheld explains and no break.
  expect(breaks).toEqual([]);
});

test('revisions are those of the measure asked for, and null with their reason where there are none', () => {
  const statistics = {
    ...{ comparableMedians: 300, medianAbsolutePercent: 0.5, percentile90AbsolutePercent: 2.1, meanPercent: -0.3 },
    movedMoreThanOnePercentPercent: 21.4,
  };
  const revision = {
    ...{ year: 2023, provisional: editionIdOf(2023), revised: editionIdOf(2022), code: '0'.repeat(64) },
    names: { provisional: '2023-provisional', revised: '2023-revised' },
  };
  const documents = [of(2023, 1000), of(2024, 1100)];
  const given = series(documents, [{ ...revision, measures: [{ measure: 'annual_pay_gross', ...statistics }] }]);
  expect(given.revisionsWithheld).toBeNull();
  expect(given.revisions).toMatchObject({ measure: 'annual_pay_gross', sex: 'all', workPattern: 'all', area: { slug: 'uk' } });
  expect(given.revisions?.years).toEqual([
    {
      year: 2023,
      provisional: { edition: '2023-provisional', editionId: editionIdOf(2023) },
      revised: { edition: '2023-revised', editionId: editionIdOf(2022) },
      ...statistics,
    },
  ]);
  for (const revisions of [[], [{ ...revision, measures: [{ measure: 'overtime_pay' as const, ...statistics }] }]]) {
    expect(series(documents, revisions)).toMatchObject({ revisions: null, revisionsWithheld: { reason: 'not-available' } });
  }
});
