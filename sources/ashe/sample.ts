// Synthetic releases in the layout of the 2024 edition: 22 workbooks of Table 14, and one measure of Table 15 or, in full, all eleven. Before
// it come, with annual pay alone, a withdrawn edition of 2022 and the provisional and revised editions of 2023, so that pay has a 410, a
// series, a change and a revision.
// sources/kit/sample/random.ts draws every figure. Codes and titles are the facts of SOC 2020. Some figures of every kind are withheld.
// Sums add up as they do in the publication, because the same checks must pass.
import { classification, unitGroups } from '#sources/kit/sample/classification.ts';
import { type Random, random } from '#sources/kit/sample/random.ts';
import { type SampleCell, type SampleMember, type SampleSheet, writeWorkbook, writeZip } from '#sources/kit/sample/workbook.ts';
import type { ClassificationGroup, SampleRelease } from '#sources/kit/source.ts';
import { type AreaSlug, type Measure, type Quality, type Unit, measures, measuresWithZeroes, qualityOfCv } from '#schemas/codes.ts';
import { type Workbook, header, sheets, tableName } from './layout.ts';

/** A release. Its figures are those of the model, moved to its year. */
interface Edition {
  readonly year: number;
  readonly kind: 'provisional' | 'revised';
  readonly measures: readonly Measure[];
  readonly withdrawn?: string;
}

const newest: Edition = { year: 2024, kind: 'provisional', measures: measures.map(({ key }) => key) };
const annualPay: readonly Measure[] = ['annual_pay_gross'];
const editions: readonly Edition[] = [
  {
    ...{ year: 2022, kind: 'revised', measures: annualPay },
    withdrawn: 'The sample shows with this edition what a withdrawn one looks like. Its figures are invented, like all others.',
  },
  { year: 2023, kind: 'provisional', measures: annualPay },
  { year: 2023, kind: 'revised', measures: annualPay },
  newest,
];

/** As the publisher prints them in the names of its workbooks and the titles of its sheets, in the order of the tables. */
const measureTitles = [
  'Weekly pay - Gross',
  'Weekly pay - Excluding overtime',
  'Basic Pay - Including other pay',
  'Overtime pay',
  'Hourly pay - Gross',
  'Hourly pay - Excluding overtime',
  'Annual pay - Gross',
  'Annual pay - Incentive',
  'Paid hours worked - Total',
  'Paid hours worked - Basic',
  'Paid hours worked - Overtime',
];

const decimals: Readonly<Record<Unit, number>> = { gbp_per_week: 1, gbp_per_hour: 2, gbp_per_year: 0, hours_per_week: 1 };

// Table 15 is eight times the size of Table 14. The start on a laptop has time for one measure.
const plainRegionMeasures: readonly Measure[] = ['annual_pay_gross'];

/** Invented figures need no exact halves, and schemas/round.ts would take a second for two million of them. */
function round(value: number, places = 0): number {
  const scale = 10 ** places;
  return Math.round(value * scale) / scale;
}

/** The synthetic releases, oldest first. */
export async function sample({ full }: { readonly full: boolean }): Promise<readonly SampleRelease[]> {
  return Promise.all(editions.map((edition) => sampleOf(edition, full)));
}

async function sampleOf(edition: Edition, full: boolean): Promise<SampleRelease> {
  const { year, kind } = edition;
  const [begin, inFolder] = kind === 'provisional' ? ['PROV - ', 'Provisional/PROV - '] : ['', 'Revised/'];
  const table14: SampleMember[] = [];
  const table15: SampleMember[] = [];
  for (const [index, { key }] of measures.entries()) {
    if (!edition.measures.includes(key)) continue;
    table14.push(...(await workbookPair(edition, 14, index + 1, `${begin}Occupation`)));
    if (edition === newest && (full || plainRegionMeasures.includes(key)))
      table15.push(...(await workbookPair(edition, 15, index + 1, `ASHE Table 15 (4) ${year} ${inFolder}Work Region Occupation`)));
  }
  const file = async (table: Workbook['table'], members: readonly SampleMember[]) => {
    return { name: `ashetable${table}${year}${kind}.zip`, bytes: await writeZip(members) };
  };
  return {
    release: `sample-${year}-${kind}`,
    files: [await file(14, table14), ...(table15.length === 0 ? [] : [await file(15, table15)])],
    ...(edition.withdrawn === undefined ? {} : { withdrawn: edition.withdrawn }),
  };
}

