// Keeps the files of every release by their SHA-256, each with a sidecar, so that any edition can be compiled again. Large ones are packed.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Type } from 'typebox';
import { nullable, record } from '#schemas/shapes.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { compileSchema, readAs } from '#sources/kit/schema.ts';
import { sha256 } from '../edition/digest.ts';
import { syncDirectory, writeAtomically, readOrBlame, readWhole } from '../edition/files.ts';
import { originalOf, storedForm } from './stored-snapshot.ts';
import { type Problem, UnreadableFileError, readOrNull, readOrTell } from '#sources/kit/problem.ts';
import type { PublishedFile, Release } from '#sources/kit/source.ts';

/** One arrival of a snapshot: the file and release it is, and its address. Paths of machines are not kept. */
export interface Arrival {
  readonly release: string;
  readonly file: string;
  /** The publisher's ISO date of the release; null if we have not asked. */
  readonly released: string | null;
  /** When it came, ISO 8601. */
  readonly at: string;
  /** The address and the validators of the download; null for a local file. */
  readonly download: { readonly url: string; readonly etag: string | null; readonly lastModified: string | null } | null;
}

/** The record of a snapshot. The same bytes can belong to several releases. */
export interface Sidecar {
  readonly source: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly arrivals: readonly Arrival[];
}

const Text = Type.String({ minLength: 1 });
const Header = nullable(Type.String());
const validateSidecar = compileSchema(
  record({
    source: Text,
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    bytes: Type.Integer({ minimum: 0 }),
    arrivals: Type.Array(
      record({
        release: Text,
        file: Text,
        released: nullable(Type.String({ format: 'date' })),
        at: Type.String({ format: 'date-time' }),
        download: nullable(record({ url: Text, etag: Header, lastModified: Header })),
      }),
    ),
  }),
);

function folder(directory: string, source: string): string {
  return join(directory, 'snapshots', source);
}

/** Keeps a release's file and returns its digest. An existing snapshot is not written again. */
export function keepSnapshot(directory: string, source: string, bytes: Uint8Array, arrival: Arrival): string {
  const digest = sha256(bytes);
  const place = join(folder(directory, source), digest);
  const known = knownOf(place);
  const same = known?.arrivals.find((entry) => entry.release === arrival.release && entry.file === arrival.file);
  mkdirSync(folder(directory, source), { recursive: true });
  if (!isWhole(place)) writeAtomically(place, storedForm(bytes));
  // A local file does not say where it came from, so it never replaces the arrival of a download.
  if (same !== undefined && arrival.download === null) return digest;
  writeSidecar(place, { source, sha256: digest, bytes: bytes.length }, known, arrival);
  return digest;
}

/** Keeps local files of a release. */
export function keepRelease(
  directory: string,
  { source, name, released }: Pick<Release, 'source' | 'name' | 'released'>,
  files: readonly PublishedFile[],
): void {
  const at = new Date().toISOString();
  for (const file of files) keepSnapshot(directory, source, file.bytes, { release: name, file: file.name, released, at, download: null });
}

/** Keeps a downloaded file: it is renamed from a temporary place on the same file system, or packed and then removed there. */
export function takeSnapshot(
  directory: string,
  source: string,
  file: { readonly path: string; readonly sha256: string; readonly bytes: number },
  arrival: Arrival,
): void {
  mkdirSync(folder(directory, source), { recursive: true });
  const place = join(folder(directory, source), file.sha256);
  if (isWhole(place)) {
    rmSync(file.path);
  } else {
    const bytes = readWhole(file.path);
    const stored = storedForm(bytes);
    if (stored === bytes) {
      renameSync(file.path, place);
      syncDirectory(folder(directory, source));
    } else {
      writeAtomically(place, stored);
      rmSync(file.path);
    }
  }
  noteArrival(directory, source, file, arrival);
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
  return readOrNull(() => existsSync(place) && originalOf(readWhole(place), basename(place)) !== null) === true;
}

/** The sidecar of a snapshot; null if there is none or it is damaged. The next arrival replaces a damaged one. */
function knownOf(place: string): Sidecar | null {
  if (!existsSync(`${place}.json`)) return null;
  return readOrNull(() => readSidecar(place));
}

function writeSidecar(place: string, snapshot: Omit<Sidecar, 'arrivals'>, known: Sidecar | null, arrival: Arrival): void {
  const others = (known?.arrivals ?? []).filter((entry) => entry.release !== arrival.release || entry.file !== arrival.file);
  const sidecar: Sidecar = { ...snapshot, arrivals: [...others, arrival] };
  writeAtomically(`${place}.json`, sidecarText(sidecar));
}

/**
 * Merges what two writers know of one snapshot. For each file of a release it keeps the arrival of a download before a local one, and
 * the later of two. The order of the two does not matter, so that both sides end with equal bytes.
 */
export function mergeSidecars(one: Sidecar, other: Sidecar): Sidecar {
  const arrivals = new Map<string, Arrival>();
  for (const arrival of [...one.arrivals, ...other.arrivals].sort(byTelling))
    arrivals.set(JSON.stringify([arrival.release, arrival.file]), arrival);
  return {
    ...one,
    arrivals: [...arrivals.values()].sort(
      (a, b) => byCodeUnit(a.at, b.at) || byCodeUnit(a.release, b.release) || byCodeUnit(a.file, b.file),
    ),
  };
}

/** The arrival to keep comes last. A local file says nothing about the publisher, however late it came. */
function byTelling(a: Arrival, b: Arrival): number {
  return (
    Number(a.download !== null) - Number(b.download !== null) || byCodeUnit(a.at, b.at) || byCodeUnit(JSON.stringify(a), JSON.stringify(b))
  );
}

