// What a release of O*NET must show before it is averaged: complete ratings on their scales, unchanged crosswalks, and a way for nearly
// every unit group.
import { quoteList } from '#sources/kit/problem.ts';
import type { Check, Examined, Finding } from '#sources/kit/source.ts';
import { round } from '#schemas/round.ts';
import { basedOnOf, interestsOf, isApplied, isShown } from './documents.ts';
import { type FileKind, type Rows, layoutOf, placeOf, rowsOfKind } from './parse.ts';
import { type OnetObservations, highPointElements, interestElements } from './reshape.ts';

type OnetCheck = Check<Rows, OnetObservations>;
type Edition = Examined<Rows, OnetObservations>;

/** Leaves of 1.A in the Content Model Reference: 21 cognitive, 10 psychomotor, 9 physical, 12 sensory. */
const abilityElementCount = 52;

// Ratings read by eye from the text files of release 30.2.
const anchorRelease = '30.2';
const anchors: readonly { readonly code: string; readonly scores: readonly number[]; readonly highPoints: readonly number[] }[] = [
  { code: '11-1011.00', scores: [1.26, 3.05, 2.16, 3.54, 6.96, 4.97], highPoints: [5, 6, 0] },
  { code: '15-1252.00', scores: [3.61, 6.05, 2.37, 1.81, 1.87, 5.62], highPoints: [2, 6, 0] },
  { code: '15-2051.00', scores: [2.17, 6.98, 2.61, 1.66, 1.71, 5.39], highPoints: [2, 6, 0] },
  { code: '29-1141.00', scores: [3.46, 4.71, 1.34, 5.57, 2.38, 4.75], highPoints: [4, 6, 2] },
  { code: '35-1011.00', scores: [4.84, 1.68, 2.72, 2.95, 5.13, 4.35], highPoints: [5, 1, 6] },
  { code: '47-2181.00', scores: [7, 1.3, 1.21, 1.48, 1.59, 3.54], highPoints: [1, 6, 0] },
];

