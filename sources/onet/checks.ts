// What a release of O*NET must show before it is served: complete ratings on their scales, unchanged crosswalks, and work profiles for
// nearly every unit group.
import { near } from '#sources/kit/checks-near.ts';
import * as check from '#sources/kit/checks.ts';
import { placeOf, placeOfRelease } from '#sources/kit/place.ts';
import type { Check, Examined, Finding } from '#sources/kit/source.ts';
import { interestTypes } from '#schemas/resources/work-profile.ts';
import { round } from '#schemas/round.ts';
import { basedOnOf, interestsOf, isApplied, isShown } from './documents.ts';
import { faultOf } from './job-titles.ts';
import { type Rows, type TableKind, type TableRow, type TitleKind, layoutOf, printed, rowsOfKind, titleKinds } from './parse.ts';
import { type OnetObservations, highPointElements, interestElements } from './reshape.ts';

type Edition = Examined<Rows, OnetObservations>;

/** Leaves of 1.A in the Content Model Reference: 21 cognitive, 10 psychomotor, 9 physical, 12 sensory. */
const abilityElementCount = 52;

// Ratings read by eye from the text files of release 30.2.
const anchors: readonly { readonly code: string; readonly scores: readonly number[]; readonly highPoints: readonly number[] }[] = [
  { code: '11-1011.00', scores: [1.26, 3.05, 2.16, 3.54, 6.96, 4.97], highPoints: [5, 6, 0] },
  { code: '15-1252.00', scores: [3.61, 6.05, 2.37, 1.81, 1.87, 5.62], highPoints: [2, 6, 0] },
  { code: '15-2051.00', scores: [2.17, 6.98, 2.61, 1.66, 1.71, 5.39], highPoints: [2, 6, 0] },
  { code: '29-1141.00', scores: [3.46, 4.71, 1.34, 5.57, 2.38, 4.75], highPoints: [4, 6, 2] },
  { code: '35-1011.00', scores: [4.84, 1.68, 2.72, 2.95, 5.13, 4.35], highPoints: [5, 1, 6] },
  { code: '47-2181.00', scores: [7, 1.3, 1.21, 1.48, 1.59, 3.54], highPoints: [1, 6, 0] },
];

/** A file of the release, or an occupation in it. */
function at({ release, rows }: Edition, kind: TableKind, code?: string): string {
  const file = layoutOf(rows, kind)?.file ?? '';
  return placeOf(release, { printedAs: code === undefined ? file : `${file} ${code}` });
}

/** The publisher's own counts do not hold for the sample, which is smaller on purpose. Null is not counted. */
function counted(kind: TableKind, what: string, numberOf: (edition: Edition) => number | null, band: check.Band): check.Rule<Edition> {
  return check.notInSample(check.within(`the number of ${what}`, (edition) => [[at(edition, kind), numberOf(edition)]], band));
}

/** What `fault` says of each row of a file, at that column. The table is found once: abilities have some hundred thousand rows. */
function eachRow<Kind extends TableKind>(
  kind: Kind,
  column: string,
  fault: (row: Extract<TableRow, { kind: Kind }>) => string | null,
): check.Rule<Edition> {
  return function* ({ release, rows }) {
    const table = printed(rows, kind);
    for (const row of rowsOfKind(rows, kind)) {
      const message = fault(row);
      if (message !== null) yield { place: placeOf(release, table, row.row, column), message };
    }
  };
}

/** The pairs of a crosswalk, with their places. */
function pairs(kind: 'isco' | 'soc'): check.Look<Edition, readonly [place: check.Place, pair: string]> {
  return ({ release, rows }) => {
    const table = printed(rows, kind);
    return rowsOfKind<'isco' | 'soc'>(rows, kind).map((row) => {
      const codes = row.kind === 'isco' ? [row.isco, row.soc] : [row.from, row.to];
      return [() => placeOf(release, table, row.row), codes.map((code) => code.trim()).join(' ')];
    });
  };
}

/** The rows of the files of job titles, each with its table. */
function titleRows(rows: Rows) {
  return titleKinds.flatMap((kind) => {
    const table = printed(rows, kind);
    return rowsOfKind<TitleKind>(rows, kind).map((row) => ({ table, row }));
  });
}

/** The job titles of a file; null if the release does not have them. */
function titlesOf({ observations: { jobTitles } }: Edition, kind: TitleKind) {
  return kind === 'alternateTitles' ? jobTitles.alternate : jobTitles.reported;
}

