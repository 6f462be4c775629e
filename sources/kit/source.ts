// What a source is: the contract between the sixteen folders of sources/ and the pipeline. Read compiler/pipeline.ts beside it.
import type { Axes, CatalogueSource, Severity } from '#schemas/catalogue.ts';
import type { SourceKey } from '#schemas/codes.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import type { Provenance } from '#schemas/figures.ts';
import type { Discovery, PublisherKey, Web } from './discovery.ts';
import type { Figure, FigureCount } from './figures.ts';
import { type FileKinds, type NamedFiles, type PublishedFile, nameFiles } from './named-files.ts';
import type { NeededObservations, Needs } from './needs.ts';
import { placeOfRelease } from './place.ts';
import type { Problem } from './problem.ts';
import type { Examined, NamedRelease, ReadFiles, Release } from './release.ts';

export type * from './discovery.ts';
export type * from './figures.ts';
export type { FileKind, FileKinds, NamedFiles, PublishedFile } from './named-files.ts';
export type * from './needs.ts';
export type { Examined, NamedRelease, ReadFiles, Release } from './release.ts';

/** One file of an edition: the endpoint's id, its place among the occupations and areas, and the body. */
export interface Document {
  readonly endpoint: string;
  readonly place: DocumentPlace;
  readonly body: unknown;
}

/** What a check found: where, and what. */
export interface Finding {
  readonly place: string;
  readonly message: string;
}

/** A check is a value: the list of checks is the specification of quality. */
export interface Check<Rows, Observations> {
  readonly name: string;
  readonly severity: Severity;
  readonly describe: string;
  /** `previous` is the edition served before, null for the first one and wherever it is not at hand. */
  check(edition: Examined<Rows, Observations>, previous: Examined<Rows, Observations> | null): readonly Finding[];
}

/** Which unit groups an endpoint has nothing to say of, and why. */
export interface Coverage {
  /** Id of one of the source's endpoints. */
  readonly endpoint: string;
  /** By unit group, one sentence that several of them can share: they are listed together under it. */
  readonly without: ReadonlyMap<string, string>;
}

/** A synthetic release in the publisher's own file layout. */
export interface SampleRelease {
  readonly release: string;
  readonly files: readonly PublishedFile[];
}

export interface Licence {
  readonly name: string;
  readonly url: string;
}

/** What the documents of an edition are made of. */
export interface DocumentInputs<Observations> {
  readonly release: Release;
  readonly observations: Observations;
  readonly needs: Needs;
  readonly provenance: Provenance;
  /** Its own, or in a sample its marked form. */
  readonly attribution: string;
}

/** The figures of an edition. A method, so that a source of certain rows is a source of any. */
interface FigureGiver<Rows, Observations> {
  figures(edition: ReadFiles<Rows, Observations>, wanted?: DocumentPlace): Iterable<Figure>;
}

/** An edition as it was published, for statistics over several. */
export interface PublishedEdition {
  readonly occupations: readonly string[];
  /** The endpoint's document at a place, validated before it was published; null where it does not lie on this disk. */
  document(endpoint: string, place: DocumentPlace): unknown;
}

/** What the catalogue keeps of a provisional edition and the revised one that took over from it. */
export type Movement = CatalogueSource['revisions'][number]['measures'];

/**
 * A publisher's family of files. `Rows` are the release exactly as published (JSON values, in file order; their digest names
 * the edition), `Observations` what they mean.
 */
