// Compares one edition with the catalogue, byte for byte.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogueEdition, EditionRecord, InputFile } from '#schemas/catalogue.ts';
import { rootHash, sha256 } from './digest.ts';
import { readWhole } from './file-fault.ts';
import { readOrNull } from '#sources/kit/problem.ts';
import type { Shelf } from './edition-directory.ts';
import { filesBeneath } from './files-beneath.ts';
import { parseRecord } from './parse-record.ts';

/**
 * How much is compared. `record`: only edition.json, and only it is needed. `sizes`: in addition the sizes of documents. `sample`: in addition
 * the bytes of some documents, which are drawn anew each time. `whole`: the bytes of all.
 */
export type Extent = 'whole' | 'sample' | 'sizes' | 'record';

/** Documents of one edition whose bytes a sample compares. */
const mostDrawn = 20;

/** The record of an edition from its bytes, or why it is not the record of the edition in the catalogue. */
export function checkRecord(bytes: Uint8Array, edition: CatalogueEdition): EditionRecord | string {
  const read = parseRecord(bytes);
  if ('fault' in read) return read.fault;
  const { value: checked } = read;
  for (const key of ['id', 'source', 'release', 'root'] as const) {
    if (checked[key] !== edition[key]) return `has the ${key} "${checked[key]}", but the catalogue has "${edition[key]}"`;
  }
  if (rootHash(checked.files) !== checked.root) return 'its root hash does not match the files it lists';
  if (edition.record !== undefined && sha256(bytes) !== edition.record) return 'its bytes differ from those published';
  return checked;
}

/** The first fault of an edition on a shelf, with its file; null if there is none. */
export function faultOfEdition(directory: string, shelf: Shelf, edition: CatalogueEdition, extent: Extent): string | null {
  const place = `${shelf}/${edition.id}`;
  const file = join(directory, place, 'edition.json');
  if (!existsSync(file)) return `${place}/edition.json: is missing`;
  const bytes = readOrNull(() => readWhole(file));
  if (bytes === null) return `${place}/edition.json: cannot be read`;
  const record = checkRecord(bytes, edition);
  if (typeof record === 'string') return `${place}/edition.json: ${record}`;
  if (extent === 'record') return null;
  const found = new Map(filesBeneath(join(directory, place)).map((entry) => [entry.path, entry.isFile]));
  const compared = filesToCompare(record.files, extent);
  for (const { file: path, sha256: digest, bytes: size } of record.files) {
    const isFile = found.get(path);
    if (isFile === undefined) return `${place}/${path}: is missing`;
    if (!isFile) return `${place}/${path}: is not a plain file`;
    const document = join(directory, place, path);
    if (extent !== 'whole') {
      const found = statSync(document).size;
      if (found !== size) return `${place}/${path}: has ${found} bytes, expected ${size}`;
    }
    if (compared.has(path)) {
      const content = readOrNull(() => readWhole(document));
      if (content === null) return `${place}/${path}: cannot be read`;
      if (sha256(content) !== digest) return `${place}/${path}: its bytes differ from those published`;
    }
    found.delete(path);
  }
  found.delete('edition.json');
  const [stray] = found.keys();
  return stray === undefined ? null : `${place}/${stray}: is not a file of this edition`;
}

function filesToCompare(files: readonly InputFile[], extent: Extent): ReadonlySet<string> {
  if (extent === 'whole') return new Set(files.map(({ file }) => file));
  if (extent !== 'sample') return new Set();
  const step = Math.max(1, files.length / mostDrawn);
  const first = Math.random() * step;
  return new Set(Array.from({ length: mostDrawn }, (_, place) => files[Math.floor(first + place * step)]?.file ?? ''));
}

/** SHA-256 of edition.json, for the catalogue; null if it is missing or is not the record of this edition. */
export function digestOfRecord(directory: string, shelf: Shelf, edition: CatalogueEdition): string | null {
  const bytes = readOrNull(() => readWhole(join(directory, shelf, edition.id, 'edition.json')));
  return bytes === null || typeof checkRecord(bytes, edition) === 'string' ? null : sha256(bytes);
}
