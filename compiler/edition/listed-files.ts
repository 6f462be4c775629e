// The files that a catalogue names, listed once for whoever brings, compares, packs or removes them: publish, pull, bundle, unpack, verify and prune.
import type { Catalogue, CatalogueEdition, EditionRecord } from '#schemas/catalogue.ts';
import { faultOfEdition, placeOfTitleModel, recordIn } from './edition-record.ts';
import { folderOf } from './data-directory.ts';

/** A file of a data directory, a store or a bundle, with the digest of its bytes; of a snapshot, of the publisher's bytes. */
export interface ListedFile {
  readonly path: string;
  readonly sha256: string;
}

export interface ListedEdition {
  readonly edition: CatalogueEdition;
  /** `editions/<id>`, or `quarantine/<id>` for an edition that is held back. */
  readonly place: string;
  /** `record`: its documents were pruned, or a pull has left them in the store. */
  readonly extent: 'whole' | 'record';
}

export interface ListedFiles {
  readonly editions: readonly ListedEdition[];
  /** The publishers' files that the editions were made from, each once. */
  readonly snapshots: readonly ListedFile[];
  readonly titleModel: ListedFile | null;
}

/** `recordsOnly`: ids of editions whose documents are elsewhere. */
export function filesOf(
  { editions, titleModel = null }: { readonly editions: readonly CatalogueEdition[]; readonly titleModel?: Catalogue['titleModel'] },
  recordsOnly: readonly string[] = [],
): ListedFiles {
  const inputs = editions.flatMap(({ source, inputs: own }) =>
    own.map(({ sha256 }) => ({ path: `snapshots/${source}/${sha256}`, sha256 })),
  );
  return {
    editions: editions.map((edition) => ({
      edition,
      place: `${folderOf(edition)}/${edition.id}`,
      extent: edition.pruned || recordsOnly.includes(edition.id) ? 'record' : 'whole',
    })),
    snapshots: [...new Map(inputs.map((file) => [file.path, file])).values()],
    titleModel: titleModel !== null ? { path: placeOfTitleModel(titleModel), sha256: titleModel.sha256 } : null,
  };
}

export interface WholeEdition {
  readonly record: EditionRecord;
  /** Of edition.json. */
  readonly bytes: Buffer;
  /** Its paths in the data directory: the documents, if they belong to it, then the record. */
  readonly paths: readonly string[];
}

/** An edition that is in a directory as published; else its first fault, with the file. */
export function wholeEdition(directory: string, { edition, place, extent }: ListedEdition): WholeEdition | string {
  const read = recordIn(directory, edition);
  if (typeof read === 'string') return read;
  const fault = faultOfEdition(directory, edition, extent);
  if (fault !== null) return fault;
  const documents = extent === 'whole' ? read.record.files.map(({ file }) => `${place}/${file}`) : [];
  return { ...read, paths: [...documents, `${place}/edition.json`] };
}
