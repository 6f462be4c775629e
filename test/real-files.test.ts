// From the publishers' own files to answers, by the command line alone: the figures that were read by eye off the workbooks.
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';
import { expect, inject, test } from 'vitest';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import type { OccupationMatch } from '#schemas/resources/occupations.ts';
import type { PayResponse } from '#schemas/resources/pay.ts';
import { describeRealFiles, publisherFiles } from './publisher-files.ts';
import { temporaryDirectory } from './temporary-directory.ts';
import { readFileSync } from 'node:fs';

const cli = fileURLToPath(new URL('../compiler/cli.ts', import.meta.url));

describeRealFiles('the real files', () => {
  const live = inject('liveDirectory') ?? '';
  const lmi = (...args: readonly string[]) =>
    execFileSync(process.execPath, [cli, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const pay = (path: string): PayResponse => JSON.parse(lmi('get', path, '--data', live));

  // Source of all figures: ONS, ASHE Table 14, 2023 and 2024 provisional; workbook and cell as in ../shared/sources/ashe.md.
  test('pay of 2134 in 2024 is what stands in 14.7a, sheet All, row 86', () => {
    const answer = pay('/v1/occupations/2134/pay');
    expect(answer).toMatchObject({
      soc2020: '2134',
      title: 'Programmers and software development professionals',
      area: { code: 'K02000001', slug: 'uk' },
      year: 2024,
      provisional: true,
      unit: 'gbp_per_year',
      mean: 61929,
      distribution: { p10: 29787, p25: 38705, median: 53501, p75: 69994, p90: 93458 },
      jobsThousands: 335,
      quality: 'precise',
      qualityBasis: 'cv',
      presentable: true,
      withheld: null,
      provenance: { source: 'ashe', edition: '2024-provisional' },
    });
    expect(answer.coefficientOfVariation.median).toBe(3.3);
    expect(answer.coefficientOfVariation.p90).toBe(12);
  });

  test.each([
    ['/v1/occupations/2134/pay?year=2023', 2023, 48229],
    ['/v1/occupations/2134/pay?sex=female&pattern=fulltime', 2024, 46304],
    ['/v1/occupations/2231/pay', 2024, 35412],
    ['/v1/occupations/3312/pay', 2024, 46436],
    ['/v1/occupations/6135/pay', 2024, 19797],
  ])('%s: %d, median %d', (path, year, median) => {
    const answer = pay(path);
    expect([answer.year, answer.distribution.median, answer.presentable]).toEqual([year, median, true]);
  });

  test('a withheld median is null with its reason and is not presentable', () => {
    const answer = pay('/v1/occupations/1112/pay');
    expect(answer.distribution.median).toBeNull();
    expect(answer).toMatchObject({
      mean: 33854,
      presentable: false,
      quality: 'unreliable',
      withheld: { reason: 'unreliable', marker: 'x' },
    });
    expect(answer.coefficientOfVariation.median).toBe(35);
  });

  test('a withheld percentile beside a published median is null with its reason', () => {
    const answer = pay('/v1/occupations/2231/pay');
    expect(answer.distribution.p10).toBeNull();
    expect(answer.withheldFigures['p10']).toMatchObject({ reason: 'unreliable', marker: 'x' });
  });

  test('without a CV the shading of the cell is the quality', () => {
    expect(pay('/v1/occupations/1225/pay')).toMatchObject({
      distribution: { median: 34023 },
      quality: 'acceptable',
      qualityBasis: 'publisher-shading',
    });
    expect(pay('/v1/occupations/2124/pay')).toMatchObject({
      distribution: { median: 51967 },
      quality: 'reasonable',
      qualityBasis: 'publisher-shading',
    });
  });

  test('the armed forces are not applicable, and say so', () => {
    expect(pay('/v1/occupations/1161/pay')).toMatchObject({
      distribution: { median: null },
      withheld: { reason: 'not-applicable', marker: ':' },
      quality: 'unrated',
    });
  });

  test('an area without a table is 404, never another area', () => {
    const { status, stdout } = spawnSync(process.execPath, [cli, 'get', '/v1/occupations/2134/pay?area=london', '--data', live], {
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ status: 404, type: expect.stringMatching(/not-published$/) });
  });

  test('a job title finds its unit group', () => {
    const matches: OccupationMatch[] = JSON.parse(lmi('search', '--json', '--data', live, 'software', 'engineer'));
    expect(matches[0]).toEqual({
      soc2020: '2134',
      title: 'Programmers and software development professionals',
      matchedTitle: 'Software engineer',
      qualifier: null,
      confidence: 1,
      matchType: 'exact',
    });
  });

  test('compiled on another day, in another time zone and locale, every byte and every edition id is the same', () => {
    const again = temporaryDirectory();
    const served =
      readCatalogue(live)
        ?.catalogue.sources.filter((source) => source.served.length > 0)
        .map(({ key }) => key) ?? [];
    execFileSync(process.execPath, [cli, 'compile', '--from', publisherFiles, '--out', again, '--source', ...served], {
      env: { ...process.env, TZ: 'Pacific/Auckland', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
      stdio: 'ignore',
    });
    const bytes = (directory: string) =>
      new Map(glob.sync('editions/**/*', { cwd: directory }).map((path) => [path, readFileSync(join(directory, path))]));
    const [one, other] = [bytes(live), bytes(again)];
    expect([...other.keys()].sort()).toEqual([...one.keys()].sort());
    for (const [path, content] of one) if (!other.get(path)?.equals(content)) expect.fail(`${path} differs`);
  });
});
