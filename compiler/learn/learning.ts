// Where the model is learnt: in this process, or in a thread beside it, so that the other core learns while the compiler goes on.
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { TitleEvidence } from '#sources/kit/needs.ts';
import { modelOf } from './model-of.ts';

/** What is learnt from: the codes of the unit groups, and the titles. */
export interface Lesson {
  readonly unitGroups: readonly string[];
  readonly evidence: readonly TitleEvidence[];
}

/** A model that is being learnt. */
export interface Learning {
  /** Its bytes. Rejects if nothing can be learnt. */
  finish(): Promise<Uint8Array<ArrayBuffer>>;
  /** Ends the work if it is not done. */
  end(): void;
}

export type Learn = (lesson: Lesson) => Learning;

/** Learns in this process, when it is asked to finish. */
export const learnHere: Learn = ({ unitGroups, evidence }) => ({ finish: async () => modelOf(unitGroups, evidence), end() {} });

// Learning from the titles of today takes some 300 MB.
const room = 600_000_000;
// Learning makes many short-lived objects. With more room for the young ones, fewer of them are copied.
const youngMegabytes = 64;

/** Learns in a thread beside this one if there is memory; else as `learnHere` does. */
export const learnApart: Learn = (lesson) => {
  if (process.availableMemory() < room) return learnHere(lesson);
  let thread: Worker | null = null;
  const learnt = new Promise<Uint8Array<ArrayBuffer>>((done, fail) => {
    thread = new Worker(new URL(`./learner${extname(import.meta.url)}`, import.meta.url), {
      workerData: lesson,
      resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
    });
    thread.once('message', done);
    thread.once('error', fail);
    thread.once('exit', (code) => fail(new Error(`the thread that learns ended with code ${code}`)));
  });
  // Nobody may ask for the model any more.
  learnt.catch(() => {});
  return {
    // If the thread fails for want of memory, there may be enough now. If the titles are at fault, this process says the same of them.
    finish: () => learnt.catch(() => learnHere(lesson).finish()),
    end: () => void thread?.terminate(),
  };
};
