// The tables of the Open Geography portal that this source reads, and the addresses of their rows.
import { type Static, Type } from 'typebox';
import { compileSchema } from '#sources/kit/schema.ts';

/** The vintage that the job adverts use. A newer one has lost codes that they use, so we report it and never read it. */
export const namesTable = 'LAD_APR_2023_UK_NC';
/** England only. Districts of the other nations lie in no region. */
export const regionsTable = 'LAD23_RGN23_EN_LU';
export const tables = [namesTable, regionsTable] as const;
export type Table = (typeof tables)[number];

export const services = 'https://services1.arcgis.com/ESMARspQHYMw9BZ9/arcgis/rest/services';

/** Longer pages have broken the address. A whole table takes two pages of this size. */
export const rowsPerPage = 200;

const query = (table: Table) => `${services}/${table}/FeatureServer/0/query?where=1%3D1`;

export function countAddress(table: Table): string {
  return `${query(table)}&returnCountOnly=true&f=json`;
}

/** A page of rows, counted from 0. */
export function pageAddress(table: Table, page: number): string {
  return `${query(table)}&outFields=*&returnGeometry=false&orderByFields=LAD23CD&resultOffset=${page * rowsPerPage}&resultRecordCount=${rowsPerPage}&f=json`;
}

/** The portal answers many errors with status 200 and this. */
const Failed = Type.Object({
  error: Type.Object({
    code: Type.Optional(Type.Integer()),
    message: Type.Optional(Type.String()),
    details: Type.Optional(Type.Array(Type.String())),
  }),
});
const isFailed = compileSchema(Failed);

/** What an answer says if it is the service's report of an error; null if it is none. */
export function errorIn(answer: unknown): string | null {
  if (!isFailed(answer)) return null;
  const { code, message = '', details = [] } = (answer as Static<typeof Failed>).error;
  const said = [message, ...details].filter((text) => text !== '').map((text) => `"${text}"`);
  return `the service reports an error${code === undefined ? '' : ` ${code}`}: ${said.length === 0 ? 'it does not say which' : said.join(', ')}`;
}

/** The answer to a count query. */
export const CountPage = Type.Object({ count: Type.Integer({ minimum: 0 }) });
/** A page of rows. */
export const RowsPage = Type.Object({
  features: Type.Array(Type.Object({ attributes: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Null()])) })),
});
export type RowsPage = Static<typeof RowsPage>;
