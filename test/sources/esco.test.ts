// ESCO: the traps of its files, the way from job titles to occupations and skills, and what holds a
// version back, on small versions made here.
import { describe, expect, it, test } from 'vitest';
import { formatProblem } from '#sources/kit/problem.ts';
import { textOf } from '#sources/kit/sample/tables.ts';
import { writeZip } from '#sources/kit/sample/workbook.ts';
import type { PublishedFile } from '#sources/kit/named-files.ts';
import type { IndexEntry } from '#sources/kit/needs.ts';
import type { SkillsDocument } from '#schemas/resources/skills.ts';
import { type Kind, layout } from '#sources/esco/layout.ts';
import { esco } from '#sources/esco/source.ts';
import { bodiesOf, checksThatFind, findingsOf } from './data-set.ts';
import { examine, examineSample, needsOf } from './examine.ts';
import { entriesOf, needsWith, sampleSpine } from './sample-spine.ts';

const spine = await sampleSpine();
const { edition: sample } = await examineSample(esco, needsOf(spine));

const base = 'http://data.europa.eu/esco';
const zipName = (version: string, language: string) =>
  `ESCO dataset - v${version} - classification - ${language} - csv.zip`;

interface Role {
  readonly name: string;
  readonly isco: string;
  readonly label?: string;
  /**
   * Names of skills; with a question mark before it optional, with a k after it knowledge, with a u
   * without a type.
   */
  readonly skills: readonly string[];
  readonly modified?: string;
}
const role = (name: string, isco: string, ...skills: readonly string[]): Role => {
  return { name, isco, skills: skills.length === 0 ? ['one'] : skills };
};
const typeOf = (skill: string) =>
  skill.endsWith('k') ? 'knowledge' : skill.endsWith('u') ? '' : 'skill/competence';
const bare = (skill: string) => skill.replace('?', '');
type Edit = (text: string, name: string) => string;
const inFile =
  (file: string, from: string, to: string): Edit =>
  (text, name) =>
    name === file ? text.replaceAll(from, to) : text;

/**
 * A tiny version: in two zips as to 1.1.x, or with `oneZip` as since 1.2. Cells hold line breaks,
 * and labels end in a blank.
 */
async function tiny(
  roles: readonly Role[],
  edit: Edit = (text) => text,
  oneZip = false,
): Promise<PublishedFile[]> {
  const skills = [...new Set(roles.flatMap((one) => one.skills.map(bare)))];
  const csv = (name: string, kind: Kind, rows: readonly (readonly string[])[]) => {
    return {
      name,
      bytes: Buffer.from(
        edit(Buffer.from(textOf(name, layout, kind, rows).bytes).toString(), name),
      ),
    };
  };
  const day = '2022-01-01T00:00:00Z';
  const occupationRow = ({ name, isco, label = name, modified = day }: Role, place: number) => {
    return [
      `${base}/occupation/${name}`,
      isco,
      `${label} `,
      `other\nname "x", too`,
      modified,
      `${isco}.${place + 1}`,
    ];
  };
  const relationRow = (name: string, skill: string) => {
    const relation = skill.startsWith('?') ? 'optional' : 'essential';
    return [
      `${base}/occupation/${name}`,
      relation,
      typeOf(bare(skill)),
      `${base}/skill/${bare(skill)}`,
    ];
  };
  const groupRows = [...new Set(roles.map(({ isco }) => isco))].map((code) => [
    `${base}/isco/C${code}`,
    code,
    `Group ${code}`,
  ]);
  const skillRows = skills.map((skill) => [
    `${base}/skill/${skill}`,
    typeOf(skill),
    'cross-sector',
    `${skill} `,
    day,
  ]);
  const relationRows = roles.flatMap(({ name, skills: skillsOfRole }) =>
    skillsOfRole.map((skill) => relationRow(name, skill)),
  );
  const english = [
    csv('occupations_en.csv', 'occupations', roles.map(occupationRow)),
    csv('skills_en.csv', 'skills', skillRows),
    csv('ISCOGroups_en.csv', 'groups', groupRows),
  ];
  const related = csv(
    `occupationSkillRelations${oneZip ? '_en' : ''}.csv`,
    'relations',
    relationRows,
  );
  // Since 1.2 a label stands after the first column.
  const relations = oneZip
    ? { ...related, bytes: Buffer.from(related.bytes.toString().replace(/^[^,]+/gm, '$&,label')) }
    : related;
  if (oneZip)
    return [{ name: zipName('1.2.1', 'en'), bytes: await writeZip([...english, relations]) }];
  return [
    { name: zipName('1.1.0', 'en'), bytes: await writeZip(english) },
    { name: zipName('1.1.0', ''), bytes: await writeZip([relations]) },
  ];
}

