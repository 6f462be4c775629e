// Bundles made, proved, unpacked and read: equal bytes of equal editions, and nothing that was
// altered passes.
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { noInstant } from '#schemas/stored-files.ts';
import { fileSource, openBundle } from '#compiler/bundle/open-bundle.ts';
import { readPublicKey } from '#compiler/bundle/signature.ts';
import { unpackInto } from '#compiler/bundle/unpack.ts';
import { verifyBundle } from '#compiler/operations/verify-bundle.ts';
import { openZip, zipOf } from '#compiler/bundle/zip.ts';
import { sha256 } from '#compiler/edition/digest.ts';
import { endpoints, examplePath } from '#schemas/endpoints.ts';
import { placeCatalogueIn } from '../rewrite-catalogue.ts';
import { drawnFor } from '../seed.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import {
  acceptIn,
  catalogueOf,
  contentsOf,
  copyOf,
  damage,
  directoryWithHeld,
  editionOf,
  first,
  second,
  withdrawIn,
} from '../operations/scene.ts';
import { type MadeBundle, altered, bundleOf, bundlesIn, keyPair, quiet } from './scene.ts';

let spine: string;
let signed: MadeBundle;
let keys: ReturnType<typeof keyPair>;
beforeAll(async () => {
  spine = await directoryWithHeld();
  keys = keyPair();
  signed = await bundleOf({ directory: spine, signWith: keys.privateKey });
});

const faultsOf = async (path: string, publicKey: string | null = null) =>
  (await verifyBundle(path, publicKey)).faults;
const unpacked = async (path: string, directory = join(temporaryDirectory(), 'unpacked')) => {
  await unpackInto(await openBundle(path), directory, quiet);
  return directory;
};

/** A file of these bytes. */
async function fileOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const path = join(temporaryDirectory(), 'made.zip');
  writeFileSync(path, await buffer(content));
  return path;
}

type Packed = readonly { readonly file: string; readonly bytes: Buffer }[];

/** The bundle with other files, packed as if nothing had happened. */
async function repacked(path: string, change: (files: Packed) => Packed): Promise<string> {
  const zip = await openZip(fileSource(path));
  const files = await Promise.all(
    zip.files.map(async (file) => ({ file, bytes: await zip.read(file, Infinity) })),
  );
  return fileOf(zipOf(change(files).map(({ file, bytes }) => ({ file, bytes: () => bytes }))));
}

describe('making', () => {
  test('equal editions with an equal serial make equal bytes at any time', async () => {
    const other = copyOf(spine);
    const catalogue = catalogueOf(other);
    const later = {
      ...catalogue,
      written: '2031-01-01T00:00:00Z',
      editions: catalogue.editions.map((edition) => ({
        ...edition,
        compiled: '2031-01-01T00:00:00Z',
        code: null,
      })),
    };
    placeCatalogueIn(other, later);
    const again = await bundleOf({ directory: other, signWith: keys.privateKey });
    expect(readFileSync(again.path).equals(readFileSync(signed.path))).toBe(true);
    expect(again.latest).toEqual(signed.latest);
    expect(signed.path).toContain(sha256(readFileSync(signed.path)).slice(0, 16));
  });

  test('holds what is served, nothing that is held back, and no time', async () => {
    const directory = await unpacked(signed.path);
    const { editions, serial, previous, written } = catalogueOf(directory);
    const served = { release: first, state: 'served', compiled: noInstant };
    expect(editions).toMatchObject([
      { source: 'soc-structure', ...served },
      { source: 'soc-index', ...served },
    ]);
    expect([serial, previous, written]).toEqual([catalogueOf(spine).serial, null, noInstant]);
    // The examples in schemas/openapi.json are of another sample, made at some moment.
    const texts = Object.entries(contentsOf(directory))
      .flatMap(([path, text]) => (path.startsWith('schemas/') ? [] : [text]))
      .join('\n');
    expect(texts).not.toMatch(
      new RegExp(`${new Date().getUTCFullYear()}-\\d\\d-\\d\\dT\\d\\d:\\d\\d`),
    );
    expect(texts).not.toContain(spine);
    expect(existsSync(join(directory, 'quarantine'))).toBe(false);
    for (const file of [
      'README.md',
      'ATTRIBUTION.md',
      'licences/MIT.txt',
      'schemas/openapi.json',
      'schemas/PayResponse.json',
    ])
      expect(existsSync(join(directory, file)), file).toBe(true);
    expect(readFileSync(join(directory, 'README.md'), 'utf8')).toContain(
      'synthetic sample, not statistics',
    );
  });

  test('refuses the sample, a changed edition, and a public key for signing', async () => {
    const damaged = copyOf(spine);
    damage(
      join(damaged, 'editions', editionOf(damaged, 'soc-index', first).id, 'occupations.json'),
    );
    const refused = (more: Partial<Parameters<typeof bundleOf>[0]>) =>
      expect(bundleOf({ ...more, directory: more.directory ?? spine })).rejects;
    await refused({ sample: false }).toThrow(/holds the synthetic sample, which is not statistics/);
    await refused({ directory: damaged }).toThrow(
      /occupations\.json: its bytes differ from those published; nothing was bundled/,
    );
    const progress = () => expect.fail('something was made');
    await refused({ progress, signWith: keys.publicKey }).toThrow(/is not an ed25519 private key/);
  });
});

