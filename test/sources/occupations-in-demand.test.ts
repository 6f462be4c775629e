// Occupations in demand: the traps of its cube, its remarks and its two years, on small edits of
// the sample's rows.
import { describe, expect, test } from 'vitest';
import { formatProblem } from '#sources/kit/problem.ts';
import { readZip } from '#sources/kit/read/zip.ts';
import { writeZip } from '#sources/kit/sample/workbook.ts';
import type { PublishedFile } from '#sources/kit/named-files.ts';
import type { DemandResponse } from '#schemas/resources/demand.ts';
import {
  type RawRow,
  type Row,
  type Rows,
  type ScaledRow,
  layout,
} from '#sources/occupations-in-demand/layout.ts';
import { occupationsInDemand } from '#sources/occupations-in-demand/source.ts';
import { structureOfSample } from './classification.ts';
import { bodiesOf, findingsOf } from './data-set.ts';
import { examineSample, needsOf, reshaped } from './examine.ts';

const needs = needsOf({ 'soc-structure': await structureOfSample() });
const sample = await examineSample(occupationsInDemand, needs);
const sampleRows = sample.edition.rows as Rows;
type Outcome = typeof sample;

/** The sample's rows, edited, reshaped again as a release of any name. */
const edited = (edit: (row: Row) => Row | null, name?: string): Outcome =>
  reshaped(
    occupationsInDemand,
    sample.edition,
    sampleRows.flatMap((row) => edit(row) ?? []) as Rows,
    name,
  );
type Change<Of extends Row> = Partial<Record<Exclude<keyof Of, 'kind' | 'row'>, string>>;
const raw = (code: string, change: Change<RawRow>, table: RawRow['kind'] = 'raw') =>
  edited((row) => (row.kind === table && row.code === code ? { ...row, ...change } : row));
const scaled = (code: string, change: Change<ScaledRow>) =>
  edited((row) => (row.kind === 'scaled' && row.code === code ? { ...row, ...change } : row));
const isLatest = (row: Row): row is RawRow | ScaledRow =>
  row.kind === 'raw' || row.kind === 'scaled';
const isData = (row: Row): row is RawRow | ScaledRow => /^(raw|scaled)(Before)?$/.test(row.kind);
const isBefore = (row: Row) => (row.kind === 'columns' ? row.of : row.kind).endsWith('Before');
const withYear = (year: (row: RawRow | ScaledRow) => string) => (row: Row) =>
  isData(row) ? ({ ...row, period: year(row) } as Row) : row;
const withoutScaled = () =>
  edited((row) => (row.kind === 'scaled' && row.code === '2134' ? null : row));
const sameYear = () => edited(withYear(() => '2025'));
const withoutYearBefore = () => edited((row) => (isBefore(row) ? null : row));

const find = (outcome: Outcome, check: string) =>
  findingsOf(occupationsInDemand, check, outcome.edition).join('\n');
const rawOf = (code: string) =>
  sampleRows.find((row): row is RawRow => row.kind === 'raw' && row.code === code);
function demandOf({ edition }: Outcome, soc = '2134'): DemandResponse {
  return (
    bodiesOf<DemandResponse>(occupationsInDemand, edition, ({ soc }) => soc ?? '').get(soc) ??
    expect.fail(soc)
  );
}
/**
 * An occupation in critical demand whose visa grants are critical, and of which nothing is imputed.
 */
const [top = ''] = [...sample.edition.observations.latest.assessments].flatMap(
  ([code, { level, indicators, remarks }]) =>
    level === 'critical' &&
    indicators.visa_grant_density.level === 'critical' &&
    remarks.imputed === null
      ? [code]
      : [],
);

describe('an indicator', () => {
  const wagePremium = (outcome: Outcome) =>
    demandOf(outcome).indicators.find(({ key }) => key === 'wage_premium');
  const flagged = (critical: string, elevated: string) =>
    scaled('2134', { wagePremiumCritical: critical, wagePremiumElevated: elevated });

  test('a missing value or a marker has no level, which is not low demand', () => {
    const withheld = { reason: 'not-available', marker: 'x' };
    const zeros = { wagePremiumCritical: '0', wagePremiumElevated: '0' };
    const without = edited((row) =>
      isLatest(row) && row.code === '2134'
        ? ({ ...row, ...(row.kind === 'raw' ? { wagePremium: 'x' } : zeros) } as Row)
        : row,
    );
    for (const outcome of [without, flagged('x', '0')])
      expect(wagePremium(outcome)).toMatchObject({ level: null, signalled: null, withheld });
    expect(demandOf(without).withheldLegend).toMatchObject([withheld]);
  });
});

test('a printed density of visas of 0.00001 is 0', () => {
  const { latest } = raw('2134', { visaGrantDensity: '0.00001' }).edition.observations;
  expect(latest.assessments.get('2134')?.indicators.visa_grant_density.value).toBe(0);
});

