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

test('the table has every figure of the summaries, or the reason', async () => {
  const csv = await bytesOf('/tables/summary.csv');
  expect(csv.length).toBeLessThan(150_000);
  expect(gunzipSync(await bytesOf('/tables/summary.csv.gz')).equals(csv)).toBe(true);
  expect((await bytesOf('/tables/summary.csv.gz')).length).toBeLessThan(100_000);
  const rows: Record<string, string>[] = parse(csv, { columns: true });
  expect(rows.map(({ soc2020 }) => soc2020)).toEqual(occupations);
  for (const row of rows)
    for (const figure of summaryOf(row['soc2020'] ?? '').figures) {
      const { key, value, level, presentable, quality, withheld, group } = figure;
      const beside = (name: string) => row[`${key}_${name}`];
      expect([key, row[key], beside('presentable'), beside('withheld')]).toEqual([
        key,
        String(level ?? value ?? ''),
        String(presentable),
        withheld?.reason ?? '',
      ]);
      if (beside('quality') === undefined) expect([key, quality]).toEqual([key, 'unrated']);
      else expect(beside('quality')).toBe(quality);
      expect(beside('group') ?? '').toBe(group?.code ?? '');
    }
  expect(rows[0]?.['attribution']).toContain('Synthetic sample');
});

test('the Parquet has the same rows, and codes as texts', async () => {
  const file = join(temporaryDirectory(), 'summary.parquet');
  const parquet = await bytesOf('/tables/summary.parquet');
  expect(parquet.length).toBeLessThan(100_000);
  writeFileSync(file, parquet);
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const { annual_pay_median: sum, rows } = (
    await connection.runAndReadAll(
      'select sum(annual_pay_median) as annual_pay_median, count(*) as rows from ' +
        `'${file}' where typeof(soc2020) = 'VARCHAR'`,
    )
  ).getRowObjectsJson()[0] as Record<string, unknown>;
  const medians = [...summaries.values()].map(({ figures }) => figures[0]?.value ?? 0);
  expect([Number(rows), sum]).toEqual([412, medians.reduce((total, median) => total + median, 0)]);
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
    resources: { name: string; bytes: number; sources: unknown[]; schema: { fields: unknown[] } }[];
  }>('/tables');
  const [first] = resources;
  expect(first?.name).toBe('summary');
  expect(first?.bytes).toBe((await bytesOf('/tables/summary.csv')).length);
  expect(first?.sources).toHaveLength(8);
});
