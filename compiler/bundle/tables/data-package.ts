// Describes the tables of a bundle as a Frictionless Data Package 1: each column with its meaning, its values and what it refers to.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue, CatalogueSource } from '#schemas/catalogue.ts';
import { sha256 } from '../../edition/digest.ts';
import type { PackedFile } from '../tar.ts';
import type { Column } from '../../figures/columns.ts';
import type { TableFile } from './csv-table.ts';

/** A table that has been written. */
export interface Table {
  /** The key of its source, or the name of a lookup table. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly columns: readonly Column[];
  readonly primaryKey: readonly string[];
  /** Of a lookup table. Those of a table of figures follow from its columns. */
  readonly references?: readonly Reference[];
  readonly files: readonly TableFile[];
  /** Null for a lookup table, which several sources share. */
  readonly source: CatalogueSource | null;
}

/** Columns whose values stand in another table, under the same names there unless `there` says which. */
export interface Reference {
  readonly columns: readonly string[];
  readonly table: string;
  readonly there?: readonly string[];
}

/** What columns of the tables of figures refer to, of those that a table has and the bundle's tables. */
const ofFigures: readonly Reference[] = [
  { columns: ['soc2020'], table: 'groups' },
  { columns: ['area'], table: 'areas' },
  { columns: ['measure', 'unit'], table: 'measures' },
  { columns: ['source', 'breakdown', 'part'], table: 'parts' },
  { columns: ['source', 'status', 'marker'], table: 'statuses' },
];

/**
 * The files of the tables that stand in a folder, and the files that describe them, relative to the bundle. The tables of figures are files of
 * the editions, in `directory`.
 */
export function tableFiles(folder: string, directory: string, catalogue: Catalogue, tables: readonly Table[]): PackedFile[] {
  const bytesOf = (path: string) => readFileSync(join(isOfEdition(path) ? directory : folder, path));
  const content = {
    profile: 'data-package',
    name: 'labour-market-information',
    title: `Labour market information${catalogue.sample ? ': a synthetic sample, not statistics' : ''}`,
    description:
      "Every figure of the editions in this bundle, one a row, with the cell of the publisher's file that it comes from, and the meaning of every code.",
    resources: tables.flatMap((table) => resourcesOf(bytesOf, table)),
  };
  return [
    ...tables.flatMap(({ files }) => files.flatMap(({ path }) => (isOfEdition(path) ? [] : [{ file: path, bytes: () => bytesOf(path) }]))),
    ...tables.map((table) => json(`tables/schemas/${table.name}.json`, schemaOf(table, tables))),
    json('datapackage.json', content),
  ];
}

function isOfEdition(path: string): boolean {
  return path.startsWith('editions/');
}

function json(file: string, content: object): PackedFile {
  return { file, bytes: () => Buffer.from(`${JSON.stringify(content, null, 1)}\n`) };
}

/** The schema of a table's columns (Frictionless Table Schema), which all its files share. */
function schemaOf(
  { name, columns, primaryKey, source, references = source === null ? [] : ofFigures }: Table,
  tables: readonly Table[],
): object {
  const own = new Set(columns.map((column) => column.name));
  const refersTo = references.filter(
    ({ columns: from, table }) => from.every((column) => own.has(column)) && tables.some((other) => other.name === table),
  );
  return {
    fields: columns.map(({ name: column, type, description, values, required }) => {
      const constraints = { ...(required === true ? { required } : {}), ...(values === undefined ? {} : { enum: values }) };
      return { name: column, type, description, ...(Object.keys(constraints).length === 0 ? {} : { constraints }) };
    }),
    missingValues: [''],
    ...(primaryKey.length === 0 ? {} : { primaryKey }),
    ...(refersTo.length === 0 ? {} : { foreignKeys: refersTo.map(foreignKey) }),
  };
  function foreignKey({ columns: fields, table, there = fields }: Reference): object {
    // The empty name is the table itself.
    return { fields, reference: { resource: table === name ? '' : table, fields: there } };
  }
}

/** One resource for each file. That of a table's only CSV has the table's name, which foreign keys use. */
function resourcesOf(bytesOf: (path: string) => Buffer, { name, title, description, files, source }: Table): object[] {
  return files.map(({ path, rows }) => {
    const bytes = bytesOf(path);
    const isParquet = path.endsWith('.parquet');
    const form = isParquet
      ? { format: 'parquet', mediatype: 'application/vnd.apache.parquet' }
      : {
          profile: 'tabular-data-resource',
          format: 'csv',
          mediatype: 'text/csv',
          encoding: 'utf-8',
          ...(path.endsWith('.gz') ? { compression: 'gz' } : {}),
          dialect: { lineTerminator: '\r\n' },
        };
    return {
      name: path
        .replace(/^(tables|editions)\//, '')
        .replace(/\.csv(\.gz)?$/, '')
        .replaceAll(/[/.]/g, '.')
        .toLowerCase(),
      title,
      description,
      path,
      ...form,
      schema: `tables/schemas/${name}.json`,
      bytes: bytes.length,
      hash: `sha256:${sha256(bytes)}`,
      rows,
      ...(source === null ? {} : { sources: [{ title: source.publisher, path: source.landingPage }], licenses: [licenceOf(source)] }),
    };
  });
}

function licenceOf({ licence, licenceUrl }: CatalogueSource): object {
  return { ...(licenceUrl === null ? { name: 'notspecified' } : { path: licenceUrl }), title: licence };
}
