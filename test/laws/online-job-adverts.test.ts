// Laws over every document of the adverts: lists are the join of the documents of occupations, and totals, changes, ranks, shares and
// concentrations are what is worked out again, by other code, from the months and quarters that are shown.
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { WithheldLegend } from '#schemas/figures.ts';
import type { AdvertChange } from '#schemas/resources/advert-figures.ts';
import type { JobAdvertDocument, JobAdvertListResponse, JobAdvertResponse } from '#schemas/resources/job-adverts.ts';
import type {
  AreaAdvertsDocument,
  AreaAdvertsResponse,
  LocalAdvertAreasResponse,
  LocalAdvertDocument,
  LocalAdvertResponse,
} from '#schemas/resources/local-adverts.ts';
import type { Rank } from '#schemas/figures.ts';
import type { LocalArea } from '#schemas/resources/local-areas.ts';
import { areaSlugs, areas as contractAreas, unitGroupCount } from '#schemas/codes.ts';
import { selectJobAdverts } from '#schemas/selections/select-job-adverts.ts';
import { selectAreaAdverts, selectLocalAdverts } from '#schemas/selections/select-local-adverts.ts';
import { describeLaws } from './compiled.ts';

interface Part {
  readonly adverts: number | null;
  readonly withheld: { readonly reason: string } | null;
}

/** How many of the latest periods are published for at least one of the occupations. */
function mostOf(occupations: readonly (readonly Part[])[], year: number): number {
  return Array.from({ length: year }, (_, place) => occupations.some((parts) => parts.at(place - year)?.adverts != null)).filter(Boolean)
    .length;
}

/** What a total over the latest periods and the comparison with those before must say. */
function recomputed(parts: readonly Part[], year: number, fewest: number, most: number) {
  const latest = parts.slice(-year);
  const prior = parts.slice(-2 * year, -year);
  const sum = (some: readonly Part[]) => {
    const known = some.flatMap(({ adverts }) => (adverts === null ? [] : [adverts]));
    return {
      adverts: known.length === 0 ? null : known.reduce((a, b) => a + b, 0),
      gone: some.filter(({ withheld }) => withheld?.reason === 'suppressed-by-publisher').length,
    };
  };
  const pairs = latest.flatMap(({ adverts: now }, place) => {
    const then = prior[place]?.adverts ?? null;
    return now === null || then === null ? [] : [{ now, then }];
  });
  const [now, then] = [pairs.reduce((a, b) => a + b.now, 0), pairs.reduce((a, b) => a + b.then, 0)];
  const isGiven = pairs.length >= fewest && then >= 30;
  const published = latest.filter(({ adverts }) => adverts !== null).length;
  const isRanked = published >= fewest && published === most;
  return {
    total: sum(latest),
    prior: sum(prior),
    isRanked,
    change: isGiven ? { current: now, prior: then, absolute: now - then, months: (pairs.length * 12) / year } : null,
  };
}

interface Answer {
  readonly adverts: number | null;
  readonly presentable: boolean;
  readonly withheld: unknown;
  readonly prior: { readonly adverts: number | null; readonly withheld: unknown };
  readonly change: AdvertChange | null;
  readonly changeWithheld: { readonly reason: string } | null;
  readonly rank: Rank | null;
  readonly rankWithheld: unknown;
}

/** For each local area, how many of the latest four quarters are published for at least one occupation. */
function mostInAreas(documents: readonly LocalAdvertDocument[]): ReadonlyMap<string, number> {
  const published = new Map<string, Set<number>>();
  for (const { areas } of documents)
    for (const { area, cells } of areas) {
      const known = published.get(area.slug) ?? new Set<number>();
      published.set(area.slug, known);
      cells?.slice(-4).forEach((cell, place) => (typeof cell === 'number' ? known.add(place) : null));
    }
  return new Map([...published].map(([slug, places]) => [slug, places.size]));
}

