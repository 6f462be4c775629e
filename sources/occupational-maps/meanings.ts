// What the columns of the table of apprenticeships mean.
import { mapRoutes } from '#sources/kit/map-routes.ts';
import type { Meanings } from '#sources/kit/source.ts';
import type { MapObservations } from './reshape.ts';

export const meanings: Meanings<MapObservations> = {
  dimensions: {
    occupation: { meaning: "The publisher's code of an occupation of the occupational maps." },
    qualification: { meaning: 'The code of a technical qualification that leads to the occupation.' },
    standard: { meaning: 'The reference of an apprenticeship standard.' },
  },
  measures: [
    { measure: 'occupation_level', unit: 'level', meaning: 'The level of the occupation in the maps.' },
    { measure: 'qualification_level', unit: 'level', meaning: 'The level of the technical qualification.' },
    { measure: 'standard_level', unit: 'level', meaning: 'The level of the apprenticeship standard.' },
    { measure: 'typical_duration', unit: 'months', meaning: 'The typical duration of the apprenticeship.' },
    { measure: 'maximum_funding', unit: 'pounds', meaning: 'The maximum funding of the apprenticeship, in pounds.' },
    { measure: 'minimum_off_the_job_hours', unit: 'hours', meaning: 'The minimum hours of training off the job.' },
    {
      measure: 'lars_code',
      unit: 'code',
      meaning: "The standard's number in the Learning Aim Reference Service. It is a code, not an amount.",
    },
  ],
  codes: () => mapRoutes.map((title, place) => ({ list: 'routes', code: String(place + 1), title: `Route of Skills England: ${title}` })),
};
