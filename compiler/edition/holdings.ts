// The editions of a data directory during a run: which there are, which are served, and the catalogue to write.
import { type CatalogueEdition, type CatalogueSource, type Ingest, type TitleModelRecord, neverLookedAt } from '#schemas/catalogue.ts';
import type { SourceKey } from '#schemas/codes.ts';
import { fileFormats } from '#schemas/document-formats.ts';
import { isPublished } from '#schemas/standing.ts';
import { describeSource } from './credit.ts';
import { revisionsOf } from './revisions.ts';
import type { Source } from '#sources/kit/source.ts';
import { digestOfCatalogue, readCatalogue, requireUnchanged, servedEditions, writeCatalogue } from './catalogue.ts';
import { digestOfRecord } from './fault-of-edition.ts';
import { moveAccepted, removeEdition, settleShelves, shelfOf } from './shelves.ts';

export class Holdings {
  /** Whether the directory holds, or is about to hold, the synthetic sample. */
  readonly sample: boolean;
  readonly #directory: string;
  readonly #sources: readonly Source[];
  readonly #sampleSize: 'plain' | 'full' | null;
  readonly #before: readonly CatalogueSource[];
  readonly #published = new Map<SourceKey, string>();
  /** Of the catalogue that the run began with. */
  readonly #digest: string | null;
  #editions: CatalogueEdition[];
  #titleModel: TitleModelRecord | null;
  /** Ids of the editions published before this run. */
  readonly #known: ReadonlySet<string>;
  /** Ids of the editions that this run has put at the end. */
  readonly #arrived = new Set<string>();
  readonly #removed: string[] = [];
  #changed = false;

  /** `afresh`: starts without the existing editions, and replaces the existing catalogue. */
  constructor(directory: string, sources: readonly Source[], sampleSize: 'plain' | 'full' | null, afresh = false) {
    const found = afresh ? null : readCatalogue(directory);
    const held = found?.catalogue;
    this.#digest = afresh ? digestOfCatalogue(directory) : (found?.digest ?? null);
    this.#directory = directory;
    this.#sources = sources;
    this.#sampleSize = sampleSize;
    this.#before = held?.sources ?? [];
    this.#editions = [...(held?.editions ?? [])];
    this.#titleModel = held?.titleModel ?? null;
    this.#known = new Set(this.#editions.filter(isPublished).map(({ id }) => id));
    this.sample = held?.sample ?? sampleSize !== null;
  }

  /** Every known edition. Of the editions of one release, the last in this order is the newest, and only it may be served. */
  get editions(): readonly CatalogueEdition[] {
    return this.#editions;
  }

  get titleModel(): TitleModelRecord | null {
    return this.#titleModel;
  }

