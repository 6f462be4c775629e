// Picks one variant from a pay document and writes it out as the contract's pay response. Pure and without a library, so that the
// worker, the command line and the compiler's validation give the same answer.
import { type Measure, type Pattern, type Sex, measures, patterns, sexes } from '../codes.ts';
import type { Withheld } from '../figures.ts';
import type { PayDocument, PayResponse } from '../resources/pay.ts';
import { payNotes } from './pay-notes.ts';
import { judgeMedian, payCoverage, referencePeriod, unitOf, withheldBy } from './pay-median.ts';

/** Published columns of a variant, in the publisher's order. */
export const payColumns = [
  'jobsThousands',
  'median',
  'medianPercent',
  'mean',
  'meanPercent',
  'p10',
  'p20',
  'p25',
  'p30',
  'p40',
  'p60',
  'p70',
  'p75',
  'p80',
  'p90',
] as const;
export type PayColumn = (typeof payColumns)[number];

/** Columns that have a coefficient of variation: all except the two changes. */
export const payCvColumns = payColumns.filter(
  (column): column is Exclude<PayColumn, 'medianPercent' | 'meanPercent'> => column !== 'medianPercent' && column !== 'meanPercent',
);

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

/** The pay response for one query. Figures are in the measure's unit. A withheld figure is null, with its reason in `withheldFigures`. */
export function selectPay(document: PayDocument, query: PayQuery): PayResponse {
  const variant = document.variants[payVariantIndex(query)] ?? null;
  const unit = unitOf(query.measure);
  const withheldFigures: Record<string, Withheld> = {};

  const figure = (column: PayColumn): number | null => {
    const printed = variant?.values[payColumns.indexOf(column)] ?? null;
    if (typeof printed === 'number') return printed;
    withheldFigures[column] = withheldBy(printed, document.markers);
    return null;
  };
  const cv = (column: (typeof payCvColumns)[number]): number | null => variant?.cvs[payCvColumns.indexOf(column)] ?? null;

  const median = figure('median');
  const mean = figure('mean');
  const distribution = { p10: figure('p10'), p25: figure('p25'), median, p75: figure('p75'), p90: figure('p90') };
  const change = { medianPercent: figure('medianPercent'), meanPercent: figure('meanPercent') };
  const { quality, qualityBasis, presentable, withheld } = judgeMedian(
    { printed: variant?.values[payColumns.indexOf('median')] ?? null, cv: cv('median'), shading: variant?.shading?.['median'] ?? null },
    document.markers,
  );

  return {
    soc2020: document.soc2020,
    title: document.title,
    area: document.area,
    year: document.year,
    referencePeriod: referencePeriod(unit, document.year),
    provisional: document.provisional,
    measure: query.measure,
    unit,
    sex: query.sex,
    workPattern: query.pattern,
    mean,
    distribution,
    percentiles: {
      p10: distribution.p10,
      p20: figure('p20'),
      p25: distribution.p25,
      p30: figure('p30'),
      p40: figure('p40'),
      median,
      p60: figure('p60'),
      p70: figure('p70'),
      p75: distribution.p75,
      p80: figure('p80'),
      p90: distribution.p90,
    },
    change,
    jobsThousands: figure('jobsThousands'),
    coefficientOfVariation: {
      jobsThousands: cv('jobsThousands'),
      mean: cv('mean'),
      p10: cv('p10'),
      p20: cv('p20'),
      p25: cv('p25'),
      p30: cv('p30'),
      p40: cv('p40'),
      median: cv('median'),
      p60: cv('p60'),
      p70: cv('p70'),
      p75: cv('p75'),
      p80: cv('p80'),
      p90: cv('p90'),
    },
    quality,
    qualityBasis,
    presentable,
    withheld,
    withheldFigures,
    notes: payNotes('pay', {
      measure: query.measure,
      figures: [{ median, mean, cv: cv('median'), quality, hasChange: hasChange(change), provisional: document.provisional }],
    }),
    coverage: payCoverage(unit, { withJobs: true }),
    attribution: document.attribution,
    provenance: document.provenance,
  };
}

/** Whether the publisher's own change on the year before is given, of the median or of the mean. */
export function hasChange({ medianPercent, meanPercent }: PayResponse['change']): boolean {
  return medianPercent !== null || meanPercent !== null;
}
