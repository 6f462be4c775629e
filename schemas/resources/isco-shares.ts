// The shares of a unit group's job titles by ISCO-08 unit group: the bridge to classifications of
// other countries.
import { type Static, Type } from 'typebox';
import { round } from '../round.ts';
import {
  count,
  listOf,
  nullable,
  record,
  Text,
  text,
  countFromOne,
  percentage,
} from '../shapes.ts';

/** The unrounded share, for computing. */
export interface IscoShare {
  readonly code: string;
  readonly title: string | null;
  readonly indexEntries: number;
  /** Of the unit group's index entries that carry an ISCO-08 code, 0 to 1. */
  readonly share: number;
}

/** A share as a response prints it: to four decimals. */
export const Weight = Type.Number({
  minimum: 0,
  maximum: 1,
  description: "Share of the weight of the unit group's job titles, 0 to 1.",
});

/** An ISCO-08 unit group. */
export const IscoCode = Type.String({ pattern: '^[0-9]{4}$', description: 'ISCO-08 unit group.' });

/** `isco08` in every answer. */
export const IscoMapping = record('The ISCO-08 unit groups of the job titles of the unit group.', {
  mapping: listOf(
    record({
      code: IscoCode,
      title: nullable(
        Text,
        'Title in the coding index (International Labour Organization); null if the ' +
          'index has none.',
      ),
      indexEntries: countFromOne(
        'Entries of the coding index under this unit group that carry the ISCO-08 code.',
      ),
      sharePercent: percentage(
        'In percent of all index entries of the unit group, including entries without ' +
          'an ISCO-08 code. To one decimal.',
      ),
      weight: Type.Unsafe<number>({
        ...Weight,
        description:
          'The share among the entries that carry an ISCO-08 code, 0 to 1, to four ' +
          'decimals. Averages and related roles rest on it.',
      }),
    }),
    'Most index entries first, ties by code. Shares and weights count index entries, not people.',
  ),
  unmappedEntries: count('Index entries of the unit group that carry no ISCO-08 code.'),
  derivation: text('How we found the shares.'),
});
export type IscoMapping = Static<typeof IscoMapping>;

const derivation =
  'We count each ISCO-08 code over the coding index entries of the unit group, because ' +
  'no table between the two classifications is published. ' +
  'The shares are shares of entries, not of people. Titles of ISCO-08 unit groups: ' +
  'International Labour Organization.';

/**
 * `entries` is the number of all index entries of the unit group, including those without a code.
 */
export function printIscoMapping(shares: readonly IscoShare[], entries: number): IscoMapping {
  return {
    mapping: shares.map(({ code, title, indexEntries, share }) => {
      return {
        code,
        title,
        indexEntries,
        sharePercent: round((100 * indexEntries) / entries, 1),
        weight: round(share, 4),
      };
    }),
    unmappedEntries: shares.reduce((left, { indexEntries }) => left - indexEntries, entries),
    derivation,
  };
}
