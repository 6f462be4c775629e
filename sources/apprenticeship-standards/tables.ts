// The table of the standards.
import { type Table, number, tableOf, text } from '#sources/kit/tables.ts';
import type { StandardObservations } from './reshape.ts';

export function tables({ standards }: StandardObservations): Table[] {
  return [
    tableOf(
      'apprenticeship-standards',
      'Apprenticeship standards that are or were open',
      standards.values(),
      [
        text(
          'standard',
          'The reference of the standard, as occupational-maps names it.',
          ({ reference }) => reference,
        ),
        text('standard_title', 'The title of the standard.', ({ title }) => title),
        text(
          'status',
          'approved if a version of it is open to new apprentices.',
          ({ status }) => status,
          ['approved', 'retired', 'withdrawn'],
        ),
        text('version', 'The version that the row describes.', ({ version }) => version),
        number('level', 'The level of the standard, 2 to 7.', ({ level }) => level),
        text('route', 'The route of technical education.', ({ route }) => route),
        number(
          'typical_duration_months',
          'Typical duration; empty if the publisher gives none.',
          (standard) => standard.typicalDurationMonths,
        ),
        number(
          'maximum_funding_pounds',
          'Maximum funding; empty if the publisher gives none.',
          (standard) => standard.maximumFundingPounds,
        ),
        number(
          'minimum_off_the_job_hours',
          'Least hours of training off the job; empty if not given.',
          (standard) => standard.minimumOffTheJobHours,
        ),
        number(
          'lars_code',
          'Code of the Learning Aim Reference Service; empty if there is none.',
          ({ larsCode }) => larsCode,
        ),
        text('job_titles', 'Typical job titles, one a line.', ({ jobTitles }) =>
          jobTitles.join('\n'),
        ),
        text('url', "The publisher's page; empty if unknown.", ({ url }) => url),
      ],
    ),
  ];
}
