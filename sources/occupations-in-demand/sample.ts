// A synthetic release in the publisher's layout: the zip with the raw and the scaled data set of 2025 and of 2024, assessed again, each a
// cube with every combination of filters. Levels, indicators and workers are drawn at random and add up to the counts and sums of 2025.
// Codes and titles are those of SOC 2020.
import { csvLine } from '#schemas/csv-line.ts';
import { unitGroups } from '#sources/kit/sample/classification.ts';
import { type Random, random } from '#sources/kit/sample/random.ts';
import { archive } from '#sources/kit/sample/workbook.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
import { type DemandIndicator, type DemandLevel, demandIndicatorKeys } from '#schemas/codes.ts';
import { round } from '#schemas/round.ts';
import { total } from './layout.ts';
import { excludedOccupations } from './reshape.ts';

const year = 2025;

// In the order of the real file.
const rawHeader =
  'soc20_unit,soc20_label,visa_density,wage_premium,online_job_ad_density,annual_change_in_hours_worked,annual_perc_change_in_hourly_wage,visa_density_lower_estimate,wage_premium_lower_estimate,online_job_ad_density_lower_estimate,annual_change_in_hours_worked_lower_estimate,annual_perc_change_in_hourly_wage_lower_estimate,demand_level,hourly_wage,workers,skill_level,immigration_salary_list,construction,STEM,indicator_uncertainty,indicator_demand,indicator_demand_uncertainty_flag,imputation_capped_indicators,named_imputed_indicators,count,percent,demand_level_percent,imputed_indicators,missing_indicators,time_period,time_identifier,geographic_level,country_code,country_name';
// We have seen these columns, but not their order.
const scaledHeader =
  'soc20_unit,soc20_label,visa_density_critical,wage_premium_critical,online_job_ad_critical,annual_change_in_hours_worked_critical,annual_perc_change_in_hourly_wage_critical,visa_density_elevated,wage_premium_elevated,online_job_ad_elevated,annual_change_in_hours_worked_elevated,annual_perc_change_in_hourly_wage_elevated,demand_index,demand_level,skill_level,immigration_salary_list,construction,STEM,indicator_demand_uncertainty_flag,missing_indicators,time_period,time_identifier,geographic_level,country_code,country_name';

/** The indicators in the order of the columns. */
const inColumns: readonly DemandIndicator[] = [
  'visa_grant_density',
  'wage_premium',
  'online_job_advert_density',
  'hours_worked_change',
  'hourly_wage_change',
];
/** The indicators as the publisher's remarks name them, in the order of its lists. */
const inRemarks: readonly (readonly [DemandIndicator, string])[] = [
  ['hours_worked_change', 'change in hours worked'],
  ['hourly_wage_change', 'change in hourly wage'],
  ['wage_premium', 'wage premium'],
  ['online_job_advert_density', 'online job advert density'],
  ['visa_grant_density', 'visa density'],
];
const selfEmployed = 'hours and earnings due to proportion of self employed workers';

interface Level {
  readonly level: DemandLevel;
  readonly printed: string;
  readonly occupations: number;
  readonly workers: number;
  /** The least and the greatest number of critical indicators, and of elevated ones. */
  readonly critical: readonly [number, number];
  readonly elevated: readonly [number, number];
}

// The numbers of occupations and workers that the publisher's page gives for 2025.
const levels: readonly [Level, ...Level[]] = [
  { level: 'critical', printed: 'Critical demand', occupations: 62, workers: 5.1e6, critical: [1, 3], elevated: [0, 1] },
  { level: 'elevated', printed: 'Elevated demand', occupations: 125, workers: 10.9e6, critical: [0, 1], elevated: [1, 2] },
  { level: 'not_in_high_demand', printed: 'Not in high demand', occupations: 181, workers: 14e6, critical: [0, 0], elevated: [0, 1] },
];
const excludedWorkers = 3e6;