test('a newer bundle takes the place of the older', async () => {
  const folder = temporaryDirectory();
  await bundleOf({ directory: spine, folder });
  const { latest } = await bundleOf({ directory: spine, folder, signWith: keys.privateKey });
  expect(bundlesIn(folder)).toEqual(['latest.json', latest.file]);
});

describe('proving', () => {
  test('packed and unpacked, with the key it was signed with', async () => {
    const publicKey = readPublicKey(keys.publicKey);
    const packed = await verifyBundle(signed.path, publicKey);
    const directory = await unpacked(signed.path);
    const loose = await verifyBundle(directory, publicKey);
    expect([packed.faults, loose.faults]).toEqual([[], []]);
    expect([packed.root, packed.editions, packed.files]).toEqual([
      signed.latest.root,
      2,
      Object.keys(contentsOf(directory)).length,
    ]);
    expect([loose.root, loose.files]).toEqual([packed.root, packed.files]);
  });

  test('another key, and none', async () => {
    const other = readPublicKey(keyPair().publicKey);
    const signedBy = expect.stringMatching(
      /is signed with the key [0-9a-f]{16}, expected [0-9a-f]{16}$/,
    );
    expect(await faultsOf(signed.path, other)).toEqual([signedBy]);
    const unsigned = await bundleOf({ directory: spine });
    expect(await faultsOf(unsigned.path, other)).toEqual([
      expect.stringMatching(/is not signed, expected a signature with the key/),
    ]);
    expect(await faultsOf(unsigned.path)).toEqual([]);
  });

  test('a bit that flips anywhere is found', async () => {
    const { length } = readFileSync(signed.path);
    const draw = drawnFor('a bit that flips anywhere');
    const drawn = Array.from({ length: 20 }, () => draw.between(0, length - 1));
    for (const place of [
      0,
      5,
      length - 60,
      length - 22,
      length - 9,
      length - 5,
      length - 1,
      ...drawn,
    ]) {
      const path = altered(
        signed.path,
        (bytes) => (bytes.writeUInt8(bytes.readUInt8(place) ^ (1 << (place % 8)), place), bytes),
      );
      expect(await faultsOf(path), `byte ${place}`).not.toEqual([]);
    }
  });

  test('a bundle that is cut short is refused, wherever it is cut', async () => {
    for (const part of [0, 1, 8, 0.5, 0.99]) {
      const path = altered(signed.path, (bytes) =>
        bytes.subarray(0, part >= 1 ? part : Math.floor(bytes.length * part)),
      );
      expect(await faultsOf(path)).toEqual([
        expect.stringMatching(/is not a bundle, or its end is missing or damaged\n {2}fetch or/),
      ]);
      await expect(unpacked(path)).rejects.toThrow(/its end is missing or damaged/);
    }
  });

  test.each([
    [
      'a figure',
      'Elected officers',
      'Ejected officers',
      /editions\/[0-9a-f-]{36}\/\S+\.json has bytes that differ from those published$/,
    ],
    [
      'the catalogue',
      '"previous":null',
      '"previous":"x" ',
      /catalogue\.json has bytes that differ from those published$/,
    ],
    [
      'the manifest',
      '"contents":"served"',
      '"contents":"all"   ',
      /manifest\.sig\.json: does not match this bundle: it, or manifest\.json/,
    ],
    [
      'the format',
      '{"format":5,',
      '{"format":6,',
      /is stored in format 6, and this version reads format 5\n {2}newer code wrote it: install/,
    ],
  ])('%s that is altered and packed again is named', async (what, from, to, fault) => {
    const path = await repacked(signed.path, (files) => {
      const place = files.findIndex(({ bytes }) => bytes.includes(from));
      const { file, bytes } = files[place] ?? expect.fail(from);
      return files.with(place, { file, bytes: Buffer.from(bytes.toString().replace(from, to)) });
    });
    expect(await faultsOf(path)).toEqual([expect.stringMatching(fault)]);
    if (!/manifest|format/.test(what)) await expect(unpacked(path)).rejects.toThrow(fault);
  });

  test('packed: a file too many', async () => {
    const path = await repacked(signed.path, (files) => [
      ...files,
      { file: 'schemas/more.json', bytes: Buffer.from('{}') },
    ]);
    expect(await faultsOf(path)).toEqual([
      expect.stringMatching(/schemas\/more\.json: is not a file of this bundle$/),
    ]);
  });

  test.each<[string, (file: string, directory: string) => void, RegExp]>([
    ['a flipped bit', (file) => damage(file), /occupations\.json has bytes that differ/],
    ['a file that is gone', (file) => rmSync(file), /occupations\.json: is missing/],
    [
      'a file too many',
      (_, directory) => writeFileSync(join(directory, 'schemas/more.json'), '{}'),
      /more\.json: is not a file of this/,
    ],
    [
      'a link in place of a file',
      (file) => (rmSync(file), symlinkSync('/etc/hosts', file)),
      /occupations\.json: is a link or not a plain/,
    ],
    [
      'a link beside the files',
      (_, directory) => symlinkSync('/etc', join(directory, 'more')),
      /more: is a link or not a plain file/,
    ],
  ])('unpacked: %s', async (_, change, fault) => {
    const directory = await unpacked(signed.path);
    change(
      join(directory, 'editions', editionOf(directory, 'soc-index', first).id, 'occupations.json'),
      directory,
    );
    expect((await faultsOf(directory)).join('\n')).toMatch(fault);
  });
});

