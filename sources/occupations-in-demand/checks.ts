// What an assessment must show before it is served: raw and scaled data sets that agree, levels
// that fit what the indicators signal, the publisher's counts, and cells that people have printed
// of 2024, assessed again.
import * as check from '#sources/kit/checks.ts';
import { titleChecks } from '#sources/kit/checks-titles.ts';
import type { Check } from '#sources/kit/checks.ts';
import { placeOfRelease } from '#sources/kit/place.ts';
import { quoteList } from '#sources/kit/problem.ts';
import type { Examined } from '#sources/kit/release.ts';
import { type DemandLevel, demandIndicators, demandLevels } from '#schemas/codes.ts';
import { round } from '#schemas/round.ts';
// Read by people in the release of 2025. For 2025: levels and thousands of workers of its release
// page, of the blog and the press notice of Skills England of December 2025, and for 5316 of a
// report that quotes it. For 2024, assessed again: printed outputs of
// raw_OID_output_2024_revised.csv and scaled_OID_output_2024_revised.csv.
import anchorsOf2025 from './data/anchors.json' with { type: 'json' };
import { type Column, type Rows, layout, total } from './layout.ts';
import {
  type AssessedYear,
  type Assessment,
  type DemandObservations,
  type Sum,
  excludedOccupations,
} from './reshape.ts';

type Edition = Examined<Rows, DemandObservations>;

// The numbers of the year for which the publisher's release page states them. The ranges are wide
// enough for the change between any two years so far: 2024 had 336 occupations, 39 of them critical
// and 128 elevated.
const statedYear = 2025;
const expected: Readonly<Record<DemandLevel, readonly [stated: number, band: check.Band]>> = {
  critical: [62, [20, 110]],
  elevated: [125, [80, 180]],
  not_in_high_demand: [181, [0, 412]],
};
/**
 * The publisher rounds workers to hundreds, so a sum of rounded numbers is off by at most half of
 * that for each of them.
 */
const halfOfRounding = 50;

const yearsOf = ({ observations: { latest, previous } }: Edition): AssessedYear[] =>
  previous === null ? [latest] : [latest, previous];
const assessmentsOf = (edition: Edition) =>
  yearsOf(edition).flatMap(({ assessments }) =>
    [...assessments].map(([code, assessment]) => ({ code, ...assessment })),
  );

const inRaw =
  (column: Column) =>
  ({ raw }: Pick<Assessment, 'raw'>, edition: Edition) =>
    layout.placeOf(edition, raw, column);

/** What is seen of each year, at the place of one of its data sets. */
const ofYears =
  <Seen extends object>(
    look: (year: AssessedYear, edition: Edition) => Seen,
    scale: 'raw' | 'scaled' = 'raw',
  ) =>
  (edition: Edition): (Seen & { readonly place: string })[] =>
    yearsOf(edition).map((year) => ({
      place: layout.placeOf(edition, year.tables[scale]),
      ...look(year, edition),
    }));

/** A number of the row of a sum; null if the row is missing or the number is withheld. */
function numberOf(sum: Sum | null, counted: 'occupations' | 'workers'): number | null {
  const cell = sum?.[counted];
  return typeof cell === 'number' ? cell : null;
}

/** What an anchor is compared with, by its name. */
function readIn(
  { assessments, all, excluded }: AssessedYear,
  code: string,
): Readonly<Record<string, string | number | null | undefined>> {
  const assessment = assessments.get(code);
  if (assessment === undefined)
    return { ...(code === total ? all : excluded) } as Pick<Sum, 'occupations' | 'workers'>;
  const { level, workers, index, indicators } = assessment;
  return {
    level,
    workers,
    thousands: typeof workers === 'number' ? round(workers / 1000) : workers,
    index: round(index, 6),
    rank: [...assessments.values()].filter((other) => other.index >= index).length,
    ...Object.fromEntries(demandIndicators.map(({ key }) => [key, indicators[key].value])),
  };
}

function* anchors(edition: Edition): Generator<check.Agreement> {
  for (const { year, code, ...expected } of anchorsOf2025) {
    const assessed = yearsOf(edition).find((candidate) => candidate.year === year);
    if (assessed === undefined) continue;
    const read = readIn(assessed, code);
    for (const [what, value] of Object.entries(expected)) {
      const name =
        demandIndicators.find(({ key }) => key === what)?.name ??
        (what === 'thousands' ? 'thousands of workers' : what);
      yield {
        place: `${placeOfRelease(edition.release)} ${year} ${code}`,
        found: read[what],
        expected: value,
        what: name,
      };
    }
  }
}

