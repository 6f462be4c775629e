// Lists by rank: turned to the requested order and cut. Pure and without a library, because the worker carries it.
import { type RankOrder, type RankedMeasure, rankedMeasures } from '../codes.ts';
import type { Rank } from '../figures.ts';
import { byCodeUnit } from '../order.ts';
import type { EmploymentListDocument } from '../resources/employment.ts';
import type { PayListDocument, PayListResponse } from '../resources/pay.ts';
import type { ProjectionListDocument, ProjectionListResponse } from '../resources/projections.ts';
import { withLegendOf } from '../withheld-legend.ts';
import { cutList } from './lists.ts';
import { ofYear, payCoverage, unitOf } from './pay-figures.ts';
import { payNotes } from './pay-notes.ts';
import { asked } from './select-pay.ts';

/** Stored rows stand highest first, those without a rank last. From the lowest, ties keep the order of their codes. */
function turned<Row extends { readonly rank: Rank | null }>(rows: readonly Row[], order: RankOrder, codeOf: (row: Row) => string): Row[] {
  if (order === 'descending') return [...rows];
  const rankIn = ({ rank }: Row) => rank?.rank ?? 0;
  return rows.toSorted((a, b) => rankIn(b) - rankIn(a) || byCodeUnit(codeOf(a), codeOf(b)));
}

const socOf = ({ soc2020 }: { readonly soc2020: string }) => soc2020;

export function selectPayList(document: PayListDocument, measure: RankedMeasure, order: RankOrder, limit: number): PayListResponse {
  const all = document.lists[rankedMeasures.indexOf(measure)]?.occupations ?? [];
  const unit = unitOf(measure);
  const occupations = turned(all, order, socOf).slice(0, limit);
  const { area, provisional, attribution, provenance } = document;
  const noted = occupations.map(({ median }) => ({ figures: { median, mean: median }, provisional }));
  return withLegendOf<PayListResponse>(document, {
    ...{ area, ...ofYear(unit, document), ...asked({ measure, sex: 'all', pattern: 'all' }) },
    ...{ total: all.length, ranked: all.filter(({ rank }) => rank !== null).length, order, limit, occupations },
    notes: payNotes(area.slug === 'uk' ? 'list' : 'list-of-region', { measure, noted }),
    coverage: payCoverage(unit),
    ...{ attribution, provenance },
  });
}

export function selectEmploymentList(document: EmploymentListDocument, order: RankOrder, limit: number): object {
  return cutList({ ...document, order, occupations: turned(document.occupations, order, socOf) } as EmploymentListDocument, limit);
}

export function selectProjectionList(document: ProjectionListDocument, order: RankOrder): ProjectionListResponse {
  const { subMajorGroups, notes, coverage, accuracy, citation, provenance, withheldLegend, ...about } = document;
  const groups = turned(subMajorGroups, order, ({ code }) => code);
  return { ...about, order, subMajorGroups: groups, notes, coverage, accuracy, citation, provenance, withheldLegend };
}
