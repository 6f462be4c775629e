// The editions of a data directory during a run: what is held, what of it is served, and the catalogue that will say so.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type CatalogueEdition, type CatalogueSource, type Ingest, neverLookedAt } from '#schemas/catalogue.ts';
import type { SourceKey } from '#schemas/codes.ts';
import { describeSource } from '../credit.ts';
import { revisionsOf } from '../revisions.ts';
import type { Release, Source } from '../source.ts';
import { byRelease, parseRelease, readCatalogue, servedEditions, writeCatalogue } from './catalogue.ts';

export class Holdings {
  /** Whether the directory holds the synthetic sample; of an empty one, what is about to be put there. */
  readonly sample: boolean;
  readonly #directory: string;
  readonly #sources: readonly Source[];
  readonly #sampleSize: 'plain' | 'full' | null;
  readonly #before: readonly CatalogueSource[];
  #editions: CatalogueEdition[];
  #changed = false;

  /** `afresh`: as if nothing were held; the catalogue that is there is replaced all the same. */
  constructor(directory: string, sources: readonly Source[], sampleSize: 'plain' | 'full' | null, afresh = false) {
    const held = afresh ? undefined : readCatalogue(directory)?.catalogue;
    this.#directory = directory;
    this.#sources = sources;
    this.#sampleSize = sampleSize;
    this.#before = held?.sources ?? [];
    this.#editions = [...(held?.editions ?? [])];
    this.sample = held?.sample ?? sampleSize !== null;
  }

  /** Every edition known. Of the editions of one release, the one that was given last stands last, and is the one that may be served. */
  get editions(): readonly CatalogueEdition[] {
    return this.#editions;
  }

  edition(id: string): CatalogueEdition | undefined {
    return this.#editions.find((edition) => edition.id === id);
  }

  /** Adds an edition as the last of its release, in the place of the one with its id if there is one. */
  put(edition: CatalogueEdition): void {
    this.#editions = [...this.#editions.filter((held) => held.id !== edition.id), edition];
    this.#changed = true;
  }

  /** Makes an edition the last of its release again, where another has been given since: a correction may itself be taken back. */
  prefer(edition: CatalogueEdition): void {
    if (this.#editions.findLast(({ source, release }) => source === edition.source && release === edition.release)?.id !== edition.id) this.put(edition);
  }

  served(source: Source): CatalogueEdition[] {
    return servedEditions(source, this.#editions);
  }

  servedOf(key: SourceKey): CatalogueEdition[] {
    const source = this.#sources.find((candidate) => candidate.key === key);
    return source === undefined ? [] : this.served(source);
  }

  /** The served editions of the sources that this one needs; null where one of them has none. */
  neededBy(source: Source): { source: SourceKey; edition: string }[] | null {
    const needed: { source: SourceKey; edition: string }[] = [];
    for (const key of source.needs) {
      const [served] = this.servedOf(key);
      if (served === undefined) return null;
      needed.push({ source: key, edition: served.id });
    }
    return needed;
  }

  /** The newest edition of a source that is older than a release; null where there is none that is or was served. */
  before(source: Source, release: Release): CatalogueEdition | null {
    let best: { edition: CatalogueEdition; release: Release } | null = null;
    for (const edition of this.#editions) {
      if (edition.source !== source.key || edition.state === 'quarantined' || edition.state === 'withdrawn') continue;
      const held = parseRelease(source, edition.release, edition.released);
      if (held === null || byRelease(held, release) >= 0) continue;
      if (best === null || byRelease(held, best.release) >= 0) best = { edition, release: held };
    }
    return best?.edition ?? null;
  }

  /** Writes the catalogue where anything has changed: editions, or what is known of sources at their publishers. */
  publish(ingest: ReadonlyMap<SourceKey, Ingest>): void {
    if (!this.#changed && ingest.size === 0) return;
    const served = new Map(this.#sources.map((source) => [source.key, this.served(source).map((edition) => edition.id)]));
    const sources = this.#sources.map((source) => {
      const before = this.#before.find((candidate) => candidate.key === source.key);
      return describeSource(source, {
        sample: this.sample,
        served: served.get(source.key) ?? [],
        ingest: ingest.get(source.key) ?? before?.ingest ?? neverLookedAt,
        revisions: revisionsOf(this.#directory, source, this.#editions, before?.revisions ?? []),
      });
    });
    const editions = this.#editions.map((edition): CatalogueEdition => {
      if (edition.state === 'quarantined' || edition.state === 'withdrawn') return edition;
      return { ...edition, state: served.get(edition.source)?.includes(edition.id) ? 'served' : 'superseded' };
    });
    writeCatalogue(this.#directory, { version: 1, sample: this.sample, sampleSize: this.#sampleSize, sources, editions });
    // An edition that was held and is now published lies on both shelves until here.
    for (const { id, state } of editions) if (state !== 'quarantined') rmSync(join(this.#directory, 'quarantine', id), { recursive: true, force: true });
  }
}
