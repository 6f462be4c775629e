// Writes the documents of adverts: by month for every occupation and region, by quarter for every occupation and local area.
//
// An occupation's local areas stand in one document, out of which the path picks one: 412 files of 20 MB in all. A file for each of the
// 135,548 pairs would be 457 MB in 561 MB of disk blocks, every month anew.
import type { Document, Needs, Release } from '#compiler/source.ts';
import { type Cell, advertCoverage, comparedQuarters, compareYears, countOf, qualityOfTotal, ranksOf, shownQuarters, totalOf, unequalYears, withheldCell } from '#schemas/advert-totals.ts';
import { areaOf, areaSlugs } from '#schemas/codes.ts';
import type { Provenance } from '#schemas/figures.ts';
import type { JobAdvertListResponse, JobAdvertResponse } from '#schemas/job-adverts.ts';
import type { AreaAdvertsDocument, LocalAdvertAreasResponse, LocalAdvertDocument } from '#schemas/local-adverts.ts';
import type { LocalArea, LocalAreaName } from '#schemas/local-areas.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { monthlyNotices, quarterlyNotices } from './notices.ts';
import { type AdvertObservations, cellsOf } from './reshape.ts';
import { Shares } from './shares.ts';

interface Edition {
  readonly release: Release;
  readonly observations: AdvertObservations;
  readonly needs: Needs;
  readonly provenance: Provenance;
  readonly attribution: string;
}

interface Credit {
  readonly attribution: string;
  readonly provenance: Provenance;
}

interface Occupation {
  readonly code: string;
  readonly title: string;
}

const monthsOfYear = 12;
const quartersOfYear = 4;

export function* documents({ observations, needs, provenance, attribution }: Edition): Generator<Document> {
  const occupations = needs.get('soc-structure').unitGroups;
  yield* monthly(observations, occupations, { attribution, provenance });
  yield* quarterly(observations, occupations, { attribution, provenance });
}

function* monthly({ months, regional, ...observations }: AdvertObservations, occupations: readonly Occupation[], credit: Credit): Generator<Document> {
  const general = monthlyNotices({ months, regional, ...observations });
  const period = { from: months.at(-monthsOfYear) ?? '', to: months.at(-1) ?? '' };
  for (const slug of areaSlugs.ukWalesScotlandAndRegions) {
    const counts = regional.get(slug);
    const cells = occupations.map(({ code }): readonly Cell[] => cellsOf(counts?.get(code), 0) ?? months.map(() => null));
    const { ranks, of } = ranksOf(cells.map((ofOccupation) => totalOf(ofOccupation.slice(-monthsOfYear)).adverts));
    const listed: JobAdvertListResponse['occupations'] = [];
    for (const [place, { code, title }] of occupations.entries()) {
      const { figures, notices } = yearOfMonths(cells[place] ?? []);
      const rank = ranks[place] ?? null;
      const body: JobAdvertResponse = {
        soc2020: code,
        title,
        area: { ...areaOf(slug) },
        period,
        ...figures,
        rank: rank === null ? null : { rank, of },
        months: months.map((month, at) => {
          const cell = cells[place]?.[at] ?? null;
          return { month, adverts: countOf(cell), withheld: withheldCell(cell) };
        }),
        notices: [...general, ...notices],
        coverage: advertCoverage,
        ...credit,
      };
      yield { endpoint: 'job-adverts', place: { soc: code, area: slug }, body };
      if (rank !== null) listed.push({ soc2020: code, title, ...figures, rank: { rank, of } });
    }
    const body: JobAdvertListResponse = {
      area: { ...areaOf(slug) },
      period,
      ranked: of,
      occupations: listed.sort((a, b) => a.rank.rank - b.rank.rank || byCodeUnit(a.soc2020, b.soc2020)),
      notices: [...general, 'Totals leave out months that are not published, and changes compare only the months that are published in both years.'],
      coverage: advertCoverage,
      ...credit,
    };
    yield { endpoint: 'job-adverts-list', place: { area: slug }, body };
  }
}

function yearOfMonths(cells: readonly Cell[]) {
  const [latest, before] = [cells.slice(-monthsOfYear), cells.slice(-2 * monthsOfYear, -monthsOfYear)];
  const [total, prior] = [totalOf(latest), totalOf(before)];
  const comparison = compareYears(latest, before, 'months');
  const { change } = comparison;
  const figures = {
    adverts: total.adverts,
    ...qualityOfTotal(total),
    withheld: total.withheld,
    monthsSuppressed: total.suppressed,
    prior: { adverts: prior.adverts, withheld: prior.withheld, monthsSuppressed: prior.suppressed },
    change: change === null ? null : { absolute: change.absolute, percent: change.percent, monthsCompared: change.compared },
    changeWithheld: comparison.changeWithheld,
  };
  return { figures, notices: unequalYears(total, prior, comparison, 'months') };
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
        const rank = ranks[place] ?? null;
        return { area: nameOf(area), cells: cellsOf(local.get(area.slug)?.get(code), -shownQuarters), rank: rank === null ? null : { rank, of } };
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
      return [{ area: nameOf(area), adverts, quartersSuppressed, ...shares.shareOf(code, counts, totalsOfAreas[number] ?? []) }];
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
      const rank = ranks[place] ?? null;
      return rank === null ? [] : [{ soc2020: code, title, cells: cellsOf(local.get(area.slug)?.get(code), -comparedQuarters), rank: { rank, of } }];
    });
    const body: AreaAdvertsDocument = {
      area: nameOf(area),
      quarters: quarters.slice(-comparedQuarters),
      occupations: listed.sort((a, b) => a.rank.rank - b.rank.rank || byCodeUnit(a.soc2020, b.soc2020)),
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
