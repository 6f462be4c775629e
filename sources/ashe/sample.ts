// Synthetic releases: tables 14 and 15 of 2024, with a measure of each unit and with pay a year alone in regions. Before it come, with pay a year
// alone, a withdrawn edition of 2022 and the provisional and revised editions of 2023, so that pay has a 410, a series, a change and a revision.
import { classification, unitGroups } from '#sources/kit/sample/classification.ts';
import { addedUp, regions, sumOf } from '#sources/kit/sample/labour-market.ts';
import { random } from '#sources/kit/sample/random.ts';
import { synthetic } from '#sources/kit/sample/tables.ts';
import { type SampleCell, type SampleMember, writeWorkbook, writeZip } from '#sources/kit/sample/workbook.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
import { type AreaSlug, type Measure, type Quality, type Unit, areaOf, measures, measuresWithZeroes, qualityOfCv } from '#schemas/codes.ts';
import { type Workbook, header, sheets, tableName } from './layout.ts';
import { regionSlugs } from './reshape.ts';

/** A release. Its figures are those of the model, moved to its year. */
interface Edition {
  readonly year: number;
  readonly kind: 'provisional' | 'revised';
}

const annual: readonly Measure[] = ['annual_pay_gross'];
// Of a year, a week and an hour, hours, and one that some people have none of.
const shown: readonly Measure[] = [...annual, 'weekly_pay_gross', 'hourly_pay_gross', 'hours_paid_total', 'overtime_pay'];
const newest = 2024;
const withdrawn = 'The sample shows with this edition what a withdrawn one looks like. Its figures are invented, like all others.';

/** Oldest first. */
export async function sample(): Promise<readonly SampleRelease[]> {
  return [
    { ...(await sampleOf({ year: 2022, kind: 'revised' }, annual)), withdrawn },
    await sampleOf({ year: 2023, kind: 'provisional' }, annual),
    await sampleOf({ year: 2023, kind: 'revised' }, annual),
    await newestWith(shown),
  ];
}

/** The newest release, with these measures in Table 14. */
export function newestWith(measuresOf14: readonly Measure[]): Promise<SampleRelease> {
  return sampleOf({ year: newest, kind: 'provisional' }, measuresOf14, annual);
}

async function sampleOf(edition: Edition, measuresOf14: readonly Measure[], measuresOf15: readonly Measure[] = []): Promise<SampleRelease> {
  const { year, kind } = edition;
  const zipOf = async (table: Workbook['table'], wanted: readonly Measure[]) => {
    const pairs = measures.filter(({ key }) => wanted.includes(key)).map((measure) => workbooksOf(edition, table, measure));
    return { name: `ashetable${table}${year}${kind}.zip`, bytes: await writeZip((await Promise.all(pairs)).flat()) };
  };
  const files = [await zipOf(14, measuresOf14), ...(measuresOf15.length === 0 ? [] : [await zipOf(15, measuresOf15)])];
  return { release: `sample-${year}-${kind}`, files };
}

/** The label, the group and the area of each row. One region has another name in Table 15. */
const rowsOf: Readonly<Record<Workbook['table'], readonly (readonly [label: string, code: string, area: AreaSlug])[]>> = {
  14: [{ code: '', title: 'All employees' }, ...classification].map(({ code, title }) => [title, code, 'uk']),
  15: regionSlugs.flatMap((area) => {
    const name = area === 'east-of-england' ? 'East' : areaOf(area).name;
    return unitGroups.map(({ code, title }) => [`${name}, ${title}`, code, area] as const);
  }),
};

/** The workbook of estimates and the workbook of their coefficients. */
function workbooksOf(edition: Edition, table: Workbook['table'], measure: Subject['measure']): Promise<SampleMember[]> {
  const number = measures.indexOf(measure) + 1;
  const drawn = sheets.map((sheet) =>
    rowsOf[table].map(([label, code, area]) => ({ label: [label, code], ...drawFigures({ edition, area, code, sheet, measure }) })),
  );
  const workbooks = (['a', 'b'] as const).map(async (kind) => {
    const title = `Table ${tableName({ table, number, kind })}`;
    const written = sheets.map(({ name, employees }, at) => {
      const above = [`${title}   ${synthetic} - For ${employees} employee jobs: United Kingdom, ${edition.year}`];
      return { name, rows: [above, [], [], [], header, ...(drawn[at] ?? []).map((row) => [...row.label, ...row[kind]])] };
    });
    const name = `${edition.kind === 'provisional' ? 'PROV - ' : ''}Work Region Occupation SOC20 (4) ${title}   Sample ${edition.year}.xlsx`;
    return { name, bytes: await writeWorkbook(written) };
  });
  return Promise.all(workbooks);
}

