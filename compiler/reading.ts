// Reads each release in a process of its own: a file that fills its memory, or that is never read
// to its end, fails only its own release.
import { fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { fileURLToPath } from 'node:url';
import { getHeapStatistics } from 'node:v8';
import type { SourceKey } from '#schemas/codes.ts';
import { type LookedFor, listenTo, tellLookedFor } from '#sources/kit/looked-for.ts';
import { placeOfRelease } from '#sources/kit/place.ts';
import { LayoutError, type Problem, UnreadableFileError, messageOf } from '#sources/kit/problem.ts';
import { ownFiles, readRelease } from '#sources/kit/named-files.ts';
import type { PublishedFile, Release, Source } from '#sources/kit/source.ts';
import { parserOf } from '#sources/parsers.ts';
import { errorOfEnd, errorOfStart } from './release/installation.ts';
import type { ReleaseFiles } from './release/outcome.ts';

/**
 * The rows of a release. Throws UnreadableFileError and LayoutError, as the source's parse does.
 */
export type ReadRows = (
  source: Source,
  release: Release,
  files: readonly PublishedFile[],
) => Promise<readonly unknown[]>;

export const readHere: ReadRows = (source, release, files) => source.parse(release, files);

interface Job {
  readonly source: SourceKey;
  readonly release: Release;
  readonly files: readonly PublishedFile[];
}

/** Its last answer, after texts that are lists of rows in JSON. */
interface End {
  readonly lookedFor: readonly LookedFor[];
  readonly fault: Fault | null;
}

type Fault =
  | { readonly problem: Problem; readonly isCut: boolean }
  | { readonly problems: readonly Problem[] }
  | { readonly message: string; readonly stack: string; readonly code: unknown };

const program = fileURLToPath(import.meta.url);
const mebibyte = 1_048_576;

/** What a process has read, and how it ended: by its last answer, or as the text says. */
interface Read {
  readonly rows: readonly unknown[];
  readonly end: End | { readonly fault: Fault };
}

/** Reads in a process of its own, with the memory and time that the source allows. */
export const readApart: ReadRows = async (source, release, files) =>
  rowsOf(await beginReading(source, release, files));

// One release is read while another is written. Two wait, because some are read in no time.
const ahead = 2;

/**
 * The same for a run that reads all of these releases, in this order: while one is written, the
 * next are read.
 */
export function readAhead(order: readonly ReleaseFiles[]): ReadRows {
  const inProgress = new Map<ReleaseFiles, Promise<Read>>();
  return async (source, release, files) => {
    const place = order.findIndex(
      (one) => one.source === source && one.release.name === release.name,
    );
    const own = order[place];
    const read = await ((own && inProgress.get(own)) ?? beginReading(source, release, files));
    if (own !== undefined) {
      // Its rows are in use now. If it is read again, it is without some of its files.
      inProgress.delete(own);
      for (const next of order.slice(place + 1, place + 1 + ahead))
        if (!inProgress.has(next)) {
          const files = ownFiles(next.source.files, next.files());
          const reading = beginReading(next.source, next.release, files);
          // If it fails, its own turn says so.
          reading.catch(() => {});
          inProgress.set(next, reading);
        }
    }
    return rowsOf(read);
  };
}

function rowsOf({ rows, end }: Read): readonly unknown[] {
  if ('lookedFor' in end) for (const one of end.lookedFor) tellLookedFor(one);
  if (end.fault !== null) throw errorOf(end.fault);
  return rows;
}

/**
 * Variables that Node and the C library need to start and to read dates as this process does. A
 * foreign file that takes a reading process over finds no key, address or secret there.
 */
const neededVariables = ['TZ', 'LANG', 'LC_ALL', 'LD_LIBRARY_PATH', 'SystemRoot'];

function readingEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const needed: NodeJS.ProcessEnv = {};
  for (const name of neededVariables)
    if (environment[name] !== undefined) needed[name] = environment[name];
  // It loads what this process has compiled.
  const compiled = getCompileCacheDir();
  if (compiled !== undefined) needed['NODE_COMPILE_CACHE'] = compiled;
  return needed;
}

