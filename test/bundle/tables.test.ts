// The tables of a bundle as analysts read them: every figure once, as the API answers it, in
// Parquet and CSV by DuckDB.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, describe, expect, test } from 'vitest';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { figureTable } from '#compiler/figures/columns.ts';
import { exampleQueries } from '#compiler/bundle/texts.ts';
import { figuresAtOnce } from '#compiler/figures/figure-files.ts';
import { openBundle } from '#compiler/bundle/open-bundle.ts';
import { unpackInto } from '#compiler/bundle/unpack.ts';
import { sha256 } from '#compiler/edition/digest.ts';
import type { PayResponse } from '#schemas/resources/pay.ts';
import { figures } from '#sources/ashe/figures.ts';
import type { Rows as AsheRows } from '#sources/ashe/layout.ts';
import type { AsheObservations } from '#sources/ashe/reshape.ts';
import { ashe } from '#sources/ashe/source.ts';
import type { Figure } from '#sources/kit/figures.ts';
import type { ReadFiles } from '#sources/kit/release.ts';
import type { Source } from '#sources/kit/source.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { wholeSpine, withFewDocuments } from '../compiler/slim-sources.ts';
import { compileSample, sampleOf } from '../compiler/spine-releases.ts';
import { keepingRows } from '../kept.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { bundleOf, quiet } from './scene.ts';
import { requireCatalogue } from '#compiler/edition/catalogue.ts';

interface Resource {
  readonly name: string;
  readonly path: string;
  readonly bytes?: number;
  readonly hash?: string;
  readonly rows: number;
  readonly licenses: readonly object[];
  readonly schema: {
    readonly fields: readonly {
      name: string;
      description: string;
      constraints?: { enum?: readonly string[] };
    }[];
  };
}

let directory: string;
let query: (sql: string) => Promise<Record<string, unknown>[]>;
beforeAll(async () => {
  // Pay alone has every kind of figure: values, changes, coefficients, and all that stands in place
  // of a number. Half of the unit groups are still more rows than a table writes at once.
  const [structure = expect.fail()] = wholeSpine;
  // The sample passes its checks, and they take longer than all else.
  const pay: Source = {
    ...withFewDocuments(keepingRows(ashe as Source)),
    checks: [],
    figures(read) {
      const own = read as ReadFiles<AsheRows, AsheObservations>;
      const occupations = own.observations.occupations.filter((code) => /[1-4]$/.test(code));
      return figures({ ...own, observations: { ...own.observations, occupations } });
    },
  } as Source;
  const compiled = temporaryDirectory();
  await compileSample(compiled, await Promise.all([structure, pay].map(sampleOf)), {
    sources: [structure, pay],
  });
  const { path } = await bundleOf({ directory: compiled });
  directory = join(temporaryDirectory(), 'unpacked');
  await unpackInto(await openBundle(path), directory, quiet);
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  query = async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
});

const parquet = () => `'${join(directory, 'editions/*/ashe.parquet')}'`;
const csv = () =>
  `read_csv('${join(directory, 'editions/*/ashe.csv.gz')}', header = true, all_varchar = true)`;
/** What leads back to the cell, and only the Parquet has. */
const onlyInParquet = ['edition_id', 'file', 'member', 'sheet', 'cell', 'printed'];