/** The workbook of estimates and the workbook of their coefficients. Their names start with `begin`. */
async function workbookPair(edition: Edition, table: Workbook['table'], number: number, begin: string): Promise<SampleMember[]> {
  const { year } = edition;
  const bodies = sheets.map((sheet) => ({ sheet, body: bodyRows(edition, table, number, sheet) }));
  const workbook = async (kind: Workbook['kind'], notesName: string, end: string) => {
    const written = bodies.map(({ sheet, body }) => ({ name: sheet.name, rows: sheetRows(year, { table, number, kind }, sheet, body) }));
    const name = `${begin} SOC20 (4) Table ${tableName({ table, number, kind })}   ${measureTitles[number - 1]} ${year}${end}.xlsx`;
    return { name, bytes: await writeWorkbook([notes(notesName), ...written]) };
  };
  return [await workbook('a', 'Notes', ''), await workbook('b', 'CV notes', ' CV')];
}

type SheetKind = (typeof sheets)[number];

const fills = { title: 'solid/49', label: 'solid/44', change: 'solid/9', key: 'solid/9' } as const;

/** The publisher's shading; a precise figure has none. */
const shading: Readonly<Record<Quality, string | null>> = {
  precise: null,
  reasonable: 'lightGray/9',
  acceptable: 'solid/49',
  unreliable: 'solid/49',
  unrated: null,
};

function notes(name: string): SampleSheet {
  const lines = [
    'Every figure in this workbook is invented by a random number generator. Nothing in it was published by, or comes from, the Office for National Statistics.',
    'It has the layout of the Annual Survey of Hours and Earnings of 2024, so that the software that reads the survey can be run without it.',
  ];
  return { name, rows: [['Synthetic sample, not statistics'], [], ...lines.map((line) => [line])] };
}

const colourKey: readonly (readonly [key: string, meaning: string | null, fill: string])[] = [
  ['Key', 'Statistical robustness', fills.label],
  ['CV <= 5%', 'Estimates are considered precise ', fills.key],
  ['CV > 5% and <= 10%', 'Estimates are considered reasonably precise', 'lightGray/9'],
  ['CV > 10% and <= 20%', 'Estimates are considered acceptable', 'solid/49'],
  ['x = CV > 20%', 'Estimates are considered unreliable for practical purposes', 'solid/49'],
  ['.. = disclosive', null, fills.key],
  [': = not applicable', null, fills.key],
  ['- = nil or negligible ', null, fills.key],
];

function filled(value: string | number | null, fill: string): SampleCell {
  return { value, fill };
}

