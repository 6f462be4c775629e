// Picks one area from an occupation's document of adverts by month. Pure, so that the worker, the command line and the compiler's
// validation give the same answer.
import {
  type Cell,
  advertCoverage,
  compareYears,
  countOf,
  qualityOfTotal,
  totalOf,
  unequalYears,
  whyUnranked,
  withheldCell,
} from './advert-totals.ts';
import { areaOf } from '../codes.ts';
import type { JobAdvertDocument, JobAdvertResponse } from '../resources/job-adverts.ts';

const year = 12;

/** The occupation in one area. Throws for an area that is not in the document; the edition's axes rule that out. */
export function selectJobAdverts(document: JobAdvertDocument, slug: string): JobAdvertResponse {
  const found = document.areas.find(({ area }) => area === slug);
  if (found === undefined) throw new RangeError(`${document.soc2020}: the document holds no area "${slug}"`);
  const cells: readonly Cell[] = found.cells ?? document.months.map(() => null);
  const { figures, rankWithheld, notices } = yearOfMonths(cells);
  return {
    soc2020: document.soc2020,
    title: document.title,
    area: { ...areaOf(slug) },
    period: latestMonths(document.months),
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
  };
}

export function latestMonths(months: readonly string[]): { from: string; to: string } {
  return { from: months.at(-year) ?? '', to: months.at(-1) ?? '' };
}

/** The latest twelve months compared with the twelve before, and the notices about them. */
export function yearOfMonths(cells: readonly Cell[]) {
  const [latest, before] = [cells.slice(-year), cells.slice(-2 * year, -year)];
  const [total, prior] = [totalOf(latest), totalOf(before)];
  const comparison = compareYears(latest, before, 'months');
  const { change } = comparison;
  const figures = {
    adverts: total.adverts,
    ...qualityOfTotal(total),
    withheld: total.withheld,
    monthsSuppressed: total.suppressed,
    prior: { adverts: prior.adverts, presentable: prior.adverts !== null, withheld: prior.withheld, monthsSuppressed: prior.suppressed },
    change: change === null ? null : { absolute: change.absolute, percent: change.percent, monthsCompared: change.compared },
    changeWithheld: comparison.changeWithheld,
  };
  return { figures, rankWithheld: whyUnranked(total, 'months'), notices: unequalYears(total, prior, comparison, 'months') };
}
