// Imports downloaded files: recognises them, finds out their release, compiles it, and keeps the
// files where lmi compile --from reads them.
import { mkdirSync } from 'node:fs';
import { wasUnderstood } from '../checks.ts';
import { join } from 'node:path';
import { type PublishedFile, faultOfFiles, kindOf } from '#sources/kit/named-files.ts';
import {
  type Problem,
  UnreadableFileError,
  formatProblem,
  quoteList,
} from '#sources/kit/problem.ts';
import { isDay } from '#sources/kit/release-name.ts';
import type { Release } from '#sources/kit/release.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';
import type { Source } from '#sources/kit/source.ts';
import { faultOfName, parseRelease } from '../edition/catalogue.ts';
import { namesIn, readWhole, removeIn, writeAtomically } from '../edition/files.ts';
import { compile } from '../pipeline.ts';
import { dayFile } from '../release/releases.ts';
import type { ShowProgress } from '../release/run.ts';
import { type RecognisedFile, recogniseFiles } from './recognise-files.ts';

/** The folder of a data directory for imported files, laid out as lmi compile --from reads it. */
export const importedFolder = 'imported';

export interface ImportOptions {
  readonly files: readonly PublishedFile[];
  /** The sources that the files may be of. */
  readonly wanted: readonly Source[];
  readonly sources: readonly Source[];
  readonly directory: string;
  /** Where the files are put, as INTO/<source>/<release>/<files>. */
  readonly into: string;
  /** The release of files that do not say it, or its name after a correction. */
  readonly release: string | null;
  /** The day of publication, ISO 8601, if neither name nor files state it. */
  readonly released: string | null;
  readonly sample: boolean;
  readonly acceptDocumented: boolean;
  /** Asks a person and gives the answer; null without a terminal. */
  readonly ask: ((question: string) => Promise<string>) | null;
  readonly progress: ShowProgress;
  readonly say: (line: string) => void;
}

export type ImportResult = Awaited<ReturnType<typeof importFiles>>;

/** A release to compile, from the given files and those that were imported before. */
interface Prepared {
  readonly source: Source;
  readonly release: Release;
  readonly folder: string;
  readonly files: readonly PublishedFile[];
  /** Each file as it was given, and the name that it has now. */
  readonly given: readonly { readonly given: string; readonly name: string }[];
}

/**
 * Imports files. Any fault of any file leaves everything as it was. A release that fails a check is
 * held back, as lmi compile does it. `isRefused`: the problem is the request, not the files.
 */
export async function importFiles(options: ImportOptions) {
  const { files, problems, ignored } = await recogniseFiles(options.files, options.wanted);
  const failed = (faults: readonly Problem[], isRefused = false) => ({
    imported: [],
    outcomes: [],
    problems: faults,
    ignored,
    isRefused,
  });
  if (problems.length > 0) return failed(problems);
  const groups = [...Map.groupBy(files, ({ source }) => source)];
  const prepared: Prepared[] = [];
  try {
    if (options.released !== null && groups.length > 1)
      fault(
        '--released',
        `the files are of ${groups.length} releases`,
        'import the files of one release at a time',
      );
    for (const [source, filesOfSource] of groups)
      prepared.push(await prepare(options, source, filesOfSource, groups.length === 1));
  } catch (error) {
    if (error instanceof ImportRefusedError) return failed([error.problem], true);
    if (!(error instanceof UnreadableFileError)) throw error;
    return failed([error.problem]);
  }
  const { directory, sources, sample, acceptDocumented, progress, say } = options;
  const outcomes = await compile({
    sources,
    directory,
    sample,
    acceptDocumented,
    progress,
    say,
    releases: prepared.map(({ source, release, files: all }) => ({
      source,
      release,
      files: () => all,
    })),
  });
  const imported = prepared.map((preparedRelease) => {
    const { source, release, folder, given } = preparedRelease;
    const outcome = outcomes.find(
      (candidate) => candidate.source === source.key && candidate.release === release.name,
    );
    const { verdict, edition = null } = outcome ?? {};
    // A source that it needs is not there: it is kept, and not compiled.
    const isWaiting = verdict === 'waiting';
    // Files that were not understood would block the right ones.
    const kept =
      isWaiting ||
      (verdict !== 'unreadable' &&
        verdict !== 'failed' &&
        (edition === null || wasUnderstood(edition)));
    if (kept) keep(preparedRelease);
    return {
      source: source.key,
      release: release.name,
      released: release.released,
      folder,
      kept,
      isWaiting,
      files: given,
    };
  });
  return { imported, outcomes, problems: [], ignored, isRefused: false };
}