function sheetRows(year: number, workbook: Workbook, { employees }: SheetKind, body: readonly BodyRow[]): SampleCell[][] {
  const { number, kind } = workbook;
  const measure = measures[number - 1];
  const what = `${kind === 'b' ? 'Coefficients of variation for ' : ''}${measureTitles[number - 1]}${measure?.unit === 'hours_per_week' ? '' : ' (£)'}`;
  const title = `Table ${tableName(workbook)}   ${what} - For ${employees} employee jobsa: United Kingdom, ${year}`;
  const head = (...cells: readonly (string | number)[]) => cells.map((cell) => (cell === '' ? null : filled(cell, fills.label)));
  const rows: SampleCell[][] = [
    [filled(title, fills.title)],
    [],
    head('', '', 'Number', '', 'Annual', '', 'Annual'),
    head('', '', 'of jobsb', '', 'percentage', '', 'percentage', 'Percentiles'),
    // The edition prints the percentiles' names as numbers.
    head(...header.map((name) => (/^\d+$/.test(name) ? Number(name) : name))),
    ...body.map(({ label, figures }) => [...label, ...figures[kind]]),
    ...(workbook.table === 14 ? [[filled('Not Classified', fills.label), filled(null, fills.label), ':']] : []),
  ];
  colourKey.forEach(([key, meaning, fill], index) => {
    const row = rows[6 + index];
    if (row === undefined) return;
    while (row.length < header.length + 1) row.push(null);
    row.push(filled(key, fill), filled(meaning, fill));
  });
  const prose = [
    'a  Employees on adult rates. Synthetic sample, not statistics.',
    ...(measure !== undefined && measuresWithZeroes.includes(measure.key) ? ['Medians and percentiles leave out those who had none.'] : []),
    'b  Figures for Number of Jobs are for indicative purposes only and should not be considered an accurate estimate of employee job counts.',
    'KEY - The colour coding indicates the quality of each estimate;  jobs, median, mean and percentiles but not the annual percentage change. ',
    'Source: none. Every figure is invented.',
  ];
  // The publisher merges these cells across the table, and a reader finds the text in each of them.
  return [...rows, ...prose.map((line) => header.map(() => line))];
}

interface BodyRow {
  readonly label: readonly SampleCell[];
  readonly figures: Figures;
}

/** Columns C to Q of a row in both workbooks. */
interface Figures {
  readonly a: readonly SampleCell[];
  readonly b: readonly SampleCell[];
}

function bodyRows(edition: Edition, table: Workbook['table'], number: number, sheet: SheetKind): BodyRow[] {
  const measure = measures[number - 1];
  if (measure === undefined) throw new RangeError(`there is no table ${table}.${number}`);
  const figures = (area: AreaSlug, group: Group) => drawFigures({ edition, area, group, sheet, measure });
  if (table === 14) {
    return [
      { label: labelCells('All employees', ''), figures: figures('uk', allGroups) },
      ...groups.map((group) => ({ label: labelCells(indented(group), group.code), figures: figures('uk', group) })),
    ];
  }
  return regions.flatMap(({ name, slug }) =>
    units.map((group) => ({ label: labelCells(`${name}, ${group.title}`, group.code), figures: figures(slug, group) })),
  );
}

function labelCells(label: string, code: string): SampleCell[] {
  return [filled(label, fills.label), filled(code, fills.label)];
}

// Some of the publisher's labels end in a blank.
const blankAfter = ['2134', '2161', '2237', '2322'];

function indented({ code, title }: Group): string {
  return `${' '.repeat(code.length - 1)}${title}${blankAfter.includes(code) ? ' ' : ''}`;
}

/** Each region with its spelling in Table 15, its share of the jobs and its pay against the United Kingdom's. Northern Ireland has the rest. */
const regions: readonly { readonly name: string; readonly slug: AreaSlug; readonly share: number; readonly pay: number }[] = [
  { name: 'North East', slug: 'north-east', share: 0.036, pay: 0.9 },
  { name: 'North West', slug: 'north-west', share: 0.11, pay: 0.95 },
  { name: 'Yorkshire and The Humber', slug: 'yorkshire-and-the-humber', share: 0.08, pay: 0.93 },
  { name: 'East Midlands', slug: 'east-midlands', share: 0.07, pay: 0.93 },
  { name: 'West Midlands', slug: 'west-midlands', share: 0.085, pay: 0.95 },
  { name: 'East', slug: 'east-of-england', share: 0.09, pay: 1.01 },
  { name: 'London', slug: 'london', share: 0.17, pay: 1.2 },
  { name: 'South East', slug: 'south-east', share: 0.138, pay: 1.05 },
  { name: 'South West', slug: 'south-west', share: 0.083, pay: 0.96 },
  { name: 'Wales', slug: 'wales', share: 0.044, pay: 0.91 },
  { name: 'Scotland', slug: 'scotland', share: 0.083, pay: 1 },
];

