// The notes in answers about pay: each with its condition and its reason. The selections of pay only apply this table.
import { type Measure, measuresWithZeroes } from '../codes.ts';
import { type PayChangeColumn, payChangeColumns } from '../pay-columns.ts';
import type { PayFigure } from '../resources/pay.ts';

/** The figures of one area and year in the answer. The changes are the publisher's own on the year before. */
export interface NotedFigures {
  readonly figures: Readonly<Record<'median' | 'mean', PayFigure> & Partial<Record<PayChangeColumn, PayFigure>>>;
  readonly provisional: boolean;
}

/** The input of a rule. */
export interface PayNoteSubject {
  readonly measure: Measure;
  /** One for an answer of pay; one for each point of a series; the UK and every region for an answer by region. */
  readonly noted: readonly NotedFigures[];
  /** For an answer by region: what the edition lacks, and whether some region is compared with the UK. */
  readonly regions?: { readonly lacking: 'table' | 'measure' | null; readonly isCompared: boolean };
}

interface PayNoteRule {
  readonly applies: (subject: PayNoteSubject) => boolean;
  readonly text: string;
}

const any = (holds: (noted: NotedFigures) => boolean) => (subject: PayNoteSubject) => subject.noted.some(holds);
const anyMedian = (holds: (median: PayFigure) => boolean) => any(({ figures }) => holds(figures.median));

export const payNoteRules = {
  'money-of-the-year': {
    applies: () => true,
    text: 'Not adjusted for inflation.',
  },
  'one-classification': {
    applies: () => true,
    text: 'The series holds SOC 2020 only. Older editions use SOC 2010, whose codes mean other occupations. They are never joined to this series.',
  },
  // The publisher gives no coefficient of variation for a change.
  'change-of-estimates': {
    applies: () => true,
    text: 'Every median is an estimate from a sample. A change that is small compared with the coefficients of variation may be chance.',
  },
  // ASHE Table 15 is by place of work.
  workplace: {
    applies: () => true,
    text: 'The region is where the employees work, not where they live.',
  },
  // Regions without figures must not look like regions without employees.
  'no-table-of-regions': {
    applies: ({ regions }) => regions?.lacking === 'table',
    text: "This edition has no figures for regions. It has the United Kingdom alone, because it does not include the publisher's table of regions (ASHE Table 15).",
  },
  'no-measure-of-regions': {
    applies: ({ regions }) => regions?.lacking === 'measure',
    text: 'This edition has no figures for regions for this measure.',
  },
  'ranks-of-estimates': {
    applies: () => true,
    text: 'Every median is an estimate from a sample. Neighbours in the list whose medians are close, compared with their coefficients of variation, may stand in this order by chance.',
  },
  // The publisher gives no coefficient of variation for a difference.
  'difference-of-estimates': {
    applies: ({ regions }) => regions?.isCompared === true,
    text: 'Both medians of a difference are estimates from a sample. A difference that is small compared with their coefficients of variation may be chance.',
  },
  'published-change': {
    applies: any(({ figures }) => payChangeColumns.some((column) => typeof figures[column]?.value === 'number')),
    text: "ONS works out the yearly change from last year's corrected figure, so it can differ from the figures of two editions, even in sign.",
  },
  provisional: {
    applies: any(({ provisional }) => provisional),
    text: 'The publisher revises a provisional figure in the following autumn. The revision also changes the difference from the year before, for this year and the next.',
  },
  // For overtime and incentives the publisher counts employees without any only in the mean.
  zeroes: {
    applies: ({ measure }) => measuresWithZeroes.includes(measure),
    text: 'The median and percentiles leave out employees who had none. The mean counts them as 0. Do not compare the median with the mean.',
  },
  acceptable: {
    applies: anyMedian(({ quality }) => quality === 'acceptable'),
    text: 'A median of acceptable quality has a coefficient of variation above 10 %, or the published cell is shaded so. Use it with caution.',
  },
  unrated: {
    applies: anyMedian(({ value, quality }) => value !== null && quality === 'unrated'),
    text: 'A median is unrated if the publisher gives no coefficient of variation and no readable shading for it.',
  },
  'withheld-all-the-same': {
    applies: anyMedian(
      ({ value, quality, coefficientOfVariation: cv }) => value === null && quality === 'unreliable' && cv !== null && cv <= 20,
    ),
    text: 'The publisher withholds the median, although its coefficient of variation is not above 20 %. The median stays withheld here.',
  },
  // The median is the figure to show. A mean must not take its place unseen.
  'mean-alone': {
    applies: any(({ figures: { median, mean } }) => median.value === null && mean.value !== null),
    text: "Where the median is withheld and the mean is published, the mean does not take the median's place.",
  },
} as const satisfies Readonly<Record<string, PayNoteRule>>;

/** The rules of each answer, in the order of its notes. */
const rulesOf = {
  pay: ['zeroes', 'published-change', 'unrated', 'acceptable', 'withheld-all-the-same', 'mean-alone'],
  regions: [
    'workplace',
    'no-table-of-regions',
    'no-measure-of-regions',
    'difference-of-estimates',
    'zeroes',
    'acceptable',
    'unrated',
    'mean-alone',
  ],
  list: ['ranks-of-estimates', 'acceptable', 'unrated'],
  'list-of-region': ['workplace', 'ranks-of-estimates', 'acceptable', 'unrated'],
  series: [
    'money-of-the-year',
    'one-classification',
    'change-of-estimates',
    'published-change',
    'provisional',
    'zeroes',
    'acceptable',
    'unrated',
    'mean-alone',
  ],
} as const satisfies Readonly<Record<string, readonly (keyof typeof payNoteRules)[]>>;

/** The notes of one answer. */
export function payNotes(answer: keyof typeof rulesOf, subject: PayNoteSubject): string[] {
  return rulesOf[answer]
    .map((name) => payNoteRules[name])
    .filter(({ applies }) => applies(subject))
    .map(({ text }) => text);
}
