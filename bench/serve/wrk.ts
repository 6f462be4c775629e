// Runs wrk, which sends requests over a few connections for a few seconds, and reads its measurements.
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
  /** Answers with a status other than 2xx and 3xx; for a load that may be refused, 429. */
  readonly refused: number;
  /** Requests without an answer. */
  readonly failed: number;
  /** Microseconds of processor time for each answer; null if they cannot be separated. */
  readonly processor: number | null;
}

export interface Target {
  readonly name: string;
  /** Without a path. */
  readonly url: string;
  /** A file of requests, sent in order and repeated: one path a line, then its key and its Accept-Encoding, after a blank each. */
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
        throw new Error(`the output of wrk cannot be read: ${text}`);
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

/** Of all its threads, in the hundredths of a second that Linux counts (proc_pid_stat(5)). */
function processorMicroseconds(process: number): number {
  const fields = readFileSync(`/proc/${process}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}
