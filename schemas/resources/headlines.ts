// The headline figures of all occupations: what each source stores of them, and the answer for
// several occupations side by side.
import { type Static, Type } from 'typebox';
import { demandLevels } from '../codes.ts';
import { credited, occupation, sourced } from '../envelope.ts';
import {
  AreaSchema,
  Notes,
  periodMembers,
  QualityBand,
  QualityBasisSchema,
  verdictMembers,
  WithheldLegend,
} from '../figures.ts';
import { listOf, nullable, oneOf, record, Text } from '../shapes.ts';
import { headlineKeys, SummaryResponse } from './summary.ts';

const About = record('When, where and of what figures are.', {
  period: nullable(periodMembers.period),
  referenceDates: nullable(periodMembers.referenceDates),
  area: nullable(AreaSchema),
  group: nullable(record({ code: Text, title: Text })),
});

/**
 * The stored document of an edition: the headline figures that its answers for the United Kingdom
 * give, of every occupation.
 */
export const HeadlinesDocument = record({
  abouts: listOf(About, 'Each once. Figures name theirs by its place.'),
  accuracy: nullable(Text, 'What the answers say of how accurate their figures are.'),
  occupations: listOf(
    record({
      ...occupation,
      figures: listOf(
        record({
          key: oneOf(headlineKeys),
          value: nullable(Type.Number()),
          level: nullable(oneOf(demandLevels)),
          quality: QualityBand,
          qualityBasis: QualityBasisSchema,
          presentable: verdictMembers.presentable,
          withheld: nullable(WithheldLegend.items),
          about: Type.Integer({ minimum: 0, description: 'Place in `abouts`.' }),
        }),
      ),
    }),
  ),
  ...credited,
});
export type HeadlinesDocument = Static<typeof HeadlinesDocument>;

export const SummariesResponse = record({
  occupations: listOf(
    record({ ...occupation, figures: SummaryResponse.properties.figures }),
    'In the order of the request.',
  ),
  notes: Notes,
  ...sourced,
});
export type SummariesResponse = Static<typeof SummariesResponse>;