/**
 * A zip of one file with this name and these options, which the library would refuse in part: what
 * somebody would send who wants to harm.
 */
async function zipOfOne(
  name: string,
  options = {},
  change: (zip: Buffer) => unknown = () => {},
): Promise<string> {
  const zip = new ZipFile();
  const plain = { mode: 0o100644, mtime: new Date(0), forceDosTimestamp: true };
  zip.addReadStream(Readable.from([Buffer.from('{}')]), 'x'.repeat(name.length), {
    ...plain,
    ...options,
  });
  zip.end();
  const bytes = Buffer.from(
    (await buffer(zip.outputStream)).toString('latin1').replaceAll('x'.repeat(name.length), name),
    'latin1',
  );
  change(bytes);
  return fileOf(Readable.from([bytes]));
}

describe('unpacking', () => {
  const manifest = 'labour-market-information/manifest.json';
  const isNone = /is a link, a device, encrypted, or has a header that no bundle has/;
  const isOutside = /is no name in labour-market-information\/, so this is not a bundle/;
  const inDirectory = (field: number, value: number) => (zip: Buffer) =>
    void zip.writeUInt32LE(value, zip.indexOf('PK\x01\x02') + field);
  test.each<
    [what: string, name: string, fault: RegExp, options?: object, change?: (zip: Buffer) => void]
  >([
    ['a link', manifest, isNone, { mode: 0o120777 }],
    ['a device', manifest, isNone, { mode: 0o020644 }],
    ['a file with a time', manifest, isNone, { forceDosTimestamp: false }],
    ['an encrypted file', manifest, isNone, {}, inDirectory(8, 0x80809)],
    ['a file elsewhere', manifest, isNone, {}, inDirectory(42, 1)],
    ['a folder', 'labour-market-information/', isOutside],
    ['a name that leads upwards', '../../etc/cron.d/x', isOutside],
    ['a foreign name', 'word/document.xml', isOutside],
    ['no manifest', 'labour-market-information/other.json', /manifest\.json is missing/],
    [
      'a manifest of nothing, beyond 4 GB',
      manifest,
      /manifest\.json: the body must have/,
      { forceZip64Format: true },
    ],
    [
      'a manifest longer than any',
      manifest,
      /has 70000000 bytes, expected at most 67108864/,
      {},
      inDirectory(24, 70_000_000),
    ],
    [
      'a manifest longer than the bundle',
      manifest,
      /has 4000000000 bytes, expected at most/,
      {},
      inDirectory(20, 4_000_000_000),
    ],
    [
      'a manifest longer than it says',
      manifest,
      /manifest\.json is damaged/,
      {},
      inDirectory(24, 1),
    ],
    [
      'another name before the file',
      manifest,
      /manifest\.json is damaged/,
      {},
      (zip) => zip.write('y', 40),
    ],
  ])('%s is refused before anything is written', async (_, name, fault, options, change) => {
    const target = join(temporaryDirectory(), 'target');
    await expect(unpacked(await zipOfOne(name, options, change), target)).rejects.toThrow(fault);
    expect(existsSync(target)).toBe(false);
  });

  test('a repeated name and a path that leads elsewhere are refused', async () => {
    const packed = (...texts: string[]) =>
      fileOf(
        zipOf(texts.map((text) => ({ file: 'manifest.json', bytes: () => Buffer.from(text) }))),
      );
    await expect(unpacked(await packed('{}', '{}'))).rejects.toThrow(
      /manifest\.json" is there twice/,
    );
    for (const file of [
      '../outside',
      '/etc/x',
      'editions/../../x',
      'a\0b',
      'a\\b',
      '.hidden',
      'a/./b',
    ]) {
      const files = [{ file, sha256: '0'.repeat(64), bytes: 0 }];
      const text = JSON.stringify({ format: 5, sample: true, contents: 'served', files });
      await expect(unpacked(await packed(text)), file).rejects.toThrow(
        /manifest\.json: \/files\/0\/file must match pattern/,
      );
    }
  });

  test('a link in the folder is not written through', async () => {
    const target = await unpacked(signed.path);
    const outside = temporaryDirectory();
    rmSync(join(target, 'schemas'), { recursive: true });
    symlinkSync(outside, join(target, 'schemas'));
    await expect(unpacked(signed.path, target)).rejects.toThrow(/is a link or not a plain file/);
    expect(bundlesIn(outside)).toEqual([]);
  });
});

