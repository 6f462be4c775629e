// US occupations that a person would name first and that ISCO-08 does not reach. Corrections are
// data: each gives its reason and is listed in the answer. One that is no longer needed, or whose
// occupation has no ratings, adds nothing and is not listed.

/** Adds an occupation to a unit group, with the weight of the heaviest one there. */
export interface Correction {
  readonly soc2020: string;
  /** O*NET-SOC 2019. */
  readonly code: string;
  readonly reason: string;
}

export const corrections: readonly Correction[] = [
  {
    soc2020: '3544',
    code: '15-2051.01',
    // Coding index of April 2025: the 29 titles of 3544 are ISCO-08 3314 (17), 2421 (10), 2431 (1)
    // and 2120 (1), never 2511.
    reason:
      'The coding index gives the titles of data analysts the ISCO-08 codes of ' +
      'statistical assistants and management analysts, so ISCO-08 never reaches the US ' +
      'occupations that analyse business data.',
  },
];
