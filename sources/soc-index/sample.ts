// A synthetic coding index in the publisher's layout: about ninety real job titles for demonstrations; the others say that they are invented.
import { classification, unitGroups } from '#sources/kit/sample/classification.ts';
import { iscoGroups } from '#sources/kit/sample/isco08.ts';
import { random } from '#sources/kit/sample/random.ts';
import { type SampleCell, writeWorkbook } from '#sources/kit/sample/workbook.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
// Facts, in each row: marker, unit group, inverted title, ADD, IND, ISCO-08, natural order. Source: ONS, SOC 2020 Volume 2, the coding
// index, V12 of 16 April 2025, licensed under the Open Government Licence v3.0.
import published from './data/sample-titles.json' with { type: 'json' };
import { layout } from './layout.ts';
import { noCode } from './reshape.ts';

const at = layout.headed('index');
const indexHeaders = [
  ...[at.id, 'RECNO', at.marker, 'SOC_90', 'SOC_2000', at.soc2010, at.soc2020, at.extension, at.inverted, at.additional, at.industry],
  ...[at.see, at.isco08, at.version, 'CHANGE', 'SOC90_unit_group_title', 'SOC2000_unit_group_title', 'SOC2010_unit_group_title'],
  ...[at.unitGroupTitle, 'SOC2020_ext_SUG_title', 'ISCO08_unit_group_title', at.natural],
];

interface SampleEntry {
  readonly marker: string;
  readonly soc: string;
  readonly inverted: string;
  readonly additional: string;
  readonly industry: string;
  readonly see: string;
  readonly isco: string;
  readonly natural: string;
}

/** One release: about 5,000 entries, or with `full` about 32,000 like the publisher's. */
export async function sample({ full }: { readonly full: boolean }): Promise<readonly SampleRelease[]> {
  const entries = [...realEntries(), ...syntheticEntries(full ? 77 : 12), ...crossReferences()];
  const bytes = await writeWorkbook([
    {
      name: layout.sheet('information'),
      rows: [
        [],
        [null, 'Version 12 Of The Standard Occupational Classification 2020 Index'],
        [],
        [null, 'Synthetic sample, not from the publisher'],
      ],
    },
    {
      name: layout.sheet('specification'),
      rows: [
        [],
        [null, 'SOC2020 CODING INDEX FILE SPECIFICATION'],
        [],
        [null, 'Version 12: Standard Occupational Classification 2020 Index'],
        [],
        [null, `Number of records in the SOC2020 coding index: ${thousands(entries.length)}`],
      ],
    },
    { name: layout.sheet('index'), rows: [indexHeaders, ...entries.map(indexRow)] },
    {
      name: layout.sheet('abbreviations'),
      rows: [
        ['Abbreviations for Occupation Coding'],
        [],
        [],
        [],
        [],
        layout.headers('abbreviations'),
        ['&   *', 'And'],
        ['A1/2/3', 'Grades as used in Jobcentre Plus'],
        ['HGV', 'Heavy Goods Vehicle'],
        ['mfr   *', 'Manufacturing'],
        ['Nos', 'Not Otherwise Specified'],
        ['r and d', 'Research and development'],
        ['TA', 'Teaching/Teachers assistant'],
      ],
    },
    { name: layout.sheet('isco'), rows: iscoRows() },
  ]);
  return [{ release: 'sample-2025-04-16', files: [{ name: 'soc2020volume2thecodingindexexcel16042025.xlsx', bytes }] }];
}

function realEntries(): SampleEntry[] {
  return published.map(([marker = '', soc = '', inverted = '', additional = '', industry = '', isco = '', natural = '']) => {
    return { marker, soc, inverted, additional, industry, see: '', isco, natural };
  });
}

const colours = ['amber', 'bronze', 'coral', 'denim', 'ebony', 'fawn', 'garnet', 'hazel', 'indigo', 'jade', 'khaki', 'lilac'] as const;
const places = ['attic', 'bridge', 'canal', 'depot', 'estate', 'ferry', 'garage'] as const;
const letters: readonly [string, ...string[]] = ['I', 'M', 'A', 'Q', 'QS'];