/** Jobs of a unit group in thousands: men full-time, men part-time, women full-time, women part-time. */
type Jobs = readonly [number, number, number, number];

interface UnitModel {
  readonly code: string;
  readonly jobs: Jobs;
  /** Median pay in pounds an hour. */
  readonly hourly: number;
}

interface Group extends ClassificationGroup {
  readonly units: readonly UnitModel[];
  /** Median pay in pounds an hour, the mean over the group's jobs. */
  readonly hourly: number;
}

// Roughly what the groups earn, so that the sample looks realistic.
const hourlyByMajorGroup: Readonly<Record<string, number>> = { 1: 24, 2: 25, 3: 19, 4: 14.5, 5: 16, 6: 12.8, 7: 12.5, 8: 14.5, 9: 12.4 };

// The armed forces are outside the survey; bed and breakfast proprietors are hardly ever employees.
const armedForces = ['1161', '3311'];
const hardlyEmployed = '6250';

const unitModels: readonly UnitModel[] = unitGroups.map(({ code }) => {
  const draw = random(`ashe/unit/${code}`);
  // From 5 to 320 thousand, most of them small.
  const jobs = Math.round(10 ** (0.7 + 1.8 * draw.next()));
  const women = Math.round(jobs * (0.1 + 0.8 * draw.next()));
  const menPart = Math.round((jobs - women) * (0.03 + 0.2 * draw.next()));
  const womenPart = Math.round(women * (0.15 + 0.35 * draw.next()));
  const hourly = (hourlyByMajorGroup[code.charAt(0)] ?? 15) * (0.85 + 0.4 * draw.next());
  const drawn: Jobs = [jobs - women - menPart, menPart, women - womenPart, womenPart];
  return { code, hourly, jobs: armedForces.includes(code) ? [0, 0, 0, 0] : code === hardlyEmployed ? [0, 0, 1, 0] : drawn };
});

function groupOf({ code, title }: ClassificationGroup): Group {
  const members = unitModels.filter((unit) => unit.code.startsWith(code));
  const weights = members.map(({ jobs }) => 1 + jobs[0] + jobs[1] + jobs[2] + jobs[3]);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const hourly = members.reduce((sum, member, index) => sum + member.hourly * (weights[index] ?? 0), 0) / total;
  return { code, title, units: members, hourly };
}

const groups = classification.map(groupOf);
const units = groups.filter(({ code }) => code.length === 4);
const allGroups = groupOf({ code: '', title: 'All employees' });

interface Subject {
  readonly edition: Edition;
  readonly area: AreaSlug;
  readonly group: Group;
  readonly sheet: SheetKind;
  readonly measure: (typeof measures)[number];
}

function drawFigures(subject: Subject): Figures {
  const { edition, area, group, sheet, measure } = subject;
  const annual = measure.unit === 'gbp_per_year';
  const jobs = jobsOf(subject, annual);
  // One thousand jobs are a handful of people in the survey's sample. A group without jobs is not in the survey.
  if (jobs <= 1) return { a: [jobs === 0 ? ':' : '..'], b: [jobs === 0 ? ':' : '..'] };

  // The number of jobs has to be the same in all tables that count the same jobs, so it is not drawn by measure.
  const jobsCv = spread(random(`ashe/jobs/${area}/${group.code}/${sheet.name}/${annual}`), jobs, 0.9, 1);
  const draw = random(`ashe/${measure.key}/${area}/${group.code}/${sheet.name}`);
  const places = decimals[measure.unit];
  const level = levelIn(subject);
  const newestLevels = levelsOf(subject, jobs);
  const { median, mean, sigma } =
    level === 1 ? newestLevels : { ...newestLevels, median: newestLevels.median * level, mean: round(newestLevels.mean * level, places) };
  const zeroes = measuresWithZeroes.includes(measure.key);
  const rare = zeroes ? 2.5 : 1;

  const a: SampleCell[] = [];
  const b: SampleCell[] = [];
  const add = (cells: Pair) => {
    a.push(cells[0]);
    b.push(cells[1]);
    return cells[2];
  };
  // Table 14 prints coefficients of ten and more as whole numbers, except those of jobs. Table 15 prints one decimal throughout.
  const estimate = (value: number, cv: number, isStatistic: boolean) =>
    drawEstimate(draw, value, cv, isStatistic, isStatistic && area === 'uk');
  add(estimate(jobs, jobsCv, false));
  if (zeroes && mean === 0) {
    const none = percentilePlaces.map(() => filled('x', 'solid/49'));
    return { a: [...a, '.', null, 0, null, ...none], b: [...b, '.', '.', 0, '.', ...none] };
  }
  const change = (published: boolean): Pair => [
    published && (group.code === '' || draw.chance(0.93)) ? filled(changeOf(edition.year, subject), fills.change) : null,
    '.',
    true,
  ];
  add(change(add(estimate(round(median, places), spread(draw, jobs, 1, rare), true))));
  add(change(add(estimate(mean, spread(draw, jobs, 1.3, zeroes ? 1.5 : 1), true))));
  for (const [index, z] of percentilePlaces.entries())
    add(estimate(round(median * Math.exp(z * sigma), places), spread(draw, jobs, percentileErrors[index] ?? 1, rare), true));
  return { a, b };
}

