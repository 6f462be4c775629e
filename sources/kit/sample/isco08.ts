// Unit groups of ISCO-08 and their titles, which are facts: those that the synthetic coding index leads to, and with it every sample of a
// source that is reached through ISCO-08. Source: International Labour Organization, ISCO-08 structure.
import published from './data/isco08.json' with { type: 'json' };

/** Ordered by code. */
export const iscoGroups: readonly { readonly code: string; readonly title: string }[] = published;
