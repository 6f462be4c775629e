// Compares one edition with what the catalogue says of it, byte for byte.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CatalogueEdition, EditionRecord } from '#schemas/catalogue.ts';
import { compileSchema, readAs } from '../check/schema.ts';
import { rootHash, sha256 } from '../digest.ts';
import type { Shelf } from './edition-directory.ts';
import { filesBeneath } from './files-beneath.ts';

const validateRecord = compileSchema(EditionRecord);

/** `record`: only edition.json need lie here, and documents that do are not looked at. */
export type Extent = 'whole' | 'record';

/** The record of an edition from its bytes, or the fault why it is none of the edition that the catalogue lists. */
export function checkRecord(bytes: Uint8Array, edition: CatalogueEdition): EditionRecord | string {
  const read = readAs<EditionRecord>(validateRecord, bytes);
  if ('fault' in read) return read.fault;
  const { value: checked } = read;
  for (const key of ['id', 'source', 'release', 'root'] as const) {
    if (checked[key] !== edition[key]) return `has the ${key} "${checked[key]}", and the catalogue "${edition[key]}"`;
  }
  if (rootHash(checked.files) !== checked.root) return 'its root hash is not that of the files it lists';
  return checked;
}

/** The first thing that is wrong with an edition as it lies on a shelf, with its file; null where nothing is. */
export function faultOfEdition(directory: string, shelf: Shelf, edition: CatalogueEdition, extent: Extent): string | null {
  const place = `${shelf}/${edition.id}`;
  const file = join(directory, place, 'edition.json');
  if (!existsSync(file)) return `${place}/edition.json: is missing`;
  const record = checkRecord(readFileSync(file), edition);
  if (typeof record === 'string') return `${place}/edition.json: ${record}`;
  if (extent === 'record') return null;
  const found = new Map(filesBeneath(join(directory, place)).map((entry) => [entry.path, entry.isFile]));
  for (const { file: path, sha256: digest } of record.files) {
    const isFile = found.get(path);
    if (isFile === undefined) return `${place}/${path}: is missing`;
    if (!isFile) return `${place}/${path}: is no plain file`;
    if (sha256(readFileSync(join(directory, place, path))) !== digest) return `${place}/${path}: its bytes are not those that were published`;
    found.delete(path);
  }
  found.delete('edition.json');
  const [stray] = found.keys();
  return stray === undefined ? null : `${place}/${stray}: is no file of this edition`;
}
