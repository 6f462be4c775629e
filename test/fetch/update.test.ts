// lmi update against a publisher that brings something new, and one that misbehaves: the verdict,
// what is served afterwards, and the line that says what happened.
import { cpSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import glob from 'fast-glob';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { sha256 } from '#compiler/edition/digest.ts';
import { keptDownloads } from '#compiler/release/manifests.ts';
import type { Ingest } from '#schemas/catalogue.ts';
import type { Source } from '#sources/kit/source.ts';
import { socIndex, socStructure } from '../compiler/slim-sources.ts';
import { editedFile } from '../compiler/spine-releases.ts';
import { catalogueOf } from '../operations/scene.ts';
import { fileAddress, ons, paths, publishVolume, structureName } from '../publisher/ons.ts';
import { startPublisher } from '../publisher/publisher.ts';
import { rewriteCatalogue, withSource } from '../rewrite-catalogue.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { firstVolumes, publishVolumes } from './publications.ts';
import { runUpdate, verdictOf } from './run-update.ts';

const spine: readonly Source[] = [socStructure, socIndex];

const run = (sources = spine, wanted = sources) =>
  runUpdate({ sources, wanted, directory }, { standIns: new Map([[ons, publisher.url]]) });
const served = () =>
  Object.fromEntries(catalogueOf(directory).sources.map((source) => [source.key, source.served]));
const ingestIn = (place: string, key: string): Ingest =>
  catalogueOf(place).sources.find((source) => source.key === key)?.ingest ?? expect.fail();
const ingest = (key = 'soc-structure') => ingestIn(directory, key);
const snapshot = (ending = '') => {
  const [found] = glob.sync(`snapshots/soc-structure/*${ending}`, {
    cwd: directory,
    absolute: true,
  });
  return found ?? expect.fail('there is no snapshot');
};

const edited = async (edit: (part: string, text: string) => string) =>
  (await editedFile(volumes.structure, edit)).bytes;
const renamed = () =>
  edited((_, text) => text.replaceAll('Elected officers and representatives', 'Elected officers'));
const broken = () => edited((_, text) => text.replace('Related Job Titles', 'Similar Job Titles'));

async function publishNext(bytes: Promise<Uint8Array>): Promise<void> {
  publishVolume(publisher, paths.structure, [
    volumes.structure,
    { name: structureName('20260827'), bytes: await bytes },
  ]);
}

const publisher = await startPublisher();
const volumes = await firstVolumes();
publishVolumes(publisher, volumes);
const baseline = temporaryDirectory();
let directory = baseline;
expect(await run()).toMatchObject({ code: 0 });
afterAll(() => publisher.close());
beforeEach(() => {
  publisher.forget();
  publishVolumes(publisher, volumes);
  directory = temporaryDirectory();
  cpSync(baseline, directory, { recursive: true });
});

describe('a first run', () => {
  test('downloads, compiles and publishes, and notes where everything came from', () => {
    expect(
      catalogueOf(directory).editions.map(({ source, release, released, state }) => [
        source,
        release,
        released,
        state,
      ]),
    ).toEqual([
      ['soc-structure', '2025-12-03', '2025-12-03', 'served'],
      ['soc-index', '2025-12-03', '2025-12-03', 'served'],
    ]);
    const { checked, changed: since, ...rest } = ingest();
    expect(rest).toEqual({
      configured: true,
      fault: null,
      detail: null,
      newest: '2025-12-03',
      nextRelease: null,
      notices: [],
      withdrawals: [],
    });
    expect([checked, since]).toEqual([expect.stringMatching(/Z$/), checked]);
    const url = `${ons}/file?uri=${paths.structure}/${volumes.structure.name}`;
    const digest = sha256(volumes.structure.bytes);
    expect(keptDownloads(directory, 'soc-structure').get(url)).toMatchObject({
      sha256: digest,
      release: '2025-12-03',
      file: volumes.structure.name,
      download: { url, etag: `"${digest.slice(0, 16)}"` },
    });
    expect(readdirSync(directory).sort()).toEqual([
      'catalogue.json',
      'editions',
      'records',
      'snapshots',
    ]);
  });

  test('a run that brings nothing leaves the sample served', async () => {
    directory = temporaryDirectory();
    for (const path of [paths.structure, paths.index]) publisher.remove(path);
    const { code, lines } = await run();
    expect([code, existsSync(join(directory, 'catalogue.json'))]).toEqual([4, false]);
    for (const volume of ['volume1', 'volume2'])
      expect(lines).toMatch(new RegExp(`${volume}.*no such page`));
  });
});

describe('nothing new', () => {
  const asked = () => publisher.seen.flatMap(({ headers }) => headers['if-none-match'] ?? []);

  const newer: readonly Source[] = [socStructure, { ...socIndex, format: socIndex.format + 1 }];

  test('a newer format compiles the edition again from kept files', async () => {
    const before = served();
    const { code, sources } = await run(newer);
    const states = sources.flatMap(({ releases }) =>
      releases.flatMap(({ files }) => files.map(({ state }) => state)),
    );
    expect([code, states]).toEqual([0, ['unchanged', 'unchanged']]);
    expect(served()['soc-structure']).toEqual(before['soc-structure']);
    expect(served()['soc-index']).not.toEqual(before['soc-index']);
  });

  test('a newer format does not bring a withdrawn edition back', async () => {
    const withdrawn = { reason: 'wrong', at: '2026-11-22T00:00:00Z', replacedBy: null };
    rewriteCatalogue(directory, (catalogue) => ({
      ...withSource(catalogue, 'soc-index', { served: [] }),
      editions: catalogue.editions.map((edition) =>
        edition.source === 'soc-index' ? { ...edition, state: 'withdrawn', withdrawn } : edition,
      ),
    }));
    expect((await run(newer)).outcomes).toEqual([]);
    expect(served()['soc-index']).toEqual([]);
  });

  test('a changed ETag with equal bytes is recorded, and nothing is compiled', async () => {
    publisher.put(fileAddress(paths.structure, volumes.structure.name), volumes.structure.bytes, {
      etag: '"another"',
    });
    expect(await run()).toMatchObject({ code: 0, outcomes: [] });
    publisher.forget();
    await run();
    expect(asked()).toContain('"another"');
  });

  test('a damaged manifest is a problem that a download repairs', async () => {
    const manifest = snapshot('.json');
    writeFileSync(manifest, '{');
    const { code, lines } = await run();
    expect([code, lines]).toEqual([
      4,
      expect.stringContaining(`${manifest}: is not the manifest of a release: is not JSON`),
    ]);
    expect((await run()).code).toBe(0);
  });

  test("imported files are recognised, then known by the server's names", async () => {
    for (const manifest of glob.sync('snapshots/*/*.json', { cwd: directory, absolute: true }))
      writeFileSync(
        manifest,
        readFileSync(manifest, 'utf8').replaceAll(/"download":\{.*?\}/g, '"download":null'),
      );
    expect(await run()).toMatchObject({ code: 0, outcomes: [] });
    publisher.forget();
    await run();
    expect(asked()).toHaveLength(2);
  });

  test('equal cells in new bytes: touched, no new edition', async () => {
    const before = served();
    const bytes = await edited((_, text) => text.replace('</worksheet>', '\n</worksheet>'));
    publisher.put(fileAddress(paths.structure, volumes.structure.name), bytes);
    const result = await run();
    expect([result.code, verdictOf(result, 'soc-structure')]).toEqual([0, '2025-12-03 touched']);
    expect(served()).toEqual(before);
    expect(
      catalogueOf(directory).editions.find(({ source }) => source === 'soc-structure')?.touched,
    ).not.toBeNull();
    expect(ingest().changed).toBe(ingestIn(baseline, 'soc-structure').changed);
    expect((await run()).outcomes).toEqual([]);
  });
});

describe('something new', () => {
  test('a correction is served until the publisher takes it back', async () => {
    const address = fileAddress(paths.structure, volumes.structure.name);
    const before = served();
    publisher.put(address, await renamed());
    await run();
    expect(served()).not.toEqual(before);
    publisher.put(address, volumes.structure.bytes);
    expect((await run()).lines).toContain(
      'soc-structure 2025-12-03: the publisher went back to earlier files',
    );
    expect(served()).toEqual(before);
    expect((await run()).outcomes).toEqual([]);
  });

  test('a damaged snapshot is downloaded again, though the publisher has nothing new', async () => {
    const place = join(directory, 'snapshots/soc-structure', sha256(volumes.structure.bytes));
    const bytes = readFileSync(place);
    writeFileSync(place, Buffer.from(bytes).fill((bytes[1000] ?? 0) ^ 1, 1000, 1001));
    expect((await run([socStructure])).code).toBe(0);
    expect(readFileSync(place).equals(bytes)).toBe(true);
  });

  test('bytes that a pulled directory lacks are fetched when needed', async () => {
    const place = join(directory, 'snapshots/soc-structure', sha256(volumes.structure.bytes));
    rmSync(place);
    expect([(await run()).code, existsSync(place)]).toEqual([0, false]);
    rmSync(join(directory, 'catalogue.json'));
    rmSync(join(directory, 'editions'), { recursive: true });
    expect([(await run()).code, existsSync(place)]).toEqual([0, true]);
  });
});

test('what is held back is no alarm any more once the publisher mends it', async () => {
  await publishNext(broken());
  expect(await run()).toMatchObject({
    code: 3,
    lines: expect.stringContaining('Held back: decide'),
  });
  await publishNext(renamed());
  expect((await run([socStructure])).code).toBe(0);
});
