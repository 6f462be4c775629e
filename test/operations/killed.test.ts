// Whatever is being done to a data directory or a store, killed at any moment: what is served is
// whole, nothing is lost, and doing it again completes it.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { lock } from '#compiler/edition/lock.ts';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { CatalogueDraft } from '#compiler/edition/catalogue-draft.ts';
import { faultOfEdition } from '#compiler/edition/edition-record.ts';
import { prune } from '#compiler/operations/prune.ts';
import { verifyDirectory } from '#compiler/operations/verify.ts';
import { dailyCommand } from '#compiler/commands/daily.ts';
import { openDirectoryStore } from '#compiler/store/directory-store.ts';
import { readReported } from '#compiler/store/reported.ts';
import { releaseOf } from '../compiler/spine-releases.ts';
import { printed } from '../lmi.ts';
import { ageLocks } from '../age-locks.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { changesOf, keptAt } from './changes.ts';
import {
  acceptIn,
  callReal,
  catalogueOf,
  compileInto,
  copyOf,
  directoryWithHeld,
  editionOf,
  first,
  publishTo,
  pullFrom,
  quickSpine,
  quiet,
  releases,
  second,
  servedIn,
  sources,
  withdrawIn,
} from './scene.ts';
import { drawnFor } from '../seed.ts';

/** Both first releases served and both second ones held. */
const held = await directoryWithHeld();

/**
 * Points at which to kill: the last ones, where folders and catalogue are changed, and some
 * anywhere before.
 */
function pointsOf(changes: number, last: number, anywhere: number): number[] {
  const points = new Set<number>();
  for (let place = Math.max(0, changes - last); place < changes; place += 1) points.add(place);
  const draw = drawnFor(`killed at one of ${changes} changes`);
  for (let count = 0; count < anywhere; count += 1) points.add(draw.between(0, changes - 1));
  return [...points];
}

/**
 * Every edition that the catalogue calls published and not pruned is whole, and what it calls held
 * is in its folder or about to be put back.
 */
async function expectSane(directory: string): Promise<void> {
  const catalogue = readCatalogue(directory)?.catalogue;
  if (catalogue === undefined) return;
  for (const edition of catalogue.editions) {
    if (edition.pruned) continue;
    if (edition.state !== 'quarantined')
      expect(await faultOfEdition(directory, edition, 'whole')).toBeNull();
    else
      expect(
        ['editions', 'quarantine'].some((folder) =>
          existsSync(join(directory, folder, edition.id, 'edition.json')),
        ),
      ).toBe(true);
  }
  if (servedIn(directory)['soc-index']?.length === 1)
    expect((await answerOffline(directory)('/v1/occupations/1112')).status).toBe(200);
}

/**
 * Where an operation changes things: the directory that is looked at, and for a publication the one
 * that it comes from.
 */
interface Scene {
  readonly directory: string;
  readonly from?: string;
}

