// Laws of the visas over every document, and of the list against them.
import { expect, test } from 'vitest';
import { areaOf, unitGroupCount } from '#schemas/codes.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { datesOf } from '#schemas/reference-dates.ts';
import type { VisaListResponse, VisaResponse } from '#schemas/resources/visas.ts';
import { firstDetailedQuarter } from '#sources/work-visas/reshape.ts';
import { describeLaws, everyHolds, ranksOf } from './compiled.ts';

describeLaws('work-visas', { real: false }, ({ documents, answer }) => {
  const all = documents<VisaResponse>('visas');
  const breakdowns = ({ byRoute, byNationality, byIndustry }: VisaResponse) => [
    byRoute,
    byNationality,
    byIndustry,
  ];

  test('every occupation, and the quarters since the first with occupations', () => {
    const quarters = all[0]?.body.quarters.map(({ quarter }) => quarter) ?? [];
    expect([quarters[0], quarters]).toEqual([firstDetailedQuarter, quarters.toSorted(byCodeUnit)]);
    const dates = JSON.stringify(datesOf(quarters.at(-4) ?? '', quarters.at(-1)));
    everyHolds(all, ({ body }) => [
      [body.quarters.map(({ quarter }) => quarter).join() === quarters.join(), 'the same quarters'],
      [
        JSON.stringify(body.referenceDates) === dates && body.area.slug === 'uk',
        'of the latest four, in the UK',
      ],
    ]);
  });

  test('breakdowns of the latest quarters add up to the total, most first', () =>
    everyHolds(all, function* ({ body }) {
      const { granted: total } = body;
      if (total === null)
        return yield [
          breakdowns(body).every(({ parts }) => parts === null),
          'no parts of what is withheld',
        ];
      yield [
        body.quarters.slice(-4).reduce((sum, { granted }) => sum + (granted ?? NaN), 0) === total,
        'the sum of its quarters',
      ];
      for (const { parts } of breakdowns(body)) {
        if (parts === null) continue;
        const ordered = parts.toSorted(
          (a, b) => b.granted - a.granted || byCodeUnit(a.name, b.name),
        );
        yield [
          parts.reduce((sum, { granted }) => sum + granted, 0) === total,
          'parts of the total',
        ];
        yield [parts.every(({ name }, place) => name === ordered[place]?.name), 'in order'];
        yield [
          parts.every(
            ({ granted, sharePercent }) =>
              Math.abs(sharePercent - (100 * granted) / total) <= 0.05 + 1e-9,
          ),
          'their shares',
        ];
      }
    }));

  test('the list is the join of the documents, ranks are 1, 2, 2, 4', async () => {
    const list = await answer<VisaListResponse>(`/v1/visas?limit=${unitGroupCount}`);
    const listed = all
      .flatMap(({ body: { soc2020, title, granted, presentable } }) =>
        granted === null || granted === 0 ? [] : [{ soc2020, title, granted, presentable }],
      )
      .sort((a, b) => b.granted - a.granted || byCodeUnit(a.soc2020, b.soc2020));
    const ranks = ranksOf(listed.map(({ granted }) => granted));
    const joined = listed.map((item, place) => ({ ...item, rank: ranks[place] ?? null }));
    expect([list.occupations, list.total]).toEqual([joined, joined.length]);
    for (const { body } of all)
      expect(body.rank).toEqual(
        joined.find(({ soc2020 }) => soc2020 === body.soc2020)?.rank ?? null,
      );
    const { referenceDates, attribution, provenance } =
      all[0]?.body ?? expect.fail('there is no document');
    expect(list).toMatchObject({ area: areaOf('uk'), referenceDates, attribution, provenance });
    expect(await answer('/v1/visas?limit=1')).toEqual({
      ...list,
      limit: 1,
      occupations: list.occupations.slice(0, 1),
    });
    expect(await answer('/v1/visas')).toEqual({
      ...list,
      limit: 50,
      occupations: list.occupations.slice(0, 50),
    });
  });
});