// Roughly what the groups earn, and what regions pay against the United Kingdom, so that the sample looks realistic.
const hourlyByMajorGroup: Readonly<Record<string, number>> = { 1: 24, 2: 25, 3: 19, 4: 14.5, 5: 16, 6: 12.8, 7: 12.5, 8: 14.5, 9: 12.4 };
const regionalPay: Partial<Record<AreaSlug, number>> = {
  ...{ 'north-east': 0.9, 'north-west': 0.95, 'yorkshire-and-the-humber': 0.93, 'east-midlands': 0.93, 'west-midlands': 0.95, london: 1.2 },
  ...{ 'east-of-england': 1.01, 'south-east': 1.05, 'south-west': 0.96, wales: 0.91 },
};
// The armed forces are outside the survey; bed and breakfast proprietors are hardly ever employees.
const special: Readonly<Record<string, readonly number[]>> = { '1161': [0, 0, 0, 0], '3311': [0, 0, 0, 0], '6250': [0, 0, 1, 0] };

/** Thousands of jobs of men full-time, men part-time, women full-time and women part-time; then a weight times median pay an hour, and it. */
const model = addedUp((code) => {
  const draw = random(`ashe/unit/${code}`);
  // From 5 to 320 thousand, most of them small.
  const all = 10 ** (0.7 + 1.8 * draw.next());
  const women = all * (0.1 + 0.8 * draw.next());
  const [menPart, womenPart] = [(all - women) * (0.03 + 0.2 * draw.next()), women * (0.15 + 0.35 * draw.next())];
  const jobs = special[code] ?? [all - women - menPart, menPart, women - womenPart, womenPart].map(Math.round);
  const hourly = (hourlyByMajorGroup[code.charAt(0)] ?? 15) * (0.85 + 0.4 * draw.next());
  return [...jobs, hourly * (1 + sumOf(jobs)), 1 + sumOf(jobs)];
});

/** What a row is of. */
interface Subject {
  readonly edition: Edition;
  readonly area: AreaSlug;
  readonly code: string;
  readonly sheet: (typeof sheets)[number];
  readonly measure: (typeof measures)[number];
}

/** The places of the ten percentiles other than the median in a normal distribution. */
const places = [-1.2816, -0.8416, -0.6745, -0.5244, -0.2533, 0.2533, 0.5244, 0.6745, 0.8416, 1.2816];
const decimals: Readonly<Record<Unit, number>> = { gbp_per_week: 1, gbp_per_hour: 2, gbp_per_year: 0, hours_per_week: 1 };

/** Invented figures need no exact halves, and schemas/round.ts would take a second for two million of them. */
function round(value: number, digits: number): number {
  const scale = 10 ** digits;
  return Math.round(value * scale) / scale;
}

/** The publisher's shading; a precise figure has none. */
const shading: Partial<Record<Quality, string>> = { reasonable: 'lightGray/9', acceptable: 'solid/49', unreliable: 'solid/49' };

/** Columns C to Q of a row in both workbooks. */
function drawFigures(subject: Subject): Readonly<Record<Workbook['kind'], readonly SampleCell[]>> {
  const { edition, area, code, sheet, measure } = subject;
  const jobs = jobsOf(subject);
  // One thousand jobs are a handful of people in the survey's sample. A group without jobs is not in the survey.
  if (jobs <= 1) return { a: [jobs === 0 ? ':' : '..'], b: [jobs === 0 ? ':' : '..'] };
  const [a, b]: [SampleCell[], SampleCell[]] = [[], []];
  const draw = random(`ashe/${measure.key}/${area}/${code}/${sheet.name}`);
  /** Adds an estimate and its coefficient, which falls with the root of the number of jobs, and returns it. */
  const add = (value: number, digits: number, error: number, by = draw) => {
    const cv = round(Math.min(99, ((60 * error) / Math.sqrt(jobs)) * (0.8 + 0.4 * by.next())), 1);
    const fill = shading[qualityOfCv(cv)];
    const printed = cv > 20 ? 'x' : round(value, digits);
    a.push(fill === undefined ? printed : { value: printed, fill });
    b.push(cv > 20 && by.chance(0.75) ? 'x' : by.chance(0.015) ? '.' : cv);
    return cv;
  };
  // The number of jobs is the same in all tables that count the same jobs, so it is not drawn by measure.
  add(jobs, 0, 0.9, random(`ashe/jobs/${area}/${code}/${sheet.name}/${isAnnual(measure)}`));
  const [median, mean, sigma] = levelsOf(subject, jobs);
  const [hasZeroes, digits] = [measuresWithZeroes.includes(measure.key), decimals[measure.unit]];
  if (hasZeroes && mean === 0) {
    const none = places.map((): SampleCell => 'x');
    return { a: [...a, '.', null, 0, null, ...none], b: [...b, '.', '.', 0, '.', ...none] };
  }
  const rare = hasZeroes ? 2.5 : 1;
  for (const [average, error] of [
    [median, rare],
    [mean, hasZeroes ? 1.95 : 1.3],
  ] as const) {
    const cv = add(average, digits, error);
    // Where a figure is nearly withheld, that of the year before was.
    a.push(cv > 18 ? null : changeOf(edition.year, subject));
    b.push('.');
  }
  // The nearer to the ends, the fewer people.
  for (const z of places) add(median * Math.exp(z * sigma), digits, (1 + 0.6 * z * z) * rare);
  return { a, b };
}

