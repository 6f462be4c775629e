// A synthetic release of O*NET. The US occupations and all ratings are invented and say so; the names of the abilities are facts.
import { iscoGroups } from '#sources/kit/sample/isco08.ts';
import { type Random, random } from '#sources/kit/sample/random.ts';
import { sheetOf, synthetic, textOf, workbookOf } from '#sources/kit/sample/tables.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
import { corrections } from './corrections.ts';
import { type Kind, layout } from './layout.ts';
// Facts, in each row: an element and its name. Source: O*NET 30.2 Database, Content Model Reference, by the U.S. Department of Labor,
// Employment and Training Administration, CC BY 4.0.
import abilityElements from './data/ability-elements.json' with { type: 'json' };

/** A US occupation of the sample, by its O*NET-SOC 2019 code. */
interface Occupation {
  readonly code: string;
  readonly title: string;
  readonly rated: boolean;
}

export async function sample(): Promise<readonly SampleRelease[]> {
  const { occupations, isco, soc } = world();
  const rated = occupations.filter((occupation) => occupation.rated);
  const titled = (all: readonly Occupation[]) =>
    all.flatMap(({ code }) => [
      [code, `Sample title 1 of ${code}`, 'n/a'],
      [code, `Sample title of ${code} (ST ${code})`, `ST ${code}`],
    ]);
  const texts: readonly (readonly [name: string, kind: Kind, rows: string[][]])[] = [
    ['Occupation Data', 'occupations', occupations.map(({ code, title }) => [code, title])],
    ['Interests', 'interests', rated.flatMap(interestRows)],
    ['Abilities', 'abilities', rated.flatMap(abilityRows)],
    ['Related Occupations', 'relatedOccupations', rated.flatMap((one) => relatedRows(one, rated))],
    ['Alternate Titles', 'alternateTitles', titled(occupations)],
    // The titles that the survey of an occupation brought are alternate titles too.
    ['Sample of Reported Titles', 'reportedTitles', titled(rated).map((cells) => cells.slice(0, 2))],
  ];
  const files = [
    ...texts.map(([name, kind, rows]) => textOf(`${name}.txt`, layout, kind, rows, '\t')),
    // The publisher's file has the old binary format. We have no writer for it, and the reader goes by the bytes.
    await workbookOf('ISCO_SOC_Crosswalk.xls', sheetOf(layout, 'isco', isco, { above: [synthetic] })),
    await workbookOf('soc_2010_to_2018_crosswalk.xlsx', sheetOf(layout, 'soc', soc, { above: [synthetic] })),
  ];
  return [{ release: 'sample-30.2', files }];
}

/**
 * Each ISCO-08 group of the sample's coding index has a SOC 2010 code, and every ninth a second one without ratings. Some of these keep their
 * number in 2018, some become two codes. O*NET divides some of these. The armed forces have no ratings.
 */
function world() {
  const occupations: Occupation[] = corrections.map(({ code }) => ({ code, title: 'Sample US occupation of a correction', rated: true }));
  const [isco, soc]: [string[][], string[][]] = [[], []];
  for (const [place, { code }] of iscoGroups.entries()) {
    const isArmed = code.startsWith('0');
    const numbers = place % 9 === 7 ? [1, 2] : [1];
    for (const number of numbers) {
      // US major groups are odd numbers from 11 to 55, the last the armed forces.
      const [major, minor] = [isArmed ? 55 : 11 + 2 * (place % 22), String(10 * place + number).padStart(3, '0')];
      const old = `${major}-1${minor}`;
      isco.push([code, numbers.length === 2 ? '*' : '', old]);
      for (const now of place % 5 === 2 ? [`${major}-8${minor}`, `${major}-9${minor}`] : [old]) {
        soc.push([old, now]);
        for (const part of place % 7 === 3 ? ['00', '01'] : ['00']) {
          const title = `Sample US occupation ${now}.${part} beside ISCO-08 ${code}`;
          occupations.push({ code: `${now}.${part}`, title, rated: !isArmed && number === 1 });
        }
      }
    }
  }
  return { occupations, isco, soc };
}

const interests = ['Realistic', 'Investigative', 'Artistic', 'Social', 'Enterprising', 'Conventional'];

/** Six scores and three high points, as the publisher has them: the numbers of the highest, and 0 if the next is far below. */
function interestRows({ code }: Occupation): string[][] {
  const draw = random(`onet/interests/${code}`);
  const scores = interests.map((name, place) => ({ name, number: place + 1, score: draw.between(100, 700) }));
  const order = scores.toSorted((a, b) => b.score - a.score);
  const highPoints = order.slice(0, 3).map(({ score, number }) => ((order[0]?.score ?? 0) - score > 200 ? 0 : 100 * number));
  const row = (at: number, name: string, scale: string, value: number) => {
    return [code, `1.B.1.${'abcdefghi'.charAt(at)}`, name, scale, (value / 100).toFixed(2), '02/2026'];
  };
  return [
    ...scores.map(({ name, score }, place) => row(place, name, 'OI', score)),
    ...highPoints.map((value, place) => row(6 + place, `Interest High-Point ${place + 1}`, 'IH', value)),
  ];
}

/** Importance and level in turn. The first ability is mostly not relevant, the second mostly suppressed, the others now and then. */
function abilityRows({ code }: Occupation): string[][] {
  const draw = random(`onet/abilities/${code}`);
  return abilityElements.flatMap(([element = '', name = ''], place) => {
    const suppressed = draw.chance(place === 1 ? 0.9 : 0.01) ? 'Y' : 'N';
    const irrelevant = draw.chance(place === 0 ? 0.9 : 0.05) ? 'Y' : 'N';
    // A level is printed even if the ability is not relevant.
    return [
      [code, element, name, 'IM', rating(draw, 100, 500), suppressed, 'n/a'],
      [code, element, name, 'LV', rating(draw, 0, irrelevant === 'Y' ? 100 : 700), suppressed, irrelevant],
    ];
  });
}

const tiers = ['Primary-Short', 'Primary-Long', 'Supplemental', 'Supplemental'];

/** Twenty others by lot, five in each tier. The related ones of the sample mean nothing. */
function relatedRows({ code }: Occupation, all: readonly Occupation[]): string[][] {
  const draw = random(`onet/related/${code}`);
  const others = new Set<string>();
  while (others.size < 20) {
    const other = all[draw.between(0, all.length - 1)]?.code ?? code;
    if (other !== code) others.add(other);
  }
  return [...others].map((other, place) => [code, other, tiers[Math.floor(place / 5)] ?? '', String(place + 1)]);
}

const rating = (draw: Random, least: number, most: number) => (draw.between(least, most) / 100).toFixed(2);
