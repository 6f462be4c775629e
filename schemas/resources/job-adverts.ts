// Online job adverts of the UK, Wales, Scotland and the regions of England: an occupation by month, and the occupations of an area.
import { type Static, Type } from 'typebox';
import {
  AdvertTotal,
  AdvertWithheld,
  Adverts,
  Month,
  MonthsSuppressed,
  PriorMonths,
  Published,
  Rank,
  changeMembers,
  listSizes,
  rankWithheld,
  yearsMembers,
} from './advert-figures.ts';
import { suppressedMarker } from './advert-totals.ts';
import { areaSlugs } from '../codes.ts';
import {
  AreaSchema,
  Attribution,
  Coverage,
  Limit,
  Notes,
  nullable,
  oneOf,
  Presentable,
  Provenance,
  record,
  unratedMembers,
} from '../figures.ts';
import { occupation, occupationAnswer, sourced } from '../envelope.ts';

/** Every area of one occupation. The query picks one. */
export const JobAdvertDocument = record({
  ...occupation,
  months: Type.Array(Month, { minItems: 24, description: 'Every month since the first published one, oldest first.' }),
  areas: Type.Array(
    record({
      area: oneOf(areaSlugs.ukWalesScotlandAndRegions),
      cells: nullable(
        Type.Array(Type.Union([Type.Integer({ minimum: 0 }), oneOf([suppressedMarker])]), { minItems: 24 }),
        'As published, by month; null if the publisher has no row.',
      ),
      published: Published,
      rank: nullable(Rank),
    }),
    { minItems: areaSlugs.ukWalesScotlandAndRegions.length, maxItems: areaSlugs.ukWalesScotlandAndRegions.length },
  ),
  notices: Notes,
  attribution: Attribution,
  provenance: Provenance,
});
export type JobAdvertDocument = Static<typeof JobAdvertDocument>;

const latest = {
  adverts: AdvertTotal,
  presentable: Presentable,
  withheld: AdvertWithheld,
  monthsSuppressed: MonthsSuppressed,
  prior: PriorMonths,
  ...changeMembers('months'),
};

export const JobAdvertResponse = occupationAnswer({
  area: AreaSchema,
  ...yearsMembers,
  ...unratedMembers,
  ...latest,
  rank: nullable(Rank, "Among the area's occupations with complete totals; null if the total is not one of them: `rankWithheld` says why."),
  rankWithheld: rankWithheld('months'),
  months: Type.Array(record({ month: Month, adverts: Adverts, presentable: Presentable, withheld: AdvertWithheld }), {
    minItems: 24,
    description: 'Every month since the first published one, oldest first.',
  }),
  // The contract's name (§2.6) for what every other answer calls `notes`.
  notices: Notes,
  coverage: Coverage,
});
export type JobAdvertResponse = Static<typeof JobAdvertResponse>;

const list = {
  area: AreaSchema,
  ...yearsMembers,
  ...unratedMembers,
  ...listSizes,
  occupations: Type.Array(
    record({
      ...occupation,
      ...latest,
      rank: nullable(Rank, 'Null if the total is incomplete: `rankWithheld` says why.'),
      rankWithheld: rankWithheld('months'),
    }),
    {
      description:
        'Occupations with a total, most adverts first, ties by code. An incomplete total stands where its number stands, without a rank. An occupation without a published month is not listed.',
    },
  ),
  notes: Notes,
  coverage: Coverage,
  ...sourced,
};

/** The stored list holds every occupation with a total; `limit` cuts it. */
export const JobAdvertListDocument = record(list);
export type JobAdvertListDocument = Static<typeof JobAdvertListDocument>;

export const JobAdvertListResponse = record({ ...list, limit: Limit });
export type JobAdvertListResponse = Static<typeof JobAdvertListResponse>;