/** Invented titles for every unit group: "Sample amber ferry shelf fillers" takes only the unit group's title from the publisher. */
function syntheticEntries(perGroup: number): SampleEntry[] {
  const codes: readonly [string, ...string[]] = ['2512', ...iscoGroups.map(({ code }) => code).filter((code) => !code.startsWith('0'))];
  return unitGroups.flatMap(({ code: soc, title }) => {
    const draw = random(`soc-index/${soc}`);
    const main = draw.pick(codes);
    // A comma of the title would split the inverted order in the wrong place.
    const plain = title.replaceAll(',', '');
    return Array.from({ length: perGroup }, (_, number): SampleEntry => {
      const first = colours[number % colours.length] ?? '';
      const second = places[Math.floor(number / colours.length) % places.length] ?? '';
      const additional = draw.chance(0.08) ? 'synthetic sample grade' : '';
      const industry = draw.chance(0.3) ? 'synthetic sample mfr' : '';
      const bare = additional === '' && industry === '';
      return {
        marker: draw.chance(0.1) ? (bare ? draw.pick(letters) : 'O') : '',
        soc,
        inverted: `${plain}, ${second}, ${first}, sample`,
        additional,
        industry,
        see: '',
        // The codes of the armed forces have a leading zero and are texts in the publisher's file.
        isco: soc === '1161' ? '0110' : soc === '3311' ? (number % 2 === 0 ? '0310' : '0210') : draw.chance(0.7) ? main : draw.pick(codes),
        natural: `Sample ${first} ${second} ${plain.toLowerCase()}`,
      };
    });
  });
}

/** Entries without a code, as many as the publisher has. They refer to a title or to the coding rules. */
function crossReferences(): SampleEntry[] {
  const reference = (natural: string, see: string, inverted = natural): SampleEntry => ({
    marker: '',
    soc: noCode,
    inverted,
    additional: '',
    industry: '',
    see,
    isco: noCode,
    natural,
  });
  return [
    reference('Chargehand electrician', 'see Electrician', 'Electrician, chargehand'),
    reference('Chartered engineer', 'see Engineer (professional)', 'Engineer, chartered'),
    reference('Head of', 'see also Manager ( )'),
    reference('Apprentice', 'see also notes'),
    ...Array.from({ length: 196 }, (_, number) =>
      reference(`Sample reference ${number + 1}`, number % 2 === 0 ? 'see notes' : 'see Manager ( )'),
    ),
  ];
}

const titles = new Map(classification.map(({ code, title }) => [code, title]));
const iscoTitles = new Map(iscoGroups.map(({ code, title }) => [code, title]));

function indexRow(entry: SampleEntry, place: number): SampleCell[] {
  const coded = entry.soc !== noCode;
  const older = coded ? Number(entry.soc) : noCode;
  const olderTitle = coded ? 'Synthetic sample text' : noCode;
  return [
    identifier(place),
    place + 1,
    entry.marker === '' ? null : entry.marker,
    coded ? 100 : '}}}',
    older,
    older,
    older,
    coded ? `${entry.soc}/99` : '}}}}/}}',
    entry.inverted,
    textOrNothing(entry.additional),
    textOrNothing(entry.industry),
    textOrNothing(entry.see),
    entry.isco === noCode || entry.isco.startsWith('0') ? entry.isco : Number(entry.isco),
    null,
    null,
    olderTitle,
    olderTitle,
    olderTitle,
    titles.get(entry.soc) ?? noCode,
    olderTitle,
    iscoTitles.get(entry.isco) ?? noCode,
    entry.natural,
  ];
}

function textOrNothing(text: string): SampleCell {
  return text === '' ? null : text;
}

function iscoRows(): SampleCell[][] {
  const prose = [
    [null, 'Source: International Labour Organization'],
    [],
    [],
    [null, 'STRUCTURE OF ISCO-08, shortened for the synthetic sample'],
    [],
    [],
    [],
  ];
  return [...prose, ...iscoGroups.map(({ code, title }) => [null, code.startsWith('0') ? code : Number(code), title])];
}

/** a1aa, a1ab … z9zz: the shape of the publisher's identifiers. */
function identifier(place: number): string {
  const letter = (number: number) => String.fromCharCode(97 + (number % 26));
  return `${letter(Math.floor(place / 6084))}${1 + (Math.floor(place / 676) % 9)}${letter(Math.floor(place / 26))}${letter(place)}`;
}

/** 5,251: as the publisher prints a count, whatever the locale of the machine. */
function thousands(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
