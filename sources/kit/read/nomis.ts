// Nomis (nomisweb.co.uk), which answers queries of official statistics as CSV: the address of an answer, and an answer as rows. The
// quoting and the columns come from real answers of other data sets, addresses and the cap from about ten independent programs.
import { parse } from 'csv-parse/sync';
import { tellLookedFor } from '../looked-for.ts';
import { placeOfRelease } from '../place.ts';
import { PageError, UnreadableFileError, unreadable } from '../problem.ts';
import type { PublishedFile, Release, Web } from '../source.ts';
import { type ColumnTable, columnsOf, foldBlanks, foldToLetters, rowsBelow } from './columns.ts';
import { csv, readDelimited } from './delimited.ts';

/** The address of the service. All addresses begin with it. In a test, compiler/fetch replaces it. */
export const nomisAddress = 'https://www.nomisweb.co.uk';

/** A query: the data set's identifier, and its parameters in order. */
export interface NomisQuery {
  readonly dataset: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** A row of an answer as published, with its file and row number. */
export type NomisRow<Name extends string> = { readonly file: string; readonly row: number } & Readonly<Record<Name, string>>;

/** The address of an answer with the columns `select`. Commas and dots are not escaped, as the service's users write them. */
export function answerAddress({ dataset, parameters }: NomisQuery, select: readonly string[]): string {
  const given = [...Object.entries(parameters), ['select', select.join(',')]];
  return `${nomisAddress}/api/v01/dataset/${dataset}.data.csv?${given.map(([name, value]) => `${name}=${value}`).join('&')}`;
}

/** The first row of an answer by its headers, in lower case. Throws PageError if the answer is not a table or has no row. */
export async function firstRecord(web: Web, query: NomisQuery, select: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const url = answerAddress(query, select);
  const text = await web.text(url);
  if (text.trim() === '') throw new PageError(`${url}: the answer is empty, which is how the service refuses an invalid selection`);
  const [header = [], first] = tableOf(url, text);
  const headers = header.map((name) => name.toLowerCase());
  // The service answers an error with status 200 and a text.
  if (!select.every((name) => headers.includes(name)))
    throw new PageError(`${url}: begins "${header.join(',').slice(0, 80)}", expected the header ${select.join(',').toUpperCase()}`);
  if (first === undefined) throw new PageError(`${url}: the answer has no row`);
  return new Map(headers.map((name, place) => [name, first[place] ?? '']));
}

/** The trimmed fields of a CSV text. Throws PageError if it is none: the service sends its errors as texts. */
function tableOf(url: string, text: string): string[][] {
  try {
    return parse(text, { bom: true, trim: true, skip_empty_lines: true });
  } catch {
    throw new PageError(`${url}: begins "${text.trim().slice(0, 80)}", expected a table`);
  }
}

// Bytes up to this one are blanks and line ends.
const blank = 0x20;

/**
 * The rows of an answer. Columns are found by their headers, whatever others there are. Throws UnreadableFileError for an empty file and for
 * a text without the header line; LayoutError if a column is missing. `table` is the file that lists the wanted headers. The service cuts an
 * answer without saying so (at 25,000 rows for guests, more for others): a check of the source compares the rows with the number that the
 * answer states.
 */
export function readAnswer<Name extends string>(
  release: Release,
  file: PublishedFile,
  wanted: ColumnTable<Name>,
  table: string,
): NomisRow<Name>[] {
  const place = placeOfRelease(release);
  if (file.bytes.every((byte) => byte <= blank)) {
    throw new UnreadableFileError({
      place: `${place} ${file.name}`,
      message: 'is empty, which is how the service refuses an invalid selection',
      repair: `download the file again; if it stays empty, compare the query in ${table} with the codes of the data set`,
    });
  }
  const sheet = readDelimited(`${place} ${file.name}`, file.name, file.bytes, csv);
  const fold = foldToLetters;
  const known = new Set(Object.values<readonly string[]>(wanted).flat().map(fold));
  const headers = Array.from({ length: 60 }, (_, index) => foldBlanks(sheet.text(1, index + 1))).filter((header) => header !== '');
  if (!headers.some((header) => known.has(fold(header)))) {
    tellLookedFor({
      place: `${place} ${file.name}`,
      what: 'column',
      wanted: Object.values<readonly string[]>(wanted).map((names) => ({ names, found: null })),
      there: headers,
    });
    const begins = foldBlanks(sheet.text(1, 1)).slice(0, 80);
    throw unreadable(`${place} ${file.name}`, `begins "${begins}", expected a header line; the service sends its errors as texts`);
  }
  const columns = columnsOf(place, sheet, 1, wanted, { fold, table });
  return rowsBelow(sheet, 1, columns).map((row) => ({ file: file.name, ...row }));
}
