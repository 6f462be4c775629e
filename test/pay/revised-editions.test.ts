// A provisional year of pay and its revision, as the sample has them: what is served, what stays
// pinned, and what is said of the revision. And the series over editions that lack a year or a
// table, which the sample's own have not.
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { codeDigest } from '#compiler/edition/code-digest.ts';
import { revisionsOf } from '#compiler/edition/revisions.ts';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import type { Source } from '#sources/kit/source.ts';
import type { PayDocument, PayResponse, PaySeriesResponse } from '#schemas/resources/pay.ts';
import { joinPaySeries } from '#schemas/selections/join-pay-series.ts';
import { selectPay } from '#schemas/selections/select-pay.ts';
import { statisticsOf } from '#sources/ashe/revisions.ts';
import { ashe } from '#sources/ashe/source.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const directory = sampleDirectory();
const pay = ashe as Source;
const editions =
  readCatalogue(directory)?.catalogue.editions.filter(({ source }) => source === 'ashe') ?? [];
const editionId = (release: string) =>
  editions.find((edition) => edition.release === release)?.id ?? expect.fail(release);
const provisional = editionId('sample-2023-provisional');
const revised = editionId('sample-2023-revised');

const offline = answerOffline(directory);
const ask = async <Answer>(path: string): Promise<{ headers: Headers; answer: Answer }> => {
  const response = await offline(path);
  return { headers: response.headers, answer: JSON.parse(await response.text()) };
};

test('is what its year is answered from, and is not provisional', async () => {
  const { answer } = await ask<PayResponse>('/v1/occupations/1111/pay?year=2023');
  expect(answer).toMatchObject({
    year: 2023,
    provisional: false,
    provenance: { editionId: revised },
  });
  const states = editions.flatMap(({ release, state, year }) =>
    year === 2023 ? [`${release} ${state}`] : [],
  );
  expect(states.sort()).toEqual([
    'sample-2023-provisional superseded',
    'sample-2023-revised served',
  ]);
});

test('pinned by year and edition at once: the edition decides', async () => {
  for (const [id, isProvisional] of [[provisional, true] as const, [revised, false] as const]) {
    const { answer } = await ask<PayResponse>(`/v1/occupations/2134/pay?year=2024&edition=${id}`);
    expect(answer).toMatchObject({
      year: 2023,
      provisional: isProvisional,
      provenance: { editionId: id },
    });
  }
});

test('the series names every edition that it rests on, in headers and provenance', async () => {
  const { headers, answer } = await ask<PaySeriesResponse>('/v1/occupations/1111/pay/series');
  const structure = answer.provenance.inputs.at(-1);
  const ids = [editionId('sample-2024-provisional'), revised, provisional, structure?.editionId];
  expect(structure?.source).toBe('soc-structure');
  expect(headers.get('LMI-Edition')).toBe(ids.join(', '));
  expect(headers.get('LMI-Source')).toBe('ashe, ashe, ashe, soc-structure');
  expect([
    answer.provenance.editionId,
    ...answer.provenance.inputs.map((input) => input.editionId),
  ]).toEqual(ids);
  expect(headers.get('Cache-Control')).toBe('private, no-transform, max-age=300');
});

test('a series falls back to the newest edition that has the area', () => {
  const held: PayDocument = JSON.parse(
    readFileSync(join(directory, 'editions', revised, 'pay/2134/uk.json'), 'utf8'),
  );
  const editionWith = (id: string) => editions.find((edition) => edition.id === id);
  const older = editionWith(revised);
  const newer = editionWith(editionId('sample-2024-provisional'));
  if (older === undefined || newer === undefined) return expect.fail('the sample lacks an edition');
  const parts = [older, newer].map(({ id, year, label }) => {
    const document = {
      ...held,
      year: year ?? 0,
      provenance: { ...held.provenance, edition: label, editionId: id },
    };
    return [
      String(year),
      selectPay(document, { measure: 'annual_pay_gross', sex: 'all', pattern: 'all' }),
    ] as const;
  });
  const { provenance } = joinPaySeries(Object.fromEntries(parts), {
    edition: older,
    needs: [newer],
    revisions: null,
  });
  expect([provenance.editionId, ...provenance.inputs.map((input) => input.editionId)]).toEqual([
    older.id,
    newer.id,
  ]);
});

test('revision statistics are those of the medians that both editions answer', async () => {
  const median = async (soc: string, id: string) =>
    (await ask<PayResponse>(`/v1/occupations/${soc}/pay?edition=${id}`)).answer.distribution.median;
  const moved: number[] = [];
  for (const soc of editions[0]?.axes.occupations ?? []) {
    const first = await median(soc, provisional);
    const second = await median(soc, revised);
    if (first !== null && second !== null) moved.push((100 * (second - first)) / first);
  }
  expect(moved.filter((percent) => percent !== 0).length).toBeGreaterThan(2);
  const { answer } = await ask<PaySeriesResponse>('/v1/occupations/1111/pay/series?sex=male');
  expect(answer.revisions).toMatchObject({
    measure: 'annual_pay_gross',
    sex: 'all',
    workPattern: 'all',
    area: { slug: 'uk' },
  });
  expect(answer.revisions?.years).toEqual([
    {
      year: 2023,
      provisional: { edition: 'sample-2023-provisional', editionId: provisional },
      revised: { edition: 'sample-2023-revised', editionId: revised },
      ...statisticsOf(moved),
    },
  ]);
});

