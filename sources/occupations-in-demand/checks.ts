// What an assessment must show before it is served: the publisher's counts for 2025, one level for each occupation, and indicators and
// workers that fit the levels. We have not read a cell of the data set. The anchors are numbers from the publisher's pages.
import { dataSetChecks } from '#sources/kit/checks-data-set.ts';
import * as check from '#sources/kit/checks.ts';
import { placeOf, placeOfRelease } from '#sources/kit/place.ts';
import { dataRowsOf, printedDataSet } from '#sources/kit/read/ees-data-set.ts';
import type { Check, Examined, Finding } from '#sources/kit/source.ts';
import { type DemandLevel, demandIndicators, demandLevels } from '#schemas/codes.ts';
import { round } from '#schemas/round.ts';
import { type Column, type Row, type Rows, columnsNotRead } from './parse.ts';
import { type Assessment, type DemandObservations, factRows } from './reshape.ts';

type Edition = Examined<Rows, DemandObservations>;
type Rule = check.Rule<Edition>;

// The year for which the publisher's release page states the number of occupations at each level.
const statedYear = 2025;
const stated: Readonly<Record<DemandLevel, number>> = { critical: 62, elevated: 125, not_in_high_demand: 181 };
// Wide enough for the change between any two years so far: 2024 had 336 occupations, 39 of them critical and 128 elevated.
const usual: Readonly<Record<DemandLevel, check.Band>> = { critical: [20, 110], elevated: [80, 180], not_in_high_demand: [0, 412] };
const usualAssessed: check.Band = [330, 412];

const inStatedYear = (rule: Rule): Rule => {
  return (edition, previous) => (edition.observations.year === statedYear ? rule(edition, previous) : []);
};
const inOtherYears = (rule: Rule): Rule => {
  return (edition, previous) => (edition.observations.year === statedYear ? [] : rule(edition, previous));
};

// Source: DfE, Occupations in demand 2025, release page; Skills England, blog and press notice of December 2025. Thousands of workers.
const statedLevels: readonly (readonly [code: string, level: DemandLevel, thousands?: number])[] = [
  ['2212', 'critical'],
  ['4122', 'critical', 381],
  ['3556', 'critical', 352],
  ['1132', 'critical', 269],
];
// The publisher names these as in high demand, which is critical or elevated.
const inHighDemand = ['6135', '2211', '2212', '2134', '2133', '1137'];

const assessmentsOf = ({ observations }: Edition) => [...observations.assessments].map(([code, assessment]) => ({ code, ...assessment }));
const ofLevel = (edition: Edition, level: DemandLevel) => assessmentsOf(edition).filter((assessment) => assessment.level === level);
const placeOfCode = ({ release }: Edition, code: string) => `${placeOfRelease(release)} ${code}`;
const titleOf = ({ needs }: Edition, code: string) => needs.get('soc-structure').groups.get(code)?.title ?? '';
const foldTitle = (title: string) => title.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The place of a cell in the row of an assessment. */
function placeIn(column: Column): ({ row }: Pick<Row, 'row'>, edition: Edition) => string {
  return ({ row }, { release, rows }) => placeOf(release, printedDataSet(rows), row, column);
}

/** A number of the whole release, for a rule about it. */
function ofRelease(number: (edition: Edition) => number | null): check.Look<Edition, readonly [place: string, value: number | null]> {
  return (edition) => [[placeOfRelease(edition.release), number(edition)]];
}

const assessed = (edition: Edition) => edition.observations.assessments.size;

/** The sum of the workers of some occupations, without withheld numbers. */
function workersOf(assessments: readonly Assessment[]): number {
  return assessments.reduce((sum, { workers }) => sum + (typeof workers === 'number' ? workers : 0), 0);
}

/** The share of occupations assessed in both years whose level changed since the year before. */
function shareMoved({ observations: { assessments, previous } }: Edition): number | null {
  const both = [...assessments].filter(([code]) => previous?.has(code));
  const moved = both.filter(([code, { level }]) => previous?.get(code)?.level !== level);
  return check.percentOf(moved.length, both.length, 2);
}

/** Rows that disagree with the row from which the facts of their occupation and year are read. */
function disagreements(column: 'level' | 'workers'): Rule {
  return (edition) => {
    const data = dataRowsOf(edition.rows).filter(({ code }) => /^\d{4}$/.test(code));
    return [...Map.groupBy(data, ({ code, period }) => `${code} ${period}`).values()].flatMap((group) => {
      const fact = factRows(group)[0]?.[column];
      const other = group.find((row) => row[column] !== 'Total' && row[column] !== fact);
      if (other === undefined || fact === undefined) return [];
      const message = `found "${other[column]}" for ${other.code}, but "${fact}" in another row of ${other.period}`;
      return [{ place: placeIn(column)(other, edition), message }];
    });
  };
}

function otherTitles(edition: Edition): Finding[] {
  const others = assessmentsOf(edition).filter(({ code, label }) => foldTitle(label) !== foldTitle(titleOf(edition, code)));
  if (others.length <= assessed(edition) * 0.02) return [];
  return others.map((assessment) => ({
    place: placeIn('label')(assessment, edition),
    message: `${assessment.code} is "${assessment.label}", "${titleOf(edition, assessment.code)}" in SOC 2020`,
  }));
}

