// Keeps the files of every release, so that any edition can be compiled again. A snapshot is the
// publisher's own bytes, or these packed with zstd where that is much smaller. Either way its name
// is the SHA-256 of the publisher's bytes.
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { sha256 } from '../edition/digest.ts';
import { largestFile, namesIn, readWhole, writeAtomically } from '../edition/files.ts';
import { type Problem, UnreadableFileError, readOrNull } from '#sources/kit/problem.ts';
import type { PublishedFile } from '#sources/kit/named-files.ts';
import type { Source } from '#sources/kit/source.ts';
import { snapshotsOf } from '../edition/listed-files.ts';
import { keptEditions, withNeeds } from '../edition/editions-in-use.ts';
import {
  type KeptFile,
  type NamedRelease,
  type ReleaseManifest,
  folderOfSnapshots as folder,
  isDigest,
  keptManifests,
  lastDownloads,
  noteFiles,
} from './manifests.ts';

/** Keeps a publisher's file and returns its digest. An existing snapshot is not written again. */
export function keepSnapshot(directory: string, source: string, bytes: Uint8Array): string {
  const digest = sha256(bytes);
  const place = join(folder(directory, source), digest);
  if (isWholeSnapshot(place)) return digest;
  mkdirSync(folder(directory, source), { recursive: true });
  writeAtomically(place, storedForm(bytes));
  return digest;
}

/** Keeps the files of a release that came by hand, and their manifest. */
export function keepRelease(
  directory: string,
  release: NamedRelease,
  files: readonly PublishedFile[],
): void {
  const instant = new Date().toISOString();
  const kept = files.map(({ name, bytes }) => ({
    file: name,
    sha256: keepSnapshot(directory, release.source, bytes),
    bytes: bytes.length,
    at: instant,
    download: null,
  }));
  noteFiles(directory, release, kept);
}

/** Whether the snapshot at a place is there and undamaged. */
export function isWholeSnapshot(place: string): boolean {
  return (
    readOrNull(
      () => existsSync(place) && originalOf(readWhole(place), basename(place)) !== null,
    ) === true
  );
}

/** Whether a snapshot is here and undamaged. A pulled directory may hold only its manifest. */
export function hasWholeSnapshot(directory: string, source: string, digest: string): boolean {
  return isWholeSnapshot(join(folder(directory, source), digest));
}

/** Whether a snapshot is here, whole or damaged. */
export function hasSnapshotFile(directory: string, source: string, digest: string): boolean {
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

export function removeSnapshot(directory: string, source: string, digest: string): void {
  rmSync(join(folder(directory, source), digest), { force: true });
}

/** Smaller files are stored as they are: all of them together are a few megabytes. */
const leastPackedBytes = 1_000_000;

const zstdLevel = 3;

/**
 * Bytes to store for a file of a publisher. Workbooks and archives are packed already, and stay as
 * they are.
 */
export function storedForm(bytes: Uint8Array): Uint8Array {
  if (bytes.length < leastPackedBytes) return bytes;
  const packed = zstdCompressSync(bytes, {
    params: { [constants.ZSTD_c_compressionLevel]: zstdLevel, [constants.ZSTD_c_checksumFlag]: 1 },
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

/**
 * Downloads without an edition stay this long: they are harvests without news, or releases that
 * wait for another source or for a person.
 */
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

/** The files of a source that pruning removes. */
export interface FilesToPrune {
  readonly source: string;
  /** Snapshots. */
  readonly digests: readonly string[];
  /** Releases whose whole manifest is removed. */
  readonly releases: readonly string[];
}

/**
 * The files that no kept edition needs. These stay too: a file that came by hand and has no
 * edition, because nobody could download it again, and the last download from each address, because
 * the publisher is asked whether it has changed.
 */
export function filesToPrune(
  directory: string,
  sources: readonly Source[],
  editions: readonly CatalogueEdition[],
  now: Date,
): FilesToPrune[] {
  const kept = withNeeds(keptEditions(sources, editions), editions);
  // The long lists of editions that were pruned before are not read: their files went with them.
  const isListed = ({ pruned, inputs }: CatalogueEdition) =>
    !pruned || inputs.every(({ files }) => files === undefined);
  const uses: Uses = {
    needed: namesOfSnapshots(directory, kept),
    used: namesOfSnapshots(directory, editions.filter(isListed)),
    sinceMs: now.getTime() - keptDays * 86_400_000,
  };
  const toPrune: FilesToPrune[] = [];
  for (const { key } of sources) {
    const unread: Problem[] = [];
    const manifests = keptManifests(directory, key, (problem) => unread.push(problem));
    // A manifest that cannot be read may name any of the files.
    if (unread.length > 0) continue;
    const digests = [
      ...digestsToPrune(key, manifests, uses),
      ...unnamedDigests(directory, key, manifests, uses),
    ];
    const keptReleases = new Set(
      kept.filter(({ source }) => source === key).map(({ release }) => release),
    );
    const releases = releasesToPrune(manifests, keptReleases, uses);
    if (digests.length > 0 || releases.length > 0)
      toPrune.push({ source: key, digests: digests.sort(byCodeUnit), releases });
  }
  return toPrune;
}

interface Uses {
  /** Snapshots that a kept edition needs, as source and digest. */
  readonly needed: ReadonlySet<string>;
  /** Snapshots that any listed edition was made from. */
  readonly used: ReadonlySet<string>;
  /** Files that came before this time are old. */
  readonly sinceMs: number;
}

function isOldDownload({ at, download }: KeptFile, { sinceMs }: Uses): boolean {
  return download !== null && Date.parse(at) < sinceMs;
}

/** Snapshots that a manifest names, and that nothing needs any more. */
function digestsToPrune(
  source: string,
  manifests: readonly ReleaseManifest[],
  uses: Uses,
): string[] {
  const lastDigests = new Set([...lastDownloads(manifests).values()].map(({ sha256 }) => sha256));
  const digests: string[] = [];
  const files = manifests.flatMap((manifest) => manifest.files);
  for (const [digest, copies] of Map.groupBy(files, (file) => file.sha256)) {
    const name = `${source}/${digest}`;
    if (uses.needed.has(name) || lastDigests.has(digest)) continue;
    if (uses.used.has(name) || copies.every((copy) => isOldDownload(copy, uses)))
      digests.push(digest);
  }
  return digests;
}

/** Old snapshots that no manifest names, as a killed download leaves them. */
function unnamedDigests(
  directory: string,
  source: string,
  manifests: readonly ReleaseManifest[],
  { needed, sinceMs }: Uses,
): string[] {
  const namedDigests = new Set(manifests.flatMap(({ files }) => files.map((file) => file.sha256)));
  return namesIn(folder(directory, source)).filter((name) => {
    if (!isDigest(name) || namedDigests.has(name) || needed.has(`${source}/${name}`)) return false;
    return statSync(join(folder(directory, source), name)).mtimeMs < sinceMs;
  });
}

/** Releases that are not kept, if another manifest names each of their files as last download. */
function releasesToPrune(
  manifests: readonly ReleaseManifest[],
  keptReleases: ReadonlySet<string>,
  uses: Uses,
): string[] {
  const last = lastDownloads(manifests);
  const isSuperseded = ({ release, files }: ReleaseManifest) =>
    files.every(
      (file) =>
        isOldDownload(file, uses) && last.get(file.download?.url ?? '')?.release !== release,
    );
  return manifests
    .filter((manifest) => !keptReleases.has(manifest.release) && isSuperseded(manifest))
    .map(({ release }) => release);
}
