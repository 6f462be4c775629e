// The occupations of ESCO that a unit group is related to, their weights, and how widely they share
// skills.
import type { IndexEntry } from '#sources/kit/needs.ts';
import type { IscoShare } from '#schemas/resources/isco-shares.ts';
import { byCodeUnit } from '#schemas/order.ts';

export const reuseLevels = [
  'transversal',
  'cross-sector',
  'sector-specific',
  'occupation-specific',
] as const;

export interface EscoSkill {
  readonly uri: string;
  readonly label: string;
  readonly isKnowledge: boolean;
  readonly reuseLevel: (typeof reuseLevels)[number];
}

export interface EscoOccupation {
  readonly uri: string;
  readonly label: string;
  /** Its alternative labels in English, in the order of the file. */
  readonly otherLabels: readonly string[];
  readonly isco08: string;
  readonly skills: { readonly skill: EscoSkill; readonly essential: boolean }[];
}

// ISCO-08 codes of less than a twentieth of a unit group's titles bring in hundreds of unrelated
// roles (468 for 8139 without this limit, 137 with it).
const leastShare = 0.05;

/** Everything is compared to nine decimals, because sums miss in their last binary digits. */
const perUnit = 1e9;

export interface RelatedRole {
  readonly occupation: EscoOccupation;
  /** All weights of a unit group add up to 1. */
  readonly weight: number;
  readonly via: 'isco-08' | 'job-title';
}

export interface RelatedRoles {
  readonly isco08: readonly IscoShare[];
  /**
   * The codes whose occupations are related roles: they have at least 5% of the titles, and
   * occupations in ESCO.
   */
  readonly used: readonly IscoShare[];
  /** Codes with at least 5% of the titles and no occupation in ESCO. */
  readonly without: readonly IscoShare[];
  /**
   * Heaviest first. Among equals: labels that are job titles of the unit group, then roles by
   * ISCO-08, then by ISCO-08 code, title and URI.
   */
  readonly roles: readonly RelatedRole[];
}

export interface SharedSkill {
  readonly skill: EscoSkill;
  /** Weight of the roles that have the skill, 0 to 1. */
  readonly share: number;
  /** Weight of the roles for which it is essential. */
  readonly essentialShare: number;
  readonly roles: number;
}

/**
 * Occupations whose label is a job title of the coding index, by the unit group of the title. Only
 * titles without a qualifier count: "data analyst" is 3544, but computing/IT data analysts are
 * 2134. Alternative labels are too loose for links.
 */
export function titleLinks(
  entries: readonly IndexEntry[],
  occupations: readonly EscoOccupation[],
): ReadonlyMap<string, readonly EscoOccupation[]> {
  const bare = new Map(
    entries
      .filter(({ qualifier }) => qualifier === null)
      .map(({ title, soc2020 }) => [title.toLowerCase().trim(), soc2020]),
  );
  const linked = Map.groupBy(occupations, ({ label }) => bare.get(label.toLowerCase()) ?? '');
  linked.delete('');
  return linked;
}

/**
 * The share of an ISCO-08 code is split equally among its occupations. A role linked only by its
 * title gets the weight of the heaviest.
 */
export function relateRoles(
  isco08: readonly IscoShare[],
  byIsco: ReadonlyMap<string, readonly EscoOccupation[]>,
  linked: readonly EscoOccupation[],
): RelatedRoles {
  const weighty = isco08.filter(({ share }) => share >= leastShare - 1 / perUnit);
  const used = weighty.filter(({ code }) => byIsco.has(code));
  const without = weighty.filter(({ code }) => !byIsco.has(code));
  const candidateRoles = used.flatMap(({ code, share }) => {
    const occupations = byIsco.get(code) ?? [];
    return occupations.map((occupation) => ({
      occupation,
      weight: share / occupations.length,
      via: 'isco-08' as const,
    }));
  });
  const heaviest = candidateRoles.reduce((most, { weight }) => Math.max(most, weight), 0);
  // A role that ISCO-08 reaches, even by a code of few titles, keeps the weight of the titles, or
  // none.
  const onTheWay = new Set(isco08.map(({ code }) => code));
  const added = linked
    .filter((occupation) => !onTheWay.has(occupation.isco08))
    .map((occupation) => ({
      occupation,
      weight: heaviest === 0 ? 1 : heaviest,
      via: 'job-title' as const,
    }));
  const all = [...candidateRoles, ...added].sort((a, b) =>
    byCodeUnit(a.occupation.uri, b.occupation.uri),
  );
  const total = all.reduce((sum, { weight }) => sum + weight, 0);
  const roles = all.map((role) => ({ ...role, weight: role.weight / total }));
  const rank = ({ weight }: RelatedRole) => Math.round(weight * perUnit);
  // Within an ISCO-08 group most weights are equal, and programmers do not expect "blockchain
  // developer" first.
  const untitled = ({ occupation }: RelatedRole) => (linked.includes(occupation) ? 0 : 1);
  roles.sort((a, b) => {
    const occupationOfA = a.occupation;
    const other = b.occupation;
    const byName =
      byCodeUnit(occupationOfA.isco08, other.isco08) ||
      byCodeUnit(occupationOfA.label, other.label) ||
      byCodeUnit(occupationOfA.uri, other.uri);
    return rank(b) - rank(a) || untitled(a) - untitled(b) || byCodeUnit(a.via, b.via) || byName;
  });
  return { isco08, used, without, roles };
}

/** Every skill of the roles: most widely shared first, then by essential share, label and URI. */
export function sharedSkills(roles: readonly RelatedRole[]): SharedSkill[] {
  const sharedBySkill = new Map<
    EscoSkill,
    { skill: EscoSkill; share: number; essentialShare: number; roles: number }
  >();
  for (const { occupation, weight } of roles) {
    for (const { skill, essential } of occupation.skills) {
      const shared = sharedBySkill.get(skill) ?? { skill, share: 0, essentialShare: 0, roles: 0 };
      sharedBySkill.set(skill, shared);
      shared.share += weight;
      if (essential) shared.essentialShare += weight;
      shared.roles += 1;
    }
  }
  const exact = (share: number) => Math.min(perUnit, Math.round(share * perUnit)) / perUnit;
  return [...sharedBySkill.values()]
    .map((shared) => ({
      ...shared,
      share: exact(shared.share),
      essentialShare: exact(shared.essentialShare),
    }))
    .sort((a, b) => {
      const byName =
        byCodeUnit(a.skill.label, b.skill.label) || byCodeUnit(a.skill.uri, b.skill.uri);
      return b.share - a.share || b.essentialShare - a.essentialShare || byName;
    });
}