/** Job titles of a unit group, as many of each ISCO-08 code as are asked for. */
const titled = (soc2020: string, codes: Readonly<Record<string, number>>) =>
  entriesOf(soc2020, Object.entries(codes));

/**
 * What becomes of files beside these job titles: the edition, what is said, and the documents by
 * unit group.
 */
async function read(published: readonly PublishedFile[], entries: readonly IndexEntry[]) {
  const { edition, problems } = await examine(
    esco,
    'sample-1.1.0',
    published,
    needsWith(spine['soc-structure'], entries),
  );
  let bodies: ReadonlyMap<string, SkillsDocument> | undefined;
  const answerOf = (soc2020: string) => {
    bodies ??= bodiesOf<SkillsDocument>(esco, edition, ({ soc }) => soc ?? '');
    return bodies.get(soc2020) ?? expect.fail(soc2020);
  };
  return { edition, said: problems.map(formatProblem), of: answerOf };
}
const made = async (
  roles: readonly Role[],
  entries: readonly IndexEntry[],
  ...how: [edit?: Edit, oneZip?: boolean]
) => read(await tiny(roles, ...how), entries);
const titlesOf = ({ relatedRoles }: SkillsDocument) => relatedRoles.map(({ title }) => title);
const namesOf = (list: SkillsDocument['skills']) => list.map(({ name }) => name);

describe('the files', () => {
  const one = [role('builder', '7112', 'lay', '?mixu', 'codesk')];
  const entries = titled('5313', { 7112: 1 });

  it('knowledge is kept apart, and a concept without a type is a skill', async () => {
    const edit: Edit = (text, name) =>
      name.startsWith('occupationSkill') ? text.replace('knowledge', 'skill/competence') : text;
    const { of: answerOf } = await made(one, entries, edit);
    expect([namesOf(answerOf('5313').skills), namesOf(answerOf('5313').knowledge)]).toEqual([
      ['lay', 'mixu'],
      ['codesk'],
    ]);
  });
  it('since 1.2 there is one zip, of a layout that nobody here has seen whole', async () => {
    const old = await made(one, entries);
    const now = await made(one, entries, (text) => text, true);
    expect(now.of('5313')).toEqual(old.of('5313'));
    const isUnseen = ['1.1.0', '1.1.1', '1.2.0', '2.0.0'].map((version) =>
      esco.files['english']?.unseen?.match.test(zipName(version, 'en')),
    );
    expect(isUnseen).toEqual([false, false, true, true]);
  });
  it('a label has one blank where the file has two', async () => {
    const builder = { ...role('builder', '7112', 'lay'), label: 'house  builder' };
    const edit: Edit = (text, name) =>
      name.startsWith('skills') ? text.replaceAll('lay ', 'lay  bricks') : text;
    const answer = (await made([builder], entries, edit)).of('5313');
    expect([titlesOf(answer), namesOf(answer.skills)]).toEqual([['house builder'], ['lay bricks']]);
  });
  it('of an occupation that occurs twice the later row counts', async () => {
    const days = ['2022-01-01T00:00:00Z', '2025-12-15T12:48:20.257Z'];
    const twice = days.map((modified) => ({
      ...role('builder', '7112', 'lay'),
      label: modified.slice(0, 4),
      modified,
    }));
    expect(titlesOf((await made(twice, entries)).of('5313'))).toEqual(['2025']);
  });
  it.each<[string, Edit, string]>([
    [
      'another type',
      inFile('occupationSkillRelations.csv', 'essential', 'useful'),
      'Relations.csv!B2: unknown value "useful"',
    ],
    [
      'a code without its zero',
      inFile('occupations_en.csv', ',7112,', ',110,'),
      'occupations_en.csv!B2: found "110"',
    ],
    [
      'an occupation without a label',
      inFile('occupations_en.csv', ',builder ,', ', ,'),
      'occupations_en.csv!C2: found no label',
    ],
  ])('%s is told with its place', async (_, edit, line) => {
    expect((await made(one, entries, edit)).said[0]).toContain(line);
  });
  // No title leads to ISCO-08 3118, so no answer holds the drafter, nor a skill that only drafters
  // have.
  it('a relation of another type that no answer holds stops nothing', async () => {
    const edit: Edit = (text) => text.replace('drafter,essential', 'drafter,useful');
    const {
      said,
      of: answerOf,
      edition,
    } = await made([...one, role('drafter', '3118', 'draw')], entries, edit);
    expect([said, edition.observations.orphans]).toEqual([[], []]);
    expect(answerOf('5313').totals).toEqual({ relatedRoles: 1, skills: 2, knowledge: 1 });
  });
});

