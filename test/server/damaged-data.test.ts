// A damaged file is never served as right. Bytes of every kind of stored file are changed, and no
// answer has other figures than before: it is 503, or what was published.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import {
  CatalogueError,
  catalogueText,
  filesOfCatalogue,
  parseAlone,
  requireCatalogue,
} from '#compiler/edition/catalogue.ts';
import { endpoints, examplePath } from '#schemas/endpoints.ts';
import type { Files } from '#server/data/files.ts';
import { createProvedStore } from '#server/data/store.ts';
import { createNodeFiles, createNodeStore } from '#server/data/files-node.ts';
import { sampleDirectory } from '../compiled-data.ts';
import { asking } from './ask.ts';
import { editionIds, latestBundle, writeDataDirectory } from './fixture.ts';

const sample = sampleDirectory();
const written = filesOfCatalogue(requireCatalogue(sample)).text;

/**
 * The files of the sample, of which one has other bytes. `read` notes the name of each file that is
 * read.
 */
function filesWith(
  changed: { readonly path: string; readonly bytes: Buffer } | null,
  read: string[] = [],
): Pick<Files, 'read'> {
  const bytesOf = (path: string): Buffer => {
    read.push(path);
    if (changed?.path === path) return changed.bytes;
    return path === 'catalogue.json' ? Buffer.from(written) : readFileSync(join(sample, path));
  };
  return { read: async (path) => new Uint8Array(bytesOf(path)) };
}

const ask = (files: Pick<Files, 'read'>, path: string): Promise<Response> =>
  asking({ store: createProvedStore(files) })(path);

/**
 * Places in a file: digits before others, because another digit is a figure that looks right. They
 * are the same in every run.
 */
function placesIn(bytes: Buffer, number: number): number[] {
  const digits = [...bytes.keys()].filter((place) => isDigit(bytes[place]));
  const from = digits.length >= number ? digits : [...bytes.keys()];
  return Array.from(
    { length: number },
    (_, nth) => from[Math.floor(((nth + 0.5) * from.length) / number)] ?? 0,
  );
}

function isDigit(byte = 0): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** Another digit for a digit, and another bit for any other byte. */
function changedAt(bytes: Buffer, place: number): Buffer {
  const changed = Buffer.from(bytes);
  const byte = changed[place] ?? 0;
  changed[place] = isDigit(byte) ? 0x30 + ((byte - 0x30 + 8) % 10) : byte ^ 1;
  return changed;
}

let said: ReturnType<typeof vi.spyOn>;
beforeAll(() => {
  said = vi.spyOn(console, 'error').mockImplementation(() => {});
});
beforeEach(() => said.mockClear());
afterAll(() => said.mockRestore());

describe('a byte of a served file', () => {
  // The parts of a joined answer are answers of their own.
  const asked = endpoints
    .filter(({ answer }) => answer !== 'catalogue')
    .map((endpoint) => [examplePath(endpoint), endpoint.answer === 'join' ? 1 : 3] as const);
  test.each(asked)('behind %s', async (path, places) => {
    const read: string[] = [];
    const whole = await ask(filesWith(null, read), path);
    const body = await whole.text();
    expect(whole.status).toBe(200);
    const files = [...new Set(read)].filter((file) => file !== 'catalogue.json');
    expect(files.some((file) => !file.endsWith('/edition.json'))).toBe(true);
    for (const file of files) {
      const bytes = readFileSync(join(sample, file));
      for (const place of placesIn(bytes, places)) {
        said.mockClear();
        const response = await ask(filesWith({ path: file, bytes: changedAt(bytes, place) }), path);
        const at = `${file} at ${place}`;
        if (response.status === 200) {
          // A member of the record that no answer rests on, such as the size of a file.
          expect([at, file.endsWith('/edition.json'), (await response.text()) === body]).toEqual([
            at,
            true,
            true,
          ]);
          continue;
        }
        expect([
          at,
          response.status,
          response.headers.get('Cache-Control'),
          response.headers.get('Retry-After'),
        ]).toEqual([at, 503, 'no-store', '600']);
        expect(await response.json()).toMatchObject({ code: 'damaged-data' });
        expect(said.mock.calls.join()).toMatch(
          new RegExp(`GET \\S+: ${file}: its .* differ.*, so the answer is 503`),
        );
        expect(said.mock.calls.join()).not.toContain('\n    at ');
      }
    }
  });
});

