// The answer for an area that a release lacks: every figure null with its reason, and nothing of
// the document that it is made from. The sample lacks no area of projections; for pay,
// contract/table.test.ts asks for Scotland.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ProjectionResponse } from '#schemas/resources/projections.ts';
import { absentAreas } from '#schemas/selections/absent-areas.ts';
import { legendFault } from '../laws/compiled.ts';

test('projections: names and origin stay, and every figure is null', () => {
  const document: ProjectionResponse = JSON.parse(
    readFileSync(new URL('../goldens/projections-2134.json', import.meta.url), 'utf8'),
  );
  const answer = absentAreas['projections']?.(document, 'scotland') as ProjectionResponse;
  expect(answer).toMatchObject({
    soc2020: '2134',
    area: { slug: 'scotland' },
    group: document.group,
    provenance: document.provenance,
  });
  const withheld = { reason: 'not-received', marker: null };
  for (const row of [answer.outlook, ...answer.byQualification])
    expect(row).toMatchObject({
      employmentBase: null,
      totalRequirement: null,
      direction: null,
      presentable: false,
      withheld,
    });
  expect([legendFault(answer), answer.withheldLegend.length]).toEqual([null, 1]);
});
