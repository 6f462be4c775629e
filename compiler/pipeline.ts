// The pipeline, to be read first: parse → reshape → check → document → validate → publish or quarantine. It takes releases in
// the order in which sources need each other and replaces the catalogue once, at the end.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue, CatalogueEdition, CatalogueSource, CheckResult, EditionRecord, InputFile } from '#schemas/catalogue.ts';
import type { SourceKey } from '#schemas/codes.ts';
import { documentPath } from '#schemas/document-path.ts';
import { endpoints } from '#schemas/endpoints.ts';
import type { Provenance } from '#schemas/figures.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { runChecks } from './check/run-checks.ts';
import { documentValidator } from './check/validate.ts';
import { codeDigest, digestRows, editionUuid, sha256 } from './digest.ts';
import { byRelease, parseRelease, readCatalogue, servedEditions, writeCatalogue } from './edition/catalogue.ts';
import { EditionWriter, type Shelf, removeLeftovers } from './edition/edition-directory.ts';
import { lock } from './edition/lock.ts';
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
    run.publish();
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

class Run {
  readonly #options: CompileOptions;
  readonly #code = codeDigest();
  readonly #validate = documentValidator();
  #editions: CatalogueEdition[];
  #changed = false;
  /** Observations by edition id, of the sources that others need. */
  readonly #observations = new Map<string, unknown>();

  constructor(options: CompileOptions) {
    this.#options = options;
    const before = readCatalogue(options.directory);
    if (before !== null && before.catalogue.sample !== (options.sampleSize !== null)) {
      const [held, given] = before.catalogue.sample ? ['the synthetic sample', 'real data'] : ['real data', 'the synthetic sample'];
      throw new DirectoryError(`${options.directory}: holds ${held}, and ${given} must never lie beside it; choose another --out`);
    }
    this.#editions = [...(before?.catalogue.editions ?? [])];
  }

