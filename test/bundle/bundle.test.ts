// Bundles made, proved, unpacked and read: equal bytes of equal editions, and nothing that was altered passes.
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pack } from 'tar-stream';
import { beforeAll, describe, expect, test } from 'vitest';
import { catalogueText } from '#compiler/edition/catalogue.ts';
import { answerOffline } from '#compiler/serve/answer-offline.ts';
import { openFrames, writeFrames } from '#compiler/bundle/frames.ts';
import { noInstant } from '#schemas/stored-files.ts';
import { fileSource, openBundle } from '#compiler/bundle/open-bundle.ts';
import { readPublicKey } from '#compiler/bundle/signature.ts';
import { unpackInto } from '#compiler/bundle/unpack.ts';
import { verifyBundle } from '#compiler/bundle/verify-bundle.ts';
import { sha256 } from '#compiler/edition/digest.ts';
import { endpoints, examplePath } from '#schemas/endpoints.ts';
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

const faultsOf = async (path: string, publicKey: string | null = null) => (await verifyBundle(path, publicKey)).faults;
const unpacked = async (path: string, directory = join(temporaryDirectory(), 'unpacked')) => {
  await unpackInto(await openBundle(path), directory, quiet);
  return directory;
};

/** A bundle-like file of any tar: what somebody would send who wants to harm. */
async function frameTar(entries: readonly Parameters<ReturnType<typeof pack>['entry']>[0][]): Promise<string> {
  const tar = pack();
  for (const header of entries) tar.entry(header, header.type === undefined || header.type === 'file' ? 'x'.repeat(header.size ?? 1) : '');
  tar.finalize();
  return framed(tar);
}

async function framed(tar: AsyncIterable<unknown>): Promise<string> {
  const parts: Uint8Array[] = [];
  await writeFrames(tar as AsyncIterable<Uint8Array>, async (part) => void parts.push(part));
  const path = join(temporaryDirectory(), 'made.tar.zst');
  writeFileSync(path, Buffer.concat(parts));
  return path;
}

/** The bundle's tar with its bytes changed, packed as if nothing had happened. */
async function repacked(path: string, change: (tar: Buffer) => Buffer): Promise<string> {
  const frames = await openFrames(fileSource(path));
  return framed(Readable.from([change(Buffer.from(await frames.read(0, frames.length)))]));
}

