// What a source is: the contract between the sixteen folders of sources/ and the pipeline. Read compiler/pipeline.ts beside it.
import type { Axes, Severity } from '#schemas/catalogue.ts';
import type { Quality, SourceKey, WithheldReason } from '#schemas/codes.ts';
import type { Provenance, Withheld } from '#schemas/figures.ts';
import type { DocumentPlace } from '#schemas/document-path.ts';
import type { LocalArea, LocalAreaName } from '#schemas/resources/local-areas.ts';
import { type FileKinds, type NamedFiles, type PublishedFile, nameFiles } from './named-files.ts';
import { placeOfRelease } from './place.ts';
import type { Problem } from './problem.ts';
import type { NamedRelease, Release } from './release.ts';

export type { NamedRelease, Release } from './release.ts';
export type { FileKind, FileKinds, NamedFiles, PublishedFile } from './named-files.ts';

/** A group of SOC 2020 at any level, with its title. */
export interface ClassificationGroup {
  readonly code: string;
  readonly title: string;
}

/** A unit group with the texts that describe it. */
export interface UnitGroup extends ClassificationGroup {
  readonly description: string;
  readonly entryRoutes: string;
  readonly tasks: readonly string[];
  readonly relatedTitles: readonly string[];
}

/** The coding index, entry by entry. */
export interface IndexEntry {
  readonly id: string;
  /** Natural word order. */
  readonly title: string;
  /** The publisher's inverted word order. */
  readonly inverted: string;
  readonly qualifier: string | null;
  readonly isDefault: boolean;
  readonly soc2020: string;
  /** SOC 2010 unit group; null where the entry has none. */
  readonly soc2010: string | null;
  /** ISCO-08 unit group; null where the entry has none. */
  readonly isco08: string | null;
}

/** A standard of the apprenticeships publisher, all of its versions taken together. */
export interface ApprenticeshipStandard {
  /** `ST0118`. */
  readonly reference: string;
  readonly title: string;
  /** approved: open to new apprentices in some version, whatever became of older ones; else what its last version became. */
  readonly status: 'approved' | 'retired' | 'withdrawn';
  /** Of the highest version with that status, as all that follows. */
  readonly version: string;
  readonly level: number;
  readonly route: string;
  /** True where no new starts are taken for now; null where the publisher does not say. */
  readonly startsPaused: boolean | null;
  /** Null where the publisher gives none. */
  readonly typicalDurationMonths: number | null;
  readonly maximumFundingPounds: number | null;
  readonly minimumOffTheJobHours: number | null;
  readonly larsCode: number | null;
  /** `integrated degree` and the like; null where the publisher says nothing. */
  readonly integratedDegree: string | null;
  /** ISO days; null where there is none. */
  readonly earliestStartDate: string | null;
  readonly latestStartDate: string | null;
  readonly url: string | null;
  readonly jobTitles: readonly string[];
}

/** What one source hands to those that need it; null where it is an optional need of which no edition is served. */
export interface NeededObservations {
  readonly 'soc-structure': {
    /** All 551 groups by code. */
    readonly groups: ReadonlyMap<string, ClassificationGroup>;
    /** The 412 unit groups, ordered by code. */
    readonly unitGroups: readonly UnitGroup[];
  };
  readonly 'soc-index': {
    readonly entries: readonly IndexEntry[];
    readonly iscoTitles: ReadonlyMap<string, string>;
  };
  readonly 'local-authorities': {
    /** The 329 local areas, ordered by name, then code. */
    readonly areas: readonly LocalArea[];
    /** Districts that are part of the local area London. */
    readonly londonBoroughs: readonly LocalAreaName[];
  };
  readonly 'apprenticeship-standards': {
    /** By reference. One of which there are only versions in development is not among them. */
    readonly standards: ReadonlyMap<string, ApprenticeshipStandard>;
  } | null;
}

/** Observations of the needed sources. Asking for one that `needs` does not name is a fault in the source's folder. */
export interface Needs {
  get<Key extends keyof NeededObservations>(key: Key): NeededObservations[Key];
}

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

/** One release as far as it has been understood. */
export interface Examined<Rows, Observations> {
  readonly release: Release;
  readonly rows: Rows;
  readonly observations: Observations;
  readonly needs: Needs;
}

/** A check is a value: the list of checks is the specification of quality. */
export interface Check<Rows, Observations> {
  readonly name: string;
  readonly severity: Severity;
  readonly describe: string;
  /** `previous` is the edition served before, null for the first one and wherever it is not at hand. */
  check(edition: Examined<Rows, Observations>, previous: Examined<Rows, Observations> | null): readonly Finding[];
}

/** How many figures a release gives, and how many it withholds for which reason. */
export interface FigureCount {
  readonly published: number;
  readonly withheld: Partial<Record<WithheldReason, number>>;
}

