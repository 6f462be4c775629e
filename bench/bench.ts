// make bench: time, memory and size, as ratios of things measured side by side in one run. Absolute figures belong to the machine.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { reportSearch } from './search/report.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const publisherFiles = process.env['FROM'] ?? fileURLToPath(new URL('../../shared/publisher-files', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'lmi-bench-'));

interface Measured {
  readonly seconds: number;
  readonly megabytes: number;
}

function measure(...command: readonly string[]): Measured {
  const file = join(work, 'measured.json');
  const { status, stderr } = spawnSync(process.execPath, ['--import', join(root, 'bench/measured.ts'), ...command], {
    cwd: root,
    env: { ...process.env, MEASURED: file },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}\n${stderr}`);
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

/** An update with nothing new against a publisher on loopback, beside its requests alone. */
async function measureUpdate(): Promise<void> {
  const publisher = spawn(process.execPath, ['test/publisher/serve.ts'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const url = await new Promise<string>((ready) => publisher.stdout.once('data', (chunk: Buffer) => ready(chunk.toString().trim())));
    process.env['LMI_ONS_URL'] = url;
    const out = join(work, 'updated');
    print('update, everything new', measure('compiler/cli.ts', 'update', '--out', out));
    const nothingNew = measure('compiler/cli.ts', 'update', '--out', out);
    const alone = measure('bench/discover-alone.ts', out);
    print('update again, nothing new', nothingNew);
    print('the same requests and nothing else', alone);
    console.log(`an update with nothing new takes ${(nothingNew.seconds - alone.seconds).toFixed(2)} s beyond its requests, allowed are 2 s`);
  } finally {
    publisher.kill();
    delete process.env['LMI_ONS_URL'];
  }
}

function statOf(path: string): { bytes: number; blocks: number } {
  const { size, blocks } = statSync(path);
  return { bytes: size, blocks: blocks * 512 };
}

try {
  if (existsSync(publisherFiles)) {
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
    await reportSearch(publisherFiles);
  } else {
    console.log(`the real files are not in ${publisherFiles}: only the sample is measured`);
  }
  const sample = join(work, 'sample');
  const plain = measure('compiler/cli.ts', 'sample', '--out', sample);
  print('make and compile the plain sample', plain);
  print('the same again, nothing changed', measure('compiler/cli.ts', 'sample', '--out', sample));
  printEditions(sample);
  await measureUpdate();
} finally {
  rmSync(work, { recursive: true, force: true });
}