describe('making', () => {
  test('equal editions of an equal serial make equal bytes, whatever the clock and whoever looked at the publishers', async () => {
    const other = copyOf(spine);
    const catalogue = catalogueOf(other);
    const later = {
      ...catalogue,
      written: '2031-01-01T00:00:00Z',
      editions: catalogue.editions.map((edition) => ({ ...edition, compiled: '2031-01-01T00:00:00Z', code: null })),
    };
    writeFileSync(join(other, 'catalogue.json'), catalogueText(later));
    const again = await bundleOf({ directory: other, signWith: keys.privateKey });
    expect(readFileSync(again.path).equals(readFileSync(signed.path))).toBe(true);
    expect(again.latest).toEqual(signed.latest);
    expect(signed.path).toContain(sha256(readFileSync(signed.path)).slice(0, 16));
  });

  test('holds what is served and nothing that is held back, with no instant of this machine', async () => {
    const directory = await unpacked(signed.path);
    const { editions, serial, previous, written } = catalogueOf(directory);
    const [structure, index] = ['soc-structure', 'soc-index'].map((source) => ({
      source,
      release: first,
      state: 'served',
      compiled: noInstant,
    }));
    expect(editions).toMatchObject([structure, index]);
    expect([serial, previous, written]).toEqual([catalogueOf(spine).serial, null, noInstant]);
    // The examples in schemas/openapi.json are of another sample, made at some moment.
    const texts = Object.entries(contentsOf(directory))
      .flatMap(([path, text]) => (path.startsWith('schemas/') ? [] : [text]))
      .join('\n');
    expect(texts).not.toMatch(new RegExp(`${new Date().getUTCFullYear()}-\\d\\d-\\d\\dT\\d\\d:\\d\\d`));
    expect(texts).not.toContain(spine);
    expect(existsSync(join(directory, 'quarantine'))).toBe(false);
    for (const file of ['README.md', 'ATTRIBUTION.md', 'licences/MIT.txt', 'schemas/openapi.json', 'schemas/PayResponse.json'])
      expect(existsSync(join(directory, file)), file).toBe(true);
    expect(readFileSync(join(directory, 'README.md'), 'utf8')).toContain('synthetic sample, not statistics');
  });

  test('the sample unless it is meant, an edition that is not as published, and a public key to sign with are refused', async () => {
    const damaged = copyOf(spine);
    damage(join(damaged, 'editions', editionOf(damaged, 'soc-index', first).id, 'occupations.json'));
    const refused = (more: Partial<Parameters<typeof bundleOf>[0]>) =>
      expect(bundleOf({ ...more, directory: more.directory ?? spine })).rejects;
    await refused({ sample: false }).toThrow(/holds the synthetic sample, which is not statistics/);
    await refused({ directory: damaged }).toThrow(/occupations\.json: its bytes differ from those published; nothing was bundled/);
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
    expect([packed.root, packed.editions, packed.files]).toEqual([signed.latest.root, 2, Object.keys(contentsOf(directory)).length]);
    expect([loose.root, loose.files]).toEqual([packed.root, packed.files]);
  });

  test('another key, and none', async () => {
    const other = readPublicKey(keyPair().publicKey);
    const signedBy = expect.stringMatching(/is signed with the key [0-9a-f]{16}, expected [0-9a-f]{16}$/);
    expect(await faultsOf(signed.path, other)).toEqual([signedBy]);
    const unsigned = await bundleOf({ directory: spine });
    expect(await faultsOf(unsigned.path, other)).toEqual([expect.stringMatching(/is not signed, expected a signature with the key/)]);
    expect(await faultsOf(unsigned.path)).toEqual([]);
  });

  test('a bit that flips anywhere is found', async () => {
    const { length } = readFileSync(signed.path);
    const drawn = Array.from({ length: 20 }, () => Math.floor(Math.random() * length));
    for (const place of [0, 5, length - 60, length - 30, length - 9, length - 5, length - 1, ...drawn]) {
      const path = altered(signed.path, (bytes) => (bytes.writeUInt8(bytes.readUInt8(place) ^ (1 << (place % 8)), place), bytes));
      expect(await faultsOf(path), `byte ${place}`).not.toEqual([]);
    }
  });

  test('a bundle that is cut short is refused, wherever it is cut', async () => {
    for (const part of [0, 1, 8, 0.5, 0.99]) {
      const path = altered(signed.path, (bytes) => bytes.subarray(0, part >= 1 ? part : Math.floor(bytes.length * part)));
      expect(await faultsOf(path)).toEqual([expect.stringMatching(/is not a bundle, or its end is missing or damaged/)]);
      await expect(unpacked(path)).rejects.toThrow(/its end is missing or damaged/);
    }
  });

  test.each([
    ['a figure', 'Elected officers', 'Ejected officers', /editions\/[0-9a-f-]{36}\/\S+\.json has bytes that differ from those published$/],
    ['the catalogue', '"previous":null', '"previous":"x" ', /catalogue\.json has bytes that differ from those published$/],
    [
      'the manifest',
      '"contents":"served"',
      '"contents":"all"   ',
      /manifest\.sig\.json: does not match this bundle: it, or manifest\.json/,
    ],
    [
      'the format',
      '{"format":2,',
      '{"format":3,',
      /is stored in format 3, and this version reads format 2\n {2}newer code wrote it: install/,
    ],
  ])('%s that is altered and packed again is named', async (what, from, to, fault) => {
    const path = await repacked(signed.path, (tar) => {
      const at = tar.indexOf(from);
      expect(at, from).toBeGreaterThan(0);
      tar.write(to, at, 'latin1');
      return tar;
    });
    expect(await faultsOf(path)).toEqual([expect.stringMatching(fault)]);
    if (!/manifest|format/.test(what)) await expect(unpacked(path)).rejects.toThrow(fault);
  });

  test.each<[string, (file: string, directory: string) => void, RegExp]>([
    ['a flipped bit', (file) => damage(file), /occupations\.json has bytes that differ/],
    ['a file that is gone', (file) => rmSync(file), /occupations\.json: is missing/],
    ['a file too many', (_, directory) => writeFileSync(join(directory, 'schemas/more.json'), '{}'), /more\.json: is not a file of this/],
    ['a link in place of a file', (file) => (rmSync(file), symlinkSync('/etc/hosts', file)), /occupations\.json: is a link or not a plain/],
    ['a link beside the files', (_, directory) => symlinkSync('/etc', join(directory, 'more')), /more: is a link or not a plain file/],
  ])('unpacked: %s', async (_, change, fault) => {
    const directory = await unpacked(signed.path);
    change(join(directory, 'editions', editionOf(directory, 'soc-index', first).id, 'occupations.json'), directory);
    expect((await faultsOf(directory)).join('\n')).toMatch(fault);
  });
});

