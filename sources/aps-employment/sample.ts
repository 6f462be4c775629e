// The synthetic answers of Nomis to the four queries, with figures withheld for every reason that the service knows.
import { type AreaSlug, areaOf } from '#schemas/codes.ts';
import { unitGroups } from '#sources/kit/sample/classification.ts';
import { addedUp, peopleOf, regions, sumOf } from '#sources/kit/sample/labour-market.ts';
import { random } from '#sources/kit/sample/random.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
import { type QueryName, areaSlugs, columns, queries, rowsExpected } from './layout.ts';
import { free, normal, statuses } from './reshape.ts';

const closing = '2026-06';
const period = 'Jul 2025-Jun 2026';

/** A unit group, or the total: its people, and how many are women, part-time, self-employed, and none of employee and self-employed. */
interface Group {
  readonly code: string;
  readonly label: string;
  readonly people: readonly number[];
}

const drawn = addedUp((unit) => {
  const { people, draw } = peopleOf(unit);
  const shares = [1, 0.06 + 0.88 * draw.next(), 0.04 + 0.46 * draw.next(), 0.01 + 0.55 * draw.next() ** 3, 0.005];
  return shares.map((share) => people * share);
});
const groups: readonly Group[] = [
  // Some people state no occupation.
  { code: '', label: 'Total', people: drawn.get('')?.map((people) => people / 0.985) ?? [] },
  ...unitGroups.map(({ code, title }) => ({ code, label: `${code} : ${title}`, people: drawn.get(code) ?? [] })),
];

const everybody = { sex: 'All persons', hours: 'Total', status: 'Total' };
/** Of which people a figure is: so many times each of the five numbers of a group. */
type Series = Partial<typeof everybody> & { readonly area?: AreaSlug; readonly of: readonly number[] };

const series: Readonly<Record<QueryName, readonly Series[]>> = {
  employment: areaSlugs.map((area) => ({ area, of: [1] })),
  sex: [{ of: [1] }, { sex: 'Males', of: [1, -1] }, { sex: 'Females', of: [0, 1] }],
  'part-time': [{ of: [1] }, { hours: 'Full-time', of: [1, 0, -1] }, { hours: 'Part-time', of: [0, 0, 1] }],
  'self-employed': [
    { of: [1] },
    { status: 'Employees', of: [1, 0, 0, -1, -1] },
    { status: 'Self-employed', of: [0, 0, 0, 1] },
    { status: 'Government schemes and unpaid family workers', of: [0, 0, 0, 0, 1] },
  ],
};

const shareOfEngland = sumOf(regions.filter(({ code }) => code.startsWith('E')).map(({ share }) => share));

/** An area's share. The nations add up to the United Kingdom, and each group is spread over them in its own way. */
function shareOf(area: AreaSlug, label: string): number {
  if (area === 'uk') return 1;
  const weights = areaSlugs.slice(1).map((slug) => {
    const unevenness = label === 'Total' ? 1 : 0.85 + 0.3 * random(`aps-employment/${slug}/${label}`).next();
    return unevenness * (regions.find((region) => region.slug === slug)?.share ?? shareOfEngland);
  });
  return (weights[areaSlugs.indexOf(area) - 1] ?? 0) / sumOf(weights);
}

const [notAvailable = '', unreliable = '', below = '', missing = ''] = statuses.map(({ text }) => text);
/** Withheld whatever their size, so that the United Kingdom has every reason too. */
const special: Readonly<Record<string, string>> = {
  ...{ '1161': notAvailable, '3311': notAvailable, '8132': below, '6250': missing, '5442': unreliable },
};

/** A figure, its interval, and the letter and text of their status. */
function printed({ code, label }: Group, people: number, subject: string): (string | number)[] {
  const draw = random(`aps-employment/${subject}/${label}`);
  const hundreds = (value: number) => 100 * Math.round(value / 100);
  // One person in the survey's sample stands for some 250 people.
  const withheld = special[code] ?? (people < 300 ? notAvailable : people < 500 ? below : people < 1500 ? unreliable : null);
  const shown = withheld === null || code === '5442' || (special[code] === undefined && withheld === unreliable && draw.chance(0.7));
  const value = shown ? hundreds(people) : '';
  if (withheld !== null) return [value, '', 'Q', `${withheld} (synthetic sample)`];
  // In quoted figures of the United Kingdom, the coefficient of variation in percent is about 1,990 over the root of the count.
  const interval = 1.96 * 19.9 * Math.sqrt(people) * (0.92 + 0.16 * draw.next());
  return [value, Math.max(100, hundreds(interval)), normal, 'Normal Value'];
}

export async function sample(): Promise<readonly SampleRelease[]> {
  const files = queries.map((query) => {
    const rows = series[query.name].flatMap(({ area = 'uk', of: times, ...labels }) =>
      groups.flatMap((group) => {
        const { sex, hours, status } = { ...everybody, ...labels };
        const people = sumOf(times.map((factor, at) => factor * (group.people[at] ?? 0))) * shareOf(area, group.label);
        const [value = '', interval = '', letter = '', text = ''] = printed(group, people, [area, sex, hours, status].join('/'));
        const of = [closing, period, areaOf(area).name, areaOf(area).code, 'Total', hours, status, sex, group.label];
        const what = [group.code === '' ? 'Total' : 'SOC2020 unit groups', 'Count'];
        const end = [letter, text, free, rowsExpected(query)];
        return [
          [...of, ...what, 'Value', value, ...end],
          [...of, ...what, 'Confidence', interval, ...end],
        ];
      }),
    );
    // The service quotes texts and leaves numbers bare.
    const line = (cells: readonly (string | number)[]) => cells.map((cell) => (typeof cell === 'number' ? cell : JSON.stringify(cell)));
    const header = Object.values(columns);
    return { name: `${query.name}.csv`, bytes: Buffer.from([header, ...rows].map((cells) => `${line(cells).join(',')}\n`).join('')) };
  });
  return [{ release: `sample-${closing}`, files }];
}
