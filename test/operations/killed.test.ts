// Whatever is being done to a data directory or a store, killed at any moment: what is served is whole, nothing is lost, and doing it
// again completes it.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { lock } from '#compiler/edition/lock.ts';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { Holdings } from '#compiler/edition/holdings.ts';
import { faultOfEdition } from '#compiler/edition/fault-of-edition.ts';
import { accept } from '#compiler/operations/accept.ts';
import { prune } from '#compiler/operations/prune.ts';
import { verifyDirectory } from '#compiler/operations/verify.ts';
import { withdraw } from '#compiler/operations/withdraw.ts';
import { openDirectoryStore } from '#compiler/store/directory-store.ts';
import { publish } from '#compiler/store/publish.ts';
import { pull } from '#compiler/store/pull.ts';
import { releaseOf } from '../compiler/spine-releases.ts';
import { ageLocks } from '../age-locks.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { bundleProgram } from './bundle-program.ts';
import { compileQuick, quickReleases, quickSources as sources, quickIndex, quickSpine, quickStructure } from './quick-releases.ts';
import { keptAt, runDisturbed } from './run-disturbed.ts';
import { catalogueOf, copyOf, editionOf, first, quiet, second, servedIn } from './scene.ts';

let program: string;
/** Both first releases served and both second ones held. */
let held: string;
beforeAll(async () => {
  program = await bundleProgram(fileURLToPath(new URL('./run-operation.ts', import.meta.url)));
  held = temporaryDirectory();
  const { structure, index, structure2, index2 } = await quickReleases();
  await compileQuick(held, [structure, index]);
  await compileQuick(held, [structure2, index2]);
});

/** Points at which to kill: the last ones, where shelves and catalogue are changed, and some anywhere before. */
function pointsOf(changes: number, last: number, anywhere: number): number[] {
  const points = new Set<number>();
  for (let place = Math.max(0, changes - last); place < changes; place += 1) points.add(place);
  for (let count = 0; count < anywhere; count += 1) points.add(Math.floor(Math.random() * changes));
  return [...points];
}

/** Every edition that the catalogue calls published and whole is so, and what it calls held is on its shelf or about to be put back. */
async function expectSane(directory: string): Promise<void> {
  const catalogue = readCatalogue(directory)?.catalogue;
  if (catalogue === undefined) return;
  for (const edition of catalogue.editions) {
    if (edition.state !== 'quarantined')
      expect(faultOfEdition(directory, 'editions', edition, edition.pruned ? 'record' : 'whole')).toBeNull();
    else expect(['editions', 'quarantine'].some((shelf) => existsSync(join(directory, shelf, edition.id, 'edition.json')))).toBe(true);
  }
  expect((await answerOffline(directory)('/v1/occupations/1112')).status).toBe(200);
}

/** Where an operation changes things: the directory that is looked at, and for a publication the one that it comes from. */
interface Scene {
  readonly directory: string;
  readonly from?: string;
}

/** Kills an operation at several points, and compares what doing it again gives. */
async function killEverywhere(options: {
  readonly fresh: () => Scene;
  readonly args: (scene: Scene) => readonly string[];
  readonly again: (scene: Scene) => Promise<unknown>;
  readonly expected: (directory: string) => unknown;
  readonly last: number;
  readonly anywhere: number;
}): Promise<void> {
  const whole = options.fresh();
  const { changes } = await runDisturbed(program, options.args(whole), {});
  expect(changes).toBeGreaterThan(3);
  const expected = options.expected(whole.directory);
  const expectCompleted = async (scene: Scene, at: string) => {
    const { directory, from = directory } = scene;
    for (const folder of [directory, from]) ageLocks(folder);
    await expectSane(directory);
    await options.again(scene);
    await expectSane(directory);
    expect(options.expected(directory), at).toEqual(expected);
    expect(verifyDirectory(directory).faults).toEqual([]);
  };

  const points = pointsOf(changes, options.last, options.anywhere);
  const [scene, into] = [options.fresh(), temporaryDirectory()];
  const folders = [scene.directory, ...(scene.from === undefined ? [] : [scene.from])];
  expect(await runDisturbed(program, options.args(scene), { keep: { folders, before: points, into } })).toMatchObject({ changes });
  for (const point of points) {
    const left = { directory: keptAt(into, point), ...(scene.from === undefined ? {} : { from: keptAt(into, point, 1) }) };
    await expectCompleted(left, `killed before change ${point} of ${changes}`);
  }

  // The signal itself, once.
  const killed = options.fresh();
  const point = points[Math.floor(Math.random() * points.length)] ?? 0;
  expect(await runDisturbed(program, options.args(killed), { killBefore: point })).toMatchObject({ killed: true });
  await expectCompleted(killed, `killed before change ${point} of ${changes}`);
}

