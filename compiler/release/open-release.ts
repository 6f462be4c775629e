// Opens a release, in the main process: its name, its needs, and whether its files already have an
// edition?
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { faultOfFiles, ownFiles } from '#sources/kit/named-files.ts';
import { placeOfRelease } from '#sources/kit/place.ts';
import { type Problem, quoteList } from '#sources/kit/problem.ts';
import type { Source } from '#sources/kit/source.ts';
import { sha256 } from '../edition/digest.ts';
import { faultLine, faultOfEdition } from '../edition/edition-record.ts';
import { areOfSameFiles } from '../edition/editions-in-use.ts';
import { listedInputs } from '../edition/listed-files.ts';
import { type OpenRelease, hasNeeds } from './make-release.ts';
import {
  type Outcome,
  type ReleaseFiles,
  blockingProblems,
  outcomeOf,
  verdictOf,
} from './outcome.ts';
import type { Run } from './run.ts';
import { keepRelease } from './snapshots.ts';

/** A release to compile whose files are here. */
export interface Opened extends ReleaseFiles, OpenRelease {}

/**
 * The outcome is waiting if a need has no served edition, and unreadable if the files are not a
 * release. Throws UnreadableFileError if a file cannot be read.
 */
export function openRelease(run: Run, candidate: ReleaseFiles): Opened | Outcome {
  const { options, draft } = run;
  const { source } = candidate;
  // A local file has no day of release. An earlier download of the release may have given it.
  const known = draft.editions.find(
    (edition) =>
      edition.source === source.key &&
      edition.release === candidate.release.name &&
      edition.released !== null,
  );
  const release = {
    ...candidate.release,
    released: candidate.release.released ?? known?.released ?? null,
  };
  const place = placeOfRelease(release);
  const needed = draft.neededBy(source);
  if (needed === null)
    return outcomeOf(candidate, 'waiting', { problems: [missingNeeds(run, source, place)] });
  const given = candidate.files();
  const fault = faultOfFiles(place, source.files, given, release.released);
  if (fault !== null) return outcomeOf(candidate, 'unreadable', { problems: [fault] });
  const bytes = ownFiles(source.files, given);
  const others = given.filter((file) => !bytes.includes(file)).map(({ name }) => name);
  if (others.length > 0)
    options.say(
      `${place}: ignored ${quoteList(others)}: this source does not read files of this name`,
    );
  const inputs = bytes.map((file) => ({
    file: file.name,
    sha256: sha256(file.bytes),
    bytes: file.bytes.length,
  }));
  return {
    ...candidate,
    release,
    bytes,
    inputs,
    listed: listedInputs(source.files, inputs),
    needed,
  };
}

/** The needs without a served edition, each with its repair. */
function missingNeeds({ draft }: Run, source: Source, place: string): Problem {
  const missing = source.needs.filter((key) => draft.servedOf(key).length === 0);
  const repairs = missing.map((key) => {
    const held = draft.editions.findLast(
      (edition) => edition.source === key && edition.state === 'quarantined',
    );
    return held === undefined
      ? `compile ${key} first; docs/sources.md#${key} says where its files are`
      : `${key} ${held.release} is held back; look at it, and accept it if it is right:\n  ` +
          `lmi review ${held.id}`;
  });
  return {
    place,
    message: `needs ${missing.join(' and ')}, but no edition of it is served`,
    repair: repairs.join('\n  '),
  };
}

export function isOfFiles(edition: CatalogueEdition, { source, release, listed }: Opened): boolean {
  return areOfSameFiles(edition, { source: source.key, release: release.name, inputs: listed });
}

/**
 * The outcome if these files, needs and this code made an edition before that is whole, or a
 * withdrawn one; null if not.
 */
export async function unchangedFiles(run: Run, opened: Opened): Promise<Outcome | null> {
  const { options, draft, code, recordsOnly } = run;
  const editionOfFiles = draft.editions.findLast(
    (edition) =>
      isOfFiles(edition, opened) &&
      edition.format === opened.source.format &&
      // Compiling never brings a withdrawn edition back, unless our own documents were wrong and
      // now have another format.
      (edition.state === 'withdrawn' ||
        (edition.code === code &&
          !edition.pruned &&
          edition.released === opened.release.released &&
          hasNeeds(edition, opened.needed) &&
          // An edition that is held only for its layout must be judged again if the layout is
          // accepted.
          !(options.acceptDocumented && edition.state === 'quarantined'))),
  );
  if (editionOfFiles === undefined) return null;
  const extent = recordsOnly.has(editionOfFiles.id) ? 'record' : 'whole';
  const fault =
    editionOfFiles.state === 'withdrawn'
      ? null
      : await faultOfEdition(options.directory, editionOfFiles, extent);
  if (fault !== null) {
    options.say(
      `${faultLine(fault)}; ${editionOfFiles.source} ${editionOfFiles.release} is compiled again`,
    );
    return null;
  }
  draft.renew(editionOfFiles.id);
  return unchanged(run, opened, editionOfFiles);
}

export function unchanged({ options }: Run, opened: Opened, edition: CatalogueEdition): Outcome {
  keepRelease(options.directory, opened.release, opened.bytes);
  const problems = blockingProblems(edition);
  return outcomeOf(opened, verdictOf(edition, 'unchanged'), {
    edition,
    files: opened.bytes.length,
    problems,
  });
}
