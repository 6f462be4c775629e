// Bundles and stores that ask for more memory or disk than they should: each is refused before it
// is read.
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { BundleError } from '#compiler/bundle/format.ts';
import { type ByteSource, openZip, zipOf } from '#compiler/bundle/zip.ts';
import { readAtMost } from '#compiler/edition/files.ts';
import { openStore } from '#compiler/store/stored-catalogue.ts';
import { StoreError } from '#compiler/store/store.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

/** A bundle of this size with these bytes at its end. It fails if a megabyte is asked for. */
function endingWith(end: Buffer, size = end.length): ByteSource {
  return {
    name: 'bundle',
    size,
    async read(offset, length) {
      if (length > 1_000_000) throw new Error(`${length} bytes were asked for`);
      return Buffer.concat([Buffer.alloc(Math.max(0, size - end.length - offset)), end]).subarray(
        0,
        length,
      );
    },
  };
}

test('a bundle of 20 GB, a million files or a giant directory is refused', async () => {
  const small = await buffer(
    zipOf(
      Array.from({ length: 50 }, (_, place) => ({
        file: `${place}`,
        bytes: () => Buffer.from('x'),
      })),
    ),
  );
  for (let at = small.indexOf('PK\x01\x02'); at >= 0; at = small.indexOf('PK\x01\x02', at + 1))
    small.writeUInt32LE(500_000_000, at + 24);
  await expect(openZip(endingWith(small))).rejects.toThrow(
    /\/40" and the files before it unpack to 20500000000 bytes, expected at most 20000000000/,
  );

  await expect(openZip(endingWith(small.subarray(-22), 3_000_000_000))).rejects.toThrow(
    /its directory has more than 100000000 bytes/,
  );

  const many = new ZipFile();
  many.end({ forceZip64Format: true, comment: '' });
  const end = await buffer(many.outputStream);
  end.writeUInt32LE(1_000_000, 32);
  await expect(openZip(endingWith(end))).rejects.toThrow(
    new BundleError('bundle: holds 1000000 files, expected at most 500000'),
  );
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
      `${join(folder, 'editions/edition.json')}: has more than 500000000 bytes, which ` +
        'no file of a store has; nothing of it was kept',
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
  await expect(readAtMost(endless(), 5000, () => new Error('too much'))).rejects.toThrow(
    'too much',
  );
  expect(sent).toBe(6000);
});