test('withdrawing an edition removes its bundle, and the next lacks it', async () => {
  const directory = copyOf(spine);
  const folder = join(directory, 'bundles');
  // The spine's last edition cannot be withdrawn, so that the later one is accepted first.
  await acceptIn(directory, 'soc-structure');
  const { id } = editionOf(directory, 'soc-structure', second);
  const idsIn = async () =>
    (await bundleOf({ directory, folder, all: true })).latest.editions.map((edition) => edition.id);
  const both = catalogueOf(directory).editions.flatMap((edition) =>
    edition.state === 'quarantined' ? [] : [edition.id],
  );
  expect((await idsIn()).toSorted()).toEqual(both.toSorted());
  await withdrawIn(directory, id);
  expect(bundlesIn(folder)).toEqual([]);
  expect(await idsIn()).not.toContain(id);
});

test('a bundle answers like the compiled directory, byte for byte', async () => {
  const answers = [spine, signed.path, await unpacked(signed.path)].map((place) =>
    answerOffline(place),
  );
  // What tells of clocks is not the same: when a publisher was looked at, and when an edition was
  // compiled.
  const timeless = endpoints
    .filter(({ id }) => id !== 'meta-ingest' && id !== 'meta-editions')
    .map(examplePath);
  const statuses: number[] = [];
  for (const asked of [
    ...timeless,
    '/v1/occupations/1112/titles',
    '/v1/occupations/9999',
    '/v1/occupations/search?q=sofware%20engineer',
  ]) {
    const [compiled, ...others] = await Promise.all(
      answers.map(async (answer) => {
        const response = await answer(asked);
        return [response.status, response.headers.get('ETag'), await response.text()] as const;
      }),
    );
    expect(others, asked).toEqual([compiled, compiled]);
    statuses.push(compiled?.[0] ?? 0);
  }
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(4);
});
