// The workbook by industry as published: what checks, counts and shading make of its cells. Its anchors and the laws hold the figures.
import { beforeAll, expect, it } from 'vitest';
import type { WorkforceResponse } from '#schemas/resources/workforce.ts';
import { apsWorkforce } from '#sources/aps-workforce/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { describeRealFiles } from '../publisher-files.ts';
import { bodiesOf, reasonsOf } from './data-set.ts';
import type { Source } from '#sources/kit/source.ts';
import { examineReal, needsOf } from './examine.ts';

describeRealFiles('employment by occupation and industry, 2021 to 2024, as published', () => {
  let outcome: Awaited<ReturnType<typeof read>>;
  let documents: ReadonlyMap<string, WorkforceResponse>;
  const read = async () => {
    const structure = await examineReal(socStructure, '2025-04-16');
    return examineReal(apsWorkforce, '2021-2024', needsOf({ 'soc-structure': structure.edition.observations }));
  };
  beforeAll(async () => {
    outcome = await read();
    documents = bodiesOf<WorkforceResponse>(apsWorkforce, outcome.edition, ({ soc }) => String(soc));
  });

  it('is read, and only ages, qualifications and a title of 3557 that Volume 1 does not tell are missing', () => {
    expect(outcome.problems).toEqual([]);
    expect(apsWorkforce.checks.filter((check) => check.check(outcome.edition, null).length > 0).map(({ name }) => name)).toEqual([
      'titles-known',
      'ages-and-qualifications-in-this-release',
    ]);
  });

  it.each([
    ['1111', 'A', 861, 'acceptable', null],
    ['1111', 'J', 17929, 'reasonable', null],
    ['3555', 'F', 267, 'acceptable', null],
    ['6135', 'Q', 810048, 'reasonable', null],
    ['1111', 'B', null, 'unreliable', { reason: 'unreliable', marker: '*' }],
    ['9269', 'B', null, 'unrated', { reason: 'no-figures-reported', marker: '-' }],
  ])('%s in section %s: %s, %s', (soc, code, count, quality, withheld) => {
    const section = documents.get(soc)?.industries.sections.find((candidate) => candidate.code === code);
    expect(section).toMatchObject({ count, quality, presentable: count !== null, withheld });
    expect(section?.caution !== null).toBe(quality === 'acceptable');
  });

  it('as many numbers, withheld and empty cells, and shaded numbers, as counted in the workbook of 2024', () => {
    expect(reasonsOf(apsWorkforce as Source, outcome.edition)).toEqual({ published: 2425, unreliable: 1711, 'no-figures-reported': 3692 });
    const shaded = [...documents.values()]
      .flatMap(({ industries }) => industries.sections)
      .filter(({ quality }) => quality === 'acceptable');
    expect([shaded.length, Math.max(...shaded.map(({ count }) => count ?? 0))]).toEqual([1843, 17448]);
  });
});
