// The pipeline, to be read first: parse → reshape → check → document → validate → publish or quarantine. It takes releases in
// the order in which sources need each other and replaces the catalogue once, at the end.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogueEdition, CheckResult, EditionRecord, Ingest, InputFile } from '#schemas/catalogue.ts';
import type { SourceKey } from '#schemas/codes.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { documentedLayout, heldResult, runChecks, unseenLayout } from './check/run-checks.ts';
import { attributionOf, provenanceOf } from './edition/credit.ts';
import { codeDigest, digestRows, editionUuid, sha256 } from './edition/digest.ts';
import { byRelease, parseRelease } from './edition/catalogue.ts';
import { EditionWriter, type Shelf, keepOnly, readRecord, removeLeftovers } from './edition/edition-directory.ts';
import { faultOfEdition } from './edition/fault-of-edition.ts';
import { Holdings } from './edition/holdings.ts';
import { lock } from './edition/lock.ts';
import { settleShelves, shelfOf } from './edition/shelves.ts';
import { createDocumentWriter } from './edition/write-documents.ts';
import {
  type Outcome,
  type ReleaseFiles,
  blockingNames,
  blockingProblems,
  cannotWrite,
  coverageOf,
  outcomeOf,
  outcomeOfFault,
  verdictOf,
} from './release/outcome.ts';
import { faultOfFiles, ownFiles } from '#sources/kit/named-files.ts';
import { LayoutError, type Problem, UnreadableFileError, messageOf } from '#sources/kit/problem.ts';
import { ReportedError } from '#sources/kit/reported-error.ts';
import { filesOfEdition, handOver } from './release/read-again.ts';
import { keepSnapshot } from './release/snapshots.ts';
import type { Examined, FigureCount, Needs, PublishedFile, Release, Source } from '#sources/kit/source.ts';
import { readOrigin } from './store/origin.ts';

export interface CompileOptions {
  readonly sources: readonly Source[];
  readonly releases: readonly ReleaseFiles[];
  readonly directory: string;
  /** How large the synthetic sample is; null for real data. */
  readonly sampleSize: 'plain' | 'full' | null;
  /** Forget the editions held so far, and remove them once the new ones are served. For a sample, which has no history worth keeping. */
  readonly afresh?: boolean;
  /** Publish the first release of a layout that nobody has seen in a real file. */
  readonly acceptDocumented: boolean;
  /** How far an edition is looked at that need not be compiled again: every byte, unless `sizes`, which is quick enough for every day. */
  readonly inspect?: 'whole' | 'sizes';
  /** What an update has learnt of sources at their publishers, and of what came of it; what is not named here stays as it was. */
  readonly ingest?: (outcomes: readonly Outcome[]) => ReadonlyMap<SourceKey, Ingest>;
  /** A person's decision about editions that are held, taken under the lock before anything is compiled. What it throws stops the run. */
  readonly amend?: (holdings: Holdings) => void;
  /** What is being done, for a terminal. */
  readonly progress: (doing: string) => void;
  /** A line that stays. */
  readonly say: (line: string) => void;
}

/** Thrown where the data directory cannot take what is asked of it. */
export class DirectoryError extends ReportedError {}

/** Makes a folder of a data directory where there is none. Throws DirectoryError, which names `directory`. */
export function makeFolder(folder: string, directory = folder): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new DirectoryError(`${directory}: cannot be written (${messageOf(error)})`);
  }
}

/** Compiles releases into a data directory. One release that fails never stops the others, and never replaces what is served. */
export async function compile(options: CompileOptions): Promise<Outcome[]> {
  const { directory } = options;
  makeFolder(join(directory, 'editions'), directory);
  let unlock = () => {};
  try {
    unlock = lock(directory, options.say);
    removeLeftovers(directory);
    const run = new Run(options);
    // A run that was killed may have moved an edition for a catalogue that it never wrote.
    settleShelves(directory, run.holdings.editions);
    options.amend?.(run.holdings);
    const outcomes: Outcome[] = [];
    for (const source of inOrderOfNeeds(options.sources)) outcomes.push(...(await run.compileSource(source)));
    run.holdings.publish(options.ingest?.(outcomes) ?? new Map());
    if (options.afresh) keepOnly(directory, run.holdings.editions);
    return outcomes;
  } catch (error) {
    if (cannotWrite(error)) throw new DirectoryError(`${directory}: cannot be written (${messageOf(error)})`);
    throw error;
  } finally {
    unlock();
  }
}

