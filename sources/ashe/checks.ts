// What must be true of an ASHE release before it is served. Observed values come from Table 14 of
// 2022, 2023 and 2024, and from derived tables of 2025. layout.ts finds every workbook, sheet and
// header, reshape.ts refuses unknown markers and markers in the wrong place.
import { nearRelatives, notRepeated } from '#sources/kit/checks-relatives.ts';
import * as check from '#sources/kit/checks.ts';
import { titleChecks } from '#sources/kit/checks-titles.ts';
import type { Check } from '#sources/kit/checks.ts';
import { placeOf } from '#sources/kit/place.ts';
import { type Measure, measures } from '#schemas/codes.ts';
import type { Edition } from './checks/edition.ts';
import * as figures from './checks/figures.ts';
import * as sheets from './checks/sheets.ts';
import * as since from './checks/since-before.ts';
import { type Rows, printedWorkbook } from './layout.ts';
import type { AsheObservations } from './reshape.ts';

/** The values that pass, and the values observed in releases. */
interface Range {
  readonly band: readonly [least: number, most: number];
  readonly observed: readonly [least: string, most: string];
}

/** The largest allowed ratio of a figure to its relatives, and the largest observed. */
const timesRelatives = {
  any: { most: 5, observed: '3.9' },
  incentivePay: { most: 6, observed: '4.8' },
  siblings: { most: 1.7, observed: '1.46' },
} as const;

/** The median over unit groups of a figure divided by the value that other measures imply. */
const levelRanges = {
  weeklyPay: { band: [0.4, 1.6], observed: ['0.50', '1.30'] },
  annualPay: { band: [0.8, 1.25], observed: ['0.92', '1.07'] },
  withoutOvertime: { band: [0.88, 1.03], observed: ['0.94', '1.00'] },
  overtimePay: { band: [0.8, 1.6], observed: ['1.02', '1.32'] },
} as const satisfies Record<string, Range>;

/** The median over all sheets, as a multiple of the year before. */
const rangesSinceBefore = {
  jobs: { band: [0.3, 3.5], observed: ['0.43', '2.61'] },
  changes: { band: [0.75, 1.33], observed: ['0.85', '1.20'] },
} as const satisfies Record<string, Range>;

/**
 * The largest allowed ratio between a printed change and the change since the year before, and the
 * largest observed.
 */
const timesYearBefore = { most: 1.5, observed: '1.26' } as const;

const bandOf = ({ band: [least, most] }: Range) => `${least} to ${most}`;
const observedOf = ({ observed: [least, most] }: Range) => `${least} to ${most}`;

const odd = (kind: keyof ReturnType<typeof figures.oddCells>) => (edition: Edition) =>
  figures.oddCells(edition)[kind];

/** The median over unit groups of a figure divided by the value that other measures imply. */
const level = (measure: Measure, band: check.Band, relation = figures.relations[measure]) => {
  if (relation === undefined) throw new RangeError(`${measure} has no relation`);
  return check.within(
    `${measure} by ${relation.comparedWith}`,
    since.levelsBeside(measure, relation),
    band,
  );
};

const partOf = (part: Measure, whole: Measure) =>
  level(part, levelRanges.withoutOvertime.band, {
    comparedWith: whole,
    figure: (figureOf, column) => figureOf(whole, column),
  });

const meansOf = (measure: Measure, ...parts: readonly Measure[]) =>
  figures.addUp(
    parts.join(' and '),
    'mean',
    { measure },
    parts.map((part) => ({ measure: part })),
    0.15,
  );

const far = (isWanted: (measure: Measure) => boolean, most: number) =>
  nearRelatives<Edition>(
    'the figure',
    (edition, previous) =>
      figures.farFigures(edition, previous).relatives.filter(({ measure }) => isWanted(measure)),
    most,
  );

