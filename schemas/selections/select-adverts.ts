// Picks one area from an occupation's document of adverts, and the first occupations from an
// area's. Pure, so that the worker, the command line and the compiler's validation give the same
// answer.
import * as totals from '../advert-totals.ts';
import { areaOf, unrated } from '../codes.ts';
import { type QueryValues, limitOf, inGroup } from '../query-values.ts';
import { noticesOfYears } from './advert-notices.ts';
import { withLegend, withLegendOf } from '../withheld-legend.ts';
import type * as adverts from '../resources/adverts.ts';

const { advertCoverage, countOf, partsOfYear, shownQuarters, totalOf, twoYears } = totals;

/**
 * The occupation in one area. Throws for an area that is not in the document; the edition's axes
 * rule that out.
 */
export function selectJobAdverts(
  document: adverts.JobAdvertDocument,
  slug: string,
): adverts.JobAdvertResponse {
  const { soc2020, title, months, attribution, provenance } = document;
  const { cells, published, rank } = areaIn(document, ({ area }) => area === slug, slug);
  const { figures, rankWithheld, notices } = yearOf(
    'months',
    cells ?? months.map(() => null),
    published,
  );
  return withLegend<adverts.JobAdvertResponse>({
    soc2020,
    title,
    area: { ...areaOf(slug) },
    ...twoYears(months, 'months'),
    ...unrated,
    ...figures,
    rank,
    rankWithheld,
    months: months.map((month, place) => ({ month, ...verdictOn(cells?.[place] ?? null) })),
    notices: [...document.notices, ...notices],
    coverage: advertCoverage,
    attribution,
    provenance,
  });
}

export function selectLocalAdverts(
  document: adverts.LocalAdvertDocument,
  slug: string,
): adverts.LocalAdvertResponse {
  const { soc2020, title, quarters, attribution, provenance } = document;
  const { area, cells, published, rank } = areaIn(
    document,
    (local) => local.area.slug === slug,
    slug,
  );
  const { figures, rankWithheld, notices } = yearOf(
    'quarters',
    cells ?? Array.from({ length: shownQuarters }, () => null),
    published,
  );
  return withLegend<adverts.LocalAdvertResponse>({
    soc2020,
    title,
    area,
    ...twoYears(quarters, 'quarters'),
    ...unrated,
    ...figures,
    rank,
    rankWithheld,
    quarters: quarters.map((quarter, place) => ({ quarter, ...verdictOn(cells?.[place] ?? null) })),
    notes: [...document.notes, ...notices],
    coverage: advertCoverage,
    attribution,
    provenance,
  });
}

/** The occupations of a local area, the first `limit` of them. */
export function selectAreaAdverts(
  document: adverts.AreaAdvertsDocument,
  values: QueryValues,
): adverts.AreaAdvertsResponse {
  const limit = limitOf(values);
  const { area, quarters, withheld, published, notes, attribution, provenance } = document;
  const occupations = inGroup(document.occupations, values);
  const ranked = occupations.filter(({ rank }) => rank !== null).length;
  return withLegendOf<adverts.AreaAdvertsResponse>(document, {
    area,
    ...twoYears(quarters, 'quarters'),
    withheld,
    ...unrated,
    total: occupations.length,
    ranked,
    limit,
    occupations: occupations.slice(0, limit).map(({ soc2020, title, cells, rank }) => {
      const { figures, rankWithheld } = yearOf(
        'quarters',
        cells ?? quarters.map(() => null),
        published,
      );
      return { soc2020, title, ...figures, rank, rankWithheld };
    }),
    notes,
    coverage: advertCoverage,
    attribution,
    provenance,
  });
}

function areaIn<Area>(
  document: { readonly soc2020: string; readonly areas: readonly Area[] },
  is: (area: Area) => boolean,
  slug: string,
): Area {
  const area = document.areas.find(is);
  if (area === undefined)
    throw new RangeError(`${document.soc2020}: the document holds no area "${slug}"`);
  return area;
}

function verdictOn(cell: totals.Cell) {
  return {
    adverts: countOf(cell),
    presentable: countOf(cell) !== null,
    withheld: totals.withheldCell(cell),
  };
}

/**
 * The latest year compared with the year before, and the notices about them. `most`: see
 * `whyUnranked`.
 */
export function yearOf<Of extends totals.Parts>(
  parts: Of,
  cells: readonly totals.Cell[],
  most: number,
) {
  const length = partsOfYear[parts];
  const latest = cells.slice(-length);
  const before = cells.slice(-2 * length, -length);
  const total = totalOf(latest);
  const comparison = totals.compareYears(latest, before, parts);
  const figuresOf = ({ adverts, withheld, suppressed }: totals.Total) => ({
    adverts,
    presentable: adverts !== null,
    withheld,
    ...({ [`${parts}Suppressed`]: suppressed } as Record<`${Of}Suppressed`, number>),
  });
  const why =
    parts === 'months'
      ? totals.whyUnranked(total, parts, most)
      : totals.whyUnrankedLocally(total, most);
  return {
    figures: { ...figuresOf(total), prior: figuresOf(totalOf(before)), ...comparison },
    rankWithheld: why,
    notices: noticesOfYears(total, comparison, parts, most),
  };
}
