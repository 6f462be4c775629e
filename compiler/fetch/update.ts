// Looks for new releases at the publishers, downloads missing files and compiles them. All results
// of a run go live in one replacement of the catalogue. A source that fails is reported and never
// stops the others.
import { rmdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Catalogue,
  type CatalogueEdition,
  type Ingest,
  type InputFile,
  type ListedInput,
  neverLookedAt,
} from '#schemas/catalogue.ts';
import type { SourceKey } from '#schemas/codes.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { heldBack, isPublished } from '#schemas/standing.ts';
import { parseRelease, readCatalogue } from '../edition/catalogue.ts';
import { requireClock } from '../edition/clock.ts';
import { sha256 } from '../edition/digest.ts';
import { namesIn, removeIn } from '../edition/files.ts';
import { listedInputs } from '../edition/listed-files.ts';
import { lock } from '../edition/lock.ts';
import { systemClock } from './retries.ts';
import { download as downloadFile } from './download.ts';
import { type Credentials, FetchError, Http, type HttpOptions } from './http.ts';
import { credentialsOf, webOver } from './web.ts';
import {
  type Outcome,
  type ReleaseFiles,
  isWithoutEdition,
  waitsForNeeds,
} from '../release/outcome.ts';
import type { ShowProgress } from '../release/run.ts';
import type { Workers } from '../release/workers.ts';
import { makeFolder, refuseMixture } from '../edition/data-directory.ts';
import { compile } from '../pipeline.ts';
import { type Problem, UnreadableFileError, problemOf, quoteList } from '#sources/kit/problem.ts';
import {
  type KeptDownload,
  type KeptFile,
  type KeptRelease,
  type NamedRelease,
  keptDownloads,
  keptReleases,
  noteFiles,
} from '../release/manifests.ts';
import { haveSnapshot, isThere, keepSnapshot, readSnapshot } from '../release/snapshots.ts';
import { kindOf } from '#sources/kit/named-files.ts';
import type {
  CorrectionNotice,
  DiscoveredFile,
  DiscoveredRelease,
  Discovery,
} from '#sources/kit/discovery.ts';
import type { Release } from '#sources/kit/release.ts';
import type { Source } from '#sources/kit/source.ts';

export interface UpdateOptions {
  /** Every source. A source is compiled again if a source that it needs has changed. */
  readonly sources: readonly Source[];
  readonly wanted: readonly Source[];
  readonly directory: string;
  readonly http?: Omit<HttpOptions, 'say'>;
  readonly environment?: NodeJS.ProcessEnv;
  /** The workers that make editions; by default this process. */
  readonly workers?: Workers;
  /** When files arrive (default: the machine's clock). */
  readonly now?: () => Date;
  readonly progress: ShowProgress;
  readonly note?: (line: string) => void;
  readonly say: (line: string) => void;
}

/**
 * unchanged: not downloaded; equal-bytes: downloaded, with bytes that we hold; new: other bytes.
 */
export interface FetchedFile extends InputFile {
  readonly state: 'unchanged' | 'equal-bytes' | 'new';
}

/**
 * unchanged: an edition of these files exists; touched: other bytes, equal cells; held: a blocking
 * check holds it back, in this run or an earlier one; the others are verdicts of the pipeline.
 */
export type ReleaseVerdict =
  | 'unchanged'
  | 'published'
  | 'touched'
  | 'held'
  | 'waiting'
  | 'unreadable'
  | 'failed';

export type SourceReport = ReturnType<typeof reportOf>;

export interface UpdateResult {
  readonly sources: readonly SourceReport[];
  /**
   * One for everything that was compiled, including sources compiled again because a source that
   * they need has changed.
   */
  readonly outcomes: readonly Outcome[];
}

/**
 * Updates a data directory from the publishers. Throws DirectoryError or LockedError; a source's
 * fault is in the result.
 */
