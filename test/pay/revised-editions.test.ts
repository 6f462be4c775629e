// A provisional year and its revision published one after the other, beside the sample's own year: what is served, what stays pinned,
// and what is said of the revision. The rows are the sample's, parsed once and edited for each release; one unit group in three has documents.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ChangeKind } from '#compiler/diff/changes.ts';
import { diffEditions } from '#compiler/diff/diff-editions.ts';
import { EditionReader } from '#compiler/release/read-again.ts';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { codeDigest } from '#compiler/edition/code-digest.ts';
import { compile } from '#compiler/pipeline.ts';
import { revisionsOf } from '#compiler/edition/revisions.ts';
import { statisticsOf } from '#sources/ashe/revisions.ts';
import { readSnapshot } from '#compiler/release/snapshots.ts';
import type { Release, Source } from '#sources/kit/source.ts';
import { type Measure, measureKeys } from '#schemas/codes.ts';
import type { PayResponse } from '#schemas/resources/pay.ts';
import type { PaySeriesResponse } from '#schemas/resources/pay-series.ts';
import { type AsheRows, files as asheFiles } from '#sources/ashe/layout.ts';
import { ashe } from '#sources/ashe/source.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { remembering, wholeSpine, withFewDocuments } from '../compiler/slim-sources.ts';
import { releaseOf } from '../compiler/spine-releases.ts';
import { keepingRows } from '../kept.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { answersTo, payEditions, pinnedPaths, rootsOnDisk } from './pinned-answers.ts';

const directory = temporaryDirectory();
const medianColumn = 3;
const rowsOf = new Map<string, AsheRows>();

/**
 * The real source but for where rows come from: writing and reading 22 workbooks for each release would cost seconds. Its checks hold
 * the year that a sheet prints against the release's name, so they are left out; they have tests of their own.
 */
const edited: Source = remembering(
  withFewDocuments(
    {
      ...ashe,
      checks: [],
      async parse(release: Release) {
        const rows = rowsOf.get(release.name);
        if (rows === undefined) throw new Error(`no rows have been made of ${release.name}`);
        return rows;
      },
    } as Source,
    (code) => Number(code) % 3 === 0 || code === '1121' || code === '2134',
  ),
);

async function publish(...names: readonly string[]) {
  const releases = names.map((name) =>
    releaseOf(edited, name, [{ name: `ashetable14${name.replace(/^sample-|-(?=[pr])/g, '')}.zip`, bytes: Buffer.from(name) }]),
  );
  const outcomes = await compile({
    sources: [...wholeSpine, edited],
    releases,
    directory,
    sampleSize: 'plain',
    acceptDocumented: false,
    progress: () => {},
    say: () => {},
  });
  expect(outcomes.map(({ release, verdict, problems }) => [release, verdict, problems])).toEqual(
    names.map((name) => [name, 'published', []]),
  );
}

/** By how much the median of a unit group is revised, in percent: most by little, one in ten by much, one in three not at all. */
function revisionOf(code: string, measure: Measure): number {
  const place = Number(code) % 30;
  if (place % 3 === 0) return 0;
  if (place % 10 === 1) return measure === 'annual_pay_gross' ? -6 : 4;
  return place % 2 === 0 ? 0.5 : -1.5;
}

function revise(rows: AsheRows): AsheRows {
  return rows.map((sheet) => {
    const measure = measureKeys[sheet.number - 1];
    if (sheet.kind !== 'a' || sheet.sheet !== 'All' || measure === undefined) return sheet;
    return {
      ...sheet,
      rows: sheet.rows.map((row) => {
        const [code = '', median = ''] = [row.cells[1], row.cells[medianColumn]];
        // One median is withheld in the revised edition only: it is comparable no longer.
        const printed =
          code === '2134'
            ? 'x'
            : /^\d{4}$/.test(code) && /^\d/.test(median)
              ? (Number(median) * (1 + revisionOf(code, measure) / 100)).toFixed(2)
              : median;
        return { ...row, cells: row.cells.map((cell, column) => (column === medianColumn ? printed : cell)) };
      }),
    };
  });
}

const offline = answerOffline(directory);
const ask = async <Answer>(path: string): Promise<{ status: number; headers: Headers; answer: Answer }> => {
  const response = await offline(path);
  return { status: response.status, headers: response.headers, answer: JSON.parse(await response.text()) };
};
const editionId = (release: string) => payEditions(directory).find((edition) => edition.release === release)?.id ?? '';

let before: { readonly roots: Map<string, string>; readonly answers: Map<string, string>; readonly seriesTag: string | null };

