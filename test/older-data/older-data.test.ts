// Data directories that older code has compiled, served by today's code. Each edition answers as the code that wrote it did, or is refused
// by the name of its format. README.md here says how the archives were made.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseRelease, readCatalogue, requireCatalogue } from '#compiler/edition/catalogue.ts';
import { verifyDirectory } from '#compiler/operations/verify.ts';
import { answerOffline, askedBy } from '#compiler/serve/answer-offline.ts';
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { documentFormats, fileFormats, isReadable } from '#schemas/document-formats.ts';
import { sources as registry } from '#sources/index.ts';
import { releasesKept } from '#compiler/release/releases.ts';
import { type CompileOptions, compile } from '#compiler/pipeline.ts';
import { responses } from '#schemas/responses.ts';
import { compileSchema, faultOf } from '#sources/kit/schema.ts';
import { sha256 } from '#compiler/edition/digest.ts';
import { keepRelease } from '#compiler/release/snapshots.ts';
import { endpoints } from '#schemas/endpoints.ts';
import { examplePath } from '#schemas/example-path.ts';
import type { Source } from '#sources/kit/source.ts';
import { keepingRows, keptSample } from '../kept.ts';
import { unreadableLines } from '#compiler/serve/unreadable-lines.ts';
import { lmi } from '../lmi.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

/** What an archive's own code answered. */
interface Recorded {
  readonly path: string;
  readonly status: number;
  readonly sha256: string;
}

/** The sources with the documents of two unit groups, without checks, and with rows and samples that the tests keep. */
const slim = registry.map((source): Source => {
  const kept = keepingRows(source);
  return {
    ...kept,
    checks: [],
    *documents(inputs) {
      for (const document of kept.documents(inputs))
        if (document.place.soc === undefined || ['2134', '5421'].includes(document.place.soc)) yield document;
    },
    axes: (observations) => {
      const axes = kept.axes(observations);
      return { ...axes, occupations: axes.occupations.filter((soc) => ['2134', '5421'].includes(soc)) };
    },
  };
});

const archives = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.tar.zst'));

async function unpacked(archive: string): Promise<string> {
  const directory = temporaryDirectory();
  const reading = extract();
  reading.end(zstdDecompressSync(readFileSync(join(import.meta.dirname, archive))));
  for await (const entry of reading) {
    const file = join(directory, entry.header.name);
    mkdirSync(dirname(file), { recursive: true });
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(Buffer.from(chunk as Uint8Array));
    writeFileSync(file, Buffer.concat(chunks));
  }
  return directory;
}

const toRead = new Map<string, Promise<string>>();

/** An archive for tests that only read, unpacked once. */
function read(archive: string): Promise<string> {
  const directory = toRead.get(archive) ?? unpacked(archive);
  toRead.set(archive, directory);
  return directory;
}

const recordedIn = (directory: string): Recorded[] => JSON.parse(readFileSync(join(directory, 'answers.json'), 'utf8'));

function editionsOf(directory: string): readonly CatalogueEdition[] {
  const known = readCatalogue(directory);
  if (known === null) throw new Error(`${directory} has no catalogue`);
  return known.catalogue.editions;
}

test("one archive has today's formats", async () => {
  const setOf = (formats: readonly (readonly [string, number])[]) => JSON.stringify([...formats].sort());
  const today = setOf(Object.entries(documentFormats).map(([source, { written }]) => [source, written]));
  const sets = await Promise.all(
    archives.map(async (archive) => setOf(editionsOf(await read(archive)).map(({ source, format }) => [source, format]))),
  );
  expect(sets, 'no archive has them: npx node test/older-data/pack.ts NAME makes one, README.md here says more').toContain(today);
});

/** Whether the search of this directory learnt in a format that is no longer read. */
function hasUnreadModel(directory: string): boolean {
  const format = readCatalogue(directory)?.catalogue.titleModel?.format;
  return format !== undefined && format < fileFormats.titleModel.readFrom;
}

