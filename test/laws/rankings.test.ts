// Laws of the lists by rank: each is the join of the answers that it ranks.
import { expect, test } from 'vitest';
import { rankedMeasures, unitGroupCount } from '#schemas/codes.ts';
import type { Rank } from '#schemas/figures.ts';
import { byCodeUnit } from '#schemas/order.ts';
import type { EmploymentListResponse, EmploymentResponse } from '#schemas/resources/employment.ts';
import type { PayDocument, PayListResponse } from '#schemas/resources/pay.ts';
import type { ProjectionListResponse, ProjectionResponse } from '#schemas/resources/projections.ts';
import { selectPay } from '#schemas/selections/select-pay.ts';
import { describeLaws, ranksOf } from './compiled.ts';

interface Row {
  readonly code: string;
  readonly total: number | null;
  /** What the list must say of it. */
  readonly said: object;
}

/**
 * The list from the highest and from the lowest, against rows whose total is null where it may not
 * be shown.
 */
function expectRanked<Item extends { readonly rank: Rank | null }>(
  lists: readonly (readonly Item[])[],
  codeOf: (item: Item) => string,
  rows: readonly Row[],
): void {
  const ranks = ranksOf(rows.map(({ total }) => total));
  const ranked = rows.map((row, place) => ({ ...row, said: { ...row.said, rank: ranks[place] } }));
  for (const [place, sign] of [1, -1].entries()) {
    const isBefore = (a: Row, b: Row) =>
      Number(a.total === null) - Number(b.total === null) ||
      sign * ((b.total ?? 0) - (a.total ?? 0)) ||
      byCodeUnit(a.code, b.code);
    const expected = ranked.toSorted(isBefore);
    expect(lists[place]?.map(codeOf)).toEqual(expected.map(({ code }) => code));
    expect(lists[place]).toMatchObject(expected.map(({ said }) => said));
  }
}

const orders = ['descending', 'ascending'] as const;
const socOf = ({ soc2020 }: { readonly soc2020: string }) => soc2020;

describeLaws('ashe', { real: true }, ({ documents, answer, edition }) => {
  test('/v1/pay is the join of the answers of pay', async () => {
    const all = documents<PayDocument>('pay');
    for (const [area, measure] of ['uk', edition.axes.areas?.at(-1)].flatMap((slug) =>
      rankedMeasures.map((one) => [slug, one] as const),
    )) {
      const lists = await Promise.all(
        orders.map((order) =>
          answer<PayListResponse>(
            `/v1/pay?edition=${edition.id}&area=${area}&measure=${measure}&order=${order}` +
              `&limit=${unitGroupCount}`,
          ),
        ),
      );
      const rows = all.flatMap(({ place, body }) => {
        if (place.area !== area) return [];
        const {
          soc2020: code,
          title,
          figures,
        } = selectPay(body, { measure, sex: 'all', pattern: 'all' });
        return {
          code,
          total: figures.median.presentable ? figures.median.value : null,
          said: { title, median: figures.median },
        };
      });
      expectRanked(
        lists.map(({ occupations }) => occupations),
        socOf,
        rows,
      );
      expect(lists[0]).toMatchObject({
        measure,
        total: unitGroupCount,
        ranked: rows.filter(({ total }) => total !== null).length,
      });
      expect(area !== 'uk' || rows.some(({ total }) => total !== null)).toBe(true);
      const ofPart = await answer<PayListResponse>(
        `/v1/pay?edition=${edition.id}&area=${area}&measure=${measure}` +
          `&sex=female&pattern=parttime&limit=${unitGroupCount}`,
      );
      const medianOfPart = new Map(
        ofPart.occupations.map(({ soc2020, median }) => [soc2020, median] as const),
      );
      expect([ofPart.sex, ofPart.workPattern, ofPart.total]).toEqual([
        'female',
        'parttime',
        unitGroupCount,
      ]);
      for (const { place, body } of all.filter((document) => document.place.area === area))
        expect(medianOfPart.get(place.soc ?? '')).toEqual(
          selectPay(body, { measure, sex: 'female', pattern: 'parttime' }).figures.median,
        );
      expect(
        await answer(`/v1/pay?edition=${edition.id}&area=${area}&measure=${measure}&limit=1`),
      ).toMatchObject({
        occupations: lists[0]?.occupations.slice(0, 1),
      });
    }
  });
});

describeLaws('aps-employment', { real: false }, ({ documents, answer }) => {
  test('/v1/employment is the join of the answers of employment', async () => {
    const all = documents<EmploymentResponse>('employment');
    for (const area of ['uk', 'wales']) {
      const lists = await Promise.all(
        orders.map((order) =>
          answer<EmploymentListResponse>(
            `/v1/employment?area=${area}&order=${order}&limit=${unitGroupCount}`,
          ),
        ),
      );
      const rows = all
        .filter(({ place }) => place.area === area)
        .map(({ body: { soc2020: code, title, employment } }) => {
          const { count, confidenceInterval, quality, presentable, withheld } = employment;
          return {
            code,
            total: presentable ? count : null,
            said: { title, count, confidenceInterval, quality, presentable, withheld },
          };
        });
      expectRanked(
        lists.map(({ occupations }) => occupations),
        socOf,
        rows,
      );
    }
  });
});

describeLaws('skills-projections', { real: true }, ({ documents, answer, edition }) => {
  test('/v1/projections has each sub-major group once, as in its answers', async () => {
    const all = documents<ProjectionResponse>('projections');
    for (const area of edition.axes.areas ?? []) {
      const lists = await Promise.all(
        orders.map((order) =>
          answer<ProjectionListResponse>(`/v1/projections?area=${area}&order=${order}`),
        ),
      );
      const groups = new Map(
        all
          .filter(({ place }) => place.area === area)
          .map(({ body: { group, outlook } }) => [group.code, { group, outlook }]),
      );
      const rows = [...groups].map(([code, { group, outlook }]) => {
        const { baseYear: _, targetYear: __, ...figures } = outlook;
        return { code, total: outlook.netChangePercent, said: { ...group, ...figures } };
      });
      expectRanked(
        lists.map(({ subMajorGroups }) => subMajorGroups),
        ({ code }) => code,
        rows,
      );
    }
  });
});
