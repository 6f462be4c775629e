// Laws over every document of demand: null exactly where there is no assessment, and the list equal to the join of the documents, in order.
import { expect, test } from 'vitest';
import { type DemandLevel, demandLevels, unitGroupCount } from '#schemas/codes.ts';
import type { DemandListItem, DemandListResponse, DemandResponse } from '#schemas/resources/demand.ts';
import { describeLaws } from './compiled.ts';

/** The five of the contract, as the publisher names them. */
const fiveIndicators = ['visa_grant_density', 'online_job_advert_density', 'hourly_wage_change', 'wage_premium', 'hours_worked_change'];

describeLaws('occupations-in-demand', { real: false }, ({ documents, answer }) => {
  const all = documents<DemandResponse>('demand').map(({ path, body }) => ({ path, body }));

  /** The item that the list has to have for a document. */
  function itemOf({ soc2020, title, level, demandIndex, indicators, indicatorsSignalled, workers }: DemandResponse): DemandListItem[] {
    if (level === null || demandIndex === null || indicatorsSignalled === null) return [];
    const highDemandIndicators = indicators.flatMap(({ key, signalled }) => (signalled === true ? [key] : []));
    const criticalIndicators = indicators.flatMap((indicator) => (indicator.level === 'critical' ? [indicator.key] : []));
    return [{ soc2020, title, level, demandIndex, highDemandIndicators, criticalIndicators, indicatorsSignalled, workers }];
  }

  test('there is a document for every occupation', () => {
    expect(all.map(({ body }) => body.soc2020)).toEqual([...new Set(all.map(({ body }) => body.soc2020))].sort());
    expect(all).toHaveLength(unitGroupCount);
  });

  test('each of the five indicators says whether it signalled, and what is null is exactly what is withheld', () => {
    const reasons = new Set<string>();
    for (const { path, body } of all) {
      for (const assessment of [body, ...(body.previous === null ? [] : [body.previous])]) {
        const { level, demandIndex, indicatorsSignalled, withheld, indicators } = assessment;
        expect([level === null, demandIndex === null, indicatorsSignalled === null], path).toEqual(Array(3).fill(withheld !== null));
        expect(
          indicators.map(({ key }) => key),
          path,
        ).toEqual(fiveIndicators);
        for (const indicator of indicators) {
          expect([indicator.level === null, indicator.signalled === null], path).toEqual(Array(2).fill(indicator.withheld !== null));
          if (indicator.level !== null) expect(indicator.signalled, path).toBe(indicator.level !== 'not_in_high_demand');
        }
        if (indicatorsSignalled !== null)
          expect(indicators.filter(({ signalled }) => signalled === true).length, path).toBe(indicatorsSignalled);
        for (const each of [withheld, ...indicators.map((indicator) => indicator.withheld)]) if (each !== null) reasons.add(each.reason);
      }
      const { count, withheld, presentable } = body.workers;
      expect([count === null, presentable], path).toEqual([withheld !== null, withheld === null]);
      if (withheld !== null) reasons.add(withheld.reason);
    }
    expect([...reasons].sort()).toEqual(['not-assessed', 'not-available']);
  });

  test('what is not assessed has no level, no indicator and no workers', () => {
    const none = all.filter(({ body }) => body.level === null);
    expect(none).toHaveLength(44);
    for (const { path, body } of none) {
      const reasons = [body, ...body.indicators, body.workers].map(({ withheld }) => withheld?.reason);
      expect(new Set(reasons), path).toEqual(new Set(['not-assessed']));
      expect([body.uncertainty, body.imputation, body.capping], path).toEqual([null, null, null]);
    }
  });

  test('high demand is signalled by an indicator, a critical indicator means high demand, and the year before is the year before', () => {
    for (const { path, body } of all) {
      if (body.level === 'critical' || body.level === 'elevated') expect(body.indicatorsSignalled, path).not.toBe(0);
      if (body.indicators.some(({ level }) => level === 'critical')) expect(body.level, path).not.toBe('not_in_high_demand');
      if (body.previous !== null)
        expect([body.previous.year, body.previous.edition], path).toEqual([body.year - 1, body.provenance.edition]);
    }
  });

  test.each<readonly [string, readonly DemandLevel[]]>([
    ['', ['critical', 'elevated']],
    ['?level=critical', ['critical']],
    ['?level=elevated', ['elevated']],
    ['?level=not_in_high_demand', ['not_in_high_demand']],
  ])('/v1/demand%s is the join of the documents of %j, highest demand index first, ties by code', async (query, levels) => {
    const list = await answer<DemandListResponse>(`/v1/demand${query}`);
    const joined = all.flatMap(({ body }) => itemOf(body)).filter(({ level }) => levels.includes(level));
    // Equal indices stay in the order of the codes, by which `joined` stands.
    expect(list.occupations).toEqual(joined.toSorted((a, b) => b.demandIndex - a.demandIndex));
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
