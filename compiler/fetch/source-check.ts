// Checks one source at its publisher: reads the pages, and downloads the files that are new or have
// changed.
import type { Catalogue, CatalogueEdition, InputFile, ListedInput } from '#schemas/catalogue.ts';
import type { SourceKey } from '#schemas/codes.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { isPublished } from '#schemas/standing.ts';
import type { DiscoveredFile, DiscoveredRelease, Discovery } from '#sources/kit/discovery.ts';
import { kindOf } from '#sources/kit/named-files.ts';
import { type Problem, UnreadableFileError, problemOf, quoteList } from '#sources/kit/problem.ts';
import type { Release } from '#sources/kit/release.ts';
import type { Source } from '#sources/kit/source.ts';
import { parseRelease } from '../edition/catalogue.ts';
import { sha256 } from '../edition/digest.ts';
import { listedInputs } from '../edition/listed-files.ts';
import {
  type KeptDownload,
  type KeptFile,
  type KeptRelease,
  type NamedRelease,
  keptDownloads,
  keptReleases,
  noteFiles,
} from '../release/manifests.ts';
import type { ReleaseFiles } from '../release/outcome.ts';
import type { ShowProgress } from '../release/run.ts';
import {
  hasWholeSnapshot,
  hasSnapshotFile,
  keepSnapshot,
  readSnapshot,
} from '../release/snapshots.ts';
import { type Downloaded, download } from './download.ts';
import { type Credentials, FetchError, type Http, type HttpOptions } from './http.ts';
import { systemClock } from './retries.ts';
import { credentialsOf, webOver } from './web.ts';

export interface CheckOptions {
  readonly directory: string;
  readonly http?: Omit<HttpOptions, 'say'>;
  readonly environment?: NodeJS.ProcessEnv;
  /** When files arrive (default: the machine's clock). */
  readonly now?: () => Date;
  readonly progress: ShowProgress;
  readonly say: (line: string) => void;
}

/** What the checks of a run share. */
export interface CheckRun extends CheckOptions {
  readonly catalogue: Catalogue | null;
  readonly client: Http;
  /** The folder of unfinished downloads. */
  readonly downloads: string;
  readonly snapshots: Snapshots;
}

/** Where the files of publishers are kept. */
export interface Snapshots {
  has(source: SourceKey, digest: string): boolean;
  read(source: SourceKey, digest: string): Uint8Array;
  keep(source: SourceKey, bytes: Uint8Array): void;
  /** Notes files in the manifest of their release. */
  note(release: NamedRelease, files: readonly KeptFile[]): void;
}

export function snapshotsIn(directory: string): Snapshots {
  return {
    has: (source, digest) => hasWholeSnapshot(directory, source, digest),
    read: (source, digest) => readSnapshot(directory, source, digest),
    keep: (source, bytes) => void keepSnapshot(directory, source, bytes),
    note: (release, files) => noteFiles(directory, release, files),
  };
}

/**
 * unchanged: not downloaded; equal-bytes: downloaded, with bytes that we hold; new: other bytes.
 */
export interface FetchedFile extends InputFile {
  readonly state: 'unchanged' | 'equal-bytes' | 'new';
}

/** A release as its publisher has it now, with its files downloaded. */
interface FetchedRelease {
  readonly release: Release;
  readonly files: readonly FetchedFile[];
  /** The edition made from these files; null if there is none yet. */
  readonly edition: CatalogueEdition | null;
}

const dayMs = 86_400_000;
/** A file that we have had for this long is requested whatever date its publisher gives it. */
const trustedDays = 28;
/** A date may be of another time zone, or of a draft that is published later. */
const settledDays = 2;

/** The repair for a file that never changes. The name of the file follows. */
const getByHand = 'it never changes: get it once with a browser, and then: lmi import';

/** A killed run loses the notes of so many downloads, and the next one downloads them again. */
const notedAtOnce = 100;

