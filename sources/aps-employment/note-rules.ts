// What a user is told beside the figures: each note with when it is said and why. The list is the rule; documents.ts only walks it.
import type { Estimate } from './reshape.ts';

/** What a rule looks at. Percents are those of the document, to one decimal; null where they are withheld or unreliable. */
export interface NoteSubject {
  readonly isUnitedKingdom: boolean;
  /** The month in which the period ends, `2026-06`. */
  readonly closing: string;
  readonly employment: Estimate;
  readonly selfEmployedPercent: number | null;
  readonly selfEmployedPercentOfAll: number | null;
}

export interface NoteRule {
  readonly name: string;
  /** Why it is said. */
  readonly reason: string;
  readonly applies: (subject: NoteSubject) => boolean;
  readonly text: (subject: NoteSubject) => string;
}

/** About twice the economy's share, which is near 13 %: above it, pay of employees says little about a good part of the occupation. */
const largeSelfEmployedPercent = 25;

/** The years in which occupations were coded wrongly, as notes to the pay survey of 2023 and 2024 and to the service's exports say. */
const faultyCoding = { first: 2021, last: 2022 };

export const noteRules: readonly NoteRule[] = [
  {
    name: 'large-self-employed-share',
    reason:
      "Pay comes from a survey of employers, which knows nothing of the self-employed. The share is the United Kingdom's for a nation too, which has no breakdown.",
    applies: ({ selfEmployedPercent }) => selfEmployedPercent !== null && selfEmployedPercent >= largeSelfEmployedPercent,
    text: ({ isUnitedKingdom, selfEmployedPercent, selfEmployedPercentOfAll }) => {
      const who = isUnitedKingdom
        ? 'Of the people in this occupation'
        : 'In the United Kingdom as a whole, of the people in this occupation';
      const economy = selfEmployedPercentOfAll === null ? '' : `, against ${selfEmployedPercentOfAll} % in all occupations`;
      return `${who} ${selfEmployedPercent} % are self-employed${economy}. Figures of pay describe employees only, so they cover only part of it.`;
    },
  },
  {
    name: 'acceptable',
    reason: 'The contract: show acceptable figures with a caution.',
    applies: ({ employment }) => employment.quality === 'acceptable',
    text: () => 'The number of people is an estimate from a small sample: use it with caution, and not without its confidence interval.',
  },
  {
    name: 'unreliable',
    reason: 'A number with a wide or unreliable interval looks like any other number.',
    applies: ({ employment }) => employment.count !== null && employment.quality === 'unreliable',
    text: () => 'The number of people is too uncertain to be shown: the sample behind it is very small.',
  },
  {
    name: 'faulty-coding',
    reason:
      'ONS found occupations of 2021 and 2022 coded wrongly; a period that ends before December also holds months of the year before.',
    applies: ({ closing }) => {
      const [year = 0, month = 0] = closing.split('-').map(Number);
      const earliest = month === 12 ? year : year - 1;
      return earliest <= faultyCoding.last && year >= faultyCoding.first;
    },
    text: () =>
      'The period includes months of 2021 or 2022, when some detailed occupations were coded wrongly: the publisher advises caution with them.',
  },
  {
    name: 'rounding',
    reason: 'Counts are rounded to 100 one by one, so that readers who add them up find gaps.',
    applies: ({ isUnitedKingdom }) => isUnitedKingdom,
    text: () => 'Counts are rounded to 100, so parts need not add up to the whole, and percents are of rounded counts.',
  },
  {
    name: 'in-development',
    reason: 'Estimates of this survey lost their accreditation in October 2024; ONS calls small groups a concern.',
    applies: () => true,
    text: () => 'Estimates of the Annual Population Survey are official statistics in development.',
  },
];
