// Keeps the files of every release, each with a sidecar, so that any edition can be compiled again.
// A snapshot is the publisher's own bytes, or these packed with zstd where that is much smaller.
// Its name is the SHA-256 of the publisher's bytes either way.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { type Static, Type } from 'typebox';
import { nullable, record } from '#schemas/shapes.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { compileSchema, readAs } from '#sources/kit/schema.ts';
import { sha256 } from '../edition/digest.ts';
import { namesIn, readOrBlame, readWhole, writeAtomically } from '../edition/files.ts';
import { type Problem, UnreadableFileError, readOrNull, readOrTell } from '#sources/kit/problem.ts';
import type { PublishedFile } from '#sources/kit/named-files.ts';
import type { Release } from '#sources/kit/release.ts';
import type { Source } from '#sources/kit/source.ts';
import { snapshotsOf } from '../edition/listed-files.ts';
import { keptEditions, withNeeds } from '../edition/editions-in-use.ts';
import { largestFile } from '../store/store.ts';

const Text = Type.String({ minLength: 1 });
const Header = nullable(Type.String());

/** The record of a snapshot. The same bytes can belong to several releases. */
const Sidecar = record({
  source: Text,
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  bytes: Type.Integer({ minimum: 0 }),
  /** Each is the file of a release. Paths of machines are not kept. */
  arrivals: Type.Array(
    record({
      release: Text,
      file: Text,
      /** The publisher's ISO date of the release; null if we have not asked. */
      released: nullable(Type.String({ format: 'date' })),
      at: Type.String({ format: 'date-time' }),
      /** The address and the validators of the download; null for a local file. */
      download: nullable(record({ url: Text, etag: Header, lastModified: Header })),
    }),
  ),
});
export type Sidecar = Static<typeof Sidecar>;
export type Arrival = Sidecar['arrivals'][number];
const validateSidecar = compileSchema(Sidecar);

/**
 * The last ones tell what a file is. A file of a harvest that never changes arrives with each
 * edition.
 */
const mostArrivals = 24;

function folder(directory: string, source: string): string {
  return join(directory, 'snapshots', source);
}

/** Keeps a release's file and returns its digest. An existing snapshot is not written again. */
export function keepSnapshot(
  directory: string,
  source: string,
  bytes: Uint8Array,
  arrival: Arrival,
): string {
  const digest = sha256(bytes);
  const place = join(folder(directory, source), digest);
  const known = knownOf(place);
  const same = known?.arrivals.find(
    (entry) => entry.release === arrival.release && entry.file === arrival.file,
  );
  mkdirSync(folder(directory, source), { recursive: true });
  if (!isWhole(place)) writeAtomically(place, storedForm(bytes));
  // A local file does not say where it came from, so it never replaces the arrival of a download.
  if (same !== undefined && arrival.download === null) return digest;
  writeSidecar(place, { source, sha256: digest, bytes: bytes.length }, known, arrival);
  return digest;
}

export function keepRelease(
  directory: string,
  { source, name, released }: Pick<Release, 'source' | 'name' | 'released'>,
  files: readonly PublishedFile[],
): void {
  const at = new Date().toISOString();
  for (const file of files)
    keepSnapshot(directory, source, file.bytes, {
      release: name,
      file: file.name,
      released,
      at,
      download: null,
    });
}

/** Notes that a snapshot, kept now or earlier, is also this file of this release. */
export function noteArrival(
  directory: string,
  source: string,
  { sha256: digest, bytes }: { readonly sha256: string; readonly bytes: number },
  arrival: Arrival,
): void {
  const place = join(folder(directory, source), digest);
  writeSidecar(place, { source, sha256: digest, bytes }, knownOf(place), arrival);
}

/** Whether the bytes of a snapshot are there and undamaged. Damaged ones are replaced. */
export function isWhole(place: string): boolean {
  return (
    readOrNull(
      () => existsSync(place) && originalOf(readWhole(place), basename(place)) !== null,
    ) === true
  );
}

/**
 * The sidecar of a snapshot; null if there is none or it is damaged. The next arrival replaces a
 * damaged one.
 */
function knownOf(place: string): Sidecar | null {
  if (!existsSync(`${place}.json`)) return null;
  return readOrNull(() => readSidecar(place));
}

function writeSidecar(
  place: string,
  snapshot: Omit<Sidecar, 'arrivals'>,
  known: Sidecar | null,
  arrival: Arrival,
): void {
  const others = (known?.arrivals ?? []).filter(
    (entry) => entry.release !== arrival.release || entry.file !== arrival.file,
  );
  const sidecar: Sidecar = { ...snapshot, arrivals: [...others, arrival].slice(-mostArrivals) };
  writeAtomically(`${place}.json`, sidecarText(sidecar));
}

interface SidecarAt {
  readonly bytes: Uint8Array;
  readonly place: string;
}

