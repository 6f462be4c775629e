// What a worker does with a release: reads it, examines what its rows mean, checks it alone and
// with the edition before, and writes its edition into a temporary folder. The main process decides
// whether the edition is published.
import type {
  CatalogueEdition,
  CheckResult,
  EditionRecord,
  InputFile,
  ListedInput,
} from '#schemas/catalogue.ts';
import type { SourceKey } from '#schemas/codes.ts';
import { isPublished } from '#schemas/standing.ts';
import { type Lookup, recordLookups } from '#sources/kit/lookups.ts';
import type { TitleEvidence } from '#sources/kit/needs.ts';
import { placeOfRelease } from '#sources/kit/place.ts';
import { LayoutError, type Problem, UnreadableFileError } from '#sources/kit/problem.ts';
import type { FigureCount } from '#sources/kit/figures.ts';
import type { PublishedFile } from '#sources/kit/named-files.ts';
import type { Release } from '#sources/kit/release.ts';
import type { Source } from '#sources/kit/source.ts';
import {
  findingsOf,
  heldResult,
  hiddenSheets,
  namedFindings,
  newColumns,
  resultsOf,
} from '../checks.ts';
import { beforeItsYear, byRelease, parseRelease, predecessorOf } from '../edition/catalogue.ts';
import { attributionOf, provenanceOf } from '../edition/describe.ts';
import { digestRows, editionUuid } from '../edition/digest.ts';
import { EditionWriter, temporaryFolder } from '../edition/edition-directory.ts';
import { areOfSameFiles } from '../edition/editions-in-use.ts';
import { writeDocuments } from '../edition/write-documents.ts';
import { writeTables } from '../figures/figure-files.ts';
import { EditionReader, type ReadEdition } from './read-again.ts';

export interface Need {
  readonly source: SourceKey;
  readonly edition: string;
}

/** A release whose files are here. Together with its rows, it decides the id of its edition. */
export interface OpenRelease {
  readonly release: Release;
  readonly bytes: readonly PublishedFile[];
  readonly inputs: readonly InputFile[];
  /** The inputs as the catalogue lists them. */
  readonly listed: readonly ListedInput[];
  readonly needed: readonly Need[];
}

/** All that a worker must know to make the edition of a release. */
export interface ReleaseJob extends OpenRelease {
  /** The editions of its source and those that it needs, as the catalogue has them now. */
  readonly editions: readonly CatalogueEdition[];
  /** Digest of the code that makes editions. */
  readonly code: string;
  readonly acceptDocumented: boolean;
  /** Whether to make no edition of a release that is not understood. */
  readonly onlyIfUnderstood: boolean;
}

/** An edition in a temporary folder, complete with its record. */
export interface WrittenEdition {
  readonly kind: 'written';
  readonly temporary: string;
  /** Its checks are those of the release alone: it must not depend on other editions. */
  readonly record: EditionRecord;
  /** What was not understood. Such an edition has no documents: unknown figures may be missing. */
  readonly problems: readonly Problem[];
  /** What the checks found by comparison with the edition before. */
  readonly compared: readonly CheckResult[];
  readonly count: FigureCount;
  /** What the search may learn from it. */
  readonly evidence: readonly TitleEvidence[];
}

export type Made =
  | WrittenEdition
  /** Equal rows made this edition before, and it is not made again. */
  | {
      readonly kind: 'known';
      readonly edition: string;
      readonly verdict: 'unchanged' | 'withdrawn';
    }
  /** Documents of ours that are not valid. */
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | { readonly kind: 'not understood' };

export type Step = 'reading' | 'examining' | 'checking' | 'writing';

/** What a worker reports while it makes an edition. */
export interface Listener {
  step(step: Step): void;
  say(line: string): void;
}

/** What the search learns from: the served editions with titles, and what is known of each. */
export interface LearningJob {
  readonly needs: readonly (Need & { readonly evidence: readonly TitleEvidence[] | null })[];
  readonly editions: readonly CatalogueEdition[];
}

export const noFigures: FigureCount = { published: 0, withheld: {} };

/** A release with its rows, exactly as published. */
interface ReadRelease extends ReleaseJob {
  readonly source: Source;
  readonly rows: readonly unknown[];
  /** What the readers looked for, without the members of JSON. */
  readonly lookups: readonly Lookup[];
  /** SHA-256 of the rows. */
  readonly digest: string;
  /** Id of the edition that these rows make. */
  readonly id: string;
}

interface CheckedRelease {
  readonly examined: ReadEdition;
  readonly problems: readonly Problem[];
  readonly alone: readonly CheckResult[];
  readonly compared: readonly CheckResult[];
}

/**
 * Makes editions, one after another. It remembers what its sources need, and the last edition of a
 * source, because the next release is usually compared with it.
 */
export class ReleaseMaker {
  readonly #directory: string;
  readonly #sources: readonly Source[];
  readonly #reader: EditionReader;
  readonly #catalogue: { editions: readonly CatalogueEdition[] } = { editions: [] };
  /** The edition made last. It is remembered if the main process has published it. */
  #lastMade: { readonly id: string; readonly source: Source; readonly read: ReadEdition } | null =
    null;

