// Pay: the compact document with every variant of one occupation and area, and the response to one query.
import { type Static, Type } from 'typebox';
import { measureKeys, patterns, qualities, sexes, units, withheldReasons } from '../codes.ts';
import {
  AreaSchema,
  Attribution,
  Notes,
  nullable,
  oneOf,
  PeopleCoverage,
  Provenance,
  QualityBand,
  QualityBasisSchema,
  record,
  ReferenceDates,
  verdictMembers,
} from '../figures.ts';
import { occupation, occupationAnswer } from '../envelope.ts';
import { type PayColumn, payColumns, payCvColumns, payMainColumns } from '../pay-columns.ts';

/** A published number, or the text printed in its place. */
export const NumberOrMarker = Type.Union([Type.Number(), Type.String()]);

/** One variant: published cells in the order of `payColumns`, CVs in the order of `payCvColumns`, and bands by shading if no CV is given. */
const PayVariant = record({
  values: Type.Array(NumberOrMarker, { minItems: payColumns.length, maxItems: payColumns.length }),
  cvs: Type.Array(nullable(Type.Number()), { minItems: payCvColumns.length, maxItems: payCvColumns.length }),
  shading: Type.Optional(Type.Record(Type.String(), oneOf(qualities))),
});
export type PayVariant = Static<typeof PayVariant>;

export const PayMarkers = Type.Record(
  Type.String(),
  record({ reason: oneOf(withheldReasons), explanation: Type.String({ minLength: 1 }) }),
  { description: "The publisher's markers in `variants`, each with its meaning." },
);
export type PayMarkers = Static<typeof PayMarkers>;

/** Number of variants in a document: every measure, sex and pattern. */
export const payVariantCount = measureKeys.length * sexes.length * patterns.length;

export const PayDocument = record({
  ...occupation,
  area: AreaSchema,
  year: Type.Integer(),
  provisional: Type.Boolean(),
  markers: PayMarkers,
  variants: Type.Array(nullable(PayVariant), {
    minItems: payVariantCount,
    maxItems: payVariantCount,
    description: 'By measure, then sex, then pattern; null if the release has no such table.',
  }),
  attribution: Attribution,
  provenance: Provenance,
});
export type PayDocument = Static<typeof PayDocument>;

const Amount = nullable(Type.Number(), 'In `unit`. Null if it is withheld: `figures` says why.');

export const PayFigure = record(
  {
    value: nullable(Type.Number(), 'The figure as published; null if it is withheld.'),
    coefficientOfVariation: nullable(
      Type.Number(),
      'In percent, as published; null if the publisher gives none. A withheld figure can have one.',
    ),
    quality: QualityBand,
    qualityBasis: QualityBasisSchema,
    ...verdictMembers,
  },
  'A published figure of pay, and what is known about its quality.',
);
export type PayFigure = Static<typeof PayFigure>;

/** An object with one figure for each of the columns. */
export function payFigures<const Column extends PayColumn>(columns: readonly Column[]) {
  const members = Object.fromEntries(columns.map((column) => [column, PayFigure])) as Record<Column, typeof PayFigure>;
  return record(
    members,
    'Every figure with its own quality. Amounts are in `unit`, jobsThousands in thousands and indicative only. A change is the ' +
      "publisher's own, in percent on the revised figure of the year before; the publisher gives no quality for it.",
  );
}

/** The contract's members for an area's figures. */
export const payHeadline = {
  mean: nullable(Type.Number(), 'In `unit`. The median is the figure to show, not the mean. Null if it is withheld: `figures` says why.'),
  distribution: record(
    {
      p10: Amount,
      p25: Amount,
      median: nullable(Type.Number(), 'In `unit`: the figure to show. Null if it is withheld: `figures` says why.'),
      p75: Amount,
      p90: Amount,
    },
    'Percentiles. `figures` holds the quality of each.',
  ),
  quality: oneOf(qualities, 'Quality of the median. `figures` holds that of every other figure.'),
  qualityBasis: QualityBasisSchema,
  presentable: Type.Boolean({
    description: 'Of the median. False: do not display the median as a number. `figures` says the same of every other figure.',
  }),
};

/** The figures of one area and year in an answer with several. */
export const payMainFigures = { ...payHeadline, figures: payFigures(payMainColumns) };

export const PayResponse = occupationAnswer({
  area: AreaSchema,
  year: Type.Integer({ description: 'Reference year.' }),
  referencePeriod: Type.String({ minLength: 1 }),
  referenceDates: ReferenceDates,
  provisional: Type.Boolean({ description: 'True until the publisher revises the figures.' }),
  measure: oneOf(measureKeys),
  unit: oneOf(units),
  sex: oneOf(sexes),
  workPattern: oneOf(patterns),
  ...payHeadline,
  figures: payFigures(payColumns),
  notes: Notes,
  coverage: PeopleCoverage,
});
export type PayResponse = Static<typeof PayResponse>;
