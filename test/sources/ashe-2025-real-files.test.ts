// ASHE 2025 provisional: real figures from derived tables, put at their real addresses in workbooks of the publisher's layout. Only real
// figures are asserted. The workbooks of 2025 themselves are not at hand.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { formatProblem } from '#sources/kit/problem.ts';
import { csv, readDelimited } from '#sources/kit/read/delimited.ts';
import { type SampleCell, writeWorkbook, writeZip } from '#sources/kit/sample/workbook.ts';
import type { Needs, PublishedFile } from '#sources/kit/source.ts';
import { type AreaSlug, measures } from '#schemas/codes.ts';
import { type PayColumn, payColumns, payCvColumns } from '#schemas/pay-columns.ts';
import { type PayQuery, payVariantIndex } from '#schemas/selections/select-pay.ts';
import { type AsheRows, type AsheSheet, header, sheets, tableName } from '#sources/ashe/layout.ts';
import { type AsheObservations, regionSlugs } from '#sources/ashe/reshape.ts';
import { ashe } from '#sources/ashe/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { describeRealFiles, publisherFiles } from '../publisher-files.ts';
import { type Outcome, examine, examineReal, needsOf } from './examine.ts';

const folder = join(publisherFiles, 'ashe/_reference/2025-provisional-derived');
const releaseName = '2025-provisional-2025-12-19';

type Percentiles = Readonly<Record<string, { readonly p25: number | null; readonly p50: number | null; readonly p75: number | null }>>;

function percentiles(name: string): Percentiles {
  return JSON.parse(readFileSync(join(folder, name), 'utf8'));
}

/** The rows of a derived table below its header. */
function derived(name: string): string[][] {
  const sheet = readDelimited(name, name, readFileSync(join(folder, name)), csv);
  return Array.from({ length: sheet.rowCount - 1 }, (_, at) => [1, 2, 3, 4, 5].map((column) => sheet.text(at + 2, column)));
}

/** The cells of one sheet by address: row, then column. */
type Cells = ReadonlyMap<number, Readonly<Record<string, string | number>>>;

const column = { jobs: 2, median: 3, mean: 5, p25: 9, p75: 14 } as const;

/** A row whose other figures are withheld: they are not at hand. */
function rowOf(label: string, code: string, cells: Readonly<Record<string, string | number>>): SampleCell[] {
  if (cells['jobs'] === '..') return [label, code, '..'];
  const row: SampleCell[] = [label, code, 'x', ...Array.from({ length: 14 }, (_, at) => (at === 1 || at === 3 ? '' : 'x'))];
  for (const [name, value] of Object.entries(cells)) row[column[name as keyof typeof column]] = value;
  return row;
}