export async function update(options: UpdateOptions): Promise<UpdateResult> {
  const { directory, wanted } = options;
  const downloads = join(directory, 'downloads');
  makeFolder(downloads, directory);
  // Its own lock: downloading may take an hour, and offline compiling need not wait for it.
  const unlock = lock(downloads, options.say);
  let settled = false;
  try {
    const catalogue = readCatalogue(directory)?.catalogue ?? null;
    refuseMixture(directory, catalogue, false);
    requireClock(directory, catalogue);
    // Waits pass: an address that could not be reached is reported once, with the attempts.
    const run: Run = {
      ...options,
      catalogue,
      client: new Http({ ...options.http, say: options.progress }),
      downloads,
      shelf: snapshotsIn(directory),
    };
    const checks = await Promise.all(wanted.map((source) => new SourceCheck(source, run).run()));
    const outcomes = await compile({
      sources: options.sources,
      releases: checks.flatMap(({ toCompile }) => toCompile),
      directory,
      sample: false,
      acceptDocumented: false,
      ...(options.workers === undefined ? {} : { workers: options.workers }),
      ...(options.note === undefined ? {} : { note: options.note }),
      ingest: (compiled) => ingestOf(options, catalogue, checks, compiled),
      progress: options.progress,
      say: options.say,
    });
    settled = checks.every(({ problems }) => problems.length === 0);
    return { sources: checks.map((check) => reportOf(check, catalogue, outcomes)), outcomes };
  } finally {
    // The next run resumes a failed download.
    if (settled) removeIn(downloads, (name) => name !== 'lock');
    unlock();
    if (namesIn(downloads).length === 0) rmdirSync(downloads);
  }
}

const day = 86_400_000;
/**
 * A publisher may change a file and not its date. So we request a file that we have had for this
 * time, whatever its date.
 */
const trustedDays = 28;
/** A date may be of another time zone, or of a draft that is published later. */
const settledDays = 2;

/** A killed run loses the notes of so many downloads, and the next one downloads them again. */
const notedAtOnce = 100;

/** A release as its publisher has it now, with its files downloaded. */
interface Fetched {
  readonly release: Release;
  readonly files: readonly FetchedFile[];
  /** The edition made from these files; null if there is none yet. */
  readonly edition: CatalogueEdition | null;
}

/** Where the files of publishers are kept. */
export interface Shelf {
  has(source: SourceKey, digest: string): boolean;
  read(source: SourceKey, digest: string): Uint8Array;
  keep(source: SourceKey, bytes: Uint8Array): void;
  /** Notes files in the manifest of their release. */
  note(release: NamedRelease, files: readonly KeptFile[]): void;
}

function snapshotsIn(directory: string): Shelf {
  return {
    has: (source, digest) => haveSnapshot(directory, source, digest),
    read: (source, digest) => readSnapshot(directory, source, digest),
    keep: (source, bytes) => void keepSnapshot(directory, source, bytes),
    note: (release, files) => noteFiles(directory, release, files),
  };
}

/** What the checks of a run share. */
export interface Run extends Omit<UpdateOptions, 'sources'> {
  readonly catalogue: Catalogue | null;
  readonly client: Http;
  readonly downloads: string;
  readonly shelf: Shelf;
}

