// Workers as processes: a file that fills the memory of one, or that is never read to its end,
// fails only its own release. Threads would not do: a file that fills the memory of one can end the
// whole process.
import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getHeapStatistics } from 'node:v8';
import type { SourceKey } from '#schemas/codes.ts';
import { placeOfRelease } from '#sources/kit/place.ts';
import { UnreadableFileError } from '#sources/kit/problem.ts';
import type { Source } from '#sources/kit/source.ts';
import { removeTemporaryFolders } from '../edition/edition-directory.ts';
import { errorOfEnd, errorOfStart } from './installation.ts';
import type { LearningJob, Listener, Made, ReleaseJob, Step } from './make-release.ts';
import { type PackedRows, type Reply, type Request, errorOf } from './worker-messages.ts';
import { StoppedError } from './stopped.ts';
import type { Worker, Workers } from './workers.ts';

const workerProgram = fileURLToPath(
  new URL(`worker-program${extname(import.meta.url)}`, import.meta.url),
);
const mebibyte = 1_048_576;

/** In characters. A process out of memory says so above a native stack trace of up to 5,000. */
const mostLastWords = 20_000;

/** The heap of a worker: about three times what compiling the largest source takes. */
const usualHeapMb = 2500;

/** Learning reads no file of a publisher: its time is bounded only so that a run ends. */
const secondsOfLearning = 3600;

/**
 * Variables that Node and the C library need to start and to read dates as this process does. A
 * publisher's file that takes a worker over finds no key, address or secret there.
 */
const neededVariables = ['TZ', 'LANG', 'LC_ALL', 'LD_LIBRARY_PATH', 'SystemRoot'];

function environmentOf(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  // glibc gives each thread a heap of its own, and cannot use in one what is free in another.
  const needed: NodeJS.ProcessEnv = { MALLOC_ARENA_MAX: '1' };
  for (const name of neededVariables)
    if (environment[name] !== undefined) needed[name] = environment[name];
  const compileCache = getCompileCacheDir();
  if (compileCache !== undefined) needed['NODE_COMPILE_CACHE'] = compileCache;
  return needed;
}

/** How a process ended before it had answered: why we stopped it, or how it ended by itself. */
interface ProcessEnd {
  readonly stopped: string | null;
  readonly how: string;
  readonly lastWords: string;
}

/** A process that answers one request at a time. */
class WorkerProcess {
  /** Ids of the needed editions that it has made, or whose rows it has been sent. */
  readonly known = new Set<string>();
  readonly #child: ChildProcess;
  readonly #ended: Promise<ProcessEnd>;
  #isEnded = false;
  #stopped: string | null = null;
  #lastWords = '';
  #onReply: (reply: Reply) => void = () => {};

  constructor(program: string, heap: number) {
    this.#child = fork(program, {
      // With room for young objects from the start, fewer of them are copied. More room than this
      // costs memory and saves no time, and so do several threads that copy them. V8
      // would let the heap grow to three times what is in use before it collects garbage.
      execArgv: [
        `--max-old-space-size=${heap}`,
        '--min-semi-space-size=32',
        '--max-semi-space-size=32',
        '--no-parallel-scavenge',
        '--heap-growing-percent=100',
      ],
      env: environmentOf(process.env),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.stderr?.on('data', (piece: Buffer) => {
      this.#lastWords = (this.#lastWords + piece.toString()).slice(-mostLastWords);
    });
    this.#child.on('message', (reply: Reply) => this.#onReply(reply));
    this.#ended = new Promise((done, fail) => {
      this.#child.once('error', (error) => {
        this.#isEnded = true;
        fail(errorOfStart(program, error));
      });
      this.#child.once('close', (code, signal) => {
        this.#isEnded = true;
        const how = `it ended by itself (${signal ?? `exit code ${code}`})`;
        done({ stopped: this.#stopped, how, lastWords: this.#lastWords });
      });
    });
    // Callers of `ask` hear of its end.
    this.#ended.catch(() => {});
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Its last reply to a request, or its end. Throws ProcessError if it could not be started. */
  async ask(
    request: Request,
    seconds: number,
    listener: Partial<Listener> = {},
  ): Promise<Reply | ProcessEnd> {
    const timer = setTimeout(
      () => void this.stop(`it took longer than ${seconds} s`),
      seconds * 1000,
    );
    const replied = new Promise<Reply>((done) => {
      this.#onReply = (reply) => {
        if (reply.kind === 'step') {
          // The limit is for reading publishers' files. Writing is our own work, and a busy machine
          // must not cut it short.
          if (reply.step === 'writing') clearTimeout(timer);
          listener.step?.(reply.step);
        } else if (reply.kind === 'say') listener.say?.(reply.line);
        else done(reply);
      };
    });
    // If it ends before it has the request, how it ends says why.
    this.#child.send(request, () => {});
    try {
      return await Promise.race([replied, this.#ended]);
    } finally {
      clearTimeout(timer);
    }
  }

  async stop(why: string): Promise<void> {
    this.#stopped ??= why;
    this.#child.kill('SIGKILL');
    await this.#ended.catch(() => {});
  }
}

