// Proves the schemas of a bundle's tables against every row: each value is in its enum, and each foreign key leads to one row.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

export interface TableSchema {
  readonly fields: readonly {
    readonly name: string;
    readonly description: string;
    readonly constraints?: { readonly enum?: readonly string[]; readonly required?: boolean };
  }[];
  readonly foreignKeys?: readonly {
    readonly fields: readonly string[];
    readonly reference: { readonly resource: string; readonly fields: readonly string[] };
  }[];
}

/** What a table's schema says: its foreign keys as `area → areas`, and its columns with an enum. */
export interface Proved {
  readonly references: readonly string[];
  readonly enums: readonly string[];
}

/** Throws with the table and its column at the first value or row that its schema does not allow. */
export async function provedSchemas(
  tables: string,
  query: (sql: string) => Promise<Record<string, unknown>[]>,
): Promise<ReadonlyMap<string, Proved>> {
  const proved = new Map<string, Proved>();
  const from = (table: string) => `'${parquetOf(tables, table)}'`;
  for (const table of readdirSync(join(tables, 'schemas')).map((file) => basename(file, '.json'))) {
    const { fields, foreignKeys = [] }: TableSchema = JSON.parse(readFileSync(join(tables, 'schemas', `${table}.json`), 'utf8'));
    for (const { name, constraints } of fields) {
      const allowed = constraints?.enum?.map((value) => `'${value.replaceAll("'", "''")}'`) ?? [];
      const wrong = [
        ...(constraints?.required === true ? [`"${name}" is null`] : []),
        ...(allowed.length > 0 ? [`"${name}" not in (${allowed.join(', ')})`] : []),
      ];
      if (wrong.length === 0) continue;
      const [found] = await query(`select distinct "${name}" as value from ${from(table)} where ${wrong.join(' or ')}`);
      if (found !== undefined) throw new Error(`${table}: ${name} has ${JSON.stringify(found['value'])}`);
    }
    for (const { fields: own, reference } of foreignKeys) {
      const other = from(reference.resource === '' ? table : reference.resource);
      const on = own.map((column, place) => `f."${column}" is not distinct from l."${reference.fields[place]}"`).join(' and ');
      const named = `(${own.map((column) => `f."${column}" is not null`).join(' or ')})`;
      const [lost] = await query(`select * from ${from(table)} f anti join ${other} l on ${on} where ${named}`);
      const [twice] = await query(`select 1 as one from ${other} group by ${reference.fields.join(', ')} having count(*) > 1`);
      if (lost !== undefined || twice !== undefined)
        throw new Error(
          `${table}: ${arrow(own, reference.resource, table)} ${twice === undefined ? JSON.stringify(lost) : 'leads to several rows'}`,
        );
    }
    proved.set(table, {
      references: foreignKeys.map(({ fields: own, reference }) => arrow(own, reference.resource, table)),
      enums: fields.flatMap(({ name, constraints }) => (constraints?.enum === undefined ? [] : [name])),
    });
  }
  return proved;
}

/** The Parquet of a lookup table, or that of a source's table in every edition. */
export function parquetOf(tables: string, table: string): string {
  const lookup = join(tables, `${table}.parquet`);
  return existsSync(lookup) ? lookup : join(tables, `../editions/*/${table}.parquet`);
}

function arrow(columns: readonly string[], resource: string, table: string): string {
  return `${columns.join(' ')} → ${resource === '' ? table : resource}`;
}
