// Which occupations of ESCO a unit group is related to, with what weight, and how widely skills are shared among them.
import type { IndexEntry } from '#sources/kit/source.ts';
import type { IscoShare } from '#schemas/resources/isco-shares.ts';
import { byCodeUnit } from '#schemas/order.ts';
import type { EscoOccupation, EscoSkill } from './concepts.ts';

// ISCO-08 codes of less than a twentieth of a unit group's titles bring in roles by the hundred (468 for 8139 without this, 137 with it)
// that the unit group is not about.
const leastShare = 0.05;

/** Everything is compared to nine decimals: the last binary digits of a sum are nobody's verdict. */
export const perUnit = 1e9;

export interface RelatedRole {
  readonly occupation: EscoOccupation;
  /** All weights of a unit group add up to 1. */
  readonly weight: number;
  readonly via: 'isco-08' | 'job-title';
}

export interface RelatedRoles {
  readonly isco08: readonly IscoShare[];
  /** Of those, the codes whose occupations are related roles: with 5 % of the titles at least, and with occupations in ESCO. */
  readonly used: readonly IscoShare[];
  /** Codes with as many titles, of which ESCO has no occupation. */
  readonly without: readonly IscoShare[];
  /** Heaviest first; of equal ones those whose label is a job title of the unit group; then those that ISCO-08 leads to; then by ISCO-08 code, title and URI. */
  readonly roles: readonly RelatedRole[];
}

export interface SharedSkill {
  readonly skill: EscoSkill;
  /** Weight of the roles that have it, 0 to 1. */
  readonly share: number;
  /** Of the roles that have it as essential. */
  readonly essentialShare: number;
  readonly roles: number;
}

/**
 * Occupations whose label is a job title of the coding index, by the unit group of that title. Only titles without a qualifier: "data
 * analyst" is 3544, but computing/IT data analysts are 2134. Alternative labels are too loose to link by.
 */
export function titleLinks(
  entries: readonly IndexEntry[],
  occupations: readonly EscoOccupation[],
): ReadonlyMap<string, readonly EscoOccupation[]> {
  const bare = new Map(
    entries.filter(({ qualifier }) => qualifier === null).map(({ title, soc2020 }) => [title.toLowerCase().trim(), soc2020]),
  );
  const linked = occupations.flatMap((occupation) => {
    const soc2020 = bare.get(occupation.label.toLowerCase());
    return soc2020 === undefined ? [] : [{ soc2020, occupation }];
  });
  return new Map(
    [...Map.groupBy(linked, ({ soc2020 }) => soc2020)].map(([soc2020, of]) => [soc2020, of.map(({ occupation }) => occupation)]),
  );
}

/** The share of an ISCO-08 code is split equally among its occupations; one that only its title links has as much as the heaviest of these. */
export function relateRoles(
  isco08: readonly IscoShare[],
  byIsco: ReadonlyMap<string, readonly EscoOccupation[]>,
  linked: readonly EscoOccupation[],
): RelatedRoles {
  const weighty = isco08.filter(({ share }) => share >= leastShare - 1 / perUnit);
  const used = weighty.filter(({ code }) => byIsco.has(code));
  const without = weighty.filter(({ code }) => !byIsco.has(code));
  const found = used.flatMap(({ code, share }) => {
    const occupations = byIsco.get(code) ?? [];
    return occupations.map((occupation) => ({ occupation, weight: share / occupations.length, via: 'isco-08' as const }));
  });
  const heaviest = found.reduce((most, { weight }) => Math.max(most, weight), 0);
  // What ISCO-08 leads to, if only by a code of few titles, has the weight that the titles give it, or none.
  const onTheWay = new Set(isco08.map(({ code }) => code));
  const added = linked
    .filter((occupation) => !onTheWay.has(occupation.isco08))
    .map((occupation) => ({ occupation, weight: heaviest === 0 ? 1 : heaviest, via: 'job-title' as const }));
  const all = [...found, ...added].sort((a, b) => byCodeUnit(a.occupation.uri, b.occupation.uri));
  const total = all.reduce((sum, { weight }) => sum + weight, 0);
  const roles = all.map((role) => ({ ...role, weight: role.weight / total }));
  const rank = ({ weight }: RelatedRole) => Math.round(weight * perUnit);
  // Equal weights are the rule within an ISCO-08 group, and nobody looks for programmers under "blockchain developer".
  const untitled = ({ occupation }: RelatedRole) => (linked.includes(occupation) ? 0 : 1);
  roles.sort((a, b) => {
    const [one, other] = [a.occupation, b.occupation];
    return (
      rank(b) - rank(a) ||
      untitled(a) - untitled(b) ||
      byCodeUnit(a.via, b.via) ||
      byCodeUnit(one.isco08, other.isco08) ||
      byCodeUnit(one.label, other.label) ||
      byCodeUnit(one.uri, other.uri)
    );
  });
  return { isco08, used, without, roles };
}

/** Every skill of the roles, most widely shared first, then by essential share, label and URI. */
export function sharedSkills(roles: readonly RelatedRole[]): SharedSkill[] {
  const found = new Map<EscoSkill, { skill: EscoSkill; share: number; essentialShare: number; roles: number }>();
  for (const { occupation, weight } of roles) {
    for (const { skill, essential } of occupation.skills) {
      const shared = found.get(skill) ?? { skill, share: 0, essentialShare: 0, roles: 0 };
      found.set(skill, shared);
      shared.share += weight;
      if (essential) shared.essentialShare += weight;
      shared.roles += 1;
    }
  }
  const exact = (share: number) => Math.min(perUnit, Math.round(share * perUnit)) / perUnit;
  return [...found.values()]
    .map((shared) => ({ ...shared, share: exact(shared.share), essentialShare: exact(shared.essentialShare) }))
    .sort(
      (a, b) =>
        b.share - a.share ||
        b.essentialShare - a.essentialShare ||
        byCodeUnit(a.skill.label, b.skill.label) ||
        byCodeUnit(a.skill.uri, b.skill.uri),
    );
}
