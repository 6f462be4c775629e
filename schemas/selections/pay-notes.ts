// The notes in answers about pay: each with its condition and its reason. The selections of pay
// only apply them.
import { type Measure, measuresWithZeroes } from '../codes.ts';
import { type PayChangeColumn, payChangeColumns } from '../pay-columns.ts';
import type { PayFigure } from '../resources/pay.ts';

/**
 * The figures of one area and year in the answer. The changes are the publisher's own on the year
 * before.
 */
interface NotedFigures {
  readonly figures: Readonly<
    Record<'median' | 'mean', PayFigure> & Partial<Record<PayChangeColumn, PayFigure>>
  >;
  readonly provisional: boolean;
}

/** The facts that decide which notes apply. */
interface PayNoteSubject {
  readonly measure: Measure;
  /**
   * One for an answer of pay; one for each point of a series; the UK and every region for an answer
   * by region.
   */
  readonly noted: readonly NotedFigures[];
  /**
   * For an answer by region: what the edition lacks, and whether some region is compared with the
   * UK.
   */
  readonly regions?: { readonly lacking: 'table' | 'measure' | null; readonly isCompared: boolean };
}

interface PayNote {
  readonly text: string;
  readonly applies: (subject: PayNoteSubject) => boolean;
}

const any = (holds: (noted: NotedFigures) => boolean) => (subject: PayNoteSubject) =>
  subject.noted.some(holds);
const anyMedian = (holds: (median: PayFigure) => boolean) =>
  any(({ figures }) => holds(figures.median));

const moneyOfTheYear = 'Not adjusted for inflation.';
const oneClassification =
  'The series holds SOC 2020 only. Older editions use SOC 2010, whose codes mean other ' +
  'occupations. They are never joined to this series.';
// The publisher gives no coefficient of variation for a change.
const changeOfEstimates =
  'Every median is an estimate from a sample. A change that is small compared with the ' +
  'coefficients of variation may be chance.';
// ASHE Table 15 is by place of work.
const workplace = 'The region is where the employees work, not where they live.';
// Regions without figures must not look like regions without employees.
const noTableOfRegions: PayNote = {
  text:
    'This edition has no figures for regions. It has the United Kingdom alone, because it ' +
    "does not include the publisher's table of regions (ASHE Table 15).",
  applies: ({ regions }) => regions?.lacking === 'table',
};
const noMeasureOfRegions: PayNote = {
  text: 'This edition has no figures for regions for this measure, sex and working pattern.',
  applies: ({ regions }) => regions?.lacking === 'measure',
};
const ranksOfEstimates =
  'Every median is an estimate from a sample. Neighbours in the list whose medians are ' +
  'close, compared with their coefficients of variation, may stand in this order by chance.';
// The publisher gives no coefficient of variation for a difference.
const differenceOfEstimates: PayNote = {
  text:
    'Both medians of a difference are estimates from a sample. A difference that is small ' +
    'compared with their coefficients of variation may be chance.',
  applies: ({ regions }) => regions?.isCompared === true,
};
const publishedChange: PayNote = {
  text:
    "ONS works out the yearly change from last year's corrected figure, so it can differ " +
    'from the figures of two editions, even in sign.',
  applies: any(({ figures }) =>
    payChangeColumns.some((column) => typeof figures[column]?.value === 'number'),
  ),
};
const provisional: PayNote = {
  text:
    'The publisher revises a provisional figure in the following autumn. The revision ' +
    'also changes the difference from the year before, for this year and the next.',
  applies: any(({ provisional }) => provisional),
};
// For overtime and incentives the publisher counts employees without any only in the mean.
const zeroes: PayNote = {
  text:
    'The median and percentiles leave out employees who had none. The mean counts them as ' +
    '0. Do not compare the median with the mean.',
  applies: ({ measure }) => measuresWithZeroes.includes(measure),
};
const acceptable: PayNote = {
  text:
    'A median of acceptable quality has a coefficient of variation above 10%, or the ' +
    'published cell is shaded so. Use it with caution.',
  applies: anyMedian(({ quality }) => quality === 'acceptable'),
};
const unrated: PayNote = {
  text:
    'A median is unrated if the publisher gives no coefficient of variation and no ' +
    'readable shading for it.',
  applies: anyMedian(({ value, quality }) => value !== null && quality === 'unrated'),
};
const withheldAllTheSame: PayNote = {
  text:
    'The publisher withholds the median, although its coefficient of variation is not ' +
    'above 20%. The median stays withheld here.',
  applies: anyMedian(
    ({ value, quality, coefficientOfVariation: cv }) =>
      value === null && quality === 'unreliable' && cv !== null && cv <= 20,
  ),
};
// The median is the figure to show. A mean must not take its place unseen.
export const meanAlone: PayNote = {
  text:
    'Where the median is withheld and the mean is published, the mean does not take the ' +
    "median's place.",
  applies: any(({ figures: { median, mean } }) => median.value === null && mean.value !== null),
};

/** The notes of each answer, in their order. All such answers have a text that has no condition. */
const notesOf = {
  pay: [zeroes, publishedChange, unrated, acceptable, withheldAllTheSame, meanAlone],
  regions: [
    workplace,
    noTableOfRegions,
    noMeasureOfRegions,
    differenceOfEstimates,
    zeroes,
    acceptable,
    unrated,
    meanAlone,
  ],
  list: [ranksOfEstimates, acceptable, unrated],
  'list-of-region': [workplace, ranksOfEstimates, acceptable, unrated],
  series: [
    moneyOfTheYear,
    oneClassification,
    changeOfEstimates,
    publishedChange,
    provisional,
    zeroes,
    acceptable,
    unrated,
    meanAlone,
  ],
} as const satisfies Readonly<Record<string, readonly (string | PayNote)[]>>;

/** The notes of one answer. */
export function payNotes(answer: keyof typeof notesOf, subject: PayNoteSubject): string[] {
  return notesOf[answer].flatMap((note) =>
    typeof note === 'string' ? note : note.applies(subject) ? note.text : [],
  );
}
