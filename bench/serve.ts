// make bench, the serving half: keyed answers a second and their latency, compared with a bare passthrough of the same file in the same
// workerd and with nginx, by turns in one run. Absolute figures depend on the machine and its other work.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { documentPath } from '#schemas/document-path.ts';
import { endpoints } from '#schemas/endpoints.ts';
import { mostInFlight } from '#server/in-flight.ts';
import { askWithEach, issueKeys, mostOpenAccounts } from './serve/keys.ts';
import { measureParts } from './serve/parts.ts';
import { occupy } from './serve/occupy.ts';
import { measureSignUp } from './serve/sign-up.ts';
import { type Running, type ServiceOptions, startNginx, startPassthrough, startService } from './serve/targets.ts';
import { type Load, type LoadOptions, type Target, createWrk, haveWrk } from './serve/wrk.ts';
import { requireCatalogue } from '#compiler/edition/catalogue.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** In memory if there is such a file system. On disk, opening ten thousand accounts would take long before the measurement. */
const inMemory = existsSync('/dev/shm');
const work = mkdtempSync(join(inMemory ? '/dev/shm' : tmpdir(), 'lmi-bench-'));

/** FULL=1: as many requests as the promises name, in twelve minutes; else fewer, in five. */
const full = process.env['FULL'] === '1';
const keys = Number(process.env['KEYS'] ?? 10_000);
const turns = full ? 5 : 3;
const secondsPerTurn = full ? 10 : 3;
const memoryAfter = full ? ([100_000, 1_000_000] as const) : ([100_000, 300_000] as const);
const connections = 8;
const highPerMinute = 1_000_000;
const fewKeys = 100;

const promisedShare = 0.5;
const promisedGrowth = 1.2;

/** Of a stored file that is served unchanged. */
const address = '/v1/occupations/2134/employment?area=uk';

const wrk = createWrk(work);
const load = (target: Target, options: Partial<LoadOptions> = {}): Load =>
  wrk.load(target, { seconds: secondsPerTurn, open: connections, ...options });

/** Prints the turn with the median rate, and what share it is of another target, measured by the same turns. */
function print(name: string, loads: readonly Load[], beside: readonly Load[] | null): void {
  const { perSecond, p50, p99, refused, failed, spent } = middle(loads);
  const whole = (number: number): string => number.toFixed(0).padStart(4);
  const processor =
    spent === null ? '' : `  ${whole(spent.processor)} µs of processor, ${whole(spent.kept)} without one, ${whole(spent.idle)} idle`;
  const share =
    beside === null
      ? ''
      : `  of the passthrough ${shareOf(loads, beside, rate).toFixed(2)} by rate, ${shareOf(beside, loads, processorTime).toFixed(2)} by processor`;
  console.log(
    `${name.padEnd(44)} ${perSecond.toFixed(0).padStart(7)}/s  p50 ${milliseconds(p50)}  p99 ${milliseconds(p99)}${processor}${share}${refused + failed === 0 ? '' : `  ${refused + failed} FAILED`}`,
  );
}

const rate = ({ perSecond }: Load): number => perSecond;
const processorTime = ({ spent }: Load): number => spent?.processor ?? Number.NaN;

/** Turn by turn, because what else the machine does in a turn slows both; the median. */
function shareOf(loads: readonly Load[], others: readonly Load[], value: (load: Load) => number): number {
  const shares = loads.map((one, turn) => value(one) / value(others[turn] ?? one)).sort((a, b) => a - b);
  return shares[Math.floor(shares.length / 2)] ?? Number.NaN;
}

function milliseconds(microseconds: number): string {
  return `${(microseconds / 1000).toFixed(2).padStart(6)} ms`;
}

/** The turn with the median rate. */
function middle(loads: readonly Load[]): Load {
  const found = loads.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(loads.length / 2)];
  if (found === undefined) throw new Error('nothing was measured');
  return found;
}

/** Each target in turn, several times, so that the machine's other work affects all alike. */
function byTurns(targets: readonly Target[]): (target: Target) => readonly Load[] {
  const loads = Array.from({ length: turns }, () => new Map(targets.map((target) => [target, load(target)])));
  return (target) => loads.flatMap((turn) => turn.get(target) ?? []);
}

/** The pause between requests that gives about half of the rate, and the connections it needs. */
const pause = 8;
function halfOf({ perSecond }: Load): { readonly pause: number; readonly open: number } {
  return { pause, open: Math.max(1, Math.round((perSecond / 2) * ((pause + 0.5) / 1000))) };
}

