// Answers for areas that a release lacks: 200, every figure null with its reason, and nothing of the document that they are made from.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { PayDocument } from '#schemas/resources/pay.ts';
import type { ProjectionResponse } from '#schemas/resources/projections.ts';
import { absentAreas } from '#schemas/selections/absent-areas.ts';
import { payQueries, selectPay } from '#schemas/selections/select-pay.ts';
import { payColumns } from '#schemas/pay-columns.ts';

const scotland = { code: 'S92000003', slug: 'scotland', name: 'Scotland' };
const absent = { reason: 'not-received', marker: null };

test('projections: names and origin stay, and every figure is null', () => {
  const document: ProjectionResponse = JSON.parse(readFileSync(new URL('../goldens/projections-2134.json', import.meta.url), 'utf8'));
  const answer = absentAreas['projections']?.(document, 'scotland') as ProjectionResponse;
  expect(answer).toMatchObject({ soc2020: '2134', area: scotland, group: document.group, provenance: document.provenance });
  for (const row of [answer.outlook, ...answer.byQualification])
    expect(row).toMatchObject({ employmentBase: null, totalRequirement: null, direction: null, presentable: false, withheld: absent });
  expect(answer.withheldLegend).toEqual([{ ...absent, explanation: "We have not received the publisher's file of this area." }]);
  expect(Object.keys(answer).sort()).toEqual(Object.keys(document).sort());
});

test('pay: every figure of every query is null', () => {
  const document = {
    soc2020: '2134',
    area: { code: 'K02000001', slug: 'uk', name: 'United Kingdom' },
    year: 2024,
    provisional: true,
    markers: { median: 'x' },
    variants: payQueries.map(() => ({ values: payColumns.map(() => 100), cvs: payColumns.map(() => 5) })),
  } as unknown as PayDocument;
  const answer = absentAreas['pay']?.(document, 'scotland') as PayDocument;
  for (const query of payQueries) {
    const { area, distribution, mean, presentable, figures } = selectPay(answer, query);
    expect([area, mean, distribution.median, presentable]).toEqual([scotland, null, null, false]);
    expect(Object.values(figures).map(({ value, withheld }) => [value, withheld])).toEqual(payColumns.map(() => [null, absent]));
  }
});
