// wrk: requests over a few connections for a few seconds, and what it measured.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const haveWrk = (): boolean => spawnSync('wrk', ['-v']).error === undefined;

export interface Load {
  readonly perSecond: number;
  /** Microseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly answers: number;
  /** Answers of another status than 2xx and 3xx; of a load that may be refused, 429. */
  readonly refused: number;
  /** Requests that no answer came to. */
  readonly failed: number;
  /** Microseconds of processor time for each answer; null where they are not told apart. */
  readonly processor: number | null;
}

export interface Target {
  readonly name: string;
  /** Without a path. */
  readonly url: string;
  /** A file of requests, which are sent in its order and over again: a path a line, and after a blank the key that goes with it. */
  readonly requests: string;
  /** Its process; null where it has several. */
  readonly process: number | null;
}

export interface LoadOptions {
  readonly seconds: number;
  readonly open: number;
  /** Milliseconds that each connection waits before each request, which makes the load lighter. */
  readonly pause?: number;
}

export interface Wrk {
  load(target: Target, options: LoadOptions): Load;
}

/** wrk with our script, which is written into the folder `work`. */
export function createWrk(work: string): Wrk {
  const script = join(work, 'load.lua');
  writeFileSync(script, scriptText);
  return {
    load({ url, requests, process }, { seconds, open, pause = 0 }) {
      const before = process === null ? 0 : processorMicroseconds(process);
      const text = execFileSync(
        'wrk',
        ['-t', '1', '-c', String(open), '-d', `${seconds}s`, '-s', script, url, '--', String(pause), requests],
        { encoding: 'utf8' },
      );
      const [, perSecond, p50, p99, answers, refused, failed] = (/MEASURED (\S+) (\d+) (\d+) (\d+) (\d+) (\d+)/.exec(text) ?? []).map(
        Number,
      );
      if (
        perSecond === undefined ||
        p50 === undefined ||
        p99 === undefined ||
        answers === undefined ||
        refused === undefined ||
        failed === undefined
      ) {
        throw new Error(`wrk says nothing that can be read: ${text}`);
      }
      return {
        perSecond,
        p50,
        p99,
        answers,
        refused,
        failed,
        processor: process === null ? null : (processorMicroseconds(process) - before) / answers,
      };
    },
  };
}

// Each connection's next request is the next of the list.
const scriptText = `local requests, turn = {}, 0
function init(args)
  local pause = tonumber(args[1])
  for line in io.lines(args[2]) do
    local path, key = line:match("^(%S+) ?(%S*)$")
    requests[#requests + 1] = wrk.format("GET", path, key ~= "" and { ["X-API-Key"] = key } or nil)
  end
  if pause > 0 then function delay() return pause end end
end
function request() turn = turn + 1; return requests[turn % #requests + 1] end
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format("MEASURED %f %d %d %d %d %d\\n", summary.requests / summary.duration * 1e6, latency:percentile(50), latency:percentile(99), summary.requests, errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
`;

/** Of all its threads, in the hundredths of a second that Linux counts (proc_pid_stat(5)). */
function processorMicroseconds(process: number): number {
  const fields = readFileSync(`/proc/${process}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}