/** What lasts of a directory, without instants and what hangs on them. */
function lasting(directory: string) {
  const { editions, sources: described } = catalogueOf(directory);
  return {
    served: described.map(({ served }) => served),
    editions: editions.map(({ id, state, pruned, root }) => [id, state, pruned, root]),
  };
}

/** Does again what may have been done before the kill: it is refused only because it is done. */
async function orDone(doing: Promise<unknown>, done: RegExp): Promise<void> {
  await doing.catch((error: unknown) => expect(String(error)).toMatch(done));
}

describe('killed midway and done again', () => {
  test('accept', async () => {
    const { id } = editionOf(held, 'soc-structure', second);
    await killEverywhere({
      fresh: () => ({ directory: copyOf(held) }),
      args: ({ directory }) => ['accept', directory, id],
      again: async ({ directory }) => {
        await orDone(accept({ directory, sources, id, reason: 'because', ...quiet }), /is served, expected a quarantined edition/);
        await compileQuick(directory, []);
      },
      ...{ expected: lasting, last: 9, anywhere: 6 },
    });
  });

  test('withdraw', async () => {
    const accepted = copyOf(held);
    const { id } = editionOf(accepted, 'soc-index', second);
    await accept({ directory: accepted, sources, id, reason: 'because', ...quiet });
    await killEverywhere({
      fresh: () => ({ directory: copyOf(accepted) }),
      args: ({ directory }) => ['withdraw', directory, id],
      again: ({ directory }) =>
        orDone(withdraw({ directory, sources, id, reason: 'because', replaceWith: null, ...quiet }), /already withdrawn/),
      ...{ expected: lasting, last: 8, anywhere: 3 },
    });
  });

  test('prune', async () => {
    const old = await withOldEditions();
    await killEverywhere({
      fresh: () => ({ directory: copyOf(old) }),
      args: ({ directory }) => ['prune', directory],
      again: async ({ directory }) => prune({ directory, sources, dryRun: false, say: quiet.say }),
      expected: (directory) => ({
        ...lasting(directory),
        documents: readdirSync(join(directory, 'editions')).map((id) => readdirSync(join(directory, 'editions', id)).length),
      }),
      ...{ last: 12, anywhere: 3 },
    });
  });

  test('publish', async () => {
    const store = join(temporaryDirectory(), 'store');
    const before = copyOf(held);
    await publishInto(before, makeStore(store));
    await accept({ directory: before, sources, id: editionOf(before, 'soc-index', second).id, reason: 'because', ...quiet });
    await killEverywhere({
      fresh: () => ({ directory: copyOf(store), from: copyOf(before) }),
      args: ({ directory, from = '' }) => ['publish', from, directory],
      again: ({ directory, from = '' }) => publishInto(from, directory),
      ...{ expected: lasting, last: 9, anywhere: 8 },
    });
  });

  test('pull', async () => {
    const store = makeStore(join(temporaryDirectory(), 'store'));
    const before = copyOf(held);
    await publishInto(before, store);
    const pulled = copyOf(before);
    await accept({ directory: before, sources, id: editionOf(before, 'soc-index', second).id, reason: 'because', ...quiet });
    await publishInto(before, store);
    await killEverywhere({
      fresh: () => ({ directory: copyOf(pulled) }),
      args: ({ directory }) => ['pull', directory, store],
      again: ({ directory }) => pull({ store: openDirectoryStore(store, directory, quiet.say), directory, sources, all: true, ...quiet }),
      ...{ expected: lasting, last: 9, anywhere: 8 },
    });
  });
});

function makeStore(directory: string): string {
  mkdirSync(directory, { recursive: true });
  return directory;
}

function publishInto(directory: string, store: string) {
  const newStore = !existsSync(join(store, 'store.json'));
  return publish({ store: openDirectoryStore(store, directory, quiet.say), directory, sample: true, newStore, ...quiet });
}

/** A directory with several editions of each release of the index, so that some are neither served nor next. */
async function withOldEditions(): Promise<string> {
  const directory = copyOf(held);
  await accept({ directory, sources, id: editionOf(directory, 'soc-index', second).id, reason: 'because', ...quiet });
  await accept({ directory, sources, id: editionOf(directory, 'soc-structure', second).id, reason: 'because', ...quiet });
  return directory;
}