test('statistics are computed once for the same code', () => {
  const computed = revisionsOf(directory, pay, editions, []);
  expect(computed.map(({ year, code }) => [year, code])).toEqual([[2023, codeDigest()]]);
  expect(
    readCatalogue(directory)?.catalogue.sources.find(({ key }) => key === 'ashe')?.revisions,
  ).toEqual(computed);
  const old = computed.map((revision) => ({ ...revision, measures: [] }));
  expect(revisionsOf(directory, pay, editions, old)).toEqual(old);
  const byOtherCode = old.map((revision) => ({ ...revision, code: '0'.repeat(64) }));
  expect(revisionsOf(directory, pay, editions, byOtherCode)).toEqual(computed);
  // The catalogue without the documents, as after a partial pull: what is known stays, and what is
  // not known is not made up.
  const elsewhere = temporaryDirectory();
  expect([
    revisionsOf(elsewhere, pay, editions, byOtherCode),
    revisionsOf(elsewhere, pay, editions, []),
  ]).toEqual([byOtherCode, []]);
});

test('damaged, withdrawn and provisional years have no statistics', () => {
  const damaged = temporaryDirectory();
  cpSync(join(directory, 'editions', revised), join(damaged, 'editions', revised), {
    recursive: true,
  });
  symlinkSync(join(directory, 'editions', provisional), join(damaged, 'editions', provisional));
  symlinkSync(join(directory, 'records'), join(damaged, 'records'));
  expect(revisionsOf(damaged, pay, editions, [])).toHaveLength(1);
  const file = join(damaged, 'editions', revised, 'pay/2134/uk.json');
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(/\[\d/, (start) => `${start}0`),
  );
  expect(revisionsOf(damaged, pay, editions, [])).toEqual([]);
  const withdrawn = editions.map((edition) =>
    edition.id === provisional ? { ...edition, state: 'withdrawn' as const } : edition,
  );
  const unrevised = editions.filter(({ id }) => id !== revised);
  for (const others of [withdrawn, unrevised])
    expect(revisionsOf(directory, pay, others, [])).toEqual([]);
});

// 1% is not more than 1%; the middle of 0.5 and 1 is 0.75; nine tenths of the way from first to
// last is seven tenths from 1 to 3.
test.each([
  [[2], [1, 2, 2, 2, 100]],
  [
    [-3, 1, 0.5, 0],
    [4, 0.75, 2.4, -0.38, 25],
  ],
])(
  'statistics over %j',
  (percents, [
    comparableMedians,
    medianAbsolutePercent,
    percentile90AbsolutePercent,
    meanPercent,
    moved,
  ]) => {
    const expected = {
      comparableMedians,
      medianAbsolutePercent,
      percentile90AbsolutePercent,
      meanPercent,
      movedMoreThanOnePercentPercent: moved,
    };
    expect([statisticsOf(percents), statisticsOf(percents.toReversed())]).toEqual([
      expected,
      expected,
    ]);
  },
);

test.each([
  [
    'a year that is not held',
    [2021, 2024],
    [],
    {
      kind: 'years-not-held',
      years: [2022, 2023],
      explanation: 'There is no edition for 2022, 2023. Do not join 2021 to 2024.',
    },
  ],
  [
    'an edition without the table',
    [2022, 2023, 2024],
    [2023],
    {
      kind: 'not-received',
      years: [2023],
      explanation: 'The edition "2023" does not cover this measure in the area United Kingdom.',
    },
  ],
])(
  'a series over %s: its lines break there, and no change leads over the gap',
  (_, years, lacking, expected) => {
    const held: PayDocument = JSON.parse(
      readFileSync(join(directory, 'editions', revised, 'pay/2134/uk.json'), 'utf8'),
    );
    const answers = years.map((year) => {
      const variants = lacking.some((one) => one === year)
        ? held.variants.map(() => null)
        : held.variants;
      const document = {
        ...held,
        year,
        variants,
        provenance: { ...held.provenance, edition: `${year}` },
      };
      return [
        String(year),
        selectPay(document, { measure: 'annual_pay_gross', sex: 'all', pattern: 'all' }),
      ] as const;
    });
    const edition = editions.find(({ id }) => id === revised) ?? expect.fail(revised);
    const { points, breaks } = joinPaySeries(Object.fromEntries(answers), {
      edition,
      needs: [],
      revisions: null,
    });
    expect(breaks).toEqual([expected]);
    expect(points.map(({ change }) => change)).toEqual(years.map(() => null));
    for (const { year, distribution, figures } of points) {
      const reason = lacking.some((one) => one === year) ? 'not-received' : undefined;
      expect([distribution.median === null, figures.median.withheld?.reason], `${year}`).toEqual([
        reason !== undefined,
        reason,
      ]);
    }
  },
);