/** The check of one source: its publisher's pages and the downloaded files. */
export class SourceCheck {
  readonly source: Source;
  discovery: Discovery | null = null;
  missingKey: string | null = null;
  readonly fetched: FetchedRelease[] = [];
  readonly problems: Problem[] = [];
  readonly remarks: string[] = [];
  readonly #run: CheckRun;
  #credentials: Credentials | null = null;
  /** How many of the problems are refusals of the publisher's server. */
  #refusals = 0;
  /** The day of each release, by its name. */
  readonly #days = new Map<string, string | null>();
  /** Files that are not yet noted in the manifest of their release, by its name. */
  readonly #unwritten = new Map<string, KeptFile[]>();
  /** Addresses that were not requested, because their date has not changed. */
  readonly #unrequested = new Set<string>();
  /** The files that were kept when the check began. */
  #kept: {
    readonly downloads: ReadonlyMap<string, KeptDownload>;
    readonly releases: readonly KeptRelease[];
  } | null = null;

  constructor(source: Source, run: CheckRun) {
    this.source = source;
    this.#run = run;
  }

  /** Never rejects: a fault of one source is a problem in that source's report. */
  async run(): Promise<this> {
    const { key } = this.source;
    try {
      this.discovery = await this.#discover();
      if (this.discovery === null) return this;
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

  /** Null if the key of the publisher's service is not set. */
  async #discover(): Promise<Discovery | null> {
    const { source } = this;
    const { directory, environment = process.env, client, http, progress } = this.#run;
    const credentials = credentialsOf(source, environment);
    if (credentials === 'missing') {
      this.missingKey = source.publisherKey?.variable ?? null;
      return null;
    }
    this.#credentials = credentials;
    // A download may repair a manifest, so the check goes on.
    const releases = keptReleases(directory, source.key, (problem) => this.problems.push(problem));
    this.#kept = { downloads: keptDownloads(directory, source.key), releases };
    progress(`${source.key}: looking for new releases`);
    const now = new Date((http?.clock ?? systemClock).now());
    const today = now.toISOString().slice(0, 10);
    return source.discover(webOver(client, source.origins, credentials), today);
  }

  #blame(place: string, error: unknown): void {
    this.problems.push(problemOf(place, error));
    if (error instanceof FetchError && error.isRefusal) this.#refusals += 1;
  }

  /** True if every problem is that the publisher's server does not let this program in. */
  get isRefused(): boolean {
    return this.problems.length > 0 && this.#refusals === this.problems.length;
  }

  /** The releases whose files have no edition yet. */
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
            bytes: this.#run.snapshots.read(source.key, sha256),
          })),
      }));
  }

  async #fetchRelease(discovered: DiscoveredRelease): Promise<FetchedRelease> {
    const { source } = this;
    // A page may state the day on one visit and not on the next. That must not make another
    // edition.
    const known = this.#kept?.releases.find(({ release }) => release === discovered.name);
    const release = parseRelease(
      source,
      discovered.name,
      discovered.released ?? known?.released ?? null,
    );
    if (release === null)
      throw new Error(`sources/${source.key}/source.ts does not recognise the publisher's release`);
    this.#days.set(release.name, release.released);
    const listed = discovered.files.map(({ name }) => name);
    this.#requireEveryKind(release, 'lists', listed);
    let files = await this.#fetchFiles(release, discovered.files);
    const given = files.map(({ file }) => file);
    this.#requireEveryKind(release, 'gives', given);
    const edition = this.#editionOf(release, files);
    if (edition === null) {
      for (const file of files) this.#noteUnchanged(release, discovered, file);
      // Compiling needs all files of a release, and a pulled directory may lack some.
      files = await Promise.all(files.map((file) => this.#withBytes(release, discovered, file)));
    }
    return { release, files: files.sort((a, b) => byCodeUnit(a.file, b.file)), edition };
  }

  /** Optional files that cannot be fetched are left out, with a remark. */
  async #fetchFiles(release: Release, listed: readonly DiscoveredFile[]): Promise<FetchedFile[]> {
    const files: FetchedFile[] = [];
    for (const file of listed) {
      try {
        files.push(await this.#fetchFile(release, file, 'if changed'));
      } catch (error) {
        const isFault = error instanceof FetchError || error instanceof UnreadableFileError;
        if (file.optional !== true || !isFault) throw error;
        const reason = error instanceof FetchError ? error.message : error.problem.message;
        this.remarks.push(`${this.source.key} ${release.name} ${file.name}: left out, ${reason}`);
      }
    }
    return files;
  }

  /**
   * Throws if a kind of file that we hold of a release is gone: the publisher removed it by
   * mistake, and figures would be lost.
   */
  #requireEveryKind({ name }: Release, verb: 'lists' | 'gives', files: readonly string[]): void {
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
    file: DiscoveredFile,
    when: 'if changed' | 'always',
  ): Promise<FetchedFile> {
    const kept = this.#kept?.downloads.get(file.url);
    const unrequested = this.#withoutRequest(file, kept, when);
    if (unrequested !== null) return unrequested;
    const place = `${this.source.key} ${release.name} ${file.name}`;
    this.#run.progress(`${place}: asking`);
    const downloaded = await this.#download(file, place, when === 'always' ? undefined : kept);
    if (downloaded === null) return this.#unchangedAtPublisher(file, kept);
    const fetched = this.#keep(release, file, downloaded);
    if (fetched.state === 'equal-bytes' && when === 'if changed')
      this.#run.say(`${place}: equal bytes, recorded with the server's new validators`);
    return fetched;
  }

  /** A file that is held and need not be requested; null if it must be. */
  #withoutRequest(
    { name, url, unchanging, changed }: DiscoveredFile,
    kept: KeptDownload | undefined,
    when: 'if changed' | 'always',
  ): FetchedFile | null {
    const { key } = this.source;
    const { snapshots } = this.#run;
    if (unchanging !== undefined && snapshots.has(key, unchanging)) {
      const { byteLength: bytes } = snapshots.read(key, unchanging);
      return { file: name, sha256: unchanging, bytes, state: 'unchanged' };
    }
    if (when === 'always' || changed === undefined || kept === undefined) return null;
    if (!this.#isTrusted(changed, kept)) return null;
    this.#unrequested.add(url);
    return { file: name, sha256: kept.sha256, bytes: kept.bytes, state: 'unchanged' };
  }

  /** Null if the publisher's server says that the kept file is current. */
  async #download(
    { name, url, unchanging }: DiscoveredFile,
    place: string,
    kept: KeptDownload | undefined,
  ): Promise<Downloaded | null> {
    const { client, downloads, say } = this.#run;
    // Damaged bytes are downloaded again, though the publisher's have not changed.
    const held = kept === undefined || this.#isDamaged(kept) ? null : kept.download;
    const options = {
      http: client,
      origins: this.source.origins,
      folder: downloads,
      say,
      credentials: this.#credentials,
    };
    try {
      return await download({ url, name, place, held }, options);
    } catch (error) {
      if (error instanceof FetchError && unchanging !== undefined)
        error.message += `\n  ${getByHand} ${name}`;
      throw error;
    }
  }

  #isDamaged({ sha256: digest }: KeptDownload): boolean {
    const { directory, snapshots } = this.#run;
    const { key } = this.source;
    return hasSnapshotFile(directory, key, digest) && !snapshots.has(key, digest);
  }

  #unchangedAtPublisher(
    { name, url, changed }: DiscoveredFile,
    kept: KeptDownload | undefined,
  ): FetchedFile {
    if (kept === undefined)
      throw new Error(`${url}: answered that nothing has changed, but we hold nothing`);
    // It is trusted from now on.
    if (changed !== undefined) this.#note(kept.release, { ...kept, at: this.#now() });
    return { file: name, sha256: kept.sha256, bytes: kept.bytes, state: 'unchanged' };
  }

  /** Keeps a downloaded file as a snapshot, and notes it for its release. */
  #keep(
    release: Release,
    { name, url }: DiscoveredFile,
    { bytes, etag, lastModified }: Downloaded,
  ): FetchedFile {
    const { snapshots } = this.#run;
    const { key } = this.source;
    const digest = sha256(bytes);
    const isHeld = snapshots.has(key, digest);
    snapshots.keep(key, bytes);
    this.#note(release.name, {
      file: name,
      sha256: digest,
      bytes: bytes.length,
      at: this.#now(),
      download: { url, etag, lastModified },
    });
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
      note(kept.download, this.#unrequested.has(url) ? kept.at : this.#now());
  }

  /** The manifests are written once for many files: a harvest has a thousand. */
  #note(release: string, { file, sha256, bytes, at, download }: KeptFile): void {
    const unwritten = this.#unwritten.get(release) ?? [];
    unwritten.push({ file, sha256, bytes, at, download });
    this.#unwritten.set(release, unwritten);
    if (unwritten.length >= notedAtOnce) this.#writeNotes();
  }

  #writeNotes(): void {
    const { key: source } = this.source;
    for (const [name, files] of this.#unwritten)
      this.#run.snapshots.note({ source, name, released: this.#days.get(name) ?? null }, files);
    this.#unwritten.clear();
  }

  /**
   * Whether a kept file need not be requested: its publisher changed it before it arrived, and it
   * arrived, or was last requested, not long ago.
   */
  #isTrusted(changed: string, { sha256: digest, at }: KeptDownload): boolean {
    const changedMs = Date.parse(changed);
    const arrivedMs = Date.parse(at);
    const nowMs = Date.parse(this.#now());
    // A date that cannot be read is NaN, and no comparison with it is true.
    return (
      arrivedMs - changedMs > settledDays * dayMs &&
      nowMs - arrivedMs < trustedDays * dayMs &&
      this.#run.snapshots.has(this.source.key, digest)
    );
  }

  #now(): string {
    return (this.#run.now?.() ?? new Date()).toISOString();
  }

  /**
   * Downloads a file again if its bytes are not here, as after a pull that left them in the store.
   */
  async #withBytes(
    release: Release,
    { files }: DiscoveredRelease,
    file: FetchedFile,
  ): Promise<FetchedFile> {
    const listed = files.find(({ name }) => name === file.file);
    if (listed === undefined || this.#run.snapshots.has(this.source.key, file.sha256)) return file;
    return this.#fetchFile(release, listed, 'always');
  }

  /**
   * The edition made from these files; null if there is none, or if it must be made again: it lacks
   * the day of release, which is now known, or it has an older format. A withdrawn edition stays
   * withdrawn: only a person brings it back.
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