/** Thrown if the request does not fit the files. The files may be sound. */
class ImportRefusedError extends ReportedError {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(formatProblem(problem));
    this.problem = problem;
  }
}

function fault(place: string, message: string, repair: string): never {
  throw new ImportRefusedError({ place, message, repair });
}

/**
 * Finds out the release of a source's files and names them as the source expects. Throws
 * UnreadableFileError, and ImportRefusedError if the request does not fit them.
 */
async function prepare(
  options: ImportOptions,
  source: Source,
  recognised: readonly RecognisedFile[],
  isOnly: boolean,
): Promise<Prepared> {
  const name = await releaseNameOf(options, source, recognised, isOnly);
  const release = parseRelease(source, options.sample ? `sample-${name}` : name);
  if (release === null) {
    const { message, repair } = faultOfName(source);
    fault(`${source.key} ${name}`, message, repair);
  }
  const released = await dayOfRelease(options, source, release);
  const folder = join(options.into, source.key, release.name);
  const namedFiles = nameFiles(source, name, recognised);
  requireDistinct(namedFiles);
  const freshByName = new Map<string, PublishedFile>();
  for (const file of namedFiles) freshByName.set(file.name, { name: file.name, bytes: file.bytes });
  const fresh = [...freshByName.values()];
  const files = [...keptBefore(folder, source, fresh), ...fresh];
  const wrong = faultOfFiles(`${source.key} ${release.name}`, source.files, files, released);
  if (wrong !== null) throw new UnreadableFileError(wrong);
  return {
    source,
    release: { ...release, released },
    folder,
    files,
    given: namedFiles.map(({ given, name: as }) => ({ given, name: as })),
  };
}

interface NamedFile extends PublishedFile {
  /** The file as it was given. */
  readonly given: string;
}

/** Gives each file the name that the source expects. Throws ImportRefusedError if it has none. */
function nameFiles(
  source: Source,
  release: string,
  recognised: readonly RecognisedFile[],
): NamedFile[] {
  const counts = new Map<string, number>();
  return recognised.map(({ kind, file, place }) => {
    const nth = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, nth);
    const wanted = source.files[kind]?.match.test(file.name)
      ? file.name
      : source.byHand?.files[kind]?.called(release, file, nth);
    if (!wanted)
      fault(
        place,
        `its content does not say which file of ${source.key} it is`,
        "give it the publisher's own name",
      );
    return { given: place, name: wanted, bytes: file.bytes };
  });
}

/** Throws ImportRefusedError if two different files would have one name. */
function requireDistinct(files: readonly NamedFile[]): void {
  for (const file of files) {
    const other = files.find(
      (candidate) =>
        candidate.name === file.name && !Buffer.from(candidate.bytes).equals(file.bytes),
    );
    if (other !== undefined)
      fault(
        file.given,
        `is another file than ${other.given}, and both would be ${file.name}`,
        'leave out the one that is not of this release',
      );
  }
}

