// Opens a bundle, packed or unpacked, and reads its files by name. It compares every file with its digest, up to the root.
import { existsSync, lstatSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { InputFile } from '#schemas/catalogue.ts';
import { faultOfFile } from '#schemas/document-formats.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { manifestFile } from '#schemas/stored-files.ts';
import { compileSchema, readAs } from '#sources/kit/schema.ts';
import { sha256 } from '../edition/digest.ts';
import { parseRecord } from '../edition/edition-record.ts';
import { plainPlace, readFileAtMost } from '../edition/files.ts';
import { BundleError, Manifest, Signature, isSafePath, signatureFile } from './format.ts';
import { type ByteSource, openFrames } from './frames.ts';
import { isSignatureOf } from './signature.ts';
import { endBytes, packedBytes, peek, readFile } from './tar.ts';

const validators = { manifest: compileSchema(Manifest), signature: compileSchema(Signature) };

/** Far more than thousands of editions need, but too little to fill a machine's memory before anything is verified. */
const longestManifest = 64 * 1024 * 1024;

/** Ten times the largest file of a bundle of the full sample, a table. */
const longestFile = 512 * 1024 * 1024;

export interface Bundle {
  readonly name: string;
  readonly manifest: Manifest;
  readonly root: string;
  /** A valid signature of this root by the key that it names. The caller decides whether to trust that key. */
  readonly signature: Signature | null;
  readonly heads: readonly Head[];
  holds(file: string): Promise<boolean>;
  /** The bytes of a file in the manifest or a record. Throws BundleError if they do not match its digest. */
  read(file: string): Promise<Buffer>;
  /** The documents in an edition's record, with their paths in the bundle. */
  documents(id: string): Promise<readonly InputFile[]>;
  /** Announces that the files of an edition will be read, so that they are fetched from a distant bundle at once. */
  expect(id: string): void;
}

interface Head {
  readonly file: string;
  readonly bytes: Buffer;
}

export async function openBundle(path: string): Promise<Bundle> {
  return statSync(path).isDirectory() ? openUnpacked(path) : openPacked(fileSource(path));
}

/** It opens the file for each read, so that nobody has to close it. */
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
  const { name } = source;
  const frames = await openFrames(source);
  const heads: Head[] = [];
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

  // Where each file of the manifest begins in the tar, and the documents of an edition after its record.
  const starts = new Map<string, number>();
  const spans = new Map(read.manifest.editions.map(({ id, packed }) => [recordOf(id), packed]));
  for (const { file, bytes } of read.manifest.files) {
    starts.set(file, end);
    end += packedBytes(bytes);
    const span = spans.get(file);
    if (span !== undefined) {
      starts.set(documentsAfter(file), end);
      end += span;
    }
  }
  if (end + endBytes !== frames.length)
    throw new BundleError(`${name}: holds ${frames.length} bytes, but its manifest lists ${end + endBytes}`);
  const raw = async (file: string, bytes: number) => readFile(frames, starts.get(file) ?? 0, { file, bytes });
  const place = (record: string, documents: readonly InputFile[]) => {
    const from = starts.get(documentsAfter(record)) ?? 0;
    let at = from;
    for (const { file, bytes } of documents) {
      starts.set(file, at);
      at += packedBytes(bytes);
    }
    if (at - from !== spans.get(record)) throw new BundleError(`${name}: ${record} does not list the documents that follow it`);
  };
  const expect = (id: string) => {
    const from = starts.get(recordOf(id)) ?? 0;
    frames.expect(from, (starts.get(documentsAfter(recordOf(id))) ?? from) - from + (spans.get(recordOf(id)) ?? 0));
  };
  return createBundle(name, heads, read, { raw, place, expect });
}

export function openUnpacked(directory: string): Bundle {
  const plainFile = (file: string) => readPlainFile(directory, file);
  const heads = [manifestFile, signatureFile]
    .filter((file) => file === manifestFile || lstatSync(join(directory, file), { throwIfNoEntry: false }) !== undefined)
    .map((file) => ({ file, bytes: plainFile(file) }));
  return createBundle(directory, heads, readHeads(directory, heads), {
    raw: async (file) => plainFile(file),
    place: () => {},
    expect: () => {},
  });
}

export function recordOf(id: string): string {
  return `editions/${id}/edition.json`;
}

/** A key beside the paths of files: no path ends so. */
const documentsAfter = (record: string): string => `${record}/`;

/** The place of a file in the folder of an unpacked bundle. Throws BundleError if it, or a folder on the way to it, is a link or a device. */
export function plainPlaceIn(directory: string, file: string): string {
  return plainPlace(directory, file, (place) => new BundleError(`${place}: is a link or not a plain file, so it is not read or written`));
}

function readPlainFile(directory: string, file: string): Buffer {
  const place = plainPlaceIn(directory, file);
  if (!existsSync(place)) throw new BundleError(`${place}: is missing`);
  return readFileAtMost(
    place,
    longestFile,
    () => new BundleError(`${place}: has more than ${longestFile} bytes, which no file of a bundle has`),
  );
}

