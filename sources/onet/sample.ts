// A synthetic release of O*NET in the publisher's layout: tab-separated texts, and two workbooks of crosswalks. The US occupations and
// all ratings are invented and say so; the names of the abilities are facts.
import { iscoGroups } from '#sources/kit/sample/isco08.ts';
import { type Random, random } from '#sources/kit/sample/random.ts';
import { type SampleCell, writeWorkbook } from '#sources/kit/sample/workbook.ts';
import type { PublishedFile, SampleRelease } from '#sources/kit/source.ts';
import { corrections } from './corrections.ts';
import { layout } from './layout.ts';
// Facts, in each row: an element and its name. Source: O*NET 30.2 Database, Content Model Reference, by the U.S. Department of Labor,
// Employment and Training Administration, CC BY 4.0.
import abilityElements from './data/ability-elements.json' with { type: 'json' };

const intervals = ['N', 'Standard Error', 'Lower CI Bound', 'Upper CI Bound'] as const;
const titleSources = ['08', '04,06', '02,04,08,10'] as const;
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

/** One release of some 120 occupations; with `full` of about the publisher's number. */
export async function sample({ full }: { readonly full: boolean }): Promise<readonly SampleRelease[]> {
  const { occupations, isco, soc } = worldOf(full ? 8 : 1);
  const rated = occupations.filter((occupation) => occupation.rated);
  const prose = (lines: number): SampleCell[][] =>
    Array.from({ length: lines }, (_, line) => (line === 0 ? ['Synthetic sample, not from the publisher'] : []));
  const files: PublishedFile[] = [
    text(
      'Occupation Data.txt',
      [...layout.headers('occupations'), 'Description'],
      occupations.map(({ code, title }) => [code, title, 'Synthetic sample text.']),
    ),
    text('Interests.txt', [...layout.headers('interests'), 'Domain Source'], rated.flatMap(interestRows)),
    text(
      'Abilities.txt',
      [...layout.headers('abilities').toSpliced(5, 0, ...intervals), 'Date', 'Domain Source'],
      rated.flatMap(abilityRows),
    ),
    text('Alternate Titles.txt', [...layout.headers('alternateTitles'), 'Source(s)'], occupations.flatMap(alternateTitles)),
    text('Sample of Reported Titles.txt', [...layout.headers('reportedTitles'), 'Shown in My Next Move'], rated.flatMap(reportedTitles)),
    {
      // The publisher's file has the old binary format. We have no writer for it, and the reader goes by the bytes.
      name: 'ISCO_SOC_Crosswalk.xls',
      bytes: await writeWorkbook([
        {
          name: layout.sheet('isco'),
          rows: [
            ...prose(6),
            [...layout.headers('isco').toSpliced(1, 0, 'ISCO-08 Title EN'), '2010 SOC Title', 'Comment 8/17/11'],
            ...isco,
          ],
        },
        {
          name: '2010 SOC to ISCO-08',
          rows: [['2010 SOC Code', '2010 SOC Title', 'part', 'ISCO-08 Code', 'ISCO-08 Title EN', 'Comment 8/17/11']],
        },
      ]),
    },
    {
      name: 'soc_2010_to_2018_crosswalk.xlsx',
      bytes: await writeWorkbook([
        {
          name: layout.sheet('soc'),
          rows: [...prose(8), layout.headers('soc').flatMap((header) => [header, header.replace('Code', 'Title')]), ...soc],
        },
      ]),
    },
  ];
  return [{ release: 'sample-30.2', files }];
}

/**
 * Each ISCO-08 group of the sample's coding index has one or two SOC 2010 codes. Some of these keep their number in 2018, some become two
 * codes. O*NET divides some of these. The armed forces have no ratings, and in every ninth group one of the two codes has none.
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
      // In many rows the publisher's codes have blanks at their ends, and its titles differ from the coding index.
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

/** Six scores and three high points, as the publisher has them: the numbers of the highest, and 0 if the next is far below. */
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

/** Importance and level in turn. The first ability is mostly not relevant, the second mostly suppressed, the others now and then. */
function abilityRows({ code }: Occupation): string[][] {
  const draw = random(`onet/abilities/${code}`);
  return abilityElements.flatMap(([element = '', name = ''], place) => {
    const often = (share: number, usually: number) => draw.chance(place === share ? 0.9 : usually);
    const suppressed = often(1, 0.01) ? 'Y' : 'N';
    const irrelevant = often(0, 0.05) ? 'Y' : 'N';
    return [
      [code, element, name, 'IM', ...rating(draw, 100, 500), suppressed, 'n/a', '08/2023', 'Synthetic sample'],
      // A level is printed even if the ability is not relevant.
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

/** Two or three titles. The last has a short form. */
function alternateTitles({ code }: Occupation): string[][] {
  const draw = random(`onet/alternate titles/${code}`);
  const titles = Array.from({ length: draw.between(1, 2) }, (_, place) => [
    code,
    `Sample title ${place + 1} of ${code}`,
    'n/a',
    draw.pick(titleSources),
  ]);
  return [...titles, [code, `Sample title of ${code} (ST ${code})`, `ST ${code}`, '09']];
}

/** The titles that the survey of an occupation brought. They are alternate titles too. */
function reportedTitles({ code }: Occupation): string[][] {
  return [
    [code, `Sample title 1 of ${code}`, 'Y'],
    [code, `Sample title of ${code} (ST ${code})`, 'N'],
  ];
}

/** Value, number of raters, standard error and bounds. */
function rating(draw: Random, least: number, most: number): string[] {
  return [(draw.between(least, most) / 100).toFixed(2), '8', 'n/a', 'n/a', 'n/a'];
}

function text(name: string, header: readonly string[], rows: readonly (readonly string[])[]): PublishedFile {
  return { name, bytes: Buffer.from([header, ...rows].map((cells) => `${cells.join('\t')}\r\n`).join('')) };
}
