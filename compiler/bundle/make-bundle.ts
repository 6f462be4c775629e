// Makes a bundle of a data directory with every served edition, or every published one. Nothing in it depends on the time or the
// machine, so equal editions make equal bytes.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleName, bundleNameOf, latestFile } from '#schemas/stored-files.ts';
import { Catalogue, type CatalogueEdition, EditionRecord } from '#schemas/catalogue.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { responses } from '#schemas/resources/by-name.ts';
import { catalogueText, requireCatalogue } from '../edition/catalogue.ts';
import { codeDigest } from '../edition/code-digest.ts';
import { sha256 } from '../edition/digest.ts';
import { checkRecord, faultOfEdition, isTitleModelWhole, placeOfTitleModel } from '../edition/edition-record.ts';
import { withPath, filesBeneath, writeAtomically } from '../edition/files.ts';
import { logoFiles } from '../edition/logo.ts';
import { lock } from '../edition/lock.ts';
import type { SiteOptions } from '../serve/write-site.ts';
import type { Source } from '#sources/kit/source.ts';
import { BundleError, type Latest, Manifest, bundleFormat, signatureFile } from './format.ts';
import { manifestFile } from './is-bundle.ts';
import { FrameWriter } from './frames.ts';
import { latestText, readableLatest } from './latest.ts';
import { reduceCatalogue } from './reduced-catalogue.ts';
import { publicKeyOf, signRoot } from './signature.ts';
import { tableFiles } from './tables/data-package.ts';
import { makeTables } from './tables/make-tables.ts';
import { type PackedFile, packedBytes, writeTar } from './tar.ts';
import { textFiles } from './texts.ts';

export interface BundleOptions {
  readonly directory: string;
  /** The folder for the bundle and latest.json. */
  readonly folder: string;
  readonly sources: readonly Source[];
  /** Every published edition, not only the served ones. */
  readonly all: boolean;
  /** Bundle even if it is the synthetic sample. */
  readonly sample: boolean;
  /** With the tables of figures as CSV, and the tables that say what their codes mean. */
  readonly tables: boolean;
  /** In the CSV tables no text is guarded against being read as a formula (default: false). */
  readonly raw?: boolean;
  /** With the pages as files, for people without a server; null or left out: without. */
  readonly site?: BundledSite | null;
  /** File of a private key; null: do not sign. */
  readonly signWith: string | null;
  readonly progress: (doing: string) => void;
  readonly say: (line: string) => void;
}

/** What the pages in a bundle say of whoever gives it away. */
export type BundledSite = Pick<SiteOptions, 'api' | 'contact'>;

export interface Made {
  readonly state: 'made' | 'unchanged';
  readonly latest: Latest;
  /** Bytes of the tar. */
  readonly unpacked: number;
}

const temporaryPrefix = '.tmp-bundle-';

/** The folder of the pages as files. */
const siteFolder = 'site';

export async function makeBundle(options: BundleOptions): Promise<Made> {
  const { directory, folder, all, sample, tables, site = null, signWith, progress, say } = options;
  const catalogue = requireCatalogue(directory);
  if (catalogue.sample && !sample)
    throw new BundleError(
      `${directory}: holds the synthetic sample, which is not statistics\n  bundle it with --sample if that is what you want`,
    );
  const reduced = reduceCatalogue(catalogue, all);
  if (reduced.editions.length === 0) throw new BundleError(`${directory}: serves no edition, so there is nothing to bundle`);
  const contents = all ? 'all' : 'served';
  const publicKey = signWith === null ? null : publicKeyOf(signWith);
  const logo = logoFiles(directory);
  const madeOf = sha256(
    JSON.stringify([
      bundleFormat,
      codeDigest('bundles'),
      contents,
      tables && (options.raw ? 'raw' : true),
      publicKey,
      // A bundle of equal editions stays, whatever the serial.
      { ...reduced, serial: null },
      logo.map(({ bytes }) => sha256(bytes)),
      site === null ? null : [codeDigest('pages'), site],
    ]),
  );
  mkdirSync(folder, { recursive: true });
  const unlock = lock(directory, say);
  try {
    const before = readableLatest(folder);
    if (before?.madeOf === madeOf && (await digestOf(join(folder, before.file))) === before.sha256)
      return { state: 'unchanged', latest: before, unpacked: 0 };
    removeTemporary(folder);
    const work = mkdtempSync(join(folder, temporaryPrefix));
    try {
      const records = reduced.editions.map((edition) => recordOf(directory, edition, progress));
      const made = tables ? await makeTables(work, directory, options.sources, reduced, { raw: options.raw ?? false, progress }) : [];
      const written = site === null ? [] : await siteFiles(work, directory, reduced, site, progress);
      const files = [
        { file: 'catalogue.json', bytes: () => Buffer.from(catalogueText(reduced)) },
        ...schemaFiles(),
        ...textFiles(reduced, contents, { tables: made.map(({ name }) => name), site: written.length > 0 }),
        ...(made.length > 0 ? tableFiles(work, directory, reduced, made) : []),
        ...titleModelFiles(directory, reduced),
        ...logo.map(({ path, bytes }) => ({ file: path, bytes: () => bytes })),
        ...written,
        ...records.map(({ id, bytes }) => ({ file: `editions/${id}/edition.json`, bytes: () => bytes })),
      ].sort((a, b) => byCodeUnit(a.file, b.file));
      const manifest: Manifest = {
        format: bundleFormat,
        sample: catalogue.sample,
        contents,
        files: files.map(({ file, bytes }) => describe(file, bytes())),
        editions: records
          .map(({ id, record }) => ({ id, packed: record.files.reduce((sum, { bytes }) => sum + packedBytes(bytes), 0) }))
          .sort((a, b) => byCodeUnit(a.id, b.id)),
      };
      const head = Buffer.from(`${JSON.stringify(manifest)}\n`);
      const root = sha256(head);
      const signature =
        signWith === null ? [] : [{ file: signatureFile, bytes: () => Buffer.from(`${JSON.stringify(signRoot(root, signWith))}\n`) }];
      progress('packing');
      const packed = await packInto(join(work, 'bundle'), [
        { file: manifestFile, bytes: () => head },
        ...signature,
        ...withDocuments(directory, files, records),
      ]);
      const file = bundleNameOf(packed.sha256);
      const editions = reduced.editions.map(({ id, source, release, root: ofEdition }) => ({ id, source, release, root: ofEdition }));
      const text = latestText({
        format: bundleFormat,
        file,
        bytes: packed.bytes,
        sha256: packed.sha256,
        root,
        sample: catalogue.sample,
        contents,
        publicKey,
        madeOf,
        editions,
      });
      renameSync(join(work, 'bundle'), join(folder, file));
      // Last, so that the bundle it names always exists. The bundle before may hold an edition that was withdrawn since.
      writeAtomically(join(folder, latestFile), text);
      for (const name of readdirSync(folder)) if (bundleName.test(name) && name !== file) rmSync(join(folder, name));
      return { state: 'made', latest: JSON.parse(text), unpacked: packed.unpacked };
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  } finally {
    unlock();
  }
}

/** The digest of a bundle, which may be too large to be read at once; null if it is not there. */
async function digestOf(path: string): Promise<string | null> {
  if (!existsSync(path)) return null;
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part);
  return hash.digest('hex');
}

