// Writes the documents of adverts: by month for every occupation and region, by quarter for every
// occupation and local area. One document holds all areas of an occupation, and a request picks
// one: a file for each of the 135,548 pairs of occupation and local area would be too many.
import type { Document } from '#sources/kit/document.ts';
import type { ClassificationGroup } from '#sources/kit/needs.ts';
import type { DocumentInputs } from '#sources/kit/source.ts';
import {
  type Cell,
  type Parts,
  advertCoverage,
  areaNotListed,
  comparedQuarters,
  latestYear,
  mostPublished,
  partsOfYear,
  shownQuarters,
  totalOf,
  twoYears,
  whyUnranked,
  whyUnrankedLocally,
} from '#schemas/advert-totals.ts';
import type { Explaining } from '#schemas/withheld-legend.ts';
import { areaOf, areaSlugs, unrated } from '#schemas/codes.ts';
import type {
  JobAdvertDocument,
  JobAdvertListDocument,
  AreaAdvertsDocument,
  LocalAdvertAreasResponse,
  LocalAdvertDocument,
} from '#schemas/resources/adverts.ts';
import type { LocalArea, LocalAreaName } from '#schemas/resources/local-areas.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { rankOf, ranksOf } from '#sources/kit/ranks.ts';
import { yearOf } from '#schemas/selections/select-adverts.ts';
import { cellsOf } from './figures.ts';
import { monthlyNotices, quarterlyNotices } from './notices.ts';
import type { AdvertObservations } from './reshape.ts';
import { LocalShares } from './shares.ts';

type Inputs = DocumentInputs<AdvertObservations>;

const unknown = totalOf([]);

export function* documents(inputs: Inputs): Generator<Document> {
  yield* monthly(inputs);
  yield* quarterly(inputs);
}

/**
 * The adverts of one region, occupation by occupation: the months, the latest year, and the ranks.
 */
function advertisedInRegion(
  { months, regional }: AdvertObservations,
  slug: (typeof areaSlugs.ukWalesScotlandAndRegions)[number],
  occupations: readonly ClassificationGroup[],
) {
  const counts = regional.get(slug);
  const cells = occupations.map(({ code }) => cellsOf(counts?.get(code), 0));
  const published = mostPublished(
    cells.map((ofOccupation) => ofOccupation?.slice(-partsOfYear.months) ?? null),
  );
  const years = cells.map((ofOccupation) =>
    yearOf('months', ofOccupation ?? months.map(() => null), published),
  );
  const ranked = ranksOf(
    years.map(({ figures, rankWithheld }) => (rankWithheld === null ? figures.adverts : null)),
  );
  return { slug, cells, published, years, ...ranked };
}

function* monthly({ observations, needs, answer, document }: Inputs): Generator<Document> {
  const { months } = observations;
  const occupations = needs.get('soc-structure').unitGroups;
  const notices = monthlyNotices(observations);
  const areas = areaSlugs.ukWalesScotlandAndRegions.map((slug) =>
    advertisedInRegion(observations, slug, occupations),
  );

  for (const [index, { code }] of occupations.entries())
    yield document<JobAdvertDocument>({ soc: code }, 'job-adverts', {
      months,
      areas: areas.map(({ slug, cells, published, ranks, of: rankedCount }) => ({
        area: slug,
        cells: cells[index] ?? null,
        published,
        rank: rankOf(ranks[index], rankedCount),
      })),
      notices,
    });

  for (const { slug, years, ranks, of: rankedCount } of areas) {
    const listed = occupations.flatMap(
      ({ code, title }, index): Explaining<JobAdvertListDocument['occupations']> => {
        const year = years[index];
        if (year === undefined || year.figures.adverts === null) return [];
        return [
          {
            soc2020: code,
            title,
            ...year.figures,
            rank: rankOf(ranks[index], rankedCount),
            rankWithheld: year.rankWithheld,
          },
        ];
      },
    );
    yield answer<JobAdvertListDocument>({ area: slug }, 'job-adverts-list', {
      area: { ...areaOf(slug) },
      ...twoYears(months, 'months'),
      ...unrated,
      total: listed.length,
      ranked: rankedCount,
      occupations: listed.sort(byAdverts),
      notes: [
        ...notices,
        ...totalsNotices('months', listed.length - rankedCount),
        ...unlistedNotice(occupations.length - listed.length, 'occupation'),
      ],
      coverage: advertCoverage,
    });
  }
}

