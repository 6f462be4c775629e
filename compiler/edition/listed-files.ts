// The files that a catalogue names, listed once for all code that fetches, compares, packs or
// removes them: publish, pull, bundle, unpack, verify and prune.
import type {
  CatalogueEdition,
  EditionRecord,
  InputFile,
  ListedInput,
} from '#schemas/catalogue.ts';
import { type FileKinds, kindOf } from '#sources/kit/named-files.ts';
import { UnreadableFileError, readOrNull } from '#sources/kit/problem.ts';
import { faultLine, faultOfEdition, recordIn } from './edition-record.ts';
import { folderOf, repairOfEdition } from './data-directory.ts';
import { sha256 } from './digest.ts';
import { readRecord } from './edition-directory.ts';

/** More files than these are listed by their kinds. */
const mostListed = 12;

/**
 * The publisher's files of an edition as a catalogue lists them. A list of this form stays as it
 * is.
 */
export function listedInputs(kinds: FileKinds, files: readonly ListedInput[]): ListedInput[] {
  if (files.length <= mostListed) return [...files];
  return [...Map.groupBy(files, ({ file }) => kindOf(kinds, file))].flatMap(
    ([kind, filesOfKind]): readonly ListedInput[] => {
      const [first] = filesOfKind;
      if (first === undefined || kind?.many !== true || filesOfKind.length === 1)
        return filesOfKind;
      const list = filesOfKind.map(({ file, sha256: digest }) => [file, digest]);
      const bytes = filesOfKind.reduce((sum, file) => sum + file.bytes, 0);
      return [
        {
          file: first.file,
          sha256: sha256(JSON.stringify(list)),
          bytes,
          files: filesOfKind.length,
        },
      ];
    },
  );
}

/**
 * Every file of the publisher that an edition was made from. Throws UnreadableFileError if its
 * record has to be read and is not here.
 */
export function inputsOf(
  directory: string,
  edition: Pick<CatalogueEdition, 'id' | 'state' | 'release' | 'inputs'>,
): readonly InputFile[] {
  if (edition.inputs.every(({ files }) => files === undefined)) return edition.inputs;
  const record = readRecord(directory, folderOf(edition), edition.id);
  if (record !== null) return record.inputs;
  const place = `${folderOf(edition)}/${edition.id}/edition.json`;
  throw new UnreadableFileError({ place, message: 'is missing', repair: repairOfEdition(edition) });
}

/**
 * The publishers' files that editions were made from, each once. Of an edition whose record cannot
 * be read, none.
 */
export function snapshotsOf(
  directory: string,
  editions: readonly CatalogueEdition[],
): ListedFile[] {
  const files = editions.flatMap((edition) => {
    const inputs = readOrNull(() => inputsOf(directory, edition)) ?? [];
    return inputs.map(({ sha256: digest }) => ({
      path: `snapshots/${edition.source}/${digest}`,
      sha256: digest,
    }));
  });
  return [...new Map(files.map((file) => [file.path, file])).values()];
}

/**
 * A file of a data directory, a store or a bundle, with the digest of its bytes; of a snapshot, of
 * the publisher's bytes.
 */
export interface ListedFile {
  readonly path: string;
  readonly sha256: string;
}

export interface ListedEdition {
  readonly edition: CatalogueEdition;
  /** `editions/<id>`, or `quarantine/<id>` for an edition that is held back. */
  readonly place: string;
  /** `record`: a pull has left its documents in the store. */
  readonly extent: 'whole' | 'record';
}

/**
 * The editions that are not pruned. `recordsOnly`: ids of editions whose documents are elsewhere.
 */
export function listedEditions(
  editions: readonly CatalogueEdition[],
  recordsOnly: readonly string[] = [],
): ListedEdition[] {
  return editions
    .filter(({ pruned }) => !pruned)
    .map((edition) => ({
      edition,
      place: `${folderOf(edition)}/${edition.id}`,
      extent: recordsOnly.includes(edition.id) ? 'record' : 'whole',
    }));
}

export interface WholeEdition {
  readonly record: EditionRecord;
  /** Of edition.json. */
  readonly bytes: Buffer;
  /** Its files in the data directory: the documents, if they belong to it, then the record. */
  readonly files: readonly InputFile[];
}

/** An edition that is in a directory as published; else its first fault, with the file. */
export async function wholeEdition(
  directory: string,
  { edition, place, extent }: ListedEdition,
): Promise<WholeEdition | string> {
  const read = recordIn(directory, edition);
  if ('fault' in read) return faultLine(read.fault);
  const fault = await faultOfEdition(directory, edition, extent);
  if (fault !== null) return faultLine(fault);
  const { record, bytes } = read;
  const recordEntry = { file: 'edition.json', sha256: sha256(bytes), bytes: bytes.length };
  const files = [...(extent === 'whole' ? record.files : []), recordEntry].map((entry) => ({
    ...entry,
    file: `${place}/${entry.file}`,
  }));
  return { record, bytes, files };
}
