// Compares a bundle, packed or unpacked, with its manifest, byte for byte, and names every difference.
import { filesBeneath } from '../edition/files.ts';
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { isPublished } from '#schemas/standing.ts';
import { CatalogueError, parseCatalogue } from '../edition/catalogue.ts';
import { checkRecord } from '../edition/edition-record.ts';
import type { Verification } from '../operations/verify.ts';
import { BundleError, type Signature } from './format.ts';
import { describeFrame, pieceBytes } from './frames.ts';
import { type Bundle, editionOfRecord, openBundle } from './open-bundle.ts';
import { fingerprint } from './signature.ts';
import { packedBytes } from './tar.ts';

export interface VerifiedBundle extends Verification {
  /** Null if the manifest could not be read. */
  readonly root: string | null;
  readonly signature: Signature | null;
}

/**
 * Finds every fault of a bundle. The bundle must be signed with `publicKey`, in base64; null: any signature is accepted, or none. A
 * fault in the manifest or the index is the only one, because nothing else can be read.
 */
export async function verifyBundle(path: string, publicKey: string | null): Promise<VerifiedBundle> {
  let bundle: Bundle;
  try {
    bundle = await openBundle(path);
  } catch (error) {
    if (!(error instanceof BundleError)) throw error;
    return { faults: [error.message], remarks: [], editions: 0, files: 0, root: null, signature: null };
  }
  const damaged = await damagedParts(bundle);
  const contents = await readEverything(bundle, damaged.places);
  const strays = bundle.packing === null ? straysOf(path, bundle, contents.known) : [];
  const faults = [...damaged.faults, ...contents.faults, ...strays, ...faultOfSigner(bundle, publicKey)];
  const remarks =
    publicKey === null && bundle.signature !== null
      ? [`signed with the key ${fingerprint(bundle.signature.publicKey)}; --key FILE checks it against a key you know`]
      : [];
  return {
    faults,
    remarks,
    editions: bundle.manifest.editions.length,
    files: contents.known.size,
    root: bundle.root,
    signature: bundle.signature,
  };
}

function faultOfSigner({ name, signature }: Bundle, publicKey: string | null): string[] {
  if (publicKey === null || signature?.publicKey === publicKey) return [];
  return [
    signature === null
      ? `${name}: is not signed, expected a signature with the key ${fingerprint(publicKey)}`
      : `${name}: is signed with the key ${fingerprint(signature.publicKey)}, expected ${fingerprint(publicKey)}`,
  ];
}

interface Damaged {
  readonly faults: readonly string[];
  /** Ranges of the tar that cannot be read. */
  readonly places: readonly { readonly from: number; readonly to: number }[];
}

async function damagedParts({ name, packing }: Bundle): Promise<Damaged> {
  const numbers = (await packing?.frames.damaged()) ?? [];
  return {
    faults: numbers.map((number) => `${name}: ${describeFrame(number, packing?.frames.count ?? 0)} is damaged`),
    places: numbers.map((number) => ({ from: number * pieceBytes, to: (number + 1) * pieceBytes })),
  };
}

/** Reads every file. It names only the first file in each damaged part, because there may be thousands. */
async function readEverything(bundle: Bundle, damaged: Damaged['places']): Promise<{ faults: string[]; known: Set<string> }> {
  const faults: string[] = [];
  const known = new Set(bundle.heads.map(({ file }) => file));
  const told = new Set<number>();
  const take = async (file: string, size: number): Promise<Buffer | null> => {
    known.add(file);
    const start = damaged.length === 0 ? undefined : await bundle.packing?.placeOf(file).catch(() => undefined);
    const within = start === undefined ? undefined : damaged.find(({ from, to }) => start < to && start + packedBytes(size) > from);
    if (within !== undefined) {
      if (!told.has(within.from)) faults.push(`${bundle.name}: ${file} is in the damaged part, perhaps with others`);
      told.add(within.from);
      return null;
    }
    try {
      return await bundle.read(file);
    } catch (error) {
      if (!(error instanceof BundleError)) throw error;
      faults.push(error.message);
      return null;
    }
  };

  let catalogue: Buffer | null = null;
  const records = new Map<string, Buffer>();
  for (const { file, bytes } of bundle.manifest.files) {
    const content = await take(file, bytes);
    if (content === null) continue;
    if (file === 'catalogue.json') catalogue = content;
    const id = editionOfRecord(file);
    if (id === null) continue;
    records.set(id, content);
    for (const document of await documentsOf(bundle, id, faults)) await take(`editions/${id}/${document.file}`, document.bytes);
  }
  faults.push(...faultsOfCatalogue(bundle, catalogue, records));
  return { faults, known };
}

async function documentsOf(bundle: Bundle, id: string, faults: string[]): Promise<Awaited<ReturnType<Bundle['documents']>> & {}> {
  try {
    return (await bundle.documents(id)) ?? [];
  } catch (error) {
    if (!(error instanceof BundleError)) throw error;
    faults.push(error.message);
    return [];
  }
}

/** The catalogue must list exactly the editions in the bundle. */
function faultsOfCatalogue({ name, manifest }: Bundle, bytes: Buffer | null, records: ReadonlyMap<string, Buffer>): string[] {
  if (bytes === null) return manifest.files.some(({ file }) => file === 'catalogue.json') ? [] : [`${name}: has no catalogue.json`];
  let editions: readonly CatalogueEdition[];
  try {
    editions = parseCatalogue(bytes.toString(), `${name}: catalogue.json`).editions;
  } catch (error) {
    if (error instanceof CatalogueError) return [error.message];
    throw error;
  }
  const listed = new Set(editions.map(({ id }) => id));
  return [
    ...editions.flatMap((edition) => {
      const place = `${name}: editions/${edition.id}/edition.json`;
      const record = records.get(edition.id);
      if (!isPublished(edition))
        return [`${name}: catalogue.json: lists ${edition.source} ${edition.id} as ${edition.state}, which a bundle never holds`];
      if (record === undefined)
        return manifest.editions.some(({ id }) => id === edition.id) ? [] : [`${place}: is missing, but the catalogue lists it`];
      const checked = checkRecord(record, edition);
      return typeof checked === 'string' ? [`${place}: ${checked}`] : [];
    }),
    ...manifest.editions.filter(({ id }) => !listed.has(id)).map(({ id }) => `${name}: editions/${id}: the catalogue does not list it`),
  ];
}

/** Files and links in the folder that are not part of the bundle. */
function straysOf(directory: string, { name }: Bundle, known: ReadonlySet<string>): string[] {
  return filesBeneath(directory)
    .filter(({ path }) => !known.has(path) && !path.startsWith('lock/'))
    .map(
      ({ path, isFile }) =>
        `${name}/${path}: ${isFile ? 'is not a file of this bundle' : 'is a link or not a plain file, and not part of this bundle'}`,
    );
}
