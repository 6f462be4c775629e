// Online job adverts: by month of the UK, Wales, Scotland and the regions of England, and by
// quarter of local areas. Of each an occupation in one area, and the occupations of an area; and
// the local areas of an occupation. The compact documents hold several of these answers.
import { type Static, Type } from 'typebox';
import { areaSlugs } from '../codes.ts';
import {
  type Parts,
  comparedQuarters,
  fewestParts,
  shownQuarters,
  suppressedMarker,
} from '../advert-totals.ts';
import { LocalAreaName } from './local-areas.ts';
import {
  count,
  Count,
  exactly,
  listOf,
  nullable,
  oneOf,
  record,
  text,
  countFromOne,
} from '../shapes.ts';
import {
  AreaSchema,
  Coverage,
  Limit,
  Notes,
  periodMembers,
  Presentable,
  Quarter,
  rankAmong,
  rankedListOf,
  ReferenceDates,
  unratedMembers,
  Withheld,
  withheldFigures,
} from '../figures.ts';
import { credited, noted, occupation, occupationAnswer, sourced } from '../envelope.ts';

/** Of how many occupations an area's list is, and how many of them have a rank. */
const listSizes = rankedListOf('occupations with a total');

/**
 * The latest year and the year before, and the quality of all totals, which the publisher does not
 * rate.
 */
const years = {
  ...periodMembers,
  priorPeriod: text('The year before, which `prior` and `change` refer to, in words.'),
  priorReferenceDates: ReferenceDates,
  ...unratedMembers,
};

export const AdvertChange = record(
  'A year of adverts compared with the year before, over the months (of local areas: ' +
    'the quarters) that are published in both. The totals of the two years may have more of them.',
  {
    current: count('New online job adverts of the compared months of the period.'),
    prior: countFromOne('New online job adverts of the same months a year before.'),
    absolute: Type.Integer({ description: '`current` less `prior`.' }),
    percent: Type.Number({ description: 'The same in percent of `prior`, to one decimal.' }),
    months: Type.Integer({
      minimum: fewestParts.months,
      maximum: 12,
      description: 'Number of months compared. A quarter counts as three.',
    }),
  },
);
export type AdvertChange = Static<typeof AdvertChange>;

/**
 * The reason for a missing rank of adverts. `others` are those whose totals it is compared with.
 */
const rankWithheld = (parts: Parts, others = 'of other occupations in the area') =>
  nullable(
    Withheld,
    'Why rank is null; null if it is given. Totals are not ranked (incomplete-period) ' +
      `if fewer of their ${parts} are published than ${others}, or fewer than ` +
      `${fewestParts[parts]}.`,
  );

const suppressed = (parts: Parts, more = '') =>
  Type.Integer({
    minimum: 0,
    maximum: parts === 'months' ? 12 : 4,
    description:
      `Number of ${parts} in the period that the publisher suppresses. The total leaves ` +
      `them out.${more}`,
  });
const quartersSuppressed = suppressed('quarters', ' 0 if the table has no row.');

const verdict = {
  presentable: Presentable,
  withheld: nullable(Withheld, 'Why adverts is null; null if it is published.'),
};
const total = {
  adverts: nullable(
    Count,
    'New online job adverts of the period, without suppressed parts; null if no part of ' +
      'the period is published.',
  ),
  ...verdict,
};
export const PriorMonths = record('The twelve months before.', {
  ...total,
  monthsSuppressed: suppressed('months'),
});
export const PriorQuarters = record('The four quarters before.', { ...total, quartersSuppressed });

/** The latest year compared with the year before. */
const compared = <Prior extends typeof PriorMonths | typeof PriorQuarters>(
  prior: Prior,
  parts: Parts,
) => ({
  prior,
  change: nullable(
    AdvertChange,
    'Null if the years cannot be compared: `changeWithheld` says why.',
  ),
  changeWithheld: nullable(
    Withheld,
    'Why change is null; null if it is given. Years with fewer than ' +
      `${fewestParts[parts]} ${parts} that are published in both are not compared ` +
      '(incomplete-period).',
  ),
});
const latestMonths = { ...PriorMonths.properties, ...compared(PriorMonths, 'months') };
const latestQuarters = { ...PriorQuarters.properties, ...compared(PriorQuarters, 'quarters') };

/** A month or quarter. */
const part = {
  adverts: nullable(Count, 'New online job adverts, as published; null if withheld.'),
  ...verdict,
};
const Month = Type.String({
  pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$',
  description: 'For instance 2026-07.',
});
const months = {
  minItems: 24,
  description: 'Every month since the first published one, oldest first.',
};

const Rank = rankAmong();
const rankIn = (parts: Parts) => ({
  rank: nullable(Rank, 'Null if the total is incomplete: `rankWithheld` says why.'),
  rankWithheld: rankWithheld(parts),
});

/**
 * In stored documents: how many parts of the latest year are published for some occupation of an
 * area, and the rank.
 */
const Published = Type.Integer({ minimum: 0, maximum: 12 });
const stored = { published: Published, rank: nullable(Rank) };
/**
 * As published: a count or the marker each. Null if the publisher has no row for the occupation in
 * the area.
 */
const Cell = Type.Union([Count, oneOf([suppressedMarker])]);
const quarterly = (many: number) => ({
  cells: nullable(exactly(many, Cell)),
  quarters: exactly(many, Quarter, 'Oldest first.'),
});

