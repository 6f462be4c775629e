// Which unit groups are related by the skills of their roles: the cosine of their skills, each
// weighted by how few unit groups have it.
import { closest, heaviest } from '#sources/kit/closest.ts';
import type { Document } from '#sources/kit/document.ts';
import type { DocumentInputs } from '#sources/kit/source.ts';
import type { RelatedBySkills } from '#schemas/resources/related.ts';
import { withheldAs } from '#schemas/withheld-legend.ts';
import { type EscoSkill, sharedSkills } from './related-roles.ts';
import type { EscoObservations } from './reshape.ts';

const noRoles = withheldAs(
  'no-comparable-occupation',
  'The unit group has no related role in ESCO, so there are no skills to compare.',
);

const derivation =
  'The skills and knowledge of the related roles in ESCO, essential ones in full and ' +
  'optional ones by half, each weighted by the logarithm of the number of unit groups ' +
  'over those that have it, so that what everybody needs counts nothing. Unit groups ' +
  'are compared by the cosine of these weights. Scores are shares of the highest. Unit ' +
  'groups whose job titles lead to the same roles have the same skills: `sharedRoles` ' +
  'counts these roles.';

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
  const codes = [...vectors.keys()];
  const groupsWith = groupsBySkill([...vectors.values()]);

  for (const { code: soc2020 } of unitGroups) {
    const ownVector = vectors.get(soc2020) ?? new Map<EscoSkill, number>();
    // Sums of products of weights, by the index of a group among the codes.
    const sums = new Float64Array(codes.length);
    for (const [skill, value] of ownVector) {
      for (const { index, weight } of groupsWith.get(skill) ?? []) {
        sums[index] = (sums[index] ?? 0) + value * weight;
      }
    }
    const scores = new Map<string, number>();
    for (const [index, code] of codes.entries()) {
      const score = sums[index] ?? 0;
      if (code !== soc2020 && score > 0) scores.set(code, score);
    }
    const ownRoles = [...(rolesOf.get(soc2020) ?? [])];
    const related = closest(scores).map(({ code, score }) => ({
      soc2020: code,
      title: titleOf.get(code) ?? code,
      score,
      sharedSkills: heaviest(sharedWeights(ownVector, vectors.get(code) ?? new Map()), 5),
      sharedRoles: ownRoles.filter((uri) => rolesOf.get(code)?.has(uri) === true).length,
    }));
    const withheld = related.length === 0 ? noRoles : null;
    yield answer<RelatedBySkills>({ soc: soc2020 }, 'related-esco', {
      related,
      withheld,
      derivation,
    });
  }
}

/** By its label, the product of the weights of each skill that two unit groups share. */
function sharedWeights(
  own: ReadonlyMap<EscoSkill, number>,
  other: ReadonlyMap<EscoSkill, number>,
): Map<string, number> {
  const weights = new Map<string, number>();
  for (const [skill, weight] of other) weights.set(skill.label, weight * (own.get(skill) ?? 0));
  for (const [label, weight] of weights) if (weight === 0) weights.delete(label);
  return weights;
}

interface WeighedGroup {
  /** Among all groups, from 0. */
  readonly index: number;
  readonly weight: number;
}

/**
 * The groups that have a skill, by skill. A skill that weighs nothing brings no groups together.
 */
function groupsBySkill(
  vectors: readonly ReadonlyMap<EscoSkill, number>[],
): ReadonlyMap<EscoSkill, readonly WeighedGroup[]> {
  const groups = new Map<EscoSkill, WeighedGroup[]>();
  for (const [index, vector] of vectors.entries()) {
    for (const [skill, weight] of vector) {
      if (weight === 0) continue;
      const weighedGroups = groups.get(skill) ?? [];
      weighedGroups.push({ index, weight });
      groups.set(skill, weighedGroups);
    }
  }
  return groups;
}

/** By unit group, the weighted skills of its roles, of length 1. */
function vectorsOf({
  related,
}: EscoObservations): ReadonlyMap<string, ReadonlyMap<EscoSkill, number>> {
  const skills = new Map([...related].map(([code, { roles }]) => [code, sharedSkills(roles)]));
  const groupsWith = new Map<EscoSkill, number>();
  for (const skillsOfGroup of skills.values()) {
    for (const { skill } of skillsOfGroup) groupsWith.set(skill, (groupsWith.get(skill) ?? 0) + 1);
  }
  return new Map(
    [...skills].map(([code, skillsOfGroup]) => {
      const weighted = skillsOfGroup.map(
        ({ skill, share, essentialShare }): [EscoSkill, number] => {
          const rarity = Math.log(skills.size / (groupsWith.get(skill) ?? 1));
          return [skill, ((share + essentialShare) / 2) * rarity];
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