/** The name of the release, from the files, from --release or from a person. */
async function releaseNameOf(
  { release: given, ask, sample }: ImportOptions,
  source: Source,
  recognised: readonly RecognisedFile[],
  isOnly: boolean,
): Promise<string> {
  const releaseInFiles = await releaseIn(source, recognised);
  const plain = given?.replace(/^sample-/, '') ?? null;
  if (releaseInFiles !== null) {
    // A correction adds its day to the name.
    if (!isOnly || plain === null || plain.startsWith(releaseInFiles))
      return isOnly && plain !== null ? plain : releaseInFiles;
    const repair = 'leave out --release, or import the files of that release';
    fault(
      `--release ${given}`,
      `the files say that they are ${source.key} ${releaseInFiles}`,
      repair,
    );
  }
  if (plain !== null) return plain;
  const what = `${recognised.map(({ place }) => place).join(', ')}: ${source.key}, ${source.title}`;
  const releaseFrom = source.byHand?.releaseFrom ?? null;
  const why = releaseFrom === null ? '' : `; ${releaseFrom}`;
  const answer =
    (
      await ask?.(
        `${what}\nThe files do not say their release${why}.\nRelease, like ${source.namedLike}: `,
      )
    )?.trim() ?? '';
  if (answer !== '') return answer;
  const withoutPrefix = sample ? ', without "sample-"' : '';
  const repair = `add --release NAME, like ${source.namedLike}${withoutPrefix}`;
  return fault(source.key, `the files do not say their release${why}`, repair);
}

/**
 * The release that the files name; null if none does. Throws ImportRefusedError if they are of
 * different releases.
 */
async function releaseIn(
  { byHand }: Source,
  recognised: readonly RecognisedFile[],
): Promise<string | null> {
  const releaseNames = await Promise.all(
    recognised.map(({ file }) => byHand?.releaseOf?.(file) ?? null),
  );
  const [name = null, ...others] = new Set(releaseNames.filter((candidate) => candidate !== null));
  if (others.length === 0) return name;
  const message =
    `${quoteList(recognised.map(({ file }) => file.name))} name several releases: ` +
    `${[name, ...others].join(', ')}`;
  return fault('files', message, 'import the files of one release at a time');
}

/**
 * The day of publication, if the name does not state it: from --released, or from a person. A
 * harvest has none.
 */
async function dayOfRelease(
  { released: given, ask, sample }: ImportOptions,
  source: Source,
  { name, released }: Release,
): Promise<string | null> {
  const place = `${source.key} ${name}`;
  if (given !== null) {
    if (!isDay(given)) fault(`--released ${given}`, 'is not a day', 'write it as 2025-10-23');
    if (source.harvested)
      fault(
        '--released',
        `${place} has no day of publication: it is named by the day of its download`,
        'use --release',
      );
    if (released !== null && given !== released)
      fault('--released', `${place} came out on ${released}`, 'leave out --released');
    return given;
  }
  if (released !== null || ask === null || source.harvested || sample) return released;
  const answer = (
    await ask(
      `${place}\nDay on which it was published, like 2025-10-23, or Enter if you do not know: `,
    )
  ).trim();
  if (answer === '') return null;
  return isDay(answer)
    ? answer
    : fault(place, `"${answer}" is not a day`, 'write it as 2025-10-23');
}

/**
 * The files of the release that an earlier import has kept, without those that the new files
 * replace.
 */
function keptBefore(
  folder: string,
  source: Source,
  fresh: readonly PublishedFile[],
): PublishedFile[] {
  const replaced = replacedBy(source, fresh);
  return filesIn(folder)
    .filter((name) => name !== dayFile && !replaced(name))
    .map((name) => ({ name, bytes: readWhole(join(folder, name)) }));
}

/**
 * Whether a new file takes the place of a kept one: it has its name, or it is of a kind of which a
 * release has one.
 */
function replacedBy(source: Source, fresh: readonly PublishedFile[]): (name: string) => boolean {
  return (name) => {
    const kind = kindOf(source.files, name);
    return fresh.some(
      (file) =>
        file.name === name ||
        (kind !== undefined && !kind.many && kindOf(source.files, file.name) === kind),
    );
  };
}

const filesIn = (folder: string) => namesIn(folder).filter((name) => !/^[_.]/.test(name));

function keep({ source, release, folder, files }: Prepared): void {
  mkdirSync(folder, { recursive: true });
  for (const { name, bytes } of files) writeAtomically(join(folder, name), bytes);
  if (release.released !== null && parseRelease(source, release.name)?.released === null)
    writeAtomically(join(folder, dayFile), `${release.released}\n`);
  const replaced = replacedBy(source, files);
  removeIn(
    folder,
    (name) => !/^[_.]/.test(name) && !files.some((file) => file.name === name) && replaced(name),
  );
}
