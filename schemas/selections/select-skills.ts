// Cuts a stored skills document to a limit. Pure and without a library, like every selection.
import type { SkillsDocument, SkillsResponse } from '../resources/skills.ts';

/** The first members of each list; the totals give the full numbers. */
export function selectSkills(document: SkillsDocument, limit: number): SkillsResponse {
  const { soc2020, title, relatedRoles, skills, knowledge, ...rest } = document;
  return {
    soc2020,
    title,
    limit,
    relatedRoles: relatedRoles.slice(0, limit),
    skills: skills.slice(0, limit),
    knowledge: knowledge.slice(0, limit),
    ...rest,
  };
}
