// What one source hands to others: the classification and its index, the local areas, the apprenticeship standards.
import type { LocalArea, LocalAreaName } from '#schemas/resources/local-areas.ts';
import type { FileCell } from './figures.ts';

/** A group of SOC 2020 at any level, with its title. */
export interface ClassificationGroup {
  readonly code: string;
  readonly title: string;
  /** The titles that Volume 1 says the group had before, as other publications may still print them. Left out if there is none. */
  readonly earlierTitles?: readonly string[];
}

/** A unit group with its texts. */
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
  /** SOC 2010 unit group; null if the entry has none. */
  readonly soc2010: string | null;
  /** ISCO-08 unit group; null if the entry has none. */
  readonly isco08: string | null;
}

/** An apprenticeship standard, with all of its versions taken together. */
export interface ApprenticeshipStandard {
  /** `ST0118`. */
  readonly reference: string;
  readonly title: string;
  /** approved: some version is open to new apprentices. Otherwise the status of the last version. */
  readonly status: 'approved' | 'retired' | 'withdrawn';
  /** The highest version with that status. All members below describe this version. */
  readonly version: string;
  readonly level: number;
  readonly route: string;
  /** True if no new starts are allowed for now; null if the publisher does not say. */
  readonly startsPaused: boolean | null;
  /** Null if the publisher gives none. */
  readonly typicalDurationMonths: number | null;
  readonly maximumFundingPounds: number | null;
  readonly minimumOffTheJobHours: number | null;
  readonly larsCode: number | null;
  /** For instance `integrated degree`; null if the publisher says nothing. */
  readonly integratedDegree: string | null;
  /** ISO days; null if there is none. */
  readonly earliestStartDate: string | null;
  readonly latestStartDate: string | null;
  readonly url: string | null;
  readonly jobTitles: readonly string[];
}

/** The numbers of a standard in the publisher's list. */
export type StandardNumber = 'level' | 'typicalDurationMonths' | 'maximumFundingPounds' | 'minimumOffTheJobHours' | 'larsCode';

/** What one source hands to others; null for an optional need without a served edition. */
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
    /** By reference, without standards that have only versions in development. */
    readonly standards: ReadonlyMap<string, ApprenticeshipStandard>;
    /** By reference, the cells in which the list prints these numbers. */
    readonly cells: ReadonlyMap<string, Readonly<Record<StandardNumber, FileCell>>>;
  } | null;
}

/** Observations of the needed sources. A source must name in `needs` whatever it asks for. */
export interface Needs {
  get<Key extends keyof NeededObservations>(key: Key): NeededObservations[Key];
}
