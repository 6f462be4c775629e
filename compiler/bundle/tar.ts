// The tar inside a bundle: plain files alone, with nothing in their headers that belongs to a machine or a moment.
import { type Header, extract, pack } from 'tar-stream';
import { BundleError, bundleFolder, isSafePath } from './format.ts';
import type { FrameWriter, Frames } from './frames.ts';

const blockBytes = 512;
/** What a tar ends with. */
export const endBytes = 2 * blockBytes;

/** What a file of this size takes of the tar. */
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
      // A longer one would need a second header, and places in the tar could not be computed from sizes.
      if (!isSafePath(file)) throw new BundleError(`${file}: is no name that a bundle can hold`);
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
  // Whichever fails first is told; the other then waits for ever on nothing but memory.
  await Promise.race([writing, adding.then(() => writing)]);
}

function nameOf(file: string): string {
  return `${bundleFolder}/${file}`;
}

/** The path of the first file at a place of the tar, and its size. Throws where a link, a device or a foreign name is there. */
export async function peek(frames: Frames, start: number): Promise<{ file: string; bytes: number }> {
  const { header } = await readFirst(frames, await frames.read(start, blockBytes));
  const fault = faultOfHeader(header, null);
  if (fault !== null) throw new BundleError(`${frames.name}: ${fault}`);
  return { file: header.name.slice(bundleFolder.length + 1), bytes: header.size ?? 0 };
}

/** The bytes of a file that must lie at a place of the tar. */
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

/** Every header is what `writeTar` writes. Anything else has been put there by somebody else. */
function faultOfHeader(header: Header, expected: { readonly file: string; readonly bytes: number } | null): string | null {
  const { name, type, linkname, size, mode, mtime, uid, gid } = header;
  const quoted = JSON.stringify(name.slice(0, 200));
  if (type !== 'file' || linkname)
    return `${quoted} is a ${type ?? 'thing of no known type'}, expected plain files alone; nothing of it is unpacked`;
  if (!name.startsWith(`${bundleFolder}/`))
    return `${quoted} lies outside ${bundleFolder}/, so this is no bundle; nothing of it is unpacked`;
  if (expected !== null && (name !== nameOf(expected.file) || size !== expected.bytes))
    return `${quoted} lies where ${expected.file} of ${expected.bytes} bytes was expected`;
  if (mode !== 0o644 || mtime?.getTime() !== 0 || uid !== 0 || gid !== 0) return `${quoted} has a header that no bundle has`;
  return null;
}

/** The header and, as far as it is among the bytes, the content of the file that a piece of tar begins with. */
function readFirst({ name }: Frames, bytes: Buffer): Promise<{ header: Header; content: Buffer }> {
  return new Promise((done, fail) => {
    const stream = extract();
    const refuse = () => fail(new BundleError(`${name}: holds something that is no tar`));
    stream.on('error', refuse);
    stream.on('finish', refuse);
    stream.on('entry', (header, body) => {
      const size = header.size ?? 0;
      done({ header, content: bytes.subarray(blockBytes, blockBytes + size) });
      body.on('error', () => {});
      stream.destroy();
    });
    stream.end(bytes);
  });
}
