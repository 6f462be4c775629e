// A release read again as an edition was made of it: from the snapshots that the edition names, with what the editions that it needs say.
import type { CatalogueEdition } from '#schemas/catalogue.ts';
import { parseRelease } from '../edition/catalogue.ts';
import type { ReleaseFiles } from './outcome.ts';
import { readSnapshot } from './snapshots.ts';
import type { Figure, Needs, ReadFiles, Source } from '#sources/kit/source.ts';
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
  /** Null where the source has no figures. */
  readonly figures: ((wanted?: DocumentPlace) => Iterable<Figure>) | null;
}

/** Reads editions of a data directory again. What several of them need is read once. */
export class EditionReader {
  readonly #directory: string;
  readonly #sources: readonly Source[];
  readonly #editions: readonly CatalogueEdition[];
  readonly #observations = new Map<string, Promise<unknown>>();

  constructor(directory: string, sources: readonly Source[], editions: readonly CatalogueEdition[]) {
    this.#directory = directory;
    this.#sources = sources;
    this.#editions = editions;
  }

  /** Throws UnreadableFileError where a snapshot is gone, LayoutError where the files can no longer be parsed. */
  async read(id: string): Promise<ReadEdition> {
    const edition = this.#editions.find((candidate) => candidate.id === id);
    const source = this.#sources.find(({ key }) => key === edition?.source);
    if (edition === undefined || source === undefined) throw new Error(`the catalogue lists no edition ${id}`);
    const { release, files } = filesOfEdition(this.#directory, source, edition);
    const found = new Map<string, unknown>();
    for (const need of edition.needs) found.set(need.source, await this.#observationsOf(need.edition));
    const needs = handOver(source, found);
    const given = files();
    const rows = await source.parse(release, given);
    const read = { release, rows, needs, observations: source.reshape(release, rows, needs, []), files: given.map(({ name }) => name) };
    return { edition, source, read, figures: source.figures === undefined ? null : (wanted) => source.figures?.(read, wanted) ?? [] };
  }

  #observationsOf(id: string): Promise<unknown> {
    const known = this.#observations.get(id) ?? this.read(id).then(({ read }) => read.observations);
    this.#observations.set(id, known);
    return known;
  }
}
