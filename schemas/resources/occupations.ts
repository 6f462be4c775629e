// Responses about the occupations themselves: the list, the profile, the job titles, and a search
// match.
import { type Static, Type } from 'typebox';
import { IscoMapping } from './isco-shares.ts';
import {
  countFromOne,
  flag,
  listOf,
  nullable,
  oneOf,
  record,
  Soc2020,
  Text,
  text,
} from '../shapes.ts';
import { credited, occupation } from '../envelope.ts';

const Group = record('A group of SOC 2020.', {
  code: Type.String({ pattern: '^[1-9][0-9]{0,3}$' }),
  title: Text,
});

const Hierarchy = record(
  'Place in SOC 2020. The codes are the first one, two and three digits of the unit group code.',
  {
    majorGroup: Group,
    subMajorGroup: Group,
    minorGroup: Group,
  },
);

const JobTitles = countFromOne(
  'Number of job titles of the coding index in the unit group, as ' +
    '/v1/occupations/{soc}/titles lists them. A title counts once for each of its ' +
    'qualifiers. A title that the index repeats counts once.',
);

export const OccupationSummary = record('A unit group.', {
  ...occupation,
  hierarchy: Hierarchy,
  jobTitles: JobTitles,
});
export type OccupationSummary = Static<typeof OccupationSummary>;

export const OccupationList = listOf(OccupationSummary, 'All 412 unit groups, ordered by code.');

export const OccupationTitle = record('A job title of the coding index.', {
  title: text('Job title in natural word order.'),
  qualifier: nullable(
    Text,
    'Narrows the title to this unit group, as the coding index prints it; null for the bare title.',
  ),
});
export type OccupationTitle = Static<typeof OccupationTitle>;

export const OccupationTitleList = listOf(
  OccupationTitle,
  'Every job title of the coding index in the unit group, ordered by title, then ' +
    'qualifier. A title that the index repeats is listed once; the known issues of the ' +
    'edition name it.',
);

export const OccupationProfile = record({
  ...occupation,
  hierarchy: Hierarchy,
  about: record('The work, in the words of the classification.', {
    description: text('What people in these jobs do.'),
    tasks: listOf(Text, { minItems: 1, description: 'Typical tasks.' }),
    entryRoutes: text('Typical entry routes and associated qualifications.'),
  }),
  jobTitles: JobTitles,
  sampleJobTitles: listOf(Text, {
    minItems: 1,
    description: "The publisher's own related job titles, in the printed order.",
  }),
  isco08: IscoMapping,
  ...credited,
});
export type OccupationProfile = Static<typeof OccupationProfile>;

const matchTypes = [
  'exact',
  'ambiguous',
  'code',
  'fuzzy',
  'reference',
  'prefix',
  'partial',
  'related',
] as const;

export const OccupationMatch = record('A unit group that fits the query.', {
  soc2020: Soc2020,
  title: text('Unit group title.'),
  matchedTitle: text(
    'The best matching job title of the coding index; for a related answer the nearest ' +
      'title of the unit group, and if none is near, or for a query that is a code, the ' +
      'unit group title.',
  ),
  qualifier: nullable(
    Text,
    'Narrows the matched title to this unit group, as the coding index prints it. If ' +
      'several groups have the title, this decides. null: the bare title.',
  ),
  confidence: Type.Number({
    exclusiveMinimum: 0,
    maximum: 1,
    description:
      "1 for an exact match or a code; for an ambiguous match the unit group's share of " +
      'the title, or of the titles; else the measured share of right answers among ' +
      'answers that are believed this much.',
  }),
  matchType: oneOf(
    matchTypes,
    'exact: the query is the title, except for case, accents, punctuation, apostrophes, ' +
      'and the inverted word order of the index. ambiguous: as exact, but several unit ' +
      'groups have the title, or it is also a short form of another; or the query names ' +
      'several titles. code: the query is the code of the unit group. ' +
      'fuzzy: it is the title, except for spelling, number, word order, blanks or ' +
      'abbreviations. reference: it is a title that the index refers to this one. ' +
      'prefix: as fuzzy, but the last word is incomplete. partial: query or title has ' +
      'words that the other lacks. ' +
      'related: the query is a subject and not a title (“animals”), and the unit group ' +
      'has to do with it; or no title of the unit group has the words of the query; a ' +
      'model learnt from the titles of several classifications finds the unit group ' +
      'likely, and matchedTitle is its nearest title.',
  ),
  exactTitle: flag(
    'True: the query is the matched title, whatever the confidence. If several unit ' +
      'groups have the title, each has a share of the confidence.',
  ),
  groups: countFromOne(
    'In how many unit groups the matched title stands. If more than one, ask what kind ' +
      'of work is meant before you use the first.',
  ),
  setAside: listOf(
    Type.String({ minLength: 1 }),
    'What of the query was not taken for the job: hours, contract, pay, grade, place, ' +
      'employer, a second job. Empty if all of it was.',
  ),
});
export type OccupationMatch = Static<typeof OccupationMatch>;

export const OccupationMatchList = listOf(
  OccupationMatch,
  'Each unit group once, best match first; an empty array if nothing sensible is found.',
);