beforeAll(async () => {
  // Documents of other sources are never asked for.
  const needed = readCatalogue(sampleDirectory())?.catalogue.editions.filter(({ source }) => /^(soc|ashe)/.test(source)) ?? [];
  const isOfOthers = (path: string) => dirname(path).endsWith('/editions') && !needed.some(({ id }) => path.endsWith(id));
  cpSync(sampleDirectory(), directory, { recursive: true, filter: (path) => !isOfOthers(path) });
  const [own] = payEditions(directory);
  const files =
    own?.inputs
      .filter(({ file }) => asheFiles.table14.match.test(file))
      .map(({ file, sha256 }) => ({ name: file, bytes: readSnapshot(directory, 'ashe', sha256) })) ?? [];
  const release = releaseOf(ashe, 'sample-2024-provisional', files);
  const rows = await keepingRows(ashe).parse(release.release, files);
  for (const name of ['sample-2021-revised', 'sample-2023-provisional', 'sample-2024-provisional']) rowsOf.set(name, rows);
  rowsOf.set('sample-2023-revised', revise(rows));

  await publish('sample-2021-revised', 'sample-2023-provisional');
  const old = payEditions(directory);
  before = {
    roots: rootsOnDisk(directory, old),
    answers: await answersTo(directory, pinnedPaths(old, 500)),
    seriesTag: (await ask('/v1/occupations/1121/pay/series')).headers.get('ETag'),
  };
  expect(readCatalogue(directory)?.catalogue.sources.find(({ key }) => key === 'ashe')?.revisions).toEqual([]);
  await publish('sample-2023-revised');
});

describe('a revised edition', () => {
  test('is what its year is answered from, and is not provisional', async () => {
    const { answer } = await ask<PayResponse>('/v1/occupations/1121/pay?year=2023');
    expect(answer).toMatchObject({ year: 2023, provisional: false, provenance: { editionId: editionId('sample-2023-revised') } });
    expect(payEditions(directory).map(({ release, state }) => [release, state])).toEqual([
      ['sample-2024-provisional', 'served'],
      ['sample-2021-revised', 'served'],
      ['sample-2023-provisional', 'superseded'],
      ['sample-2023-revised', 'served'],
    ]);
  });

  test('leaves every old edition and 500 answers pinned to one byte for byte', async () => {
    const old = payEditions(directory).filter(({ id }) => before.roots.has(id));
    expect(rootsOnDisk(directory, old)).toEqual(before.roots);
    expect(await answersTo(directory, [...before.answers.keys()])).toEqual(before.answers);
    for (const answer of before.answers.values()) expect(answer).toMatch(/^200 "[0-9a-f]{16}" private, no-transform, max-age=86400\n/);
  });

  test('and the one it revises differ where it was revised, each under its own pin', async () => {
    const median = async (release: string) => (await ask<PayResponse>(`/v1/occupations/2134/pay?edition=${editionId(release)}`)).answer;
    expect(await median('sample-2023-provisional')).toMatchObject({ provisional: true, presentable: true });
    expect(await median('sample-2023-revised')).toMatchObject({ provisional: false, presentable: false });
  });

  test('pinned by year and edition at once: the edition decides', async () => {
    const { answer } = await ask<PayResponse>(`/v1/occupations/1121/pay/regions?year=2024&edition=${editionId('sample-2023-provisional')}`);
    expect(answer).toMatchObject({ year: 2023, provisional: true });
  });
});

