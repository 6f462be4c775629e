// The concepts of ESCO in our answers: occupations with their skills and knowledge.

export const reuseLevels = ['transversal', 'cross-sector', 'sector-specific', 'occupation-specific'] as const;

export interface EscoSkill {
  readonly uri: string;
  readonly label: string;
  readonly isKnowledge: boolean;
  readonly reuseLevel: (typeof reuseLevels)[number];
}

export interface EscoOccupation {
  readonly uri: string;
  readonly label: string;
  /** Its alternative labels in English, in the order of the file. */
  readonly otherLabels: readonly string[];
  readonly isco08: string;
  /** In the order of the file. */
  readonly skills: { readonly skill: EscoSkill; readonly essential: boolean }[];
}