export const checks: readonly Check<Rows, AsheObservations>[] = [
  check.block(
    'groups-complete',
    'Every sheet of Table 14 has all employees and the 551 groups of soc-structure, in ' +
      'their order.',
    check.agree((edition) => sheets.rowsInOrder(edition, 14)),
  ),
  ...titleChecks<Rows, AsheObservations>(sheets.titles),
  check.block(
    'sheet-title',
    'The title of each sheet names its table, its sex and work pattern, and, if it ' +
      'names a year, the year of the release. Nothing else shows that sheets were saved ' +
      'under shuffled names.',
    sheets.wrongTitles,
  ),
  check.block(
    'same-edition',
    'All workbooks, also those of Table 15, name the year of the release and are of one ' +
      'kind: a revised release has none marked provisional.',
    sheets.wrongWorkbooks,
  ),
  check.block(
    'ab-aligned',
    'Estimates and coefficients of variation stand in the same rows: columns A and B ' +
      'are equal row by row (no exception in 22 pairs).',
    check.agree(sheets.rowsSideBySide),
  ),
  check.block(
    'printed-decimals',
    'Figures have no more decimals than the publisher prints: none in annual pay and ' +
      'jobs, two in hourly pay, one elsewhere (no exception in 2.2 million cells).',
    odd('decimals'),
  ),
  check.block(
    'zeroes',
    'No figure is 0, except means of overtime and incentive pay, which count people ' +
      'without any (no exception).',
    odd('zero'),
  ),
  check.block(
    'percentiles-rise',
    'The published percentiles of a row never fall. Withheld ones are ignored (no ' +
      'violation in three years).',
    check.rising(figures.risingPercentiles),
  ),
  check.block(
    'cv-coherent',
    'No published figure has a coefficient of variation above 20%.',
    odd('unreliable'),
  ),
  check.block(
    'shading-agrees',
    'A published figure that has a coefficient of variation and a readable shading has ' +
      'the same band by both (no exception in 2022, 2023 and 2024).',
    figures.wrongShading,
  ),
  check.knownIssue(
    'quality-told',
    'Every published figure has a coefficient of variation or a readable shading. A ' +
      'figure with neither is served as unrated.',
    odd('unrated'),
  ),
  check.block(
    'coefficients-plausible',
    'No coefficient of variation is above 100%, and no figure is withheld as ' +
      'unreliable beside one of 20% or less, unless the publisher has printed more than ' +
      '50 such cells (2022 and 2024: none; 2023: thousands, and 855).',
    odd('huge'),
    odd('reliable'),
  ),
  check.block(
    'jobs-agree',
    'The number of jobs of a group, and its coefficient of variation, are the same in ' +
      'Tables 14.1 to 14.6 and 14.9 to 14.11, and the same in 14.7 and 14.8 (no exception).',
    check.agree(figures.jobsOfRows),
  ),
  check.block(
    'jobs-add-up',
    'Jobs of men and women, and of full-time and part-time employees, add up to all ' +
      'within 2 thousand (observed at most 1).',
    // Each number is rounded to a thousand.
    figures.addUp(
      'men and women',
      'jobsThousands',
      { sex: 'all', pattern: 'all' },
      [{ sex: 'male' }, { sex: 'female' }],
      2,
    ),
    figures.addUp(
      'full-time and part-time',
      'jobsThousands',
      { sex: 'all', pattern: 'all' },
      [{ pattern: 'fulltime' }, { pattern: 'parttime' }],
      2,
    ),
  ),
  check.block(
    'means-add-up',
    'The means of basic and overtime hours add up to the mean of total hours, and the ' +
      'means of pay without overtime and of overtime pay to the mean of gross weekly pay, ' +
      'within 0.15 (observed at most 0.1). A table from another year fails.',
    // Three means, each rounded to 0.1, can miss by 0.15.
    meansOf('hours_paid_total', 'hours_paid_basic', 'hours_paid_overtime'),
    meansOf('weekly_pay_gross', 'weekly_pay_excl_overtime', 'overtime_pay'),
  ),
  check.comparing.block(
    'figures-beside-relatives',
    [
      `No figure is ${timesRelatives.any.most} times as large or as small as all its relatives:`,
      'the same figure in the other measures, in the edition before and in the United Kingdom,',
      'pay by hours, 52 weeks, the percentiles beside it',
      `(observed at most ${timesRelatives.any.observed};`,
      `incentive pay, which has few relatives, ${timesRelatives.incentivePay.most} times,`,
      `observed at most ${timesRelatives.incentivePay.observed}).`,
      `Nor is it ${timesRelatives.siblings.most} times all those that differ only by overtime`,
      `and other pay (observed at most ${timesRelatives.siblings.observed}).`,
    ].join(' '),
    far((measure) => measure !== 'annual_pay_incentive', timesRelatives.any.most),
    far((measure) => measure === 'annual_pay_incentive', timesRelatives.incentivePay.most),
    nearRelatives(
      'the figure',
      (edition, previous) => figures.farFigures(edition, previous).siblings,
      timesRelatives.siblings.most,
    ),
  ),
  check.block(
    'levels-beside-each-other',
    [
      'In every table and column the median unit group has',
      `weekly pay of ${bandOf(levelRanges.weeklyPay)} times hourly pay by mean hours`,
      `(observed ${observedOf(levelRanges.weeklyPay)}),`,
      `annual pay of ${bandOf(levelRanges.annualPay)} times 52 weeks`,
      `(${observedOf(levelRanges.annualPay)}),`,
      `${bandOf(levelRanges.withoutOvertime)} of pay and hours without overtime`,
      `(${observedOf(levelRanges.withoutOvertime)}),`,
      `overtime pay of ${bandOf(levelRanges.overtimePay)} times overtime hours by hourly pay`,
      `(${observedOf(levelRanges.overtimePay)}).`,
      'Pence, weeks and other units lie outside.',
    ].join(' '),
    level('weekly_pay_gross', levelRanges.weeklyPay.band),
    level('annual_pay_gross', levelRanges.annualPay.band),
    level('overtime_pay', levelRanges.overtimePay.band),
    partOf('weekly_pay_excl_overtime', 'weekly_pay_gross'),
    partOf('basic_pay_incl_other', 'weekly_pay_excl_overtime'),
    partOf('hourly_pay_excl_overtime', 'hourly_pay_gross'),
    partOf('hours_paid_basic', 'hours_paid_total'),
  ),
  check.comparing.block(
    'occupations-in-their-rows',
    [
      'In the median over all sheets, the jobs of a unit group are',
      `${bandOf(rangesSinceBefore.jobs)} times those of the year before`,
      `(observed ${observedOf(rangesSinceBefore.jobs)}),`,
      `and its printed changes ${bandOf(rangesSinceBefore.changes)} times those that its figures`,
      `show since then (observed ${observedOf(rangesSinceBefore.changes)}).`,
      'Otherwise its rows may be those of another group in every sheet.',
    ].join(' '),
    check.within(
      "the median over the sheets of how many times its jobs are the year before's",
      since.occupationsSinceBefore('jobs'),
      rangesSinceBefore.jobs.band,
    ),
    check.within(
      'the median over the sheets of how many times its printed changes are those since ' +
        'the year before',
      since.occupationsSinceBefore('changes'),
      rangesSinceBefore.changes.band,
    ),
  ),
  check.comparing.block(
    'not-the-year-before',
    'No column has the figures of the year before in more than 90% of its unit groups ' +
      '(observed at most 70%, in hours, which change little).',
    notRepeated(since.columnsOfBefore, { most: 0.9, least: since.leastCompared }),
  ),
  check.comparing.block(
    'printed-changes',
    [
      'A printed change stands beside a published figure and is −80 to 400%',
      '(observed −71 to 303). One of pay or hours leads to a figure of the year before that is',
      `less than ${timesYearBefore.most} times as large or as small as in the edition ` +
        'before and its',
      `revision in other measures (observed at most ${timesYearBefore.observed}).`,
    ].join(' '),
    odd('change'),
    check.each(
      since.tracedChanges,
      ({ place }) => place(),
      ({ printed: printedChange, expected, times }) =>
        times < timesYearBefore.most
          ? null
          : `the printed change is ${printedChange}%, expected about ` +
            `${expected.toFixed(1)}%: the edition before, and its revision in other measures`,
    ),
  ),
  check.knownIssue(
    'regions-not-in-this-release',
    'The release has Table 15, so that regions, Wales and Scotland have pay.',
    check.whole(({ rows }) =>
      rows.some(({ table }) => table === 15)
        ? null
        : 'there is no Table 15: only the United Kingdom has pay until the same release ' +
          'comes with Table 15',
    ),
  ),
  check.knownIssue(
    'region-tables-complete',
    'Table 15, if it is there, has all eleven measures.',
    ({ release, rows }) => {
      const numbers = new Set(rows.filter(({ table }) => table === 15).map(({ number }) => number));
      const missing =
        numbers.size === 0
          ? []
          : measures.map((_, index) => index + 1).filter((number) => !numbers.has(number));
      const message = 'the zip has no such workbook: regions have no figures of the measure';
      return missing.map((number) => ({
        place: placeOf(release, printedWorkbook({ table: 15, number, kind: 'a' })),
        message,
      }));
    },
  ),
  check.block(
    'region-rows',
    'In every sheet of Table 15 the eleven areas follow each other, each with exactly ' +
      'the 412 unit groups in the order of their codes. There are no totals, no other ' +
      'groups and no Northern Ireland.',
    check.agree((edition) => sheets.rowsInOrder(edition, 15)),
  ),
  check.block(
    'anchors',
    'Cells that we read by eye in the published workbooks have the same place and the ' +
      'same content, and whole columns that we know have as many figures and the same sum.',
    check.agree(sheets.anchors),
  ),
];
