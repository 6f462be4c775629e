// Compares a bundle, packed or unpacked, with its manifest, byte for byte, and names every difference.
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { isPublished } from '#schemas/standing.ts';
import { CatalogueError, parseCatalogue } from '../edition/catalogue.ts';
import { catalogueFile } from '../edition/data-directory.ts';
import { checkRecord } from '../edition/edition-record.ts';
import { filesBeneath } from '../edition/files.ts';
import type { Verification } from '../operations/verify.ts';
import { isPackedBundle } from './bundle-store.ts';
import { BundleError, type Signature } from './format.ts';
import { type Bundle, openBundle, recordOf } from './open-bundle.ts';
import { fingerprint } from './signature.ts';

/**
 * Finds every fault of a bundle. The bundle must be signed with `publicKey`, in base64; null: any signature is accepted, or none. A
 * fault in the manifest or the index is the only one, because nothing else can be read; there is no root then.
 */
export async function verifyBundle(
  path: string,
  publicKey: string | null,
): Promise<Verification & { readonly root: string | null; readonly signature: Signature | null }> {
  const faults: string[] = [];
  const attempt = <Value>(read: () => Promise<Value>): Promise<Value | null> =>
    read().catch((error: unknown) => {
      if (!(error instanceof BundleError)) throw error;
      // A damaged part is the fault of each file in it, of which there may be thousands.
      if (!faults.includes(error.message)) faults.push(error.message);
      return null;
    });
  const bundle = await attempt(() => openBundle(path));
  if (bundle === null) return { faults, remarks: [], editions: 0, files: 0, root: null, signature: null };

  const { manifest, signature } = bundle;
  const known = new Set([...bundle.heads, ...manifest.files].map(({ file }) => file));
  const [records, ids] = [new Map<string, Buffer>(), new Map(manifest.editions.map(({ id }) => [recordOf(id), id]))];
  let catalogue: Buffer | null = null;
  for (const { file } of manifest.files) {
    const content = await attempt(() => bundle.read(file));
    if (file === catalogueFile) catalogue = content;
    const id = ids.get(file);
    if (id === undefined || content === null) continue;
    records.set(id, content);
    for (const document of (await attempt(() => bundle.documents(id))) ?? []) {
      known.add(document.file);
      await attempt(() => bundle.read(document.file));
    }
  }
  faults.push(
    ...faultsOfCatalogue(bundle, catalogue, records),
    ...(isPackedBundle(path) ? [] : straysOf(path, bundle, known)),
    ...faultOfSigner(bundle, publicKey),
  );
  const remarks =
    publicKey === null && signature !== null
      ? [`signed with the key ${fingerprint(signature.publicKey)}; --key FILE checks it against a key you know`]
      : [];
  return { faults, remarks, editions: manifest.editions.length, files: known.size, root: bundle.root, signature };
}

function faultOfSigner({ name, signature }: Bundle, publicKey: string | null): string[] {
  if (publicKey === null || signature?.publicKey === publicKey) return [];
  return [
    signature === null
      ? `${name}: is not signed, expected a signature with the key ${fingerprint(publicKey)}`
      : `${name}: is signed with the key ${fingerprint(signature.publicKey)}, expected ${fingerprint(publicKey)}`,
  ];
}

/** The catalogue must list exactly the editions in the bundle. */
function faultsOfCatalogue({ name, manifest }: Bundle, bytes: Buffer | null, records: ReadonlyMap<string, Buffer>): string[] {
  if (bytes === null) return manifest.files.some(({ file }) => file === catalogueFile) ? [] : [`${name}: has no catalogue.json`];
  let editions: readonly CatalogueEdition[];
  try {
    editions = parseCatalogue(bytes.toString(), `${name}: catalogue.json`).editions;
  } catch (error) {
    if (error instanceof CatalogueError) return [error.message];
    throw error;
  }
  const packed = new Set(manifest.editions.map(({ id }) => id));
  const listed = new Set(editions.map(({ id }) => id));
  return [
    ...editions.flatMap((edition) => {
      const place = `${name}: ${recordOf(edition.id)}`;
      if (!isPublished(edition))
        return [`${name}: catalogue.json: lists ${edition.source} ${edition.id} as ${edition.state}, which a bundle never holds`];
      if (!packed.has(edition.id)) return [`${place}: is missing, but the catalogue lists it`];
      const record = records.get(edition.id);
      const checked = record === undefined ? null : checkRecord(record, edition);
      return typeof checked === 'string' ? [`${place}: ${checked}`] : [];
    }),
    ...[...packed].filter((id) => !listed.has(id)).map((id) => `${name}: editions/${id}: the catalogue does not list it`),
  ];
}

function straysOf(directory: string, { name }: Bundle, known: ReadonlySet<string>): string[] {
  return filesBeneath(directory)
    .filter(({ path }) => !known.has(path) && !path.startsWith('lock/'))
    .map(
      ({ path, isFile }) =>
        `${name}/${path}: ${isFile ? 'is not a file of this bundle' : 'is a link or not a plain file, and not part of this bundle'}`,
    );
}
