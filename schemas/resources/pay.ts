// Pay: the compact documents with every variant of one occupation, and the answers to one query: of
// an area, by region, and year by year.
import { type Static, type TSchema, Type } from 'typebox';
import { revisionStatistics } from '../catalogue.ts';
import {
  areaSlugs,
  measureKeys,
  patterns,
  qualities,
  rankedMeasures,
  sexes,
  unitGroupCount,
  units,
  withheldReasons,
} from '../codes.ts';
import {
  type PayColumn,
  payChangeColumns,
  payColumns,
  payCvColumns,
  payMainColumns,
} from '../pay-columns.ts';
import { exactly, listOf, nullable, oneOf, record, Text, text, Uuid, flag } from '../shapes.ts';
import {
  AreaSchema,
  Change,
  Limit,
  Order,
  QualityBasisSchema,
  rankedListOf,
  rankedOrder,
  RankIfPresentable,
  ReferenceDates,
  unratedMembers,
  verdictMembers,
  Withheld,
} from '../figures.ts';
import { credited, notedOfPeople, occupation, occupationAnswer, sourced } from '../envelope.ts';

/** A published number, or the text printed in its place. */
const NumberOrMarker = Type.Union([Type.Number(), Type.String()]);

/**
 * One variant: published cells in the order of `payColumns`, CVs in the order of `payCvColumns`,
 * and bands by shading if no CV is given.
 */
const PayVariant = record({
  values: exactly(payColumns.length, NumberOrMarker),
  cvs: exactly(payCvColumns.length, nullable(Type.Number())),
  shading: Type.Optional(Type.Record(Type.String(), oneOf(qualities))),
});
export type PayVariant = Static<typeof PayVariant>;

const PayMarkers = Type.Record(
  Type.String(),
  record({ reason: oneOf(withheldReasons), explanation: Text }),
  {
    description: "The publisher's markers in `variants`, each with its meaning.",
  },
);
export type PayMarkers = Static<typeof PayMarkers>;

/** Number of variants in a document: every measure, sex and pattern. */
const payVariantCount = measureKeys.length * sexes.length * patterns.length;

export const PayDocument = record({
  ...occupation,
  area: AreaSchema,
  year: Type.Integer(),
  provisional: Type.Boolean(),
  markers: PayMarkers,
  variants: exactly(
    payVariantCount,
    nullable(PayVariant),
    'By measure, then sex, then pattern; null if the release has no such table.',
  ),
  ...credited,
});
export type PayDocument = Static<typeof PayDocument>;

const Amount = nullable(Type.Number(), 'In `unit`. Null if it is withheld: `figures` says why.');

export const PayFigure = record('A published figure of pay, and what is known about its quality.', {
  value: nullable(Type.Number(), 'The figure as published; null if it is withheld.'),
  coefficientOfVariation: nullable(
    Type.Number(),
    'In percent, as published; null if the publisher gives none. A withheld figure can have one.',
  ),
  ...unratedMembers,
  ...verdictMembers,
});
export type PayFigure = Static<typeof PayFigure>;

/** An object with one figure for each of the columns. */
function payFigures<const Column extends PayColumn>(columns: readonly Column[]) {
  const members = Object.fromEntries(columns.map((column) => [column, PayFigure])) as Record<
    Column,
    typeof PayFigure
  >;
  return record(
    'Every figure with its own quality. Amounts are in `unit`, jobsThousands in ' +
      'thousands and indicative only. A change is the ' +
      "publisher's own, as published, in percent on the revised figure of the year " +
      'before; the publisher gives no quality for it.',
    members,
  );
}

/** The contract's members for an area's figures. */
const headline = {
  mean: nullable(
    Type.Number(),
    'In `unit`. The median is the figure to show, not the mean. Null if it is withheld: ' +
      '`figures` says why.',
  ),
  distribution: record('Percentiles. `figures` holds the quality of each.', {
    p10: Amount,
    p25: Amount,
    median: nullable(
      Type.Number(),
      'In `unit`: the figure to show. Null if it is withheld: `figures` says why.',
    ),
    p75: Amount,
    p90: Amount,
  }),
  quality: oneOf(qualities, 'Quality of the median. `figures` holds that of every other figure.'),
  qualityBasis: QualityBasisSchema,
  presentable: flag(
    'Of the median. False: do not display the median as a number. `figures` says the ' +
      'same of every other figure.',
  ),
};

/** The year of figures, and what was asked of it. */
const ofYear = {
  year: Type.Integer({ description: 'Reference year.' }),
  referencePeriod: Text,
  referenceDates: ReferenceDates,
  provisional: flag('True until the publisher revises the figures.'),
};
const asked = {
  measure: oneOf(measureKeys),
  unit: oneOf(units),
  sex: oneOf(sexes),
  workPattern: oneOf(patterns),
};

export const PayResponse = occupationAnswer({
  area: AreaSchema,
  ...ofYear,
  ...asked,
  ...headline,
  figures: payFigures(payColumns),
  ...notedOfPeople,
});
export type PayResponse = Static<typeof PayResponse>;

const AreaSlug = oneOf(areaSlugs.ukWalesScotlandAndRegions);
const areaCount = areaSlugs.ukWalesScotlandAndRegions.length;
const ofEachArea = { minItems: 1, maxItems: areaCount };
const ofMainColumns = <Item extends TSchema>(item: Item) =>
  nullable(exactly(payMainColumns.length, item));

/**
 * One variant: figures and their CVs in the order of `areas` and `payMainColumns`. Null if the
 * release has no such table for the area.
 */
