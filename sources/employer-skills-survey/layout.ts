// The data set of vacancies by occupation: one CSV. The columns are those of the 2019 data set,
// read in the department's own catalogue of its files (SkillsDataUFS.xlsm, sheet AllVarLinks, row
// 239). We have not seen a real file.
import { type ByHand, hasHeaders } from '#sources/kit/by-hand.ts';
import type { FileKinds } from '#sources/kit/named-files.ts';
import type { RowOf, RowsOf } from '#sources/kit/table-layout.ts';
import { tables } from '#sources/kit/table.ts';

export const files = {
  dataSet: {
    match: /\.csv$/i,
    layout: 'documented',
    describe: 'the CSV of vacancies by unit group',
  },
} as const satisfies FileKinds;

export const layout = tables('sources/employer-skills-survey/layout.ts', {
  vacancies: {
    columns: {
      period: 'time_period',
      periodKind: 'time_identifier',
      geographicLevel: 'geographic_level',
      countryCode: 'country_code',
      countryName: 'country_name',
      sector: 'sector',
      major: 'soc_1_labelled',
      subMajor: 'soc_2_labelled',
      minor: 'soc_3_labelled',
      unit: 'soc_4_labelled',
      vacancies: 'vac_sum',
      hardToFillVacancies: 'htfv_sum',
      skillShortageVacancies: 'ssv_sum',
      hardToFillShare: 'htfv_den',
      skillShortageShare: 'ssv_den',
      // The 2019 file has the second. A later file, read by a public program, has the first.
      employers: ['sample_occupations_estab_has_vacancy', 'sample_estab_w_vac_for_xocc'],
    },
  },
});

export type Row = RowOf<typeof layout.layouts, 'vacancies'>;
export type Column = keyof typeof layout.layouts.vacancies.columns;

export type Rows = RowsOf<typeof layout.layouts>;

/**
 * The columns that distinguish this data set from the others of its release: four levels of SOC and
 * the vacancies.
 */
const headed = layout.headed('vacancies');
export const distinctiveColumns = [
  headed.major,
  headed.subMajor,
  headed.minor,
  headed.unit,
  headed.vacancies,
];

export const byHandFiles: ByHand<typeof files>['files'] = {
  dataSet: {
    shows: hasHeaders(...distinctiveColumns),
    called: () => 'vacancies-by-occupation.csv',
  },
};

export const parse = layout.parser('dataSet', ['vacancies']);
