// The data set of vacancies by occupation to rows as published. Its columns are those of the 2019 data set, read in the department's own
// catalogue of its files (SkillsDataUFS.xlsm, sheet AllVarLinks, row 239). We have not seen a real file of this layout.
import { type DataRow, type DataSetFiles, type DataSetRows, filesOfDataSet, readDataSet } from '#sources/kit/read/ees-data-set.ts';
import type { Release } from '#sources/kit/source.ts';

export const files = filesOfDataSet('the CSV of vacancies by unit group');

// Our name of a column → its headers, reduced to lower-case letters and digits.
const columns = {
  period: ['timeperiod'],
  periodKind: ['timeidentifier'],
  geographicLevel: ['geographiclevel'],
  countryCode: ['countrycode'],
  countryName: ['countryname'],
  sector: ['sector'],
  major: ['soc1labelled'],
  subMajor: ['soc2labelled'],
  minor: ['soc3labelled'],
  unit: ['soc4labelled'],
  vacancies: ['vacsum'],
  hardToFill: ['htfvsum'],
  skillShortage: ['ssvsum'],
  hardToFillPercent: ['htfvden'],
  skillShortagePercent: ['ssvden'],
  // The 2019 file has the first. A later file, read by a public program, has the second.
  base: ['sampleestabwvacforxocc', 'sampleoccupationsestabhasvacancy'],
} as const;

export type Column = keyof typeof columns;
export type Row = DataRow<Column>;
export type Rows = DataSetRows<Column>;

/** The columns that tell this data set from the others of its release, as the publisher writes them. */
export const distinctiveColumns = ['soc_1_labelled', 'soc_2_labelled', 'soc_3_labelled', 'soc_4_labelled', 'vac_sum'] as const;

export async function parse(release: Release, given: DataSetFiles): Promise<Rows> {
  return readDataSet(release, given, columns, 'sources/employer-skills-survey/parse.ts');
}