export const checks: readonly Check<Rows, DemandObservations>[] = [
  ...dataSetChecks<Column, DemandObservations>(columnsNotRead),
  check.block(
    'assessed',
    '368 occupations are assessed in 2025; in later years 330 to 412, and within 5 % of the previous edition.',
    inStatedYear(check.within('the number of occupations assessed', ofRelease(assessed), check.exactly(368))),
    inOtherYears(check.within('the number of occupations assessed', ofRelease(assessed), usualAssessed)),
    inOtherYears(
      check.moves(
        (edition, previous) => [[placeOfRelease(edition.release), assessed(edition), previous && assessed(previous)]],
        check.eitherWay(5),
        { unit: 'occupations assessed' },
      ),
    ),
  ),
  check.block(
    'levels',
    '62 occupations are critical, 125 elevated and 181 other in 2025; in later years 20 to 110 are critical and 80 to 180 elevated.',
    ...demandLevels.flatMap((level) => {
      const number = ofRelease((edition) => ofLevel(edition, level).length);
      const what = `the number of occupations that are ${level}`;
      return [
        inStatedYear(check.within(what, number, check.exactly(stated[level]))),
        inOtherYears(check.within(what, number, usual[level])),
      ];
    }),
  ),
  check.block('titles', 'At least 98 % of the occupations have their SOC 2020 title.', otherTitles),
  check.block(
    'one-level',
    'Every row of an occupation and year has the same level and the same number of workers.',
    disagreements('level'),
    disagreements('workers'),
  ),
  check.block(
    'indicators',
    'An occupation in critical or elevated demand has at least one indicator that signals it.',
    check.each(assessmentsOf, placeIn('indicators'), ({ code, level, indicators }) =>
      level === 'not_in_high_demand' || indicators.length > 0 ? null : `${code} is ${level} without any indicator`,
    ),
  ),
  check.block(
    'capped',
    'An occupation is not critical if all its signalling indicators are capped at elevated.',
    check.each(
      (edition) => ofLevel(edition, 'critical').filter(({ indicators }) => typeof indicators !== 'string' && indicators.length > 0),
      placeIn('capped'),
      ({ code, indicators, capped }) => {
        const named = typeof capped === 'object' ? capped?.indicators : null;
        const isCapped = demandIndicators.every(({ key }) => !indicators.includes(key) || named?.includes(key));
        return isCapped ? `${code} is critical, though all its indicators are capped at elevated` : null;
      },
    ),
  ),
  check.knownIssue(
    'remarks-name-indicators',
    'Remarks on uncertainty, imputation and capping name indicators only. Other remarks are served as printed.',
    ...(['uncertainty', 'imputed', 'capped'] as const).map((column) =>
      check.each(assessmentsOf, placeIn(column), ({ [column]: remark }) =>
        typeof remark === 'object' && remark?.indicators === null ? `found "${remark.printed}", expected names of indicators` : null,
      ),
    ),
  ),
  check.block(
    'method',
    'Each of the five indicators signals for some occupation. If one never does, the method has changed and a person must read it.',
    check.complete('indicators that signal for some occupation', (edition) => {
      const named = new Set<string>(assessmentsOf(edition).flatMap(({ indicators }) => indicators));
      const found = demandIndicators.filter(({ key }) => named.has(key));
      return [[placeOfRelease(edition.release), found.map(({ name }) => name), demandIndicators.map(({ name }) => name)]];
    }),
  ),
  check.block(
    'workers',
    'The occupations have 30 to 35 million workers together; in 2025 those in critical demand 5.1 million and in elevated demand 10.9 million, within 2 %.',
    check.within(
      'the number of workers',
      ofRelease((edition) => workersOf(assessmentsOf(edition))),
      [30_000_000, 35_000_000],
    ),
    inStatedYear(
      check.within(
        'the number of workers in critical demand',
        ofRelease((edition) => workersOf(ofLevel(edition, 'critical'))),
        [4_998_000, 5_202_000],
      ),
    ),
    inStatedYear(
      check.within(
        'the number of workers in elevated demand',
        ofRelease((edition) => workersOf(ofLevel(edition, 'elevated'))),
        [10_682_000, 11_118_000],
      ),
    ),
  ),
  check.knownIssue(
    'movement',
    'At most 45 % of the occupations have another level than the year before by the same method. Editions are not compared with each other, because their methods may differ.',
    check.within('the share of occupations with another level than the year before', ofRelease(shareMoved), check.atMost(45), {
      unit: '%',
    }),
  ),
  check.block(
    'anchors',
    "Levels and numbers of workers that the publisher's pages state for 2025.",
    check.inReleases(
      ['2025'],
      check.agree((edition) =>
        statedLevels.flatMap(([code, level, thousands]) => {
          const [found, place] = [edition.observations.assessments.get(code), placeOfCode(edition, code)];
          const workers = typeof found?.workers === 'number' ? round(found.workers / 1000) : found?.workers;
          const anchors: [string, string | number | undefined, string | number, string][] = [[place, found?.level, level, 'the level']];
          return thousands === undefined ? anchors : [...anchors, [place, workers, thousands, 'thousands of workers']];
        }),
      ),
    ),
    check.inReleases(
      ['2025'],
      check.within(
        'the number of indicators',
        (edition) => [[placeOfCode(edition, '2212'), edition.observations.assessments.get('2212')?.indicators.length]],
        check.atLeast(4),
        { required: true },
      ),
    ),
    check.inReleases(
      ['2025'],
      check.each(
        () => inHighDemand,
        (code, edition) => placeOfCode(edition, code),
        (code, { observations }) => {
          const level = observations.assessments.get(code)?.level;
          return level === 'critical' || level === 'elevated' ? null : `found the level "${level}", expected critical or elevated`;
        },
      ),
    ),
  ),
];