/** The unit groups that have a profile, each with its averages. */
function profilesOf({ observations }: Edition) {
  return [...observations.ways]
    .filter(([, { interests }]) => isShown(interests))
    .map(([soc2020, way]) => ({ soc2020, scores: interestsOf(observations, way).scores }));
}

/** The number of unit groups with averages; nothing if the release has no such ratings. */
function reached({ release, observations }: Edition, ratings: 'interests' | 'abilities'): [place: string, number: number][] {
  const reaches = [...observations.ways.values()].flatMap((way) => way[ratings] ?? []);
  return reaches.length === 0 ? [] : [[placeOfRelease(release), reaches.filter(isShown).length]];
}

/** The scores that have moved by more than 1, if they are more than a tenth of all. */
function movedScores({ release, observations }: Edition, previous: Edition): Finding[] {
  let compared = 0;
  const moved: Finding[] = [];
  for (const [code, { scores }] of observations.interests) {
    const before = previous.observations.interests.get(code)?.scores ?? [];
    for (const [place, score] of scores.entries()) {
      const old = before[place] ?? null;
      if (score === null || old === null) continue;
      compared += 1;
      if (round(Math.abs(score - old), 2) <= 1) continue;
      const printedAs = `${code} ${interestElements[place]}`;
      moved.push({ place: placeOf(release, { printedAs }), message: `${score}, ${old} in ${previous.release.name}` });
    }
  }
  return moved.length > compared / 10 ? moved : [];
}

