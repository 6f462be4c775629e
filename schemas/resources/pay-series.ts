// Pay year by year: the response, composed at request time of the pay documents of every served reference year.
import { type Static, Type } from 'typebox';
import { measureKeys, patterns, sexes, units } from '../codes.ts';
import {
  AreaSchema,
  Attribution,
  Coverage,
  Notes,
  Presentable,
  Provenance,
  QualityBand,
  QualityBasisSchema,
  Soc2020,
  Uuid,
  Withheld,
  nullable,
  oneOf,
  record,
  withheldFigures,
} from '../figures.ts';
import { Figure, PayChange, PublishedChange } from './pay.ts';
import { revisionStatistics } from './pay-revisions.ts';

const Point = record({
  year: Type.Integer({ description: 'Reference year.' }),
  referencePeriod: Type.String({ minLength: 1 }),
  provisional: Type.Boolean({ description: 'True until the publisher revises the figures.' }),
  edition: Type.String({ minLength: 1, description: "The publisher's release, as the publisher names it." }),
  editionId: Uuid,
  median: nullable(Type.Number(), 'In `unit`: the figure to show.'),
  mean: nullable(Type.Number(), 'In `unit`.'),
  distribution: record({ p10: Figure, p25: Figure, median: Figure, p75: Figure, p90: Figure }, 'In `unit`.'),
  coefficientOfVariation: record(
    { median: Figure, mean: Figure },
    'In percent, as published; null where the publisher gives none. It can stand beside a withheld figure.',
  ),
  change: PublishedChange,
  quality: QualityBand,
  qualityBasis: QualityBasisSchema,
  presentable: Presentable,
  withheld: nullable(Withheld, 'Why the median is null; null where it is published.'),
  withheldFigures: withheldFigures('Every null of median, mean, distribution and change, by name.'),
  changeOnPreviousPoint: nullable(
    PayChange,
    "The median less that of the point before, as the two editions have them; the publisher's own, `change`, is on the revised figures of that year. Null on the first point, where the two years do not follow each other, and where either median is not presentable.",
  ),
});
export type PaySeriesPoint = Static<typeof Point>;

export const PaySeriesResponse = record({
  soc2020: Soc2020,
  title: Type.String({ minLength: 1 }),
  area: AreaSchema,
  measure: oneOf(measureKeys),
  unit: oneOf(units),
  sex: oneOf(sexes),
  workPattern: oneOf(patterns),
  points: Type.Array(Point, {
    minItems: 1,
    description: 'One for each reference year served, oldest first; each from the edition that `year` would choose.',
  }),
  breaks: Type.Array(
    record({
      kind: oneOf(
        ['years-not-held', 'not-in-this-release'],
        'years-not-held: no edition is served between two that are. not-in-this-release: the edition of the year lacks what was asked for.',
      ),
      years: Type.Array(Type.Integer(), { minItems: 1 }),
      explanation: Type.String({ minLength: 1 }),
    }),
    { description: 'Where the line through the points must be interrupted, by year.' },
  ),
  revisions: nullable(
    record({
      measure: oneOf(measureKeys),
      sex: Type.Literal('all'),
      workPattern: Type.Literal('all'),
      area: AreaSchema,
      description: Type.String({ minLength: 1 }),
      years: Type.Array(
        record({
          year: Type.Integer(),
          provisional: record({ edition: Type.String({ minLength: 1 }), editionId: Uuid }),
          revised: record({ edition: Type.String({ minLength: 1 }), editionId: Uuid }),
          ...revisionStatistics,
        }),
        { minItems: 1, description: 'Oldest first.' },
      ),
    }),
    'How far provisional medians of all occupations moved when they were revised.',
  ),
  revisionsWithheld: nullable(Withheld, 'Why `revisions` is null; null where it is given.'),
  notes: Notes,
  coverage: Coverage,
  attribution: Attribution,
  provenance: Provenance,
});
export type PaySeriesResponse = Static<typeof PaySeriesResponse>;
