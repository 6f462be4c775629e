// A synthetic release of O*NET. The US occupations and all ratings are invented and say so; the
// names of the abilities are facts.
import { iscoGroups } from '#sources/kit/sample/isco08.ts';
import { type Random, random } from '#sources/kit/random.ts';
import { sheetOf, synthetic, textOf, workbookOf } from '#sources/kit/sample/tables.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
import { corrections } from './corrections.ts';
import { type Kind, layout } from './layout.ts';
// Facts, in each row: an element and its name. Source: O*NET 30.2 Database, Content Model
// Reference, by the U.S. Department of Labor, Employment and Training Administration, CC BY 4.0.
import abilityElements from './data/ability-elements.json' with { type: 'json' };

/** A US occupation of the sample, by its O*NET-SOC 2019 code. */
interface Occupation {
  readonly code: string;
  readonly title: string;
  readonly rated: boolean;
}

/**
 * The occupations, each with the ISCO-08 group beside it. Every ninth group has a second one
 * without ratings, and the armed forces have none.
 */
const occupationsOfIsco = iscoGroups.flatMap(({ code: isco }, index) =>
  (index % 9 === 7 ? [1, 2] : [1]).map((number) => {
    const isArmed = isco.startsWith('0');
    // US major groups are odd numbers from 11 to 55, the last the armed forces.
    const soc = `${isArmed ? 55 : 11 + 2 * (index % 22)}-${String(1000 + 10 * index + number)}`;
    return {
      isco,
      soc,
      code: `${soc}.00`,
      title: `Sample US occupation ${soc}.00 beside ISCO-08 ${isco}`,
      rated: !isArmed && number === 1,
    };
  }),
);

export async function sample(): Promise<readonly SampleRelease[]> {
  const occupations: readonly Occupation[] = [
    ...corrections.map(({ code }) => ({
      code,
      title: 'Sample US occupation of a correction',
      rated: true,
    })),
    ...occupationsOfIsco,
  ];
  const rated = occupations.filter((occupation) => occupation.rated);
  const titled = (all: readonly Occupation[]) =>
    all.flatMap(({ code }) => [
      [code, `Sample title 1 of ${code}`, 'n/a'],
      [code, `Sample title of ${code} (ST ${code})`, `ST ${code}`],
    ]);
  const text = (name: string, kind: Kind, rows: string[][]) =>
    textOf(`${name}.txt`, layout, kind, rows, '\t');
  // The numbers of SOC 2010 are those of 2018.
  const isco = occupationsOfIsco.map((occupation) => [
    occupation.isco,
    occupationsOfIsco.some((other) => other !== occupation && other.isco === occupation.isco)
      ? '*'
      : '',
    occupation.soc,
  ]);
  const soc = occupationsOfIsco.map((occupation) => [occupation.soc, occupation.soc]);
  const files = [
    text(
      'Occupation Data',
      'occupations',
      occupations.map(({ code, title }) => [code, title]),
    ),
    text('Interests', 'interests', rated.flatMap(interestRows)),
    text('Abilities', 'abilities', rated.flatMap(abilityRows)),
    text('Related Occupations', 'relatedOccupations', rated.flatMap(relatedRows)),
    text('Alternate Titles', 'alternateTitles', titled(occupations)),
    // The titles that the survey of an occupation brought are alternate titles too.
    text(
      'Sample of Reported Titles',
      'reportedTitles',
      titled(rated).map((cells) => cells.slice(0, 2)),
    ),
    // The publisher's file has the old binary format. We have no writer for it, and the reader goes
    // by the bytes.
    await workbookOf(
      'ISCO_SOC_Crosswalk.xls',
      sheetOf(layout, 'isco', isco, { above: [synthetic] }),
    ),
    await workbookOf(
      'soc_2010_to_2018_crosswalk.xlsx',
      sheetOf(layout, 'soc', soc, { above: [synthetic] }),
    ),
  ];
  return [{ release: 'sample-30.2', files }];
}

const interests = [
  'Realistic',
  'Investigative',
  'Artistic',
  'Social',
  'Enterprising',
  'Conventional',
];

/** Six scores, and the numbers of the three highest. */
function interestRows({ code }: Occupation): string[][] {
  const draw = random(`onet/interests/${code}`);
  const scores = interests.map((name, index) => ({
    name,
    number: index + 1,
    score: draw.between(100, 700),
  }));
  const highest = scores.toSorted((a, b) => b.score - a.score).slice(0, 3);
  const row = (number: number, name: string, scale: string, value: number) => {
    return [code, `1.B.1.${'abcdefghi'.charAt(number)}`, name, scale, value.toFixed(2), '02/2026'];
  };
  return [
    ...scores.map(({ name, score }, index) => row(index, name, 'OI', score / 100)),
    ...highest.map(({ number }, index) =>
      row(6 + index, `Interest High-Point ${index + 1}`, 'IH', number),
    ),
  ];
}

/**
 * Importance and level in turn. The first ability is mostly not relevant, the second mostly
 * suppressed, the others now and then.
 */
function abilityRows({ code }: Occupation): string[][] {
  const draw = random(`onet/abilities/${code}`);
  return abilityElements.flatMap(([element = '', name = ''], index) => {
    const suppressed = draw.chance(index === 1 ? 0.9 : 0.01) ? 'Y' : 'N';
    const irrelevant = draw.chance(index === 0 ? 0.9 : 0.05) ? 'Y' : 'N';
    // A level is printed even if the ability is not relevant.
    return [
      [code, element, name, 'IM', rating(draw, 100, 500), suppressed, 'n/a'],
      [
        code,
        element,
        name,
        'LV',
        rating(draw, 0, irrelevant === 'Y' ? 100 : 700),
        suppressed,
        irrelevant,
      ],
    ];
  });
}

const tiers = ['Primary-Short', 'Primary-Long', 'Supplemental'];

/** The next nine, three in each tier. */
function relatedRows({ code }: Occupation, index: number, all: readonly Occupation[]): string[][] {
  const next = [...all, ...all].slice(index + 1, index + 10);
  return next.map((other, rank) => [
    code,
    other.code,
    tiers[Math.floor(rank / 3)] ?? '',
    String(rank + 1),
  ]);
}

const rating = (draw: Random, least: number, most: number) =>
  (draw.between(least, most) / 100).toFixed(2);