describe.each(archives)('%s', (archive) => {
  let directory: string;
  let recorded: readonly Recorded[];
  let editions: readonly CatalogueEdition[];
  beforeAll(async () => {
    directory = await read(archive);
    recorded = recordedIn(directory);
    editions = editionsOf(directory);
  });

  test('every answer has the bytes that its own code gave, or a refusal that names the format', async () => {
    const answer = answerOffline(directory);
    const faults: string[] = [];
    let [kept, refused] = [0, 0];
    for (const { path, status, sha256: digest } of recorded.filter((one) => one.status === 200)) {
      const own = askedBy(path)?.endpoint.sources[0];
      const edition = editions.find(({ source }) => source === own);
      if (edition === undefined) throw new Error(`${path} has no edition in ${archive}`);
      const response = await answer(path);
      const body = await response.text();
      if (own === 'soc-index' && path.includes('/search') && hasUnreadModel(directory)) {
        // The search then answers from titles alone.
        expect([response.status, response.headers.get('LMI-Title-Model')]).toEqual([200, null]);
      } else if (isReadable(edition)) {
        kept += 1;
        if (response.status !== status || sha256(body) !== digest)
          faults.push(
            `${path}: ${response.status} with other bytes than format ${edition.format} had: raise readFrom of ${own} in schemas/document-formats.ts`,
          );
        const schema = askedBy(path)?.endpoint.response;
        const fault = schema ? faultOf(compileSchema(responses[schema]), JSON.parse(body)) : null;
        if (fault !== null) faults.push(`${path}: ${fault}: format ${edition.format} no longer fits the schema: raise readFrom of ${own}`);
      } else {
        refused += 1;
        expect(response.status).toBe(503);
        expect(response.headers.get('Retry-After')).toBe('3600');
        expect(JSON.parse(body)).toMatchObject({ type: expect.stringMatching(/\/problems\/unreadable-format$/) });
        for (const part of [own, edition.id, `format ${edition.format}`, 'lmi sample']) expect(body).toContain(part);
      }
    }
    expect(faults).toEqual([]);
    expect(kept + refused).toBeGreaterThan(20);
  });

  test('no path answers 500', async () => {
    const answer = answerOffline(directory);
    for (const { path } of recorded) expect([path, (await answer(path)).status]).not.toEqual([path, 500]);
  });

  test('verify, doctor and the start of lmi serve name each served edition in a format that is not read', async () => {
    const unreadable = editions.filter((edition) => edition.state === 'served' && !isReadable(edition));
    const named = verifyDirectory(directory).faults.filter((fault) => fault.includes('are stored in format'));
    expect(named).toHaveLength(unreadable.length);
    for (const { source, format } of unreadable)
      expect(named.join('\n')).toMatch(new RegExp(`${source} edition .* format ${format}, .*\\n {2}lmi sample`));
    const lines = unreadableLines({ editions });
    expect(lines).toHaveLength(unreadable.length);
    for (const [place, { source, id }] of unreadable.entries()) {
      expect(lines[place]).toContain(id);
      expect(lines[place]?.includes('nothing can be served')).toBe(['soc-structure', 'soc-index'].includes(source));
    }
    const doctor = await lmi('doctor', '--offline', '--data', directory);
    for (const { id } of unreadable) expect(doctor.stdout + doctor.stderr).toContain(id);
  });
});

test('compiling what is kept makes outdated editions again from their downloaded files', async () => {
  const directory = await unpacked('85ddeeb.tar.zst');
  const sources = ['soc-structure', 'soc-index', 'local-authorities', 'aps-employment'] as const;
  const before = editionsOf(directory);
  expect(before.find(({ source }) => source === 'soc-index')?.format).toBeLessThan(documentFormats['soc-index'].written);
  const wanted = [...sources, 'occupations-in-demand']
    .map((key) => registry.find((source) => source.key === key))
    .filter((source) => source !== undefined);
  const { releases } = releasesKept(directory, wanted);
  const outcomes = await compile({
    sources: registry,
    releases,
    directory,
    sampleSize: 'plain',
    acceptDocumented: false,
    progress: () => {},
    say: () => {},
  });
  for (const source of sources) {
    const served = editionsOf(directory).filter((edition) => edition.source === source && edition.state === 'served');
    expect(served.map(({ format }) => format)).toEqual([documentFormats[source].written]);
  }
  for (const path of ['titles', 'employment']) expect((await answerOffline(directory)(`/v1/occupations/2134/${path}`)).status).toBe(200);
  // Today's code reads other data sets than this code downloaded. Nothing is published of the old ones, and the release is told once.
  const problems = outcomes.filter(({ source }) => source === 'occupations-in-demand').flatMap((outcome) => outcome.problems);
  expect(problems.map(({ message }) => message)).toEqual(['found no file, expected the data set of raw indicators']);
  expect((await answerOffline(directory)('/v1/occupations/2134/demand')).status).toBe(503);
});

