// The checks that compare what the tables of ASHE say twice. Thresholds are measured on Table 14 of 2022, 2023 and 2024, each alone and 2023
// and 2024 with the year before; anchors are no part of them. docs/checks.md has what each finds among seeded faults.
import { near } from '#sources/kit/checks-near.ts';
import { nearRelatives, notRepeated } from '#sources/kit/checks-relatives.ts';
import * as check from '#sources/kit/checks.ts';
import type { Check } from '#sources/kit/source.ts';
import { type Measure, measureKeys, measuresWithZeroes } from '#schemas/codes.ts';
import { round } from '#schemas/round.ts';
import type { AsheRows } from '../parse.ts';
import type { AsheObservations } from '../reshape.ts';
import type { Edition } from './examined-tables.ts';
import { type ExpectedCoefficient, coefficientsTooLarge, unexpectedCoefficients } from './coefficients.ts';
import { farCoefficients, farFigures } from './far-figures.ts';
import * as cells from './impossible-cells.ts';
import * as identity from './identities.ts';
import * as level from './levels.ts';
import * as whole from './parts-and-wholes.ts';
import * as changes from './printed-changes.ts';

const hours: readonly Measure[] = ['hours_paid_total', 'hours_paid_basic'];
const overtime: readonly Measure[] = ['overtime_pay', 'hours_paid_overtime'];
const weekly: readonly Measure[] = ['weekly_pay_gross', 'weekly_pay_excl_overtime', 'basic_pay_incl_other'];
const pay = measureKeys.filter((key) => !measuresWithZeroes.includes(key) && !hours.includes(key));
const isOf = (measures: readonly Measure[]) => (found: { readonly measure: Measure }) => measures.includes(found.measure);

/** The figures of some measures that lie far from their relatives. `ukOnly`: regions are smaller samples. */
const figuresOf =
  (measures: readonly Measure[], { ukOnly = false }: { readonly ukOnly?: boolean } = {}): Parameters<typeof nearRelatives<Edition>>[1] =>
  (edition, previous) =>
    farFigures(edition, previous)
      .filter((found) => isOf(measures)(found) && (!ukOnly || found.area === 'uk'))
      .map(({ related }) => related);

const coefficientsOf =
  (measures: readonly Measure[]): Parameters<typeof nearRelatives<Edition>>[1] =>
  (edition, previous) =>
    farCoefficients(edition, previous)
      .filter(isOf(measures))
      .map(({ related }) => related);

const coefficientsBy = (wanted: Parameters<typeof whole.coefficientsOutside>[1], band: check.Band): check.Rule<Edition> =>
  check.within(
    'the coefficient by the square root of jobs, in medians of its column,',
    (edition) => whole.coefficientsOutside(edition, wanted, band),
    band,
  );

const partsOfPay = identity.partsOutside([
  { part: 'weekly_pay_excl_overtime', whole: 'weekly_pay_gross', ofMean: [0.6, 1.001], ofPercentile: [0.6, 1.1] },
  { part: 'basic_pay_incl_other', whole: 'weekly_pay_excl_overtime', ofMean: [0.65, 1.001], ofPercentile: [0.65, 1.1] },
  { part: 'hours_paid_basic', whole: 'hours_paid_total', ofMean: [0.58, 1.001], ofPercentile: [0.58, 1.1] },
  // Without overtime the pay of an hour can be more or less.
  { part: 'hourly_pay_excl_overtime', whole: 'hourly_pay_gross', ofMean: [0.75, 1.5], ofPercentile: [0.75, 1.5] },
]);

/** Changes that lie far from others; `untraced` are those of figures that the year before does not have. */
const changesOf = (measures: readonly Measure[], most: number, { untraced = false } = {}): check.Rule<Edition> =>
  check.each(
    (edition, previous) =>
      changes
        .farChanges(edition, previous)
        .filter(({ measure, apart, isTraced }) => measures.includes(measure) && apart >= most && !(untraced && isTraced)),
    ({ place }) => place(),
    ({ printed, nearest }) =>
      `the printed change is ${printed} %, and the nearest of all that it can be compared with is ${nearest.toFixed(1)} %`,
  );

/** Coefficients of some measures that are farther from the expected one than `most` spreads. */
const unexpectedOf = (wanted: readonly Measure[], most: number): check.Rule<Edition> =>
  check.each(
    // They do not depend on the edition before.
    (edition: Edition): readonly ExpectedCoefficient[] =>
      unexpectedCoefficients(edition, null).filter((found) => isOf(wanted)(found) && found.apart >= most),
    ({ place }) => place(),
    ({ value, expected }) => `the coefficient is ${value} %, but other cells give about ${expected.toPrecision(2)} %`,
  );

