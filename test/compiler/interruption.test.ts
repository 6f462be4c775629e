// A compile that is killed, and two at once: the served state is the old or the new one, and the next run completes.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { rootHash, sha256 } from '#compiler/edition/digest.ts';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { removeLeftovers } from '#compiler/edition/edition-directory.ts';
import { LockedError, lock } from '#compiler/edition/lock.ts';
import { type ProcessIdentity, isDead, thisProcess } from '#compiler/edition/process-identity.ts';
import { compileSample, sampleOf, socIndex, socStructure } from './spine-releases.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const program = fileURLToPath(new URL('./compile-spine.ts', import.meta.url));

/** Runs the program and kills it so many milliseconds after it has begun to compile; true where it was killed before its end. */
function killAfter(directory: string, milliseconds: number): Promise<boolean> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [program, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), milliseconds));
    child.once('exit', (_, signal) => done(signal === 'SIGKILL'));
  });
}

/** Whatever the catalogue serves is there, whole. */
function expectWhole(directory: string): void {
  const catalogue = readCatalogue(directory)?.catalogue;
  for (const { id, root } of catalogue?.editions ?? []) {
    const record = JSON.parse(readFileSync(join(directory, 'editions', id, 'edition.json'), 'utf8'));
    expect(record.root).toBe(root);
    for (const file of record.files) expect(sha256(readFileSync(join(directory, 'editions', id, file.file)))).toBe(file.sha256);
    expect(rootHash(record.files)).toBe(root);
  }
}

// Before each change that a later compile makes: test/fetch/interruption.test.ts.
test('a first compile killed at three moments: what is served is whole, and the next run completes', async () => {
  const releases = [await sampleOf(socStructure), await sampleOf(socIndex)];
  const untouched = temporaryDirectory();
  await compileSample(untouched, releases);
  // When it was published is a reading of the clock; what is served is not.
  const servedIn = (directory: string) => readCatalogue(directory)?.catalogue.sources.map(({ key, served }) => [key, served]);
  const expected = servedIn(untouched);
  let killed = 0;
  for (const milliseconds of [5, 200, 600]) {
    const directory = temporaryDirectory();
    if (await killAfter(directory, milliseconds)) killed += 1;
    expectWhole(directory);
    const { said } = await compileSample(directory, releases);
    if (said.length > 0) expect(said.join()).toMatch(/taking over the lock of process \d+, which is gone/);
    expectWhole(directory);
    expect(servedIn(directory)).toEqual(expected);
    expect(readdirSync(join(directory, 'editions')).filter((name) => name.startsWith('.'))).toEqual([]);
    expect(readdirSync(directory).sort()).toEqual(['catalogue.json', 'editions', 'records', 'snapshots']);
  }
  expect(killed).toBeGreaterThan(0);
});