/** Sources such that each follows those it needs. Needs are acyclic; a circle is a fault in the source folders. */
export function inOrderOfNeeds(sources: readonly Source[]): Source[] {
  const ordered: Source[] = [];
  const visit = (source: Source, path: readonly string[]) => {
    if (ordered.includes(source)) return;
    if (path.includes(source.key)) throw new Error(`sources need each other in a circle: ${[...path, source.key].join(' → ')}`);
    for (const key of allNeedsOf(source)) {
      const needed = sources.find((candidate) => candidate.key === key);
      if (needed !== undefined) visit(needed, [...path, source.key]);
    }
    ordered.push(source);
  };
  for (const source of sources) visit(source, []);
  return ordered;
}

/** Every source that this one's answers can rest on. */
export function allNeedsOf({ needs, optionalNeeds = [] }: Source): readonly SourceKey[] {
  return [...needs, ...optionalNeeds];
}

/** A release whose files are read, with what names its edition but the rows. */
interface Opened extends ReleaseFiles {
  readonly bytes: readonly PublishedFile[];
  readonly inputs: readonly InputFile[];
  readonly needed: readonly { source: SourceKey; edition: string }[];
}

type AnyExamined = Examined<readonly unknown[], unknown>;

class Run {
  readonly holdings: Holdings;
  readonly #options: CompileOptions;
  readonly #code = codeDigest();
  readonly #writeDocuments = createDocumentWriter();
  /** Editions of which a pull has left the documents in the store. */
  readonly #left: ReadonlySet<string>;
  /** Observations by edition id, of the sources that others need. */
  readonly #observations = new Map<string, unknown>();
  /** The edition examined last, with its id: what the next release of its source is most often compared with. */
  #lastExamined: { readonly id: string; readonly examined: AnyExamined } | null = null;

  constructor(options: CompileOptions) {
    this.#options = options;
    this.#left = new Set(readOrigin(options.directory)?.recordsOnly ?? []);
    this.holdings = new Holdings(options.directory, options.sources, options.sampleSize, options.afresh ?? false);
    if (this.holdings.sample !== (options.sampleSize !== null)) {
      const [held, given] = this.holdings.sample ? ['the synthetic sample', 'real data'] : ['real data', 'the synthetic sample'];
      throw new DirectoryError(`${options.directory}: holds ${held}, and ${given} must never lie beside it; choose another --out`);
    }
  }

