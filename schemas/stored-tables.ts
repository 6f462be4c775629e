// The tables of editions, and the Frictionless Data Package that describes them: to the server one
// by one, and to a bundle.
import type { CatalogueSource } from './catalogue.ts';

/**
 * The file of an edition that lists its tables. Each is two further files: `<name>.parquet`, and
 * `<name>.csv.gz` of the same rows.
 */
export const tablesFile = 'tables.json';
export const parquetOf = (table: string): string => `${table}.parquet`;
export const csvOf = (table: string): string => `${table}.csv.gz`;

/** Whether a file of an edition belongs to its tables and is no document. */
export function isOfTables(file: string): boolean {
  return /\.(?:parquet|csv\.gz)$/.test(file) || file === tablesFile;
}

/**
 * Whether a file of an edition is a gzipped table. Its listed digest and size are those of the
 * table before it was packed, so that they depend on no compressor.
 */
export const isPacked = (path: string): boolean => path.endsWith('.csv.gz');

/** A column (Frictionless Table Schema). */
interface Field {
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean';
  readonly description: string;
  /** The meaning of its codes. */
  readonly categories?: readonly { readonly value: string; readonly label: string }[];
  readonly constraints?: { readonly required?: true; readonly enum?: readonly string[] };
}

export interface StoredTable {
  /** The key of the source; of a further table of it another name. */
  readonly name: string;
  readonly title: string;
  readonly attribution: string;
  readonly rows: number;
  readonly fields: readonly Field[];
  /** Names of fields that only the Parquet has. */
  readonly parquetOnly: readonly string[];
  /** Size and SHA-256 of the CSV before it is compressed. */
  readonly csv: { readonly bytes: number; readonly sha256: string };
  readonly parquet: { readonly bytes: number; readonly sha256: string };
}

/** A table as a Data Package lists it: its name there, its sources and the paths of its files. */
export interface PlacedTable {
  readonly table: StoredTable;
  readonly name: string;
  readonly release: string;
  readonly sources: readonly Pick<
    CatalogueSource,
    'publisher' | 'landingPage' | 'licence' | 'licenceUrl'
  >[];
  readonly csv: string;
  /** The gzipped CSV, if `csv` is not gzipped. */
  readonly csvGz?: string;
  readonly parquet: string;
}

/** The resources of one table, its CSV first. */
function resourcesOf({
  table,
  name,
  release,
  sources,
  csv,
  csvGz,
  parquet,
}: PlacedTable): object[] {
  const { title, rows, fields, parquetOnly } = table;
  const licences = new Map(sources.map(({ licence, licenceUrl }) => [licence, licenceUrl]));
  const about = {
    title: `${title} (${release})`,
    description: table.attribution,
    rows,
    sources: sources.map(({ publisher, landingPage }) => ({ title: publisher, path: landingPage })),
    licenses: [...licences].map(([licence, licenceUrl]) => ({
      ...(licenceUrl === null ? { name: 'notspecified' } : { path: licenceUrl }),
      title: licence,
    })),
  };
  const isPacked = csv.endsWith('.gz');
  return [
    {
      name,
      path: csv,
      ...(csvGz === undefined ? {} : { compressedPath: csvGz }),
      profile: 'tabular-data-resource',
      format: 'csv',
      mediatype: 'text/csv',
      encoding: 'utf-8',
      ...about,
      ...(isPacked
        ? { compression: 'gz' }
        : { bytes: table.csv.bytes, hash: `sha256:${table.csv.sha256}` }),
      dialect: { lineTerminator: '\r\n' },
      schema: {
        fields: fields.filter((field) => !parquetOnly.includes(field.name)),
        missingValues: [''],
      },
    },
    {
      name: `${name}.parquet`,
      path: parquet,
      format: 'parquet',
      mediatype: 'application/vnd.apache.parquet',
      ...about,
      bytes: table.parquet.bytes,
      hash: `sha256:${table.parquet.sha256}`,
      schema: { fields },
    },
  ];
}

/** datapackage.json (https://specs.frictionlessdata.io/data-package) of these tables. */
export function dataPackage(sample: boolean, tables: readonly PlacedTable[]): object {
  return {
    profile: 'data-package',
    name: 'labour-market-information',
    title: `Labour market information${sample ? ': a synthetic sample, not statistics' : ''}`,
    description:
      'Every figure that is served, one a row, with its quality and the reason if it is ' +
      "withheld. The Parquet also has the cell of the publisher's file that it comes from.",
    resources: tables.flatMap(resourcesOf),
  };
}
