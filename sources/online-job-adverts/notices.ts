// Writes the notices beside the figures: what adverts are, which months have no figures, and what
// the publisher's notes say.
import { monthNames } from '#schemas/reference-dates.ts';
import { type AdvertObservations, suppressed } from './reshape.ts';

const always = [
  'New online adverts are a signal of demand. They are not unique vacancies, and not jobs.',
  "The publisher's model assigns occupations to adverts.",
];

/** A month in words: 2026-03 is March 2026. */
function monthInWords(month: string): string {
  return `${monthNames[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;
}

/** Periods in which no figure of a table is published. */
function whollySuppressed(
  tables: Iterable<ReadonlyMap<string, Int32Array>>,
  periods: readonly string[],
): string[] {
  const published = new Set<number>();
  for (const occupations of tables) {
    for (const counts of occupations.values()) {
      counts.forEach((count, index) => {
        if (count !== suppressed) published.add(index);
      });
    }
  }
  return periods.filter((_, index) => !published.has(index));
}

export function monthlyNotices({ regional, months, notes }: AdvertObservations): string[] {
  const latest = months.slice(-12);
  return [
    ...always,
    ...whollySuppressed(regional.values(), months)
      .filter((month) => latest.includes(month))
      .map(
        (month) => `No figure for ${monthInWords(month)} is published, for any occupation or area.`,
      ),
    ...passedOn(notes, months),
  ];
}

export function quarterlyNotices({ local, quarters, months, notes }: AdvertObservations): string[] {
  const latest = quarters.slice(-4);
  return [
    ...always,
    'Figures of local areas do not add up to those of their region or of the UK. Do not ' +
      'compare their quarters with the months of a region.',
    ...whollySuppressed(local.values(), quarters)
      .filter((quarter) => latest.includes(quarter))
      .map(
        (quarter) =>
          `No figure for the quarter ${quarter} is published, for any occupation or local area.`,
      ),
    ...passedOn(notes, months),
  ];
}

/**
 * The notes that name one of the latest twelve months, as printed, after a notice if any note says
 * that figures are imputed. A title names the last month only as the end of the series, so it is
 * not a note on that month.
 */
function passedOn(notes: readonly string[], months: readonly string[]): string[] {
  const first = monthInWords(months[0] ?? '');
  const last = monthInWords(months.at(-1) ?? '');
  const series = new RegExp(`${first} (?:and|to) ${last}`, 'g');
  const names = (note: string, month: string) =>
    note.replaceAll(series, '').includes(monthInWords(month));
  const notesOnMonths = notes.filter((note) =>
    months.slice(-12).some((month) => names(note, month)),
  );
  const notices = notesOnMonths.map((note) => `The publisher notes: ${note}`);
  const hasImputed = notes.some((note) => /\bimput/i.test(note));
  if (!hasImputed) return notices;
  return ['The publisher imputes some figures. They are included as published.', ...notices];
}