  /** Compiles the given releases of a source, and again what is served of it where an edition that it needs has changed. */
  async compileSource(source: Source): Promise<Outcome[]> {
    const given = this.#options.releases.filter((release) => release.source === source).sort((a, b) => byRelease(a.release, b.release));
    const outcomes: Outcome[] = [];
    let previous: Examined<readonly unknown[], unknown> | null = null;
    for (const candidate of [...given, ...this.#outdated(source, given)]) {
      const started = performance.now();
      const { outcome, examined } = await this.#compileRelease(candidate, previous);
      previous = examined ?? previous;
      outcomes.push({ ...outcome, seconds: (performance.now() - started) / 1000 });
    }
    return outcomes;
  }

  publish(): void {
    const { directory, sampleSize, sources } = this.#options;
    if (!this.#changed) return;
    const served = new Map(sources.map((source) => [source.key, servedEditions(source, this.#editions).map((edition) => edition.id)]));
    const catalogue: Omit<Catalogue, 'serial' | 'previous' | 'written'> = {
      version: 1,
      sample: sampleSize !== null,
      sampleSize,
      sources: sources.map((source) => describeSource(source, sampleSize !== null, served.get(source.key) ?? [])),
      editions: this.#editions.map((edition) => {
        if (edition.state === 'quarantined' || edition.state === 'withdrawn') return edition;
        return { ...edition, state: served.get(edition.source)?.includes(edition.id) ? 'served' : 'superseded' };
      }),
    };
    writeCatalogue(directory, catalogue);
    // An edition that was held and is now published lies on both shelves until here.
    for (const edition of this.#editions) {
      if (edition.state !== 'quarantined') rmSync(join(directory, 'quarantine', edition.id), { recursive: true, force: true });
    }
  }

  /** Served editions whose needs are no longer what is served, as releases to compile again from their snapshots. */
  #outdated(source: Source, given: readonly ReleaseFiles[]): ReleaseFiles[] {
    return servedEditions(source, this.#editions).flatMap((edition) => {
      if (given.some((candidate) => candidate.release.name === edition.release)) return [];
      const needed = this.#neededEditions(source);
      if (needed === null || edition.needs.every((need) => needed.some((now) => now.edition === need.edition))) return [];
      return [this.#fromSnapshots(source, edition)];
    });
  }

  #fromSnapshots(source: Source, edition: CatalogueEdition): ReleaseFiles {
    const release = parseRelease(source, edition.release);
    if (release === null) throw new Error(`${edition.source} ${edition.release}: sources/${source.key} no longer reads this name`);
    return {
      source,
      release,
      files: () => edition.inputs.map(({ file, sha256: digest }) => ({ name: file, bytes: readSnapshot(this.#options.directory, source.key, digest) })),
    };
  }

  /** The served editions of the sources that this one needs; null where one of them has none. */
  #neededEditions(source: Source): { source: SourceKey; edition: string }[] | null {
    const needed: { source: SourceKey; edition: string }[] = [];
    for (const key of source.needs) {
      const supplier = this.#sourceOf(key);
      const [served] = supplier === undefined ? [] : servedEditions(supplier, this.#editions);
      if (served === undefined) return null;
      needed.push({ source: key, edition: served.id });
    }
    return needed;
  }

  #sourceOf(key: SourceKey): Source | undefined {
    return this.#options.sources.find((source) => source.key === key);
  }

  async #compileRelease(
    candidate: ReleaseFiles,
    previous: Examined<readonly unknown[], unknown> | null,
  ): Promise<{ outcome: Outcome; examined: Examined<readonly unknown[], unknown> | null }> {
    const { source, release } = candidate;
    const place = `${source.key} ${release.name}`;
    const outcome = (verdict: Verdict, more: Partial<Outcome>): Outcome => ({
      source: source.key,
      release: release.name,
      verdict,
      edition: null,
      problems: [],
      files: 0,
      seconds: 0,
      ...more,
    });

    this.#options.progress(`${place}: reading`);
    const opened = this.#open(candidate);
    if ('place' in opened) return { outcome: outcome('unreadable', { problems: [opened] }), examined: null };
    const files = opened.bytes.length;

    const known = this.#unchanged(opened);
    if (known !== null) {
      const verdict = known.state === 'quarantined' ? 'quarantined' : 'unchanged';
      return { outcome: outcome(verdict, { edition: known, files, problems: blockingProblems(known) }), examined: null };
    }

    let rows: readonly unknown[];
    try {
      rows = await source.parse(release, opened.bytes);
    } catch (error) {
      if (error instanceof UnreadableFileError) return { outcome: outcome('unreadable', { problems: [error.problem], files }), examined: null };
      if (!(error instanceof LayoutError)) throw error;
      const edition = this.#quarantineUnparsed(opened, error.problems);
      return { outcome: outcome('quarantined', { edition, problems: error.problems, files }), examined: null };
    }

    this.#options.progress(`${place}: examining`);
    const id = editionUuid({
      source: source.key,
      release: release.name,
      rows: digestRows(rows),
      needs: opened.needed.map((need) => need.edition),
      format: source.format,
    });
    const needs = await this.#needs(opened);
    const problems: Problem[] = [];
    const observations = source.reshape(release, rows, needs, problems);
    const examined = { release, rows, observations, needs };
    // Verdicts that compare editions depend on what happens to be held, so they stay out of edition.json.
    const alone = problems.length > 0 ? [unreadableCells(problems)] : runChecks(source, examined, null);
    const compared = problems.length > 0 || previous === null ? alone : runChecks(source, examined, previous);
    const layout = this.#unseenLayout(opened);
    const held = compared.filter((result) => result.severity === 'block');

    const shelf: Shelf = held.length > 0 || layout !== null ? 'quarantine' : 'editions';
    this.#options.progress(`${place}: writing documents`);
    const writer = new EditionWriter(this.#options.directory, id);
    let record: EditionRecord;
    try {
      const faults = problems.length > 0 ? [] : this.#write(writer, opened, id, observations, needs);
      if (faults.length > 0) {
        writer.discard();
        return { outcome: outcome('failed', { files, problems: faults }), examined: null };
      }
      record = writer.publish(shelf, {
        id,
        source: source.key,
        release: release.name,
        label: source.label(release, observations),
        released: release.released,
        year: release.year,
        provisional: release.provisional,
        sample: release.sample,
        format: source.format,
        rows: digestRows(rows),
        inputs: [...opened.inputs],
        needs: [...opened.needed],
        axes: source.axes(observations),
        checks: alone,
      });
    } catch (error) {
      writer.discard();
      throw error;
    }

    const edition = this.#record(record, shelf, [...compared, ...(layout === null ? [] : [layout])], source.count(observations), opened);
    if (shelf === 'editions' && this.#isNeeded(source)) this.#observations.set(id, observations);
    const verdict = shelf === 'quarantine' ? 'quarantined' : 'published';
    const shown = problems.length > 0 ? problems : blockingProblems(edition);
    return { outcome: outcome(verdict, { edition, files, problems: shown }), examined: shelf === 'editions' ? examined : null };
  }

  /** Reads the files of a release, keeps them as snapshots and names what they need; a problem where that cannot be done. */
  #open(candidate: ReleaseFiles): Opened | Problem {
    const { source, release } = candidate;
    const place = `${source.key} ${release.name}`;
    const bytes = candidate.files();
    const known = bytes.filter((file) => source.files.some((kind) => kind.match.test(file.name)));
    for (const kind of source.files) {
      if (kind.required && !known.some((file) => kind.match.test(file.name))) {
        const found = bytes.length === 0 ? 'found no file' : `found ${quoteList(bytes.map((file) => file.name))}`;
        return { place, message: `there is no ${kind.describe}, ${found}`, repair: `put a file there whose name matches ${kind.match.source}` };
      }
    }
    for (const file of bytes) if (!known.includes(file)) this.#options.say(`${place}: "${file.name}" is no file of this source and is passed over`);
    const needed = this.#neededEditions(source);
    if (needed === null) {
      const missing = source.needs.filter((key) => {
        const supplier = this.#sourceOf(key);
        return supplier === undefined || servedEditions(supplier, this.#editions).length === 0;
      });
      return { place, message: `needs ${missing.join(' and ')}, of which no edition is served`, repair: `compile ${missing.join(' and ')} first` };
    }
    const inputs = known.map((file) => ({
      file: file.name,
      sha256: keepSnapshot(this.#options.directory, source.key, release.name, file),
      bytes: file.bytes.length,
    }));
    return { ...candidate, bytes: known, inputs: inputs.sort((a, b) => byCodeUnit(a.file, b.file)), needed };
  }

  /** The edition that these inputs, needs and this code have made before, where its files are still there. */
  #unchanged(opened: Opened): CatalogueEdition | null {
    const { source, release, inputs, needed } = opened;
    const found = this.#editions.findLast(
      (edition) =>
        edition.source === source.key &&
        edition.release === release.name &&
        edition.code === this.#code &&
        JSON.stringify(edition.inputs) === JSON.stringify(inputs) &&
        JSON.stringify(edition.needs) === JSON.stringify(needed) &&
        // With the layout accepted, what is held for its layout alone must be judged again.
        !(this.#options.acceptDocumented && edition.state === 'quarantined'),
    );
    if (found === undefined) return null;
    const shelf: Shelf = found.state === 'quarantined' ? 'quarantine' : 'editions';
    return existsSync(join(this.#options.directory, shelf, found.id, 'edition.json')) ? found : null;
  }

  /** Writes every document, proved against its schema. What is not valid, missing or surplus is a fault of our own code. */
  #write(writer: EditionWriter, opened: Opened, id: string, observations: unknown, needs: Needs): Problem[] {
    const { source, release } = opened;
    const provenance = this.#provenance(opened, id, source.label(release, observations));
    const attribution = attributionOf(source, release.sample);
    const rows = endpoints.filter((row) => row.sources[0] === source.key && row.file !== null);
    const faults: Problem[] = [];
    const blame = (path: string, message: string) => faults.push({ place: `${source.key} ${release.name} ${path}`, message });
    for (const { endpoint, place, body } of source.documents({ release, observations, needs, provenance, attribution })) {
      const row = rows.find((candidate) => candidate.id === endpoint);
      if (row === undefined) throw new Error(`sources/${source.key} made a document of endpoint "${endpoint}", which is not its own`);
      const path = documentPath(row, place);
      const fault = this.#validate(endpoint, body);
      if (fault !== null) blame(path, `our own document is not valid: ${fault}`);
      writer.add(path, `${JSON.stringify(body)}\n`);
    }
    const expected = new Set(rows.flatMap((row) => densePlaces(row.file ?? '', source.axes(observations)).map((place) => documentPath(row, place))));
    for (const path of expected) if (!writer.has(path)) blame(path, 'the document is missing');
    for (const path of writer.paths) if (!expected.has(path)) blame(path, "the document lies outside the edition's axes");
    return faults;
  }

  #provenance(opened: Opened, id: string, label: string): Provenance {
    const { source, release } = opened;
    return {
      source: source.key,
      publisher: release.sample ? `Synthetic sample in place of ${source.publisher}` : source.publisher,
      licence: release.sample ? sampleLicence : source.licence.name,
      licenceUrl: release.sample ? null : source.licence.url,
      edition: label,
      editionId: id,
      released: release.released,
      url: source.landingPage,
      inputs: opened.needed.map((need) => ({
        source: need.source,
        edition: this.#editions.find((edition) => edition.id === need.edition)?.label ?? need.edition,
        editionId: need.edition,
      })),
    };
  }

  /** The observations of the needed editions: of this run, or read again from the snapshots of an earlier one. */
  async #needs(opened: Opened): Promise<Needs> {
    const found = new Map<string, unknown>();
    for (const need of opened.needed) found.set(need.source, await this.#observationsOf(need.source, need.edition));
    return {
      get(key) {
        if (!found.has(key)) throw new Error(`sources/${opened.source.key} asks for ${key}, which its needs do not name`);
        // Each source's reshape makes the type that NeededObservations gives for its key; the registry test proves it.
        return found.get(key) as never;
      },
    };
  }

  async #observationsOf(key: SourceKey, id: string): Promise<unknown> {
    const held = this.#observations.get(id);
    if (held !== undefined) return held;
    const source = this.#sourceOf(key);
    const edition = this.#editions.find((candidate) => candidate.id === id);
    if (source === undefined || edition === undefined) throw new Error(`edition ${id} of ${key} is not in the catalogue`);
    const { release, files } = this.#fromSnapshots(source, edition);
    const needs = await this.#needs({ source, release, files, bytes: [], inputs: [], needed: edition.needs });
    const observations = source.reshape(release, await source.parse(release, files()), needs, []);
    this.#observations.set(id, observations);
    return observations;
  }

  #isNeeded(source: Source): boolean {
    return this.#options.sources.some((other) => other.needs.some((key) => key === source.key));
  }

  /** A blocking result where a file's layout has never been seen, and nobody has accepted a release of it yet. */
  #unseenLayout(opened: Opened): CheckResult | null {
    const { source, release, inputs } = opened;
    if (release.sample || this.#options.acceptDocumented) return null;
    const unseen = inputs.filter((input) => source.files.some((kind) => kind.layout === 'documented' && kind.match.test(input.file)));
    const accepted = this.#editions.some(
      (edition) =>
        edition.source === source.key &&
        edition.state !== 'quarantined' &&
        unseen.every((input) => source.files.some((kind) => kind.match.test(input.file) && edition.inputs.some((held) => kind.match.test(held.file)))),
    );
    if (unseen.length === 0 || accepted) return null;
    return {
      check: 'documented-layout',
      severity: 'block',
      message: 'nobody has seen a real file of this layout; a person must look at the figures first, then compile with --accept-documented',
      places: unseen.slice(0, 10).map((input) => input.file),
      count: unseen.length,
    };
  }

  /** Records a release whose files could not be parsed; its id is made from the raw bytes. */
  #quarantineUnparsed(opened: Opened, problems: readonly Problem[]): CatalogueEdition {
    const { source, release, inputs, needed } = opened;
    const raw = sha256(JSON.stringify(inputs.map((input) => input.sha256)));
    const id = editionUuid({ source: source.key, release: release.name, rows: raw, needs: needed.map((need) => need.edition), format: source.format });
    const checks = [unreadableCells(problems)];
    const record = new EditionWriter(this.#options.directory, id).publish('quarantine', {
      id,
      source: source.key,
      release: release.name,
      label: release.name,
      released: release.released,
      year: release.year,
      provisional: release.provisional,
      sample: release.sample,
      format: source.format,
      rows: null,
      inputs: [...inputs],
      needs: [...needed],
      axes: { occupations: [], areas: null },
      checks,
    });
    return this.#record(record, 'quarantine', checks, { published: 0, withheld: {} }, opened);
  }

  /** Puts an edition into the catalogue to be. One that was withdrawn stays withdrawn; one that was held keeps its place. */
  #record(record: EditionRecord, shelf: Shelf, checks: readonly CheckResult[], figures: FigureCount, opened: Opened): CatalogueEdition {
    const before = this.#editions.find((edition) => edition.id === record.id);
    const state = before?.state === 'withdrawn' ? 'withdrawn' : shelf === 'quarantine' ? 'quarantined' : 'superseded';
    const edition: CatalogueEdition = {
      id: record.id,
      source: record.source,
      release: record.release,
      label: record.label,
      released: record.released,
      year: record.year,
      provisional: record.provisional,
      state,
      needs: record.needs,
      axes: record.axes,
      checks: [...checks],
      inputs: [...opened.inputs],
      root: record.root,
      files: record.files.length,
      bytes: record.files.reduce((sum, file) => sum + file.bytes, 0),
      figures: figures.published,
      withheld: Object.fromEntries(Object.entries(figures.withheld).sort(([a], [b]) => byCodeUnit(a, b))),
      compiled: before?.compiled ?? new Date().toISOString(),
      code: this.#code,
    };
    this.#editions = before === undefined ? [...this.#editions, edition] : this.#editions.map((held) => (held.id === edition.id ? edition : held));
    this.#changed = true;
    return edition;
  }
}

