// Reads Nomis (nomisweb.co.uk), which answers queries of official statistics as CSV: the address of
// an answer, and whether it is a table. The quoting and the columns come from real answers of other
// data sets. Addresses and the cap come from about ten independent programs.
import { parse } from 'csv-parse/sync';
import { Type } from 'typebox';
import { recordLookup } from '../lookups.ts';
import { PageError, unreadable } from '../problem.ts';
import type { Web } from '../discovery.ts';
import { foldBlanks } from './fold.ts';
import { readPage } from './json.ts';

/**
 * The address of the service. All addresses begin with it. In a test, compiler/fetch replaces it.
 */
export const nomisAddress = 'https://www.nomisweb.co.uk';

/** A query: the data set's identifier, and its parameters in order. */
export interface NomisQuery {
  readonly dataset: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * The address of an answer with the columns `select`. Commas and dots are not escaped, as the
 * service's users write them.
 */
export function answerAddress(
  { dataset, parameters }: NomisQuery,
  select: readonly string[],
): string {
  const allParameters = { ...parameters, select: select.join(',') };
  const query = Object.entries(allParameters)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return `${nomisAddress}/api/v01/dataset/${dataset}.data.csv?${query}`;
}

/**
 * The first row of an answer by its headers, in lower case. Throws PageError if the answer is not a
 * table or has no row.
 */
export async function firstRecord(
  web: Web,
  query: NomisQuery,
  select: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const url = answerAddress(query, select);
  const text = await web.text(url);
  if (text.trim() === '')
    throw new PageError(
      `${url}: the answer is empty, which is how the service refuses an invalid selection`,
    );
  const [header = [], first] = tableOf(url, text);
  const headers = header.map((name) => name.toLowerCase());
  // The service answers an error with status 200 and a text.
  if (!select.every((name) => headers.includes(name)))
    throw new PageError(
      `${url}: begins "${header.join(',').slice(0, 80)}", expected the header ` +
        `${select.join(',').toUpperCase()}`,
    );
  if (first === undefined) throw new PageError(`${url}: the answer has no row`);
  return new Map(headers.map((name, index) => [name, first[index] ?? '']));
}

/**
 * The trimmed fields of a CSV text. Throws PageError for any other text: the service sends its
 * errors as texts.
 */
function tableOf(url: string, text: string): string[][] {
  try {
    return parse(text, { bom: true, trim: true, skip_empty_lines: true });
  } catch {
    throw new PageError(`${url}: begins "${text.trim().slice(0, 80)}", expected a table`);
  }
}

// The schema names only the members that we need, and allows others. Other data sets of the service
// have this shape.
const Periods = Type.Object({
  structure: Type.Object({
    codelists: Type.Object({
      codelist: Type.Array(
        Type.Object({
          code: Type.Array(
            Type.Object({
              value: Type.Union([Type.String(), Type.Number()]),
              annotations: Type.Optional(
                Type.Object({
                  annotation: Type.Array(
                    Type.Object({
                      annotationtitle: Type.Optional(Type.String()),
                      annotationtext: Type.Optional(Type.Unknown()),
                    }),
                  ),
                }),
              ),
            }),
          ),
        }),
      ),
    }),
  }),
});

/** The list of the periods of a data set. */
export function periodsAddress(dataset: string): string {
  return `${nomisAddress}/api/v01/dataset/${dataset}/time.def.sdmx.json`;
}

/**
 * The ISO day on which the present figures of a period were published, by the list of periods:
 * "2026-07-21 07:00:00". Throws PageError if the list has another shape, or no day for the period.
 */
export async function publishedOn(web: Web, dataset: string, period: string): Promise<string> {
  const url = periodsAddress(dataset);
  const { structure } = await readPage(web, url, Periods);
  const listed = structure.codelists.codelist.flatMap(({ code }) => code);
  const entry = listed.find(({ value }) => String(value) === period);
  const released = entry?.annotations?.annotation.find(
    ({ annotationtitle }) => annotationtitle === 'CurrentRevisionReleased',
  )?.annotationtext;
  if (entry === undefined) throw new PageError(`${url}: lists no period ${period}`);
  const [, day] = /^(\d{4}-\d{2}-\d{2}) \d{2}:\d{2}:\d{2}$/.exec(String(released)) ?? [];
  if (day === undefined)
    throw new PageError(
      `${url}: CurrentRevisionReleased of ${period} is ${JSON.stringify(released ?? null)}, ` +
        'expected a time such as "2026-07-21 07:00:00"',
    );
  return day;
}

/**
 * Throws UnreadableFileError if an answer is not a table with some of the columns. The service cuts
 * an answer without saying so (at 25,000 rows for guests, more for others): a check of the source
 * compares the rows with the number that the answer states.
 */
export function expectAnswer(place: string, bytes: Uint8Array, columns: readonly string[]): void {
  const start = Buffer.from(bytes.subarray(0, 2000)).toString().trimStart();
  const [firstLine = ''] = start.split('\n', 1);
  if (firstLine === '')
    throw unreadable(place, 'is empty, which is how the service refuses an invalid selection');
  const firstHeaders = firstLine.replaceAll('"', '').split(',').map(foldBlanks);
  if (firstHeaders.some((header) => columns.includes(header.toLowerCase()))) return;
  recordLookup({
    place,
    what: 'column',
    wanted: columns.map((name) => ({ names: [name], foundName: null })),
    present: firstHeaders,
  });
  throw unreadable(
    place,
    `begins "${firstLine.slice(0, 80)}", expected a header line; the service sends its ` +
      'errors as texts',
  );
}
