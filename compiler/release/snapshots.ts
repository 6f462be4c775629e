// Keeps the files of every release, so that any edition can be compiled again. A snapshot is the
// publisher's own bytes, or these packed with zstd where that is much smaller. Its name is the
// SHA-256 of the publisher's bytes either way. manifests.ts says of which releases they are.
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
  type NamedRelease,
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
  if (isWhole(place)) return digest;
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

/** Whether the bytes of a snapshot are there and undamaged. Damaged ones are replaced. */
export function isWhole(place: string): boolean {
  return (
    readOrNull(
      () => existsSync(place) && originalOf(readWhole(place), basename(place)) !== null,
    ) === true
  );
}

/** True if the bytes are here and undamaged. A pulled directory may hold only the manifest. */
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

export function removeSnapshot(directory: string, source: string, digest: string): void {
  rmSync(join(folder(directory, source), digest), { force: true });
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

export interface GoingFiles {
  readonly source: string;
  /** Snapshots. */
  readonly digests: readonly string[];
  /** Releases whose whole manifest goes. */
  readonly releases: readonly string[];
}

/**
 * What no kept edition needs, by source. A file that came by hand and has no edition stays: nobody
 * could download it again. So does the last download from each address, which the publisher is
 * asked about. The manifest of a release goes if its release is not kept and another manifest names
 * each of its files as the last download.
 */
export function filesToPrune(
  directory: string,
  sources: readonly Source[],
  editions: readonly CatalogueEdition[],
  now: Date,
): GoingFiles[] {
  const kept = withNeeds(keptEditions(sources, editions), editions);
  const needed = namesOfSnapshots(directory, kept);
  // The long lists of editions that were pruned before are not read: their files went with them.
  const isListed = ({ pruned, inputs }: CatalogueEdition) =>
    !pruned || inputs.every(({ files }) => files === undefined);
  const used = namesOfSnapshots(directory, editions.filter(isListed));
  const since = now.getTime() - keptDays * 86_400_000;
  const going: GoingFiles[] = [];
  for (const { key } of sources) {
    const unread: Problem[] = [];
    const manifests = keptManifests(directory, key, (problem) => unread.push(problem));
    // A manifest that cannot be read may name any of the files.
    if (unread.length > 0) continue;
    const last = lastDownloads(manifests);
    const newest = new Set([...last.values()].map(({ sha256 }) => sha256));
    const files = manifests.flatMap((manifest) => manifest.files);
    const isOld = ({ at, download }: (typeof files)[number]) =>
      download !== null && Date.parse(at) < since;
    const digests: string[] = [];
    for (const [digest, copies] of Map.groupBy(files, (file) => file.sha256)) {
      const name = `${key}/${digest}`;
      if (needed.has(name) || newest.has(digest)) continue;
      if (used.has(name) || copies.every(isOld)) digests.push(digest);
    }
    // A killed download leaves bytes that no manifest names.
    const namedDigests = new Set(files.map(({ sha256: digest }) => digest));
    for (const digest of namesIn(folder(directory, key)).filter(isDigest)) {
      const place = join(folder(directory, key), digest);
      const isNeeded = namedDigests.has(digest) || needed.has(`${key}/${digest}`);
      if (!isNeeded && statSync(place).mtimeMs < since) digests.push(digest);
    }
    const keptReleases = new Set(
      kept.flatMap(({ source, release }) => (source === key ? release : [])),
    );
    const releases = manifests
      .filter(
        (manifest) =>
          !keptReleases.has(manifest.release) &&
          manifest.files.every(
            (file) =>
              isOld(file) && last.get(file.download?.url ?? '')?.release !== manifest.release,
          ),
      )
      .map(({ release }) => release);
    if (digests.length > 0 || releases.length > 0)
      going.push({ source: key, digests: digests.sort(byCodeUnit), releases });
  }
  return going;
}
