// The notes that answers give with the figures of employment.
import type { Estimate } from './reshape.ts';

/**
 * What notes depend on. Percentages are those of the document; null if they are withheld or
 * unreliable.
 */
interface NoteSubject {
  readonly isUnitedKingdom: boolean;
  /** The month in which the period ends, `2026-06`. */
  readonly closing: string;
  readonly employment: Estimate;
  readonly selfEmployedPercent: number | null;
  readonly selfEmployedPercentOfAll: number | null;
}

/**
 * About twice the share in the whole economy, which is near 13%. Above this share, pay of
 * employees leaves out a large part of the occupation.
 */
const largeSelfEmployedPercent = 25;

/**
 * The years with wrongly coded occupations, according to notes to the pay survey of 2023 and 2024
 * and to the service's exports.
 */
const faultyCoding = { first: 2021, last: 2022 };

export function notesOf(subject: NoteSubject): string[] {
  const { count, quality } = subject.employment;
  const notes = [
    selfEmployedNote(subject),
    quality === 'acceptable' &&
      'The number of people is an estimate from a small sample: use it with caution, ' +
        'and always show its confidence interval.',
    // A number with a wide interval, or with none, looks like any other number.
    count !== null &&
      quality === 'unreliable' &&
      'The number of people is too uncertain to be shown: the sample behind it is very small.',
    count !== null &&
      quality === 'unrated' &&
      'The number of people is not to be shown: the release has no confidence interval ' +
        'for it, so its quality is unknown.',
    isFaultilyCoded(subject) && faultyCodingNote,
    subject.isUnitedKingdom &&
      'Counts are rounded to 100, so parts may not add up exactly to the whole. ' +
        'Percentages are of rounded counts.',
    inDevelopment,
  ];
  return notes.filter((note) => note !== false);
}

export function listNotes(closing: string): string[] {
  const notes = [
    'Every number of people is an estimate from a sample, plus or minus its confidence ' +
      'interval. Neighbours in the list may stand in this order by chance.',
    isFaultilyCoded({ closing }) && faultyCodingNote,
    inDevelopment,
  ];
  return notes.filter((note) => note !== false);
}

const faultyCodingNote =
  'The period includes months of 2021 or 2022, when some detailed occupations were ' +
  'coded wrongly. The publisher advises caution with them.';
const inDevelopment =
  'Estimates of the Annual Population Survey are official statistics in development.';

/**
 * Pay comes from a survey of employers, which leaves out the self-employed. Nations have no
 * breakdown, so they get the United Kingdom's share.
 */
function selfEmployedNote({
  isUnitedKingdom,
  selfEmployedPercent,
  selfEmployedPercentOfAll,
}: NoteSubject): string | false {
  if (selfEmployedPercent === null || selfEmployedPercent < largeSelfEmployedPercent) return false;
  const who = isUnitedKingdom
    ? 'Of the people in this occupation'
    : 'In the United Kingdom as a whole, of the people in this occupation';
  const economy =
    selfEmployedPercentOfAll === null
      ? ''
      : `, against ${selfEmployedPercentOfAll}% in all occupations`;
  return (
    `${who} ${selfEmployedPercent}% are self-employed${economy}. Figures of pay describe ` +
    'employees only, so they cover only part of the occupation.'
  );
}

/** A period that ends before December also holds months of the year before. */
function isFaultilyCoded({ closing }: Pick<NoteSubject, 'closing'>): boolean {
  const [year = 0, month = 0] = closing.split('-').map(Number);
  return (month === 12 ? year : year - 1) <= faultyCoding.last && year >= faultyCoding.first;
}
