// For documents that hold several answers: how one is picked for a query, and which queries there are. The router picks by
// `pick`, the compiler proves all of `variants`; a new document with variants adds a line to each.
import type { Measure, Pattern, Sex } from './codes.ts';
import type { PayDocument } from './pay.ts';
import { payQueries, selectPay } from './select-pay.ts';

export type QueryValues = Readonly<Record<string, string | number | boolean | null>>;

/** By endpoint id: the answer that a checked query picks out of a stored document. */
export const pick: Readonly<Record<string, (document: unknown, query: QueryValues) => unknown>> = {
  pay: (document, query) =>
    selectPay(document as PayDocument, {
      measure: query['measure'] as Measure,
      sex: query['sex'] as Sex,
      pattern: query['pattern'] as Pattern,
    }),
};

/** By endpoint id: every answer that a stored document can give, each with its query. */
export const variants: Readonly<Record<string, (document: unknown) => Iterable<{ readonly query: string; readonly answer: unknown }>>> = {
  *pay(document) {
    for (const query of payQueries) yield { query: new URLSearchParams({ ...query }).toString(), answer: selectPay(document as PayDocument, query) };
  },
};
