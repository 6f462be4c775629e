// Writes the documents of adverts: by month for every occupation and region, by quarter for every occupation and local area.
//
// An occupation's areas stand in one document, out of which the request picks one: of local areas 412 files of 20 MB in all, where a file
// for each of the 135,548 pairs would be 457 MB in 561 MB of disk blocks, every month anew.
import type { Document, DocumentInputs } from '#compiler/source.ts';
import { advertCoverage, comparedQuarters, shownQuarters, totalOf } from '#schemas/advert-totals.ts';
import { areaOf, areaSlugs } from '#schemas/codes.ts';
import type { Provenance, Rank } from '#schemas/figures.ts';
import type { JobAdvertDocument, JobAdvertListResponse } from '#schemas/job-adverts.ts';
import type { AreaAdvertsDocument, LocalAdvertAreasResponse, LocalAdvertDocument } from '#schemas/local-adverts.ts';
import type { LocalArea, LocalAreaName } from '#schemas/local-areas.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { rankOf, ranksOf } from '#schemas/ranks.ts';
import { latestMonths, yearOfMonths } from '#schemas/select-job-adverts.ts';
import { monthlyNotices, quarterlyNotices } from './notices.ts';
import { type AdvertObservations, cellsOf } from './reshape.ts';
import { Shares } from './shares.ts';

interface Credit {
  readonly attribution: string;
  readonly provenance: Provenance;
}

interface Occupation {
  readonly code: string;
  readonly title: string;
}

const quartersOfYear = 4;

export function* documents({ observations, needs, provenance, attribution }: DocumentInputs<AdvertObservations>): Generator<Document> {
  const occupations = needs.get('soc-structure').unitGroups;
  yield* monthly(observations, occupations, { attribution, provenance });
  yield* quarterly(observations, occupations, { attribution, provenance });
}

function* monthly(observations: AdvertObservations, occupations: readonly Occupation[], credit: Credit): Generator<Document> {
  const { months, regional } = observations;
  const notices = monthlyNotices(observations);
  const areas = areaSlugs.ukWalesScotlandAndRegions.map((slug) => {
    const counts = regional.get(slug);
    const cells = occupations.map(({ code }) => cellsOf(counts?.get(code), 0));
    return { slug, cells, ...ranksOf(cells.map((ofOccupation) => yearOfMonths(ofOccupation ?? []).figures.adverts)) };
  });

  for (const [place, { code, title }] of occupations.entries()) {
    const body: JobAdvertDocument = {
      soc2020: code,
      title,
      months: [...months],
      areas: areas.map(({ slug, cells, ranks, of }) => ({ area: slug, cells: cells[place] ?? null, rank: rankOf(ranks[place], of) })),
      notices,
      ...credit,
    };
    yield { endpoint: 'job-adverts', place: { soc: code }, body };
  }

  for (const { slug, cells, ranks, of } of areas) {
    const listed = occupations.flatMap(({ code, title }, place): JobAdvertListResponse['occupations'] => {
      const rank = rankOf(ranks[place], of);
      return rank === null ? [] : [{ soc2020: code, title, ...yearOfMonths(cells[place] ?? []).figures, rank }];
    });
    const body: JobAdvertListResponse = {
      area: { ...areaOf(slug) },
      period: latestMonths(months),
      ranked: of,
      occupations: listed.sort(byRank),
      notices: [...notices, 'Totals leave out months that are not published, and changes compare only the months that are published in both years.'],
      coverage: advertCoverage,
      ...credit,
    };
    yield { endpoint: 'job-adverts-list', place: { area: slug }, body };
  }
}

function byRank(a: { readonly rank: Rank; readonly soc2020: string }, b: typeof a): number {
  return a.rank.rank - b.rank.rank || byCodeUnit(a.soc2020, b.soc2020);
}

/** What is advertised in one local area: totals over the latest four quarters and ranks, in the order of the occupations. */
interface Advertised {
  readonly area: LocalArea;
  /** Null where the occupation has no advert in the area, or no figure of one. */
  readonly totals: readonly (number | null)[];
  readonly ranks: readonly (number | null)[];
  readonly of: number;
}

function* quarterly(observations: AdvertObservations, occupations: readonly Occupation[], credit: Credit): Generator<Document> {
  const { areas, local, quarters } = observations;
  const notices = quarterlyNotices(observations);
  const advertised = areas.map((area) => advertisedIn(observations, area, occupations));
  const shares = new Shares(observations);
  const totalsOfAreas = areas.map(({ slug }) => shares.totalsOf(slug));
  const period = { from: quarters.at(-quartersOfYear) ?? '', to: quarters.at(-1) ?? '' };

  for (const [place, { code, title }] of occupations.entries()) {
    const document: LocalAdvertDocument = {
      soc2020: code,
      title,
      quarters: quarters.slice(-shownQuarters),
      areas: advertised.map(({ area, ranks, of }) => {
        return { area: nameOf(area), cells: cellsOf(local.get(area.slug)?.get(code), -shownQuarters), rank: rankOf(ranks[place], of) };
      }),
      notices,
      ...credit,
    };
    yield { endpoint: 'job-adverts-local-area', place: { soc: code }, body: document };

    const listed = advertised.flatMap(({ area, totals }, number): LocalAdvertAreasResponse['areas'] => {
      const counts = local.get(area.slug)?.get(code);
      const adverts = totals[place] ?? null;
      if (adverts === null || counts === undefined) return [];
      const { suppressed: quartersSuppressed } = totalOf(cellsOf(counts, -quartersOfYear) ?? []);
      return [{ area: nameOf(area), adverts, presentable: true, quartersSuppressed, ...shares.shareOf(code, counts, totalsOfAreas[number] ?? []) }];
    });
    const body: LocalAdvertAreasResponse = {
      soc2020: code,
      title,
      period,
      areas: listed.sort((a, b) => b.adverts - a.adverts || byCodeUnit(a.area.code, b.area.code)),
      notices: [
        ...notices,
        "All adverts of an area are the publisher's own total where its months are published, else the sum over occupations and adverts of unknown occupation; a quarter counts only where at least half of the area's figures are published.",
      ],
      coverage: advertCoverage,
      ...credit,
    };
    yield { endpoint: 'job-adverts-local', place: { soc: code }, body };
  }

  for (const { area, ranks, of } of advertised) {
    const listed = occupations.flatMap(({ code, title }, place): AreaAdvertsDocument['occupations'] => {
      const rank = rankOf(ranks[place], of);
      return rank === null ? [] : [{ soc2020: code, title, cells: cellsOf(local.get(area.slug)?.get(code), -comparedQuarters), rank }];
    });
    const body: AreaAdvertsDocument = {
      area: nameOf(area),
      quarters: quarters.slice(-comparedQuarters),
      occupations: listed.sort(byRank),
      notices: [...notices, 'Totals leave out quarters that are not published, and changes compare only the quarters that are published in both years.'],
      ...credit,
    };
    yield { endpoint: 'local-area-job-adverts', place: { area: area.slug }, body };
  }
}

function advertisedIn({ local }: AdvertObservations, area: LocalArea, occupations: readonly Occupation[]): Advertised {
  const counts = local.get(area.slug);
  const totals = occupations.map(({ code }) => {
    const cells = cellsOf(counts?.get(code), -quartersOfYear);
    // An occupation without an advert is not advertised, and has no rank among those that are.
    return (cells === null ? null : totalOf(cells).adverts) || null;
  });
  return { area, totals, ...ranksOf(totals) };
}

function nameOf({ code, slug, name }: LocalArea): LocalAreaName {
  return { code, slug, name };
}
