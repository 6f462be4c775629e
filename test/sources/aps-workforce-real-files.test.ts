// The workbook by industry as published: cells read by eye, through parse, reshape, checks and documents.
import { beforeAll, expect, it } from 'vitest';
import type { Examined } from '#sources/kit/source.ts';
import type { WorkforceResponse } from '#schemas/resources/workforce.ts';
import type { Rows } from '#sources/aps-workforce/layout.ts';
import type { WorkforceObservations } from '#sources/aps-workforce/reshape.ts';
import { apsWorkforce } from '#sources/aps-workforce/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { describeRealFiles } from '../publisher-files.ts';
import { examineReal, needsOf } from './examine.ts';

describeRealFiles('employment by occupation and industry, 2021 to 2024, as published', () => {
  let edition: Examined<Rows, WorkforceObservations>;
  let documents: ReadonlyMap<string, WorkforceResponse>;

  beforeAll(async () => {
    const structure = await examineReal(socStructure, '2025-04-16');
    const read = await examineReal(apsWorkforce, '2021-2024', needsOf({ 'soc-structure': structure.edition.observations }));
    expect(read.problems).toEqual([]);
    edition = read.edition;
    const provenance = {
      source: 'aps-workforce' as const,
      publisher: 'p',
      licence: 'l',
      licenceUrl: null,
      edition: 'e',
      editionId: '0',
      released: null,
      landingPage: 'u',
      inputs: [],
    };
    documents = new Map(
      [...apsWorkforce.documents({ ...edition, provenance, attribution: 'a' })].map(({ place, body }) => [
        String(place.soc),
        body as WorkforceResponse,
      ]),
    );
  });

  const section = (soc: string, code: string) => documents.get(soc)?.industries.sections.find((candidate) => candidate.code === code);

  it('no check finds anything but that ages and qualifications are not there, and a title of 3557 that Volume 1 does not tell', () => {
    expect(apsWorkforce.checks.filter((check) => check.check(edition, null).length > 0).map(({ name }) => name)).toEqual([
      'titles-known',
      'ages-and-qualifications-in-this-release',
    ]);
  });

  it.each([
    ['1111', 'A', 861, 'acceptable'],
    ['1111', 'C', 6570, 'acceptable'],
    ['1111', 'J', 17929, 'reasonable'],
    ['1111', 'M', 30687, 'reasonable'],
    ['1112', 'O', 7661, 'reasonable'],
    ['1121', 'C', 135065, 'reasonable'],
    ['1122', 'F', 120593, 'reasonable'],
    ['2134', 'J', 275177, 'reasonable'],
    ['2134', 'K', 64850, 'reasonable'],
    ['2134', 'M', 51946, 'reasonable'],
    ['2231', 'Q', 43073, 'reasonable'],
    ['2314', 'P', 366269, 'reasonable'],
    ['3312', 'O', 184516, 'reasonable'],
    ['3555', 'F', 267, 'acceptable'],
    ['6135', 'Q', 810048, 'reasonable'],
    ['7111', 'G', 749447, 'reasonable'],
    ['9267', 'R', 22244, 'reasonable'],
    ['9269', 'S', 4664, 'acceptable'],
  ])('%s in section %s: %i people, %s', (soc, code, count, quality) => {
    expect(section(soc, code)).toMatchObject({ count, quality, qualityBasis: 'publisher-shading', presentable: true, withheld: null });
    expect(section(soc, code)?.caution === null).toBe(quality === 'reasonable');
  });

  it.each([
    ['1111', 'B', '*', 'unreliable'],
    ['1112', 'C', '*', 'unreliable'],
    ['1112', 'A', '-', 'no-figures-reported'],
    ['9269', 'B', '-', 'no-figures-reported'],
  ])('%s in section %s is printed %s', (soc, code, marker, reason) => {
    expect(section(soc, code)).toMatchObject({ count: null, presentable: false, withheld: { reason, marker } });
  });

  it('as many numbers, withheld and empty cells, and shaded numbers, as counted in the workbook of 2024', () => {
    expect(apsWorkforce.count(edition.observations)).toEqual({
      published: 2425,
      withheld: { unreliable: 1711, 'no-figures-reported': 3692 },
    });
    const shaded = [...documents.values()]
      .flatMap(({ industries }) => industries.sections)
      .filter(({ quality }) => quality === 'acceptable');
    expect([shaded.length, Math.max(...shaded.map(({ count }) => count ?? 0))]).toEqual([1843, 17448]);
  });

  it('2435 is the one unit group without any figure', () => {
    expect(
      [...documents].filter(([, { industries }]) => industries.sections.every(({ count }) => count === null)).map(([soc]) => soc),
    ).toEqual(['2435']);
  });
});
