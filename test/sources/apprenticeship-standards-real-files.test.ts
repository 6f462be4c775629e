// 640 real standards of 15 April 2026 through parse and reshape. An extract of the publisher's list holds them: approved standards of
// twelve routes, eight members each. Only these members are looked at.
import { createHash } from 'node:crypto';
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
  const standardsOf = async () => [...(await reading).edition.observations.standards.values()];
  const countOf = <Key extends string | number>(values: readonly Key[]) =>
    Object.fromEntries([...Map.groupBy(values, (value) => value)].map(([value, of]) => [value, of.length]));

  test('the extract is the one described', () => {
    const sha256 = (name: string) =>
      createHash('sha256')
        .update(readText(`${extract}/${name}`))
        .digest('hex');
    expect(sha256('ifate_standards.csv')).toBe('b7b1a20476d7f7db7d0d411787bfbbdca72385c17c307ac916bf5dd02d3691ac');
    expect(sha256('ifate_relevant_standards.json')).toBe('ba68e0b870b45942b0e20d818dd53727f5c5a1727c599d08e7cb5ac75aa86999');
  });

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

  test('levels, durations and funding', async () => {
    const standards = await standardsOf();
    expect(countOf(standards.map(({ level }) => level))).toEqual({ 2: 120, 3: 216, 4: 103, 5: 38, 6: 104, 7: 59 });
    const months = standards.map(({ typicalDurationMonths }) => typicalDurationMonths ?? 0);
    expect([new Set(months).size, Math.min(...months), Math.max(...months)]).toEqual([26, 8, 72]);
    // Shorter than a year, which was the shortest duration until 2025.
    expect(
      standards
        .filter(({ typicalDurationMonths }) => (typicalDurationMonths ?? 0) < 12)
        .map((one) => `${one.reference} ${one.typicalDurationMonths}`),
    ).toEqual(['ST0158 8', 'ST0216 8', 'ST0341 9', 'ST0490 9']);
    const funding = standards.map(({ maximumFundingPounds }) => maximumFundingPounds ?? 0);
    expect([Math.min(...funding), Math.max(...funding)]).toEqual([2500, 27_000]);
    expect(new Set(standards.map(({ route }) => route)).size).toBe(12);
  });

  test('two have no LARS code; 88 have no typical job title, the others 3,370', async () => {
    const standards = await standardsOf();
    expect(standards.filter(({ larsCode }) => larsCode === null).map(({ reference }) => reference)).toEqual(['ST1490', 'ST1516']);
    expect(standards.filter(({ jobTitles }) => jobTitles.length === 0)).toHaveLength(88);
    expect((await reading).edition.rows.reduce((sum, { typicalJobTitles }) => sum + typicalJobTitles.length, 0)).toBe(3370);
  });

  test.each([
    ['ST0129', 'Software tester', 91, 4, 24, 18_000],
    ['ST0061', 'Building services engineering service and maintenance engineer', 193, 3, 48, 18_000],
    ['ST1312', 'Legal technician - conveyancing technician or probate technician', 749, 4, 24, 10_000],
    ['ST0594', 'Funeral team member', 412, 2, 12, 4000],
    ['ST1386', 'Data engineer', 746, 5, 24, 19_000],
    ['ST0001', 'Accountancy or taxation professional', 204, 7, 36, 21_000],
    ['ST0002', 'Assistant accountant', 133, 3, 15, 12_000],
  ])('%s %s', async (reference, title, larsCode, level, typicalDurationMonths, maximumFundingPounds) => {
    expect((await reading).edition.observations.standards.get(reference)).toMatchObject({
      ...{ title, larsCode, level, typicalDurationMonths, maximumFundingPounds },
    });
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

  test('three standards of September 2026 have equal values, and their versions and pages', async () => {
    interface Derived extends Readonly<Record<'referenceNumber' | 'title' | 'version' | 'url', string>> {
      readonly typicalDurationMonths: number;
      readonly larsCode: number;
      readonly maxFunding: number;
      readonly typicalJobTitles: readonly string[];
    }
    const { standards }: { standards: Readonly<Record<string, Derived>> } = JSON.parse(
      readText(`${folder}/apprenticeshipstandards_sample_derived.json`),
    );
    const records = Object.values(standards).map(({ typicalDurationMonths, url, ...own }) =>
      standardRecord({
        ...own,
        versionNumber: own.version,
        typicalDuration: typicalDurationMonths,
        standardPageUrl: url,
      }),
    );
    const { edition, problems } = await examineRecords(records);
    expect(problems).toEqual([]);
    const earlier = (await reading).edition.observations.standards;
    const facts = [...edition.observations.standards.values()].map(
      ({ reference, version, level, typicalDurationMonths, maximumFundingPounds, larsCode, jobTitles, url }) => {
        expect(earlier.get(reference)).toMatchObject({ level, typicalDurationMonths, maximumFundingPounds, larsCode });
        return [reference, version, level, typicalDurationMonths, maximumFundingPounds, larsCode, jobTitles.length, url];
      },
    );
    const page = 'https://skillsengland.education.gov.uk/apprenticeships';
    expect(facts).toEqual([
      ['ST0096', '2.2', 2, 24, 13_000, 529, 1, `${page}/st0096-v2-2`],
      ['ST0116', '1.2', 4, 24, 18_000, 2, 4, `${page}/st0116-v1-2`],
      ['ST0117', '1.2', 4, 18, 18_000, 165, 0, `${page}/st0117-v1-2`],
    ]);
  });
});
