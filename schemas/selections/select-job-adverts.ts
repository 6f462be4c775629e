// Picks one area from an occupation's document of adverts by month. Pure, so that the worker, the command line and the compiler's
// validation give the same answer.
import {
  type Cell,
  advertCoverage,
  compareYears,
  countOf,
  totalOf,
  twoYears,
  unequalYears,
  whyUnranked,
  withheldCell,
} from '../resources/advert-totals.ts';
import { areaOf, unrated } from '../codes.ts';
import { withLegend, withLegendOf } from '../withheld-legend.ts';
import { cutList } from './lists.ts';
import type { JobAdvertDocument, JobAdvertListDocument, JobAdvertListResponse, JobAdvertResponse } from '../resources/job-adverts.ts';

/** Months of a year. */
export const year = 12;

/** The occupation in one area. Throws for an area that is not in the document; the edition's axes rule that out. */
export function selectJobAdverts(document: JobAdvertDocument, slug: string): JobAdvertResponse {
  const found = document.areas.find(({ area }) => area === slug);
  if (found === undefined) throw new RangeError(`${document.soc2020}: the document holds no area "${slug}"`);
  const cells: readonly Cell[] = found.cells ?? document.months.map(() => null);
  const { figures, rankWithheld, notices } = yearOfMonths(cells, found.published);
  return withLegend<JobAdvertResponse>({
    soc2020: document.soc2020,
    title: document.title,
    area: { ...areaOf(slug) },
    ...twoYears(document.months, year),
    ...unrated,
    ...figures,
    rank: found.rank,
    rankWithheld,
    months: document.months.map((month, place) => {
      const cell = cells[place] ?? null;
      return { month, adverts: countOf(cell), presentable: countOf(cell) !== null, withheld: withheldCell(cell) };
    }),
    notices: [...document.notices, ...notices],
    coverage: advertCoverage,
    attribution: document.attribution,
    provenance: document.provenance,
  });
}

/** The occupations of a region, the first `limit` of them. */
export function cutAdverts(document: JobAdvertListDocument, limit: number): JobAdvertListResponse {
  const { withheldLegend: _, ...rest } = cutList(document, limit) as JobAdvertListResponse;
  return withLegendOf<JobAdvertListResponse>(document, rest);
}

/** The latest twelve months compared with the twelve before, and the notices about them. `most`: see `whyUnranked`. */
export function yearOfMonths(cells: readonly Cell[], most: number) {
  const [latest, before] = [cells.slice(-year), cells.slice(-2 * year, -year)];
  const [total, prior] = [totalOf(latest), totalOf(before)];
  const comparison = compareYears(latest, before, 'months');
  const figures = {
    adverts: total.adverts,
    presentable: total.adverts !== null,
    withheld: total.withheld,
    monthsSuppressed: total.suppressed,
    prior: { adverts: prior.adverts, presentable: prior.adverts !== null, withheld: prior.withheld, monthsSuppressed: prior.suppressed },
    ...comparison,
  };
  return { figures, rankWithheld: whyUnranked(total, 'months', most), notices: unequalYears(total, comparison, 'months', most) };
}
