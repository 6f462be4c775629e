// Runs wrk, which sends requests over a few connections for a few seconds, and reads its
// measurements.
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
  /** Requests without an answer, or with another status than 2xx and 3xx. */
  readonly failed: number;
  /** Processor time of all threads of the target for each answer, in microseconds. */
  readonly processor: number;
}

export interface Target {
  readonly name: string;
  /** Without a path. */
  readonly url: string;
  /**
   * A file of requests, sent in order and repeated: one path a line, and its key after a blank. A
   * load begins where the last one of the same file ended, so that short loads do not ask for the
   * same few answers again and again.
   */
  readonly requests: string;
  readonly process: number;
}

/** Runs wrk with our script, which it writes into the folder `work`. */
export function createWrk(work: string): (target: Target, seconds: number, open: number) => Load {
  const script = join(work, 'load.lua');
  writeFileSync(script, scriptText);
  /** How many requests of each file have been sent, by the address that they were sent to. */
  const sent = new Map<string, number>();
  return ({ url, requests, process }, seconds, open) => {
    const series = `${url} ${requests}`;
    const start = sent.get(series) ?? 0;
    const before = processorOf(process);
    const options = ['-t', '1', '-c', String(open), '-d', `${seconds}s`, '-s', script];
    const text = execFileSync('wrk', [...options, url, '--', requests, String(start)], {
      encoding: 'utf8',
    });
    const spent = processorOf(process) - before;
    const measured = /MEASURED (.*)/.exec(text)?.[1]?.split(' ').map(Number) ?? [];
    const [perSecond, p50, p99, answers, failed] = measured;
    if (
      perSecond === undefined ||
      p50 === undefined ||
      p99 === undefined ||
      answers === undefined ||
      failed === undefined
    )
      throw new Error(`the output of wrk cannot be read: ${text}`);
    // Those that were not answered any more were sent too.
    sent.set(series, start + answers + open);
    return { perSecond, p50, p99, answers, failed, processor: spent / answers };
  };
}

// Each connection's next request is the next of the list.
const scriptText = `local requests, turn = {}, 0
function init(args)
  turn = tonumber(args[2])
  for line in io.lines(args[1]) do
    local path, key = line:match("^(%S+) ?(%S*)$")
    local headers = {}
    if key ~= "" then headers["X-API-Key"] = key end
    requests[#requests + 1] = wrk.format("GET", path, headers)
  end
end
function request() turn = turn + 1; return requests[turn % #requests + 1] end
function done(summary, latency)
  local errors = summary.errors
  local failed = errors.status + errors.connect + errors.read + errors.write + errors.timeout
  local perSecond = summary.requests / summary.duration * 1e6
  local middle, slow = latency:percentile(50), latency:percentile(99)
  local format = "MEASURED %f %d %d %d %d\\n"
  io.write(string.format(format, perSecond, middle, slow, summary.requests, failed))
end
`;

/**
 * Microseconds of all threads. Linux counts nanoseconds for each
 * (Documentation/scheduler/sched-stats.rst, /proc/PID/schedstat).
 */
function processorOf(process: number): number {
  const tasks = `/proc/${process}/task`;
  return readdirSync(tasks).reduce((sum, thread) => {
    try {
      return (
        sum + Number(readFileSync(`${tasks}/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1000
      );
    } catch {
      // It has ended.
      return sum;
    }
  }, 0);
}
