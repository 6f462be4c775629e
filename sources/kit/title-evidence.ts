// Job titles with the unit groups that a source finds for them. The compiler learns from all of them how titles that no index has are to be coded.

/** A title, or a text about a unit group, and where it belongs. */
export interface TitleEvidence {
  readonly text: string;
  /** Unit groups of SOC 2020, each with its share. The shares need not add up to 1. */
  readonly unitGroups: readonly (readonly [soc2020: string, share: number])[];
  /** How much the text counts beside a title of the coding index, which counts 1. */
  readonly weight: number;
  /** True if a crosswalk leads to the unit groups, so that the title belongs to one of them and nobody says to which. */
  readonly isWeak: boolean;
}
