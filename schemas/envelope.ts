// The members that answers share, around their own.
import type { TSchema } from 'typebox';
import {
  Attribution,
  Coverage,
  Notes,
  PeopleCoverage,
  Provenance,
  WithheldLegend,
} from './figures.ts';
import { Soc2020, Text, record } from './shapes.ts';

/** The occupation that something is about. */
export const occupation = { soc2020: Soc2020, title: Text };

/** What must be shown with figures, and what they count. `notedOfPeople`: people or jobs. */
export const noted = { notes: Notes, coverage: Coverage };
export const notedOfPeople = { notes: Notes, coverage: PeopleCoverage };

/** Where something comes from, and what to show with it. */
export const credited = { attribution: Attribution, provenance: Provenance };

/** The end of an answer whose figures or lists can be withheld: this, and what its reasons mean. */
export const sourced = { ...credited, withheldLegend: WithheldLegend };

/**
 * An answer about one occupation. `members` are area, period, what the answer is about, notes and
 * coverage, in this order.
 */
export function occupationAnswer<const Own extends Record<string, TSchema>>(members: Own) {
  return record({ ...occupation, ...members, ...sourced });
}
