// ESCO's rows to occupations with their skills, and the related roles of each unit group of SOC 2020.
import { iscoSharesOf } from '#sources/kit/isco-shares.ts';
import { type Complain, type PrintedTable, complainTo } from '#sources/kit/place.ts';
import type { Problem } from '#sources/kit/problem.ts';
import type { Needs, Release } from '#sources/kit/source.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { type OccupationRow, type Rows, type SkillRow, printed, rowsOfKind } from './parse.ts';
import { type EscoOccupation, type EscoSkill, reuseLevels } from './concepts.ts';
import { type RelatedRoles, relateRoles, titleLinks } from './related-roles.ts';

/** The publisher's types. One concept of 1.1.0 and six of 1.1.1 have none; they count as skills. */
const skillTypes = ['skill/competence', 'knowledge', ''] as const;
const relationTypes = ['essential', 'optional'] as const;

export interface EscoObservations {
  /** The unit groups of SOC 2020, ordered. */
  readonly occupations: readonly string[];
  /** Distinct occupations of ESCO by URI. */
  readonly roles: ReadonlyMap<string, EscoOccupation>;
  /** Distinct skills and knowledge by URI. */
  readonly skills: ReadonlyMap<string, EscoSkill>;
  /** Titles of ISCO-08 groups of every level in ESCO. */
  readonly iscoLabels: ReadonlyMap<string, string>;
  /** Relations with an occupation or a skill that the version does not list. */
  readonly orphans: readonly { readonly row: number; readonly uri: string }[];
  /** By unit group of SOC 2020. */
  readonly related: ReadonlyMap<string, RelatedRoles>;
}

export function reshape(release: Release, rows: Rows, needs: Needs, problems: Problem[]): EscoObservations {
  const complain = complainTo(release, problems);
  const [occupationTable, skillTable, relationTable] = [printed(rows, 'occupations'), printed(rows, 'skills'), printed(rows, 'relations')];
  const iscoLabels = new Map(rowsOfKind(rows, 'groups').map(({ code, label }) => [code, label.trim()]));
  const roles = new Map<string, EscoOccupation>();
  for (const row of latest(rowsOfKind(rows, 'occupations'))) {
    const label = labelOf(complain, occupationTable, row);
    if (!/^\d{4}$/.test(row.iscoGroup))
      complain(occupationTable, row.row, 'iscoGroup', `found "${row.iscoGroup}", expected an ISCO-08 code of four digits`);
    else if (label !== null) roles.set(row.uri, { uri: row.uri, label, isco08: row.iscoGroup, skills: [] });
  }
  const skills = new Map<string, EscoSkill>();
  for (const row of latest(rowsOfKind(rows, 'skills'))) {
    const label = labelOf(complain, skillTable, row);
    const skillType = oneOf(complain, skillTable, row.row, 'skillType', row.skillType, skillTypes);
    const reuseLevel = oneOf(complain, skillTable, row.row, 'reuseLevel', row.reuseLevel, reuseLevels);
    if (label !== null && skillType !== null && reuseLevel !== null)
      skills.set(row.uri, { uri: row.uri, label, isKnowledge: skillType === 'knowledge', reuseLevel });
  }
  const orphans: { row: number; uri: string }[] = [];
  for (const row of rowsOfKind(rows, 'relations')) {
    const relation = oneOf(complain, relationTable, row.row, 'relation', row.relation, relationTypes);
    // The type repeats the skill's own. An unknown type is a fault here too.
    if (relation === null || oneOf(complain, relationTable, row.row, 'skillType', row.skillType, skillTypes) === null) continue;
    const [occupation, skill] = [roles.get(row.occupation), skills.get(row.skill)];
    if (occupation === undefined || skill === undefined)
      orphans.push({ row: row.row, uri: occupation === undefined ? row.occupation : row.skill });
    else occupation.skills.push({ skill, essential: relation === 'essential' });
  }

  const index = needs.get('soc-index');
  const occupations = needs.get('soc-structure').unitGroups.map(({ code }) => code);
  const [shares, links] = [iscoSharesOf(index), titleLinks(index.entries, [...roles.values()])];
  const byIsco = Map.groupBy(
    [...roles.values()].sort((a, b) => byCodeUnit(a.uri, b.uri)),
    ({ isco08 }) => isco08,
  );
  const related = new Map(
    occupations.map((soc2020) => [soc2020, relateRoles(shares.get(soc2020) ?? [], byIsco, links.get(soc2020) ?? [])]),
  );
  return { occupations, roles, skills, iscoLabels, orphans, related };
}

/** The latest row of each URI: 1.2.1 repeats four occupations and some skills with another day of modification. */
export function latest<Row extends OccupationRow | SkillRow>(rows: readonly Row[]): Row[] {
  const found = new Map<string, Row>();
  for (const row of rows) {
    const before = found.get(row.uri);
    if (before === undefined || Date.parse(row.modified) >= Date.parse(before.modified)) found.set(row.uri, row);
  }
  return [...found.values()];
}

/** Labels have blanks at their ends (78 skills and 7 occupations of 1.1.0). We keep the publisher's capitals. */
function labelOf(complain: Complain, table: PrintedTable, { row, label }: OccupationRow | SkillRow): string | null {
  const text = label.trim();
  return text === '' ? complain(table, row, 'label', 'found no label') : text;
}

function oneOf<Value extends string>(
  complain: Complain,
  table: PrintedTable,
  row: number,
  column: string,
  text: string,
  allowed: readonly Value[],
): Value | null {
  const found = allowed.find((value) => value === text);
  const expected = () => allowed.map((value) => (value === '' ? 'nothing' : value)).join(' or ');
  return found ?? complain(table, row, column, `unknown value "${text}", expected ${expected()}`);
}
