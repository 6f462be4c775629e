// Responses about the occupations themselves: the list, the profile, the job titles, and a search match.
import { type Static, Type } from 'typebox';
import { Attribution, Provenance, Soc2020, nullable, oneOf, record } from './figures.ts';

const Group = record({ code: Type.String({ pattern: '^[1-9][0-9]{0,3}$' }), title: Type.String({ minLength: 1 }) });

const Hierarchy = record(
  { majorGroup: Group, subMajorGroup: Group, minorGroup: Group },
  'Place in SOC 2020. The codes are the first one, two and three digits of the unit group.',
);

export const OccupationSummary = record({
  soc2020: Soc2020,
  title: Type.String({ minLength: 1 }),
  hierarchy: Hierarchy,
  jobTitles: Type.Integer({ minimum: 1, description: 'Job titles of the coding index that are classified to the unit group.' }),
});
export type OccupationSummary = Static<typeof OccupationSummary>;

export const OccupationList = Type.Array(OccupationSummary, { description: 'All 412 unit groups, ordered by code.' });

export const IscoMapping = record({
  code: Type.String({ pattern: '^[0-9]{4}$', description: 'ISCO-08 unit group.' }),
  title: Type.String({ minLength: 1 }),
  indexEntries: Type.Integer({ minimum: 1, description: 'Entries of the coding index under this unit group that carry the ISCO-08 code.' }),
  sharePercent: Type.Number({ minimum: 0, maximum: 100, description: 'Share of those entries; of index entries, not of people.' }),
});

export const OccupationTitle = record({
  title: Type.String({ minLength: 1, description: 'Job title in natural word order.' }),
  qualifier: nullable(Type.String({ minLength: 1 }), 'What narrows the title to this unit group, as the coding index prints it; null for the bare title.'),
});
export type OccupationTitle = Static<typeof OccupationTitle>;

export const OccupationTitleList = Type.Array(OccupationTitle, {
  description: 'Every coding index entry of the unit group, ordered by title, then qualifier. Two entries may differ only in their older classifications.',
});

export const OccupationProfile = record({
  soc2020: Soc2020,
  title: Type.String({ minLength: 1 }),
  hierarchy: Hierarchy,
  about: record({
    description: Type.String({ minLength: 1 }),
    tasks: Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }),
    entryRoutes: Type.String({ minLength: 1, description: 'Typical entry routes and associated qualifications.' }),
  }),
  jobTitles: Type.Integer({ minimum: 1, description: 'Job titles of the coding index that are classified to the unit group.' }),
  sampleTitles: Type.Array(Type.String({ minLength: 1 }), { minItems: 1, description: "The publisher's own related job titles, in the order printed." }),
  isco08: record({
    mapping: Type.Array(IscoMapping, { description: 'Most index entries first, ties by code.' }),
    unmappedEntries: Type.Integer({ minimum: 0, description: 'Index entries of the unit group that carry no ISCO-08 code.' }),
    derivation: Type.String({ minLength: 1 }),
  }),
  attribution: Attribution,
  provenance: Provenance,
});
export type OccupationProfile = Static<typeof OccupationProfile>;

export const matchTypes = ['exact', 'fuzzy'] as const;

export const OccupationMatch = record({
  soc2020: Soc2020,
  title: Type.String({ minLength: 1, description: 'Unit group title.' }),
  matchedTitle: Type.String({ minLength: 1, description: 'The job title of the coding index that matched best.' }),
  qualifier: nullable(Type.String({ minLength: 1 }), 'The qualifier that the matched title carries in the coding index.'),
  confidence: Type.Number({ exclusiveMinimum: 0, maximum: 1, description: '1 for an exact match, lower for a fuzzy one.' }),
  matchType: oneOf(matchTypes, 'exact: the query is the title but for case, accents, punctuation, word order as the index inverts it, and possessives; fuzzy: anything else.'),
});
export type OccupationMatch = Static<typeof OccupationMatch>;

export const OccupationMatchList = Type.Array(OccupationMatch, {
  description: 'Each unit group once, best match first; an empty array where nothing sensible is found.',
});