async function killEverywhere(options: {
  readonly fresh: () => Scene;
  readonly run: (scene: Scene) => unknown;
  /** What completes it (default: the same again). */
  readonly again?: (scene: Scene) => Promise<unknown>;
  readonly expected?: (directory: string) => unknown;
  readonly last?: number;
  readonly anywhere?: number;
}): Promise<void> {
  const { fresh, run, again = run, expected = lasting, last = 9, anywhere = 3 } = options;
  const whole = fresh();
  const changes = await changesOf(() => run(whole));
  expect(changes).toBeGreaterThan(3);
  const points = pointsOf(changes, last, anywhere);
  const scene = fresh();
  const into = temporaryDirectory();
  const folders = [scene.directory, ...(scene.from === undefined ? [] : [scene.from])];
  expect(await changesOf(() => run(scene), { folders, before: points, into })).toBe(changes);
  for (const point of points) {
    const directory = keptAt(into, point);
    const from = scene.from === undefined ? {} : { from: keptAt(into, point, 1) };
    for (const folder of [directory, ...Object.values(from)]) ageLocks(folder);
    await expectSane(directory);
    await again({ directory, ...from });
    await expectSane(directory);
    expect(expected(directory), `killed before change ${point} of ${changes}`).toEqual(
      expected(whole.directory),
    );
    expect((await verifyDirectory(directory)).faults).toEqual([]);
  }
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
  // What a kill of a later compile leaves is looked at in test/fetch/interruption.test.ts.
  test('a first compile', async () => {
    const { structure2 } = await releases();
    const given = [releaseOf(quickSpine[0], second, structure2.files())];
    const fresh = () => ({ directory: temporaryDirectory() });
    await killEverywhere({
      fresh,
      run: ({ directory }) => compileInto(directory, given, { sources: quickSpine }),
    });
  });

  test('accept', async () => {
    const { id } = editionOf(held, 'soc-structure', second);
    const run = ({ directory }: Scene) => acceptIn(directory, '', { id });
    await killEverywhere({
      fresh: () => ({ directory: copyOf(held) }),
      run,
      again: async (scene) => {
        await orDone(run(scene), /is served, expected an edition that is held back/);
        await compileInto(scene.directory, []);
      },
    });
  });

  test('withdraw', async () => {
    const accepted = copyOf(held);
    const { id } = editionOf(accepted, 'soc-index', second);
    await acceptIn(accepted, 'soc-index');
    const run = ({ directory }: Scene) => withdrawIn(directory, id);
    const again = (scene: Scene) => orDone(run(scene), /already withdrawn/);
    await killEverywhere({ fresh: () => ({ directory: copyOf(accepted) }), run, again });
  });

  test('prune', async () => {
    // Several editions of each release of the index, so that some are neither served nor next.
    const old = copyOf(held);
    for (const source of ['soc-index', 'soc-structure']) await acceptIn(old, source);
    await killEverywhere({
      fresh: () => ({ directory: copyOf(old) }),
      run: async ({ directory }) => prune({ directory, sources, dryRun: false, say: quiet.say }),
      expected: (directory) => ({
        ...lasting(directory),
        documents: readdirSync(join(directory, 'editions')).map(
          (id) => readdirSync(join(directory, 'editions', id)).length,
        ),
      }),
      last: 12,
    });
  });

  test('publish', async () => {
    const store = temporaryDirectory();
    const before = copyOf(held);
    await publishTo(store, before);
    await acceptIn(before, 'soc-index');
    const fresh = () => ({ directory: copyOf(store), from: copyOf(before) });
    await killEverywhere({
      fresh,
      run: ({ directory, from = '' }: Scene) => publishTo(directory, from),
    });
  });

  test('a day, from pull to the note of what was reported', async () => {
    const before = callReal(copyOf(held));
    const { id } = editionOf(before, 'soc-index', second);
    const store = temporaryDirectory();
    await publishTo(store, before, { sample: false });
    // What a person decides while the day runs stands for what an update brings.
    const update = (directory: string) => ({
      name: 'update',
      run: () => orDone(acceptIn(directory, '', { id }), /is served, expected/).then(() => 0),
    });
    const run = ({ directory, from = '' }: Scene) =>
      printed(() => dailyCommand({ store: from, data: directory }, update(directory)));
    await killEverywhere({
      fresh: () => ({ directory: copyOf(before), from: copyOf(store) }),
      run,
      again: async (scene) => {
        const { from = '' } = scene;
        await expectSane(from);
        expect((await run(scene)).status).toBe(3);
        expect(lasting(from)).toEqual(lasting(scene.directory));
        expect((await verifyDirectory(from)).faults).toEqual([]);
        const reported = await readReported(openDirectoryStore(from, scene.directory, quiet.say));
        expect(reported?.serial).toBe(catalogueOf(from).serial);
      },
      // Of each step: pull, update, prune, verify, bundle, publish, report.
      last: 6,
      anywhere: 12,
    });
  });

  test('pull', async () => {
    const store = temporaryDirectory();
    const before = copyOf(held);
    await publishTo(store, before);
    const pulled = copyOf(before);
    await acceptIn(before, 'soc-index');
    await publishTo(store, before);
    const run = ({ directory }: Scene) => pullFrom(store, directory, { all: true });
    await killEverywhere({ fresh: () => ({ directory: copyOf(pulled) }), run });
  });
});

describe('two writers', () => {
  const refusal =
    /is writing here\n {2}wait for it; if it was killed, run this again in \d+ seconds/;

  test('a second writer is refused and changes nothing', async () => {
    const directory = copyOf(held);
    const before = lasting(directory);
    const unlock = lock(directory, quiet.say);
    await expect(acceptIn(directory, 'soc-structure')).rejects.toThrow(refusal);
    await expect(
      withdrawIn(directory, editionOf(directory, 'soc-index', first).id),
    ).rejects.toThrow(refusal);
    expect(() => prune({ directory, sources, dryRun: false, say: quiet.say })).toThrow(refusal);
    await expect(publishTo(temporaryDirectory(), directory)).rejects.toThrow(refusal);
    unlock();
    expect(lasting(directory)).toEqual(before);
  });

  test('a run does not write over a newer catalogue, lock or no lock', async () => {
    const directory = copyOf(held);
    const begun = new CatalogueDraft({ directory, sources, sample: true });
    const edition = editionOf(directory, 'soc-index', first);
    await acceptIn(directory, 'soc-index');
    const after = lasting(directory);
    begun.put(edition);
    expect(() => begun.publish(new Map())).toThrow(
      /another process has changed it since this run read it; nothing was published\n {2}run it again/,
    );
    // Nor does one that stood still for so long that its lock was taken over.
    const unlock = lock(directory, quiet.say);
    rmSync(join(directory, 'lock'), { recursive: true });
    expect(() =>
      new CatalogueDraft({ directory, sources, sample: true }).publish(new Map()),
    ).toThrow(/another process took over the lock[^]*; nothing was published\n {2}run it again/);
    unlock();
    expect(lasting(directory)).toEqual(after);
  });
});
