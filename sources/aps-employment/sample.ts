// The synthetic answers of Nomis to the four queries, with figures withheld for every reason that
// the service knows.
import { type AreaSlug, areaOf } from '#schemas/codes.ts';
import { csvLine } from '#schemas/csv-line.ts';
import { unitGroups } from '#sources/kit/sample/classification.ts';
import { addedUpByNation, peopleOf, sumOf } from '#sources/kit/sample/labour-market.ts';
import { random } from '#sources/kit/random.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
import { type QueryName, columns, queries, rowsExpected } from './layout.ts';
import { free, normal, statuses } from './reshape.ts';

const closing = '2026-06';

const everybody = { sex: 'All persons', hours: 'Total', status: 'Total' };
/** The people that a figure counts: `factors` multiply the five numbers of a group. */
type Series = Partial<typeof everybody> & { readonly factors: readonly number[] };

const series: Readonly<Record<QueryName, readonly Series[]>> = {
  employment: [{ factors: [1] }],
  sex: [{ factors: [1] }, { sex: 'Males', factors: [1, -1] }, { sex: 'Females', factors: [0, 1] }],
  'part-time': [
    { factors: [1] },
    { hours: 'Full-time', factors: [1, 0, -1] },
    { hours: 'Part-time', factors: [0, 0, 1] },
  ],
  'self-employed': [
    { factors: [1] },
    { status: 'Employees', factors: [1, 0, 0, -1, -1] },
    { status: 'Self-employed', factors: [0, 0, 0, 1] },
    { status: 'Government schemes and unpaid family workers', factors: [0, 0, 0, 0, 1] },
  ],
};

/**
 * Of a unit group in a nation: its people, and how many are women, part-time, self-employed, and
 * none of employee and self-employed.
 */
function drawn(unit: string, nation: AreaSlug, share: number): number[] {
  const { people, draw } = peopleOf(unit);
  const peopleInNation =
    people * share * (0.85 + 0.3 * random(`aps-employment/${nation}/${unit}`).next());
  return [
    1,
    0.06 + 0.88 * draw.next(),
    0.04 + 0.46 * draw.next(),
    0.01 + 0.55 * draw.next() ** 3,
    0.005,
  ].map((part) => peopleInNation * part);
}

const [notAvailable = '', unreliable = '', below = '', missing = ''] = Object.keys(statuses);
/** Withheld whatever their size, so that the United Kingdom has every reason too. */
const special: Readonly<Record<string, string>> = {
  '1161': notAvailable,
  '3311': notAvailable,
  '8132': below,
  '6250': missing,
  '5442': unreliable,
};

/** Why a figure of few people is withheld. One person in the survey's sample represents 250. */
function statusOfFew(people: number): string | null {
  if (people < 300) return notAvailable;
  if (people < 500) return below;
  return people < 1500 ? unreliable : null;
}

/** A figure, its interval, and the letter and text of their status. */
function printedEstimate(code: string, people: number, subject: string): (string | number)[] {
  const draw = random(`aps-employment/${subject}/${code}`);
  const hundreds = (value: number) => 100 * Math.round(value / 100);
  const withheld = special[code] ?? statusOfFew(people);
  if (withheld !== null)
    return [
      withheld === unreliable && draw.chance(0.7) ? hundreds(people) : '',
      '',
      'Q',
      `${withheld} (synthetic sample)`,
    ];
  // In quoted figures of the United Kingdom, the coefficient of variation in percent is about 1,990
  // over the root of the count.
  const interval = 1.96 * 19.9 * Math.sqrt(people) * (0.92 + 0.16 * draw.next());
  return [hundreds(people), Math.max(100, hundreds(interval)), normal, 'Normal Value'];
}

export async function sample(): Promise<readonly SampleRelease[]> {
  const areas = addedUpByNation(drawn);
  const files = queries.map((query) => {
    const rows: Cells[] = [Object.values(columns)];
    for (const [area, groups] of areas)
      if (area === 'uk' || query.name === 'employment')
        for (const part of series[query.name]) rows.push(...rowsOf(query, area, groups, part));
    return {
      name: `${query.name}.csv`,
      bytes: Buffer.from(rows.map((cells) => `${csvLine(cells)}\n`).join('')),
    };
  });
  return [{ release: `sample-${closing}`, files }];
}

type Cells = readonly (string | number)[];

/** The total is larger than its groups: some people state no occupation. */
const groupsPrinted = [
  { code: '', label: 'Total', type: 'Total', times: 1 / 0.985 },
  ...unitGroups.map(({ code, title }) => ({
    code,
    label: `${code} : ${title}`,
    type: 'SOC2020 unit groups',
    times: 1,
  })),
];

/** The rows of a series in an area: for each group its number and its interval. */
function rowsOf(
  query: (typeof queries)[number],
  area: AreaSlug,
  groups: ReadonlyMap<string, readonly number[]>,
  { factors, ...labels }: Series,
): Cells[] {
  const { sex, hours, status } = { ...everybody, ...labels };
  const { name, code: areaCode } = areaOf(area);
  const subject = [area, sex, hours, status].join('/');
  return groupsPrinted.flatMap(({ code, label, type, times }) => {
    const numbers = groups.get(code) ?? [];
    const people = times * sumOf(factors.map((factor, index) => factor * (numbers[index] ?? 0)));
    const [value = '', interval = '', letter = '', text = ''] = printedEstimate(
      code,
      people,
      subject,
    );
    const start = [closing, 'Jul 2025-Jun 2026', name, areaCode, 'Total', hours, status, sex];
    const end = [letter, text, free, rowsExpected(query)];
    return [
      [...start, label, type, 'Count', 'Value', value, ...end],
      [...start, label, type, 'Count', 'Confidence', interval, ...end],
    ];
  });
}