export const checks: readonly Check<Rows, OnetObservations>[] = [
  check.block(
    'occupation-rows',
    'Between 986 and 1,046 occupations: 1,016 since the taxonomy of 2019, which changes by a few each time. The sample has fewer.',
    counted('occupations', 'occupations', ({ observations }) => observations.titles.size, [986, 1046]),
  ),
  check.block(
    'occupations-titled',
    'Every occupation with ratings has a title.',
    check.each(
      ({ observations: { interests, abilities } }) => new Set([...interests.keys(), ...(abilities?.keys() ?? [])]),
      (code, edition) => at(edition, 'occupations', code),
      (code, { observations: { titles } }) => ((titles.get(code) ?? '') === '' ? 'has ratings but no title' : null),
    ),
  ),
  check.block(
    'interests-complete',
    'Every occupation with interests has six scores and three high points, and at least 900 have them (923 in 30.1 and 30.2). The sample has fewer.',
    check.each(
      ({ observations }) => observations.interests,
      ([code], edition) => at(edition, 'interests', code),
      ([, { scores, highPoints }]) => {
        const [given, points] = [scores, highPoints].map((list) => list.filter((value) => value !== null).length);
        const isComplete = given === interestElements.length && points === highPointElements.length;
        return isComplete ? null : `has ${given} scores and ${points} high points, expected 6 and 3`;
      },
    ),
    counted('interests', 'occupations', ({ observations }) => observations.interests.size, check.atLeast(900)),
  ),
  check.block(
    'ih-agrees',
    'The high points are the interests of the highest scores, in their order (all 923 occupations in 30.1 and 30.2). We derive ours from the averages, so only a wrong score or a wrong row can differ.',
    check.each(
      ({ observations }) => observations.interests,
      ([code], edition) => at(edition, 'interests', code),
      ([, { scores, highPoints }]) => {
        const ranked = scores.map((score) => score ?? 0).sort((a, b) => b - a);
        for (const [rank, point] of highPoints.entries()) {
          // There may be no second and no third.
          if (point === null || (point === 0 && rank > 0) || scores[point - 1] === ranked[rank]) continue;
          const name = ['first', 'second', 'third'][rank];
          return `the ${name} high point is ${point}, but ${scores.indexOf(ranked[rank] ?? 0) + 1} has the score of that rank, ${ranked[rank]}`;
        }
        return null;
      },
    ),
  ),
  check.knownIssue(
    'abilities-not-in-this-release',
    'We have received the file of abilities. Without it profiles are served without abilities.',
    check.each(
      ({ observations }) => (observations.abilities === null ? ['Abilities.txt'] : []),
      (_, { release }) => placeOfRelease(release),
      (file) => `there is no "${file}": the abilities of every work profile are null`,
    ),
  ),
  check.block(
    'abilities-complete',
    'Every occupation with abilities has all 52 on both scales, and at least 860 have them (910 in 31.0). The sample has fewer.',
    check.within(
      'the number of abilities',
      (edition) => (edition.observations.abilities === null ? [] : [[at(edition, 'abilities'), edition.observations.abilityNames.size]]),
      check.exactly(abilityElementCount),
    ),
    check.each(
      ({ rows }) => Map.groupBy(rowsOfKind(rows, 'abilities'), ({ code }) => code),
      ([code], edition) => at(edition, 'abilities', code),
      ([, of]) => (of.length === 2 * abilityElementCount ? null : `has ${of.length} ratings, expected ${2 * abilityElementCount}`),
    ),
    counted('abilities', 'occupations', ({ observations }) => observations.abilities?.size ?? null, check.atLeast(860)),
  ),
  check.knownIssue(
    'not-relevant-only-on-lv',
    'Only levels are marked as not relevant. On importance the mark has no meaning, and is ignored.',
    eachRow('abilities', 'notRelevant', ({ code, element, scale, notRelevant }) =>
      scale === 'IM' && notRelevant === 'Y' ? `${code} ${element} is marked as not relevant on importance` : null,
    ),
  ),
  check.block(
    'crosswalk-shape',
    'ISCO-08 to SOC 2010: 1,125 pairs of 838 to 842 SOC codes, none twice. SOC 2010 to 2018: 900 pairs of 840 codes, none twice. The sample has fewer.',
    check.unique('pair', pairs('isco')),
    check.unique('pair', pairs('soc')),
    counted('isco', 'pairs', ({ rows }) => rowsOfKind(rows, 'isco').length, check.exactly(1125)),
    counted('isco', 'SOC 2010 codes', ({ rows }) => new Set(rowsOfKind(rows, 'isco').map(({ soc }) => soc.trim())).size, [838, 842]),
    counted('soc', 'pairs', ({ rows }) => rowsOfKind(rows, 'soc').length, check.exactly(900)),
    counted('soc', 'SOC 2010 codes', ({ observations }) => observations.crosswalks.soc2018OfSoc2010.size, check.exactly(840)),
  ),
  check.block(
    'crosswalks-join',
    'Every SOC 2010 code of the first crosswalk is in the second (all 840).',
    check.complete(
      'SOC 2010 codes',
      (edition) => {
        const { soc2010OfIsco, soc2018OfSoc2010 } = edition.observations.crosswalks;
        return [[at(edition, 'soc'), soc2018OfSoc2010.keys(), [...soc2010OfIsco.values()].flat()]];
      },
      { open: true },
    ),
  ),
  check.knownIssue(
    'crosswalks-unchanged',
    'The two crosswalks were made once. If they change, a person has to look at the change.',
    check.against((edition, previous) =>
      (['isco', 'soc'] as const)
        .filter((kind) => JSON.stringify(rowsOfKind(edition.rows, kind)) !== JSON.stringify(rowsOfKind(previous.rows, kind)))
        .map((kind) => ({ place: at(edition, kind), message: `the crosswalk differs from the one in ${previous.release.name}` })),
    ),
  ),
  check.block(
    'isco-all-known',
    'Every ISCO-08 code of the coding index is in the crosswalk (all 425 in April 2025).',
    check.complete(
      'ISCO-08 codes',
      (edition) => {
        const { ways, crosswalks } = edition.observations;
        const used = [...ways.values()].flatMap(({ isco08 }) => isco08.map(({ code }) => code)).sort();
        return [[at(edition, 'isco'), crosswalks.soc2010OfIsco.keys(), used]];
      },
      { open: true },
    ),
  ),
  check.knownIssue(
    'coverage',
    'At least 400 unit groups have at least half of their weight on occupations with interests, and as many on occupations with abilities.',
    check.within('the number of unit groups with interests', (edition) => reached(edition, 'interests'), check.atLeast(400)),
    // 405 with the abilities of 30.0.
    check.within('the number of unit groups with abilities', (edition) => reached(edition, 'abilities'), check.atLeast(400)),
  ),
  // Not check.stillMatch: the message says which of two faults the correction has.
  check.block(
    'corrections-used',
    'Every correction adds an occupation with ratings that the classifications miss. Take any other out of sources/onet/corrections.ts.',
    check.each(
      ({ observations }) => [...observations.ways].flatMap(([soc2020, way]) => way.corrections.map(({ code }) => ({ soc2020, way, code }))),
      ({ soc2020 }, { release }) => placeOf(release, { printedAs: soc2020 }),
      ({ way, code }) => {
        if (isApplied(way, code)) return null;
        const isReached = way.interests.occupations.some((occupation) => occupation.code === code);
        return `the correction to ${code} is ${isReached ? 'no longer needed' : 'to an occupation without ratings'}`;
      },
    ),
  ),
  check.block(
    'weights-sum',
    'The weights printed with a profile add up to 1, except for the rounding of each to four decimals.',
    near(
      ({ release, observations }) =>
        [...observations.ways].flatMap(([code, way]) => {
          const { basedOn, basedOnOther } = basedOnOf(observations, way);
          const sum = round(
            basedOn.reduce((total, { weight }) => total + weight, basedOnOther.weight),
            4,
          );
          if (basedOn.length === 0) return [];
          return [[placeOf(release, { printedAs: code }), 'the sum of the weights', sum, 1, 0.00005 * (basedOn.length + 1)] as const];
        }),
      { decimals: 5 },
    ),
  ),
  check.block('averages-differ', 'The averages of an interest differ between unit groups.', (edition) => {
    const profiles = profilesOf(edition);
    return interestTypes
      .filter((_, place) => profiles.length > 1 && new Set(profiles.map(({ scores }) => scores[place]?.score)).size === 1)
      .map((type) => ({ place: placeOfRelease(edition.release), message: `the average of ${type} is the same in every unit group` }));
  }),
  check.knownIssue(
    'job-titles-read',
    'The files of job titles can be read, and so can every row. No answer uses them yet.',
    check.each(
      ({ rows }) => rows.flatMap((row) => (row.kind === 'unread' ? row.problems : [])),
      ({ place }) => place,
      ({ message }) => message,
    ),
    ({ release, rows }) =>
      titleRows(rows).flatMap(({ table, row }): Finding[] => {
        const [column, message] = faultOf(row) ?? [];
        return message === undefined ? [] : [{ place: placeOf(release, table, row.row, column), message }];
      }),
  ),
  check.knownIssue(
    'job-titles-known',
    'Every job title is of an occupation of the release.',
    check.each(
      ({ rows }) => titleRows(rows),
      ({ table, row }, { release }) => placeOf(release, table, row.row, 'code'),
      ({ row }, { observations }) => (observations.titles.has(row.code) ? null : `${row.code} is no occupation of this release`),
    ),
  ),
  check.knownIssue(
    'job-titles-unique',
    'A file has each job title of an occupation once.',
    ...titleKinds.map((kind) =>
      check.unique<Edition>('job title', ({ release, rows }) => {
        const table = printed(rows, kind);
        return rowsOfKind<TitleKind>(rows, kind).map(({ row, code, title }) => [
          () => placeOf(release, table, row, 'title'),
          `${code} ${title}`,
        ]);
      }),
    ),
  ),
  check.knownIssue(
    'job-titles-kept',
    'A release has no fewer job titles than the one before.',
    check.moves(
      (edition, previous) =>
        titleKinds.map((kind) => [at(edition, kind), titlesOf(edition, kind)?.length, previous && titlesOf(previous, kind)?.length]),
      check.atLeast(0),
      { unit: 'job titles' },
    ),
  ),
  check.info(
    'job-titles-counted',
    'Job titles and their occupations are counted: 57,543 alternate titles of 1,016 and 7,953 reported ones of 907 in 30.2.',
    check.notInSample((edition) =>
      titleKinds.flatMap((kind): Finding[] => {
        const titles = titlesOf(edition, kind);
        if (titles === null) return [];
        const message = `${titles.length} job titles of ${new Set(titles.map(({ code }) => code)).size} occupations`;
        return [{ place: at(edition, kind), message }];
      }),
    ),
  ),
  check.knownIssue(
    'interests-moved',
    'At most a tenth of the scores have moved by more than 1 since the previous release. More did in 30.2, when 871 occupations were rated anew.',
    check.against(movedScores),
  ),
  check.block(
    'anchors',
    'Ratings read by eye from release 30.2.',
    check.inReleases(
      ['30.2'],
      check.agree((edition) =>
        anchors.map(({ code, scores, highPoints }) => {
          const found = edition.observations.interests.get(code);
          const got = [...(found?.scores ?? []), ...(found?.highPoints ?? [])].join(' ');
          return [at(edition, 'interests', code), got, [...scores, ...highPoints].join(' ')];
        }),
      ),
    ),
  ),
];
