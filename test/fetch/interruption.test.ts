// An update that is killed wherever it stands, also in the middle of a download: what is served is the old state or the new one and
// whole, no edition is lost, and the next update completes.
import { spawn } from 'node:child_process';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { faultOfEdition } from '#compiler/edition/fault-of-edition.ts';
import { verifyDirectory } from '#compiler/operations/verify.ts';
import { random } from '#sources/kit/sample/random.ts';
import type { Catalogue } from '#schemas/catalogue.ts';
import { socIndex, socStructure } from '../compiler/slim-sources.ts';
import { bundleProgram } from '../operations/bundle-program.ts';
import { padded, quickFile, renamed } from '../operations/quick-releases.ts';
import { indexName, paths, publishVolume, structureName } from '../publisher/ons.ts';
import { type Publisher, startPublisher } from '../publisher/publisher.ts';
import { slowly } from '../publisher/ways.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { publishVolumes } from './publications.ts';
import { slimUpdate } from './slim-update.ts';

const preload = new URL('../operations/kill-before.ts', import.meta.url).href;
const points = 50;
/** Draws the points; LMI_TEST_SEED draws those of an earlier run again. */
const seed = process.env['LMI_TEST_SEED'] ?? String(Date.now());

let program: string;
let publisher: Publisher;
/** A directory with the first release of both volumes, of which the publisher has since published second ones. */
let old: string;

beforeAll(async () => {
  publisher = await startPublisher();
  program = await bundleProgram(fileURLToPath(new URL('./slim-update.ts', import.meta.url)));
  const [structure, index] = [await quickFile(socStructure), await quickFile(socIndex)];
  // The names are of no release whose cells somebody has read by eye.
  const volumes = {
    structure: { name: structureName('03122025'), bytes: structure.bytes },
    index: { name: indexName('03122025'), bytes: index.bytes },
  };
  publishVolumes(publisher, volumes);
  old = temporaryDirectory();
  await slimUpdate(old, publisher.url);
  publishVolume(publisher, paths.structure, [
    volumes.structure,
    ...(await renamed(structure)).map(({ bytes }) => ({ name: structureName('20260827'), bytes })),
  ]);
  publishVolume(publisher, paths.index, [
    volumes.index,
    ...(await padded(index)).map(({ bytes }) => ({ name: indexName('20260827'), bytes })),
  ]);
});
afterAll(() => publisher.close());

function copyOfOld(): string {
  const copy = join(temporaryDirectory(), 'data');
  cpSync(old, copy, { recursive: true });
  return copy;
}

function catalogueOf(directory: string): Catalogue {
  const found = readCatalogue(directory);
  if (found === null) throw new Error(`${directory} has no catalogue`);
  return found.catalogue;
}

/** Runs the update in a process that is killed before its nth change to the file system; `changes` is how many a whole one makes. */
function run(directory: string, killBefore: number): Promise<{ killed: boolean; changes: number; stderr: string }> {
  // In pieces, so that there are moments in the middle of a file.
  publisher.next('20260827', slowly(16, 5), slowly(16, 5));
  return new Promise((done) => {
    const child = spawn(process.execPath, ['--import', preload, program, '--update', directory, publisher.url], {
      stdio: 'pipe',
      env: { ...process.env, KILL_BEFORE: String(killBefore) },
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk) => (stdout += chunk));
    child.stderr.on('data', (chunk) => (stderr += chunk));
    child.once('close', (_, signal) =>
      done({ killed: signal === 'SIGKILL', changes: Number(/changes (\d+)/.exec(stdout)?.[1] ?? 'NaN'), stderr }),
    );
  });
}

/** What lasts of a catalogue, without instants. */
function lasting({ sources, editions }: Catalogue) {
  return { served: sources.map(({ served }) => served), editions: editions.map(({ id, root, state }) => [id, root, state]) };
}

test(`killed at ${points} points drawn from the seed ${seed}, an update leaves the old state or the new one, and the next completes`, async () => {
  process.stderr.write(`the update is killed at ${points} points; LMI_TEST_SEED=${seed} draws them again\n`);
  const untouched = copyOfOld();
  const { changes, stderr } = await run(untouched, Number.NaN);
  expect([changes, stderr]).toEqual([expect.any(Number), '']);
  expect(changes).toBeGreaterThan(points);
  const [before, after] = [lasting(catalogueOf(old)), lasting(catalogueOf(untouched))];
  expect(after.editions).toHaveLength(4);
  expect(after.served).not.toEqual(before.served);

  const draw = random(seed);
  // One in each fiftieth of the update, so that none of its phases is left out.
  const moments = Array.from({ length: points }, (_, place) => Math.floor(((place + draw.next()) * changes) / points));
  const seen = { killed: 0, old: 0 };
  const killAt = async (moment: number, again = true): Promise<void> => {
    const directory = copyOfOld();
    const { killed } = await run(directory, moment);
    if (killed) seen.killed += 1;
    const left = catalogueOf(directory);
    const isOld = JSON.stringify(lasting(left)) === JSON.stringify(before);
    if (isOld) seen.old += 1;
    else expect(lasting(left), `killed before change ${moment} of ${changes}`).toEqual(after);
    for (const edition of left.editions)
      expect(faultOfEdition(directory, 'editions', edition, 'whole'), `killed before change ${moment} of ${changes}`).toBeNull();
    await slimUpdate(directory, publisher.url);
    expect(lasting(catalogueOf(directory)), `killed before change ${moment} of ${changes}`).toEqual(after);
    expect(verifyDirectory(directory)).toMatchObject({ faults: [], remarks: [] });
    expect(readdirSync(join(directory, 'editions')).filter((name) => name.startsWith('.'))).toEqual([]);
    expect(readdirSync(directory).sort()).toEqual(['catalogue.json', 'editions', 'snapshots']);
    // The bytes of a download came in fewer pieces this time, and the moment lay beyond the end.
    if (!killed && again) await killAt(Math.floor(0.9 * moment), false);
  };
  // Two at a time: as many as the machines that run this have cores.
  while (moments.length > 0) await Promise.all(moments.splice(0, 2).map((moment) => killAt(moment)));
  expect(seen.killed).toBeGreaterThan(points - 5);
  expect(seen.old).toBeGreaterThan(points / 2);
});
