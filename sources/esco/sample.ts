// A synthetic version of ESCO in the publisher's layout: two zips of CSV files with line breaks inside cells. Occupations and skills are
// invented and say so, except the two titles whose label links them to the coding index.
import { csvLine } from '#schemas/csv-line.ts';
import { iscoGroups } from '#sources/kit/sample/isco08.ts';
import { type Random, random } from '#sources/kit/sample/random.ts';
import { writeZip } from '#sources/kit/sample/workbook.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
import { layout } from './layout.ts';
import { reuseLevels } from './related-roles.ts';

const version = '1.1.0';
const base = 'http://data.europa.eu/esco';
// These ISCO-08 groups have no occupation, like three groups in the publisher's version. Because of the first, unit group 1161 has no
// related role.
const empty: readonly string[] = ['0110', '8344'];
// A group with many occupations and skills, so that some lists have more than a hundred entries.
const large = '2512';

interface Skill {
  readonly uri: string;
  readonly label: string;
  readonly type: '' | 'skill/competence' | 'knowledge';
}

interface Occupation {
  readonly uri: string;
  readonly isco: string;
  readonly code: string;
  readonly label: string;
  readonly skills: ReadonlyMap<Skill, boolean>;
}

/** One version with some 170 occupations; with `full` about the publisher's numbers of occupations, skills and relations. */
export async function sample({ full }: { readonly full: boolean }): Promise<readonly SampleRelease[]> {
  const skills = skillsOf(full ? 13_900 : 420);
  const occupations = occupationsOf(skills, full);
  const english = [
    { name: 'occupations_en.csv', bytes: csv(occupationHeader, occupations.flatMap(occupationRows)) },
    { name: 'skills_en.csv', bytes: csv(skillHeader, skills.map(skillRow)) },
    { name: 'ISCOGroups_en.csv', bytes: csv(groupHeader, groupRows()) },
    // The publisher ends the records of this file with CR LF, and those of the others with LF. We do not read it.
    { name: 'skillsHierarchy_en.csv', bytes: Buffer.from('Level 0 URI,Level 0 preferred term\r\nhttp://example.org,Synthetic sample\r\n') },
  ];
  const relations = occupations.flatMap(({ uri, skills: of }) =>
    [...of].map(([skill, isEssential]) => [uri, isEssential ? 'essential' : 'optional', skill.type, skill.uri]),
  );
  const anyLanguage = [{ name: 'occupationSkillRelations.csv', bytes: csv(layout.headers('relations'), relations) }];
  return [
    {
      release: `sample-${version}`,
      files: [
        { name: `ESCO dataset - v${version} - classification - en - csv.zip`, bytes: await writeZip(english) },
        { name: `ESCO dataset - v${version} - classification -  - csv.zip`, bytes: await writeZip(anyLanguage) },
      ],
    },
  ];
}

/** One in four is knowledge, one has no type. */
function skillsOf(count: number): Skill[] {
  return Array.from({ length: count }, (_, place) => {
    const type = place === 7 ? '' : place % 4 === 3 ? 'knowledge' : 'skill/competence';
    const what = type === 'knowledge' ? 'knowledge' : 'skill';
    // Some labels end in a blank, and some are in capitals.
    return {
      uri: `${base}/skill/${uuid('skill', place)}`,
      type,
      label: `${place % 11 === 0 ? 'SampleScript' : 'sample'} ${what} ${place + 1}${place % 50 === 3 ? ' ' : ''}`,
    };
  });
}

function occupationsOf(skills: readonly Skill[], full: boolean): Occupation[] {
  const occupations: Occupation[] = [];
  iscoGroups
    .filter(({ code }) => !empty.includes(code))
    .forEach(({ code: isco }, place) => {
      const draw = random(`esco/${isco}`);
      // With --full some 3,000 occupations of 41 skills each, as the publisher has.
      const count = full ? 38 : isco === large ? 14 : 1 + (place % 3);
      const labels = [...(isco === '2511' ? ['data analyst', 'data scientist'] : [])];
      while (labels.length < count) labels.push(`sample role ${labels.length + 1} beside ISCO-08 ${isco}`);
      labels.forEach((label, number) => {
        const many = full ? draw.between(20, 62) : isco === large ? 34 : draw.between(3, 5);
        occupations.push({
          uri: `${base}/occupation/${uuid(`occupation/${isco}`, number)}`,
          isco,
          code: `${isco}.${number + 1}`,
          label,
          skills: drawSkills(draw, skills, place, many, full ? 250 : isco === large ? 200 : 8),
        });
      });
    });
  return occupations;
}

