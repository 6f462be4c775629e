// A synthetic release in the layout that a public analysis of the 2025 data set gives. Levels, indicators and workers are drawn at random
// and add up to the counts and sums of 2025. Codes and titles are those of SOC 2020.
import { unitGroups } from '#sources/kit/sample/classification.ts';
import { csvLine } from '#sources/kit/csv-line.ts';
import { dataSetFiles } from '#sources/kit/sample/ees-data-set.ts';
import { type Random, random } from '#sources/kit/sample/random.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
import { type DemandLevel, demandIndicators } from '#schemas/codes.ts';
import { byCodeUnit } from '#schemas/order.ts';

const year = 2025;

const header =
  'time_period,time_identifier,geographic_level,country_code,country_name,soc20_unit,soc20_label,SIC_name,demand_level,skill_level,immigration_salary_list,construction,STEM,indicator_uncertainty,indicator_demand,indicator_demand_uncertainty_flag,imputation_capped_indicators,named_imputed_indicators,occupation_workers,industry_workers,count,percent,demand_level_percent';

interface Level {
  readonly level: DemandLevel;
  readonly printed: string;
  readonly occupations: number;
  readonly workers: number;
  /** The least and the greatest number of indicators that signal. */
  readonly fewest: number;
  readonly most: number;
}

// The numbers of occupations and workers that the publisher's page gives for 2025.
const critical: Level = { level: 'critical', printed: 'Critical demand', occupations: 62, workers: 5.1e6, fewest: 2, most: 5 };
const elevated: Level = { level: 'elevated', printed: 'Elevated demand', occupations: 125, workers: 10.9e6, fewest: 1, most: 4 };
const other: Level = { level: 'not_in_high_demand', printed: 'Not in high demand', occupations: 181, workers: 17e6, fewest: 0, most: 1 };
const levels = [critical, elevated, other] as const;

const industries = (
  'Health and social care; Professional scientific and technical; Manufacturing and production; Construction; Education; ' +
  'Retail and wholesale; Transport and storage; Information and communication; Finance and insurance; Hospitality; ' +
  'Public administration; Arts and entertainment'
).split('; ');

/** One release with both years. With `full` every occupation has a row for every industry. */
export async function sample({ full }: { readonly full: boolean }): Promise<readonly SampleRelease[]> {
  const shown = full ? industries : industries.slice(0, 1);
  const lines = [header];
  for (const occupation of inventOccupations()) {
    const { code, title, level, workers } = occupation;
    const draw = random(`occupations-in-demand/${code}`);
    const labels = [`Level ${draw.between(1, 4)}`, yesNo(draw), yesNo(draw), yesNo(draw)];
    const before = draw.chance(0.2) && code !== '2134' ? draw.pick(levels) : level;
    for (const period of [year - 1, year]) {
      const ofYear = period < year ? before : level;
      // The occupation was not assessed the year before.
      if (period < year && draw.chance(0.02)) continue;
      const texts = textsOf(draw, ofYear, period === year ? (withheldCells[code] ?? {}) : {});
      const row = (industry: string, industryWorkers: number | string) =>
        csvLine([period, ...place, code, title, industry, ofYear.printed, ...labels, ...texts, workers, industryWorkers, 'z', 'z', 'z']);
      if (code !== withoutOverallRow) lines.push(row('Total', 'Total'));
      for (const industry of shown) lines.push(row(industry, industry === industries[0] ? Math.round(Number(workers) / 2) || 0 : 0));
    }
  }
  // Sums over occupations. The compiler skips them.
  for (const { printed, occupations, workers } of levels) {
    const totals = Array.from({ length: 9 }, () => 'Total');
    const sums = ['z', workers, occupations, Math.round(workers / 33e4), 'x'];
    lines.push(csvLine([year, ...place, 'Total', 'Total', industries[0] ?? '', printed, ...totals, ...sums]));
  }
  return [{ release: `sample-${year}`, files: dataSetFiles('sample_demand_by_industry.csv', year, lines) }];
}

const place = ['Calendar year', 'National', 'K02000001', 'United Kingdom'];
const withoutOverallRow = '3111';

/** Cells of the latest year that hold a marker, by occupation. */
const withheldCells: Readonly<Record<string, Partial<Record<'indicators' | 'remarks', string>>>> = {
  '1111': { indicators: 'x' },
  '2111': { indicators: 'c' },
  '1122': { remarks: 'x' },
  '5111': { indicators: 'z' },
};
const withheldWorkers: Readonly<Record<string, string>> = { '1131': 'x', '1232': 'c', '9111': 'z' };

interface Occupation {
  readonly code: string;
  readonly title: string;
  readonly level: Level;
  readonly workers: number | string;
}

/** Every occupation except those not elsewhere classified. Levels are dealt at random; the workers of a level add up to its sum. */
function inventOccupations(): Occupation[] {
  const assessed = unitGroups.filter(({ title }) => !/n\.e\.c\.?$/.test(title));
  const lots = assessed
    .map((group) => ({ ...group, lot: group.code === '2212' ? -1 : random(`occupations-in-demand/lot/${group.code}`).next() }))
    .sort((a, b) => a.lot - b.lot);
  let dealt = 0;
  const occupations = levels.flatMap((level): Occupation[] => {
    const group = lots.slice(dealt, dealt + level.occupations).map(({ code, title }) => ({
      code,
      title,
      // A withheld number is missing from the sum of its level, so it must be small.
      weight: withheldWorkers[code] === undefined ? random(`occupations-in-demand/workers/${code}`).between(5, 200) : 1,
    }));
    dealt += level.occupations;
    const whole = group.reduce((sum, { weight }) => sum + weight, 0);
    return group.map(({ code, title, weight }) => ({
      code,
      title,
      level,
      workers: withheldWorkers[code] ?? Math.round((level.workers * weight) / whole / 1000) * 1000,
    }));
  });
  return occupations.sort((a, b) => byCodeUnit(a.code, b.code));
}

/** The five cells of text: uncertainty, indicators, flag, capped, imputed. */
function textsOf(draw: Random, { level, fewest, most }: Level, withheld: Partial<Record<'indicators' | 'remarks', string>>): string[] {
  const count = draw.between(fewest, most);
  const first = draw.between(0, demandIndicators.length - 1);
  const signalling = demandIndicators
    .filter((_, index) => (index + first) % demandIndicators.length < count)
    .map(({ name }) => capital(name));
  const uncertain = signalling[0] !== undefined && draw.chance(0.1);
  const imputed = draw.chance(0.1) ? [capital(demandIndicators[first]?.name ?? '')] : [];
  const capped = level === 'elevated' ? imputed.filter((name) => signalling.includes(name)) : [];
  return [
    withheld.remarks ?? (uncertain ? (signalling[0] ?? '') : 'None'),
    withheld.indicators ?? (signalling.length === 0 ? 'None' : signalling.join(', ')),
    uncertain ? 'Yes' : 'No',
    withheld.remarks ?? (capped.length === 0 ? 'None' : capped.join(', ')),
    withheld.remarks ?? (imputed.length === 0 ? 'None' : imputed.join(', ')),
  ];
}

function capital(name: string): string {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}

function yesNo(draw: Random): string {
  return draw.chance(0.3) ? 'Yes' : 'No';
}
