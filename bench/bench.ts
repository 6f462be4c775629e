// make bench: measures time, memory and size. Absolute figures depend on the machine and its other
// work. --help lists the parts.
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  digestOfCatalogue,
  requireCatalogue,
  writeCatalogue,
} from '#compiler/edition/catalogue.ts';
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { exitCodes } from '../compiler/exit-codes.ts';
import { sources } from '#sources/index.ts';
import type { Served } from './publishers.ts';
import { reportSearch } from './search/report.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const publisherFiles =
  process.env['FROM'] ?? fileURLToPath(new URL('../../shared/publisher-files', import.meta.url));
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
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', join(root, 'bench/measured.js'), ...command],
    {
      cwd: root,
      env: { ...process.env, MEASURED: file },
      encoding: 'utf8',
    },
  );
  // A held release has been compiled too.
  if (status !== exitCodes.fine && status !== exitCodes.held)
    throw new Error(`${command.join(' ')} ended with ${status}\n${stderr}`);
  return JSON.parse(readFileSync(file, 'utf8')) as Measured;
}

function print(name: string, { seconds, processorSeconds, megabytes }: Measured): void {
  const columns = [
    `${seconds.toFixed(1)} s`,
    `${processorSeconds.toFixed(1)} s of processor`,
    `${megabytes.toFixed(0)} MB`,
  ];
  console.log(`${name.padEnd(44)} ${columns.map((column) => column.padStart(10)).join(' ')}`);
}

async function withRealFiles(measurePart: () => Promise<void> | string): Promise<void> {
  if (existsSync(publisherFiles)) await measurePart();
  else console.log(`the real files are not in ${publisherFiles}: nothing of them is measured`);
}

/** Publishers on loopback: everything new, then nothing new. */
async function measureUpdate(): Promise<void> {
  const publisher = spawn(process.execPath, ['bench/publishers.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const line = await new Promise<string>((ready, fail) => {
      publisher.stdout.once('data', (chunk: Buffer) => ready(chunk.toString()));
      publisher.once('exit', (code) => fail(new Error(`bench/publishers.ts ended with ${code}`)));
    });
    process.env['LMI_STAND_INS'] = (JSON.parse(line) as Served).standIns;
    // The publishers on loopback accept any key.
    for (const { publisherKey } of sources)
      if (publisherKey !== undefined) process.env[publisherKey.variable] = 'bench';
    const out = join(work, 'updated');
    print(
      'update, everything new and accepted',
      measure('bench/update.ts', out, '2026-11-01', 'accept'),
    );
    print(
      'update again on the same day, nothing new',
      measure('bench/update.ts', out, '2026-11-01'),
    );
    // A harvest has the name of its day.
    print('update on the next day, nothing new', measure('bench/update.ts', out, '2026-11-02'));
    addSuperseded(out, 730);
    print(
      'the same after two years with a new edition a day',
      measure('bench/update.ts', out, '2026-11-03'),
    );
  } finally {
    publisher.kill();
    delete process.env['LMI_STAND_INS'];
  }
}

/**
 * Adds superseded and pruned editions, clones of the job profiles that are served, a harvest of 830
 * files.
 */
function addSuperseded(directory: string, clones: number): void {
  const catalogue = requireCatalogue(directory);
  const edition = catalogue.editions.find(
    ({ source, state }) => source === 'career-profiles' && state === 'served',
  );
  if (edition === undefined)
    throw new Error(`${directory}: no job profiles are served, so their edition cannot be cloned`);
  const inputs = edition.inputs.slice(0, 1).map((input) => ({ ...input, files: 830 }));
  const clone = (): CatalogueEdition => ({
    ...edition,
    id: randomUUID(),
    inputs,
    state: 'superseded',
    pruned: true,
  });
  const editions = [...Array.from({ length: clones }, clone), ...catalogue.editions];
  writeCatalogue(directory, { ...catalogue, editions }, digestOfCatalogue(directory));
}

/** A program of its own, which prints what it measures. */
function run(program: string): void {
  const { status } = spawnSync(process.execPath, [program], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${program} ended with ${status}`);
}

/** What can be measured, in order: name, what it is, and how. */
const parts: readonly (readonly [
  name: string,
  what: string,
  measure: () => Promise<void> | void,
])[] = [
  [
    'compile',
    `the sample and the real files in FROM (${publisherFiles}), compiled; BESIDE names ` +
      'another checkout, RUNS how often',
    () => run('bench/compile.ts'),
  ],
  ['update', 'an update of every source: everything new, and nothing new', measureUpdate],
  [
    'search',
    'the search, by kind of query; ROUNDS=20 leaves out more titles',
    () => withRealFiles(() => reportSearch(publisherFiles)),
  ],
  [
    'serve',
    'answers a second beside a bare passthrough of the same files; DATA names a ' +
      'compiled sample, KEYS, SECONDS and TURNS choose',
    () => run('bench/serve.ts'),
  ],
  [
    'mutants',
    'what the checks make of seeded faults; SOURCES, MOST and SEED choose',
    () => run('bench/mutants.ts'),
  ],
];

const wanted = process.argv.slice(2);
const help =
  'make bench ONLY="PART…"; without a part, all of ' +
  `them:\n${parts.map(([name, what]) => `  ${name.padEnd(8)} ${what}`).join('\n')}`;
const unknown = wanted.filter((name) => !parts.some(([part]) => part === name));
if (wanted.includes('--help')) {
  console.log(help);
  process.exit(exitCodes.fine);
}
if (unknown.length > 0) {
  console.error(`${unknown.join(' ')}: no such part\n${help}`);
  process.exit(exitCodes.usage);
}
for (const [name, , measurePart] of parts)
  if (wanted.length === 0 || wanted.includes(name)) await measurePart();