export const sampleLicence = 'synthetic sample, not statistics';

/** The publisher's text, or in a sample the text that can never be taken for it. */
export function attributionOf(source: Source, sample: boolean): string {
  return sample ? `Synthetic sample, not from the publisher. Real data would carry: ${source.attribution}` : source.attribution;
}

function describeSource(source: Source, sample: boolean, served: string[]): CatalogueSource {
  return {
    key: source.key,
    title: source.title,
    publisher: source.publisher,
    licence: sample ? sampleLicence : source.licence.name,
    licenceUrl: sample ? null : source.licence.url,
    attribution: attributionOf(source, sample),
    landingPage: source.landingPage,
    cadence: source.cadence,
    served,
  };
}

/** Every place that a file pattern has within the axes. */
function densePlaces(file: string, axes: CatalogueEdition['axes']): { soc?: string; area?: string }[] {
  const socs = file.includes('{soc}') ? axes.occupations.map((soc) => ({ soc })) : [{}];
  if (!file.includes('{area}')) return socs;
  return socs.flatMap((place) => (axes.areas ?? []).map((area) => ({ ...place, area })));
}

function unreadableCells(problems: readonly Problem[]): CheckResult {
  const [first] = problems;
  return {
    check: 'understood',
    severity: 'block',
    message: first === undefined ? 'the release was not understood' : first.message,
    places: problems.slice(0, 10).map((problem) => problem.place),
    count: problems.length,
  };
}

function blockingProblems(edition: CatalogueEdition): Problem[] {
  return edition.checks
    .filter((result) => result.severity === 'block')
    .map((result) => ({ place: `${edition.source} ${edition.release} ${result.check}`, message: `${result.message} (${result.places.join('; ')})` }));
}