/** The check of one source: its publisher's pages and the downloaded files. */
export class SourceCheck {
  readonly source: Source;
  discovery: Discovery | null = null;
  missingKey: string | null = null;
  #credentials: Credentials | null = null;
  readonly fetched: Fetched[] = [];
  readonly problems: Problem[] = [];
  #refusals = 0;
  readonly remarks: string[] = [];
  readonly #run: Run;
  /** Days of releases, and files to note in their manifests, by release. */
  readonly #released = new Map<string, string | null>();
  readonly #noted = new Map<string, KeptFile[]>();
  /** Addresses that were not requested, because their date has not moved. */
  readonly #notAsked = new Set<string>();
  /** The files kept from before the check. They are read once. */
  #kept: {
    readonly downloads: ReadonlyMap<string, KeptDownload>;
    readonly releases: readonly KeptRelease[];
  } | null = null;

  constructor(source: Source, run: Run) {
    this.source = source;
    this.#run = run;
  }

  /** Never rejects: a fault of one source is a problem in that source's report. */
  async run(): Promise<this> {
    const { key } = this.source;
    try {
      const credentials = credentialsOf(this.source, this.#run.environment ?? process.env);
      if (credentials === 'missing') {
        this.missingKey = this.source.publisherKey?.variable ?? null;
        return this;
      }
      this.#credentials = credentials;
      const { directory } = this.#run;
      // A download may repair a manifest, so the check goes on.
      const releases = keptReleases(directory, key, (problem) => this.problems.push(problem));
      this.#kept = { downloads: keptDownloads(directory, key), releases };
      this.#run.progress(`${key}: looking for new releases`);
      const today = new Date((this.#run.http?.clock ?? systemClock).now())
        .toISOString()
        .slice(0, 10);
      this.discovery = await this.source.discover(
        webOver(this.#run.client, this.source.origins, credentials),
        today,
      );
      this.remarks.push(...this.discovery.remarks.map((remark) => `${key}: ${remark}`));
    } catch (error) {
      this.#blame(key, error);
      return this;
    }
    for (const discovered of this.discovery.releases) {
      const place = `${key} ${discovered.name}`;
      try {
        this.fetched.push(await this.#fetchRelease(discovered));
      } catch (error) {
        this.#blame(place, error);
      }
      try {
        this.#writeNotes();
      } catch (error) {
        this.#blame(place, error);
      }
    }
    return this;
  }

  #blame(place: string, error: unknown): void {
    this.problems.push(problemOf(place, error));
    if (error instanceof FetchError && error.isRefusal) this.#refusals += 1;
  }

  get isRefused(): boolean {
    return this.problems.length > 0 && this.#refusals === this.problems.length;
  }

  get toCompile(): ReleaseFiles[] {
    const { source } = this;
    return this.fetched
      .filter(({ edition }) => edition === null)
      .map(({ release, files }) => ({
        source,
        release,
        files: () =>
          files.map(({ file, sha256 }) => ({
            name: file,
            bytes: this.#run.shelf.read(source.key, sha256),
          })),
      }));
  }

  async #fetchRelease(discovered: DiscoveredRelease): Promise<Fetched> {
    const { source } = this;
    // A page may state the day on one visit and not on the next. The edition must not be made again
    // for that.
    const known = this.#kept?.releases.find(({ release }) => release === discovered.name);
    const release = parseRelease(
      source,
      discovered.name,
      discovered.released ?? known?.released ?? null,
    );
    if (release === null)
      throw new Error(`sources/${source.key}/source.ts does not recognise the publisher's release`);
    this.#released.set(release.name, release.released);
    this.#expectNoLess(release, 'lists', ...discovered.files.map(({ name }) => name));
    let files: FetchedFile[] = [];
    for (const file of discovered.files) {
      try {
        files.push(await this.#fetchFile(release, file, 'if changed'));
      } catch (error) {
        if (
          file.optional !== true ||
          !(error instanceof FetchError || error instanceof UnreadableFileError)
        )
          throw error;
        const why = error instanceof FetchError ? error.message : error.problem.message;
        this.remarks.push(`${source.key} ${release.name} ${file.name}: left out, ${why}`);
      }
    }
    this.#expectNoLess(release, 'gives', ...files.map(({ file }) => file));
    const edition = this.#editionOf(release, files);
    if (edition === null) {
      for (const file of files) this.#noteUnchanged(release, discovered, file);
      // Compiling needs all files of a release, and a pulled directory may lack some.
      files = await Promise.all(files.map((file) => this.#haveBytes(release, discovered, file)));
    }
    return { release, files: files.sort((a, b) => byCodeUnit(a.file, b.file)), edition };
  }

  /**
   * Throws if a kind of file that we hold of a release is gone: the publisher removed it by
   * mistake, and figures would be lost.
   */
  #expectNoLess({ name }: Release, verb: 'lists' | 'gives', ...files: readonly string[]): void {
    const held = this.#run.catalogue?.editions.findLast(
      (edition) => edition.source === this.source.key && edition.release === name,
    );
    for (const kind of Object.values(this.source.files)) {
      const lost = held?.inputs.find((input) => kind.match.test(input.file));
      if (lost === undefined || files.some((file) => kind.match.test(file))) continue;
      throw new Error(
        `the publisher no longer ${verb} ${kind.describe}, of which "${lost.file}" is ` +
          `held; found ${quoteList(files)}`,
      );
    }
  }

  async #fetchFile(
    release: Release,
    { name, url, unchanging, changed }: DiscoveredFile,
    when: 'if changed' | 'always',
  ): Promise<FetchedFile> {
    const { directory, shelf, progress, say } = this.#run;
    const { key } = this.source;
    const place = `${key} ${release.name} ${name}`;
    if (unchanging !== undefined && shelf.has(key, unchanging)) {
      const { byteLength: bytes } = shelf.read(key, unchanging);
      return { file: name, sha256: unchanging, bytes, state: 'unchanged' };
    }
    const kept = this.#kept?.downloads.get(url);
    if (
      when === 'if changed' &&
      changed !== undefined &&
      kept !== undefined &&
      this.#isTrusted(changed, kept)
    ) {
      this.#notAsked.add(url);
      return { file: name, sha256: kept.sha256, bytes: kept.bytes, state: 'unchanged' };
    }
    const isDamaged = ({ sha256 }: KeptDownload) =>
      isThere(directory, key, sha256) && !shelf.has(key, sha256);
    progress(`${place}: asking`);
    const byHand =
      unchanging === undefined
        ? ''
        : `\n  it never changes: get it once with a browser, and then: lmi import ${name}`;
    // Damaged bytes are downloaded again, though the publisher's have not changed.
    const held = when === 'always' || kept === undefined || isDamaged(kept) ? null : kept.download;
    const by = {
      http: this.#run.client,
      origins: this.source.origins,
      folder: this.#run.downloads,
      say,
      credentials: this.#credentials,
    };
    const downloaded = await downloadFile({ url, name, place, held }, by).catch(
      (error: unknown) => {
        if (error instanceof FetchError) error.message += byHand;
        throw error;
      },
    );
    if (downloaded === null) {
      if (kept === undefined)
        throw new Error(`${url}: answered that nothing has changed, but we hold nothing`);
      // It is trusted from now on.
      if (changed !== undefined) this.#note(kept.release, { ...kept, at: this.#now() });
      return { file: name, sha256: kept.sha256, bytes: kept.bytes, state: 'unchanged' };
    }
    const { bytes, etag, lastModified } = downloaded;
    const digest = sha256(bytes);
    const isHeld = shelf.has(key, digest);
    shelf.keep(key, bytes);
    this.#note(release.name, {
      file: name,
      sha256: digest,
      bytes: bytes.length,
      at: this.#now(),
      download: { url, etag, lastModified },
    });
    if (isHeld && when === 'if changed')
      say(`${place}: equal bytes, recorded with the server's new validators`);
    return {
      file: name,
      sha256: digest,
      bytes: bytes.length,
      state: isHeld ? 'equal-bytes' : 'new',
    };
  }

  /**
   * The same bytes can belong to a release with a new name: a notice corrects the other table, or
   * some files of a harvest changed. This is noted only if an edition is to be made. Otherwise each
   * day would add a note to each file of a harvest without news.
   */
  #noteUnchanged(
    release: Release,
    { files }: DiscoveredRelease,
    { file, sha256, bytes, state }: FetchedFile,
  ): void {
    const { url = '', unchanging } = files.find(({ name }) => name === file) ?? {};
    const kept = this.#kept?.downloads.get(url);
    const note = (download: KeptFile['download'], at: string) =>
      this.#note(release.name, { file, sha256, bytes, at, download });
    // It came by hand, or with another release.
    if (unchanging === sha256 && kept?.sha256 !== sha256) note(null, this.#now());
    else if (
      state === 'unchanged' &&
      kept !== undefined &&
      (kept.release !== release.name || kept.file !== file)
    )
      // A file that was not requested is as old as its arrival.
      note(kept.download, this.#notAsked.has(url) ? kept.at : this.#now());
  }

  /** The manifests are written once for many files: a harvest has a thousand. */
  #note(release: string, { file, sha256, bytes, at, download }: KeptFile): void {
    const noted = this.#noted.get(release) ?? [];
    noted.push({ file, sha256, bytes, at, download });
    this.#noted.set(release, noted);
    if (noted.length >= notedAtOnce) this.#writeNotes();
  }

  #writeNotes(): void {
    const { key: source } = this.source;
    for (const [name, files] of this.#noted)
      this.#run.shelf.note({ source, name, released: this.#released.get(name) ?? null }, files);
    this.#noted.clear();
  }

  /**
   * Whether a file is not asked for, because its publisher dates it before we had it and we had it,
   * or asked for it, not long ago.
   */
  #isTrusted(changed: string, { sha256: digest, at }: KeptDownload): boolean {
    const moved = Date.parse(changed);
    const arrived = Date.parse(at);
    const now = Date.parse(this.#now());
    // A date that cannot be read is NaN, and comparing it is never true.
    return (
      arrived - moved > settledDays * day &&
      now - arrived < trustedDays * day &&
      this.#run.shelf.has(this.source.key, digest)
    );
  }

  #now(): string {
    return (this.#run.now?.() ?? new Date()).toISOString();
  }

  async #haveBytes(
    release: Release,
    { files }: DiscoveredRelease,
    file: FetchedFile,
  ): Promise<FetchedFile> {
    const listed = files.find(({ name }) => name === file.file);
    if (listed === undefined || this.#run.shelf.has(this.source.key, file.sha256)) return file;
    return this.#fetchFile(release, listed, 'always');
  }

  /**
   * The edition made from these files. An edition without the day of release, which is now known,
   * must be made again, and so must one in an older format. A withdrawn edition stays withdrawn:
   * only a person brings it back.
   */
  #editionOf(release: Release, files: readonly FetchedFile[]): CatalogueEdition | null {
    const inputs = inputsText(this.source, files);
    const editionOfFiles = this.#run.catalogue?.editions.findLast((edition) => {
      if (edition.source !== this.source.key || inputsText(this.source, edition.inputs) !== inputs)
        return false;
      if (edition.state !== 'withdrawn' && edition.format < this.source.format) return false;
      // A harvest of another day with the same files.
      if (this.source.harvested && edition.state !== 'superseded') return true;
      if (edition.release !== release.name) return false;
      return (
        edition.state === 'withdrawn' || edition.released !== null || release.released === null
      );
    });
    return editionOfFiles === undefined || this.#isOvertaken(editionOfFiles, inputs)
      ? null
      : editionOfFiles;
  }

  /**
   * Whether other files of its release were published later. The publisher has then gone back, and
   * the pipeline must follow.
   */
  #isOvertaken({ source, release, state }: CatalogueEdition, inputs: string): boolean {
    if (!isPublished({ state })) return false;
    const isLater = (edition: CatalogueEdition) =>
      edition.source === source && edition.release === release && isPublished(edition);
    const last = this.#run.catalogue?.editions.findLast(isLater);
    const isOvertaken = last !== undefined && inputsText(this.source, last.inputs) !== inputs;
    if (isOvertaken)
      this.#run.say(
        `${source} ${release}: the publisher went back to earlier files, so their ` +
          'edition is served again',
      );
    return isOvertaken;
  }
}

