// The verdict on a printed figure of pay, and the words for a measure, which pay, its regions and its series share. Pure and without a
// library, because the worker carries it.
import { type Measure, type Quality, type Unit, measures, qualityOfCv } from '../codes.ts';
import type { Explained } from '../figures.ts';
import { type Explaining, type Legend, withheldAs } from '../withheld-legend.ts';
import type { PayColumn, payMainColumns } from '../pay-columns.ts';
import { payDates } from '../reference-dates.ts';
import type { PayFigure, PayMarkers, PayResponse } from '../resources/pay.ts';

/** A figure as a document holds it: the number, or the publisher's marker in its place; null if the release has no table for it. */
export interface PrintedFigure {
  readonly printed: number | string | null;
  /** In percent; null if none is published. */
  readonly cv: number | null;
  /** The band from the cell's shading, if there is no CV. */
  readonly shading: Quality | null;
}

/** A figure of a table that the release does not have. */
export const notPrinted: PrintedFigure = { printed: null, cv: null, shading: null };

/** The band of a figure: its CV decides, then the cell's shading. `x` alone makes it unreliable; the basis is a CV only if one above 20 % is printed. */
export function judgeFigure({ printed, cv, shading }: PrintedFigure, markers: PayMarkers): Explaining<PayFigure> {
  if (typeof printed !== 'number') {
    const withheld = withheldBy(printed, markers);
    const quality = withheld.reason === 'unreliable' ? 'unreliable' : 'unrated';
    const restsOnCv = quality === 'unreliable' && cv !== null && qualityOfCv(cv) === quality;
    return { value: null, coefficientOfVariation: cv, quality, qualityBasis: restsOnCv ? 'cv' : null, presentable: false, withheld };
  }
  const quality = cv !== null ? qualityOfCv(cv) : (shading ?? 'unrated');
  const qualityBasis = cv !== null ? 'cv' : shading !== null ? 'publisher-shading' : null;
  return { value: printed, coefficientOfVariation: cv, quality, qualityBasis, presentable: quality !== 'unreliable', withheld: null };
}

const notReceived = withheldAs('not-received', "We have not received the publisher's table of this measure for this area.");

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
    const { value, coefficientOfVariation, quality, qualityBasis, presentable, withheld } = judgeFigure(printedIn(column), markers);
    figures[column] = { value, coefficientOfVariation, quality, qualityBasis, presentable, withheld: legend.notedIf(withheld) };
  }
  return figures as Record<Column, PayFigure>;
}

/** The contract's members for the figures of an area. Quality and presentable are the median's. */
export function headlineOf(
  figures: Readonly<Record<(typeof payMainColumns)[number], PayFigure>>,
): Pick<PayResponse, 'mean' | 'distribution' | 'quality' | 'qualityBasis' | 'presentable'> {
  const { median, mean, p10, p25, p75, p90 } = figures;
  return {
    mean: mean.value,
    distribution: { p10: p10.value, p25: p25.value, median: median.value, p75: p75.value, p90: p90.value },
    quality: median.quality,
    qualityBasis: median.qualityBasis,
    presentable: median.presentable,
  };
}

/** Why a figure is null: the meaning of its marker, or that the release has no table for it. */
function withheldBy(printed: string | null, markers: PayMarkers): Explained {
  if (printed === null) return notReceived;
  const meaning = markers[printed];
  if (meaning === undefined) throw new Error(`marker "${printed}" is not explained in the pay document that holds it`);
  return { reason: meaning.reason, marker: printed, explanation: meaning.explanation };
}

export function unitOf(measure: Measure): Unit {
  return (measures.find((candidate) => candidate.key === measure) ?? measures[0]).unit;
}

/** The year of figures. */
export function ofYear(unit: Unit, { year, provisional }: Pick<PayResponse, 'year' | 'provisional'>) {
  const referencePeriod =
    unit === 'gbp_per_year' ? `tax year ending 5 April ${year}` : `pay period including a specified date in April ${year}`;
  return { year, referencePeriod, referenceDates: payDates(unit, year), provisional };
}

type PayCoverage = PayResponse['coverage'];

/** `more`: what it says of further figures. */
export function payCoverage(unit: Unit, more = ''): PayCoverage {
  const who =
    unit === 'gbp_per_year' ? 'who have been in the same job for more than a year' : 'whose pay for the period was not affected by absence';
  const description = `Employees on adult rates ${who}. The self-employed are not counted.${more}`;
  return { population: 'employee jobs', includesSelfEmployed: false, description };
}
