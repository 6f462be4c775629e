// Related occupations: what each source stores for a unit group, and the answer that joins both.
import { type Static, type TSchema, Type } from 'typebox';
import { exactly, listOf, nullable, oneOf, record, Text } from '../shapes.ts';
import { Limit, Notes, rankedListOf, Withheld } from '../figures.ts';
import { occupation, sourced } from '../envelope.ts';

const Score = Type.Number({
  minimum: 0,
  maximum: 1,
  description:
    'How closely it is related, to three decimals: 1 is the most closely related ' +
    'occupation of the list.',
});

export const usOccupation = (description: string) =>
  record(description, {
    code: Type.String({
      pattern: '^\\d{2}-\\d{4}\\.\\d{2}$',
      description: 'O*NET-SOC 2019 occupation.',
    }),
    title: Text,
  });

export const relatedTiers = ['primary-short', 'primary-long', 'supplemental'] as const;

const ByOnet = record("By O*NET's list of related US occupations.", {
  score: Score,
  pairs: listOf(
    record({
      usOccupation: usOccupation('A US occupation that the unit group maps to.'),
      relatedUsOccupation: usOccupation(
        'One that the publisher relates to it, to which the related unit group maps.',
      ),
      tier: oneOf(relatedTiers, "The publisher's tier of the relation, closest first."),
    }),
    'What the relation rests on: the three heaviest pairs of US occupations.',
  ),
});

const BySkills = record(
  'By the skills of their roles in ESCO, weighted by how few unit groups have a skill.',
  {
    score: Score,
    sharedSkills: listOf(
      Text,
      'Skills and knowledge that both have in ESCO: the five that count most, because ' +
        'few others have them.',
    ),
    sharedRoles: Type.Integer({
      minimum: 0,
      description: 'Number of related roles in ESCO that both map to.',
    }),
  },
);

const part = <const Members extends Record<string, TSchema>>(members: Members) =>
  record({
    ...occupation,
    related: listOf(record({ ...occupation, ...members }), {
      maxItems: 30,
      description: 'Closest first, ties by code.',
    }),
    withheld: nullable(Withheld, 'Why the list is empty; null if it is not.'),
    derivation: Text,
    ...sourced,
  });

/** Stored by the source onet. */
export const RelatedByOnet = part(ByOnet.properties);
export type RelatedByOnet = Static<typeof RelatedByOnet>;
/** Stored by the source esco. */
export const RelatedBySkills = part(BySkills.properties);
export type RelatedBySkills = Static<typeof RelatedBySkills>;

export const RelatedResponse = record({
  ...occupation,
  total: rankedListOf('related occupations').total,
  limit: Limit,
  related: listOf(
    record({
      ...occupation,
      score: Type.Unsafe<number>({
        ...Score,
        description:
          'The average of the scores of the lists; an occupation that is not in a list ' +
          'has 0 there.',
      }),
      byOnet: nullable(ByOnet, "Null if it is not among the thirty closest of O*NET's list."),
      bySkills: nullable(BySkills, 'Null if it is not among the thirty closest by skills.'),
    }),
    'Closest first, ties by code.',
  ),
  bases: exactly(
    2,
    record({
      key: oneOf(['onet', 'esco'], 'Key of the source.'),
      withheld: nullable(
        Withheld,
        'Why the source relates no occupation to this one; null if it does.',
      ),
      derivation: nullable(Text, 'How its list is made; null if no release of it is published.'),
    }),
    'The two lists that are joined.',
  ),
  notes: Notes,
  ...sourced,
});
export type RelatedResponse = Static<typeof RelatedResponse>;
