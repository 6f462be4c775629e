// The shares of a unit group's job titles by ISCO-08 unit group: the bridge to classifications of other countries.
import { type Static, Type } from 'typebox';
import { nullable, record } from '../figures.ts';
import { round } from '../round.ts';

/** The unrounded share, for computing. */
export interface IscoShare {
  readonly code: string;
  readonly title: string | null;
  readonly indexEntries: number;
  /** Of the unit group's index entries that carry an ISCO-08 code, 0 to 1. */
  readonly share: number;
}

/** A share as a response prints it: to four decimals. */
export const Weight = Type.Number({ minimum: 0, maximum: 1 });

export const IscoWeights = Type.Array(
  record({
    code: Type.String({ pattern: '^[0-9]{4}$', description: 'ISCO-08 unit group.' }),
    title: nullable(Type.String({ minLength: 1 }), 'Name in the coding index (International Labour Organization); null if it has none.'),
    indexEntries: Type.Integer({
      minimum: 1,
      description: 'Entries of the coding index under this unit group that carry the ISCO-08 code.',
    }),
    weight: Weight,
  }),
  {
    description:
      'The ISCO-08 unit groups of the job titles of the unit group. Weights count index entries that carry a code, not people. Heaviest first, ties by code.',
  },
);
export type IscoWeights = Static<typeof IscoWeights>;

export function printIscoWeights(shares: readonly IscoShare[]): IscoWeights {
  return shares.map(({ code, title, indexEntries, share }) => ({ code, title, indexEntries, weight: round(share, 4) }));
}