/** Every area of one occupation. The query picks one. */
export const JobAdvertDocument = record({
  ...occupation,
  months: listOf(Month, months),
  areas: exactly(
    areaSlugs.ukWalesScotlandAndRegions.length,
    record({
      area: oneOf(areaSlugs.ukWalesScotlandAndRegions),
      cells: nullable(
        listOf(Cell, { minItems: 24 }),
        'As published, by month; null if the publisher has no row.',
      ),
      ...stored,
    }),
  ),
  notices: Notes,
  ...credited,
});
export type JobAdvertDocument = Static<typeof JobAdvertDocument>;

export const JobAdvertResponse = occupationAnswer({
  area: AreaSchema,
  ...years,
  ...latestMonths,
  rank: nullable(
    Rank,
    "Among the area's occupations with complete totals; null if the total is not one of " +
      'them: `rankWithheld` says why.',
  ),
  rankWithheld: rankWithheld('months'),
  months: listOf(record({ month: Month, ...part }), months),
  // The contract's name (§2.6) for what every other answer calls `notes`.
  notices: Notes,
  coverage: Coverage,
});
export type JobAdvertResponse = Static<typeof JobAdvertResponse>;

const list = {
  area: AreaSchema,
  ...years,
  ...listSizes,
  occupations: listOf(
    record({ ...occupation, ...latestMonths, ...rankIn('months') }),
    'Occupations with a total, most adverts first, ties by code. An incomplete total ' +
      'stands where its number stands, without a rank. An occupation without a published ' +
      'month is not listed.',
  ),
  ...noted,
  ...sourced,
};

/** The stored list holds every occupation with a total; `limit` cuts it. */
export const JobAdvertListDocument = record(list);
export type JobAdvertListDocument = Static<typeof JobAdvertListDocument>;

export const JobAdvertListResponse = record({ ...list, limit: Limit });
export type JobAdvertListResponse = Static<typeof JobAdvertListResponse>;

const shown = quarterly(shownQuarters);
const listed = quarterly(comparedQuarters);

export const LocalAdvertDocument = record({
  ...occupation,
  quarters: shown.quarters,
  areas: listOf(
    record({ area: LocalAreaName, cells: shown.cells, ...stored }),
    'Every local area, ordered as /v1/local-areas lists them.',
  ),
  notes: Notes,
  ...credited,
});
export type LocalAdvertDocument = Static<typeof LocalAdvertDocument>;

export const LocalAdvertResponse = occupationAnswer({
  area: LocalAreaName,
  ...years,
  ...latestQuarters,
  rank: nullable(
    Rank,
    'Among the occupations with at least one advert in the area and a complete total; ' +
      'null if this is not one of them: `rankWithheld` says why.',
  ),
  rankWithheld: rankWithheld('quarters'),
  quarters: exactly(
    shownQuarters,
    record({ quarter: Quarter, ...part }),
    'The last three years, oldest first.',
  ),
  ...noted,
});
export type LocalAdvertResponse = Static<typeof LocalAdvertResponse>;

export const LocalAdvertAreasResponse = occupationAnswer({
  ...periodMembers,
  ...unratedMembers,
  total: count('Number of local areas listed.'),
  ranked: count('Number of them with a rank.'),
  areas: listOf(
    record({
      area: LocalAreaName,
      adverts: countFromOne('New online job adverts of the period, without suppressed quarters.'),
      presentable: Presentable,
      quartersSuppressed,
      rank: nullable(
        Rank,
        'By adverts, among the local areas with complete totals; null if the total is ' +
          'incomplete: `rankWithheld` says why.',
      ),
      rankWithheld: rankWithheld('quarters', 'of the occupation in other areas'),
      perThousand: nullable(
        Type.Number({ minimum: 0 }),
        "The occupation's adverts per thousand adverts of the area, to one decimal, " +
          'over the quarters in which both are known. Null if withheld.',
      ),
      concentration: nullable(
        Type.Number({ minimum: 0 }),
        'That share as a multiple of the UK share over the same months, to two ' +
          'decimals. Above 1: more common here than in the whole UK. Null if withheld.',
      ),
      withheldFigures: withheldFigures('Why perThousand or concentration is null, by its name.'),
    }),
    'Local areas with at least one advert in the period, most adverts first, ties by ' +
      'code. An incomplete total stands where its number stands, without a rank: compare ' +
      'its `perThousand` and `concentration`.',
  ),
  ...noted,
});
export type LocalAdvertAreasResponse = Static<typeof LocalAdvertAreasResponse>;

const areaWithheld = nullable(
  Withheld,
  'Why no figure for the area is known, so that no occupation is listed; null if its ' +
    'figures are published, even if all are 0.',
);
const listOrder =
  'Occupations with at least one advert in the latest four quarters, most adverts ' +
  'first, ties by code. An incomplete total stands where its number stands, without a rank.';

export const AreaAdvertsDocument = record({
  area: LocalAreaName,
  quarters: listed.quarters,
  published: Published,
  withheld: areaWithheld,
  occupations: listOf(
    record({ ...occupation, cells: listed.cells, rank: nullable(Rank) }),
    listOrder,
  ),
  notes: Notes,
  ...sourced,
});
export type AreaAdvertsDocument = Static<typeof AreaAdvertsDocument>;

const { quality, qualityBasis, ...twoYears } = years;
export const AreaAdvertsResponse = record({
  area: LocalAreaName,
  ...twoYears,
  withheld: areaWithheld,
  quality,
  qualityBasis,
  ...listSizes,
  limit: Limit,
  occupations: listOf(
    record({ ...occupation, ...latestQuarters, ...rankIn('quarters') }),
    listOrder,
  ),
  ...noted,
  ...sourced,
});
export type AreaAdvertsResponse = Static<typeof AreaAdvertsResponse>;
