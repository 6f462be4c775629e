// The way of a release, read this first: open (which release is it, and what does it need?), read
// (bytes to rows), check (what do the rows mean, and is it true?), judge (may it be published?),
// write (documents and figures, then their record). A run compiles sources in the order of their
// needs, and replaces the catalogue once, at its end.
import { type EditionFolder, cannotBeWritten, makeFolder } from './edition/data-directory.ts';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type {
  CatalogueEdition,
  CheckResult,
  EditionRecord,
  InputFile,
  ListedInput,
} from '#schemas/catalogue.ts';
import type { SourceKey } from '#schemas/codes.ts';
import { isReadable } from '#schemas/document-formats.ts';
import { isPublished } from '#schemas/standing.ts';
import { type LookedFor, listenTo } from '#sources/kit/looked-for.ts';
import { faultOfFiles, kindOf, ownFiles } from '#sources/kit/named-files.ts';
import { placeOfRelease } from '#sources/kit/place.ts';
import {
  LayoutError,
  type Problem,
  UnreadableFileError,
  faultsOf,
  quoteList,
} from '#sources/kit/problem.ts';
import type { FigureCount, PublishedFile, Source } from '#sources/kit/source.ts';
import {
  blocking,
  findingsOf,
  namedFindings,
  hiddenSheets,
  newColumns,
  documentedLayout,
  heldResult,
  overriddenBy,
  resultsOf,
  unseenLayout,
  wasUnderstood,
} from './checks.ts';
import { beforeItsYear, byRelease, parseRelease, predecessorOf } from './edition/catalogue.ts';
import { attributionOf, entryOf, provenanceOf } from './edition/describe.ts';
import { digestRows, editionUuid, sha256 } from './edition/digest.ts';
import {
  EditionWriter,
  keepOnly,
  removeLeftovers,
  settleFolders,
} from './edition/edition-directory.ts';
import { faultOfEdition } from './edition/edition-record.ts';
import { areOfSameFiles } from './edition/editions-in-use.ts';
import { listedInputs, snapshotsOf } from './edition/listed-files.ts';
import { lock } from './edition/lock.ts';
import { writeDocuments } from './edition/write-documents.ts';
import { writeTables } from './figures/figure-files.ts';
import { learnTitles } from './learn/learn-titles.ts';
import {
  type Outcome,
  type ReleaseFiles,
  blockingProblems,
  cannotWrite,
  isOutcome,
  outcomeOf,
  outcomeOfFault,
  verdictOf,
} from './release/outcome.ts';
import type { ReadEdition } from './release/read-again.ts';
import { inOrderOfNeeds, releaseOfEdition } from './release/releases.ts';
import { type CompileOptions, type Run, beginRun } from './release/run.ts';
import { keepRelease } from './release/snapshots.ts';

export type { CompileOptions } from './release/run.ts';

const noFigures: FigureCount = { published: 0, withheld: {} };

/**
 * Compiles releases into a data directory. One release that fails never stops the others, and never
 * replaces what is served.
 */
export async function compile(options: CompileOptions): Promise<Outcome[]> {
  const { directory } = options;
  // Compiling pay has some 300 MB in use at once. V8 would let the heap grow to three times that
  // before it collects garbage.
  setFlagsFromString('--heap-growing-percent=40');
  makeFolder(join(directory, 'editions'), directory);
  let unlock = () => {};
  try {
    unlock = lock(directory, options.say);
    removeLeftovers(directory);
    const run = beginRun(options);
    // A killed run may have moved an edition for a catalogue that it never wrote.
    settleFolders(directory, run.draft.editions);
    options.amend?.(run.draft);
    const outcomes: Outcome[] = [];
    for (const source of inOrderOfNeeds(options.sources))
      outcomes.push(...(await compileSource(run, source)));
    await learnTitles(run);
    run.draft.publish(options.ingest?.(outcomes) ?? new Map());
    if (options.afresh) {
      const inputs = snapshotsOf(directory, run.draft.editions).map((file) => file.sha256);
      keepOnly(directory, run.draft.editions, inputs, run.draft.titleModel?.id);
    }
    return outcomes;
  } catch (error) {
    if (cannotWrite(error)) throw cannotBeWritten(directory, error);
    throw error;
  } finally {
    unlock();
  }
}

/**
 * Compiles the given releases of a source, oldest first. Then it recompiles the served editions
 * whose needs or format have changed.
 */
