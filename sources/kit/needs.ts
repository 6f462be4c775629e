// What one source gives to others: the classification and its index, the local areas, the
// apprenticeship standards, and the job titles that the search learns from.
import type { Apprenticeship, StandardFigure } from '#schemas/resources/apprenticeships.ts';
import type { LocalAreasDocument } from '#schemas/resources/local-areas.ts';
import type { FileCell } from './figures.ts';

/** A group of SOC 2020 at any level, with its title. */
export interface ClassificationGroup {
  readonly code: string;
  readonly title: string;
  /**
   * The titles that Volume 1 says the group had before, as other publications may still print them.
   * Left out if there is none.
   */
  readonly earlierTitles?: readonly string[];
}

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

/**
 * An apprenticeship standard, with all of its versions taken together: that of the version that
 * answers describe.
 */
export interface ApprenticeshipStandard
  extends Readonly<
    Omit<Apprenticeship, 'code' | 'version' | 'route' | 'typicalJobTitles' | 'withheldFigures'>
  > {
  /** `ST0118`. */
  readonly reference: string;
  /** The highest version with the standard's status. */
  readonly version: string;
  readonly route: string;
  readonly jobTitles: readonly string[];
}

/** The numbers of a standard in the publisher's list. */
export type StandardNumber = StandardFigure | 'level' | 'larsCode';

/** What one source gives to others; null for an optional need without a served edition. */
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
    readonly [Member in keyof LocalAreasDocument]: Readonly<LocalAreasDocument[Member]>;
  };
  readonly 'apprenticeship-standards': {
    /** By reference, without standards that have only versions in development. */
    readonly standards: ReadonlyMap<string, ApprenticeshipStandard>;
    /** By reference, the cells in which the list prints these numbers. */
    readonly cells: ReadonlyMap<string, Readonly<Record<StandardNumber, FileCell>>>;
  } | null;
}

/** Observations of the needed sources. A source may only use those that it names in `needs`. */
export interface Needs {
  get<Key extends keyof NeededObservations>(key: Key): NeededObservations[Key];
}

/** A title, or a text about a unit group, and where it belongs. */
export interface TitleEvidence {
  readonly text: string;
  /** Unit groups of SOC 2020, each with its share. The shares need not add up to 1. */
  readonly unitGroups: readonly (readonly [soc2020: string, share: number])[];
  /** How much the text counts beside a title of the coding index, which counts 1. */
  readonly weight: number;
  /**
   * True if a crosswalk gives the unit groups: the title belongs to one of them, and the crosswalk
   * does not say which.
   */
  readonly isWeak: boolean;
}