/** Faults as texts: an expectation for each of some hundred thousand figures would take minutes. */
function faultsOfYear(answer: Answer, gone: number, priorGone: number, { total, prior, change }: ReturnType<typeof recomputed>): string[] {
  const { percent = null, ...compared } = answer.change ?? {};
  return [
    ...(answer.adverts === total.adverts && gone === total.gone ? [] : ['total']),
    ...(answer.prior.adverts === prior.adverts && priorGone === prior.gone ? [] : ['total of the year before']),
    ...((answer.adverts === null) === (answer.withheld !== null) && answer.presentable === (answer.adverts !== null) ? [] : ['withheld']),
    ...((answer.prior.adverts === null) === (answer.prior.withheld !== null) ? [] : ['withheld of the year before']),
    ...((answer.change === null) === (answer.changeWithheld !== null) ? [] : ['changeWithheld']),
    ...((answer.rank === null) === (answer.rankWithheld !== null) ? [] : ['rankWithheld']),
    ...(gone + priorGone > 0 || answer.adverts !== null || answer.changeWithheld?.reason === 'not-listed'
      ? []
      : ['no figure and none suppressed, and the change says otherwise']),
    ...(isDeepStrictEqual(compared, change ?? {}) ? [] : ['change']),
    // Half of the last decimal.
    ...(percent === null || Math.abs(percent - (100 * (change?.absolute ?? NaN)) / (change?.prior ?? NaN)) <= 0.05 + 1e-9
      ? []
      : ['percent']),
    // A change of whole years is the difference of the two totals shown.
    ...(answer.change === null || gone + priorGone > 0 || answer.change.absolute === (answer.adverts ?? NaN) - (answer.prior.adverts ?? NaN)
      ? []
      : ['change of whole years']),
  ];
}

function faultsOfParts(parts: readonly Part[]): string[] {
  return parts.every(({ adverts, withheld }) => (adverts === null) === (withheld !== null))
    ? []
    : ['a part is null and not withheld, or the reverse'];
}

/** Most adverts first, ties by code; an incomplete total stands where its number stands. */
function inOrder<Listed extends { readonly adverts: number | null; readonly soc2020: string }>(listed: readonly Listed[]): Listed[] {
  return [...listed].sort((a, b) => Number(a.soc2020) - Number(b.soc2020)).sort((a, b) => (b.adverts ?? 0) - (a.adverts ?? 0));
}

/** 1, 2, 2, 4: one more than how many are greater. */
function ranked(totals: readonly (number | null)[]): (number | null)[] {
  const known = totals.filter((total) => total !== null);
  const greater = new Map([...new Set(known)].map((total) => [total, known.filter((other) => other > total).length]));
  return totals.map((total) => (total === null ? null : (greater.get(total) ?? 0) + 1));
}

