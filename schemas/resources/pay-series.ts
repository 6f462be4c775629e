// Pay year by year: the response, composed at request time from the pay documents of every served reference year.
import { type Static, Type } from 'typebox';
import { measureKeys, patterns, sexes, units } from '../codes.ts';
import { AreaSchema, Change, PeopleCoverage, Notes, ReferenceDates, Uuid, Withheld, nullable, oneOf, record } from '../figures.ts';
import { occupationAnswer } from '../envelope.ts';
import { payChangeColumns, payMainColumns } from '../pay-columns.ts';
import { payFigures, payHeadline } from './pay.ts';
import { revisionStatistics } from '../pay-revisions.ts';

const Point = record({
  year: Type.Integer({ description: 'Reference year.' }),
  referencePeriod: Type.String({ minLength: 1 }),
  referenceDates: ReferenceDates,
  provisional: Type.Boolean({ description: 'True until the publisher revises the figures.' }),
  edition: Type.String({ minLength: 1, description: "The publisher's release, as the publisher names it." }),
  editionId: Uuid,
  ...payHeadline,
  figures: payFigures([...payMainColumns, ...payChangeColumns]),
  change: nullable(
    Change,
    "The median less that of the year before, each as its edition has it, in `unit` to the decimals that the publisher prints. The publisher's own change, `figures.medianChangePercent`, is on the revised figures of that year. Null on the first point, after a gap in the years, and if one of the two medians is not presentable: `changeWithheld` says why.",
  ),
  changeWithheld: nullable(Withheld, 'Why change is null; null if it is given.'),
});
export type PaySeriesPoint = Static<typeof Point>;

/** One of the two editions of a reference year that a revision compares. */
export const RevisedEdition = record({ edition: Type.String({ minLength: 1 }), editionId: Uuid });

export const PaySeriesResponse = occupationAnswer({
  area: AreaSchema,
  measure: oneOf(measureKeys),
  unit: oneOf(units),
  sex: oneOf(sexes),
  workPattern: oneOf(patterns),
  points: Type.Array(Point, {
    minItems: 1,
    description: 'One for each served reference year, oldest first, each from the edition that `year` would choose.',
  }),
  breaks: Type.Array(
    record({
      kind: oneOf(
        ['years-not-held', 'not-received'],
        "years-not-held: no edition is served for years between two points. not-received: the edition of the year has no such figures, because we have not received the publisher's file of them.",
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
          provisional: RevisedEdition,
          revised: RevisedEdition,
          ...revisionStatistics,
        }),
        { minItems: 1, description: 'Oldest first.' },
      ),
    }),
    'How far the provisional medians of all occupations moved when they were revised.',
  ),
  revisionsWithheld: nullable(Withheld, 'Why `revisions` is null; null if it is given.'),
  notes: Notes,
  coverage: PeopleCoverage,
});
export type PaySeriesResponse = Static<typeof PaySeriesResponse>;
