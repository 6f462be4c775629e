// What the printed cells mean. Every decision about the survey's figures is made here.
import { type Cell, markedCells } from '#sources/kit/cells.ts';
import type { Needs } from '#sources/kit/needs.ts';
import type { Problem } from '#sources/kit/problem.ts';
import type { Release } from '#sources/kit/release.ts';
import { type Row, type Rows, layout } from './layout.ts';

/** The cells of the table. The same markers mean other things at other publishers. */
export const cells = markedCells({
  number: /^\d+(\.\d)?$/,
  expected: 'a number with at most one decimal',
  markers: {
    '[c]': ['disclosive', 'The publisher withholds the figure: it could identify a person.'],
    '[u]': ['unreliable', 'The publisher withholds the figure: too few people answered.'],
  },
  repair:
    'add it to the markers in sources/example/reshape.ts once you have read the notes ' +
    'of the survey',
});

/** The two measures of a row. */
export interface Satisfaction {
  readonly row: Row;
  readonly satisfiedPercent: Cell;
  readonly respondents: Cell;
}

export interface SatisfactionObservations {
  readonly year: number;
  /** By the code of the unit group. */
  readonly occupations: ReadonlyMap<string, Satisfaction>;
}

export function reshape(
  release: Release,
  rows: Rows,
  needs: Needs,
  problems: Problem[],
): SatisfactionObservations {
  const complain = layout.complainTo(release, rows, problems);
  const { groups } = needs.get('soc-structure');
  const occupations = new Map<string, Satisfaction>();
  for (const row of layout.rowsOf(rows, 'satisfaction')) {
    if (row.code.length !== 4 || !groups.has(row.code)) {
      complain(row, 'code', `found "${row.code}", expected the code of a unit group of SOC 2020`);
      continue;
    }
    if (occupations.has(row.code)) {
      complain(row, 'code', `the unit group ${row.code} occurs twice, expected once`);
      continue;
    }
    occupations.set(row.code, {
      row,
      satisfiedPercent: cells.readIn(row, 'satisfiedPercent', complain),
      respondents: cells.readIn(row, 'respondents', complain),
    });
  }
  return { year: Number(release.name.slice(-4)), occupations };
}