  /** Compiles the given releases of a source, oldest first, and again what is served of it where an edition that it needs has changed. */
  async compileSource(source: Source): Promise<Outcome[]> {
    const given = this.#options.releases.filter((release) => release.source === source).sort((a, b) => byRelease(a.release, b.release));
    const outcomes: Outcome[] = [];
    const compileAll = async (candidates: readonly ReleaseFiles[]) => {
      for (const candidate of candidates) {
        this.#options.progress(`${source.key} ${candidate.release.name}: reading`);
        const started = performance.now();
        const outcome = await this.#compileRelease(candidate).catch((error: unknown) => outcomeOfFault(candidate, error));
        outcomes.push({ ...outcome, seconds: (performance.now() - started) / 1000 });
      }
    };
    await compileAll(given);
    await compileAll(this.#outdated(source));
    this.#lastExamined = null;
    return outcomes;
  }

  /** Editions to serve that are pruned, or whose needs are no longer what is served, as releases to compile again from their snapshots. */
  #outdated(source: Source): ReleaseFiles[] {
    const needed = this.holdings.neededBy(source);
    if (needed === null) return [];
    return this.holdings
      .served(source)
      .filter((edition) => edition.pruned || JSON.stringify(edition.needs) !== JSON.stringify(needed))
      .map((edition) => filesOfEdition(this.#options.directory, source, edition));
  }

  async #compileRelease(candidate: ReleaseFiles): Promise<Outcome> {
    const opened = this.#open(candidate);
    if ('place' in opened) return outcomeOf(candidate, 'unreadable', { problems: [opened] });
    const { source, release } = opened;
    const place = `${source.key} ${release.name}`;
    const files = opened.bytes.length;

    const known = this.#unchanged(opened);
    if (known !== null) {
      this.holdings.renew(known.id);
      this.#keep(opened);
      return outcomeOf(candidate, verdictOf(known, 'unchanged'), { edition: known, files, problems: blockingProblems(known) });
    }

    let rows: readonly unknown[];
    try {
      rows = await source.parse(release, opened.bytes);
    } catch (error) {
      if (!(error instanceof LayoutError)) throw error;
      const edition = await this.#quarantineUnparsed(opened, error.problems);
      return outcomeOf(candidate, 'quarantined', { edition, problems: error.problems, files });
    }

    this.#options.progress(`${place}: examining`);
    const digest = digestRows(rows);
    const withdrawn = this.#withdrawnWith(release, source, digest);
    if (withdrawn !== null) return outcomeOf(candidate, 'withdrawn', { edition: withdrawn, files });
    const id = this.#idOf(opened, digest);
    const acceptance = this.#acceptance(opened, id);
    const harvested = this.#harvestedBefore(opened, digest);
    if (harvested !== null) {
      this.#keep(opened);
      return outcomeOf(candidate, verdictOf(harvested, 'unchanged'), { edition: harvested, files, problems: blockingProblems(harvested) });
    }
    const needs = await this.#needs(source, opened.needed);
    const problems: Problem[] = [];
    const observations = source.reshape(release, rows, needs, problems);
    const examined: AnyExamined = { release, rows, observations, needs };
    // Verdicts that compare editions depend on what happens to be held, so they stay out of edition.json.
    const alone = problems.length > 0 ? [heldResult(problems)] : runChecks(source, examined, null);
    const previous = problems.length > 0 ? null : await this.#previous(source, release);
    const compared = previous === null ? alone : runChecks(source, examined, previous);
    // What a person accepted stays listed, also once later releases have made the layout a known one.
    const acceptedLayout = acceptance?.checks.filter((result) => result.check === documentedLayout) ?? [];
    const layout = acceptedLayout.length > 0 ? acceptedLayout : unseenLayout(source, release, opened.inputs, this.holdings.editions);
    const checks = [...compared, ...layout];
    const accepted = this.#acceptedNow(checks, acceptance, id);
    const shelf = this.#shelfFor(id, checks, accepted);

    this.#options.progress(`${place}: writing documents`);
    const label = source.label(release, observations);
    const axes = source.axes(observations);
    const writer = new EditionWriter(this.#options.directory, id);
    let record: EditionRecord;
    try {
      // What was not understood has no documents: figures may be missing from it that nobody knows of.
      if (problems.length === 0) {
        const provenance = provenanceOf(source, release, { id, label }, this.#inputs(opened));
        const attribution = attributionOf(source, release);
        const documents = source.documents({ release, observations, needs, provenance, attribution });
        const faults = await this.#writeDocuments(writer, { source, release: release.name, axes, attribution }, documents);
        if (faults.length > 0) {
          await writer.discard();
          return outcomeOf(candidate, 'failed', { files, problems: faults });
        }
      }
      const held = this.holdings.edition(id);
      const pruned = held?.pruned ?? false;
      // What was held for a file that was not understood had no documents, and its root binds nobody.
      const root = held === undefined || held.state === 'quarantined' ? null : held.root;
      const replace = this.#options.afresh ?? false;
      record = await writer.publish(
        shelf,
        { ...this.#recordOf(opened, id), label, rows: digest, axes, checks: alone },
        { pruned, replace, root },
      );
    } catch (error) {
      await writer.discard();
      throw error;
    }

    const edition = this.#hold(record, shelf, checks, source.count(observations), opened, accepted);
    if (shelf === 'editions') {
      if (this.#isNeeded(source)) this.#observations.set(id, observations);
      this.#lastExamined = { id, examined };
    }
    const coverage = problems.length > 0 ? [] : coverageOf(source.coverage?.(observations, needs) ?? [], axes.occupations);
    return outcomeOf(candidate, verdictOf(edition, 'published'), {
      edition,
      files,
      coverage,
      problems: problems.length > 0 ? problems : blockingProblems(edition),
    });
  }

  /** Reads the files of a release and names what they need; a problem where that cannot be done. */
  #open(candidate: ReleaseFiles): Opened | Problem {
    const { source } = candidate;
    const release = this.#withKnownDay(source, candidate.release);
    const place = `${source.key} ${release.name}`;
    const needed = this.holdings.neededBy(source);
    if (needed === null) return this.#missingNeeds(source, place);
    const given = candidate.files();
    const fault = faultOfFiles(place, source.files, given, release.released);
    if (fault !== null) return fault;
    const bytes = ownFiles(source.files, given);
    for (const file of given)
      if (!bytes.includes(file)) this.#options.say(`${place}: "${file.name}" is no file of this source and is passed over`);
    const inputs = bytes.map((file) => ({ file: file.name, sha256: sha256(file.bytes), bytes: file.bytes.length }));
    return { ...candidate, release, bytes, inputs, needed };
  }

  /** Which needs have no edition that is served, and whether one of each is held back. */
  #missingNeeds(source: Source, place: string): Problem {
    const missing = source.needs.filter((key) => this.holdings.servedOf(key).length === 0);
    const repairs = missing.map((key) => {
      const held = this.holdings.editions.findLast((edition) => edition.source === key && edition.state === 'quarantined');
      return held === undefined
        ? `compile ${key} first`
        : `${key} ${held.release} is held back; if it is right: lmi accept ${held.id} --reason "…"`;
    });
    return { place, message: `needs ${missing.join(' and ')}, of which no edition is served`, repair: repairs.join('; ') };
  }

  /** A file that is handed in does not say when it came out; what an earlier download of the release has told still holds. */
  #withKnownDay(source: Source, release: Release): Release {
    if (release.released !== null) return release;
    const known = this.holdings.editions.find(
      (edition) => edition.source === source.key && edition.release === release.name && edition.released !== null,
    );
    return { ...release, released: known?.released ?? null };
  }

  /** The edition that these inputs, needs and this code have made before, where its files lie there as they were published. */
  #unchanged(opened: Opened): CatalogueEdition | null {
    const found = this.holdings.editions.findLast(
      (edition) =>
        isSameRelease(edition, opened) &&
        edition.format === opened.source.format &&
        // What was withdrawn never comes back by being compiled again, unless our own documents were at fault and have another format now.
        (edition.state === 'withdrawn' ||
          (edition.code === this.#code &&
            !edition.pruned &&
            edition.released === opened.release.released &&
            JSON.stringify(edition.needs) === JSON.stringify(opened.needed) &&
            // With the layout accepted, what is held for its layout alone must be judged again.
            !(this.#options.acceptDocumented && edition.state === 'quarantined'))),
    );
    if (found === undefined || found.state === 'withdrawn') return found ?? null;
    const isLeft = this.#left.has(found.id);
    const fault = faultOfEdition(this.#options.directory, shelfOf(found), found, isLeft ? 'record' : (this.#options.inspect ?? 'whole'));
    if (fault === null) return found;
    this.#options.say(`${fault}; ${found.source} ${found.release} is compiled again`);
    return null;
  }

  /** The edition of this release, of the same files or of equal cells in other bytes, that a person has accepted; null where nobody has. */
  #acceptance(opened: Opened, id: string): CatalogueEdition | null {
    const isOf = (edition: CatalogueEdition) => edition.id === id || isSameRelease(edition, opened);
    return (
      this.holdings.editions.findLast((edition) => edition.accepted !== null && edition.state !== 'withdrawn' && isOf(edition)) ?? null
    );
  }

  /**
   * A person's acceptance of these very faults: the one given before, or the one that --accept-documented gives now, which is of an
   * unseen layout alone. An edition that needed accepting once has been accepted, also where the fault no longer shows.
   */
  #acceptedNow(checks: readonly CheckResult[], acceptance: CatalogueEdition | null, id: string): CatalogueEdition['accepted'] {
    const blocking = blockingNames(checks);
    if (blocking.length === 0) return this.holdings.edition(id)?.accepted ?? null;
    if (acceptance !== null && blocking.every((name) => acceptance.checks.some((result) => result.check === name)))
      return acceptance.accepted;
    if (!this.#options.acceptDocumented || blocking.some((name) => name !== documentedLayout)) return null;
    return { reason: 'the layout was accepted by --accept-documented', at: new Date().toISOString() };
  }

  /**
   * A blocking check sends an edition to quarantine, unless a person has accepted its faults, or it has been published before: what
   * was pinned once is answered until it is withdrawn.
   */
  #shelfFor(id: string, checks: readonly CheckResult[], accepted: CatalogueEdition['accepted']): Shelf {
    const before = this.holdings.edition(id);
    if (before !== undefined && before.state !== 'quarantined') return 'editions';
    return blockingNames(checks).length === 0 || accepted !== null ? 'editions' : 'quarantine';
  }

  /** The withdrawn edition of a release, or of another day's harvest, that was made from equal rows. A file saved again would otherwise bring back what was withdrawn. */
  #withdrawnWith(release: Release, source: Source, rows: string): CatalogueEdition | null {
    return (
      this.holdings.editions.find(({ state, source: key, release: name, format, id }) => {
        const isTwin =
          state === 'withdrawn' && key === source.key && (name === release.name || source.harvested === true) && format === source.format;
        return isTwin && readRecord(this.#options.directory, 'editions', id)?.rows === rows;
      }) ?? null
    );
  }

  /** Of a source that is harvested, the edition of an earlier day that would be made again of these rows: the one served, or one that this code has held back. */
  #harvestedBefore({ source, release, needed }: Opened, rows: string): CatalogueEdition | null {
    if (!source.harvested) return null;
    const found = this.holdings.editions.findLast((edition) => {
      const isHeld = edition.state === 'quarantined' && edition.code === this.#code && !this.#options.acceptDocumented;
      if (edition.source !== source.key || edition.format !== source.format || !(isHeld || edition.state === 'served')) return false;
      const of = parseRelease(source, edition.release);
      const isOlder = of !== null && byRelease(of, release) < 0;
      const shelf: Shelf = isHeld ? 'quarantine' : 'editions';
      return (
        isOlder &&
        JSON.stringify(edition.needs) === JSON.stringify(needed) &&
        readRecord(this.#options.directory, shelf, edition.id)?.rows === rows
      );
    });
    return found ?? null;
  }

  #idOf({ source, release, needed }: Opened, rows: string): string {
    const { released } = release;
    return editionUuid({
      source: source.key,
      release: release.name,
      released,
      rows,
      needs: needed.map((need) => need.edition),
      format: source.format,
    });
  }

  #inputs(opened: Opened): ReturnType<typeof provenanceOf>['inputs'] {
    return opened.needed.map((need) => ({
      source: need.source,
      edition: this.holdings.edition(need.edition)?.label ?? need.edition,
      editionId: need.edition,
    }));
  }

  /** The observations of the needed editions: of this run, or read again from the snapshots of an earlier one. */
  async #needs(source: Source, needed: Opened['needed']): Promise<Needs> {
    const found = new Map<string, unknown>();
    for (const need of needed) found.set(need.source, await this.#observationsOf(need.source, need.edition));
    return handOver(source, found);
  }

  async #observationsOf(key: SourceKey, id: string): Promise<unknown> {
    const held = this.#observations.get(id);
    if (held !== undefined) return held;
    const source = this.#options.sources.find((candidate) => candidate.key === key);
    const edition = this.holdings.edition(id);
    if (source === undefined || edition === undefined) throw new Error(`edition ${id} of ${key} is not in the catalogue`);
    const { observations } = await this.#examineAgain(source, edition);
    this.#observations.set(id, observations);
    return observations;
  }

