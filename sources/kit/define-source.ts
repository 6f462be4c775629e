// Makes a source of what its folder declares: fills in what most sources have alike, and hands the
// files of a release to its parser by their names.
import { documentFormatOf } from '#schemas/document-formats.ts';
import type { ByHand } from './by-hand.ts';
import { type Document, documentMaker } from './document.ts';
import { openGovernmentLicence } from './licences.ts';
import { type FileKinds, type Parser, limitsOf, readRelease } from './named-files.ts';
import type { Needs } from './needs.ts';
import type { DocumentInputs, Source } from './source.ts';

/**
 * What most sources have in common. A source declares only what differs, such as its axes if its
 * observations have no slugs in `areas`.
 */
const defaults = {
  licence: openGovernmentLicence,
  retention: 'served and one before',
  needs: ['soc-structure'],
  axes: ({ areas }: { readonly areas?: readonly string[] }, needs: Needs) => ({
    occupations: needs.get('soc-structure').unitGroups.map(({ code }) => code),
    areas: areas ?? null,
  }),
} as const;

/**
 * A source as its folder declares it. Its parser receives the files of a release by the names in
 * `files`.
 */
interface DeclaredSource<Rows extends readonly unknown[], Observations, Kinds extends FileKinds>
  extends Omit<
      Source<Rows, Observations>,
      'files' | 'limits' | 'format' | 'parse' | 'byHand' | 'documents' | keyof typeof defaults
    >,
    Partial<Pick<Source<Rows, Observations>, keyof typeof defaults>>,
    Parser<Rows, Kinds> {
  readonly byHand?: ByHand<Kinds>;
  documents(inputs: DocumentInputs<Observations>): Iterable<Document>;
}

/**
 * The source that a folder declares. Its parse throws UnreadableFileError if a file is missing,
 * doubled, from another day or past a limit.
 */
export function defineSource<
  Rows extends readonly unknown[],
  Observations,
  const Kinds extends FileKinds,
>(declared: DeclaredSource<Rows, Observations, Kinds>): Source<Rows, Observations> {
  return {
    ...(defaults as typeof defaults & Pick<Source<Rows, Observations>, 'axes'>),
    ...declared,
    limits: limitsOf(declared),
    format: documentFormatOf(declared.key),
    parse: (release, files) => readRelease(declared, release, files),
    documents: (edition) => declared.documents({ ...edition, ...documentMaker(edition) }),
  };
}
