// Parts of real answers of the survey: two columns of the United Kingdom, 16 occupations over 16 quarters, and what a program printed of a
// query for the year to September 2025. A fixture puts them into whole answers; only real values are asserted.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Needs } from '#sources/kit/source.ts';
import { qualityOfCv } from '#schemas/codes.ts';
import { round } from '#schemas/round.ts';
import { type ColumnName, columns, queries } from '#sources/aps-employment/layout.ts';
import { codeOf, coefficientOfVariation, isAboveUnits, statuses, total } from '#sources/aps-employment/reshape.ts';
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
    geographyName: 'United Kingdom',
    geography: 'K02000001',
    jobType: 'Total',
    hours: 'Total',
    status: 'Total',
    sex: 'All persons',
    measure: 'Count',
    measures: 'Value',
    observationStatus: 'A',
    observationStatusName: 'Normal Value',
    confidentiality: 'F',
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

  const empty = { value: '', observationStatus: 'Q', observationStatusName: statuses[0]?.text ?? '' };
  /** A column of the United Kingdom as rows. A cell that is empty there has a status, because the service gives each empty cell one. */
  const column = (path: string) =>
    records(path).map(({ soc2020 = '', obs_value: value = '' }) => {
      const occupation = `${soc2020} : ${titles.get(soc2020)}`;
      return { soc2020, value, fields: value === '' ? { ...empty, occupation } : { value, occupation } };
    });

  describe.each([
    ['2025-12', 'NM_218_1-UK-2025-derived/DERIVED_NM_218_1_UK_Jan-Dec2025_unit_groups.csv', 412, ['2435', '5433'], 33_214_900],
    ['2022-12', 'NM_218_1-UK-2022-derived/DERIVED_NM_218_1_UK_Jan-Dec2022_unit_groups.csv', 398, [], 32_031_500],
  ] as const)('the column of %s', (release, path, codes, withheld, sum) => {
    it('comes back as published, and nothing is invented beside it', async () => {
      const published = column(path);
      const { edition, problems } = await read(
        release,
        published.map(({ fields }) => fields),
      );
      expect(problems).toEqual([]);
      const found = edition.observations.employment.get('uk') ?? new Map();
      expect([published.length, found.size]).toEqual([codes, codes]);
      for (const { soc2020, value } of published) expect(found.get(soc2020)?.count, soc2020).toBe(value === '' ? null : Number(value));
      expect([...found].flatMap(([code, { count }]) => (count === null ? [code] : []))).toEqual(withheld);
      expect([...found.values()].reduce((all, { count }) => all + (count ?? 0), 0)).toBe(sum);
      // Without intervals no figure has a band, and none may be shown.
      expect(new Set([...found.values()].map(({ interval, quality, qualityBasis }) => `${interval} ${quality} ${qualityBasis}`))).toEqual(
        new Set(['null unrated null']),
      );
      expect(published.filter(({ value }) => Number(value) % 100 !== 0)).toEqual([]);
    });
  });

  it('410 unit groups with a value are a whole column; the 398 that a program kept are not, and would be held back', async () => {
    const counts = await Promise.all(
      (['2025-12', '2022-12'] as const).map(async (release) => {
        const year = release.slice(0, 4);
        const rows = column(`NM_218_1-UK-${year}-derived/DERIVED_NM_218_1_UK_Jan-Dec${year}_unit_groups.csv`);
        const { edition } = await read(
          release,
          rows.map(({ fields }) => fields),
        );
        return findingsOf(apsEmployment, 'published-count', edition);
      }),
    );
    expect(counts).toEqual([
      [],
      ['aps-employment 2022-12 uk: the number of the 412 unit groups with a figure is 398, expected 405 to 412'],
    ]);
  });

  const extract = () => records('NM_218_1-extract-2021-12_2025-09/aps_employment_2021_2025.csv');
  it('16 occupations over 16 quarters come back as published, from the first period on', async () => {
    const byDate = Map.groupBy(extract(), ({ DATE = '' }) => DATE);
    expect([byDate.size, extract().length]).toEqual([16, 256]);
    const values = new Map<string, number | null>();
    for (const [date, rows] of byDate) {
      const { edition, problems } = await read(
        date,
        rows.map(
          (row): Fields => ({
            occupation: row['SOC2020_FULL_NAME'] ?? '',
            value: row['OBS_VALUE'] ?? '',
            observationStatus: row['OBS_STATUS'] ?? '',
          }),
        ),
      );
      expect(problems, date).toEqual([]);
      expect(edition.observations.closing).toBe(date);
      for (const name of ['codes-mean-their-groups', 'titles-agree']) expect(findingsOf(apsEmployment, name, edition), date).toEqual([]);
      for (const [code, { count }] of edition.observations.employment.get('uk') ?? []) values.set(`${date} ${code}`, count);
    }
    expect([...values.values()]).toEqual(extract().map((row) => Number(row['OBS_VALUE'])));
    const anchors = {
      '2024-12 2121': 94_000,
      '2024-12 2129': 129_900,
      '2024-12 2455': 98_300,
      '2024-12 3582': 88_400,
      '2025-09 2453': 54_200,
    };
    for (const [key, value] of Object.entries(anchors)) expect(values.get(key), key).toBe(value);
  });
  it('the ordinals of soc2020_full are the places of the unit groups in the classification', () => {
    const codes = [...titles.keys()];
    const found = new Map(extract().map((row) => [row['SOC2020_FULL'], codeOf(row['SOC2020_FULL_NAME'] ?? '')]));
    expect(found.size).toBe(16);
    for (const [ordinal, code] of found) expect(codes[Number(ordinal) - 1], `${ordinal}`).toBe(code);
  });
  it('the growth beside the column of 2025 agrees with the first quarter of the extract', () => {
    const growth = new Map(
      records('NM_218_1-UK-2025-derived/DERIVED_NM_218_1_UK_Jan-Dec2025_unit_groups.csv').map((row) => [row['soc2020'], row]),
    );
    const first = extract().filter(({ DATE }) => DATE === '2021-12');
    expect(first).toHaveLength(16);
    for (const row of first) {
      const code = codeOf(row['SOC2020_FULL_NAME'] ?? '') ?? '';
      const { obs_value: now, 'growth_pct_from_2021-12': percent } = growth.get(code) ?? {};
      expect(round(100 * (Number(now) / Number(row['OBS_VALUE']) - 1), 1), code).toBe(Number(percent));
    }
  });

  describe('the year to September 2025', () => {
    const printed = text('outputs-2024-10_2025-09/printed-from-the-query.txt');
    /** The maximum of each column, which is its total: values and intervals by turns. */
    const totals = [...printed.matchAll(/^max +(.*?) *$/gm)].flatMap(([, line = '']) =>
      line
        .split(/ +/)
        .filter((cell) => cell !== '...')
        .map(Number),
    );
    const areas = [
      ['uk', 'United Kingdom', 'K02000001', 33_184_800, 231_700],
      ['england', 'England', 'E92000001', 28_122_900, 224_300],
      ['wales', 'Wales', 'W92000004', 1_462_000, 36_300],
      ['scotland', 'Scotland', 'S92000003', 2_687_000, 56_600],
      ['northern-ireland', 'Northern Ireland', 'N92000002', 912_800, 29_900],
    ] as const;

    it('the totals of the United Kingdom and its nations are precise by their intervals, and the nations add up', async () => {
      const { edition, problems } = await read(
        '2025-09',
        areas.flatMap(([, geographyName, geography, value, interval]) => [
          { geographyName, geography, occupation: 'Total', period: 'Oct 2024-Sep 2025', value: String(value) },
          { geographyName, geography, occupation: 'Total', period: 'Oct 2024-Sep 2025', value: String(interval), measures: 'Confidence' },
        ]),
      );
      expect(problems).toEqual([]);
      for (const [area, , , count, interval] of areas) {
        expect([totals.includes(count), totals.includes(interval)], area).toEqual([true, true]);
        expect(edition.observations.employment.get(area)?.get(total), area).toMatchObject({
          count,
          interval,
          quality: 'precise',
          qualityBasis: 'approximate-cv',
        });
      }
      expect(edition.observations.period).toBe('Oct 2024-Sep 2025');
      for (const name of ['nations-add-up', 'total-plausible', 'cv-law'])
        expect(findingsOf(apsEmployment, name, edition), name).toEqual([]);
      const missed = findingsOf(apsEmployment, 'expected-figures', edition);
      expect(missed.map((finding) => /2025-09 (.*): the count: found nothing/.exec(finding)?.[1])).toEqual(['uk 1111', 'uk 2453']);
    });
    it.each([
      ['a quarter of all groups are smaller', 29_725, 7_100, 12.2, 'acceptable'],
      ['the middle', 63_150, 10_100, 8.2, 'reasonable'],
      ['a quarter are larger', 182_300, 17_200, 4.8, 'precise'],
      ['the smallest', 1_800, 2_300, 65.2, 'unreliable'],
    ] as const)('%s: %i ± %i people, coefficient of variation %d, %s', (_, count, interval, percent, band) => {
      const row = (name: string) => new RegExp(`^${name} +(\\S+) +(\\S+)`, 'm').exec(printed)?.slice(1).map(Number) ?? [];
      const names: Readonly<Record<number, string>> = { 29725: '25%', 63150: '50%', 182300: '75%', 1800: 'min' };
      expect(row(names[count] ?? '')).toEqual([count, interval]);
      const cv = coefficientOfVariation(count, interval) ?? 0;
      expect([round(cv, 1), qualityOfCv(cv)]).toEqual([percent, band]);
    });
    it('the quartiles obey the law that the check cv-law asks for', () => {
      for (const [count, interval] of [
        [29_725, 7_100],
        [63_150, 10_100],
        [182_300, 17_200],
      ] as const)
        expect(Math.abs((coefficientOfVariation(count, interval) ?? 0) * Math.sqrt(count) - 2075)).toBeLessThan(30);
    });
    it('every printed label is a unit group of today or a larger group, whatever its title', () => {
      const labels = [...new Set([...printed.matchAll(/\b([1-9]\d{0,3} : \S.*?)(?= {2}|$)/gm)].map(([, label = '']) => label))];
      expect(labels).toContain('2233 : Specialist nurses');
      expect(labels).toContain('1 : Managers, Directors And Senior Official');
      expect(labels.length).toBeGreaterThan(25);
      for (const occupation of labels) {
        const code = codeOf(occupation);
        expect(code === null ? isAboveUnits({ occupation }) : titles.has(code), occupation).toBe(true);
      }
    });
    it('old and cut titles stop nothing', async () => {
      const { edition, problems } = await read('2025-09', [
        { occupation: '2233 : Specialist nurses', value: '100000' },
        { occupation: '1 : Managers, Directors And Senior Official', value: '3745000' },
        { occupation: '111 : Chief Executives and Senior Officials', value: '196100' },
        { occupation: '1111 : Chief executives and senior officials', value: '182900' },
      ]);
      expect(problems).toEqual([]);
      for (const name of ['codes-mean-their-groups', 'titles-agree']) expect(findingsOf(apsEmployment, name, edition)).toEqual([]);
      expect([...(edition.observations.employment.get('uk') ?? [])].map(([code, { count }]) => [code, count])).toEqual([
        ['2233', 100_000],
        ['1111', 182_900],
      ]);
    });
  });
});
