// Opens a bundle, packed or unpacked, and reads its files by name. It compares every file with its digest, up to the root.
import { existsSync, lstatSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { InputFile } from '#schemas/catalogue.ts';
import { faultOfFile } from '#schemas/document-formats.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { compileSchema, readAs } from '#sources/kit/schema.ts';
import { sha256 } from '../edition/digest.ts';
import { parseRecord } from '../edition/edition-record.ts';
import { readFileAtMost } from '../edition/files.ts';
import { BundleError, Manifest, Signature, isSafePath, signatureFile } from './format.ts';
import { type ByteSource, type Frames, openFrames } from './frames.ts';
import { manifestFile } from './is-bundle.ts';
import { isSignatureOf } from './signature.ts';
import { endBytes, packedBytes, peek, readFile } from './tar.ts';

const validateManifest = compileSchema(Manifest);
const validateSignature = compileSchema(Signature);

/** Far more than thousands of editions need, but too little to fill a machine's memory before anything is verified. */
const longestManifest = 64 * 1024 * 1024;

/** Ten times the largest file of a bundle of the full sample, a table. */
const longestFile = 512 * 1024 * 1024;

/** A bundle whose manifest has been read. */
export interface Bundle {
  readonly name: string;
  readonly manifest: Manifest;
  /** SHA-256 of the manifest. */
  readonly root: string;
  /** A valid signature of this root by the key that it names. The caller decides whether to trust that key. */
  readonly signature: Signature | null;
  /** The manifest and its signature, byte for byte. */
  readonly heads: readonly { readonly file: string; readonly bytes: Buffer }[];
  /** The bytes of a file in the manifest or a record. Throws BundleError if they do not match its digest. */
  read(file: string): Promise<Buffer>;
  /** The documents in an edition's record; null if the bundle does not hold the edition. */
  documents(id: string): Promise<readonly InputFile[] | null>;
  /** Announces that the files of an edition will be read, so that they are fetched from a distant bundle at once. */
  expect(id: string): void;
  /** Null if the bundle is unpacked. */
  readonly packing: { readonly frames: Frames; placeOf(file: string): Promise<number> } | null;
}

/** Opens a bundle on this machine: a file, or the folder it was unpacked into. */
export async function openBundle(path: string): Promise<Bundle> {
  return statSync(path).isDirectory() ? openUnpacked(path) : openPacked(fileSource(path));
}

/** It opens the file for each read, so that nobody has to close it. */
export function fileSource(path: string): ByteSource {
  const { size } = statSync(path);
  return {
    name: path,
    size,
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
  const { name } = source;
  const frames = await openFrames(source);
  const heads: { file: string; bytes: Buffer }[] = [];
  let end = 0;
  const takeHead = async (file: string): Promise<void> => {
    const found = await peek(frames, end);
    if (found.file !== file) return;
    if (found.bytes > longestManifest)
      throw new BundleError(`${name}: ${file} has ${found.bytes} bytes, expected at most ${longestManifest}`);
    heads.push({ file, bytes: await readFile(frames, end, found) });
    end += packedBytes(found.bytes);
  };
  await takeHead(manifestFile);
  // Checks the format first: a bundle of another format may differ in all that follows.
  readHeads(name, heads);
  await takeHead(signatureFile);
  const read = readHeads(name, heads);

  const starts = new Map<string, number>();
  const sizes = new Map(read.manifest.files.map(({ file, bytes }) => [file, bytes]));
  const spans = new Map(read.manifest.editions.map(({ id, packed }) => [id, packed]));
  for (const { file, bytes } of read.manifest.files) {
    starts.set(file, end);
    end += packedBytes(bytes) + (spans.get(editionOfRecord(file) ?? '') ?? 0);
  }
  if (end + endBytes !== frames.length)
    throw new BundleError(`${name}: holds ${frames.length} bytes, but its manifest lists ${end + endBytes}`);

  const placed = new Map<string, ReadonlyMap<string, number>>();
  const placeOf = async (file: string): Promise<number> => {
    const start = starts.get(file);
    if (start !== undefined) return start;
    const [, id = '', path = ''] = /^editions\/([^/]+)\/(.+)$/.exec(file) ?? [];
    const places = placed.get(id) ?? placesOf(id, (await bundle.documents(id)) ?? []);
    placed.set(id, places);
    const found = places.get(path);
    if (found === undefined) throw new BundleError(`${name}: does not hold ${file}`);
    return found;
  };
  const placesOf = (id: string, files: readonly InputFile[]): Map<string, number> => {
    const record = `editions/${id}/edition.json`;
    let at = (starts.get(record) ?? 0) + packedBytes(sizes.get(record) ?? 0);
    const until = at + (spans.get(id) ?? 0);
    const places = new Map(files.map(({ file, bytes }) => [file, (at += packedBytes(bytes)) - packedBytes(bytes)]));
    if (at !== until) throw new BundleError(`${name}: ${record} does not list the documents that follow it`);
    return places;
  };
  const bundle = holding(name, heads, read, async (file, bytes) => readFile(frames, await placeOf(file), { file, bytes }), {
    expect(id) {
      const record = `editions/${id}/edition.json`;
      frames.expect(starts.get(record) ?? 0, packedBytes(sizes.get(record) ?? 0) + (spans.get(id) ?? 0));
    },
    packing: { frames, placeOf },
  });
  return bundle;
}

export function openUnpacked(directory: string): Bundle {
  const plainFile = (file: string) => readPlainFile(directory, file);
  const heads = [manifestFile, signatureFile]
    .filter((file) => file === manifestFile || lstatSync(join(directory, file), { throwIfNoEntry: false }) !== undefined)
    .map((file) => ({ file, bytes: plainFile(file) }));
  return holding(directory, heads, readHeads(directory, heads), async (file) => plainFile(file), { expect: () => {}, packing: null });
}

/** The place of a file in a folder. Throws BundleError if it, or a folder on the way to it, is a link or a device. */
export function plainPlace(directory: string, file: string): string {
  const segments = file.split('/');
  for (const [depth] of segments.entries()) {
    const path = join(directory, ...segments.slice(0, depth + 1));
    const entry = lstatSync(path, { throwIfNoEntry: false });
    if (entry === undefined) break;
    if (!(depth === segments.length - 1 ? entry.isFile() : entry.isDirectory()))
      throw new BundleError(`${path}: is a link or not a plain file, so it is not read or written`);
  }
  return join(directory, file);
}

function readPlainFile(directory: string, file: string): Buffer {
  const place = plainPlace(directory, file);
  if (!existsSync(place)) throw new BundleError(`${place}: is missing`);
  return readFileAtMost(
    place,
    longestFile,
    () => new BundleError(`${place}: has more than ${longestFile} bytes, which no file of a bundle has`),
  );
}

/** What packed and unpacked bundles share: names and digests. `raw` gives the bytes of a file with its listed size. */
function holding(
  name: string,
  heads: Bundle['heads'],
  { manifest, root, signature }: Pick<Bundle, 'manifest' | 'root' | 'signature'>,
  raw: (file: string, bytes: number) => Promise<Buffer>,
  rest: Pick<Bundle, 'expect' | 'packing'>,
): Bundle {
  const listed = new Map(manifest.files.map((entry) => [entry.file, entry]));
  const records = new Map<string, ReadonlyMap<string, InputFile>>();

  const proved = async (file: string, entry: Pick<InputFile, 'sha256' | 'bytes'>): Promise<Buffer> => {
    if (entry.bytes > longestFile)
      throw new BundleError(`${name}: ${file} has ${entry.bytes} bytes, expected at most ${longestFile}; nothing of it is unpacked`);
    const bytes = await raw(file, entry.bytes);
    if (sha256(bytes) !== entry.sha256) throw new BundleError(`${name}: ${file} has bytes that differ from those published`);
    return bytes;
  };
  const documentsOf = async (id: string): Promise<ReadonlyMap<string, InputFile> | null> => {
    const known = records.get(id);
    if (known !== undefined) return known;
    const file = `editions/${id}/edition.json`;
    const entry = listed.get(file);
    if (entry === undefined) return null;
    const record = parseRecord(await proved(file, entry));
    if ('fault' in record) throw new BundleError(`${name}: ${file}: ${record.fault}`);
    const { files } = record.value;
    for (const { file: document } of files)
      if (!isSafePath(document))
        throw new BundleError(`${name}: ${file} lists ${JSON.stringify(document)}, which is not a valid name in a bundle`);
    const documents = new Map(files.map((document) => [document.file, document]));
    records.set(id, documents);
    return documents;
  };

  return {
    name,
    manifest,
    root,
    signature,
    heads,
    async read(file) {
      const entry = listed.get(file);
      if (entry !== undefined) return proved(file, entry);
      const [, id = '', path = ''] = /^editions\/([^/]+)\/(.+)$/.exec(file) ?? [];
      const document = (await documentsOf(id))?.get(path);
      if (document === undefined) throw new BundleError(`${name}: does not hold ${file}`);
      return proved(file, document);
    },
    async documents(id) {
      const documents = await documentsOf(id);
      return documents === null ? null : [...documents.values()];
    },
    ...rest,
  };
}

/** The id of the edition if a path is its record; null for any other file. */
export function editionOfRecord(file: string): string | null {
  return /^editions\/([^/]+)\/edition\.json$/.exec(file)?.[1] ?? null;
}

/** Reads the manifest and the signature, and checks what can be checked without other files. */
function readHeads(name: string, heads: Bundle['heads']): Pick<Bundle, 'manifest' | 'root' | 'signature'> {
  const [first, second] = heads;
  if (first === undefined) throw new BundleError(`${name}: does not begin with ${manifestFile}, so it is not a bundle`);
  const read = readAs<Manifest>(validateManifest, first.bytes, (value) => faultOfFile('bundle', value));
  if ('fault' in read)
    throw new BundleError(
      read.repair === undefined ? `${name}: ${manifestFile}: ${read.fault}` : `${name}: ${read.fault}\n  ${read.repair}`,
    );
  const manifest = read.value;
  const misplaced = faultOfOrder(manifest);
  if (misplaced !== null) throw new BundleError(`${name}: ${manifestFile}: ${misplaced}`);
  const root = sha256(first.bytes);
  return { manifest, root, signature: second === undefined ? null : readSignature(name, root, second) };
}

function readSignature(name: string, root: string, head: Bundle['heads'][number]): Signature {
  const read = readAs<Signature>(validateSignature, head.bytes);
  if ('fault' in read) throw new BundleError(`${name}: ${signatureFile}: ${read.fault}`);
  if (!isSignatureOf(root, read.value))
    throw new BundleError(`${name}: ${signatureFile}: does not match this bundle: it, or ${manifestFile}, has been changed`);
  return read.value;
}

/** The order of the files matters, because places are computed from it. */
function faultOfOrder({ files, editions }: Manifest): string | null {
  const misplaced = files.find(({ file }, place) => place > 0 && byCodeUnit(files[place - 1]?.file ?? '', file) >= 0);
  if (misplaced !== undefined) return `"${misplaced.file}" is out of order or listed twice`;
  const records = files.flatMap(({ file }) => editionOfRecord(file) ?? []);
  const isSame = records.length === editions.length && editions.every(({ id }, place) => id === records[place]);
  return isSame ? null : 'the editions do not match the listed records';
}
