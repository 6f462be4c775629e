// Every figure with its cell, so that `lmi get --trace` leads from a number to the published file.
import { unrated } from '#schemas/codes.ts';
import { type Figure, type Meanings, figureMaker, listMeasures } from '#sources/kit/figures.ts';
import type { ReadFiles } from '#sources/kit/release.ts';
import { endpoint, figureOf } from './documents.ts';
import { type Rows, layout } from './layout.ts';
import type { SatisfactionObservations } from './reshape.ts';

export const meanings: Meanings<SatisfactionObservations> = {
  dimensions: {},
  measures: listMeasures({
    satisfied_percent: {
      unit: 'percent',
      meaning: 'People satisfied with their work, of those who answered.',
    },
    respondents: {
      unit: 'people',
      meaning: 'People who answered.',
    },
  }),
};

/** Each measure, its column, and the member of the answer that holds the number. */
const measures = [
  { measure: 'satisfied_percent', column: 'satisfiedPercent', pointer: '/satisfied/percent' },
  { measure: 'respondents', column: 'respondents', pointer: '/respondents/count' },
] as const;

const figure = figureMaker(endpoint, meanings);

export function* figures({
  rows,
  observations: { year, occupations },
}: ReadFiles<Rows, SatisfactionObservations>): Generator<Figure> {
  for (const [code, satisfaction] of occupations)
    for (const { measure, column, pointer } of measures) {
      const { value, withheld } = figureOf(satisfaction[column]);
      yield figure({
        group: code,
        period: String(year),
        measure,
        value,
        withheld,
        quality: unrated.quality,
        cells: () => [layout.cell(rows, satisfaction.row, column)],
        pointer,
      });
    }
}
