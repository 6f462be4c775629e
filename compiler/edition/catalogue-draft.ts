// Drafts the catalogue that a run will write: which editions there are, and which are served.
import { isDeepStrictEqual } from 'node:util';
import { refuseMixture } from './data-directory.ts';
import {
  type Catalogue,
  type CatalogueEdition,
  type CatalogueSource,
  type Ingest,
  type TitleModelRecord,
  neverLookedAt,
} from '#schemas/catalogue.ts';
import type { SourceKey } from '#schemas/codes.ts';
import { fileFormats } from '#schemas/document-formats.ts';
import { isPublished } from '#schemas/standing.ts';
import { describeSource } from './describe.ts';
import { revisionsOf } from './revisions.ts';
import type { Source } from '#sources/kit/source.ts';
import {
  digestOfCatalogue,
  readCatalogue,
  requireUnchanged,
  servedEditions,
  writeCatalogue,
} from './catalogue.ts';
import { requireClock } from './clock.ts';
import { sha256 } from './digest.ts';
import { recordIn } from './edition-record.ts';
import { moveAccepted, removeEdition, settleFolders, syncTree } from './edition-directory.ts';

interface DraftOptions extends Pick<Catalogue, 'sample'> {
  readonly directory: string;
  readonly sources: readonly Source[];
  readonly afresh?: boolean;
  readonly base?: { readonly catalogue: Catalogue; readonly digest: string };
}

export class CatalogueDraft {
  readonly #directory: string;
  readonly #sources: readonly Source[];
  readonly #sample: boolean;
  /** The entries of the sources before this run. */
  readonly #sourcesBefore: readonly CatalogueSource[];
  /** When editions were published other than by an update, by source. */
  readonly #publications = new Map<SourceKey, string>();
  readonly #base: { readonly catalogue: Catalogue; readonly digest: string } | null;
  /** The digest of the catalogue that the directory had when the run began. */
  readonly #digestBefore: string | null;
  #editions: CatalogueEdition[];
  #titleModel: TitleModelRecord | null;
  /** Ids of the editions published before this run. */
  readonly #publishedBefore: ReadonlySet<string>;
  /** Ids of held editions that are forgotten. */
  readonly #removed: string[] = [];
  #isChanged = false;
  /** Ids of editions that were added or made the last in this run. */
  readonly #added = new Set<string>();

  /**
   * `afresh`: starts without the existing editions, and replaces the existing catalogue. `base`:
   * starts with the editions of a catalogue from elsewhere, which this one follows. Throws
   * CatalogueError if the catalogue cannot be read, ClockError if it was written later than now,
   * and DirectoryError if sample and real data would be in one directory.
   */
  constructor({ directory, sources, sample, afresh = false, base }: DraftOptions) {
    const stored = afresh || base !== undefined ? null : readCatalogue(directory);
    const catalogue = base?.catalogue ?? stored?.catalogue;
    this.#base = base ?? null;
    this.#isChanged = base !== undefined;
    requireClock(directory, catalogue ?? null);
    this.#digestBefore = afresh ? digestOfCatalogue(directory) : (stored?.digest ?? null);
    this.#directory = directory;
    this.#sources = sources;
    this.#sample = sample;
    this.#sourcesBefore = catalogue?.sources ?? [];
    this.#editions = [...(catalogue?.editions ?? [])];
    this.#titleModel = catalogue?.titleModel ?? null;
    this.#publishedBefore = new Set(this.#editions.filter(isPublished).map(({ id }) => id));
    refuseMixture(directory, catalogue ?? null, sample);
  }

  /**
   * Every known edition. Of the editions of one release, the last in this order is the newest, and
   * only it may be served.
   */
  get editions(): readonly CatalogueEdition[] {
    return this.#editions;
  }

  get titleModel(): TitleModelRecord | null {
    return this.#titleModel;
  }

