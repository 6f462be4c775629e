// What a user is told beside figures of pay: each note with when it is said and why. The table is the rule; the selections of pay only walk it.
import { type Measure, type Quality, measuresWithZeroes } from '../codes.ts';

/** A median of the answer, with what stands beside it. */
export interface NotedFigure {
  readonly median: number | null;
  readonly mean: number | null;
  /** The coefficient of variation of the median, in percent. */
  readonly cv: number | null;
  readonly quality: Quality;
  /** Whether the publisher's own change on the year before is given. */
  readonly hasChange: boolean;
  readonly provisional: boolean;
}

/** What a rule looks at. */
export interface PayNoteSubject {
  readonly measure: Measure;
  /** One of an answer of pay, one for each point of a series, the UK and every region of an answer by region. */
  readonly figures: readonly NotedFigure[];
  /** Of an answer by region: what the edition lacks, and whether each region's difference from the UK is given. */
  readonly regions?: { readonly lacking: 'table' | 'measure' | null; readonly differences: readonly boolean[] };
}

interface PayNoteRule {
  /** Why it is said. */
  readonly reason: string;
  readonly applies: (subject: PayNoteSubject) => boolean;
  readonly text: string | ((subject: PayNoteSubject) => string);
}

const anyFigure = (holds: (figure: NotedFigure) => boolean) => (subject: PayNoteSubject) => subject.figures.some(holds);
const hasZeroes = ({ measure }: PayNoteSubject) => measuresWithZeroes.includes(measure);
const isAcceptable = anyFigure(({ quality }) => quality === 'acceptable');
const isUnrated = anyFigure(({ median, quality }) => median !== null && quality === 'unrated');
const isMeanAlone = anyFigure(({ median, mean }) => median === null && mean !== null);

export const payNoteRules = {
  'money-of-the-year': {
    reason: 'A rise that only follows prices looks like one of pay.',
    applies: () => true,
    text: 'Figures are as published, in the money of their year: changes are not adjusted for inflation.',
  },
  'one-classification': {
    reason: 'The same four digits name another occupation in SOC 2010.',
    applies: () => true,
    text: 'The series holds SOC 2020 only. Editions to 2021 provisional are classified by SOC 2010, whose codes mean other occupations, and are never joined to it.',
  },
  'change-of-estimates': {
    reason: 'The publisher gives no coefficient of variation for a change.',
    applies: () => true,
    text: 'Every median is an estimate from a sample: where a change is small beside the coefficients of variation it may be chance.',
  },
  workplace: {
    reason: 'ASHE Table 15 is by place of work.',
    applies: () => true,
    text: 'A region is where the work is done, not where the employees live.',
  },
  'no-table-of-regions': {
    reason: 'Regions without figures must not look like regions without employees.',
    applies: ({ regions }) => regions?.lacking === 'table',
    text: "This edition has no figures of regions: the publisher's table of regions (ASHE Table 15) is not part of it.",
  },
  'no-measure-of-regions': {
    reason: 'The same, where the table is there and lacks the measure.',
    applies: ({ regions }) => regions?.lacking === 'measure',
    text: 'This edition has no figures of regions for this measure.',
  },
  'difference-of-estimates': {
    reason: 'The publisher gives no coefficient of variation for a difference.',
    applies: ({ regions }) => regions?.differences.includes(true) === true,
    text: 'Both medians of a difference are estimates from a sample: where it is small beside their coefficients of variation it may be chance.',
  },
  'no-difference': {
    reason: 'A difference of what must not be shown must not be shown either, and its absence is no zero.',
    applies: ({ regions }) => regions?.differences.includes(false) === true,
    text: "differenceFromUk and ratioToUk are null wherever the region's median or that of the UK is not presentable.",
  },
  'published-change': {
    reason: 'Ours, of the series, is between the editions held; the two can differ even in sign.',
    applies: anyFigure(({ hasChange }) => hasChange),
    text: "`change` is the publisher's own, on the revised figures of the year before. It can differ from a change between two editions as published, even in sign.",
  },
  provisional: {
    reason: 'A change on a provisional point is revised twice: with the point, and with the one before it.',
    applies: anyFigure(({ provisional }) => provisional),
    text: 'A provisional figure is revised by the publisher in the following autumn; changeOnPreviousPoint moves with it, that of the point after it too.',
  },
  zeroes: {
    reason: 'Of overtime and incentives the publisher counts employees without any in the mean, and nowhere else.',
    applies: hasZeroes,
    text: 'The median and percentiles leave out employees who had none; the mean counts them as 0. Do not compare the two.',
  },
  'zeroes-of-medians': {
    reason: 'The same, where there are medians alone.',
    applies: hasZeroes,
    text: 'The medians leave out employees who had none.',
  },
  acceptable: {
    reason: 'The contract: show acceptable figures with a caution.',
    applies: isAcceptable,
    text: ({ figures: [figure] }) => {
      const evidence = figure?.cv === null ? 'by the shading of the published cell' : 'with a coefficient of variation above 10 %';
      return `The median is acceptable, ${evidence}: show it with a caution.`;
    },
  },
  'some-acceptable': {
    reason: 'The same, where there are several medians.',
    applies: isAcceptable,
    text: 'Where the quality is acceptable, by a coefficient of variation above 10 % or by the shading of the published cell, show the median with a caution.',
  },
  unrated: {
    reason: 'A figure of unknown quality looks like any other figure.',
    applies: isUnrated,
    text: 'The publisher gives neither a coefficient of variation nor a readable shading for the median, so its quality is unrated.',
  },
  'some-unrated': {
    reason: 'The same, where there are several medians.',
    applies: isUnrated,
    text: 'Where the publisher gives neither a coefficient of variation nor a readable shading for a median, its quality is unrated.',
  },
  'withheld-all-the-same': {
    reason: 'The coefficient of variation would let the median be shown, and the publisher does not.',
    applies: anyFigure(({ median, quality, cv }) => median === null && quality === 'unreliable' && cv !== null && cv <= 20),
    text: 'The publisher withholds the median although its coefficient of variation is not above 20 %; it stays withheld.',
  },
  'mean-alone': {
    reason: 'The answer is judged by its median; a mean beside it must not be shown in its place.',
    applies: isMeanAlone,
    text: 'The mean is published but the median is withheld: the answer is not presentable.',
  },
  'some-means-alone': {
    reason: 'The same, of a point of a series.',
    applies: isMeanAlone,
    text: 'Where the mean is published but the median is withheld, the point is not presentable.',
  },
} as const satisfies Readonly<Record<string, PayNoteRule>>;

/** The rules of each answer, in the order in which it says them. */
const rulesOf = {
  pay: ['zeroes', 'published-change', 'unrated', 'acceptable', 'withheld-all-the-same', 'mean-alone'],
  regions: [
    'workplace',
    'no-table-of-regions',
    'no-measure-of-regions',
    'difference-of-estimates',
    'no-difference',
    'zeroes-of-medians',
    'some-acceptable',
    'some-unrated',
  ],
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
