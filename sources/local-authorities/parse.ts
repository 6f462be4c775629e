// The pages of the portal's tables to rows as published, ordered by code, because the service promises no order.
import { tellLookedFor } from '#sources/kit/looked-for.ts';
import { type PrintedTable, placeOf, placeOfRelease } from '#sources/kit/place.ts';
import { LayoutError, UnreadableFileError, quoteList } from '#sources/kit/problem.ts';
import { expectShape, readJson } from '#sources/kit/read/json.ts';
import type { FileKinds, NamedFiles, PublishedFile, Release } from '#sources/kit/source.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { Type } from 'typebox';
import { CountPage, RowsPage, type Table, errorIn, namesTable, regionsTable } from './services.ts';

export const files = {
  names: {
    match: /^LAD_APR_2023_UK_NC-(\d+)\.json$/,
    layout: 'documented',
    required: true,
    many: true,
    describe: 'the pages of the list of districts',
  },
  regions: {
    match: /^LAD23_RGN23_EN_LU-(\d+)\.json$/,
    layout: 'documented',
    required: true,
    many: true,
    describe: 'the pages of the table of districts and regions',
  },
  nameCount: { match: /^LAD_APR_2023_UK_NC-count\.json$/, layout: 'documented', required: false, describe: 'the number of districts' },
  regionCount: {
    match: /^LAD23_RGN23_EN_LU-count\.json$/,
    layout: 'documented',
    required: false,
    describe: 'the number of districts in the table of regions',
  },
} as const satisfies FileKinds;

// Our name of a field → its name, with the two digits of the vintage.
const fields = {
  [namesTable]: { code: /^LAD(\d{2})CD$/, name: /^LAD(\d{2})NM$/ },
  [regionsTable]: { code: /^LAD(\d{2})CD$/, name: /^LAD(\d{2})NM$/, region: /^RGN(\d{2})CD$/ },
} as const;

/** A district as one table lists it, without its place in the pages, which has no meaning. `region` is empty in the table of names. */
export interface DistrictRow {
  readonly kind: 'district';
  readonly table: Table;
  /** The two digits in the names of the fields. */
  readonly vintage: string;
  readonly code: string;
  readonly name: string;
  readonly region: string;
}
/** The number of rows that the service states for a table. */
export interface CountRow {
  readonly kind: 'count';
  readonly table: Table;
  readonly count: number;
}
export type Row = DistrictRow | CountRow;
export type Rows = readonly Row[];

export function parse(release: Release, { names, regions, nameCount, regionCount }: NamedFiles<typeof files>): Promise<Rows> {
  const countOf = (table: Table, file: PublishedFile | null): CountRow[] =>
    file === null ? [] : [{ kind: 'count', table, count: readPage(release, file, CountPage).count }];
  const rowsOf = (table: Table, pages: readonly PublishedFile[]): DistrictRow[] =>
    pages.flatMap((file) =>
      readPage(release, file, RowsPage).features.map(({ attributes }, index) => {
        return districtRow(placeOf(release, { printedAs: `${file.name} row ${index + 1}` }), table, attributes);
      }),
    );
  const inOrder = (rows: DistrictRow[]) => rows.sort((a, b) => byCodeUnit(a.code, b.code) || byCodeUnit(a.name, b.name));
  return Promise.resolve([
    ...countOf(namesTable, nameCount),
    ...countOf(regionsTable, regionCount),
    ...inOrder(rowsOf(namesTable, names)),
    ...inOrder(rowsOf(regionsTable, regions)),
  ]);
}

/** A row as messages name it: `LAD23_RGN23_EN_LU E06000001`. */
export function printed({ table, code }: DistrictRow): PrintedTable {
  return { printedAs: `${table} ${code}` };
}

/** A report of an error is a fault of the download, not of the table. */
function readPage<Schema extends typeof CountPage | typeof RowsPage>(release: Release, { name, bytes }: PublishedFile, schema: Schema) {
  const place = `${placeOfRelease(release)} ${name}`;
  const answer: unknown = readJson(place, bytes, Type.Unknown());
  const message = errorIn(answer);
  if (message !== null) throw new UnreadableFileError({ place, message, repair: 'download the file again' }, { isServiceError: true });
  return expectShape(place, answer, schema);
}

function districtRow(place: string, table: Table, attributes: RowsPage['features'][number]['attributes']): DistrictRow {
  const names = Object.keys(attributes);
  const read = (pattern: RegExp): { text: string; vintage: string } => {
    const [found, another] = names.filter((name) => pattern.test(name));
    tellLookedFor({
      place,
      what: 'column',
      // The pattern as a field of the pinned vintage has it: LAD23CD.
      wanted: [
        {
          names: [pattern.source.replace(/[\^$]|\(\\d\{2\}\)/g, (part) => (part.length > 1 ? '23' : ''))],
          found: another === undefined ? (found ?? null) : null,
        },
      ],
      there: names,
    });
    if (found === undefined || another !== undefined) {
      const which = found === undefined ? 'no field is' : 'several fields are';
      throw new LayoutError([{ place, message: `${which} named like ${pattern.source}; found ${quoteList(names)}` }]);
    }
    return { text: String(attributes[found] ?? ''), vintage: pattern.exec(found)?.[1] ?? '' };
  };
  const code = read(fields[table].code);
  const region = table === regionsTable ? read(fields[table].region).text : '';
  return { kind: 'district', table, vintage: code.vintage, code: code.text, name: read(fields[table].name).text, region };
}
