// Laws of the workforce, over every document: null exactly where withheld, parts within totals, shares that add up.
import { expect, test } from 'vitest';
import { unitGroupCount } from '#schemas/codes.ts';
import type { WorkforceResponse, WorkforceShare } from '#schemas/resources/workforce.ts';
import { describeLaws } from './compiled.ts';

function faultsOf({ headline, ages, qualifications, industries }: WorkforceResponse): string[] {
  const faults: string[] = [];
  const demand = (holds: boolean, fault: string) => {
    if (!holds) faults.push(fault);
  };
  const blocks = {
    ages: { ...ages, shares: ages.bands },
    qualifications: { ...qualifications, shares: qualifications.levels },
    industries: { ...industries, shares: industries.sections },
  };
  const shares: [string, WorkforceShare, number | null][] = [
    ...Object.entries(blocks).flatMap(([name, { shares: own, total }]) =>
      own.map((share, place): [string, WorkforceShare, number | null] => [`${name} ${place}`, share, total.count]),
    ),
    ['under 25', headline.agedUnder25, ages.total.count],
    ['aged 55 and over', headline.aged55AndOver, ages.total.count],
    ['degree', headline.withDegree, qualifications.total.count],
  ];
  for (const [name, { count, percent, quality, presentable, caution, withheld, withheldFigures }, total] of shares) {
    demand((count === null) === (withheld !== null), `${name}: the count is null where it is not withheld, or the other way round`);
    demand(
      (percent === null) === (withheld !== null || 'percent' in withheldFigures),
      `${name}: the percent is null where it is not withheld, or the other way round`,
    );
    demand(withheld === null || Object.keys(withheldFigures).length === 0, `${name}: one reason is enough`);
    demand(count !== 0, `${name}: a zero`);
    demand(presentable === (count !== null), `${name}: what is unreliable is withheld, and nothing else is`);
    demand(quality !== 'unreliable' || count === null, `${name}: an unreliable figure is shown`);
    demand((caution !== null) === (quality === 'acceptable'), `${name}: a caution goes with acceptable figures`);
    demand(count === null || total === null || count <= total, `${name}: more than the whole`);
    if (percent !== null)
      demand(
        count !== null && total !== null && Math.abs(percent - (100 * count) / total) <= 0.05 + 1e-9,
        `${name}: the percent is not that of its counts`,
      );
  }
  for (const [name, { total, shares: own, withheld, period }] of Object.entries(blocks)) {
    demand(
      (total.count === null) === (total.withheld !== null),
      `${name}: the total is null where it is not withheld, or the other way round`,
    );
    demand(
      (withheld !== null) === (own.length === 0) && (withheld !== null) === (period === null),
      `${name}: a part that is withheld has figures, or one that is not has none`,
    );
    if (total.count === null) continue;
    const sum = own.reduce((all, { percent }) => all + (percent ?? 0), 0);
    const complete = own.every(({ percent }) => percent !== null);
    // Each percent is rounded to one decimal.
    const rounding = own.length * 0.05;
    demand(sum <= 100.5 + rounding && (!complete || sum >= 99.5 - rounding), `${name}: the percents make ${sum}`);
  }
  const sums: [string, WorkforceShare, readonly WorkforceShare[]][] = [
    ['under 25', headline.agedUnder25, ages.bands.filter(({ toAge }) => toAge !== null && toAge < 25)],
    ['aged 55 and over', headline.aged55AndOver, ages.bands.filter(({ fromAge }) => fromAge >= 55)],
    ['degree', headline.withDegree, qualifications.levels.filter(({ name }) => name === 'Degree or equivalent')],
  ];
  for (const [name, { count, quality }, parts] of sums) {
    if (count === null) continue;
    demand(count === parts.reduce((sum, part) => sum + (part.count ?? Number.NaN), 0), `${name}: the headline is not the sum of its parts`);
    demand(
      quality === (parts.some((part) => part.quality === 'acceptable') ? 'acceptable' : 'reasonable'),
      `${name}: the headline's band is not the lowest of its parts`,
    );
  }
  demand((headline.agedUnder25.percent ?? 0) + (headline.aged55AndOver.percent ?? 0) <= 100, 'more than everybody is young or old');
  return faults;
}

describeLaws('aps-workforce', { real: true }, (compiled) => {
  const documents = compiled.documents<WorkforceResponse>('workforce');

  test('every unit group has a document with 19 sections of industry', () => {
    expect(new Set(documents.map(({ body }) => body.soc2020)).size).toBe(unitGroupCount);
    for (const { path, body } of documents)
      expect(body.industries.sections.map(({ code }) => code).join(''), path).toBe('ABCDEFGHIJKLMNOPQRS');
  });

  test('null exactly where withheld, cautions with acceptable figures, headlines of their parts, shares that add up', () => {
    expect(documents.flatMap(({ path, body }) => faultsOf(body).map((fault) => `${path}: ${fault}`))).toEqual([]);
  });

  test('is at most 20 kB a document, and answers every occupation', async () => {
    for (const { place, path, body } of documents) {
      expect(JSON.stringify(body).length, path).toBeLessThanOrEqual(20_000);
      expect(await compiled.answer(`/v1/occupations/${place.soc}/workforce`)).toEqual(body);
    }
  });
});
