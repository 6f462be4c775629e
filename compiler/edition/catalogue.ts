// Reads and writes the catalogue of a data directory, the one mutable file. It says which editions
// are served, and names the files with the records of all editions. These have the digest of their
// bytes in their names, so a reader always finds the records of the catalogue that it has read.
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  Catalogue,
  type CatalogueEdition,
  DividedCatalogue,
  type InputFile,
  SourceRecords,
} from '#schemas/catalogue.ts';
import { faultOfFile } from '#schemas/document-formats.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { type Seal, brokenSeal, noSeal, sealOf, sealed, unsealed } from '#schemas/stored-files.ts';
import { divide, join as joinCatalogue, recordsFolder } from '#schemas/divided-catalogue.ts';
import { isPublished } from '#schemas/standing.ts';
import { readOrNull } from '#sources/kit/problem.ts';
import { compileSchema, faultOf, readAs } from '#sources/kit/schema.ts';
import { catalogueFile, faultOfAddress } from './data-directory.ts';
import { sha256 } from './digest.ts';
import { readWhole, removeIn, writeAtomically } from './files.ts';
import { requireStillHeld } from './lock.ts';
import type { Release } from '#sources/kit/release.ts';
import type { Source } from '#sources/kit/source.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';

/** Thrown if a data directory's catalogue cannot be trusted. Nothing in it has changed. */
export class CatalogueError extends ReportedError {}

const validators = {
  whole: compileSchema(Catalogue),
  stored: compileSchema(DividedCatalogue),
  records: compileSchema(SourceRecords),
};

/** The bytes of a file of records, by its name; null if it is missing. */
export type ReadRecords = (file: string) => Uint8Array | null;

/** The catalogue of a data directory and the digest of its bytes; null if there is none yet. */
export function readCatalogue(directory: string): { catalogue: Catalogue; digest: string } | null {
  const readRecords = (name: string) =>
    readOrNull(() => readWhole(join(directory, recordsFolder, name)));
  return readStored(directory, (text, file) => parseCatalogue(text, file, readRecords));
}

/** The catalogue of a data directory without the records of its editions, which may be missing. */
export function readCatalogueAlone(
  directory: string,
): { catalogue: DividedCatalogue; digest: string } | null {
  return readStored(directory, parseAlone);
}

function readStored<Read>(
  directory: string,
  parse: (text: string, file: string) => Read,
): { catalogue: Read; digest: string } | null {
  const file = join(directory, catalogueFile);
  const text = textOf(file);
  return text === null ? null : { catalogue: parse(text, file), digest: sha256(text) };
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw code === 'EISDIR' ? damaged(file, 'is a folder') : error;
  }
}

export function requireCatalogue(directory: string): Catalogue {
  const fault = faultOfAddress(directory);
  if (fault !== null) throw new CatalogueError(fault);
  const stored = readCatalogue(directory);
  if (stored === null && statSync(directory, { throwIfNoEntry: false })?.isFile()) {
    throw new CatalogueError(
      `${directory}: is a file, expected a data directory\n  ` +
        `if it is a packed bundle, lmi pull ${directory} --data DIR makes a data ` +
        'directory from it',
    );
  }
  if (stored === null)
    throw new CatalogueError(
      `${directory}: no catalogue.json, so it is no data directory and no store\n  ` +
        'name another, or make data first with lmi update, lmi compile or lmi compile --sample',
    );
  return stored.catalogue;
}

/**
 * A catalogue from its text, and from the files of records that it names. Throws CatalogueError,
 * which names `place`.
 */
export function parseCatalogue(text: string, place: string, readRecords: ReadRecords): Catalogue {
  const catalogue = parseAlone(text, place);
  const records = recordFiles(catalogue).map((file) =>
    parseRecords(file, readRecords(file.file), place),
  );
  return joinCatalogue(catalogue, records);
}

/** The files of records that a catalogue names. */
export function recordFiles({ sources }: DividedCatalogue): InputFile[] {
  return sources.flatMap(({ records }) => records ?? []);
}

