// What one source hands to those that need it: the classification and its index, the local areas, the apprenticeship standards.
import type { LocalArea, LocalAreaName } from '#schemas/resources/local-areas.ts';
import type { FileCell } from './figures.ts';

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

/** The numbers of a standard that stand in the publisher's list. */
export type StandardNumber = 'level' | 'typicalDurationMonths' | 'maximumFundingPounds' | 'minimumOffTheJobHours' | 'larsCode';

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
    /** By reference, where the list prints these numbers. */
    readonly cells: ReadonlyMap<string, Readonly<Record<StandardNumber, FileCell>>>;
  } | null;
}

/** Observations of the needed sources. Asking for one that `needs` does not name is a fault in the source's folder. */
export interface Needs {
  get<Key extends keyof NeededObservations>(key: Key): NeededObservations[Key];
}
