// Every statement of the contract with our verdict and its proof, as statements.tsv has them.
// docs/contract.md is made of those that are not simply met.
import { readFileSync } from 'node:fs';

/**
 * more: met, and more than the contract asks. open: the contract leaves it open, and we decided.
 * deviates: we do something else.
 */
const verdicts = ['met', 'more', 'open', 'deviates'] as const;
export type Verdict = (typeof verdicts)[number];

/**
 * A field of an answer, or several of one type: `endpoint: path, path | types | value | value`,
 * with `[]` for the items of a list.
 */
export interface FieldProof {
  readonly endpoint: string;
  readonly paths: readonly string[];
  /** JSON types, such as `number or null`. */
  readonly types: readonly string[];
  /** Values that the field can have. */
  readonly values: readonly string[];
}

/**
 * A test: `its file beneath test/ › its name as written there`. A name with a placeholder is that
 * of many cases, and ` › ` and words of the proving one follow.
 */
export interface TestProof {
  readonly file: string;
  readonly name: string;
  /** Words of the proving case, in the file of the test or in a table that it reads; or null. */
  readonly row: string | null;
}

export interface Statement {
  /** The part of the contract: `2.3`. */
  readonly part: string;
  readonly verdict: Verdict;
  /** Words of the contract, within one line. */
  readonly quote: string;
  readonly proof: FieldProof | TestProof;
  /** What we do, and why. Empty if the statement says it all. */
  readonly decision: string;
}

const [, ...rows] = readFileSync(new URL('statements.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');

export const statements: readonly Statement[] = rows.map((row) => {
  const [part = '', word = '', quote = '', proof = '', decision = ''] = row.split('\t');
  const verdict = verdicts.find((one) => one === word);
  if (verdict === undefined)
    throw new Error(
      `statements.tsv "${quote}": the verdict is "${word}", expected one of ${verdicts.join(', ')}`,
    );
  return { part, verdict, quote, proof: proofOf(proof), decision };
});

function proofOf(text: string): FieldProof | TestProof {
  const [file = '', name, row = null] = text.split(' › ');
  if (name !== undefined) return { file, name, row };
  const [, endpoint = '', paths = '', types = '', more = ''] =
    /^([^:]+): ([^|]+) \| ([^|]+?)(?: \| (.*))?$/.exec(text) ?? [];
  return {
    endpoint,
    paths: paths.split(', '),
    types: types.split(' or '),
    values: more === '' ? [] : more.split(' | '),
  };
}
