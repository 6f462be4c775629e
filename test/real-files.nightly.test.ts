// From the publishers' own files to answers, by the command line alone: the figures that were read
// by eye off the workbooks.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import glob from 'fast-glob';
import { describe, expect, test } from 'vitest';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { placeOfTitleModel } from '#compiler/edition/edition-record.ts';
import { rootHash, sha256 } from '#compiler/edition/digest.ts';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { random } from '#sources/kit/random.ts';
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import type { PaySeriesResponse, PayResponse } from '#schemas/resources/pay.ts';
import { payQueries } from '#schemas/selections/select-pay.ts';
import { keepingCli, liveDirectory } from './compiled-data.ts';
import { lmi } from './lmi.ts';
import { describeRealFiles, publisherFiles } from './publisher-files.ts';
import { temporaryDirectory } from './temporary-directory.ts';

function payEditions(directory: string): CatalogueEdition[] {
  return (
    readCatalogue(directory)?.catalogue.editions.filter(({ source }) => source === 'ashe') ?? []
  );
}

/** The root hash of each edition, of the bytes that lie there now. */
function rootsOnDisk(
  directory: string,
  editions: readonly CatalogueEdition[],
): Map<string, string> {
  return new Map(
    editions.map(({ id }) => {
      const folder = join(directory, 'editions', id);
      const files = glob.sync('**/*', { cwd: folder, ignore: ['edition.json'] });
      return [
        id,
        rootHash(files.map((file) => ({ file, sha256: sha256(readFileSync(join(folder, file))) }))),
      ];
    }),
  );
}

/** Random paths of pay and pay by region, each pinned to one of the editions. */
function pinnedPaths(editions: readonly CatalogueEdition[], count: number): string[] {
  const draw = random('test/pay/pinned');
  const one = <Value>(values: readonly Value[]): Value => {
    const value = values[draw.between(0, values.length - 1)];
    if (value === undefined) throw new Error('there is nothing to draw from');
    return value;
  };
  return Array.from({ length: count }, () => {
    const { id, axes } = one(editions);
    const soc = one(axes.occupations);
    const query = new URLSearchParams({ ...one(payQueries), edition: id });
    if (draw.chance(0.5)) return `/v1/occupations/${soc}/pay/regions?${query}`;
    query.set('area', one(axes.areas ?? []));
    return `/v1/occupations/${soc}/pay?${query}`;
  });
}

/** Each path's status, tag, caching and body. */
async function answersTo(
  directory: string,
  paths: readonly string[],
): Promise<Map<string, string>> {
  const answer = answerOffline(directory);
  const answers = new Map<string, string>();
  for (const path of paths) {
    const response = await answer(path);
    answers.set(
      path,
      `${response.status} ${response.headers.get('ETag')} ` +
        `${response.headers.get('Cache-Control')}\n${await response.text()}`,
    );
  }
  return answers;
}

