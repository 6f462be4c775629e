// The parts that answers about online job adverts share: totals over a year, the comparison of two years, and their descriptions.
import { Type } from 'typebox';
import { type Parts, advertCoverage, fewestParts } from '../selections/advert-totals.ts';
import { Presentable, QualityBand, QualityBasisSchema, Quarter, Withheld, nullable, oneOf, rankAmong, record } from '../figures.ts';

export const Month = Type.String({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$', description: 'For instance 2026-07.' });

/** A span of months or of quarters, both ends included. */
export const MonthSpan = record({ from: Month, to: Month });
export const QuarterSpan = record({ from: Quarter, to: Quarter });

const Count = Type.Integer({ minimum: 0 });

/** A number of new adverts, as published. */
export const Adverts = nullable(Count, 'New online job adverts, as published; null if withheld.');
export const AdvertTotal = nullable(
  Count,
  'New online job adverts of the period, without suppressed parts; null if no part of the period is published.',
);
export const AdvertWithheld = nullable(Withheld, 'Why adverts is null; null if it is published.');

/** The quality of a total, which the publisher does not rate. */
export const totalQuality = { quality: QualityBand, qualityBasis: QualityBasisSchema, presentable: Presentable };

export const Rank = rankAmong();
/** The reason for a missing rank of adverts. `parts` are the parts of a year. */
export const rankWithheld = (parts: Parts) =>
  nullable(
    Withheld,
    `Why rank is null; null if it is given. Totals of fewer than ${fewestParts[parts]} published ${parts} are not ranked (below-threshold), because they leave out more than the others.`,
  );

const change = (parts: string) => ({
  absolute: Type.Integer({
    description: `Adverts less the adverts of the year before, over the ${parts} that are published in both years.`,
  }),
  percent: Type.Number({ description: 'The same in percent of the year before, to one decimal.' }),
});
const compared = (parts: string) =>
  Type.Integer({ minimum: 1, description: `Number of ${parts} that are published in both years. The others are left out of both years.` });
const changeWithheld = (parts: Parts) =>
  nullable(
    Withheld,
    `Why change is null; null if it is given. Years with fewer than ${fewestParts[parts]} ${parts} that are published in both are not compared (below-threshold).`,
  );

/** Twelve months compared with the twelve before. */
export const monthsChange = {
  change: nullable(record({ ...change('months'), monthsCompared: compared('months') })),
  changeWithheld: changeWithheld('months'),
};
/** Four quarters compared with the four before. */
export const quartersChange = {
  change: nullable(record({ ...change('quarters'), quartersCompared: compared('quarters') })),
  changeWithheld: changeWithheld('quarters'),
};

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

export const AdvertCoverage = record({
  population: oneOf([advertCoverage.population], 'What is counted.'),
  description: Type.String({ minLength: 1 }),
});
