// What is pruned, what never is, and that it can be compiled again.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { accept } from '#compiler/operations/accept.ts';
import { editionsToPrune, prune } from '#compiler/operations/prune.ts';
import { verifyDirectory } from '#compiler/operations/verify.ts';
import { withdraw } from '#compiler/operations/withdraw.ts';
import { ashe } from '#sources/ashe/source.ts';
import { onlineJobAdverts } from '#sources/online-job-adverts/source.ts';
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import {
  catalogueOf,
  compileInto,
  copyOf,
  directoryWithHeld,
  editionOf,
  first,
  quiet,
  releases,
  second,
  servedIn,
  sources,
} from './scene.ts';

let old: string;

// Four editions of the index: each of its releases for each release of the structure.
beforeAll(async () => {
  old = await directoryWithHeld();
  for (const source of ['soc-structure', 'soc-index'])
    await accept({ directory: old, sources, id: editionOf(old, source, second).id, reason: 'because', ...quiet });
});

const pruneIn = (directory: string, dryRun = false) => prune({ directory, sources, dryRun, say: quiet.say });
const namesIn = (directory: string, edition: CatalogueEdition) => readdirSync(join(directory, 'editions', edition.id));

test('a dry run says what would go, and nothing goes', () => {
  const directory = copyOf(old);
  mkdirSync(join(directory, 'editions/00000000-0000-8000-8000-000000000000'));
  writeFileSync(join(directory, 'editions/00000000-0000-8000-8000-000000000000/stray.json'), '{}');
  const before = readFileSync(join(directory, 'catalogue.json'), 'utf8');
  const { removed } = pruneIn(directory, true);
  expect(removed.length).toBeGreaterThan(1);
  expect(removed.at(-1)).toMatchObject({ what: 'not in the catalogue', files: 1, bytes: 2 });
  expect(readFileSync(join(directory, 'catalogue.json'), 'utf8')).toBe(before);
  expect(pruneIn(directory).removed).toEqual(removed);
  expect(pruneIn(directory).removed).toEqual([]);
});

test('a dry run only looks: it needs no lock, and waits for nobody who writes', () => {
  const directory = copyOf(old);
  writeFileSync(join(directory, 'lock'), JSON.stringify({ host: 'elsewhere', pid: 1 }));
  expect(pruneIn(directory, true).removed.length).toBeGreaterThan(0);
  expect(() => pruneIn(directory)).toThrow('is writing here');
});

test('the served edition and its predecessor stay whole, every record stays, and what is served is as before', () => {
  const directory = copyOf(old);
  const before = servedIn(directory);
  pruneIn(directory);
  const editions = catalogueOf(directory).editions.filter(({ source }) => source === 'soc-index');
  const whole = editions.filter(({ pruned }) => !pruned);
  expect(whole).toHaveLength(2);
  expect(whole.map(({ release }) => release).sort()).toEqual([first, second]);
  expect(whole.some(({ state }) => state === 'served')).toBe(true);
  for (const edition of editions) expect(edition.pruned ? namesIn(directory, edition) : []).toEqual(edition.pruned ? ['edition.json'] : []);
  expect(servedIn(directory)).toEqual(before);
  expect(verifyDirectory(directory)).toMatchObject({ faults: [], remarks: [] });
});

test('what was pruned is compiled again where it is to be served, with the same root', async () => {
  const directory = copyOf(old);
  const roots = catalogueOf(directory).editions.map(({ id, root }) => [id, root]);
  pruneIn(directory);
  // Back to the first structure: the index of that structure was pruned, and is wanted again.
  await withdraw({
    directory,
    sources,
    id: editionOf(directory, 'soc-structure', second).id,
    reason: 'because',
    replaceWith: null,
    ...quiet,
  });
  const served = catalogueOf(directory).editions.filter(({ state }) => state === 'served');
  expect(served.map(({ pruned }) => pruned)).toEqual([false, false]);
  expect(servedIn(directory)).toEqual({ 'soc-structure': [first], 'soc-index': [second] });
  expect(roots).toEqual(expect.arrayContaining(served.map(({ id, root }) => [id, root])));
  expect(verifyDirectory(directory).faults).toEqual([]);
});

test('of a release that is held several times, the newest try stays', async () => {
  const directory = await directoryWithHeld();
  const { structure2, index2 } = await releases();
  await accept({ directory, sources, id: editionOf(directory, 'soc-structure', second).id, reason: 'because', ...quiet });
  await compileInto(directory, [structure2, index2]);
  const tries = () => catalogueOf(directory).editions.filter(({ source, state }) => source === 'soc-index' && state === 'quarantined');
  expect(tries()).toHaveLength(2);
  pruneIn(directory);
  expect(tries().map(({ pruned }) => pruned)).toEqual([true, false]);
  for (const { id, pruned } of tries()) expect(existsSync(join(directory, 'quarantine', id, 'occupations.json'))).toBe(!pruned);
  await expect(accept({ directory, sources, id: tries()[0]?.id ?? '', reason: 'because', ...quiet })).rejects.toThrow(
    /have been pruned\n {2}compile the release again/,
  );
});

test('no pay edition is ever pruned, withdrawn ones included', () => {
  const [some] = catalogueOf(old).editions;
  if (some === undefined) throw new Error('the scene has no edition');
  const pay = (release: string, state: CatalogueEdition['state'], place: number): CatalogueEdition => ({
    ...some,
    id: `${some.id.slice(0, -1)}${place}`,
    source: 'ashe',
    release,
    state,
    year: 2024,
    files: 9,
  });
  const editions = [
    pay('2024-provisional', 'superseded', 0),
    pay('2024-provisional', 'withdrawn', 1),
    pay('2024-revised', 'superseded', 2),
    pay('2024-revised', 'served', 3),
  ];
  expect(editionsToPrune([ashe], editions)).toEqual([]);
});

test('of monthly editions the served one and the one before stay, however many months there have been', () => {
  const [some] = catalogueOf(old).editions;
  if (some === undefined) throw new Error('the scene has no edition');
  const month = (place: number): CatalogueEdition => ({
    ...some,
    id: `${some.id.slice(0, -2)}${String(place).padStart(2, '0')}`,
    source: 'online-job-adverts',
    release: `2026-${String(place).padStart(2, '0')}`,
    state: place === 12 ? 'served' : 'superseded',
    files: 6109,
  });
  const editions = Array.from({ length: 12 }, (_, index) => month(index + 1));
  expect(editionsToPrune([onlineJobAdverts], editions).map(({ release }) => release)).toEqual(
    editions.slice(0, 10).map(({ release }) => release),
  );
});