function residentMegabytes(process: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${process}/status`, 'utf8'))?.[1]) / 1000;
}

/** A file of requests for these paths by turns, each with the next key if there are keys, and with an Accept-Encoding if one is named. */
function requestsFor(paths: readonly string[], keys: readonly string[], coding?: string): string {
  const file = join(mkdtempSync(join(work, 'requests-')), 'requests');
  const lines = Array.from({ length: Math.max(paths.length, keys.length) }, (_, turn) =>
    [paths[turn % paths.length], keys[turn % keys.length], coding].filter((part) => part !== undefined).join(' '),
  );
  writeFileSync(file, lines.join('\n'));
  return file;
}

/** The service, after one request with each key. */
async function startWith(keys: readonly string[], options: Pick<ServiceOptions, 'data' | 'state' | 'limits'>): Promise<Running> {
  const service = await startService({ ...options, requests: requestsFor([address], keys) });
  await askWithEach(keys, service.target.url + address, options.limits);
  return service;
}

/** A second of answers to keys that the process has not seen, each used once, and the memory for them. */
async function measureNewKeys(
  issued: readonly string[],
  { data, state }: { readonly data: string; readonly state: string },
): Promise<void> {
  const fresh = await startService({ data, state, limits: 'memory', requests: requestsFor([address], issued) });
  const before = residentMegabytes(fresh.process);
  const first = load(fresh.target, { seconds: 1 });
  print('  keys used for the first time', [first], null);
  if (first.answers > issued.length) console.log(`  and ${first.answers - issued.length} used again: give more KEYS`);
  console.log(`  memory for them: ${(residentMegabytes(fresh.process) - before).toFixed(0)} MB on top of ${before.toFixed(0)} MB`);
  await fresh.close();
}

function measureMemory({ target, process }: Running): void {
  let answered = 0;
  const [early, late] = memoryAfter.map((requests) => {
    while (answered < requests) answered += load(target, { seconds: 2 }).answers;
    return residentMegabytes(process);
  });
  if (early === undefined || late === undefined) return;
  const growth = late / early;
  const [few, many] = memoryAfter.map((requests) => requests.toLocaleString('en-GB'));
  console.log(
    `memory after ${few} requests ${early.toFixed(0)} MB, after ${many} ${late.toFixed(0)} MB: ${growth.toFixed(2)} of it, ${growth <= promisedGrowth ? 'within' : 'MORE THAN'} the ${promisedGrowth} that is promised`,
  );
}

/** Answers that are all different, each from its own file, compared with a passthrough of those files. */
async function measureDifferent({ target }: Running, data: string, keys: readonly string[]): Promise<void> {
  const documents = literalDocuments(data);
  const passthrough = await startPassthrough(
    join(data, 'editions'),
    requestsFor(
      documents.map(({ file }) => `/${file}`),
      [],
    ),
  );
  const different = {
    ...target,
    requests: requestsFor(
      documents.map(({ address }) => address),
      keys,
    ),
  };
  const measured = byTurns([different, passthrough.target]);
  console.log(`${documents.length} different answers:`);
  print(`  ${passthrough.target.name}`, measured(passthrough.target), null);
  print(`  ${target.name}`, measured(different), measured(passthrough.target));
  await passthrough.close();
}

/** Which steps of these answers take how much. */
async function measureWhere(data: string, keys: readonly string[]): Promise<void> {
  const documents = literalDocuments(data);
  const files = requestsFor(
    documents.map(({ file }) => `/${file}`),
    [],
  );
  const addresses = requestsFor(
    documents.map(({ address }) => address),
    keys,
  );
  await measureParts({ data, files, addresses, keys, load: (target) => load(target, { seconds: 1 }) });
}

/** A short answer and the longest, for clients that accept gzip and for clients that do not. */
async function measureGzip({ target }: Running, keys: readonly string[]): Promise<void> {
  const longest = '/v1/occupations';
  for (const path of [address, longest]) {
    const targets = await Promise.all(
      ['identity', 'gzip'].map(async (coding) => {
        const bytes = (await rawAnswer(target.url + path, { 'X-API-Key': keys[0] ?? '', 'Accept-Encoding': coding })).length;
        return { ...target, name: `  Accept-Encoding: ${coding}, ${bytes} bytes`, requests: requestsFor([path], keys, coding) };
      }),
    );
    const measured = byTurns(targets);
    const rates = targets.map((one) => measured(one));
    console.log(`${path}:`);
    for (const [place, one] of targets.entries()) print(one.name, rates[place] ?? [], null);
    const [plain, coded] = rates;
    if (plain !== undefined && coded !== undefined)
      console.log(`  with gzip ${shareOf(coded, plain, rate).toFixed(2)} of the answers without`);
  }
}

/** The bytes as they are sent. fetch would decode them. */
function rawAnswer(url: string, headers: Readonly<Record<string, string>>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // A connection of its own: the service closes one that was idle for a whole measurement.
    get(url, { headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks)));
    }).on('error', reject);
  });
}

/** Fills the service with requests that do not end, and measures the answers to others meanwhile and afterwards. */
async function measureRecovery({ target }: Running): Promise<void> {
  const before = load(target);
  const hangUp = await occupy(target.url, mostInFlight);
  const meanwhile = load(target, { seconds: 1 });
  const { status, headers } = await fetch(target.url + address);
  hangUp();
  const begun = performance.now();
  while (!(await isAnswering(target.url))) await new Promise((done) => setTimeout(done, 50));
  const seconds = (performance.now() - begun) / 1000;
  const after = load(target);
  console.log(
    `${mostInFlight} requests in flight: of ${meanwhile.answers} others ${meanwhile.refused} are refused, ${meanwhile.failed} without an answer (${status}, Retry-After: ${headers.get('Retry-After')}); ` +
      `${seconds.toFixed(1)} s after they have hung up ${(after.perSecond / before.perSecond).toFixed(2)} of the rate before, ${after.refused} refused`,
  );
}

/** Any status except the refusal of too many in flight. */
async function isAnswering(url: string): Promise<boolean> {
  return (await fetch(url + address)).status !== 429;
}

async function bench(): Promise<void> {
  const data = process.env['DATA'] ?? compiledSample();
  const state = join(work, 'state');
  const issued = await issueKeys(keys, highPerMinute, { data, state, limits: 'memory' });
  const folder = join(work, 'file');
  const bytes = fileOf(data);
  mkdirSync(folder);
  writeFileSync(join(folder, 'file.json'), bytes);
  console.log(
    `${address}: ${bytes.length} bytes, ${keys} keys, ${connections} connections, ${turns} turns of ${secondsPerTurn} s each, the middle one of each; state and file lie ${inMemory ? 'in memory' : 'on a disk'}`,
  );

  const sameFile = requestsFor(['/file.json'], []);
  const passthrough = await startPassthrough(folder, sameFile);
  const nginx = await startNginx(folder, sameFile, work);
  if (nginx === null) console.log('there is no nginx on this machine: nothing is compared with it');
  const service = await startWith(issued, { data, state, limits: 'memory' });

  const measured = byTurns([service.target, passthrough.target, ...(nginx === null ? [] : [nginx.target])]);
  const bare = measured(passthrough.target);
  const own = measured(service.target);
  if (nginx !== null) print(nginx.target.name, measured(nginx.target), bare);
  print(passthrough.target.name, bare, null);
  print(service.target.name, own, bare);
  const share = shareOf(own, bare, rate);
  console.log(
    `keyed answers are ${share.toFixed(2)} of the passthrough, ${share >= promisedShare ? 'at least' : 'LESS THAN'} the ${promisedShare} that is promised`,
  );

  console.log("at half of the passthrough's rate:");
  for (const target of [passthrough.target, service.target]) print(`  ${target.name}`, [load(target, halfOf(middle(bare)))], null);
  await measureDifferent(service, data, issued);
  await measureWhere(data, issued.slice(0, fewKeys));
  await measureGzip(service, issued);
  await measureRecovery(service);
  await measureSignUp(service.target.url);
  await service.close();

  await measureNewKeys(issued, { data, state });

  // With few keys too, because the memory of ten thousand open accounts could hide growth.
  for (const some of [issued, issued.slice(0, fewKeys)]) {
    const fresh = await startWith(some, { data, state, limits: 'memory' });
    console.log(`${some.length} keys:`);
    measureMemory(fresh);
    await fresh.close();
  }

  // Here each account has its own object and every answer asks it, so that all stay open.
  const ofObjects = { data, state: join(work, 'state-of-objects'), limits: 'durable-object' } as const;
  const durable = await startWith(await issueKeys(mostOpenAccounts, highPerMinute, ofObjects), ofObjects);
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

interface LiteralDocument {
  /** Path within editions/. */
  readonly file: string;
  readonly address: string;
}

/** Documents that are served unchanged: every occupation in every area. */
function literalDocuments(data: string): LiteralDocument[] {
  const catalogue = requireCatalogue(data);
  return endpoints
    .filter(({ id }) => ['employment', 'projections', 'vacancies'].includes(id))
    .flatMap((endpoint) => {
      const edition = catalogue.editions.find(({ source, state }) => source === endpoint.sources[0] && state === 'served');
      if (edition === undefined) throw new Error(`${data} has no ${endpoint.id}`);
      const { occupations, areas } = edition.axes;
      return occupations.flatMap((soc) =>
        (areas ?? []).map((area) => ({
          file: `${edition.id}/${documentPath(endpoint, { soc, area })}`,
          address: `${endpoint.path.replace('{soc}', soc)}?area=${area}`,
        })),
      );
    });
}

/** The file that answers `address`. */
function fileOf(data: string): Buffer {
  const found = literalDocuments(data).find((document) => document.address === address);
  if (found === undefined) throw new Error(`${data} has no document for ${address}`);
  return readFileSync(join(data, 'editions', found.file));
}

if (!haveWrk()) {
  console.log('there is no wrk on this machine (Debian has it as a package): the service is not measured');
} else {
  try {
    await bench();
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