describe('unpacking', () => {
  const manifest = 'labour-market-information/manifest.json';
  const plain = { mode: 0o644, mtime: new Date(0) };
  test.each<[string, Parameters<typeof frameTar>[0][number], RegExp]>([
    ['a link', { name: manifest, type: 'symlink', linkname: '/etc/passwd' }, /is a symlink, expected only plain files/],
    ['a hard link', { name: manifest, type: 'link', linkname: '/etc/passwd' }, /is a link, expected only plain files/],
    ['a device', { name: manifest, type: 'character-device' }, /is a character-device, expected only plain files/],
    ['a folder', { name: 'labour-market-information/', type: 'directory' }, /is a directory, expected only plain files/],
    ['a name that leads upwards', { name: '../../etc/cron.d/x', size: 1 }, /is outside labour-market-information\//],
    ['an absolute name', { name: '/etc/cron.d/x', size: 1 }, /is outside labour-market-information\//],
    ['a foreign name', { name: 'labour-market-information/other.json', size: 1, ...plain }, /does not begin with manifest\.json/],
    ['a manifest longer than any', { name: manifest, size: 70 * 1024 * 1024, ...plain }, /bytes, expected at most/],
  ])('%s is refused before anything is written', async (_, entry, fault) => {
    const target = join(temporaryDirectory(), 'target');
    await expect(unpacked(await frameTar([entry]), target)).rejects.toThrow(fault);
    expect(existsSync(target)).toBe(false);
  });

  test('a manifest that lists a name which leads elsewhere is refused', async () => {
    for (const file of ['../outside', '/etc/x', 'editions/../../x', 'a\0b', 'a\\b', '.hidden', 'a/./b']) {
      const files = [{ file, sha256: '0'.repeat(64), bytes: 0 }];
      const text = JSON.stringify({ format: 2, sample: true, contents: 'served', files, editions: [] });
      const tar = pack();
      tar.entry({ name: manifest, size: Buffer.byteLength(text), ...plain }, text);
      tar.finalize();
      await expect(unpacked(await framed(tar)), file).rejects.toThrow(/manifest\.json: \/files\/0\/file must match pattern/);
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

test('withdrawing an edition takes away the bundle that holds it, and the next is made without it', async () => {
  const directory = copyOf(spine);
  const folder = join(directory, 'bundles');
  // The spine's last edition cannot be withdrawn, so that the later one is accepted first.
  await acceptIn(directory, 'soc-structure');
  const { id } = editionOf(directory, 'soc-structure', second);
  const idsIn = async () => (await bundleOf({ directory, folder, all: true })).latest.editions.map((edition) => edition.id);
  const both = catalogueOf(directory).editions.flatMap((edition) => (edition.state === 'quarantined' ? [] : [edition.id]));
  expect((await idsIn()).toSorted()).toEqual(both.toSorted());
  await withdrawIn(directory, id);
  expect(bundlesIn(folder)).toEqual([]);
  expect(await idsIn()).not.toContain(id);
});

test('from a bundle, packed and unpacked, the answers are those of the compiled directory, byte for byte', async () => {
  const answers = [spine, signed.path, await unpacked(signed.path)].map((place) => answerOffline(place));
  // What tells of clocks is not the same: when a publisher was looked at, and when an edition was compiled.
  const timeless = endpoints.filter(({ id }) => id !== 'meta-ingest' && id !== 'meta-editions').map(examplePath);
  const statuses: number[] = [];
  for (const asked of [...timeless, '/v1/occupations/1112/titles', '/v1/occupations/9999', '/v1/occupations/search?q=sofware%20engineer']) {
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
