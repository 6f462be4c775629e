// Opens a bundle, packed or unpacked, and reads its files by name. It compares every file with its
// digest, up to the root.
import { existsSync, lstatSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { faultOfFile } from '#schemas/document-formats.ts';
import { manifestFile } from '#schemas/stored-files.ts';
import { compileSchema, readAs } from '#sources/kit/schema.ts';
import { sha256 } from '../edition/digest.ts';
import { isListed } from '../edition/listed-content.ts';
import { filesBeneath, plainPlace, readFileAtMost } from '../edition/files.ts';
import { BundleError, Manifest, Signature, signatureFile } from './format.ts';
import { isSignatureOf } from './signature.ts';
import { type ByteSource, openZip } from './zip.ts';

const validators = { manifest: compileSchema(Manifest), signature: compileSchema(Signature) };

/**
 * Far more than thousands of editions need, but too little to fill a machine's memory before
 * anything is verified.
 */
const longestManifest = 64 * 1024 * 1024;

/** Ten times the largest file of a bundle of data of the publishers' size, a table. */
const longestFile = 512 * 1024 * 1024;

export interface Bundle {
  readonly name: string;
  readonly manifest: Manifest;
  readonly root: string;
  /**
   * A valid signature of this root by the key that it names. The caller decides whether to trust
   * that key.
   */
  readonly signature: Signature | null;
  readonly heads: Heads;
  /** The ids of its editions. */
  readonly editions: readonly string[];
  holds(file: string): boolean;
  /** The bytes of a file in the manifest. Throws BundleError if they do not match its digest. */
  read(file: string): Promise<Buffer>;
  /** Its files as they are there, listed or not. */
  present(): readonly { readonly path: string; readonly isFile: boolean }[];
}

interface Head {
  readonly file: string;
  readonly bytes: Buffer;
}

/** The manifest, and its signature if there is one. */
type Heads = readonly [Head, ...Head[]];

export async function openBundle(path: string): Promise<Bundle> {
  return statSync(path).isDirectory() ? openUnpacked(path) : openPacked(fileSource(path));
}

/** It opens the file for each read, so callers need not close it. */
export function fileSource(path: string): ByteSource {
  return {
    name: path,
    size: statSync(path).size,
    async read(offset, length) {
      const handle = await open(path, 'r');
      try {
        const bytes = Buffer.alloc(length);
        const { bytesRead } = await handle.read(bytes, 0, length, offset);
        return bytes.subarray(0, bytesRead);
      } finally {
        await handle.close();
      }
    },
  };
}

export async function openPacked(source: ByteSource): Promise<Bundle> {
  const zip = await openZip(source);
  const read = async (file: string): Promise<Head> => ({
    file,
    bytes: await zip.read(file, longestManifest),
  });
  const manifest = await read(manifestFile);
  const signature = zip.files.includes(signatureFile) ? [await read(signatureFile)] : [];
  return createBundle(source.name, [manifest, ...signature], {
    raw: (file) => zip.read(file, longestFile),
    present: () => zip.files.map((path) => ({ path, isFile: true })),
  });
}

export function openUnpacked(directory: string): Bundle {
  const read = (file: string): Head => ({ file, bytes: readPlainFile(directory, file) });
  const isSigned =
    lstatSync(join(directory, signatureFile), { throwIfNoEntry: false }) !== undefined;
  return createBundle(directory, [read(manifestFile), ...(isSigned ? [read(signatureFile)] : [])], {
    raw: async (file) => readPlainFile(directory, file),
    present: () => filesBeneath(directory),
  });
}

/**
 * The place of a file in the folder of an unpacked bundle. Throws BundleError if it, or a folder on
 * the way to it, is a link or a device.
 */
export function plainPlaceIn(directory: string, file: string): string {
  return plainPlace(
    directory,
    file,
    (place) =>
      new BundleError(`${place}: is a link or not a plain file, so it is not read or written`),
  );
}

function readPlainFile(directory: string, file: string): Buffer {
  const place = plainPlaceIn(directory, file);
  if (!existsSync(place)) throw new BundleError(`${place}: is missing`);
  return readFileAtMost(
    place,
    longestFile,
    () =>
      new BundleError(
        `${place}: has more than ${longestFile} bytes, which no file of a bundle has`,
      ),
  );
}

/** How the files of a bundle are read: packed and unpacked bundles differ in this. */
interface Reading extends Pick<Bundle, 'present'> {
  raw(file: string): Promise<Buffer>;
}

function createBundle(name: string, heads: Heads, { raw, ...reading }: Reading): Bundle {
  const { manifest, root, signature } = readHeads(name, heads);
  const editions = manifest.files.flatMap(
    ({ file }) => /^editions\/([^/]+)\/edition\.json$/.exec(file)?.[1] ?? [],
  );
  const listed = new Map(manifest.files.map((entry) => [entry.file, entry]));
  return {
    name,
    manifest,
    root,
    signature,
    heads,
    editions,
    ...reading,
    holds: (file) => listed.has(file),
    async read(file) {
      const entry = listed.get(file);
      if (entry === undefined) throw new BundleError(`${name}: does not hold ${file}`);
      const bytes = await raw(file);
      if (!isListed(entry, bytes))
        throw new BundleError(`${name}: ${file} has bytes that differ from those published`);
      return bytes;
    },
  };
}

/** Reads the manifest and the signature, and checks what can be checked without other files. */
function readHeads(
  name: string,
  [first, second]: Heads,
): Pick<Bundle, 'manifest' | 'root' | 'signature'> {
  const read = readAs<Manifest>(validators.manifest, first.bytes, (value) =>
    faultOfFile('bundle', value),
  );
  if ('fault' in read)
    throw new BundleError(
      read.repair === undefined
        ? `${name}: ${manifestFile}: ${read.fault}`
        : `${name}: ${read.fault}\n  ${read.repair}`,
    );
  const root = sha256(first.bytes);
  if (second === undefined) return { manifest: read.value, root, signature: null };
  const signature = readAs<Signature>(validators.signature, second.bytes);
  if ('fault' in signature) throw new BundleError(`${name}: ${signatureFile}: ${signature.fault}`);
  if (!isSignatureOf(root, signature.value))
    throw new BundleError(
      `${name}: ${signatureFile}: does not match this bundle: it, or ${manifestFile}, ` +
        'has been changed',
    );
  return { manifest: read.value, root, signature: signature.value };
}
