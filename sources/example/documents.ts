// Writes the satisfaction of every unit group. Pure: no clock and no disk.
import { unrated } from '#schemas/codes.ts';
import { type Explained, verdictOn } from '#schemas/figures.ts';
import { datesOf } from '#schemas/reference-dates.ts';
import { withheldAs } from '#schemas/withheld-legend.ts';
import type { Cell } from '#sources/kit/cells.ts';
import type { Document } from '#sources/kit/document.ts';
import type { DocumentInputs } from '#sources/kit/source.ts';
import type { SatisfactionResponse } from './answer.ts';
import { type SatisfactionObservations, cells } from './reshape.ts';

/** The id of the endpoint: that of a row of schemas/endpoints.ts. */
export const endpoint = 'example';

const coverage: SatisfactionResponse['coverage'] = {
  population: 'employees',
  includesSelfEmployed: false,
  description: 'Employees of 16 and over who answered the survey.',
};

/** Stands for a unit group without a row. */
const notListed = withheldAs('not-listed', 'The release has no row for this occupation.');

export function* documents({
  observations: { year, occupations },
  needs,
  answer,
}: DocumentInputs<SatisfactionObservations>): Generator<Document> {
  for (const { code } of needs.get('soc-structure').unitGroups) {
    const satisfaction = occupations.get(code);
    const satisfied = figureOf(satisfaction?.satisfiedPercent);
    const respondents = figureOf(satisfaction?.respondents);
    yield answer<SatisfactionResponse>({ soc: code }, endpoint, {
      year,
      period: `Work satisfaction survey ${year}`,
      referenceDates: datesOf(String(year)),
      ...unrated,
      satisfied: { percent: satisfied.value, ...verdictOn(satisfied.withheld) },
      respondents: { count: respondents.value, ...verdictOn(respondents.withheld) },
      notes: ['The publisher does not say how precise its figures are: their quality is unrated.'],
      coverage,
    });
  }
}

/** The number of a cell, or why it has none. Undefined is the cell of a missing row. */
export function figureOf(cell: Cell | undefined): {
  readonly value: number | null;
  readonly withheld: Explained | null;
} {
  if (cell === undefined) return { value: null, withheld: notListed };
  return { value: typeof cell === 'number' ? cell : null, withheld: cells.withheld(cell) };
}
