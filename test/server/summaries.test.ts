// The headline figures of all occupations: the small table, and several summaries in one answer.
// Both say what /summary says.
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { DuckDBInstance } from '@duckdb/node-api';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerOffline, bodyOnly } from '#compiler/serve/answer-offline.ts';
import type { SummariesResponse, SummaryResponse } from '#schemas/resources/responses.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const ask = answerOffline(sampleDirectory(), bodyOnly);
const json = async <Body>(path: string): Promise<Body> =>
  JSON.parse(await (await ask(path)).text());
const bytesOf = async (path: string) => Buffer.from(await (await ask(path)).arrayBuffer());

const occupations = (await json<{ soc2020: string }[]>('/v1/occupations')).map(
  ({ soc2020 }) => soc2020,
);
const summaries = new Map<string, SummaryResponse>();
for (const soc of occupations)
  summaries.set(soc, await json<SummaryResponse>(`/v1/occupations/${soc}/summary`));
const summaryOf = (soc: string): SummaryResponse => summaries.get(soc) ?? expect.fail(soc);

test('several summaries in one answer are the summaries, of every occupation', async () => {
  for (let place = 0; place < occupations.length; place += 10) {
    const codes = occupations.slice(place, place + 10);
    const answer = await json<SummariesResponse>(`/v1/summaries?soc=${codes.join(',')}`);
    expect(answer.occupations).toEqual(
      codes.map(summaryOf).map(({ soc2020, title, figures }) => ({ soc2020, title, figures })),
    );
  }
});

test('an answer for one is credited and explained as its summary', async () => {
  for (const soc of ['2134', '1161', '5434']) {
    const { occupations: _, ...answer } = await json<SummariesResponse>(`/v1/summaries?soc=${soc}`);
    const { soc2020: __, title: ___, figures: ____, ...summary } = summaryOf(soc);
    expect(answer).toMatchObject({
      notes: summary.notes,
      attribution: summary.attribution,
      withheldLegend: summary.withheldLegend,
      provenance: { editionId: summary.provenance.editionId },
    });
  }
});

test.each([
  ['', 'not-unit-groups'],
  ['213', 'not-unit-groups'],
  ['2134,9999', 'not-unit-groups'],
  ['2134,2134', 'not-unit-groups'],
  ['2134,', 'not-unit-groups'],
  [['2134,2231', ...occupations.slice(0, 9)].join(','), 'too-long'],
])('soc=%s is refused as %s', async (soc, code) => {
  const answer = await ask(`/v1/summaries?soc=${soc}`);
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { errors: [{ parameter: 'soc', code }] },
  ]);
});

/** The cells of a Parquet file, as DuckDB reads them. */
async function rowsOfParquet(bytes: Uint8Array): Promise<Record<string, unknown>[]> {
  const file = join(temporaryDirectory(), 'summary.parquet');
  writeFileSync(file, bytes);
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  return (await connection.runAndReadAll(`select * from '${file}'`)).getRowObjectsJson();
}

test('the table has every figure of the summaries, and says which to show', async () => {
  const csv = await bytesOf('/tables/summary.csv');
  expect(csv.length).toBeLessThan(100_000);
  expect(gunzipSync(await bytesOf('/tables/summary.csv.gz')).equals(csv)).toBe(true);
  const rows: Record<string, string>[] = parse(csv, { columns: true });
  expect(rows.map(({ soc2020 }) => soc2020)).toEqual(occupations);
  for (const row of rows)
    for (const figure of summaryOf(row['soc2020'] ?? '').figures) {
      const { key, value, level, presentable, quality, withheld } = figure;
      const cell = row[key];
      const note = row[`${key}_note`];
      const rated = quality === 'unrated' ? '' : quality;
      expect([key, cell, note]).toEqual([
        key,
        String(level ?? value ?? ''),
        withheld?.reason ?? rated,
      ]);
      // What the guide to spreadsheets says: show what is neither empty nor unreliable.
      expect([key, cell !== '' && note !== 'unreliable']).toEqual([key, presentable]);
    }
});

