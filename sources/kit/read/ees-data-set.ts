// Reads a data set of Explore Education Statistics: one CSV of texts, and beside it, where it was downloaded too, the publisher's account of it.
import { Type } from 'typebox';
import { LayoutError, quoteList } from '../problem.ts';
import type { FileCell, FileKind, Finding, PublishedFile, Release } from '../source.ts';
import { type ColumnTable, columnsOf, foldToLetters, rowsBelow } from './columns.ts';
import { csv, readDelimited } from './delimited.ts';
import { accountName } from './ees-pages.ts';
import { readJson } from './json.ts';
import { cellAddress } from './workbook.ts';

/** The account as a kind of file that a release may have. */
export const accountKind: FileKind = {
  match: /^data-set\.json$/,
  layout: 'documented',
  required: false,
  describe: "the publisher's account of the data set",
};

/** The header as published, and where our columns stand in it, counted from 1. */
export interface HeaderRow {
  readonly kind: 'header';
  readonly file: string;
  readonly headers: readonly string[];
  readonly columns: Readonly<Record<string, number>>;
}

/** What the publisher says of the data set; null where it says nothing. */
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
/** The rows of any data set, for what does not ask for a column by its name. */
type AnyRows = readonly (HeaderRow | AccountRow | { readonly kind: 'data'; readonly row: number })[];

// Nobody here has seen an account, and no figure depends on it: whatever is missing is merely not known.
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

/** Reads the one CSV of a release. `wanted` are our columns; `table` says where their headers are kept, for a message. */
export function readDataSet<Name extends string>(
  place: string,
  files: readonly PublishedFile[],
  wanted: ColumnTable<Name>,
  table: string,
): DataSetRows<Name> {
  const [file, ...others] = files.filter(({ name }) => name !== accountName);
  if (file === undefined || others.length > 0) {
    throw new LayoutError([
      {
        place,
        message: `expected the CSV of one data set, found ${file === undefined ? 'none' : quoteList([file, ...others].map(({ name }) => name))}`,
      },
    ]);
  }
  const sheet = readDelimited(`${place} ${file.name}`, file.name, file.bytes, csv);
  const columns = columnsOf(place, sheet, 1, wanted, { fold: foldToLetters, table });
  const headers: string[] = [];
  for (let column = 1; sheet.text(1, column) !== ''; column++) headers.push(sheet.text(1, column));
  const account = files.find(({ name }) => name === accountName);
  return [
    { kind: 'header', file: file.name, headers, columns },
    ...(account === undefined ? [] : [accountOf(`${place} ${account.name}`, account)]),
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

function headerOf(rows: AnyRows): HeaderRow | undefined {
  return rows.find((row) => row.kind === 'header');
}

export function accountIn(rows: AnyRows): AccountRow | undefined {
  return rows.find((row) => row.kind === 'account');
}

/** The place of a cell in a message: `employer-skills-survey 2022 'vacancies.csv'!K12`. */
export function placeOfCell(place: string, rows: AnyRows, row: number, column: string): string {
  const header = headerOf(rows);
  const at = header?.columns[column];
  return `${place} '${header?.file ?? ''}'!${at === undefined ? `row ${row}` : cellAddress(row, at)}`;
}

/** A cell of the data set, named by its row and its column's header as printed. */
export function fileCellOf<Name extends string>(rows: DataSetRows<Name>, row: DataRow<Name>, column: Name): FileCell {
  const header = headerOf(rows);
  const printed: string = row[column];
  return {
    file: header?.file ?? '',
    member: null,
    sheet: null,
    address: `row ${row.row} ${header?.headers[(header.columns[column] ?? 0) - 1] ?? column}`,
    printed,
  };
}

/** The release as provenance names it: the publisher's name, and by which ids the publisher itself pins it. */
export function dataSetLabel({ name }: Release, account: AccountRow | undefined): string {
  const ids = [
    ...(account?.releaseVersion === null || account === undefined ? [] : [`release ${account.releaseVersion}`]),
    ...(account?.dataSet === null || account === undefined ? [] : [`data set ${account.dataSet}`]),
  ];
  return ids.length === 0 ? name : `${name} (${ids.join(', ')})`;
}

/** Columns that are neither ours nor known, and columns that the account has and the file lacks or the other way round. */
export function headerFindings(place: string, rows: AnyRows, notRead: readonly string[]): Finding[] {
  const header = headerOf(rows);
  if (header === undefined) return [];
  const read = new Set(Object.values(header.columns));
  const at = (column: number) => `${place} '${header.file}'!${cellAddress(1, column)}`;
  const unknown = header.headers.flatMap((text, index) =>
    read.has(index + 1) || notRead.includes(foldToLetters(text))
      ? []
      : [{ place: at(index + 1), message: `the column "${text}" is not known, expected none but those read and ${quoteList(notRead)}` }],
  );
  const stated = accountIn(rows)?.columns ?? null;
  if (stated === null) return unknown;
  const inFile = new Set(header.headers.map(foldToLetters));
  const missing = stated.filter(({ name }) => !inFile.has(foldToLetters(name)));
  return [
    ...unknown,
    ...missing.map(({ name }) => ({
      place: `${place} '${header.file}'!row 1`,
      message: `the publisher's account has a column "${name}", the file has none`,
    })),
  ];
}

/** Where the account states another number of rows than the file has. */
export function rowCountFindings(place: string, rows: AnyRows): Finding[] {
  const stated = accountIn(rows)?.rows ?? null;
  const count = rows.filter(({ kind }) => kind === 'data').length;
  return stated === null || stated === count
    ? []
    : [{ place, message: `${count} rows, the publisher states ${stated}: the file may be cut short` }];
}

/** The standard symbols of Explore Education Statistics, as the platform explains them under every table. */
export const eesMarkers = [
  { printed: 'c', reason: 'disclosive', explanation: 'The publisher suppresses the figure because it is confidential.' },
  { printed: 'x', reason: 'not-available', explanation: 'The publisher marks the figure as unavailable.' },
  { printed: 'z', reason: 'not-applicable', explanation: 'The publisher marks the figure as not applicable.' },
] as const;