async function beginReading(
  source: Source,
  release: Release,
  files: readonly PublishedFile[],
): Promise<Read> {
  const { memory, seconds } = source.limits;
  const ownHeap = getHeapStatistics().heap_size_limit;
  const heap = Math.min(memory, Math.floor(ownHeap / mebibyte));
  const child = fork(program, {
    // With room for young objects, fewer of them are copied. Several threads copy them no sooner,
    // and take a tenth more time of processors.
    execArgv: [
      `--max-old-space-size=${heap}`,
      '--max-semi-space-size=64',
      '--no-parallel-scavenge',
    ],
    env: readingEnvironment(process.env),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let stopped: string | null = null;
  const stop = (why: string) => {
    stopped ??= why;
    child.kill('SIGKILL');
  };
  const clock = setTimeout(() => stop(`it took longer than ${seconds} s`), seconds * 1000);
  let lastWords = '';
  child.stderr?.on(
    'data',
    (piece: Buffer) => (lastWords = (lastWords + piece.toString()).slice(-2000)),
  );
  const rows: unknown[] = [];
  let characters = 0;
  const end = await new Promise<End | string>((done, fail) => {
    child.on('message', (message: string | End) => {
      // It has read everything, and it may be this process that takes its time.
      clearTimeout(clock);
      if (typeof message !== 'string') return done(message);
      characters += message.length;
      // All rows of a release must be in this process at once.
      if (characters > ownHeap / 4)
        return stop(
          `its rows take more than ${Math.round(ownHeap / 4 / mebibyte)} MB, a quarter of the memory of the compiler`,
        );
      for (const row of JSON.parse(message)) rows.push(row);
    });
    child.once('error', (error) => {
      clearTimeout(clock);
      fail(errorOfStart(program, error));
    });
    child.once('close', (code, signal) =>
      done(`it ended by itself (${signal ?? `exit code ${code}`})`),
    );
    const job: Job = { source: source.key, release, files };
    // If it ends before it has its files, how it ends says why.
    child.send(job, () => {});
  });
  clearTimeout(clock);
  child.kill('SIGKILL');
  if (typeof end !== 'string') return { rows, end };
  const broken = errorOfEnd(lastWords);
  if (broken !== null) throw broken;
  const isFull = /heap out of memory|Allocation failed/.test(lastWords);
  const said = lastWords.trim().split('\n').at(-1) ?? '';
  const problem: Problem = {
    place: placeOfRelease(release),
    message: `the process that read it was ended: ${stopped ?? (isFull ? `its heap was full (limit ${heap} MB)` : said === '' ? end : `${end} after saying "${said}"`)}`,
    repair: `download the files again; if they are as published, raise \`limits\` in sources/${source.key}/layout.ts`,
  };
  return { rows, end: { fault: { problem, isCut: false } } };
}

function faultOf(error: unknown): Fault {
  if (error instanceof UnreadableFileError) return { problem: error.problem, isCut: error.isCut };
  if (error instanceof LayoutError) return { problems: error.problems };
  return {
    message: messageOf(error),
    stack: (error instanceof Error ? error.stack : undefined) ?? '',
    code: error instanceof Error && 'code' in error ? error.code : null,
  };
}

function errorOf(fault: Fault): Error {
  if ('problem' in fault) return new UnreadableFileError(fault.problem, fault);
  if ('problems' in fault) return new LayoutError(fault.problems);
  const { message, stack, code } = fault;
  return Object.assign(new Error(message), { stack, code });
}

/** In the process: reads, and sends the rows in messages of some 250 kB. */
async function answer({ source, release, files }: Job): Promise<void> {
  const send = (message: string | End) => new Promise((done) => process.send?.(message, done));
  const lookedFor: LookedFor[] = [];
  let fault: Fault | null = null;
  try {
    const parser = await parserOf(source);
    let texts: string[] = [];
    let length = 0;
    for (const row of await listenTo(lookedFor, () => readRelease(parser, release, files), {
      isThorough: false,
    })) {
      const text = JSON.stringify(row);
      texts.push(text);
      length += text.length;
      if (length < 250_000) continue;
      await send(`[${texts.join(',')}]`);
      [texts, length] = [[], 0];
    }
    await send(`[${texts.join(',')}]`);
  } catch (error) {
    fault = faultOf(error);
  }
  await send({ lookedFor, fault });
}

if (process.argv[1] === program) {
  process.once('message', (job: Job) => void answer(job));
  // Nobody waits for the rows any more.
  process.once('disconnect', () => process.exit());
}
