// Pay: the compact document with every variant of one occupation and area, and the response to one query.
import { type Static, Type } from 'typebox';
import { measureKeys, patterns, qualities, sexes, units, withheldReasons } from '../codes.ts';
import {
  AreaSchema,
  Attribution,
  PeopleCoverage,
  Notes,
  Presentable,
  Provenance,
  QualityBand,
  QualityBasisSchema,
  Soc2020,
  Withheld,
  nullable,
  oneOf,
  record,
  withheldFigures,
} from '../figures.ts';

/** A published number, or the text printed in its place. */
export const NumberOrMarker = Type.Union([Type.Number(), Type.String()]);

/** One variant: published cells in the order of `payColumns`, CVs in the order of `payCvColumns`, and bands by shading if no CV is given. */
const PayVariant = record({
  values: Type.Array(NumberOrMarker, { minItems: 15, maxItems: 15 }),
  cvs: Type.Array(nullable(Type.Number()), { minItems: 13, maxItems: 13 }),
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
  soc2020: Soc2020,
  title: Type.String({ minLength: 1 }),
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

export const Figure = nullable(Type.Number());

export const PayChange = record(
  {
    absolute: Type.Number({ description: 'In `unit`, to the decimals that the publisher prints.' }),
    percent: Type.Number({ description: 'To one decimal.' }),
  },
  'Computed from the published figures.',
);

export const PublishedChange = record(
  { medianPercent: Figure, meanPercent: Figure },
  "The publisher's percentage change on the revised figures of the year before.",
);

const statistics = {
  p10: Figure,
  p20: Figure,
  p25: Figure,
  p30: Figure,
  p40: Figure,
  median: Figure,
  p60: Figure,
  p70: Figure,
  p75: Figure,
  p80: Figure,
  p90: Figure,
};

export const PayResponse = record({
  soc2020: Soc2020,
  title: Type.String({ minLength: 1 }),
  area: AreaSchema,
  year: Type.Integer({ description: 'Reference year.' }),
  referencePeriod: Type.String({ minLength: 1 }),
  provisional: Type.Boolean({ description: 'True until the publisher revises the figures.' }),
  measure: oneOf(measureKeys),
  unit: oneOf(units),
  sex: oneOf(sexes),
  workPattern: oneOf(patterns),
  mean: nullable(Type.Number(), 'In `unit`. The median is the figure to show, not the mean.'),
  distribution: record({ p10: Figure, p25: Figure, median: Figure, p75: Figure, p90: Figure }, 'In `unit`.'),
  percentiles: record(statistics, 'All percentiles that the publisher prints, in `unit`.'),
  change: PublishedChange,
  jobsThousands: nullable(Type.Number(), 'Employee jobs in thousands; indicative only.'),
  coefficientOfVariation: record(
    { jobsThousands: Figure, mean: Figure, ...statistics },
    'In percent, as published; null if the publisher gives none. A withheld figure can have one.',
  ),
  quality: QualityBand,
  qualityBasis: QualityBasisSchema,
  presentable: Presentable,
  withheld: nullable(Withheld, 'Why the median is null; null if it is published.'),
  withheldFigures: withheldFigures(
    'Why each figure above is null, by name: median, mean, p10 … p90, jobsThousands, medianPercent, meanPercent. Not for coefficientOfVariation.',
  ),
  notes: Notes,
  coverage: PeopleCoverage,
  attribution: Attribution,
  provenance: Provenance,
});
export type PayResponse = Static<typeof PayResponse>;
