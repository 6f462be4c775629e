// The queries of a bundle's README, asked of the published figures: every answer is compared with what the API says.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, expect, test } from 'vitest';
import { requireCatalogue } from '#compiler/edition/catalogue.ts';
import { tableFiles } from '#compiler/bundle/tables/data-package.ts';
import { exampleQueries } from '#compiler/bundle/texts.ts';
import { makeTables } from '#compiler/bundle/tables/make-tables.ts';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import type { Catalogue } from '#schemas/catalogue.ts';
import type { PayResponse } from '#schemas/resources/pay.ts';
import { sources } from '#sources/index.ts';
import { liveDirectory } from '../compiled-data.ts';
import { keepingRows } from '../kept.ts';
import { describeRealFiles } from '../publisher-files.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { provedSchemas } from './proved-schemas.ts';

describeRealFiles('the tables of the published figures', () => {
  const directory = liveDirectory() ?? '';
  const asked = ['soc-structure', 'ashe', 'aps-workforce'];
  const root = temporaryDirectory();
  let catalogue: Catalogue;
  let query: (sql: string) => Promise<Record<string, unknown>[]>;
  const answer = answerOffline(directory);
  const get = async (path: string) => (await answer(path)).json();

  beforeAll(async () => {
    const all = requireCatalogue(directory);
    catalogue = {
      ...all,
      sources: all.sources.filter(({ key }) => asked.includes(key)),
      editions: all.editions.filter(({ source, release }) => asked.includes(source) && !release.startsWith('2022')),
    };
    mkdirSync(join(root, 'tables'));
    symlinkSync(join(directory, 'editions'), join(root, 'editions'));
    const made = await makeTables(root, directory, sources.map(keepingRows), catalogue, { raw: false, progress: () => {} });
    // The real workbook of the workforce has no table by age or qualification, so there are no such codes.
    expect(made.map(({ name }) => name).join(' ')).toBe('ashe aps-workforce groups occupations areas measures statuses parts industries');
    for (const { file, bytes } of tableFiles(root, directory, catalogue, made))
      if (file.startsWith('tables/schemas/')) {
        mkdirSync(join(root, 'tables/schemas'), { recursive: true });
        writeFileSync(join(root, file), bytes());
      }
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    query = async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
    await query(`set file_search_path = '${root}'`);
  });

  test('every value is in its enum, and every foreign key leads to one row', async () => {
    const proved = await provedSchemas(join(root, 'tables'), query);
    expect(proved.get('aps-workforce')).toMatchObject({
      references: expect.arrayContaining(['source breakdown part → parts', 'source status marker → statuses']),
      enums: expect.arrayContaining(['breakdown', 'unit']),
    });
  });

  const occupations = async () => {
    const found = (await query("select soc2020, title from 'tables/occupations.parquet'")) as { soc2020: string; title: string }[];
    expect(found.length).toBe(412);
    return found;
  };

  test('the best paid: each figure is the answer of the API, and no other is higher', async () => {
    const best = await query(exampleQueries.bestPaid);
    expect(best.length).toBe(10);
    const medians = new Map<string, number>();
    for (const { soc2020, title } of await occupations()) {
      const { distribution, presentable } = (await get(`/v1/occupations/${soc2020}/pay?sex=female&pattern=fulltime`)) as PayResponse;
      if (distribution.median !== null && presentable) medians.set(title, distribution.median);
    }
    // Broader groups of the table are not among the occupations.
    expect(best.map(({ title, value }) => [title, value])).toEqual([...medians].sort(([, a], [, b]) => b - a).slice(0, 10));
  });

  test('the withheld: the answers without a median, each with the meaning that its legend gives', async () => {
    const expected = new Map<string, string | undefined>();
    for (const { soc2020, title } of await occupations()) {
      const { figures, withheldLegend } = (await get(`/v1/occupations/${soc2020}/pay`)) as PayResponse;
      const { withheld } = figures.median;
      if (withheld === null) continue;
      expected.set(
        title,
        withheldLegend.find(({ reason, marker }) => reason === withheld.reason && marker === withheld.marker)?.explanation,
      );
    }
    const withheld = await query(exampleQueries.withheld);
    expect(expected.size).toBeGreaterThan(20);
    expect(new Map(withheld.map(({ title, meaning }) => [title, meaning]))).toEqual(expected);
  });

  test('figures of the workforce by industry are there for every year', async () => {
    const years = await query(
      "select right(period, 4) as year, count(*) as figures, count(value) as published from 'editions/*/aps-workforce.parquet' where breakdown = 'industry' group by year order by year",
    );
    expect(years.map(({ year }) => year)).toEqual(['2021', '2022', '2023', '2024']);
    for (const { figures, published } of years) expect(Number(published) / Number(figures)).toBeGreaterThan(0.2);
  });
});
