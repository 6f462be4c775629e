// Laws over every document of demand: null exactly where there is no assessment, and the list equal to the join of the documents, in order.
import { expect, test } from 'vitest';
import { type DemandLevel, demandIndicatorKeys, demandLevels, unitGroupCount } from '#schemas/codes.ts';
import type { DemandListItem, DemandListResponse, DemandResponse } from '#schemas/resources/demand.ts';
import { describeLaws } from './compiled.ts';

describeLaws('occupations-in-demand', { real: false }, ({ documents, answer }) => {
  const all = documents<DemandResponse>('demand').map(({ path, body }) => ({ path, body }));

  /** The item that the list has to have for a document. */
  function itemOf({
    soc2020,
    title,
    level,
    indicators,
    indicatorsSignalled,
    indicatorsWithheld,
    workers,
  }: DemandResponse): DemandListItem[] {
    const highDemandIndicators =
      indicatorsWithheld === null ? indicators.filter((indicator) => indicator.signalled).map(({ key }) => key) : null;
    return level === null ? [] : [{ soc2020, title, level, highDemandIndicators, indicatorsSignalled, indicatorsWithheld, workers }];
  }

  test('there is a document for every occupation', () => {
    expect(all.map(({ body }) => body.soc2020)).toEqual([...new Set(all.map(({ body }) => body.soc2020))].sort());
    expect(all).toHaveLength(unitGroupCount);
  });

  test('a level, an indicator and a number of workers is null exactly where it is withheld', () => {
    const reasons = new Set<string>();
    for (const { path, body } of all) {
      for (const assessment of [body, ...(body.previous === null ? [] : [body.previous])]) {
        expect(assessment.level === null, path).toBe(assessment.withheld !== null);
        expect(assessment.indicatorsSignalled === null, path).toBe(assessment.indicatorsWithheld !== null);
        expect(
          assessment.indicators.map(({ key }) => key),
          path,
        ).toEqual(demandIndicatorKeys);
        expect(
          assessment.indicators.every(({ signalled }) => (signalled === null) === (assessment.indicatorsWithheld !== null)),
          path,
        ).toBe(true);
        if (assessment.indicatorsSignalled !== null)
          expect(assessment.indicators.filter(({ signalled }) => signalled).length, path).toBe(assessment.indicatorsSignalled);
        if (assessment === body)
          expect(
            body.notes.some((note) => note.startsWith('The publisher says which indicators signal')),
            path,
          ).toBe(assessment.indicatorsWithheld === null);
        for (const withheld of [assessment.withheld, assessment.indicatorsWithheld]) if (withheld !== null) reasons.add(withheld.reason);
      }
      const { count, withheld, presentable } = body.workers;
      expect([count === null, presentable], path).toEqual([withheld !== null, withheld === null]);
      if (withheld !== null) reasons.add(withheld.reason);
    }
    expect([...reasons].sort()).toEqual(['disclosive', 'not-applicable', 'not-assessed', 'not-available']);
  });

  test('what is not assessed has no level, no indicator and no workers', () => {
    const none = all.filter(({ body }) => body.level === null);
    expect(none).toHaveLength(44);
    for (const { path, body } of none) {
      expect([body.withheld?.reason, body.indicatorsWithheld?.reason, body.workers.withheld?.reason], path).toEqual([
        'not-assessed',
        'not-assessed',
        'not-assessed',
      ]);
      expect(Object.keys(body), path).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(uncertainty|imputation|capping)$/)]));
    }
  });

  test('high demand is signalled by an indicator, and the year before is the year before', () => {
    for (const { path, body } of all) {
      if (body.level === 'critical' || body.level === 'elevated') expect(body.indicatorsSignalled, path).not.toBe(0);
      if (body.previous !== null) expect(body.previous.year, path).toBe(body.year - 1);
    }
  });

  test.each<readonly [string, readonly DemandLevel[]]>([
    ['', ['critical', 'elevated']],
    ['?level=critical', ['critical']],
    ['?level=elevated', ['elevated']],
    ['?level=not_in_high_demand', ['not_in_high_demand']],
  ])('/v1/demand%s is the join of the documents of %j, highest demand first, ties by code', async (query, levels) => {
    const list = await answer<DemandListResponse>(`/v1/demand${query}`);
    const joined = all.flatMap(({ body }) => itemOf(body)).filter(({ level }) => levels.includes(level));
    // Any order that the keys leave open is that of the codes, by which `joined` stands.
    const keys = ({ level, indicatorsSignalled, workers }: DemandListItem) => [
      -demandLevels.indexOf(level),
      indicatorsSignalled ?? -1,
      workers.count ?? -1,
    ];
    const ordered = joined.toSorted((a, b) => {
      const [left, right] = [keys(a), keys(b)];
      const place = left.findIndex((key, at) => key !== right[at]);
      return place === -1 ? 0 : (right[place] ?? 0) - (left[place] ?? 0);
    });
    expect(list.occupations).toEqual(ordered);
    expect([list.level, list.levels, list.total]).toEqual([query === '' ? null : levels[0], levels, joined.length]);
    expect(list.assessed).toBe(all.filter(({ body }) => body.level !== null).length);
    expect(list.occupations.length).toBeGreaterThan(0);
  });

  test('the levels together are all that are assessed, and no occupation has two', async () => {
    const lists = await Promise.all(demandLevels.map((level) => answer<DemandListResponse>(`/v1/demand?level=${level}`)));
    const codes = lists.flatMap(({ occupations }) => occupations.map(({ soc2020 }) => soc2020));
    expect(codes.toSorted()).toEqual(all.flatMap(({ body }) => (body.level === null ? [] : [body.soc2020])));
  });
});
