// Synthetic releases: tables 14 and 15 of 2024, plain with a measure of each kind and with one in regions, in full with all eleven. Before it come,
// with annual pay alone, a withdrawn edition of 2022 and the provisional and revised editions of 2023, so that pay has a 410, a series, a change and a
// revision.
import { classification, unitGroups } from '#sources/kit/sample/classification.ts';
import { addedUp, regions, sumOf } from '#sources/kit/sample/labour-market.ts';
import { type Random, random } from '#sources/kit/sample/random.ts';
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
  /** The measures of each table; Table 15 is left out without one. */
  readonly measures: Readonly<Record<Workbook['table'], readonly Measure[]>>;
  readonly withdrawn?: string;
}

const all: readonly Measure[] = measures.map(({ key }) => key);
const annual: readonly Measure[] = ['annual_pay_gross'];
// The start on a laptop has no time for all: pay of a year, a week and an hour, hours, and one that some people have none of.
const plain: readonly Measure[] = [...annual, 'weekly_pay_gross', 'hourly_pay_gross', 'hours_paid_total', 'overtime_pay'];
const newest = { year: 2024, kind: 'provisional' } as const;
const alone = { 14: annual, 15: [] } as const;
const why = 'The sample shows with this edition what a withdrawn one looks like. Its figures are invented, like all others.';

/** Oldest first. */
export async function sample({ full }: { readonly full: boolean }): Promise<readonly SampleRelease[]> {
  return Promise.all([
    sampleOf({ year: 2022, kind: 'revised', measures: alone, withdrawn: why }),
    sampleOf({ year: 2023, kind: 'provisional', measures: alone }),
    sampleOf({ year: 2023, kind: 'revised', measures: alone }),
    sampleOf({ ...newest, measures: full ? { 14: all, 15: all } : { 14: plain, 15: annual } }),
  ]);
}

/** The newest release with all of Table 14, for the tests of checks. */
export function withAllMeasures(): Promise<SampleRelease> {
  return sampleOf({ ...newest, measures: { 14: all, 15: annual } });
}

async function sampleOf(edition: Edition): Promise<SampleRelease> {
  const { year, kind, withdrawn } = edition;
  const files = [];
  for (const table of [14, 15] as const) {
    // One pair at a time: those of Table 15 would not fit in memory together.
    const members: SampleMember[] = [];
    for (const [index, { key }] of measures.entries())
      if (edition.measures[table].includes(key)) members.push(...(await workbookPair(edition, table, index + 1)));
    if (members.length > 0) files.push({ name: `ashetable${table}${year}${kind}.zip`, bytes: await writeZip(members) });
  }
  return { release: `sample-${year}-${kind}`, files, ...(withdrawn === undefined ? {} : { withdrawn }) };
}

/** The workbook of estimates and the workbook of their coefficients. */
async function workbookPair(edition: Edition, table: Workbook['table'], number: number): Promise<SampleMember[]> {
  const { year, kind: of } = edition;
  const bodies = sheets.map((sheet) => ({ sheet, rows: bodyRows(edition, table, number, sheet) }));
  const workbook = async (kind: Workbook['kind']): Promise<SampleMember> => {
    const title = `Table ${tableName({ table, number, kind })}`;
    const written = bodies.map(({ sheet: { name, employees }, rows }) => {
      const above = [`${title}   ${synthetic} - For ${employees} employee jobs: United Kingdom, ${year}`];
      return { name, rows: [above, [], [], [], header, ...rows.map(({ label, figures }) => [...label, ...figures[kind]])] };
    });
    const name = `${of === 'provisional' ? 'PROV - ' : ''}Work Region Occupation SOC20 (4) ${title}   Sample ${year}.xlsx`;
    return { name, bytes: await writeWorkbook(written) };
  };
  return [await workbook('a'), await workbook('b')];
}

/** Columns C to Q of a row in both workbooks. */
type Figures = Readonly<Record<Workbook['kind'], readonly SampleCell[]>>;

function bodyRows(edition: Edition, table: Workbook['table'], number: number, sheet: SheetKind) {
  const measure = measures[number - 1];
  if (measure === undefined) throw new RangeError(`there is no table ${table}.${number}`);
  const row = (label: string, area: AreaSlug, code: string) => {
    return { label: [label, code], figures: drawFigures({ edition, area, code, sheet, measure }) };
  };
  if (table === 14) return [{ code: '', title: 'All employees' }, ...classification].map(({ code, title }) => row(title, 'uk', code));
  // One region has another name in Table 15.
  return regionSlugs.flatMap((slug) => {
    const name = slug === 'east-of-england' ? 'East' : areaOf(slug).name;
    return unitGroups.map(({ code, title }) => row(`${name}, ${title}`, slug, code));
  });
}

