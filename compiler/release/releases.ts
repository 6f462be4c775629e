// Finds the releases to compile, in a folder laid out as DIR/<source>/<release>/<files> or among
// the snapshots, and orders their sources.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { CatalogueEdition, InputFile } from '#schemas/catalogue.ts';
import { type SourceKey, sourceKeys } from '#schemas/codes.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { isPublished } from '#schemas/standing.ts';
import { faultOfName, parseRelease, readCatalogue } from '../edition/catalogue.ts';
import { readOrBlame, readWhole } from '../edition/files.ts';
import { inputsOf } from '../edition/listed-files.ts';
import type { ReleaseFiles } from './outcome.ts';
import { type Problem, readOrNull, readOrReport } from '#sources/kit/problem.ts';
import { type KeptRelease, keptReleases } from './manifests.ts';
import { hasSnapshotFile, readSnapshot } from './snapshots.ts';
import { isDay } from '#sources/kit/release-name.ts';
import { type PublishedFile, kindOf } from '#sources/kit/named-files.ts';
import { placeOfRelease } from '#sources/kit/place.ts';
import { requireWithin, withLimits } from '#sources/kit/read/limits.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';
import type { Release } from '#sources/kit/release.ts';
import type { Source } from '#sources/kit/source.ts';

export interface FoundReleases {
  readonly releases: readonly ReleaseFiles[];
  /** What cannot be compiled, each with its place. */
  readonly problems: readonly Problem[];
  /** Remarks: sources without a release, and ignored folders. */
  readonly remarks: readonly string[];
}

/**
 * Releases under a folder. Names that begin with _ are left out. A source without a release is
 * reported, not fatal. Throws ReportedError if it is no such folder.
 */
export function releasesIn(directory: string, sources: readonly Source[]): FoundReleases {
  requireReleasesFolder(directory);
  const releases: ReleaseFiles[] = [];
  const problems: Problem[] = [];
  const remarks: string[] = [];
  // A folder that cannot be read is a problem of its own. All others are compiled.
  const blame = (problem: Problem) => problems.push(problem);
  const foldersIn = (place: string) =>
    readOrReport(blame, [], () => releaseEntriesIn(place, 'folders'));
  for (const key of foldersIn(directory)) {
    const source = sources.find((candidate) => candidate.key === key);
    if (source === undefined) {
      // A known source that is missing here was left out by --source.
      if (!isSourceKey(key))
        remarks.push(`${key}: no source has this name, so its files are ignored`);
      continue;
    }
    for (const name of foldersIn(join(directory, key))) {
      const release = releaseOfFolder(source, name, join(directory, key, name));
      if ('place' in release) blame(release);
      else releases.push(release);
    }
  }
  for (const source of sources)
    if (source.builtIn === undefined && !releases.some((release) => release.source === source))
      remarks.push(`${source.key}: no release in ${directory}`);
  if (releases.length === 0 && problems.length === 0)
    throw notReleases(directory, 'holds no release');
  return { releases, problems, remarks };
}

function notReleases(directory: string, fault: string): ReportedError {
  return new ReportedError(`${directory}: ${fault}, expected DIR/<source>/<release>/<files>`);
}

function isSourceKey(name: string): boolean {
  return sourceKeys.some((key: SourceKey) => key === name);
}

/** Throws ReportedError if it is no folder, or the folder of one source or of one release. */
function requireReleasesFolder(directory: string): void {
  if (!existsSync(directory) || !statSync(directory).isDirectory())
    throw notReleases(directory, 'is not a folder');
  const isFolderOfSource = isSourceKey(basename(resolve(directory)));
  if (!isFolderOfSource && !isSourceKey(basename(resolve(directory, '..')))) return;
  const rightFolder = resolve(directory, isFolderOfSource ? '..' : '../..');
  const what = isFolderOfSource ? 'the folder of one source' : 'a release';
  throw notReleases(directory, `is ${what}; name the folder ${rightFolder}`);
}

/** The release of a folder, or why it cannot be compiled. */
function releaseOfFolder(source: Source, name: string, folder: string): ReleaseFiles | Problem {
  const day = dayIn(folder);
  const release = parseRelease(source, name, day);
  if (release === null || release.sample)
    return { place: `${source.key} ${name}`, ...faultOfName(source) };
  if (day !== null && !isDay(day))
    return {
      place: `${source.key} ${name} ${dayFile}`,
      message: `is "${day}", expected the day of publication, as 2025-10-23`,
    };
  return { source, release, files: () => filesOf(source, release, folder) };
}

/**
 * Holds the day of publication, if neither the name of the release nor a page states it. A person
 * writes it.
 */
export const dayFile = 'released.txt';

function dayIn(folder: string): string | null {
  const path = join(folder, dayFile);
  return existsSync(path) ? Buffer.from(readWhole(path)).toString('utf8').trim() : null;
}

/** The files of a release. Those that its source does not read are only named. */
function filesOf(source: Source, release: Release, folder: string): PublishedFile[] {
  const names = releaseEntriesIn(folder, 'files').filter((name) => name !== dayFile);
  return names.map((name) => {
    if (kindOf(source.files, name) === undefined) return { name, bytes: new Uint8Array() };
    const path = join(folder, name);
    const { size } = readOrBlame(path, () => statSync(path));
    withLimits(source.limits, () =>
      requireWithin(`${placeOfRelease(release)} ${name}`, 'fileBytes', size),
    );
    return { name, bytes: readWhole(path) };
  });
}

