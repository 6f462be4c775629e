// The workers that make editions: separate processes (worker-processes.ts), or this process.
import { modelOf } from '../learn/model-of.ts';
import type { Source } from '#sources/kit/source.ts';
import {
  type LearningJob,
  type Listener,
  type Made,
  type ReleaseJob,
  ReleaseMaker,
} from './make-release.ts';
import { StoppedError } from './stopped.ts';

/** Makes the editions of one source, one after another. */
export interface Worker {
  /** Counted from 0. */
  readonly number: number;
  /** Throws as ReleaseMaker.make does, and for a worker that ended before it was done. */
  make(source: Source, job: ReleaseJob, listener: Listener): Promise<Made>;
  /** The model of job titles. Throws as modelOf does, and if titles cannot be read again. */
  learn(job: LearningJob): Promise<Uint8Array>;
}

export interface Workers {
  /** How many can work at once. */
  readonly count: number;
  /** Lends a worker as soon as one is free. `source` is null for learning. */
  lend<Result>(source: Source | null, work: (worker: Worker) => Promise<Result>): Promise<Result>;
  /** Ends all workers. Calls that still wait for one get a StoppedError. */
  stop(): Promise<void>;
}

/** One worker: this process. A file that ends it ends the whole run. */
export function workersHere(directory: string, sources: readonly Source[]): Workers {
  const maker = new ReleaseMaker(directory, sources);
  const worker: Worker = {
    number: 0,
    make: (source, job, listener) => maker.make(source, job, listener),
    async learn(job) {
      return modelOf(occupationsIn(job), await maker.evidenceOf(job));
    },
  };
  let lastWork: Promise<unknown> = Promise.resolve();
  let isStopped = false;
  return {
    count: 1,
    lend(_source, work) {
      const result = lastWork.then(() => {
        if (isStopped) throw new StoppedError();
        return work(worker);
      });
      lastWork = result.catch(() => {});
      return result;
    },
    async stop() {
      isStopped = true;
      await lastWork;
    },
  };
}

/** The unit groups that job titles can belong to: those of the served coding index. */
export function occupationsIn({ needs, editions }: LearningJob): readonly string[] {
  const index = needs.find(({ source }) => source === 'soc-index');
  return editions.find(({ id }) => id === index?.edition)?.axes.occupations ?? [];
}
