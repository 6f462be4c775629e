// Laws of the visas over every document, and of the list against them.
import { expect, test } from 'vitest';
import { areaOf, unitGroupCount } from '#schemas/codes.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { datesOf } from '#schemas/reference-dates.ts';
import type { VisaListResponse, VisaResponse } from '#schemas/resources/visas.ts';
import { firstDetailedQuarter } from '#sources/work-visas/reshape.ts';
import { describeLaws } from './compiled.ts';

describeLaws('work-visas', { real: false }, ({ documents, answer }) => {
  const all = documents<VisaResponse>('visas').map(({ path, body }) => ({ path, body }));
  const breakdowns = ({ byRoute, byNationality, byIndustry }: VisaResponse) => [byRoute, byNationality, byIndustry];

  test('every occupation, and the quarters since the first with occupations', () => {
    expect(all).toHaveLength(unitGroupCount);
    const [quarters] = all.map(({ body }) => body.quarters.map(({ quarter }) => quarter));
    expect(quarters?.[0]).toBe(firstDetailedQuarter);
    expect(quarters).toEqual(quarters?.toSorted(byCodeUnit));
    for (const { path, body } of all) {
      expect(
        body.quarters.map(({ quarter }) => quarter),
        path,
      ).toEqual(quarters);
      expect(body.referenceDates, path).toEqual(datesOf(quarters?.at(-4) ?? '', quarters?.at(-1)));
    }
  });

  test('null exactly where withheld, presentable exactly where not', () => {
    for (const { path, body } of all) {
      for (const figure of [body, ...body.quarters]) {
        if ((figure.granted === null) !== (figure.withheld !== null) || figure.presentable !== (figure.granted !== null))
          expect.fail(`${path}: ${JSON.stringify(figure)}`);
      }
      for (const { parts, presentable, withheld } of breakdowns(body)) {
        if ((parts === null) !== (withheld !== null) || presentable !== (parts !== null)) expect.fail(`${path}: a breakdown`);
        if (body.granted === null && parts !== null) expect.fail(`${path}: parts of what is withheld`);
      }
    }
  });

  test('the total is that of the latest quarters, and every breakdown adds up to it, most first', () => {
    for (const { path, body } of all) {
      if (body.granted === null) continue;
      expect(
        body.quarters.slice(-4).reduce((sum, { granted }) => sum + (granted ?? NaN), 0),
        path,
      ).toBe(body.granted);
      for (const { parts } of breakdowns(body)) {
        if (parts === null) continue;
        expect(
          parts.reduce((sum, { granted }) => sum + granted, 0),
          path,
        ).toBe(body.granted);
        expect(parts, path).toEqual(parts.toSorted((a, b) => b.granted - a.granted || byCodeUnit(a.name, b.name)));
        for (const { granted, sharePercent } of parts)
          if (Math.abs(sharePercent - (100 * granted) / body.granted) > 0.05 + 1e-9) expect.fail(`${path}: share`);
      }
    }
  });

  test('the list is the join of the documents, ranks are 1, 2, 2, 4', async () => {
    const list = await answer<VisaListResponse>(`/v1/visas?limit=${unitGroupCount}`);
    const joined = all
      .flatMap(({ body: { soc2020, title, granted, presentable, rank } }) =>
        granted === null || granted === 0 ? [] : [{ soc2020, title, granted, presentable, rank }],
      )
      .sort((a, b) => b.granted - a.granted || byCodeUnit(a.soc2020, b.soc2020));
    expect(list.occupations).toEqual(joined);
    expect(list.total).toBe(joined.length);
    for (const { granted, rank } of list.occupations)
      expect(rank).toEqual({ rank: 1 + joined.filter((other) => other.granted > granted).length, of: joined.length });
    for (const { body } of all) if (!joined.some(({ soc2020 }) => soc2020 === body.soc2020)) expect(body.rank).toBeNull();
    const [first] = all;
    expect([list.area, list.referenceDates, list.attribution, list.provenance]).toEqual([
      areaOf('uk'),
      first?.body.referenceDates,
      first?.body.attribution,
      first?.body.provenance,
    ]);
    for (const { body } of all) expect(body.area).toEqual(list.area);
  });

  test('limit cuts the list and nothing else: 1, 50 where it is left out, 412', async () => {
    const whole = await answer<VisaListResponse>(`/v1/visas?limit=${unitGroupCount}`);
    expect(await answer('/v1/visas?limit=1')).toEqual({ ...whole, limit: 1, occupations: whole.occupations.slice(0, 1) });
    expect(await answer('/v1/visas')).toEqual({ ...whole, limit: 50, occupations: whole.occupations.slice(0, 50) });
    for (const limit of [0, unitGroupCount + 1])
      await expect(answer(`/v1/visas?limit=${limit}`)).rejects.toThrow(`\\"limit\\" is ${limit}, expected 1 to 412`);
  });
});