describe('the series', () => {
  test('is the join of what year= answers, with the year that is not held as a break', async () => {
    for (const query of ['', '&measure=hourly_pay_gross&sex=female', '&measure=overtime_pay&pattern=parttime']) {
      const { answer } = await ask<PaySeriesResponse>(`/v1/occupations/1121/pay/series?area=uk${query}`);
      expect(answer.points.map(({ year }) => year)).toEqual([2021, 2023, 2024]);
      for (const point of answer.points) {
        const { answer: single } = await ask<PayResponse>(`/v1/occupations/1121/pay?year=${point.year}${query}`);
        const { referencePeriod, provisional, mean, distribution, quality, presentable } = single;
        expect(point).toMatchObject({
          referencePeriod,
          provisional,
          mean,
          distribution,
          quality,
          presentable,
        });
        expect(single.figures).toMatchObject(point.figures);
        expect([point.edition, point.editionId]).toEqual([single.provenance.edition, single.provenance.editionId]);
      }
      expect(answer.breaks).toMatchObject([{ kind: 'years-not-held', years: [2022] }]);
      expect(answer.points[1]?.change).toBeNull();
    }
  });

  test('of an area that old editions do not cover has points of nulls there', async () => {
    const { answer } = await ask<PaySeriesResponse>('/v1/occupations/1121/pay/series?area=london');
    expect(answer.points.map(({ year, figures: { median } }) => [year, median.value === null, median.withheld?.reason])).toEqual([
      [2021, true, 'not-received'],
      [2023, true, 'not-received'],
      [2024, answer.points[2]?.distribution.median === null, answer.points[2]?.figures.median.withheld?.reason],
    ]);
    expect(answer.breaks.map(({ kind, years }) => [kind, years])).toEqual([
      ['not-received', [2021]],
      ['years-not-held', [2022]],
      ['not-received', [2023]],
    ]);
  });

  test('names every edition that it rests on, in headers and provenance, and has a tag of all of them', async () => {
    const { headers, answer } = await ask<PaySeriesResponse>('/v1/occupations/1121/pay/series');
    const ids = ['sample-2024-provisional', 'sample-2023-revised', 'sample-2021-revised', 'sample-2023-provisional'].map(editionId);
    const structure = answer.provenance.inputs.at(-1);
    expect(structure?.source).toBe('soc-structure');
    expect(headers.get('LMI-Edition')).toBe([...ids, structure?.editionId].join(', '));
    expect(headers.get('LMI-Source')).toBe('ashe, ashe, ashe, ashe, soc-structure');
    expect([answer.provenance.editionId, ...answer.provenance.inputs.map((input) => input.editionId)]).toEqual([
      ...ids,
      structure?.editionId,
    ]);
    expect(headers.get('Cache-Control')).toBe('private, no-transform, no-cache');
    expect(headers.get('ETag')).not.toBe(before.seriesTag);
  });
});

describe('a comparison of editions', () => {
  const changesBetween = async (older: string, newer: string) => {
    const { editions } = readCatalogue(directory)?.catalogue ?? expect.fail();
    const reader = new EditionReader(directory, [...wholeSpine, edited], { editions });
    const { figures } = await diffEditions(reader, editionId(older), editionId(newer));
    const of = (kind: ChangeKind) => figures?.measures.reduce((sum, { changes }) => sum + changes[kind], 0) ?? 0;
    return { revised: of('revised'), 'other-period': of('other-period') };
  };

  test('calls what was published anew for its year revised, and nothing of another year', async () => {
    const corrected = await changesBetween('sample-2023-provisional', 'sample-2023-revised');
    expect(corrected).toEqual({ revised: expect.any(Number), 'other-period': 0 });
    expect(corrected.revised).toBeGreaterThan(0);
    // The rows of 2024 are those of 2023 before the correction.
    expect(await changesBetween('sample-2023-revised', 'sample-2024-provisional')).toEqual({
      revised: 0,
      'other-period': corrected.revised,
    });
  });
});

