// make bench, the serving half: keyed answers a second and their latency, beside a bare passthrough of the same file in the same
// workerd and beside nginx, by turns in one run. Absolute figures belong to the machine, and to whatever else it does.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Miniflare } from 'miniflare';
import { createKey } from '#compiler/keys.ts';
import { freePort, serve } from '#compiler/serve.ts';
import type { Catalogue } from '#schemas/catalogue.ts';
import { documentPath } from '#schemas/document-path.ts';
import { endpoints } from '#schemas/endpoints.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** In memory where there is such a file system: ten thousand accounts would wait for ten thousand times the disk before anything is measured. */
const inMemory = existsSync('/dev/shm');
const work = mkdtempSync(join(inMemory ? '/dev/shm' : tmpdir(), 'lmi-bench-'));

/** FULL=1: as many requests as the promises speak of; else a tenth of them, in a minute or two. */
const full = process.env['FULL'] === '1';
const keys = Number(process.env['KEYS'] ?? 10_000);
const turns = full ? 5 : 3;
const secondsPerTurn = full ? 10 : 3;
const memoryAfter = full ? ([100_000, 1_000_000] as const) : ([10_000, 100_000] as const);
const connections = 8;
const highPerMinute = 1_000_000;

const promisedShare = 0.5;
const promisedGrowth = 1.2;

/** Of a stored file that is served as it lies. */
const place = { soc: '2134', area: 'uk' };
const address = `/v1/occupations/${place.soc}/employment`;

interface Load {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly answers: number;
  readonly failed: number;
  /** Microseconds of processor time for each answer; null where they are not told apart. */
  readonly processor: number | null;
}

interface Target {
  readonly name: string;
  readonly url: string;
  readonly keyed: boolean;
  /** Its process; null where it has several. */
  readonly process: number | null;
}

const keyFile = join(work, 'keys');
const script = join(work, 'load.lua');
// Every connection's next request carries the next key of the list, each thread beginning elsewhere in it.
writeFileSync(
  script,
  `local threads = 0
function setup(thread) thread:set("id", threads); threads = threads + 1 end
function init(args)
  keys = {}
  pause = tonumber(args[1])
  for line in io.lines(args[2] or "/dev/null") do keys[#keys + 1] = wrk.format("GET", nil, { ["X-API-Key"] = line }) end
  if #keys == 0 then keys[1] = wrk.format("GET") end
  turn = id * 5003
  if pause > 0 then function delay() return pause end end
end
function request() turn = turn + 1; return keys[turn % #keys + 1] end
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format("MEASURED %f %d %d %d %d\\n", summary.requests / summary.duration * 1e6, latency:percentile(50), latency:percentile(99), summary.requests, errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
`,
);

/** What wrk measures in so many seconds. `pause` in milliseconds, of each connection before each request, makes the load lighter. */
function load({ url, keyed, process }: Target, { seconds = secondsPerTurn, pause = 0, open = connections } = {}): Load {
  const before = process === null ? 0 : processorMicroseconds(process);
  const text = execFileSync('wrk', ['-t', '1', '-c', String(open), '-d', `${seconds}s`, '-s', script, url, '--', String(pause), ...(keyed ? [keyFile] : [])], { encoding: 'utf8' });
  const [, perSecond, p50, p99, answers, failed] = (/MEASURED (\S+) (\d+) (\d+) (\d+) (\d+)/.exec(text) ?? []).map(Number);
  if (perSecond === undefined || p50 === undefined || p99 === undefined || answers === undefined || failed === undefined) throw new Error(`wrk says nothing that can be read: ${text}`);
  return { perSecond, p50, p99, answers, failed, processor: process === null ? null : (processorMicroseconds(process) - before) / answers };
}

