// The notes that answers give with the figures: when each note applies, and why. documents.ts only walks the list.
import type { Estimate } from './reshape.ts';

/** What a rule looks at. Percentages are those of the document, to one decimal; null if they are withheld or unreliable. */
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
  /** Why answers give the note. */
  readonly reason: string;
  readonly applies: (subject: NoteSubject) => boolean;
  readonly text: (subject: NoteSubject) => string;
}

/** About twice the share in the whole economy, which is near 13 %. Above it, pay of employees leaves out a large part of the occupation. */
const largeSelfEmployedPercent = 25;

/** The years with wrongly coded occupations, according to notes to the pay survey of 2023 and 2024 and to the service's exports. */
const faultyCoding = { first: 2021, last: 2022 };

export const noteRules: readonly NoteRule[] = [
  {
    name: 'large-self-employed-share',
    reason:
      "Pay comes from a survey of employers, which leaves out the self-employed. Nations have no breakdown, so they get the United Kingdom's share.",
    applies: ({ selfEmployedPercent }) => selfEmployedPercent !== null && selfEmployedPercent >= largeSelfEmployedPercent,
    text: ({ isUnitedKingdom, selfEmployedPercent, selfEmployedPercentOfAll }) => {
      const who = isUnitedKingdom
        ? 'Of the people in this occupation'
        : 'In the United Kingdom as a whole, of the people in this occupation';
      const economy = selfEmployedPercentOfAll === null ? '' : `, against ${selfEmployedPercentOfAll} % in all occupations`;
      return `${who} ${selfEmployedPercent} % are self-employed${economy}. Figures of pay describe employees only, so they cover only part of the occupation.`;
    },
  },
  {
    name: 'acceptable',
    reason: 'The contract: show acceptable figures with a caution.',
    applies: ({ employment }) => employment.quality === 'acceptable',
    text: () => 'The number of people is an estimate from a small sample: use it with caution, and always show its confidence interval.',
  },
  {
    name: 'unreliable',
    reason: 'A number with a wide or unreliable interval looks like any other number.',
    applies: ({ employment }) => employment.count !== null && employment.quality === 'unreliable',
    text: () => 'The number of people is too uncertain to be shown: the sample behind it is very small.',
  },
  {
    name: 'unrated',
    reason: 'A number without an interval looks like any other number, and nothing says how far it may be wrong.',
    applies: ({ employment }) => employment.count !== null && employment.quality === 'unrated',
    text: () => 'The number of people is not to be shown: the release has no confidence interval for it, so its quality is unknown.',
  },
  {
    name: 'faulty-coding',
    reason:
      'ONS found wrongly coded occupations in 2021 and 2022. A period that ends before December also holds months of the year before.',
    applies: ({ closing }) => {
      const [year = 0, month = 0] = closing.split('-').map(Number);
      const earliest = month === 12 ? year : year - 1;
      return earliest <= faultyCoding.last && year >= faultyCoding.first;
    },
    text: () =>
      'The period includes months of 2021 or 2022, when some detailed occupations were coded wrongly. The publisher advises caution with them.',
  },
  {
    name: 'rounding',
    reason: 'Each count is rounded to 100 by itself, so readers who add counts up find gaps.',
    applies: ({ isUnitedKingdom }) => isUnitedKingdom,
    text: () => 'Counts are rounded to 100, so parts may not add up exactly to the whole. Percentages are of rounded counts.',
  },
  {
    name: 'in-development',
    reason: 'Estimates of this survey lost their accreditation in October 2024; ONS calls small groups a concern.',
    applies: () => true,
    text: () => 'Estimates of the Annual Population Survey are official statistics in development.',
  },
];
