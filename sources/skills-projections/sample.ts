// Synthetic projections: a zip of the nations and one of the English regions, with a workbook for
// each area. Regions and nations add up.
import { classification } from '#sources/kit/sample/classification.ts';
import { added, addedUp, peopleOf, regions } from '#sources/kit/sample/labour-market.ts';
import { writeOpenDocument } from '#sources/kit/sample/open-document.ts';
import { random } from '#sources/kit/random.ts';
import { synthetic } from '#sources/kit/sample/tables.ts';
import { type SampleValue, writeZip } from '#sources/kit/sample/workbook.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
import { allOccupations } from './layout.ts';

const people = addedUp((code) => [peopleOf(code).people]);
const groups = classification
  .filter(({ code }) => code.length === 2)
  .map(({ code, title }) => ({ code, label: `${code} ${title}` }));

/** Their shares of the jobs follow. The higher, the more they grow. */
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
const shares = [0.02, 0.12, 0.24, 0.06, 0.06, 0.2, 0.18, 0.08, 0.04];

/** Thousands of jobs in 2020 and 2035, and those to be replaced in between. */
type Jobs = readonly number[];
/** By group, by qualification. */
type Area = readonly (readonly Jobs[])[];

function drawn({ name, share }: (typeof regions)[number]): Area {
  return groups.map(({ code }) => {
    const growth = 0.8 + 0.4 * random(`skills-projections/${code}`).next();
    const draw = random(`skills-projections/${code}/${name}`);
    return shares.map((part, index) => {
      const base = ((people.get(code)?.[0] ?? 0) / 1000) * share * part * (0.8 + 0.4 * draw.next());
      return [base, base * growth * (1.4 - 0.1 * index), base * (0.35 + 0.2 * draw.next())];
    });
  });
}

export async function sample(): Promise<readonly SampleRelease[]> {
  const all = regions.map((region) => ({ ...region, jobs: drawn(region) }));
  const areaOfParts = (parts: typeof all): Area =>
    groups.map((_, group) =>
      qualifications.map((__, index) => added(parts.map(({ jobs }) => jobs[group]?.[index] ?? []))),
    );
  const english = all.filter(({ code }) => code.startsWith('E'));
  const nations = all.filter((area) => !english.includes(area));
  const countries = [
    { name: 'United Kingdom', jobs: areaOfParts(all) },
    { name: 'England', jobs: areaOfParts(english) },
    ...nations,
  ];
  const files = [
    { name: 'Nations_projections.zip', bytes: await zipOf('Country', countries) },
    { name: 'English_regions_projections.zip', bytes: await zipOf('Region', english) },
  ];
  return [{ release: 'sample-2020-2035-revised', files }];
}

async function zipOf(
  geography: string,
  areas: readonly { readonly name: string; readonly jobs: Area }[],
): Promise<Buffer> {
  const members = areas.map(async ({ name, jobs }) => ({
    name: `${name.replaceAll(' ', '_')}_Main_Tables.ods`,
    bytes: await writeOpenDocument([
      {
        name: 'Info',
        rows: Object.entries({ [geography]: synthetic, [`${geography} name`]: name }),
      },
      { name: 'Occ_T2', rows: levelsSheet(name, jobs) },
      { name: 'RD_T1', rows: qualificationsSheet(name, jobs) },
      { name: 'Qual_T1', rows: totalsSheet(name, jobs) },
    ]),
  }));
  return writeZip(await Promise.all(members));
}

type Rows = (readonly SampleValue[])[];

const years = [2015, 2019, 2020, 2025, 2035];
/** A label and the jobs of these years. */
function overYears(label: string, [base = 0, target = 0]: Jobs): SampleValue[] {
  return [label, base * 0.95, base * 0.99, base, base + (target - base) / 3, target];
}

function changes([base = 0, target = 0, replacement = 0]: Jobs): number[] {
  return [target - base, replacement, target - base + replacement];
}

function levelsSheet(name: string, area: Area): Rows {
  const levels = (label: string, jobs: Jobs) => [...overYears(label, jobs), null, ...changes(jobs)];
  const after = (count: number, ...texts: readonly string[]): SampleValue[] => [
    ...Array(count).fill(null),
    ...texts,
  ];
  return [
    [
      'Occupation Table 2  Employment Change by Occupation (SOC 2020) and Replacement ' +
        `Demand, 2015-2035, ${name}`,
    ],
    ['26 Occupations'],
    [...after(5, 'thousands'), ...after(3, 'thousands')],
    after(7, '2020-2035'),
    after(7, 'Net', 'Replacement', 'Total'),
    ['Levels', ...years, null, 'Change', 'Demand', 'Requirement'],
    [],
    ...groups.map(({ label }, index) => levels(label, added(area[index] ?? []))),
    [],
    levels(allOccupations, added(area.flat())),
  ];
}

function totalsSheet(name: string, area: Area): Rows {
  return [
    [`Qualification Table 1  Employment by Qualification, 2015-2035, ${name}`],
    ['9 Qualifications'],
    [null, ...years],
    ['Levels (000s)'],
    ...qualifications.map((label, index) =>
      overYears(label, added(area.map((group) => group[index] ?? []))),
    ),
    [],
    overYears('All qualifications', added(area.flat())),
  ];
}

/** Ten blocks, all qualifications first. */
function qualificationsSheet(name: string, area: Area): Rows {
  const title =
    'Replacement Demand Table 1  Replacement Demand by Occupation and Qualification, ' +
    `2020-2035, ${name}`;
  const header = [2020, 2035, 'Net Change', 'Replacement Demand level', 'Total Requirement'];
  const row = (label: string, jobs: Jobs): SampleValue[] => [
    label,
    ...jobs.slice(0, 2),
    ...changes(jobs),
  ];
  const block = (label: string, jobsOf: (group: readonly Jobs[]) => Jobs): Rows => [
    [`${label} (Constrained)`, ...header],
    ...groups.map((group, index) => row(group.label, jobsOf(area[index] ?? []))),
    row(allOccupations, added(area.map(jobsOf))),
    [],
  ];
  return [
    [title],
    [title],
    ['26 Occupations by 9 Qualifications'],
    [],
    [null, null, null, null, null, 'thousands'],
    ...block('All qualifications', added),
    ...qualifications.flatMap((label, index) => block(label, (group) => group[index] ?? [])),
  ];
}