/** Of all its threads, in the hundredths of a second that Linux counts (proc_pid_stat(5)). */
function processorMicroseconds(process: number): number {
  const fields = readFileSync(`/proc/${process}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

function print(name: string, { perSecond, p50, p99, failed, processor }: Load, beside: Load | null): void {
  const share = beside === null ? '' : `  ${(perSecond / beside.perSecond).toFixed(2)} of the passthrough`;
  console.log(`${name.padEnd(44)} ${perSecond.toFixed(0).padStart(7)}/s  p50 ${milliseconds(p50)}  p99 ${milliseconds(p99)}${processor === null ? '' : `  ${processor.toFixed(0).padStart(4)} µs of processor`}${share}${failed === 0 ? '' : `  ${failed} FAILED`}`);
}

function milliseconds(microseconds: number): string {
  return `${(microseconds / 1000).toFixed(2).padStart(6)} ms`;
}

/** The turn of median rate. */
function middle(loads: readonly Load[]): Load {
  const found = loads.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(loads.length / 2)];
  if (found === undefined) throw new Error('nothing was measured');
  return found;
}

/** The same workerd and the same disk service with nothing in between: what the platform itself costs. */
async function startPassthrough(file: string): Promise<{ readonly target: Target; close(): Promise<void> }> {
  const host = '127.0.0.1';
  const port = await freePort(0);
  const before = workerds();
  const miniflare = new Miniflare({
    modules: [{ type: 'ESModule', path: 'worker.js', contents: `export default { fetch: (_, env) => env.FILES.fetch('http://disk/file.json') };` }],
    compatibilityDate: '2026-04-01',
    host,
    unsafeDirectSockets: [{ host, port }],
    cf: false,
    telemetry: { enabled: false },
    serviceBindings: { FILES: { disk: { path: file, writable: false } } },
  });
  await miniflare.ready;
  const process = startedSince(before);
  return { target: { name: 'workerd passing the file through', url: `http://${host}:${port}/`, keyed: false, process }, close: () => miniflare.dispose() };
}

/** Null where there is no nginx. */
async function startNginx(folder: string): Promise<{ readonly target: Target; close(): void } | null> {
  const command = ['nginx', '/usr/sbin/nginx'].find((candidate) => spawnSync(candidate, ['-v']).status === 0);
  if (command === undefined) return null;
  const port = await freePort(0);
  const configuration = join(work, 'nginx.conf');
  writeFileSync(
    configuration,
    `daemon off; worker_processes 1; pid ${work}/nginx.pid; error_log stderr error; events { worker_connections 256; }
http {
  access_log off; default_type application/json; keepalive_requests 1000000000;
  client_body_temp_path ${work}; proxy_temp_path ${work}; fastcgi_temp_path ${work}; uwsgi_temp_path ${work}; scgi_temp_path ${work};
  server { listen 127.0.0.1:${port}; root ${folder}; }
}
`,
  );
  const nginx = spawn(command, ['-c', configuration, '-p', work], { stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${port}/file.json`;
  for (let turn = 0; turn < 100; turn++) {
    if (await fetch(url).then(({ ok }) => ok, () => false)) return { target: { name: 'nginx, the same file', url, keyed: false, process: null }, close: () => void nginx.kill() };
    await new Promise((done) => setTimeout(done, 50));
  }
  nginx.kill();
  throw new Error('nginx does not answer');
}

/** The workerds that this process has started. */
function workerds(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ').filter((id) => id !== '');
  return children.filter((id) => readFileSync(`/proc/${id}/comm`, 'utf8').startsWith('workerd')).map(Number);
}

function startedSince(before: readonly number[]): number {
  const [started] = workerds().filter((id) => !before.includes(id));
  if (started === undefined) throw new Error('no workerd was started');
  return started;
}

function residentMegabytes(process: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${process}/status`, 'utf8'))?.[1]) / 1000;
}

async function startService(data: string, state: string, limits: 'memory' | 'durable-object'): Promise<{ readonly target: Target; readonly process: number; close(): Promise<void> }> {
  const before = workerds();
  const serving = await serve({ data, state, port: 0, limits, clientAddress: 'shared' });
  const process = startedSince(before);
  return { target: { name: `keyed answers, limits in ${limits === 'memory' ? 'the process' : 'Durable Objects'}`, url: serving.url + address, keyed: true, process }, process, close: serving.close };
}

/**
 * So many accounts a second are opened for the first time. Each stays open for ten seconds and takes some 60 kB meanwhile; of more than some
 * seven thousand at once workerd's SQLite says SQLITE_NOMEM.
 */
const accountsPerSecond = 400;