/** One release of two years. It has the publisher's size, plain and full. */
export async function sample(): Promise<readonly SampleRelease[]> {
  const latest = inventOccupations();
  const before = latest.map((occupation) => inYearBefore(occupation));
  const members = [
    ...dataSets(latest, year).map(({ kind, text }) => ({ name: `data/${kind}_OID_output.csv`, text })),
    ...dataSets(before, year - 1).map(({ kind, text }) => ({ name: `data/${kind}_OID_output_${year - 1}_revised.csv`, text })),
    // The publisher's zip holds more data sets and supporting files, which we do not read.
    { name: 'data-guidance/data-guidance.txt', text: 'Synthetic sample, not from the publisher\n' },
  ];
  const bytes = await archive(members.map(({ name, text }) => ({ name, bytes: Buffer.from(text) })));
  return [{ release: `sample-${year}`, files: [{ name: `occupations-in-demand_${year}.zip`, bytes }] }];
}

/** Critical, with remarks on uncertainty, imputation and capping in both years. */
const withEveryCaveat = '2212';

interface Occupation {
  readonly code: string;
  readonly title: string;
  readonly level: Level;
  readonly workers: number;
}

/** Every occupation except those not elsewhere classified. Levels are dealt at random; the workers of a level add up to its sum. */
function inventOccupations(): Occupation[] {
  const assessed = unitGroups.filter(({ title }) => !/n\.e\.c\.?$/.test(title));
  const lots = assessed
    .map((group) => ({ ...group, lot: group.code === withEveryCaveat ? -1 : random(`occupations-in-demand/lot/${group.code}`).next() }))
    .sort((a, b) => a.lot - b.lot);
  const dealt = new Map<string, Omit<Occupation, 'code' | 'title'>>();
  for (const level of levels) {
    const group = lots.slice(dealt.size, dealt.size + level.occupations).map(({ code }) => ({
      code,
      weight: random(`occupations-in-demand/workers/${code}`).between(5, 200),
    }));
    const whole = group.reduce((sum, { weight }) => sum + weight, 0);
    for (const { code, weight } of group) dealt.set(code, { level, workers: hundreds((level.workers * weight) / whole) });
  }
  return assessed.flatMap(({ code, title }) => {
    const found = dealt.get(code);
    return found === undefined ? [] : [{ code, title, ...found }];
  });
}

function inYearBefore(occupation: Occupation): Occupation {
  const draw = random(`occupations-in-demand/before/${occupation.code}`);
  return {
    ...occupation,
    level: draw.chance(0.2) && occupation.code !== withEveryCaveat ? draw.pick(levels) : occupation.level,
    workers: hundreds(occupation.workers * (0.95 + draw.next() / 10)),
  };
}

function hundreds(workers: number): number {
  return Math.round(workers / 100) * 100;
}

/** What the rows of one occupation, or of several together, say besides their filters. */
interface Cells {
  /** Own values of the six filters besides code and label, in the order of the raw header. */
  readonly filters: readonly string[];
  readonly workers: number;
  readonly count: number;
  readonly missing: number;
  readonly index: number;
  /** In the order of the columns. */
  readonly values: readonly (string | number)[];
  readonly lower: readonly (string | number)[];
  readonly flags: readonly number[];
  readonly uncertainty: string;
  readonly demand: string;
  readonly capped: string;
  readonly imputed: string;
}

/** The raw and the scaled data set of a year. */
function dataSets(occupations: readonly Occupation[], of: number): { readonly kind: 'raw' | 'scaled'; readonly text: string }[] {
  const drawn = occupations.map(({ code, title, ...rest }) => ({ code, title, cells: cellsOf(code, rest, of) }));
  const excluded = { code: excludedOccupations, title: excludedOccupations, cells: excludedCells() };
  const everything = [...drawn, excluded];
  const lines = { raw: [rawHeader], scaled: [scaledHeader] };
  const add = (writer: LineWriter, code: string, label: string, filters: readonly string[]) => {
    lines.raw.push(writer.raw(code, label, filters));
    lines.scaled.push(writer.scaled(code, label, filters));
  };
  for (const [filters, cells] of sumsOf(everything.map(({ cells }) => cells))) add(lineWriter(of, cells), total, total, filters);
  for (const { code, title, cells } of everything) {
    const [writer, label] = [lineWriter(of, cells), csvLine([title])];
    for (const mask of masks) {
      const filters = masked(cells.filters, mask);
      add(writer, code, total, filters);
      add(writer, total, label, filters);
      add(writer, code, label, filters);
    }
  }
  return (['raw', 'scaled'] as const).map((kind) => ({ kind, text: `${lines[kind].join('\n')}\n` }));
}