interface Advertised {
  readonly soc2020: string;
  readonly adverts: number | null;
}

/** Most adverts first. An incomplete total keeps its place in the list but has no rank. */
function byAdverts(a: Advertised, b: Advertised): number {
  return (b.adverts ?? 0) - (a.adverts ?? 0) || byCodeUnit(a.soc2020, b.soc2020);
}

/** Says what the totals of a list leave out, and how many have no rank. */
function totalsNotices(parts: Parts, unranked: number): string[] {
  return [
    `Totals leave out ${parts} that are not published.`,
    ...incompleteNotice(parts, unranked, 'other occupations'),
  ];
}

/** Says how many totals of a list have no rank. `others` are those with which they are compared. */
function incompleteNotice(parts: Parts, unranked: number, others: string): string[] {
  if (unranked === 0) return [];
  const have = unranked === 1 ? '1 total is' : `${unranked} totals are`;
  return [
    `${have} incomplete: ${parts} are missing that are published for ${others}, or too ` +
      'few are published for any. Such a total ' +
      'stands where its number stands, but it has no rank and cannot be compared with the others.',
  ];
}

/**
 * Says what is missing from a list because no figure is published. A reader would otherwise
 * conclude that it has no adverts.
 */
function unlistedNotice(count: number, what: string): string[] {
  if (count === 0) return [];
  const are = count === 1 ? `1 ${what} is` : `${count} ${what}s are`;
  return [
    `${are} not listed because no figure of the period is published. This says nothing ` +
      'about adverts.',
  ];
}

function* quarterly(inputs: Inputs): Generator<Document> {
  const { observations, needs } = inputs;
  const occupations = needs.get('soc-structure').unitGroups;
  const advertised = observations.areas.map((area) =>
    advertisedIn(observations, area, occupations),
  );
  yield* documentsOfOccupations(inputs, advertised);
  yield* documentsOfLocalAreas(inputs, advertised);
}

type AdvertisedInArea = ReturnType<typeof advertisedIn>;

/** Two documents of each occupation: its adverts in every local area, and the areas compared. */
function* documentsOfOccupations(
  { observations, needs, answer, document }: Inputs,
  advertised: readonly AdvertisedInArea[],
): Generator<Document> {
  const { areas, local, quarters } = observations;
  const occupations = needs.get('soc-structure').unitGroups;
  const notices = quarterlyNotices(observations);
  const shares = new LocalShares(observations);
  const totalsOfAreas = areas.map(({ slug }) => shares.totalsOf(slug));

  for (const [index, { code }] of occupations.entries()) {
    yield document<LocalAdvertDocument>({ soc: code }, 'job-adverts-local-area', {
      quarters: quarters.slice(-shownQuarters),
      areas: advertised.map(({ area, published, ranks, of: rankedCount }) => {
        return {
          area: nameOf(area),
          cells: cellsOf(local.get(area.slug)?.get(code), -shownQuarters),
          published,
          rank: rankOf(ranks[index], rankedCount),
        };
      }),
      notes: notices,
    });

    const rankOfArea = rankAmongAreas(
      areas.map(({ slug }) => cellsOf(local.get(slug)?.get(code), -partsOfYear.quarters)),
    );
    const listed = advertised.flatMap(
      ({ area, totals }, number): Explaining<LocalAdvertAreasResponse['areas']> => {
        const counts = local.get(area.slug)?.get(code);
        const { adverts, suppressed: quartersSuppressed } = totals[index] ?? unknown;
        if (adverts === null || adverts === 0 || counts === undefined) return [];
        const share = shares.shareOf(code, counts, totalsOfAreas[number] ?? []);
        return [
          {
            area: nameOf(area),
            adverts,
            presentable: true,
            quartersSuppressed,
            ...rankOfArea(number),
            ...share,
          },
        ];
      },
    );
    const ranked = listed.filter(({ rank }) => rank !== null).length;
    const unlisted = advertised.filter(
      ({ totals }) => (totals[index] ?? unknown).adverts === null,
    ).length;
    yield answer<LocalAdvertAreasResponse>({ soc: code }, 'job-adverts-local', {
      ...latestYear(quarters, 'quarters'),
      ...unrated,
      total: listed.length,
      ranked,
      areas: listed.sort((a, b) => b.adverts - a.adverts || byCodeUnit(a.area.code, b.area.code)),
      notes: [
        ...notices,
        "The number of all adverts of an area is the publisher's total if its months " +
          'are published, else the sum over occupations and adverts of unknown ' +
          "occupation. A quarter counts only if at least half of the area's figures are " +
          'published.',
        'Totals leave out quarters that are not published. You can compare shares ' +
          'between all areas.',
        ...incompleteNotice('quarters', listed.length - ranked, 'the occupation in other areas'),
        ...unlistedNotice(unlisted, 'local area'),
      ],
      coverage: advertCoverage,
    });
  }
}

