// A release read again as an edition was made of it: from the snapshots that the edition names, with what the editions that it needs say.
import type { CatalogueEdition, InputFile } from '#schemas/catalogue.ts';
import { parseRelease } from '../edition/catalogue.ts';
import type { ReleaseFiles } from './outcome.ts';
import { readSnapshot } from './snapshots.ts';
import type { Examined, Figure, Needs, ReadFiles, Source } from '#sources/kit/source.ts';
import { allNeedsOf } from './order-of-needs.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';

/** The files of an edition's release. Reading them throws UnreadableFileError where a snapshot is gone or damaged. */
export function filesOfEdition(directory: string, source: Source, edition: CatalogueEdition): ReleaseFiles {
  const release = parseRelease(source, edition.release, edition.released);
  if (release === null) throw new Error(`${edition.source} ${edition.release}: sources/${source.key} no longer reads this name`);
  return {
    source,
    release,
    files: () => edition.inputs.map(({ file, sha256: digest }) => ({ name: file, bytes: readSnapshot(directory, source.key, digest) })),
  };
}

/** Observations by source as a source asks for them. */
export function handOver(source: Source, found: ReadonlyMap<string, unknown>): Needs {
  return {
    get(key) {
      if (!found.has(key) && !source.optionalNeeds?.includes(key))
        throw new Error(`sources/${source.key} asks for ${key}, which its needs do not name`);
      // Each source's reshape makes the type that NeededObservations gives for its key; its folder says so to the compiler.
      return (found.get(key) ?? null) as never;
    },
  };
}

/** An edition with its source, its release read again. */
export interface ReadEdition {
  readonly edition: CatalogueEdition;
  readonly source: Source;
  readonly read: ReadFiles<readonly unknown[], unknown>;
  /** The files of the edition, then those of the editions that it needs: every file of which a figure can name a cell. */
  readonly inputs: readonly InputFile[];
  /** Null where the source has texts and no figures. */
  readonly figures: ((wanted?: DocumentPlace) => Iterable<Figure>) | null;
}

/** Whether traces and comparisons tell of an edition's rows. */
export function hasTexts({ source, figures }: ReadEdition): boolean {
  return figures === null || source.textsToo === true;
}

type AnyExamined = Examined<readonly unknown[], unknown>;

/** Reads editions of a data directory again. What several of them need is read once. */
export class EditionReader {
  readonly #directory: string;
  readonly #sources: readonly Source[];
  readonly #held: { readonly editions: readonly CatalogueEdition[] };
  /** Observations by edition id, of the sources that others need. */
  readonly #observations = new Map<string, unknown>();
  /** The edition examined last: what the next release of its source is most often compared with. */
  #last: { readonly id: string; readonly examined: AnyExamined } | null = null;

  /** `held` is a catalogue, or what a run holds, to which it adds editions as it goes on. */
  constructor(directory: string, sources: readonly Source[], held: { readonly editions: readonly CatalogueEdition[] }) {
    this.#directory = directory;
    this.#sources = sources;
    this.#held = held;
  }

  /** Throws UnreadableFileError where a snapshot is gone, LayoutError where the files can no longer be parsed. */
  async read(id: string): Promise<ReadEdition> {
    const edition = this.#edition(id);
    const source = this.#sources.find(({ key }) => key === edition.source);
    if (source === undefined) throw new Error(`edition ${id} is of no known source`);
    const { release, files } = filesOfEdition(this.#directory, source, edition);
    const needs = await this.needsOf(source, edition.needs);
    const given = files();
    const rows = await source.parse(release, given);
    const read = { release, rows, needs, observations: source.reshape(release, rows, needs, []), files: given.map(({ name }) => name) };
    const inputs = [edition, ...edition.needs.map((need) => this.#edition(need.edition))].flatMap((behind) => behind.inputs);
    const { figures } = source;
    return { edition, source, read, inputs, figures: figures === 'texts' ? null : (wanted) => figures(read, wanted) };
  }

  #edition(id: string): CatalogueEdition {
    const edition = this.#held.editions.find((candidate) => candidate.id === id);
    if (edition === undefined) throw new Error(`the catalogue lists no edition ${id}`);
    return edition;
  }

  /** What the needed editions say, as the source asks for it. Throws as `read` does. */
  async needsOf(source: Source, needed: Readonly<CatalogueEdition['needs']>): Promise<Needs> {
    const found = new Map<string, unknown>();
    for (const { source: key, edition } of needed) {
      if (!this.#observations.has(edition)) this.#observations.set(edition, (await this.read(edition)).read.observations);
      found.set(key, this.#observations.get(edition));
    }
    return handOver(source, found);
  }

  /** An edition as it was examined: at hand where it was the last one, else read again. Throws as `read` does. */
  async examined(id: string): Promise<AnyExamined> {
    return this.#last?.id === id ? this.#last.examined : (await this.read(id)).read;
  }

  /** Remembers an edition that a run has just examined, in place of the one before it. Of a source that others need the observations stay. */
  remember(id: string, source: Source, examined: AnyExamined): void {
    this.#last = { id, examined };
    if (this.#sources.some((other) => allNeedsOf(other).includes(source.key))) this.#observations.set(id, examined.observations);
  }

  /** Forgets the edition examined last, which is as large as its release. */
  forgetLast(): void {
    this.#last = null;
  }
}
