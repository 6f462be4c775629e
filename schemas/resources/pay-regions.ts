// Pay by region: the compact document with every region and variant of one occupation, and the response to one query.
import { type Static, Type } from 'typebox';
import { areaSlugs, measureKeys, patterns, qualities, sexes, units } from '../codes.ts';
import {
  AreaSchema,
  Attribution,
  Change,
  Notes,
  PeopleCoverage,
  Provenance,
  ReferenceDates,
  Withheld,
  nullable,
  oneOf,
  record,
} from '../figures.ts';
import { occupation, occupationAnswer } from '../envelope.ts';
import { payMainColumns } from '../pay-columns.ts';
import { NumberOrMarker, PayMarkers, payMainFigures, payVariantCount } from './pay.ts';

const AreaSlug = oneOf(areaSlugs.ukWalesScotlandAndRegions);
const areaCount = areaSlugs.ukWalesScotlandAndRegions.length;

const columnCount = { minItems: payMainColumns.length, maxItems: payMainColumns.length };
const ofEachArea = { minItems: 1, maxItems: areaCount };

/** One variant: figures and their CVs in the order of `areas` and `payMainColumns`. Null if the release has no such table for the area. */
const PayRegionsVariant = record({
  values: Type.Array(nullable(Type.Array(NumberOrMarker, columnCount)), ofEachArea),
  cvs: Type.Array(nullable(Type.Array(nullable(Type.Number()), columnCount)), ofEachArea),
  shading: Type.Optional(
    Type.Record(Type.String(), Type.Record(Type.String(), oneOf(qualities)), {
      description: 'By area and column: the band from the shading, if no CV is given.',
    }),
  ),
});

export const PayRegionsDocument = record({
  ...occupation,
  year: Type.Integer(),
  provisional: Type.Boolean(),
  areas: Type.Array(AreaSlug, { minItems: 1, maxItems: areaCount, description: 'The areas that the edition covers.' }),
  markers: PayMarkers,
  variants: Type.Array(PayRegionsVariant, {
    minItems: payVariantCount,
    maxItems: payVariantCount,
    description: 'In the order of a pay document.',
  }),
  attribution: Attribution,
  provenance: Provenance,
});
export type PayRegionsDocument = Static<typeof PayRegionsDocument>;

const ofArea = { area: AreaSchema, ...payMainFigures };

export const PayRegionsResponse = occupationAnswer({
  year: Type.Integer({ description: 'Reference year.' }),
  referencePeriod: Type.String({ minLength: 1 }),
  referenceDates: ReferenceDates,
  provisional: Type.Boolean({ description: 'True until the publisher revises the figures.' }),
  measure: oneOf(measureKeys),
  unit: oneOf(units),
  sex: oneOf(sexes),
  workPattern: oneOf(patterns),
  uk: record(ofArea),
  regions: Type.Array(
    record({
      ...ofArea,
      differenceFromUk: nullable(
        Change,
        "The region's median less the UK median, in `unit` to the decimals that the publisher prints. Null if one of the two is not presentable: `differenceFromUkWithheld` says why.",
      ),
      differenceFromUkWithheld: nullable(Withheld, 'Why differenceFromUk is null; null if it is given.'),
      ratioToUk: nullable(
        Type.Number(),
        "The region's median as a multiple of the UK median, to three decimals. Null if one of the two is not presentable: `ratioToUkWithheld` says why.",
      ),
      ratioToUkWithheld: nullable(Withheld, 'Why ratioToUk is null; null if it is given.'),
    }),
    {
      minItems: areaCount - 1,
      maxItems: areaCount - 1,
      description: "Wales, Scotland and the nine English regions, in the contract's order and not by rank.",
    },
  ),
  notes: Notes,
  coverage: PeopleCoverage,
});
export type PayRegionsResponse = Static<typeof PayRegionsResponse>;