/** The document of each local area: its occupations with adverts, most first. */
function* documentsOfLocalAreas(
  { observations, needs, answer }: Inputs,
  advertised: readonly AdvertisedInArea[],
): Generator<Document> {
  const { local, quarters } = observations;
  const occupations = needs.get('soc-structure').unitGroups;
  const notices = quarterlyNotices(observations);
  for (const { area, totals, withheld, published, ranks, of: rankedCount } of advertised) {
    const listed = occupations
      .map(({ code, title }, index) => ({
        soc2020: code,
        title,
        adverts: totals[index]?.adverts ?? null,
        rank: rankOf(ranks[index], rankedCount),
      }))
      .filter(({ adverts }) => adverts !== null && adverts > 0)
      .sort(byAdverts);
    const unlisted = totals.filter(({ adverts }) => adverts === null).length;
    yield answer<AreaAdvertsDocument>({ area: area.slug }, 'local-area-job-adverts', {
      area: nameOf(area),
      quarters: quarters.slice(-comparedQuarters),
      published,
      withheld,
      occupations: listed.map(({ soc2020, title, rank }) => {
        return {
          soc2020,
          title,
          cells: cellsOf(local.get(area.slug)?.get(soc2020), -comparedQuarters),
          rank,
        };
      }),
      notes: [
        ...notices,
        ...totalsNotices('quarters', listed.length - rankedCount),
        ...(withheld === null ? unlistedNotice(unlisted, 'occupation') : [withheld.explanation]),
      ],
    });
  }
}

/**
 * The adverts of one local area: totals over the latest four quarters, and ranks. If it has no
 * total at all, `withheld` says why.
 */
function advertisedIn(
  { local }: AdvertObservations,
  area: LocalArea,
  occupations: readonly ClassificationGroup[],
) {
  const counts = local.get(area.slug);
  const cells = occupations.map(({ code }) => cellsOf(counts?.get(code), -partsOfYear.quarters));
  const totals = cells.map((ofOccupation) => totalOf(ofOccupation ?? []));
  const published = mostPublished(cells);
  const isKnown = totals.some(({ adverts }) => adverts !== null);
  const withheld = isKnown
    ? null
    : (totals.find(({ suppressed }) => suppressed > 0)?.withheld ?? areaNotListed);
  const ranked = ranksOf(
    totals.map((total) => (whyUnrankedLocally(total, published) === null ? total.adverts : null)),
  );
  return { area, totals, withheld, published, ...ranked };
}

/**
 * The rank of each area by its total of one occupation, or why it has none. An area without an
 * advert is not listed and not ranked.
 */
function rankAmongAreas(cells: readonly (readonly Cell[] | null)[]) {
  const most = mostPublished(cells);
  const totals = cells.map((ofArea) => totalOf(ofArea ?? []));
  const withheld = totals.map((total) => whyUnranked(total, 'quarters', most, 'local areas'));
  const { ranks, of: rankedCount } = ranksOf(
    totals.map(({ adverts }, index) =>
      withheld[index] === null && adverts !== 0 ? adverts : null,
    ),
  );
  return (index: number) => ({
    rank: rankOf(ranks[index], rankedCount),
    rankWithheld: withheld[index] ?? null,
  });
}

function nameOf({ code, slug, name }: LocalArea): LocalAreaName {
  return { code, slug, name };
}
