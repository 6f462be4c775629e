// The pipeline on the spine's samples: what is published, held back, left alone, compiled again and refused.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import glob from 'fast-glob';
import { beforeAll, describe, expect, test } from 'vitest';
import { readCatalogue } from '#compiler/edition/catalogue.ts';
import { formatProblem } from '#compiler/problem.ts';
import { inOrderOfNeeds } from '#compiler/pipeline.ts';
import { exitCodeOf } from '#compiler/report.ts';
import type { PublishedFile, Source } from '#compiler/source.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { compileSample, edited, releaseOf, sampleOf, socIndex, socStructure } from './spine-releases.ts';

let structure: Awaited<ReturnType<typeof sampleOf>>;
let codingIndex: Awaited<ReturnType<typeof sampleOf>>;

beforeAll(async () => {
  structure = await sampleOf(socStructure);
  codingIndex = await sampleOf(socIndex);
});

function catalogueOf(directory: string) {
  const found = readCatalogue(directory);
  if (found === null) throw new Error(`${directory} has no catalogue`);
  return found.catalogue;
}

function servedOf(directory: string): Record<string, string[]> {
  return Object.fromEntries(catalogueOf(directory).sources.map((source) => [source.key, source.served]));
}

/** Every byte of the editions, by path. */
function bytesOf(directory: string): Record<string, string> {
  const paths = glob.sync('{editions,quarantine}/**/*', { cwd: directory, dot: true }).sort(byCodeUnit);
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(directory, path), 'base64')]));
}

async function published(): Promise<string> {
  const directory = temporaryDirectory();
  await compileSample(directory, [structure, codingIndex]);
  return directory;
}