test('the table names the broader groups of projections and vacancies', async () => {
  const rows: Record<string, string>[] = parse(await bytesOf('/tables/summary.csv'), {
    columns: true,
  });
  const columnOf = (key: string) =>
    ['projected_change', 'projected_jobs_to_fill'].includes(key)
      ? 'projections_group'
      : `${key}_group`;
  for (const row of rows)
    for (const { key, group } of summaryOf(row['soc2020'] ?? '').figures)
      expect([key, row[columnOf(key)] ?? '']).toEqual([key, group?.code ?? '']);
});

test('the first row names unit, period and release, and whom to credit', async () => {
  const [first, ...others]: Record<string, string>[] = parse(await bytesOf('/tables/summary.csv'), {
    columns: true,
  });
  const lines = first?.['about']?.split('\n') ?? [];
  expect(lines[0]).toBe(
    'annual_pay_median, annual_pay_p10, annual_pay_p90: gbp_per_year; ' +
      'tax year ending 5 April 2024; ashe sample-2024-provisional',
  );
  const named = lines.flatMap((line) => (line.split(':')[0] ?? '').split(', '));
  const { figures } = summaryOf('2134');
  expect(named).toEqual(figures.map(({ key }) => key));
  for (const { key, unit, period, source } of figures) {
    const line = lines.find((candidate) =>
      (candidate.split(':')[0] ?? '').split(', ').includes(key),
    );
    expect(line).toMatch(new RegExp(`: ${unit}; .*; ${source} sample`));
    expect(line).toContain(`; ${period}; `);
  }
  expect(first?.['attribution']).toContain('Synthetic sample');
  for (const row of others) expect([row['about'], row['attribution']]).toEqual(['', '']);
});

test('the Parquet adds presentable, quality and reason to the cells of the CSV', async () => {
  const parquet = await bytesOf('/tables/summary.parquet');
  expect(parquet.length).toBeLessThan(100_000);
  const rows = await rowsOfParquet(parquet);
  const csv: Record<string, string>[] = parse(await bytesOf('/tables/summary.csv'), {
    columns: true,
  });
  expect(rows).toHaveLength(occupations.length);
  for (const [place, row] of rows.entries()) {
    for (const [name, cell] of Object.entries(csv[place] ?? {}))
      expect([name, String(row[name] ?? '')]).toEqual([name, cell]);
    for (const figure of summaryOf(String(row['soc2020'])).figures) {
      const { key, presentable, quality, withheld } = figure;
      expect([row[`${key}_presentable`], row[`${key}_quality`], row[`${key}_withheld`]]).toEqual([
        presentable,
        quality,
        withheld?.reason ?? null,
      ]);
    }
  }
});

test('a part of the Parquet can be asked for, as DuckDB does', async () => {
  const whole = await bytesOf('/tables/summary.parquet');
  const part = await ask('/tables/summary.parquet', { headers: { Range: 'bytes=-8' } });
  expect([part.status, part.headers.get('Content-Range')]).toEqual([
    206,
    `bytes ${whole.length - 8}-${whole.length - 1}/${whole.length}`,
  ]);
  expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(-8))).toBe(true);
  const head = await ask('/tables/summary.parquet', { method: 'HEAD' });
  expect(head.headers.get('Content-Length')).toBe(String(whole.length));
});

test('/tables lists it first, with its columns and every source', async () => {
  const { resources } = await json<{
    resources: {
      name: string;
      bytes: number;
      sources: unknown[];
      schema: { fields: { name: string }[] };
    }[];
  }>('/tables');
  const [first] = resources;
  expect(first?.name).toBe('summary');
  const csv = await bytesOf('/tables/summary.csv');
  expect(first?.bytes).toBe(csv.length);
  const header = csv.toString().split('\r\n')[0];
  expect(first?.schema.fields.map(({ name }) => name).join(',')).toBe(header);
  expect(first?.sources).toHaveLength(8);
});