type SheetKind = (typeof sheets)[number];

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
  const all = Math.round(10 ** (0.7 + 1.8 * draw.next()));
  const women = Math.round(all * (0.1 + 0.8 * draw.next()));
  const menPart = Math.round((all - women) * (0.03 + 0.2 * draw.next()));
  const womenPart = Math.round(women * (0.15 + 0.35 * draw.next()));
  const hourly = (hourlyByMajorGroup[code.charAt(0)] ?? 15) * (0.85 + 0.4 * draw.next());
  const jobs = special[code] ?? [all - women - menPart, menPart, women - womenPart, womenPart];
  return [...jobs, hourly * (1 + sumOf(jobs)), 1 + sumOf(jobs)];
});

interface Subject {
  readonly edition: Edition;
  readonly area: AreaSlug;
  readonly code: string;
  readonly sheet: SheetKind;
  readonly measure: (typeof measures)[number];
}

/** The ten percentiles other than the median: their place in a normal distribution, and their error as a multiple of the median's. */
const places = [-1.2816, -0.8416, -0.6745, -0.5244, -0.2533, 0.2533, 0.5244, 0.6745, 0.8416, 1.2816];
const errors = [2, 1.4, 1.3, 1.2, 1.1, 1.1, 1.2, 1.3, 1.5, 2.2];
const decimals: Readonly<Record<Unit, number>> = { gbp_per_week: 1, gbp_per_hour: 2, gbp_per_year: 0, hours_per_week: 1 };

/** Invented figures need no exact halves, and schemas/round.ts would take a second for two million of them. */
function round(value: number, places = 0): number {
  const scale = 10 ** places;
  return Math.round(value * scale) / scale;
}

/** The publisher's shading; a precise figure has none. */
const shading: Partial<Record<Quality, string>> = { reasonable: 'lightGray/9', acceptable: 'solid/49', unreliable: 'solid/49' };

function drawFigures(subject: Subject): Figures {
  const { edition, area, code, sheet, measure } = subject;
  const jobs = jobsOf(subject);
  // One thousand jobs are a handful of people in the survey's sample. A group without jobs is not in the survey.
  if (jobs <= 1) return { a: [jobs === 0 ? ':' : '..'], b: [jobs === 0 ? ':' : '..'] };

  const a: SampleCell[] = [];
  const b: SampleCell[] = [];
  const draw = random(`ashe/${measure.key}/${area}/${code}/${sheet.name}`);
  /** Adds an estimate and its coefficient, which falls with the root of the number of jobs, and says whether it is published. */
  const add = (value: number, error: number, by: Random = draw): boolean => {
    const isStatistic = by === draw;
    const drawn = Math.min(99, ((60 * error) / Math.sqrt(jobs)) * (0.8 + 0.4 * by.next()));
    // Table 14 prints coefficients of ten and more as whole numbers, except those of jobs. Table 15 prints one decimal throughout.
    const cv = isStatistic && area === 'uk' && drawn >= 10 ? round(drawn) : round(drawn, 1);
    const fill = shading[qualityOfCv(drawn > 20 ? drawn : cv)];
    const isPublished = drawn <= 20 && cv <= 20;
    const printed = isPublished ? round(value, decimals[isStatistic ? measure.unit : 'gbp_per_year']) : 'x';
    a.push(fill === undefined ? printed : { value: printed, fill });
    if (!isStatistic) b.push(isPublished ? cv : Math.max(cv, 20.1));
    else if (isPublished) b.push(draw.chance(0.015) ? '.' : cv);
    else b.push(draw.chance(0.25) && cv > 20 ? cv : draw.chance(0.05) ? '.' : 'x');
    return isPublished;
  };
  const addWithChange = (value: number, error: number) => {
    const isShown = add(value, error) && (code === '' || draw.chance(0.93));
    a.push(isShown ? changeOf(edition.year, subject) : null);
    b.push('.');
  };
  // The number of jobs has to be the same in all tables that count the same jobs, so it is not drawn by measure.
  add(jobs, 0.9, random(`ashe/jobs/${area}/${code}/${sheet.name}/${isAnnual(measure)}`));
  const { median, mean, sigma } = levelsOf(subject, jobs);
  const hasZeroes = measuresWithZeroes.includes(measure.key);
  if (hasZeroes && mean === 0) {
    const none = places.map((): SampleCell => 'x');
    return { a: [...a, '.', null, 0, null, ...none], b: [...b, '.', '.', 0, '.', ...none] };
  }
  const times = levelIn(subject);
  const rare = hasZeroes ? 2.5 : 1;
  addWithChange(median * times, rare);
  addWithChange(mean * times, hasZeroes ? 1.95 : 1.3);
  for (const [at, z] of places.entries()) add(median * times * Math.exp(z * sigma), (errors[at] ?? 1) * rare);
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
  for (let year = newest.year; year > edition.year; year -= 1) level /= 1 + changeOf(year, subject) / 100;
  const draw = random(`ashe/revised/${measure.key}/${code}`);
  return edition.year < newest.year && edition.kind === 'provisional' && draw.chance(1 / 3) ? level * (0.98 + 0.04 * draw.next()) : level;
}