/** A catalogue without its records. Throws CatalogueError, which names `place`. */
export function parseAlone(text: string, place: string): DividedCatalogue {
  const read = readAs<DividedCatalogue>(validators.stored, text, (value) =>
    faultOfFile('catalogue', value),
  );
  if ('value' in read) {
    const fault = faultOfSeal(text, sealOf.catalogue);
    if (fault !== null) throw damaged(place, fault);
    return read.value;
  }
  if ('repair' in read) throw new CatalogueError(`${place}: ${read.fault}\n  ${read.repair}`);
  throw damaged(place, read.fault);
}

function parseRecords(
  { file, sha256: digest }: InputFile,
  bytes: Uint8Array | null,
  place: string,
): SourceRecords {
  const placeOfRecords = `${place}: names ${recordsFolder}/${file}, which`;
  if (bytes === null) throw damagedRecords(placeOfRecords, 'is missing');
  if (sha256(bytes) !== digest)
    throw damagedRecords(placeOfRecords, 'has other bytes than were written');
  const read = readAs<SourceRecords>(validators.records, bytes);
  if ('fault' in read) throw damagedRecords(placeOfRecords, read.fault);
  return read.value;
}

/** The fault of the digest that a file has of itself; null if it is right. */
export function faultOfSeal(text: string, seal: Seal): string | null {
  const parts = unsealed(text, seal);
  if (parts === null) return noSeal;
  return sha256(parts.text) === parts.sha256 ? null : brokenSeal;
}

/** The text of catalogue.json, with the digest of itself. */
export function catalogueText({ sha256: _before, ...catalogue }: DividedCatalogue): string {
  const text = `${JSON.stringify(catalogue)}\n`;
  return sealed(text, sha256(text), sealOf.catalogue);
}

function damaged(place: string, fault: string): CatalogueError {
  return new CatalogueError(
    `${place}: ${fault}; it is damaged, or a person wrote it\n  ` +
      'restore it from a backup, or compile the snapshots or files of this directory into ' +
      'an empty one',
  );
}

function damagedRecords(place: string, fault: string): CatalogueError {
  return new CatalogueError(
    `${place} ${fault}\n  ` +
      'restore it from a backup, lmi pull into this directory, or compile the snapshots ' +
      'of this directory into an empty one',
  );
}

/** The catalogue of a data directory; null if there is none, or if it cannot be read. */
export function readableCatalogue(
  directory: string,
): { catalogue: Catalogue; digest: string } | null {
  return orNullIfDamaged(() => readCatalogue(directory));
}

function orNullIfDamaged<Read>(read: () => Read): Read | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof CatalogueError) return null;
    throw error;
  }
}

/** The digest of a catalogue's bytes, which need not be readable; null if there is none. */
export function digestOfCatalogue(directory: string): string | null {
  const text = textOf(join(directory, catalogueFile));
  return text === null ? null : sha256(text);
}

/**
 * Throws if another process has changed the catalogue since a run read it, or has taken over its
 * lock: what the run has made does not fit any more.
 */
export function requireUnchanged(directory: string, digest: string | null): void {
  requireStillHeld(directory);
  if (digestOfCatalogue(directory) === digest) return;
  throw new CatalogueError(
    `${join(directory, catalogueFile)}: another process has changed it since this run ` +
      'read it; nothing was published\n  ' +
      'run it again',
  );
}

/**
 * Replaces the catalogue in one step, as the last act of a run, which began with the catalogue of
 * this digest. `follows`: the catalogue of another directory that a first one follows.
 */
export function writeCatalogue(
  directory: string,
  catalogue: Omit<Catalogue, 'serial' | 'previous' | 'written'>,
  digest: string | null,
  follows: { readonly catalogue: Pick<Catalogue, 'serial'>; readonly digest: string } | null = null,
): void {
  // The sample of another format cannot be read. A catalogue with serial 1 then replaces it.
  const before = catalogue.sample
    ? orNullIfDamaged(() => readCatalogueAlone(directory))
    : readCatalogueAlone(directory);
  const previous = follows ?? before;
  const next: Catalogue = {
    ...catalogue,
    serial: (previous?.catalogue.serial ?? 0) + 1,
    previous: previous?.digest ?? null,
    written: new Date().toISOString(),
  };
  const fault = faultOf(validators.whole, next);
  if (fault !== null)
    throw new CatalogueError(`the new catalogue is not valid and was not written: ${fault}`);
  const { text, records } = filesOfCatalogue(next);
  requireUnchanged(directory, digest);
  placeCatalogue(directory, { text, records }, before);
}