/** The change in percent from the year before. A group's figures of a measure all move alike. */
function changeOf(year: number, { measure, group }: Subject): number {
  return round(3 + 9 * random(`ashe/change/${year}/${measure.key}/${group.code}`).next(), 1);
}

/** How many times the level of the newest edition pay has in this one. A third of the provisional figures were revised. */
function levelIn(subject: Subject): number {
  const { edition, measure, group } = subject;
  if (edition === newest) return 1;
  let level = 1;
  for (let year = newest.year; year > edition.year; year -= 1) level /= 1 + changeOf(year, subject) / 100;
  const draw = random(`ashe/revised/${measure.key}/${group.code}`);
  return edition.kind === 'provisional' && draw.chance(1 / 3) ? level * (0.98 + 0.04 * draw.next()) : level;
}

/** The ten percentiles other than the median: their place in a normal distribution, and their error as a multiple of the median's. */
const percentilePlaces = [-1.2816, -0.8416, -0.6745, -0.5244, -0.2533, 0.2533, 0.5244, 0.6745, 0.8416, 1.2816];
const percentileErrors = [2, 1.4, 1.3, 1.2, 1.1, 1.1, 1.2, 1.3, 1.5, 2.2];

function jobsOf({ edition, area, group, sheet }: Subject, annual: boolean): number {
  const share = (regions.find(({ slug }) => slug === area)?.share ?? 1) * 0.96 ** (newest.year - edition.year);
  // Fewer employees have been in the same job for more than a year.
  const kept = annual ? 0.85 : 1;
  const counted = [
    sheet.sex !== 'female' && sheet.pattern !== 'parttime',
    sheet.sex !== 'female' && sheet.pattern !== 'fulltime',
    sheet.sex !== 'male' && sheet.pattern !== 'parttime',
    sheet.sex !== 'male' && sheet.pattern !== 'fulltime',
  ];
  let sum = 0;
  // Each part is rounded by itself, so that the parts add up exactly.
  for (const { jobs } of group.units) {
    jobs.forEach((part, index) => {
      if (counted[index]) sum += Math.round(part * share * kept);
    });
  }
  return sum;
}

interface Levels {
  readonly median: number;
  /** Rounded as printed. */
  readonly mean: number;
  readonly sigma: number;
}

