// Online job adverts of the UK, Wales, Scotland and the regions of England: an occupation by month, and the occupations of an area.
import { type Static, Type } from 'typebox';
import {
  AdvertCoverage,
  AdvertTotal,
  AdvertWithheld,
  Adverts,
  Month,
  MonthSpan,
  MonthsSuppressed,
  PriorMonths,
  Rank,
  monthsChange,
  rankWithheld,
  totalQuality,
} from './advert-figures.ts';
import { suppressedMarker } from '../selections/advert-totals.ts';
import { areaSlugs, unitGroupCount } from '../codes.ts';
import { AreaSchema, Attribution, Notes as Notices, Presentable, Provenance, Soc2020, nullable, oneOf, record } from '../figures.ts';

/** Every area of one occupation. The query picks one. */
export const JobAdvertDocument = record({
  soc2020: Soc2020,
  title: Type.String({ minLength: 1 }),
  months: Type.Array(Month, { minItems: 24, description: 'Every month since the first published one, oldest first.' }),
  areas: Type.Array(
    record({
      area: oneOf(areaSlugs.ukWalesScotlandAndRegions),
      cells: nullable(
        Type.Array(Type.Union([Type.Integer({ minimum: 0 }), oneOf([suppressedMarker])]), { minItems: 24 }),
        'As published, by month; null if the publisher has no row.',
      ),
      rank: nullable(Rank),
    }),
    { minItems: areaSlugs.ukWalesScotlandAndRegions.length, maxItems: areaSlugs.ukWalesScotlandAndRegions.length },
  ),
  notices: Notices,
  attribution: Attribution,
  provenance: Provenance,
});
export type JobAdvertDocument = Static<typeof JobAdvertDocument>;

const latest = {
  adverts: AdvertTotal,
  ...totalQuality,
  withheld: AdvertWithheld,
  monthsSuppressed: MonthsSuppressed,
  prior: PriorMonths,
  ...monthsChange,
};

export const JobAdvertResponse = record({
  soc2020: Soc2020,
  title: Type.String({ minLength: 1 }),
  area: AreaSchema,
  period: MonthSpan,
  ...latest,
  rank: nullable(Rank, "Among the area's occupations with totals of nine months or more."),
  rankWithheld: rankWithheld('months'),
  months: Type.Array(record({ month: Month, adverts: Adverts, presentable: Presentable, withheld: AdvertWithheld }), {
    minItems: 24,
    description: 'Every month since the first published one, oldest first.',
  }),
  notices: Notices,
  coverage: AdvertCoverage,
  attribution: Attribution,
  provenance: Provenance,
});
export type JobAdvertResponse = Static<typeof JobAdvertResponse>;

/** The stored list holds every occupation with a total; `limit` cuts it. */
export const JobAdvertListResponse = record({
  area: AreaSchema,
  period: MonthSpan,
  ranked: Type.Integer({
    minimum: 0,
    maximum: unitGroupCount,
    description: 'Number of occupations with a rank: at least nine of their twelve months are published.',
  }),
  occupations: Type.Array(
    record({
      soc2020: Soc2020,
      title: Type.String({ minLength: 1 }),
      ...latest,
      rank: nullable(Rank),
      rankWithheld: rankWithheld('months'),
    }),
    {
      description:
        'Occupations with a total, most adverts first, ties by code. An incomplete total stands where its number stands, without a rank. An occupation without a published month is not listed.',
    },
  ),
  notices: Notices,
  coverage: AdvertCoverage,
  attribution: Attribution,
  provenance: Provenance,
});
export type JobAdvertListResponse = Static<typeof JobAdvertListResponse>;