/**
 * Puts a catalogue in its place: its records first, then itself in one step, unless it is there.
 * The records of the one before stay, because a server may just have read it; all others go.
 * Returns how many files of records were written.
 */
export function placeCatalogue(
  directory: string,
  { text, records }: CatalogueFiles,
  before: ReturnType<typeof readCatalogueAlone>,
): number {
  const written = writeRecords(directory, records);
  if (before?.digest !== sha256(text)) writeAtomically(join(directory, catalogueFile), text);
  const recordsBefore = before === null ? [] : recordFiles(before.catalogue);
  const kept = new Set([...records.keys(), ...recordsBefore.map(({ file }) => file)]);
  removeIn(join(directory, recordsFolder), (name) => !kept.has(name));
  return written;
}

/** The text of catalogue.json, and the bytes of its files of records by name. */
export interface CatalogueFiles {
  readonly text: string | Uint8Array;
  readonly records: ReadonlyMap<string, Uint8Array>;
}

export function filesOfCatalogue(catalogue: Catalogue): {
  readonly text: string;
  readonly records: ReadonlyMap<string, Uint8Array>;
} {
  const { serving, records: recordsOfSources } = divide(catalogue);
  const records = new Map<string, Uint8Array>();
  const filesBySource = new Map<string, InputFile>();
  for (const recordsOfSource of recordsOfSources) {
    const { source } = recordsOfSource;
    const bytes = Buffer.from(`${JSON.stringify(recordsOfSource)}\n`);
    const digest = sha256(bytes);
    const file = `${source}-${digest.slice(0, 16)}.json`;
    records.set(file, bytes);
    filesBySource.set(source, { file, sha256: digest, bytes: bytes.length });
  }
  // The stored bytes depend on the order of the members.
  const divided: DividedCatalogue = {
    version: serving.version,
    serial: serving.serial,
    previous: serving.previous,
    sample: serving.sample,
    written: serving.written,
    sources: serving.sources.map((source) => ({
      ...source,
      records: filesBySource.get(source.key) ?? null,
    })),
    axes: serving.axes,
    editions: serving.editions,
    titleModel: serving.titleModel,
  };
  return { text: catalogueText(divided), records };
}

/**
 * The bytes of catalogue.json and of its files of records, by their paths in a data directory, the
 * catalogue last.
 */
export function storedFilesOf(catalogue: Catalogue): ReadonlyMap<string, Uint8Array<ArrayBuffer>> {
  const { text, records } = filesOfCatalogue(catalogue);
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const [name, bytes] of records) files.set(`${recordsFolder}/${name}`, new Uint8Array(bytes));
  files.set(catalogueFile, new TextEncoder().encode(text));
  return files;
}

/** Writes files of records, unless they are there; returns how many it wrote. */
function writeRecords(directory: string, records: ReadonlyMap<string, Uint8Array>): number {
  const folder = join(directory, recordsFolder);
  const missing = [...records].filter(
    ([name, bytes]) => readOrNull(() => readWhole(join(folder, name)))?.equals(bytes) !== true,
  );
  if (missing.length > 0) mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of missing) writeAtomically(join(folder, name), bytes);
  return missing.length;
}

export function recordFilesIn(directory: string): InputFile[] {
  const stored = readCatalogueAlone(directory);
  return stored === null ? [] : recordFiles(stored.catalogue);
}

/** Compares the order of two releases of one source, oldest first. */
export function byRelease(a: Pick<Release, 'order'>, b: Pick<Release, 'order'>): number {
  const length = Math.max(a.order.length, b.order.length);
  for (let index = 0; index < length; index += 1) {
    const left = a.order[index];
    const right = b.order[index];
    if (left === right) continue;
    if (left === undefined) return -1;
    if (right === undefined) return 1;
    return typeof left === 'number' && typeof right === 'number'
      ? left - right
      : byCodeUnit(String(left), String(right));
  }
  return 0;
}