/** Compiles the files as a second release in a process of its own, which is killed so many milliseconds after it has begun. */
function compiling(directory: string, files: string, killAfter?: number): Promise<{ wasKilled: boolean; took: number }> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [program, 'compile', directory, files], { stdio: ['ignore', 'pipe', 'inherit'] });
    let began = 0;
    child.stdout.once('data', () => {
      began = performance.now();
      if (killAfter !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfter);
    });
    child.once('exit', (_, signal) => done({ wasKilled: signal === 'SIGKILL', took: performance.now() - began }));
  });
}

// At moments of the clock, in whatever it does there. What a kill before each of its changes leaves is looked at in
// test/fetch/interruption.test.ts, for the same compile.
test('a compile that publishes a second release, killed at 4 random moments', { timeout: 240_000 }, async () => {
  const all = await quickReleases();
  const compileSpine = (directory: string, given: Parameters<typeof compileQuick>[1]) =>
    compileQuick(directory, given, { sources: quickSpine });
  const base = temporaryDirectory();
  const index = releaseOf(quickIndex, first, all.index.files());
  await compileSpine(base, [releaseOf(quickStructure, first, all.structure.files()), index]);
  const [before, lost] = [servedIn(base), lasting(base)];
  const untouched = copyOf(base);
  const next = [releaseOf(quickStructure, second, all.structure2.files())];
  await compileSpine(untouched, next);
  const after = servedIn(untouched);
  const files = temporaryDirectory();
  for (const { name, bytes } of all.structure2.files()) writeFileSync(join(files, name), bytes);
  expect(after).not.toEqual(before);

  // Two side by side, as below, and a fifth more than they take: the last moments count most.
  const alone = await Promise.all([compiling(copyOf(base), files), compiling(copyOf(base), files)]);
  const takes = Math.min(...alone.map(({ took }) => took)) * 1.2;
  let killed = 0;
  const killOnce = async (moment: number) => {
    const directory = copyOf(base);
    if ((await compiling(directory, files, moment * takes)).wasKilled) killed += 1;
    await expectSane(directory);
    // The old state or the new one, both sources together, and every edition of before still there.
    expect([before, after]).toContainEqual(servedIn(directory));
    expect(
      catalogueOf(directory)
        .editions.map(({ id, root }) => [id, root])
        .slice(0, 2),
    ).toEqual(lost.editions.map(([id, , , root]) => [id, root]));
    ageLocks(directory);
    await compileSpine(directory, next);
    expect(lasting(directory)).toEqual(lasting(untouched));
    expect(verifyDirectory(directory)).toMatchObject({ faults: [], remarks: [] });
  };
  const moments = Array.from({ length: 4 }, (_, place) => (place + Math.random()) / 4);
  while (moments.length > 0) await Promise.all(moments.splice(0, 2).map(killOnce));
  expect(killed).toBeGreaterThan(1);
});