describe('a remark', () => {
  test('a warning is a caveat as printed, and "none" is null', () => {
    const uncertainty = 'Of vacancies, uncertain';
    const capped = 'Wage premium capped at elevated due to imputation';
    const body = demandOf(
      raw('2134', {
        uncertainty,
        uncertaintyFlag: 'Yes',
        imputed: 'No indicators imputed',
        capped,
      }),
    );
    expect([body.uncertainty, body.imputation, body.capping]).toMatchObject([
      { published: uncertainty, ofHighDemandIndicators: true },
      // toMatchObject takes null for itself alone.
      null,
      { published: capped },
    ]);
  });
});

describe('documents', () => {
  test('a release without the year before says so', () => {
    const body = demandOf(withoutYearBefore());
    expect([body.previous, body.notes.at(-1)]).toEqual([
      null,
      expect.stringContaining('no assessment of 2024'),
    ]);
    expect(body.level).toBe(demandOf(sample).level);
  });
});

test.each<[string, () => Outcome, RegExp]>([
  [
    'a level',
    () => raw('2134', { level: 'High demand' }),
    /raw_OID_output\.csv!H\d+: unknown level "High demand", expected "Critical/,
  ],
  [
    'workers with a comma',
    () => raw('2134', { workers: '110,000' }),
    /!V\d+: found "110,000", expected a whole number or one of c x z/,
  ],
  [
    'a marker',
    () => raw('2134', { visaGrantDensity: 'low' }),
    /!N\d+: unknown marker "low", expected a number/,
  ],
  [
    'a signal',
    () => scaled('2134', { visaGrantDensityCritical: '0.5' }),
    /scaled_OID_output\.csv!P\d+: found "0\.5", expected 0 or 1/,
  ],
  [
    'a marker for a remark',
    () => raw('2134', { imputed: 'z' }),
    /found "z", expected a sentence, or "No indicators imputed"/,
  ],
  [
    'another country',
    () => raw('2134', { countryCode: 'E92000001' }),
    /!D\d+: found "National", "E92000001"/,
  ],
  [
    'a calendar year',
    () => raw('2134', { periodKind: 'Calendar year' }),
    /!B\d+: found "Calendar year", expected "Reporting year"/,
  ],
  [
    'a row of another year',
    () => raw('2134', { period: '2024' }),
    /!A\d+: found "2024", expected "2025"/,
  ],
  [
    'a minor group',
    () => raw('2134', { code: '2130' }),
    /!F\d+: found "2130" \(.*\), expected a unit group of SOC 2020/,
  ],
  [
    'no scaled row',
    withoutScaled,
    /raw_OID_output\.csv!F\d+: found 2134, but no row for it in data\/scaled_OID_output\.csv/,
  ],
  [
    'two data sets of one year',
    sameYear,
    /_2024_revised\.csv: the data set is of 2025, expected the year before/,
  ],
])('not understood, with its cell: %s', (_, make, line) =>
  expect(make().problems.map(formatProblem).join('\n')).toMatch(line),
);

describe('checks', () => {
  const withoutGroup = (code: string) =>
    edited((row) => (isLatest(row) && row.code === code ? null : row));
  const noVisas = { visaGrantDensityCritical: '0', visaGrantDensityElevated: '0' };
  const withoutVisas = () =>
    edited((row) => (row.kind === 'scaled' ? { ...row, ...noVisas } : row));
  const thousandfold = () =>
    edited((row) =>
      isData(row) && 'workers' in row ? { ...row, workers: `${row.workers}000` } : row,
    );

  test.each<[string, () => Outcome, RegExp]>([
    [
      'raw-and-scaled',
      () => scaled(top, { level: 'Elevated demand' }),
      /!H\d+: level of \d{4} .*"Elevated demand", expected "Critical/,
    ],
    [
      'raw-and-scaled',
      () => scaled(top, { missing: '3' }),
      /!O\d+: missing of \d{4} in both data sets: found "3"/,
    ],
    [
      'raw-and-scaled',
      withoutScaled,
      /the occupations of the scaled data set lack "2134", expected all 370/,
    ],
    [
      'raw-and-scaled',
      () => raw('2135', { code: '2134' }),
      /the occupations of the raw data set have "2134" more than once/,
    ],
    [
      'year',
      () => edited(withYear((row) => (isLatest(row) ? '2024' : '2023'))),
      /the year of the rows: found "2024", expected "2025"/,
    ],
    [
      'all-unit-groups',
      () => withoutGroup('2134'),
      /in the row of "Excluded occupations": found "44", expected "45"/,
    ],
    [
      'all-unit-groups',
      () => raw('Total', { count: '411' }),
      /in the row of "Total": found "411", expected "412"/,
    ],
    [
      'index',
      () => scaled('2134', { index: '8.01' }),
      /!N\d+: the index is 8\.01, expected -8 to 8/,
    ],
    [
      'levels',
      () => raw(top, { level: 'Elevated demand' }),
      /occupations that are critical is 61, expected 62/,
    ],
    [
      'level-fits-signals',
      () => raw(top, { level: 'Not in high demand' }),
      /!H\d+: .*not in high demand, but "visa grant.* is critical/,
    ],
    [
      'method',
      withoutVisas,
      /the indicators that signal for some occupation lack "visa grant density", expected all 5/,
    ],
    [
      'workers',
      () => raw(top, { workers: '1' }),
      /!V2: the occupations add up to \d+ workers, expected 32950100 within 18500/,
    ],
    ['workers', thousandfold, /the number of workers is \d{10,}, expected 30000000 to 35000000/],
    [
      'anchors',
      () => edited((row) => row, '2025'),
      /2025 4122: thousands of workers: found "\d+", expected "381"/,
    ],
    ['year-before', withoutYearBefore, /no data sets of 2024, expected them as in 2025/],
  ])('%s', (check, make, line) => {
    expect(find(sample, check)).toBe('');
    expect(find(make(), check)).toMatch(line);
  });

  test('in later years the levels are held against ranges', () => {
    const nextYear = withYear(({ period }) => `${Number(period) + 1}`);
    expect(find(edited(nextYear, 'sample-2026'), 'levels')).toBe('');
    const fewer = edited(
      (row) => (isLatest(row) && /^[2-9]/.test(row.code) ? null : nextYear(row)),
      'sample-2026',
    );
    expect(find(fewer, 'levels')).toMatch(/elevated is \d+, expected 80 to 180/);
  });
});

