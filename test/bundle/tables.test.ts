// The tables of a bundle as analysts read them: every figure once, as the API answers it, in Parquet by DuckDB, in CSV by csv-parse and pandas.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { rowsAtOnce } from '#compiler/bundle/tables.ts';
import { openBundle } from '#compiler/bundle/open-bundle.ts';
import { unpackInto } from '#compiler/bundle/unpack.ts';
import { sha256 } from '#compiler/edition/digest.ts';
import type { PayResponse } from '#schemas/resources/pay.ts';
import { figures } from '#sources/ashe/figures.ts';
import type { AsheRows } from '#sources/ashe/parse.ts';
import type { AsheObservations } from '#sources/ashe/reshape.ts';
import { ashe } from '#sources/ashe/source.ts';
import { csvLine, guardedCsvLine } from '#sources/kit/csv-line.ts';
import type { Source } from '#sources/kit/source.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { wholeSpine, withFewDocuments } from '../compiler/slim-sources.ts';
import { compileSample, sampleOf } from '../compiler/spine-releases.ts';
import { keepingRows } from '../kept.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { bundleOf, quiet } from './scene.ts';

let directory: string;
let tables: string;
let query: (sql: string) => Promise<Record<string, unknown>[]>;
beforeAll(async () => {
  // Pay alone has every kind of figure: values, changes, coefficients, and all that stands in place of a number. So few unit groups are
  // still more rows than a table writes at once.
  const [structure = expect.fail()] = wholeSpine;
  const pay = withFewDocuments(keepingRows(ashe as Source));
  const compiled = temporaryDirectory();
  await compileSample(compiled, await Promise.all([structure, pay].map(sampleOf)), { sources: [structure, pay] });
  const withFewFigures: Source = {
    ...ashe,
    parse: pay.parse,
    figures(read, wanted) {
      const observations = read.observations as AsheObservations;
      const occupations = observations.occupations.filter((code) => /[1-3]4$/.test(code));
      return figures({ ...read, rows: read.rows as AsheRows, observations: { ...observations, occupations } }, wanted);
    },
  } as Source;
  const { path } = await bundleOf({ directory: compiled, tables: true, sources: [structure, withFewFigures] });
  directory = join(temporaryDirectory(), 'unpacked');
  await unpackInto(await openBundle(path), directory, quiet);
  tables = join(directory, 'tables');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  query = async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
}, 300_000);

const parquet = () => `'${join(tables, 'ashe.parquet')}'`;
const csv = () => `read_csv('${join(tables, 'ashe.csv.gz')}', header = true, all_varchar = true)`;

test('csv: fields are quoted where they must be, and lines end in CRLF', () => {
  expect(csvLine(['a,b', 'say "so"', 'two\nlines', '', null, 1.5, false])).toBe('"a,b","say ""so""","two\nlines",,,1.5,false');
  const lines = gunzipSync(readFileSync(join(tables, 'ashe.csv.gz')))
    .toString()
    .split('\n');
  expect(lines.pop()).toBe('');
  expect(lines.filter((line) => !line.endsWith('\r'))).toEqual([]);
});

test('csv: a text that a spreadsheet would run as a formula has an apostrophe before it, a number has not, and a raw line has neither', () => {
  const cells = ['=1+1', '+44', '-', '@SUM(A1)', '\tx', '\rx', 'a=b', '', null, -5, false];
  expect(guardedCsvLine(cells, { raw: false })).toBe(`'=1+1,'+44,'-,'@SUM(A1),'\tx,"'\rx",a=b,,,-5,false`);
  expect(guardedCsvLine(cells, { raw: true })).toBe(csvLine(cells));
});