/** Work that waits for a free slot. */
interface Waiting {
  readonly source: Source | null;
  readonly begin: (slot: WorkerSlot) => void;
  readonly giveUp: (error: Error) => void;
}

/**
 * Sources that begin as soon as they can: pay takes about as long as all others together, and
 * several sources need the index of the classification.
 */
const urgentSources: readonly SourceKey[] = ['ashe', 'soc-index'];

/** More workers would only wait for pay. */
const mostUsual = 4;

/** One worker for each core that this process may use. */
export function usualCount(): number {
  return Math.min(mostUsual, availableParallelism());
}

export interface WorkerOptions {
  /** The program of each process. */
  readonly program?: string;
  /** Megabytes; no more than this process may have. */
  readonly heap?: number;
}

/** Processes are started when they are needed, or by `start`. */
export function workerProcesses(
  directory: string,
  count: number,
  { program = workerProgram, heap = usualHeapMb }: WorkerOptions = {},
): Workers & { readonly start: () => void } {
  const rows = new Map<string, PackedRows>();
  const mostHeap = Math.floor(getHeapStatistics().heap_size_limit / mebibyte);
  const slots = Array.from(
    { length: count },
    (_, number) =>
      new WorkerSlot({ number, directory, rows, program, heap: Math.min(heap, mostHeap) }),
  );
  let freeSlots: readonly WorkerSlot[] = slots;
  let waiting: readonly Waiting[] = [];
  let isStopped = false;

  const assignWork = () => {
    for (const slot of freeSlots) {
      const next = nextOf(waiting);
      if (next === undefined) return;
      waiting = waiting.filter((other) => other !== next);
      freeSlots = freeSlots.filter((other) => other !== slot);
      next.begin(slot);
    }
  };

  return {
    count,
    start() {
      for (const slot of slots) slot.start();
    },
    lend(source, work) {
      return new Promise((done, fail) => {
        const begin = (slot: WorkerSlot) => {
          work(slot)
            .finally(() => {
              freeSlots = [...freeSlots, slot];
              assignWork();
            })
            .then(done, fail);
        };
        if (isStopped) return fail(new StoppedError());
        waiting = [...waiting, { source, begin, giveUp: fail }];
        assignWork();
      });
    },
    async stop() {
      isStopped = true;
      for (const { giveUp } of waiting) giveUp(new StoppedError());
      waiting = [];
      await Promise.all(slots.map((slot) => slot.stop()));
    },
  };
}

/** The next job for a free slot: an urgent one, else the one that has waited longest. */
function nextOf(waiting: readonly Waiting[]): Waiting | undefined {
  for (const key of urgentSources) {
    const first = waiting.find(({ source }) => source?.key === key);
    if (first !== undefined) return first;
  }
  return waiting[0];
}

interface SlotOptions {
  readonly number: number;
  readonly directory: string;
  /** The rows of editions that were made in this run and that other sources need. */
  readonly rows: Map<string, PackedRows>;
  readonly program: string;
  /** Megabytes. */
  readonly heap: number;
}

/** The slot of one worker. Its process lives as long as the run, and is replaced if it ends. */
class WorkerSlot implements Worker {
  readonly number: number;
  readonly #directory: string;
  readonly #rows: Map<string, PackedRows>;
  readonly #program: string;
  readonly #heap: number;
  #process: WorkerProcess | null = null;
  #isStopped = false;

