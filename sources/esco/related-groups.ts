// Which unit groups are related by the skills of their roles: the cosine of their skills, each
// weighted by how few unit groups have it.
import { closest, heaviest } from '#sources/kit/closest.ts';
import type { Document, DocumentInputs } from '#sources/kit/source.ts';
import type { RelatedBySkills } from '#schemas/resources/related.ts';
import { withheldAs } from '#schemas/withheld-legend.ts';
import { type EscoSkill, sharedSkills } from './related-roles.ts';
import type { EscoObservations } from './reshape.ts';

const noRoles = withheldAs(
  'no-comparable-occupation',
  'The unit group has no related role in ESCO, so there are no skills to compare.',
);

const derivation =
  'The skills and knowledge of the related roles in ESCO, essential ones in full and optional ones by half, each weighted by the logarithm of the number of unit groups over those that have it, so that what everybody needs counts nothing. Unit groups are compared by the cosine of these weights. Scores are shares of the highest. Unit groups whose job titles lead to the same roles have the same skills: `sharedRoles` counts these roles.';

export function* relatedDocuments(inputs: DocumentInputs<EscoObservations>): Generator<Document> {
  const { observations, needs, answer } = inputs;
  const { unitGroups } = needs.get('soc-structure');
  const titleOf = new Map(unitGroups.map(({ code, title }) => [code, title]));
  const vectors = vectorsOf(observations);
  const rolesOf = new Map(
    [...observations.related].map(([code, { roles }]) => [
      code,
      new Set(roles.map(({ occupation }) => occupation.uri)),
    ]),
  );
  const weights = [...vectors].flatMap(([code, vector]) =>
    [...vector].map(([skill, value]) => ({ code, skill, value })),
  );
  const groupsOf = Map.groupBy(weights, ({ skill }) => skill);

  for (const { code: soc2020 } of unitGroups) {
    const own = vectors.get(soc2020) ?? new Map<EscoSkill, number>();
    const scores = new Map<string, number>();
    for (const [skill, value] of own)
      for (const { code, value: other } of groupsOf.get(skill) ?? [])
        if (code !== soc2020) scores.set(code, (scores.get(code) ?? 0) + value * other);
    const related = closest(scores).map(({ code, score }) => {
      const shared = new Map(
        [...(vectors.get(code) ?? [])].map(([skill, value]) => [
          skill.label,
          value * (own.get(skill) ?? 0),
        ]),
      );
      for (const [label, value] of shared) if (value === 0) shared.delete(label);
      const sharedRoles = [...(rolesOf.get(soc2020) ?? [])].filter(
        (uri) => rolesOf.get(code)?.has(uri) === true,
      ).length;
      return {
        soc2020: code,
        title: titleOf.get(code) ?? code,
        score,
        sharedSkills: heaviest(shared, 5),
        sharedRoles,
      };
    });
    const withheld = related.length === 0 ? noRoles : null;
    yield answer<RelatedBySkills>({ soc: soc2020 }, 'related-esco', {
      related,
      withheld,
      derivation,
    });
  }
}

/** By unit group, the weighted skills of its roles, of length 1. */
function vectorsOf({
  related,
}: EscoObservations): ReadonlyMap<string, ReadonlyMap<EscoSkill, number>> {
  const skills = new Map([...related].map(([code, { roles }]) => [code, sharedSkills(roles)]));
  const having = new Map<EscoSkill, number>();
  for (const skillsOfGroup of skills.values())
    for (const { skill } of skillsOfGroup) having.set(skill, (having.get(skill) ?? 0) + 1);
  return new Map(
    [...skills].map(([code, skillsOfGroup]) => {
      const weighted = skillsOfGroup.map(
        ({ skill, share, essentialShare }): [EscoSkill, number] => {
          return [
            skill,
            ((share + essentialShare) / 2) * Math.log(skills.size / (having.get(skill) ?? 1)),
          ];
        },
      );
      const length = Math.hypot(...weighted.map(([, value]) => value));
      return [
        code,
        new Map(length === 0 ? [] : weighted.map(([skill, value]) => [skill, value / length])),
      ];
    }),
  );
}
