// One run of the compiler: what it is asked to do, and what all its releases share.
import type { Ingest } from '#schemas/catalogue.ts';
import type { SourceKey } from '#schemas/codes.ts';
import type { Source } from '#sources/kit/source.ts';
import { DirectoryError } from '../edition/data-directory.ts';
import { codeDigest } from '../edition/digest.ts';
import { Holdings } from '../edition/holdings.ts';
import { type WriteDocuments, createDocumentWriter } from '../edition/write-documents.ts';
import { readOrigin } from '../store/origin.ts';
import type { Outcome, ReleaseFiles } from './outcome.ts';
import { EditionReader } from './read-again.ts';

export interface CompileOptions {
  readonly sources: readonly Source[];
  readonly releases: readonly ReleaseFiles[];
  readonly directory: string;
  /** How large the synthetic sample is; null for real data. */
  readonly sampleSize: 'plain' | 'full' | null;
  /** Forget the editions held so far, and remove them once the new ones are served. For a sample, which has no history worth keeping. */
  readonly afresh?: boolean;
  /** Publish the first release of a layout that nobody has seen in a real file. */
  readonly acceptDocumented: boolean;
  /** How closely an edition is compared with its record before its release is skipped: every byte, or only `sizes`, which is fast enough for every day. */
  readonly inspect?: 'whole' | 'sizes';
  /** What an update has learnt of sources at their publishers, and of what came of it; what is not named here stays as it was. */
  readonly ingest?: (outcomes: readonly Outcome[]) => ReadonlyMap<SourceKey, Ingest>;
  /** A person's decision about editions that are held, taken under the lock before anything is compiled. What it throws stops the run. */
  readonly amend?: (holdings: Holdings) => void;
  /** What is being done, for a terminal. */
  readonly progress: (doing: string) => void;
  /** A line that stays. */
  readonly say: (line: string) => void;
}

export interface Run {
  readonly options: CompileOptions;
  readonly holdings: Holdings;
  readonly reader: EditionReader;
  /** Schemas are compiled once for a run. */
  readonly writeDocuments: WriteDocuments;
  /** Digest of the code that compiles. */
  readonly code: string;
  /** Ids of editions whose documents a pull has left in the store. */
  readonly recordsOnly: ReadonlySet<string>;
}

/** Opens a data directory for a run. Throws DirectoryError where sample and real data would come to lie in one directory. */
export function beginRun(options: CompileOptions): Run {
  const { directory, sources, sampleSize, afresh = false } = options;
  const holdings = new Holdings(directory, sources, sampleSize, afresh);
  if (holdings.sample !== (sampleSize !== null)) {
    const [held, given] = holdings.sample ? ['the synthetic sample', 'real data'] : ['real data', 'the synthetic sample'];
    throw new DirectoryError(`${directory}: holds ${held}, and ${given} must never lie beside it; choose another --out`);
  }
  return {
    options,
    holdings,
    reader: new EditionReader(directory, sources, holdings),
    writeDocuments: createDocumentWriter(),
    code: codeDigest(),
    recordsOnly: new Set(readOrigin(directory)?.recordsOnly ?? []),
  };
}