/** Most skills come from the group's own part of the list, the others from its beginning, which all groups share. */
function drawSkills(draw: Random, skills: readonly Skill[], group: number, count: number, reach: number): Map<Skill, boolean> {
  const chosen = new Map<Skill, boolean>();
  const own = Math.floor((group * skills.length) / iscoGroups.length);
  while (chosen.size < count) {
    const place = draw.chance(0.3) ? draw.between(0, reach) : own + draw.between(0, reach);
    const skill = skills[place % skills.length];
    if (skill !== undefined && !chosen.has(skill)) chosen.set(skill, draw.chance(0.55));
  }
  return chosen;
}

const [ofRole, ofSkill] = [layout.headed('occupations'), layout.headed('skills')];
const occupationHeader = [
  ...['conceptType', ofRole.uri, ofRole.iscoGroup, ofRole.label, ofRole.otherLabels, 'hiddenLabels', 'status', ofRole.modified],
  ...['regulatedProfessionNote', 'scopeNote', 'definition', 'inScheme', 'description', ofRole.code],
];
const skillHeader = [
  ...['conceptType', ofSkill.uri, ofSkill.skillType, ofSkill.reuseLevel, ofSkill.label, 'altLabels', 'hiddenLabels', 'status'],
  ...[ofSkill.modified, 'scopeNote', 'definition', 'inScheme', 'description'],
];
const groupHeader = ['conceptType', ...layout.headers('groups'), 'status', 'altLabels', 'inScheme', 'description'];

/** Some occupations stand twice, like four in 1.2.1. The later row counts. */
function occupationRows({ uri, isco, code, label }: Occupation, place: number): string[][] {
  const row = (modified: string) => [
    'Occupation',
    uri,
    isco,
    place % 40 === 2 ? `${label} ` : label,
    `another "${label}"\n${label}, with a comma`,
    '',
    'released',
    modified,
    '',
    '',
    '',
    `${base}/concept-scheme/occupations,\n${base}/concept-scheme/member-occupations`,
    'Synthetic sample text.',
    code,
  ];
  return place % 50 === 9 && place < 500 ? [row('2022-01-02T10:00:00.260Z'), row('2021-01-02T10:00:00Z')] : [row('2021-01-02T10:00:00Z')];
}

function skillRow({ uri, type, label }: Skill, place: number): string[] {
  const level = reuseLevels[place % reuseLevels.length] ?? reuseLevels[0];
  return [
    'KnowledgeSkillCompetence',
    uri,
    type,
    level,
    label,
    `another ${label}\nand another`,
    '',
    'released',
    '2021-01-02T10:00:00Z',
    '',
    '',
    `${base}/concept-scheme/skills`,
    'Synthetic sample text.',
  ];
}

/** Groups of all four levels. */
function groupRows(): string[][] {
  const titles = new Map<string, string>();
  for (const { code, title } of iscoGroups) {
    for (const digits of [1, 2, 3])
      if (!titles.has(code.slice(0, digits))) titles.set(code.slice(0, digits), `Sample group ${code.slice(0, digits)}`);
    titles.set(code, title);
  }
  return [...titles].map(([code, title]) => [
    'ISCOGroup',
    `${base}/isco/C${code}`,
    code,
    title,
    'released',
    '',
    `${base}/concept-scheme/isco`,
    'Synthetic\nsample text.',
  ]);
}

function csv(header: readonly string[], rows: readonly (readonly string[])[]): Buffer {
  return Buffer.from([header, ...rows].map((row) => `${csvLine(row)}\n`).join(''));
}

/** The shape of the publisher's identifiers, drawn from a subject and a number. */
function uuid(subject: string, number: number): string {
  const draw = random(`esco/${subject}/${number}`);
  const digits = Array.from({ length: 32 }, () => draw.between(0, 15).toString(16)).join('');
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join('-');
}