describe('pay', () => {
  test('tables say what the API answers, with the cell of each figure', async () => {
    const answer: PayResponse = JSON.parse(
      await (await answerOffline(sampleDirectory())('/v1/occupations/2134/pay')).text(),
    );
    const rows = await query(
      `select * from ${parquet()} where edition_id = '${answer.provenance.editionId}' ` +
        "and soc2020 = '2134' and area = 'uk' and measure = 'annual_pay_gross' and sex = " +
        "'all' and pattern = 'all'",
    );
    const statisticRow = (statistic: string) => rows.find((row) => row['statistic'] === statistic);
    const said = {
      area_code: 'K02000001',
      period: String(answer.year),
      unit: 'gbp_per_year',
      status: 'published',
      quality: answer.quality,
    };
    expect(statisticRow('median')).toMatchObject({
      ...said,
      value: answer.distribution.median,
      cell: expect.stringMatching(/^[A-Z]+\d+$/),
    });
    expect(Number(String(statisticRow('median')?.['printed']).replaceAll(',', ''))).toBe(
      answer.distribution.median,
    );
    for (const [name, { value, coefficientOfVariation, presentable }] of Object.entries(
      answer.figures,
    ))
      expect(statisticRow(name), name).toMatchObject({
        value,
        coefficient_of_variation: coefficientOfVariation,
        presentable,
      });
    expect(Object.keys(answer.figures).length).toBeGreaterThan(10);
    const doubtful =
      `select count(*) as rows from ${parquet()} where presentable and (value is null or ` +
      "quality = 'unreliable')";
    expect(await query(doubtful)).toEqual([{ rows: '0' }]);
  });

  test('a figure that is withheld is null and never 0, and says why', async () => {
    const [counted] = await query(
      "select count(*) as all, count(*) filter (status = 'published' and value is null) " +
        "as lost, count(*) filter (status <> 'published' and value is not null) as " +
        `invented, count(*) filter (status <> 'published') as withheld from ${parquet()}`,
    );
    expect(counted).toMatchObject({ lost: '0', invented: '0' });
    expect(Number(counted?.['all'])).toBeGreaterThan(0.6 * figuresAtOnce);
    expect(Number(counted?.['withheld'])).toBeGreaterThan(0);
  });

  test('CSV and Parquet say the same', async () => {
    const described = (await query(`describe select * from ${parquet()}`)).map((row) =>
      [row['column_name'], row['column_type']].map(String),
    );
    const columns = described.filter(([name = '']) => !onlyInParquet.includes(name));
    expect(described.length - columns.length).toBe(onlyInParquet.length);
    expect(
      (await query(`describe select * from ${csv()}`)).map((row) => row['column_name']),
    ).toEqual(columns.map(([name]) => name));
    // In the CSV an apostrophe stands before a text that a spreadsheet would run.
    const listed = (text: (name: string) => string) =>
      columns
        .map(([name = '', type]) => {
          const value =
            type === 'VARCHAR' ? text(`coalesce("${name}", '')`) : `cast("${name}" as ${type})`;
          return `${value} as "${name}"`;
        })
        .join(', ');
    const same = `select ${listed((text) => text)} from ${parquet()}`;
    const typed =
      `select ${listed((text) => `regexp_replace(${text}, '^''([=+@\t\r-])', '\\1')`)} ` +
      `from ${csv()}`;
    expect(
      await query(
        `select count(*) as rows from ((${same} except ${typed}) union all (${typed} ` +
          `except ${same}))`,
      ),
    ).toEqual([{ rows: '0' }]);
  });

  test('datapackage.json describes every file, and both give the attribution', async () => {
    const described: { resources: Resource[] } = JSON.parse(
      readFileSync(join(directory, 'datapackage.json'), 'utf8'),
    );
    const files = globSync('editions/*/{ashe,soc-structure}.{csv.gz,parquet}', {
      cwd: directory,
    }).sort();
    expect(described.resources.map(({ path }) => path).sort()).toEqual(files);
    expect(new Set(described.resources.map(({ name }) => name)).size).toBe(files.length);
    for (const { path, name, bytes, hash, rows: told, licenses, schema } of described.resources) {
      const content = readFileSync(join(directory, path));
      expect(name).toMatch(/^[-a-z0-9._/]+$/);
      if (bytes !== undefined)
        expect([bytes, hash], path).toEqual([content.length, `sha256:${sha256(content)}`]);
      expect(licenses.length, path).toBe(1);
      const place = `'${join(directory, path)}'`;
      const from = path.endsWith('.parquet')
        ? place
        : `read_csv(${place}, header = true, all_varchar = true)`;
      expect(
        await query(
          'select count(*) as rows, count(attribution) as credits, min(attribution) as ' +
            `credit from ${from}`,
        ),
        path,
      ).toEqual([
        {
          rows: String(told),
          credits: '1',
          credit: expect.stringMatching(/^Synthetic sample, not from the publisher/),
        },
      ]);
      const columns = (await query(`describe select * from ${from}`)).map(
        (row) => row['column_name'],
      );
      expect([path, schema.fields.map((field) => field.name)]).toEqual([path, columns]);
      for (const { name: column, description, constraints } of schema.fields) {
        expect([column, description]).toEqual([
          expect.stringMatching(/^[a-z][a-z0-9_]*$/),
          expect.stringMatching(/^.{9,}\.$/),
        ]);
        if (constraints?.enum === undefined) continue;
        const values = constraints.enum.map((value) => `'${value}'`).join();
        expect(
          await query(
            `select "${column}" from ${from} where "${column}" not in (${values}) limit 3`,
          ),
          column,
        ).toEqual([]);
      }
    }
  });

  test("has every figure once, with its group's title and its dates", async () => {
    const none = async (sql: string) => expect(await query(`${sql} limit 3`), sql).toEqual([]);
    const key = 'edition_id, soc2020, area, period, measure, sex, pattern, statistic';
    await none(`select ${key}, count(*) from ${parquet()} group by all having count(*) > 1`);
    await none(
      `select * from ${parquet()} where title is null or area_name is null or period_to is null`,
    );
    const days =
      `select distinct period_from, period_to from ${parquet()} where period = '2024' and ` +
      'measure =';
    expect(await query(`${days} 'annual_pay_gross'`)).toEqual([
      { period_from: '2023-04-06', period_to: '2024-04-05' },
    ]);
    expect(await query(`${days} 'hourly_pay_gross'`)).toEqual([
      { period_from: '2024-04-01', period_to: '2024-04-30' },
    ]);
  });

  test('a value that the source does not list stops the table', () => {
    const { rowOf } = figureTable('ashe', {
      dimensions: { sex: { meaning: 'Whose pay it is.', values: ['all'] } },
      measures: [],
    });
    const figure = { dimensions: { sex: 'male' }, withheld: null } as unknown as Figure;
    const edition = {
      id: 'x',
      release: 'y',
      titleOf: () => null,
      titles: new Map<string, string>(),
    };
    expect(() =>
      rowOf({ ...figure, group: '2134', area: null, period: '2024' }, undefined, edition),
    ).toThrow('sources/ashe/figures.ts does not list the value "male" of "sex"');
  });

  test('the queries of the README are answered, for the newest release', async () => {
    await query(`set file_search_path = '${directory}'`);
    const readme = readFileSync(join(directory, 'README.md'), 'utf8');
    for (const [name, sql] of Object.entries(exampleQueries)) {
      expect(readme).toContain(sql);
      expect((await query(sql)).length, name).toBeGreaterThan(0);
    }
    const withheld = await query(exampleQueries.withheld);
    expect(new Set(withheld.map(({ title }) => title)).size).toBe(withheld.length);
    const newest = requireCatalogue(directory)
      .editions.filter(({ source }) => source === 'ashe')
      .map(({ release }) => release)
      .sort()
      .at(-1);
    const [best] = await query(exampleQueries.bestPaid);
    const [most] = await query(
      `select max(value) as value from ${parquet()} where release = '${newest}' and ` +
        "area = 'uk' and measure = 'annual_pay_gross' and statistic = 'median' and sex = " +
        "'female' and pattern = 'fulltime' and quality <> 'unreliable' and length(soc2020) = 4",
    );
    expect(best?.['value']).toBe(most?.['value']);
  });
});
