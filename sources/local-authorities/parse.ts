// The pages of the portal's tables to rows as published, in the order of their codes, because the service promises none.
import { LayoutError, UnreadableFileError, quoteList } from '#sources/kit/problem.ts';
import { readJson } from '#sources/kit/read/json.ts';
import type { PublishedFile, Release } from '#sources/kit/source.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { Type } from 'typebox';
import { CountPage, RowsPage, type Table, countName, namesTable, pageName, regionsTable, tables } from './services.ts';

// Our name of a field → its name, in which the two digits of the vintage change.
const fields = {
  [namesTable]: { code: /^LAD(\d{2})CD$/, name: /^LAD(\d{2})NM$/ },
  [regionsTable]: { code: /^LAD(\d{2})CD$/, name: /^LAD(\d{2})NM$/, region: /^RGN(\d{2})CD$/ },
} as const;

/** A district as one table lists it, without its place in the pages, which is of no meaning. `region` is empty in the table of names. */
export interface DistrictRow {
  readonly kind: 'district';
  readonly table: Table;
  /** The two digits in the names of the fields. */
  readonly vintage: string;
  readonly code: string;
  readonly name: string;
  readonly region: string;
}
/** How many rows the service says that the table has. */
export interface CountRow {
  readonly kind: 'count';
  readonly table: Table;
  readonly count: number;
}
export type Row = DistrictRow | CountRow;
export type Rows = readonly Row[];

export function parse(release: Release, files: readonly PublishedFile[]): Promise<Rows> {
  const counts = files.flatMap((file): CountRow[] => {
    const table = tables.find((candidate) => countName[candidate].test(file.name));
    if (table === undefined) return [];
    return [{ kind: 'count', table, count: readPage(release, file, CountPage).count }];
  });
  const rows = files.flatMap((file): DistrictRow[] => {
    const table = tables.find((candidate) => pageName[candidate].test(file.name));
    if (table === undefined) return [];
    return readPage(release, file, RowsPage).features.map(({ attributes }, place) =>
      districtRow(release, table, file.name, place + 1, attributes),
    );
  });
  const ordered = rows.sort(
    (a, b) => tables.indexOf(a.table) - tables.indexOf(b.table) || byCodeUnit(a.code, b.code) || byCodeUnit(a.name, b.name),
  );
  return Promise.resolve([...counts.sort((a, b) => tables.indexOf(a.table) - tables.indexOf(b.table)), ...ordered]);
}

/** The place of a row in a message: `local-authorities LAD_APR_2023_UK_NC LAD23_RGN23_EN_LU E06000001`. */
export function placeOf(release: Release, { table, code }: DistrictRow): string {
  return `local-authorities ${release.name} ${table} ${code}`;
}

const Fault = Type.Object({ error: Type.Object({ message: Type.Optional(Type.String()) }) });

/** The portal answers many errors with status 200 and {"error": …}: then the download is at fault and not the table. */
function readPage<Schema extends typeof CountPage | typeof RowsPage>(release: Release, { name, bytes }: PublishedFile, schema: Schema) {
  const place = `local-authorities ${release.name} ${name}`;
  let message: string | undefined;
  try {
    message = readJson(place, bytes, Fault).error.message ?? 'no message';
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error;
  }
  if (message !== undefined)
    throw new UnreadableFileError({ place, message: `found the error "${message}", expected rows`, repair: 'download the file again' });
  return readJson(place, bytes, schema);
}

function districtRow(
  release: Release,
  table: Table,
  file: string,
  row: number,
  attributes: RowsPage['features'][number]['attributes'],
): DistrictRow {
  const names = Object.keys(attributes);
  const place = `local-authorities ${release.name} ${file} row ${row}`;
  const fieldOf = (pattern: RegExp): { name: string; vintage: string } => {
    const [found, another] = names.filter((name) => pattern.test(name));
    if (found === undefined || another !== undefined) {
      throw new LayoutError([
        {
          place,
          message: `${found === undefined ? 'no field is' : 'several fields are'} named like ${pattern.source}; found ${quoteList(names)}`,
        },
      ]);
    }
    return { name: found, vintage: pattern.exec(found)?.[1] ?? '' };
  };
  const text = (pattern: RegExp) => String(attributes[fieldOf(pattern).name] ?? '');
  const { code, name } = fields[table];
  const region = table === regionsTable ? text(fields[table].region) : '';
  return { kind: 'district', table, vintage: fieldOf(code).vintage, code: text(code), name: text(name), region };
}
