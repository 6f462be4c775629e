// Answers picked out of stored documents: which pure function answers which endpoint. The server picks with it, and the compiler proves
// every answer with it before an edition is published.
import { type Measure, type Pattern, type Sex, measureKeys, patterns, sexes } from './codes.ts';
import type { PayDocument } from './pay.ts';
import type { PayRegionsDocument } from './pay-regions.ts';
import type { QueryValues } from './query-values.ts';
import { type PayQuery, selectPay } from './select-pay.ts';
import { selectPayRegions } from './select-pay-regions.ts';
import { selectSkills } from './select-skills.ts';
import type { SkillsDocument } from './skills.ts';

/** A stored document, which has been validated against its schema, and a checked query to the response. */
export type Selection = (document: unknown, values: QueryValues) => unknown;

/** By endpoint id, for every row of the endpoint table whose answer is `select`. */
export const selections: Readonly<Record<string, Selection>> = {
  pay: (document, values) => selectPay(document as PayDocument, payQuery(values)),
  'pay-regions': (document, values) => selectPayRegions(document as PayRegionsDocument, payQuery(values)),
  skills: (document, values) => selectSkills(document as SkillsDocument, integerOf(values, 'limit')),
};

/** The variant of a pay document that a checked query names. */
export function payQuery(values: QueryValues): PayQuery {
  return {
    measure: memberOf<Measure>(measureKeys, values, 'measure'),
    sex: memberOf<Sex>(sexes, values, 'sex'),
    pattern: memberOf<Pattern>(patterns, values, 'pattern'),
  };
}

/** The value of an integer that has a default. Throws where the endpoint table lets it be left out. */
function integerOf(values: QueryValues, name: string): number {
  const found = values.get(name);
  if (typeof found !== 'number') throw new Error(`the endpoint table lets "${name}" have a value that the selection does not know`);
  return found;
}

/** The value of an enumeration. Throws where the endpoint table allows one that the selection does not know. */
function memberOf<Value extends string>(allowed: readonly Value[], values: QueryValues, name: string): Value {
  const found = allowed.find((candidate) => candidate === values.get(name));
  if (found === undefined) throw new Error(`the endpoint table lets "${name}" have a value that the selection does not know`);
  return found;
}