  constructor(directory: string, sources: readonly Source[]) {
    this.#directory = directory;
    this.#sources = sources;
    this.#reader = new EditionReader(directory, sources, this.#catalogue);
  }

  /**
   * Throws UnreadableFileError if a file is damaged, and LayoutError if the release cannot be read.
   */
  async make(source: Source, job: ReleaseJob, listener: Listener): Promise<Made> {
    this.#catalogue.editions = job.editions;
    this.#rememberLast(source);
    listener.step('reading');
    const read = await readRows(source, job);
    listener.step('examining');
    const known = unchangedRows(read);
    if (known !== null) return known;
    const checked = await this.#check(read, listener);
    if (checked.problems.length > 0 && job.onlyIfUnderstood) return { kind: 'not understood' };
    listener.step('writing');
    return this.#write(read, checked);
  }

  /** The rows of an edition that was made here, for other workers whose sources need it. */
  rowsOf(id: string): readonly unknown[] | null {
    return this.#lastMade?.id === id ? this.#lastMade.read.rows : null;
  }

  /** Takes the rows of a needed edition, which another worker has read. */
  takeRows(id: string, rows: readonly unknown[]): void {
    this.#reader.takeRows(id, rows);
  }

  /** What the search may learn, edition by edition. Throws as EditionReader.read does. */
  async evidenceOf({ needs, editions }: LearningJob): Promise<TitleEvidence[]> {
    this.#catalogue.editions = editions;
    const titles: TitleEvidence[] = [];
    for (const { edition, evidence } of needs) {
      for (const title of evidence ?? (await this.#titlesOf(edition))) titles.push(title);
    }
    return titles;
  }

  async #titlesOf(id: string): Promise<readonly TitleEvidence[]> {
    const { source, read } = this.#reader.open(id);
    const { observations, needs } = await read();
    return [...(source.titles?.(observations, needs) ?? [])];
  }

  #rememberLast(next: Source): void {
    const last = this.#lastMade;
    this.#lastMade = null;
    if (last === null) return;
    const edition = this.#catalogue.editions.find(({ id }) => id === last.id);
    if (edition !== undefined && isPublished(edition))
      this.#reader.remember(last.id, last.source, last.read);
    if (last.source.key !== next.key) this.#reader.forgetLast();
  }

  async #check(read: ReadRelease, listener: Listener): Promise<CheckedRelease> {
    const { source, release, rows, needed, editions } = read;
    const needs = await this.#reader.needsOf(source, needed);
    const problems: Problem[] = [];
    const examined = {
      release,
      rows,
      needs,
      observations: source.reshape(release, rows, needs, problems),
      files: read.inputs.map(({ file }) => file),
      lookups: read.lookups,
    };
    if (problems.length > 0) {
      const alone = [heldResult(problems)];
      return { examined, problems, alone, compared: alone };
    }
    listener.step('checking');
    // The same files, read by other code or with other needs, are not the edition before.
    const isSame = (edition: CatalogueEdition) =>
      edition.rows === read.digest ||
      areOfSameFiles(edition, { source: source.key, release: release.name, inputs: read.listed });
    const before = predecessorOf(source, release, editions, isSame);
    const previous = before === null ? null : await this.#readBefore(read, before, listener);
    const findings = findingsOf(source, examined, previous);
    const hidden = hiddenSheets(examined);
    const alone = [...resultsOf(findings.alone), ...hidden];
    const compared = [
      ...resultsOf(namedFindings(source, examined, findings.compared)),
      ...(previous === null ? [] : newColumns(source, examined, previous)),
      ...hidden,
    ];
    return { examined, problems, alone, compared };
  }

  /**
   * The edition that a release is compared with, and with it the edition of the year before if the
   * release revises its year. Null, with a message, if its files can no longer be read.
   */
  async #readBefore(
    read: ReadRelease,
    before: CatalogueEdition,
    listener: Listener,
  ): Promise<ReadEdition | null> {
    const { source, release, editions } = read;
    try {
      const previous = await this.#reader.examined(before.id);
      const older = beforeItsYear(source, release, before, editions);
      const yearBefore = older === null ? null : await this.#readBefore(read, older, listener);
      return yearBefore === null ? previous : { ...previous, yearBefore };
    } catch (error) {
      if (!(error instanceof UnreadableFileError || error instanceof LayoutError)) throw error;
      listener.say(
        `${placeOfRelease(release)}: not compared with ${before.release}, which can no ` +
          `longer be read\n${error.message}`,
      );
      return null;
    }
  }

  /** Writes the documents, then the tables, then the record. */
  async #write(read: ReadRelease, checked: CheckedRelease): Promise<Made> {
    const { source, release, id, digest } = read;
    const { examined, problems, alone, compared } = checked;
    const { observations, needs } = examined;
    const label = source.label?.(release, observations) ?? release.name;
    const writer = new EditionWriter(temporaryFolder(this.#directory, source.key));
    try {
      const written =
        problems.length > 0 ? noFigures : await writeFiles(writer, read, examined, label);
      if (Array.isArray(written)) {
        writer.discard();
        return { kind: 'invalid', problems: written };
      }
      const record = writer.finish({
        ...describeRelease(source, read, id),
        label,
        rows: digest,
        axes: source.axes(observations, needs),
        checks: alone,
      });
      this.#lastMade = { id, source, read: examined };
      const evidence = problems.length > 0 ? [] : (source.titles?.(observations, needs) ?? []);
      return {
        kind: 'written',
        temporary: writer.temporary,
        record,
        problems,
        compared,
        count: written,
        evidence: [...evidence],
      };
    } catch (error) {
      writer.discard();
      throw error;
    }
  }

  /** True if another source needs the observations of this one. */
  isNeeded(source: Source): boolean {
    return this.#sources.some(({ needs, optionalNeeds = [] }) =>
      [...needs, ...optionalNeeds].some((key) => key === source.key),
    );
  }
}