async function compileSource(run: Run, source: Source): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const compileAll = async (candidates: readonly ReleaseFiles[]) => {
    for (const candidate of candidates) {
      const outcome = await compileTimed(run, candidate);
      const reduced = await withoutNewFiles(run, candidate, outcome);
      if (reduced !== null) {
        outcomes.push(await compileTimed(run, reduced));
        // The whole release waits, and it comes after the part of it that is published.
        if (outcome.edition !== null) run.draft.moveLast(outcome.edition.id);
      }
      outcomes.push(outcome);
    }
  };
  const given = run.options.releases.filter((release) => release.source === source);
  await compileAll(given.sort((a, b) => byRelease(a.release, b.release)));
  // A release that could not be read is not read twice.
  const unread = new Set(
    outcomes.filter(({ verdict }) => verdict === 'unreadable').map(({ release }) => release),
  );
  await compileAll(
    [...builtInRelease(run, source), ...outdated(run, source)].filter(
      ({ release }) => !unread.has(release.name),
    ),
  );
  run.reader.forgetLast();
  return outcomes;
}

/**
 * The release that is built in, if it has no edition yet. A sample of a few sources has it only if
 * one of them needs it.
 */
function builtInRelease({ options, draft }: Run, source: Source): ReleaseFiles[] {
  const isSample = options.sample;
  const isWanted =
    !isSample ||
    options.releases.some(({ source: { needs } }) => needs.some((key) => key === source.key));
  const release =
    isWanted &&
    source.builtIn !== undefined &&
    parseRelease(source, `${isSample ? 'sample-' : ''}${source.builtIn.release}`);
  if (!release) return [];
  const files = source.builtIn?.files ?? [];
  const digests = files.map(({ bytes }) => sha256(bytes));
  const isMade = draft.editions.some(
    (edition) =>
      edition.source === source.key &&
      digests.every((digest) => edition.inputs.some((input) => input.sha256 === digest)),
  );
  return isMade ? [] : [{ source, release, files: () => files }];
}

/**
 * Editions to serve that are pruned, are stored in another format, or have needs that are no longer
 * served, as releases to compile again from their snapshots.
 */
function outdated({ options, draft }: Run, source: Source): ReleaseFiles[] {
  const needed = draft.neededBy(source);
  if (needed === null) return [];
  return draft
    .served(source)
    .filter(
      (edition) =>
        edition.pruned ||
        JSON.stringify(edition.needs) !== JSON.stringify(needed) ||
        !isReadable(edition),
    )
    .map((edition) => releaseOfEdition(options.directory, source, edition));
}

async function compileTimed(run: Run, candidate: ReleaseFiles): Promise<Outcome> {
  run.progress.show(`${candidate.source.key} ${candidate.release.name}`, 'reading');
  const started = performance.now();
  const outcome = await compileRelease(run, candidate).catch((error: unknown) =>
    outcomeOfFault(candidate, error),
  );
  return { ...outcome, seconds: (performance.now() - started) / 1000 };
}

/**
 * Each step either leads to the next or ends the release. A release that already has an edition is
 * recognised by its files, or by its rows.
 */
async function compileRelease(run: Run, candidate: ReleaseFiles): Promise<Outcome> {
  const opened = openRelease(run, candidate);
  if (isOutcome(opened)) return opened;
  const read = unchangedFiles(run, opened) ?? (await readRows(run, opened));
  if (isOutcome(read)) return read;
  const known = unchangedRows(run, read);
  if (known !== null) return known;
  const checked = await checkRelease(run, read);
  return writeEdition(run, checked, judge(run, checked));
}

/** A release whose files are here. Together with its rows, it decides the id of its edition. */
interface OpenRelease extends ReleaseFiles {
  readonly bytes: readonly PublishedFile[];
  readonly inputs: readonly InputFile[];
  /** The same as the catalogue lists them. */
  readonly listed: readonly ListedInput[];
  readonly needed: readonly { source: SourceKey; edition: string }[];
}

/**
 * The outcome is waiting if a need has no served edition, and unreadable if the files are not a
 * release. Throws UnreadableFileError if a file cannot be read.
 */
function openRelease(run: Run, candidate: ReleaseFiles): OpenRelease | Outcome {
  const { options, draft } = run;
  const { source } = candidate;
  // A local file does not say its day of release. An earlier download of the release may have given
  // it.
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
      : `${key} ${held.release} is held back; look at it, and accept it if it is right:\n  lmi review ${held.id}`;
  });
  return {
    place,
    message: `needs ${missing.join(' and ')}, but no edition of it is served`,
    repair: repairs.join('\n  '),
  };
}