describe('the files', async () => {
  const zip =
    (await occupationsInDemand.sample())[0]?.files[0] ?? expect.fail('there is no sample');
  /**
   * The header, and the rows of Total and of one occupation, with the other rows that the cube has
   * of it.
   */
  const cutTo2134 = (lines: readonly string[]) =>
    lines.flatMap((line, at) => {
      const of2134 = /,United Kingdom,2134,[^,]*,/;
      if (of2134.test(line))
        return [
          ',United Kingdom,2134,Total,',
          `,United Kingdom,Total,${rawOf('2134')?.label},`,
          '$&',
        ].map((to) => line.replace(of2134, to));
      return at === 0 || line.includes('United Kingdom,Total,') ? [line] : [];
    });
  /** The data sets, cut to one occupation, by their names in the zip. */
  const short: PublishedFile[] = await Promise.all(
    (await readZip('zip', zip.bytes)).map(async ({ name, read }) => {
      const lines = (await read()).toString().split('\n');
      return {
        name,
        bytes: Buffer.from((name.endsWith('.csv') ? cutTo2134(lines) : lines).join('\n')),
      };
    }),
  );
  const zipped = async (files: readonly PublishedFile[]) => [
    { name: 'occupations-in-demand_2025 (1).zip', bytes: await writeZip(files) },
  ];
  const parse = async (files: readonly PublishedFile[]) => {
    const named = occupationsInDemand.release('2025') ?? expect.fail('2025');
    return (await occupationsInDemand.parse(
      { source: occupationsInDemand.key, name: '2025', sample: false, ...named },
      files,
    )) as Rows;
  };

  const csvs = short.filter(({ name }) => name.endsWith('.csv'));
  const without = (part: string) => zipped(csvs.filter(({ name }) => !name.includes(part)));

  test('are the zip as a browser saves it: each cell is known in it', async () => {
    const rows = await parse(await zipped(short));
    const row =
      rows.find((candidate): candidate is ScaledRow => candidate.kind === 'scaled') ??
      expect.fail('no scaled row');
    const cell = { sheet: null, address: `row ${row.row} demand_index`, printed: row.index };
    const inZip = {
      file: 'occupations-in-demand_2025 (1).zip',
      member: 'data/scaled_OID_output.csv',
    };
    expect(layout.cell(rows, row, 'index')).toEqual({ ...inZip, ...cell });
  });
  test('may lack the year before, and keeps two rows of the cube', async () => {
    const rows = await parse(await without('revised'));
    expect(rows.flatMap((row) => (row.kind === 'columns' ? [row.of] : []))).toEqual([
      'raw',
      'scaled',
    ]);
    const kept = rows.filter((row): row is RawRow => row.kind === 'raw');
    expect(kept.map(({ code, level }) => [code, level])).toEqual([
      ['Total', 'Total'],
      ['2134', rawOf('2134')?.level],
    ]);
  });
  const renamed = (text: string) => text.replace('demand_level', 'level_of_demand');
  test.each<[string, () => Promise<readonly PublishedFile[]> | readonly PublishedFile[], RegExp]>([
    ['raw alone', () => without('scaled'), /hold no "scaled_OID_output\.csv"/],
    [
      'a data set twice',
      () => zipped([...short, { name: 'old/raw_OID_output.csv', bytes: Buffer.from('a') }]),
      /or several, found/,
    ],
    [
      'a column renamed',
      () =>
        zipped(
          csvs.map(({ name, bytes }) => ({ name, bytes: Buffer.from(renamed(bytes.toString())) })),
        ),
      /'data\/raw_OID_output\.csv'!row 1: no column is headed "demand_level"; found "time_period"/,
    ],
  ])('are refused: %s', async (_, files, line) => {
    await expect(parse(await files())).rejects.toThrow(line);
  });
});