/**
 * Merges what two writers know of one snapshot. For each file of a release it keeps the arrival of
 * a download before a local one, and the later of two. The order of the two does not matter, so
 * that both sides end with equal bytes. Throws as `parseSidecar` does.
 */
export function mergedSidecar(
  digest: string,
  ...both: readonly [SidecarAt, SidecarAt]
): Uint8Array {
  const [one, other] = both.map(({ bytes, place }) => parseSidecar(bytes, place, digest)) as [
    Sidecar,
    Sidecar,
  ];
  const arrivals = new Map<string, Arrival>();
  for (const arrival of [...one.arrivals, ...other.arrivals].sort(byWorth))
    arrivals.set(JSON.stringify([arrival.release, arrival.file]), arrival);
  const ordered = [...arrivals.values()].sort(
    (a, b) =>
      byCodeUnit(a.at, b.at) || byCodeUnit(a.release, b.release) || byCodeUnit(a.file, b.file),
  );
  return Buffer.from(sidecarText({ ...one, arrivals: ordered.slice(-mostArrivals) }));
}

/**
 * The arrival to keep comes last. A local file says nothing about the publisher, however late it
 * came.
 */
function byWorth(a: Arrival, b: Arrival): number {
  return (
    Number(a.download !== null) - Number(b.download !== null) ||
    byCodeUnit(a.at, b.at) ||
    byCodeUnit(JSON.stringify(a), JSON.stringify(b))
  );
}

const sidecarText = (sidecar: Sidecar) => `${JSON.stringify(sidecar)}\n`;

/**
 * What the path of a file in a data directory or a store says of a snapshot or its sidecar; null
 * for any other path.
 */
export function snapshotAt(
  path: string,
): { readonly source: string; readonly digest: string; readonly isSidecar: boolean } | null {
  const [, source, digest, sidecar] =
    /^snapshots\/([a-z-]+)\/([0-9a-f]{64})(\.json)?$/.exec(path) ?? [];
  return source === undefined || digest === undefined
    ? null
    : { source, digest, isSidecar: sidecar !== undefined };
}

const mendSidecar =
  'restore it from a backup, or remove it and compile or download the release again';

/**
 * Reads a sidecar from its bytes. Throws UnreadableFileError if they are not a sidecar of this
 * snapshot.
 */
export function parseSidecar(bytes: Uint8Array, place: string, digest: string): Sidecar {
  const read = readAs<Sidecar>(validateSidecar, bytes);
  if ('value' in read && read.value.sha256 === digest) return read.value;
  const message =
    'value' in read
      ? `is the sidecar of ${read.value.sha256}`
      : `is not a sidecar of a snapshot: ${read.fault}`;
  throw new UnreadableFileError({ place, message, repair: mendSidecar });
}

/** True if the bytes are here and undamaged. A pulled directory may hold only the sidecar. */
export function haveSnapshot(directory: string, source: string, digest: string): boolean {
  return isWhole(join(folder(directory, source), digest));
}

/** True if there are bytes, whole or not. */
export function isThere(directory: string, source: string, digest: string): boolean {
  return existsSync(join(folder(directory, source), digest));
}

/**
 * The bytes of a snapshot, checked against their name. Throws UnreadableFileError if they are gone
 * or damaged.
 */
export function readSnapshot(directory: string, source: string, digest: string): Uint8Array {
  const place = join(folder(directory, source), digest);
  const repair = 'fetch it with lmi pull --all, or compile or download the release again';
  if (!existsSync(place))
    throw new UnreadableFileError({ place, message: 'this snapshot is not kept here', repair });
  const bytes = originalOf(readWhole(place), digest);
  if (bytes === null)
    throw new UnreadableFileError({ place, message: 'its hash differs from its name', repair });
  return bytes;
}

/** Removes the bytes first: a sidecar without them is what a pulled directory has. */
export function removeSnapshot(directory: string, source: string, digest: string): void {
  const place = join(folder(directory, source), digest);
  rmSync(place, { force: true });
  rmSync(`${place}.json`, { force: true });
}

export interface KeptDownload {
  readonly sha256: string;
  readonly bytes: number;
  readonly arrival: Arrival;
}

/** The snapshot that came last of each name that arrivals have. */
function lastOf(
  sidecars: readonly Sidecar[],
  nameOf: (arrival: Arrival) => string | undefined,
): Map<string, KeptDownload> {
  const last = new Map<string, KeptDownload>();
  for (const { sha256: digest, bytes, arrivals } of sidecars)
    for (const arrival of arrivals) {
      const name = nameOf(arrival);
      if (name === undefined || (last.get(name)?.arrival.at ?? '') > arrival.at) continue;
      last.set(name, { sha256: digest, bytes, arrival });
    }
  return last;
}

export interface KeptRelease {
  readonly release: string;
  readonly released: string | null;
  readonly files: readonly {
    readonly file: string;
    readonly sha256: string;
    readonly arrival: Arrival;
  }[];
}

