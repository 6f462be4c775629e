// The formats of stored documents: which one the compiler writes for each source, and from which one on the server reads them. The two
// share this table, so that no server misreads documents that other code has written.
import type { CatalogueEdition } from './catalogue.ts';
import type { SourceKey } from './codes.ts';

export interface DocumentFormat {
  /** The format that the compiler writes. Raise it when equal rows give other documents: every edition of the source is then made anew. */
  readonly written: number;
  /**
   * The oldest format that the server reads. It answers such an edition with the same bytes as the code that wrote it. Raise it to
   * `written` when the documents change their shape, or when the server makes other answers of them.
   */
  readonly readFrom: number;
}

export const documentFormats: Readonly<Record<SourceKey, DocumentFormat>> = {
  'soc-structure': { written: 1, readFrom: 1 },
  'soc-index': { written: 4, readFrom: 2 },
  ashe: { written: 5, readFrom: 4 },
  'aps-employment': { written: 4, readFrom: 2 },
  'aps-workforce': { written: 4, readFrom: 3 },
  'skills-projections': { written: 3, readFrom: 2 },
  'employer-skills-survey': { written: 3, readFrom: 2 },
  'occupations-in-demand': { written: 5, readFrom: 5 },
  'work-visas': { written: 5, readFrom: 5 },
  'online-job-adverts': { written: 6, readFrom: 4 },
  'local-authorities': { written: 1, readFrom: 1 },
  'occupational-maps': { written: 2, readFrom: 1 },
  'apprenticeship-standards': { written: 1, readFrom: 1 },
  'career-profiles': { written: 4, readFrom: 2 },
  onet: { written: 6, readFrom: 3 },
  esco: { written: 5, readFrom: 3 },
};

type Stored = Pick<CatalogueEdition, 'source' | 'format'>;

/** True if this code reads the documents of the edition. */
export function isReadable({ source, format }: Stored): boolean {
  const { written, readFrom } = documentFormats[source];
  return readFrom <= format && format <= written;
}

/** Says why this code does not read the documents of the edition, and what mends it; null if it reads them. */
export function faultOfFormat(
  edition: Stored & Pick<CatalogueEdition, 'id' | 'release'>,
): { readonly message: string; readonly repair: string } | null {
  if (isReadable(edition)) return null;
  const { source, format, id, release } = edition;
  const { written, readFrom } = documentFormats[source];
  const read = readFrom === written ? `format ${written}` : `formats ${readFrom} to ${written}`;
  return {
    message: `the documents of the ${source} edition ${id} are stored in format ${format}, and this version reads ${read}`,
    repair:
      format > written
        ? 'newer code wrote them: install the newer version'
        : release.startsWith('sample-')
          ? 'lmi sample makes the sample again'
          : 'lmi compile makes the edition again from its downloaded files, and so does lmi update',
  };
}
