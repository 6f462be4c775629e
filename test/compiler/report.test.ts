// What a run tells of the releases that it has read.
import { expect, test } from 'vitest';
import { describeOutcomes } from '#compiler/report/report.ts';
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { editionWith } from '../server/catalogues.ts';

test('a new column is told first, so that no known issue hides it', () => {
  const issue = {
    severity: 'known-issue' as const,
    message: 'a fault',
    places: ['Sheet!A1'],
    count: 1,
  };
  const message = 'the column "Remark" is new since 2023 and is not read';
  const checks: CatalogueEdition['checks'] = [
    ...[1, 2, 3, 4].map((place) => ({ ...issue, check: `issue-${place}` })),
    { ...issue, check: 'new-columns', severity: 'info', message, count: 3 },
  ];
  const edition = editionWith({
    id: '00000000-0000-8000-8000-000000000001',
    source: 'ashe',
    release: '2024',
    checks,
    figures: 0,
  });
  const lines = describeOutcomes([
    {
      source: 'ashe',
      release: '2024',
      verdict: 'published',
      edition,
      problems: [],
      files: 1,
      seconds: 1,
    },
  ]);
  expect(lines[2]).toBe(`  new new-columns: ${message} (3 places)`);
  expect(lines).toHaveLength(5);
});
