// The record of an edition, and whether its files are as the record and the catalogue say, byte for
// byte.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type CatalogueEdition, EditionRecord, type TitleModelRecord } from '#schemas/catalogue.ts';
import { titleModelFile } from '#schemas/standing.ts';
import { type Problem, UnreadableFileError } from '#sources/kit/problem.ts';
import { compileSchema, faultOf, readAs } from '#sources/kit/schema.ts';
import { folderOf } from './data-directory.ts';
import { digestOfFile, rootHash, sha256 } from './digest.ts';
import { faultOfListed } from './listed-content.ts';
import { filesBeneath, readWhole } from './files.ts';

const validate = compileSchema(EditionRecord);

/** Why a record of ours must not be written; null if it may. */
export const faultOfRecord = (record: EditionRecord): string | null => faultOf(validate, record);

/**
 * The record of an edition from its bytes, in a data directory, a store or a bundle, or its fault
 * in one line.
 */
export function parseRecord(
  bytes: Uint8Array,
): { readonly value: EditionRecord } | { readonly fault: string } {
  return readAs<EditionRecord>(validate, bytes);
}

/**
 * The record of an edition from its bytes, or why it is not the record of the edition in the
 * catalogue.
 */
export function checkRecord(bytes: Uint8Array, edition: CatalogueEdition): EditionRecord | string {
  const read = parseRecord(bytes);
  if ('fault' in read) return read.fault;
  const { value: record } = read;
  for (const key of ['id', 'source', 'release', 'root'] as const) {
    if (record[key] !== edition[key])
      return `has the ${key} "${record[key]}", but the catalogue has "${edition[key]}"`;
  }
  if (rootHash(record.files) !== record.root)
    return 'its root hash does not match the files it lists';
  if (edition.record !== undefined && sha256(bytes) !== edition.record)
    return 'its bytes differ from those published';
  return record;
}

/** The record of an edition in a directory, with its bytes, or its fault. */
export function recordIn(
  directory: string,
  edition: CatalogueEdition,
): { readonly record: EditionRecord; readonly bytes: Buffer } | { readonly fault: Problem } {
  const place = `${folderOf(edition)}/${edition.id}/edition.json`;
  if (!existsSync(join(directory, place))) return { fault: { place, message: 'is missing' } };
  let bytes: Buffer;
  try {
    bytes = readWhole(join(directory, place));
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    return { fault: { ...error.problem, place } };
  }
  const record = checkRecord(bytes, edition);
  return typeof record === 'string' ? { fault: { place, message: record } } : { record, bytes };
}

/**
 * The first fault of an edition; null if there is none. It has a repair only if compiling or
 * fetching the edition again is not the way. `record`: only edition.json is compared, and only it
 * is needed.
 */
export async function faultOfEdition(
  directory: string,
  edition: CatalogueEdition,
  extent: 'whole' | 'record',
): Promise<Problem | null> {
  // Of editions that are only kept there are many, and the digest of their record is enough.
  const file = join(directory, folderOf(edition), edition.id, 'edition.json');
  if (extent === 'record' && edition.record !== undefined && digestOfFile(file) === edition.record)
    return null;
  const read = recordIn(directory, edition);
  if ('fault' in read) return read.fault;
  if (extent === 'record') return null;
  const { record } = read;
  const folder = `${folderOf(edition)}/${edition.id}`;
  const filesOnDisk = new Map(
    filesBeneath(join(directory, folder)).map((entry) => [entry.path, entry.isFile]),
  );
  for (const entry of record.files) {
    const place = `${folder}/${entry.file}`;
    const isFile = filesOnDisk.get(entry.file);
    if (isFile === undefined) return { place, message: 'is missing' };
    if (!isFile) return { place, message: 'is not a plain file' };
    const fault = await faultOfListed(join(directory, place), entry);
    if (fault !== null) return { place, ...fault };
    filesOnDisk.delete(entry.file);
  }
  filesOnDisk.delete('edition.json');
  const [stray] = filesOnDisk.keys();
  return stray === undefined
    ? null
    : { place: `${folder}/${stray}`, message: 'is not a file of this edition' };
}

/** The first fault of an edition on one line, for a message with a repair of its own. */
export function faultLine({ place, message }: Problem): string {
  return `${place}: ${message}`;
}

/** Where the model of job titles is in a data directory, a store or a bundle. */
export function placeOfTitleModel({ id }: Pick<TitleModelRecord, 'id'>): string {
  return `editions/${id}/${titleModelFile}`;
}

/**
 * Why a directory lacks the title model of its catalogue, with the file and the repair; null if it
 * is here, or if there is none.
 */
export function faultOfTitleModel(
  directory: string,
  model: TitleModelRecord | null,
): string | null {
  if (model === null) return null;
  const path = placeOfTitleModel(model);
  const digest = digestOfFile(join(directory, path));
  if (digest === model.sha256) return null;
  return (
    `${path}: ${digest === null ? 'is missing' : 'its hash differs from the catalogue'}\n  ` +
    'lmi compile learns it again'
  );
}