/** The middle and the spread of a distribution. Means add up as in the survey: pay without overtime and overtime pay make gross pay. */
function levelsOf({ area, group, sheet, measure }: Subject, jobs: number): Levels {
  const region = regions.find(({ slug }) => slug === area);
  const local = region === undefined || group.code === '' ? 1 : 0.97 + 0.06 * random(`ashe/level/${area}/${group.code}`).next();
  const bySex = { all: 1, male: 1.04, female: 0.96 }[sheet.sex];
  const byPattern = { all: 1, fulltime: 1.05, parttime: 0.84 }[sheet.pattern];
  const hourly = group.hourly * (region?.pay ?? 1) * local * bySex * byPattern;
  const hours = { all: 34.8, fulltime: 37.4, parttime: 18.1 }[sheet.pattern];
  const hoursSigma = sheet.pattern === 'fulltime' ? 0.06 : 0.25;
  // In a small group, perhaps nobody in the survey's sample had overtime or incentive pay.
  const none = (what: string) => jobs < 15 && random(`ashe/none/${what}/${group.code}`).chance(0.4);
  const extraHours = none('overtime') ? 0 : 0.7;
  const spreadMean = (median: number, sigma: number) => median * Math.exp((sigma * sigma) / 2);

  const weekly = hourly * hours;
  const payMeans = { basic: round(spreadMean(weekly, 0.4), 1), overtime: round(extraHours * hourly, 1) };
  const hourMeans = { basic: round(spreadMean(hours, hoursSigma), 1), overtime: extraHours };
  const annual = weekly * 51;
  const levels: Readonly<Record<Measure, Levels>> = {
    weekly_pay_gross: { median: weekly * 1.02, mean: round(payMeans.basic + payMeans.overtime, 1), sigma: 0.4 },
    weekly_pay_excl_overtime: { median: weekly, mean: payMeans.basic, sigma: 0.4 },
    basic_pay_incl_other: { median: weekly * 0.98, mean: round(payMeans.basic * 0.98, 1), sigma: 0.4 },
    overtime_pay: { median: hourly * 3.4, mean: payMeans.overtime, sigma: 0.7 },
    hourly_pay_gross: { median: hourly, mean: round(spreadMean(hourly, 0.4), 2), sigma: 0.4 },
    hourly_pay_excl_overtime: { median: hourly * 0.995, mean: round(spreadMean(hourly * 0.995, 0.4), 2), sigma: 0.4 },
    annual_pay_gross: { median: annual, mean: round(spreadMean(annual, 0.45)), sigma: 0.45 },
    annual_pay_incentive: { median: annual * 0.06, mean: none('incentive') ? 0 : round(annual * 0.05), sigma: 1 },
    hours_paid_total: { median: hours * 1.01, mean: round(hourMeans.basic + hourMeans.overtime, 1), sigma: hoursSigma },
    hours_paid_basic: { median: hours, mean: hourMeans.basic, sigma: hoursSigma },
    hours_paid_overtime: { median: 3.2, mean: hourMeans.overtime, sigma: 0.6 },
  };
  return levels[measure.key];
}

/** A coefficient of variation in percent: it falls with the root of the number of jobs in thousands. */
function spread(draw: Random, jobs: number, unsure: number, rare: number): number {
  return Math.min(99, ((60 * unsure * rare) / Math.sqrt(jobs)) * (0.8 + 0.4 * draw.next()));
}

/** The cells of an estimate and of its coefficient, and whether the estimate is published. */
type Pair = readonly [estimate: SampleCell, coefficient: SampleCell, published: boolean];

function drawEstimate(draw: Random, value: number, drawnCv: number, isStatistic: boolean, isWhole: boolean): Pair {
  const cv = isWhole && drawnCv >= 10 ? round(drawnCv) : round(drawnCv, 1);
  const quality = qualityOfCv(drawnCv > 20 ? drawnCv : cv);
  const fill = shading[quality];
  const shade = (text: string | number): SampleCell => (fill === null ? text : filled(text, fill));
  if (quality === 'unreliable') {
    const coefficient = isStatistic ? (draw.chance(0.25) && cv > 20 ? cv : draw.chance(0.05) ? '.' : 'x') : Math.max(cv, 20.1);
    return [shade('x'), shade(coefficient), false];
  }
  return [shade(value), shade(isStatistic && draw.chance(0.015) ? '.' : cv), true];
}
