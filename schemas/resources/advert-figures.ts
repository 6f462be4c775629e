// What the answers about online job adverts share: totals over a year, the comparison of two years, and the words that go with them.
import { Type } from 'typebox';
import { type Parts, advertCoverage, fewestParts } from '../selections/advert-totals.ts';
import { Presentable, QualityBand, QualityBasisSchema, Quarter, Withheld, nullable, oneOf, rankAmong, record } from '../figures.ts';

export const Month = Type.String({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$', description: 'For instance 2026-07.' });

/** A span of months or of quarters, both ends included. */
export const MonthSpan = record({ from: Month, to: Month });
export const QuarterSpan = record({ from: Quarter, to: Quarter });

const Count = Type.Integer({ minimum: 0 });

/** A number of new adverts, as published. */
export const Adverts = nullable(Count, 'New online job adverts, as published; null where withheld.');
export const AdvertTotal = nullable(
  Count,
  'New online job adverts of the period, suppressed ones left out; null where not one part of it is published.',
);
export const AdvertWithheld = nullable(Withheld, 'Why adverts is null; null where it is published.');

/** How a total stands to be shown. The publisher tells nothing of its quality. */
export const totalQuality = { quality: QualityBand, qualityBasis: QualityBasisSchema, presentable: Presentable };

export const Rank = rankAmong();
/** Beside every rank of adverts. `parts` is what a year is made of. */
export const rankWithheld = (parts: Parts) =>
  nullable(
    Withheld,
    `Why rank is null; null where it is given. Totals of fewer than ${fewestParts[parts]} published ${parts} are not ranked (below-threshold): they leave out more than the others do.`,
  );

const change = (parts: string) => ({
  absolute: Type.Integer({ description: `Adverts more than in the year before, over the ${parts} that are published in both years.` }),
  percent: Type.Number({ description: 'The same in percent of the year before, to one decimal.' }),
});
const compared = (parts: string) =>
  Type.Integer({ minimum: 1, description: `How many ${parts} are published in both years; the others are left out on both sides.` });
const changeWithheld = (parts: Parts) =>
  nullable(
    Withheld,
    `Why change is null; null where it is given. Fewer than ${fewestParts[parts]} ${parts} that are published in both years are not compared (below-threshold).`,
  );

/** Twelve months against the twelve before. */
export const monthsChange = {
  change: nullable(record({ ...change('months'), monthsCompared: compared('months') })),
  changeWithheld: changeWithheld('months'),
};
/** Four quarters against the four before. */
export const quartersChange = {
  change: nullable(record({ ...change('quarters'), quartersCompared: compared('quarters') })),
  changeWithheld: changeWithheld('quarters'),
};

export const MonthsSuppressed = Type.Integer({
  minimum: 0,
  maximum: 12,
  description: 'Months of the period that the publisher suppresses, and so left out of the total.',
});
export const QuartersSuppressed = Type.Integer({
  minimum: 0,
  maximum: 4,
  description: 'Quarters of the period that the publisher suppresses, and so left out of the total; 0 where its table has no row.',
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
