// The headline figures of an occupation, of every source, in one answer.
import { type Static, Type } from 'typebox';
import { demandLevels, sourceKeys } from '../codes.ts';
import { listOf, nullable, oneOf, record, Text, text } from '../shapes.ts';
import {
  AreaSchema,
  Notes,
  periodMembers,
  QualityBand,
  QualityBasisSchema,
  verdictMembers,
} from '../figures.ts';
import { occupation, sourced } from '../envelope.ts';

/** The keys of the figures, in the order of the answer. */
export const headlineKeys = [
  'annual_pay_median',
  'annual_pay_p10',
  'annual_pay_p90',
  'hourly_pay_median',
  'weekly_hours_median',
  'employment',
  'employment_female',
  'employment_self_employed',
  'workforce_with_degree',
  'projected_change',
  'projected_jobs_to_fill',
  'demand_level',
  'vacancies',
  'job_adverts',
  'visas_granted',
] as const;
export type HeadlineKey = (typeof headlineKeys)[number];

const headlineUnits = [
  'gbp_per_year',
  'gbp_per_hour',
  'hours_per_week',
  'people',
  'percent',
  'jobs',
  'level',
  'vacancies',
  'adverts',
  'visas',
] as const;

const noPart = 'Null if no release of the source is published.';

export const SummaryResponse = record({
  ...occupation,
  figures: listOf(
    record('A headline figure.', {
      key: oneOf(headlineKeys),
      label: text('What the figure is, for people.'),
      value: nullable(
        Type.Number(),
        'The figure of the answer at `path`, in `unit`. Null if it is withheld, and for ' +
          'demand, which has a level.',
      ),
      level: nullable(
        oneOf(demandLevels),
        'The level of demand. Null if it is withheld, and for every other figure.',
      ),
      unit: oneOf(headlineUnits, 'Unit of `value`; `level` for demand.'),
      quality: QualityBand,
      qualityBasis: QualityBasisSchema,
      ...verdictMembers,
      period: nullable(periodMembers.period, noPart),
      referenceDates: nullable(periodMembers.referenceDates, noPart),
      area: nullable(
        AreaSchema,
        `The area asked for, or the nearest larger one of which the source has figures. ${noPart}`,
      ),
      group: nullable(
        record({ code: Text, title: Text }),
        'The broader group of SOC 2020 that the figure describes; null if it describes ' +
          'the occupation itself.',
      ),
      source: oneOf(sourceKeys, 'Key of the source. `provenance` names its edition.'),
      path: text('The answer that has the figure with everything around it.'),
    }),
    'Always the same figures in the same order.',
  ),
  notes: Notes,
  ...sourced,
});
export type SummaryResponse = Static<typeof SummaryResponse>;
