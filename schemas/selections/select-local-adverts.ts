// Picks one local area from an occupation's document, and the list from an area's. Pure, so that the worker, the command line and the
// compiler's validation give the same answer.
import {
  type Cell,
  advertCoverage,
  comparedQuarters,
  compareYears,
  countOf,
  qualityOfTotal,
  shownQuarters,
  totalOf,
  unequalYears,
  whyUnrankedLocally,
  withheldCell,
} from './advert-totals.ts';
import { cutList } from './cut-list.ts';
import type { AreaAdvertsDocument, AreaAdvertsResponse, LocalAdvertDocument, LocalAdvertResponse } from '../resources/local-adverts.ts';

/** The occupation in one area. Throws for an area that is not in the document; the edition's axes rule that out. */
export function selectLocalAdverts(document: LocalAdvertDocument, slug: string): LocalAdvertResponse {
  const found = document.areas.find(({ area }) => area.slug === slug);
  if (found === undefined) throw new RangeError(`${document.soc2020}: the document holds no area "${slug}"`);
  const cells: readonly Cell[] = found.cells ?? Array.from({ length: shownQuarters }, () => null);
  const { figures, rankWithheld, notices } = yearOf(cells);
  return {
    soc2020: document.soc2020,
    title: document.title,
    area: found.area,
    period: latestSpan(document.quarters),
    ...figures,
    rank: found.rank,
    rankWithheld,
    quarters: document.quarters.map((quarter, place) => {
      const cell = cells[place] ?? null;
      return { quarter, adverts: countOf(cell), presentable: countOf(cell) !== null, withheld: withheldCell(cell) };
    }),
    notices: [...document.notices, ...notices],
    coverage: advertCoverage,
    attribution: document.attribution,
    provenance: document.provenance,
  };
}

/** The occupations of one area, the first `limit` of them. */
export function selectAreaAdverts(document: AreaAdvertsDocument, limit: number): AreaAdvertsResponse {
  const { area, quarters, withheld, occupations, notices, attribution, provenance } = document;
  return {
    area,
    period: latestSpan(quarters),
    withheld,
    ranked: occupations.filter(({ rank }) => rank !== null).length,
    occupations: cutList({ occupations }, limit).occupations.map(({ soc2020, title, cells, rank }) => {
      const { figures, rankWithheld } = yearOf(cells ?? Array.from({ length: comparedQuarters }, () => null));
      return { soc2020, title, ...figures, rank, rankWithheld };
    }),
    notices,
    coverage: advertCoverage,
    attribution,
    provenance,
  };
}

function yearOf(cells: readonly Cell[]) {
  const [total, prior] = [totalOf(cells.slice(-4)), totalOf(cells.slice(-8, -4))];
  const comparison = compareYears(cells.slice(-4), cells.slice(-8, -4), 'quarters');
  const { change } = comparison;
  const figures = {
    adverts: total.adverts,
    ...qualityOfTotal(total),
    withheld: total.withheld,
    quartersSuppressed: total.suppressed,
    prior: { adverts: prior.adverts, presentable: prior.adverts !== null, withheld: prior.withheld, quartersSuppressed: prior.suppressed },
    change: change === null ? null : { absolute: change.absolute, percent: change.percent, quartersCompared: change.compared },
    changeWithheld: comparison.changeWithheld,
  };
  return { figures, rankWithheld: whyUnrankedLocally(total), notices: unequalYears(total, prior, comparison, 'quarters') };
}

function latestSpan(quarters: readonly string[]): { from: string; to: string } {
  return { from: quarters.at(-4) ?? '', to: quarters.at(-1) ?? '' };
}
