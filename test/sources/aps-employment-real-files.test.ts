// Parts of real answers of the survey: two columns of the United Kingdom, 16 occupations over 16 quarters, and what a program printed of a
// query for the year to September 2025. A fixture puts them into whole answers; only real values are asserted.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import { beforeAll, expect, it } from 'vitest';
import type { Needs } from '#sources/kit/source.ts';
import { type ColumnName, columns, queries } from '#sources/aps-employment/layout.ts';
import { codeOf, isAboveUnits, statuses, total } from '#sources/aps-employment/reshape.ts';
import { apsEmployment } from '#sources/aps-employment/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { findingsOf } from './data-set.ts';
import { examine, examineReal, needsOf } from './examine.ts';
import { describeRealFiles, publisherFiles } from '../publisher-files.ts';

const text = (path: string) => readFileSync(join(publisherFiles, 'aps-employment/_reference', path), 'utf8');
const records = (path: string): Readonly<Record<string, string>>[] => parseCsv(text(path), { columns: true });

type Fields = Partial<Record<ColumnName, string>>;

/** The four answers of a release with these rows for everybody, in the quoting of the service; the other answers have none. */
function answers(rows: readonly Fields[]) {
  const names = Object.keys(columns) as ColumnName[];
  const usual: Fields = {
    ...{ geographyName: 'United Kingdom', geography: 'K02000001', jobType: 'Total', hours: 'Total', status: 'Total', sex: 'All persons' },
    ...{ measure: 'Count', measures: 'Value', observationStatus: 'A', observationStatusName: 'Normal Value', confidentiality: 'F' },
    recordCount: String(rows.length),
  };
  const line = (fields: Fields) => names.map((name) => (name === 'value' ? (fields.value ?? '') : `"${fields[name] ?? ''}"`)).join(',');
  const header = names.map((name) => `"${columns[name][0]}"`).join(',');
  return queries.map(({ name }) => {
    const lines = name === 'employment' ? rows.map((row) => line({ ...usual, ...row })) : [];
    return { name: `${name}.csv`, bytes: Buffer.from([header, ...lines, ''].join('\n')) };
  });
}

describeRealFiles('employment, parts of real answers', () => {
  let needs: Needs;
  let titles: ReadonlyMap<string, string>;
  beforeAll(async () => {
    needs = needsOf({ 'soc-structure': (await examineReal(socStructure, '2025-04-16')).edition.observations });
    titles = new Map(needs.get('soc-structure').unitGroups.map(({ code, title }) => [code, title]));
  });
  const read = (release: string, rows: readonly Fields[]) =>
    examine(apsEmployment, release, answers(rows.map((row) => ({ date: release, ...row }))), needs);
  // An empty cell of the column has a status, because the service gives each empty cell one.
  const empty = { value: '', observationStatus: 'Q', observationStatusName: statuses[0]?.text ?? '' };

  it.each([
    ['2025', 412, ['2435', '5433'], 33_214_900],
    // The program that printed it kept 398 of 412 groups, so it is no whole column.
    ['2022', 398, [], 32_031_500],
  ])('the column of %s comes back as published', async (year, codes, withheld, sum) => {
    const column = records(`NM_218_1-UK-${year}-derived/DERIVED_NM_218_1_UK_Jan-Dec${year}_unit_groups.csv`);
    const { edition, problems } = await read(
      `${year}-12`,
      column.map(({ soc2020 = '', obs_value: value = '' }) => ({
        ...(value === '' ? empty : { value }),
        occupation: `${soc2020} : ${titles.get(soc2020)}`,
      })),
    );
    const found = [...(edition.observations.tables.get('uk') ?? [])];
    expect([problems, found.length]).toEqual([[], codes]);
    expect(found.map(([code, { count }]) => [code, count])).toEqual(
      column.map(({ soc2020, obs_value: value }) => [soc2020, value === '' ? null : Number(value)]),
    );
    expect(found.flatMap(([code, { count }]) => (count === null ? [code] : []))).toEqual(withheld);
    expect(found.reduce((all, [, { count }]) => all + (count ?? 0), 0)).toBe(sum);
  });

  const extract = () => records('NM_218_1-extract-2021-12_2025-09/aps_employment_2021_2025.csv');
  it('16 occupations over 16 quarters come back as published; an ordinal is the place of its group in the classification', async () => {
    const values: (number | null)[] = [];
    const byDate = Map.groupBy(extract(), ({ DATE = '' }) => DATE);
    expect(byDate.size).toBe(16);
    for (const [date, rows] of byDate) {
      const { edition, problems } = await read(
        date,
        rows.map(({ SOC2020_FULL_NAME: occupation = '', OBS_VALUE: value = '', OBS_STATUS: observationStatus = '' }) => ({
          ...{ occupation, value, observationStatus },
        })),
      );
      const wrong = ['codes-mean-their-groups', 'titles-agree'].flatMap((name) => findingsOf(apsEmployment, name, edition));
      expect([problems, wrong, edition.observations.closing]).toEqual([[], [], date]);
      values.push(...(edition.observations.tables.get('uk')?.values() ?? []).map(({ count }) => count));
    }
    expect(values).toEqual(extract().map((row) => Number(row['OBS_VALUE'])));
    const codes = [...titles.keys()];
    for (const row of extract()) expect(codes[Number(row['SOC2020_FULL']) - 1]).toBe(codeOf(row['SOC2020_FULL_NAME'] ?? ''));
  });

  it('the totals of the year to September 2025 are precise by their intervals, and the nations add up', async () => {
    const areas = [
      ['uk', 'United Kingdom', 'K02000001', 33_184_800, 231_700],
      ['england', 'England', 'E92000001', 28_122_900, 224_300],
      ['wales', 'Wales', 'W92000004', 1_462_000, 36_300],
      ['scotland', 'Scotland', 'S92000003', 2_687_000, 56_600],
      ['northern-ireland', 'Northern Ireland', 'N92000002', 912_800, 29_900],
    ] as const;
    const { edition, problems } = await read(
      '2025-09',
      areas.flatMap(([, geographyName, geography, value, interval]) => [
        { geographyName, geography, occupation: 'Total', period: 'Oct 2024-Sep 2025', value: String(value) },
        { geographyName, geography, occupation: 'Total', period: 'Oct 2024-Sep 2025', value: String(interval), measures: 'Confidence' },
      ]),
    );
    expect(problems).toEqual([]);
    for (const [area, , , count, interval] of areas)
      expect(edition.observations.tables.get(area)?.get(total), area).toMatchObject({ count, interval, quality: 'precise' });
    expect(['nations-add-up', 'total-plausible', 'cv-law'].flatMap((name) => findingsOf(apsEmployment, name, edition))).toEqual([]);
  });

  it('every printed label is a unit group of today or a larger group, whatever its title', () => {
    const printed = text('outputs-2024-10_2025-09/printed-from-the-query.txt');
    const labels = [...new Set([...printed.matchAll(/\b([1-9]\d{0,3} : \S.*?)(?= {2}|$)/gm)].map(([, label = '']) => label))];
    expect(labels.length).toBeGreaterThan(25);
    for (const occupation of labels) {
      const code = codeOf(occupation);
      expect(code === null ? isAboveUnits({ occupation }) : titles.has(code), occupation).toBe(true);
    }
  });
});