/** The files of a source's kinds as one text, for comparison. */
function inputsText(source: Source, files: readonly ListedInput[]): string {
  const filesOfSource = files
    .filter(({ file }) => kindOf(source.files, file) !== undefined)
    .sort((a, b) => byCodeUnit(a.file, b.file));
  return JSON.stringify(
    listedInputs(source.files, filesOfSource).map(({ file, sha256 }) => [file, sha256]),
  );
}

/** The result for one source. With a problem it counts as not checked. */
export function reportOf(
  check: SourceCheck,
  catalogue: Catalogue | null,
  outcomes: readonly Outcome[],
) {
  const { source, missingKey, discovery, fetched, remarks, problems } = check;
  return {
    source: source.key,
    /**
     * The environment variable that is not set, so the source was not checked; null if it was
     * checked.
     */
    missingKey,
    newest: newestOf(check),
    nextRelease: discovery?.nextRelease ?? null,
    notices: [...(discovery?.notices ?? [])],
    releases: fetched.map(({ release, files, edition }) => ({
      release: release.name,
      files,
      verdict: verdictInRun(source, release, edition, catalogue, outcomes),
    })),
    remarks,
    problems,
    /** True if the publisher does not let this program in, and nothing else is the matter. */
    isRefused: check.isRefused,
  };
}

