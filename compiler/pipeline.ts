// The pipeline, to be read first: parse → reshape → check → document → validate → publish or quarantine. It takes releases in
// the order in which sources need each other and replaces the catalogue once, at the end.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogueEdition, CheckResult, EditionRecord, Ingest, InputFile } from '#schemas/catalogue.ts';
import type { SourceKey } from '#schemas/codes.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { heldResult, runChecks, unseenLayout } from './check/run-checks.ts';
import { attributionOf, provenanceOf } from './credit.ts';
import { codeDigest, digestRows, editionUuid, sha256 } from './digest.ts';
import { byRelease, parseRelease } from './edition/catalogue.ts';
import { EditionWriter, type Shelf, removeLeftovers } from './edition/edition-directory.ts';
import { Holdings } from './edition/holdings.ts';
import { lock } from './edition/lock.ts';
import { createDocumentWriter } from './edition/write-documents.ts';
import { LayoutError, type Problem, UnreadableFileError, quoteList } from './problem.ts';
import { keepSnapshot, readSnapshot } from './snapshots.ts';
import type { Examined, FigureCount, Needs, PublishedFile, Release, Source } from './source.ts';

/** A release to compile: its name and its files, read only when they are wanted. */
export interface ReleaseFiles {
  readonly source: Source;
  readonly release: Release;
  readonly files: () => readonly PublishedFile[];
}

export interface CompileOptions {
  readonly sources: readonly Source[];
  readonly releases: readonly ReleaseFiles[];
  readonly directory: string;
  /** How large the synthetic sample is; null for real data. */
  readonly sampleSize: 'plain' | 'full' | null;
  /** Publish the first release of a layout that nobody has seen in a real file. */
  readonly acceptDocumented: boolean;
  /** What an update has learnt of sources at their publishers, and of what came of it; what is not named here stays as it was. */
  readonly ingest?: (outcomes: readonly Outcome[]) => ReadonlyMap<SourceKey, Ingest>;
  /** What is being done, for a terminal. */
  readonly progress: (doing: string) => void;
  /** A line that stays. */
  readonly say: (line: string) => void;
}

/**
 * published and unchanged are well; quarantined: held back by a blocking check; unreadable: the files or what they need are not
 * there or damaged; failed: our own code made no valid edition of them.
 */
export type Verdict = 'published' | 'unchanged' | 'quarantined' | 'unreadable' | 'failed';

/** What became of one release. */
export interface Outcome {
  readonly source: SourceKey;
  readonly release: string;
  readonly verdict: Verdict;
  readonly edition: CatalogueEdition | null;
  readonly problems: readonly Problem[];
  readonly files: number;
  readonly seconds: number;
}

/** Thrown where the data directory cannot take what is asked of it. */
export class DirectoryError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DirectoryError';
  }
}