describeLaws('online-job-adverts', { real: false }, (compiled) => {
  const areas = new Map<string, { documents: JobAdvertResponse[]; list: JobAdvertListResponse | null }>();
  for (const { body } of compiled.documents<JobAdvertDocument>('job-adverts')) {
    for (const { area: slug } of body.areas) {
      const of = areas.get(slug) ?? { documents: [], list: null };
      areas.set(slug, of);
      of.documents.push(selectJobAdverts(body, slug));
    }
  }
  for (const { place, body } of compiled.documents<JobAdvertListResponse>('job-adverts-list')) {
    const of = areas.get(place.area ?? '');
    if (of !== undefined) of.list = body;
  }
  const local = compiled.documents<LocalAdvertDocument>('job-adverts-local-area').map(({ body }) => body);
  const named = new Map(compiled.documents<LocalAdvertAreasResponse>('job-adverts-local').map(({ place, body }) => [place.soc, body]));
  const lists = new Map(compiled.documents<AreaAdvertsDocument>('local-area-job-adverts').map(({ place, body }) => [place.area, body]));

  test('there is a document for every occupation, area and local area of the lists, each once and under its own name', async () => {
    const listed = await compiled.answer<LocalArea[]>('/v1/local-areas');
    expect([...areas.keys()].sort()).toEqual([...areaSlugs.ukWalesScotlandAndRegions].sort());
    expect(compiled.edition.axes.localAreas).toEqual(listed.map(({ slug }) => slug));
    expect(listed).toHaveLength(329);
    for (const [slug, { documents, list }] of areas) {
      const area = contractAreas.find((candidate) => candidate.slug === slug);
      expect(documents.map(({ soc2020 }) => soc2020)).toEqual(compiled.edition.axes.occupations);
      for (const document of [...documents, list]) expect(document?.area).toEqual(area);
    }
    expect(local.map(({ soc2020 }) => soc2020)).toEqual(compiled.edition.axes.occupations);
    expect([...named.keys()]).toEqual(compiled.edition.axes.occupations);
    expect(compiled.edition.axes.occupations).toHaveLength(unitGroupCount);
    const names = listed.map(({ code, slug, name }) => ({ code, slug, name }));
    const asText = JSON.stringify(names);
    for (const document of local) if (JSON.stringify(document.areas.map(({ area }) => area)) !== asText) expect.fail(document.soc2020);
    expect(new Set(lists.keys())).toEqual(new Set(names.map(({ slug }) => slug)));
    for (const { code, slug, name } of names) expect(lists.get(slug)?.area).toEqual({ code, slug, name });
    const known = new Set(names.map((name) => JSON.stringify(name)));
    for (const { areas: places } of named.values())
      for (const { area } of places) if (!known.has(JSON.stringify(area))) expect.fail(area.slug);
  });

  test('by month: totals, changes and ranks are those of the months shown, and the list is the join of the occupations', () => {
    for (const [slug, { documents, list }] of areas) {
      const most = mostOf(
        documents.map(({ months }) => months),
        12,
      );
      const totals = documents
        .map(({ months }) => recomputed(months, 12, 9, most))
        .map(({ total, isRanked }) => (isRanked ? total.adverts : null));
      const ranks = ranked(totals);
      const of = totals.filter((total) => total !== null).length;
      documents.forEach((document, place) => {
        const { soc2020, months, monthsSuppressed, prior, rank, referenceDates, quality, qualityBasis } = document;
        const blame = [
          ...faultsOfYear(document, monthsSuppressed, prior.monthsSuppressed, recomputed(months, 12, 9, most)),
          ...faultsOfParts(months),
        ];
        expect(blame, `${slug} ${soc2020}`).toEqual([]);
        expect(rank, `${slug} ${soc2020}`).toEqual(ranks[place] === null ? null : { rank: ranks[place], of });
        expect([referenceDates.from.slice(0, 7), referenceDates.to.slice(0, 7)]).toEqual([months.at(-12)?.month, months.at(-1)?.month]);
        expect([quality, qualityBasis]).toEqual([list?.quality, list?.qualityBasis]);
        if (document.adverts !== null && monthsSuppressed > 0)
          expect(document.notices.some((notice) => notice.startsWith('The total leaves out'))).toBe(true);
      });
      expect(list?.ranked).toBe(of);
      const joined = documents
        .filter(({ adverts }) => adverts !== null)
        .map(
          ({
            area: _area,
            period: _period,
            referenceDates: _dates,
            priorPeriod: _priorPeriod,
            priorReferenceDates: _priorDates,
            quality: _quality,
            qualityBasis: _basis,
            months: _months,
            notices: _notices,
            coverage: _coverage,
            attribution: _attribution,
            provenance: _provenance,
            withheldLegend: _withheldLegend,
            ...row
          }) => row,
        );
      expect(list?.occupations, slug).toEqual(inOrder(joined));
    }
  });

  test('months run without a gap from the first to the last, and are the same everywhere', () => {
    const [first] = areas.get('uk')?.documents ?? [];
    const months = first?.months.map(({ month }) => month) ?? [];
    months.forEach((month, place) => {
      const [year = 0, part = 0] = (months[place - 1] ?? '').split('-').map(Number);
      if (place > 0) expect(month).toBe(part === 12 ? `${year + 1}-01` : `${year}-${String(part + 1).padStart(2, '0')}`);
    });
    for (const { documents } of areas.values())
      for (const document of documents)
        if (document.months.map(({ month }) => month).join() !== months.join()) expect.fail(document.soc2020);
  });

  test('by quarter: totals, changes and ranks are those of the quarters shown, and both lists are the join of the occupations', () => {
    const byArea = new Map<string, { answer: LocalAdvertResponse; place: number }[]>();
    const mostIn = mostInAreas(local);
    local.forEach((document, place) => {
      const joined: { slug: string; adverts: number; quartersSuppressed: number }[] = [];
      const quartersOf = new Map<string, readonly Part[]>();
      for (const { area } of document.areas) {
        const answer = selectLocalAdverts(document, area.slug);
        const { quarters, quartersSuppressed, prior } = answer;
        const blame = [
          ...faultsOfYear(answer, quartersSuppressed, prior.quartersSuppressed, recomputed(quarters, 4, 3, mostIn.get(area.slug) ?? 0)),
          ...faultsOfParts(quarters),
        ];
        if (blame.length > 0) expect.fail(`${document.soc2020} ${area.slug}: ${blame.join(', ')}`);
        byArea.set(area.slug, [...(byArea.get(area.slug) ?? []), { answer, place }]);
        if (answer.adverts !== null && answer.adverts > 0) joined.push({ slug: area.slug, adverts: answer.adverts, quartersSuppressed });
        quartersOf.set(area.slug, quarters);
      }
      const listed = named
        .get(document.soc2020)
        ?.areas.map(({ area, adverts, quartersSuppressed }) => ({ slug: area.slug, adverts, quartersSuppressed }));
      const code = new Map(document.areas.map(({ area }) => [area.slug, area.code]));
      expect(listed, document.soc2020).toEqual(
        joined.sort((a, b) => b.adverts - a.adverts || ((code.get(a.slug) ?? '') < (code.get(b.slug) ?? '') ? -1 : 1)),
      );
      // A total is ranked if it has each quarter that is published for the occupation in some area.
      const most = mostOf([...quartersOf.values()], 4);
      const list = named.get(document.soc2020);
      const totals = list?.areas.map(({ area, adverts }) =>
        recomputed(quartersOf.get(area.slug) ?? [], 4, 3, most).isRanked ? adverts : null,
      );
      const ranks = ranked(totals ?? []);
      const of = ranks.filter((rank) => rank !== null).length;
      const expected = ranks.map((rank) => [rank === null ? null : { rank, of }, rank === null ? 'incomplete-period' : null]);
      expect([list?.ranked, list?.areas.map(({ rank, rankWithheld }) => [rank, rankWithheld?.reason ?? null])]).toEqual([of, expected]);
    });
    for (const [slug, answers] of byArea) {
      const totals = answers.map(({ answer }) =>
        recomputed(answer.quarters, 4, 3, mostIn.get(slug) ?? 0).isRanked ? answer.adverts || null : null,
      );
      const ranks = ranked(totals);
      const of = totals.filter((total) => total !== null).length;
      answers.forEach(({ answer }, place) => {
        if (JSON.stringify(answer.rank) !== JSON.stringify(ranks[place] === null ? null : { rank: ranks[place], of }))
          expect.fail(`${slug} ${answer.soc2020}: rank`);
      });
      const list = lists.get(slug);
      if (list === undefined) return expect.fail(slug);
      const joined = answers
        .filter(({ answer }) => answer.adverts !== null && answer.adverts > 0)
        .map(
          ({
            answer: {
              area: _area,
              period: _period,
              referenceDates: _dates,
              priorPeriod: _priorPeriod,
              priorReferenceDates: _priorDates,
              quality: _quality,
              qualityBasis: _basis,
              quarters: _quarters,
              notes: _notes,
              coverage: _coverage,
              attribution: _attribution,
              provenance: _provenance,
              withheldLegend: _withheldLegend,
              ...row
            },
          }) => row,
        );
      const answer: AreaAdvertsResponse = selectAreaAdverts(list, unitGroupCount);
      expect(answer.occupations, slug).toEqual(inOrder(joined));
      expect(answer.withheld === null, slug).toBe(answers.some(({ answer: { adverts } }) => adverts !== null));
      expect(answer.ranked).toBe(of);
      expect(selectAreaAdverts(list, 1).occupations).toEqual(inOrder(joined).slice(0, 1));
    }
  });

  test('shares are null exactly where withheld, and concentration is the share over that of the UK in the same months', () => {
    const uk = new Map(areas.get('uk')?.documents.map(({ soc2020, months }) => [soc2020, months]));
    const found = { shares: 0, concentrations: 0, withheld: 0 };
    for (const document of local) {
      const months = uk.get(document.soc2020) ?? [];
      const ukYear = months
        .slice(-12)
        .flatMap(({ adverts }) => (adverts === null ? [] : [adverts]))
        .reduce((a, b) => a + b, 0);
      // The denominators are not shown. Over one occupation, concentration / perThousand is the same for all areas that use the same quarters.
      const yardsticks = new Map<string, number[]>();
      for (const { area, perThousand, concentration, withheldFigures } of named.get(document.soc2020)?.areas ?? []) {
        const nulls = Object.entries({ perThousand, concentration }).flatMap(([name, value]) => (value === null ? [name] : []));
        expect(Object.keys(withheldFigures), `${document.soc2020} ${area.slug}`).toEqual(nulls);
        if (perThousand === null) found.withheld += 1;
        else found.shares += 1;
        if (concentration === null) continue;
        found.concentrations += 1;
        expect(ukYear, `${document.soc2020} ${area.slug}: the UK has enough adverts`).toBeGreaterThanOrEqual(30);
        const used = selectLocalAdverts(document, area.slug)
          .quarters.slice(-4)
          .map(({ adverts }) => adverts !== null)
          .join();
        if (perThousand !== null && perThousand >= 5 && concentration >= 0.5)
          yardsticks.set(used, [...(yardsticks.get(used) ?? []), perThousand / concentration]);
      }
      // Rounding to one and two decimals leaves 2 %; an area that uses fewer quarters than it shows is compared over other months.
      for (const [used, values] of yardsticks)
        expect(Math.max(...values) / Math.min(...values), `${document.soc2020} ${used}`).toBeLessThan(1.15);
    }
    expect(found.shares).toBeGreaterThan(1000);
    expect(found.concentrations).toBeGreaterThan(1000);
    expect(found.withheld).toBeGreaterThan(0);
  });

  test('the sample has what is withheld of every kind', () => {
    const reasons = new Set<string>();
    const add = ({ withheldLegend }: { readonly withheldLegend: WithheldLegend }) => {
      for (const { reason, explanation } of withheldLegend) reasons.add(`${reason}: ${explanation.replace(/\d+/, 'n')}`);
    };
    for (const { documents } of areas.values()) for (const answer of documents) add(answer);
    for (const document of local.slice(0, 40)) for (const { area } of document.areas) add(selectLocalAdverts(document, area.slug));
    for (const answer of named.values()) add(answer);
    expect([...reasons].sort()).toEqual([
      'below-threshold: The UK has fewer than n adverts to compare with over the same months.',
      'below-threshold: The year before has fewer than n adverts to compare.',
      'incomplete-period: Too few months are published. A total has no rank if it has fewer than n months, or lacks one that is published for another occupation of the area. Years with fewer than 9 months in common are not compared.',
      'incomplete-period: Too few quarters are published. A total has no rank if it has fewer than n quarters, or lacks one that is published for another occupation of the area. Years with fewer than 3 quarters in common are not compared.',
      'incomplete-period: Too few quarters are published. A total has no rank if it has fewer than n quarters, or lacks one that is published for the occupation in another area.',
      'not-applicable: Occupations without an advert in the area are not ranked.',
      "not-listed: The publisher's table has no row for this occupation in this area.",
      "suppressed-by-publisher: No quarter has both the occupation's figure and at least half of the area's figures.",
      'suppressed-by-publisher: The publisher suppresses figures whose data are not good enough. It prints small figures.',
    ]);
  });
});
