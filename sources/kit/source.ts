// What a source is: the contract between the folders of sources/ and the pipeline. Read
// compiler/pipeline.ts with it.
import type { Axes, CatalogueSource } from '#schemas/catalogue.ts';
import type { SourceKey } from '#schemas/codes.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import type { Provenance } from '#schemas/figures.ts';
import type { ByHand } from './by-hand.ts';
import type { Check } from './checks.ts';
import type { Discovery, PublisherKey, Web } from './discovery.ts';
import type { FileKinds, PublishedFile } from './named-files.ts';
import type { Document, DocumentMaker } from './document.ts';
import type { Figure, Meanings } from './figures.ts';
import type { NeededObservations, Needs, TitleEvidence } from './needs.ts';
import type { Problem } from './problem.ts';
import type { Limits } from './read/limits.ts';
import type { DescribedRow } from './rows.ts';
import type { Table } from './tables.ts';
import type { NamedRelease, ReadFiles, Release } from './release.ts';

/**
 * The files of a release that we have made: a synthetic one in the publisher's own layout, or one
 * that is built in.
 */
export interface SampleRelease {
  readonly release: string;
  readonly files: readonly PublishedFile[];
  /** True if it has a fault on purpose, so that the sample has an edition that is held back. */
  readonly isHeld?: true;
  /** Why it is withdrawn as soon as it is published, so that the sample has a withdrawn edition. */
  readonly withdrawn?: string;
}

export interface Licence {
  readonly name: string;
  readonly url: string;
}

interface DocumentedEdition<Observations> {
  readonly release: Release;
  readonly observations: Observations;
  readonly needs: Needs;
  readonly provenance: Provenance;
  /** The source's attribution; in a sample its marked form. */
  readonly attribution: string;
}

/** What a folder's documents are made of. */
export interface DocumentInputs<Observations>
  extends DocumentedEdition<Observations>,
    DocumentMaker {}

/**
 * The figures of an edition. A method, so that a source of specific rows is assignable to a source
 * of any rows.
 */
interface FigureGiver<Rows, Observations> {
  figures(edition: ReadFiles<Rows, Observations>): Iterable<Figure>;
  furtherFigures(edition: ReadFiles<Rows, Observations>): Iterable<Figure>;
}

export interface PublishedEdition {
  readonly occupations: readonly string[];
  /**
   * The endpoint's document at a place, validated before it was published; null if it is not on
   * this disk.
   */
  document(endpoint: string, place: DocumentPlace): unknown;
}

/** What the catalogue keeps about a provisional edition and the revised one that replaced it. */
export type Movement = CatalogueSource['revisions'][number]['measures'];

/**
 * A publisher's family of files. `Rows` are the release exactly as published: JSON values in file
 * order, whose digest names the edition. `Observations` are what they mean. Every folder states the
 * members in this order.
 */
export interface Source<
  Rows extends readonly unknown[] = readonly unknown[],
  Observations = unknown,
> {
  readonly key: SourceKey;
  readonly title: string;
  readonly publisher: string;
  readonly licence: Licence;
  /**
   * The publisher's text, word for word. `{release}` in it is replaced by the release shown, if the
   * publisher requires its number.
   */
  readonly attribution: string;
  readonly landingPage: string;
  /**
   * Where its pages and files are: `https://www.example.org`, or `https://*.example.org` for a
   * domain and what is below it. A redirect or link to another domain is refused.
   */
  readonly origins: readonly string[];
  readonly cadence: string;
  /**
   * The documents that pruning keeps. 'for ever' if callers can choose answers by year and edition.
   */
  readonly retention: 'for ever' | 'served and one before';
  readonly needs: readonly (keyof NeededObservations)[];
  /**
   * Needs without which answers say less, and name what is missing. Their observations are null if
   * none of their editions is served.
   */
  readonly optionalNeeds?: readonly (keyof NeededObservations)[];
  /**
   * Set if the publisher requires a key. Without the key we do not look for releases, and the
   * served edition stays.
   */
  readonly publisherKey?: PublisherKey;
  /**
   * True if the publisher has no releases. Each release is then named by the day of its download,
   * and the same files or rows on another day are not another edition.
   */
  readonly harvested?: boolean;
  /**
   * The only release of a source whose table is in its folder. The next run adds it to real data
   * without asking a publisher.
   */
  readonly builtIn?: SampleRelease;
  /**
   * How a person gets the files with a browser, and how lmi import knows them; left out if the data
   * are built in.
   */
  readonly byHand?: ByHand;
  /** The form of a release's name, for a message. */
  readonly namedLike: string;
  /**
   * Reads the name of a release, without "sample-" before it; null if it is not a release of this
   * source.
   */
  release(name: string): NamedRelease | null;
  /**
   * Finds the newest releases on the publisher's pages, unattended. It reads only through `web` and
   * keeps nothing, so equal pages give equal answers. `today`, an ISO date, names the release of a
   * harvested source. Throws PageError if the pages do not say: it never guesses from an address.
   */
  discover(web: Web, today: string): Promise<Discovery>;
  /**
   * The format of the documents, from schemas/document-formats.ts. It is raised when equal rows
   * give other documents.
   */
  readonly format: number;
  /** By the names that the source's `parse` uses. */
  readonly files: FileKinds;
  /** What its files may hold, and what reading a release may take. */
  readonly limits: Limits;
  /** Bytes to rows, strings as published. Throws UnreadableFileError or LayoutError. */
  parse(release: Release, files: readonly PublishedFile[]): Promise<Rows>;
  /** What its rows are, in their order. */
  describeRows(rows: NoInfer<Rows>): Iterable<DescribedRow>;
  /**
   * Rows to observations: markers, units, codes. Collects faults in `problems`. Any fault holds the
   * release back.
   */
  reshape(release: Release, rows: Rows, needs: Needs, problems: Problem[]): Observations;
  readonly checks: readonly Check<Rows, Observations>[];
  /** The release as provenance names it, if that is not its own name. */
  label?(release: Release, observations: Observations): string;
  axes(observations: Observations, needs: Needs): Axes;
  documents(inputs: DocumentedEdition<Observations>): Iterable<Document>;
  /**
   * Every figure of a release, once, in a fixed order. The largest source has millions, so do not
   * keep them all. 'texts' if the source's answers have no number from a cell: traces then show
   * rows, and comparisons compare rows.
   */
  readonly figures: FigureGiver<Rows, Observations>['figures'] | 'texts';
  /** True if the answers are mainly texts. Traces and comparisons then show the rows too. */
  readonly textsToo?: true;
  /** Figures for the tables that no answer gives: those of years that only checks compare. */
  readonly furtherFigures?: FigureGiver<Rows, Observations>['furtherFigures'];
  /** What the columns of its table mean; absent if it has no figures. */
  readonly meanings?: Meanings<Observations>;
  /**
   * How far the figures of a year moved from the provisional edition to the revised one that
   * replaced it. Null if a document of either is not on this disk. The catalogue keeps the result,
   * because an edition must not depend on another.
   */
  statistics?(provisional: PublishedEdition, revised: PublishedEdition): Movement | null;
  /**
   * Tables beside the table of its figures. A source of texts or codes has one with its own key.
   */
  tables?(observations: Observations, needs: Needs): Iterable<Table>;
  /** For a source that has job titles: what the search may learn from them. In a fixed order. */
  titles?(observations: Observations, needs: Needs): Iterable<TitleEvidence>;
  /** Synthetic releases, oldest first, small enough to start on a laptop. */
  sample(): Promise<readonly SampleRelease[]>;
}
