// A provisional year and its revision published one after the other: what is served, what stays pinned, and what is said of the revision. The
// rows are those of the sample, of two measures and a few occupations, edited for each release.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { codeDigest } from '#compiler/edition/code-digest.ts';
import { revisionsOf } from '#compiler/edition/revisions.ts';
import { compile } from '#compiler/pipeline.ts';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import type { Release, Source } from '#sources/kit/source.ts';
import type { PayResponse, PaySeriesResponse } from '#schemas/resources/pay.ts';
import type { AsheRows } from '#sources/ashe/layout.ts';
import { statisticsOf } from '#sources/ashe/revisions.ts';
import { ashe } from '#sources/ashe/source.ts';
import { few, indexWithFewDocuments, structureWithFewDocuments, withFewDocuments } from '../compiler/slim-sources.ts';
import { releaseOf, sampleOf } from '../compiler/spine-releases.ts';
import { keepingRows, keptSample } from '../kept.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { answersTo, payEditions, pinnedPaths, rootsOnDisk } from './pinned-answers.ts';

const directory = temporaryDirectory();
const rowsOf = new Map<string, AsheRows>();
/** The real source but for where rows come from. Its checks count all occupations and measures, so they are left out. */
const pay: Source = withFewDocuments({
  ...ashe,
  checks: [],
  parse: async (release: Release) => rowsOf.get(release.name) ?? expect.fail(release.name),
} as Source);
const sources = [structureWithFewDocuments, indexWithFewDocuments, pay];

async function publish(...names: readonly string[]) {
  const spine = rowsOf.has('') ? [] : await Promise.all([structureWithFewDocuments, indexWithFewDocuments].map(sampleOf));
  const releases = names.map((name) =>
    releaseOf(pay, name, [{ name: `ashetable14${name.replace(/^sample-|-(?=[pr])/g, '')}.zip`, bytes: Buffer.from(name) }]),
  );
  const outcomes = await compile({
    ...{ sources, releases: [...spine, ...releases], directory, sampleSize: 'plain', acceptDocumented: false },
    ...{ progress: () => {}, say: () => {} },
  });
  expect(outcomes.filter(({ verdict }) => verdict !== 'published')).toEqual([]);
}

/** By how much the median of a unit group is revised, in percent. That of 2134 is withheld in the revised edition. */
const revisions: Readonly<Record<string, number>> = { 1111: 0.5, 2133: -6, 2135: 4, 2136: -1.5 };
const revise = (rows: AsheRows): AsheRows =>
  rows.map((sheet) => {
    if (sheet.kind !== 'a' || sheet.sheet !== 'All') return sheet;
    const medianOf = ([, code = '', , median = '']: readonly string[]) => {
      if (code === '2134') return 'x';
      return /^\d/.test(median) ? (Number(median) * (1 + (revisions[code] ?? 0) / 100)).toFixed(2) : median;
    };
    return { ...sheet, rows: sheet.rows.map((row) => ({ ...row, cells: row.cells.with(3, medianOf(row.cells)) })) };
  });

/** Begun anew after the revision: it looks at the catalogue once in a while. */
let offline = answerOffline(directory);
const ask = async <Answer>(path: string): Promise<{ headers: Headers; answer: Answer }> => {
  const response = await offline(path);
  return { headers: response.headers, answer: JSON.parse(await response.text()) };
};
const editionId = (release: string) => payEditions(directory).find((edition) => edition.release === release)?.id ?? '';

let before: { readonly roots: Map<string, string>; readonly answers: Map<string, string>; readonly seriesTag: string | null };

