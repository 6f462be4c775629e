// The questions of a bundle's README, asked of the published figures: every answer is compared with what the API says.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, expect, test } from 'vitest';
import { requireCatalogue } from '#compiler/edition/catalogue.ts';
import { tableFiles } from '#compiler/bundle/tables/data-package.ts';
import { questionsFor } from '#compiler/bundle/tables/questions.ts';
import { makeTables } from '#compiler/bundle/tables/make-tables.ts';
import { EditionReader } from '#compiler/release/read-again.ts';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import type { Catalogue } from '#schemas/catalogue.ts';
import type { PaySeriesResponse } from '#schemas/resources/pay-series.ts';
import type { PayResponse } from '#schemas/resources/pay.ts';
import type { WorkforceResponse } from '#schemas/resources/workforce.ts';
import { apsWorkforce } from '#sources/aps-workforce/source.ts';
import { ashe } from '#sources/ashe/source.ts';
import type { Figure, Source } from '#sources/kit/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { liveDirectory } from '../compiled-data.ts';
import { keepingRows } from '../kept.ts';
import { describeRealFiles } from '../publisher-files.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { provedSchemas } from './proved-schemas.ts';

/** The figures of a source that are asked about: annual pay of the United Kingdom alone, because all of pay takes minutes. */
function withFigures(source: Source, isAsked: (figure: Figure) => boolean): Source {
  const { figures } = source;
  if (figures === 'texts') throw new Error(`${source.key} has no figures`);
  return {
    ...keepingRows(source),
    *figures(read, wanted) {
      for (const figure of figures(read, wanted)) if (isAsked(figure)) yield figure;
    },
  } as Source;
}

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
    const sources = [
      keepingRows(socStructure as Source),
      withFigures(ashe as Source, ({ measure, area }) => measure === 'annual_pay_gross' && area?.slug === 'uk'),
      withFigures(apsWorkforce as Source, () => true),
    ];
    mkdirSync(join(root, 'tables'));
    const made = await makeTables(join(root, 'tables'), new EditionReader(directory, sources, all), catalogue, {
      raw: false,
      progress: () => {},
    });
    // The real workbook of the workforce has no table by age or qualification, so there are no such codes.
    expect(made.map(({ name }) => name).join(' ')).toBe('ashe aps-workforce groups occupations areas measures statuses parts industries');
    for (const { file, bytes } of tableFiles(join(root, 'tables'), catalogue, made))
      if (file.startsWith('tables/schemas/')) {
        mkdirSync(join(root, 'tables/schemas'), { recursive: true });
        writeFileSync(join(root, file), bytes());
      }
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    query = async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
    await query(`set file_search_path = '${root}'`);
  }, 300_000);

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

  const answerTo = async (words: string) => {
    const [question, ...others] = questionsFor(catalogue, ['ashe', 'aps-workforce', 'occupations']).filter((one) =>
      one.question.includes(words),
    );
    if (question === undefined || others.length > 0) throw new Error(`${others.length + 1} questions with "${words}"`);
    return query(question.duckdb.join('\n'));
  };

  test('the best paid: each figure is the answer of the API, and no other is higher', async () => {
    const best = await answerTo('highest median pay');
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
    const withheld = await answerTo('withheld, and why');
    expect(expected.size).toBeGreaterThan(20);
    expect(new Map(withheld.map(({ title, meaning }) => [title, meaning]))).toEqual(expected);
  });

  test('the change on the year before: of the medians that the series calls precise in both years', async () => {
    const expected = new Map<string, unknown>();
    for (const { soc2020, title } of await occupations()) {
      const { points } = (await get(`/v1/occupations/${soc2020}/pay/series`)) as PaySeriesResponse;
      const [before, now] = [2023, 2024].map((year) => points.find((point) => point.year === year));
      if (before?.quality === 'precise' && now?.quality === 'precise')
        expected.set(title, [before.distribution.median, now.distribution.median, now.change?.percent]);
    }
    const moved = await answerTo('changed since the year before');
    expect(expected.size).toBeGreaterThan(50);
    expect(new Map(moved.map(({ title, before, now, percent }) => [title, [before, now, percent]]))).toEqual(expected);
  });

  test('the industries of an occupation: those of the newest year, which answers give, and the years before are there too', async () => {
    const industries = await answerTo('industries');
    const { industries: answered } = (await get('/v1/occupations/2134/workforce')) as WorkforceResponse;
    expect(new Map(industries.map(({ title, value }) => [title, value]))).toEqual(
      new Map(answered.sections.map(({ title, count }) => [title, count])),
    );
    const years = await query(
      "select right(period, 4) as year, count(*) as figures, count(value) as published from 'tables/aps-workforce.parquet' where breakdown = 'industry' group by year order by year",
    );
    expect(years.map(({ year }) => year)).toEqual(['2021', '2022', '2023', '2024']);
    for (const { figures, published } of years) expect(Number(published) / Number(figures)).toBeGreaterThan(0.2);
  });
});
