// For stored documents that hold several answers: every answer that can be picked out of one, so that all can be proved.
import type { PayDocument } from '#schemas/pay.ts';
import type { PayRegionsDocument } from '#schemas/pay-regions.ts';
import { type PayQuery, payQueries, selectPay } from '#schemas/select-pay.ts';
import { selectPayRegions } from '#schemas/select-pay-regions.ts';

/** By endpoint id: every answer of a stored document that has been validated, each with its query. */
export const variants: Readonly<Record<string, (document: unknown) => Iterable<{ readonly query: string; readonly answer: unknown }>>> = {
  *pay(document) {
    for (const query of payQueries) yield { query: asText(query), answer: selectPay(document as PayDocument, query) };
  },
  *'pay-regions'(document) {
    for (const query of payQueries) yield { query: asText(query), answer: selectPayRegions(document as PayRegionsDocument, query) };
  },
};

function asText(query: PayQuery): string {
  return new URLSearchParams({ ...query }).toString();
}
