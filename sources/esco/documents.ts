// Skills documents: for each unit group its related roles in ESCO, and the skills and knowledge
// that they share.
import type { Document, ExplainedMembers } from '#sources/kit/document.ts';
import type { Release } from '#sources/kit/release.ts';
import type { DocumentInputs } from '#sources/kit/source.ts';
import { entriesByUnitGroup, percent } from '#sources/kit/isco-shares.ts';
import { mostSkillsListed } from '#schemas/codes.ts';
import { printIscoMapping } from '#schemas/resources/isco-shares.ts';
import { roundComputed } from '#schemas/round.ts';
import type { SkillsDocument } from '#schemas/resources/skills.ts';
import { type RelatedRoles, type SharedSkill, sharedSkills } from './related-roles.ts';
import type { EscoObservations } from './reshape.ts';

// If the used codes have less than this share of the titles, a note says so: the other titles do
// not count.
const wellCovered = 0.8;

export function* documents(inputs: DocumentInputs<EscoObservations>): Generator<Document> {
  const { release, observations, needs, answer } = inputs;
  const index = needs.get('soc-index');
  const entries = entriesByUnitGroup(index);
  // The coding index names ISCO-08 groups, as in all answers. ESCO names the groups that the index
  // does not have.
  const iscoTitle = (code: string) =>
    index.iscoTitles.get(code) ?? observations.iscoLabels.get(code) ?? code;
  for (const { code } of needs.get('soc-structure').unitGroups) {
    const related = observations.related.get(code);
    if (related === undefined)
      throw new Error(`esco: the related roles of the unit group ${code} are missing`);
    yield answer<SkillsDocument>(
      { soc: code },
      'skills',
      skillsOf(related, release, iscoTitle, entries.get(code) ?? 0),
    );
  }
}

/** Why a unit group has no related roles. */
function whyNoRoles({ isco08, without }: RelatedRoles): string {
  if (isco08.length === 0) return noCode;
  if (without.length < isco08.length)
    return (
      'the job titles have ISCO-08 codes without an occupation in ESCO, or with less than ' +
      '5% of the titles each'
    );
  return (
    `ESCO has no occupation under ${listOf(isco08.map(({ code }) => code))}, the ` +
    `${isco08.length === 1 ? 'code' : 'codes'} of the job titles`
  );
}

const noCode = 'the job titles have no ISCO-08 code';
const noRoles = { reason: 'no-comparable-occupation', marker: null } as const;

function skillsOf(
  related: RelatedRoles,
  release: Release,
  iscoTitle: (code: string) => string,
  entries: number,
): ExplainedMembers<SkillsDocument> {
  const { roles, isco08 } = related;
  const shared = sharedSkills(roles);
  const skills = shared.filter(({ skill }) => !skill.isKnowledge);
  const knowledge = shared.filter(({ skill }) => skill.isKnowledge);
  return {
    relatedRoles: roles.slice(0, mostSkillsListed).map(({ occupation, via, weight }) => ({
      title: occupation.label,
      uri: occupation.uri,
      iscoGroup: { code: occupation.isco08, title: iscoTitle(occupation.isco08) },
      via,
      weight: roundComputed(weight, 4),
    })),
    skills: skills.slice(0, mostSkillsListed).map(printedSkill),
    knowledge: knowledge.slice(0, mostSkillsListed).map(printedSkill),
    totals: { relatedRoles: roles.length, skills: skills.length, knowledge: knowledge.length },
    withheld:
      roles.length > 0
        ? null
        : { ...noRoles, explanation: `No comparable occupation in ESCO: ${whyNoRoles(related)}.` },
    isco08: printIscoMapping(isco08, entries),
    notes: notesOf(related),
    derivation: derivationOf(related, release),
  };
}

function printedSkill({
  skill,
  share,
  essentialShare,
  roles,
}: SharedSkill): SkillsDocument['skills'][number] {
  return {
    name: skill.label,
    uri: skill.uri,
    sharePercent: percent(share),
    essentialSharePercent: percent(essentialShare),
    roles,
    reuseLevel: skill.reuseLevel,
  };
}

function notesOf({ roles, used }: RelatedRoles): string[] {
  const kept = used.reduce((sum, { share }) => sum + share, 0);
  const notes: string[] = [];
  if (roles.length > 0) notes.push('Related European occupations, not exact equivalents.');
  if (roles.length === 1)
    notes.push(
      'There is only one related role, so the shares say nothing: all its skills have a ' +
        'share of 100%.',
    );
  if (roles.some(({ via }) => via === 'job-title'))
    notes.push('Some roles are related by their title, which is a job title of this unit group.');
  if (used.length > 0 && kept < wellCovered)
    notes.push(
      `The roles cover ${percent(kept)}% of the unit group's job titles. The others ` +
        'have ISCO-08 codes with few titles or without occupations in ESCO.',
    );
  return notes;
}

/** The ISCO-08 codes without a role, with the reason; `isco08` lists them with the others. */
function leftOut({ isco08, used, without }: RelatedRoles): string {
  if (isco08.length === 0) return `; ${noCode}`;
  const small = isco08.length - used.length - without.length;
  const parts: string[] = [];
  if (without.length > 0) parts.push(`${sharesOf(without)}, for which ESCO has no occupation`);
  if (small > 0) parts.push(`${small === 1 ? 'one code' : `${small} codes`} of less than 5%`);
  return parts.length === 0 ? '' : `; left out: ${parts.join(', and ')}`;
}

function sharesOf(codes: RelatedRoles['isco08']): string {
  return codes.map(({ code, share }) => `${code} (${percent(share)}%)`).join(', ');
}

function derivationOf(related: RelatedRoles, release: Release): string {
  const { used, roles } = related;
  const linked = roles
    .filter(({ via }) => via === 'job-title')
    .map(({ occupation }) => occupation.label);
  return (
    `Occupations of ESCO ${release.name.replace(/^sample-/, '')} that are related to ` +
    'the unit group, not exact equivalents of it. The job titles of the coding index ' +
    'give its ISCO-08 codes (title counts, not people; codes of at least 5%): ' +
    `${used.length === 0 ? 'none' : sharesOf(used)}${leftOut(related)}. ` +
    'The weight of a code is split equally among its occupations in ESCO. ' +
    'Occupations that no ISCO-08 code reaches are added if their label is an ' +
    'unqualified job title of the unit group, with the weight of the heaviest: ' +
    `${linked.length === 0 ? 'none' : linked.join(', ')}. ` +
    'A share is the weight of the roles that have the skill, essential or optional. ' +
    'This service computes shares and weights.'
  );
}

/** ISCO-08 7549; ISCO-08 2240, 3221. */
function listOf(codes: readonly string[]): string {
  return (
    'ISCO-08 ' +
    `${codes.slice(0, 10).join(', ')}${codes.length > 10 ? ` and ${codes.length - 10} more` : ''}`
  );
}
