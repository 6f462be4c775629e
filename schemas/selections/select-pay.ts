// The answer about pay: picks one variant from a pay document and writes it out as the contract's
// pay response. Its verdict on a printed figure and its words for a measure are those of pay by
// region and of lists too.
import {
  type Measure,
  type Pattern,
  type Quality,
  type Sex,
  type Unit,
  measures,
  patterns,
  qualityOfCv,
  sexes,
} from '../codes.ts';
import type { Explained } from '../figures.ts';
import { type PayColumn, type payMainColumns, payColumns, payCvColumns } from '../pay-columns.ts';
import { payDates } from '../reference-dates.ts';
import type { PayDocument, PayFigure, PayMarkers, PayResponse } from '../resources/pay.ts';
import { type Explaining, Legend, withheldAs } from '../withheld-legend.ts';
import { payNotes } from './pay-notes.ts';

/**
 * A figure as a document holds it: the number, or the publisher's marker in its place; null if the
 * release has no table for it.
 */
export interface PrintedFigure {
  readonly printed: number | string | null;
  /** In percent; null if none is published. */
  readonly cv: number | null;
  /** The band from the cell's shading, if there is no CV. */
  readonly shading: Quality | null;
}

/** A figure of a table that the release does not have. */
export const notPrinted: PrintedFigure = { printed: null, cv: null, shading: null };

/**
 * The band of a figure: its CV decides, then the cell's shading. `x` alone makes it unreliable; the
 * basis is a CV only if one above 20% is printed.
 */
export function judgeFigure(
  { printed, cv, shading }: PrintedFigure,
  markers: PayMarkers,
): Explaining<PayFigure> {
  if (typeof printed !== 'number') {
    const withheld = withheldBy(printed, markers);
    const quality = withheld.reason === 'unreliable' ? 'unreliable' : 'unrated';
    const isBasedOnCv = quality === 'unreliable' && cv !== null && qualityOfCv(cv) === quality;
    return {
      value: null,
      coefficientOfVariation: cv,
      quality,
      qualityBasis: isBasedOnCv ? 'cv' : null,
      presentable: false,
      withheld,
    };
  }
  const quality = cv !== null ? qualityOfCv(cv) : (shading ?? 'unrated');
  return {
    value: printed,
    coefficientOfVariation: cv,
    quality,
    qualityBasis: basisOf(cv, shading),
    presentable: quality !== 'unreliable',
    withheld: null,
  };
}

function basisOf(cv: number | null, shading: Quality | null): PayFigure['qualityBasis'] {
  if (cv !== null) return 'cv';
  return shading !== null ? 'publisher-shading' : null;
}

export const notReceived = withheldAs(
  'not-received',
  "We have not received the publisher's table of these figures.",
);

/** The figures of these columns, by column. Why one is withheld goes to the legend. */
export function judgeFigures<Column extends PayColumn>(
  columns: readonly Column[],
  printedIn: (column: Column) => PrintedFigure,
  markers: PayMarkers,
  legend: Legend,
): Readonly<Record<Column, PayFigure>> {
  const figures: Partial<Record<PayColumn, PayFigure>> = {};
  for (const column of columns) {
    // Member by member: spreading objects makes an answer of pay by region take twice as long.
    const { value, coefficientOfVariation, quality, qualityBasis, presentable, withheld } =
      judgeFigure(printedIn(column), markers);
    figures[column] = {
      value,
      coefficientOfVariation,
      quality,
      qualityBasis,
      presentable,
      withheld: legend.noteIfWithheld(withheld),
    };
  }
  return figures as Record<Column, PayFigure>;
}

/** The contract's plain members beside `figures`. Quality and presentable are the median's. */
export function medianMembers(
  figures: Readonly<Record<(typeof payMainColumns)[number], PayFigure>>,
): Pick<PayResponse, 'mean' | 'distribution' | 'quality' | 'qualityBasis' | 'presentable'> {
  const { median, mean, p10, p25, p75, p90 } = figures;
  return {
    mean: mean.value,
    distribution: {
      p10: p10.value,
      p25: p25.value,
      median: median.value,
      p75: p75.value,
      p90: p90.value,
    },
    quality: median.quality,
    qualityBasis: median.qualityBasis,
    presentable: median.presentable,
  };
}