test('a directory compiled at 54ad2b6 and compiled once from its snapshots: every endpoint answers, and old pins by the rule', async () => {
  const directory = await unpacked('54ad2b6.tar.zst');
  const before = editionsOf(directory);
  const own = slim.filter(({ key }) => before.some(({ source }) => source === key));
  // The archive has no snapshots. Three of its sources still write their samples as they did then, byte for byte. The samples of pay and of
  // adverts have changed since, so today's stand in for theirs, as `lmi sample` would give them.
  const standIns: CompileOptions['releases'][number][] = [];
  for (const source of own) {
    const inputs = before.flatMap((edition) => (edition.source === source.key ? edition.inputs.map(({ sha256: digest }) => digest) : []));
    for (const { release: name, files } of await keptSample(source)) {
      const release = parseRelease(source, name);
      if (release === null) throw new Error(`${source.key} names its sample ${name}`);
      if (files.every(({ bytes }) => inputs.includes(sha256(bytes))))
        keepRelease(directory, { source: source.key, name, released: release.released }, files);
      else standIns.push({ source, release, files: () => files });
    }
  }
  expect(standIns.map(({ source: { key } }) => key)).toEqual(['ashe', 'online-job-adverts']);
  const kept = releasesKept(
    directory,
    own.filter(({ key }) => !standIns.some(({ source }) => source.key === key)),
  );
  const releases = [...kept.releases, ...standIns];
  await compile({ sources: slim, releases, directory, sampleSize: 'plain', acceptDocumented: false, progress: () => {}, say: () => {} });

  const answer = answerOffline(directory);
  const published = new Set(before.map(({ source }) => source));
  const faults = await Promise.all(
    endpoints.map(async (endpoint) => {
      const [source] = endpoint.sources;
      const { status } = await answer(examplePath(endpoint));
      // A source that had no edition then has none now.
      const expected = source === undefined || published.has(source) ? 200 : 404;
      return status === expected ? [] : [`${endpoint.path}: ${status}, expected ${expected}`];
    }),
  );
  expect(faults.flat()).toEqual([]);
  const pay = (of: readonly CatalogueEdition[], state: string) =>
    of.find((edition) => edition.source === 'ashe' && edition.state === state)?.id;
  const [old, successor] = [pay(before, 'served'), pay(editionsOf(directory), 'served')];
  for (const path of ['pay', 'pay/regions']) {
    const pinned = await answer(`/v1/occupations/2134/${path}?edition=${old}`);
    expect([pinned.status, await pinned.json()]).toMatchObject([410, { type: expect.stringMatching(/edition-outdated$/), successor }]);
    expect((await answer(`/v1/occupations/2134/${path}?edition=${successor}`)).status).toBe(200);
  }
});

test('a pin of an edition in an old format answers 410 and names the edition that took its place', async () => {
  const directory = await unpacked('54ad2b6.tar.zst');
  const file = join(directory, 'catalogue.json');
  const catalogue = requireCatalogue(directory);
  const old = catalogue.editions.find(({ source }) => source === 'ashe');
  if (old === undefined) throw new Error('the archive has no pay');
  const again = { ...old, id: '00000000-0000-8000-8000-000000000000', format: documentFormats.ashe.written };
  const editions = [...catalogue.editions.map((edition) => (edition === old ? { ...old, state: 'superseded' as const } : edition)), again];
  const sources = catalogue.sources.map((source) => (source.key === 'ashe' ? { ...source, served: [again.id] } : source));
  writeFileSync(file, JSON.stringify({ ...catalogue, sources, editions }));
  const response = await answerOffline(directory)(`/v1/occupations/2134/pay?edition=${old.id}&sex=female`);
  expect(response.status).toBe(410);
  expect(response.headers.get('Link')).toBe(
    `<http://offline.invalid/v1/occupations/2134/pay?edition=${again.id}&sex=female>; rel="successor-version"`,
  );
  expect(await response.json()).toMatchObject({
    type: expect.stringMatching(/edition-outdated$/),
    successor: again.id,
    detail: expect.stringContaining('format 2'),
  });
});

test.each(archives)('/healthz of %s is 503 exactly if the coding index is stored in a format that is not read', async (archive) => {
  const directory = await read(archive);
  const index = editionsOf(directory).find(({ source, state }) => source === 'soc-index' && state === 'served');
  expect((await answerOffline(directory)('/healthz')).status).toBe(index !== undefined && isReadable(index) ? 200 : 503);
});