/** A cell of a publisher's file. */
export interface FileCell {
  /** As the edition names it among its inputs. */
  readonly file: string;
  /** The file within a zip; null where the file is none. */
  readonly member: string | null;
  /** The sheet of a workbook; null for any other file. */
  readonly sheet: string | null;
  /** `F231` as a spreadsheet addresses it; of some delimited files `row 231 OBS_VALUE`, with the column's header. */
  readonly address: string;
  /** The text that stands there, empty where nothing does. */
  readonly printed: string;
}

/** A release that was read, with the names of the files that it was read from. */
export interface ReadFiles<Rows, Observations> extends Examined<Rows, Observations> {
  readonly files: readonly string[];
}

/** Where a figure stands in the API's answers. */
export interface FigureAnswer {
  readonly endpoint: string;
  readonly place: DocumentPlace;
  /** The parameters on which it depends, beside those that name the place; empty where every query gives it. */
  readonly query: Readonly<Record<string, string>>;
  /**
   * JSON pointer into the answer (RFC 6901). As an answer may order and cut its lists, a step `soc2020=2134` is the member of a list in
   * which that is so, and `area.slug=wales` looks into the member's own members.
   */
  readonly pointer: string;
}

/** One figure of a release, as tables for analysts, traces and comparisons tell it. */
export interface Figure {
  /** Id of the endpoint whose answers give it first. */
  readonly endpoint: string;
  /** Code of a unit group, or of a broader group of SOC 2020; null for all occupations together. */
  readonly group: string | null;
  readonly area: { readonly code: string; readonly slug: string; readonly name: string } | null;
  /** A year `2024`, a month `2026-07`, a quarter `2026-Q2`, or the publisher's own words. */
  readonly period: string;
  /** True where a release has the figure of several periods, so that releases are compared period by period. */
  readonly series: boolean;
  /** What else tells it from others, in a fixed order: sex, pattern, statistic, industry, qualification. Figures of one measure have the same names, and none has the name of another column of a table. */
  readonly dimensions: Readonly<Record<string, string>>;
  readonly measure: string;
  readonly unit: string;
  /** As answers give it; null where it is withheld, or where it is no number. */
  readonly value: number | null;
  /** What stands in place of a number, a level of demand for instance; null for every number. */
  readonly category: string | null;
  /** Why there is neither; null where the figure is published. */
  readonly withheld: Withheld | null;
  /** Null for what no band is given to, a coefficient of variation for instance. */
  readonly quality: Quality | null;
  /** True where it is computed from several figures, and not merely one cell scaled or rounded. */
  readonly derived: boolean;
  /** The cells that it was made from, the most telling first; none where the publisher has no cell for it. Computed when asked for. */
  cells(): readonly FileCell[];
  /** How it was made from the cells: one short sentence, shared by all figures made alike. */
  readonly rule: string;
  /** Every place where answers give it. Computed when asked for. */
  answers(): readonly FigureAnswer[];
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

/** The publisher's pages, as discover() asks for them. What failed on the way (a server down, a time run out) is thrown as it is. */
export interface Web {
  /** The text of a page. Throws PageError where there is no such page. */
  text(url: string): Promise<string>;
  /** A page that is JSON. Throws PageError where there is no such page, or it is something else. */
  json(url: string): Promise<unknown>;
}

/** A release as its publisher lists it. */
export interface DiscoveredRelease {
  /** As `Source.release` reads it. */
  readonly name: string;
  /** ISO date of publication; null where the pages do not state it. */
  readonly released: string | null;
  /** `optional`: where the publisher lists it and does not give it, the release goes on without it, and that is said. */
  readonly files: readonly { readonly name: string; readonly url: string; readonly optional?: boolean }[];
}

/** What a publisher says that it has mended. `release` is named as it was before, because it is the one that was wrong. */
export interface CorrectionNotice {
  readonly release: string;
  readonly date: string | null;
  readonly text: string;
}

/** What a publisher's pages say. */
export interface Discovery {
  /** The releases worth holding, newest first: one, or one for each reference year. */
  readonly releases: readonly DiscoveredRelease[];
  /** ISO date announced for the next one; null where none is. */
  readonly nextRelease: string | null;
  /** Null where the pages that could be read do not tell of corrections at all. */
  readonly notices: readonly CorrectionNotice[] | null;
  /** What a person should know of how this was found out, for instance that a page was missing and another read in its stead. */
  readonly remarks: readonly string[];
}

/** A key that a publisher gives to those who ask. It is read from the environment and sent in a header, to that origin alone. */
export interface PublisherKey {
  /** Name of the environment variable that holds it. */
  readonly variable: string;
  readonly origin: string;
  readonly header: string;
  /** Further headers that the publisher asks for, which are no secret. */
  readonly headers?: Readonly<Record<string, string>>;
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
   * With `wanted` those that stand in answers of this place, and perhaps others. Absent where a source has texts and no figures.
   */
  figures?(edition: ReadFiles<Rows, Observations>, wanted?: DocumentPlace): Iterable<Figure>;
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
