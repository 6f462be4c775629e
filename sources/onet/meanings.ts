// What the columns of the table of interests and abilities mean.
import type { Meanings } from '#sources/kit/source.ts';
import type { OnetObservations } from './reshape.ts';

export const meanings: Meanings<OnetObservations> = {
  dimensions: {
    element: { meaning: "The interest by its name, or the ability by its code in O*NET's content model." },
  },
  measures: [
    {
      measure: 'interest',
      unit: 'score',
      meaning: 'How far the work fits the interest, 1 to 7: an average over the US occupations that correspond.',
    },
    {
      measure: 'ability_importance',
      unit: 'score',
      meaning: 'How important the ability is for the work, 1 to 5: an average over the US occupations that correspond.',
    },
    {
      measure: 'ability_level',
      unit: 'score',
      meaning: 'The level of the ability that the work needs, 0 to 7: an average over the US occupations that correspond.',
    },
  ],
};