/**
 * Names in a folder, ordered, except those that begin with _ or a dot. Links are followed. Throws
 * UnreadableFileError.
 */
function releaseEntriesIn(folder: string, kind: 'files' | 'folders'): string[] {
  const names = readOrBlame(folder, () => readdirSync(folder)).filter(
    (name) => !/^[_.]/.test(name),
  );
  return names.sort(byCodeUnit).filter((name) => isEntryOf(kind, join(folder, name)));
}

/** True too if it cannot be examined: reading it then gives the reason, with its place. */
function isEntryOf(kind: 'files' | 'folders', place: string): boolean {
  try {
    const status = statSync(place, { throwIfNoEntry: false });
    return (kind === 'files' ? status?.isFile() : status?.isDirectory()) ?? false;
  } catch {
    return true;
  }
}

/** The editions that were made of the kept releases, and the files that each was made from. */
interface KnownEditions {
  readonly editions: readonly CatalogueEdition[];
  readonly inputsOf: (edition: CatalogueEdition) => readonly InputFile[] | null;
}

/**
 * Every release whose files a data directory keeps: with the files of the last published edition,
 * then with the files of later held attempts, which newer code may understand. A release that was
 * never compiled has the files that came last.
 */
export function releasesKept(
  directory: string,
  sources: readonly Source[],
  known: KnownEditions = {
    editions: readCatalogue(directory)?.catalogue.editions ?? [],
    inputsOf: (edition) => readOrNull(() => inputsOf(directory, edition)),
  },
): FoundReleases {
  const problems: Problem[] = [];
  const releases: ReleaseFiles[] = [];
  for (const source of sources) {
    const kept = keptReleases(directory, source.key, (problem) => problems.push(problem));
    for (const keptRelease of kept) {
      const release = parseRelease(source, keptRelease.release, keptRelease.released);
      if (release === null) continue;
      for (const inputs of versionsToCompile(directory, source, keptRelease, known))
        releases.push({
          source,
          release,
          files: () => filesOfInputs(directory, source, inputs),
        });
    }
  }
  if (releases.length === 0 && problems.length === 0)
    problems.push({
      place: directory,
      message: 'keeps no downloaded release',
      repair: 'name a folder of releases with --from',
    });
  return { releases, problems, remarks: [] };
}

type Inputs = readonly Pick<InputFile, 'file' | 'sha256'>[];

/** The lists of files of a kept release that are compiled, one after another. */
function versionsToCompile(
  directory: string,
  source: Source,
  { release, files }: KeptRelease,
  { editions, inputsOf: inputsOfEdition }: KnownEditions,
): Inputs[] {
  const compiled = editions.filter(
    (edition) => edition.source === source.key && edition.release === release,
  );
  if (compiled.length === 0) return [files];
  const lastPublished = compiled.findLastIndex(isPublished);
  const versions: Inputs[] = [];
  for (const [index, edition] of compiled.entries()) {
    const isHeldAttempt = index > lastPublished && edition.state === 'quarantined';
    if (index !== lastPublished && !isHeldAttempt) continue;
    const inputs = inputsOfEdition(edition);
    if (!edition.pruned) versions.push(inputs ?? files);
    // Pruning may have removed what an old edition was made from.
    else if (inputs?.every(({ sha256 }) => hasSnapshotFile(directory, source.key, sha256)))
      versions.push(inputs);
  }
  return versions;
}

/**
 * The release of an edition. Reading its files throws UnreadableFileError if a snapshot is gone or
 * damaged.
 */
export function releaseOfEdition(
  directory: string,
  source: Source,
  edition: CatalogueEdition,
): ReleaseFiles {
  const release = parseRelease(source, edition.release, edition.released);
  if (release === null)
    throw new Error(
      `${edition.source} ${edition.release}: sources/${source.key} no longer reads this name`,
    );
  return {
    source,
    release,
    files: () => filesOfInputs(directory, source, inputsOf(directory, edition)),
  };
}

function filesOfInputs(directory: string, { key }: Source, inputs: Inputs): PublishedFile[] {
  return inputs.map(({ file, sha256 }) => ({
    name: file,
    bytes: readSnapshot(directory, key, sha256),
  }));
}

/** The sources that a source needs, the optional ones too. */
export function allNeedsOf({ needs, optionalNeeds = [] }: Source): readonly SourceKey[] {
  return [...needs, ...optionalNeeds];
}

/**
 * Sources, and those of `all` that they need, ordered so that each follows those it needs. A circle
 * of needs is a fault in the source folders.
 */
export function inOrderOfNeeds(sources: readonly Source[], all = sources): Source[] {
  const ordered: Source[] = [];
  const visit = (source: Source, path: readonly string[]) => {
    if (ordered.includes(source)) return;
    if (path.includes(source.key))
      throw new Error(`sources need each other in a circle: ${[...path, source.key].join(' → ')}`);
    for (const key of allNeedsOf(source)) {
      const needed = all.find((candidate) => candidate.key === key);
      if (needed !== undefined) visit(needed, [...path, source.key]);
    }
    ordered.push(source);
  };
  for (const source of sources) visit(source, []);
  return ordered;
}
