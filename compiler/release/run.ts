// One run of the compiler: its options, what its releases share, and how much of it is done.
import type { Catalogue, Ingest } from '#schemas/catalogue.ts';
import type { SourceKey } from '#schemas/codes.ts';
import type { Source } from '#sources/kit/source.ts';
import type { TitleEvidence } from '#sources/kit/needs.ts';
import { CatalogueDraft } from '../edition/catalogue-draft.ts';
import { codeDigest } from '../edition/code-digest.ts';
import { readOrigin } from '../edition/origin.ts';
import { type Outcome, type ReleaseFiles, wordOf } from './outcome.ts';
import type { Workers } from './workers.ts';
import type { Step } from './make-release.ts';

/** How much of the work is done. `of`: how many parts it has. `what` names them: "releases". */
export interface Work {
  readonly done: number;
  readonly of: number;
  readonly what: string;
}

/**
 * Shows what is being done, by several workers in a line each, and how much of the whole work is
 * done, if that is known.
 */
export type ShowProgress = (doing: string | readonly string[], work?: Work) => void;

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
  /**
   * Begin with this catalogue, because the directory has none. `digest`: of its bytes. Its editions
   * were stored in another format, so those that are made again may list other bytes.
   */
  readonly base?: { readonly catalogue: Catalogue; readonly digest: string };
  /** Publish the first release of a layout that we have not seen in a real file. */
  readonly acceptDocumented: boolean;
  /** The new ingest entries of an update. Sources without one keep theirs. */
  readonly ingest?: (outcomes: readonly Outcome[]) => ReadonlyMap<SourceKey, Ingest>;
  /**
   * An operator's decision about editions, applied under the lock before anything is compiled. An
   * error stops the run.
   */
  readonly amend?: (draft: CatalogueDraft) => void | Promise<void>;
  /**
   * The workers that make editions; by default this process. They are stopped at the end of the
   * run.
   */
  readonly workers?: Workers | undefined;
  /** Progress, for a terminal. */
  readonly progress: ShowProgress;
  /** Progress, for a log: a line when the work on a release begins, and one when it ends. */
  readonly note?: (line: string) => void;
  readonly say: (line: string) => void;
}

export interface Run {
  readonly options: CompileOptions;
  readonly draft: CatalogueDraft;
  readonly code: string;
  readonly progress: RunProgress;
  /** What the search may learn from the editions made in this run, by edition id. */
  readonly evidence: Map<string, readonly TitleEvidence[]>;
  /** Ids of editions whose documents a pull has left in the store. */
  readonly recordsOnly: ReadonlySet<string>;
}

export function beginRun(options: CompileOptions): Run {
  return {
    options,
    draft: new CatalogueDraft(options),
    code: codeDigest(),
    progress: new RunProgress(options),
    evidence: new Map(),
    recordsOnly: new Set(readOrigin(options.directory)?.recordsOnly ?? []),
  };
}

/** What each worker is doing, and how many releases are done. */
export class RunProgress {
  readonly #show: ShowProgress;
  readonly #note: (line: string) => void;
  /** What each worker does, by its number; empty if it waits. */
  readonly #doing: string[] = [];
  /** The given releases, and more as soon as editions must be made again. */
  #releases: number;
  #begun = 0;
  #done = 0;

  constructor({
    progress,
    note = () => {},
    releases,
  }: Pick<CompileOptions, 'progress' | 'note' | 'releases'>) {
    this.#show = progress;
    this.#note = note;
    this.#releases = releases.length;
  }

  /** A release is being looked at. Most have an edition already, so no log names it. */
  begin(worker: number, candidate: ReleaseFiles): void {
    this.#begun += 1;
    this.#releases = Math.max(this.#releases, this.#begun);
    this.#doing[worker] = nameOf(candidate);
    this.#draw();
  }

  step(worker: number, candidate: ReleaseFiles, step: Step): void {
    this.#doing[worker] = `${nameOf(candidate)}: ${step}`;
    this.#draw();
    if (step === 'reading') this.#note(`${nameOf(candidate)}: begins`);
  }

  end(worker: number, candidate: ReleaseFiles, outcome: Outcome | null): void {
    this.#done += 1;
    this.#doing[worker] = '';
    this.#draw();
    if (outcome === null || outcome.verdict === 'unchanged') return;
    this.#note(`${nameOf(candidate)}: ${wordOf(outcome.verdict)}, ${outcome.seconds.toFixed(1)} s`);
  }

  learning(worker: number): void {
    this.#doing[worker] = 'learning from job titles';
    this.#draw();
    this.#note('job titles: learning begins');
  }

  learnt(worker: number): void {
    this.#doing[worker] = '';
    this.#draw();
    this.#note('job titles: learnt');
  }

  #draw(): void {
    const lines = Array.from(this.#doing, (doing = '') => (doing === '' ? 'waiting' : doing));
    this.#show(lines, { done: this.#done, of: this.#releases, what: 'releases' });
  }
}

function nameOf({ source, release }: ReleaseFiles): string {
  return `${source.key} ${release.name}`;
}
