// The files of an edition's figures are read only as its record lists them.
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { requireCatalogue } from '#compiler/edition/catalogue.ts';
import { parquetOf } from '#schemas/stored-tables.ts';
import { traceFile } from '#compiler/figures/figure-files.ts';
import { ParquetTable } from '#compiler/figures/parquet-file.ts';
import { storedFigures } from '#compiler/figures/stored-figures.ts';
import { sources } from '#sources/index.ts';
import type { Figure } from '#sources/kit/figures.ts';
import type { Cell } from '#sources/kit/tables.ts';
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

/** The figures of a sample edition, and the addresses in the rows of its table. */
async function figuresWithRows(key: string): Promise<{ figure: Figure; address: Cell }[]> {
  const named = editionOf(key);
  const own = sources.find((candidate) => candidate.key === key) ?? expect.fail(key);
  const bytes = readFileSync(join(sampleDirectory(), 'editions', named.id, parquetOf(own.key)));
  const addresses: Cell[] = [];
  for await (const [column = []] of new ParquetTable(bytes).groups(['cell']))
    addresses.push(...column);
  const figures = await Readable.from(storedFigures(sampleDirectory(), own, named)).toArray();
  return figures
    .flat()
    .filter(({ coefficientOf }) => coefficientOf === undefined)
    .map((figure, at) => ({ figure, address: addresses[at] ?? null }));
}

test('the row of a net change names the printed net change', async () => {
  const changes = (await figuresWithRows('skills-projections')).filter(
    ({ figure }) => figure.measure === 'netChange' && figure.dimensions['qualification'] === 'all',
  );
  expect(changes.length).toBeGreaterThan(20);
  for (const { figure, address } of changes) {
    expect(address).toMatch(/^H/);
    expect(figure.cells().map((cell) => cell.address.charAt(0))).toEqual(['H', 'F', 'D']);
    const { value } = figure;
    const printed = Number(figure.cells()[0]?.printed) * 1000;
    if (value !== null) expect(Math.abs(value - printed)).toBeLessThan(1.001);
  }
});

test.each(['onet', 'work-visas', 'online-job-adverts', 'occupations-in-demand', 'aps-workforce'])(
  'a row of %s names the one cell of a figure, or none of several that count alike',
  async (key) => {
    const computed = (await figuresWithRows(key)).filter(
      // A share has the cell of its part first.
      ({ figure }) => figure.derived && figure.measure !== 'share_of_occupation',
    );
    expect(computed.some(({ figure }) => figure.cells().length > 1)).toBe(true);
    for (const { figure, address } of computed) {
      const cells = figure.cells();
      expect(address).toBe(cells.length === 1 ? cells[0]?.address : null);
      expect(cells.every((cell) => cell.file !== '' && cell.address !== '')).toBe(true);
    }
  },
);