describe('revision statistics', () => {
  test('are those of the medians that both editions answer', async () => {
    const [first, second] = [editionId('sample-2023-provisional'), editionId('sample-2023-revised')];
    for (const measure of ['annual_pay_gross', 'hours_paid_total'] as const) {
      const moved: number[] = [];
      for (const soc of payEditions(directory).find(({ id }) => id === first)?.axes.occupations ?? []) {
        const median = async (edition: string) =>
          (await ask<PayResponse>(`/v1/occupations/${soc}/pay?measure=${measure}&edition=${edition}`)).answer.distribution.median;
        const [provisional, revised] = [await median(first), await median(second)];
        if (provisional !== null && revised !== null) moved.push((100 * (revised - provisional)) / provisional);
      }
      const absolute = moved.map(Math.abs).sort((a, b) => a - b);
      const place = 0.9 * (absolute.length - 1);
      const [below = NaN, above = NaN] = [absolute[Math.floor(place)], absolute[Math.ceil(place)]];

      const { answer } = await ask<PaySeriesResponse>(`/v1/occupations/1121/pay/series?measure=${measure}&sex=male`);
      expect(answer.revisionsWithheld).toBeNull();
      expect(answer.revisions).toMatchObject({ measure, sex: 'all', workPattern: 'all', area: { slug: 'uk' } });
      const [year] = answer.revisions?.years ?? [];
      expect(answer.revisions?.years).toHaveLength(1);
      expect(year).toMatchObject({
        year: 2023,
        provisional: { edition: 'sample-2023-provisional', editionId: first },
        revised: { edition: 'sample-2023-revised', editionId: second },
        comparableMedians: moved.length,
      });
      expect(moved.length).toBeGreaterThan(100);
      expect(year?.percentile90AbsolutePercent).toBeCloseTo(below + (above - below) * (place % 1), 1);
      expect(year?.meanPercent).toBeCloseTo(moved.reduce((sum, percent) => sum + percent, 0) / moved.length, 1);
      expect(year?.movedMoreThanOnePercentPercent).toBeCloseTo(
        (100 * moved.filter((percent) => Math.abs(percent) > 1).length) / moved.length,
        0,
      );
      expect(year?.medianAbsolutePercent).toBeCloseTo(
        ((absolute[Math.floor((absolute.length - 1) / 2)] ?? NaN) + (absolute[Math.ceil((absolute.length - 1) / 2)] ?? NaN)) / 2,
        1,
      );
    }
  });

  test('are in the catalogue for every measure, and no edition knows of them', () => {
    const found = readCatalogue(directory)?.catalogue;
    const revisions = found?.sources.find(({ key }) => key === 'ashe')?.revisions ?? [];
    expect(revisions.map(({ year, provisional, revised }) => [year, provisional, revised])).toEqual([
      [2023, editionId('sample-2023-provisional'), editionId('sample-2023-revised')],
    ]);
    expect(revisions[0]?.measures.map(({ measure }) => measure)).toEqual(measureKeys);
    expect(found?.sources.filter(({ key }) => key !== 'ashe').flatMap((source) => source.revisions)).toEqual([]);
  });

  test('are computed once: the same code takes over what it computed, other code computes again', () => {
    const editions = payEditions(directory);
    const computed = revisionsOf(directory, ashe, editions, []);
    const old = computed.map((revision) => ({ ...revision, measures: [] }));
    expect(revisionsOf(directory, ashe, editions, old)).toEqual(old);
    const byOtherCode = old.map((revision) => ({ ...revision, code: '0'.repeat(64) }));
    expect(revisionsOf(directory, ashe, editions, byOtherCode)).toEqual(computed);
    expect(computed[0]?.code).toBe(codeDigest());
    // The catalogue without the documents, as after a partial pull: what is known stays, and what is not known is not made up.
    const elsewhere = temporaryDirectory();
    expect(revisionsOf(elsewhere, ashe, editions, byOtherCode)).toEqual(byOtherCode);
    expect(revisionsOf(elsewhere, ashe, editions, [])).toEqual([]);
  });

  test('are never computed from a document that has other bytes than were published', () => {
    const editions = payEditions(directory);
    const damaged = join(temporaryDirectory(), 'damaged');
    for (const name of ['sample-2023-provisional', 'sample-2023-revised'])
      cpSync(join(directory, 'editions', editionId(name)), join(damaged, 'editions', editionId(name)), { recursive: true });
    expect(revisionsOf(damaged, ashe, editions, [])).toHaveLength(1);
    const file = join(damaged, 'editions', editionId('sample-2023-revised'), 'pay/2134/uk.json');
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(/\[\d/, (start) => `${start}0`),
    );
    expect(revisionsOf(damaged, ashe, editions, [])).toEqual([]);
  });

  test('are of the newest provisional edition that is not withdrawn, and of none while a year is served provisional', () => {
    const editions = payEditions(directory);
    const provisional = editionId('sample-2023-provisional');
    const withdrawn = editions.map((edition) => (edition.id === provisional ? { ...edition, state: 'withdrawn' as const } : edition));
    expect(revisionsOf(directory, ashe, withdrawn, [])).toEqual([]);
    expect(
      revisionsOf(
        directory,
        ashe,
        editions.filter(({ release }) => release !== 'sample-2023-revised'),
        [],
      ),
    ).toEqual([]);
  });

  test.each([
    [
      [2],
      {
        comparableMedians: 1,
        medianAbsolutePercent: 2,
        percentile90AbsolutePercent: 2,
        meanPercent: 2,
        movedMoreThanOnePercentPercent: 100,
      },
    ],
    // 1 % is not more than 1 %; the middle of 0.5 and 1 is 0.75; nine tenths of the way from first to last is seven tenths from 1 to 3.
    [
      [-3, 1, 0.5, 0],
      {
        comparableMedians: 4,
        medianAbsolutePercent: 0.75,
        percentile90AbsolutePercent: 2.4,
        meanPercent: -0.38,
        movedMoreThanOnePercentPercent: 25,
      },
    ],
  ])('over %j', (percents, expected) => {
    expect(statisticsOf(percents)).toEqual(expected);
    expect(statisticsOf([...percents].reverse())).toEqual(expected);
  });
});
