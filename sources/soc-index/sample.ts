// A synthetic coding index in the publisher's layout: about ninety real job titles that a demonstration asks for, the rest invented and saying so.
import { classification, unitGroups } from '#sources/kit/sample/classification.ts';
import { iscoGroups } from '#sources/kit/sample/isco08.ts';
import { random } from '#sources/kit/sample/random.ts';
import { type SampleCell, writeWorkbook } from '#sources/kit/sample/workbook.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
import { noCode } from './reshape.ts';

// Facts: marker | unit group | inverted title | ADD | IND | ISCO-08 | natural order.
// Source: ONS, SOC 2020 Volume 2, the coding index, V12 of 16 April 2025, licensed under the Open Government Licence v3.0.
const jobs = `
O|2134|Engineer, software|||2512|Software engineer
|2134|Developer, software|||2512|Software developer
O|2134|Developer, web|||2513|Web developer
M|2134|Programmer|||2514|Programmer
O|2133|Analyst, systems|||2511|Systems analyst
M|2431|Analyst, business|||2421|Business analyst
|2133|Analyst, business|computing/IT||2511|Business analyst
A|3544|Analyst, data|||3314|Data analyst
|2134|Analyst, data|computing/IT||2511|Data analyst
A|2433|Scientist, data|||2120|Data scientist
|2133|Scientist, data|computing/IT||2511|Data scientist
M|2237|Nurse|||2221|Nurse
|6131|Nurse|grade A, B||5321|Nurse
|6133|Nurse||dental practice|3251|Nurse
O|2237|Nurse, staff|||2221|Staff nurse
|6133|Nurse, dental|||3251|Dental nurse
O|6111|Nurse, nursery|||5311|Nursery nurse
O|2231|Midwife|||3222|Midwife
M|2211|Doctor|||2211|Doctor
O|2211|Doctor|GP||2211|Doctor
|2211|GP|||2211|GP
O|2255|Paramedic|||3258|Paramedic
O|2251|Pharmacist|||2262|Pharmacist
O|2253|Dentist|||2261|Dentist
O|2221|Physiotherapist|||2264|Physiotherapist
M|2461|Worker, social|||2635|Social worker
M|6135|Assistant, care|||5322|Care assistant
M|6135|Worker, care|||5322|Care worker
|6131|Worker, care||hospital service|5321|Care worker
|6131|Assistant, healthcare||hospital service|5321|Healthcare assistant
|7114|Assistant, healthcare||retail pharmacy|3213|Healthcare assistant
M|6112|Assistant, teaching|||5312|Teaching assistant
|3231|Assistant, teaching|qualified||5312|Teaching assistant
|2319|Teacher|private||2359|Teacher
|2316|Teacher|special/additional needs||2352|Teacher
|2314|Teacher, school, primary|||2341|Primary school teacher
|2313|Teacher, school, secondary|||2330|Secondary school teacher
M|2311|Lecturer|||2310|Lecturer
M|2321|Teacher, head|||1345|Head teacher
|6114|Childminder|||5311|Childminder
|5315|Plumber|||7126|Plumber
M|5241|Electrician|||7411|Electrician
|5316|Carpenter|||7115|Carpenter
M|5316|Joiner|||7115|Joiner
|5313|Bricklayer|||7112|Bricklayer
M|5321|Plasterer|||7123|Plasterer
O|8151|Scaffolder|||7119|Scaffolder
|5323|Painter and decorator|||7131|Painter and decorator
|9111|Labourer||agriculture|9213|Labourer
O|9129|Labourer||building construction|9313|Labourer
M|5223|Mechanic|||7233|Mechanic
|5231|Mechanic, motor|||7231|Motor mechanic
M|5213|Welder|||7212|Welder
|5234|Engineer|nos: aircraft maintenance||7232|Engineer
|3511|Engineer|nos|airlines|3153|Engineer
|2122|Engineer|professional, mechanical||2144|Engineer
M|5319|Engineer, civil|||2142|Civil engineer
|2121|Engineer, civil|professional||2142|Civil engineer
M|5223|Engineer, mechanical|||2144|Mechanical engineer
M|2451|Architect|||2161|Architect
|8211|Driver, HGV|||8332|Hgv driver
|8211|Driver, lorry|||8332|Lorry driver
O|8214|Driver, van|||8322|Van driver
O|8212|Driver, bus|||8331|Bus driver
|8213|Driver, taxi|||8322|Taxi driver
O|9253|Mate, driver's|||9333|Driver's mate
|8222|Driver, truck, lift, fork|||8344|Fork lift truck driver
O|9211|Postman|||4412|Postman
M|8214|Courier|||9621|Courier
|9252|Operative, warehouse|||9333|Warehouse operative
A|6232|Caretaker|||5153|Caretaker
A|6232|Taker, care|||5153|Care taker
M|9223|Cleaner|||9111|Cleaner
|9231|Guard, security|||5414|Security guard
O|5434|Chef|||3434|Chef
M|5435|Cook|||5120|Cook
M|9264|Waiter|||5131|Waiter
O|9264|Waitress|||5131|Waitress
|9266|Barista|||5132|Barista
|9263|Porter, kitchen|||9412|Kitchen porter
M|7111|Assistant, shop|||5223|Shop assistant
M|7111|Assistant, sales|||5223|Sales assistant
|4123|Assistant, sales||banking|4211|Sales assistant
M|4129|Cashier|||5230|Cashier
|7112|Cashier|café||5230|Cashier
M|4216|Receptionist|||4226|Receptionist
|4131|Receptionist|ward|hospital service|4226|Receptionist
M|4215|Secretary|||4120|Secretary
M|4159|Assistant, admin|||4110|Admin assistant
M|4141|Manager, office|||3341|Office manager
M|2440|Manager, project|||2421|Project manager
|2131|Manager, project|computing/IT||1330|Project manager
M|4122|Accountant|||2411|Accountant
|2421|Accountant|qualified, management accountancy||2411|Accountant
M|2412|Solicitor|||2611|Solicitor
M|3312|Officer, police|||5412|Police officer
O|3313|Firefighter|||5411|Firefighter
O|3311|Soldier|||0310|Soldier
M|5111|Farmer|||6130|Farmer
M|5113|Gardener|||6113|Gardener
|6221|Hairdresser|||5141|Hairdresser
M|2492|Journalist|||2642|Journalist
O|1257|Manager||hire service|1439|Manager
O|2132|Manager||computer services|1330|Manager
O|1132|Director|marketing||1221|Director
I|8160|Foreman, factory|||}}}}|Factory foreman
|2112|Zoologist|||2131|Zoologist
`;

