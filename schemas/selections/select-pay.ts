// Picks one variant out of a pay document and spells it out as the contract's pay response. Pure, and free of any library,
// so that the worker, the command line and the compiler's own validation all give the same answer.
import { type Measure, type Pattern, type Quality, type Sex, measures, measuresWithZeroes, patterns, sexes } from '../codes.ts';
import type { Withheld } from '../figures.ts';
import type { PayDocument, PayResponse } from '../resources/pay.ts';
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

/** Columns that have a coefficient of variation: all but the two changes. */
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

/** The pay response for one query. Figures are in the measure's unit; a withheld one is null and stands in `withheldFigures`. */
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
    notes: notes(query.measure, { median, mean, quality, cv: cv('median'), change }),
    coverage: payCoverage(unit, { withJobs: true }),
    attribution: document.attribution,
    provenance: document.provenance,
  };
}

/** Said wherever the publisher's change is given: ours, of the series, is between the editions held. */
export const publishedChangeNote =
  "`change` is the publisher's own, on the revised figures of the year before. It can differ from a change between two editions as published, even in sign.";

function notes(
  measure: Measure,
  answer: { median: number | null; mean: number | null; quality: Quality; cv: number | null; change: PayResponse['change'] },
): string[] {
  const lines: string[] = [];
  if (measuresWithZeroes.includes(measure)) {
    lines.push('The median and percentiles leave out employees who had none; the mean counts them as 0. Do not compare the two.');
  }
  if (answer.change.medianPercent !== null || answer.change.meanPercent !== null) lines.push(publishedChangeNote);
  if (answer.median !== null && answer.quality === 'unrated') {
    lines.push('The publisher gives neither a coefficient of variation nor a readable shading for the median, so its quality is unrated.');
  }
  if (answer.quality === 'acceptable') {
    const evidence = answer.cv === null ? 'by the shading of the published cell' : 'with a coefficient of variation above 10 %';
    lines.push(`The median is acceptable, ${evidence}: show it with a caution.`);
  }
  if (answer.median === null && answer.quality === 'unreliable' && answer.cv !== null && answer.cv <= 20) {
    lines.push('The publisher withholds the median although its coefficient of variation is not above 20 %; it stays withheld.');
  }
  if (answer.median === null && answer.mean !== null)
    lines.push('The mean is published but the median is withheld: the answer is not presentable.');
  return lines;
}