function isOfFiles(edition: CatalogueEdition, { source, release, listed }: OpenRelease): boolean {
  return areOfSameFiles(edition, { source: source.key, release: release.name, inputs: listed });
}

function hasNeeds({ needs }: CatalogueEdition, { needed }: OpenRelease): boolean {
  return JSON.stringify(needs) === JSON.stringify(needed);
}

/**
 * The outcome if these files, needs and this code made an edition before that is whole, or a
 * withdrawn one; null if not.
 */
function unchangedFiles(run: Run, opened: OpenRelease): Outcome | null {
  const { options, draft, code, recordsOnly } = run;
  const found = draft.editions.findLast(
    (edition) =>
      isOfFiles(edition, opened) &&
      edition.format === opened.source.format &&
      // Compiling never brings a withdrawn edition back, unless our own documents were wrong and
      // now have another format.
      (edition.state === 'withdrawn' ||
        (edition.code === code &&
          !edition.pruned &&
          edition.released === opened.release.released &&
          hasNeeds(edition, opened) &&
          // An edition that is held only for its layout must be judged again if the layout is
          // accepted.
          !(options.acceptDocumented && edition.state === 'quarantined'))),
  );
  if (found === undefined) return null;
  const extent = recordsOnly.has(found.id) ? 'record' : 'whole';
  const fault =
    found.state === 'withdrawn' ? null : faultOfEdition(options.directory, found, extent);
  if (fault !== null) {
    options.say(`${fault}; ${found.source} ${found.release} is compiled again`);
    return null;
  }
  draft.renew(found.id);
  return unchanged(run, opened, found);
}

function unchanged({ options }: Run, opened: OpenRelease, edition: CatalogueEdition): Outcome {
  keepRelease(options.directory, opened.release, opened.bytes);
  const problems = blockingProblems(edition);
  return outcomeOf(opened, verdictOf(edition, 'unchanged'), {
    edition,
    files: opened.bytes.length,
    problems,
  });
}

/** A release with its rows, exactly as published. */
interface ReadRelease extends OpenRelease {
  readonly rows: readonly unknown[];
  /** What the readers looked for, without the members of JSON. */
  readonly lookedFor: readonly LookedFor[];
  /** SHA-256 of the rows. */
  readonly digest: string;
  /** Id of the edition that these rows make. */
  readonly id: string;
}

/**
 * The rows. A release whose layout cannot be read is held back. Throws UnreadableFileError if a
 * file is damaged.
 */
async function readRows(run: Run, opened: OpenRelease): Promise<ReadRelease | Outcome> {
  const { source, release, bytes } = opened;
  const lookedFor: LookedFor[] = [];
  let rows: readonly unknown[];
  try {
    rows = await listenTo(lookedFor, () => run.readRows(source, release, bytes), {
      isThorough: false,
    });
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error;
    return holdUnread(run, opened, error.problems);
  }
  run.progress.show(placeOfRelease(release), 'examining');
  const digest = digestRows(rows);
  return { ...opened, rows, lookedFor, digest, id: editionIdOf(opened, digest) };
}

/**
 * The id of the edition. `rows` is the digest of the rows, or of the raw bytes if the release could
 * not be read.
 */
function editionIdOf({ source, release, needed }: OpenRelease, rows: string): string {
  const { name, released } = release;
  const needs = needed.map((need) => need.edition);
  return editionUuid(
    { source: source.key, release: name, released, format: source.format },
    rows,
    needs,
  );
}

function holdUnread(run: Run, opened: OpenRelease, problems: readonly Problem[]): Outcome {
  const id = editionIdOf(
    opened,
    sha256(JSON.stringify(opened.inputs.map((input) => input.sha256))),
  );
  const checks = [heldResult(problems)];
  const record = new EditionWriter(run.options.directory, id).publish('quarantine', {
    ...recordOf(opened, id),
    label: opened.release.name,
    rows: null,
    axes: { occupations: [], areas: null },
    checks,
  });
  const edition = putEdition(
    run,
    opened,
    record,
    { folder: 'quarantine', checks, accepted: null },
    noFigures,
  );
  return outcomeOf(opened, 'quarantined', { edition, problems, files: opened.bytes.length });
}