beforeAll(async () => {
  const sample = (await keptSample(ashe)).find(({ release }) => release === 'sample-2024-provisional') ?? expect.fail();
  const whole = await keepingRows(ashe).parse(releaseOf(ashe, sample.release, sample.files).release, sample.files);
  const rows = whole
    .filter(({ number }) => number === 7 || number === 9)
    .map((sheet) => ({ ...sheet, rows: sheet.rows.filter(({ cells: [, code = ''] }) => few.has(code)) }));
  const table14 = rows.filter(({ table }) => table === 14);
  for (const name of ['sample-2021-revised', 'sample-2023-provisional']) rowsOf.set(name, table14);
  rowsOf.set('sample-2024-provisional', rows).set('sample-2023-revised', revise(table14));

  await publish('sample-2021-revised', 'sample-2023-provisional', 'sample-2024-provisional');
  rowsOf.set('', []);
  const old = payEditions(directory);
  before = {
    roots: rootsOnDisk(directory, old),
    answers: await answersTo(directory, pinnedPaths(old, 50)),
    seriesTag: (await ask('/v1/occupations/1111/pay/series')).headers.get('ETag'),
  };
  expect(readCatalogue(directory)?.catalogue.sources.find(({ key }) => key === 'ashe')?.revisions).toEqual([]);
  await publish('sample-2023-revised');
  offline = answerOffline(directory);
});

test('is what its year is answered from, and is not provisional', async () => {
  const { answer } = await ask<PayResponse>('/v1/occupations/1111/pay?year=2023');
  expect(answer).toMatchObject({ year: 2023, provisional: false, provenance: { editionId: editionId('sample-2023-revised') } });
  expect(payEditions(directory).map(({ release, state }) => `${release} ${state}`)).toEqual([
    ...['sample-2021-revised served', 'sample-2023-provisional superseded', 'sample-2024-provisional served', 'sample-2023-revised served'],
  ]);
});

test('leaves every old edition and the answers pinned to one byte for byte', async () => {
  const old = payEditions(directory).filter(({ id }) => before.roots.has(id));
  expect(rootsOnDisk(directory, old)).toEqual(before.roots);
  expect(await answersTo(directory, [...before.answers.keys()])).toEqual(before.answers);
  for (const answer of before.answers.values()) expect(answer).toMatch(/^200 "[0-9a-f]{16}" private, no-transform, max-age=86400\n/);
});

test('pinned by year and edition at once: the edition decides', async () => {
  const presentable = async (release: string) =>
    (await ask<PayResponse>(`/v1/occupations/2134/pay?year=2024&edition=${editionId(release)}`)).answer;
  expect(await presentable('sample-2023-provisional')).toMatchObject({ year: 2023, provisional: true, presentable: true });
  expect(await presentable('sample-2023-revised')).toMatchObject({ year: 2023, provisional: false, presentable: false });
});

test('the series is the join of what year= answers, with the year that is not held as a break', async () => {
  for (const query of ['', '&measure=hours_paid_total&sex=female']) {
    const { answer } = await ask<PaySeriesResponse>(`/v1/occupations/1111/pay/series?area=uk${query}`);
    expect(answer.points.map(({ year }) => year)).toEqual([2021, 2023, 2024]);
    for (const point of answer.points) {
      const { answer: single } = await ask<PayResponse>(`/v1/occupations/1111/pay?year=${point.year}${query}`);
      const { referencePeriod, provisional, mean, distribution, quality, presentable, provenance } = single;
      const { edition, editionId: id } = provenance;
      expect(point).toMatchObject({ referencePeriod, provisional, mean, distribution, quality, presentable, edition, editionId: id });
      expect(single.figures).toMatchObject(point.figures);
    }
    expect(answer.breaks).toMatchObject([{ kind: 'years-not-held', years: [2022] }]);
    expect(answer.points[1]?.change).toBeNull();
  }
});