export const checks: readonly Check<Rows, DemandObservations>[] = [
  ...titleChecks<Rows, DemandObservations>((edition) =>
    yearsOf(edition).map(({ assessments }) =>
      [...assessments].map(([code, assessment]) => ({
        place: () => inRaw('label')(assessment, edition),
        code,
        title: assessment.label,
      })),
    ),
  ),
  check.block(
    'raw-and-scaled',
    'The raw and the scaled data set agree on the occupations, each once, their titles, ' +
      'their levels and the number of missing indicators.',
    ...(['raw', 'scaled'] as const).map((scale) =>
      check.complete(
        `occupations of the ${scale} data set`,
        ofYears(({ tables }, { rows }) => {
          const codesOf = (table: AssessedYear['tables']['raw' | 'scaled']) =>
            layout.rowsOf(rows, table).map(({ code }) => code);
          return { found: codesOf(tables[scale]), expected: codesOf(tables.raw) };
        }, scale),
      ),
    ),
    check.agree(function* (edition) {
      for (const { raw, scaled } of assessmentsOf(edition))
        for (const column of ['label', 'level', 'missing'] as const)
          yield {
            place: () => layout.placeOf(edition, scaled, column),
            found: scaled[column],
            expected: raw[column],
            what: `${column} of ${raw.code} in both data sets`,
          };
    }),
  ),
  check.block(
    'year',
    'The latest year is the one by which the release is named.',
    check.agree((edition) => [
      {
        place: layout.placeOf(edition, 'raw'),
        found: edition.observations.latest.year,
        expected: Number(edition.release.name.slice(-4)),
        what: 'the year of the rows',
      },
    ]),
  ),
  check.block(
    'all-unit-groups',
    'Assessed and excluded occupations together are all unit groups of SOC 2020, by the ' +
      'rows and by the numbers that the publisher prints.',
    check.agree(
      ofYears(({ all }, { observations: { occupations } }) => ({
        found: numberOf(all, 'occupations'),
        expected: occupations.length,
        what: `the number of occupations in the row of "${total}"`,
      })),
    ),
    check.agree(
      ofYears(({ assessments, excluded }, { observations: { occupations } }) => ({
        found: numberOf(excluded, 'occupations'),
        expected: occupations.length - assessments.size,
        what: `the number of occupations in the row of "${excludedOccupations}"`,
      })),
    ),
  ),
  check.block(
    'index',
    'The index of an occupation is −8 to 8 (the highest of 2024, assessed again, is 2.454187).',
    check.within(
      'the index',
      (edition) =>
        assessmentsOf(edition).map(({ scaled, index }) => [
          () => layout.placeOf(edition, scaled, 'index'),
          index,
        ]),
      check.eitherWay(8),
    ),
  ),
  check.block(
    'levels',
    '62 occupations are critical, 125 elevated and 181 other in 2025; in later years 20 ' +
      'to 110 are critical and 80 to 180 elevated.',
    ...demandLevels.map(
      (level): check.Rule<Edition> =>
        (edition, previous) => {
          const { year, assessments } = edition.observations.latest;
          const [stated, band] = expected[level];
          const number = [...assessments.values()].filter(
            (assessment) => assessment.level === level,
          ).length;
          const rule = check.within<Edition>(
            `the number of occupations that are ${level}`,
            check.ofRelease(() => number),
            year === statedYear ? check.exactly(stated) : band,
          );
          return rule(edition, previous);
        },
    ),
  ),
  check.block(
    'level-fits-signals',
    'An occupation in critical or elevated demand has at least one indicator that ' +
      'signals it, and one not in high demand has no critical indicator.',
    check.each(assessmentsOf, inRaw('level'), ({ code, level, indicators }) => {
      const namesAt = (wanted: DemandLevel) =>
        demandIndicators
          .filter(({ key }) => indicators[key].level === wanted)
          .map(({ name }) => name);
      const critical = namesAt('critical');
      if (level !== 'not_in_high_demand')
        return critical.length + namesAt('elevated').length > 0
          ? null
          : `${code} is ${level} without any indicator`;
      return critical.length === 0
        ? null
        : `${code} is not in high demand, but ${quoteList(critical)} is critical`;
    }),
  ),
  check.block(
    'method',
    'Each of the five indicators signals for some occupation. If one never does, the ' +
      'method has changed and a person must read it.',
    check.complete(
      'indicators that signal for some occupation',
      ofYears(({ assessments }) => {
        const signalling = demandIndicators.filter(({ key }) =>
          assessments
            .values()
            .some(({ indicators }) =>
              ['critical', 'elevated'].includes(indicators[key].level ?? ''),
            ),
        );
        return {
          found: signalling.map(({ name }) => name),
          expected: demandIndicators.map(({ name }) => name),
        };
      }),
    ),
  ),
  check.block(
    'workers',
    'Assessed and excluded occupations have the workers that the publisher prints for ' +
      'all, 30 to 35 million.',
    check.addUp(
      (edition) =>
        yearsOf(edition).map(({ tables, assessments, excluded, all }) => {
          const parts = [
            ...[...assessments.values()].map(({ workers }) => workers),
            excluded?.workers,
          ];
          const numbers = parts.map((cell) => (typeof cell === 'number' ? cell : null));
          const place = layout.placeOf(edition, all?.row ?? tables.raw, 'workers');
          return {
            place,
            what: 'the occupations',
            parts: numbers,
            whole: numberOf(all, 'workers'),
            tolerance: halfOfRounding * (numbers.length + 1),
          };
        }),
      'workers',
    ),
    check.within(
      'the number of workers',
      (edition) =>
        yearsOf(edition).map(({ tables, all }) => [
          layout.placeOf(edition, all?.row ?? tables.raw, 'workers'),
          numberOf(all, 'workers'),
        ]),
      [30_000_000, 35_000_000],
      { required: true },
    ),
  ),
  check.knownIssue(
    'year-before',
    'The release has the year before, assessed again by the same method. Without it ' +
      'answers have no `previous`.',
    check.whole(({ observations: { latest, previous } }) =>
      previous === null ? `no data sets of ${latest.year - 1}, expected them as in 2025` : null,
    ),
  ),
  check.anchors(
    ['2025'],
    'Levels and numbers that people have read in the release of 2025, of both of its years.',
    anchors,
  ),
];