/**
 * The outcome if equal rows made an edition before that is not made again: a withdrawn one, or an
 * earlier harvest. Null if not.
 */
function unchangedRows(run: Run, read: ReadRelease): Outcome | null {
  const { options, draft, code } = run;
  const { source, release, digest } = read;
  const hasRows = ({ rows }: CatalogueEdition) => rows === digest;
  const own = draft.editions.filter(
    (edition) => edition.source === source.key && edition.format === source.format,
  );
  // A file saved again, or another day's harvest, must not bring a withdrawn edition back.
  const withdrawn = own.find(
    (edition) =>
      edition.state === 'withdrawn' &&
      (edition.release === release.name || source.harvested === true) &&
      hasRows(edition),
  );
  if (withdrawn !== undefined)
    return outcomeOf(read, 'withdrawn', { edition: withdrawn, files: read.bytes.length });
  if (!source.harvested) return null;
  // The served edition of an earlier day's harvest, or one that this code has held back.
  const harvested = own.findLast((edition) => {
    const isHeld =
      edition.state === 'quarantined' && edition.code === code && !options.acceptDocumented;
    const of = isHeld || edition.state === 'served' ? parseRelease(source, edition.release) : null;
    return of !== null && byRelease(of, release) < 0 && hasNeeds(edition, read) && hasRows(edition);
  });
  return harvested === undefined ? null : unchanged(run, read, harvested);
}

interface CheckedRelease extends ReadRelease {
  readonly examined: ReadEdition;
  /**
   * What was not understood. Such a release has no documents, because unknown figures may be
   * missing from it.
   */
  readonly problems: readonly Problem[];
  /**
   * What the checks found in the release alone. This goes into edition.json, which must not depend
   * on other editions.
   */
  readonly alone: readonly CheckResult[];
  /** What they found by comparison with the previous edition; the same if there is none. */
  readonly compared: readonly CheckResult[];
  /** False if the previous edition could not be read again, so nothing was compared. */
  readonly isCompared: boolean;
}

/**
 * The rows become observations, and the source's checks run over them, alone and with the previous
 * edition.
 */
async function checkRelease(run: Run, read: ReadRelease): Promise<CheckedRelease> {
  const { source, release, rows, needed } = read;
  const needs = await run.reader.needsOf(source, needed);
  const problems: Problem[] = [];
  const files = read.inputs.map(({ file }) => file);
  const examined = {
    release,
    rows,
    needs,
    observations: source.reshape(release, rows, needs, problems),
    files,
    lookedFor: read.lookedFor,
  };
  if (problems.length > 0) {
    const alone = [heldResult(problems)];
    return { ...read, examined, problems, alone, compared: alone, isCompared: false };
  }
  // The same files, read by other code or with other needs, are no predecessor of themselves.
  const isSame = (edition: CatalogueEdition) =>
    edition.rows === read.digest || isOfFiles(edition, read);
  const before = predecessorOf(source, release, run.draft.editions, isSame);
  const previous = before === null ? null : await readBefore(run, read, before);
  const alone = findingsOf(source, examined, null);
  const found = previous === null ? alone : findingsOf(source, examined, previous);
  const columns = previous === null ? [] : newColumns(examined, previous);
  const hidden = hiddenSheets(examined);
  const compared = [...resultsOf(namedFindings(source, examined, found)), ...columns, ...hidden];
  return {
    ...read,
    examined,
    problems,
    alone: [...resultsOf(alone), ...hidden],
    compared,
    isCompared: previous !== null || before === null,
  };
}

/**
 * The edition that a release is compared with, and with it the edition of the year before if the
 * release revises its year. Null, with a message, if its files can no longer be read.
 */
async function readBefore(
  run: Run,
  read: ReadRelease,
  before: CatalogueEdition,
): Promise<ReadEdition | null> {
  const { source, release } = read;
  try {
    const previous = await run.reader.examined(before.id);
    const older = beforeItsYear(source, release, before, run.draft.editions);
    const yearBefore = older === null ? null : await readBefore(run, read, older);
    return yearBefore === null ? previous : { ...previous, yearBefore };
  } catch (error) {
    if (!(error instanceof UnreadableFileError || error instanceof LayoutError)) throw error;
    run.options.say(
      `${placeOfRelease(release)}: not compared with ${before.release}, which can no longer be read\n${error.message}`,
    );
    return null;
  }
}

