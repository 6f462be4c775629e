// The formats of everything that is stored: which one the compiler writes, and from which one on it is read. Compiler and server share this
// table, so that neither misreads what other code has written. docs/formats.md lists each stored file with its reader.
import type { SourceKey } from './codes.ts';

export interface StoredFormat {
  /** The format that is written. Raise it when equal rows give other documents: every edition of the source is then made anew. */
  readonly written: number;
  /**
   * The oldest format that the server reads. It answers such an edition with the same bytes as the code that wrote it. Raise it to
   * `written` when the documents change their shape, or when the server makes other answers of them.
   */
  readonly readFrom: number;
}

export const documentFormats: Readonly<Record<SourceKey, StoredFormat>> = {
  'soc-structure': { written: 1, readFrom: 1 },
  'soc-index': { written: 4, readFrom: 4 },
  ashe: { written: 7, readFrom: 7 },
  'aps-employment': { written: 5, readFrom: 5 },
  'aps-workforce': { written: 6, readFrom: 5 },
  'skills-projections': { written: 5, readFrom: 5 },
  'employer-skills-survey': { written: 5, readFrom: 4 },
  'occupations-in-demand': { written: 6, readFrom: 6 },
  'work-visas': { written: 7, readFrom: 7 },
  'online-job-adverts': { written: 9, readFrom: 9 },
  'local-authorities': { written: 1, readFrom: 1 },
  'occupational-maps': { written: 4, readFrom: 3 },
  'apprenticeship-standards': { written: 1, readFrom: 1 },
  'career-profiles': { written: 5, readFrom: 5 },
  onet: { written: 8, readFrom: 7 },
  esco: { written: 7, readFrom: 6 },
};

/**
 * The formats of the files around the documents. `catalogue` is `version` in catalogue.json. It also covers what only a catalogue leads to and
 * what has no number of its own: edition.json, the records of editions, the sidecars of snapshots, and what a store keeps beside them. `bundle` is `format` in
 * manifest.json and in bundles/latest.json; it covers edition.json within a bundle. `titleModel` is what the search has learnt from job titles.
 */
export const fileFormats = {
  catalogue: { written: 4, readFrom: 1 },
  bundle: { written: 1, readFrom: 1 },
  titleModel: { written: 6, readFrom: 4 },
} as const satisfies Readonly<Record<string, StoredFormat>>;

const repairsOfOlder: Readonly<Record<keyof typeof fileFormats, string>> = {
  catalogue: 'compile the snapshots of this directory into an empty one; lmi sample makes a sample again',
  bundle: 'lmi bundle makes it again, or use the version that made it',
  titleModel: 'lmi compile learns it again',
};

/**
 * Says why this code does not read a catalogue or a bundle, and what mends it; null if it reads it, and for a value without a number: such a
 * value is damaged. `numbered` is the parsed JSON.
 */
export function faultOfFile(kind: keyof typeof fileFormats, numbered: unknown): StoredFault | null {
  const { written, readFrom } = fileFormats[kind];
  const format = numberOf(numbered, kind === 'catalogue' ? 'version' : 'format');
  if (format === null || (readFrom <= format && format <= written)) return null;
  return {
    message: `is stored in format ${format}, and this version reads ${formatsText({ written, readFrom })}`,
    repair: format > written ? newerCode : repairsOfOlder[kind],
  };
}

function numberOf(value: unknown, name: string): number | null {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : null;
  return typeof found === 'number' ? found : null;
}

export interface StoredFault {
  readonly message: string;
  readonly repair: string;
}

const newerCode = 'newer code wrote it: install the newer version';

function formatsText({ written, readFrom }: StoredFormat): string {
  return readFrom === written ? `format ${written}` : `formats ${readFrom} to ${written}`;
}

interface Stored {
  readonly source: SourceKey;
  readonly format: number;
}

/** True if this code reads the documents of the edition. */
export function isReadable({ source, format }: Stored): boolean {
  const { written, readFrom } = documentFormats[source];
  return readFrom <= format && format <= written;
}

/** Says why this code does not read the documents of the edition, and what mends it; null if it reads them. */
export function faultOfFormat(edition: Stored & { readonly id: string; readonly release: string }): StoredFault | null {
  if (isReadable(edition)) return null;
  const { source, format, id, release } = edition;
  return {
    message: `the documents of the ${source} edition ${id} are stored in format ${format}, and this version reads ${formatsText(documentFormats[source])}`,
    repair:
      format > documentFormats[source].written
        ? newerCode
        : release.startsWith('sample-')
          ? 'lmi sample makes the sample again'
          : 'lmi compile makes the edition again from its downloaded files, and so does lmi update',
  };
}
