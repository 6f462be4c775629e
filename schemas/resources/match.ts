// How certain the mapping from another classification to a unit group of SOC 2020 is.
import type { Static } from 'typebox';
import { oneOf } from '../figures.ts';

export const Match = oneOf(
  ['primary', 'partial'],
  "primary: the publisher's main code, or a certain mapping; partial: a secondary code, or one of several codes for an older code.",
);
export type Match = Static<typeof Match>;