function verdictInRun(
  source: Source,
  release: Release,
  edition: CatalogueEdition | null,
  catalogue: Catalogue | null,
  outcomes: readonly Outcome[],
): ReleaseVerdict {
  if (edition !== null)
    return edition.state === 'quarantined' && edition.dismissed === undefined
      ? 'held'
      : 'unchanged';
  const outcome = outcomes.find(
    (candidate) => candidate.source === source.key && candidate.release === release.name,
  );
  const verdict = outcome?.verdict ?? 'unchanged';
  if (outcome !== undefined && verdict === 'published')
    return isNew(outcome, catalogue) ? 'published' : 'touched';
  if (verdict === 'quarantined' || verdict === 'doubted') return 'held';
  return verdict === 'withdrawn' ? 'unchanged' : verdict;
}

/** True if a run has published an edition that was not published before. */
function isNew({ verdict, edition }: Outcome, catalogue: Catalogue | null): boolean {
  return (
    verdict === 'published' &&
    !catalogue?.editions.some(({ id, state }) => id === edition?.id && state !== 'quarantined')
  );
}

/** The new ingest entries of the catalogue, for sources that were checked or have a new edition. */
function ingestOf(
  { sources }: UpdateOptions,
  catalogue: Catalogue | null,
  checks: readonly SourceCheck[],
  outcomes: readonly Outcome[],
): Map<SourceKey, Ingest> {
  const entries = new Map<SourceKey, Ingest>();
  // A first run without results writes no catalogue: an empty one would be served instead of the
  // sample.
  if (catalogue === null && outcomes.every(({ edition }) => edition === null)) return entries;
  const now = new Date().toISOString();
  for (const { key } of sources) {
    const before = catalogue?.sources.find((source) => source.key === key)?.ingest ?? neverLookedAt;
    const check = checks.find(({ source }) => source.key === key);
    const outcomesOfSource = outcomes.filter(({ source }) => source === key);
    const changed = outcomesOfSource.some((outcome) => isNew(outcome, catalogue));
    if (check === undefined && !changed) continue;
    const seen =
      check === undefined ? before : seenBy(check, catalogue, outcomesOfSource, before, now);
    entries.set(key, { ...seen, changed: changed ? now : before.changed });
  }
  return entries;
}

