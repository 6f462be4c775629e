// Keeps a manifest of every release: its files, with their digests, addresses and times. It is
// snapshots/<source>/<release>.json, beside the snapshots that it names.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { byCodeUnit } from '#schemas/order.ts';
import { nullable, record } from '#schemas/shapes.ts';
import {
  type Problem,
  UnreadableFileError,
  readOrNull,
  readOrReport,
} from '#sources/kit/problem.ts';
import { compileSchema, readAs } from '#sources/kit/schema.ts';
import type { Release } from '#sources/kit/release.ts';
import { namesIn, readOrBlame, readWhole, safePath, writeAtomically } from '../edition/files.ts';

const Text = Type.String({ minLength: 1 });
const Header = nullable(Type.String());

/** A file that came for a release. Paths of machines are not kept. */
const KeptFile = record({
  file: Text,
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  bytes: Type.Integer({ minimum: 0 }),
  /** When it came, or when its publisher last said that it has not changed. */
  at: Type.String({ format: 'date-time' }),
  /** The address and the validators of the download; null for a local file. */
  download: nullable(record({ url: Text, etag: Header, lastModified: Header })),
});
export type KeptFile = Static<typeof KeptFile>;

/**
 * A file can have come more than once, each time with other bytes: the last one is the release's.
 */
const ReleaseManifest = record({
  source: Text,
  release: Text,
  /** The publisher's ISO date of the release; null if we have not asked. */
  released: nullable(Type.String({ format: 'date' })),
  files: Type.Array(KeptFile),
});
export type ReleaseManifest = Static<typeof ReleaseManifest>;
const validateManifest = compileSchema(ReleaseManifest);

export type NamedRelease = Pick<Release, 'source' | 'name' | 'released'>;

export function folderOfSnapshots(directory: string, source: string): string {
  return join(directory, 'snapshots', source);
}

const extension = '.json';

function placeOfManifest(directory: string, source: string, release: string): string {
  const name = `${release}${extension}`;
  if (!safePath.test(name)) throw new Error(`${source} ${release}: is no name for a file`);
  return join(folderOfSnapshots(directory, source), name);
}

/** A file among the snapshots: a snapshot with its digest, or the manifest of a release. */
export type SnapshotPath =
  | { readonly source: string; readonly digest: string; readonly release: null }
  | { readonly source: string; readonly digest: null; readonly release: string };

/** Reads a path in a data directory or a store. Null if no snapshot or manifest has such a path. */
export function parseSnapshotPath(path: string): SnapshotPath | null {
  const [, source, name] = /^snapshots\/([a-z-]+)\/([^/]+)$/.exec(path) ?? [];
  if (source === undefined || name === undefined || !safePath.test(name)) return null;
  if (isDigest(name)) return { source, digest: name, release: null };
  return name.endsWith(extension)
    ? { source, digest: null, release: name.slice(0, -extension.length) }
    : null;
}

/** Whether a name in the folder of a source's snapshots is that of a snapshot. */
export function isDigest(name: string): boolean {
  return /^[0-9a-f]{64}$/.test(name);
}

/**
 * Notes the files of a release, all of them in one write. A manifest that is damaged is replaced.
 * Nothing is written if nothing is new.
 */
export function noteFiles(
  directory: string,
  { source, name, released }: NamedRelease,
  files: readonly KeptFile[],
): void {
  const place = placeOfManifest(directory, source, name);
  const known = existsSync(place) ? readOrNull(() => readManifest(place, source, name)) : null;
  const none = { source, release: name, released: null, files: [] };
  const noted = { source, release: name, released, files: [...files] };
  const manifest = mergeManifests(known ?? none, noted);
  const text = manifestText(manifest);
  if (known !== null && text === manifestText(known)) return;
  mkdirSync(folderOfSnapshots(directory, source), { recursive: true });
  writeAtomically(place, text);
}

/**
 * Joins two manifests of one release. Of each file with the same bytes it keeps a download before a
 * local one, and the later of two downloads. The order of the two does not matter, so that both
 * sides end with equal bytes.
 */
function mergeManifests(first: ReleaseManifest, other: ReleaseManifest): ReleaseManifest {
  const files = new Map<string, KeptFile>();
  for (const file of [...first.files, ...other.files].sort(byWorth))
    files.set(`${file.sha256} ${file.file}`, file);
  const days = [first.released, other.released].filter((day) => day !== null).sort(byCodeUnit);
  return {
    source: first.source,
    release: first.release,
    released: days.at(-1) ?? null,
    files: [...files.values()],
  };
}

/**
 * The file to keep comes last. A local file says nothing about the publisher, however late it came,
 * and one that came again by hand is as old as it was.
 */
function byWorth(a: KeptFile, b: KeptFile): number {
  if (a.download === null && b.download === null) return byCodeUnit(b.at, a.at);
  return (
    Number(a.download !== null) - Number(b.download !== null) ||
    byCodeUnit(a.at, b.at) ||
    byCodeUnit(JSON.stringify(a), JSON.stringify(b))
  );
}

