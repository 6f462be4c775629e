// Synthetic projections in the publisher's layout: a zip of the nations and one of the English regions, with a workbook for each area.
// Regions and nations add up, and the smaller of them have groups of every size around 10,000 jobs.
import { classification } from '#sources/kit/sample/classification.ts';
import { writeOpenDocument } from '#sources/kit/sample/open-document.ts';
import { random } from '#sources/kit/sample/random.ts';
import { type SampleValue, writeZip } from '#sources/kit/sample/workbook.ts';
import type { SampleRelease } from '#sources/kit/source.ts';

// Rough numbers of jobs, in thousands: enough for areas of a likely size.
const parts: Readonly<Record<string, number>> = {
  'North East': 1150,
  'North West': 3500,
  'Yorkshire and The Humber': 2600,
  'East Midlands': 2300,
  'West Midlands': 2800,
  'East of England': 3000,
  London: 5900,
  'South East': 4600,
  'South West': 2800,
  Wales: 1450,
  Scotland: 2650,
  'Northern Ireland': 880,
};
const nations = ['Wales', 'Scotland', 'Northern Ireland'];
const regions = Object.keys(parts).filter((name) => !nations.includes(name));

// Labels may differ from the classification's titles in case, as the publisher's do.
const groups = classification
  .filter(({ code }) => code.length === 2)
  .map(({ code, title }) => `${code} ${title.charAt(0)}${title.slice(1).toLowerCase()}`);

const qualifications = [
  'RQF8 Doctorate',
  'RQF7 Other higher degree',
  'RQF6 First degree',
  'RQF5 Foundation degree;Nursing;Teaching',
  'RQF4 HE below degree level',
  'RQF3 A level & equivalent',
  'RQF2 GCSE(A-C) & equivalent',
  'RQF1 GCSE(below grade C) & equivalent',
  'No Qualification',
];
// Doctorates are rare, and jobs for people without a qualification fewer each year.
const sizes = [0.02, 0.12, 0.24, 0.06, 0.06, 0.2, 0.18, 0.08, 0.04];
const growths = [1.5, 1.4, 1.2, 1.1, 1, 0.95, 0.9, 0.8, 0.5];

/** Thousands of jobs in 2020 and 2035, and those to be replaced in between. */
type Jobs = readonly [base: number, target: number, replacement: number];

/** By group, by qualification. */
type Area = readonly (readonly Jobs[])[];

/** One release. It has all 14 areas with or without `full`, because the projections are small. */
export async function sample(): Promise<readonly SampleRelease[]> {
  const drawn = new Map(Object.keys(parts).map((name) => [name, draw(name)]));
  const of = (names: readonly string[]) => sum(names.map((name) => drawn.get(name) ?? []));
  const nationsZip = await zipOf([
    ['United Kingdom', 'Country', of(Object.keys(parts))],
    ['England', 'Country', of(regions)],
    ...nations.map((name): [string, string, Area] => [name, 'Country', of([name])]),
  ]);
  const regionsZip = await zipOf(regions.map((name): [string, string, Area] => [name, 'Region', of([name])]));
  return [
    {
      release: 'sample-2020-2035-revised',
      files: [
        { name: 'Nations_projections.zip', bytes: nationsZip },
        { name: 'English_regions_projections.zip', bytes: regionsZip },
      ],
    },
  ];
}

/** Some groups are thirty times as large as others. */
const weights = groups.map((label) => 0.04 + random(`skills-projections/${label}`).next() ** 2);
const allWeights = weights.reduce((sum, weight) => sum + weight, 0);

function draw(name: string): Area {
  return groups.map((label, group) => {
    const growth = 0.8 + 0.4 * random(`skills-projections/${label}/growth`).next();
    const own = random(`skills-projections/${label}/${name}`);
    const size = ((parts[name] ?? 0) * (weights[group] ?? 0) * (0.9 + 0.2 * own.next())) / allWeights;
    return qualifications.map((_, place): Jobs => {
      const base = size * (sizes[place] ?? 0) * (0.8 + 0.4 * own.next());
      return [base, base * growth * (growths[place] ?? 1), base * (0.35 + 0.2 * own.next())];
    });
  });
}

function sum(areas: readonly Area[]): Area {
  return groups.map((_, group) =>
    qualifications.map((_, qualification) => total(areas.map((area) => area[group]?.[qualification] ?? [0, 0, 0]))),
  );
}

function total(jobs: readonly Jobs[]): Jobs {
  const none: Jobs = [0, 0, 0];
  return jobs.reduce(([base, target, replacement], added) => [base + added[0], target + added[1], replacement + added[2]], none);
}