/** Where an edition goes, and why. */
interface Judgement extends Pick<CatalogueEdition, 'accepted' | 'checks'> {
  readonly folder: EditionFolder;
}

/** Which faults hold the release back, and whether an operator has accepted them. */
function judge(run: Run, checked: CheckedRelease): Judgement {
  const { options, draft } = run;
  const { source, release, inputs, id } = checked;
  // Of this release with the same files, or equal cells in other bytes.
  const acceptance = draft.editions.findLast(
    (edition) =>
      edition.accepted !== null &&
      edition.state !== 'withdrawn' &&
      (edition.id === id || isOfFiles(edition, checked)),
  );
  // An accepted layout stays listed, even after later releases have made it a known one.
  const acceptedLayout =
    acceptance?.checks.filter((result) => result.check === documentedLayout) ?? [];
  const layout =
    acceptedLayout.length > 0
      ? acceptedLayout
      : unseenLayout(source, release, inputs, draft.editions);
  const checks = [...checked.compared, ...layout];
  const holding = blocking({ checks }).map(({ check }) => check);
  const before = draft.edition(id);
  const accepted = () => {
    // An edition that was accepted once stays accepted, even if the fault no longer shows.
    if (holding.length === 0) return before?.accepted ?? null;
    if (
      acceptance !== undefined &&
      holding.every((name) => acceptance.checks.some((result) => result.check === name))
    )
      return acceptance.accepted;
    if (!options.acceptDocumented || holding.some((name) => name !== documentedLayout)) return null;
    return {
      reason: 'the layout was accepted by --accept-documented',
      at: new Date().toISOString(),
    };
  };
  const judgement = { checks, accepted: accepted() };
  // What was published before stays: clients may have pinned it, so it is answered until it is
  // withdrawn.
  const isPublic = before !== undefined && before.state !== 'quarantined';
  const isHeld = holding.length > 0 && judgement.accepted === null && !isPublic;
  return { ...judgement, folder: isHeld ? 'quarantine' : 'editions' };
}

/**
 * Publishes an edition or puts it into quarantine, as judged. It fails, and keeps nothing, if our
 * own documents are not valid.
 */
async function writeEdition(
  run: Run,
  checked: CheckedRelease,
  judgement: Judgement,
): Promise<Outcome> {
  const { source, id, examined, problems, alone, digest } = checked;
  const { options, draft, progress, reader } = run;
  const files = checked.bytes.length;
  progress.show(placeOfRelease(checked.release), 'writing documents');
  const label = source.label?.(checked.release, examined.observations) ?? checked.release.name;
  const axes = source.axes(examined.observations, examined.needs);
  const writer = new EditionWriter(options.directory, id);
  let record: EditionRecord;
  let count: FigureCount;
  try {
    const written = problems.length > 0 ? noFigures : await writeFiles(run, checked, writer, label);
    if (Array.isArray(written)) {
      writer.discard();
      return outcomeOf(checked, 'failed', { files, problems: written });
    }
    count = written;
    const before = draft.edition(id);
    const root = before === undefined || before.state === 'quarantined' ? null : before.root;
    record = writer.publish(
      judgement.folder,
      { ...recordOf(checked, id), label, rows: digest, axes, checks: [...alone] },
      // A held edition was never public, so its root may change: once a marker has its meaning,
      // there are documents.
      {
        replace: options.afresh === true || judgement.folder === 'quarantine',
        root,
        digest: before?.record ?? null,
      },
    );
  } catch (error) {
    writer.discard();
    throw error;
  }
  const edition = putEdition(run, checked, record, judgement, count);
  if (judgement.folder === 'editions') {
    reader.remember(id, source, examined);
    if (source.titles !== undefined)
      run.evidence.set(id, [...source.titles(examined.observations, examined.needs)]);
  }
  return outcomeOf(checked, verdictOf(edition, 'published'), {
    edition,
    files,
    problems: problems.length > 0 ? problems : blockingProblems(edition),
  });
}

/**
 * Writes the documents, then the tables. Returns the number of figures, or the faults of our own
 * documents.
 */
