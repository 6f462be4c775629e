// make bench ONLY=compile: compiling here beside another checkout, which BESIDE names (git worktree
// add ../before COMMIT, then npm ci there). The runs take turns, so that what else the machine does
// disturbs both alike. Each line has the median of RUNS (3) for time, processor time of all
// processes, and peak memory of the largest process and of all together.
import { type ChildProcess, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exitCodes } from '../compiler/exit-codes.ts';

const here = fileURLToPath(new URL('..', import.meta.url));
const beside = process.env['BESIDE'];
const publisherFiles = resolve(process.env['FROM'] ?? join(here, '../shared/publisher-files'));
const runs = Number(process.env['RUNS'] ?? 3);
const work = mkdtempSync(join(tmpdir(), 'lmi-bench-compile-'));
process.once('exit', () => rmSync(work, { recursive: true, force: true }));

interface Measured {
  readonly seconds: number;
  readonly processorSeconds: number;
  readonly largestMegabytes: number;
  readonly togetherMegabytes: number;
}

/** Clock ticks of Linux in a second. */
const ticks = 100;
const lookEveryMs = 100;

interface Checkout {
  readonly name: string;
  readonly folder: string;
}

const checkouts: readonly Checkout[] = [
  ...(beside === undefined ? [] : [{ name: 'beside', folder: resolve(beside) }]),
  { name: 'here', folder: here },
];

/** The process and all that it has started, directly or not. */
function familyOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = fieldsOf(Number(name))[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const family = [pid];
  for (const member of family)
    for (const [child, parent] of parents) if (parent === member) family.push(child);
  return family;
}

/** What /proc/PID/stat has after the name; nothing if the process is gone. */
function fieldsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  } catch {
    return [];
  }
}

function megabytesOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return (Number(/^Pss:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024) / 1e6;
  } catch {
    return 0;
  }
}

async function measure(
  { folder }: Checkout,
  args: readonly string[],
  { cores }: { readonly cores?: string },
): Promise<Measured> {
  const command = [process.execPath, join(folder, 'bin/lmi.js'), ...args];
  const [program = '', ...given] =
    cores === undefined ? command : ['taskset', '-c', cores, ...command];
  let largestMegabytes = 0;
  let togetherMegabytes = 0;
  const started = performance.now();
  // A shell, which still reports the time of its children when they have ended.
  const child: ChildProcess = spawn(
    'sh',
    ['-c', '"$@"; code=$?; cat /proc/$$/stat >&3; exit $code', 'sh', program, ...given],
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe'], cwd: folder },
  );
  let said = '';
  let stat = '';
  child.stderr?.on('data', (piece: Buffer) => (said = `${said}${piece}`.slice(-2000)));
  child.stdio[3]?.on('data', (piece: Buffer) => (stat += piece.toString()));
  const look = setInterval(() => {
    const sizes = familyOf(child.pid ?? 0).map(megabytesOf);
    largestMegabytes = Math.max(largestMegabytes, ...sizes);
    togetherMegabytes = Math.max(
      togetherMegabytes,
      sizes.reduce((sum, size) => sum + size, 0),
    );
  }, lookEveryMs);
  const code = await new Promise<number | null>((done) => child.once('close', done));
  const seconds = (performance.now() - started) / 1000;
  clearInterval(look);
  if (code !== exitCodes.fine && code !== exitCodes.held)
    throw new Error(`${command.join(' ')} ended with ${code}\n${said}`);
  // User and system time of the children that have ended, and of theirs.
  const [user = 0, system = 0] = (stat.split(') ').at(-1)?.split(' ') ?? [])
    .slice(13, 15)
    .map(Number);
  return {
    seconds,
    processorSeconds: (user + system) / ticks,
    largestMegabytes,
    togetherMegabytes,
  };
}

interface Task {
  readonly name: string;
  readonly cores?: string;
  readonly runs?: number;
  /** Makes what the run starts from, in a folder that it is given. */
  readonly prepare?: (checkout: Checkout, data: string) => Promise<void>;
  readonly args: (data: string) => readonly string[];
}

const fromFiles = (data: string) => ['compile', '--from', publisherFiles, '--data', data];
const filesWithoutNewestPay = join(work, 'published');

/** The publisher's files without the newest release of pay, as links. */
function linkFilesWithoutNewestPay(): void {
  for (const source of readdirSync(publisherFiles)) {
    if (source.startsWith('_')) continue;
    const releases = readdirSync(join(publisherFiles, source))
      .filter((name) => !name.startsWith('_'))
      .sort();
    mkdirSync(join(filesWithoutNewestPay, source), { recursive: true });
    for (const release of source === 'ashe' ? releases.slice(0, -1) : releases)
      symlinkSync(
        join(publisherFiles, source, release),
        join(filesWithoutNewestPay, source, release),
      );
  }
}

/** A compiled directory, made once for each checkout and copied. */
async function copyOfCompiled(
  { name, folder }: Checkout,
  kind: string,
  from: string,
  data: string,
): Promise<void> {
  const made = join(work, `${name}-${kind}`);
  if (!existsSync(made))
    await measure({ name, folder }, ['compile', '--from', from, '--data', made], {});
  cpSync(made, data, { recursive: true });
}

const ofFiles: readonly Task[] = [
  { name: 'all real files', args: fromFiles },
  {
    name: 'one release of pay added',
    prepare: (checkout, data) =>
      copyOfCompiled(checkout, 'without-pay', filesWithoutNewestPay, data),
    args: fromFiles,
  },
  {
    name: 'the same files again',
    prepare: (checkout, data) => copyOfCompiled(checkout, 'whole', publisherFiles, data),
    args: fromFiles,
  },
  { name: 'all real files, one core', cores: '0', runs: 1, args: fromFiles },
];

const ofSample: Task = {
  name: 'sample',
  args: (data) => ['compile', '--sample', '--data', data],
};

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const columns: readonly (readonly [name: keyof Measured, unit: string])[] = [
  ['seconds', 's'],
  ['processorSeconds', 's of processors'],
  ['largestMegabytes', 'MB, largest process'],
  ['togetherMegabytes', 'MB, all together'],
];

async function report(task: Task): Promise<void> {
  const measured = new Map<string, Measured[]>(checkouts.map(({ name }) => [name, []]));
  for (let run = 0; run < (task.runs ?? runs); run += 1) {
    for (const checkout of checkouts) {
      const data = join(work, 'data');
      rmSync(data, { recursive: true, force: true });
      await task.prepare?.(checkout, data);
      const one = await measure(
        checkout,
        task.args(data),
        task.cores === undefined ? {} : { cores: task.cores },
      );
      measured.get(checkout.name)?.push(one);
    }
  }
  console.log(task.name);
  for (const [column, unit] of columns) {
    const medians = checkouts.map(({ name }) => ({
      name,
      median: medianOf((measured.get(name) ?? []).map((one) => one[column])),
    }));
    const [first, second] = medians;
    const texts = medians.map(({ name, median }) => `${name} ${median.toFixed(1)}`);
    const ratio =
      first === undefined || second === undefined
        ? ''
        : `, ratio ${(second.median / first.median).toFixed(2)}`;
    console.log(`  ${texts.join(', ')} ${unit}${ratio}`);
  }
}

if (process.platform !== 'linux') throw new Error('this measures processes as Linux tells of them');
await report(ofSample);
if (existsSync(publisherFiles)) {
  linkFilesWithoutNewestPay();
  for (const task of ofFiles) await report(task);
} else console.log(`the real files are not in ${publisherFiles}: nothing of them is measured`);
