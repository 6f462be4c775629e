// What the columns of the table of work visas mean.
import type { Meanings } from '#sources/kit/source.ts';
import { type VisaObservations, dimensions } from './reshape.ts';

export const meanings: Meanings<VisaObservations> = {
  dimensions: {
    breakdown: {
      meaning: 'What the visas of the latest four quarters are divided by: route, nationality or industry; all for their total.',
      values: ['all', ...dimensions],
    },
    part: { meaning: 'The route, nationality or industry, as the publisher names it; all for the total.' },
  },
  measures: [
    { measure: 'granted_by_quarter', unit: 'visas', meaning: 'The work visas granted in the quarter.' },
    { measure: 'granted', unit: 'visas', meaning: 'The work visas granted in the latest four quarters of the release.' },
    {
      measure: 'share_of_visas',
      unit: 'percent',
      meaning: "The part as a percentage of the occupation's visas of the latest four quarters.",
    },
  ],
  *codes({ visas }) {
    const routes = new Set([...visas.values()].flatMap(({ latest }) => [...(latest.route?.keys() ?? [])]));
    for (const route of routes) yield { list: 'routes', code: route, title: `Visa route: ${route}` };
  },
};
