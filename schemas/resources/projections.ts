// Projections: the expected change of employment in the occupation's sub-major group, and the
// number of jobs to fill.
import { type Static, Type } from 'typebox';
import {
  Count,
  exactly,
  listOf,
  nullable,
  oneOf,
  record,
  Text,
  text,
  countFromOne,
} from '../shapes.ts';
import {
  AreaSchema,
  Order,
  periodMembers,
  Presentable,
  Provenance,
  rankedListOf,
  rankedOrder,
  RankIfPresentable,
  unratedMembers,
  Withheld,
  WithheldLegend,
} from '../figures.ts';
import { notedOfPeople, occupation } from '../envelope.ts';

/**
 * The nine levels of highest qualification held, highest first: eight of the Regulated
 * Qualifications Framework, and none.
 */
export const qualificationLevels = [
  'rqf8',
  'rqf7',
  'rqf6',
  'rqf5',
  'rqf4',
  'rqf3',
  'rqf2',
  'rqf1',
  'none',
] as const;
export type QualificationLevel = (typeof qualificationLevels)[number];

export const directions = ['growing', 'declining', 'stable'] as const;
export type Direction = (typeof directions)[number];

/**
 * Figures are null and not presentable if there are fewer jobs than this in the base year or the
 * target year (contract, part 8).
 */
export const leastJobs = 10_000;

const Jobs = Count;

const figures = {
  employmentBase: nullable(Jobs, 'Jobs in the base year.'),
  employmentTarget: nullable(Jobs, 'Jobs projected for the target year.'),
  netChange: nullable(Type.Integer(), 'employmentTarget less employmentBase.'),
  netChangePercent: nullable(Type.Number(), "Percent of the base year's jobs, to one decimal."),
  direction: nullable(
    oneOf(directions),
    'The sign of netChangePercent as printed; stable if it is 0.',
  ),
  replacementDemand: nullable(
    Type.Integer(),
    'Jobs to fill from base to target year because people leave them, mostly for retirement.',
  ),
  totalRequirement: nullable(
    Type.Integer(),
    "All jobs to fill: net change plus replacement demand, rounded from the publisher's " +
      'own sum. Negative if employment shrinks by more jobs than people leave.',
  ),
  presentable: Presentable,
  withheld: nullable(Withheld, 'Why the figures are null; null if they are published.'),
};

const group = {
  code: Type.String({ pattern: '^[1-9][0-9]$', description: 'SOC 2020 sub-major group.' }),
  title: Text,
  unitGroups: countFromOne(
    'Number of unit groups in the group. All of them have the same figures.',
  ),
};

const cited = {
  accuracy: text('What the figures mean and do not mean. Show this to users.'),
  citation: text('Show this wherever you show the figures.'),
  provenance: Provenance,
  withheldLegend: WithheldLegend,
};

export const ProjectionResponse = record({
  ...occupation,
  area: AreaSchema,
  ...periodMembers,
  group: record(
    "What the figures describe: the occupation's sub-major group, not the occupation.",
    group,
  ),
  ...unratedMembers,
  outlook: record('In whole jobs. The publisher prints thousands.', {
    baseYear: Type.Integer(),
    targetYear: Type.Integer(),
    ...figures,
  }),
  byQualification: exactly(
    qualificationLevels.length,
    record({
      qualification: record('Highest qualification held.', {
        key: oneOf(qualificationLevels),
        name: Text,
      }),
      ...figures,
    }),
    'The outlook by highest qualification held, highest first. These cells are smaller ' +
      'and more often withheld, so the rows need not add up to the group.',
  ),
  ...notedOfPeople,
  derivation: text('Which group the figures are for.'),
  ...cited,
});
export type ProjectionResponse = Static<typeof ProjectionResponse>;

const list = {
  area: AreaSchema,
  ...periodMembers,
  ...unratedMembers,
  baseYear: Type.Integer(),
  targetYear: Type.Integer(),
  ...rankedListOf('sub-major groups'),
  subMajorGroups: listOf(
    record({ ...group, rank: RankIfPresentable, ...figures }),
    `By netChangePercent. ${rankedOrder}`,
  ),
  ...notedOfPeople,
  ...cited,
};

/** The stored list holds every sub-major group, fastest growth first; `order` turns it. */
export const ProjectionListDocument = record(list);
export type ProjectionListDocument = Static<typeof ProjectionListDocument>;

export const ProjectionListResponse = record({ ...list, order: Order });
export type ProjectionListResponse = Static<typeof ProjectionListResponse>;
