// 640 real standards of 15 April 2026 through parse and reshape. An extract of the publisher's list holds them: approved standards of
// twelve routes, eight members each. Only these members are looked at.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { apprenticeshipStandards } from '#sources/apprenticeship-standards/source.ts';
import { describeRealFiles, publisherFiles } from '../publisher-files.ts';
import { examine, needsOf } from './examine.ts';
import { extractedStandards, readText, standardRecord, structure } from './skills-england-extracts.ts';

const folder = 'apprenticeship-standards/_reference';
const extract = `${folder}/2026-04-15-extract`;
const needs = needsOf({ 'soc-structure': structure });

const examineRecords = (records: readonly unknown[]) =>
  examine(
    apprenticeshipStandards,
    '2026-04-15',
    [{ name: 'apprenticeshipstandards.json', bytes: Buffer.from(JSON.stringify(records)) }],
    needs,
  );

describeRealFiles('the apprenticeship standards of April 2026', () => {
  const given = extractedStandards();
  const reading = examineRecords(given.map((one) => standardRecord({ ...one })));

  test('all 640 are read without a problem; only their number is too small for the whole list', async () => {
    const { edition, problems } = await reading;
    expect([problems, edition.observations.standards.size]).toEqual([[], 640]);
    expect(
      apprenticeshipStandards.checks.flatMap(({ name, check }) => check(edition, null).map(({ message }) => `${name}: ${message}`)),
    ).toEqual(['record-count: the number of records is 640, expected 1500 to 3000']);
  });

  test.each([
    ['titles', (_: (typeof given)[number], before: (typeof given)[number]) => ({ title: before.title })],
    ['job titles', (_: (typeof given)[number], before: (typeof given)[number]) => ({ typicalJobTitles: before.typicalJobTitles })],
  ])('%s shifted by a row are held back, beside the list before and alone', async (_, change) => {
    const changed = given.map((one, at) => standardRecord({ ...one, ...change(one, given[at - 1] ?? one) }));
    const [{ edition }, before] = [await examineRecords(changed), (await reading).edition];
    const names = (previous: typeof before | null) =>
      apprenticeshipStandards.checks.filter(({ name, check }) => name.startsWith('texts-') && check(edition, previous).length > 0);
    expect(names(null).map(({ name }) => name)).toEqual(['texts-of-their-titles']);
    expect(names(before).map(({ name }) => name)).toEqual(['texts-of-their-codes', 'texts-of-their-titles']);
  });

  test('every value is the one in both files of the extract', async () => {
    const { standards } = (await reading).edition.observations;
    const lines: readonly Readonly<Record<string, string>>[] = parse(readText(`${extract}/ifate_standards.csv`), { columns: true });
    expect(lines).toHaveLength(640);
    for (const line of lines) {
      const found = standards.get(line['referenceNumber'] ?? '');
      expect(found).toMatchObject({
        ...{ title: line['title'], level: Number(line['level']), route: line['route'], status: 'approved' },
        ...{ typicalDurationMonths: Number(line['typicalDuration']), maximumFundingPounds: Number(line['maxFunding']) },
        larsCode: line['larsCode'] === '' ? null : Number(line['larsCode']),
      });
    }
    for (const { referenceNumber, typicalJobTitles } of given)
      expect(standards.get(referenceNumber)?.jobTitles).toEqual([...new Set(typicalJobTitles)]);
  });

  // The pages of fifteen standards in August 2026. They print LARS codes as texts, which the list never does.
  test('the pages of fifteen standards name the same LARS codes and titles as our reading of the list', async () => {
    const { standards } = (await reading).edition.observations;
    const names = readdirSync(join(publisherFiles, folder)).filter((name) => /^ST\d{4}\.json$/.test(name));
    const pages = new Map(names.sort().map((name) => [name.slice(0, 6), JSON.parse(readText(`${folder}/${name}`))]));
    // ST1472 opened on 1 August 2026, after the list was fetched.
    expect([pages.size, [...pages.keys()].filter((reference) => !standards.has(reference))]).toEqual([15, ['ST1472']]);
    for (const [reference, { lars_code: larsCode, title }] of pages)
      if (reference !== 'ST1472') expect(standards.get(reference)).toMatchObject({ larsCode: Number(larsCode), title });
  });
});