export interface Source<Rows extends readonly unknown[] = readonly unknown[], Observations = unknown> {
  readonly key: SourceKey;
  readonly title: string;
  readonly publisher: string;
  readonly licence: Licence;
  /** The publisher's text, word for word. `{release}` in it stands for the release that is shown, where the publisher asks for its number. */
  readonly attribution: string;
  readonly landingPage: string;
  readonly cadence: string;
  /** Which documents stay when old ones are pruned: 'for ever' where answers can be asked for by year and by edition. */
  readonly retention: 'for ever' | 'served and one before';
  readonly needs: readonly (keyof NeededObservations)[];
  /** Needs without which less is said, and is said to be missing: where none of their editions is served, their observations are null. */
  readonly optionalNeeds?: readonly (keyof NeededObservations)[];
  /** Where the publisher asks for a key: without it nobody looks, and what is served goes on being served. */
  readonly publisherKey?: PublisherKey;
  /**
   * True where the publisher has no releases, so that each is named by the day on which its files were fetched: equal files and equal
   * rows of another day are then no other edition.
   */
  readonly harvested?: boolean;
  /** Raised when the documents made from equal rows change. */
  readonly format: number;
  /** By the names under which `parse` of the source's folder asks for them. */
  readonly files: FileKinds;
  readonly checks: readonly Check<Rows, Observations>[];
  /** What the name of a release looks like, for a message. */
  readonly namedLike: string;
  /** Reads the name of a release (without a "sample-" before it); null where it is none of this source. */
  release(name: string): NamedRelease | null;
  /**
   * Finds the newest releases on the publisher's pages, unattended. It reads through `web` alone and keeps nothing, so that equal
   * pages give equal answers. `today`, an ISO date, names the release of a source that is harvested. Throws PageError where the pages
   * do not say: nothing is ever guessed from an address.
   */
  discover(web: Web, today: string): Promise<Discovery>;
  /** Bytes to rows, strings as published. Throws UnreadableFileError or LayoutError. */
  parse(release: Release, files: readonly PublishedFile[]): Promise<Rows>;
  /** Rows to observations: markers, units, codes. Faults are collected in `problems`, and any fault holds the release back. */
  reshape(release: Release, rows: Rows, needs: Needs, problems: Problem[]): Observations;
  /** The release as provenance names it. */
  label(release: Release, observations: Observations): string;
  axes(observations: Observations): Axes;
  count(observations: Observations): FigureCount;
  /** For a source whose endpoints are empty for some occupations: said wherever a release is compiled. */
  coverage?(observations: Observations, needs: Needs): readonly Coverage[];
  documents(inputs: DocumentInputs<Observations>): Iterable<Document>;
  /**
   * Every figure of a release, each once, in a fixed order; of the largest source some millions, so that nobody should keep them all.
   * With `wanted` those that stand in answers of this place, and perhaps others. 'texts' where the source's own answers give no number
   * that stands in a cell: traces then show rows, and comparisons are of rows.
   */
  readonly figures: FigureGiver<Rows, Observations>['figures'] | 'texts';
  /** True where the answers are texts first and figures second: traces and comparisons then tell of the rows too. */
  readonly textsToo?: true;
  /**
   * Of the editions of a year, the provisional one and the revised one that took over from it: how far the figures moved. Null where a
   * document of either does not lie on this disk. The catalogue keeps the result, because an edition must not know of another.
   */
  statistics?(provisional: PublishedEdition, revised: PublishedEdition): Movement | null;
  /** Synthetic releases, oldest first. `full` is of the publisher's size; the plain one is small enough for a laptop's start. */
  sample(options: { readonly full: boolean }): Promise<readonly SampleRelease[]>;
}

/** A source as its folder declares it: the parser receives the release's files by the names that `files` gives them. */
export interface DeclaredSource<Rows extends readonly unknown[], Observations, Kinds extends FileKinds>
  extends Omit<Source<Rows, Observations>, 'files' | 'parse'> {
  readonly files: Kinds;
  parse(release: Release, files: NamedFiles<Kinds>): Promise<Rows>;
}

/** The source that a folder declares. Its parse throws UnreadableFileError where a file is missing, doubled or of another day. */
export function defineSource<Rows extends readonly unknown[], Observations, const Kinds extends FileKinds>(
  declared: DeclaredSource<Rows, Observations, Kinds>,
): Source<Rows, Observations> {
  return {
    ...declared,
    parse: async (release, files) => declared.parse(release, nameFiles(placeOfRelease(release), declared.files, files, release.released)),
  };
}
