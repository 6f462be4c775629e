// The real codes and titles of SOC 2020. Every synthetic sample uses them; answers from real files
// never do. Source: ONS, SOC 2020 Volume 1, edition of 16 April 2025 (unit titles from the
// framework sheet, upper titles from the descriptions sheet), licensed under the Open Government
// Licence v3.0.
import type { ClassificationGroup } from '../needs.ts';
import published from './data/classification.json' with { type: 'json' };

/** All 551 groups in the order of the publication: each group follows its parent. */
export const classification: readonly ClassificationGroup[] = published;

/** The title of each group, by its code. */
export const titles: ReadonlyMap<string, string> = new Map(
  classification.map(({ code, title }) => [code, title]),
);

/** The 412 unit groups, ordered by code. */
export const unitGroups: readonly ClassificationGroup[] = classification.filter(
  ({ code }) => code.length === 4,
);
