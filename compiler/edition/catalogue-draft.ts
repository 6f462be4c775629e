// The catalogue that a run will write: which editions there are, and which are served.
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
  readonly #before: readonly CatalogueSource[];
  readonly #published = new Map<SourceKey, string>();
  readonly #base: { readonly catalogue: Catalogue; readonly digest: string } | null;
  /** Of the catalogue that the directory had when the run began. */
  readonly #digest: string | null;
  #editions: CatalogueEdition[];
  #titleModel: TitleModelRecord | null;
  /** Ids of the editions published before this run. */
  readonly #known: ReadonlySet<string>;
  readonly #removed: string[] = [];
  #changed = false;
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
    this.#changed = base !== undefined;
    requireClock(directory, catalogue ?? null);
    this.#digest = afresh ? digestOfCatalogue(directory) : (stored?.digest ?? null);
    this.#directory = directory;
    this.#sources = sources;
    this.#sample = sample;
    this.#before = catalogue?.sources ?? [];
    this.#editions = [...(catalogue?.editions ?? [])];
    this.#titleModel = catalogue?.titleModel ?? null;
    this.#known = new Set(this.#editions.filter(isPublished).map(({ id }) => id));
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
    if (!isDeepStrictEqual(model, this.#titleModel)) this.#changed = true;
    this.#titleModel = model;
  }

  edition(id: string): CatalogueEdition | undefined {
    return this.#editions.find((edition) => edition.id === id);
  }

  put(edition: CatalogueEdition): void {
    const known = this.edition(edition.id) !== undefined;
    this.#editions = known
      ? this.#editions.map((other) => (other.id === edition.id ? edition : other))
      : [...this.#editions, edition];
    if (!known) this.#added.add(edition.id);
    this.#changed = true;
  }

  /** Forgets an edition that is held back, with its folder when the catalogue is written. */
  removeHeld(id: string): void {
    this.#editions = this.#editions.filter((edition) => edition.id !== id);
    this.#removed.push(id);
    this.#changed = true;
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
    this.#changed = true;
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
    this.#published.set(key, instant);
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
    requireUnchanged(this.#directory, this.#digest);
    if (!this.#changed && ingest.size === 0) return;
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
    const proved = editions.map((edition) => withRecord(this.#directory, edition));
    const now = new Date().toISOString();
    const sample = this.#sample;
    const sources = this.#sources.map((source) => {
      const before = this.#before.find((candidate) => candidate.key === source.key);
      const isChanged = (served.get(source.key) ?? []).some((id) => !this.#known.has(id));
      const known = ingest.get(source.key) ?? before?.ingest ?? neverLookedAt;
      // An update sets this instant itself, so that the time of the check and the time of the
      // change are equal.
      const isDated = known.changed !== (before?.ingest.changed ?? null);
      const newest = { name: this.servedOf(source.key)[0]?.release ?? null, sample };
      return describeSource(source, newest, {
        served: served.get(source.key) ?? [],
        ingest: {
          ...known,
          changed: this.#published.get(source.key) ?? (isChanged && !isDated ? now : known.changed),
        },
        revisions: revisionsOf(this.#directory, source, editions, before?.revisions ?? []),
      });
    });
    const version = fileFormats.catalogue;
    const titleModel = this.#titleModel;
    // What the catalogue names is on the disk before the catalogue is.
    if (this.#changed) syncTree(this.#directory);
    writeCatalogue(
      this.#directory,
      { version, sample, sources, editions: proved, titleModel },
      this.#digest,
      this.#base,
    );
    settleFolders(this.#directory, editions);
    for (const id of this.#removed) removeEdition(this.#directory, 'quarantine', id);
  }
}

/** The entry with the digest of its edition.json, which a new edition lacks. */
function withRecord(directory: string, edition: CatalogueEdition): CatalogueEdition {
  if (edition.record !== undefined) return edition;
  const read = recordIn(directory, edition);
  return 'fault' in read ? edition : { ...edition, record: sha256(read.bytes) };
}