/** Each part is rounded by itself, so that the parts add up exactly. */
function jobsOf({ edition, area, code, sheet: { sex, pattern }, measure }: Subject): number {
  const share = (regions.find(({ slug }) => slug === area)?.share ?? 1) * 0.96 ** (newest.year - edition.year);
  // Fewer employees have been in the same job for more than a year.
  const kept = share * (isAnnual(measure) ? 0.85 : 1);
  const isCounted = (part: number) => sex !== (part < 2 ? 'female' : 'male') && pattern !== (part % 2 === 0 ? 'parttime' : 'fulltime');
  const parts = model.get(code)?.slice(0, 4) ?? [];
  return sumOf(parts.map((part, at) => (isCounted(at) ? Math.round(part * kept) : 0)));
}

/** The middle and the spread of a distribution. Means add up as in the survey: pay without overtime and overtime pay make gross pay. */
function levelsOf({ area, code, sheet, measure }: Subject, jobs: number) {
  const isLocal = area !== 'uk' && code !== '';
  const local = isLocal ? 0.97 + 0.06 * random(`ashe/level/${area}/${code}`).next() : 1;
  const [pay = 0, weight = 1] = model.get(code)?.slice(4) ?? [];
  const bySex = { all: 1, male: 1.04, female: 0.96 }[sheet.sex];
  const byPattern = { all: 1, fulltime: 1.05, parttime: 0.84 }[sheet.pattern];
  const hourly = (pay / weight) * (regionalPay[area] ?? 1) * local * bySex * byPattern;
  const hours = { all: 34.8, fulltime: 37.4, parttime: 18.1 }[sheet.pattern];
  // In a small group, perhaps nobody in the survey's sample had overtime or incentive pay.
  const none = (what: string) => jobs < 15 && random(`ashe/none/${what}/${code}`).chance(0.4);
  const extra = none('overtime') ? 0 : 0.7;
  const weekly = hourly * hours;
  const ofHours = sheet.pattern === 'fulltime' ? 0.06 : 0.25;
  const meanOf = (median: number, sigma: number) => round(median * Math.exp((sigma * sigma) / 2), 1);
  const [basic, overtime, usual] = [meanOf(weekly, 0.4), round(extra * hourly, 1), meanOf(hours, ofHours)];
  const [median, mean, sigma] = {
    weekly_pay_gross: [weekly * 1.02, basic + overtime, 0.4] as const,
    weekly_pay_excl_overtime: [weekly, basic, 0.4] as const,
    basic_pay_incl_other: [weekly * 0.98, basic * 0.98, 0.4] as const,
    overtime_pay: [hourly * 3.4, overtime, 0.7] as const,
    hourly_pay_gross: [hourly, hourly * 1.083, 0.4] as const,
    hourly_pay_excl_overtime: [hourly * 0.995, hourly * 1.078, 0.4] as const,
    annual_pay_gross: [weekly * 51, weekly * 56.4, 0.45] as const,
    annual_pay_incentive: [weekly * 3.1, none('incentive') ? 0 : weekly * 2.55, 1] as const,
    hours_paid_total: [hours * 1.01, usual + extra, ofHours] as const,
    hours_paid_basic: [hours, usual, ofHours] as const,
    hours_paid_overtime: [3.2, extra, 0.6] as const,
  }[measure.key];
  return { median, mean, sigma };
}