/** Every choice of the six filters that have their own value. The others are `Total`. */
const masks = Array.from({ length: 2 ** 6 }, (_, mask) => mask);
const masked = (filters: readonly string[], mask: number) => filters.map((value, at) => ((mask >> at) & 1 ? value : total));

/** The rows of several occupations together, by the filters that they share. */
function sumsOf(all: readonly Cells[]): [filters: readonly string[], cells: Cells][] {
  const sums = new Map<string, [readonly string[], Cells]>();
  for (const mask of masks)
    for (const { filters, workers, count, missing } of all) {
      const own = masked(filters, mask);
      const key = own.join('|');
      const cells = sums.get(key)?.[1] ?? sumCells;
      const sum = { ...cells, workers: cells.workers + workers, count: cells.count + count, missing: cells.missing + missing };
      sums.set(key, [own, sum]);
    }
  return [...sums.values()];
}

const none = { values: [0.5, 0.01, 4, -0.1, 98], lower: [0.4, -0.05, 3, -0.3, 0.97], flags: Array.from({ length: 10 }, () => 0) };
const sumCells: Cells = {
  ...none,
  filters: [],
  workers: 0,
  count: 0,
  missing: 0,
  index: -0.3,
  uncertainty: total,
  demand: total,
  capped: total,
  imputed: total,
};

function excludedCells(): Cells {
  const text = excludedOccupations;
  const count = unitGroups.length - levels.reduce((sum, { occupations }) => sum + occupations, 0);
  const texts = { uncertainty: text, demand: text, capped: text, imputed: text };
  return { ...sumCells, ...texts, filters: Array.from({ length: 6 }, () => text), workers: excludedWorkers, count };
}

/** The cells of an assessed occupation. */
function cellsOf(code: string, { level, workers }: Pick<Occupation, 'level' | 'workers'>, of: number): Cells {
  const draw = random(`occupations-in-demand/${of}/${code}`);
  const hasCaveats = code === withEveryCaveat;
  const hasAdverts = !draw.chance(0.12) || hasCaveats;
  const imputed = draw.chance(0.12) || hasCaveats ? inRemarks.slice(0, draw.between(2, 3)) : [];
  const signals: Signals = hasCaveats
    ? new Map((['visa_grant_density', 'online_job_advert_density', 'hours_worked_change'] as const).map((key) => [key, 'critical']))
    : drawSignals(draw, level, hasAdverts);
  // An imputed indicator cannot be critical. The publisher says so of the first that would be.
  const lowered = imputed.filter(([key]) => signals.get(key) === 'critical');
  for (const [at, [key]] of lowered.entries()) {
    if (at === 0) signals.set(key, 'elevated');
    else signals.delete(key);
  }
  const inDemand = inRemarks.filter(([key]) => signals.has(key));
  const uncertain = inRemarks.filter(([key]) => draw.chance(hasCaveats && signals.has(key) ? 1 : 0.06)).map(([, name]) => name);
  if (draw.chance(0.06)) uncertain.push(selfEmployed);
  const value = (key: DemandIndicator) => {
    if (key === 'online_job_advert_density' && !hasAdverts) return 'x';
    if (key === 'visa_grant_density' && !signals.has(key) && draw.chance(0.4)) return '0.00001';
    return round((key === 'hourly_wage_change' ? 90 : 0) + draw.next() * 10, 6);
  };
  const values = inColumns.map(value);
  const [first] = lowered;
  const flag = (draw.chance(0.5) || hasCaveats) && inDemand.some(([, name]) => uncertain.includes(name)) ? 'Yes' : 'No';
  return {
    filters: [level.printed, `Skill level ${skillLevels[code.slice(0, 1)] ?? 1}`, yesNo(draw), yesNo(draw), yesNo(draw), flag],
    workers,
    count: 1,
    // The publisher counts the lower estimate too.
    missing: hasAdverts ? 0 : 2,
    index: round(
      [...signals.values()].reduce((sum, signal) => sum + (signal === 'critical' ? 0.5 : 0.25), draw.next() - 1),
      6,
    ),
    values,
    lower: values.map((printed) => (typeof printed === 'number' ? round(printed * 0.9, 6) : printed)),
    flags: (['critical', 'elevated'] as const).flatMap((of) => inColumns.map((key) => (signals.get(key) === of ? 1 : 0))),
    uncertainty: remark('No uncertainty', (name) => `Uncertainty in ${name}`, 'Uncertain in multiple indicators: ', uncertain),
    // The publisher prints this for no demand too.
    demand: remark(
      'No uncertainty',
      (name) => `Demand in ${name}`,
      'Demand in multiple indicators: ',
      inDemand.map(([, name]) => name),
    ),
    capped:
      first === undefined
        ? 'No indicators capped at elevated due to imputation'
        : `${capital(first[1])} capped at elevated due to imputation`,
    imputed: remark(
      'No indicators imputed',
      String,
      'Multiple indicators imputed: ',
      imputed.map(([, name]) => name),
    ),
  };
}