  /** The edition that a release is compared with: the newest that is older, of this run or read again from its snapshots. */
  async #previous(source: Source, release: Release): Promise<AnyExamined | null> {
    const edition = this.holdings.before(source, release);
    if (edition === null) return null;
    if (this.#lastExamined?.id === edition.id) return this.#lastExamined.examined;
    return this.#examineAgain(source, edition).catch((error: unknown) => {
      if (!(error instanceof UnreadableFileError || error instanceof LayoutError)) throw error;
      this.#options.say(
        `${source.key} ${release.name}: not compared with ${edition.release}, which can no longer be read\n${error.message}`,
      );
      return null;
    });
  }

  async #examineAgain(source: Source, edition: CatalogueEdition): Promise<AnyExamined> {
    const { release, files } = filesOfEdition(this.#options.directory, source, edition);
    const needs = await this.#needs(source, edition.needs);
    const rows = await source.parse(release, files());
    return { release, rows, needs, observations: source.reshape(release, rows, needs, []) };
  }

  #isNeeded(source: Source): boolean {
    return this.#options.sources.some((other) => allNeedsOf(other).includes(source.key));
  }

  /** Holds back a release whose files could not be parsed; its id is made from the raw bytes. */
  async #quarantineUnparsed(opened: Opened, problems: readonly Problem[]): Promise<CatalogueEdition> {
    const id = this.#idOf(opened, sha256(JSON.stringify(opened.inputs.map((input) => input.sha256))));
    const checks = [heldResult(problems)];
    const writer = new EditionWriter(this.#options.directory, id);
    const record = await writer.publish('quarantine', {
      ...this.#recordOf(opened, id),
      label: opened.release.name,
      rows: null,
      axes: { occupations: [], areas: null },
      checks,
    });
    return this.#hold(record, 'quarantine', checks, { published: 0, withheld: {} }, opened, null);
  }

  #recordOf(
    { source, release, inputs, needed }: Opened,
    id: string,
  ): Omit<EditionRecord, 'files' | 'root' | 'label' | 'rows' | 'axes' | 'checks'> {
    const { released, year, provisional, sample } = release;
    return {
      id,
      source: source.key,
      release: release.name,
      released,
      year,
      provisional,
      sample,
      format: source.format,
      inputs: [...inputs],
      needs: [...needed],
    };
  }

  /** Keeps the files of a release as snapshots. What could not be opened never gets here. */
  #keep({ source, release, bytes }: Opened): void {
    const at = new Date().toISOString();
    for (const file of bytes) {
      keepSnapshot(this.#options.directory, source.key, file.bytes, {
        release: release.name,
        file: file.name,
        released: release.released,
        at,
        download: null,
      });
    }
  }

  /** Puts an edition into the catalogue to be, and its files among the snapshots. One that was withdrawn stays withdrawn. */
  #hold(
    record: EditionRecord,
    shelf: Shelf,
    checks: readonly CheckResult[],
    figures: FigureCount,
    opened: Opened,
    accepted: CatalogueEdition['accepted'],
  ): CatalogueEdition {
    const { inputs } = opened;
    const now = new Date().toISOString();
    this.#keep(opened);
    const before = this.holdings.edition(record.id);
    const isTouched = before !== undefined && JSON.stringify(before.inputs) !== JSON.stringify(inputs);
    const edition: CatalogueEdition = {
      id: record.id,
      source: record.source,
      release: record.release,
      label: record.label,
      released: record.released,
      year: record.year,
      provisional: record.provisional,
      format: record.format,
      state: before?.state === 'withdrawn' ? 'withdrawn' : shelf === 'quarantine' ? 'quarantined' : 'superseded',
      accepted: shelf === 'editions' ? accepted : null,
      withdrawn: before?.withdrawn ?? null,
      pruned: false,
      touched: isTouched ? now : (before?.touched ?? null),
      needs: record.needs,
      axes: record.axes,
      checks: [...checks],
      inputs: [...inputs],
      root: record.root,
      files: record.files.length,
      bytes: record.files.reduce((sum, file) => sum + file.bytes, 0),
      figures: figures.published,
      withheld: Object.fromEntries(Object.entries(figures.withheld).sort(([a], [b]) => byCodeUnit(a, b))),
      compiled: before?.compiled ?? now,
      code: this.#code,
    };
    this.holdings.put(edition);
    this.holdings.renew(edition.id);
    return edition;
  }
}

/** True for an edition of the same release made from the same files. */
function isSameRelease(edition: CatalogueEdition, { source, release, inputs }: Opened): boolean {
  return edition.source === source.key && edition.release === release.name && JSON.stringify(edition.inputs) === JSON.stringify(inputs);
}