  /** Null: no model is served. */
  putTitleModel(model: TitleModelRecord | null): void {
    if (JSON.stringify(model) !== JSON.stringify(this.#titleModel)) this.#changed = true;
    this.#titleModel = model;
  }

  edition(id: string): CatalogueEdition | undefined {
    return this.#editions.find((edition) => edition.id === id);
  }

  /** Adds an edition, or replaces the one with its id. */
  put(edition: CatalogueEdition): void {
    const known = this.edition(edition.id) !== undefined;
    this.#editions = known ? this.#editions.map((held) => (held.id === edition.id ? edition : held)) : [...this.#editions, edition];
    if (!known) this.#arrived.add(edition.id);
    this.#changed = true;
  }

  /** Forgets an edition that is held back, with its folder when the catalogue is written. */
  removeHeld(id: string): void {
    this.#editions = this.#editions.filter((edition) => edition.id !== id);
    this.#removed.push(id);
    this.#changed = true;
  }

  /**
   * Makes an edition the last one of its release, if others came after it: the publisher went back to earlier files, an operator
   * accepted it, or the editions it needs are again what they were.
   */
  renew(id: string): void {
    const edition = this.edition(id);
    if (edition === undefined || !isPublished(edition)) return;
    if (this.#laterOf(edition).some(isPublished)) this.moveLast(id);
  }

  /** The editions of its release that came after it. */
  #laterOf(edition: CatalogueEdition): CatalogueEdition[] {
    const later = this.#editions.slice(this.#editions.indexOf(edition) + 1);
    return later.filter(({ source, release }) => source === edition.source && release === edition.release);
  }

  /** Makes an edition the last one of its release. */
  moveLast(id: string): void {
    const edition = this.edition(id);
    if (edition === undefined || this.#laterOf(edition).length === 0) return;
    this.#editions = [...this.#editions.filter((other) => other !== edition), edition];
    this.#arrived.add(id);
    this.#changed = true;
  }

  /** Puts what has come in this run into the order of its sources, in whatever order they were compiled. */
  arrange(sources: readonly Source[]): void {
    const placeOf = new Map<string, number>(sources.map(({ key }, place) => [key, place]));
    const place = ({ source }: CatalogueEdition) => placeOf.get(source) ?? sources.length;
    const stayed = this.#editions.filter(({ id }) => !this.#arrived.has(id));
    const arrived = this.#editions.filter(({ id }) => this.#arrived.has(id));
    this.#editions = [...stayed, ...arrived.sort((a, b) => place(a) - place(b))];
  }

  /** Remembers that an edition of a source was published at this instant, other than by an update. */
  notePublication(key: SourceKey, at: string): void {
    this.#published.set(key, at);
  }

  /** The editions to serve, newest first. Pruned ones are included, so that they are compiled again. */
  served(source: Source): CatalogueEdition[] {
    return servedEditions(source, this.#editions);
  }

  /** The editions of a source that can be served as they are, newest first. */
  servedOf(key: SourceKey): CatalogueEdition[] {
    const source = this.#sources.find((candidate) => candidate.key === key);
    return source === undefined
      ? []
      : servedEditions(
          source,
          this.#editions.filter((edition) => !edition.pruned),
        );
  }

  /** The served editions of the sources that this one needs, and of its optional needs; null if a required one is not served. */
  neededBy(source: Source): { source: SourceKey; edition: string }[] | null {
    const needed: { source: SourceKey; edition: string }[] = [];
    for (const key of source.needs) {
      const [served] = this.servedOf(key);
      if (served === undefined) return null;
      needed.push({ source: key, edition: served.id });
    }
    for (const key of source.optionalNeeds ?? []) {
      const [served] = this.servedOf(key);
      if (served !== undefined) needed.push({ source: key, edition: served.id });
    }
    return needed;
  }

  /** Writes the catalogue if editions changed, or if publishers were checked. Throws if another process has written it meanwhile. */
  publish(ingest: ReadonlyMap<SourceKey, Ingest>): void {
    requireUnchanged(this.#directory, this.#digest);
    if (!this.#changed && ingest.size === 0) return;
    const served = new Map(this.#sources.map(({ key }) => [key, this.servedOf(key).map((edition) => edition.id)]));
    const editions = this.#editions.map((edition): CatalogueEdition => {
      if (!isPublished(edition)) return edition;
      return { ...edition, state: served.get(edition.source)?.includes(edition.id) ? 'served' : 'superseded' };
    });
    moveAccepted(this.#directory, editions);
    const proved = editions.map((edition) => withRecord(this.#directory, edition));
    const now = new Date().toISOString();
    const sources = this.#sources.map((source) => {
      const before = this.#before.find((candidate) => candidate.key === source.key);
      const isChanged = (served.get(source.key) ?? []).some((id) => !this.#known.has(id));
      const known = ingest.get(source.key) ?? before?.ingest ?? neverLookedAt;
      // An update sets this instant itself, so that the time of the check and the time of the change are equal.
      const isTold = known.changed !== (before?.ingest.changed ?? null);
      return describeSource(source, {
        sample: this.sample,
        release: this.servedOf(source.key)[0]?.release ?? null,
        served: served.get(source.key) ?? [],
        ingest: { ...known, changed: this.#published.get(source.key) ?? (isChanged && !isTold ? now : known.changed) },
        revisions: revisionsOf(this.#directory, source, editions, before?.revisions ?? []),
      });
    });
    const catalogue = {
      version: fileFormats.catalogue,
      sample: this.sample,
      sampleSize: this.#sampleSize,
      sources,
      editions: proved,
      titleModel: this.#titleModel,
    };
    writeCatalogue(this.#directory, catalogue, this.#digest);
    settleShelves(this.#directory, editions);
    for (const id of this.#removed) removeEdition(this.#directory, 'quarantine', id);
  }
}

/** The entry with the digest of its edition.json, which a new edition lacks. */
function withRecord(directory: string, edition: CatalogueEdition): CatalogueEdition {
  const record = edition.record ?? digestOfRecord(directory, shelfOf(edition), edition);
  return record === null ? edition : { ...edition, record };
}
