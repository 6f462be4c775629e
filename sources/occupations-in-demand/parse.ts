// The data set of demand by industry to rows as published. A public analysis of the 2025 file lists its columns. We have not seen a real
// file of this layout.
import { type DataRow, type DataSetFiles, type DataSetRows, filesOfDataSet, readDataSet } from '#sources/kit/read/ees-data-set.ts';
import type { Release } from '#sources/kit/source.ts';

export const files = filesOfDataSet('the CSV of demand by occupation and industry');

// Our name of a column → its header, reduced to lower-case letters and digits.
const columns = {
  period: ['timeperiod'],
  periodKind: ['timeidentifier'],
  geographicLevel: ['geographiclevel'],
  countryCode: ['countrycode'],
  countryName: ['countryname'],
  code: ['soc20unit'],
  label: ['soc20label'],
  industry: ['sicname'],
  level: ['demandlevel'],
  indicators: ['indicatordemand'],
  uncertainty: ['indicatoruncertainty'],
  uncertaintyFlag: ['indicatordemanduncertaintyflag'],
  imputed: ['namedimputedindicators'],
  capped: ['imputationcappedindicators'],
  workers: ['occupationworkers'],
} as const;

/** Columns that we know and do not read: labels of the edition's day, and figures of industries. */
export const columnsNotRead = 'skilllevel immigrationsalarylist construction stem industryworkers count percent demandlevelpercent'.split(
  ' ',
);

export type Column = keyof typeof columns;
export type Row = DataRow<Column>;
export type Rows = DataSetRows<Column>;

/** The columns that tell this data set from the others of its release, as the publisher writes them. */
export const distinctiveColumns = ['soc20_unit', 'SIC_name', 'demand_level', 'indicator_demand'] as const;

export async function parse(release: Release, given: DataSetFiles): Promise<Rows> {
  return readDataSet(release, given, columns, 'sources/occupations-in-demand/parse.ts');
}