describeRealFiles('ASHE 2025 provisional, from derived tables', () => {
  let needs: Needs;
  let outcome: Outcome<AsheRows, AsheObservations>;
  const [uk, scotland] = [percentiles('ashe-2025-uk.json'), percentiles('ashe-2025-scotland.json')];
  const fullTime = derived('DERIVED_ASHE14.7_2025prov_FullTime_median_cv.csv');
  const eastMidlands = derived('DERIVED_ASHE15_4.7_2025prov_FullTime_EastMidlands_46rows.csv');

  beforeAll(async () => {
    needs = needsOf({ 'soc-structure': (await examineReal(socStructure, '2025-04-16')).edition.observations });
    outcome = await examine(ashe, releaseName, await workbooks(), needs);
  });

  const number = (text: string) => (/^\d/.test(text) ? Number(text) : text);
  const codes = () => needs.get('soc-structure').unitGroups.map(({ code }) => code);

  /** The zips of both tables. Sheets that no derived table describes are empty but for their rows. */
  async function workbooks(): Promise<PublishedFile[]> {
    const groups = [...needs.get('soc-structure').groups.values()];
    const known = new Map<string, Cells>();
    const put = (workbook: string, sheet: AsheSheet['sheet'], row: number, cells: Readonly<Record<string, string | number>>) => {
      const key = `${workbook} ${sheet}`;
      const of = new Map(known.get(key));
      of.set(row, cells);
      known.set(key, of);
    };
    groups.forEach(({ code }, index) => {
      const { p25 = null, p50 = null, p75 = null } = uk[code] ?? {};
      put('14.7a', 'All', 7 + index, { p25: p25 ?? 'x', median: p50 ?? 'x', p75: p75 ?? 'x' });
    });
    for (const [, , row, median = '', cv = ''] of fullTime) {
      put('14.7a', 'Full-Time', Number(row), median === '' ? { jobs: '..' } : { median: number(median) });
      put('14.7b', 'Full-Time', Number(row), median === '' ? { jobs: '..' } : { median: number(cv) });
    }
    for (const [, row, median = '', cv = ''] of eastMidlands) {
      put('15 (4).7a', 'Full-Time', Number(row), median === '' ? { jobs: '..' } : { median: number(median) });
      put('15 (4).7b', 'Full-Time', Number(row), median === '' ? { jobs: '..' } : cv === '' ? {} : { median: number(cv) });
    }
    // Headline rows, and the paid hours of 7219 in row 458, as public programs print them.
    put('14.7a', 'All', 6, { jobs: 24897, median: 32890 });
    put('14.7a', 'Full-Time', 6, { jobs: 18154, median: 39039 });
    put('14.9a', 'Full-Time', 458, { median: 37.4, mean: 37.8 });
    put('14.10a', 'Full-Time', 458, { median: 37.3, mean: 37.2 });
    put('14.11a', 'Full-Time', 458, { median: 2.3, mean: 0.6 });
    const firstOfScotland = 6 + 10 * 412;
    codes().forEach((code, index) => put('15 (4).7a', 'All', firstOfScotland + index, { median: scotland[code]?.p50 ?? 'x' }));

    const regionNames =
      'North East|North West|Yorkshire and The Humber|East Midlands|West Midlands|East|London|South East|South West|Wales|Scotland';
    const rowsOf = {
      14: [{ label: 'All employees', code: '' }, ...groups.map(({ code, title }) => ({ label: title, code }))],
      15: regionNames
        .split('|')
        .flatMap((region) =>
          groups.filter(({ code }) => code.length === 4).map(({ code, title }) => ({ label: `${region}, ${title}`, code })),
        ),
    };
    const members = async (table: 14 | 15, numbers: readonly number[], begin: string) =>
      Promise.all(
        numbers.flatMap((of) =>
          (['a', 'b'] as const).map(async (kind) => {
            const workbook = tableName({ table, number: of, kind });
            const written = sheets.map(({ name, employees }) => {
              const cells = known.get(`${workbook} ${name}`);
              // Elsewhere two rows stand for all, so that the test stays quick.
              const rows = table === 15 || cells !== undefined ? rowsOf[table] : rowsOf[table].slice(0, 2);
              return {
                name,
                rows: [
                  [`Table ${workbook}   Words (£) - For ${employees} employee jobsa: United Kingdom, 2025`],
                  ...[[], [], []],
                  header.map((title) => (/^\d+$/.test(title) ? Number(title) : title)),
                  ...rows.map(({ label, code }, index) => rowOf(label, code, cells?.get(6 + index) ?? {})),
                ],
              };
            });
            const notes = { name: kind === 'a' ? 'Notes' : 'CV notes', rows: [['notes']] };
            const name = `${begin} SOC20 (4) Table ${workbook}   Words 2025${kind === 'b' ? ' CV' : ''}.xlsx`;
            return { name, bytes: await writeWorkbook([notes, ...written]) };
          }),
        ),
      );
    const all = measures.map((_, index) => index + 1);
    const zip = async (table: 14 | 15, of: Awaited<ReturnType<typeof members>>) => {
      return { name: `ashetable${table}2025provisional.zip`, bytes: await writeZip(of) };
    };
    const inFolder = 'ashetable152025provisional/ASHE Table 15 (4) 2025 Provisional/PROV - Work Region Occupation';
    return [await zip(14, await members(14, all, 'PROV - Occupation')), await zip(15, await members(15, [7], inFolder))];
  }

  const rowsIn = (area: AreaSlug, pattern: PayQuery['pattern']) =>
    outcome.edition.observations.tables.get(area)?.[payVariantIndex({ measure: 'annual_pay_gross', sex: 'all', pattern })];
  const value = (area: AreaSlug, pattern: PayQuery['pattern'], code: string, of: PayColumn = 'median') =>
    rowsIn(area, pattern)?.get(code)?.values[payColumns.indexOf(of)];
  const cv = (area: AreaSlug, pattern: PayQuery['pattern'], code: string) =>
    rowsIn(area, pattern)?.get(code)?.cvs[payCvColumns.findIndex((candidate) => candidate === 'median')];
  const published = (area: AreaSlug, pattern: PayQuery['pattern'], of: PayColumn = 'median') =>
    codes().filter((code) => typeof value(area, pattern, code, of) === 'number');
  const found = (name: string) =>
    ashe.checks.find((check) => check.name === name)?.check(outcome.edition, null) ?? ['there is no such check'];

  it('is read without a problem; the anchors, the rows of the regions and the titles are as they must be', () => {
    expect(outcome.problems.map(formatProblem)).toEqual([]);
    expect(outcome.edition.observations.areas).toEqual(['uk', ...regionSlugs]);
    expect([found('region-rows'), found('codes-mean-their-groups'), found('titles-agree'), found('titles-known')]).toEqual([
      [],
      [],
      [],
      [],
    ]);
    expect(found('anchors')).toEqual([]);
  });

  it('the United Kingdom, Table 14.7 All: 314 lower quartiles, 363 medians and 255 upper quartiles, each as it is', () => {
    for (const code of codes()) {
      const { p25, p50, p75 } = uk[code] ?? {};
      expect([value('uk', 'all', code, 'p25'), value('uk', 'all', code), value('uk', 'all', code, 'p75')], code).toEqual([
        p25 ?? 'x',
        p50 ?? 'x',
        p75 ?? 'x',
      ]);
    }
    expect((['p25', 'median', 'p75'] as const).map((of) => published('uk', 'all', of).length)).toEqual([314, 363, 255]);
  });

  it('Table 14.7 Full-Time: 382 medians, 24 markers and 6 empty rows, and the coefficients with their markers', () => {
    expect(fullTime.map(([code]) => code)).toEqual(codes());
    for (const [code = '', , , median = '', printed = ''] of fullTime) {
      expect(value('uk', 'fulltime', code), code).toBe(median === '' ? '..' : number(median));
      expect(cv('uk', 'fulltime', code), code).toBe(/^\d/.test(printed) ? Number(printed) : null);
    }
    expect(published('uk', 'fulltime')).toHaveLength(382);
    const withheld = codes().filter((code) => value('uk', 'fulltime', code) === 'x');
    const empty = codes().filter((code) => value('uk', 'fulltime', code) === '..');
    expect([withheld.length, empty]).toEqual([24, ['1161', '1233', '3311', '6250', '9233', '9249']]);
    expect(published('uk', 'fulltime').filter((code) => cv('uk', 'fulltime', code) === null)).toHaveLength(20);
    expect([value('uk', 'fulltime', '3312'), cv('uk', 'fulltime', '3312')]).toEqual(['x', null]);
    expect(found('cv-coherent')).toEqual([]);
  });

  it('Table 15.7 Full-Time, East Midlands: the cells at their addresses, with coefficients to one decimal above 10', () => {
    expect(eastMidlands).toHaveLength(46);
    for (const [code = '', , median = '', printed = ''] of eastMidlands) {
      expect(value('east-midlands', 'fulltime', code), code).toBe(median === '' ? '..' : number(median));
      expect(cv('east-midlands', 'fulltime', code), code).toBe(printed === '' ? null : Number(printed));
    }
    expect(
      ['1121', '9252', '1150', '9263'].map((code) => [value('east-midlands', 'fulltime', code), cv('east-midlands', 'fulltime', code)]),
    ).toEqual([
      [57713, 9.6],
      [27196, 2.7],
      [39069, 9.5],
      [21536, 11.2],
    ]);
    // A coefficient above 20 % beside a withheld median.
    expect([value('east-midlands', 'fulltime', '1134'), cv('east-midlands', 'fulltime', '1134')]).toEqual(['x', 21.5]);
  });

  it('Table 15.7 All, Scotland: 224 medians of 412 unit groups, each under its own code', () => {
    for (const code of codes()) expect(value('scotland', 'all', code), code).toBe(scotland[code]?.p50 ?? 'x');
    expect(published('scotland', 'all')).toHaveLength(224);
    expect(['2134', '6135', '5241', '2237'].map((code) => value('scotland', 'all', code))).toEqual([47301, 21997, 37928, 36254]);
  });

  it('paid hours of full-time employees, row 458: 7219', () => {
    const hours = (measure: PayQuery['measure']) => {
      const row = outcome.edition.observations.tables
        .get('uk')
        ?.[payVariantIndex({ measure, sex: 'all', pattern: 'fulltime' })]?.get('7219');
      return [row?.values[payColumns.indexOf('median')], row?.values[payColumns.indexOf('mean')]];
    };
    expect([hours('hours_paid_total'), hours('hours_paid_basic'), hours('hours_paid_overtime')]).toEqual([
      [37.4, 37.8],
      [37.3, 37.2],
      [2.3, 0.6],
    ]);
  });

  it('against the full-time medians of 2024: 372 comparable, +5.6 % at the median, 9 newly withheld and 10 newly published', async () => {
    const before = (await examineReal(ashe, '2024-provisional', needs)).edition.observations.tables.get('uk');
    const fullTimeRows = before?.[payVariantIndex({ measure: 'annual_pay_gross', sex: 'all', pattern: 'fulltime' })];
    const then = (code: string) => fullTimeRows?.get(code)?.values[payColumns.indexOf('median')];
    const pairs = codes().map((code) => ({ code, old: then(code), now: value('uk', 'fulltime', code) }));
    const changes = pairs
      .flatMap(({ code, old, now }) =>
        typeof old === 'number' && typeof now === 'number' ? [{ code, percent: 100 * (now / old - 1) }] : [],
      )
      .sort((a, b) => a.percent - b.percent);
    const [lowest, middle, highest] = [changes[0], changes[Math.floor(changes.length / 2)], changes.at(-1)];
    expect([
      changes.length,
      lowest?.code,
      lowest?.percent.toFixed(1),
      middle?.percent.toFixed(1),
      highest?.code,
      highest?.percent.toFixed(1),
    ]).toEqual([...[372, '2411', '-14.3', '5.6', '2492', '30.9']]);
    const lost = pairs.filter(({ old, now }) => typeof old === 'number' && typeof now !== 'number');
    const won = pairs.filter(({ old, now }) => typeof old !== 'number' && typeof now === 'number');
    expect(lost.map(({ code }) => code).join(' ')).toBe('1233 2226 2462 3312 3414 6117 6137 7121 9112');
    expect(won.map(({ code }) => code).join(' ')).toBe('1171 1256 2464 3415 5321 6222 6231 8239 9221 9269');
  });

  it('a figure withheld for the United Kingdom and published for a region is no contradiction: 3312 in Scotland', () => {
    expect([value('uk', 'all', '3312'), value('scotland', 'all', '3312')]).toEqual(['x', 51135]);
    expect(found('region-near-uk')).toEqual([]);
  });
});
