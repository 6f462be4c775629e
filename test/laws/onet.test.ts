// Laws of the work profiles: every document.
import { expect, test } from 'vitest';
import { interestTypes } from '#schemas/codes.ts';
import { byCodeUnit } from '#schemas/order.ts';
import type {
  WorkProfileListResponse,
  WorkProfileResponse,
} from '#schemas/resources/work-profile.ts';
import { describeLaws, everyHolds } from './compiled.ts';

describeLaws('onet', { real: true }, ({ edition, documents, answer }) => {
  const all = documents<WorkProfileResponse>('work-profile');

  test('scores fit their scale, and high points are the highest scores', () => {
    everyHolds(all, function* ({ body: { interests } }) {
      const { scores, highPoints, scale, withheld } = interests;
      yield [scores.map(({ key }) => key).join() === interestTypes.join(), 'the six types'];
      yield [
        scores.every(({ score }) => (score === null) === (withheld !== null)),
        'null where withheld',
      ];
      yield [
        (interests.referenceDates === null) === (withheld !== null),
        'a period where scores are',
      ];
      if (withheld !== null) return yield [highPoints.length === 0, 'without high points'];
      const scoreOf = new Map(scores.map(({ key, score }) => [key, score ?? 0]));
      yield [
        [...scoreOf.values()].every((score) => score >= scale.minimum && score <= scale.maximum),
        'on its scale',
      ];
      const points = highPoints.map((type) => scoreOf.get(type) ?? 0);
      // Half of the last decimal at both ends.
      const isNear = points.every(
        (point, place) =>
          point <= (points[place - 1] ?? point) && (points[0] ?? 0) - point <= 1.011,
      );
      yield [isNear && points[0] === Math.max(...scoreOf.values()), 'high points of the highest'];
    });
    expect(
      all.filter(({ body }) => body.interests.withheld === null).length,
    ).toBeGreaterThanOrEqual(400);
  });

  test('/v1/work-profiles joins the profiles by the lowest chosen score', async () => {
    const scoreOf = ({ interests }: WorkProfileResponse, type: string) =>
      interests.scores.find(({ key }) => key === type)?.score ?? null;
    for (const asked of ['realistic,investigative', 'social']) {
      const types = asked.split(',');
      const list = await answer<WorkProfileListResponse>(
        `/v1/work-profiles?interests=${asked}&limit=412`,
      );
      const rows = all.map(({ body }) => {
        const scores = types.map((type) => scoreOf(body, type) ?? 0);
        return {
          soc2020: body.soc2020,
          isRanked: body.interests.withheld === null,
          lowest: Math.min(...scores),
          sum: Math.round(100 * scores.reduce((sum, score) => sum + score, 0)),
          scores: Object.fromEntries(interestTypes.map((type) => [type, scoreOf(body, type)])),
        };
      });
      const expected = rows.toSorted(
        (a, b) =>
          Number(b.isRanked) - Number(a.isRanked) ||
          b.lowest - a.lowest ||
          b.sum - a.sum ||
          byCodeUnit(a.soc2020, b.soc2020),
      );
      const ranked = rows.filter(({ isRanked }) => isRanked);
      expect(list.rankedBy).toEqual(types);
      expect([list.total, list.ranked]).toEqual([412, ranked.length]);
      expect(
        list.occupations.map(({ soc2020, interestScores }) => ({
          soc2020,
          scores: interestScores,
        })),
      ).toEqual(expected.map(({ soc2020, scores }) => ({ soc2020, scores })));
      const rankOf = ({ lowest }: (typeof rows)[number]) =>
        1 + ranked.filter((row) => row.lowest > lowest).length;
      expect(list.occupations.map(({ rank }) => rank)).toEqual(
        expected.map((row) => (row.isRanked ? { rank: rankOf(row), of: ranked.length } : null)),
      );
    }
    const inOrder = await answer<WorkProfileListResponse>('/v1/work-profiles?limit=412');
    expect(inOrder.ranked).toBe(0);
    expect(inOrder.occupations.map(({ soc2020 }) => soc2020)).toEqual(
      all.map(({ body }) => body.soc2020).sort(byCodeUnit),
    );
  });

  test('weights add up to 1 with the rest, fall, and are there exactly where scores are', () =>
    everyHolds(all, ({ body: { basedOn, basedOnOther, interests, corrections } }) => {
      const sum = basedOn.reduce((total, { weight }) => total + weight, basedOnOther.weight);
      const corrected = basedOn.filter(({ via }) => via === 'correction').map(({ code }) => code);
      return [
        [(basedOn.length === 0) === (interests.withheld !== null), 'there where scores are'],
        // Each is rounded to four decimals.
        [
          basedOn.length === 0 || Math.abs(sum - 1) <= 0.00005 * (basedOn.length + 1) + 1e-6,
          'adding up to 1',
        ],
        [
          basedOn.every(
            ({ weight }, place) => weight >= 0.01 && weight <= (basedOn[place - 1]?.weight ?? 1),
          ),
          'falling',
        ],
        [corrected.join() === corrections.map(({ code }) => code).join(), 'with its corrections'],
      ];
    }));

  test('what is half covered or less is withheld, what is not wholly covered says so', () =>
    everyHolds(all, ({ body: { interests, notes } }) => {
      const covered = interests.coveragePercent ?? 0;
      return [
        [interests.withheld !== null || covered >= 50, 'half covered'],
        [
          interests.withheld !== null ||
            covered >= 80 ||
            notes.some((note) => note.includes(`${covered}%`)),
          'said to be covered in part',
        ],
      ];
    }));

  test('the credit names the release, in every document and among the sources', async () => {
    const credit = all[0]?.body.attribution ?? '';
    expect(credit).toContain(
      `information from the O*NET ${edition.release.replace('sample-', '')} Database by ` +
        'the U.S. Department of Labor',
    );
    expect(credit).toContain(
      'USDOL/ETA has not approved, endorsed, or tested these modifications.',
    );
    everyHolds(all, ({ body }) => [[body.attribution === credit, 'credited']]);
    const sources = await answer<{ source: string; attribution: string }[]>('/v1/meta/sources');
    expect(sources.find(({ source }) => source === 'onet')?.attribution).toBe(credit);
  });
});
