// The adverts workbook of November 2025 as far as it is known: its sheets, headers, counts of rows and sums as a public program printed them,
// and quarters of England that a department took from it. A fixture puts them into the publisher's layout. Its other cells are 0 or
// suppressed, and only real values are asserted.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import { beforeAll, expect, it } from 'vitest';
import { districts } from '#sources/local-authorities/layout.ts';
import { type SampleCell, writeWorkbook } from '#sources/kit/sample/workbook.ts';
import { areas as contractAreas, unitGroupCount } from '#schemas/codes.ts';
import { byCodeUnit } from '#schemas/order.ts';
import type { LocalAdvertDocument } from '#schemas/resources/local-adverts.ts';
import { localAuthorities } from '#sources/local-authorities/source.ts';
import { type Rows, type TableKind, layout, periodsIn } from '#sources/online-job-adverts/layout.ts';
import { type AdvertObservations, suppressed } from '#sources/online-job-adverts/reshape.ts';
import { november2025 } from '#sources/online-job-adverts/sample.ts';
import { onlineJobAdverts } from '#sources/online-job-adverts/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { describeRealFiles, publisherFiles } from '../publisher-files.ts';
import { bodiesOf, findingsOf } from './data-set.ts';
import { type Outcome, examine, examineReal, examineSample, needsOf } from './examine.ts';

const reference = join(publisherFiles, 'online-job-adverts/_reference');

/** What the program printed of the workbook, by the number of its step. */
function readPrinted() {
  const text = readFileSync(join(reference, '2025-11-outputs/printed-from-the-workbook.txt'), 'utf8');
  const step = (number: number) => (text.split(`--- output of cell ${number}\n`)[1] ?? '').split('--- output of cell')[0] ?? '';
  const quoted = (list = '') => [...list.matchAll(/'([^']*)'/g)].map(([, item = '']) => item);
  return {
    sheets: [...step(1).matchAll(/^- (.*)$/gm)].map(([, name = '']) => name),
    /** Headers and the number of rows below; of the periods, how many hold whole numbers only. */
    sheet(name: string) {
      const printed = step(2).split(`Loading sheet: ${name}\n`)[1] ?? '';
      return {
        headers: quoted(/Columns:\n\[(.*)\]/.exec(printed)?.[1]),
        rows: Number(/RangeIndex: (\d+) entries/.exec(printed)?.[1]),
        wholePeriods: Number(/int64\((\d+)\)/.exec(printed)?.[1]),
      };
    },
    countries: quoted(step(5).split('\n')[0]),
    /** Lines of a name and a whole number, perhaps with the number of the row before them. */
    sums(number: number) {
      const lines = step(number).matchAll(/^(?:(\d+) +)?(\S.*?) {2,}(\d+)(?:\.0)?$/gm);
      return [...lines].map(([, row, name = '', sum]) => ({ row: row === undefined ? null : Number(row), name, sum: Number(sum) }));
    },
    /** The first rows of a table: the sums of 2017 and of 2024. */
    years: (number: number) =>
      [...step(number).matchAll(/^\d +\S.*? +(\d+) *\\?$/gm)].map(([, of2017], row) => {
        const of2024 = [...step(number).matchAll(/^\d +(\d+) +\S+ *$/gm)][row]?.[1];
        return [Number(of2017), Number(of2024)] as const;
      }),
  };
}

/** A department's averages of three months in England, by occupation and last month. */
function readAverages() {
  const text = readFileSync(join(reference, 'DERIVED_job_ads_england_soc4.csv'));
  const rows: Readonly<Record<string, string>>[] = parseCsv(text, { columns: true });
  return rows
    .filter(({ metric }) => metric === 'soc_3m_avg')
    .map((row) => ({
      soc: row['soc_4_digit_code'] ?? '',
      label: row['soc_4_digit_label'] ?? '',
      month: (row['timePeriod'] ?? '').slice(0, 7),
      /** The sum of the three months, if all are published. */
      sum: 3 * Number(row['value']),
    }));
}

/** An average of two months, where one is suppressed, has a half in every second case. */
const isOfTwoMonths = (sum: number) => Math.abs(sum - Math.round(sum)) > 1e-6;

const regions = contractAreas.filter(({ slug }) => slug !== 'uk' && slug !== 'england');

interface Place {
  readonly region: string;
  readonly district: string;
  readonly code: string | null;
}

/** All places by region, in the order of names, London in its place among them. */
const placesInOrder = [...regions]
  .sort((a, b) => byCodeUnit(a.name, b.name))
  .flatMap(({ name: region, code: partOf, slug }): Place[] =>
    slug === 'london'
      ? [{ region, district: region, code: null }]
      : districts
          .filter((district) => district.partOf === partOf)
          .map(({ name: district, code }) => ({ region, district, code }))
          .sort((a, b) => byCodeUnit(a.district, b.district)),
  );

type Given = Readonly<Record<string, SampleCell>>;
const above: SampleCell[][] = [['t'], [], [], []];