const isAnnual = ({ unit }: Subject['measure']) => unit === 'gbp_per_year';

/** The change in percent from the year before. A group's figures of a measure all move alike. */
function changeOf(year: number, { measure, code }: Subject): number {
  return round(3 + 9 * random(`ashe/change/${year}/${measure.key}/${code}`).next(), 1);
}

/** How many times the level of the newest edition pay has in this one. A third of the provisional figures were revised. */
function levelIn(subject: Subject): number {
  const { edition, measure, code } = subject;
  let level = 1;
  for (let year = newest; year > edition.year; year -= 1) level /= 1 + changeOf(year, subject) / 100;
  const draw = random(`ashe/revised/${measure.key}/${code}`);
  return edition.year < newest && edition.kind === 'provisional' && draw.chance(1 / 3) ? level * (0.98 + 0.04 * draw.next()) : level;
}

/** Each part is rounded by itself, so that the parts add up exactly. */
function jobsOf({ edition, area, code, sheet: { sex, pattern }, measure }: Subject): number {
  const share = (regions.find(({ slug }) => slug === area)?.share ?? 1) * 0.96 ** (newest - edition.year);
  // Fewer employees have been in the same job for more than a year.
  const kept = share * (isAnnual(measure) ? 0.85 : 1);
  const isCounted = (part: number) => sex !== (part < 2 ? 'female' : 'male') && pattern !== (part % 2 === 0 ? 'parttime' : 'fulltime');
  const parts = model.get(code)?.slice(0, 4) ?? [];
  return sumOf(parts.map((part, at) => (isCounted(at) ? Math.round(part * kept) : 0)));
}

/** The middle and the spread of a distribution. Means add up as in the survey: pay without overtime and overtime pay make gross pay. */
function levelsOf(subject: Subject, jobs: number): readonly [median: number, mean: number, sigma: number] {
  const { area, code, sheet, measure } = subject;
  const [pay = 0, weight = 1] = model.get(code)?.slice(4) ?? [];
  const bySex = { all: 1, male: 1.04, female: 0.96 }[sheet.sex];
  const byPattern = { all: 1, fulltime: 1.05, parttime: 0.84 }[sheet.pattern];
  const local = (regionalPay[area] ?? 1) * (0.97 + 0.06 * random(`ashe/level/${area}/${code}`).next());
  const hour = levelIn(subject) * (pay / weight) * bySex * byPattern * local;
  const hours = { all: 34.8, fulltime: 37.4, parttime: 18.1 }[sheet.pattern];
  const spread = sheet.pattern === 'fulltime' ? 0.06 : 0.25;
  const week = hour * hours;
  // Hours of overtime. In a small group, perhaps nobody in the survey's sample had any, nor incentive pay.
  const over = jobs < 15 && random(`ashe/none/${code}`).chance(0.4) ? 0 : 0.7;
  const levels: Readonly<Record<Measure, ReturnType<typeof levelsOf>>> = {
    weekly_pay_gross: [1.02 * week, 1.08 * week + over * hour, 0.4],
    weekly_pay_excl_overtime: [week, 1.08 * week, 0.4],
    basic_pay_incl_other: [0.98 * week, 1.06 * week, 0.4],
    overtime_pay: [3.4 * hour, over * hour, 0.7],
    hourly_pay_gross: [hour, 1.083 * hour, 0.4],
    hourly_pay_excl_overtime: [0.995 * hour, 1.078 * hour, 0.4],
    annual_pay_gross: [51 * week, 56.4 * week, 0.45],
    annual_pay_incentive: [3.1 * week, over * week * 3.6, 1],
    hours_paid_total: [1.01 * hours, 1.01 * hours + over, spread],
    hours_paid_basic: [hours, 1.01 * hours, spread],
    hours_paid_overtime: [3.2, over, 0.6],
  };
  return levels[measure.key];
}