describe('two writers', () => {
  const refusal = /is writing here\n {2}wait for it; if it was killed, run this again in \d+ seconds/;

  test('whoever changes editions is refused while another is at work, and changes nothing', async () => {
    const directory = copyOf(held);
    const { id } = editionOf(directory, 'soc-structure', second);
    const before = lasting(directory);
    const unlock = lock(directory, quiet.say);
    await expect(accept({ directory, sources, id, reason: 'because', ...quiet })).rejects.toThrow(refusal);
    await expect(
      withdraw({ directory, sources, id: editionOf(directory, 'soc-index', first).id, reason: 'because', replaceWith: null, ...quiet }),
    ).rejects.toThrow(refusal);
    expect(() => prune({ directory, sources, dryRun: false, say: quiet.say })).toThrow(refusal);
    await expect(publishInto(directory, makeStore(join(temporaryDirectory(), 'store')))).rejects.toThrow(refusal);
    unlock();
    expect(lasting(directory)).toEqual(before);
  });

  /** Runs an operation in a process, or in a namespace of processes. */
  const operate = (args: readonly string[], within: readonly string[] = []) => {
    const [command = '', ...rest] = [...within, process.execPath, program, ...args];
    const child = spawn(command, rest, { stdio: ['ignore', 'ignore', 'pipe'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    let stderr = '';
    child.stderr.on('data', (chunk) => (stderr += chunk));
    return { child, ended: new Promise<string>((done) => child.once('close', (code) => done(code === 0 ? 'done' : stderr))) };
  };

  /** A directory with two releases of the index, and a process that stands still in the midst of compiling the second structure. */
  const compilingIn = async () => {
    const all = await quickReleases();
    const [directory, files] = [temporaryDirectory(), temporaryDirectory()];
    const store = makeStore(join(temporaryDirectory(), 'store'));
    const given = [
      releaseOf(quickStructure, first, all.structure.files()),
      releaseOf(quickIndex, first, all.index.files()),
      releaseOf(quickIndex, second, all.index2.files()),
    ];
    await compileQuick(directory, given, { sources: quickSpine });
    await publishInto(directory, store);
    for (const { name, bytes } of all.structure2.files()) writeFileSync(join(files, name), bytes);
    const compile = operate(['compile', directory, files]);
    while (!existsSync(join(directory, 'lock'))) await new Promise((soon) => setTimeout(soon, 1));
    compile.child.kill('SIGSTOP');
    return { directory, files, store, ...compile };
  };

  const apart = ['unshare', '--pid', '--fork', '--mount-proc'];
  const cannotBeApart = spawnSync(apart[0] ?? '', [...apart.slice(1), 'true']).status !== 0;

  test.each([
    ['in two processes', []],
    ['in two namespaces of processes', apart],
  ])('%s: a withdrawal, a pruning, a publication and a compile are refused beside a compile, which completes', async (_, within) => {
    if (within.length > 0 && cannotBeApart) return void process.stderr.write('not tried: unshare makes no namespace of processes here\n');
    const { directory, files, store, child, ended } = await compilingIn();
    const before = lasting(directory);
    const { id } = editionOf(directory, 'soc-index', second);
    for (const args of [
      ['withdraw', directory, id],
      ['prune', directory],
      ['publish', directory, store],
      ['compile', directory, files],
    ])
      expect(await operate(args, within).ended, args[0]).toMatch(refusal);
    expect(lasting(directory)).toEqual(before);
    child.kill('SIGCONT');
    expect(await ended).toBe('done');
    expect(servedIn(directory)).toEqual({ 'soc-structure': [second], 'soc-index': [second] });
    expect(verifyDirectory(directory).faults).toEqual([]);
  });

  test('a compile that stood still for so long that its lock was taken over publishes nothing over a withdrawal', async () => {
    const { directory, child, ended } = await compilingIn();
    const { id } = editionOf(directory, 'soc-index', second);
    ageLocks(directory);
    await withdraw({ directory, sources: quickSpine, id, reason: 'wrong', replaceWith: null, ...quiet });
    const after = lasting(directory);
    child.kill('SIGCONT');
    expect(await ended).toMatch(/nothing was published\n {2}run it again/);
    expect(lasting(directory)).toEqual(after);
    expect(verifyDirectory(directory).faults).toEqual([]);
  });

  test('three compiles at once: each is done or refused, and what is served is whole', async () => {
    const { directory, files, child, ended } = await compilingIn();
    const others = [operate(['compile', directory, files]), operate(['compile', directory, files])];
    child.kill('SIGCONT');
    const all = await Promise.all([ended, ...others.map((other) => other.ended)]);
    expect(all).toContain('done');
    for (const outcome of all) if (outcome !== 'done') expect(outcome).toMatch(refusal);
    await expectSane(directory);
    expect(servedIn(directory)).toEqual({ 'soc-structure': [second], 'soc-index': [second] });
    expect(verifyDirectory(directory).faults).toEqual([]);
  });

  test('a run that began before another one wrote the catalogue writes none, whatever became of the lock', async () => {
    const directory = copyOf(held);
    const begun = new Holdings(directory, sources, 'plain');
    const edition = editionOf(directory, 'soc-index', first);
    await accept({ directory, sources, id: editionOf(directory, 'soc-index', second).id, reason: 'because', ...quiet });
    const after = lasting(directory);
    begun.put(edition);
    expect(() => begun.publish(new Map())).toThrow(
      /another process has changed it since this run read it; nothing was published\n {2}run it again/,
    );
    expect(lasting(directory)).toEqual(after);
  });

  test('a store has one writer at a time', async () => {
    const store = makeStore(join(temporaryDirectory(), 'store'));
    const unlock = lock(store, quiet.say);
    await expect(publishInto(copyOf(held), store)).rejects.toThrow(refusal);
    unlock();
    await publishInto(copyOf(held), store);
  });
});
