// A synthetic version of ESCO: two zips of CSV files. Occupations and skills are invented and say so, except the two titles whose label links
// them to the coding index. Some labels end in a blank, some occupations stand twice, and one skill has no type.
import { iscoGroups } from '#sources/kit/sample/isco08.ts';
import { random } from '#sources/kit/sample/random.ts';
import { textOf } from '#sources/kit/sample/tables.ts';
import { writeZip } from '#sources/kit/sample/workbook.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
import { layout } from './layout.ts';
import { reuseLevels } from './related-roles.ts';

const base = 'http://data.europa.eu/esco';
// These ISCO-08 groups have no occupation, like three groups in the publisher's version. Because of the first, unit group 1161 has no
// related role.
const empty = ['0110', '8344'];
// A group with many occupations and skills, so that some lists have more than a hundred entries.
const large = '2512';

/** One version with some 170 occupations; with `full` about the publisher's numbers of occupations, skills and relations. */
export async function sample({ full }: { readonly full: boolean }): Promise<readonly SampleRelease[]> {
  const skills = Array.from({ length: full ? 13_900 : 420 }, (_, place) => skillRow(place));
  const occupations: string[][] = [];
  const relations: string[][] = [];
  for (const [place, { code: isco }] of iscoGroups.filter(({ code }) => !empty.includes(code)).entries()) {
    const draw = random(`esco/${isco}`);
    const isLarge = isco === large;
    const known = isco === '2511' ? ['data analyst', 'data scientist'] : [];
    const count = Math.max(known.length, full ? 38 : isLarge ? 14 : 1 + (place % 3));
    // Most skills come from the group's own part of the list, the others from its beginning, which all groups share.
    const own = Math.floor((place * skills.length) / iscoGroups.length);
    const reach = full ? 250 : isLarge ? 200 : 8;
    for (let number = 0; number < count; number += 1) {
      const uri = `${base}/occupation/sample-${isco}-${number + 1}`;
      const label = known[number] ?? `sample role ${number + 1} beside ISCO-08 ${isco}`;
      const row = [uri, isco, occupations.length % 40 === 2 ? `${label} ` : label, `another "${label}"\n${label}, with a comma`];
      // The later row counts.
      if (occupations.length % 50 === 9) occupations.push([...row, '2022-01-02T10:00:00.260Z', `${isco}.${number + 1}`]);
      occupations.push([...row, '2021-01-02T10:00:00Z', `${isco}.${number + 1}`]);
      const many = full ? draw.between(20, 62) : isLarge ? 34 : draw.between(3, 5);
      const chosen = new Set<number>();
      while (chosen.size < many) chosen.add(((draw.chance(0.3) ? 0 : own) + draw.between(0, reach)) % skills.length);
      for (const at of chosen) {
        const [skill = '', type = ''] = skills[at] ?? [];
        relations.push([uri, draw.chance(0.55) ? 'essential' : 'optional', type, skill]);
      }
    }
  }
  const english = [
    textOf('occupations_en.csv', layout, 'occupations', occupations),
    textOf('skills_en.csv', layout, 'skills', skills),
    textOf('ISCOGroups_en.csv', layout, 'groups', groups),
  ];
  const anyLanguage = [textOf('occupationSkillRelations.csv', layout, 'relations', relations)];
  const files = [
    { name: 'ESCO dataset - v1.1.0 - classification - en - csv.zip', bytes: await writeZip(english) },
    { name: 'ESCO dataset - v1.1.0 - classification -  - csv.zip', bytes: await writeZip(anyLanguage) },
  ];
  return [{ release: 'sample-1.1.0', files }];
}

/** One in four is knowledge. */
function skillRow(place: number): string[] {
  const type = place === 7 ? '' : place % 4 === 3 ? 'knowledge' : 'skill/competence';
  const name = `${place % 11 === 0 ? 'SampleScript' : 'sample'} ${type === 'knowledge' ? type : 'skill'} ${place + 1}`;
  const reuse = reuseLevels[place % reuseLevels.length] ?? reuseLevels[0];
  return [`${base}/skill/sample-${place + 1}`, type, reuse, place % 50 === 3 ? `${name} ` : name, '2021-01-02T10:00:00Z'];
}

const titles = new Map(iscoGroups.map(({ code, title }) => [code, title]));
/** Groups of all four levels. */
const groups = [...new Set(iscoGroups.flatMap(({ code }) => [1, 2, 3, 4].map((digits) => code.slice(0, digits))))].map((code) => {
  return [`${base}/isco/C${code}`, code, titles.get(code) ?? `Sample group ${code}`];
});
