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

/** One release of some 120 occupations; with `full` of about the publisher's number. */
export async function sample({ full }: { readonly full: boolean }): Promise<readonly SampleRelease[]> {
  const { occupations, isco, soc } = worldOf(full ? 8 : 1);
  const rated = occupations.filter((occupation) => occupation.rated);
  const text = (name: string, kind: Kind, rows: readonly (readonly string[])[]) => textOf(`${name}.txt`, layout, kind, rows, '\t');
  const long = ({ code }: Occupation) => [code, `Sample title 1 of ${code}`, 'n/a'];
  const short = ({ code }: Occupation) => [code, `Sample title of ${code} (ST ${code})`, `ST ${code}`];
  const alternate = occupations.flatMap((one) => [long(one), short(one)]);
  // The titles that the survey of an occupation brought are alternate titles too.
  const reported = rated.flatMap((one) => [long(one).slice(0, 2), short(one).slice(0, 2)]);
  const files = [
    text(
      'Occupation Data',
      'occupations',
      occupations.map(({ code, title }) => [code, title]),
    ),
    text('Interests', 'interests', rated.flatMap(interestRows)),
    text('Abilities', 'abilities', rated.flatMap(abilityRows)),
    text(
      'Related Occupations',
      'relatedOccupations',
      rated.flatMap((one) => relatedRows(one, rated)),
    ),
    text('Alternate Titles', 'alternateTitles', alternate),
    text('Sample of Reported Titles', 'reportedTitles', reported),
    // The publisher's file has the old binary format. We have no writer for it, and the reader goes by the bytes.
    await workbookOf('ISCO_SOC_Crosswalk.xls', sheetOf(layout, 'isco', isco, { above: [synthetic] })),
    await workbookOf('soc_2010_to_2018_crosswalk.xlsx', sheetOf(layout, 'soc', soc, { above: [synthetic] })),
  ];
  return [{ release: 'sample-30.2', files }];
}

/**
 * Each ISCO-08 group of the sample's coding index has one or two SOC 2010 codes. Some of these keep their number in 2018, some become two
 * codes. O*NET divides some of these. The armed forces have no ratings, and in every ninth group one of the two codes has none. Some codes
 * have blanks at their ends.
 */
function worldOf(least: number) {
  const occupations = new Map<string, Occupation>();
  const add = (code: string, title: string, rated: boolean) => occupations.set(code, occupations.get(code) ?? { code, title, rated });
  // Groups of three digits, which are passed over.
  const isco: (string | null)[][] = [
    ['211', '*', '19-9998'],
    ['315 ', null, '19-9998 '],
  ];
  const soc = [['19-9998', '19-9998']];
  for (const [place, { code }] of iscoGroups.entries()) {
    const isArmed = code.startsWith('0');
    const isNinth = place % 9 === 4;
    const numbers = isNinth || place % 4 === 1 ? [1, 2] : [1];
    for (const number of numbers) {
      // US major groups are odd numbers from 11 to 55, the last the armed forces.
      const major = isArmed ? 55 : 11 + 2 * ((place + number - 1) % 22);
      const old = `${major}-${isArmed ? '1' : code.slice(0, 1)}${code.slice(1, 3)}${number}`;
      const printed = place % 5 === 0 || isArmed ? `${old} ` : old;
      isco.push([place % 30 === 7 ? `${code} ` : code, numbers.length === 2 ? '*' : null, printed]);
      const became = place % 5 === 2 ? ['8', '9'].map((digit) => `${old.slice(0, 3)}${digit}${old.slice(4)}`) : [old];
      for (const now of became) {
        soc.push([old, now]);
        for (let part = 0; part < Math.max(least, place % 7 === 3 ? 2 : 1); part += 1)
          add(`${now}.0${part}`, `Sample US occupation ${now}.0${part} beside ISCO-08 ${code}`, !isArmed && !(isNinth && number === 2));
      }
    }
  }
  for (const { code } of corrections) add(code, 'Sample US occupation of a correction', true);
  return { occupations: [...occupations.values()], isco, soc };
}

const interests = ['Realistic', 'Investigative', 'Artistic', 'Social', 'Enterprising', 'Conventional'];

/** Six scores and three high points, as the publisher has them: the numbers of the highest, and 0 if the next is far below. */
function interestRows({ code }: Occupation): string[][] {
  const draw = random(`onet/interests/${code}`);
  const date = draw.chance(0.9) ? '02/2026' : '11/2023';
  const scores = interests.map((name, place) => ({ name, number: place + 1, score: draw.between(100, 700) }));
  const order = scores.toSorted((a, b) => b.score - a.score);
  const highPoints = order.slice(0, 3).map(({ score, number }) => ((order[0]?.score ?? 0) - score > 200 ? 0 : 100 * number));
  const row = (at: number, name: string, scale: string, value: number) => {
    return [code, `1.B.1.${'abcdefghi'.charAt(at)}`, name, scale, (value / 100).toFixed(2), date];
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