test('the series names every edition that it rests on, in headers and provenance, and has a tag of all of them', async () => {
  const { headers, answer } = await ask<PaySeriesResponse>('/v1/occupations/1111/pay/series');
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

test('revision statistics are those of the medians that both editions answer', async () => {
  for (const measure of ['annual_pay_gross', 'hours_paid_total'] as const) {
    const median = async (soc: string, release: string) =>
      (await ask<PayResponse>(`/v1/occupations/${soc}/pay?measure=${measure}&edition=${editionId(release)}`)).answer.distribution.median;
    const moved: number[] = [];
    for (const soc of few) {
      const [first, second] = [await median(soc, 'sample-2023-provisional'), await median(soc, 'sample-2023-revised')];
      if (first !== null && second !== null) moved.push((100 * (second - first)) / first);
    }
    expect(moved.length).toBeGreaterThan(2);
    const { answer } = await ask<PaySeriesResponse>(`/v1/occupations/1111/pay/series?measure=${measure}&sex=male`);
    expect(answer.revisions).toMatchObject({ measure, sex: 'all', workPattern: 'all', area: { slug: 'uk' } });
    expect(answer.revisions?.years).toEqual([
      {
        year: 2023,
        provisional: { edition: 'sample-2023-provisional', editionId: editionId('sample-2023-provisional') },
        revised: { edition: 'sample-2023-revised', editionId: editionId('sample-2023-revised') },
        ...statisticsOf(moved),
      },
    ]);
  }
});

test('statistics are computed once: the same code takes over what it computed, other code computes again', () => {
  const editions = payEditions(directory);
  const computed = revisionsOf(directory, ashe, editions, []);
  expect(computed.map(({ year, code }) => [year, code])).toEqual([[2023, codeDigest()]]);
  const old = computed.map((revision) => ({ ...revision, measures: [] }));
  expect(revisionsOf(directory, ashe, editions, old)).toEqual(old);
  const byOtherCode = old.map((revision) => ({ ...revision, code: '0'.repeat(64) }));
  expect(revisionsOf(directory, ashe, editions, byOtherCode)).toEqual(computed);
  // The catalogue without the documents, as after a partial pull: what is known stays, and what is not known is not made up.
  const elsewhere = temporaryDirectory();
  expect([revisionsOf(elsewhere, ashe, editions, byOtherCode), revisionsOf(elsewhere, ashe, editions, [])]).toEqual([byOtherCode, []]);
});

test('there are no statistics of a damaged document, of a withdrawn edition, or while the year is provisional', () => {
  const editions = payEditions(directory);
  const damaged = join(temporaryDirectory(), 'damaged');
  cpSync(join(directory, 'editions'), join(damaged, 'editions'), { recursive: true });
  expect(revisionsOf(damaged, ashe, editions, [])).toHaveLength(1);
  const file = join(damaged, 'editions', editionId('sample-2023-revised'), 'pay/2134/uk.json');
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(/\[\d/, (start) => `${start}0`),
  );
  expect(revisionsOf(damaged, ashe, editions, [])).toEqual([]);
  const provisional = editionId('sample-2023-provisional');
  const withdrawn = editions.map((edition) => (edition.id === provisional ? { ...edition, state: 'withdrawn' as const } : edition));
  const unrevised = editions.filter(({ release }) => release !== 'sample-2023-revised');
  for (const others of [withdrawn, unrevised]) expect(revisionsOf(directory, ashe, others, [])).toEqual([]);
});

// 1 % is not more than 1 %; the middle of 0.5 and 1 is 0.75; nine tenths of the way from first to last is seven tenths from 1 to 3.
test.each([
  [[2], [1, 2, 2, 2, 100]],
  [
    [-3, 1, 0.5, 0],
    [4, 0.75, 2.4, -0.38, 25],
  ],
])('statistics over %j', (percents, [comparableMedians, medianAbsolutePercent, percentile90AbsolutePercent, meanPercent, moved]) => {
  const expected = {
    comparableMedians,
    medianAbsolutePercent,
    percentile90AbsolutePercent,
    meanPercent,
    movedMoreThanOnePercentPercent: moved,
  };
  expect([statisticsOf(percents), statisticsOf(percents.toReversed())]).toEqual([expected, expected]);
});
