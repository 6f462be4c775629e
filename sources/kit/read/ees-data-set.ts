// Reads a data set of Explore Education Statistics: one CSV of texts and, if it was downloaded too, the publisher's account of it.
import { Type } from 'typebox';
import { type ByHand, hasHeaders, membersOf } from '../by-hand.ts';
import type { NamedFiles } from '../named-files.ts';
import { type PrintedTable, placeOfRelease } from '../place.ts';
import type { FileCell, FileKinds, PublishedFile, Release } from '../source.ts';
import { type ColumnTable, columnsOf, foldToLetters, rowsBelow } from './columns.ts';
import { csv, readDelimited } from './delimited.ts';
import { accountName } from './ees-pages.ts';
import { readJson } from './json.ts';

/** The files of a release: the CSV, `describe`d for messages, and the publisher's account of it. We have not seen a real file of either. */
export function filesOfDataSet(describe: string) {
  return {
    dataSet: { match: /\.csv$/i, layout: 'documented', required: true, describe },
    account: { match: /^data-set\.json$/, layout: 'documented', required: false, describe: "the publisher's account of the data set" },
  } as const satisfies FileKinds;
}

/** How the files of a data set are known: the CSV by columns that only it has, and the account by the same columns. */
export function dataSetByHand(columns: readonly string[], name: string): ByHand<ReturnType<typeof filesOfDataSet>>['files'] {
  return {
    dataSet: { shows: hasHeaders(...columns), called: () => name },
    account: {
      shows: ({ json }) => {
        const variables = membersOf(membersOf(json)['file'])['variables'];
        const named = Array.isArray(variables) ? variables.map((variable) => foldToLetters(String(membersOf(variable)['value']))) : [];
        return columns.every((column) => named.includes(foldToLetters(column)));
      },
      called: () => accountName,
    },
  };
}

export type DataSetFiles = NamedFiles<ReturnType<typeof filesOfDataSet>>;

/** The header as published, and the numbers of our columns, counted from 1. */
export interface HeaderRow {
  readonly kind: 'header';
  readonly file: string;
  readonly headers: readonly string[];
  readonly columns: Readonly<Record<string, number>>;
}

/** What the publisher states about the data set; null for what it does not state. */
export interface AccountRow {
  readonly kind: 'account';
  readonly dataSet: string | null;
  readonly releaseVersion: string | null;
  readonly rows: number | null;
  readonly columns: readonly { readonly name: string; readonly label: string }[] | null;
}

export type DataRow<Name extends string> = { readonly kind: 'data'; readonly row: number } & Readonly<Record<Name, string>>;
export type DataSetRow<Name extends string> = HeaderRow | AccountRow | DataRow<Name>;
export type DataSetRows<Name extends string> = readonly DataSetRow<Name>[];
/** The rows of any data set, for code that does not use column names. */
export type AnyRows = readonly (HeaderRow | AccountRow | { readonly kind: 'data'; readonly row: number })[];

// We have not seen a real account. No figure depends on it, so every member is optional.
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

/** Reads the CSV of a release and its account. `wanted` are our columns; `table` is the file that lists their headers, for a message. */
export function readDataSet<Name extends string>(
  release: Release,
  { dataSet, account }: DataSetFiles,
  wanted: ColumnTable<Name>,
  table: string,
): DataSetRows<Name> {
  const place = placeOfRelease(release);
  const sheet = readDelimited(`${place} ${dataSet.name}`, dataSet.name, dataSet.bytes, csv);
  const columns = columnsOf(place, sheet, 1, wanted, { fold: foldToLetters, table });
  const headers: string[] = [];
  for (let column = 1; sheet.text(1, column) !== ''; column++) headers.push(sheet.text(1, column));
  return [
    { kind: 'header', file: dataSet.name, headers, columns },
    ...(account === null ? [] : [accountOf(`${place} ${account.name}`, account)]),
    ...rowsBelow(sheet, 1, columns).map((row): DataRow<Name> => ({ kind: 'data', ...row })),
  ];
}

function accountOf(place: string, { bytes }: PublishedFile): AccountRow {
  const { id, release, file } = readJson(place, bytes, Account);
  return {
    kind: 'account',
    dataSet: id ?? null,
    releaseVersion: release?.id ?? null,
    rows: file?.meta?.numDataFileRows ?? null,
    columns: file?.variables?.map(({ value, label }) => ({ name: value, label: label ?? '' })) ?? null,
  };
}

export function dataRowsOf<Name extends string>(rows: DataSetRows<Name>): DataRow<Name>[] {
  return rows.filter((row): row is DataRow<Name> => row.kind === 'data');
}

export function headerOf(rows: AnyRows): HeaderRow | undefined {
  return rows.find((row) => row.kind === 'header');
}

export function accountIn(rows: AnyRows): AccountRow | undefined {
  return rows.find((row) => row.kind === 'account');
}

/** The data set as messages name it: `'vacancies.csv'`, with the columns that were found. */
export function printedDataSet(rows: AnyRows): PrintedTable {
  const header = headerOf(rows);
  return { printedAs: `'${header?.file ?? ''}'`, columns: header?.columns ?? {} };
}

/** A cell of the data set, named by its row and its column's header as printed. */
export function fileCellOf<Name extends string>(rows: DataSetRows<Name>, row: DataRow<Name>, column: Name): FileCell {
  const { file = '', headers = [], columns = {} } = headerOf(rows) ?? {};
  const header = headers[(columns[column] ?? 0) - 1] ?? column;
  const printed: string = row[column];
  return { file, member: null, sheet: null, address: `row ${row.row} ${header}`, printed };
}

/** The release as provenance names it: its name and the publisher's ids. */
export function dataSetLabel({ name }: Release, account: AccountRow | undefined): string {
  const given = Object.entries({ release: account?.releaseVersion ?? null, 'data set': account?.dataSet ?? null });
  const ids = given.flatMap(([what, id]) => (id === null ? [] : [`${what} ${id}`]));
  return ids.length === 0 ? name : `${name} (${ids.join(', ')})`;
}

/** The standard symbols of Explore Education Statistics, as explained under every table of the platform. */
export const eesMarkers = [
  { printed: 'c', reason: 'disclosive', explanation: 'The publisher suppresses the figure because it is confidential.' },
  { printed: 'x', reason: 'not-available', explanation: 'The publisher marks the figure as unavailable.' },
  { printed: 'z', reason: 'not-applicable', explanation: 'The publisher marks the figure as not applicable.' },
] as const;
