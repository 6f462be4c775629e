// The one real account of the survey's data set: the department's own catalogue of its files of 2019, which lists the columns of each.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readWorkbook } from '#sources/kit/read/workbook.ts';
import { employerSkillsSurvey } from '#sources/employer-skills-survey/source.ts';
import { describeRealFiles, publisherFiles } from '../publisher-files.ts';
import { structureOfSample } from './classification.ts';
import { findingsOf } from './data-set.ts';
import { examine, needsOf } from './examine.ts';

// Row 239 of the catalogue marks the columns of the data set "Vacancy measures by occupational group".
const dataSet = 239;
const widest = 926;

describeRealFiles("the department's catalogue of its files", () => {
  test('lists the columns that are read, and no other', async () => {
    const file = 'SkillsDataUFS.xlsm';
    const bytes = readFileSync(join(publisherFiles, 'employer-skills-survey/_reference', file));
    const workbook = await readWorkbook(file, file, bytes);
    const sheet = workbook.sheets.find(({ name }) => name === 'AllVarLinks') ?? expect.fail(file);
    expect(sheet.text(dataSet, 5)).toBe('Vacancy measures by occupational group');
    const columns = Array.from({ length: widest }, (_, index) => index + 1).filter((column) => sheet.text(dataSet, column) === 'x');
    const names = columns.map((column) => sheet.text(1, column));
    expect(names).toHaveLength(16);
    expect([names[11], names.at(-1)]).toEqual(['soc_4_labelled', 'sample_estab_w_vac_for_x_occ']);
    // "(SOC2010)" stands in what the columns are called, not in their names.
    expect(sheet.text(2, columns[11] ?? 0)).toMatch(/^4 digit Standard Occupational Classification code and name\s+\(SOC2010\)$/);

    const made: Readonly<Record<string, string>> = {
      time_period: '2019',
      time_identifier: 'Calendar year',
      geographic_level: 'National',
      country_code: 'K02000001',
      country_name: 'United Kingdom',
    };
    const row = names.map((name) => made[name] ?? (/_sum|_den|sample/.test(name) ? '0' : 'Total'));
    const needs = needsOf({ 'soc-structure': await structureOfSample() });
    const { edition, problems } = await examine(
      employerSkillsSurvey,
      '2019',
      [{ name: 'a.csv', bytes: Buffer.from(`${names.join()}\n${row.join()}\n`) }],
      needs,
    );
    expect([problems, findingsOf(employerSkillsSurvey, 'header', edition)]).toEqual([[], []]);
  });
});
