// What a statement of the contract is here: its quote, our verdict, and what proves it.

/** more: met, and more than the contract asks. open: the contract leaves it open, and we decided. deviates: we do something else. */
export type Verdict = 'met' | 'more' | 'open' | 'deviates';

/** A field of an answer, or several of one type: the endpoint's id, their paths with `[]` for the items of a list, and their JSON types. */
export interface FieldProof {
  readonly endpoint: string;
  /** Several are separated by a comma and a blank. */
  readonly path: string;
  readonly types: string;
  /** Values that the field can have. */
  readonly values: readonly string[];
}

/** A test: its file beneath test/ and its name as written there. */
export interface TestProof {
  readonly file: string;
  readonly name: string;
}

export interface Statement {
  /** The part of the contract: `2.3`. */
  readonly part: string;
  /** Words of the contract, within one line. */
  readonly quote: string;
  readonly verdict: Verdict;
  readonly proof: FieldProof | TestProof;
  /** What we do, and why. Empty if the statement says it all. */
  readonly decision: string;
}

type Row = Omit<Statement, 'part'>;

/** A field of an answer. `types` is for example `number or null`. */
export function field(endpoint: string, path: string, types: string, ...values: readonly string[]): FieldProof {
  return { endpoint, path, types, values };
}

/** A test: `laws.test.ts › the name`. */
export function proved(by: string): TestProof {
  const [file = '', name = ''] = by.split(' › ');
  return { file, name };
}

function row(verdict: Verdict, quote: string, proof: string | FieldProof, decision = ''): Row {
  return { quote, verdict, proof: typeof proof === 'string' ? proved(proof) : proof, decision };
}

export const met = (quote: string, proof: string | FieldProof, decision?: string): Row => row('met', quote, proof, decision);
export const more = (quote: string, proof: string | FieldProof, decision: string): Row => row('more', quote, proof, decision);
export const open = (quote: string, proof: string | FieldProof, decision: string): Row => row('open', quote, proof, decision);
export const deviates = (quote: string, proof: string | FieldProof, decision: string): Row => row('deviates', quote, proof, decision);

export function part(name: string, rows: readonly Row[]): readonly Statement[] {
  return rows.map((one) => ({ part: name, ...one }));
}
