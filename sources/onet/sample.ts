// A synthetic release of O*NET in the publisher's layout: tab-separated texts, and two workbooks of crosswalks. The US occupations and
// all ratings are invented and say so; the names of the abilities are facts.
import { iscoGroups } from '#sources/kit/sample/isco08.ts';
import { type Random, random } from '#sources/kit/sample/random.ts';
import { type SampleCell, writeWorkbook } from '#sources/kit/sample/workbook.ts';
import type { PublishedFile, SampleRelease } from '#sources/kit/source.ts';
import { corrections } from './corrections.ts';
import { fileNames } from './parse.ts';

// Source: O*NET 30.2 Database, Content Model Reference, by the U.S. Department of Labor, Employment and Training Administration, CC BY 4.0.
const abilityElements = `
1.A.1.a.1 Oral Comprehension
1.A.1.a.2 Written Comprehension
1.A.1.a.3 Oral Expression
1.A.1.a.4 Written Expression
1.A.1.b.1 Fluency of Ideas
1.A.1.b.2 Originality
1.A.1.b.3 Problem Sensitivity
1.A.1.b.4 Deductive Reasoning
1.A.1.b.5 Inductive Reasoning
1.A.1.b.6 Information Ordering
1.A.1.b.7 Category Flexibility
1.A.1.c.1 Mathematical Reasoning
1.A.1.c.2 Number Facility
1.A.1.d.1 Memorization
1.A.1.e.1 Speed of Closure
1.A.1.e.2 Flexibility of Closure
1.A.1.e.3 Perceptual Speed
1.A.1.f.1 Spatial Orientation
1.A.1.f.2 Visualization
1.A.1.g.1 Selective Attention
1.A.1.g.2 Time Sharing
1.A.2.a.1 Arm-Hand Steadiness
1.A.2.a.2 Manual Dexterity
1.A.2.a.3 Finger Dexterity
1.A.2.b.1 Control Precision
1.A.2.b.2 Multilimb Coordination
1.A.2.b.3 Response Orientation
1.A.2.b.4 Rate Control
1.A.2.c.1 Reaction Time
1.A.2.c.2 Wrist-Finger Speed
1.A.2.c.3 Speed of Limb Movement
1.A.3.a.1 Static Strength
1.A.3.a.2 Explosive Strength
1.A.3.a.3 Dynamic Strength
1.A.3.a.4 Trunk Strength
1.A.3.b.1 Stamina
1.A.3.c.1 Extent Flexibility
1.A.3.c.2 Dynamic Flexibility
1.A.3.c.3 Gross Body Coordination
1.A.3.c.4 Gross Body Equilibrium
1.A.4.a.1 Near Vision
1.A.4.a.2 Far Vision
1.A.4.a.3 Visual Color Discrimination
1.A.4.a.4 Night Vision
1.A.4.a.5 Peripheral Vision
1.A.4.a.6 Depth Perception
1.A.4.a.7 Glare Sensitivity
1.A.4.b.1 Hearing Sensitivity
1.A.4.b.2 Auditory Attention
1.A.4.b.3 Sound Localization
1.A.4.b.4 Speech Recognition
1.A.4.b.5 Speech Clarity
`
  .trim()
  .split('\n')
  .map((line) => ({ element: line.slice(0, line.indexOf(' ')), name: line.slice(line.indexOf(' ') + 1) }));

const interestNames = ['Realistic', 'Investigative', 'Artistic', 'Social', 'Enterprising', 'Conventional'] as const;
const highPointNames = ['First Interest High-Point', 'Second Interest High-Point', 'Third Interest High-Point'] as const;

/** A US occupation of the sample, by its O*NET-SOC 2019 code. */
interface Occupation {
  readonly code: string;
  readonly title: string;
  readonly rated: boolean;
}

interface World {
  readonly occupations: readonly Occupation[];
  readonly isco: SampleCell[][];
  readonly soc: SampleCell[][];
}

/** One release of some 120 occupations, or with `full` of about as many as the publisher has. */
export async function sample({ full }: { readonly full: boolean }): Promise<readonly SampleRelease[]> {
  const { occupations, isco, soc } = worldOf(full ? 8 : 1);
  const rated = occupations.filter((occupation) => occupation.rated);
  const prose = (lines: number): SampleCell[][] =>
    Array.from({ length: lines }, (_, line) => (line === 0 ? ['Synthetic sample, not from the publisher'] : []));
  const files: PublishedFile[] = [
    text(
      fileNames.occupations[0],
      ['O*NET-SOC Code', 'Title', 'Description'],
      occupations.map(({ code, title }) => [code, title, 'Synthetic sample text.']),
    ),
    text(
      'Interests.txt',
      ['O*NET-SOC Code', 'Element ID', 'Element Name', 'Scale ID', 'Data Value', 'Date', 'Domain Source'],
      rated.flatMap(interestRows),
    ),
    text(
      fileNames.abilities[0],
      [
        'O*NET-SOC Code',
        'Element ID',
        'Element Name',
        'Scale ID',
        'Data Value',
        'N',
        'Standard Error',
        'Lower CI Bound',
        'Upper CI Bound',
        'Recommend Suppress',
        'Not Relevant',
        'Date',
        'Domain Source',
      ],
      rated.flatMap(abilityRows),
    ),
    {
      // The publisher's is of the old binary format, for which there is no writer here; the reader goes by the bytes.
      name: fileNames.isco[0],
      bytes: await writeWorkbook([
        {
          name: 'ISCO-08 to 2010 SOC',
          rows: [...prose(6), ['ISCO-08 Code', 'ISCO-08 Title EN', 'part', '2010 SOC Code', '2010 SOC Title', 'Comment 8/17/11'], ...isco],
        },
        {
          name: '2010 SOC to ISCO-08',
          rows: [['2010 SOC Code', '2010 SOC Title', 'part', 'ISCO-08 Code', 'ISCO-08 Title EN', 'Comment 8/17/11']],
        },
      ]),
    },
    {
      name: fileNames.soc[0],
      bytes: await writeWorkbook([
        { name: 'Sorted by 2010', rows: [...prose(8), ['2010 SOC Code', '2010 SOC Title', '2018 SOC Code', '2018 SOC Title'], ...soc] },
      ]),
    },
  ];
  return [{ release: 'sample-30.2', files }];
}

