// The synthetic answers of Nomis to the four queries, each in one page, with figures withheld for every reason that the service knows.
import { type AreaSlug, areaOf } from '#schemas/codes.ts';
import { unitGroups } from '#sources/kit/sample/classification.ts';
import { peopleOf, regions, sumOf } from '#sources/kit/sample/labour-market.ts';
import { random } from '#sources/kit/sample/random.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
import { type QueryName, areaSlugs, columns, queries, rowsExpected } from './layout.ts';
import { free, normal, statuses } from './reshape.ts';

const closing = '2026-06';
const period = 'Jul 2025-Jun 2026';

/** A unit group, or the total, and how many of its people are women, part-time, self-employed, and none of employee and self-employed. */
interface Group {
  readonly label: string;
  readonly code: string;
  readonly all: number;
  readonly women: number;
  readonly partTime: number;
  readonly selfEmployed: number;
  readonly other: number;
}

const drawn = unitGroups.map(({ code, title }): Group => {
  const { people: all, draw } = peopleOf(code);
  const women = all * (0.06 + 0.88 * draw.next());
  const partTime = all * (0.04 + 0.46 * draw.next());
  const selfEmployed = all * (0.01 + 0.55 * draw.next() ** 3);
  return { label: `${code} : ${title}`, code, all, women, partTime, selfEmployed, other: all * 0.005 };
});
// Some people state no occupation.
const total = (of: 'all' | 'women' | 'partTime' | 'selfEmployed' | 'other') => sumOf(drawn.map((group) => group[of])) / 0.985;
const parts = { women: total('women'), partTime: total('partTime'), selfEmployed: total('selfEmployed'), other: total('other') };
const groups: readonly Group[] = [{ label: 'Total', code: '', all: total('all'), ...parts }, ...drawn];

const everybody = { sex: 'All persons', hours: 'Total', status: 'Total' };
type Series = Partial<typeof everybody> & { readonly area?: AreaSlug; readonly people: (group: Group) => number };

const shareOfEngland = sumOf(regions.filter(({ code }) => code.startsWith('E')).map(({ share }) => share));

const all: Series = { people: (group) => group.all };
const series: Readonly<Record<QueryName, readonly Series[]>> = {
  employment: areaSlugs.map((area) => ({ area, people: (group) => peopleIn(group, area) })),
  sex: [all, { sex: 'Males', people: (group) => group.all - group.women }, { sex: 'Females', people: (group) => group.women }],
  'part-time': [
    all,
    { hours: 'Full-time', people: (group) => group.all - group.partTime },
    { hours: 'Part-time', people: (group) => group.partTime },
  ],
  'self-employed': [
    all,
    { status: 'Employees', people: (group) => group.all - group.selfEmployed - group.other },
    { status: 'Self-employed', people: (group) => group.selfEmployed },
    { status: 'Government schemes and unpaid family workers', people: (group) => group.other },
  ],
};

/** A nation's people. The nations add up to the United Kingdom, and each group is spread over them in its own way. */
function peopleIn({ label, all: people }: Group, area: AreaSlug): number {
  if (area === 'uk') return people;
  const weights = new Map(
    areaSlugs.slice(1).map((slug) => {
      const unevenness = label === 'Total' ? 1 : 0.85 + 0.3 * random(`aps-employment/${slug}/${label}`).next();
      return [slug, unevenness * (regions.find((region) => region.slug === slug)?.share ?? shareOfEngland)];
    }),
  );
  return (people * (weights.get(area) ?? 0)) / sumOf([...weights.values()]);
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
    const rows = series[query.name].flatMap(({ area = 'uk', people, ...labels }) =>
      groups.flatMap((group) => {
        const { sex, hours, status } = { ...everybody, ...labels };
        const [value = '', interval = '', letter = '', text = ''] = printed(group, people(group), [area, sex, hours, status].join('/'));
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
    const header = Object.values(columns).map(([name]) => name);
    return { name: `${query.name}.csv`, bytes: Buffer.from([header, ...rows].map((cells) => `${line(cells).join(',')}\n`).join('')) };
  });
  return [{ release: `sample-${closing}`, files }];
}
