// Runs wrk, which sends requests over a few connections for a few seconds, and reads its measurements.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const haveWrk = (): boolean => spawnSync('wrk', ['-v']).error === undefined;

export interface Load {
  readonly perSecond: number;
  /** Microseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly answers: number;
  /** Answers with a status other than 2xx and 3xx; for a load that may be refused, 429. */
  readonly refused: number;
  /** Requests without an answer. */
  readonly failed: number;
  /** What its process did; null if the target has several. */
  readonly spent: Spent | null;
}

/** Microseconds for each answer. */
export interface Spent {
  /** Processor time of all threads of the process. */
  readonly processor: number;
  /** The thread that answers had work and no processor, because another program had it. */
  readonly kept: number;
  /** The thread that answers had nothing to do. Under full load this is the time for which answers wait for something else. */
  readonly idle: number;
}

export interface Target {
  readonly name: string;
  /** Without a path. */
  readonly url: string;
  /**
   * A file of requests, sent in order and repeated: one path a line, then its key and its Accept-Encoding, after a blank each. A load begins
   * where the last one of the same file ended, so that short loads do not ask for the same few answers again and again.
   */
  readonly requests: string;
  /** Its process; null if it has several. */
  readonly process: number | null;
}

export interface LoadOptions {
  readonly seconds: number;
  readonly open: number;
  /** Milliseconds that each connection waits before each request, for a lighter load. */
  readonly pause?: number;
}

export interface Wrk {
  load(target: Target, options: LoadOptions): Load;
}

/** Runs wrk with our script, which it writes into the folder `work`. */
export function createWrk(work: string): Wrk {
  const script = join(work, 'load.lua');
  writeFileSync(script, scriptText);
  /** How many requests of each file have been sent, by the address that they were sent to. */
  const sent = new Map<string, number>();
  return {
    load({ url, requests, process }, { seconds, open, pause = 0 }) {
      const series = `${url} ${requests}`;
      const start = sent.get(series) ?? 0;
      const before = process === null ? null : threadsOf(process);
      const text = execFileSync(
        'wrk',
        ['-t', '1', '-c', String(open), '-d', `${seconds}s`, '-s', script, url, '--', String(pause), requests, String(start)],
        { encoding: 'utf8' },
      );
      const after = process === null ? null : threadsOf(process);
      const [, ...numbers] = (/MEASURED (\S+) (\d+) (\d+) (\d+) (\d+) (\d+)/.exec(text) ?? []).map(Number);
      const [perSecond, p50, p99, answers, refused, failed] = numbers;
      if (
        perSecond === undefined ||
        p50 === undefined ||
        p99 === undefined ||
        answers === undefined ||
        refused === undefined ||
        failed === undefined
      ) {
        throw new Error(`the output of wrk cannot be read: ${text}`);
      }
      // Those that were not answered any more were sent too.
      sent.set(series, start + answers + open);
      const spent = before === null || after === null ? null : spentBetween(before, after, { answers, seconds });
      return { perSecond, p50, p99, answers, refused, failed, spent };
    },
  };
}

// Each connection's next request is the next of the list.
const scriptText = `local requests, turn = {}, 0
function init(args)
  local pause = tonumber(args[1])
  turn = tonumber(args[3])
  for line in io.lines(args[2]) do
    local path, key, coding = line:match("^(%S+) ?(%S*) ?(%S*)$")
    local headers = {}
    if key ~= "" then headers["X-API-Key"] = key end
    if coding ~= "" then headers["Accept-Encoding"] = coding end
    requests[#requests + 1] = wrk.format("GET", path, headers)
  end
  if pause > 0 then function delay() return pause end end
end
function request() turn = turn + 1; return requests[turn % #requests + 1] end
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format("MEASURED %f %d %d %d %d %d\\n", summary.requests / summary.duration * 1e6, latency:percentile(50), latency:percentile(99), summary.requests, errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
`;

/** Microseconds since the process began. */
interface Threads {
  /** Processor time of all threads. */
  readonly processor: number;
  /** Of the first thread, which answers: processor time, and the time for which it was ready and had no processor. */
  readonly answering: number;
  readonly kept: number;
}

/** Linux counts both in nanoseconds for each thread (Documentation/scheduler/sched-stats.rst, /proc/PID/schedstat). */
function threadsOf(process: number): Threads {
  const tasks = `/proc/${process}/task`;
  const read = (thread: string): readonly number[] => {
    try {
      return readFileSync(`${tasks}/${thread}/schedstat`, 'utf8')
        .split(' ')
        .map((nanoseconds) => Number(nanoseconds) / 1000);
    } catch {
      // It has ended.
      return [];
    }
  };
  const [answering = 0, kept = 0] = read(String(process));
  const processor = readdirSync(tasks).reduce((sum, thread) => sum + (read(thread)[0] ?? 0), 0);
  return { processor, answering, kept };
}

function spentBetween(
  before: Threads,
  after: Threads,
  { answers, seconds }: { readonly answers: number; readonly seconds: number },
): Spent {
  const kept = after.kept - before.kept;
  return {
    processor: (after.processor - before.processor) / answers,
    kept: kept / answers,
    idle: Math.max(0, seconds * 1e6 - (after.answering - before.answering) - kept) / answers,
  };
}