/** Removes what a killed run left. Only the holder of the data directory's lock may call it. */
function removeTemporary(folder: string): void {
  for (const name of readdirSync(folder))
    if (name.startsWith(temporaryPrefix)) rmSync(join(folder, name), { recursive: true, force: true });
}

interface Held {
  readonly id: string;
  readonly bytes: Buffer;
  readonly record: EditionRecord;
}

/** The record of an edition, after comparing every byte of the edition with the catalogue. */
function recordOf(directory: string, edition: CatalogueEdition, progress: BundleOptions['progress']): Held {
  progress(`${edition.source} ${edition.release}: comparing`);
  const fault = faultOfEdition(directory, edition, 'whole');
  if (fault !== null) throw new BundleError(`${directory}/${fault}; nothing was bundled`);
  const bytes = readFileSync(join(directory, 'editions', edition.id, 'edition.json'));
  const record = checkRecord(bytes, edition);
  if (typeof record === 'string') throw new BundleError(`${directory}/editions/${edition.id}/edition.json: ${record}`);
  return { id: edition.id, bytes, record };
}

/** The model of job titles. Throws BundleError if it is damaged. */
function titleModelFiles(directory: string, { titleModel }: Catalogue): PackedFile[] {
  if (titleModel === null) return [];
  const file = placeOfTitleModel(titleModel);
  if (!isTitleModelWhole(directory, titleModel))
    throw new BundleError(`${directory}/${file}: is missing or damaged; nothing was bundled\n  lmi compile learns it again`);
  return [{ file, bytes: () => readFileSync(join(directory, file)) }];
}

/** The pages as files, made of the editions in the bundle alone. Imported only here, because it loads what draws pages. */
async function siteFiles(
  work: string,
  directory: string,
  catalogue: Catalogue,
  site: BundledSite,
  progress: BundleOptions['progress'],
): Promise<PackedFile[]> {
  progress('writing the site');
  const { writeSite } = await import('../serve/write-site.ts');
  const folder = join(work, siteFolder);
  await writeSite({ data: directory, catalogue, folder, ...site });
  return filesBeneath(folder).map(({ path }) => ({ file: `${siteFolder}/${path}`, bytes: () => readFileSync(join(folder, path)) }));
}

function schemaFiles(): PackedFile[] {
  const schemas: Readonly<Record<string, object>> = { ...responses, Catalogue, EditionRecord, Manifest };
  const openApi = fileURLToPath(new URL('../../schemas/openapi.json', import.meta.url));
  return [
    { file: 'schemas/openapi.json', bytes: () => readFileSync(openApi) },
    ...Object.entries(schemas).map(([name, schema]) => ({
      file: `schemas/${name}.json`,
      bytes: () =>
        Buffer.from(`${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', title: name, ...schema }, null, 1)}\n`),
    })),
  ];
}

function describe(file: string, bytes: Uint8Array): Manifest['files'][number] {
  return { file, sha256: sha256(bytes), bytes: bytes.length };
}

/** The files in order, each edition's documents after its record. */
function* withDocuments(directory: string, files: readonly PackedFile[], records: readonly Held[]): Generator<PackedFile> {
  for (const packed of files) {
    yield packed;
    const held = records.find(({ id }) => packed.file === `editions/${id}/edition.json`);
    for (const { file } of held?.record.files ?? []) {
      const path = `editions/${held?.id}/${file}`;
      yield { file: path, bytes: () => readFileSync(join(directory, path)) };
    }
  }
}

async function packInto(path: string, files: Iterable<PackedFile>): Promise<{ bytes: number; unpacked: number; sha256: string }> {
  const handle = await open(path, 'wx');
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    const frames = new FrameWriter(async (part) => {
      hash.update(part);
      bytes += part.length;
      await handle.writeFile(part);
    });
    await writeTar(files, frames);
    await handle.sync();
    return { bytes, unpacked: frames.taken, sha256: hash.digest('hex') };
  } catch (error) {
    throw withPath(path, error);
  } finally {
    await handle.close();
  }
}