describe('publishing', () => {
  test('editions go live together, in the order of their needs whatever the order given', async () => {
    const directory = temporaryDirectory();
    const { outcomes } = await compileSample(directory, [codingIndex, structure]);
    expect(outcomes.map(({ source, verdict }) => [source, verdict])).toEqual([
      ['soc-structure', 'published'],
      ['soc-index', 'published'],
    ]);
    const { editions, serial, previous } = catalogueOf(directory);
    expect([serial, previous]).toEqual([1, null]);
    expect(editions[1]?.needs).toEqual([{ source: 'soc-structure', edition: editions[0]?.id }]);
    expect(editions[0]?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test('compiled elsewhere, in another order of releases, every byte and id is the same', async () => {
    const [one, other] = [await published(), temporaryDirectory()];
    await compileSample(other, [codingIndex]);
    await compileSample(other, [codingIndex, structure]);
    expect(bytesOf(other)).toEqual(bytesOf(one));
  });

  test('with nothing changed nothing is compiled and the catalogue is not replaced', async () => {
    const directory = await published();
    const before = readFileSync(join(directory, 'catalogue.json'), 'utf8');
    const { outcomes } = await compileSample(directory, [structure, codingIndex]);
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['unchanged', 'unchanged']);
    expect(readFileSync(join(directory, 'catalogue.json'), 'utf8')).toBe(before);
  });

  test('a file saved again with equal cells is recorded and makes no new edition', async () => {
    const directory = await published();
    const before = servedOf(directory);
    const touched = await edited(structure.published, (_, text) => text);
    expect(touched[0]?.bytes).not.toEqual(structure.published[0]?.bytes);
    const { outcomes } = await compileSample(directory, [releaseOf(socStructure, structure.release.name, touched), codingIndex]);
    expect(outcomes[0]?.verdict).toBe('published');
    expect(servedOf(directory)).toEqual(before);
    expect(catalogueOf(directory).editions).toHaveLength(2);
    expect(catalogueOf(directory).editions[0]?.inputs[0]?.bytes).toBe(touched[0]?.bytes.length);
  });

  test('a new edition of a need has its dependants compiled again from their snapshots, and the old ones stay', async () => {
    const directory = await published();
    const before = catalogueOf(directory);
    const renamed = await edited(structure.published, (_, text) => text.replaceAll('Elected officers and representatives', 'Elected officers'));
    const { outcomes } = await compileSample(directory, [releaseOf(socStructure, 'sample-2025-12-03', renamed)]);
    expect(outcomes.map(({ source, verdict }) => [source, verdict])).toEqual([
      ['soc-structure', 'published'],
      ['soc-index', 'published'],
    ]);
    const after = catalogueOf(directory);
    expect(after.previous).not.toBeNull();
    expect(after.editions.map(({ source, release, state }) => [source, release, state])).toEqual([
      ['soc-structure', 'sample-2025-04-16', 'superseded'],
      ['soc-index', 'sample-2025-04-16', 'superseded'],
      ['soc-structure', 'sample-2025-12-03', 'served'],
      ['soc-index', 'sample-2025-04-16', 'served'],
    ]);
    const old = before.editions[1]?.id ?? '';
    const now = servedOf(directory)['soc-index']?.[0] ?? '';
    const titleIn = (edition: string) => JSON.parse(readFileSync(join(directory, 'editions', edition, 'occupation/1112.json'), 'utf8')).title;
    expect([titleIn(old), titleIn(now)]).toEqual(['Elected officers and representatives', 'Elected officers']);
  });

  test('an older release that arrives late never takes the place of a newer one', async () => {
    const directory = await published();
    const before = servedOf(directory);
    const older = await edited(structure.published, (_, text) => text.replaceAll('Elected officers and representatives', 'Elected officers'));
    await compileSample(directory, [releaseOf(socStructure, 'sample-2024-10-16', older)]);
    expect(servedOf(directory)).toEqual(before);
    expect(catalogueOf(directory).editions.at(-1)).toMatchObject({ release: 'sample-2024-10-16', state: 'superseded' });
  });

  test('sources that need each other in a circle are refused', () => {
    const circle: Source[] = [{ ...socStructure, needs: ['soc-index'] }, socIndex];
    expect(() => inOrderOfNeeds(circle)).toThrow('sources need each other in a circle: soc-structure → soc-index → soc-structure');
  });
});

/** Each is a release of 3 December 2025 that must not go live: what arrives, the line that says what is wrong, the exit code. */
const broken: readonly [string, (files: readonly PublishedFile[]) => Promise<PublishedFile[]> | PublishedFile[], string | RegExp, number][] = [
  ['a renamed column', (files) => edited(files, (_, text) => text.replace('Related Job Titles', 'Similar Job Titles')), /SOC2020 descriptions.*Related Job Titles.*Similar Job Titles/s, 3],
  ['a sheet missing', (files) => edited(files, (part, text) => (part === 'xl/workbook.xml' ? text.replace('SOC2020 Framework', 'Notes on changes') : text)), /[Ff]ramework/, 3],
  ['half the unit groups', (files) => edited(files, (part, text) => (part.includes('sheet1') ? text.replace(/<row r="3\d\d">.*?<\/row>/g, '') : text)), /soc-structure sample-2025-12-03/, 3],
  ['a workbook cut short', ([file]) => (file === undefined ? [] : [{ ...file, bytes: file.bytes.subarray(0, 20_000) }]), 'is damaged or cut short', 4],
  ['an HTML page of the workbook’s name', ([file]) => (file === undefined ? [] : [{ ...file, bytes: Buffer.from('<!DOCTYPE html><title>Sorry</title>') }]), 'found an HTML page, expected', 4],
  ['an empty file', ([file]) => (file === undefined ? [] : [{ ...file, bytes: Buffer.alloc(0) }]), 'found an empty file, expected', 4],
  ['no file at all', () => [], 'found no file', 4],
  ['a file of another name', ([file]) => (file === undefined ? [] : [{ ...file, name: 'notes.xlsx' }]), 'found "notes.xlsx"', 4],
];

describe('a release that is broken', () => {
  test.each(broken)('%s: one clear line, and what was served stays served', async (_, damage, line, exitCode) => {
    const directory = await published();
    const [before, served] = [bytesOf(directory), servedOf(directory)];
    const { outcomes } = await compileSample(directory, [releaseOf(socStructure, 'sample-2025-12-03', await damage(structure.published))]);
    const lines = outcomes.flatMap(({ problems }) => problems.map(formatProblem));
    expect(lines[0]).toMatch(line);
    expect(lines[0]).toMatch(/^soc-structure sample-2025-12-03/);
    expect(exitCodeOf(outcomes, [])).toBe(exitCode);
    expect(servedOf(directory)).toEqual(served);
    expect(bytesOf(directory)).toMatchObject(before);
    const held = catalogueOf(directory).editions.filter(({ state }) => state === 'quarantined');
    expect(held.map(({ release }) => release)).toEqual(exitCode === 3 ? ['sample-2025-12-03'] : []);
    for (const { id } of held) expect(glob.sync(`editions/${id}/**`, { cwd: directory })).toEqual([]);
  });

  test('it is held once, however often it comes', async () => {
    const directory = await published();
    const bad = releaseOf(socStructure, 'sample-2025-12-03', await edited(structure.published, (_, text) => text.replace('Related Job Titles', 'Similar')));
    await compileSample(directory, [bad]);
    const { outcomes } = await compileSample(directory, [bad]);
    expect(outcomes[0]?.verdict).toBe('quarantined');
    expect(outcomes[0]?.problems.length).toBeGreaterThan(0);
    expect(catalogueOf(directory).editions.filter(({ state }) => state === 'quarantined')).toHaveLength(1);
  });

  test('it does not stop the other sources', async () => {
    const directory = temporaryDirectory();
    await compileSample(directory, [structure]);
    const bad = releaseOf(socStructure, 'sample-2025-12-03', []);
    const { outcomes } = await compileSample(directory, [bad, codingIndex]);
    expect(outcomes.map(({ source, verdict }) => [source, verdict])).toEqual([
      ['soc-structure', 'unreadable'],
      ['soc-index', 'published'],
    ]);
  });

  test('a source whose need has no edition is told what to compile first', async () => {
    const { outcomes } = await compileSample(temporaryDirectory(), [codingIndex]);
    expect(outcomes[0]?.verdict).toBe('unreadable');
    expect(formatProblem(outcomes[0]?.problems[0] ?? { place: '', message: '' })).toBe(
      'soc-index sample-2025-04-16: needs soc-structure, of which no edition is served\n  compile soc-structure first',
    );
  });
});

describe('faults of our own', () => {
  const codeChanged = (directory: string) => {
    const file = join(directory, 'catalogue.json');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/"code":"[0-9a-f]{64}"/g, '"code":null'));
  };
  const index: Source = socIndex;
  const withTitle = (change: string): Source => ({
    ...index,
    *documents(edition) {
      for (const document of index.documents(edition)) {
        const { body } = document;
        yield document.endpoint === 'occupation' && document.place.soc === '1112' && typeof body === 'object' ? { ...document, body: { ...body, title: change } } : document;
      }
    },
  });

  test('the same id with other bytes stops the run and names the repair', async () => {
    const directory = await published();
    const before = bytesOf(directory);
    codeChanged(directory);
    const sources = [socStructure, withTitle('Somebody else')];
    const run = compileSample(directory, [releaseOf(sources[1] ?? socIndex, codingIndex.release.name, codingIndex.published)], { sources });
    await expect(run).rejects.toThrow(/exists with other bytes \(occupation\/1112\.json\)\n {2}raise format in sources\/soc-index\/source\.ts/);
    expect(bytesOf(directory)).toEqual(before);
  });

  test('a document that is not of its schema is never published', async () => {
    const directory = temporaryDirectory();
    const sources = [socStructure, withTitle('')];
    const { outcomes } = await compileSample(directory, [structure, releaseOf(sources[1] ?? socIndex, codingIndex.release.name, codingIndex.published)], { sources });
    expect(outcomes[1]?.verdict).toBe('failed');
    expect(outcomes[1]?.problems[0]?.place).toBe('soc-index sample-2025-04-16 occupation/1112.json');
    expect(exitCodeOf(outcomes, [])).toBe(4);
    expect(servedOf(directory)['soc-index']).toEqual([]);
    expect(glob.sync('editions/*', { cwd: directory, onlyDirectories: true, dot: true })).toHaveLength(1);
  });
});

describe('the data directory', () => {
  test('a sample and real data never share one', async () => {
    const directory = await published();
    const before = bytesOf(directory);
    await expect(compileSample(directory, [structure], { sampleSize: null })).rejects.toThrow('holds the synthetic sample, and real data must never lie beside it');
    expect(bytesOf(directory)).toEqual(before);
  });

  test('one that cannot be written is said in one line', async () => {
    const file = join(temporaryDirectory(), 'file');
    writeFileSync(file, '');
    await expect(compileSample(join(file, 'data'), [structure])).rejects.toThrow(/file\/data: cannot be written \(ENOTDIR/);
  });

  test('a catalogue written by hand is refused, not guessed at', async () => {
    const directory = await published();
    writeFileSync(join(directory, 'catalogue.json'), '{"version":1}');
    await expect(compileSample(directory, [structure])).rejects.toThrow(/catalogue\.json: the body must have required property/);
    writeFileSync(join(directory, 'catalogue.json'), '{');
    await expect(compileSample(directory, [structure])).rejects.toThrow(/catalogue\.json: not JSON/);
  });
});

