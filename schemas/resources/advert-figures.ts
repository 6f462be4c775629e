// The parts that answers about online job adverts share: totals over a year, the comparison of two years, and their descriptions.
import { type Static, Type } from 'typebox';
import { unitGroupCount } from '../codes.ts';
import { type Parts, fewestParts } from './advert-totals.ts';
import { Presentable, ReferenceDates, Withheld, nullable, periodMembers, rankAmong, record } from '../figures.ts';

export const Month = Type.String({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$', description: 'For instance 2026-07.' });

const Count = Type.Integer({ minimum: 0 });

/** A number of new adverts, as published. */
export const Adverts = nullable(Count, 'New online job adverts, as published; null if withheld.');
export const AdvertTotal = nullable(
  Count,
  'New online job adverts of the period, without suppressed parts; null if no part of the period is published.',
);
export const AdvertWithheld = nullable(Withheld, 'Why adverts is null; null if it is published.');

/** The latest year and the year before, and the quality of all totals, which the publisher does not rate. */
export const yearsMembers = {
  ...periodMembers,
  priorPeriod: Type.String({ minLength: 1, description: 'The year before, which `prior` and `change` refer to, in words.' }),
  priorReferenceDates: ReferenceDates,
};

export const Rank = rankAmong();
/** How many occupations an area's list has in all, and how many of them have a rank. */
export const listSizes = {
  total: Type.Integer({
    minimum: 0,
    maximum: unitGroupCount,
    description: 'Number of occupations with a total, listed or cut off by `limit`.',
  }),
  ranked: Type.Integer({ minimum: 0, maximum: unitGroupCount, description: 'Number of them with a rank.' }),
};
/** How many parts of the latest year are published for some occupation of an area, in stored documents. */
export const Published = Type.Integer({ minimum: 0, maximum: 12 });
/** The reason for a missing rank of adverts. `parts` are the parts of a year. `others` are those whose totals it is compared with. */
export const rankWithheld = (parts: Parts, others = 'of other occupations in the area') =>
  nullable(
    Withheld,
    `Why rank is null; null if it is given. Totals are not ranked (incomplete-period) if fewer of their ${parts} are published than ${others}, or fewer than ${fewestParts[parts]}.`,
  );

export const AdvertChange = record(
  {
    current: Type.Integer({ minimum: 0, description: 'New online job adverts of the compared months of the period.' }),
    prior: Type.Integer({ minimum: 1, description: 'New online job adverts of the same months a year before.' }),
    absolute: Type.Integer({ description: '`current` less `prior`.' }),
    percent: Type.Number({ description: 'The same in percent of `prior`, to one decimal.' }),
    months: Type.Integer({
      minimum: fewestParts.months,
      maximum: 12,
      description: 'Number of months compared. A quarter counts as three.',
    }),
  },
  'A year of adverts compared with the year before, over the months (of local areas: the quarters) that are published in both. The totals of the two years may have more of them.',
);
export type AdvertChange = Static<typeof AdvertChange>;

/** A year compared with the year before. */
export const changeMembers = (parts: Parts) => ({
  change: nullable(AdvertChange, 'Null if the years cannot be compared: `changeWithheld` says why.'),
  changeWithheld: nullable(
    Withheld,
    `Why change is null; null if it is given. Years with fewer than ${fewestParts[parts]} ${parts} that are published in both are not compared (incomplete-period).`,
  ),
});

export const MonthsSuppressed = Type.Integer({
  minimum: 0,
  maximum: 12,
  description: 'Number of months in the period that the publisher suppresses. The total leaves them out.',
});
export const QuartersSuppressed = Type.Integer({
  minimum: 0,
  maximum: 4,
  description: 'Number of quarters in the period that the publisher suppresses. The total leaves them out. 0 if the table has no row.',
});

/** The twelve months before the latest. */
export const PriorMonths = record({
  adverts: AdvertTotal,
  presentable: Presentable,
  withheld: AdvertWithheld,
  monthsSuppressed: MonthsSuppressed,
});
/** The four quarters before the latest. */
export const PriorQuarters = record({
  adverts: AdvertTotal,
  presentable: Presentable,
  withheld: AdvertWithheld,
  quartersSuppressed: QuartersSuppressed,
});
