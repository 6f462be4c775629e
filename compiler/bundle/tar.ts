// The tar inside a bundle. It has only plain files, and its headers do not depend on the machine or the time.
import { type Header, extract, pack } from 'tar-stream';
import { BundleError, bundleFolder, isSafePath } from './format.ts';
import type { Frames } from './frames.ts';

const blockBytes = 512;
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

/** The tar of these files. A failure while one is read ends it with that error. */
export function tarOf(files: Iterable<PackedFile>): AsyncIterable<Uint8Array> {
  const tar = pack();
  const plain = { mode: 0o644, mtime: new Date(0), uid: 0, gid: 0, uname: '', gname: '', type: 'file' } as const;
  const add = async () => {
    for (const { file, bytes } of files) {
      // A longer name would need a second header, and places in the tar could not be computed from sizes.
      if (!isSafePath(file)) throw new BundleError(`${file}: is not a valid name in a bundle`);
      const content = Buffer.from(bytes());
      await new Promise<void>((done, fail) => {
        tar.entry({ name: nameOf(file), size: content.length, ...plain }, content, (error) => (error ? fail(error) : done()));
      });
    }
    tar.finalize();
  };
  void add().catch((error: Error) => tar.destroy(error));
  return tar as AsyncIterable<Uint8Array>;
}

function nameOf(file: string): string {
  return `${bundleFolder}/${file}`;
}

/** The path and size of the file at an offset of the tar. Throws BundleError for a link, a device or a foreign name. */
export async function peek(frames: Frames, start: number): Promise<{ file: string; bytes: number }> {
  const { header } = await readFirst(frames, await frames.read(start, blockBytes));
  requirePlain(frames, header, null);
  return { file: header.name.slice(bundleFolder.length + 1), bytes: header.size ?? 0 };
}

export async function readFile(
  frames: Frames,
  start: number,
  expected: { readonly file: string; readonly bytes: number },
): Promise<Buffer> {
  const { header, content } = await readFirst(frames, await frames.read(start, packedBytes(expected.bytes)));
  requirePlain(frames, header, expected);
  return content;
}

/** Throws BundleError for a header that `tarOf` did not write. */
function requirePlain(
  { name: place }: Frames,
  { name, type, linkname, size, mode, mtime, uid, gid }: Header,
  expected: { readonly file: string; readonly bytes: number } | null,
): void {
  const refuse = (fault: string): never => {
    throw new BundleError(`${place}: ${JSON.stringify(name.slice(0, 200))} ${fault}`);
  };
  if (type !== 'file' || linkname) refuse(`is a ${type ?? 'thing of no known type'}, expected only plain files; nothing of it is unpacked`);
  if (!name.startsWith(`${bundleFolder}/`)) refuse(`is outside ${bundleFolder}/, so this is not a bundle; nothing of it is unpacked`);
  if (expected !== null && (name !== nameOf(expected.file) || size !== expected.bytes))
    refuse(`was found, expected ${expected.file} of ${expected.bytes} bytes`);
  if (mode !== 0o644 || mtime?.getTime() !== 0 || uid !== 0 || gid !== 0) refuse('has a header that no bundle has');
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
