// Laws over every document of the adverts: lists are the join of the documents of occupations, and
// totals, changes and ranks are what is worked out again, by other code, from the months and
// quarters that are shown. test/sources/online-job-adverts does the same for shares.
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { Rank } from '#schemas/figures.ts';
import type {
  AdvertChange,
  JobAdvertDocument,
  JobAdvertListResponse,
  AreaAdvertsDocument,
  LocalAdvertAreasResponse,
  LocalAdvertDocument,
} from '#schemas/resources/adverts.ts';
import type { LocalArea } from '#schemas/resources/local-areas.ts';
import { areaSlugs, areas as contractAreas, unitGroupCount } from '#schemas/codes.ts';
import {
  selectJobAdverts,
  selectAreaAdverts,
  selectLocalAdverts,
} from '#schemas/selections/select-adverts.ts';
import { describeLaws, everyHolds, ranksOf } from './compiled.ts';

interface Part {
  readonly adverts: number | null;
  readonly withheld: { readonly reason: string } | null;
}

/** How many of the latest periods are published for at least one of the occupations. */
const mostOf = (occupations: readonly (readonly Part[])[], year: number): number =>
  Array.from({ length: year }, (_, place) =>
    occupations.some((parts) => parts.at(place - year)?.adverts != null),
  ).filter(Boolean).length;

/** What a total over the latest periods and the comparison with those before must say. */
function recomputed(parts: readonly Part[], year: number, fewest: number, most: number) {
  const latest = parts.slice(-year);
  const prior = parts.slice(-2 * year, -year);
  const sum = (some: readonly Part[]) => {
    const known = some.flatMap(({ adverts }) => (adverts === null ? [] : [adverts]));
    const gone = some.filter(
      ({ withheld }) => withheld?.reason === 'suppressed-by-publisher',
    ).length;
    return {
      adverts: known.length === 0 ? null : known.reduce((a, b) => a + b, 0),
      gone,
      published: known.length,
    };
  };
  const pairs = latest.flatMap(({ adverts: now }, place) => {
    const then = prior[place]?.adverts ?? null;
    return now === null || then === null ? [] : [{ now, then }];
  });
  const now = pairs.reduce((a, b) => a + b.now, 0);
  const then = pairs.reduce((a, b) => a + b.then, 0);
  const total = sum(latest);
  const change = {
    current: now,
    prior: then,
    absolute: now - then,
    months: (pairs.length * 12) / year,
  };
  return {
    total,
    prior: sum(prior),
    change: pairs.length >= fewest && then >= 30 ? change : null,
    ranked: total.published >= fewest && total.published === most ? total.adverts : null,
  };
}

interface Answer {
  readonly adverts: number | null;
  readonly prior: { readonly adverts: number | null };
  readonly change: AdvertChange | null;
  readonly changeWithheld: { readonly reason: string } | null;
  readonly rank: Rank | null;
}

/**
 * The laws of one answer: of how many parts of both years it says that they are suppressed, and
 * what was worked out again.
 */
function* lawsOfYear(
  answer: Answer,
  gone: number,
  priorGone: number,
  { total, prior, change }: ReturnType<typeof recomputed>,
) {
  const isWhole = gone + priorGone === 0;
  yield [answer.adverts === total.adverts && gone === total.gone, 'the total'] as const;
  yield [
    answer.prior.adverts === prior.adverts && priorGone === prior.gone,
    'the total of the year before',
  ] as const;
  yield [
    !isWhole || answer.adverts !== null || answer.changeWithheld?.reason === 'not-listed',
    'the reason of what is not listed',
  ] as const;
  const { percent = null, ...compared } = answer.change ?? {};
  yield [isDeepStrictEqual(compared, change ?? {}), 'the change'] as const;
  // Half of the last decimal.
  const exact = (100 * (change?.absolute ?? Number.NaN)) / (change?.prior ?? Number.NaN);
  yield [
    percent === null || Math.abs(percent - exact) <= 0.05 + 1e-9,
    'the change in percent',
  ] as const;
  const difference = (answer.adverts ?? Number.NaN) - (answer.prior.adverts ?? Number.NaN);
  yield [
    answer.change === null || !isWhole || answer.change.absolute === difference,
    'the difference of both totals shown',
  ] as const;
}