async function zipOf(areas: readonly (readonly [name: string, geography: string, area: Area])[]): Promise<Buffer> {
  const members = areas.map(async ([name, geography, area]) => ({
    name: `${name.replaceAll(' ', '_')}_Main_Tables.ods`,
    bytes: await writeOpenDocument([
      { name: 'Info', rows: information(name, geography) },
      { name: 'Occ_T2', rows: levelsSheet(name, area) },
      { name: 'RD_T1', rows: qualificationsSheet(name, area) },
      { name: 'Qual_T1', rows: totalsSheet(name, area) },
    ]),
  }));
  const readMe = { name: 'Synthetic sample, not from the publisher.txt', bytes: Buffer.from('Synthetic sample, not from the publisher\n') };
  return writeZip([readMe, ...(await Promise.all(members))]);
}

type Rows = (readonly SampleValue[])[];

function information(name: string, geography: string): Rows {
  return [
    [geography, 'Synthetic sample, not from the publisher'],
    ['Scenario', '.Main'],
    ['MDM version', 'none'],
    ['Date database created', 'never'],
    // The publisher's names may end in a blank.
    [`${geography} name`, `${name} `],
    ['Date run', '29 02 2024 10:00:00 AM'],
  ];
}

/** The levels, with just enough of what may mislead a reader: men to the right under the same headers, and shares below. */
function levelsSheet(name: string, area: Area): Rows {
  const title = `Occupation Table 2  Employment Change by Occupation (SOC 2020) and Replacement Demand, 2015-2035, ${name}`;
  const levels = (label: string, [base, target, replacement]: Jobs): SampleValue[] => {
    const net = target - base;
    return [label, base * 0.95, base * 0.99, base, base + net / 3, target, null, net, replacement, net + replacement];
  };
  const header = (what: string): Rows => [
    [null, null, null, null, null, null, null, '2020-2035', null, null, null, 'Males'],
    [null, null, null, null, null, null, null, 'Net', 'Replacement', 'Total'],
    [what, 2015, 2019, 2020, 2025, 2035, null, 'Change', 'Demand', 'Requirement', null, what, 2015, 2019, 2020, 2025, 2035],
  ];
  return [
    [title],
    ['26 Occupations'],
    [null, null, null, null, null, 'thousands', null, null, null, 'thousands'],
    ...header('Levels'),
    [],
    ...groups.map((label, group) => levels(label, total(area[group] ?? []))),
    [],
    [...levels('All occupations', total(area.flat())), null, 'All occupations', 1],
    [],
    [],
    [`${title} (Continued)`],
    [],
    [null, null, null, null, null, 'per cent', null, null, null, 'per cent'],
    ...header('Shares'),
    [],
    ['All occupations', 100, 100, 100, 100, 100, null, 7, 50, 57],
  ];
}

/** The totals by level of qualification, and below them the first of their shares under the same headers. */
function totalsSheet(name: string, area: Area): Rows {
  const years = [2015, 2019, 2020, 2025, 2035];
  const levels = (label: string, [base, target]: Jobs): SampleValue[] => {
    return [label, base * 0.95, base * 0.99, base, base + (target - base) / 3, target];
  };
  return [
    [`Qualification Table 1  Employment by Qualification, 2015-2035, ${name}`],
    ['9 Qualifications'],
    [null, ...years],
    ['Levels (000s)'],
    ...qualifications.map((head, place) => levels(head, total(area.map((group) => group[place] ?? [0, 0, 0])))),
    [],
    levels('All qualifications', total(area.flat())),
    [],
    ['Shares (%)', ...years],
    ['RQF8 Doctorate', 1, 2, 2, 2, 3],
  ];
}

/** Ten blocks, all qualifications first. Tables of other groups stand to the right. */
function qualificationsSheet(name: string, area: Area): Rows {
  const title = `Replacement Demand Table 1  Replacement Demand by Occupation and Qualification, 2020-2035, ${name}`;
  const headers = ['Net Change', 'Replacement Demand level', 'Total Requirement', 'Replacement Demand rate'];
  const block = (head: string, jobsOf: (group: readonly Jobs[]) => Jobs): Rows => {
    const rows: readonly (readonly [label: string, jobs: Jobs])[] = [
      ...groups.map((label, group) => [label, jobsOf(area[group] ?? [])] as const),
      ['All occupations', total(area.map(jobsOf))],
    ];
    return [
      [`${head} (Constrained)`, 2020, 2035, ...headers, null, null, 2020, 2035, 'Net Change'],
      ...rows.map(([label, [base, target, replacement]]) => {
        const net = target - base;
        return [label, base, target, net, replacement, net + replacement, (1 + replacement / base) ** (1 / 15) - 1];
      }),
      [],
    ];
  };
  return [
    [title],
    [title],
    ['26 Occupations by 9 Qualifications'],
    [],
    [null, null, null, null, null, 'thousands'],
    ...block('All qualifications', total),
    ...qualifications.flatMap((head, place) => block(head, (group) => group[place] ?? [0, 0, 0])),
  ];
}
