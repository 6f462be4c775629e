// An update that is killed wherever it stands, also in the middle of a download: what is served is
// the old state or the new one and whole, no edition is lost, and the next update completes.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { faultOfEdition } from '#compiler/edition/edition-record.ts';
import { update } from '#compiler/fetch/update.ts';
import { verifyDirectory } from '#compiler/operations/verify.ts';
import { random } from '#sources/kit/random.ts';
import type { Catalogue } from '#schemas/catalogue.ts';
import { socIndex, socStructure } from '../compiler/slim-sources.ts';
import { changesOf, keptAt } from '../operations/changes.ts';
import { padded, quickFile, quickSpine, renamed } from '../operations/held-releases.ts';
import { catalogueOf, copyOf, quiet } from '../operations/scene.ts';
import { indexName, ons, paths, publishVolume, structureName } from '../publisher/ons.ts';
import { startPublisher } from '../publisher/publisher.ts';
import { slowly } from '../publisher/ways.ts';
import { ageLocks } from '../age-locks.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { publishVolumes } from './publications.ts';

const points = 50;
/** Draws the points; LMI_TEST_SEED draws those of an earlier run again. */
const seed = process.env['LMI_TEST_SEED'] ?? String(Date.now());

const publisher = await startPublisher();
const updateIn = (directory: string) =>
  update({
    sources: quickSpine,
    wanted: quickSpine,
    directory,
    http: { standIns: new Map([[ons, publisher.url]]) },
    ...quiet,
  });

const structure = await quickFile(socStructure);
const index = await quickFile(socIndex);
// The names are of no release whose cells somebody has read by eye.
const volumes = {
  structure: { name: structureName('03122025'), bytes: structure.bytes },
  index: { name: indexName('03122025'), bytes: index.bytes },
};
publishVolumes(publisher, volumes);
/**
 * A directory with the first release of both volumes, of which the publisher has since published
 * second ones.
 */
const old = temporaryDirectory();
await updateIn(old);
publishVolume(publisher, paths.structure, [
  volumes.structure,
  ...(await renamed([structure])).map(({ bytes }) => ({ name: structureName('20260827'), bytes })),
]);
publishVolume(publisher, paths.index, [
  volumes.index,
  ...(await padded([index])).map(({ bytes }) => ({ name: indexName('20260827'), bytes })),
]);
afterAll(() => publisher.close());

/** What lasts of a catalogue, without instants. */
function lasting({ sources, editions }: Catalogue) {
  return {
    served: sources.map(({ served }) => served),
    editions: editions.map(({ id, root, state }) => [id, root, state]),
  };
}

test(`killed at any of ${points} points, an update is old or new (seed ${seed})`, async () => {
  process.stderr.write(
    `the update is killed at any point and completed from ${points}; ` +
      `LMI_TEST_SEED=${seed} draws them again\n`,
  );
  const untouched = copyOf(old);
  const kept = temporaryDirectory();
  // In pieces, so that there are moments in the middle of a file.
  publisher.next('20260827', slowly(16, 5), slowly(16, 5));
  const changes = await changesOf(() => updateIn(untouched), {
    folders: [untouched],
    before: null,
    into: kept,
  });
  expect(changes).toBeGreaterThan(points);
  const before = lasting(catalogueOf(old));
  const after = lasting(catalogueOf(untouched));
  expect(after.editions).toHaveLength(4);
  expect(after.served).not.toEqual(before.served);

  let seenOld = 0;
  const expectWhole = async (directory: string, at: string): Promise<void> => {
    const left = catalogueOf(directory);
    if (JSON.stringify(lasting(left)) === JSON.stringify(before)) seenOld += 1;
    else expect(lasting(left), at).toEqual(after);
    for (const edition of left.editions)
      expect(await faultOfEdition(directory, edition, 'whole'), at).toBeNull();
  };
  const expectCompleted = async (directory: string, at: string): Promise<void> => {
    ageLocks(directory);
    await updateIn(directory);
    expect(lasting(catalogueOf(directory)), at).toEqual(after);
    expect(await verifyDirectory(directory)).toMatchObject({ faults: [], remarks: [] });
    expect(readdirSync(join(directory, 'editions')).filter((name) => name.startsWith('.'))).toEqual(
      [],
    );
    expect(readdirSync(directory).sort()).toEqual([
      'catalogue.json',
      'editions',
      'records',
      'snapshots',
    ]);
  };
  const nameOf = (moment: number) => `killed before change ${moment} of ${changes}`;

  for (let moment = 0; moment < changes; moment += 1)
    await expectWhole(keptAt(kept, moment), nameOf(moment));
  expect(seenOld).toBeGreaterThan(changes / 2);

  const draw = random(seed);
  // One in each fiftieth of the update, so that none of its phases is left out.
  for (let place = 0; place < points; place += 1) {
    const moment = Math.floor(((place + draw.next()) * changes) / points);
    await expectCompleted(keptAt(kept, moment), nameOf(moment));
  }
});
