// Bundles and stores that ask for more memory or disk than they should: each is refused before it is read.
import { createHash } from 'node:crypto';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { BundleError } from '#compiler/bundle/format.ts';
import { type ByteSource, openFrames, pieceBytes } from '#compiler/bundle/frames.ts';
import { readAtMost } from '#compiler/edition/files.ts';
import { openStore } from '#compiler/store/stored-catalogue.ts';
import { StoreError } from '#compiler/store/store.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

/** A bundle of frames that are there only in its tables, each of `packed` bytes with this digest. It fails if more than 16 MB are asked for. */
function bundleOf(count: number, packed: number, sha256: Buffer): ByteSource {
  const skippable = (magic: number, content: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32LE(magic, 0);
    head.writeUInt32LE(content.length, 4);
    return Buffer.concat([head, content]);
  };
  const table = Buffer.alloc(count * 8 + 9);
  for (let at = 0; at < count; at += 1) {
    table.writeUInt32LE(packed, at * 8);
    table.writeUInt32LE(pieceBytes, at * 8 + 4);
  }
  table.writeUInt32LE(count, count * 8);
  table.writeUInt32LE(0x8f92eab1, count * 8 + 5);
  const tail = Buffer.concat([
    skippable(0x184d2a50, Buffer.concat(Array.from({ length: count }, () => sha256))),
    skippable(0x184d2a5e, table),
  ]);
  const frames = count * packed;
  return {
    name: 'bundle',
    size: frames + tail.length,
    async read(offset, length) {
      if (length > 16_000_000) throw new Error(`${length} bytes were asked for`);
      return offset >= frames ? tail.subarray(offset - frames, offset - frames + length) : Buffer.alloc(length);
    },
  };
}

const nothing = zstdCompressSync(Buffer.alloc(pieceBytes));
const digest = createHash('sha256').update(nothing).digest();

test('a bundle of a megabyte that unpacks to 40 GB is refused by its tables', async () => {
  const bundle = bundleOf(10_000, nothing.length, digest);
  expect(bundle.size).toBeLessThan(6_000_000);
  await expect(openFrames(bundle)).rejects.toThrow(
    new BundleError('bundle: unpacks to more than 41938845696 bytes, expected at most 20000000000'),
  );
});

test('a piece of gigabytes is refused before it is read; the largest true piece is not', async () => {
  await expect(openFrames(bundleOf(2, 2_000_000_000, digest))).rejects.toThrow(/is not a bundle, or its end is missing or damaged/);
  expect((await openFrames(bundleOf(2, pieceBytes + 500, digest))).length).toBe(2 * pieceBytes);
});

test('a file of a store that is too large is refused, and none of it is read', async () => {
  const folder = temporaryDirectory();
  const store = openStore(folder, temporaryDirectory(), () => {});
  mkdirSync(join(folder, 'editions'));
  writeFileSync(join(folder, 'editions/edition.json'), '');
  // It takes no room on the disk.
  truncateSync(join(folder, 'editions/edition.json'), 3_000_000_000);
  await expect(store.read('editions/edition.json')).rejects.toThrow(
    new StoreError(
      `${join(folder, 'editions/edition.json')}: has more than 500000000 bytes, which no file of a store has; nothing of it was kept`,
    ),
  );
});

test('a body that never ends is read to its limit', async () => {
  let sent = 0;
  async function* endless() {
    for (;;) {
      sent += 1000;
      yield Buffer.alloc(1000);
    }
  }
  await expect(readAtMost(endless(), 5000, () => new Error('too much'))).rejects.toThrow('too much');
  expect(sent).toBe(6000);
});
