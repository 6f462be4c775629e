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
/** The people that a figure counts: how often it adds each of the five numbers of a group. */
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

/** A figure, its interval, and the letter and text of their status. */
function printedEstimate(code: string, people: number, subject: string): (string | number)[] {
  const draw = random(`aps-employment/${subject}/${code}`);
  const hundreds = (value: number) => 100 * Math.round(value / 100);
  // One person in the survey's sample represents some 250 people.
  const withheld =
    special[code] ??
    (people < 300 ? notAvailable : people < 500 ? below : people < 1500 ? unreliable : null);
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
    const rows = [...areas]
      .filter(([area]) => area === 'uk' || query.name === 'employment')
      .flatMap(([area, groups]) =>
        series[query.name].flatMap(({ factors: times, ...labels }) => {
          const { sex, hours, status } = { ...everybody, ...labels };
          // Some people state no occupation.
          const total = { code: '', label: 'Total', more: 1 / 0.985 };
          return [
            total,
            ...unitGroups.map(({ code, title }) => ({
              code,
              label: `${code} : ${title}`,
              more: 1,
            })),
          ].flatMap(({ code, label, more }) => {
            const people =
              more * sumOf(times.map((factor, index) => factor * (groups.get(code)?.[index] ?? 0)));
            const [value = '', interval = '', letter = '', text = ''] = printedEstimate(
              code,
              people,
              [area, sex, hours, status].join('/'),
            );
            const cells = [
              closing,
              'Jul 2025-Jun 2026',
              areaOf(area).name,
              areaOf(area).code,
              'Total',
              hours,
              status,
              sex,
              label,
            ];
            const what = [code === '' ? 'Total' : 'SOC2020 unit groups', 'Count'];
            const end = [letter, text, free, rowsExpected(query)];
            return [
              [...cells, ...what, 'Value', value, ...end],
              [...cells, ...what, 'Confidence', interval, ...end],
            ];
          });
        }),
      );
    return {
      name: `${query.name}.csv`,
      bytes: Buffer.from(
        [Object.values(columns), ...rows].map((cells) => `${csvLine(cells)}\n`).join(''),
      ),
    };
  });
  return [{ release: `sample-${closing}`, files }];
}