/**
 * The held editions of a source that its publisher no longer offers: another name, or other files
 * under its name.
 */
function goneFrom(
  { releases }: Discovery,
  { source, fetched }: SourceCheck,
  catalogue: Catalogue | null,
): string[] {
  const editionsOfSource =
    catalogue?.editions.filter((edition) => edition.source === source.key) ?? [];
  const isOffered = ({ release: name, inputs }: CatalogueEdition) => {
    const fetchedRelease = fetched.find(({ release }) => release.name === name);
    // A release whose files could not be fetched is there.
    if (fetchedRelease === undefined) return releases.some((release) => release.name === name);
    const offered = new Set(
      [...fetchedRelease.files, ...listedInputs(source.files, fetchedRelease.files)].map(
        ({ sha256 }) => sha256,
      ),
    );
    return inputs.every(({ sha256 }) => offered.has(sha256));
  };
  // The files of a harvest belong to the day of the download.
  return source.harvested
    ? []
    : heldBack(editionsOfSource).flatMap((edition) => (isOffered(edition) ? [] : [edition.id]));
}

/** The newest release that a source offers; null if it is not known. */
function newestOf({ discovery, source }: SourceCheck): string | null {
  return discovery?.releases[0]?.name ?? source.builtIn?.release ?? null;
}

function seenBy(
  check: SourceCheck,
  catalogue: Catalogue | null,
  outcomes: readonly Outcome[],
  before: Ingest,
  now: string,
): Ingest {
  const { missingKey, discovery, problems, isRefused } = check;
  const { gone: known = [], refused = now, ...others } = before;
  const gone = discovery === null ? known : goneFrom(discovery, check, catalogue);
  const kept = {
    ...others,
    ...(gone.length === 0 ? {} : { gone }),
    ...(isRefused ? { refused } : {}),
  };
  if (missingKey !== null) return { ...kept, configured: false };
  const [unread] = outcomes.filter(isWithoutEdition);
  const inWords = (problem: Problem | undefined) =>
    problem === undefined ? null : `${problem.place}: ${problem.message}`;
  const fault = inWords(problems[0]);
  const cause = inWords(unread?.problems[0]);
  // Everybody reads the fault. What could not be read may quote the publisher's file, and nobody
  // has checked its figures.
  const why =
    unread?.verdict === 'waiting' ? waitsForNeeds : 'its files could not be read or compiled';
  const message =
    fault ?? (unread === undefined ? null : `${unread.source} ${unread.release}: ${why}`);
  return {
    ...kept,
    configured: true,
    ...(message === null
      ? { checked: now, fault: null, detail: null }
      : { fault: message, detail: fault === null ? cause : null }),
    ...(discovery && {
      newest: newestOf(check),
      nextRelease: discovery.nextRelease,
      ...noticesIn(discovery),
    }),
  };
}

function noticesIn({ notices }: Discovery): Pick<Ingest, 'notices' | 'withdrawals'> {
  const asListed = ({ release, date, text }: CorrectionNotice) => ({ release, date, text });
  return {
    notices: notices.map(asListed),
    withdrawals: notices.filter(({ isWithdrawal }) => isWithdrawal === true).map(asListed),
  };
}
