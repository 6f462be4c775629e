// What the columns of the table of demand mean.
import type { Meanings } from '#sources/kit/source.ts';
import { demandIndicators, demandLevels } from '#schemas/codes.ts';
import { type DemandObservations, assessments } from './reshape.ts';

export const meanings: Meanings<DemandObservations> = {
  dimensions: {
    assessment: {
      meaning: 'Which assessment of the release it is: latest, or previous, the year before assessed anew by the same method.',
      values: assessments,
    },
    indicator: {
      meaning: `Which of the five indicators it is: ${demandIndicators.map(({ key, name }) => `${key} (${name})`).join(', ')}.`,
      values: demandIndicators.map(({ key }) => key),
    },
  },
  measures: [
    {
      measure: 'level',
      unit: 'level',
      meaning: 'The level of demand: critical, elevated, or not in high demand. It stands in the column category.',
      categories: demandLevels,
    },
    {
      measure: 'demandIndex',
      unit: 'index',
      meaning: "The publisher's demand index. The higher it is, the higher the demand. Compare it within one year only.",
    },
    {
      measure: 'indicatorLevel',
      unit: 'level',
      meaning: 'The level of demand that one indicator signals. It stands in the column category.',
      categories: demandLevels,
    },
    { measure: 'indicatorsSignalled', unit: 'indicators', meaning: 'How many of the five indicators are critical or elevated.' },
    { measure: 'workers', unit: 'people', meaning: 'The workers in the occupation, as the publisher rounds them.' },
  ],
};
