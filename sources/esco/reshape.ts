// ESCO's rows to occupations with their skills, and the related roles of each unit group of SOC
// 2020.
import type { Complain } from '#sources/kit/place.ts';
import { iscoSharesOf } from '#sources/kit/isco-shares.ts';
import type { NeededObservations, Needs } from '#sources/kit/needs.ts';
import type { Problem } from '#sources/kit/problem.ts';
import type { Release } from '#sources/kit/release.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { type Kind, type RowOfKind, type Rows, layout } from './layout.ts';
import {
  type EscoOccupation,
  type EscoSkill,
  type RelatedRoles,
  relateRoles,
  reuseLevels,
  titleLinks,
} from './related-roles.ts';

/** The publisher's types. One concept of 1.1.0 and six of 1.1.1 have none; they count as skills. */
const skillTypes = ['skill/competence', 'knowledge', ''] as const;
const relationTypes = ['essential', 'optional'] as const;

export interface EscoObservations {
  /** Distinct occupations of ESCO by URI. */
  readonly roles: ReadonlyMap<string, EscoOccupation>;
  /** Distinct skills and knowledge by URI. */
  readonly skills: ReadonlyMap<string, EscoSkill>;
  /** Titles of ISCO-08 groups of every level in ESCO. */
  readonly iscoLabels: ReadonlyMap<string, string>;
  /** Relations with an occupation or a skill that the version does not list. */
  readonly orphans: readonly { readonly row: RowOfKind<'relations'>; readonly uri: string }[];
  readonly related: ReadonlyMap<string, RelatedRoles>;
}

export function reshape(
  release: Release,
  rows: Rows,
  needs: Needs,
  problems: Problem[],
): EscoObservations {
  const complain = layout.complainTo(release, rows, problems);
  const iscoLabels = new Map(
    layout.rowsOf(rows, 'groups').map(({ code, label }) => [code, oneLine(label)]),
  );
  const listed = latest(layout.rowsOf(rows, 'occupations'));
  const roles = readRoles(listed, complain);
  const occupations = needs.get('soc-structure').unitGroups.map(({ code }) => code);
  const related = relatedTo(occupations, needs.get('soc-index'), [...roles.values()]);

  const reached = new Set(
    [...related.values()].flatMap((group) => group.roles.map(({ occupation }) => occupation.uri)),
  );
  for (const row of listed)
    if (roles.has(row.uri)) labelOf(reached.has(row.uri) ? complain : ignore, row);
  const relations = layout.rowsOf(rows, 'relations');
  const used = new Set(
    relations.filter(({ occupation }) => reached.has(occupation)).map(({ skill }) => skill),
  );
  const { skills, faulty } = readSkills(latest(layout.rowsOf(rows, 'skills')), used, complain);
  const orphans: EscoObservations['orphans'][number][] = [];
  for (const row of relations) {
    const occupation = roles.get(row.occupation);
    const skill = skills.get(row.skill);
    if (occupation === undefined) orphans.push({ row, uri: row.occupation });
    else if (skill !== undefined) {
      const complainOf = reached.has(row.occupation) ? complain : ignore;
      const relation = oneOf(complainOf, row, 'relation', relationTypes);
      if (relation !== null) occupation.skills.push({ skill, essential: relation === 'essential' });
    } else if (!faulty.has(row.skill)) orphans.push({ row, uri: row.skill });
  }
  return { roles, skills, iscoLabels, orphans, related };
}

/**
 * Stands in for a complaint about an occupation that no unit group reaches, or a skill of such
 * occupations only. They are in no answer, so their faults hold nothing back.
 */
const ignore = () => null;

