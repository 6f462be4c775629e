// One run of the compiler: its options, and what all its releases share.
import type { Ingest } from '#schemas/catalogue.ts';
import type { SourceKey } from '#schemas/codes.ts';
import type { Source } from '#sources/kit/source.ts';
import type { TitleEvidence } from '#sources/kit/title-evidence.ts';
import { DirectoryError } from '../edition/data-directory.ts';
import { codeDigest } from '../edition/code-digest.ts';
import { Holdings } from '../edition/holdings.ts';
import { type WriteDocuments, createDocumentWriter } from '../edition/write-documents.ts';
import { readOrigin } from '../store/origin.ts';
import { type Learn, learnHere } from '../learn/learning.ts';
import { type Reading, readHere } from '../reading/reading.ts';
import type { Outcome, ReleaseFiles } from './outcome.ts';
import { EditionReader } from './read-again.ts';
import { RunProgress, type ShowProgress } from './run-progress.ts';

export interface CompileOptions {
  readonly sources: readonly Source[];
  readonly releases: readonly ReleaseFiles[];
  readonly directory: string;
  /** How large the synthetic sample is; null for real data. */
  readonly sampleSize: 'plain' | 'full' | null;
  /** Forget the existing editions, and remove them when the new ones are served. For a sample, which needs no history. */
  readonly afresh?: boolean;
  /** Publish the first release of a layout that we have not seen in a real file. */
  readonly acceptDocumented: boolean;
  /** How an edition is compared with its record before its release is skipped: every byte, or only `sizes`, which is fast enough for a daily run. */
  readonly inspect?: 'whole' | 'sizes';
  /** The new ingest entries of an update. Sources without one keep theirs. */
  readonly ingest?: (outcomes: readonly Outcome[]) => ReadonlyMap<SourceKey, Ingest>;
  /** An operator's decision about editions, applied under the lock before anything is compiled. An error stops the run. */
  readonly amend?: (holdings: Holdings) => void;
  /** How releases are read; in this process if it is not given. The run ends it. */
  readonly reading?: Reading;
  /** How the search's model is learnt; in this process if it is not given. */
  readonly learn?: Learn;
  /** Progress, for a terminal. */
  readonly progress: ShowProgress;
  /** A line that stays. */
  readonly say: (line: string) => void;
}

export interface Run {
  readonly options: CompileOptions;
  readonly holdings: Holdings;
  readonly reading: Reading;
  readonly learn: Learn;
  readonly reader: EditionReader;
  readonly writeDocuments: WriteDocuments;
  /** Digest of the code that compiles. */
  readonly code: string;
  readonly progress: RunProgress;
  /** What the search may learn from the editions examined in this run, by edition id. */
  readonly evidence: Map<string, readonly TitleEvidence[]>;
  /** Ids of editions whose documents a pull has left in the store. */
  readonly recordsOnly: ReadonlySet<string>;
}

/**
 * What a data directory holds, for a run. Throws DirectoryError if its catalogue cannot be read, or if sample and real data would be in one
 * directory.
 */
export function openHoldings({
  directory,
  sources,
  sampleSize,
  afresh = false,
}: Pick<CompileOptions, 'directory' | 'sources' | 'sampleSize' | 'afresh'>): Holdings {
  const holdings = new Holdings(directory, sources, sampleSize, afresh);
  if (holdings.sample !== (sampleSize !== null)) {
    const [held, given] = holdings.sample ? ['the synthetic sample', 'real data'] : ['real data', 'the synthetic sample'];
    throw new DirectoryError(`${directory}: holds ${held}, and ${given} must never be in the same directory\n  choose another --data`);
  }
  return holdings;
}

export function beginRun(options: CompileOptions): Run {
  const { directory, sources, reading = readHere, learn = learnHere } = options;
  const holdings = openHoldings(options);
  return {
    options,
    holdings,
    reading,
    learn,
    reader: new EditionReader(directory, sources, holdings, reading),
    writeDocuments: createDocumentWriter(),
    code: codeDigest(),
    progress: new RunProgress(options.progress, options.releases.length),
    evidence: new Map(),
    recordsOnly: new Set(readOrigin(directory)?.recordsOnly ?? []),
  };
}
