// The files of an edition's figures are read only as its record lists them.
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { requireCatalogue } from '#compiler/edition/catalogue.ts';
import { parquetOf } from '#schemas/stored-tables.ts';
import { traceFile } from '#compiler/figures/figure-files.ts';
import { storedFigures } from '#compiler/figures/stored-figures.ts';
import { sources } from '#sources/index.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { damage } from '../operations/scene.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const { editions } = requireCatalogue(sampleDirectory());
const editionOf = (key: string) =>
  editions.find(({ source, state }) => source === key && state === 'served') ?? expect.fail(key);
const edition = editionOf('occupational-maps');
const source = sources.find(({ key }) => key === edition.source) ?? expect.fail(edition.source);

/** A copy of the edition's record and figures. */
function copy(): { readonly directory: string; readonly folder: string } {
  const directory = temporaryDirectory();
  const folder = join(directory, 'editions', edition.id);
  mkdirSync(folder, { recursive: true });
  for (const file of ['edition.json', parquetOf(source.key), traceFile])
    cpSync(join(sampleDirectory(), 'editions', edition.id, file), join(folder, file));
  return { directory, folder };
}

test.each([
  ['missing', (place: string) => rmSync(place), 'is missing or cannot be read'],
  ['damaged', damage, 'its bytes differ from those published'],
])('a file that is %s is named', async (_, change, message) => {
  for (const file of [parquetOf(source.key), traceFile]) {
    const { directory, folder } = copy();
    change(join(folder, file));
    await expect(
      Readable.from(storedFigures(directory, source, edition)).toArray(),
    ).rejects.toThrow(`editions/${edition.id}/${file}: ${message}`);
  }
});

test('a pruned edition says that it is', async () => {
  const pruned = { ...edition, pruned: true };
  await expect(
    Readable.from(storedFigures(copy().directory, source, pruned)).toArray(),
  ).rejects.toThrow('was pruned');
});
