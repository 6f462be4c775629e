// The checks of every data set of Explore Education Statistics: its columns, and the number of rows that the publisher's account states.
import * as check from './checks.ts';
import { type PrintedTable, placeOf, placeOfRelease } from './place.ts';
import { quoteList } from './problem.ts';
import { foldToLetters } from './read/columns.ts';
import { type AnyRows, type DataSetRows, accountIn, headerOf, printedDataSet } from './read/ees-data-set.ts';
import type { Check, Finding, Release } from './source.ts';

/** The checks of a data set. `notRead` are the columns that we know and do not read, in lower-case letters and digits. */
export function dataSetChecks<Name extends string, Observations>(
  notRead: readonly string[] = [],
): readonly Check<DataSetRows<Name>, Observations>[] {
  return [
    check.block('header', "Every column of the publisher's account is in the file.", ({ release, rows }) =>
      missingColumns(release, rows, printedDataSet(rows)),
    ),
    // A new breakdown would split rows. reshape then complains about each group that stands twice.
    check.info('columns-known', 'Every column is known. A new column is not read.', ({ release, rows }) =>
      unknownColumns(release, rows, printedDataSet(rows), notRead),
    ),
    check.block(
      'rows',
      'The number of rows is the one that the publisher states.',
      check.agree(({ release, rows }) => {
        const stated = accountIn(rows)?.rows ?? null;
        const count = rows.filter(({ kind }) => kind === 'data').length;
        return stated === null ? [] : [[placeOfRelease(release), count, stated, "the number of rows, as by the publisher's account"]];
      }),
    ),
  ];
}

function unknownColumns(release: Release, rows: AnyRows, table: PrintedTable, notRead: readonly string[]): Finding[] {
  const { headers = [], columns = {} } = headerOf(rows) ?? {};
  const read = new Set(Object.values(columns));
  const expected = `expected none but those read and ${quoteList(notRead)}`;
  return headers.flatMap((text, index) => {
    if (read.has(index + 1) || notRead.includes(foldToLetters(text))) return [];
    return [{ place: placeOf(release, table, 1, index + 1), message: `the column "${text}" is not known, ${expected}` }];
  });
}

function missingColumns(release: Release, rows: AnyRows, table: PrintedTable): Finding[] {
  const inFile = new Set(headerOf(rows)?.headers.map(foldToLetters));
  const missing = (accountIn(rows)?.columns ?? []).filter(({ name }) => !inFile.has(foldToLetters(name)));
  return missing.map(({ name }) => ({
    place: placeOf(release, table, 1),
    message: `the publisher's account has a column "${name}", the file has none`,
  }));
}
