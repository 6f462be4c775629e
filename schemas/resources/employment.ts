// Employment: how many people work in an occupation, and how many of them are women, work part-time
// or are self-employed.
import { type Static, Type } from 'typebox';
import { Count, listOf, nullable, record } from '../shapes.ts';
import {
  AreaSchema,
  Limit,
  Order,
  periodMembers,
  Presentable,
  QualityBand,
  QualityBasisSchema,
  rankedListOf,
  rankedOrder,
  RankIfPresentable,
  Withheld,
  withheldFigures,
} from '../figures.ts';
import { notedOfPeople, occupation, occupationAnswer, sourced } from '../envelope.ts';

const estimate = {
  count: nullable(Count, 'People, rounded by the publisher to 100.'),
  confidenceInterval: nullable(
    Type.Number({ minimum: 0 }),
    'Half-width of the 95% confidence interval, in people: the interval is the count ' +
      'plus or minus this.',
  ),
  quality: QualityBand,
  qualityBasis: QualityBasisSchema,
  presentable: Presentable,
  withheld: nullable(
    Withheld,
    'Why the count and the figures computed from it are null; null if the count is published.',
  ),
  withheldFigures: withheldFigures(
    'Why another figure is null beside a published count, by its name.',
  ),
};

export const EmploymentPart = record('A part of the people in the occupation.', {
  ...estimate,
  percent: nullable(
    Type.Number({ minimum: 0 }),
    "Share of the occupation's employment, to one decimal, from rounded counts.",
  ),
});

export const EmploymentResponse = occupationAnswer({
  area: AreaSchema,
  ...periodMembers,
  employment: record('Everybody who works in the occupation.', {
    ...estimate,
    shareOfAllEmploymentPercent: nullable(
      Type.Number({ minimum: 0 }),
      'Share of all people in employment in the area, to three significant digits, ' +
        'because an average unit group has only 0.24%.',
    ),
  }),
  breakdown: nullable(
    record({ female: EmploymentPart, partTime: EmploymentPart, selfEmployed: EmploymentPart }),
    'For the United Kingdom only; null for a nation, because its sample is too small.',
  ),
  allOccupations: record(
    'Everybody in employment in the area. The share is of this total.',
    estimate,
  ),
  ...notedOfPeople,
});
export type EmploymentResponse = Static<typeof EmploymentResponse>;

const list = {
  area: AreaSchema,
  ...periodMembers,
  ...rankedListOf('occupations'),
  occupations: listOf(record({ ...occupation, rank: RankIfPresentable, ...estimate }), rankedOrder),
  ...notedOfPeople,
  ...sourced,
};

/**
 * The stored list holds every occupation, most people first; `order` turns it and `limit` cuts it.
 */
export const EmploymentListDocument = record(list);
export type EmploymentListDocument = Static<typeof EmploymentListDocument>;

export const EmploymentListResponse = record({ ...list, order: Order, limit: Limit });
export type EmploymentListResponse = Static<typeof EmploymentListResponse>;
