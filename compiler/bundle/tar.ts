// The tar inside a bundle: plain files, whose headers depend on nothing but name and size. So every header is known before it is read, and
// one that differs, of a link or a device for instance, is refused.
import { BundleError, bundleFolder, isSafePath } from './format.ts';
import type { FrameWriter, Frames } from './frames.ts';

const blockBytes = 512;
/** The bytes at the end of every tar. */
export const endBytes = 2 * blockBytes;

/** The bytes of a file of this size in the tar, with its header. */
export function packedBytes(size: number): number {
  return blockBytes + Math.ceil(size / blockBytes) * blockBytes;
}

/** A file to pack. Its bytes are read when its turn comes. */
export interface PackedFile {
  readonly file: string;
  readonly bytes: () => Uint8Array;
}

export async function writeTar(files: Iterable<PackedFile>, frames: FrameWriter): Promise<void> {
  for (const { file, bytes } of files) {
    // A longer name would need a second header, and places in the tar could not be computed from sizes.
    if (!isSafePath(file)) throw new BundleError(`${file}: is not a valid name in a bundle`);
    const content = bytes();
    await frames.add(headerOf(file, content.length));
    await frames.add(content);
    await frames.add(Buffer.alloc(packedBytes(content.length) - blockBytes - content.length));
  }
  await frames.add(Buffer.alloc(endBytes));
  await frames.end();
}

/** The header of a file (POSIX.1-1988 ustar) of root, readable by all, of the beginning of 1970. */
function headerOf(file: string, size: number): Buffer {
  const header = Buffer.alloc(blockBytes);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')} `;
  let [prefix, name] = ['', `${bundleFolder}/${file}`];
  while (name.length > 100) {
    const end = name.indexOf('/');
    [prefix, name] = [prefix === '' ? name.slice(0, end) : `${prefix}/${name.slice(0, end)}`, name.slice(end + 1)];
  }
  const fields: readonly (readonly [place: number, text: string])[] = [
    [0, name],
    [100, octal(0o644, 6)],
    [108, octal(0, 6)],
    [116, octal(0, 6)],
    [124, octal(size, 11)],
    [136, octal(0, 11)],
    // The sum of all bytes is computed with blanks in its own place.
    [148, ' '.repeat(8)],
    [156, '0'],
    [257, 'ustar\x0000'],
    [329, octal(0, 6)],
    [337, octal(0, 6)],
    [345, prefix],
  ];
  for (const [place, text] of fields) header.write(text, place, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)}\0`, 148, 'latin1');
  return header;
}

/** The path and size of the file at an offset of the tar. Throws BundleError for anything that `writeTar` does not write. */
export async function peek(frames: Frames, start: number): Promise<{ file: string; bytes: number }> {
  const header = await frames.read(start, blockBytes);
  const text = (from: number, to: number) => header.toString('latin1', from, to).replace(/\0.*$/s, '');
  const [prefix, name] = [text(345, 500), text(0, 100)];
  const file = (prefix === '' ? name : `${prefix}/${name}`).slice(bundleFolder.length + 1);
  const bytes = Number.parseInt(text(124, 136), 8);
  if (!isSafePath(file) || !Number.isSafeInteger(bytes) || !headerOf(file, bytes).equals(header))
    throw new BundleError(`${frames.name}: begins with something that no bundle has; nothing of it is unpacked`);
  return { file, bytes };
}

/** The bytes of a file that must be at an offset of the tar. */
export async function readFile(frames: Frames, start: number, { file, bytes }: { file: string; bytes: number }): Promise<Buffer> {
  const packed = await frames.read(start, packedBytes(bytes));
  if (!headerOf(file, bytes).equals(packed.subarray(0, blockBytes)))
    throw new BundleError(`${frames.name}: has something else in the place of ${file} of ${bytes} bytes; nothing of it is unpacked`);
  return packed.subarray(blockBytes, blockBytes + bytes);
}