/** Does something of each, several at a time, and no faster than accounts may be opened. */
async function paced<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const begun = performance.now();
  const left = items.entries();
  const worker = async (): Promise<void> => {
    for (const [place, item] of left) {
      const early = (place / accountsPerSecond) * 1000 - (performance.now() - begun);
      if (early > 0) await new Promise((done) => setTimeout(done, early));
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
}

/** Issues the keys, and leaves them in the file that wrk reads. */
async function issueKeys(data: string, state: string): Promise<readonly string[]> {
  const serving = await serve({ data, state, port: 0 });
  const issued: string[] = [];
  await paced(Array.from({ length: keys }, (_, number) => `bench ${number}`), async (name) => {
    issued.push((await createKey(serving.administration, { name, perMinute: highPerMinute })).key);
  });
  writeFileSync(keyFile, issued.join('\n'));
  await serving.close();
  return issued;
}

/** Asks once with each key: its first answer asks its account, and what is measured is what comes after. */
async function askWithEach(issued: readonly string[], { url }: Target): Promise<void> {
  await paced(issued, async (key) => {
    const response = await fetch(url, { headers: { 'X-API-Key': key } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`a key is answered ${response.status}`);
  });
}

/** Each target in turn, and all of them again: what else the machine does meanwhile meets them alike. */
function byTurns(targets: readonly Target[]): (target: Target) => Load {
  const loads = Array.from({ length: turns }, () => new Map(targets.map((target) => [target, load(target)])));
  return (target) => middle(loads.flatMap((turn) => turn.get(target) ?? []));
}

/** Pauses between requests that make about half of the rate, with as many connections as that takes. */
const pause = 8;
function halfOf({ perSecond }: Load): { readonly pause: number; readonly open: number } {
  return { pause, open: Math.max(1, Math.round((perSecond / 2) * ((pause + 0.5) / 1000))) };
}

async function measureMemory(data: string, state: string, issued: readonly string[]): Promise<void> {
  const service = await startService(data, state, 'memory');
  await askWithEach(issued, service.target);
  let answered = 0;
  const [early, late] = memoryAfter.map((requests) => {
    while (answered < requests) answered += load(service.target, { seconds: 2 }).answers;
    return residentMegabytes(service.process);
  });
  await service.close();
  if (early === undefined || late === undefined) return;
  const growth = late / early;
  const [few, many] = memoryAfter.map((requests) => requests.toLocaleString('en-GB'));
  console.log(`memory after ${few} requests ${early.toFixed(0)} MB, after ${many} ${late.toFixed(0)} MB: ${growth.toFixed(2)} of it, ${growth <= promisedGrowth ? 'within' : 'MORE THAN'} the ${promisedGrowth} that is promised`);
}

async function bench(): Promise<void> {
  const data = process.env['DATA'] ?? compiledSample();
  const state = join(work, 'state');
  const issued = await issueKeys(data, state);
  const folder = join(work, 'file');
  const bytes = fileOf(data);
  mkdirSync(folder);
  writeFileSync(join(folder, 'file.json'), bytes);
  console.log(`${address}: ${bytes.length} bytes, ${keys} keys, ${connections} connections, ${turns} turns of ${secondsPerTurn} s each, the middle one of each; state and file lie ${inMemory ? 'in memory' : 'on a disk'}`);

  const passthrough = await startPassthrough(folder);
  const nginx = await startNginx(folder);
  if (nginx === null) console.log('there is no nginx on this machine: nothing is measured beside it');
  const service = await startService(data, state, 'memory');

  await askWithEach(issued, service.target);
  const measured = byTurns([service.target, passthrough.target, ...(nginx === null ? [] : [nginx.target])]);
  const bare = measured(passthrough.target);
  const own = measured(service.target);
  if (nginx !== null) print(nginx.target.name, measured(nginx.target), bare);
  print(passthrough.target.name, bare, null);
  print(service.target.name, own, bare);
  const share = own.perSecond / bare.perSecond;
  console.log(`keyed answers are ${share.toFixed(2)} of the passthrough, ${share >= promisedShare ? 'at least' : 'LESS THAN'} the ${promisedShare} that is promised`);

  console.log("at half of the passthrough's rate:");
  for (const target of [passthrough.target, service.target]) print(`  ${target.name}`, load(target, halfOf(bare)), null);
  await service.close();
  await measureMemory(data, state, issued);

  const durable = await startService(data, state, 'durable-object');
  const beside = byTurns([durable.target, passthrough.target]);
  print(durable.target.name, beside(durable.target), beside(passthrough.target));
  await durable.close();
  nginx?.close();
  await passthrough.close();
}

function compiledSample(): string {
  const data = join(work, 'sample');
  execFileSync(process.execPath, [join(root, 'compiler/cli.ts'), 'sample', '--out', data], { stdio: 'ignore' });
  return data;
}

/** The file that answers `address`. */
function fileOf(data: string): Buffer {
  const [row] = endpoints.filter(({ id }) => id === 'employment');
  const catalogue: Catalogue = JSON.parse(readFileSync(join(data, 'catalogue.json'), 'utf8'));
  const edition = catalogue.editions.find(({ source, state }) => source === row?.sources[0] && state === 'served');
  if (row === undefined || edition === undefined) throw new Error(`${data} has no employment`);
  return readFileSync(join(data, 'editions', edition.id, documentPath(row, place)));
}

if (spawnSync('wrk', ['-v']).error !== undefined) {
  console.log('there is no wrk on this machine (Debian has it as a package): the service is not measured');
} else {
  try {
    await bench();
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
