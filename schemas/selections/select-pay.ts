// Picks one variant from a pay document and writes it out as the contract's pay response. Pure and without a library, so that the
// worker, the command line and the compiler's validation give the same answer.
import { type Measure, type Pattern, type Sex, measures, patterns, sexes } from '../codes.ts';
import { type PayColumn, payColumns, payCvColumns } from '../pay-columns.ts';
import type { PayDocument, PayResponse } from '../resources/pay.ts';
import { headlineOf, judgeFigures, notPrinted, ofYear, payCoverage, unitOf } from './pay-figures.ts';
import { Legend } from '../withheld-legend.ts';
import { payNotes } from './pay-notes.ts';

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

/** What was asked. */
export function asked({ measure, sex, pattern }: PayQuery) {
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

/** The pay response for one query. Figures are in the measure's unit. A withheld figure is null, with its reason beside it in `figures`. */
export function selectPay(document: PayDocument, query: PayQuery): PayResponse {
  const unit = unitOf(query.measure);
  const legend = new Legend();
  const figures = figuresIn(document, query, payColumns, legend);
  const { soc2020, title, area, provisional, attribution, provenance } = document;
  return {
    ...{ soc2020, title, area, ...ofYear(unit, document), ...asked(query), ...headlineOf(figures), figures },
    notes: payNotes('pay', { measure: query.measure, noted: [{ figures, provisional }] }),
    coverage: payCoverage(unit, ' Jobs are in thousands and indicative only.'),
    ...{ attribution, provenance, withheldLegend: legend.entries() },
  };
}
