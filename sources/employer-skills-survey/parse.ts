// The data set of vacancies by occupation to rows as published. Its columns are those of the 2019 data set, read in the department's own
// catalogue of its files (SkillsDataUFS.xlsm, sheet AllVarLinks, row 239). We have not seen a real file of this layout.
import { type DataRow, type DataSetFiles, type DataSetRows, filesOfDataSet, readDataSet } from '#sources/kit/read/ees-data-set.ts';
import type { Release } from '#sources/kit/source.ts';

export const files = filesOfDataSet('the CSV of vacancies by unit group');

// Our name of a column → its headers, of which only the letters and digits count.
const columns = {
  period: ['time_period'],
  periodKind: ['time_identifier'],
  geographicLevel: ['geographic_level'],
  countryCode: ['country_code'],
  countryName: ['country_name'],
  sector: ['sector'],
  major: ['soc_1_labelled'],
  subMajor: ['soc_2_labelled'],
  minor: ['soc_3_labelled'],
  unit: ['soc_4_labelled'],
  vacancies: ['vac_sum'],
  hardToFill: ['htfv_sum'],
  skillShortage: ['ssv_sum'],
  hardToFillPercent: ['htfv_den'],
  skillShortagePercent: ['ssv_den'],
  // The 2019 file has the first. A later file, read by a public program, has the second.
  base: ['sample_estab_w_vac_for_xocc', 'sample_occupations_estab_has_vacancy'],
} as const;

export type Column = keyof typeof columns;
export type Row = DataRow<Column>;
export type Rows = DataSetRows<Column>;

/** The columns that tell this data set from the others of its release, as the publisher writes them. */
export const distinctiveColumns = ['soc_1_labelled', 'soc_2_labelled', 'soc_3_labelled', 'soc_4_labelled', 'vac_sum'] as const;

export async function parse(release: Release, given: DataSetFiles): Promise<Rows> {
  return readDataSet(release, given, columns, 'sources/employer-skills-survey/parse.ts');
}
