// The format of everything that is stored. Compiler and server share this table, so that neither
// misreads what other code has written. docs/formats.md lists each stored file with its reader.
import type { SourceKey } from './codes.ts';

/**
 * Raise a number when equal rows give other documents or tables: every edition of the source is
 * then made anew. A source that is not listed has the format 1.
 */
const documentFormats: Readonly<Partial<Record<SourceKey, number>>> = {
  'soc-index': 5,
  ashe: 14,
  'aps-employment': 10,
  'aps-workforce': 12,
  'skills-projections': 13,
  'employer-skills-survey': 11,
  'occupations-in-demand': 12,
  'work-visas': 10,
  'online-job-adverts': 13,
  'occupational-maps': 6,
  'career-profiles': 6,
  onet: 15,
  esco: 13,
};

/** The format of the documents of a source. */
export function documentFormatOf(source: SourceKey): number {
  return documentFormats[source] ?? 1;
}

/**
 * The formats of the files around the documents. `catalogue` is `version` in catalogue.json. It
 * also covers what only a catalogue leads to and what has no number of its own: edition.json, the
 * records of editions, the manifests of releases, and what a store keeps beside them. `bundle` is
 * `format` in manifest.json and in bundles/latest.json; it covers edition.json within a bundle.
 * `titleModel` is what the search has learnt from job titles.
 */
export const fileFormats = {
  catalogue: 7,
  bundle: 5,
  titleModel: 6,
} as const satisfies Readonly<Record<string, number>>;

const repairsOfOther: Readonly<Record<keyof typeof fileFormats, string>> = {
  catalogue: 'lmi compile --into NEW makes a directory of this version from it',
  bundle: 'lmi bundle makes it again, or use the version that made it',
  titleModel: 'lmi compile learns it again',
};

/**
 * Says why this code does not read a catalogue or a bundle, and what mends it; null if it reads it,
 * and for a value without a number: such a value is damaged. `numbered` is the parsed JSON.
 */
export function faultOfFile(kind: keyof typeof fileFormats, numbered: unknown): StoredFault | null {
  const read = fileFormats[kind];
  const stored: { version?: unknown; format?: unknown; sample?: unknown } = Object(numbered);
  const format = kind === 'catalogue' ? stored.version : stored.format;
  if (typeof format !== 'number' || format === read) return null;
  const isSample = kind === 'catalogue' && stored.sample === true;
  const repair = isSample ? 'lmi compile --sample makes the sample again' : repairsOfOther[kind];
  return {
    message: `is stored in format ${format}, and this version reads format ${read}`,
    repair: format > read ? newerCode : repair,
  };
}

export interface StoredFault {
  readonly message: string;
  readonly repair: string;
}

const newerCode = 'newer code wrote it: install the newer version';

interface Stored {
  readonly source: SourceKey;
  readonly format: number;
}

/** True if this code reads the documents of the edition. */
export function isReadable({ source, format }: Stored): boolean {
  return format === documentFormatOf(source);
}

/**
 * Says why this code does not read the documents of the edition, and what mends it; null if it
 * reads them.
 */
export function faultOfFormat(
  edition: Stored & { readonly id: string; readonly release: string },
): StoredFault | null {
  if (isReadable(edition)) return null;
  const { source, format, id, release } = edition;
  return {
    message:
      `the documents of the ${source} edition ${id} are stored in format ${format}, and ` +
      `this version reads format ${documentFormatOf(source)}`,
    repair:
      format > documentFormatOf(source)
        ? newerCode
        : release.startsWith('sample-')
          ? 'lmi compile --sample makes the sample again'
          : 'lmi compile makes the edition again from its downloaded files, and so does lmi update',
  };
}