/** How the files of a bundle are read: packed and unpacked bundles differ in this. */
interface Reading {
  /** The bytes of a file with its listed size. */
  readonly raw: (file: string, bytes: number) => Promise<Buffer>;
  /** Notes where the documents are that a record lists. */
  readonly place: (record: string, documents: readonly InputFile[]) => void;
  readonly expect: (id: string) => void;
}

function createBundle(
  name: string,
  heads: readonly Head[],
  { manifest, root, signature }: Pick<Bundle, 'manifest' | 'root' | 'signature'>,
  { raw, place, expect }: Reading,
): Bundle {
  const listed = new Map<string, InputFile>(manifest.files.map((entry) => [entry.file, entry]));
  const records = new Map<string, Promise<readonly InputFile[]>>();

  const proved = async ({ file, bytes: size, sha256: digest }: InputFile): Promise<Buffer> => {
    if (size > longestFile)
      throw new BundleError(`${name}: ${file} has ${size} bytes, expected at most ${longestFile}; nothing of it is unpacked`);
    const bytes = await raw(file, size);
    if (sha256(bytes) !== digest) throw new BundleError(`${name}: ${file} has bytes that differ from those published`);
    return bytes;
  };
  const readDocuments = async (entry: InputFile): Promise<readonly InputFile[]> => {
    const record = parseRecord(await proved(entry));
    if ('fault' in record) throw new BundleError(`${name}: ${entry.file}: ${record.fault}`);
    const documents = record.value.files.map((document) => {
      if (isSafePath(document.file)) return { ...document, file: entry.file.replace(/edition\.json$/, document.file) };
      throw new BundleError(`${name}: ${entry.file} lists ${JSON.stringify(document.file)}, which is not a valid name in a bundle`);
    });
    place(entry.file, documents);
    for (const document of documents) listed.set(document.file, document);
    return documents;
  };
  const documents = (id: string): Promise<readonly InputFile[]> => {
    const entry = listed.get(recordOf(id));
    const found = records.get(id) ?? (entry === undefined ? Promise.resolve([]) : readDocuments(entry));
    records.set(id, found);
    return found;
  };
  /** The entry of a file; a document has one once the record of its edition is read. */
  const entryOf = async (file: string): Promise<InputFile | undefined> => {
    const [, id] = listed.has(file) ? [] : (/^editions\/([^/]+)\//.exec(file) ?? []);
    if (id !== undefined) await documents(id);
    return listed.get(file);
  };

  return {
    ...{ name, manifest, root, signature, heads, documents, expect },
    holds: async (file) => (await entryOf(file)) !== undefined,
    async read(file) {
      const entry = await entryOf(file);
      if (entry === undefined) throw new BundleError(`${name}: does not hold ${file}`);
      return proved(entry);
    },
  };
}

/** Reads the manifest and the signature, and checks what can be checked without other files. */
function readHeads(name: string, [first, second]: readonly Head[]): Pick<Bundle, 'manifest' | 'root' | 'signature'> {
  if (first === undefined) throw new BundleError(`${name}: does not begin with ${manifestFile}, so it is not a bundle`);
  const read = readAs<Manifest>(validators.manifest, first.bytes, (value) => faultOfFile('bundle', value));
  if ('fault' in read)
    throw new BundleError(
      read.repair === undefined ? `${name}: ${manifestFile}: ${read.fault}` : `${name}: ${read.fault}\n  ${read.repair}`,
    );
  const misplaced = faultOfOrder(read.value);
  if (misplaced !== null) throw new BundleError(`${name}: ${manifestFile}: ${misplaced}`);
  const root = sha256(first.bytes);
  if (second === undefined) return { manifest: read.value, root, signature: null };
  const signature = readAs<Signature>(validators.signature, second.bytes);
  if ('fault' in signature) throw new BundleError(`${name}: ${signatureFile}: ${signature.fault}`);
  if (!isSignatureOf(root, signature.value))
    throw new BundleError(`${name}: ${signatureFile}: does not match this bundle: it, or ${manifestFile}, has been changed`);
  return { manifest: read.value, root, signature: signature.value };
}

/** The order of the files matters, because places are computed from it. */
function faultOfOrder({ files, editions }: Manifest): string | null {
  const misplaced = files.find(({ file }, place) => place > 0 && byCodeUnit(files[place - 1]?.file ?? '', file) >= 0);
  if (misplaced !== undefined) return `"${misplaced.file}" is out of order or listed twice`;
  const records = files.filter(({ file }) => /^editions\/[^/]+\/edition\.json$/.test(file));
  const isSame = records.length === editions.length && editions.every(({ id }, place) => recordOf(id) === records[place]?.file);
  return isSame ? null : 'the editions do not match the listed records';
}