async function writeFiles(
  run: Run,
  checked: CheckedRelease,
  writer: EditionWriter,
  label: string,
): Promise<FigureCount | Problem[]> {
  const { source, id, needed, examined } = checked;
  const { release, observations, needs } = examined;
  const labelOf = (need: string) => run.draft.edition(need)?.label ?? need;
  const inputs = needed.map((need) => ({
    source: need.source,
    edition: labelOf(need.edition),
    editionId: need.edition,
  }));
  const provenance = provenanceOf(source, release, { id, label }, inputs);
  const attribution = attributionOf(source, release);
  const documents = source.documents({ release, observations, needs, provenance, attribution });
  const edition = {
    source,
    release: release.name,
    axes: source.axes(observations, needs),
    attribution,
  };
  const faults = writeDocuments(writer, edition, documents);
  if (faults.length > 0) return faults;
  const { names, count } = await writeTables(
    writer.temporary,
    source,
    { id, release: release.name, attribution },
    examined,
  );
  for (const name of names) writer.addWritten(name);
  return count;
}

/** What edition.json says of the release. The rest is known after it is checked and written. */
function recordOf({ source, release, inputs, needed }: OpenRelease, id: string) {
  const { name, released, year, provisional, sample } = release;
  return {
    id,
    source: source.key,
    release: name,
    released,
    year,
    provisional,
    sample,
    format: source.format,
    inputs: [...inputs],
    needs: [...needed],
  };
}

/**
 * Puts an edition into the new catalogue, and keeps the files that it was made from as snapshots.
 */
function putEdition(
  { options, draft, code }: Run,
  opened: OpenRelease,
  record: EditionRecord,
  { folder, checks, accepted }: Judgement,
  count: FigureCount,
): CatalogueEdition {
  keepRelease(options.directory, opened.release, opened.bytes);
  const isHeld = folder === 'quarantine';
  // A dismissal holds for all editions of this release with the same files.
  const alike = draft.editions.findLast(
    (edition) => edition.state === 'quarantined' && isOfFiles(edition, opened),
  );
  const judged = {
    isHeld,
    checks,
    accepted,
    dismissed: isHeld ? alike?.dismissed : undefined,
    inputs: [...opened.listed],
    count,
    code,
  };
  const edition = entryOf(record, judged, draft.edition(record.id));
  draft.put(edition);
  draft.renew(edition.id);
  return edition;
}

/**
 * A release that is held back, without the files of a kind that no published release of its source
 * has had, and without those that stand apart and were not understood: such a file must not hold
 * back what the others say. Null if the release is not held back, has no such file, or would be
 * held back for its other files too.
 */
async function withoutNewFiles(
  run: Run,
  candidate: ReleaseFiles,
  { verdict, edition }: Outcome,
): Promise<ReleaseFiles | null> {
  const { source, release } = candidate;
  if (verdict !== 'quarantined' || edition === null) return null;
  const published = run.draft.editions.filter(
    (other) => other.source === source.key && isPublished(other),
  );
  const isUnderstood = wasUnderstood(edition);
  // In the first release of a source every file is new, so what else holds it back is not the fault
  // of one.
  if (published.length === 0 && isUnderstood && overriddenBy(edition).length > 0) return null;
  const isLeftOut = (name: string) => {
    const kind = kindOf(source.files, name);
    if (kind?.optional !== true || kind.many) return false;
    const withIt = published.filter(({ inputs }) =>
      inputs.some(({ file }) => kind.match.test(file)),
    );
    if (withIt.length === 0) return true;
    // Never a file that feeds published answers.
    const isAnswered = withIt.some((other) => other.release === release.name && isReadable(other));
    return kind.isApart === true && !isUnderstood && !isAnswered;
  };
  const others = edition.inputs.filter(({ file }) => !isLeftOut(file));
  if (others.length === 0 || others.length === edition.inputs.length) return null;
  if (unseenLayout(source, release, others, run.draft.editions).length > 0) return null;
  const reduced = {
    source,
    release,
    files: () => candidate.files().filter(({ name }) => !isLeftOut(name)),
  };
  return isUnderstood || (await canBeUnderstood(run, reduced)) ? reduced : null;
}

async function canBeUnderstood(
  { readRows: read, reader, draft }: Run,
  { source, release, files }: ReleaseFiles,
): Promise<boolean> {
  const problems: Problem[] = [];
  try {
    const rows = await read(source, release, files());
    source.reshape(
      release,
      rows,
      await reader.needsOf(source, draft.neededBy(source) ?? []),
      problems,
    );
  } catch (error) {
    if (faultsOf(error) === null) throw error;
    return false;
  }
  return problems.length === 0;
}