/** Why a figure is null: the meaning of its marker, or that the release has no table for it. */
function withheldBy(printed: string | null, markers: PayMarkers): Explained {
  if (printed === null) return notReceived;
  const meaning = markers[printed];
  if (meaning === undefined)
    throw new Error(`marker "${printed}" is not explained in the pay document that holds it`);
  return { reason: meaning.reason, marker: printed, explanation: meaning.explanation };
}

export function unitOf(measure: Measure): Unit {
  return (measures.find((candidate) => candidate.key === measure) ?? measures[0]).unit;
}

/** The members of an answer that date its figures. */
export function yearMembers(
  unit: Unit,
  { year, provisional }: Pick<PayResponse, 'year' | 'provisional'>,
) {
  const referencePeriod =
    unit === 'gbp_per_year'
      ? `tax year ending 5 April ${year}`
      : `pay period including a specified date in April ${year}`;
  return { year, referencePeriod, referenceDates: payDates(unit, year), provisional };
}

type PayCoverage = PayResponse['coverage'];

/** Who is counted. `more` is added to the description. */
export function payCoverage(unit: Unit, more = ''): PayCoverage {
  const who =
    unit === 'gbp_per_year'
      ? 'who have been in the same job for more than a year'
      : 'whose pay for the period was not affected by absence';
  const description = `Employees on adult rates ${who}. The self-employed are not counted.${more}`;
  return { population: 'employee jobs', includesSelfEmployed: false, description };
}

export interface PayQuery {
  readonly measure: Measure;
  readonly sex: Sex;
  readonly pattern: Pattern;
}

/** Every query that a pay document answers, in the order of its `variants`. */
export const payQueries: readonly PayQuery[] = measures.flatMap(({ key: measure }) =>
  sexes.flatMap((sex) => patterns.map((pattern) => ({ measure, sex, pattern }))),
);

/** The place of a query's variant in `variants`. */
export function payVariantIndex({ measure, sex, pattern }: PayQuery): number {
  const place = measures.findIndex((candidate) => candidate.key === measure);
  return (place * sexes.length + sexes.indexOf(sex)) * patterns.length + patterns.indexOf(pattern);
}

/** The members of an answer that repeat its query. */
export function queryMembers({ measure, sex, pattern }: PayQuery) {
  return { measure, unit: unitOf(measure), sex, workPattern: pattern };
}

/** The figures of these columns for one query; all withheld if the table is missing. */
export function figuresIn<Column extends PayColumn>(
  { variants, markers }: PayDocument,
  query: PayQuery,
  columns: readonly Column[],
  legend: Legend,
) {
  const variant = variants[payVariantIndex(query)] ?? null;
  const printedIn = (column: Column) =>
    variant === null
      ? notPrinted
      : {
          printed: variant.values[payColumns.indexOf(column)] ?? null,
          cv: variant.cvs[payCvColumns.findIndex((candidate) => candidate === column)] ?? null,
          shading: variant.shading?.[column] ?? null,
        };
  return judgeFigures(columns, printedIn, markers, legend);
}

/**
 * The pay response for one query. Figures are in the measure's unit. A withheld figure is null,
 * with its reason beside it in `figures`.
 */
export function selectPay(document: PayDocument, query: PayQuery): PayResponse {
  const unit = unitOf(query.measure);
  const legend = new Legend();
  const figures = figuresIn(document, query, payColumns, legend);
  const { soc2020, title, area, provisional, attribution, provenance } = document;
  return {
    soc2020,
    title,
    area,
    ...yearMembers(unit, document),
    ...queryMembers(query),
    ...medianMembers(figures),
    figures,
    notes: payNotes('pay', { measure: query.measure, noted: [{ figures, provisional }] }),
    coverage: payCoverage(unit, ' Jobs are in thousands and indicative only.'),
    attribution,
    provenance,
    withheldLegend: legend.entries(),
  };
}