/** Printed changes that lead to a figure of the year before `most` times as large or as small as expected. */
const untracedOf = (wanted: readonly Measure[], most: number, average?: 'median' | 'mean'): check.Rule<Edition> =>
  check.notInSample(
    check.each(
      (edition: Edition, previous: Edition | null) =>
        changes
          .unexpectedChanges(edition, previous)
          .filter((found) => isOf(wanted)(found) && found.times >= most && (average === undefined || found.of === average)),
      ({ place }) => place(),
      ({ printed, expected }) =>
        `the printed change is ${printed} %, expected about ${round(expected, 1)} %: the edition before, and its revision in other measures`,
    ),
  );

const levels = (wanted: readonly Measure[], band: check.Band) =>
  check.within(
    'the median over the unit groups of how many times a figure is that of the edition before',
    level.levelsSinceBefore(wanted),
    band,
  );

const sameGroups = (wanted: 'jobs' | 'changes', said: string, band: check.Band): check.Rule<Edition> =>
  // The sample draws its jobs and its changes.
  check.notInSample(
    check.within(
      said,
      (edition: Edition, previous: Edition | null) =>
        level
          .sameGroupsAsBefore(edition, previous)
          .filter(({ what }) => what === wanted)
          .map(({ place, level: found }) => [place, found] as const),
      band,
    ),
  );

