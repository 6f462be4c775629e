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
  /** Lines of a name and a whole number, perhaps with the number of the row before them. */
  const sums = (number: number) =>
    new Map([...step(number).matchAll(/^(?:\d+ +)?(\S.*?) {2,}(\d+)(?:\.0)?$/gm)].map(([, name = '', sum]) => [name, Number(sum)]));
  /** The first rows of a table: the sums of 2017 and of 2024. */
  const years = (number: number) => {
    const of2024 = [...step(number).matchAll(/^\d+ +(\d+) +\S+ *$/gm)].map(([, sum]) => Number(sum));
    return [...step(number).matchAll(/^\d+ +\S.*? +(\d+) *\\?$/gm)].map(([, of2017], row) => [Number(of2017), of2024[row] ?? 0] as const);
  };
  const averages: Readonly<Record<string, string>>[] = parseCsv(readFileSync(join(reference, 'DERIVED_job_ads_england_soc4.csv')), {
    columns: true,
  });
  const labels = new Map(averages.map((row) => [row['soc_4_digit_code'] ?? '', row['soc_4_digit_label'] ?? '']));
  const socs = [...labels.keys()];

  type Given = Readonly<Record<string, SampleCell>>;
  const cellsOf = (headers: readonly string[], given: Given): SampleCell[] =>
    headers.filter((header) => /-\d\d$|Q\d$/.test(header)).map((header) => given[header] ?? 0);
  /** What a row's sum has over the sum of whole months stands in one of the two months that suppress cells. */
  const monthsOf = (headers: readonly string[], all = 0, ofWhole = 0, more: Given = {}) =>
    cellsOf(headers, { 'Jan-18': ofWhole, ...more, 'Jun-25': all === ofWhole ? '[x]' : all - ofWhole, 'Jul-25': '[x]' });
  const patchy = { '2025Q2': '[x]', '2025Q3': '[x]' };

  function rowsOf(name: string, headers: readonly string[]): SampleCell[][] {
    if (name === 'Table 1') return quoted(step(5).split('\n')[0]).map((country) => [country, ...cellsOf(headers, {})]);
    if (name === 'Table 2') {
      const [all, whole] = [sums(36), sums(9)];
      return places.map(({ region, district, code }) => [
        region,
        'ITL2',
        district,
        code,
        ...monthsOf(headers, all.get(district), whole.get(district)),
      ]);
    }
    if (name === 'Table 3') {
      const [all, whole, first] = [sums(38), sums(12), years(41)];
      const uk = [...labels].map(([soc, label], row) => {
        const more = row < first.length ? { 'Jan-17': first[row]?.[0] ?? 0, 'Jan-24': first[row]?.[1] ?? 0 } : {};
        return ['Total UK', soc, label, ...monthsOf(headers, all.get(label), whole.get(label), more)];
      });
      return [
        ...uk,
        ...regions.flatMap(({ name: region }) => [...labels].map(([soc, label]) => [region, soc, label, ...monthsOf(headers)])),
      ];
    }
    if (name !== 'Table 5') return [];
    const row = (region: string, district: string, code: string | null, soc: string, given: Given): SampleCell[] => {
      return [region, 'ITL2', district, soc, labels.get(soc) ?? '', code, ...cellsOf(headers, { ...given, ...patchy })];
    };
    const { region = '', district = '', code = '' } = places[0] ?? {};
    const first = years(43).map(([of2017, of2024], at) =>
      row(region, district, code, socs[at] ?? '', { '2017Q1': of2017, '2024Q1': of2024 }),
    );
    return [...first, ...socs.map((soc) => row('London', 'London', null, soc, {}))];
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
    const silent = ['measure', 'first-period', 'last-month', 'last-quarter', 'same-months', 'regions', 'occupations', 'titles-known'];
    for (const name of [...silent, 'codes-mean-their-groups', 'titles-agree']) expect(findings(name), name).toEqual([]);
  });
  it('the printed sums are the anchors of this edition', () => {
    expect([[36, 9, 38, 12].map((number) => sums(number).size), [41, 43].map((number) => years(number).length)]).toEqual([
      [10, 10, 10, 10],
      [5, 5],
    ]);
    expect(findings('anchors')).toEqual([]);
  });
  it('two months and two quarters have suppressed cells', () => {
    const tables = { 'Table 2': 'places', 'Table 3': 'regions', 'Table 5': 'local' } as const;
    const patched = Object.entries(tables).map(
      ([name, kind]) => periodsIn(read.edition.rows, kind).headers.length - printedOf(name).wholePeriods,
    );
    expect(patched).toEqual([2, 2, 2]);
  });
});
