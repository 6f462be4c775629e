// Workforce: who does the work, by age, highest qualification and industry, each with its evidence.
import { type Static, Type } from 'typebox';
import { count, Count, listOf, nullable, record, Text, text } from '../shapes.ts';
import {
  AreaSchema,
  PeopleCoverage,
  periodMembers,
  Presentable,
  QualityBand,
  QualityBasisSchema,
  Withheld,
  withheldFigures,
} from '../figures.ts';
import { occupationAnswer } from '../envelope.ts';

const evidence = {
  count: nullable(Count, 'People, weighted and not rounded.'),
  quality: QualityBand,
  qualityBasis: QualityBasisSchema,
  presentable: Presentable,
  caution: nullable(
    Text,
    "The publisher's caution; show it with the figure. Null if there is none.",
  ),
  withheld: nullable(
    Withheld,
    'Why the count and the percent are null; null if the count is published.',
  ),
};

const share = {
  ...evidence,
  percent: nullable(
    Type.Number({ minimum: 0, maximum: 100.5 }),
    "Share of the occupation's people, to one decimal, from figures that are not rounded.",
  ),
  withheldFigures: withheldFigures(
    'Why the percent is null beside a published count, by its name.',
  ),
};

export const WorkforceShare = record("A share of the occupation's people.", share);
export type WorkforceShare = Static<typeof WorkforceShare>;

const block = {
  period: nullable(
    periodMembers.period,
    'Period of the figures, such as April 2025 to March 2026; null if the release has ' +
      'none. The parts of an answer describe different periods.',
  ),
  referenceDates: nullable(
    periodMembers.referenceDates,
    'First and last day of the period; null if the release has none.',
  ),
  total: record(
    'Everybody in the occupation, from the same table. The percents are of this total.',
    evidence,
  ),
  withheld: nullable(Withheld, 'Why there is no figure at all; null if there are some.'),
};

export const WorkforceResponse = occupationAnswer({
  area: AreaSchema,
  headline: record(
    'Aged under 25, aged 55 and over, with a degree. Sums of the figures below; ' +
      'withheld if one of them is.',
    {
      agedUnder25: WorkforceShare,
      aged55AndOver: WorkforceShare,
      withDegree: WorkforceShare,
    },
  ),
  ages: record('By age.', {
    ...block,
    bands: listOf(
      record({
        name: text('As the publisher names the band.'),
        fromAge: count('Youngest age, in years.'),
        toAge: nullable(Type.Integer(), 'Oldest age, in years; null if the band is open.'),
        ...share,
      }),
      'Youngest first.',
    ),
  }),
  qualifications: record('By highest qualification.', {
    ...block,
    levels: listOf(
      record({ name: text('As the publisher names it.'), ...share }),
      'Highest qualification held, in the order of the publication.',
    ),
  }),
  industries: record('By industry.', {
    ...block,
    sections: listOf(
      record({
        code: Type.String({
          pattern: '^[A-S]$',
          description: 'Section of the Standard Industrial Classification 2007.',
        }),
        title: Text,
        ...share,
      }),
      'Industry of the main job, sections A to S in their order.',
    ),
  }),
  derivation: text('The tables of the figures, how we found their bands, and what is left out.'),
  coverage: PeopleCoverage,
});
export type WorkforceResponse = Static<typeof WorkforceResponse>;
