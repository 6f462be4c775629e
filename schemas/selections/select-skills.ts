// Cuts a stored skills document to a limit. Pure, and free of any library, like every selection.
import type { SkillsDocument, SkillsResponse } from '../resources/skills.ts';

/** The first of each list; the totals say how many there are. */
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
