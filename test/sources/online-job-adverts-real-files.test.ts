// The adverts workbook of November 2025 as far as it is known: its sheets, headers and sums as a public program printed them. A fixture puts
// them into the publisher's layout; its other cells are 0 or suppressed, and only real values are asserted.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import { beforeAll, expect, it } from 'vitest';
import { districts } from '#sources/local-authorities/layout.ts';
import { type SampleCell, writeWorkbook } from '#sources/kit/sample/workbook.ts';
import { areas as contractAreas } from '#schemas/codes.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { localAuthorities } from '#sources/local-authorities/source.ts';
import { type Rows, periodsIn } from '#sources/online-job-adverts/layout.ts';
import type { AdvertObservations } from '#sources/online-job-adverts/reshape.ts';
import { onlineJobAdverts } from '#sources/online-job-adverts/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { describeRealFiles, publisherFiles } from '../publisher-files.ts';
import { findingsOf } from './data-set.ts';
import { type Outcome, examine, examineReal, examineSample, needsOf } from './examine.ts';

const reference = join(publisherFiles, 'online-job-adverts/_reference');
const regions = contractAreas.filter(({ slug }) => slug !== 'uk' && slug !== 'england').sort((a, b) => byCodeUnit(a.name, b.name));
/** All places by region, in the order of names, London in its place among them. */
const places = regions.flatMap(({ name: region, code: partOf, slug }): { region: string; district: string; code: string | null }[] => {
  if (slug === 'london') return [{ region, district: region, code: null }];
  const own = districts.filter((district) => district.partOf === partOf).map(({ name: district, code }) => ({ region, district, code }));
  return own.sort((a, b) => byCodeUnit(a.district, b.district));
});

describeRealFiles('online job adverts of November 2025, put together from what is known of them', () => {
  // What the program printed of the workbook, by the number of its step.
  const text = readFileSync(join(reference, '2025-11-outputs/printed-from-the-workbook.txt'), 'utf8');
  const step = (number: number) => (text.split(`--- output of cell ${number}\n`)[1] ?? '').split('--- output of cell')[0] ?? '';
  const quoted = (list = '') => [...list.matchAll(/'([^']*)'/g)].map(([, item = '']) => item);
  const printedOf = (name: string) => {
    const printed = step(2).split(`Loading sheet: ${name}\n`)[1] ?? '';
    const headers = quoted(/Columns:\n\[(.*)\]/.exec(printed)?.[1]);
    return { headers, wholePeriods: Number(/int64\((\d+)\)/.exec(printed)?.[1]) };
  };
  const averages: Readonly<Record<string, string>>[] = parseCsv(readFileSync(join(reference, 'DERIVED_job_ads_england_soc4.csv')), {
    columns: true,
  });
  const labels = new Map(averages.map((row) => [row['soc_4_digit_code'] ?? '', row['soc_4_digit_label'] ?? '']));

  const patchy = ['Jun-25', 'Jul-25', '2025Q2', '2025Q3'];
  const cellsOf = (headers: readonly string[], suppressed: readonly string[]): SampleCell[] =>
    headers.filter((header) => /-\d\d$|Q\d$/.test(header)).map((header) => (suppressed.includes(header) ? '[x]' : 0));

  function rowsOf(name: string, headers: readonly string[]): SampleCell[][] {
    const cells = cellsOf(headers, patchy);
    if (name === 'Table 1') return quoted(step(5).split('\n')[0]).map((country) => [country, ...cellsOf(headers, [])]);
    if (name === 'Table 2') return places.map(({ region, district, code }) => [region, 'ITL2', district, code, ...cells]);
    if (name === 'Table 3')
      return ['Total UK', ...regions.map((region) => region.name)].flatMap((region) =>
        [...labels].map(([soc, label]) => [region, soc, label, ...cells]),
      );
    if (name !== 'Table 5') return [];
    return [...labels].map(([soc, label]) => ['London', 'ITL2', 'London', soc, label, null, ...cells]);
  }

  let read: Outcome<Rows, AdvertObservations>;
  beforeAll(async () => {
    const structure = (await examineReal(socStructure, '2025-04-16')).edition.observations;
    const needs = needsOf({
      'soc-structure': structure,
      'local-authorities': (await examineSample(localAuthorities)).edition.observations,
    });
    const sheets = [...step(1).matchAll(/^- (.*)$/gm)].map(([, name = '']) => {
      const { headers } = printedOf(name);
      const head = headers.map((header) => (header.startsWith('Unnamed') ? null : header));
      return { name, rows: [['t'], [], [], [], head, ...rowsOf(name, headers)] };
    });
    const files = [{ name: 'labourdemandbyoccupation.xlsx', bytes: await writeWorkbook(sheets) }];
    read = await examine(onlineJobAdverts, '2025-11', files, needs);
  });
  const findings = (name: string) => findingsOf(onlineJobAdverts, name, read.edition);

  it('its sheets, headers and periods are understood', () => {
    expect(read.problems).toEqual([]);
    const { months, quarters } = read.edition.observations;
    expect([months.length, months[0], months.at(-1)]).toEqual([107, '2017-01', '2025-11']);
    expect([quarters.length, quarters[0], quarters.at(-1)]).toEqual([35, '2017-Q1', '2025-Q3']);
    const silent = ['measure', 'periods', 'last-quarter', 'regions', 'occupations', 'titles-known'];
    for (const name of [...silent, 'codes-mean-their-groups', 'titles-agree']) expect(findings(name), name).toEqual([]);
  });
  it('two months and two quarters have suppressed cells', () => {
    const tables = { 'Table 2': 'places', 'Table 3': 'regions', 'Table 5': 'local' } as const;
    const patched = Object.entries(tables).map(
      ([name, kind]) => periodsIn(read.edition.rows, kind).headers.length - printedOf(name).wholePeriods,
    );
    expect(patched).toEqual([2, 2, 2]);
  });
});
