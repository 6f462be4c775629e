// Variants of stored lists. Pure and without a schema library, because the worker carries it.
import type { DemandLevel } from '../codes.ts';
import type { DemandListDocument, DemandListResponse } from '../resources/demand.ts';
import type { WithheldLegend } from '../figures.ts';
import { withLegendOf } from '../withheld-legend.ts';
import type { SkillsDocument, SkillsResponse } from '../resources/skills.ts';

interface StoredList extends Readonly<Record<'notes' | 'coverage' | 'attribution' | 'provenance', unknown>> {
  readonly occupations: readonly unknown[];
  readonly withheldLegend?: WithheldLegend;
}

/** The document with the first `limit` of its occupations, and the legend of these. */
export function cutList(document: StoredList, limit: number): object {
  const { occupations, notes, coverage, attribution, provenance, withheldLegend, ...about } = document;
  const answer = { ...about, limit, occupations: occupations.slice(0, limit), notes, coverage, attribution, provenance };
  return withheldLegend === undefined ? answer : withLegendOf({ withheldLegend }, answer);
}

/** The occupations at a level, in the order of the document. The default is critical and elevated demand. */
export function selectDemandList(document: DemandListDocument, level: DemandLevel | null): DemandListResponse {
  const { area, year, occupations, ...rest } = document;
  const levels: DemandLevel[] = level === null ? ['critical', 'elevated'] : [level];
  const listed = occupations.filter((occupation) => levels.includes(occupation.level));
  return withLegendOf<DemandListResponse>(document, {
    ...{ area, year, level, levels, total: listed.length, assessed: occupations.length, occupations: listed },
    ...rest,
  });
}

/** The first members of each list; the totals give the full numbers. */
export function selectSkills(document: SkillsDocument, limit: number): SkillsResponse {
  const { soc2020, title, relatedRoles, skills, knowledge, ...rest } = document;
  const cut = <Item>(list: readonly Item[]) => list.slice(0, limit);
  return { soc2020, title, limit, relatedRoles: cut(relatedRoles), skills: cut(skills), knowledge: cut(knowledge), ...rest };
}