async function readRows(source: Source, job: ReleaseJob): Promise<ReadRelease> {
  const lookups: Lookup[] = [];
  const rows = await recordLookups(lookups, () => source.parse(job.release, job.bytes), {
    isThorough: false,
  });
  const digest = digestRows(rows);
  return { ...job, source, rows, lookups, digest, id: editionIdOf(source, job, digest) };
}

/**
 * The id of the edition. `rows` is the digest of the rows, or of the raw bytes if the release could
 * not be read.
 */
export function editionIdOf(
  source: Source,
  { release, needed }: Pick<OpenRelease, 'release' | 'needed'>,
  rows: string,
): string {
  const { name, released } = release;
  const needs = needed.map((need) => need.edition);
  return editionUuid(
    { source: source.key, release: name, released, format: source.format },
    rows,
    needs,
  );
}

/** Whether an edition was made with these needs. */
export function hasNeeds(
  { needs }: Pick<CatalogueEdition, 'needs'>,
  needed: readonly Need[],
): boolean {
  return (
    needs.length === needed.length &&
    needs.every(
      ({ source, edition }, index) =>
        needed[index]?.source === source && needed[index]?.edition === edition,
    )
  );
}

/**
 * The edition that equal rows made before and that is not made again: a withdrawn one, or an
 * earlier harvest. Null if there is none.
 */
function unchangedRows(read: ReadRelease): Made | null {
  const { source, release, digest, editions, code, acceptDocumented } = read;
  const hasRows = ({ rows }: CatalogueEdition) => rows === digest;
  const editionsOfFormat = editions.filter(
    (edition) => edition.source === source.key && edition.format === source.format,
  );
  // A file saved again, or another day's harvest, must not bring a withdrawn edition back.
  const withdrawn = editionsOfFormat.find(
    (edition) =>
      edition.state === 'withdrawn' &&
      (edition.release === release.name || source.harvested === true) &&
      hasRows(edition),
  );
  if (withdrawn !== undefined)
    return { kind: 'known', edition: withdrawn.id, verdict: 'withdrawn' };
  if (!source.harvested) return null;
  // The served edition of an earlier day's harvest, or one that this code has held back.
  const harvested = editionsOfFormat.findLast((edition) => {
    const isHeld = edition.state === 'quarantined' && edition.code === code && !acceptDocumented;
    if (!isHeld && edition.state !== 'served') return false;
    const earlier = parseRelease(source, edition.release);
    return (
      earlier !== null &&
      byRelease(earlier, release) < 0 &&
      hasNeeds(edition, read.needed) &&
      hasRows(edition)
    );
  });
  return harvested === undefined
    ? null
    : { kind: 'known', edition: harvested.id, verdict: 'unchanged' };
}

/** The members of edition.json that are known before the release is checked and written. */
type ReleaseRecord = Omit<EditionRecord, 'label' | 'rows' | 'axes' | 'checks' | 'files' | 'root'>;

export function describeRelease(
  source: Source,
  { release, inputs, needed }: Pick<OpenRelease, 'release' | 'inputs' | 'needed'>,
  id: string,
): ReleaseRecord {
  return {
    id,
    source: source.key,
    release: release.name,
    released: release.released,
    year: release.year,
    provisional: release.provisional,
    sample: release.sample,
    format: source.format,
    inputs,
    needs: needed,
  };
}

/** Returns the number of figures, or the faults of our own documents. */
async function writeFiles(
  writer: EditionWriter,
  read: ReadRelease,
  examined: ReadEdition,
  label: string,
): Promise<FigureCount | Problem[]> {
  const { source, id, needed, editions } = read;
  const { release, observations, needs } = examined;
  const labelOf = (need: string) => editions.find((other) => other.id === need)?.label ?? need;
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
    provenance,
  };
  const faults = writeDocuments(writer, edition, documents);
  if (faults.length > 0) return faults;
  const { files, count } = await writeTables(
    writer.temporary,
    source,
    { id, release: release.name, attribution },
    examined,
  );
  for (const { path, content } of files) writer.addWritten(path, content);
  return count;
}
