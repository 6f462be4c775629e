// The tar inside a bundle. It has only plain files, and its headers do not depend on the machine or the time.
import { type Header, extract, pack } from 'tar-stream';
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
  const tar = pack();
  const writing = (async () => {
    for await (const chunk of tar) await frames.add(Buffer.from(chunk as Uint8Array));
    await frames.end();
  })();
  const adding = (async () => {
    for (const { file, bytes } of files) {
      // A longer name would need a second header, and places in the tar could not be computed from sizes.
      if (!isSafePath(file)) throw new BundleError(`${file}: is not a valid name in a bundle`);
      const content = Buffer.from(bytes());
      await new Promise<void>((done, fail) => {
        tar.entry(
          { name: nameOf(file), size: content.length, mode: 0o644, mtime: new Date(0), uid: 0, gid: 0, uname: '', gname: '', type: 'file' },
          content,
          (error) => (error ? fail(error) : done()),
        );
      });
    }
    tar.finalize();
  })();
  // The first failure is thrown. The other side then waits for ever, which costs only memory.
  await Promise.race([writing, adding.then(() => writing)]);
}

function nameOf(file: string): string {
  return `${bundleFolder}/${file}`;
}

/** The path and size of the file at an offset of the tar. Throws BundleError for a link, a device or a foreign name. */
export async function peek(frames: Frames, start: number): Promise<{ file: string; bytes: number }> {
  const { header } = await readFirst(frames, await frames.read(start, blockBytes));
  const fault = faultOfHeader(header, null);
  if (fault !== null) throw new BundleError(`${frames.name}: ${fault}`);
  return { file: header.name.slice(bundleFolder.length + 1), bytes: header.size ?? 0 };
}

/** The bytes of a file that must be at an offset of the tar. */
export async function readFile(
  frames: Frames,
  start: number,
  expected: { readonly file: string; readonly bytes: number },
): Promise<Buffer> {
  const { header, content } = await readFirst(frames, await frames.read(start, packedBytes(expected.bytes)));
  const fault = faultOfHeader(header, expected);
  if (fault !== null) throw new BundleError(`${frames.name}: ${fault}`);
  return content;
}

/** The fault of a header that `writeTar` did not write; null if there is none. */
function faultOfHeader(header: Header, expected: { readonly file: string; readonly bytes: number } | null): string | null {
  const { name, type, linkname, size, mode, mtime, uid, gid } = header;
  const quoted = JSON.stringify(name.slice(0, 200));
  if (type !== 'file' || linkname)
    return `${quoted} is a ${type ?? 'thing of no known type'}, expected only plain files; nothing of it is unpacked`;
  if (!name.startsWith(`${bundleFolder}/`))
    return `${quoted} is outside ${bundleFolder}/, so this is not a bundle; nothing of it is unpacked`;
  if (expected !== null && (name !== nameOf(expected.file) || size !== expected.bytes))
    return `${quoted} was found, expected ${expected.file} of ${expected.bytes} bytes`;
  if (mode !== 0o644 || mtime?.getTime() !== 0 || uid !== 0 || gid !== 0) return `${quoted} has a header that no bundle has`;
  return null;
}

const enough = new Error('the first file is read');

/** The header of the first file in a piece of tar, and its content as far as the piece has it. */
function readFirst({ name }: Frames, bytes: Buffer): Promise<{ header: Header; content: Buffer }> {
  return new Promise((done, fail) => {
    const stream = extract();
    const refuse = () => fail(new BundleError(`${name}: holds something that is not a tar`));
    stream.on('error', refuse);
    stream.on('finish', refuse);
    stream.on('entry', (header, body) => {
      const size = header.size ?? 0;
      done({ header, content: bytes.subarray(blockBytes, blockBytes + size) });
      body.on('error', () => {});
      // Without an error the library makes one for each file, and its stack takes longer than reading the header.
      stream.destroy(enough);
    });
    stream.end(bytes);
  });
}
