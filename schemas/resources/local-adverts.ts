// Online job adverts of local areas, by quarter: an occupation in one area, the areas of an occupation, the occupations of an area; and
// the compact documents for the first and the last.
import { type Static, Type } from 'typebox';
import {
  AdvertTotal,
  AdvertWithheld,
  Adverts,
  PriorQuarters,
  Published,
  QuartersSuppressed,
  Rank,
  changeMembers,
  listSizes,
  rankWithheld,
  yearsMembers,
} from './advert-figures.ts';
import { comparedQuarters, shownQuarters, suppressedMarker } from './advert-totals.ts';
import {
  Attribution,
  Coverage,
  Limit,
  Notes,
  nullable,
  oneOf,
  periodMembers,
  Presentable,
  Provenance,
  Quarter,
  record,
  unratedMembers,
  Withheld,
  withheldFigures,
} from '../figures.ts';
import { occupation, occupationAnswer, sourced } from '../envelope.ts';
import { LocalAreaName } from './local-areas.ts';

/** Quarters as published: a count or the marker each. Null if the publisher has no row for the occupation in the area. */
const Cells = (count: number) =>
  nullable(Type.Array(Type.Union([Type.Integer({ minimum: 0 }), oneOf([suppressedMarker])]), { minItems: count, maxItems: count }));
const Quarters = (count: number) => Type.Array(Quarter, { minItems: count, maxItems: count, description: 'Oldest first.' });

export const LocalAdvertDocument = record({
  ...occupation,
  quarters: Quarters(shownQuarters),
  areas: Type.Array(record({ area: LocalAreaName, cells: Cells(shownQuarters), published: Published, rank: nullable(Rank) }), {
    description: 'Every local area, ordered as /v1/local-areas lists them.',
  }),
  notes: Notes,
  attribution: Attribution,
  provenance: Provenance,
});
export type LocalAdvertDocument = Static<typeof LocalAdvertDocument>;

const latest = {
  adverts: AdvertTotal,
  presentable: Presentable,
  withheld: AdvertWithheld,
  quartersSuppressed: QuartersSuppressed,
  prior: PriorQuarters,
  ...changeMembers('quarters'),
};

export const LocalAdvertResponse = occupationAnswer({
  area: LocalAreaName,
  ...yearsMembers,
  ...unratedMembers,
  ...latest,
  rank: nullable(
    Rank,
    'Among the occupations with at least one advert in the area and a complete total; null if this is not one of them: `rankWithheld` says why.',
  ),
  rankWithheld: rankWithheld('quarters'),
  quarters: Type.Array(record({ quarter: Quarter, adverts: Adverts, presentable: Presentable, withheld: AdvertWithheld }), {
    minItems: shownQuarters,
    maxItems: shownQuarters,
    description: 'The last three years, oldest first.',
  }),
  notes: Notes,
  coverage: Coverage,
});
export type LocalAdvertResponse = Static<typeof LocalAdvertResponse>;

export const LocalAdvertAreasResponse = occupationAnswer({
  ...periodMembers,
  ...unratedMembers,
  total: Type.Integer({ minimum: 0, description: 'Number of local areas listed.' }),
  ranked: Type.Integer({ minimum: 0, description: 'Number of them with a rank.' }),
  areas: Type.Array(
    record({
      area: LocalAreaName,
      adverts: Type.Integer({ minimum: 1, description: 'New online job adverts of the period, without suppressed quarters.' }),
      presentable: Presentable,
      quartersSuppressed: QuartersSuppressed,
      rank: nullable(
        Rank,
        'By adverts, among the local areas with complete totals; null if the total is incomplete: `rankWithheld` says why.',
      ),
      rankWithheld: rankWithheld('quarters', 'of the occupation in other areas'),
      perThousand: nullable(
        Type.Number({ minimum: 0 }),
        "The occupation's adverts per thousand adverts of the area, to one decimal, over the quarters in which both are known. Null if withheld.",
      ),
      concentration: nullable(
        Type.Number({ minimum: 0 }),
        'That share as a multiple of the UK share over the same months, to two decimals. Above 1: more common here than in the whole UK. Null if withheld.',
      ),
      withheldFigures: withheldFigures('Why perThousand or concentration is null, by its name.'),
    }),
    {
      description:
        'Local areas with at least one advert in the period, most adverts first, ties by code. An incomplete total stands where its number stands, without a rank: compare its `perThousand` and `concentration`.',
    },
  ),
  notes: Notes,
  coverage: Coverage,
});
export type LocalAdvertAreasResponse = Static<typeof LocalAdvertAreasResponse>;

const areaWithheld = nullable(
  Withheld,
  'Why no figure for the area is known, so that no occupation is listed; null if its figures are published, even if all are 0.',
);
const listOrder =
  'Occupations with at least one advert in the latest four quarters, most adverts first, ties by code. An incomplete total stands where its number stands, without a rank.';

export const AreaAdvertsDocument = record({
  area: LocalAreaName,
  quarters: Quarters(comparedQuarters),
  published: Published,
  withheld: areaWithheld,
  occupations: Type.Array(record({ ...occupation, cells: Cells(comparedQuarters), rank: nullable(Rank) }), {
    description: listOrder,
  }),
  notes: Notes,
  ...sourced,
});
export type AreaAdvertsDocument = Static<typeof AreaAdvertsDocument>;

export const AreaAdvertsResponse = record({
  area: LocalAreaName,
  ...yearsMembers,
  withheld: areaWithheld,
  ...unratedMembers,
  ...listSizes,
  limit: Limit,
  occupations: Type.Array(
    record({
      ...occupation,
      ...latest,
      rank: nullable(Rank, 'Null if the total is incomplete: `rankWithheld` says why.'),
      rankWithheld: rankWithheld('quarters'),
    }),
    {
      description: listOrder,
    },
  ),
  notes: Notes,
  coverage: Coverage,
  ...sourced,
});
export type AreaAdvertsResponse = Static<typeof AreaAdvertsResponse>;