/** The occupations by URI, without skills yet. */
function readRoles(
  rows: readonly RowOfKind<'occupations'>[],
  complain: Complain<RowOfKind<Kind>>,
): Map<string, EscoOccupation> {
  const roles = new Map<string, EscoOccupation>();
  for (const row of rows) {
    const { uri, iscoGroup, label, otherLabels } = row;
    // Nobody can say whether an answer would hold an occupation without its group.
    if (/^\d{4}$/.test(iscoGroup))
      roles.set(uri, {
        uri,
        label: oneLine(label),
        otherLabels: linesOf(otherLabels),
        isco08: iscoGroup,
        skills: [],
      });
    else
      complain(row, 'iscoGroup', `found "${iscoGroup}", expected an ISCO-08 code of four digits`);
  }
  return roles;
}

/** The skills by URI, and the URIs of those with a fault. `used` are the skills of answers. */
function readSkills(
  rows: readonly RowOfKind<'skills'>[],
  used: ReadonlySet<string>,
  complain: Complain<RowOfKind<Kind>>,
): { readonly skills: Map<string, EscoSkill>; readonly faulty: Set<string> } {
  const skills = new Map<string, EscoSkill>();
  const faulty = new Set<string>();
  for (const row of rows) {
    const complainOf = used.has(row.uri) ? complain : ignore;
    const label = labelOf(complainOf, row);
    const skillType = oneOf(complainOf, row, 'skillType', skillTypes);
    const reuseLevel = oneOf(complainOf, row, 'reuseLevel', reuseLevels);
    if (label !== null && skillType !== null && reuseLevel !== null)
      skills.set(row.uri, {
        uri: row.uri,
        label,
        isKnowledge: skillType === 'knowledge',
        reuseLevel,
      });
    else faulty.add(row.uri);
  }
  return { skills, faulty };
}

/** The lines of a cell, without empty ones. */
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map(oneLine)
    .filter((line) => line !== '');
}

/** Some labels have two blanks between words, or blanks around them. */
function oneLine(label: string): string {
  return label.trim().replace(/\s+/g, ' ');
}

function relatedTo(
  unitGroups: readonly string[],
  index: NeededObservations['soc-index'],
  roles: readonly EscoOccupation[],
): ReadonlyMap<string, RelatedRoles> {
  const shares = iscoSharesOf(index);
  const links = titleLinks(index.entries, roles);
  const byIsco = Map.groupBy(
    roles.toSorted((a, b) => byCodeUnit(a.uri, b.uri)),
    ({ isco08 }) => isco08,
  );
  return new Map(
    unitGroups.map((soc2020) => [
      soc2020,
      relateRoles(shares.get(soc2020) ?? [], byIsco, links.get(soc2020) ?? []),
    ]),
  );
}

/**
 * The latest row of each URI: 1.2.1 repeats four occupations and some skills with another day of
 * modification.
 */
export function latest<Row extends RowOfKind<'occupations' | 'skills'>>(
  rows: readonly Row[],
): Row[] {
  const latestByUri = new Map<string, Row>();
  for (const row of rows) {
    const before = latestByUri.get(row.uri);
    if (before === undefined || Date.parse(row.modified) >= Date.parse(before.modified))
      latestByUri.set(row.uri, row);
  }
  return [...latestByUri.values()];
}

/**
 * Labels have blanks at their ends (78 skills and 7 occupations of 1.1.0). We keep the publisher's
 * capitals.
 */
function labelOf(
  complain: Complain<RowOfKind<Kind>>,
  row: RowOfKind<'occupations' | 'skills'>,
): string | null {
  const text = oneLine(row.label);
  return text === '' ? complain(row, 'label', 'found no label') : text;
}

function oneOf<Row extends RowOfKind<Kind>, Value extends string>(
  complain: Complain<RowOfKind<Kind>>,
  row: Row,
  column: keyof Row & string,
  allowed: readonly Value[],
): Value | null {
  const expected = () => allowed.map((value) => (value === '' ? 'nothing' : value)).join(' or ');
  return (
    allowed.find((value) => value === row[column]) ??
    complain(row, column, `unknown value "${row[column]}", expected ${expected()}`)
  );
}