/**
 * For every ISCO-08 group of the sample's coding index one SOC 2010 code, for some two; of these some keep their number in 2018, some
 * become two codes; of those some are divided by O*NET. The armed forces have no ratings, nor has one of the two codes of every ninth group.
 */
function worldOf(least: number): World {
  const occupations: Occupation[] = [];
  const isco: SampleCell[][] = [];
  const soc: SampleCell[][] = [];
  const addOccupations = (code: string, title: string, divided: number, rated: boolean) => {
    for (let part = 0; part < divided; part += 1)
      occupations.push({ code: `${code}.0${part}`, title: divided === 1 ? title : `${title}, part ${part + 1}`, rated });
  };
  iscoGroups.forEach(({ code, title }, place) => {
    const armed = code.startsWith('0');
    const count = place % 9 === 4 || place % 4 === 1 ? 2 : 1;
    for (let number = 0; number < count; number += 1) {
      // US major groups are odd numbers from 11 to 55, the last the armed forces.
      const old = `${armed ? 55 : 11 + 2 * ((place + number) % 22)}-${armed ? '1' : code.slice(0, 1)}${code.slice(1, 3)}${number + 1}`;
      const name = `Sample US occupation ${number + 1} beside ISCO-08 ${code}`;
      const rated = !armed && !(place % 9 === 4 && number === 1);
      // The publisher's codes carry blanks at their ends in many rows, and titles other than the sample's.
      isco.push([
        place % 30 === 7 ? `${code} ` : code,
        title,
        count === 2 ? '*' : null,
        place % 5 === 0 || armed ? `${old} ` : old,
        name,
        null,
      ]);
      const became = place % 5 === 2 ? [`${old.slice(0, 3)}8${old.slice(4)}`, `${old.slice(0, 3)}9${old.slice(4)}`] : [old];
      for (const code2018 of became) {
        soc.push([old, name, code2018, name]);
        if (occupations.some((occupation) => occupation.code.startsWith(code2018))) continue;
        addOccupations(code2018, code2018 === old ? name : `${name} (${code2018})`, Math.max(least, place % 7 === 3 ? 2 : 1), rated);
      }
    }
  });
  isco.push(
    ['211', 'Sample group of three digits', '*', '19-9998', 'Sample US occupation', null],
    ['315 ', 'Sample group of three digits', null, '19-9998 ', 'Sample US occupation', null],
  );
  soc.push(['19-9998', 'Sample US occupation', '19-9998', 'Sample US occupation']);
  for (const { code } of corrections) occupations.push({ code, title: 'Sample US occupation of a correction', rated: true });
  return { occupations, isco, soc };
}

/** Six scores and three high points, as the publisher has them: the numbers of the highest, and 0 where the next is far below. */
function interestRows({ code }: Occupation): string[][] {
  const draw = random(`onet/interests/${code}`);
  const date = draw.chance(0.9) ? '02/2026' : '11/2023';
  const scores = interestNames.map(() => draw.between(100, 700));
  const order = scores.map((score, place) => ({ score, number: place + 1 })).sort((a, b) => b.score - a.score);
  const highest = order[0]?.score ?? 0;
  const row = (element: string, name: string, scale: string, value: number) => [
    code,
    element,
    name,
    scale,
    (value / 100).toFixed(2),
    date,
    'Synthetic sample',
  ];
  return [
    ...interestNames.map((name, place) => row(`1.B.1.${'abcdef'.charAt(place)}`, name, 'OI', scores[place] ?? 0)),
    ...highPointNames.map((name, place) => {
      const { score = 0, number = 0 } = order[place] ?? {};
      return row(`1.B.1.${'ghi'.charAt(place)}`, name, 'IH', highest - score > 200 ? 0 : 100 * number);
    }),
  ];
}

/** Importance and level in turn. The first ability is relevant to nobody much, the second is mostly suppressed, the others now and then. */
function abilityRows({ code }: Occupation): string[][] {
  const draw = random(`onet/abilities/${code}`);
  return abilityElements.flatMap(({ element, name }, place) => {
    const often = (share: number, usually: number) => draw.chance(place === share ? 0.9 : usually);
    const suppressed = often(1, 0.01) ? 'Y' : 'N';
    const irrelevant = often(0, 0.05) ? 'Y' : 'N';
    return [
      [code, element, name, 'IM', ...rating(draw, 100, 500), suppressed, 'n/a', '08/2023', 'Synthetic sample'],
      // A level is printed also where it is not relevant.
      [
        code,
        element,
        name,
        'LV',
        ...rating(draw, 0, irrelevant === 'Y' ? 100 : 700),
        suppressed,
        irrelevant,
        '08/2023',
        'Synthetic sample',
      ],
    ];
  });
}

/** Value, number of raters, standard error and bounds. */
function rating(draw: Random, least: number, most: number): string[] {
  return [(draw.between(least, most) / 100).toFixed(2), '8', 'n/a', 'n/a', 'n/a'];
}

function text(name: string, header: readonly string[], rows: readonly (readonly string[])[]): PublishedFile {
  return { name, bytes: Buffer.from([header, ...rows].map((cells) => `${cells.join('\t')}\r\n`).join('')) };
}
