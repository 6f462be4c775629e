// Keyed answers a second and their latency, beside a bare passthrough of the same files in the same
// workerd, by turns in one run.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Miniflare } from 'miniflare';
import { documentPath } from '#schemas/document-path.ts';
import { endpoints } from '#schemas/endpoints.ts';
import { requireCatalogue } from '#compiler/edition/catalogue.ts';
import { createKey } from '#compiler/serve/keys.ts';
import { compatibilityDate, freePort, serve } from '#compiler/serve/serve.ts';
import { type Load, type Target, createWrk, haveWrk } from './wrk.ts';

// In memory if there is such a file system: on disk, opening the accounts would take long before
// the measurement.
const work = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'lmi-bench-'));
const keys = Number(process.env['KEYS'] ?? 1000);
const turns = Number(process.env['TURNS'] ?? 3);
const seconds = Number(process.env['SECONDS'] ?? 3);
const memoryAfter = [100_000, 300_000] as const;
const connections = 8;

/** Of a stored file that is served unchanged. */
const address = '/v1/occupations/2134/employment?area=uk';

const wrk = createWrk(work);
const load = (target: Target): Load => wrk(target, seconds, connections);

/**
 * Prints the turn with the median rate, and what share it is of the passthrough, measured by the
 * same turns.
 */
function print(name: string, loads: readonly Load[], passthrough: readonly Load[] | null): void {
  const { perSecond, p50, p99, processor } = loads.toSorted((a, b) => a.perSecond - b.perSecond)[
    Math.floor(loads.length / 2)
  ] as Load;
  const failed = loads.reduce((sum, one) => sum + one.failed, 0);
  const milliseconds = (microseconds: number) => `${(microseconds / 1000).toFixed(2)} ms`;
  const share =
    passthrough === null
      ? ''
      : '  of the passthrough ' +
        `${shareOf(loads, passthrough, (one) => one.perSecond).toFixed(2)} by rate, ` +
        `${shareOf(passthrough, loads, (one) => one.processor).toFixed(2)} by processor`;
  console.log(
    `${name.padEnd(44)} ${perSecond.toFixed(0).padStart(6)}/s  p50 ` +
      `${milliseconds(p50)}  p99 ${milliseconds(p99)}  ${processor.toFixed(0)} µs of ` +
      `processor${share}${failed === 0 ? '' : `  ${failed} FAILED`}`,
  );
}

/** Turn by turn, because what else the machine does in a turn slows both; the median. */
function shareOf(
  loads: readonly Load[],
  others: readonly Load[],
  value: (load: Load) => number,
): number {
  const shares = loads
    .map((one, turn) => value(one) / value(others[turn] ?? one))
    .sort((a, b) => a - b);
  return shares[Math.floor(shares.length / 2)] ?? Number.NaN;
}

/** Measures both by turns, so that the machine's other work affects both alike. */
function compare(name: string, target: Target, passthrough: Target): void {
  const loads = Array.from({ length: turns }, () => ({
    own: load(target),
    bare: load(passthrough),
  }));
  const own = loads.map((turn) => turn.own);
  const bare = loads.map((turn) => turn.bare);
  console.log(`${name}:`);
  print(`  ${passthrough.name}`, bare, null);
  print(`  ${target.name}`, own, bare);
}

/** A file of requests for these paths by turns, each with the next key if there are keys. */
function requestsFor(paths: readonly string[], withKeys: readonly string[] = []): string {
  const file = join(mkdtempSync(join(work, 'requests-')), 'requests');
  const lines = Array.from({ length: Math.max(paths.length, withKeys.length) }, (_, turn) =>
    `${paths[turn % paths.length]} ${withKeys[turn % withKeys.length] ?? ''}`.trim(),
  );
  writeFileSync(file, lines.join('\n'));
  return file;
}

interface Running extends Target {
  close(): Promise<void>;
}

/** The same workerd and disk service with nothing in between: the cost of the platform itself. */
async function startPassthrough(folder: string, requests: string): Promise<Running> {
  const host = '127.0.0.1';
  const port = await freePort(0);
  const before = workerds();
  const miniflare = new Miniflare({
    modules: [
      {
        type: 'ESModule',
        path: 'worker.js',
        contents: 'export default { fetch: ({ url }, env) => env.FILES.fetch(url) };',
      },
    ],
    compatibilityDate,
    host,
    unsafeDirectSockets: [{ host, port }],
    cf: false,
    telemetry: { enabled: false },
    serviceBindings: { FILES: { disk: { path: folder, writable: false } } },
  });
  await miniflare.ready;
  const named = { name: 'workerd passing the file through', url: `http://${host}:${port}` };
  return { ...named, requests, process: startedSince(before), close: () => miniflare.dispose() };
}

