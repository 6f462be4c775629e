// Real unit groups of ISCO-08 and their titles, for the synthetic coding index and the samples of
// sources that use ISCO-08. Source: International Labour Organization, ISCO-08 structure.
import published from './data/isco08.json' with { type: 'json' };

/** Ordered by code. */
export const iscoGroups: readonly { readonly code: string; readonly title: string }[] = published;