export const checks: readonly OnetCheck[] = [
  {
    name: 'occupation-rows',
    severity: 'block',
    describe:
      'Between 986 and 1,046 occupations: 1,016 since the taxonomy of 2019, which changes by a few at a time. The sample has fewer.',
    check: (edition) => countFindings(edition, 'occupations', edition.observations.titles.size, 986, 1046),
  },
  {
    name: 'occupations-titled',
    severity: 'block',
    describe: 'Every occupation with ratings has a title.',
    check: ({ release, rows, observations: { titles, interests, abilities } }) =>
      [...new Set([...interests.keys(), ...(abilities?.keys() ?? [])])]
        .filter((code) => (titles.get(code) ?? '') === '')
        .map((code) => ({ place: `${fileOf(release.name, rows, 'occupations')} ${code}`, message: 'has ratings but no title' })),
  },
  {
    name: 'interests-complete',
    severity: 'block',
    describe:
      'Every occupation with interests has six scores and three high points, and at least 900 have them (923 in 30.1 and 30.2). The sample has fewer.',
    check: (edition) => [
      ...[...edition.observations.interests].flatMap(([code, { scores, highPoints }]) => {
        const [given, points] = [scores, highPoints].map((list) => list.filter((value) => value !== null).length);
        const place = `${fileOf(edition.release.name, edition.rows, 'interests')} ${code}`;
        return given === interestElements.length && points === highPointElements.length
          ? []
          : [{ place, message: `has ${given} scores and ${points} high points, expected 6 and 3` }];
      }),
      ...countFindings(edition, 'interests', edition.observations.interests.size, 900, Number.POSITIVE_INFINITY),
    ],
  },
  {
    name: 'oi-range',
    severity: 'block',
    describe: 'Scores of interests (OI) are 1 to 7.',
    check: (edition) => rangeFindings(edition, 'interests', 'OI', (value) => value >= 1 && value <= 7, '1 to 7'),
  },
  {
    name: 'ih-range',
    severity: 'block',
    describe: 'High points (IH) are whole numbers from 0, which is none, to 6.',
    check: (edition) =>
      rangeFindings(
        edition,
        'interests',
        'IH',
        (value) => Number.isInteger(value) && value >= 0 && value <= 6,
        'a whole number from 0 to 6',
      ),
  },
  {
    name: 'ih-agrees',
    severity: 'known-issue',
    describe:
      'The first high point is the interest of the highest score (923 of 923 in 30.1). Ours come from the averages, so that nothing served depends on it.',
    check: ({ release, rows, observations }) =>
      [...observations.interests].flatMap(([code, { scores, highPoints }]) => {
        const highest = Math.max(...scores.map((score) => score ?? 0));
        const first = highPoints[0] ?? 0;
        if (scores[first - 1] === highest) return [];
        return [
          {
            place: `${fileOf(release.name, rows, 'interests')} ${code}`,
            message: `the first high point is ${first}, but ${scores.indexOf(highest) + 1} has the highest score`,
          },
        ];
      }),
  },
  {
    name: 'abilities-not-in-this-release',
    severity: 'known-issue',
    describe: 'The release has no file of abilities: profiles are served without them.',
    check: ({ release, observations }) =>
      observations.abilities === null
        ? [{ place: `onet ${release.name}`, message: 'there is no "Abilities.txt": the abilities of every work profile are null' }]
        : [],
  },
  {
    name: 'abilities-complete',
    severity: 'block',
    describe: 'Every occupation with abilities has all 52 on both scales, and at least 860 have them (910 in 31.0). The sample has fewer.',
    check: (edition) => {
      const { abilities, abilityNames } = edition.observations;
      if (abilities === null) return [];
      const file = fileOf(edition.release.name, edition.rows, 'abilities');
      const perOccupation = Map.groupBy(rowsOfKind(edition.rows, 'abilities'), ({ code }) => code);
      return [
        ...(abilityNames.size === abilityElementCount
          ? []
          : [{ place: file, message: `${abilityNames.size} abilities, expected ${abilityElementCount}` }]),
        ...[...perOccupation]
          .filter(([, of]) => of.length !== 2 * abilityElementCount)
          .map(([code, of]) => ({ place: `${file} ${code}`, message: `has ${of.length} ratings, expected ${2 * abilityElementCount}` })),
        ...countFindings(edition, 'abilities', abilities.size, 860, Number.POSITIVE_INFINITY),
      ];
    },
  },
  {
    name: 'scale-range',
    severity: 'block',
    describe: 'Importance (IM) is 1 to 5, level (LV) 0 to 7.',
    check: (edition) => [
      ...rangeFindings(edition, 'abilities', 'IM', (value) => value >= 1 && value <= 5, '1 to 5'),
      ...rangeFindings(edition, 'abilities', 'LV', (value) => value >= 0 && value <= 7, '0 to 7'),
    ],
  },
  {
    name: 'not-relevant-only-on-lv',
    severity: 'known-issue',
    describe: 'Only levels are marked as not relevant; on importance the mark would say nothing, and is passed over.',
    check: ({ release, rows }) => {
      const layout = layoutOf(rows, 'abilities');
      return rowsOfKind(rows, 'abilities')
        .filter(({ scale, notRelevant }) => scale === 'IM' && notRelevant === 'Y')
        .map(({ row, code, element }) => ({
          place: placeOf(release.name, layout, row, 'notRelevant'),
          message: `${code} ${element} is marked as not relevant on importance`,
        }));
    },
  },
  {
    name: 'crosswalk-shape',
    severity: 'block',
    describe:
      'ISCO-08 to SOC 2010: 1,125 pairs of 838 to 842 SOC codes, none twice. SOC 2010 to 2018: 900 pairs of 840 codes, none twice. The sample has fewer.',
    check: crosswalkFindings,
  },
  {
    name: 'crosswalks-join',
    severity: 'block',
    describe: 'Every SOC 2010 code of the first crosswalk is in the second (all 840).',
    check: ({ release, rows, observations: { crosswalks } }) => {
      const missing = [...new Set([...crosswalks.soc2010OfIsco.values()].flat())].filter((code) => !crosswalks.soc2018OfSoc2010.has(code));
      return missing.length === 0
        ? []
        : [{ place: fileOf(release.name, rows, 'soc'), message: `has nothing of the SOC 2010 codes ${quoteList(missing)}` }];
    },
  },
  {
    name: 'crosswalks-unchanged',
    severity: 'known-issue',
    describe: 'The two crosswalks were made once: what has changed in them has not been seen by anybody here.',
    check: ({ release, rows }, previous) => {
      if (previous === null) return [];
      return (['isco', 'soc'] as const).flatMap((kind) => {
        const [now, before] = [rows, previous.rows].map((of) => JSON.stringify(rowsOfKind(of, kind)));
        return now === before
          ? []
          : [{ place: fileOf(release.name, rows, kind), message: `the crosswalk differs from that of ${previous.release.name}` }];
      });
    },
  },
  {
    name: 'isco-all-known',
    severity: 'block',
    describe: 'Every ISCO-08 code of the coding index is in the crosswalk (all 425 in April 2025).',
    check: ({ release, rows, observations: { ways, crosswalks } }) => {
      const used = new Set([...ways.values()].flatMap(({ isco08 }) => isco08.map(({ code }) => code)));
      const unknown = [...used].filter((code) => !crosswalks.soc2010OfIsco.has(code)).sort();
      return unknown.length === 0
        ? []
        : [{ place: fileOf(release.name, rows, 'isco'), message: `has nothing of the ISCO-08 codes ${quoteList(unknown)}` }];
    },
  },
  {
    name: 'coverage',
    severity: 'known-issue',
    describe: 'At least 400 unit groups have half of their way or more leading to occupations with interests.',
    check: ({ release, observations: { ways } }) => {
      const shown = [...ways.values()].filter(({ interests }) => isShown(interests)).length;
      return shown >= 400
        ? []
        : [{ place: `onet ${release.name}`, message: `only ${shown} unit groups have a work profile, expected at least 400` }];
    },
  },
  {
    name: 'corrections-used',
    severity: 'block',
    describe:
      'Every correction leads to an occupation with ratings that the classifications miss. One that does not must be taken out of sources/onet/corrections.ts.',
    check: ({ release, observations: { ways } }) =>
      [...ways].flatMap(([soc2020, way]) =>
        way.corrections
          .filter(({ code }) => !isApplied(way, code))
          .map(({ code }) => {
            const reached = way.interests.occupations.some((occupation) => occupation.code === code);
            return {
              place: `onet ${release.name} ${soc2020}`,
              message: `the correction to ${code} is ${reached ? 'no longer needed' : 'to an occupation without ratings'}`,
            };
          }),
      ),
  },
  {
    name: 'weights-sum',
    severity: 'block',
    describe: 'The weights printed with a profile add up to 1 but for the rounding of each to four decimals, wherever there are any.',
    check: ({ release, observations }) =>
      [...observations.ways].flatMap(([code, way]) => {
        const { basedOn, basedOnOther } = basedOnOf(observations, way);
        const sum = round(
          basedOn.reduce((total, { weight }) => total + weight, basedOnOther.weight),
          4,
        );
        return basedOn.length === 0 || Math.abs(sum - 1) <= 0.00005 * (basedOn.length + 1) + 1e-9
          ? []
          : [{ place: `onet ${release.name} ${code}`, message: `the weights add up to ${sum}` }];
      }),
  },
  {
    name: 'averages-in-range',
    severity: 'block',
    describe: 'Every averaged interest is on the scale 1 to 7 and differs between unit groups.',
    check: ({ release, observations }) => {
      const profiles = [...observations.ways]
        .filter(([, { interests }]) => isShown(interests))
        .map(([soc2020, way]) => ({ soc2020, scores: interestsOf(observations, way).scores }));
      return interestElements.flatMap((_, place) => {
        const scores = profiles.map(({ soc2020, scores: of }) => ({ soc2020, score: of[place]?.score ?? 0 }));
        const outside = scores
          .filter(({ score }) => score < 1 || score > 7)
          .map(({ soc2020, score }) => ({
            place: `onet ${release.name} ${soc2020}`,
            message: `an average of ${score} on a scale of 1 to 7`,
          }));
        const constant = scores.length > 1 && new Set(scores.map(({ score }) => score)).size === 1;
        return constant
          ? [...outside, { place: `onet ${release.name}`, message: `interest ${place + 1} has the same average in every unit group` }]
          : outside;
      });
    },
  },
  {
    name: 'interests-moved',
    severity: 'known-issue',
    describe:
      'At most a tenth of the scores have moved by more than 1 since the previous release; in 30.2, when 871 occupations were rated anew, more did.',
    check: ({ release, observations }, previous) => {
      if (previous === null) return [];
      let compared = 0;
      const moved: Finding[] = [];
      for (const [code, { scores }] of observations.interests) {
        const before = previous.observations.interests.get(code)?.scores ?? [];
        scores.forEach((score, place) => {
          const old = before[place];
          if (score === null || old === undefined || old === null) return;
          compared += 1;
          if (round(Math.abs(score - old), 2) > 1)
            moved.push({
              place: `onet ${release.name} ${code} ${interestElements[place]}`,
              message: `${score}, ${old} in ${previous.release.name}`,
            });
        });
      }
      return moved.length > compared / 10 ? moved : [];
    },
  },
  {
    name: 'anchors',
    severity: 'block',
    describe: 'Ratings read by eye from release 30.2.',
    check: ({ release, rows, observations }) => {
      if (release.sample || release.name !== anchorRelease) return [];
      return anchors.flatMap(({ code, scores, highPoints }) => {
        const found = observations.interests.get(code);
        const [got, expected] = [
          [...(found?.scores ?? []), ...(found?.highPoints ?? [])],
          [...scores, ...highPoints],
        ].map((list) => list.join(' '));
        return got === expected
          ? []
          : [
              {
                place: `${fileOf(release.name, rows, 'interests')} ${code}`,
                message: `got ${got === '' ? 'nothing' : got}, expected ${expected}`,
              },
            ];
      });
    },
  },
];