  /** Null: no model is served. */
  putTitleModel(model: TitleModelRecord | null): void {
    if (!isDeepStrictEqual(model, this.#titleModel)) this.#isChanged = true;
    this.#titleModel = model;
  }

  edition(id: string): CatalogueEdition | undefined {
    return this.#editions.find((edition) => edition.id === id);
  }

  /** Adds an edition, or replaces its entry. */
  put(edition: CatalogueEdition): void {
    const isKnown = this.edition(edition.id) !== undefined;
    this.#editions = isKnown
      ? this.#editions.map((other) => (other.id === edition.id ? edition : other))
      : [...this.#editions, edition];
    if (!isKnown) this.#added.add(edition.id);
    this.#isChanged = true;
  }

  /** Forgets an edition that is held back, with its folder when the catalogue is written. */
  removeHeld(id: string): void {
    this.#editions = this.#editions.filter((edition) => edition.id !== id);
    this.#removed.push(id);
    this.#isChanged = true;
  }

  /**
   * Makes an edition the last one of its release, if others came after it: the publisher went back
   * to earlier files, an operator accepted it, or the editions it needs are again what they were.
   */
  renew(id: string): void {
    const edition = this.edition(id);
    if (edition === undefined || !isPublished(edition)) return;
    if (this.#laterOf(edition).some(isPublished)) this.moveLast(id);
  }

  /** The editions of its release that came after it. */
  #laterOf(edition: CatalogueEdition): CatalogueEdition[] {
    const later = this.#editions.slice(this.#editions.indexOf(edition) + 1);
    return later.filter(
      ({ source, release }) => source === edition.source && release === edition.release,
    );
  }

  moveLast(id: string): void {
    const edition = this.edition(id);
    if (edition === undefined || this.#laterOf(edition).length === 0) return;
    this.#editions = [...this.#editions.filter((other) => other !== edition), edition];
    this.#added.add(id);
    this.#isChanged = true;
  }

  /**
   * Orders what was added or made the last in this run by its source. Sources are compiled side by
   * side, and the catalogue must not depend on which was done first.
   */
  orderAddedBy(sources: readonly SourceKey[]): void {
    const placeOf = ({ source }: CatalogueEdition) => sources.indexOf(source);
    const added = this.#editions.filter(({ id }) => this.#added.has(id));
    this.#editions = [
      ...this.#editions.filter(({ id }) => !this.#added.has(id)),
      ...added.sort((a, b) => placeOf(a) - placeOf(b)),
    ];
  }

  /**
   * The editions of a source, those that its releases need now, and those that its earlier editions
   * needed.
   */
  editionsFor(source: Source): CatalogueEdition[] {
    const needed = (this.neededBy(source) ?? []).map(({ edition }) => edition);
    const editionsOfSource = this.#editions.filter((edition) => edition.source === source.key);
    return this.withNeedsOf([...needed, ...editionsOfSource.map(({ id }) => id)]);
  }

  /** These editions, and those that they need in their turn. */
  withNeedsOf(ids: readonly string[]): CatalogueEdition[] {
    const all = new Set<string>();
    const add = (id: string) => {
      if (all.has(id)) return;
      all.add(id);
      for (const need of this.edition(id)?.needs ?? []) add(need.edition);
    };
    for (const id of ids) add(id);
    return this.#editions.filter(({ id }) => all.has(id));
  }

  /**
   * Remembers that an edition of a source was published at this instant, other than by an update.
   */
  notePublication(key: SourceKey, instant: string): void {
    this.#publications.set(key, instant);
  }

  /**
   * The editions to serve, newest first. Pruned ones are included, so that they are compiled again.
   */
  served(source: Source): CatalogueEdition[] {
    return servedEditions(source, this.#editions);
  }

  /** The editions of a source that can be served as they are, newest first. */
  servedOf(key: SourceKey): CatalogueEdition[] {
    const source = this.#sources.find((candidate) => candidate.key === key);
    const whole = this.#editions.filter((edition) => !edition.pruned);
    return source === undefined ? [] : servedEditions(source, whole);
  }

  /**
   * The served editions of the sources that this one needs, and of its optional needs; null if a
   * required one is not served.
   */
  neededBy(source: Source): { source: SourceKey; edition: string }[] | null {
    const { needs, optionalNeeds = [] } = source;
    const needed = [...needs, ...optionalNeeds].flatMap((key) =>
      this.servedOf(key)
        .slice(0, 1)
        .map(({ id }) => ({ source: key, edition: id })),
    );
    return needs.every((key) => needed.some((need) => need.source === key)) ? needed : null;
  }

  /**
   * Writes the catalogue if editions changed, or if publishers were checked. Throws if another
   * process has written it meanwhile.
   */
  publish(ingest: ReadonlyMap<SourceKey, Ingest>): void {
    requireUnchanged(this.#directory, this.#digestBefore);
    if (!this.#isChanged && ingest.size === 0) return;
    const served = new Map(
      this.#sources.map(({ key }) => [key, this.servedOf(key).map((edition) => edition.id)]),
    );
    const editions = this.#editions.map((edition): CatalogueEdition => {
      if (!isPublished(edition)) return edition;
      return {
        ...edition,
        state: served.get(edition.source)?.includes(edition.id) ? 'served' : 'superseded',
      };
    });
    moveAccepted(this.#directory, editions);
    const editionsWithDigests = editions.map((edition) =>
      withRecordDigest(this.#directory, edition),
    );
    const now = new Date().toISOString();
    const sources = this.#sources.map((source) => {
      const servedIds = served.get(source.key) ?? [];
      return this.#entryOf(source, servedIds, editions, ingest.get(source.key), now);
    });
    // What the catalogue names is on the disk before the catalogue is.
    if (this.#isChanged) syncTree(this.#directory);
    writeCatalogue(
      this.#directory,
      {
        version: fileFormats.catalogue,
        sample: this.#sample,
        sources,
        editions: editionsWithDigests,
        titleModel: this.#titleModel,
      },
      this.#digestBefore,
      this.#base,
    );
    settleFolders(this.#directory, editions);
    for (const id of this.#removed) removeEdition(this.#directory, 'quarantine', id);
  }

  /** The entry of a source. `newIngest`: what an update has found, if it checked the source. */
  #entryOf(
    source: Source,
    served: readonly string[],
    editions: readonly CatalogueEdition[],
    newIngest: Ingest | undefined,
    now: string,
  ): CatalogueSource {
    const before = this.#sourcesBefore.find((candidate) => candidate.key === source.key);
    const ingest = newIngest ?? before?.ingest ?? neverLookedAt;
    const hasNewEdition = served.some((id) => !this.#publishedBefore.has(id));
    // An update sets this instant itself, so that the time of the check and the time of the change
    // are equal.
    const isDated = ingest.changed !== (before?.ingest.changed ?? null);
    const changed =
      this.#publications.get(source.key) ?? (hasNewEdition && !isDated ? now : ingest.changed);
    const newest = {
      name: this.servedOf(source.key)[0]?.release ?? null,
      sample: this.#sample,
    };
    return describeSource(source, newest, {
      served: [...served],
      ingest: { ...ingest, changed },
      revisions: revisionsOf(this.#directory, source, editions, before?.revisions ?? []),
    });
  }
}

/** The entry with the digest of its edition.json, which a new edition lacks. */
function withRecordDigest(directory: string, edition: CatalogueEdition): CatalogueEdition {
  if (edition.record !== undefined) return edition;
  const read = recordIn(directory, edition);
  return 'fault' in read ? edition : { ...edition, record: sha256(read.bytes) };
}
