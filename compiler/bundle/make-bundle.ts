// Makes a bundle of a data directory with every served edition, or every published one. Nothing in
// it depends on the time or the machine, so equal editions make equal bytes.
import { createHash } from 'node:crypto';
import {
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import {
  type Catalogue,
  type CatalogueEdition,
  DividedCatalogue,
  EditionRecord,
  SourceRecords,
  neverLookedAt,
} from '#schemas/catalogue.ts';
import { fileFormats } from '#schemas/document-formats.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { responses } from '#schemas/resources/by-name.ts';
import {
  type StoredTable,
  csvOf,
  dataPackage,
  parquetOf,
  tablesFile,
} from '#schemas/stored-tables.ts';
import {
  bundleName,
  bundleNameOf,
  latestFile,
  logoFile,
  manifestFile,
  noInstant,
} from '#schemas/stored-files.ts';
import { requireCatalogue, storedFilesOf } from '../edition/catalogue.ts';
import { codeDigest } from '../edition/code-digest.ts';
import { refuseSample } from '../edition/data-directory.ts';
import { digestOfFile, sha256 } from '../edition/digest.ts';
import { filesBeneath, removeIn, withPath, writeAtomically } from '../edition/files.ts';
import { listedEditions, wholeEdition } from '../edition/listed-files.ts';
import { locked } from '../edition/lock.ts';
import { keptLogo } from '../edition/logo.ts';
import { faultOfTitleModel, placeOfTitleModel } from '../edition/edition-record.ts';
import { BundleError, Manifest, bundleFormat, signatureFile } from './format.ts';
import { type Latest, latestText, readableLatest } from './latest.ts';
import { publicKeyOf, signRoot } from './signature.ts';
import { textFiles } from './texts.ts';
import { type PackedFile, zipOf } from './zip.ts';

/** The pages as files, for people without a server. */
export interface BundledSite {
  /** What the pages depend on beside the editions. Other settings make another bundle. */
  readonly settings: object;
  /** Writes the pages into a folder. `catalogue` is that of the bundle. */
  write(folder: string, catalogue: Catalogue): Promise<unknown>;
}

export interface BundleOptions {
  readonly directory: string;
  readonly folder: string;
  readonly all: boolean;
  readonly sample: boolean;
  readonly site?: BundledSite | null;
  /** File of a private key; null: do not sign. */
  readonly signWith: string | null;
  readonly progress: (doing: string) => void;
  readonly say: (line: string) => void;
}

export interface Made {
  readonly state: 'made' | 'unchanged';
  readonly latest: Latest;
  readonly unpacked: number;
}

const temporaryPrefix = '.tmp-bundle-';

export async function makeBundle(options: BundleOptions): Promise<Made> {
  const { directory, folder, all, sample, site = null, signWith, say } = options;
  const catalogue = requireCatalogue(directory);
  refuseSample(directory, catalogue, sample, 'bundle');
  const reduced = reduceCatalogue(catalogue, all);
  if (reduced.editions.length === 0)
    throw new BundleError(`${directory}: serves no edition, so there is nothing to bundle`);
  const contents = all ? 'all' : 'served';
  const logo = keptLogo(directory);
  const publicKey = signWith === null ? null : publicKeyOf(signWith);
  const madeOf = sha256(
    JSON.stringify([
      bundleFormat,
      codeDigest('bundles'),
      contents,
      publicKey,
      // A bundle of equal editions stays, whatever the serial.
      { ...reduced, serial: null },
      logo === null ? [] : [sha256(logo)],
      site === null ? null : [codeDigest('pages'), site.settings],
    ]),
  );
  mkdirSync(folder, { recursive: true });
  return locked(directory, say, async () => {
    const before = readableLatest(folder);
    if (before?.madeOf === madeOf && digestOfFile(join(folder, before.file)) === before.sha256)
      return { state: 'unchanged', latest: before, unpacked: 0 };
    // Leftovers of a killed run.
    removeIn(folder, (name) => name.startsWith(temporaryPrefix));
    const work = mkdtempSync(join(folder, temporaryPrefix));
    try {
      const { root, ...packed } = await pack(work, reduced, contents, options);
      const text = latestText({
        format: bundleFormat,
        file: bundleNameOf(packed.sha256),
        bytes: packed.bytes,
        sha256: packed.sha256,
        root,
        sample: catalogue.sample,
        contents,
        publicKey,
        madeOf,
        editions: reduced.editions.map(({ id, source, release, root: ofEdition }) => ({
          id,
          source,
          release,
          root: ofEdition,
        })),
      });
      const latest: Latest = JSON.parse(text);
      renameSync(join(work, 'bundle'), join(folder, latest.file));
      // Last, so that the bundle it names always exists. The bundle before may hold an edition that
      // was withdrawn since.
      writeAtomically(join(folder, latestFile), text);
      removeIn(folder, (name) => bundleName.test(name) && name !== latest.file);
      return { state: 'made', latest, unpacked: packed.unpacked };
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  });
}

/**
 * The catalogue in a bundle. It has nothing that depends on when or where its editions were
 * compiled but its serial, by which a pull knows an older bundle. `all`: every published edition
 * with documents, not only the served ones. Never withdrawn or quarantined ones. A provisional
 * edition that a served one revises is kept too: the series of pay names both.
 */
function reduceCatalogue(
  { sources, editions, titleModel, ...catalogue }: Catalogue,
  all: boolean,
): Catalogue {
  const revised = new Set(
    sources.flatMap(({ revisions }) => revisions.map(({ provisional }) => provisional)),
  );
  const kept = editions.filter(
    ({ id, state, pruned }) =>
      !pruned && (state === 'served' || (state === 'superseded' && (all || revised.has(id)))),
  );
  const isKept = (id: string) => kept.some((edition) => edition.id === id);
  const order = new Map(sources.map(({ key }, place) => [key, place]));
  const place = ({ source }: CatalogueEdition) => order.get(source) ?? sources.length;
  // Only the last edition of a release may be served, so served editions come after the others.
  const ordered = kept.toSorted(
    (a, b) =>
      place(a) - place(b) ||
      byCodeUnit(a.release, b.release) ||
      Number(a.state === 'served') - Number(b.state === 'served') ||
      byCodeUnit(a.id, b.id),
  );
  const { serial, sample } = catalogue;
  return {
    version: fileFormats.catalogue,
    serial,
    previous: null,
    sample,
    written: noInstant,
    sources: sources.map((source) => ({
      ...source,
      ingest: neverLookedAt,
      served: source.served.filter(isKept),
    })),
    editions: ordered.map((edition) => ({
      ...edition,
      accepted: edition.accepted === null ? null : { ...edition.accepted, at: noInstant },
      touched: null,
      compiled: noInstant,
      code: null,
    })),
    titleModel: titleModel?.needs.every(({ edition }) => isKept(edition)) ? titleModel : null,
  };
}

const byFile = (a: { readonly file: string }, b: { readonly file: string }) =>
  byCodeUnit(a.file, b.file);

async function pack(
  work: string,
  catalogue: Catalogue,
  contents: Manifest['contents'],
  { directory, site = null, signWith, progress }: BundleOptions,
): Promise<{ root: string; bytes: number; unpacked: number; sha256: string }> {
  const { titleModel } = catalogue;
  const faultOfModel = faultOfTitleModel(directory, titleModel);
  if (faultOfModel !== null) throw new BundleError(`${directory}/${faultOfModel}`);
  const documents: Manifest['files'] = [];
  for (const listed of listedEditions(catalogue.editions)) {
    progress(`${listed.edition.source} ${listed.edition.release}: comparing`);
    const whole = await wholeEdition(directory, listed);
    if (typeof whole === 'string')
      throw new BundleError(
        `${directory}/${whole}; nothing was bundled\n  lmi verify names the repair`,
      );
    documents.push(...whole.files);
  }
  const logo = keptLogo(directory);
  if (site !== null) progress('writing the site');
  const pages = site === null ? [] : await siteFiles(work, site, catalogue);
  const files: PackedFile[] = [
    ...[...storedFilesOf(catalogue)].map(([file, bytes]) => ({ file, bytes: () => bytes })),
    ...schemaFiles(),
    ...textFiles(catalogue, contents, pages.length > 0),
    packageFile(directory, catalogue),
    ...(titleModel === null ? [] : [fileIn(directory, placeOfTitleModel(titleModel))]),
    ...(logo === null ? [] : [{ file: logoFile, bytes: () => logo }]),
    ...pages,
  ];
  const manifest: Manifest = {
    format: bundleFormat,
    sample: catalogue.sample,
    contents,
    files: [
      ...documents,
      ...files.map(({ file, bytes: read }) => {
        const bytes = read();
        return { file, sha256: sha256(bytes), bytes: bytes.length };
      }),
    ].sort(byFile),
  };
  const head = Buffer.from(`${JSON.stringify(manifest)}\n`);
  const root = sha256(head);
  const signature =
    signWith === null ? [] : [Buffer.from(`${JSON.stringify(signRoot(root, signWith))}\n`)];
  progress('packing');
  const packed = await packInto(join(work, 'bundle'), [
    { file: manifestFile, bytes: () => head },
    ...signature.map((bytes) => ({ file: signatureFile, bytes: () => bytes })),
    ...[...files, ...documents.map(({ file }) => fileIn(directory, file))].sort(byFile),
  ]);
  const unpacked = manifest.files.reduce((sum, { bytes }) => sum + bytes, head.length);
  return { root, unpacked, ...packed };
}

function fileIn(directory: string, file: string): PackedFile {
  return { file, bytes: () => readFileSync(join(directory, file)) };
}

/** The pages as files, made of the editions in the bundle alone. */
async function siteFiles(
  work: string,
  site: BundledSite,
  catalogue: Catalogue,
): Promise<PackedFile[]> {
  await site.write(join(work, 'site'), catalogue);
  return filesBeneath(work, 'site').map(({ path }) => fileIn(work, path));
}

function schemaFiles(): PackedFile[] {
  const schemas: Readonly<Record<string, object>> = {
    ...responses,
    Catalogue: DividedCatalogue,
    SourceRecords,
    EditionRecord,
    Manifest,
  };
  const openApi = fileURLToPath(new URL('../../schemas/openapi.json', import.meta.url));
  return [
    { file: 'schemas/openapi.json', bytes: () => readFileSync(openApi) },
    ...Object.entries(schemas).map(([name, schema]) => ({
      file: `schemas/${name}.json`,
      bytes: () => {
        const $schema = 'https://json-schema.org/draft/2020-12/schema';
        return Buffer.from(`${JSON.stringify({ $schema, title: name, ...schema }, null, 1)}\n`);
      },
    })),
  ];
}

/** datapackage.json: the tables of the editions, which are files of the editions. */
function packageFile(directory: string, { sample, sources, editions }: Catalogue): PackedFile {
  const placed = editions.flatMap(({ id, source: key, release }) => {
    const source = sources.find((candidate) => candidate.key === key);
    if (source === undefined)
      throw new Error(`the catalogue has an edition of ${key} and not the source`);
    const place = `editions/${id}`;
    const tables: StoredTable[] = JSON.parse(
      readFileSync(join(directory, place, tablesFile), 'utf8'),
    );
    return tables.map((table) => {
      const { name } = table;
      return {
        table,
        name: `${name}-${id.slice(0, 8)}`,
        release,
        sources: [source],
        csv: `${place}/${csvOf(name)}`,
        parquet: `${place}/${parquetOf(name)}`,
      };
    });
  });
  return {
    file: 'datapackage.json',
    bytes: () => Buffer.from(`${JSON.stringify(dataPackage(sample, placed), null, 1)}\n`),
  };
}

async function packInto(
  path: string,
  files: Iterable<PackedFile>,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  const file = createWriteStream(path, { flags: 'wx', flush: true });
  const hashed = async function* (parts: AsyncIterable<Uint8Array>) {
    for await (const part of parts) {
      hash.update(part);
      yield part;
    }
  };
  await pipeline(zipOf(files), hashed, file).catch((error: unknown) => {
    throw withPath(path, error);
  });
  return { bytes: file.bytesWritten, sha256: hash.digest('hex') };
}
