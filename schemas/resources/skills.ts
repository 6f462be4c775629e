// Related roles and the skills and knowledge that they share: the stored document, and the response, which is cut to a limit.
import { type Static, Type } from 'typebox';
import { Attribution, Notes, Provenance, Soc2020, Withheld, nullable, oneOf, record } from '../figures.ts';
import { IscoWeights, Weight } from './isco-shares.ts';
import { mostSkillsListed } from '../codes.ts';

const Percent = (description: string) => Type.Number({ minimum: 0, maximum: 100, description });

const RelatedRole = record({
  title: Type.String({ minLength: 1, description: 'Preferred label in ESCO.' }),
  uri: Type.String({ format: 'uri' }),
  isco08: record(
    { code: Type.String({ pattern: '^[0-9]{4}$' }), title: Type.String({ minLength: 1 }) },
    'The ISCO-08 unit group that ESCO puts the role in.',
  ),
  via: oneOf(
    ['isco-08', 'job-title'],
    'isco-08: reached through the ISCO-08 codes of the job titles; job-title: the label is itself a job title of the unit group.',
  ),
  weight: Weight,
});

const SharedSkill = record({
  label: Type.String({ minLength: 1, description: 'Preferred label in ESCO.' }),
  uri: Type.String({ format: 'uri' }),
  sharePercent: Percent(
    'Weight of the related roles that have it, essential or optional. It measures how widely it is shared, not how important it is.',
  ),
  essentialSharePercent: Percent('Weight of the related roles that have it as essential.'),
  roles: Type.Integer({ minimum: 1, description: 'How many of the related roles have it.' }),
  reuseLevel: oneOf(['transversal', 'cross-sector', 'sector-specific', 'occupation-specific'], 'How widely ESCO expects it to be used.'),
});

const order = 'Most widely shared first, by share, then essential share before rounding, then label and URI.';

function lists(maxItems: number) {
  return {
    relatedRoles: Type.Array(RelatedRole, {
      maxItems,
      description:
        'Heaviest first; of equal ones those whose title is a job title of the unit group, then those reached through ISCO-08, then by ISCO-08 code, title and URI. All weights, also of roles not listed, add up to 1. Related occupations, not exact equivalents.',
    }),
    skills: Type.Array(SharedSkill, { maxItems, description: `Skills and competences. ${order}` }),
    knowledge: Type.Array(SharedSkill, { maxItems, description: `Knowledge, to which ESCO counts programming languages. ${order}` }),
  };
}

const Count = Type.Integer({ minimum: 0 });

const about = {
  soc2020: Soc2020,
  title: Type.String({ minLength: 1 }),
};
const rest = {
  totals: record({ relatedRoles: Count, skills: Count, knowledge: Count }, 'How many there are in all; at most 100 of each can be listed.'),
  withheld: nullable(Withheld, 'Why the lists are empty; null where they are not.'),
  isco08: IscoWeights,
  notes: Notes,
  derivation: Type.String({ minLength: 1, description: 'How the roles were found and the shares reckoned.' }),
  attribution: Attribution,
  provenance: Provenance,
};

export const SkillsDocument = record({ ...about, ...lists(mostSkillsListed), ...rest });
export type SkillsDocument = Static<typeof SkillsDocument>;

export const SkillsResponse = record({
  ...about,
  limit: Type.Integer({ minimum: 1, maximum: mostSkillsListed, description: 'Cuts each of the three lists.' }),
  ...lists(mostSkillsListed),
  ...rest,
});
export type SkillsResponse = Static<typeof SkillsResponse>;