describe('the lock', () => {
  test('a second writer is refused while the first is at work', () => {
    const directory = temporaryDirectory();
    const unlock = lock(directory, () => {});
    expect(() => lock(directory, () => {})).toThrow(LockedError);
    expect(() => lock(directory, () => {})).toThrow(`process ${process.pid} on ${hostname()} is writing here`);
    unlock();
    lock(directory, () => {})();
    expect(existsSync(join(directory, 'lock'))).toBe(false);
  });

  test('the lock of a process of another host is never taken over', () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'lock'), JSON.stringify({ host: 'elsewhere', pid: 1 }));
    expect(() => lock(directory, () => {})).toThrow('process 1 on elsewhere is writing here');
  });

  test('the lock of a dead process is taken over, and said', async () => {
    const directory = temporaryDirectory();
    const gone = spawn(process.execPath, ['-e', '']);
    await new Promise((exited) => gone.once('exit', exited));
    writeFileSync(join(directory, 'lock'), JSON.stringify({ host: hostname(), pid: gone.pid }));
    const said: string[] = [];
    lock(directory, (line) => said.push(line))();
    expect(said).toEqual([`${directory}: taking over the lock of process ${gone.pid}, which is gone`]);
  });

  /** The lock of this process, with what another process would have written. */
  const lockOf = (directory: string, parts: object): object => {
    const file = join(directory, 'lock');
    const written = { ...JSON.parse(readFileSync(file, 'utf8')), ...parts };
    writeFileSync(file, JSON.stringify(written));
    return written;
  };

  test('a live writer is never taken over: in another container, with the same number, and whatever its host is called', () => {
    const directory = temporaryDirectory();
    const unlock = lock(directory, () => {});
    for (const parts of [{ namespace: 'pid:[1]' }, { namespace: 'pid:[1]', started: '1' }, { namespace: 'pid:[1]', host: 'another' }]) {
      lockOf(directory, parts);
      expect(() => lock(directory, () => {}), JSON.stringify(parts)).toThrow(LockedError);
    }
    unlock();
  });

  test.each([
    ['in this container', {}],
    ['in a container that was started again: the same host and number, other processes', { namespace: 'pid:[1]', pid: process.pid }],
    ['in another container', { namespace: 'pid:[1]', host: 'another' }],
  ])('a writer that was killed is taken over, %s', async (_, parts) => {
    const directory = temporaryDirectory();
    const program = `import { lock } from '${new URL('../../compiler/edition/lock.ts', import.meta.url)}'; lock('${directory}', () => {}); console.log('held'); setInterval(() => {}, 1000);`;
    const writer = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    const gone = new Promise((exited) => writer.once('exit', exited));
    try {
      await new Promise((held) => writer.stdout?.once('data', held));
      expect(() => lock(directory, () => {})).toThrow(LockedError);
    } finally {
      writer.kill('SIGKILL');
      await gone;
    }
    const { pid } = { pid: writer.pid, ...lockOf(directory, parts) };
    const [life = ''] = readdirSync(directory).filter((name) => name.startsWith('.lock-live-'));
    renameSync(join(directory, life), join(directory, life.replace(String(writer.pid), String(pid))));
    const said: string[] = [];
    lock(directory, (line) => said.push(line))();
    expect(said).toEqual([`${directory}: taking over the lock of process ${pid}, which is gone`]);
    expect(readdirSync(directory)).toEqual([]);
  });

  const here = thisProcess();
  test.each<[string, ProcessIdentity, boolean]>([
    ['this process', here, false],
    ['another process that got its number', { ...here, started: '1' }, true],
    ['a process before the machine was started again', { ...here, boot: 'another' }, true],
    ['a process of another machine', { ...here, boot: 'another', host: 'another' }, false],
    ['a process of another container, without more to go by', { ...here, namespace: 'pid:[1]', pid: 999_999_999 }, false],
    ['a lock of an earlier version with our own number', { host: here.host, pid: here.pid }, true],
    ['a lock of an earlier version with the number of a live process', { host: here.host, pid: process.ppid }, false],
  ])('of %s it is known whether it is gone', (_, holder, expected) => {
    expect(isDead(holder)).toBe(expected);
  });

  test.each<[string, (file: string) => void]>([
    ['half a lock', (file) => writeFileSync(file, '{"host":')],
    ['an empty file', (file) => writeFileSync(file, '')],
    ['a folder', (file) => mkdirSync(file)],
    ['a link to nothing', (file) => symlinkSync('nowhere', file)],
  ])('%s is no dead process: it stays, and is named with its repair', (_, make) => {
    const directory = temporaryDirectory();
    make(join(directory, 'lock'));
    expect(() => lock(directory, () => {})).toThrow(LockedError);
    expect(() => lock(directory, () => {})).toThrow(/remove /);
    expect(readdirSync(directory)).toEqual(['lock']);
  });

  test('what has been put in the place of a lock is not removed with it', () => {
    const directory = temporaryDirectory();
    const unlock = lock(directory, () => {});
    rmSync(join(directory, 'lock'));
    const second = lock(directory, () => {});
    unlock();
    expect(() => lock(directory, () => {})).toThrow(LockedError);
    second();
    lock(directory, () => {})();
  });

  test('of the files by which locks are taken, those of dead processes go and those of others stay', async () => {
    const directory = temporaryDirectory();
    const gone = spawn(process.execPath, ['-e', '']);
    await new Promise((exited) => gone.once('exit', exited));
    mkdirSync(join(directory, `.lock-stale-${gone.pid}`));
    writeFileSync(join(directory, `.lock-${gone.pid}`), '');
    writeFileSync(join(directory, `.lock-${process.pid}`), '');
    removeLeftovers(directory);
    expect(readdirSync(directory)).toEqual([`.lock-${process.pid}`]);
    writeFileSync(join(directory, `.lock-${gone.pid}`), JSON.stringify({ host: 'elsewhere', pid: gone.pid }));
    removeLeftovers(directory);
    expect(readdirSync(directory)).toHaveLength(2);
  });
});
