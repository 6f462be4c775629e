// datapackage.json of a bundle: the tables of its editions, which are files of the editions.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue } from '#schemas/catalogue.ts';
import { type StoredTable, csvOf, dataPackage, parquetOf, tablesFile } from '#schemas/stored-tables.ts';
import type { PackedFile } from '../zip.ts';

export function packageFile(directory: string, { sample, sources, editions }: Catalogue): PackedFile {
  const placed = editions.flatMap(({ id, source: key, release }) => {
    const source = sources.find((candidate) => candidate.key === key);
    if (source === undefined) throw new Error(`the catalogue has an edition of ${key} and not the source`);
    const place = `editions/${id}`;
    const tables: StoredTable[] = JSON.parse(readFileSync(join(directory, place, tablesFile), 'utf8'));
    return tables.map((table) => {
      const { name } = table;
      const at = { csv: `${place}/${csvOf(name)}`, parquet: `${place}/${parquetOf(name)}` };
      return [table, { name: `${name}-${id.slice(0, 8)}`, release, source, ...at }] as const;
    });
  });
  return { file: 'datapackage.json', bytes: () => Buffer.from(`${JSON.stringify(dataPackage(sample, placed), null, 1)}\n`) };
}
