// The series over editions that lack a year or the occupation, which the sample's own have not: its lines break there, and no change leads over a gap.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PayDocument } from '#schemas/resources/pay.ts';
import { composePaySeries } from '#schemas/selections/select-pay-series.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { payEditions } from './pinned-answers.ts';

const edition = payEditions(sampleDirectory()).at(-1)?.id ?? '';
const held: PayDocument = JSON.parse(readFileSync(join(sampleDirectory(), 'editions', edition, 'pay/2134/uk.json'), 'utf8'));

test.each([
  [
    'a year that is not held',
    [2021, 2024],
    [],
    { kind: 'years-not-held', years: [2022, 2023], explanation: 'There is no edition for 2022, 2023. Do not join 2021 to 2024.' },
  ],
  [
    'an edition without the occupation',
    [2022, 2023, 2024],
    [2023],
    { kind: 'not-received', years: [2023], explanation: 'The edition "2023" does not cover the occupation.' },
  ],
])('%s', (_, years, lacking, expected) => {
  const documents = years.map((year) => ({
    ...{ year, provisional: false, edition: `${year}`, editionId: edition, document: lacking.some((one) => one === year) ? null : held },
  }));
  const { points, breaks } = composePaySeries(
    { years: documents, revisions: [], inputs: [] },
    { measure: 'annual_pay_gross', sex: 'all', pattern: 'all' },
  );
  expect(breaks).toEqual([expected]);
  expect(points.map(({ change }) => change)).toEqual(years.map(() => null));
  for (const { year, distribution, figures } of points) {
    const reason = lacking.some((one) => one === year) ? 'not-received' : undefined;
    expect([distribution.median === null, figures.median.withheld?.reason], `${year}`).toEqual([reason !== undefined, reason]);
  }
});
