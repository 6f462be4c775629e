// Work visas granted for an occupation, by quarter, and for the latest year by route, nationality
// and industry.
import { type Static, Type } from 'typebox';
import { unitGroupCount } from '../codes.ts';
import { Count, nullable, record, text, percentage, listOf } from '../shapes.ts';
import {
  AreaSchema,
  Limit,
  periodMembers,
  Presentable,
  Quarter,
  rankAmong,
  unratedMembers,
  Withheld,
} from '../figures.ts';
import { credited, noted, occupation, occupationAnswer } from '../envelope.ts';

const Granted = Count;
const grantedWithheld = nullable(Withheld, 'Why granted is null; null if it is published.');

const Rank = rankAmong('Among the occupations with at least one visa in the period.');

const breakdown = (subject: string) =>
  record(subject, {
    parts: nullable(
      listOf(
        record({
          name: text("In the publisher's words."),
          granted: Type.Integer({ minimum: 1 }),
          sharePercent: percentage("In percent of the period's visas, to one decimal."),
        }),
      ),
      'Most visas first, ties by name. Lists only parts with visas. Null if withheld.',
    ),
    presentable: Presentable,
    withheld: nullable(Withheld, 'Why parts is null; null if they are published.'),
  });

export const VisaResponse = occupationAnswer({
  area: AreaSchema,
  ...periodMembers,
  ...unratedMembers,
  granted: nullable(
    Granted,
    'Visas granted in the period: 0 if there were none, null if withheld.',
  ),
  presentable: Presentable,
  withheld: grantedWithheld,
  rank: nullable(Rank, 'Null if there were no visas in the period, or their number is withheld.'),
  rankWithheld: nullable(Withheld, 'Why rank is null; null if there is a rank.'),
  byRoute: breakdown('The visas of the period by route. Routes change their names over the years.'),
  byNationality: breakdown('The visas of the period by nationality.'),
  byIndustry: breakdown(
    "The visas of the period by the sponsor's industry, as the sponsor gives it.",
  ),
  quarters: listOf(
    record({
      quarter: Quarter,
      granted: nullable(Granted),
      presentable: Presentable,
      withheld: grantedWithheld,
    }),
    {
      minItems: 1,
      description:
        'Visas granted in each quarter since the first with figures by occupation, ' +
        '2024-Q4; oldest first.',
    },
  ),
  ...noted,
});
export type VisaResponse = Static<typeof VisaResponse>;

const list = {
  area: AreaSchema,
  ...periodMembers,
  ...unratedMembers,
  total: Type.Integer({
    minimum: 0,
    maximum: unitGroupCount,
    description: 'Number of occupations with at least one visa in the period.',
  }),
  occupations: listOf(
    record({
      ...occupation,
      granted: Type.Integer({ minimum: 1 }),
      presentable: Presentable,
      rank: Rank,
    }),
    { maxItems: unitGroupCount, description: 'Most visas first, ties by code.' },
  ),
  ...noted,
  ...credited,
};

/** The stored list holds every occupation with a visa; `limit` cuts it. */
export const VisaListDocument = record(list);
export type VisaListDocument = Static<typeof VisaListDocument>;

export const VisaListResponse = record({ ...list, limit: Limit });
export type VisaListResponse = Static<typeof VisaListResponse>;