  constructor({ number, directory, rows, program, heap }: SlotOptions) {
    this.number = number;
    this.#directory = directory;
    this.#rows = rows;
    this.#program = program;
    this.#heap = heap;
  }

  /** Starts the process before there is work for it. */
  start(): void {
    this.#process ??= new WorkerProcess(this.#program, this.#heap);
  }

  async make(source: Source, job: ReleaseJob, listener: Listener): Promise<Made> {
    const worker = await this.#livingProcess();
    const missing = job.editions.filter(
      ({ id, source: key }) => key !== source.key && this.#rows.has(id) && !worker.known.has(id),
    );
    const rows = missing.flatMap(({ id }) => this.#rows.get(id) ?? []);
    for (const { edition } of rows) worker.known.add(edition);
    let step: Step = 'reading';
    const reply = await this.#ask(
      worker,
      { kind: 'make', directory: this.#directory, source: source.key, job, rows },
      source.limits.seconds,
      {
        step(next) {
          step = next;
          listener.step(next);
        },
        say: (line) => listener.say(line),
      },
    );
    if (!('kind' in reply))
      throw new UnreadableFileError({
        place: placeOfRelease(job.release),
        message: `its process was ended while ${step}: ${this.#describeEnd(reply)}`,
        repair: `download the files again; if they are as published, ${repairOfEnd(source, reply)}`,
      });
    if (reply.kind !== 'made') throw new Error(`a worker answered "${reply.kind}"`);
    if (reply.rows !== null) {
      this.#rows.set(reply.rows.edition, reply.rows);
      worker.known.add(reply.rows.edition);
    }
    return reply.made;
  }

  async learn(job: LearningJob): Promise<Uint8Array> {
    const worker = await this.#livingProcess();
    const request = { kind: 'learn', directory: this.#directory, job } as const;
    const reply = await this.#ask(worker, request, secondsOfLearning);
    if (!('kind' in reply))
      throw new Error(`the process that learnt was ended: ${this.#describeEnd(reply)}`);
    if (reply.kind !== 'learnt') throw new Error(`a worker answered "${reply.kind}"`);
    return reply.bytes;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#end();
  }

  async #livingProcess(): Promise<WorkerProcess> {
    if (this.#isStopped) throw new StoppedError();
    if (this.#process?.isEnded === true) await this.#end();
    this.#process ??= new WorkerProcess(this.#program, this.#heap);
    return this.#process;
  }

  /** Throws the fault that the process replies. */
  async #ask(
    worker: WorkerProcess,
    request: Request,
    seconds: number,
    listener: Partial<Listener> = {},
  ): Promise<Reply | ProcessEnd> {
    let reply: Reply | ProcessEnd;
    try {
      reply = await worker.ask(request, seconds, listener);
    } catch (error) {
      await this.#end();
      throw error;
    }
    if ('kind' in reply) {
      if (reply.kind === 'fault') throw errorOf(reply.fault);
      return reply;
    }
    await this.#end();
    if (this.#isStopped) throw new StoppedError();
    const broken = errorOfEnd(reply.lastWords);
    if (broken !== null) throw broken;
    return reply;
  }

  /** Ends its process, and removes what that left half written. */
  async #end(): Promise<void> {
    const ending = this.#process;
    if (ending === null) return;
    this.#process = null;
    await ending.stop('the run was stopped');
    if (ending.pid !== undefined) removeTemporaryFolders(this.#directory, ending.pid);
  }

  #describeEnd({ stopped, how, lastWords }: ProcessEnd): string {
    if (stopped !== null) return stopped;
    if (isHeapFull(lastWords)) return `its heap was full (limit ${this.#heap} MB)`;
    const lastLine = lastWords.trim().split('\n').at(-1) ?? '';
    return lastLine === '' ? how : `${how} after saying "${lastLine}"`;
  }
}

function repairOfEnd({ key }: Source, { lastWords }: ProcessEnd): string {
  return isHeapFull(lastWords)
    ? 'raise `usualHeapMb` in compiler/release/worker-processes.ts'
    : `raise \`limits\` in sources/${key}/layout.ts`;
}

const isHeapFull = (lastWords: string) => /heap out of memory|Allocation failed/.test(lastWords);
