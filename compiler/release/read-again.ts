// Reads the release of an edition again, from the edition's snapshots and the editions that it
// needs.
import { inputsOf } from '../edition/listed-files.ts';
import type { CatalogueEdition, InputFile } from '#schemas/catalogue.ts';
import { UnreadableFileError } from '#sources/kit/problem.ts';
import { type Lookup, recordLookups } from '#sources/kit/lookups.ts';
import { type Wanted, storedFigures } from '../figures/stored-figures.ts';
import type { Figure } from '#sources/kit/figures.ts';
import type { NeededObservations, Needs } from '#sources/kit/needs.ts';
import type { ReadFiles } from '#sources/kit/release.ts';
import type { Source } from '#sources/kit/source.ts';
import { allNeedsOf, releaseOfEdition } from './releases.ts';

/** The observations of the needed sources, as the source may use them. */
export function needsFrom(source: Source, observations: ReadonlyMap<string, unknown>): Needs {
  return {
    get<Key extends keyof NeededObservations>(key: Key) {
      if (!observations.has(key) && !source.optionalNeeds?.includes(key))
        throw new Error(`sources/${source.key} uses ${key}, which its needs do not name`);
      // Each source's reshape makes the type that NeededObservations gives for its key; its folder
      // says so to the compiler.
      return (observations.get(key) ?? null) as NeededObservations[Key];
    },
  };
}

export interface OpenedEdition {
  readonly edition: CatalogueEdition;
  readonly source: Source;
  /**
   * The files of the edition and of the editions that it needs: every file whose cells figures can
   * name.
   */
  readonly inputs: readonly InputFile[];
  /**
   * Its figures, a group at a time. With `wanted`, at least the figures in those answers. Null if
   * the source has texts and no figures.
   */
  readonly figures: ((wanted?: Wanted) => AsyncIterable<readonly Figure[]>) | null;
  /** Reads its release again. Throws as `EditionReader.read` does. */
  read(): Promise<ReadEdition>;
}

/** The release of an edition, read again. */
export interface ReadEdition extends ReadFiles<readonly unknown[], unknown> {
  /** What the readers of its own files looked for, without the members of JSON. */
  readonly lookups: readonly Lookup[];
}

/** Whether traces and comparisons show the rows of a source. */
export function hasTexts({ figures, textsToo }: Source): boolean {
  return figures === 'texts' || textsToo === true;
}

/** Reads editions of a data directory again. A shared need is read only once. */
export class EditionReader {
  readonly #context: {
    readonly directory: string;
    readonly sources: readonly Source[];
    readonly catalogue: { readonly editions: readonly CatalogueEdition[] };
  };
  /** Rows of needed editions that another process has read, by edition id. */
  readonly #rowsFromOthers = new Map<string, readonly unknown[]>();
  /** Observations of editions that others need, by edition id. */
  readonly #observations = new Map<string, unknown>();
  /**
   * The edition examined last, because the next release of its source is usually compared with it.
   */
  #last: { readonly id: string; readonly read: ReadEdition } | null = null;

  /** `catalogue` may grow or be replaced while the reader is in use. */
  constructor(
    directory: string,
    sources: readonly Source[],
    catalogue: { readonly editions: readonly CatalogueEdition[] },
  ) {
    this.#context = { directory, sources, catalogue };
  }

  open(id: string): OpenedEdition {
    const { edition, source } = this.#named(id);
    const { directory } = this.#context;
    const neededEditions = edition.needs.map((need) => this.#edition(need.edition));
    const inputs = [edition, ...neededEditions].flatMap((each) => inputsOf(directory, each));
    const figures = (wanted?: Wanted) => storedFigures(directory, source, edition, wanted);
    return {
      edition,
      source,
      inputs,
      figures: source.figures === 'texts' ? null : figures,
      read: () => this.read(id),
    };
  }

  /**
   * The titles of groups of occupations; empty if the edition does not need the classification, or
   * its files are not here.
   */
  async titlesFor(id: string): Promise<(group: string | null) => string> {
    const { edition, source } = this.#named(id);
    const classification = edition.needs.filter((need) => need.source === 'soc-structure');
    const needs = await this.needsOf(source, classification).catch((error: unknown) => {
      if (error instanceof UnreadableFileError) return null;
      throw error;
    });
    const groups = classification.length === 0 ? undefined : needs?.get('soc-structure').groups;
    return (group) => (group === null ? 'all occupations' : (groups?.get(group)?.title ?? ''));
  }

  /**
   * Throws UnreadableFileError if a snapshot is gone, and LayoutError if the files can no longer be
   * parsed.
   */
  async read(id: string): Promise<ReadEdition> {
    const { edition, source } = this.#named(id);
    const { release, files } = releaseOfEdition(this.#context.directory, source, edition);
    const needs = await this.needsOf(source, edition.needs);
    const given = files();
    const lookups: Lookup[] = [];
    const rows = await recordLookups(lookups, () => source.parse(release, given), {
      isThorough: false,
    });
    const observations = source.reshape(release, rows, needs, []);
    return { release, rows, needs, observations, files: given.map(({ name }) => name), lookups };
  }

  #named(id: string): { readonly edition: CatalogueEdition; readonly source: Source } {
    const edition = this.#edition(id);
    const source = this.#context.sources.find(({ key }) => key === edition.source);
    if (source === undefined) throw new Error(`edition ${id} is of no known source`);
    return { edition, source };
  }

  #edition(id: string): CatalogueEdition {
    const edition = this.#context.catalogue.editions.find((candidate) => candidate.id === id);
    if (edition === undefined) throw new Error(`the catalogue lists no edition ${id}`);
    return edition;
  }

  /** The observations of the needed editions. Throws as `read` does. */
  async needsOf(source: Source, needed: Readonly<CatalogueEdition['needs']>): Promise<Needs> {
    const observations = new Map<string, unknown>();
    for (const { source: key, edition } of needed) {
      if (!this.#observations.has(edition))
        this.#observations.set(edition, await this.#observationsOf(edition));
      observations.set(key, this.#observations.get(edition));
    }
    return needsFrom(source, observations);
  }

  async #observationsOf(id: string): Promise<unknown> {
    const rows = this.#rowsFromOthers.get(id);
    if (rows === undefined) return (await this.read(id)).observations;
    this.#rowsFromOthers.delete(id);
    const { edition, source } = this.#named(id);
    const { release } = releaseOfEdition(this.#context.directory, source, edition);
    return source.reshape(release, rows, await this.needsOf(source, edition.needs), []);
  }

  /** Takes the rows of a needed edition from a process that has read them. */
  takeRows(id: string, rows: readonly unknown[]): void {
    this.#rowsFromOthers.set(id, rows);
  }

  /**
   * An examined edition, from memory if it was the last one, else read again. Throws as `read`
   * does.
   */
  async examined(id: string): Promise<ReadEdition> {
    return this.#last?.id === id ? this.#last.read : this.read(id);
  }

  /**
   * Remembers the edition that a run has just examined, in place of the last one. Observations that
   * other sources need stay.
   */
  remember(id: string, source: Source, read: ReadEdition): void {
    this.#last = { id, read };
    if (this.#context.sources.some((other) => allNeedsOf(other).includes(source.key)))
      this.#observations.set(id, read.observations);
  }

  /** Forgets the edition examined last, which is as large as its release. */
  forgetLast(): void {
    this.#last = null;
  }
}