/**
 * The service with new keys, after one request with each: the first answer to a key looks it up.
 */
async function startWithKeys(data: string, state: string, limits: 'memory' | 'durable-object') {
  const before = workerds();
  const { url, administration, close } = await serve({ data, state, limits, port: 0 });
  const process = startedSince(before);
  const issued: string[] = [];
  for (let place = 0; place < keys; place += 1)
    issued.push(
      (await createKey(administration, { name: `bench ${place}`, perMinute: 1_000_000 })).key,
    );
  for (const key of issued) {
    const response = await fetch(url + address, { headers: { 'X-API-Key': key } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`a key is answered ${response.status}`);
  }
  const placeOfLimits = limits === 'memory' ? 'the process' : 'Durable Objects';
  const name = `keyed answers, limits in ${placeOfLimits}`;
  return { name, url, requests: requestsFor([address], issued), process, close, issued };
}

const residentMegabytes = (process: number) =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${process}/status`, 'utf8'))?.[1]) / 1000;

/** The workerds that this process has started. */
function workerds(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean);
  return children
    .filter((id) => readFileSync(`/proc/${id}/comm`, 'utf8').startsWith('workerd'))
    .map(Number);
}

function startedSince(before: readonly number[]): number {
  const [started] = workerds().filter((id) => !before.includes(id));
  if (started === undefined) throw new Error('no workerd was started');
  return started;
}

async function bench(): Promise<void> {
  const data = process.env['DATA'] ?? compiledSample();
  const documents = literalDocuments(data);
  const bytes = readFileSync(
    join(data, 'editions', documents.find((document) => document.address === address)?.file ?? ''),
  );
  const folder = join(work, 'file');
  mkdirSync(folder);
  writeFileSync(join(folder, 'file.json'), bytes);
  console.log(
    `${keys} keys, ${connections} connections, ${turns} turns of ${seconds} s each, the ` +
      'middle one of each',
  );
  const same = await startPassthrough(folder, requestsFor(['/file.json']));
  const different = await startPassthrough(
    join(data, 'editions'),
    requestsFor(documents.map(({ file }) => `/${file}`)),
  );

  const service = await startWithKeys(data, join(work, 'state'), 'memory');
  compare(`the same answer, ${bytes.length} bytes`, service, same);
  const requests = requestsFor(
    documents.map((document) => document.address),
    service.issued,
  );
  compare(`${documents.length} different answers`, { ...service, requests }, different);
  let answered = 0;
  const [early = 0, late = 0] = memoryAfter.map((most) => {
    while (answered < most) answered += load(service).answers;
    return residentMegabytes(service.process);
  });
  console.log(
    `memory after ${memoryAfter[0]} answers ${early.toFixed(0)} MB, after ` +
      `${memoryAfter[1]} ${late.toFixed(0)} MB`,
  );
  await service.close();
  await different.close();

  // Each account has its own object here, and one workerd can hold some 2,000 open.
  const durable = await startWithKeys(data, join(work, 'state-of-objects'), 'durable-object');
  compare('the same answer with limits in Durable Objects', durable, same);
  await durable.close();
  await same.close();
}

function compiledSample(): string {
  const data = join(work, 'sample');
  const cli = fileURLToPath(new URL('../compiler/cli.ts', import.meta.url));
  execFileSync(process.execPath, [cli, 'compile', '--sample', '--data', data], { stdio: 'ignore' });
  return data;
}

/**
 * Documents that are served unchanged, with their path within editions/: every occupation in every
 * area.
 */
function literalDocuments(data: string): { readonly file: string; readonly address: string }[] {
  const catalogue = requireCatalogue(data);
  return endpoints
    .filter(({ id }) => ['employment', 'projections', 'vacancies'].includes(id))
    .flatMap((endpoint) => {
      const edition = catalogue.editions.find(
        ({ source, state }) => source === endpoint.sources[0] && state === 'served',
      );
      if (edition === undefined)
        throw new Error(`${data} has no ${endpoint.id}: DATA must name a compiled sample`);
      const { occupations, areas } = edition.axes;
      return occupations.flatMap((soc) =>
        (areas ?? []).map((area) => ({
          file: `${edition.id}/${documentPath(endpoint, { soc, area })}`,
          address: `${endpoint.path.replace('{soc}', soc)}?area=${area}`,
        })),
      );
    });
}

try {
  if (haveWrk()) await bench();
  else
    console.log(
      'there is no wrk on this machine (Debian has it as a package): the service is not measured',
    );
} finally {
  rmSync(work, { recursive: true, force: true });
}
