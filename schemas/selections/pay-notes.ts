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
  /** Why the note is there. */
  readonly reason: string;
  readonly applies: (subject: PayNoteSubject) => boolean;
  readonly text: string | ((subject: PayNoteSubject) => string);
}

const any = (holds: (noted: NotedFigures) => boolean) => (subject: PayNoteSubject) => subject.noted.some(holds);
const anyMedian = (holds: (median: PayFigure) => boolean) => any(({ figures }) => holds(figures.median));
const hasZeroes = ({ measure }: PayNoteSubject) => measuresWithZeroes.includes(measure);
const isAcceptable = anyMedian(({ quality }) => quality === 'acceptable');
const isUnrated = anyMedian(({ value, quality }) => value !== null && quality === 'unrated');
const isMeanAlone = any(({ figures: { median, mean } }) => median.value === null && mean.value !== null);
const hasChange = any(({ figures }) => payChangeColumns.some((column) => typeof figures[column]?.value === 'number'));

export const payNoteRules = {
  'money-of-the-year': {
    reason: 'A rise that only follows prices looks like a real rise of pay.',
    applies: () => true,
    text: 'Not adjusted for inflation.',
  },
  'one-classification': {
    reason: 'In SOC 2010 the same four digits name another occupation.',
    applies: () => true,
    text: 'The series holds SOC 2020 only. Older editions use SOC 2010, whose codes mean other occupations. They are never joined to this series.',
  },
  'change-of-estimates': {
    reason: 'The publisher gives no coefficient of variation for a change.',
    applies: () => true,
    text: 'Every median is an estimate from a sample. A change that is small compared with the coefficients of variation may be chance.',
  },
  workplace: {
    reason: 'ASHE Table 15 is by place of work.',
    applies: () => true,
    text: 'The region is where the employees work, not where they live.',
  },
  'no-table-of-regions': {
    reason: 'Regions without figures must not look like regions without employees.',
    applies: ({ regions }) => regions?.lacking === 'table',
    text: "This edition has no figures for regions. It has the United Kingdom alone, because it does not include the publisher's table of regions (ASHE Table 15).",
  },
  'no-measure-of-regions': {
    reason: 'The same, if the edition has the table but not the measure.',
    applies: ({ regions }) => regions?.lacking === 'measure',
    text: 'This edition has no figures for regions for this measure.',
  },
  'ranks-of-estimates': {
    reason: 'Two neighbours of a list can stand in another order next year by chance alone.',
    applies: () => true,
    text: 'Every median is an estimate from a sample. Neighbours in the list whose medians are close, compared with their coefficients of variation, may stand in this order by chance.',
  },
  'difference-of-estimates': {
    reason: 'The publisher gives no coefficient of variation for a difference.',
    applies: ({ regions }) => regions?.isCompared === true,
    text: 'Both medians of a difference are estimates from a sample. A difference that is small compared with their coefficients of variation may be chance.',
  },
  'published-change': {
    reason: 'The change in our series is between two editions. It can differ from the published change even in sign.',
    applies: hasChange,
    text: "ONS works out the yearly change from last year's corrected figure, so it can differ from the figures of two editions, even in sign.",
  },
  provisional: {
    reason: 'A change on a provisional point is revised twice: with this point, and with the point before it.',
    applies: any(({ provisional }) => provisional),
    text: 'The publisher revises a provisional figure in the following autumn. The revision also changes the difference from the year before, for this year and the next.',
  },
  zeroes: {
    reason: 'For overtime and incentives the publisher counts employees without any only in the mean.',
    applies: hasZeroes,
    text: 'The median and percentiles leave out employees who had none. The mean counts them as 0. Do not compare the median with the mean.',
  },
  acceptable: {
    reason: 'The contract says: show acceptable figures with a caution.',
    applies: isAcceptable,
    text: ({ noted: [of] }) => {
      const evidence =
        of?.figures.median.coefficientOfVariation === null
          ? 'by the shading of the published cell'
          : 'with a coefficient of variation above 10 %';
      return `The quality of the median is acceptable, ${evidence}. Use it with caution.`;
    },
  },
  'some-acceptable': {
    reason: 'The same, for answers with several medians.',
    applies: isAcceptable,
    text: 'If the quality is acceptable, by a coefficient of variation above 10 % or by the shading of the published cell, use the median with caution.',
  },
  unrated: {
    reason: 'A figure of unknown quality looks like any other figure.',
    applies: isUnrated,
    text: 'The publisher gives no coefficient of variation and no readable shading for the median, so its quality is unrated.',
  },
  'some-unrated': {
    reason: 'The same, for answers with several medians.',
    applies: isUnrated,
    text: 'If the publisher gives no coefficient of variation and no readable shading for a median, its quality is unrated.',
  },
  'withheld-all-the-same': {
    reason: 'The coefficient of variation would allow the median, but the publisher withholds it.',
    applies: anyMedian(
      ({ value, quality, coefficientOfVariation: cv }) => value === null && quality === 'unreliable' && cv !== null && cv <= 20,
    ),
    text: 'The publisher withholds the median, although its coefficient of variation is not above 20 %. The median stays withheld here.',
  },
  'mean-alone': {
    reason: 'The median is the figure to show. A mean must not take its place unseen.',
    applies: isMeanAlone,
    text: "The median is withheld and the mean is published. The mean does not take the median's place.",
  },
  'some-means-alone': {
    reason: 'The same, for answers of several areas or years.',
    applies: isMeanAlone,
    text: "Some medians are withheld beside a published mean. The mean does not take the median's place.",
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
    'some-acceptable',
    'some-unrated',
    'some-means-alone',
  ],
  list: ['ranks-of-estimates', 'some-acceptable', 'some-unrated'],
  'list-of-region': ['workplace', 'ranks-of-estimates', 'some-acceptable', 'some-unrated'],
  series: [
    'money-of-the-year',
    'one-classification',
    'change-of-estimates',
    'published-change',
    'provisional',
    'zeroes',
    'some-acceptable',
    'some-unrated',
    'some-means-alone',
  ],
} as const satisfies Readonly<Record<string, readonly (keyof typeof payNoteRules)[]>>;

/** The notes of one answer. */
export function payNotes(answer: keyof typeof rulesOf, subject: PayNoteSubject): string[] {
  return rulesOf[answer]
    .map((name): PayNoteRule => payNoteRules[name])
    .filter(({ applies }) => applies(subject))
    .map(({ text }) => (typeof text === 'string' ? text : text(subject)));
}