describeRealFiles('the real files', () => {
  const live = liveDirectory() ?? '';
  const pay = async (path: string): Promise<PayResponse> =>
    JSON.parse((await lmi('get', path, '--data', live)).stdout);

  // Source of all figures: ONS, ASHE Table 14, 2023 and 2024 provisional; workbook and cell as in
  // ../shared/sources/ashe.md.
  test('pay of 2134 in 2024 is what stands in 14.7a, sheet All, row 86', async () => {
    expect(await pay('/v1/occupations/2134/pay')).toMatchObject({
      soc2020: '2134',
      title: 'Programmers and software development professionals',
      year: 2024,
      provisional: true,
      area: { code: 'K02000001', slug: 'uk' },
      unit: 'gbp_per_year',
      mean: 61929,
      quality: 'precise',
      presentable: true,
      distribution: { p10: 29787, p25: 38705, median: 53501, p75: 69994, p90: 93458 },
      figures: {
        jobsThousands: { value: 335 },
        median: { coefficientOfVariation: 3.3, qualityBasis: 'cv', withheld: null },
      },
      provenance: { source: 'ashe', edition: '2024-provisional' },
    });
  });
  test.each([
    ['/v1/occupations/2134/pay?year=2023', 2023, 48229],
    ['/v1/occupations/2134/pay?sex=female&pattern=fulltime', 2024, 46304],
    ['/v1/occupations/2231/pay', 2024, 35412],
  ])('%s: %d, median %d', async (path, year, median) => {
    const answer = await pay(path);
    expect([answer.year, answer.distribution.median, answer.presentable]).toEqual([
      year,
      median,
      true,
    ]);
  });
  test.each([
    ['/v1/occupations/1112/pay', 33854, 'unreliable', 'x', 35],
    // An area without a table has no figures, never those of another area.
    ['/v1/occupations/2134/pay?area=london', null, 'not-received', null, null],
  ])(
    '%s: mean %j, and a median that is null with its reason %s',
    async (path, mean, reason, marker, cv) => {
      const { distribution, figures, presentable, ...answer } = await pay(path);
      expect([answer.mean, distribution.median, presentable]).toEqual([mean, null, false]);
      expect([figures.median.withheld, figures.median.coefficientOfVariation]).toEqual([
        { reason, marker },
        cv,
      ]);
    },
  );

  // One directory proves both: what was pinned stays, and however its releases came, it ends with
  // the bytes of the one compiled in one go.
  describe('compiled again on another day, in another zone, locale and order', () => {
    const again = temporaryDirectory();
    const latest = [
      '/v1/occupations/2134/pay',
      '/v1/occupations/2134/pay/regions',
      '/v1/occupations/2134/pay/series',
    ];
    const compileWithPayOf = (years: readonly string[]) => {
      const from = temporaryDirectory();
      for (const release of glob.sync('*/*', { cwd: publisherFiles, onlyDirectories: true })) {
        if (
          release.startsWith('ashe/') &&
          !years.some((year) => release.startsWith(`ashe/${year}-`))
        )
          continue;
        mkdirSync(join(from, dirname(release)), { recursive: true });
        symlinkSync(join(publisherFiles, release), join(from, release));
      }
      const served =
        readCatalogue(live)?.catalogue.sources.flatMap((source) =>
          source.served.length > 0 ? [source.key] : [],
        ) ?? [];
      execFileSync(
        process.execPath,
        [...keepingCli, 'compile', '--from', from, '--data', again, '--source', ...served],
        {
          env: {
            ...process.env,
            TZ: 'Pacific/Auckland',
            LANG: 'tr_TR.UTF-8',
            LC_ALL: 'tr_TR.UTF-8',
            LMI_TEST_FEW_TITLES: '1',
          },
          stdio: 'ignore',
        },
      );
    };

    test('new years beside 2023 leave its answers and files byte for byte', async () => {
      compileWithPayOf(['2023']);
      const editions = payEditions(again);
      expect(editions.map(({ release, state }) => [release, state])).toEqual([
        ['2023-provisional', 'served'],
      ]);

      const paths = pinnedPaths(editions, 500);
      const ofTheYear = paths.map((path) => path.replace(/edition=[^&]*/, 'year=2023'));
      const before = await answersTo(again, [...paths, ...ofTheYear]);
      const latestBefore = await answersTo(again, latest);
      const roots = rootsOnDisk(again, editions);
      expect([...roots.values()]).toEqual(editions.map(({ root }) => root));

      compileWithPayOf(['2022', '2023', '2024']);
      expect(payEditions(again).map(({ release, state }) => [release, state])).toEqual([
        ['2023-provisional', 'served'],
        ['2022-provisional', 'served'],
        ['2024-provisional', 'served'],
      ]);
      expect(rootsOnDisk(again, editions)).toEqual(roots);
      const after = await answersTo(again, [...before.keys()]);
      for (const [path, answer] of before)
        if (after.get(path) !== answer)
          expect.fail(`${path} was\n${answer}\nand is\n${after.get(path)}`);
      for (const [path, answer] of await answersTo(again, latest))
        expect(answer, `${path} is of 2024 now`).not.toBe(latestBefore.get(path));

      // Source: ONS, ASHE Table 14.7a, 2022, 2023 and 2024 provisional, sheet All, D86: 44,559,
      // 48,229 and 53,501.
      const series: PaySeriesResponse = JSON.parse(
        await (await answerOffline(again)('/v1/occupations/2134/pay/series')).text(),
      );
      expect(
        series.points.map(({ year, edition, distribution, change }) => [
          year,
          edition,
          distribution.median,
          change,
        ]),
      ).toEqual([
        [2022, '2022-provisional', 44559, null],
        [2023, '2023-provisional', 48229, { absolute: 3670, percent: 8.2 }],
        [2024, '2024-provisional', 53501, { absolute: 5272, percent: 10.9 }],
      ]);
      // All editions held are provisional, so nothing is known of revisions; the printed change
      // column is no substitute.
      expect(series).toMatchObject({
        revisions: null,
        revisionsWithheld: { reason: 'not-available' },
        breaks: [],
      });
    });

    test('every byte and every edition id is the same', () => {
      const bytes = (directory: string) =>
        new Map(
          glob
            .sync('editions/**/*', { cwd: directory })
            .map((path) => [path, readFileSync(join(directory, path))]),
        );
      const one = bytes(live);
      const other = bytes(again);
      expect([...other.keys()].sort()).toEqual([...one.keys()].sort());
      const model = modelPlaceOf(live);
      for (const [path, content] of one)
        if (path !== model && !other.get(path)?.equals(content)) expect.fail(`${path} differs`);
    });
  });
});

function modelPlaceOf(directory: string): string {
  const model =
    readCatalogue(directory)?.catalogue.titleModel ??
    expect.fail(`${directory} has no model of job titles`);
  return placeOfTitleModel(model);
}