/** Compiles releases into a data directory. One release that fails never stops the others, and never replaces what is served. */
export async function compile(options: CompileOptions): Promise<Outcome[]> {
  const { directory } = options;
  try {
    mkdirSync(join(directory, 'editions'), { recursive: true });
  } catch (error) {
    throw new DirectoryError(`${directory}: cannot be written (${error instanceof Error ? error.message : String(error)})`);
  }
  const unlock = lock(directory, options.say);
  try {
    removeLeftovers(directory);
    const run = new Run(options);
    const outcomes: Outcome[] = [];
    for (const source of inOrderOfNeeds(options.sources)) outcomes.push(...(await run.compileSource(source)));
    run.holdings.publish(options.ingest?.(outcomes) ?? new Map());
    return outcomes;
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
    for (const key of source.needs) {
      const needed = sources.find((candidate) => candidate.key === key);
      if (needed !== undefined) visit(needed, [...path, source.key]);
    }
    ordered.push(source);
  };
  for (const source of sources) visit(source, []);
  return ordered;
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
  /** Observations by edition id, of the sources that others need. */
  readonly #observations = new Map<string, unknown>();
  /** The edition examined last, with its id: what the next release of its source is most often compared with. */
  #lastExamined: { readonly id: string; readonly examined: AnyExamined } | null = null;

  constructor(options: CompileOptions) {
    this.#options = options;
    this.holdings = new Holdings(options.directory, options.sources, options.sampleSize);
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
        const outcome = await this.#compileRelease(candidate);
        outcomes.push({ ...outcome, seconds: (performance.now() - started) / 1000 });
      }
    };
    await compileAll(given);
    await compileAll(this.#outdated(source));
    this.#lastExamined = null;
    return outcomes;
  }

  /** Served editions whose needs are no longer what is served, as releases to compile again from their snapshots. */
  #outdated(source: Source): ReleaseFiles[] {
    const needed = this.holdings.neededBy(source);
    if (needed === null) return [];
    return this.holdings
      .served(source)
      .filter((edition) => !edition.needs.every((need) => needed.some((now) => now.edition === need.edition)))
      .map((edition) => this.#fromSnapshots(source, edition));
  }

  #fromSnapshots(source: Source, edition: CatalogueEdition): ReleaseFiles {
    const release = parseRelease(source, edition.release, edition.released);
    if (release === null) throw new Error(`${edition.source} ${edition.release}: sources/${source.key} no longer reads this name`);
    return {
      source,
      release,
      files: () => edition.inputs.map(({ file, sha256: digest }) => ({ name: file, bytes: readSnapshot(this.#options.directory, source.key, digest) })),
    };
  }

  async #compileRelease(candidate: ReleaseFiles): Promise<Outcome> {
    const { source, release } = candidate;
    const place = `${source.key} ${release.name}`;
    const opened = this.#open(candidate);
    if ('place' in opened) return outcomeOf(candidate, 'unreadable', { problems: [opened] });
    const files = opened.bytes.length;

    const known = this.#unchanged(opened);
    if (known !== null) {
      return outcomeOf(candidate, known.state === 'quarantined' ? 'quarantined' : 'unchanged', { edition: known, files, problems: blockingProblems(known) });
    }

    let rows: readonly unknown[];
    try {
      rows = await source.parse(release, opened.bytes);
    } catch (error) {
      if (error instanceof UnreadableFileError) return outcomeOf(candidate, 'unreadable', { problems: [error.problem], files });
      if (!(error instanceof LayoutError)) throw error;
      const edition = this.#quarantineUnparsed(opened, error.problems);
      return outcomeOf(candidate, 'quarantined', { edition, problems: error.problems, files });
    }

    this.#options.progress(`${place}: examining`);
    const digest = digestRows(rows);
    const id = this.#idOf(opened, digest);
    const needs = await this.#needs(source, opened.needed);
    const problems: Problem[] = [];
    const observations = source.reshape(release, rows, needs, problems);
    const examined: AnyExamined = { release, rows, observations, needs };
    // Verdicts that compare editions depend on what happens to be held, so they stay out of edition.json.
    const alone = problems.length > 0 ? [heldResult(problems)] : runChecks(source, examined, null);
    const previous = problems.length > 0 ? null : await this.#previous(source, release);
    const compared = previous === null ? alone : runChecks(source, examined, previous);
    const layout = this.#options.acceptDocumented ? null : unseenLayout(source, release, opened.inputs, this.holdings.editions);
    const checks = layout === null ? compared : [...compared, layout];
    const shelf = this.#shelfFor(opened, checks);

    this.#options.progress(`${place}: writing documents`);
    const label = source.label(release, observations);
    const axes = source.axes(observations);
    const writer = new EditionWriter(this.#options.directory, id);
    let record: EditionRecord;
    try {
      // What was not understood has no documents: figures may be missing from it that nobody knows of.
      if (problems.length === 0) {
        const provenance = provenanceOf(source, release, { id, label }, this.#inputs(opened));
        const attribution = attributionOf(source, release.sample);
        const documents = source.documents({ release, observations, needs, provenance, attribution });
        const faults = this.#writeDocuments(writer, source, release.name, axes, documents);
        if (faults.length > 0) {
          writer.discard();
          return outcomeOf(candidate, 'failed', { files, problems: faults });
        }
      }
      record = writer.publish(shelf, { ...this.#recordOf(opened, id), label, rows: digest, axes, checks: alone });
    } catch (error) {
      writer.discard();
      throw error;
    }

    const edition = this.#hold(record, shelf, checks, source.count(observations), opened);
    if (shelf === 'editions') {
      if (this.#isNeeded(source)) this.#observations.set(id, observations);
      this.#lastExamined = { id, examined };
    }
    const shown = problems.length > 0 ? problems : blockingProblems(edition);
    return outcomeOf(candidate, shelf === 'quarantine' ? 'quarantined' : 'published', { edition, files, problems: shelf === 'quarantine' ? shown : [] });
  }

  /** Reads the files of a release and names what they need; a problem where that cannot be done. */
  #open(candidate: ReleaseFiles): Opened | Problem {
    const { source, release } = candidate;
    const place = `${source.key} ${release.name}`;
    const given = candidate.files();
    const bytes = given.filter((file) => source.files.some((kind) => kind.match.test(file.name))).sort((a, b) => byCodeUnit(a.name, b.name));
    for (const kind of source.files) {
      if (kind.required && !bytes.some((file) => kind.match.test(file.name))) {
        const found = given.length === 0 ? 'found no file' : `found ${quoteList(given.map((file) => file.name))}`;
        return { place, message: `there is no ${kind.describe}, ${found}`, repair: `put a file there whose name matches ${kind.match.source}` };
      }
    }
    for (const file of given) if (!bytes.includes(file)) this.#options.say(`${place}: "${file.name}" is no file of this source and is passed over`);
    const needed = this.holdings.neededBy(source);
    if (needed === null) {
      const missing = source.needs.filter((key) => this.holdings.servedOf(key).length === 0).join(' and ');
      return { place, message: `needs ${missing}, of which no edition is served`, repair: `compile ${missing} first` };
    }
    const inputs = bytes.map((file) => ({ file: file.name, sha256: sha256(file.bytes), bytes: file.bytes.length }));
    return { ...candidate, bytes, inputs, needed };
  }

  /** The edition that these inputs, needs and this code have made before, where its files are still there. */
  #unchanged(opened: Opened): CatalogueEdition | null {
    const found = this.holdings.editions.findLast(
      (edition) =>
        isSameRelease(edition, opened) &&
        // What was withdrawn never comes back by being compiled again, whatever has changed since.
        (edition.state === 'withdrawn' ||
          (edition.code === this.#code &&
            edition.released === opened.release.released &&
            JSON.stringify(edition.needs) === JSON.stringify(opened.needed) &&
            // With the layout accepted, what is held for its layout alone must be judged again.
            !(this.#options.acceptDocumented && edition.state === 'quarantined'))),
    );
    if (found === undefined || found.state === 'withdrawn') return found ?? null;
    const shelf: Shelf = found.state === 'quarantined' ? 'quarantine' : 'editions';
    return existsSync(join(this.#options.directory, shelf, found.id, 'edition.json')) ? found : null;
  }

  /** A blocking check sends an edition to quarantine, unless a person has accepted this release with these very faults. */
  #shelfFor(opened: Opened, checks: readonly CheckResult[]): Shelf {
    const blocking = checks.filter((result) => result.severity === 'block').map((result) => result.check);
    if (blocking.length === 0) return 'editions';
    const accepted = this.holdings.editions.find((edition) => isSameRelease(edition, opened) && edition.accepted !== null);
    return accepted !== undefined && blocking.every((name) => accepted.checks.some((result) => result.check === name)) ? 'editions' : 'quarantine';
  }

  #idOf({ source, release, needed }: Opened, rows: string): string {
    const { released } = release;
    return editionUuid({ source: source.key, release: release.name, released, rows, needs: needed.map((need) => need.edition), format: source.format });
  }

  #inputs(opened: Opened): ReturnType<typeof provenanceOf>['inputs'] {
    return opened.needed.map((need) => ({ source: need.source, edition: this.holdings.edition(need.edition)?.label ?? need.edition, editionId: need.edition }));
  }

  /** The observations of the needed editions: of this run, or read again from the snapshots of an earlier one. */
  async #needs(source: Source, needed: Opened['needed']): Promise<Needs> {
    const found = new Map<string, unknown>();
    for (const need of needed) found.set(need.source, await this.#observationsOf(need.source, need.edition));
    return {
      get(key) {
        if (!found.has(key)) throw new Error(`sources/${source.key} asks for ${key}, which its needs do not name`);
        // Each source's reshape makes the type that NeededObservations gives for its key; its folder says so to the compiler.
        return found.get(key) as never;
      },
    };
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
    return this.#examineAgain(source, edition);
  }

  async #examineAgain(source: Source, edition: CatalogueEdition): Promise<AnyExamined> {
    const { release, files } = this.#fromSnapshots(source, edition);
    const needs = await this.#needs(source, edition.needs);
    const rows = await source.parse(release, files());
    return { release, rows, needs, observations: source.reshape(release, rows, needs, []) };
  }

  #isNeeded(source: Source): boolean {
    return this.#options.sources.some((other) => other.needs.some((key) => key === source.key));
  }

  /** Holds back a release whose files could not be parsed; its id is made from the raw bytes. */
  #quarantineUnparsed(opened: Opened, problems: readonly Problem[]): CatalogueEdition {
    const id = this.#idOf(opened, sha256(JSON.stringify(opened.inputs.map((input) => input.sha256))));
    const checks = [heldResult(problems)];
    const record = new EditionWriter(this.#options.directory, id).publish('quarantine', {
      ...this.#recordOf(opened, id),
      label: opened.release.name,
      rows: null,
      axes: { occupations: [], areas: null },
      checks,
    });
    return this.#hold(record, 'quarantine', checks, { published: 0, withheld: {} }, opened);
  }

  #recordOf({ source, release, inputs, needed }: Opened, id: string): Omit<EditionRecord, 'files' | 'root' | 'label' | 'rows' | 'axes' | 'checks'> {
    const { released, year, provisional, sample } = release;
    return { id, source: source.key, release: release.name, released, year, provisional, sample, format: source.format, inputs: [...inputs], needs: [...needed] };
  }

  /** Keeps the files as snapshots and puts the edition into the catalogue to be. One that was withdrawn stays withdrawn. */
  #hold(record: EditionRecord, shelf: Shelf, checks: readonly CheckResult[], figures: FigureCount, opened: Opened): CatalogueEdition {
    const { source, release, bytes, inputs } = opened;
    const now = new Date().toISOString();
    for (const file of bytes) {
      keepSnapshot(this.#options.directory, source.key, file.bytes, { release: release.name, file: file.name, released: release.released, at: now, download: null });
    }
    const before = this.holdings.edition(record.id);
    const isTouched = before !== undefined && JSON.stringify(before.inputs) !== JSON.stringify(inputs);
    const accepted = this.holdings.editions.find((edition) => isSameRelease(edition, opened) && edition.accepted !== null)?.accepted ?? null;
    const edition: CatalogueEdition = {
      id: record.id,
      source: record.source,
      release: record.release,
      label: record.label,
      released: record.released,
      year: record.year,
      provisional: record.provisional,
      state: before?.state === 'withdrawn' ? 'withdrawn' : shelf === 'quarantine' ? 'quarantined' : 'superseded',
      accepted: shelf === 'editions' && checks.some((result) => result.severity === 'block') ? accepted : null,
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
    return edition;
  }
}

function outcomeOf({ source, release }: ReleaseFiles, verdict: Verdict, more: Partial<Outcome>): Outcome {
  return { source: source.key, release: release.name, verdict, edition: null, problems: [], files: 0, seconds: 0, ...more };
}

/** True for an edition of the same release made from the same files. */
function isSameRelease(edition: CatalogueEdition, { source, release, inputs }: Opened): boolean {
  return edition.source === source.key && edition.release === release.name && JSON.stringify(edition.inputs) === JSON.stringify(inputs);
}

function blockingProblems(edition: CatalogueEdition): Problem[] {
  if (edition.state !== 'quarantined') return [];
  return edition.checks
    .filter((result) => result.severity === 'block')
    .map((result) => ({ place: `${edition.source} ${edition.release} ${result.check}`, message: `${result.message} (${result.places.join('; ')})` }));
}
