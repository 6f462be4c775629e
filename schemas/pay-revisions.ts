// How far provisional pay figures moved when the publisher revised them: the catalogue's statistics for each pair of editions.
import { type Static, Type } from 'typebox';
import { measureKeys } from './codes.ts';
import { Uuid, oneOf, record } from './figures.ts';

/** Statistics over the unit groups whose median of all employees in the United Kingdom is presentable in both editions. */
export const revisionStatistics = {
  comparableMedians: Type.Integer({
    minimum: 1,
    description: 'Number of unit groups whose median is presentable in both editions. The other statistics are over these.',
  }),
  medianAbsolutePercent: Type.Number({
    minimum: 0,
    description: 'Median of the revisions in percent of the provisional median, without signs. To two decimals.',
  }),
  percentile90AbsolutePercent: Type.Number({
    minimum: 0,
    description: 'Nine in ten revisions were no larger than this, by linear interpolation. To two decimals.',
  }),
  meanPercent: Type.Number({
    description: 'Mean of the revisions with their signs: below 0 if the provisional medians were too high. To two decimals.',
  }),
  movedMoreThanOnePercentPercent: Type.Number({
    minimum: 0,
    maximum: 100,
    description: 'Share of the medians that moved by more than 1 %, in percent. To one decimal.',
  }),
};

/** One reference year with both a provisional and a revised edition. */
export const PayRevision = record({
  year: Type.Integer(),
  provisional: Uuid,
  revised: Uuid,
  measures: Type.Array(record({ measure: oneOf(measureKeys), ...revisionStatistics }), {
    description: 'All employees, United Kingdom, by measure; without the measures that have no comparable median.',
  }),
  code: Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: 'Digest of the code that computed this. While it is unchanged, this need not be computed again.',
  }),
});
export type PayRevision = Static<typeof PayRevision>;