const indexHeaders = [
  'UNIQUE ID',
  'RECNO',
  'D',
  'SOC_90',
  'SOC_2000',
  'SOC_2010',
  'SOC_2020',
  'SOC_2020_ext',
  'INDEXOCC',
  'ADD',
  'IND',
  'SEE',
  'ISCO-08 code based on SOC2020',
  'VERSNO',
  'CHANGE',
  'SOC90_unit_group_title',
  'SOC2000_unit_group_title',
  'SOC2010_unit_group_title',
  'SOC2020_unit_group_title',
  'SOC2020_ext_SUG_title',
  'ISCO08_unit_group_title',
  'INDEXOCC_-_natural_word_order',
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

/** One release: some 5,000 entries, or with `full` some 32,000 as the publisher has. */
export async function sample({ full }: { readonly full: boolean }): Promise<readonly SampleRelease[]> {
  const entries = [...realEntries(), ...syntheticEntries(full ? 77 : 12), ...crossReferences()];
  const bytes = await writeWorkbook([
    {
      name: 'Information',
      rows: [
        [],
        [null, 'Version 12 Of The Standard Occupational Classification 2020 Index'],
        [],
        [null, 'Synthetic sample, not from the publisher'],
      ],
    },
    {
      name: 'FILE SPEC',
      rows: [
        [],
        [null, 'SOC2020 CODING INDEX FILE SPECIFICATION'],
        [],
        [null, 'Version 12: Standard Occupational Classification 2020 Index'],
        [],
        [null, `Number of records in the SOC2020 coding index: ${thousands(entries.length)}`],
      ],
    },
    { name: 'SOC2020 coding index', rows: [indexHeaders, ...entries.map(indexRow)] },
    {
      name: 'Abbreviations',
      rows: [
        ['Abbreviations for Occupation Coding'],
        [],
        [],
        [],
        [],
        ['Abbreviation', 'Meaning'],
        ['&   *', 'And'],
        ['A1/2/3', 'Grades as used in Jobcentre Plus'],
        ['HGV', 'Heavy Goods Vehicle'],
        ['mfr   *', 'Manufacturing'],
        ['Nos', 'Not Otherwise Specified'],
        ['r and d', 'Research and development'],
        ['TA', 'Teaching/Teachers assistant'],
      ],
    },
    { name: 'ISCO-08 framework', rows: iscoRows() },
  ]);
  return [{ release: 'sample-2025-04-16', files: [{ name: 'soc2020volume2thecodingindexexcel16042025.xlsx', bytes }] }];
}

function realEntries(): SampleEntry[] {
  return lines(jobs).map((line) => {
    const [marker = '', soc = '', inverted = '', additional = '', industry = '', code = '', natural = ''] = line.split('|');
    return { marker, soc, inverted, additional, industry, see: '', isco: code, natural };
  });
}

const colours = ['amber', 'bronze', 'coral', 'denim', 'ebony', 'fawn', 'garnet', 'hazel', 'indigo', 'jade', 'khaki', 'lilac'] as const;
const places = ['attic', 'bridge', 'canal', 'depot', 'estate', 'ferry', 'garage'] as const;
const letters: readonly [string, ...string[]] = ['I', 'M', 'A', 'Q', 'QS'];

/** Invented titles for every unit group: "Sample amber ferry shelf fillers" has nothing of the publisher's but the unit group's title. */
function syntheticEntries(perGroup: number): SampleEntry[] {
  const codes: readonly [string, ...string[]] = ['2512', ...iscoGroups.map(({ code }) => code).filter((code) => !code.startsWith('0'))];
  return unitGroups.flatMap(({ code: soc, title }) => {
    const draw = random(`soc-index/${soc}`);
    const main = draw.pick(codes);
    // Commas would cut the inverted order where the natural one has none.
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
        // The armed forces' codes have a leading zero and are text in the publisher's file.
        isco: soc === '1161' ? '0110' : soc === '3311' ? (number % 2 === 0 ? '0310' : '0210') : draw.chance(0.7) ? main : draw.pick(codes),
        natural: `Sample ${first} ${second} ${plain.toLowerCase()}`,
      };
    });
  });
}

/** Entries without a code, as many as the publisher has: a few that lead to a title, a few to the coding rules. */
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

function lines(text: string): string[] {
  return text.trim().split('\n');
}