/** Every kept release of a source, with its files, each in the version that came last. */
export function keptReleases(directory: string, source: string, blame: Blame): KeptRelease[] {
  const last = lastOf(keptSidecars(directory, source, blame), ({ release, file }) =>
    JSON.stringify([release, file]),
  );
  const releases = Map.groupBy(last.values(), ({ arrival }) => arrival.release);
  return [...releases].map(([release, files]) => ({
    release,
    released: files.map(({ arrival }) => arrival.released).find((day) => day !== null) ?? null,
    files: files
      .map(({ sha256: digest, arrival }) => ({ file: arrival.file, sha256: digest, arrival }))
      .sort((a, b) => byCodeUnit(a.file, b.file)),
  }));
}

/**
 * The last snapshot from each address, of any release. Those with an unreadable sidecar are left
 * out, and are downloaded again.
 */
export function keptDownloads(
  directory: string,
  source: string,
): ReadonlyMap<string, KeptDownload> {
  return lastOf(keptSidecars(directory, source), ({ download }) => download?.url);
}

type Blame = (problem: Problem) => void;

/**
 * The sidecars of a source. Those that cannot be read are left out, and `blame` gets a problem for
 * each.
 */
export function keptSidecars(
  directory: string,
  source: string,
  blame: Blame = () => {},
): readonly Sidecar[] {
  const place = folder(directory, source);
  const names = readOrTell(blame, [], () => readOrBlame(place, () => namesIn(place)));
  const sidecars = names.filter((name) => name.endsWith('.json'));
  return sidecars.flatMap((name) =>
    readOrTell(blame, [], () => [readSidecar(join(place, name.slice(0, -'.json'.length)))]),
  );
}

function readSidecar(place: string): Sidecar {
  return parseSidecar(readWhole(`${place}.json`), `${place}.json`, basename(place));
}

/** Smaller files are stored as they are: all of them together are a few megabytes. */
const leastPacked = 1_000_000;

/** A list of 75 MB takes a third of a second at this level. */
const level = 3;

/**
 * Bytes to store for a file of a publisher. Workbooks and archives are packed already, and stay as
 * they are.
 */
export function storedForm(bytes: Uint8Array): Uint8Array {
  if (bytes.length < leastPacked) return bytes;
  const packed = zstdCompressSync(bytes, {
    params: { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 },
  });
  return packed.length < bytes.length / 2 ? packed : bytes;
}

/** The publisher's bytes of a stored snapshot; null if they are not those of the digest. */
export function originalOf(stored: Uint8Array, digest: string): Uint8Array | null {
  if (sha256(stored) === digest) return stored;
  try {
    const bytes = zstdDecompressSync(stored, { maxOutputLength: largestFile });
    return sha256(bytes) === digest ? bytes : null;
  } catch {
    // Not zstd, or cut.
    return null;
  }
}

// A download without an edition is a harvest without news, or a release that waits for another
// source or for a person.
const keptDays = 7;

/** The snapshots that the editions need which pruning keeps, as source and digest. */
export function neededSnapshots(
  directory: string,
  sources: readonly Source[],
  editions: readonly CatalogueEdition[],
): Set<string> {
  return namesOfSnapshots(directory, withNeeds(keptEditions(sources, editions), editions));
}

function namesOfSnapshots(directory: string, editions: readonly CatalogueEdition[]): Set<string> {
  return new Set(
    snapshotsOf(directory, editions).map(({ path }) => path.slice('snapshots/'.length)),
  );
}

/**
 * Digests by source. A file that came by hand and has no edition stays: nobody could download it
 * again. So does the last download from each address, which the publisher is asked about.
 */
export function snapshotsToPrune(
  directory: string,
  sources: readonly Source[],
  editions: readonly CatalogueEdition[],
  now: Date,
): Map<string, string[]> {
  const needed = neededSnapshots(directory, sources, editions);
  // The long lists of editions that were pruned before are not read: their files went with them.
  const isListed = ({ pruned, inputs }: CatalogueEdition) =>
    !pruned || inputs.every(({ files }) => files === undefined);
  const used = namesOfSnapshots(directory, editions.filter(isListed));
  const since = now.getTime() - keptDays * 86_400_000;
  const going = new Map<string, string[]>();
  for (const { key } of sources) {
    const newest = new Set([...keptDownloads(directory, key).values()].map(({ sha256 }) => sha256));
    const digests = keptSidecars(directory, key).flatMap(({ sha256, arrivals }) => {
      const name = `${key}/${sha256}`;
      if (needed.has(name) || newest.has(sha256)) return [];
      const isOld = arrivals.every(
        ({ at, download }) => download !== null && Date.parse(at) < since,
      );
      return used.has(name) || isOld ? [sha256] : [];
    });
    if (digests.length > 0) going.set(key, digests.sort(byCodeUnit));
  }
  return going;
}
