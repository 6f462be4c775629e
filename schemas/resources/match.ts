// How surely something of another classification belongs to a unit group of SOC 2020.
import type { Static } from 'typebox';
import { oneOf } from '../figures.ts';

export const Match = oneOf(
  ['primary', 'partial'],
  "primary: the publisher's main code, or a mapping without doubt; partial: a secondary code, or one of several that an older code leads to.",
);
export type Match = Static<typeof Match>;
