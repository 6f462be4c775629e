// Laws of the answers that are joined of others: a summary says what its parts say, and related
// occupations rest on something.
import { expect, test } from 'vitest';
import type { RelatedByOnet, RelatedResponse } from '#schemas/resources/related.ts';
import { type SummaryResponse, headlineKeys } from '#schemas/resources/summary.ts';
import { describeLaws, ofRealFiles } from './compiled.ts';

const drawn = <Of>(all: readonly Of[]) => all.filter((_, place) => place % 29 === 4);

describeLaws('ashe', { real: true }, ({ edition, answer }) => {
  // Where each figure stands in the answer at its path.
  const places: Readonly<Record<string, string>> = {
    annual_pay_median: 'figures.median.value',
    annual_pay_p10: 'figures.p10.value',
    annual_pay_p90: 'figures.p90.value',
    hourly_pay_median: 'figures.median.value',
    weekly_hours_median: 'figures.median.value',
    employment: 'employment.count',
    employment_female: 'breakdown.female.percent',
    employment_self_employed: 'breakdown.selfEmployed.percent',
    workforce_with_degree: 'headline.withDegree.percent',
    projected_change: 'outlook.netChangePercent',
    projected_jobs_to_fill: 'outlook.totalRequirement',
    demand_level: 'level',
    vacancies: 'vacancies.count',
    job_adverts: 'adverts',
    visas_granted: 'granted',
  };
  const at = (body: unknown, place: string) =>
    place.split('.').reduce<unknown>((value, name) => Reflect.get(Object(value), name), body);

  test.each(['uk', 'wales', 'yorkshire-and-the-humber'])(
    'a summary of %s says what the answers at its paths say',
    async (area) => {
      for (const soc of drawn(edition.axes.occupations)) {
        const summary = await answer<SummaryResponse>(
          `/v1/occupations/${soc}/summary?area=${area}`,
        );
        expect(summary.figures.map(({ key }) => key)).toEqual(headlineKeys);
        for (const {
          key,
          value: number,
          level,
          presentable,
          withheld,
          source,
          path,
          ...figure
        } of summary.figures) {
          const value = key === 'demand_level' ? level : number;
          expect([key, key === 'demand_level' ? number : level], path).toEqual([key, null]);
          expect([key, value === null], path).toEqual([key, withheld !== null]);
          expect(presentable && value === null, path).toBe(false);
          const editions = [summary.provenance, ...summary.provenance.inputs];
          if (figure.area === null) {
            expect([value, editions.some((one) => one.source === source)], path).toEqual([
              null,
              false,
            ]);
            continue;
          }
          const body = await answer<{ provenance: { editionId: string } }>(path);
          expect([key, value]).toEqual([key, at(body, places[key] ?? '') ?? null]);
          expect(at(body, 'area')).toEqual(figure.area);
          expect(editions.map(({ editionId }) => editionId)).toContain(body.provenance.editionId);
        }
      }
    },
  );
});

describeLaws('onet', { real: true }, ({ edition, documents, answer }) => {
  test('related occupations are others, closest first, and on some list', async () => {
    const own = new Map(
      documents<RelatedByOnet>('related-onet').map(({ body }) => [body.soc2020, body]),
    );
    for (const soc of ofRealFiles ? edition.axes.occupations : drawn(edition.axes.occupations)) {
      const { related, total, bases } = await answer<RelatedResponse>(
        `/v1/occupations/${soc}/related?limit=60`,
      );
      expect([soc, related.length, new Set(related.map(({ soc2020 }) => soc2020)).size]).toEqual([
        soc,
        total,
        total,
      ]);
      expect(related.map(({ score }) => score)).toEqual(
        related.map(({ score }) => score).toSorted((a, b) => b - a),
      );
      for (const { soc2020, byOnet, bySkills } of related) {
        expect(soc2020).not.toBe(soc);
        expect(byOnet !== null || bySkills !== null).toBe(true);
        expect(byOnet === null || byOnet.pairs.length > 0).toBe(true);
        expect(bySkills === null || bySkills.sharedSkills.length > 0).toBe(true);
      }
      expect(related.filter(({ byOnet }) => byOnet !== null)).toHaveLength(
        own.get(soc)?.related.length ?? -1,
      );
      const isWithheld = bases.every(({ withheld }) => withheld !== null);
      const isNeighbour = ({ soc2020 }: { readonly soc2020: string }) =>
        soc2020.slice(0, 3) === soc.slice(0, 3);
      expect([soc, related.length === 0, related.slice(0, 10).every(isNeighbour)]).toEqual([
        soc,
        isWithheld,
        isWithheld,
      ]);
    }
  });

  // Ten of 411 drawn twice by lot have 0.24 in common.
  test.skipIf(!ofRealFiles)('the two lists agree on four of their first ten', async () => {
    const common: number[] = [];
    for (const soc of edition.axes.occupations) {
      const { related } = await answer<RelatedResponse>(`/v1/occupations/${soc}/related?limit=60`);
      const first = (list: 'byOnet' | 'bySkills') =>
        related
          .toSorted((a, b) => (b[list]?.score ?? 0) - (a[list]?.score ?? 0))
          .slice(0, 10)
          .flatMap((one) => (one[list] === null ? [] : [one.soc2020]));
      const byOnet = first('byOnet');
      const bySkills = first('bySkills');
      if (byOnet.length > 0 && bySkills.length > 0)
        common.push(byOnet.filter((code) => bySkills.includes(code)).length);
    }
    expect([
      common.length,
      (common.reduce((sum, one) => sum + one, 0) / common.length).toFixed(1),
    ]).toEqual([408, '4.2']);
  });
});
