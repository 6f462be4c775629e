// Online job adverts of local areas, by quarter: an occupation in one area, the areas of an occupation, the occupations of an area;
// and the compact documents out of which the first and the last are picked.
import { type Static, Type } from 'typebox';
import {
  AdvertCoverage,
  AdvertTotal,
  AdvertWithheld,
  Adverts,
  PriorQuarters,
  QuarterSpan,
  QuartersSuppressed,
  Rank,
  quartersChange,
  rankWithheld,
  totalQuality,
} from './advert-figures.ts';
import { comparedQuarters, shownQuarters, suppressedMarker } from '../selections/advert-totals.ts';
import { unitGroupCount } from '../codes.ts';
import {
  Attribution,
  Notes as Notices,
  Presentable,
  Provenance,
  Quarter,
  Soc2020,
  Withheld,
  nullable,
  oneOf,
  record,
  withheldFigures,
} from '../figures.ts';
import { LocalAreaName } from './local-areas.ts';

const title = Type.String({ minLength: 1 });
/** A quarter as published: a count, or the marker. No list where the publisher has no row for the occupation in the area. */
const Cells = (count: number) =>
  nullable(Type.Array(Type.Union([Type.Integer({ minimum: 0 }), oneOf([suppressedMarker])]), { minItems: count, maxItems: count }));
const Quarters = (count: number) => Type.Array(Quarter, { minItems: count, maxItems: count, description: 'Oldest first.' });

export const LocalAdvertDocument = record({
  soc2020: Soc2020,
  title,
  quarters: Quarters(shownQuarters),
  areas: Type.Array(record({ area: LocalAreaName, cells: Cells(shownQuarters), rank: nullable(Rank) }), {
    description: 'Every local area, ordered as /v1/local-areas lists them.',
  }),
  notices: Notices,
  attribution: Attribution,
  provenance: Provenance,
});
export type LocalAdvertDocument = Static<typeof LocalAdvertDocument>;

const latest = {
  adverts: AdvertTotal,
  ...totalQuality,
  withheld: AdvertWithheld,
  quartersSuppressed: QuartersSuppressed,
  prior: PriorQuarters,
  ...quartersChange,
};

export const LocalAdvertResponse = record({
  soc2020: Soc2020,
  title,
  area: LocalAreaName,
  period: QuarterSpan,
  ...latest,
  rank: nullable(Rank, 'Among the occupations with at least one advert in the area, whose totals are of three quarters or more.'),
  rankWithheld: rankWithheld('quarters'),
  quarters: Type.Array(record({ quarter: Quarter, adverts: Adverts, presentable: Presentable, withheld: AdvertWithheld }), {
    minItems: shownQuarters,
    maxItems: shownQuarters,
    description: 'The last three years, oldest first.',
  }),
  notices: Notices,
  coverage: AdvertCoverage,
  attribution: Attribution,
  provenance: Provenance,
});
export type LocalAdvertResponse = Static<typeof LocalAdvertResponse>;

export const LocalAdvertAreasResponse = record({
  soc2020: Soc2020,
  title,
  period: QuarterSpan,
  areas: Type.Array(
    record({
      area: LocalAreaName,
      adverts: Type.Integer({ minimum: 1, description: 'New online job adverts of the period, suppressed quarters left out.' }),
      presentable: Presentable,
      quartersSuppressed: QuartersSuppressed,
      perThousand: nullable(
        Type.Number({ minimum: 0 }),
        "The occupation's adverts in a thousand of all in the area, to one decimal, over the quarters in which both are known.",
      ),
      concentration: nullable(
        Type.Number({ minimum: 0 }),
        "That share as a multiple of the UK's over the same months, to two decimals; above 1 means more in evidence than nationally.",
      ),
      withheldFigures: withheldFigures('Why perThousand or concentration is null, by its name.'),
    }),
    {
      description:
        'Local areas with at least one advert in the period, most adverts first, ties by code. Totals of different `quartersSuppressed` cannot be set side by side; `perThousand` and `concentration` can.',
    },
  ),
  notices: Notices,
  coverage: AdvertCoverage,
  attribution: Attribution,
  provenance: Provenance,
});
export type LocalAdvertAreasResponse = Static<typeof LocalAdvertAreasResponse>;

const areaWithheld = nullable(
  Withheld,
  'Why nothing is known of adverts in the area, so that no occupation is listed; null where figures of it are published, were they all 0.',
);
const listOrder =
  'Occupations with at least one advert in the latest four quarters: those with a rank, most adverts first, ties by code; then those without one, in the same order.';

export const AreaAdvertsDocument = record({
  area: LocalAreaName,
  quarters: Quarters(comparedQuarters),
  withheld: areaWithheld,
  occupations: Type.Array(record({ soc2020: Soc2020, title, cells: Cells(comparedQuarters), rank: nullable(Rank) }), {
    description: listOrder,
  }),
  notices: Notices,
  attribution: Attribution,
  provenance: Provenance,
});
export type AreaAdvertsDocument = Static<typeof AreaAdvertsDocument>;

export const AreaAdvertsResponse = record({
  area: LocalAreaName,
  period: QuarterSpan,
  withheld: areaWithheld,
  ranked: Type.Integer({
    minimum: 0,
    maximum: unitGroupCount,
    description: 'Occupations that have a rank: with at least one advert in the period, of which three quarters or more are published.',
  }),
  occupations: Type.Array(record({ soc2020: Soc2020, title, ...latest, rank: nullable(Rank), rankWithheld: rankWithheld('quarters') }), {
    description: listOrder,
  }),
  notices: Notices,
  coverage: AdvertCoverage,
  attribution: Attribution,
  provenance: Provenance,
});
export type AreaAdvertsResponse = Static<typeof AreaAdvertsResponse>;