type Signals = Map<DemandIndicator, 'critical' | 'elevated'>;

/** The indicators that signal: as many critical and elevated ones as the level has. */
function drawSignals(
  draw: Random,
  { critical, elevated }: Pick<Level, 'critical' | 'elevated'>,
  hasAdverts: boolean,
): Map<DemandIndicator, 'critical' | 'elevated'> {
  const open = demandIndicatorKeys.filter((key) => hasAdverts || key !== 'online_job_advert_density');
  const from = draw.between(0, open.length - 1);
  const turned = [...open.slice(from), ...open.slice(0, from)];
  const high = draw.between(...critical);
  const signalling = high + draw.between(...elevated);
  return new Map(turned.slice(0, signalling).map((key, at) => [key, at < high ? 'critical' : 'elevated']));
}

// By major group of SOC 2020. Invented, as everything but codes and titles.
const skillLevels: Readonly<Record<string, number>> = { 1: 4, 2: 4, 3: 3, 4: 2, 5: 3, 6: 2, 7: 2, 8: 2, 9: 1 };

function remark(nothing: string, one: (name: string) => string, several: string, names: readonly string[]): string {
  const [first] = names;
  return first === undefined ? nothing : names.length === 1 ? one(first) : `${several}${names.join(', ')}`;
}

function capital(name: string): string {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}

function yesNo(draw: Random): string {
  return draw.chance(0.3) ? 'Yes' : 'No';
}

interface LineWriter {
  raw(code: string, label: string, filters: readonly string[]): string;
  scaled(code: string, label: string, filters: readonly string[]): string;
}

/** Writes the lines of an occupation, which differ in their filters only. */
function lineWriter(of: number, { workers, count, missing, index, values, lower, flags, ...texts }: Cells): LineWriter {
  const numbers = [...values, ...lower].join(',');
  const remarks = csvLine([texts.uncertainty, texts.demand]);
  const imputation = csvLine([texts.capped, texts.imputed]);
  const place = `${missing},${of},Reporting year,National,K02000001,United Kingdom`;
  const counted = `${count},${round(workers / 33e4, 2)},z,0,${place}`;
  const signals = `${flags.join(',')},${index}`;
  return {
    raw: (code, label, [level, skill, salaryList, construction, stem, flag]) =>
      `${code},${label},${numbers},${level},x,${workers},${skill},${salaryList},${construction},${stem},${remarks},${flag},${imputation},${counted}`,
    scaled: (code, label, [level, skill, salaryList, construction, stem, flag]) =>
      `${code},${label},${signals},${level},${skill},${salaryList},${construction},${stem},${flag},${place}`,
  };
}
