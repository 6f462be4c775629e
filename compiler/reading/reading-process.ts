// Reads each source in a process of its own, whose memory and time are watched. What a file makes of the process ends only that source:
// the limits of Node's heap do not see buffers, and a heap that is full would end the compiler and every other source with it.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { dirname, extname } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { getHeapStatistics } from 'node:v8';
import { isHeard, tellLookedFor } from '#sources/kit/looked-for.ts';
import { placeOfRelease } from '#sources/kit/place.ts';
import { UnreadableFileError } from '#sources/kit/problem.ts';
import type { PublishedFile, Release, Source } from '#sources/kit/source.ts';
import { type Answer, type Job, errorOfFault } from './messages.ts';
import type { Reading } from './reading.ts';

/** The stream on which the process answers: after standard input, output and error. */
export const answersAt = 3;

const program = fileURLToPath(new URL(`./reader${extname(import.meta.url)}`, import.meta.url));

const [million, mebibyte] = [1_000_000, 1_048_576];
// Releases that are read ahead, each in a process. Reading is more than half of the work of compiling.
const mostAhead = 2;
// Between two looks a process can take some hundred megabytes.
const looksEvery = 50;
// Elsewhere than on Linux, a look is a process of its own.
const looksEveryByProcess = 500;
const lastWords = 2000;

/** Reads each source in a process of its own. */
export function readApart(): Reading {
  let current: Held | null = null;
  let ahead: readonly (Held & { readonly begun: Begun })[] = [];
  const end = () => {
    for (const { process } of ahead) process.end();
    current?.process.end();
    ahead = [];
    current = null;
  };
  const isBusy = (held: Held) => ahead.some(({ process }) => process === held.process);
  /** The process that has read of this source, if it has nothing else to do; else a new one. */
  const heldFor = (source: Source): Held =>
    current?.source === source && current.process.isReady && !isBusy(current) ? current : { source, process: new ReadingProcess(source) };
  const hold = (held: Held) => {
    if (current !== null && current.process !== held.process && !isBusy(current)) current.process.end();
    current = held;
  };
  return {
    end,
    ahead: {
      // A process may take what its limit allows, and what it reads comes here too.
      hasRoomFor: (source) => ahead.length < mostAhead && process.availableMemory() >= 2 * source.limits.memory * million,
      begin(source, release, files) {
        const held = heldFor(source);
        // That of the source before has read all that it was asked for.
        if (current?.source !== source) hold(held);
        const one = { ...held, begun: held.process.begin(release, files, false) };
        ahead = [...ahead, one];
        return () => {
          if (!ahead.includes(one)) return;
          ahead = ahead.filter((other) => other !== one);
          one.process.end();
        };
      },
    },
    async read(source, release, files) {
      const found = isHeard() ? undefined : ahead.find((one) => one.source === source && one.begun.isOf(release, files));
      if (found !== undefined) {
        ahead = ahead.filter((one) => one !== found);
        hold(found);
        return found.process.finish(found.begun);
      }
      const held = heldFor(source);
      hold(held);
      return held.process.finish(held.process.begin(release, files, isHeard()));
    },
  };
}

interface Held {
  readonly source: Source;
  readonly process: ReadingProcess;
}

/** A release that a process has been asked to read. */
interface Begun {
  readonly release: Release;
  readonly asked: Promise<void>;
  readonly stopWatching: () => void;
  isOf(release: Release, files: readonly PublishedFile[]): boolean;
}

/** A process that reads releases of one source, one after the other. */
class ReadingProcess {
  readonly #source: Source;
  readonly #child: ChildProcess;
  /** How it ended. */
  readonly #ended: Promise<string>;
  /** The limit of its heap, in mebibytes. */
  readonly #heap: number;
  #said = '';
  #fault: string | null = null;