/** Most adverts first, ties by code; an incomplete total stands where its number stands. */
const inOrder = <Listed extends { readonly adverts: number | null; readonly soc2020: string }>(
  listed: readonly Listed[],
): Listed[] =>
  [...listed].sort(
    (a, b) => (b.adverts ?? 0) - (a.adverts ?? 0) || Number(a.soc2020) - Number(b.soc2020),
  );

/** The members of an answer that a list has of it. */
const rowOf = (answer: object, item: object | undefined) =>
  Object.fromEntries(
    Object.keys(item ?? {}).map((name) => [
      name,
      (answer as Readonly<Record<string, unknown>>)[name],
    ]),
  );

describeLaws('online-job-adverts', { real: false }, (compiled) => {
  const national = compiled.documents<JobAdvertDocument>('job-adverts');
  const areas = areaSlugs.ukWalesScotlandAndRegions.map((slug) => ({
    slug,
    documents: national.map(({ body }) => selectJobAdverts(body, slug)),
    list:
      compiled
        .documents<JobAdvertListResponse>('job-adverts-list')
        .find(({ place }) => place.area === slug)?.body ?? expect.fail(slug),
  }));
  const local = compiled
    .documents<LocalAdvertDocument>('job-adverts-local-area')
    .map(({ body }) => body);
  const named = new Map(
    compiled
      .documents<LocalAdvertAreasResponse>('job-adverts-local')
      .map(({ place, body }) => [place.soc, body]),
  );
  const lists = new Map(
    compiled
      .documents<AreaAdvertsDocument>('local-area-job-adverts')
      .map(({ place, body }) => [place.area, body]),
  );

  test('every occupation, area and local area has its one document', async () => {
    const listed = await compiled.answer<LocalArea[]>('/v1/local-areas');
    const names = listed.map(({ code, slug, name }) => ({ code, slug, name }));
    expect([names.map(({ slug }) => slug), names.length]).toEqual([
      compiled.edition.axes.localAreas,
      329,
    ]);
    for (const { slug, documents, list } of areas)
      for (const { area } of [...documents, list])
        expect(area).toEqual(contractAreas.find((candidate) => candidate.slug === slug));
    const asText = JSON.stringify(names);
    for (const document of local)
      expect(
        JSON.stringify(document.areas.map(({ area }) => area)) === asText,
        document.soc2020,
      ).toBe(true);
    for (const name of names) expect(lists.get(name.slug)?.area).toEqual(name);
    const known = new Set(names.map((name) => JSON.stringify(name)));
    for (const { areas: places } of named.values())
      expect(places.filter(({ area }) => !known.has(JSON.stringify(area)))).toEqual([]);
  });

  test('by month: totals, changes, ranks and lists agree', () => {
    for (const { slug, documents, list } of areas) {
      const most = mostOf(
        documents.map(({ months }) => months),
        12,
      );
      const made = documents.map((answer) => ({
        answer,
        year: recomputed(answer.months, 12, 9, most),
        path: `${slug} ${answer.soc2020}`,
      }));
      const ranks = ranksOf(made.map(({ year }) => year.ranked));
      everyHolds(
        made.map((one, place) => ({ ...one, rank: ranks[place] ?? null })),
        function* ({ answer, year, rank }) {
          const {
            months,
            monthsSuppressed,
            prior,
            referenceDates: { from, to },
            notices,
          } = answer;
          yield* lawsOfYear(answer, monthsSuppressed, prior.monthsSuppressed, year);
          yield [isDeepStrictEqual(answer.rank, rank), 'the rank'];
          yield [
            from.slice(0, 7) === months.at(-12)?.month && to.slice(0, 7) === months.at(-1)?.month,
            'of the latest twelve months',
          ];
          yield [
            answer.quality === list.quality && answer.qualityBasis === list.qualityBasis,
            'the quality of the list',
          ];
          const isTold = notices.some((notice) => notice.startsWith('The total leaves out'));
          yield [
            answer.adverts === null || monthsSuppressed === 0 || isTold,
            'said to leave months out',
          ];
        },
      );
      const joined = inOrder(documents.filter(({ adverts }) => adverts !== null));
      expect([list.ranked, list.occupations], slug).toEqual([
        ranks.filter((rank) => rank !== null).length,
        joined.map((document, place) => rowOf(document, list.occupations[place])),
      ]);
    }
  });

  test('months run without a gap from the first to the last, and are the same everywhere', () => {
    const months = areas[0]?.documents[0]?.months.map(({ month }) => month) ?? [];
    const next = (month: string) =>
      new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1))
        .toISOString()
        .slice(0, 7);
    expect(months.slice(1)).toEqual(months.slice(0, -1).map(next));
    const own = areas.flatMap(({ slug, documents }) =>
      documents.map((document) => ({ ...document, path: `${slug} ${document.soc2020}` })),
    );
    everyHolds(own, (document) => [
      [document.months.map(({ month }) => month).join() === months.join(), 'the same months'],
    ]);
  });

  // All occupations of every fifth area, and all areas of every twentieth occupation: all of both
  // are 135,000 answers.
  test('by quarter: totals, changes, ranks and both lists agree', () => {
    const slugs = compiled.edition.axes.localAreas ?? [];
    const isAdvertised = ({ adverts }: Answer) => adverts !== null && adverts > 0;
    for (const slug of slugs.filter((_, place) => place % 5 === 0)) {
      const answers = local.map((document) => selectLocalAdverts(document, slug));
      const most = mostOf(
        answers.map(({ quarters }) => quarters),
        4,
      );
      const made = answers.map((answer) => ({
        answer,
        year: recomputed(answer.quarters, 4, 3, most),
        path: `${answer.soc2020} ${slug}`,
      }));
      const ranks = ranksOf(made.map(({ year }) => year.ranked || null));
      everyHolds(
        made.map((one, place) => ({ ...one, rank: ranks[place] ?? null })),
        function* ({ answer, year, rank }) {
          yield* lawsOfYear(
            answer,
            answer.quartersSuppressed,
            answer.prior.quartersSuppressed,
            year,
          );
          yield [isDeepStrictEqual(answer.rank, rank), 'the rank'];
        },
      );
      const list = selectAreaAdverts(
        lists.get(slug) ?? expect.fail(slug),
        new Map([['limit', unitGroupCount]]),
      );
      const joined = inOrder(answers.filter(isAdvertised));
      expect(list.occupations, slug).toEqual(
        joined.map((answer, place) => rowOf(answer, list.occupations[place])),
      );
      const isPublished = answers.some(({ adverts }) => adverts !== null);
      expect([list.ranked, list.withheld === null], slug).toEqual([
        ranks.filter((rank) => rank !== null).length,
        isPublished,
      ]);
    }
    for (const document of local.filter((_, place) => place % 20 === 0)) {
      const own = slugs.map((slug) => selectLocalAdverts(document, slug));
      const list = named.get(document.soc2020) ?? expect.fail('there is no list of areas');
      const joined = own
        .filter(isAdvertised)
        .sort(
          (a, b) => (b.adverts ?? 0) - (a.adverts ?? 0) || (a.area.code < b.area.code ? -1 : 1),
        );
      // A total is ranked if it has each quarter that is published for the occupation in some area.
      const most = mostOf(
        own.map(({ quarters }) => quarters),
        4,
      );
      const ranks = ranksOf(joined.map(({ quarters }) => recomputed(quarters, 4, 3, most).ranked));
      const expected = joined.map(({ area, adverts, quartersSuppressed }, place) => {
        const rank = ranks[place] ?? null;
        return [
          area.slug,
          adverts,
          quartersSuppressed,
          rank,
          rank === null ? 'incomplete-period' : null,
        ];
      });
      expect(
        list.areas.map((area) => [
          area.area.slug,
          area.adverts,
          area.quartersSuppressed,
          area.rank,
          area.rankWithheld?.reason ?? null,
        ]),
      ).toEqual(expected);
      expect(list.ranked).toBe(ranks.filter((rank) => rank !== null).length);
    }
  });

  test('the sample has what is withheld of every kind', () => {
    const answers = [...areas.flatMap(({ documents }) => documents), ...named.values()];
    const ofAreas = local
      .slice(0, 40)
      .flatMap((document) =>
        document.areas.map(({ area }) => selectLocalAdverts(document, area.slug)),
      );
    const reasons = new Set(
      [...answers, ...ofAreas].flatMap(({ withheldLegend }) =>
        withheldLegend.map(({ reason }) => reason),
      ),
    );
    expect([...reasons].sort()).toEqual([
      'below-threshold',
      'incomplete-period',
      'not-applicable',
      'not-listed',
      'suppressed-by-publisher',
    ]);
  });
});
