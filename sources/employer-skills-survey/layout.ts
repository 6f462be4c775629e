// The data set of vacancies by occupation: one CSV and, if it was downloaded too, the publisher's account of it. The columns are those of the
// 2019 data set, read in the department's own catalogue of its files (SkillsDataUFS.xlsm, sheet AllVarLinks, row 239). We have not seen a real
// file of either.
import { hasHeaders, membersOf } from '#sources/kit/by-hand.ts';
import { placeOfRelease } from '#sources/kit/place.ts';
import { foldToLetters } from '#sources/kit/read/columns.ts';
import { csv } from '#sources/kit/read/delimited.ts';
import { accountName } from '#sources/kit/read/ees-pages.ts';
import { readJson } from '#sources/kit/read/json.ts';
import type { ByHand, FileKinds, NamedFiles, Release } from '#sources/kit/source.ts';
import { type RowOf, type RowsOf, tables } from '#sources/kit/table.ts';
import { Type } from 'typebox';

export const files = {
  dataSet: { match: /\.csv$/i, layout: 'documented', required: true, describe: 'the CSV of vacancies by unit group' },
  account: { match: /^data-set\.json$/, layout: 'documented', required: false, describe: "the publisher's account of the data set" },
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
export type Complain = ReturnType<typeof layout.complainTo>;

/** What the publisher states about the data set; null for what it does not state. */
export interface AccountRow {
  readonly kind: 'account';
  readonly dataSet: string | null;
  readonly releaseVersion: string | null;
  readonly rows: number | null;
  readonly columns: readonly { readonly name: string; readonly label: string }[] | null;
}
export type Rows = readonly (RowsOf<typeof layout.layouts>[number] | AccountRow)[];

/** The columns that tell this data set from the others of its release: four levels of SOC and the vacancies. */
export const distinctiveColumns = layout.headers('vacancies').slice(6, 11);

export const byHandFiles: ByHand<typeof files>['files'] = {
  dataSet: { shows: hasHeaders(...distinctiveColumns), called: () => 'vacancies-by-occupation.csv' },
  account: {
    shows: ({ json }) => {
      const variables = membersOf(membersOf(json)['file'])['variables'];
      const named = Array.isArray(variables) ? variables.map((variable) => foldToLetters(String(membersOf(variable)['value']))) : [];
      return distinctiveColumns.every((column) => named.includes(foldToLetters(column)));
    },
    called: () => accountName,
  },
};

// No figure depends on the account, so every member is optional.
const Account = Type.Object({
  id: Type.Optional(Type.String()),
  release: Type.Optional(Type.Object({ id: Type.Optional(Type.String()) })),
  file: Type.Optional(
    Type.Object({
      meta: Type.Optional(Type.Object({ numDataFileRows: Type.Optional(Type.Integer()) })),
      variables: Type.Optional(Type.Array(Type.Object({ value: Type.String(), label: Type.Optional(Type.String()) }))),
    }),
  ),
});

export async function parse(release: Release, { dataSet, account: given }: NamedFiles<typeof files>): Promise<Rows> {
  const place = placeOfRelease(release);
  const rows = await layout.read(place, dataSet, ['vacancies'], { text: csv });
  if (given === null) return rows;
  const { id, release: version, file } = readJson(`${place} ${given.name}`, given.bytes, Account);
  const account: AccountRow = {
    kind: 'account',
    dataSet: id ?? null,
    releaseVersion: version?.id ?? null,
    rows: file?.meta?.numDataFileRows ?? null,
    columns: file?.variables?.map(({ value, label }) => ({ name: value, label: label ?? '' })) ?? null,
  };
  return [...rows, account];
}

export function accountIn(rows: Rows): AccountRow | undefined {
  return rows.find((row) => row.kind === 'account');
}