const PayRegionsVariant = record({
  values: listOf(ofMainColumns(NumberOrMarker), ofEachArea),
  cvs: listOf(ofMainColumns(nullable(Type.Number())), ofEachArea),
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
  areas: listOf(AreaSlug, { ...ofEachArea, description: 'The areas that the edition covers.' }),
  markers: PayMarkers,
  variants: exactly(payVariantCount, PayRegionsVariant, 'In the order of a pay document.'),
  ...credited,
});
export type PayRegionsDocument = Static<typeof PayRegionsDocument>;

const ofArea = { area: AreaSchema, ...headline, figures: payFigures(payMainColumns) };
const comparedWithUk = (what: string, name: string) =>
  `The region's median ${what}. Null if one of the two is not presentable: \`${name}\` says why.`;

export const PayRegionsResponse = occupationAnswer({
  ...ofYear,
  ...asked,
  uk: record('The United Kingdom.', ofArea),
  regions: exactly(
    areaCount - 1,
    record({
      ...ofArea,
      differenceFromUk: nullable(
        Change,
        comparedWithUk(
          'less the UK median, in `unit` to the decimals that the publisher prints',
          'differenceFromUkWithheld',
        ),
      ),
      differenceFromUkWithheld: nullable(
        Withheld,
        'Why differenceFromUk is null; null if it is given.',
      ),
      ratioToUk: nullable(
        Type.Number(),
        comparedWithUk('as a multiple of the UK median, to three decimals', 'ratioToUkWithheld'),
      ),
      ratioToUkWithheld: nullable(Withheld, 'Why ratioToUk is null; null if it is given.'),
    }),
    "Wales, Scotland and the nine English regions, in the contract's order and not by rank.",
  ),
  ...notedOfPeople,
});
export type PayRegionsResponse = Static<typeof PayRegionsResponse>;

const listAbout = { area: AreaSchema, year: ofYear.year, provisional: ofYear.provisional };
const PayListItem = record({ ...occupation, rank: RankIfPresentable, median: PayFigure });

/** The stored lists: for each measure, sex and pattern every occupation, highest median first. */
export const PayListDocument = record({
  ...listAbout,
  occupations: exactly(unitGroupCount, record(occupation), 'By code.'),
  lists: exactly(
    rankedMeasures.length * sexes.length * patterns.length,
    record({
      measure: oneOf(rankedMeasures),
      sex: oneOf(sexes),
      pattern: oneOf(patterns),
      absent: nullable(
        PayFigure,
        'The median of every occupation, if the release has no table of these employees.',
      ),
      occupations: listOf(PayListItem, { maxItems: unitGroupCount }),
    }),
    'By measure, sex and pattern. One with `absent` lists no occupations.',
  ),
  ...sourced,
});
export type PayListDocument = Static<typeof PayListDocument>;

export const PayListResponse = record({
  area: AreaSchema,
  ...ofYear,
  ...asked,
  ...rankedListOf('occupations'),
  order: Order,
  limit: Limit,
  occupations: listOf(PayListItem, rankedOrder),
  ...notedOfPeople,
  ...sourced,
});
export type PayListResponse = Static<typeof PayListResponse>;

const edition = {
  edition: text("The publisher's release, as the publisher names it."),
  editionId: { ...Uuid, description: 'Id of the exact edition, as /v1/meta/editions lists it.' },
};

const Point = record({
  ...ofYear,
  ...edition,
  ...headline,
  figures: payFigures([...payMainColumns, ...payChangeColumns]),
  change: nullable(
    Change,
    'Our own: the median less that of the year before, each as its edition has it, in ' +
      '`unit` to the decimals that the publisher prints. The change as published, ' +
      "`figures.medianChangePercent`, is the publisher's own, on the revised figures of " +
      'that year. Null on the first point, after a gap in the years, and if one of the ' +
      'two medians is not presentable: `changeWithheld` says why.',
  ),
  changeWithheld: nullable(Withheld, 'Why change is null; null if it is given.'),
});
export type PaySeriesPoint = Static<typeof Point>;

/** One of the two editions of a reference year that a revision compares. */
export const RevisedEdition = record('An edition of the reference year.', edition);

export const PaySeriesResponse = occupationAnswer({
  area: AreaSchema,
  ...asked,
  points: listOf(Point, {
    minItems: 1,
    description:
      'One for each served reference year, oldest first, each from the edition that ' +
      '`year` would choose.',
  }),
  breaks: listOf(
    record({
      kind: oneOf(
        ['years-not-held', 'not-received'],
        'years-not-held: no edition is served for years between two points. ' +
          'not-received: the edition of the year has no such figures, because we have not ' +
          "received the publisher's file of them.",
      ),
      years: listOf(Type.Integer(), { minItems: 1, description: 'The reference years.' }),
      explanation: Text,
    }),
    'Where the line through the points must be interrupted, by year.',
  ),
  revisions: nullable(
    record({
      measure: asked.measure,
      sex: Type.Literal('all', { description: 'Whose pay.' }),
      workPattern: Type.Literal('all', { description: 'The work pattern.' }),
      area: AreaSchema,
      description: Text,
      years: listOf(
        record({
          year: Type.Integer(),
          provisional: RevisedEdition,
          revised: RevisedEdition,
          ...revisionStatistics,
        }),
        {
          minItems: 1,
          description: 'Oldest first.',
        },
      ),
    }),
    'How far the provisional medians of all occupations moved when they were revised.',
  ),
  revisionsWithheld: nullable(Withheld, 'Why `revisions` is null; null if it is given.'),
  ...notedOfPeople,
});
export type PaySeriesResponse = Static<typeof PaySeriesResponse>;
