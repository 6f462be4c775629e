// What is learnt from.

/** A title that belongs to one of several unit groups, each with its chance. The chances add up to 1. */
export interface Example {
  readonly text: string;
  /** Places of the unit groups, and their chances. */
  readonly groups: readonly (readonly [place: number, chance: number])[];
  /** How often it is looked at in a round: 1 is every time. */
  readonly weight: number;
  /** Set if the unit groups were reached by a crosswalk, so that the model's own opinion chooses among them. */
  readonly isWeak: boolean;
}