function manifestText({ source, release, released, files }: ReleaseManifest): string {
  const ordered = files.toSorted(
    (a, b) =>
      byCodeUnit(a.file, b.file) || byCodeUnit(a.at, b.at) || byCodeUnit(a.sha256, b.sha256),
  );
  return `${JSON.stringify({ source, release, released, files: ordered })}\n`;
}

interface ManifestAt {
  readonly bytes: Uint8Array;
  readonly place: string;
}

/** One manifest from those of two writers for one release. Throws as `parseManifest` does. */
export function mergedManifest(
  { source, release }: Pick<ReleaseManifest, 'source' | 'release'>,
  first: ManifestAt,
  other: ManifestAt,
): Uint8Array {
  const parse = ({ bytes, place }: ManifestAt) => parseManifest(bytes, place, source, release);
  return Buffer.from(manifestText(mergeManifests(parse(first), parse(other))));
}

/** The manifest without the files of these digests; null if no file is left. */
export function manifestWithout(
  manifest: ReleaseManifest,
  isRemoved: (digest: string) => boolean,
): Uint8Array | null {
  const files = manifest.files.filter(({ sha256 }) => !isRemoved(sha256));
  return files.length === 0 ? null : Buffer.from(manifestText({ ...manifest, files }));
}

/**
 * Reads a manifest from its bytes. Throws UnreadableFileError if they are not the manifest of this
 * release.
 */
export function parseManifest(
  bytes: Uint8Array,
  place: string,
  source: string,
  release: string,
): ReleaseManifest {
  const refuse = (message: string) =>
    new UnreadableFileError({
      place,
      message,
      repair: 'restore it from a backup, or remove it and compile or download the release again',
    });
  const read = readAs<ReleaseManifest>(validateManifest, bytes);
  if ('fault' in read) throw refuse(`is not the manifest of a release: ${read.fault}`);
  const { value: manifest } = read;
  if (manifest.source !== source || manifest.release !== release)
    throw refuse(`is the manifest of ${manifest.source} ${manifest.release}`);
  return manifest;
}

function readManifest(place: string, source: string, release: string): ReleaseManifest {
  return parseManifest(readWhole(place), place, source, release);
}

type Blame = (problem: Problem) => void;

/**
 * The manifests of a source. Those that cannot be read are left out, and `blame` gets a problem for
 * each.
 */
export function keptManifests(
  directory: string,
  source: string,
  blame: Blame = () => {},
): readonly ReleaseManifest[] {
  const folder = folderOfSnapshots(directory, source);
  const names = readOrReport(blame, [], () => readOrBlame(folder, () => namesIn(folder)));
  const manifests: ReleaseManifest[] = [];
  for (const name of names) {
    if (!name.endsWith(extension)) continue;
    const release = name.slice(0, -extension.length);
    const manifest = readOrReport(blame, null, () =>
      readManifest(join(folder, name), source, release),
    );
    if (manifest !== null) manifests.push(manifest);
  }
  return manifests;
}

/** Rewrites the manifests of a source without the files of these digests. */
export function forgetFiles(
  directory: string,
  source: string,
  isRemoved: (digest: string) => boolean,
): void {
  for (const manifest of keptManifests(directory, source)) {
    if (!manifest.files.some(({ sha256 }) => isRemoved(sha256))) continue;
    const place = placeOfManifest(directory, source, manifest.release);
    const bytes = manifestWithout(manifest, isRemoved);
    if (bytes === null) rmSync(place, { force: true });
    else writeAtomically(place, bytes);
  }
}

export function removeManifest(directory: string, source: string, release: string): void {
  rmSync(placeOfManifest(directory, source, release), { force: true });
}

/** A downloaded file, and the release that it came for. */
export interface KeptDownload extends KeptFile {
  readonly release: string;
}

export interface KeptRelease {
  readonly release: string;
  readonly released: string | null;
  readonly files: readonly KeptFile[];
}

/** Every kept release of a source, with its files, each in the version that came last. */
export function keptReleases(directory: string, source: string, blame: Blame): KeptRelease[] {
  return keptManifests(directory, source, blame).map(({ release, released, files }) => {
    const last = new Map<string, KeptFile>();
    for (const file of files) {
      const known = last.get(file.file);
      if (known === undefined || known.at <= file.at) last.set(file.file, file);
    }
    return {
      release,
      released,
      files: [...last.values()].sort((a, b) => byCodeUnit(a.file, b.file)),
    };
  });
}

/**
 * The last snapshot from each address, of any release. Those of an unreadable manifest are left
 * out, and are downloaded again.
 */
export function keptDownloads(
  directory: string,
  source: string,
): ReadonlyMap<string, KeptDownload> {
  return lastDownloads(keptManifests(directory, source));
}

export function lastDownloads(
  manifests: readonly ReleaseManifest[],
): ReadonlyMap<string, KeptDownload> {
  const last = new Map<string, KeptDownload>();
  for (const { release, files } of manifests)
    for (const file of files) {
      const url = file.download?.url;
      if (url === undefined || (last.get(url)?.at ?? '') > file.at) continue;
      last.set(url, { ...file, release });
    }
  return last;
}