function fileOf(release: string, rows: Rows, kind: FileKind): string {
  return `onet ${release} ${layoutOf(rows, kind)?.file ?? ''}`;
}

/** The publisher's own counts say nothing of the sample, which is smaller on purpose. */
function countFindings({ release, rows }: Edition, kind: FileKind, count: number, least: number, most: number): Finding[] {
  if (release.sample || (count >= least && count <= most)) return [];
  const expected = most === Number.POSITIVE_INFINITY ? `at least ${least}` : `${least} to ${most}`;
  return [{ place: fileOf(release.name, rows, kind), message: `${count} occupations, expected ${expected}` }];
}

function rangeFindings(
  { release, rows }: Edition,
  kind: 'interests' | 'abilities',
  scale: string,
  fits: (value: number) => boolean,
  expected: string,
): Finding[] {
  const layout = layoutOf(rows, kind);
  return rowsOfKind(rows, kind)
    .filter((row) => row.scale === scale && !fits(Number(row.value)))
    .map(({ row, code, element, value }) => ({
      place: placeOf(release.name, layout, row, 'value'),
      message: `${code} ${element} is ${value} on the scale ${scale}, expected ${expected}`,
    }));
}

function crosswalkFindings({ release, rows, observations: { crosswalks } }: Edition): Finding[] {
  const findings: Finding[] = [];
  const expect = (kind: FileKind, what: string, count: number, least: number, most: number) => {
    if (release.sample || (count >= least && count <= most)) return;
    findings.push({
      place: fileOf(release.name, rows, kind),
      message: `${count} ${what}, expected ${least === most ? least : `${least} to ${most}`}`,
    });
  };
  const pairs = {
    isco: rowsOfKind(rows, 'isco').map(({ isco, soc }) => `${isco.trim()} ${soc.trim()}`),
    soc: rowsOfKind(rows, 'soc').map(({ from, to }) => `${from.trim()} ${to.trim()}`),
  };
  for (const kind of ['isco', 'soc'] as const) {
    const twice = pairs[kind].filter((pair, place) => pairs[kind].indexOf(pair) !== place);
    if (twice.length > 0) findings.push({ place: fileOf(release.name, rows, kind), message: `has pairs twice: ${quoteList(twice)}` });
  }
  expect('isco', 'pairs', pairs.isco.length, 1125, 1125);
  expect('isco', 'SOC 2010 codes', new Set(rowsOfKind(rows, 'isco').map(({ soc }) => soc.trim())).size, 838, 842);
  expect('soc', 'pairs', pairs.soc.length, 900, 900);
  expect('soc', 'SOC 2010 codes', crosswalks.soc2018OfSoc2010.size, 840, 840);
  return findings;
}
