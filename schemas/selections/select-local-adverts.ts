// Picks one local area from an occupation's document, and the list from an area's. Pure, so that the worker, the command line and the
// compiler's validation give the same answer.
import {
  type Cell,
  advertCoverage,
  comparedQuarters,
  compareYears,
  countOf,
  shownQuarters,
  totalOf,
  twoYears,
  unequalYears,
  whyUnrankedLocally,
  withheldCell,
} from '../resources/advert-totals.ts';
import { unrated } from '../codes.ts';
import { withLegend, withLegendOf } from '../withheld-legend.ts';
import type { AreaAdvertsDocument, AreaAdvertsResponse, LocalAdvertDocument, LocalAdvertResponse } from '../resources/local-adverts.ts';

/** The occupation in one area. Throws for an area that is not in the document; the edition's axes rule that out. */
export function selectLocalAdverts(document: LocalAdvertDocument, slug: string): LocalAdvertResponse {
  const found = document.areas.find(({ area }) => area.slug === slug);
  if (found === undefined) throw new RangeError(`${document.soc2020}: the document holds no area "${slug}"`);
  const cells: readonly Cell[] = found.cells ?? Array.from({ length: shownQuarters }, () => null);
  const { figures, rankWithheld, notices } = yearOf(cells, found.published);
  return withLegend<LocalAdvertResponse>({
    soc2020: document.soc2020,
    title: document.title,
    area: found.area,
    ...twoYears(document.quarters, year),
    ...unrated,
    ...figures,
    rank: found.rank,
    rankWithheld,
    quarters: document.quarters.map((quarter, place) => {
      const cell = cells[place] ?? null;
      return { quarter, adverts: countOf(cell), presentable: countOf(cell) !== null, withheld: withheldCell(cell) };
    }),
    notes: [...document.notes, ...notices],
    coverage: advertCoverage,
    attribution: document.attribution,
    provenance: document.provenance,
  });
}

/** The occupations of one area, the first `limit` of them. */
export function selectAreaAdverts(document: AreaAdvertsDocument, limit: number): AreaAdvertsResponse {
  const { area, quarters, withheld, published, occupations, notes, attribution, provenance } = document;
  return withLegendOf<AreaAdvertsResponse>(document, {
    area,
    ...twoYears(quarters, year),
    withheld,
    ...unrated,
    total: occupations.length,
    ranked: occupations.filter(({ rank }) => rank !== null).length,
    limit,
    occupations: occupations.slice(0, limit).map(({ soc2020, title, cells, rank }) => {
      const { figures, rankWithheld } = yearOf(cells ?? Array.from({ length: comparedQuarters }, () => null), published);
      return { soc2020, title, ...figures, rank, rankWithheld };
    }),
    notes,
    coverage: advertCoverage,
    attribution,
    provenance,
  });
}

/** Quarters of a year. */
export const year = 4;

function yearOf(cells: readonly Cell[], most: number) {
  const [latest, before] = [cells.slice(-year), cells.slice(-2 * year, -year)];
  const [total, prior] = [totalOf(latest), totalOf(before)];
  const comparison = compareYears(latest, before, 'quarters');
  const figures = {
    adverts: total.adverts,
    presentable: total.adverts !== null,
    withheld: total.withheld,
    quartersSuppressed: total.suppressed,
    prior: { adverts: prior.adverts, presentable: prior.adverts !== null, withheld: prior.withheld, quartersSuppressed: prior.suppressed },
    ...comparison,
  };
  return { figures, rankWithheld: whyUnrankedLocally(total, most), notices: unequalYears(total, comparison, 'quarters', most) };
}
