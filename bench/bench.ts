// make bench: measures time, memory and size, as ratios of things measured in one run. Absolute figures depend on the machine. --help
// lists the parts.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';
import { DuckDBInstance } from '@duckdb/node-api';
import { readLatest } from '#compiler/bundle/latest.ts';
import { exampleQueries } from '#compiler/bundle/texts.ts';
import { filesBeneath } from '#compiler/edition/files-beneath.ts';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { exitCodes } from '#sources/kit/reported-error.ts';
import { sources } from '#sources/index.ts';
import type { Served } from '../test/publisher/serve.ts';
import { measureCatalogueOfYears } from './catalogue-years.ts';
import { measureClient } from './client.ts';
import { measureLargestFiles } from './largest-files.ts';
import { measurePages } from './pages.ts';
import { reportSearch } from './search/report.ts';
import { reportUnseen } from './search/report-unseen.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const publisherFiles = process.env['FROM'] ?? fileURLToPath(new URL('../../shared/publisher-files', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'lmi-bench-'));
process.once('exit', () => rmSync(work, { recursive: true, force: true }));

interface Measured {
  readonly seconds: number;
  /** Of all its threads. Other programs on the machine change it least. */
  readonly processorSeconds: number;
  readonly megabytes: number;
}

function measure(...command: readonly string[]): Measured {
  const file = join(work, 'measured.json');
  const { status, stderr } = spawnSync(process.execPath, ['--import', join(root, 'bench/measured.js'), ...command], {
    cwd: root,
    env: { ...process.env, MEASURED: file },
    encoding: 'utf8',
  });
  // A held release has been compiled too. The first release of a layout that we have not seen is always held.
  if (status !== exitCodes.fine && status !== exitCodes.held) throw new Error(`${command.join(' ')} ended with ${status}\n${stderr}`);
  const measured: Measured = JSON.parse(readFileSync(file, 'utf8'));
  return measured;
}

function print(name: string, { seconds, megabytes }: Measured): void {
  console.log(`${name.padEnd(44)} ${seconds.toFixed(1).padStart(7)} s ${megabytes.toFixed(0).padStart(7)} MB`);
}

function printEditions(directory: string): void {
  const catalogue = readCatalogue(directory)?.catalogue;
  for (const { id, source, label } of catalogue?.editions ?? []) {
    const files = glob.sync('**/*', { cwd: join(directory, 'editions', id), absolute: true }).map((path) => ({ path, ...statOf(path) }));
    const sum = (value: (file: (typeof files)[number]) => number) => files.reduce((total, file) => total + value(file), 0);
    const largest = Math.max(0, ...files.filter((file) => !file.path.endsWith('edition.json')).map((file) => file.bytes));
    console.log(
      `  ${source} ${label}: ${files.length} files, ${(sum((file) => file.bytes) / 1e6).toFixed(1)} MB, ${(sum((file) => file.blocks) / 1e6).toFixed(1)} MB of disk blocks, largest ${(largest / 1e3).toFixed(1)} kB`,
    );
  }
}

/** The measurement of median time. */
function middle(measured: readonly Measured[]): Measured {
  const [found] = measured.toSorted((a, b) => a.seconds - b.seconds).slice(Math.floor(measured.length / 2));
  if (found === undefined) throw new Error('nothing was measured');
  return found;
}

/** The most seconds that an update with nothing new may take beyond the network, with every source. */
const allowedSeconds = 2;