describe('pay', () => {
  test("is the API's answer, with the cell that it comes from", async () => {
    const answer: PayResponse = JSON.parse(await (await answerOffline(sampleDirectory())('/v1/occupations/2134/pay')).text());
    const rows = await query(
      `select * from ${parquet()} where editionId = '${answer.provenance.editionId}' and soc2020 = '2134' and area = 'uk' and measure = 'annual_pay_gross' and sex = 'all' and pattern = 'all'`,
    );
    const of = (statistic: string) => rows.find((row) => row['statistic'] === statistic);
    expect(of('median')).toMatchObject({
      value: answer.distribution.median,
      areaCode: 'K02000001',
      period: String(answer.year),
      unit: 'gbp_per_year',
      status: 'published',
      quality: answer.quality,
    });
    for (const [name, { value }] of Object.entries(answer.figures)) expect(of(name)?.['value'], name).toBe(value);
    expect(of('median')?.['cell']).toMatch(/^[A-Z]+\d+$/);
    expect(Number(String(of('median')?.['printed']).replaceAll(',', ''))).toBe(answer.distribution.median);
  });

  test('a figure that is withheld is null and never 0, and says why', async () => {
    const [counted] = await query(
      `select count(*) as all, count(*) filter (status = 'published' and value is null) as lost, count(*) filter (status <> 'published' and value is not null) as invented, count(*) filter (status <> 'published') as withheld from ${parquet()}`,
    );
    expect(counted).toMatchObject({ lost: '0', invented: '0' });
    expect(Number(counted?.['all'])).toBeGreaterThan(rowsAtOnce);
    expect(Number(counted?.['withheld'])).toBeGreaterThan(0);
  });

  test('every figure stands once', async () => {
    expect(
      await query(
        `select editionId, soc2020, area, period, measure, sex, pattern, statistic, count(*) from ${parquet()} group by all having count(*) > 1 limit 3`,
      ),
    ).toEqual([]);
  });

  test('CSV and Parquet say the same', async () => {
    const columns = (await query(`describe select * from ${parquet()}`)).map((row) => ({
      name: String(row['column_name']),
      type: String(row['column_type']),
    }));
    const same = columns
      .map(({ name, type }) => `${type === 'VARCHAR' ? `coalesce("${name}", '')` : `cast("${name}" as ${type})`} as "${name}"`)
      .join(', ');
    // In the CSV an apostrophe stands before a text that a spreadsheet would run.
    const typed = columns
      .map(
        ({ name, type }) =>
          `${type === 'VARCHAR' ? `regexp_replace(coalesce("${name}", ''), '^''([=+@\t\r-])', '\\1')` : `cast("${name}" as ${type})`} as "${name}"`,
      )
      .join(', ');
    const [different] = await query(
      `select count(*) as rows from ((select ${same} from ${parquet()} except select ${typed} from ${csv()}) union all (select ${typed} from ${csv()} except select ${same} from ${parquet()}))`,
    );
    expect(different).toEqual({ rows: '0' });
    // Its beginning is enough, and the whole of it is longer than a string can be.
    const lines = gunzipSync(readFileSync(join(tables, 'ashe.csv.gz')).subarray(0, 100_000), {
      finishFlush: constants.Z_SYNC_FLUSH,
    }).toString();
    const read: string[][] = parse(lines.slice(0, lines.lastIndexOf('\r\n') + 2), { relax_column_count: false });
    expect(read[0]).toEqual(columns.map(({ name }) => name));
  });

  test('datapackage.json describes both files as they are', async () => {
    const described: {
      resources: {
        path: string;
        bytes: number;
        hash: string;
        rows: number;
        licenses: object[];
        schema: { fields: { name: string; description: string }[] };
      }[];
    } = JSON.parse(readFileSync(join(tables, 'datapackage.json'), 'utf8'));
    expect(described.resources.map(({ path }) => path)).toEqual(['ashe.csv.gz', 'ashe.parquet']);
    const names = (await query(`describe select * from ${parquet()}`)).map((row) => row['column_name']);
    const [{ rows } = { rows: '' }] = await query(`select count(*) as rows from ${parquet()}`);
    for (const { path, bytes, hash, rows: told, licenses, schema } of described.resources) {
      const content = readFileSync(join(tables, path));
      expect([bytes, hash, String(told)], path).toEqual([content.length, `sha256:${sha256(content)}`, rows]);
      expect(licenses.length, path).toBe(1);
      expect(
        schema.fields.map(({ name }) => name),
        path,
      ).toEqual(names);
      for (const { name, description } of schema.fields) expect(description, name).not.toBe('');
    }
  });

  test('pandas reads the CSV', () => {
    if (spawnSync('python3', ['-c', 'import pandas'], { stdio: 'ignore' }).status !== 0) {
      console.warn('pandas is not there: SKIPPED');
      return;
    }
    const program = `import pandas; t = pandas.read_csv('${join(tables, 'ashe.csv.gz')}', dtype={'soc2020': str, 'period': str}); print(len(t), t.value.dtype, t[t.soc2020 == '2134'].statistic.iloc[0])`;
    expect(execFileSync('python3', ['-c', program], { encoding: 'utf8' })).toMatch(/^\d+ float64 \w+\n$/);
  });

  test('R reads the CSV', () => {
    if (spawnSync('Rscript', ['--version'], { stdio: 'ignore' }).status !== 0) {
      console.warn('R is not there: SKIPPED');
      return;
    }
    const program = `t <- read.csv('${join(tables, 'ashe.csv.gz')}', colClasses = c(soc2020 = 'character')); cat(nrow(t), class(t$value))`;
    expect(execFileSync('Rscript', ['-e', program], { encoding: 'utf8' })).toMatch(/^\d+ (numeric|integer)$/);
  });
});