test('a catalogue with a changed byte or no digest is refused', async () => {
  const bytes = Buffer.from(written);
  const texts = placesIn(bytes, 40).map((place) => changedAt(bytes, place).toString());
  for (const text of [
    ...texts,
    written.slice(0, -1),
    written.replace(/,"sha256":"[0-9a-f]{64}"\}\n$/, '}\n'),
  ]) {
    expect(() => parseAlone(text, 'catalogue.json')).toThrow(CatalogueError);
    const response = await ask(
      filesWith({ path: 'catalogue.json', bytes: Buffer.from(text) }),
      '/v1/occupations/2134/pay',
    );
    expect(response.status).toBe(503);
  }
});

test('a damaged table is noticed at the next request, in every form', async () => {
  const data = writeDataDirectory();
  const ask = asking({ files: createNodeFiles(data), store: createNodeStore(data) });
  const table = join(data, 'editions', editionIds.index, 'soc-index');
  const statusOf = async (path: string, init: RequestInit = {}) => (await ask(path, init)).status;
  const statuses = async () => [
    await statusOf('/tables/soc-index.csv'),
    await statusOf('/tables/soc-index.csv', { headers: { 'Accept-Encoding': 'gzip' } }),
    await statusOf('/tables/soc-index.csv', { method: 'HEAD' }),
    await statusOf('/tables/soc-index.csv.gz'),
    await statusOf('/tables/soc-index.parquet'),
  ];
  expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
  for (const file of [`${table}.csv.gz`, `${table}.parquet`]) {
    const whole = readFileSync(file);
    writeFileSync(file, changedAt(whole, whole.length - 1));
  }
  expect(await statuses()).toEqual([503, 503, 503, 503, 503]);
});

describe('a bundle and latest.json', () => {
  /**
   * A service over the fixture's data. `digests` counts how often a bundle was read to be compared.
   */
  async function serving(harm: (bundles: string) => void = () => {}) {
    const data = writeDataDirectory();
    const folder = join(data, 'bundles');
    harm(folder);
    const files = createNodeFiles(data);
    const digests = vi.fn();
    const digest = (name: string) => (digests(name), files.digest(name));
    const asked = asking({ files: { ...files, digest }, store: createNodeStore(data) });
    const status = async (name: string, init: RequestInit = {}) =>
      (await asked(`/bundles/${name}`, init)).status;
    return { directory: data, folder, digests, status };
  }
  const change = (file: string, place: number) =>
    writeFileSync(file, changedAt(readFileSync(file), place));
  const { file: bundle } = latestBundle;

  test('untouched are served, and the bundle is compared once', async () => {
    const { status, digests } = await serving();
    const range = { headers: { Range: 'bytes=1-2' } };
    const answers = [];
    for (const init of [{}, range, { method: 'HEAD' }, range, {}])
      answers.push(await status(bundle, init));
    expect([answers, await status('latest.json'), digests.mock.calls.length]).toEqual([
      [200, 206, 200, 206, 200],
      200,
      1,
    ]);
  });

  test('a bundle with a changed byte is 503, and so is latest.json', async () => {
    const { folder, status } = await serving((bundles) => change(join(bundles, bundle), 3));
    const answers = [
      await status(bundle),
      await status(bundle, { method: 'HEAD' }),
      await status(bundle, { headers: { Range: 'bytes=0-1' } }),
    ];
    expect([answers, await status('latest.json')]).toEqual([[503, 503, 503], 200]);
    expect(said.mock.calls.join()).toContain(
      `GET /bundles/{file}: bundles/${bundle}: its bytes differ from those published`,
    );
    const latest = join(folder, 'latest.json');
    const whole = readFileSync(latest);
    for (const place of whole.keys()) {
      writeFileSync(latest, changedAt(whole, place));
      expect([place, await status('latest.json')]).toEqual([place, 503]);
    }
  });

  test('damage and repair are noticed at the next request', async () => {
    const { folder, status, digests } = await serving();
    const before = await status(bundle);
    change(join(folder, bundle), 3);
    const damaged = [await status(bundle), await status(bundle)];
    change(join(folder, bundle), 3);
    expect([before, damaged, await status(bundle), digests.mock.calls.length]).toEqual([
      200,
      [503, 503],
      200,
      3,
    ]);
  });

  test('damage shows with the next catalogue, repair within a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { directory, folder, status, digests } = await serving();
    const before = await status(bundle);
    change(join(folder, bundle), 3);
    const text = readFileSync(join(directory, 'catalogue.json'), 'utf8');
    writeFileSync(
      join(directory, 'catalogue.json'),
      catalogueText({ ...parseAlone(text, 'catalogue.json'), serial: 2 }),
    );
    vi.advanceTimersByTime(1000);
    expect([before, await status(bundle), await status(bundle), digests.mock.calls.length]).toEqual(
      [200, 503, 503, 2],
    );
    change(join(folder, bundle), 3);
    vi.advanceTimersByTime(60_000);
    expect([await status(bundle), digests.mock.calls.length]).toEqual([200, 3]);
  });
});
