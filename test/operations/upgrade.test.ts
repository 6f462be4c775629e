// The upgrade of a directory that a version with the format before has written: the fixture is the
// scene of this folder, with a release accepted, one withdrawn, and one downloaded. It lacks the
// documents, which an upgrade does not read.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { verifyDirectory } from '#compiler/operations/verify.ts';
import { restore } from '#compiler/operations/withdraw.ts';
import { compile } from '#compiler/pipeline.ts';
import { keptDownloads } from '#compiler/release/manifests.ts';
import { prepareUpgrade } from '#compiler/upgrade/upgrade.ts';
import { fileFormats } from '#schemas/document-formats.ts';
import { lmi } from '../lmi.ts';
import { rewriteCatalogue } from '../rewrite-catalogue.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import {
  bytesOf,
  catalogueOf,
  compileInto,
  contentsOf,
  copyOf,
  editionOf,
  first,
  fresh,
  quiet,
  releases,
  second,
  servedIn,
  sources,
  withdrawIn,
} from './scene.ts';

const old = fileURLToPath(new URL('format-6', import.meta.url));
const stored: { readonly serial: number; readonly version: number } = JSON.parse(
  readFileSync(join(old, 'catalogue.json'), 'utf8'),
);

async function upgraded(from = old, into = fresh()): Promise<string> {
  const { releases: kept, sample, base } = prepareUpgrade({ from, into, sources, ...quiet });
  await compile({
    sources,
    releases: kept,
    directory: into,
    sample,
    base,
    acceptDocumented: false,
    ...quiet,
  });
  return into;
}

test('what is served is what a fresh compile of the same files serves, byte for byte', async () => {
  const before = contentsOf(old);
  const directory = await upgraded();
  expect(contentsOf(old)).toEqual(before);
  expect(await verifyDirectory(directory)).toMatchObject({ faults: [], remarks: [] });
  expect(servedIn(directory)).toEqual({ 'soc-structure': [second], 'soc-index': [first] });
  const compiled = fresh();
  const all = await releases();
  await compileInto(compiled, [all.structure, all.index]);
  await compileInto(compiled, [all.structure2]);
  for (const release of [first, second]) {
    const upgradedEdition = editionOf(directory, 'soc-structure', release);
    const { id, root } = editionOf(compiled, 'soc-structure', release);
    // The root proves every document and every table.
    expect(upgradedEdition).toMatchObject({ id, root });
  }
});

test('decisions, records and addresses are carried over', async () => {
  const directory = await upgraded();
  const { version, serial, sample } = catalogueOf(directory);
  expect([version, serial, sample]).toEqual([fileFormats.catalogue, stored.serial + 1, true]);
  expect(editionOf(directory, 'soc-structure', second)).toMatchObject({
    state: 'served',
    accepted: { reason: expect.any(String) },
    pruned: false,
  });
  expect(editionOf(directory, 'soc-index', second)).toMatchObject({
    state: 'withdrawn',
    withdrawn: { reason: 'it was wrong' },
    pruned: true,
  });
  expect(editionOf(directory, 'soc-structure', first).state).toBe('superseded');
  expect(keptDownloads(directory, 'soc-index').get('https://example.org/index')).toMatchObject({
    release: first,
    download: { etag: '"a"' },
  });
  // Nothing is new to the version that made it.
  const bytes = bytesOf(directory);
  await compileInto(directory, []);
  expect(bytesOf(directory)).toEqual(bytes);
});

// Where an id stays, its root does not: the version before digested the packed bytes of tables.
test('what the version before had withdrawn is restored', async () => {
  const directory = await upgraded();
  const { id, root } = editionOf(directory, 'soc-structure', second);
  await withdrawIn(directory, id);
  rmSync(join(directory, 'editions', id), { recursive: true });
  rewriteCatalogue(directory, (catalogue) => ({
    ...catalogue,
    editions: catalogue.editions.map((edition) => {
      const { record: _record, ...listed } = edition;
      return edition.id === id ? { ...listed, pruned: true, root: 'f'.repeat(64) } : edition;
    }),
  }));
  await restore({ directory, sources, id, ...quiet });
  expect(editionOf(directory, 'soc-structure', second)).toMatchObject({ state: 'served', root });
  expect(await verifyDirectory(directory)).toMatchObject({ faults: [], remarks: [] });
});

test('a killed upgrade is run again, and a finished one is not', async () => {
  const into = fresh();
  prepareUpgrade({ from: old, into, sources, ...quiet });
  expect(existsSync(join(into, 'catalogue.json'))).toBe(false);
  await upgraded(old, into);
  expect((await verifyDirectory(into)).faults).toEqual([]);
  await expect(upgraded(old, into)).rejects.toThrow(/has a catalogue\.json already/);
});

test.each<[string, (directory: string) => void, RegExp]>([
  [
    'a damaged catalogue',
    (directory) => change(directory, /"serial":\d+/, '"serial":99'),
    /its bytes differ from those that were written/,
  ],
  [
    'a damaged file of records',
    (directory) => {
      for (const name of readdirSync(join(directory, 'records')))
        writeFileSync(join(directory, 'records', name), '{}');
    },
    /records\/.*its bytes differ/,
  ],
  [
    'an older format',
    (directory) => change(directory, /"version":6/, '"version":5'),
    /is stored in format 5, and this version upgrades format 6/,
  ],
])('%s is refused, and nothing is made', async (_, harm, fault) => {
  const from = copyOf(old);
  harm(from);
  const into = fresh();
  await expect(upgraded(from, into)).rejects.toThrow(fault);
  expect(existsSync(into)).toBe(false);
});

test('every command names the upgrade, and the sample is made anew', async () => {
  const directory = temporaryDirectory();
  cpSync(old, directory, { recursive: true });
  expect(await lmi('verify', directory)).toMatchObject({
    stderr: expect.stringContaining('compile --sample makes the sample again'),
  });
  writeFileSync(join(directory, 'catalogue.json'), '{"version":6,"sample":false}');
  expect(await lmi('verify', directory)).toMatchObject({
    stderr: expect.stringMatching(
      /is stored in format 6, and this version reads format 7\n {2}npx lmi --data .* compile --into NEW/,
    ),
  });
  mkdirSync(join(directory, 'other'));
  expect(
    await lmi('compile', '--data', directory, '--into', join(directory, 'other'), '--sample'),
  ).toMatchObject({ status: 2, stderr: expect.stringMatching(/leave out --from, --sample/) });
});

function change(directory: string, from: RegExp, to: string): void {
  const file = join(directory, 'catalogue.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
}