export const redundancyChecks: readonly Check<AsheRows, AsheObservations>[] = [
  check.block(
    'printed-decimals',
    'Figures have no more decimals than the publisher prints: none in annual pay and jobs, two in hourly pay, one elsewhere (no exception in 2.2 million cells).',
    cells.tooManyDecimals,
  ),
  check.block(
    'zeroes',
    'No figure is 0, except means of overtime and incentive pay, which count people without any (no exception).',
    cells.impossibleZeroes,
  ),
  check.block(
    'changes-beside-figures',
    'A change is printed only beside the figure that has changed (no exception in 200,000 changes).',
    check.notInSample(changes.changesWithoutFigures),
  ),
  check.block(
    'figures-beside-relatives',
    // Observed at most 3.9 (weekly pay p20 of 9233, women part-time, 2024) and 2.5 with the year before; overtime 3.3, incentive pay 4.8.
    'No figure is 5 times as large or as small as all its relatives: the same figure in the other measures, in the year before and in the United Kingdom, pay by hours, 52 weeks, the percentiles beside it (observed at most 3.9). For incentive pay, which has few relatives, 6 times (observed at most 4.8).',
    nearRelatives('the figure', figuresOf([...pay, ...hours, ...overtime]), 5),
    nearRelatives('the figure', figuresOf(['annual_pay_incentive']), 6),
  ),
  check.knownIssue(
    'figures-near-relatives',
    // Pay: 6, 6 and 3 figures of 300,000 in 2022 to 2024, nearly all of part-time employees, where half the sample earns little.
    'No figure of pay or hours is 1.7 times as large or as small as all its relatives. Overtime 2.8 times.',
    nearRelatives('the figure', figuresOf([...pay, ...hours], { ukOnly: true }), 1.7),
    nearRelatives('the figure', figuresOf(overtime, { ukOnly: true }), 2.8),
  ),
  check.block(
    'percentiles-between-parts',
    'If both parts are published, a percentile of all lies between those of men and women, and of full-time and part-time, and one of a group between those of the groups beneath it, or is less than 1.1 times as large or as small as the nearest (350,000 compared; observed at most 1.053).',
    // The sample draws the figures of each sheet by themselves.
    check.notInSample(nearRelatives('the figure', whole.percentilesOutside, 1.1)),
  ),
  check.block(
    'means-of-parts',
    'A mean is that of its parts, weighted by their jobs, and hourly pay also by their hours, within 1.2 times the rounding of all: men and women, full-time and part-time, the groups beneath (50,000 compared; observed at most 1.01 times).',
    check.notInSample(near(whole.meansOfParts)),
  ),
  check.block(
    'weekly-is-hourly-by-hours',
    'Mean weekly pay is mean hourly pay by mean hours, within the rounding of the three: with overtime, and without (no exception among 25,000).',
    check.notInSample(near(identity.weeklyMeans)),
  ),
  check.block(
    'changes-of-means-multiply',
    'The printed changes of mean hourly pay and of mean hours multiply to that of mean weekly pay within 1.2 times the rounding of all: with overtime, and without (24,000 compared; observed at most 0.78 times).',
    check.notInSample(near(identity.weeklyChanges, { unit: '%' })),
  ),
  check.block(
    'parts-of-pay',
    'A figure is so many times the same figure of the pay or hours that it is a part of: pay without overtime 0.6 to 1.1 times (observed 0.70 to 1.065), basic pay 0.65 to 1.1 (0.75 to 1.052), hourly pay without overtime 0.75 to 1.5 (0.88 to 1.29), basic hours 0.58 to 1.1 (0.68 to 1.037). No mean is larger than the whole.',
    check.notInSample((edition) =>
      [...partsOfPay(edition)].map(({ place, value, nearest, of }) => ({
        place: typeof place === 'string' ? place : place(),
        message: `the figure is ${value}, and the same figure of ${of} is ${nearest}`,
        times: value / nearest,
      })),
    ),
  ),
  check.block(
    'jobs-beneath-add-up',
    'The jobs of the groups beneath a group add up to its jobs within half a thousand for each number (observed at most 0.8 of that).',
    check.notInSample(check.addUp(whole.jobsBeneath, 'thousand jobs')),
  ),
  check.block(
    'jobs-coefficients-agree',
    'The coefficient of variation of a number of jobs is the same in all tables that count the same jobs (no exception).',
    check.agree(cells.jobsCoefficients),
  ),
  check.block(
    'coefficients-plausible',
    'No coefficient of variation is above 100 %, and no figure is withheld as unreliable beside one of 20 % or less, unless the publisher has printed more than 50 such cells (2022 and 2024: none; 2023: thousands, and 855).',
    cells.hugeCoefficients,
    cells.withheldThoughReliable,
  ),
  check.block(
    'coefficients-by-jobs',
    'A coefficient by the square root of jobs is at most so many times the median of its column: of jobs 0.2 to 2.5 (observed 0.43 to 1.32), in tables of annual pay 0.2 to 5 (0.42 to 2.81), of means of pay 0.05 to 30 (0.12 to 15.3), of percentiles of pay 0.007 to 25 (0.014 to 12.5), of hours 0.003 to 55 (0.007 to 27).',
    check.notInSample(coefficientsBy((measure, column) => column === 'jobsThousands' && !measure.startsWith('annual'), [0.2, 2.5])),
    check.notInSample(coefficientsBy((measure, column) => column === 'jobsThousands' && measure.startsWith('annual'), [0.2, 5])),
    check.notInSample(coefficientsBy((measure, column) => column === 'mean' && !hours.includes(measure), [0.05, 30])),
    check.notInSample(
      coefficientsBy((measure, column) => column !== 'mean' && column !== 'jobsThousands' && !hours.includes(measure), [0.007, 25]),
    ),
    check.notInSample(coefficientsBy((measure, column) => column !== 'jobsThousands' && hours.includes(measure), [0.003, 55])),
  ),
  check.block(
    'coefficients-of-means',
    'The coefficient of a mean is at most what those of two others give together: hourly pay and hours for weekly pay, and the other way round; the parts for a sum and its parts, weighted by their figures; with and without overtime (observed at most 0.997 of it in 130,000).',
    check.notInSample(coefficientsTooLarge),
  ),
  check.knownIssue(
    'coefficients-near-expected',
    'The coefficient of a percentile is near what at least three others give: its neighbours, the same one in other measures and in the sheet that shares most jobs, and the distance of the percentiles beside it. Their logarithms differ from the mean of these by at most so many times a fifth and their spread: weekly pay 2.6, without overtime 1.5, basic pay 2.4, hourly pay 1.8, overtime 2, annual pay 1.8.',
    check.notInSample(unexpectedOf(['weekly_pay_gross'], 2.6)),
    check.notInSample(unexpectedOf(['weekly_pay_excl_overtime'], 1.5)),
    check.notInSample(unexpectedOf(['basic_pay_incl_other'], 2.4)),
    check.notInSample(unexpectedOf(['hourly_pay_gross', 'hourly_pay_excl_overtime', 'annual_pay_gross'], 1.8)),
    check.notInSample(unexpectedOf(overtime, 2)),
  ),
  check.block(
    'coefficients-near-expected-plausible',
    'The coefficient of a percentile of pay or overtime is at most eight times a fifth and their spread from the mean of at least three others (observed at most 5.0).',
    check.notInSample(unexpectedOf([...pay, ...overtime], 8)),
  ),
  check.knownIssue(
    'coefficients-near-relatives',
    'No coefficient of variation of weekly pay or overtime is 6 times as large or as small as all its relatives, of hourly pay 7 times, or, where few are comparable (annual pay, hours), 20 times. Small ones count as 0.2, 0.3 and 0.5 %.',
    nearRelatives('the coefficient', coefficientsOf([...weekly, ...overtime]), 6),
    nearRelatives('the coefficient', coefficientsOf(['hourly_pay_gross', 'hourly_pay_excl_overtime']), 7),
    nearRelatives('the coefficient', coefficientsOf(['annual_pay_gross', ...hours]), 20),
  ),
  check.block(
    'levels-beside-each-other',
    'In every table and column the median unit group has weekly pay of 0.4 to 1.6 times hourly pay by mean hours (observed 0.50 to 1.30), annual pay of 0.8 to 1.25 times 52 weeks (0.92 to 1.07), 0.88 to 1.03 of pay and hours without overtime (0.94 to 1.00), overtime pay of 0.8 to 1.6 times overtime hours by hourly pay (1.02 to 1.32). Pence, weeks and other units lie outside.',
    check.within('weekly pay by hourly pay and hours', level.beside.hourlyByHours, [0.4, 1.6]),
    check.within('annual pay by 52 weeks', level.beside.weeks, [0.8, 1.25]),
    ...level.beside.withOvertime.map((levelsOf) => check.within('the part of the whole', levelsOf, [0.88, 1.03])),
    check.within('overtime pay by overtime hours', level.beside.overtime, [0.8, 1.6]),
  ),
  check.block(
    'levels-since-before',
    'In every table and column the median unit group moves on the edition before by 0.93 to 1.25 times in pay (observed 1.01 to 1.13), 0.93 to 1.06 in hours (0.96 to 1.01), 0.7 to 1.5 in overtime (0.86 to 1.18), 0.6 to 1.7 in incentive pay (0.84 to 1.24).',
    levels(pay, [0.93, 1.25]),
    levels(hours, [0.93, 1.06]),
    levels(overtime, [0.7, 1.5]),
    levels(['annual_pay_incentive'], [0.6, 1.7]),
  ),
  check.block(
    'occupations-since-before',
    'The median of how many times the figures of a unit group are those of the edition before is 0.6 to 1.65 in pay (observed 0.71 to 1.40) and in hours (0.72 to 1.40), 0.45 to 2.4 in overtime (0.69 to 1.77).',
    check.within(
      'the median over its figures of how many times they are those of the edition before',
      level.occupationsSinceBefore([...pay, ...hours]),
      [0.6, 1.65],
    ),
    check.within(
      'the median over its figures of how many times they are those of the edition before',
      level.occupationsSinceBefore(overtime),
      [0.45, 2.4],
    ),
  ),
  check.block(
    'occupations-in-their-rows',
    'In the median over all sheets, the jobs of a unit group are 0.3 to 3.5 times those of the year before (observed 0.43 to 2.61), and its printed changes 0.75 to 1.33 times those that its figures show since then (observed 0.85 to 1.20). Otherwise its rows may be those of another group in every sheet.',
    sameGroups('jobs', "the median over the sheets of how many times its jobs are the year before's", [0.3, 3.5]),
    sameGroups('changes', 'the median over the sheets of how many times its printed changes are those since the year before', [0.75, 1.33]),
  ),
  check.block(
    'not-the-year-before',
    'No column has the figures of the year before in more than 90 % of its unit groups (observed at most 70 %, in hours, which change little).',
    // The years of the sample differ in few figures.
    check.notInSample(notRepeated(level.columnsOfBefore, { most: 0.9, least: level.leastCompared })),
  ),
  check.block(
    'changes-in-their-columns',
    "The printed changes of median and mean fit their own figures better than the other's (observed 0.09 to 0.66 of the distance).",
    // The sample draws its changes.
    check.notInSample(changes.swappedChanges),
  ),
  check.block(
    'changes-beside-relatives',
    'No printed change lies more than five times ten points and its own size from all that it can be compared with (observed at most 4.6).',
    check.notInSample(changesOf(measureKeys, 5)),
  ),
  check.block(
    'changes-lead-back-plausible',
    'A printed change of pay or hours leads to a figure of the year before that is less than 1.5 times as large or as small as in the edition before and its revision in other measures (observed at most 1.26).',
    untracedOf([...pay, ...hours], 1.5),
  ),
  check.knownIssue(
    'changes-lead-back',
    'A printed change leads to the figure of the year before, or to what its revision in other measures or in the other average makes of it: within 1.06 times in weekly pay without overtime, basic and hourly pay, 1.08 in gross weekly pay, 1.1 in hours and in the median of annual pay, 1.2 in its mean.',
    untracedOf(['weekly_pay_excl_overtime', 'basic_pay_incl_other', 'hourly_pay_gross', 'hourly_pay_excl_overtime'], 1.06),
    untracedOf(['weekly_pay_gross'], 1.08),
    untracedOf(hours, 1.1),
    untracedOf(['annual_pay_gross'], 1.1, 'median'),
    untracedOf(['annual_pay_gross'], 1.2, 'mean'),
  ),
  check.knownIssue(
    'changes-near-relatives',
    'If the edition before has no such figure, no printed change of pay or hours lies far from that of the other average and of other measures (weekly and hourly pay 1, hours 1.5, annual pay 2 times ten points and its own size).',
    check.notInSample(
      changesOf(
        pay.filter((key) => key !== 'annual_pay_gross'),
        1,
        { untraced: true },
      ),
    ),
    check.notInSample(changesOf(hours, 1.5, { untraced: true })),
    check.notInSample(changesOf(['annual_pay_gross'], 2, { untraced: true })),
  ),
];
