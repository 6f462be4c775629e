// One run of the compiler: its options, what its releases share, and how much of it is done.
import type { Ingest } from '#schemas/catalogue.ts';
import type { SourceKey } from '#schemas/codes.ts';
import type { Source } from '#sources/kit/source.ts';
import type { TitleEvidence } from '#sources/kit/needs.ts';
import { CatalogueDraft } from '../edition/catalogue-draft.ts';
import { codeDigest } from '../edition/code-digest.ts';
import { readOrigin } from '../store/notes.ts';
import { type ReadRows, readHere } from '../reading.ts';
import type { Outcome, ReleaseFiles } from './outcome.ts';
import { EditionReader } from './read-again.ts';

/** Work in equal parts. `what` names the parts: "releases". */
export interface Work {
  readonly done: number;
  readonly of: number;
  readonly what: string;
}

/** Shows what is being done, and how much of the whole work is done, if that is known. */
export type ShowProgress = (doing: string, work?: Work) => void;

export interface CompileOptions {
  readonly sources: readonly Source[];
  readonly releases: readonly ReleaseFiles[];
  readonly directory: string;
  /** Whether the data are the synthetic sample. */
  readonly sample: boolean;
  /**
   * Forget the existing editions, and remove them when the new ones are served. For a sample, which
   * needs no history.
   */
  readonly afresh?: boolean;
  /** Publish the first release of a layout that we have not seen in a real file. */
  readonly acceptDocumented: boolean;
  /** The new ingest entries of an update. Sources without one keep theirs. */
  readonly ingest?: (outcomes: readonly Outcome[]) => ReadonlyMap<SourceKey, Ingest>;
  /**
   * An operator's decision about editions, applied under the lock before anything is compiled. An
   * error stops the run.
   */
  readonly amend?: (draft: CatalogueDraft) => void;
  /** How releases are read; in this process if it is not given. */
  readonly readRows?: ReadRows;
  /** Progress, for a terminal. */
  readonly progress: ShowProgress;
  readonly say: (line: string) => void;
}

export interface Run {
  readonly options: CompileOptions;
  readonly draft: CatalogueDraft;
  readonly readRows: ReadRows;
  readonly reader: EditionReader;
  readonly code: string;
  readonly progress: ReturnType<typeof progressOf>;
  /** What the search may learn from the editions examined in this run, by edition id. */
  readonly evidence: Map<string, readonly TitleEvidence[]>;
  /** Ids of editions whose documents a pull has left in the store. */
  readonly recordsOnly: ReadonlySet<string>;
}

export function beginRun(options: CompileOptions): Run {
  const { directory, sources, readRows = readHere } = options;
  const draft = new CatalogueDraft(options);
  return {
    options,
    draft,
    readRows,
    reader: new EditionReader(directory, sources, draft, readRows),
    code: codeDigest(),
    progress: progressOf(options.progress, options.releases.length),
    evidence: new Map(),
    recordsOnly: new Set(readOrigin(directory)?.recordsOnly ?? []),
  };
}

/**
 * `releases`: how many are given. Nobody knows before how many editions must be made again on top.
 */
export function progressOf(show: ShowProgress, releases: number) {
  let expected = releases;
  let started = 0;
  return {
    /** `place` names the release. Reading begins a release. */
    show(place: string, step: 'reading' | 'examining' | 'writing documents'): void {
      if (step === 'reading') started += 1;
      expected = Math.max(expected, started);
      show(`${place}: ${step}`, { done: Math.max(0, started - 1), of: expected, what: 'releases' });
    },
    /** What is done after the last release. */
    last: (doing: string) => show(doing, { done: expected, of: expected, what: 'releases' }),
  };
}