  constructor(source: Source) {
    this.#source = source;
    // What its limit of memory allows, but never more than this process may take itself.
    this.#heap = Math.min(source.limits.memory, Math.floor(getHeapStatistics().heap_size_limit / mebibyte));
    this.#child = spawn(process.execPath, [`--max-old-space-size=${this.#heap}`, program], {
      stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...compileCache() },
    });
    this.#ended = new Promise((done) => {
      this.#child.once('close', (code, signal) => done(signal ?? `exit code ${code}`));
      this.#child.once('error', (error) => {
        this.#fault ??= `its process could not be started (${error.message})`;
        done('not started');
      });
    });
    this.#child.stderr?.on('data', (piece: Buffer) => {
      this.#said = (this.#said + piece.toString()).slice(-lastWords);
    });
    // The process ends before it has read its files: how it ends says why.
    this.#child.stdin?.on('error', () => {});
    endFirst(this.#child.pid);
  }

  get isReady(): boolean {
    return this.#fault === null && !this.#child.killed && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }

  /** Asks for a release. One at a time: finish it before the next. */
  begin(release: Release, files: readonly PublishedFile[], isThorough: boolean): Begun {
    const job: Job = {
      source: this.#source.key,
      release,
      files: files.map(({ name, bytes }) => ({ name, bytes: bytes.length })),
      isThorough,
    };
    const stopWatching = this.#watch();
    // A release that is begun may never be finished.
    void this.#ended.then(stopWatching);
    const ask = async () => {
      this.#child.stdin?.write(`${JSON.stringify(job)}\n`);
      for (const { bytes } of files) await written(this.#child.stdin, bytes, this.#ended);
    };
    return {
      release,
      asked: ask(),
      stopWatching,
      // The bytes themselves, because a file can change between two looks.
      isOf: (other, given) =>
        JSON.stringify(other) === JSON.stringify(release) &&
        given.length === files.length &&
        given.every(({ name, bytes }, place) => name === files[place]?.name && bytes === files[place]?.bytes),
    };
  }

  /** The rows of a release that was begun. */
  async finish({ release, asked, stopWatching }: Begun): Promise<readonly unknown[]> {
    try {
      await asked;
      const rows: unknown[] = [];
      for await (const answer of answersOf(this.#child.stdio[answersAt], (bytes) => this.#requireRoom(bytes))) {
        if ('rows' in answer) {
          for (const row of answer.rows) rows.push(row);
          continue;
        }
        for (const told of answer.end.heard) tellLookedFor(told);
        if (answer.end.fault !== null) throw errorOfFault(answer.end.fault);
        return rows;
      }
      throw this.#unreadable(release, await this.#ended);
    } finally {
      stopWatching();
    }
  }

  /** Ends the process if what it reads does not fit into this one, where all rows of a release must be at once. */
  #requireRoom(bytes: number): void {
    const most = getHeapStatistics().heap_size_limit / 4;
    if (bytes <= most || this.#fault !== null) return;
    this.#end(`its rows take more than ${megabytes(most)}, a quarter of the memory that the compiler may take`);
  }

  #end(fault: string): void {
    this.#fault ??= fault;
    this.end();
  }

  #unreadable(release: Release, how: string): UnreadableFileError {
    const isHeapFull = /heap out of memory|Allocation failed/.test(this.#said);
    const died = isHeapFull ? `its heap was full (limit ${this.#heap} MB)` : `it ended by itself (${how}) ${this.#lastLine()}`;
    return new UnreadableFileError({
      place: placeOfRelease(release),
      message: `the process that read it was ended: ${this.#fault ?? died.trim()}`,
      repair: `download the files again; if they are as published, raise \`limits\` in sources/${this.#source.key}/layout.ts`,
    });
  }

  #lastLine(): string {
    const line = this.#said.trim().split('\n').at(-1) ?? '';
    return line === '' ? '' : `after saying "${line}"`;
  }

  /** Ends the process if it takes more memory or time than its source allows. */
  #watch(): () => void {
    const { memory, seconds } = this.#source.limits;
    const { pid } = this.#child;
    if (pid === undefined) return () => {};
    const judge = (taken: number | null) => {
      if (taken !== null && taken > memory * million) this.#end(`it took ${megabytes(taken)} of memory (limit ${memory} MB)`);
    };
    const onLinux = process.platform === 'linux';
    const looks = setInterval(
      () => (onLinux ? judge(residentOnLinux(pid)) : residentElsewhere(pid, judge)),
      onLinux ? looksEvery : looksEveryByProcess,
    );
    const clock = setTimeout(() => this.#end(`it took longer than ${seconds} s`), seconds * 1000);
    // It answers when it has read everything. From then on it may be the compiler that takes its time.
    this.#child.stdio[answersAt]?.once('readable', () => clearTimeout(clock));
    return () => {
      clearInterval(looks);
      clearTimeout(clock);
    };
  }
}

/** Half of the time in which a process starts goes to compiling its code, unless it is kept where this process keeps its own (bin/lmi.js). */
function compileCache(): NodeJS.ProcessEnv {
  const directory = nodeModule.getCompileCacheDir?.();
  // Node adds the name of its version itself.
  return directory === undefined ? {} : { NODE_COMPILE_CACHE: dirname(directory) };
}

/** Writes to the process, and waits until it has taken what was written or has ended. */
async function written(to: Writable | null, bytes: Uint8Array, ended: Promise<unknown>): Promise<void> {
  const taken = new Promise<void>((done) => (to === null ? done() : to.write(bytes, () => done())));
  await Promise.race([taken, ended]);
}

/** The answers of the process until it ends or is asked no more. `grown` hears how many bytes have come. */
async function* answersOf(from: Readable | Writable | null | undefined, grown: (bytes: number) => void): AsyncGenerator<Answer> {
  if (from === null || from === undefined || !('read' in from)) return;
  let parts: Buffer[] = [];
  let came = 0;
  for await (const piece of from.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    came += piece.length;
    grown(came);
    let start = 0;
    for (let end = piece.indexOf('\n'); end !== -1; end = piece.indexOf('\n', start)) {
      parts.push(piece.subarray(start, end));
      start = end + 1;
      yield JSON.parse(Buffer.concat(parts).toString());
      parts = [];
    }
    parts.push(piece.subarray(start));
  }
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / million).toLocaleString('en-GB')} MB`;
}

/** Tells Linux to end this process before any other if the machine's memory is full. */
function endFirst(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // Another system, or the process has ended.
  }
}

/** Bytes of memory; null if the process has ended. */
function residentOnLinux(pid: number): number | null {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}

function residentElsewhere(pid: number, judge: (bytes: number | null) => void): void {
  execFile('ps', ['-o', 'rss=', '-p', String(pid)], (error, printed) => judge(error === null ? Number(printed) * 1024 : null));
}