describeRealFiles('online job adverts of November 2025, put together from what is known of them', () => {
  const printed = readPrinted();
  const averages = readAverages();
  const labels = new Map(averages.map(({ soc, label }) => [soc, label]));
  const socs = [...labels.keys()];
  const [places, wholePlaces, occupations, wholeOccupations] = [printed.sums(36), printed.sums(9), printed.sums(38), printed.sums(12)];
  /** The sums of England's quarters, by occupation and quarter, for 2021Q1 to 2025Q1. None of their months is suppressed. */
  const england = new Map(
    averages
      .filter(({ month }) => month < '2025-04' && Number(month.slice(5)) % 3 === 0)
      .map(({ soc, month, sum }) => [`${soc} ${month.slice(0, 4)}Q${Number(month.slice(5)) / 3}`, Math.round(sum)]),
  );

  /** The cells of a row's periods, 0 where none is given. */
  function cellsOf(headers: readonly string[], given: Given): SampleCell[] {
    return headers.filter((header) => /-\d\d$|Q\d$/.test(header)).map((header) => given[header] ?? 0);
  }
  /** The months of a row. What its sum has over the sum of whole months stands in one of the two months that suppress cells. */
  function monthsOf(headers: readonly string[], name: string, sums: typeof places, whole: typeof places, more: Given = {}): SampleCell[] {
    const [all, ofWhole] = [sums, whole].map((list) => list.find((listed) => listed.name === name)?.sum ?? 0) as [number, number];
    const patchy = { 'Jun-25': all === ofWhole ? '[x]' : all - ofWhole, 'Jul-25': '[x]' };
    return cellsOf(headers, { ...more, ...patchy, ...(ofWhole === 0 ? {} : { 'Jan-18': ofWhole }) });
  }

  function fixtureOf(name: string): SampleCell[][] {
    const headers = printed.sheet(name).headers;
    const quarterly = (region: string, district: string, code: string | null, soc: string, given: Given): SampleCell[] => {
      const patchy = { '2025Q2': '[x]', '2025Q3': '[x]' };
      return [region, 'ITL2', district, soc, labels.get(soc) ?? '', code, ...cellsOf(headers, { ...given, ...patchy })];
    };
    const rows: Readonly<Record<string, () => SampleCell[][]>> = {
      'Table 1': () => printed.countries.map((country) => [country, ...cellsOf(headers, {})]),
      'Table 2': () =>
        placesInOrder.map(({ region, district, code }) => [
          region,
          'ITL2',
          district,
          code,
          ...monthsOf(headers, district, places, wholePlaces),
        ]),
      'Table 3': () => [
        ...socs.map((soc, row) => {
          const [of2017, of2024] = printed.years(41)[row] ?? [0, 0];
          const years = { 'Jan-17': of2017, 'Jan-24': of2024 };
          const label = labels.get(soc) ?? '';
          return ['Total UK', soc, label, ...monthsOf(headers, label, occupations, wholeOccupations, years)];
        }),
        ...regions.flatMap(({ name: region }) => socs.map((soc) => [region, soc, labels.get(soc) ?? '', ...monthsOf(headers, '', [], [])])),
      ],
      'Table 5': () => [
        ...printed.years(43).map(([of2017, of2024], row) => {
          const { region = '', district = '', code = '' } = placesInOrder[0] ?? {};
          return quarterly(region, district, code, socs[row] ?? '', { '2017Q1': of2017, '2024Q1': of2024 });
        }),
        ...socs.map((soc) => {
          const given = headers.map((header) => [header, england.get(`${soc} ${header}`) ?? 0]);
          return quarterly('London', 'London', null, soc, Object.fromEntries(given));
        }),
      ],
    };
    return [...above, headers.map((header) => (header.startsWith('Unnamed') ? null : header)), ...(rows[name]?.() ?? [])];
  }

  let read: Outcome<Rows, AdvertObservations>;
  beforeAll(async () => {
    const needs = needsOf({
      'soc-structure': (await examineReal(socStructure, '2025-04-16')).edition.observations,
      'local-authorities': (await examineSample(localAuthorities)).edition.observations,
    });
    const bytes = await writeWorkbook(printed.sheets.map((name) => ({ name, rows: fixtureOf(name) })));
    read = await examine(onlineJobAdverts, '2025-11', [{ name: 'labourdemandbyoccupation.xlsx', bytes }], needs);
  });
  const findings = (name: string) => findingsOf(onlineJobAdverts, name, read.edition);
  const rowsOf = (kind: TableKind) => layout.of(read.edition.rows, kind).length;

  it('its sheets, headers and periods are understood', () => {
    expect(read.problems).toEqual([]);
    const { months, quarters, countries } = read.edition.observations;
    expect([months.length, months[0], months.at(-1)]).toEqual([107, '2017-01', '2025-11']);
    expect([quarters.length, quarters[0], quarters.at(-1)]).toEqual([35, '2017-Q1', '2025-Q3']);
    const widths = ['Table 1', 'Table 2', 'Table 3', 'Table 4', 'Table 5'].map((table) => printed.sheet(table).headers.length);
    expect(widths).toEqual([1 + 107, 4 + 107, 3 + 107, 6 + 107, 6 + 35]);
    expect([...countries.keys()]).toEqual(['uk', 'england', 'scotland', 'wales', 'northern-ireland', 'unknown']);
    const silent = [
      'measure',
      'first-period',
      'last-month',
      'last-quarter',
      'same-months',
      'regions',
      'occupations',
      'codes-mean-their-groups',
      'titles-agree',
      'titles-known',
    ];
    for (const name of silent) expect(findings(name), name).toEqual([]);
  });
  it('every count of rows follows from the lists of places and occupations', () => {
    const [one, two, three, five] = (['Table 1', 'Table 2', 'Table 3', 'Table 5'] as const).map((table) => printed.sheet(table).rows);
    expect([one, two, three]).toEqual([rowsOf('countries'), rowsOf('places'), rowsOf('regions')]);
    const { areas } = read.edition.observations;
    expect([two, three]).toEqual([areas.length, 13 * (unitGroupCount + 1)]);
    // London stands after the places of two regions, so Table 2 has each of them.
    expect(placesInOrder.findIndex(({ district }) => district === 'London')).toBe(places.find(({ name }) => name === 'London')?.row);
    // The check local-rows asks for 97 % of the pairs. Table 5 also has London, and unclassified adverts of each place.
    const classified = (five ?? 0) - (unitGroupCount + 1) - (areas.length - 1);
    expect(classified / ((areas.length - 1) * unitGroupCount)).toBeCloseTo(0.9901, 4);
  });
  it('the printed sums are the anchors of this edition', () => {
    expect([places, wholePlaces, occupations, wholeOccupations].map((sums) => sums.length)).toEqual([10, 10, 10, 10]);
    expect([printed.years(41), printed.years(43)].map((years) => years.length)).toEqual([5, 5]);
    expect(findings('anchors')).toEqual([]);
  });
  it('two months and two quarters have suppressed cells: June and July 2025, as the averages show, and their quarters', () => {
    const tables = { 'Table 2': 'places', 'Table 3': 'regions', 'Table 5': 'local' } as const;
    const periods = Object.entries(tables).map(([sheet, kind]) => {
      return periodsIn(read.edition.rows, kind).headers.length - printed.sheet(sheet).wholePeriods;
    });
    expect(periods).toEqual([2, 2, 2]);
    // Averages of April to June and of July to September: each lacks one month. Those of the months between lack both, so they are whole.
    expect([...new Set(averages.filter(({ sum }) => isOfTwoMonths(sum)).map(({ month }) => month))].sort()).toEqual(['2025-06', '2025-09']);
    expect(Object.keys(november2025.patchy)).toEqual(['Jun-25', 'Jul-25', '2025Q2', '2025Q3']);
    // Three of the ten occupations have the same sum with and without the two months: all their 26 cells are suppressed.
    const { months, regional } = read.edition.observations;
    for (const soc of ['4122', '3556', '3552'])
      for (const counts of [...regional.values()].map((ofArea) => ofArea.get(soc)))
        expect(['2025-06', '2025-07'].map((month) => counts?.[months.indexOf(month)])).toEqual([suppressed, suppressed]);
  });
  it('the labels are the titles of Volume 1 of April 2025, all 412, with Unknown beside them', () => {
    const titles = new Map(read.edition.needs.get('soc-structure').unitGroups.map(({ code, title }) => [code, title]));
    expect([...labels].filter(([soc, label]) => titles.get(soc) !== label)).toEqual([['Unknown', 'Unknown']]);
    expect(labels.size).toBe(titles.size + 1);
  });
  it("the quarters of England's 412 occupations and of Unknown come back as printed, and Unknown is no occupation of an answer", () => {
    const { local, quarters } = read.edition.observations;
    const london = local.get('london');
    expect([london?.size, england.size]).toEqual([413, 413 * 17]);
    for (const [key, sum] of england) {
      const [soc = '', quarter = ''] = key.split(' ');
      if (london?.get(soc)?.[quarters.indexOf(quarter.replace('Q', '-Q'))] !== sum) expect.fail(key);
    }
    expect([...england.values()].reduce((all, sum) => all + sum, 0)).toBe(40_705_615);
    const documents = bodiesOf<LocalAdvertDocument>(onlineJobAdverts, read.edition, ({ soc }, endpoint) => `${endpoint} ${soc}`);
    expect(documents.has('job-adverts-local-area Unknown')).toBe(false);
    const { areas, quarters: shown } = documents.get('job-adverts-local-area 2134') ?? { areas: [], quarters: [] };
    expect(areas.find(({ area }) => area.slug === 'london')?.cells).toEqual(
      shown.map((quarter) => england.get(`2134 ${quarter.replace('-', '')}`) ?? '[x]'),
    );
  });
  it('a quarter is the sum of its months: minor groups of Table 4 by month are their unit groups of Table 5 by quarter', () => {
    const [five, four] = [printed.years(43), printed.years(42)];
    const sum = (from: number, to: number, year: 0 | 1) => five.slice(from, to).reduce((all, years) => all + years[year], 0);
    for (const year of [0, 1] as const) expect([sum(0, 2, year), sum(2, 5, year)]).toEqual([four[0]?.[year], four[1]?.[year]]);
  });
});
