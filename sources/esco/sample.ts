// A synthetic version of ESCO: two zips of CSV files. Occupations and skills are invented and say
// so, except the two titles whose label links them to the coding index.
import { iscoGroups } from '#sources/kit/sample/isco08.ts';
import { random } from '#sources/kit/random.ts';
import { textOf } from '#sources/kit/sample/tables.ts';
import { writeZip } from '#sources/kit/sample/workbook.ts';
import type { SampleRelease } from '#sources/kit/source.ts';
import { layout } from './layout.ts';
import { reuseLevels } from './related-roles.ts';

const base = 'http://data.europa.eu/esco';
const day = '2021-01-02T10:00:00Z';
// These ISCO-08 groups have no occupation, like three groups in the publisher's version. Because of
// the first, unit group 1161 has no related role.
const empty = ['0110', '8344'];
// A group with many occupations and skills, so that some lists have more than a hundred entries.
const large = '2512';
const linked: Readonly<Record<string, readonly string[]>> = {
  '2511': ['data analyst', 'data scientist'],
};

/** One in four is knowledge. */
const skills = Array.from({ length: 420 }, (_, index) => {
  const type = index % 4 === 3 ? 'knowledge' : 'skill/competence';
  const name = `sample ${type === 'knowledge' ? type : 'skill'} ${index + 1}`;
  return [
    `${base}/skill/sample-${index + 1}`,
    type,
    reuseLevels[index % reuseLevels.length] ?? reuseLevels[0],
    name,
    day,
  ] as const;
});

/**
 * Occupations of a group, and their relations. Most skills come from the group's own part of the
 * list, the others from its beginning.
 */
function drawn(isco: string, index: number) {
  const draw = random(`esco/${isco}`);
  const [count, many, reach] = isco === large ? [14, 34, 200] : [1 + (index % 2), 4, 8];
  const firstSkill = Math.floor((index * skills.length) / iscoGroups.length);
  const labels =
    linked[isco] ??
    Array.from({ length: count }, (_, number) => `sample role ${number + 1} (ISCO-08 ${isco})`);
  return labels.map((label, number) => {
    const uri = `${base}/occupation/sample-${isco}-${number + 1}`;
    const chosen = Array.from(
      { length: many },
      () => ((draw.chance(0.3) ? 0 : firstSkill) + draw.between(0, reach)) % skills.length,
    );
    const relations = [...new Set(chosen)].map((skillIndex) => {
      const [skill = '', type = ''] = skills[skillIndex] ?? [];
      return [uri, draw.chance(0.55) ? 'essential' : 'optional', type, skill];
    });
    return {
      occupation: [
        uri,
        isco,
        label,
        `another "${label}"\n${label}, with a comma`,
        day,
        `${isco}.${number + 1}`,
      ],
      relations,
    };
  });
}

export async function sample(): Promise<readonly SampleRelease[]> {
  const titles = new Map(iscoGroups.map(({ code, title }) => [code, title]));
  const groups = new Set(
    iscoGroups.flatMap(({ code }) => [1, 2, 3, 4].map((digits) => code.slice(0, digits))),
  );
  const groupRows = [...groups].map((code) => [
    `${base}/isco/C${code}`,
    code,
    titles.get(code) ?? `Sample group ${code}`,
  ]);
  const all = iscoGroups
    .filter(({ code }) => !empty.includes(code))
    .flatMap(({ code }, index) => drawn(code, index));
  const occupations = all.map(({ occupation }) => occupation);
  const relations = all.flatMap((role) => role.relations);
  const english = [
    textOf('occupations_en.csv', layout, 'occupations', occupations),
    textOf('skills_en.csv', layout, 'skills', skills),
    textOf('ISCOGroups_en.csv', layout, 'groups', groupRows),
  ];
  const anyLanguage = [textOf('occupationSkillRelations.csv', layout, 'relations', relations)];
  const files = [
    {
      name: 'ESCO dataset - v1.1.0 - classification - en - csv.zip',
      bytes: await writeZip(english),
    },
    {
      name: 'ESCO dataset - v1.1.0 - classification -  - csv.zip',
      bytes: await writeZip(anyLanguage),
    },
  ];
  return [{ release: 'sample-1.1.0', files }];
}