describe('related roles', () => {
  it('a code of 5 titles in a hundred that have one leads to related roles', async () => {
    const entries = [...titled('2134', { 1111: 95, 2222: 5 }), ...entriesOf('2134', [[null, 50]])];
    expect(
      titlesOf((await made([role('a', '1111'), role('c', '2222')], entries)).of('2134')),
    ).toEqual(['a', 'c']);
  });
  it('only a job title without a qualifier links an occupation', async () => {
    const analyst = (soc2020: string, qualifier: string | null) =>
      entriesOf(soc2020, [[null, 1]]).map((entry) => ({
        ...entry,
        title: 'Data Analyst',
        qualifier,
      }));
    const isco = [...titled('3544', { 3314: 1 }), ...titled('2134', { 2512: 1 })];
    const entries = [...isco, ...analyst('3544', null), ...analyst('2134', 'IT')];
    const { of: answerOf } = await made(
      [role('assistant', '3314'), role('developer', '2512'), role('data analyst', '2511')],
      entries,
    );
    expect(
      answerOf('3544').relatedRoles.map(({ title, weight, via }) => `${title} ${weight} ${via}`),
    ).toEqual(['data analyst 0.5 job-title', 'assistant 0.5 isco-08']);
    expect(titlesOf(answerOf('2134'))).toEqual(['developer']);
    expect(answerOf('3544').derivation).toContain('with the weight of the heaviest: data analyst.');
  });
  it('equal roles: first those named like job titles, then by ISCO-08', async () => {
    const titles = ['Software developer', 'E-learning developer', 'Tester'];
    const entries = titled('2134', { 2512: 3 }).map((entry, place) => ({
      ...entry,
      title: titles[place] ?? '',
    }));
    const roles = [
      role('blockchain developer', '2512'),
      role('software developer', '2512'),
      role('e-learning developer', '2359'),
    ];
    expect(titlesOf((await made(roles, entries)).of('2134'))).toEqual([
      'software developer',
      'e-learning developer',
      'blockchain developer',
    ]);
  });
  it.each<[string, Readonly<Record<string, number>>, string, string]>([
    [
      'ESCO lacks the code',
      { 7549: 9 },
      'ESCO has no occupation under ISCO-08 7549',
      'none; left out: 7549 (100%)',
    ],
    [
      'no code leads anywhere',
      { 7549: 96, 1111: 4 },
      'or with less than 5% of the titles each',
      'one code of less than 5%',
    ],
    [
      'there is no code',
      {},
      'the job titles have no ISCO-08 code',
      'none; the job titles have no ISCO-08 code',
    ],
  ])('where %s: empty lists, the reason, and which codes', async (_, codes, reason, derivation) => {
    const { of: answerOf } = await made([role('a', '1111')], titled('5443', codes));
    const body = answerOf('5443');
    const nothing = { relatedRoles: [], skills: [], knowledge: [] };
    expect(body).toMatchObject({
      ...nothing,
      withheld: { reason: 'no-comparable-occupation', marker: null },
    });
    expect(body.withheldLegend[0]?.explanation).toContain(reason);
    expect(body.derivation).toContain(derivation);
  });
});

