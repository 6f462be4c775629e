// Related roles and the skills and knowledge that they share: the stored document, and the response
// cut to a limit.
import { type Static, Type } from 'typebox';
import { IscoCode, IscoMapping, Weight } from './isco-shares.ts';
import { mostSkillsListed } from '../codes.ts';
import {
  Count,
  nullable,
  oneOf,
  record,
  Text,
  text,
  Uri,
  countFromOne,
  listOf,
} from '../shapes.ts';
import { Notes, Withheld } from '../figures.ts';
import { occupation, sourced } from '../envelope.ts';

const Percent = (description: string) => Type.Number({ minimum: 0, maximum: 100, description });

const RelatedRole = record({
  title: text('Preferred label in ESCO.'),
  uri: Uri,
  iscoGroup: record("ESCO's ISCO-08 unit group for the role.", { code: IscoCode, title: Text }),
  via: oneOf(
    ['isco-08', 'job-title'],
    'isco-08: found by the ISCO-08 codes of the job titles; job-title: the label is ' +
      'itself a job title of the unit group.',
  ),
  weight: Weight,
});

const SharedSkill = record('A skill or a piece of knowledge that related roles share.', {
  name: text('Preferred label in ESCO.'),
  uri: Uri,
  sharePercent: Percent(
    'Weight of the related roles that have it, essential or optional. It measures how ' +
      'many roles share it, not how important it is.',
  ),
  essentialSharePercent: Percent('Weight of the related roles that have it as essential.'),
  roles: countFromOne('Number of related roles that have it.'),
  reuseLevel: oneOf(
    ['transversal', 'cross-sector', 'sector-specific', 'occupation-specific'],
    'How widely ESCO expects it to be used.',
  ),
});

const order =
  'Most widely shared first, by share, then essential share before rounding, then name and URI.';

const maxItems = mostSkillsListed;
const lists = {
  relatedRoles: listOf(RelatedRole, {
    maxItems,
    description:
      'Heaviest first. With equal weights, roles whose title is a job title of the unit ' +
      'group come first, then by ISCO-08 code, title and URI. All weights, including ' +
      'roles not listed, add up to 1. The roles are related occupations, not exact equivalents.',
  }),
  skills: listOf(SharedSkill, { maxItems, description: `Skills and competences. ${order}` }),
  knowledge: listOf(SharedSkill, {
    maxItems,
    description: `Knowledge, which in ESCO includes programming languages. ${order}`,
  }),
};

const otherMembers = {
  totals: record('Numbers in all; an answer lists at most 100 of each.', {
    relatedRoles: Count,
    skills: Count,
    knowledge: Count,
  }),
  withheld: nullable(Withheld, 'Why the lists are empty; null if they are not.'),
  isco08: IscoMapping,
  notes: Notes,
  derivation: text('How we found the roles and computed the shares.'),
  ...sourced,
};

export const SkillsDocument = record({ ...occupation, ...lists, ...otherMembers });
export type SkillsDocument = Static<typeof SkillsDocument>;

const limit = Type.Integer({
  minimum: 1,
  maximum: mostSkillsListed,
  description: 'Cuts each of the three lists.',
});
export const SkillsResponse = record({ ...occupation, limit, ...lists, ...otherMembers });
export type SkillsResponse = Static<typeof SkillsResponse>;