/** The text of a sidecar file. */
export function sidecarText(sidecar: Sidecar): string {
  return `${JSON.stringify(sidecar)}\n`;
}

const mendSidecar = 'restore it from a backup, or remove it and compile or download the release again';

/** Reads a sidecar from its bytes. Throws UnreadableFileError if they are not a sidecar of this snapshot. */
export function parseSidecar(bytes: Uint8Array, place: string, digest: string): Sidecar {
  const read = readAs<Sidecar>(validateSidecar, bytes);
  if ('fault' in read)
    throw new UnreadableFileError({ place, message: `is not a sidecar of a snapshot: ${read.fault}`, repair: mendSidecar });
  if (read.value.sha256 !== digest)
    throw new UnreadableFileError({ place, message: `is the sidecar of ${read.value.sha256}`, repair: mendSidecar });
  return read.value;
}

/** True if the bytes are here and undamaged. A pulled directory may hold only the sidecar. */
export function haveSnapshot(directory: string, source: string, digest: string): boolean {
  return isWhole(join(folder(directory, source), digest));
}

/** True if there are bytes, whole or not. */
export function isThere(directory: string, source: string, digest: string): boolean {
  return existsSync(join(folder(directory, source), digest));
}

/** True if there are bytes, and other ones than were kept. */
export function isDamagedSnapshot(directory: string, source: string, digest: string): boolean {
  return existsSync(join(folder(directory, source), digest)) && !haveSnapshot(directory, source, digest);
}

/** The bytes of a snapshot, checked against their name. Throws UnreadableFileError if they are gone or damaged. */
export function readSnapshot(directory: string, source: string, digest: string): Uint8Array {
  const place = join(folder(directory, source), digest);
  const repair = 'fetch it with lmi pull --all, or compile or download the release again';
  if (!existsSync(place)) throw new UnreadableFileError({ place, message: 'this snapshot is not kept here', repair });
  const bytes = originalOf(readWhole(place), digest);
  if (bytes === null) throw new UnreadableFileError({ place, message: 'its hash differs from its name', repair });
  return bytes;
}

/** Removes the bytes first: a sidecar without them is what a pulled directory has. */
export function removeSnapshot(directory: string, source: string, digest: string): void {
  const place = join(folder(directory, source), digest);
  rmSync(place, { force: true });
  rmSync(`${place}.json`, { force: true });
}

/** The sidecars of a source. Those that cannot be read are left out. */
export function keptSidecars(directory: string, source: string): readonly Sidecar[] {
  return sidecarsOf(directory, source, () => {});
}

export interface KeptRelease {
  readonly release: string;
  readonly released: string | null;
  readonly files: readonly { readonly file: string; readonly sha256: string; readonly arrival: Arrival }[];
}

/**
 * Every kept release of a source, with its files, each in the version that came last. `blame` gets a problem for each sidecar that
 * cannot be read, and its files are left out.
 */
export function keptReleases(directory: string, source: string, blame: Blame): KeptRelease[] {
  const releases = new Map<string, Map<string, { sha256: string; arrival: Arrival }>>();
  for (const sidecar of sidecarsOf(directory, source, blame)) {
    for (const arrival of sidecar.arrivals) {
      const files = releases.get(arrival.release) ?? new Map<string, { sha256: string; arrival: Arrival }>();
      const rival = files.get(arrival.file);
      if (rival === undefined || rival.arrival.at <= arrival.at) {
        files.set(arrival.file, { sha256: sidecar.sha256, arrival });
      }
      releases.set(arrival.release, files);
    }
  }
  return [...releases].map(([release, files]) => ({
    release,
    released: [...files.values()].map(({ arrival }) => arrival.released).find((day) => day !== null) ?? null,
    files: [...files]
      .map(([file, { sha256: digest, arrival }]) => ({ file, sha256: digest, arrival }))
      .sort((a, b) => byCodeUnit(a.file, b.file)),
  }));
}

/** A snapshot with one of its arrivals. */
export interface KeptDownload {
  readonly sha256: string;
  readonly bytes: number;
  readonly arrival: Arrival;
}

/** The last snapshot from each address, of any release. Those with an unreadable sidecar are left out, and are downloaded again. */
export function keptDownloads(directory: string, source: string): ReadonlyMap<string, KeptDownload> {
  const downloads = new Map<string, KeptDownload>();
  for (const { sha256: digest, bytes, arrivals } of sidecarsOf(directory, source, () => {})) {
    for (const arrival of arrivals) {
      const url = arrival.download?.url;
      const rival = url === undefined ? undefined : downloads.get(url);
      if (url !== undefined && (rival === undefined || rival.arrival.at <= arrival.at))
        downloads.set(url, { sha256: digest, bytes, arrival });
    }
  }
  return downloads;
}

type Blame = (problem: Problem) => void;

/** The sidecars of a source by digest. */
function sidecarsOf(directory: string, source: string, blame: Blame): Sidecar[] {
  const place = folder(directory, source);
  if (!existsSync(place)) return [];
  const names = readOrTell(blame, [], () => readOrBlame(place, () => readdirSync(place)));
  const sidecars = names.filter((name) => name.endsWith('.json')).sort(byCodeUnit);
  return sidecars.flatMap((name) => readOrTell(blame, [], () => [readSidecar(join(place, name.slice(0, -'.json'.length)))]));
}

function readSidecar(place: string): Sidecar {
  return parseSidecar(readWhole(`${place}.json`), `${place}.json`, basename(place));
}
