// Synthetic projections: a zip of the nations and one of the English regions, with a workbook for each area. Regions and nations add up. The
// workbooks have what misleads a reader: tables of men and of other groups to the right, shares below, and years that we do not read.
import { classification } from '#sources/kit/sample/classification.ts';
import { added, regions, sumOf } from '#sources/kit/sample/labour-market.ts';
import { writeOpenDocument } from '#sources/kit/sample/open-document.ts';
import { random } from '#sources/kit/sample/random.ts';
import { synthetic } from '#sources/kit/sample/tables.ts';
import { type SampleValue, writeZip } from '#sources/kit/sample/workbook.ts';
import type { SampleRelease } from '#sources/kit/source.ts';

// Labels may differ from the classification's titles in case, as the publisher's do. Some groups are thirty times as large as others.
const groups = classification
  .filter(({ code }) => code.length === 2)
  .map(({ code, title }) => `${code} ${title.charAt(0)}${title.slice(1).toLowerCase()}`)
  .map((label) => ({ label, weight: 0.04 + random(`skills-projections/${label}`).next() ** 2 }));

/** With their share of the jobs, and how they grow. */
const qualifications = [
  { label: 'RQF8 Doctorate', share: 0.02, growth: 1.5 },
  { label: 'RQF7 Other higher degree', share: 0.12, growth: 1.4 },
  { label: 'RQF6 First degree', share: 0.24, growth: 1.2 },
  { label: 'RQF5 Foundation degree;Nursing;Teaching', share: 0.06, growth: 1.1 },
  { label: 'RQF4 HE below degree level', share: 0.06, growth: 1 },
  { label: 'RQF3 A level & equivalent', share: 0.2, growth: 0.95 },
  { label: 'RQF2 GCSE(A-C) & equivalent', share: 0.18, growth: 0.9 },
  { label: 'RQF1 GCSE(below grade C) & equivalent', share: 0.08, growth: 0.8 },
  { label: 'No Qualification', share: 0.04, growth: 0.5 },
];

/** Thousands of jobs in 2020 and 2035, and those to be replaced in between. */
type Jobs = readonly number[];
/** By group, by qualification. */
type Area = readonly (readonly Jobs[])[];

function drawn({ name, share }: (typeof regions)[number]): Area {
  const jobs = (33_600 * share) / sumOf(groups.map(({ weight }) => weight));
  return groups.map(({ label, weight }) => {
    const ofGroup = 0.8 + 0.4 * random(`skills-projections/${label}/growth`).next();
    const draw = random(`skills-projections/${label}/${name}`);
    const size = jobs * weight * (0.9 + 0.2 * draw.next());
    return qualifications.map(({ share: part, growth }) => {
      const base = size * part * (0.8 + 0.4 * draw.next());
      return [base, base * ofGroup * growth, base * (0.35 + 0.2 * draw.next())];
    });
  });
}

/** One release. It has all 14 areas with or without `full`, because the projections are small. */
export async function sample(): Promise<readonly SampleRelease[]> {
  const areas = regions.map((region) => ({ ...region, isEnglish: region.code.startsWith('E'), jobs: drawn(region) }));
  const of = (parts: readonly { readonly jobs: Area }[]): Area =>
    groups.map((_, group) => qualifications.map((__, place) => added(parts.map(({ jobs }) => jobs[group]?.[place] ?? []))));
  const english = areas.filter(({ isEnglish }) => isEnglish);
  const countries = [
    { name: 'United Kingdom', jobs: of(areas) },
    { name: 'England', jobs: of(english) },
    ...areas.filter(({ isEnglish }) => !isEnglish),
  ];
  const files = [
    { name: 'Nations_projections.zip', bytes: await zipOf('Country', countries) },
    { name: 'English_regions_projections.zip', bytes: await zipOf('Region', english) },
  ];
  return [{ release: 'sample-2020-2035-revised', files }];
}

async function zipOf(geography: string, areas: readonly { readonly name: string; readonly jobs: Area }[]): Promise<Buffer> {
  const members = areas.map(async ({ name, jobs }) => ({
    name: `${name.replaceAll(' ', '_')}_Main_Tables.ods`,
    bytes: await writeOpenDocument([
      // The publisher's names may end in a blank.
      { name: 'Info', rows: [[geography, synthetic], ['Scenario', '.Main'], [], [], [`${geography} name`, `${name} `]] },
      { name: 'Occ_T2', rows: levelsSheet(name, jobs) },
      { name: 'RD_T1', rows: qualificationsSheet(name, jobs) },
      { name: 'Qual_T1', rows: totalsSheet(name, jobs) },
    ]),
  }));
  return writeZip([{ name: 'Sample.txt', bytes: Buffer.from(synthetic) }, ...(await Promise.all(members))]);
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
  const title = `Occupation Table 2  Employment Change by Occupation (SOC 2020) and Replacement Demand, 2015-2035, ${name}`;
  const levels = (label: string, jobs: Jobs) => [...overYears(label, jobs), null, ...changes(jobs)];
  const gap = (count: number): null[] => Array(count).fill(null);
  const header = (what: string, unit: string): Rows => [
    [...gap(5), unit, ...gap(3), unit],
    [...gap(7), '2020-2035', ...gap(3), 'Males'],
    [...gap(7), 'Net', 'Replacement', 'Total'],
    [what, ...years, null, 'Change', 'Demand', 'Requirement', null, what, ...years],
    [],
  ];
  return [
    [title],
    ['26 Occupations'],
    ...header('Levels', 'thousands'),
    ...groups.map(({ label }, group) => levels(label, added(area[group] ?? []))),
    [],
    [...levels('All occupations', added(area.flat())), null, 'All occupations', 1],
    [],
    [`${title} (Continued)`],
    ...header('Shares', 'per cent'),
    levels('All occupations', [100, 100, 50]),
  ];
}

function totalsSheet(name: string, area: Area): Rows {
  return [
    [`Qualification Table 1  Employment by Qualification, 2015-2035, ${name}`],
    ['9 Qualifications'],
    [null, ...years],
    ['Levels (000s)'],
    ...qualifications.map(({ label }, place) => overYears(label, added(area.map((group) => group[place] ?? [])))),
    [],
    overYears('All qualifications', added(area.flat())),
    [],
    ['Shares (%)', ...years],
    ['RQF8 Doctorate', 1, 2, 2, 2, 3],
  ];
}

/** Ten blocks, all qualifications first. */
function qualificationsSheet(name: string, area: Area): Rows {
  const title = `Replacement Demand Table 1  Replacement Demand by Occupation and Qualification, 2020-2035, ${name}`;
  const header = [2020, 2035, 'Net Change', 'Replacement Demand level', 'Total Requirement', 'Replacement Demand rate'];
  const row = (label: string, jobs: Jobs): SampleValue[] => [label, ...jobs.slice(0, 2), ...changes(jobs), 0.03];
  const block = (label: string, jobsOf: (group: readonly Jobs[]) => Jobs): Rows => [
    [`${label} (Constrained)`, ...header, null, null, 2020, 2035, 'Net Change'],
    ...groups.map((group, place) => row(group.label, jobsOf(area[place] ?? []))),
    row('All occupations', added(area.map(jobsOf))),
    [],
  ];
  return [
    ...[[title], [title], ['26 Occupations by 9 Qualifications'], [], [null, null, null, null, null, 'thousands']],
    ...block('All qualifications', added),
    ...qualifications.flatMap(({ label }, place) => block(label, (group) => group[place] ?? [])),
  ];
}