it('skills are ordered by share, essential share, label and URI', async () => {
  const roles = [
    role('a', '1111', 'zebra', '?wide', 'alsok', 'both'),
    role('b', '1111', 'wide', '?apple', 'both'),
    role('c', '1111', 'wide', 'apple', '?alsok'),
  ];
  for (const order of [
    roles,
    roles.toReversed().map((role) => ({ ...role, skills: role.skills.toReversed() })),
  ]) {
    const { skills, knowledge } = (await made(order, titled('2134', { 1111: 1 }))).of('2134');
    const shown = [...skills, ...knowledge].map((one) =>
      [one.name, one.sharePercent, one.essentialSharePercent, one.roles].join(' '),
    );
    expect(shown).toEqual([
      'wide 100 66.7 3',
      'both 66.7 66.7 2',
      'apple 66.7 33.3 2',
      'zebra 33.3 33.3 1',
      'alsok 66.7 33.3 2',
    ]);
  }
});

describe('checks', () => {
  const tableOf = async (roles: readonly Role[], edit?: Edit) =>
    (await made(roles, titled('2134', { 1111: 1 }), edit)).edition;
  const sound = tableOf([role('a', '1111')]);
  const orphans: Edit = (text, name) => {
    if (name !== 'occupationSkillRelations.csv') return text;
    const relations = Array.from(
      { length: 6 },
      (_, place) => `${base}/occupation/gone${place},essential,knowledge,${base}/skill/one\n`,
    );
    return text + relations.join('');
  };
  const before = (count: number) =>
    tableOf(Array.from({ length: count }, (_, at) => role(`r${at}`, '1111')));

  it('the sample passes', () => expect(checksThatFind(esco, sample, sample)).toEqual([]));
  type Row = (typeof sample.rows)[number];
  const skills = sample.rows.filter((row) => row.kind === 'skills');
  const labels = new Map(skills.map(({ uri }, at) => [uri, skills[at - 1]?.label ?? '']));
  test.each<[string, (row: Row) => Row, string]>([
    [
      'essential and optional swapped',
      (row) =>
        row.kind === 'relations'
          ? { ...row, relation: row.relation === 'essential' ? 'optional' : 'essential' }
          : row,
      'values-in-their-rows',
    ],
    [
      'labels shifted',
      (row) => (row.kind === 'skills' ? { ...row, label: labels.get(row.uri) ?? '' } : row),
      'values-in-their-rows',
    ],
  ])('since the version before: %s', (_, change, name) => {
    const rows = sample.rows.map(change);
    const observations = esco.reshape(sample.release, rows, sample.needs, []);
    expect(checksThatFind(esco, { ...sample, rows, observations }, sample)).toContain(name);
  });
  const without: Role = { ...role('b', '1111'), skills: [] };
  // A version of one occupation covers too few unit groups.
  test.each<[string, () => ReturnType<typeof tableOf>, readonly string[]]>([
    [
      'a code outside its group',
      () => tableOf([role('a', '1111')], (text) => text.replace('1111.1', '1112.1')),
      ['isco-of-occupation'],
    ],
    [
      'six relations of occupations that are gone',
      () => tableOf([role('a', '1111')], orphans),
      ['joins-complete'],
    ],
    [
      'an occupation without skills',
      () => tableOf([role('a', '1111'), without]),
      ['every-occupation-has-skills'],
    ],
  ])('%s', async (_, read, names) => {
    expect(checksThatFind(esco, await read()).toSorted()).toEqual(
      [...names, 'unit-groups-covered'].toSorted(),
    );
  });
  it('five relations are left out, and up to thirty identifiers may be gone', async () => {
    const five = await tableOf([role('a', '1111')], (text, name) =>
      orphans(text, name).replace(/.*gone5.*\n/, ''),
    );
    expect(findingsOf(esco, 'joins-complete', five)).toEqual([]);
    const found = async (count: number) =>
      findingsOf(esco, 'identifiers-kept', await sound, await before(count)).length;
    expect([await found(30), await found(31)]).toEqual([0, 31]);
  });
});