/** Measures updates with nothing new against publishers on loopback, on the same day and the next, each with its bare requests. */
async function measureUpdate(): Promise<void> {
  const publisher = spawn(process.execPath, ['test/publisher/serve.ts'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const line = await new Promise<string>((ready, fail) => {
      publisher.stdout.once('data', (chunk: Buffer) => ready(chunk.toString()));
      publisher.once('exit', (code) => fail(new Error(`test/publisher/serve.ts ended with ${code}`)));
    });
    const { standIns }: Served = JSON.parse(line);
    process.env['LMI_STAND_INS'] = standIns;
    // The publishers on loopback accept any key.
    for (const { publisherKey } of sources) if (publisherKey !== undefined) process.env[publisherKey.variable] = 'bench';
    const out = join(work, 'updated');
    print('update, everything new and accepted', measure('bench/update.ts', out, '2026-11-01', 'accept'));
    for (const [day, what] of [
      ['2026-11-01', 'the same day'],
      // A harvest has the name of its day.
      ['2026-11-02', 'the next day'],
    ] as const) {
      // By turns, and the median of each, because the machine's other work in a second is more than what is measured.
      const turns = Array.from({ length: 5 }, () => ({
        nothingNew: measure('bench/update.ts', out, day),
        alone: measure('bench/discover-alone.ts', out, day),
      }));
      const [nothingNew, alone] = [middle(turns.map((turn) => turn.nothingNew)), middle(turns.map((turn) => turn.alone))];
      print(`update again on ${what}, nothing new`, nothingNew);
      print('the same requests and nothing else', alone);
      const seconds = nothingNew.seconds - alone.seconds;
      const processorSeconds = nothingNew.processorSeconds - alone.processorSeconds;
      const verdict = seconds <= allowedSeconds ? 'within' : 'MORE THAN';
      console.log(
        `an update with nothing new on ${what} over ${sources.length} sources takes ${seconds.toFixed(2)} s beyond its requests, ${processorSeconds.toFixed(2)} s of processor, ${verdict} the ${allowedSeconds} s that it may take`,
      );
    }
  } finally {
    publisher.kill();
    delete process.env['LMI_STAND_INS'];
  }
}

/** Both mostly read a release again, so they are compared with only opening the workbooks. */
function measureTraceAndDiff(directory: string, alone: Measured): void {
  const pay = readCatalogue(directory)?.catalogue.editions.filter(({ source, state }) => source === 'ashe' && state === 'served') ?? [];
  const [older, newer] = pay.toSorted((a, b) => (a.year ?? 0) - (b.year ?? 0)).slice(-2);
  if (older === undefined || newer === undefined) return;
  const path = '/v1/occupations/2134/pay';
  print(`trace ${path}`, measure('compiler/cli.ts', 'trace', path, '--data', directory));
  print(`trace ${path}/series`, measure('compiler/cli.ts', 'trace', `${path}/series`, '--data', directory));
  const diff = measure('compiler/cli.ts', 'diff', older.id, newer.id, '--data', directory);
  print(`diff pay ${older.year} ${newer.year}`, diff);
  console.log(`diff of two years of pay / opening every workbook alone: ${(diff.seconds / alone.seconds).toFixed(2)}`);
}

/** The largest data: every occupation in every local area. The cost of areas is measured apart from the rest. */
function measureLocalAdverts(): void {
  const [all, half, none] = ['1', '0.5', '0'].map((share) => {
    const out = join(work, `adverts-${share}`);
    const measured = measure('bench/local-adverts.ts', out, share);
    print(
      `the spine and the adverts, ${share === '1' ? 'all local areas' : share === '0' ? 'London alone' : 'half of the areas'}`,
      measured,
    );
    printEditions(out);
    rmSync(out, { recursive: true });
    return measured;
  });
  if (all === undefined || half === undefined || none === undefined) return;
  console.log(
    `allowed for all local areas are 120 s and 2000 MB; half of them add ${((half.processorSeconds - none.processorSeconds) / (all.processorSeconds - none.processorSeconds)).toFixed(2)} of the processor time that all of them add`,
  );
  const months = join(work, 'adverts-months');
  const pruned = measure('bench/local-adverts.ts', months, '0', '4', '2017', 'prune');
  print('four months of adverts, then lmi prune', pruned);
  printEditions(months);
}

/** The largest exponent of growth that is allowed: four times as much takes at most 4.6 times as long. */
const allowedExponent = 1.1;

/** What grows, and the arguments of bench/local-adverts.ts for 1, 2 and 4 times as much of it. */
const growing: readonly (readonly [what: string, ...steps: readonly (readonly string[])[]])[] = [
  ["the occupations' figures", ['0.1', '1', '2024'], ['0.1', '1', '2022'], ['0.1', '1', '2018']],
  ['local areas', ['0.25', '1', '2024'], ['0.5', '1', '2024'], ['1', '1', '2024']],
  ['editions', ['0', '1', '2024'], ['0', '2', '2024'], ['0', '4', '2024']],
];

/**
 * Measures 1, 2 and 4 times the figures, areas and editions of the largest data, for docs/scale.md. The exponent of time is that of what is
 * added: what does not grow, such as the classification, would hide a growth. The peak of memory is judged as a whole.
 */
function measureGrowth(): void {
  for (const [what, ...steps] of growing) {
    const measured = steps.map((step, place) => {
      const out = join(work, 'growing');
      const one = measure('bench/local-adverts.ts', out, ...step);
      rmSync(out, { recursive: true });
      console.log(
        `${`${2 ** place} times ${what}`.padEnd(44)} ${one.processorSeconds.toFixed(1).padStart(7)} s of processor ${one.megabytes.toFixed(0).padStart(7)} MB`,
      );
      return one;
    });
    const [one, two, four] = measured;
    if (one === undefined || two === undefined || four === undefined) throw new Error(`${what}: expected three measurements`);
    const time = Math.log2((four.processorSeconds - two.processorSeconds) / (two.processorSeconds - one.processorSeconds));
    const memory = Math.log(four.megabytes / one.megabytes) / Math.log(4);
    const verdict = Math.max(time, memory) <= allowedExponent ? 'within' : 'MORE THAN';
    console.log(`  exponents by ${what}: time ${time.toFixed(2)}, memory ${memory.toFixed(2)}; ${verdict} ${allowedExponent}`);
  }
}

/** A compiled directory: DATA, or the real files, or the sample if there are none. Compiles it unless an earlier part did. */
function compiled(): string {
  const given = process.env['DATA'];
  if (given !== undefined) return given;
  const [live, sample] = [join(work, 'live'), join(work, 'sample')];
  const directory = existsSync(publisherFiles) ? live : sample;
  if (!existsSync(directory))
    measure(
      'compiler/cli.ts',
      ...(directory === live ? ['compile', '--from', publisherFiles, '--out', live] : ['sample', '--out', sample]),
    );
  return directory;
}

/** Compares a bundle of a compiled directory with tar and zstd of the same tree, which verify nothing and are read only as a whole. */
function measureBundle(): void {
  const directory = compiled();
  const folder = join(work, 'bundles');
  const [loose, again] = [join(work, 'unpacked'), join(work, 'untarred')];
  const cli = (...args: readonly string[]) => measure('compiler/cli.ts', ...args);
  const make = ['bundle', '--data', directory, '--out', folder, '--sample'];
  const withTables = cli(...make);
  const tabled = readLatest(folder);
  const built = cli(...make, '--no-tables');
  const latest = readLatest(folder);
  if (latest === null || tabled === null) throw new Error(`${folder} holds no bundle`);
  const bundle = join(folder, latest.file);
  print('make a bundle with its tables', withTables);
  print('make it without them', built);
  print('verify it', cli('verify', bundle));
  print('unpack it, proved', cli('unpack', bundle, loose));
  print('verify what was unpacked', cli('verify', loose));
  const answer = '/v1/occupations/2134';
  print('open it and answer one question, packed', cli('get', answer, '--data', bundle));
  print('the same from the folder', cli('get', answer, '--data', loose));
  const unpackedBytes = filesBeneath(loose).reduce((sum, { path }) => sum + statSync(join(loose, path)).size, 0);
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  console.log(
    `bundle: ${megabytes(latest.bytes)} packed, ${megabytes(unpackedBytes)} unpacked, ${latest.editions.length} editions; with its tables ${megabytes(tabled.bytes)}`,
  );
  if (spawnSync('zstd', ['--version']).status !== 0) {
    console.log('  zstd is not there: not compared with tar and zstd');
    return;
  }
  const plain = join(work, 'plain.tar.zst');
  const shell = (name: string, command: string) => {
    const began = performance.now();
    const { status, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command} ended with ${status}\n${stderr}`);
    console.log(`${name.padEnd(44)} ${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s`);
  };
  shell('tar and zstd -12 of the same tree', `tar -C ${loose} -cf - . | zstd -q -12 -o ${plain}`);
  shell('zstd and tar back', `mkdir ${again} && zstd -dcq ${plain} | tar -C ${again} -xf -`);
  console.log(`bundle / tar and zstd: ${(latest.bytes / statSync(plain).size).toFixed(3)} of the bytes`);
}

/** Runs of each query of the tables. The median is reported. */
const queryRuns = 5;

/** Measures the tables of a bundle: their sizes, the queries of its README in DuckDB, and the largest CSV in a program that only reads it. */
async function measureTables(): Promise<void> {
  const directory = compiled();
  const [folder, unpacked] = [join(work, 'tabled'), join(work, 'tabled-unpacked')];
  print('make a bundle with its tables', measure('compiler/cli.ts', 'bundle', '--data', directory, '--out', folder, '--sample'));
  const latest = readLatest(folder);
  if (latest === null) throw new Error(`${folder} holds no bundle`);
  measure('compiler/cli.ts', 'unpack', join(folder, latest.file), unpacked);
  const files = filesBeneath(join(unpacked, 'tables')).map(({ path }) => ({ path, bytes: statSync(join(unpacked, 'tables', path)).size }));
  const csvs = files.filter(({ path }) => /\.csv(?:\.gz)?$/.test(path));
  const size = (some: typeof files) => `${(some.reduce((sum, { bytes }) => sum + bytes, 0) / 1e3).toFixed(1)} kB`;
  const tables = [...new Set(files.flatMap(({ path }) => /^([\w-]+)\.parquet$/.exec(path)?.[1] ?? []))];
  for (const table of tables) {
    const own = csvs.filter(({ path }) => path.startsWith(`${table}.csv`) || path.startsWith(`${table}/`));
    const parquet = files.filter(({ path }) => path === `${table}.parquet`);
    console.log(`  ${table}: Parquet ${size(parquet)}, CSV ${size(own)} in ${own.length} ${own.length === 1 ? 'file' : 'files'}`);
  }
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(`set file_search_path = '${unpacked}'`);
  for (const [name, sql] of Object.entries(exampleQueries)) {
    const seconds: number[] = [];
    let rows = 0;
    for (let run = 0; run < queryRuns; run++) {
      const began = performance.now();
      rows = (await connection.runAndReadAll(sql)).currentRowCount;
      seconds.push((performance.now() - began) / 1000);
    }
    const median = seconds.toSorted((a, b) => a - b)[Math.floor(queryRuns / 2)] ?? 0;
    console.log(`${median.toFixed(3)} s, ${rows} rows: ${name}`);
  }
  connection.closeSync();
  const [largest] = csvs.toSorted((a, b) => b.bytes - a.bytes);
  if (largest === undefined) return;
  const read = measure('bench/read-csv.ts', join(unpacked, 'tables', largest.path));
  print('read the largest CSV with csv-parse', read);
  console.log(`  ${largest.path}, ${size([largest])}: ${read.processorSeconds.toFixed(1)} s of processor`);
}

const allowedOfList = { processorSeconds: 60, megabytes: 300 };

/** Codes a list of 100,000 rows, to CSV and to Parquet. */
function measureList(): void {
  const data = compiled();
  const list = join(work, 'list.csv');
  measure('bench/list-of-titles.ts', data, list);
  for (const ending of ['csv', 'parquet']) {
    const coded = measure(
      ...['compiler/cli.ts', 'search', '--batch', list, '--column', 'job', '--industry', 'industry'],
      ...['--out', join(work, `coded.${ending}`), '--data', data],
    );
    const isWithin = coded.processorSeconds <= allowedOfList.processorSeconds && coded.megabytes <= allowedOfList.megabytes;
    print(`code 100,000 rows, to ${ending}`, coded);
    console.log(
      `  ${coded.processorSeconds.toFixed(1)} s of processor; ${isWithin ? 'within' : 'MORE THAN'} ${allowedOfList.processorSeconds} s and ${allowedOfList.megabytes} MB`,
    );
  }
}

function statOf(path: string): { bytes: number; blocks: number } {
  const { size, blocks } = statSync(path);
  return { bytes: size, blocks: blocks * 512 };
}

function haveRealFiles(): boolean {
  const have = existsSync(publisherFiles);
  if (!have) console.log(`the real files are not in ${publisherFiles}: nothing of them is measured`);
  return have;
}

function measureRealFiles(): void {
  if (!haveRealFiles()) return;
  const out = join(work, 'live');
  const compile = ['compiler/cli.ts', 'compile', '--from', publisherFiles, '--out', out];
  const cold = measure(...compile);
  const again = measure(...compile);
  const alone = measure('bench/read-alone.ts', publisherFiles);
  print('compile the real files, cold', cold);
  print('compile them again, nothing changed', again);
  print('open the same workbooks and do nothing', alone);
  console.log(`cold compile / opening alone: ${(cold.seconds / alone.seconds).toFixed(2)}`);
  console.log(`second compile / cold compile: ${(again.seconds / cold.seconds).toFixed(3)}`);
  printEditions(out);
  measureTraceAndDiff(out, alone);
}

async function measureSearch(): Promise<void> {
  if (!haveRealFiles()) return;
  await reportSearch(publisherFiles);
  await reportUnseen(publisherFiles);
}

function measureSample(): void {
  const sample = join(work, 'sample');
  print('make and compile the plain sample', measure('compiler/cli.ts', 'sample', '--out', sample));
  print('the same again, nothing changed', measure('compiler/cli.ts', 'sample', '--out', sample));
  printEditions(sample);
}

/** Runs of each command. The least is reported beside the median, because the machine's other work only adds to it. */
const starts = 10;

/** Measures how long commands take from their start to their end, by turns with Node alone: from the checkout, and from the package. */
function measureStart(): void {
  const data = compiled();
  const programs = { checkout: 'bin/lmi.js', package: join(installPackage(), 'bin/lmi.js') };
  const commands = Object.entries(programs).flatMap(([where, program]) =>
    [
      { allowed: 0.25, args: ['--help'] },
      { allowed: 0.5, args: ['get', '/v1/occupations/2134/pay', '--data', data] },
      { allowed: 0.5, args: ['search', 'software engineer', '--data', data] },
    ].map(({ allowed, args }) => ({ name: `lmi ${args[0]}, ${where}`, allowed, command: [program, ...args] })),
  );
  const alone = { name: 'node alone', allowed: null, command: ['-e', '0'] };
  // V8 keeps what it compiles here, so that the first turn finds nothing.
  process.env['NODE_COMPILE_CACHE'] = join(work, 'compile-cache');
  const turns = Array.from({ length: starts + 1 }, () => [alone, ...commands].map(({ command }) => measure(...command)));
  delete process.env['NODE_COMPILE_CACHE'];
  for (const [place, { name, allowed }] of [alone, ...commands].entries()) {
    const [first, ...later] = turns.flatMap((turn) => turn[place] ?? []);
    if (first === undefined) continue;
    const least = (value: (measured: Measured) => number) => Math.min(...later.map(value));
    const seconds = least((measured) => measured.seconds);
    const verdict = allowed === null ? '' : `; ${seconds <= allowed ? 'within' : 'MORE THAN'} ${allowed} s`;
    console.log(
      `${name.padEnd(24)} least ${seconds.toFixed(3)} s, median ${middle(later).seconds.toFixed(3)} s, processor ${least((measured) => measured.processorSeconds).toFixed(3)} s, first ${first.seconds.toFixed(3)} s${verdict}`,
    );
  }
}

/** Packs the package and installs it in an empty folder. Returns its folder. */
function installPackage(): string {
  const folder = join(work, 'installed');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const npm = (cwd: string, ...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8' });
    if (status !== 0) throw new Error(`npm ${args.join(' ')} ended with ${status}\n${stderr}`);
    return stdout;
  };
  const [packed]: { filename: string }[] = JSON.parse(npm(root, 'pack', '--json', '--silent', '--pack-destination', folder));
  if (packed === undefined) throw new Error('npm pack made nothing');
  npm(folder, 'install', '--prefer-offline', '--ignore-scripts', join(folder, packed.filename));
  return join(folder, 'node_modules/labour-market-information');
}

function measureMutants(): void {
  if (!existsSync(publisherFiles)) {
    console.log('mutants: the published files are not there');
    return;
  }
  const { status } = spawnSync(process.execPath, ['bench/mutants.ts'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`bench/mutants.ts ended with ${status}`);
}

/** What can be measured, in order: name, what it is, and how. */
async function measureSite(): Promise<void> {
  const data = compiled();
  const folder = join(work, 'site');
  const written = measure('compiler/cli.ts', 'site', '--data', data, '--out', folder);
  print('lmi site', written);
  await measurePages(data, folder, written.processorSeconds);
}

const parts: readonly (readonly [name: string, what: string, measure: () => Promise<void> | void])[] = [
  ['files', `the real files in FROM (${publisherFiles}), compiled twice`, measureRealFiles],
  ['search', 'the search over the real coding index', measureSearch],
  ['sample', 'the plain sample, compiled twice', measureSample],
  ['bundle', 'a bundle of the real files, or of the sample if there are none, compared with tar and zstd', measureBundle],
  ['tables', 'the tables of a bundle: sizes, the queries of its README in DuckDB, the largest CSV', measureTables],
  ['list', 'lmi search --batch over 100,000 rows', measureList],
  ['client', 'the client alone: bytes installed, four bundlers, four runtimes', () => measureClient(compiled(), work)],
  [
    'pages',
    'pages: their weight, all of them as files, and the processor time of those that are made when they are asked for',
    measureSite,
  ],
  ['start', 'how long lmi --help, get and search take, from the checkout and from the package', measureStart],
  ['limits', 'what the largest files hold, for bench/largest-files.json', () => measureLargestFiles(measure, publisherFiles, work)],
  ['adverts', 'the adverts of all local areas', measureLocalAdverts],
  ['growth', "time and memory at 1, 2 and 4 times the occupations' figures, areas and editions, for docs/scale.md", measureGrowth],
  ['update', 'an update of every source with nothing new', measureUpdate],
  [
    'years',
    'the catalogue, its list and the memory of workerd after two years of daily changes',
    () => measureCatalogueOfYears(compiled(), work),
  ],
  ['mutants', 'what the checks make of seeded faults in the newest releases, for docs/checks.md', measureMutants],
];

const wanted = process.argv.slice(2);
const help = `npm run bench -- [PART…], or make bench ONLY="PART…"; without a part, all of them. DATA names a compiled directory, so that none is compiled:\n${parts.map(([name, what]) => `  ${name.padEnd(8)} ${what}`).join('\n')}`;
const unknown = wanted.filter((name) => !parts.some(([part]) => part === name));
if (wanted.includes('--help')) {
  console.log(help);
  process.exit(exitCodes.fine);
}
if (unknown.length > 0) {
  console.error(`${unknown.join(' ')}: no such part\n${help}`);
  process.exit(exitCodes.usage);
}
for (const [name, , measurePart] of parts) if (wanted.length === 0 || wanted.includes(name)) await measurePart();
