// A synthetic coding index: about ninety real job titles for demonstrations; the others say that
// they are invented.
import { titles, unitGroups } from '#sources/kit/sample/classification.ts';
import { iscoGroups } from '#sources/kit/sample/isco08.ts';
import { type Random, random } from '#sources/kit/random.ts';
import { sheetOf, synthetic, workbookOf } from '#sources/kit/sample/tables.ts';
import type { ClassificationGroup } from '#sources/kit/needs.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
// Facts, in each row: marker, unit group, inverted title, ADD, IND, ISCO-08, natural order. Source:
// ONS, SOC 2020 Volume 2, the coding index, V12 of 16 April 2025, licensed under the Open
// Government Licence v3.0.
import published from './data/sample-titles.json' with { type: 'json' };
import { layout } from './layout.ts';
import { noCode } from './reshape.ts';

/** Like a row of the facts, with a reference at its end: "see Electrician". */
type Entry = readonly string[];

const abbreviations = [
  ['A1/2/3', 'Grades as used in Jobcentre Plus'],
  ['HGV', 'Heavy Goods Vehicle'],
  ['mfr   *', 'Manufacturing'],
];

/** Entries without a code, which refer to a title or to the coding rules. */
const references: readonly Entry[] = [
  [
    '',
    noCode,
    'Electrician, chargehand',
    '',
    '',
    noCode,
    'Chargehand electrician',
    'see Electrician',
  ],
  [
    '',
    noCode,
    'Engineer, chartered',
    '',
    '',
    noCode,
    'Chartered engineer',
    'see Engineer (professional)',
  ],
  ['', noCode, 'Head of', '', '', noCode, 'Head of', 'see also Manager ( )'],
  ['', noCode, 'Apprentice', '', '', noCode, 'Apprentice', 'see also notes'],
];

export async function sample(): Promise<readonly SampleRelease[]> {
  const entries = [...published, ...unitGroups.flatMap(invented), ...references];
  const prose = (kind: 'information' | 'specification', text: string) => ({
    name: layout.sheet(kind),
    rows: [[synthetic], [null, text]],
  });
  const workbook = await workbookOf(
    'soc2020volume2thecodingindexexcel16042025.xlsx',
    prose('information', 'Version 12 Of The Standard Occupational Classification 2020 Index'),
    prose(
      'specification',
      `Number of records in the SOC2020 coding index: ${entries.length.toLocaleString('en-GB')}`,
    ),
    sheetOf(layout, 'index', entries.map(indexRow)),
    sheetOf(layout, 'abbreviations', abbreviations, {
      above: ['Abbreviations for Occupation Coding'],
    }),
    {
      name: layout.sheet('isco'),
      rows: [[synthetic], ...iscoGroups.map(({ code, title }) => [null, code, title])],
    },
  );
  return [{ release: 'sample-2025-04-16', files: [workbook] }];
}

const isco = iscoGroups.map(({ code }) => code).filter((code) => !code.startsWith('0'));
const codes: readonly [string, ...string[]] = ['2512', ...isco];
const armedForces: Readonly<Record<string, readonly string[]>> = {
  '1161': ['0110'],
  '3311': ['0310', '0210'],
};

/** Only a title without qualifiers has another marker than O. */
const markerOf = (qualifiers: string, draw: Random) =>
  qualifiers === '' ? draw.pick(['I', 'M', 'A', 'Q', 'QS']) : 'O';

/** The main ISCO-08 code of a unit group, and now and then another one. */
const mostly = (main: string, draw: Random) => (draw.chance(0.7) ? main : draw.pick(codes));

/**
 * Invented titles of a unit group: "Sample amber attic shelf fillers" takes only the unit group's
 * title from the publisher.
 */
function invented({ code: soc, title }: ClassificationGroup): Entry[] {
  const draw = random(`soc-index/${soc}`);
  const main = draw.pick(codes);
  // A comma of the title would split the inverted order in the wrong place.
  const plain = title.replaceAll(',', '');
  return [
    'amber attic',
    'bronze bridge',
    'coral canal',
    'denim depot',
    'ebony estate',
    'fawn ferry',
  ].map((words, number) => {
    const additional = draw.chance(0.08) ? 'synthetic sample grade' : '';
    const industry = draw.chance(0.3) ? 'synthetic sample mfr' : '';
    const marker = draw.chance(0.1) ? markerOf(additional + industry, draw) : '';
    const iscoOfArmedForces = armedForces[soc];
    const isco08 =
      iscoOfArmedForces === undefined
        ? mostly(main, draw)
        : (iscoOfArmedForces[number % iscoOfArmedForces.length] ?? '');
    const inverted = [plain, ...words.split(' ').toReversed(), 'sample'].join(', ');
    return [
      marker,
      soc,
      inverted,
      additional,
      industry,
      isco08,
      `Sample ${words} ${plain.toLowerCase()}`,
    ];
  });
}

function indexRow(
  [
    marker = '',
    soc = '',
    inverted = '',
    additional = '',
    industry = '',
    isco08 = '',
    natural = '',
    see = '',
  ]: Entry,
  entryNumber: number,
) {
  const extension = soc === noCode ? noCode : `${soc}/99`;
  // Identifiers have the shape of the publisher's: a1aa to z9zz.
  const letter = (number: number) => String.fromCharCode(97 + (number % 26));
  const id = [
    letter(Math.floor(entryNumber / 6084)),
    1 + (Math.floor(entryNumber / 676) % 9),
    letter(Math.floor(entryNumber / 26)),
    letter(entryNumber),
  ].join('');
  return [
    id,
    marker,
    soc,
    soc,
    extension,
    inverted,
    additional,
    industry,
    see,
    isco08,
    '',
    titles.get(soc) ?? noCode,
    natural,
  ];
}
