// Writes the pay documents of each unit group: one for each area, and one that compares all areas.
// Each has all variants of measure, sex and pattern.
import { rankedRows } from '#sources/kit/ranks.ts';
import type { Document } from '#sources/kit/document.ts';
import type { Needs } from '#sources/kit/needs.ts';
import type { DocumentInputs } from '#sources/kit/source.ts';
import {
  type AreaSlug,
  type Quality,
  areaOf,
  patterns,
  rankedMeasures,
  sexes,
} from '#schemas/codes.ts';
import type {
  PayDocument,
  PayListDocument,
  PayMarkers,
  PayRegionsDocument,
} from '#schemas/resources/pay.ts';
import { payColumns, payCvColumns, payMainColumns } from '#schemas/pay-columns.ts';
import {
  judgeFigure,
  notPrinted,
  payQueries,
  payVariantIndex,
} from '#schemas/selections/select-pay.ts';
import type { Explaining } from '#schemas/withheld-legend.ts';
import { regionsLandingPage } from './discover.ts';
import { explanations } from './layout.ts';
import type { AsheObservations, PayRow } from './reshape.ts';

/**
 * Every document of the edition, ordered by occupation: first one for each area, then the one that
 * compares them.
 */
export function* documents({
  observations,
  needs,
  attribution,
  provenance,
  answer,
  document,
}: DocumentInputs<AsheObservations>): Generator<Document> {
  // Table 14 and Table 15 are one publication on two pages.
  const regionsProvenance = { ...provenance, landingPage: regionsLandingPage };
  const dated = { year: observations.year, provisional: observations.provisional };
  for (const { code } of needs.get('soc-structure').unitGroups) {
    for (const area of observations.areas) {
      const variants = (observations.tables.get(area) ?? []).map(
        (groups) => groups?.get(code)?.variant ?? null,
      );
      yield document<PayDocument>({ soc: code, area }, 'pay', {
        area: { ...areaOf(area) },
        ...dated,
        markers: explain(variants.flatMap((variant) => variant?.values ?? [])),
        variants,
        attribution,
        provenance: area === 'uk' ? provenance : regionsProvenance,
      });
    }
    const variants = payQueries.map((_, index) => regionsVariant(observations, code, index));
    yield document<PayRegionsDocument>({ soc: code }, 'pay-regions', {
      ...dated,
      areas: observations.areas,
      markers: explain(variants.flatMap(({ values }) => values.flatMap((row) => row ?? []))),
      variants,
      attribution,
      provenance: observations.areas.length > 1 ? regionsProvenance : provenance,
    });
  }
  for (const area of observations.areas) {
    yield answer<PayListDocument>({ area }, 'pay-list', {
      area: { ...areaOf(area) },
      ...dated,
      occupations: needs
        .get('soc-structure')
        .unitGroups.map(({ code, title }) => ({ soc2020: code, title })),
      lists: rankedMeasures.flatMap((measure) =>
        sexes.flatMap((sex) =>
          patterns.map((pattern) => listOf(observations, needs, area, { measure, sex, pattern })),
        ),
      ),
      attribution,
      provenance: area === 'uk' ? provenance : regionsProvenance,
    });
  }
}

type StoredList = Explaining<PayListDocument>['lists'][number];
type ListQuery = Pick<StoredList, 'measure' | 'sex' | 'pattern'>;

/** Every occupation by its median of these employees, if the release has a table of them. */
function listOf(
  { tables }: AsheObservations,
  needs: Needs,
  area: AreaSlug,
  query: ListQuery,
): StoredList {
  const groups = tables.get(area)?.[payVariantIndex(query)];
  return {
    ...query,
    absent: groups ? null : judgeFigure(notPrinted, {}),
    occupations: groups ? rankedByPay(groups, needs) : [],
  };
}

/** The ranks are those of presentable medians. */
function rankedByPay(groups: ReadonlyMap<string, PayRow>, needs: Needs): StoredList['occupations'] {
  return rankedRows(
    needs.get('soc-structure').unitGroups.map(({ code, title }) => {
      const variant = groups.get(code)?.variant;
      const printed = variant?.values[payColumns.indexOf('median')] ?? null;
      const cv = variant?.cvs[payCvColumns.indexOf('median')] ?? null;
      const shading = variant?.shading?.['median'] ?? null;
      const median = judgeFigure({ printed, cv, shading }, explain([printed]));
      return {
        code,
        total: median.presentable ? median.value : null,
        row: { soc2020: code, title, rank: null, median },
      };
    }),
  );
}

/**
 * One variant of the document of all areas: the main figures of the pay documents, side by side.
 */
function regionsVariant(
  { areas, tables }: AsheObservations,
  code: string,
  index: number,
): PayRegionsDocument['variants'][number] {
  const rows = areas.map((area) => ({ area, row: tables.get(area)?.[index]?.get(code)?.variant }));
  const shading: Record<string, Record<string, Quality>> = {};
  for (const { area, row } of rows) {
    const bands = Object.entries(row?.shading ?? {}).filter(([column]) =>
      payMainColumns.some((main) => main === column),
    );
    if (bands.length > 0) shading[area] = Object.fromEntries(bands);
  }
  return {
    values: rows.map(({ row }) =>
      row === undefined
        ? null
        : payMainColumns.map((column) => row.values[payColumns.indexOf(column)] ?? ''),
    ),
    cvs: rows.map(({ row }) =>
      row === undefined
        ? null
        : payMainColumns.map((column) => row.cvs[payCvColumns.indexOf(column)] ?? null),
    ),
    ...(Object.keys(shading).length > 0 ? { shading } : {}),
  };
}

function explain(values: readonly (number | string | null)[]): PayMarkers {
  const distinctValues = new Set(values);
  return Object.fromEntries(
    Object.entries(explanations).filter(([printed]) => distinctValues.has(printed)),
  );
}
