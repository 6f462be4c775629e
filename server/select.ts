// Variants picked out of stored documents: which pure function answers which endpoint.
import { type Measure, type Pattern, type Sex, measureKeys, patterns, sexes } from '#schemas/codes.ts';
import type { PayDocument } from '#schemas/pay.ts';
import type { PayRegionsDocument } from '#schemas/pay-regions.ts';
import { type PayQuery, selectPay } from '#schemas/select-pay.ts';
import { selectPayRegions } from '#schemas/select-pay-regions.ts';
import type { QueryValues } from './parameters.ts';

/** By endpoint id: the stored text and the checked query to the response. */
export const selections: Readonly<Record<string, (stored: string, values: QueryValues) => unknown>> = {
  pay: (stored, values) => {
    // Validated against its schema before it was published, and immutable since.
    const document: PayDocument = JSON.parse(stored);
    return selectPay(document, payQuery(values));
  },
  'pay-regions': (stored, values) => {
    const document: PayRegionsDocument = JSON.parse(stored);
    return selectPayRegions(document, payQuery(values));
  },
};

/** The variant of a pay document that a checked query names. */
export function payQuery(values: QueryValues): PayQuery {
  return {
    measure: member<Measure>(measureKeys, values, 'measure'),
    sex: member<Sex>(sexes, values, 'sex'),
    pattern: member<Pattern>(patterns, values, 'pattern'),
  };
}

function member<Value extends string>(allowed: readonly Value[], values: QueryValues, name: string): Value {
  const found = allowed.find((candidate) => candidate === values.get(name));
  if (found === undefined) throw new Error(`the endpoint table lets "${name}" have a value that the selection does not know`);
  return found;
}
