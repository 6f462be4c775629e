// The data sets of a release to rows as published: for the latest year and, assessed again, for the
// year before, one of raw indicators and one of scaled indicators. We have not seen the files
// themselves, but what a public analysis printed of the raw and the scaled data set of 2024,
// assessed again (release of 2025).
import { placeOfRelease } from '#sources/kit/place.ts';
import type { Limits } from '#sources/kit/read/limits.ts';
import type { FileKinds, NamedFiles } from '#sources/kit/named-files.ts';
import type { Release } from '#sources/kit/release.ts';
import type { RowOf, RowsOf } from '#sources/kit/table-layout.ts';
import { tables } from '#sources/kit/table.ts';

export const files = {
  archive: {
    match: /^occupations-in-demand.*\.zip$/i,
    layout: 'documented',
    describe: 'the zip of all data sets of the release',
  },
} as const satisfies FileKinds;

// The zip of a release has 44 MB. Its data sets have some ten million fields together, 2.5 million
// in one. Synthetic data sets with all their rows unpack to 78 MB.
export const limits: Partial<Limits> = {
  fileBytes: 150_000_000,
  unpackedBytes: 1_200_000_000,
};

const period = {
  period: 'time_period',
  periodKind: 'time_identifier',
  geographicLevel: 'geographic_level',
  countryCode: 'country_code',
  countryName: 'country_name',
} as const;

// Each cell of these columns has its own value or `Total`.
const filters = {
  code: 'soc20_unit',
  label: 'soc20_label',
  level: 'demand_level',
  skillLevel: 'skill_level',
  salaryList: 'immigration_salary_list',
  construction: 'construction',
  stem: 'STEM',
  uncertaintyFlag: 'indicator_demand_uncertainty_flag',
} as const;
const filterNames = Object.keys(filters) as readonly (keyof typeof filters)[];

const raw = {
  ...period,
  ...filters,
  visaGrantDensity: 'visa_density',
  onlineJobAdvertDensity: 'online_job_ad_density',
  hourlyWageChange: 'annual_perc_change_in_hourly_wage',
  wagePremium: 'wage_premium',
  hoursWorkedChange: 'annual_change_in_hours_worked',
  uncertainty: 'indicator_uncertainty',
  capped: 'imputation_capped_indicators',
  imputed: 'named_imputed_indicators',
  workers: 'workers',
  count: 'count',
  missing: 'missing_indicators',
} as const;

// The printed outputs show the headers of `_critical`. We expect those of `_elevated` to be built
// alike, so both spellings of the adverts pass.
const scaled = {
  ...period,
  ...filters,
  index: 'demand_index',
  missing: 'missing_indicators',
  visaGrantDensityCritical: 'visa_density_critical',
  visaGrantDensityElevated: 'visa_density_elevated',
  onlineJobAdvertDensityCritical: ['online_job_ad_critical', 'online_job_ad_density_critical'],
  onlineJobAdvertDensityElevated: ['online_job_ad_elevated', 'online_job_ad_density_elevated'],
  hourlyWageChangeCritical: 'annual_perc_change_in_hourly_wage_critical',
  hourlyWageChangeElevated: 'annual_perc_change_in_hourly_wage_elevated',
  wagePremiumCritical: 'wage_premium_critical',
  wagePremiumElevated: 'wage_premium_elevated',
  hoursWorkedChangeCritical: 'annual_change_in_hours_worked_critical',
  hoursWorkedChangeElevated: 'annual_change_in_hours_worked_elevated',
} as const;

export const layout = tables('sources/occupations-in-demand/layout.ts', {
  raw: { member: 'raw_OID_output.csv', columns: raw },
  scaled: { member: 'scaled_OID_output.csv', columns: scaled },
  // The year before, assessed again.
  rawBefore: { member: 'raw_OID_output_*_revised.csv', optional: true, columns: raw },
  scaledBefore: { member: 'scaled_OID_output_*_revised.csv', optional: true, columns: scaled },
});

type RawColumn = keyof typeof raw;
type ScaledColumn = keyof typeof scaled;
export type Column = RawColumn | ScaledColumn;

type Layouts = typeof layout.layouts;
export type RawRow = RowOf<Layouts, 'raw' | 'rawBefore'>;
export type ScaledRow = RowOf<Layouts, 'scaled' | 'scaledBefore'>;
export type Row = RowsOf<Layouts>[number];
export type Rows = readonly Row[];

/** The value of a filter that selects everything. */
export const total = 'Total';

const headed = { raw: layout.headed('raw'), scaled: layout.headed('scaled') };
/**
 * Columns that distinguish the two kinds of data set from the others of a release, as the publisher
 * writes them.
 */
export const distinctiveColumns = {
  raw: [headed.raw.code, headed.raw.visaGrantDensity, headed.raw.workers],
  scaled: [headed.scaled.code, headed.scaled.index, headed.scaled.visaGrantDensityCritical],
};

/**
 * Table by table its header and the rows of one fixed combination of the filters. A data set is a
 * cube: every filter has its own value or `Total`, and the rows differ in nothing else. We keep the
 * rows without a `Total`, which are one for each occupation and one for the excluded ones, and the
 * row of `Total` only.
 */
export async function parse(
  release: Release,
  { archive }: NamedFiles<typeof files>,
): Promise<Rows> {
  return layout.readZips(
    placeOfRelease(release),
    [archive],
    ['raw', 'scaled', 'rawBefore', 'scaledBefore'],
    (row) => {
      if (row.kind === 'columns') return true;
      const totals = filterNames.filter((filter) => row[filter] === total).length;
      return (
        totals === filterNames.length ||
        (totals === 0 && filterNames.some((filter) => row[filter] !== ''))
      );
    },
  );
}