/**
 * Reads the name of a release, with or without the "sample-" of a synthetic one. `released` is the
 * day that the publisher states elsewhere; a day in the name comes first.
 */
export function parseRelease(
  source: Source,
  name: string,
  released: string | null = null,
): Release | null {
  const sample = name.startsWith('sample-');
  const read = source.release(sample ? name.slice('sample-'.length) : name);
  return read === null
    ? null
    : { ...read, source: source.key, released: read.released ?? released, name, sample };
}

/**
 * Why a name that parseRelease does not read is not a release that can be compiled, and the repair.
 */
export function faultOfName({ namedLike }: Source): {
  readonly message: string;
  readonly repair: string;
} {
  return {
    message:
      'is not a release of this source that can be compiled, ' +
      `expected a name like ${namedLike}`,
    repair: 'name the folder after its release',
  };
}

/**
 * The published editions of a source with their releases, oldest first; of one release in the order
 * of the catalogue.
 */
function publishedOf(source: Source, editions: readonly CatalogueEdition[]) {
  const published: { readonly edition: CatalogueEdition; readonly release: Release }[] = [];
  for (const edition of editions) {
    if (edition.source !== source.key || !isPublished(edition)) continue;
    const release = parseRelease(source, edition.release, edition.released);
    if (release !== null) published.push({ edition, release });
  }
  return published.sort((a, b) => byRelease(a.release, b.release));
}

/**
 * The editions of a source that are served, newest first: the last edition of the newest release,
 * or of the newest release of each reference year. Quarantined and withdrawn editions are never
 * served. A pruned edition can be among them; it must be compiled again before it is served.
 */
export function servedEditions(
  source: Source,
  editions: readonly CatalogueEdition[],
): CatalogueEdition[] {
  const newest = new Map(
    publishedOf(source, editions).map((published) => [published.release.year, published]),
  );
  return [...newest.values()]
    .sort((a, b) => byRelease(b.release, a.release))
    .map(({ edition }) => edition);
}

/**
 * The newest published edition of a source that a release follows or replaces: an edition of an
 * older release, or one of the same release with other content. `isSame` recognises the editions
 * that have the content of the release itself. Null if there is none.
 */
export function predecessorOf(
  source: Source,
  release: Release,
  editions: readonly CatalogueEdition[],
  isSame: (edition: CatalogueEdition) => boolean,
): CatalogueEdition | null {
  const predecessor = publishedOf(source, editions).findLast((candidate) => {
    const order = byRelease(candidate.release, release);
    return order < 0 || (order === 0 && !isSame(candidate.edition));
  });
  return predecessor?.edition ?? null;
}

/**
 * The second predecessor of a release that revises its year: the edition of the year before. Null
 * if `before` is not of the release's own year.
 */
export function beforeItsYear(
  source: Source,
  release: Release,
  before: CatalogueEdition,
  editions: readonly CatalogueEdition[],
): CatalogueEdition | null {
  if (release.year === null || before.year !== release.year) return null;
  const editionsOfOtherYears = editions.filter(({ year }) => year !== release.year);
  return predecessorOf(source, release, editionsOfOtherYears, () => true);
}

/**
 * The served edition that an edition, held back or newly served, would replace or has replaced: the
 * one of its reference year, else the newest that is not newer; null if there is none.
 */
export function servedCounterpart(
  source: Source,
  edition: CatalogueEdition,
  editions: readonly CatalogueEdition[],
): CatalogueEdition | null {
  const release = parseRelease(source, edition.release, edition.released);
  if (release === null) return null;
  const otherEditions = editions.filter(({ id }) => id !== edition.id);
  const served = servedEditions(source, otherEditions);
  const isNotNewer = ({ release: name }: CatalogueEdition) =>
    byRelease(parseRelease(source, name) ?? release, release) <= 0;
  const servedOfYear =
    release.year === null ? undefined : served.find(({ year }) => year === release.year);
  return servedOfYear ?? served.find(isNotNewer) ?? null;
}
