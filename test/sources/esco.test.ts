// ESCO: the traps of its files and of the way to them, on small versions made by hand and on edits of the sample's files.
import { describe, expect, it } from 'vitest';
import { UnreadableFileError, formatProblem } from '#sources/kit/problem.ts';
import { writeZip } from '#sources/kit/sample/workbook.ts';
import type { IndexEntry, PublishedFile } from '#sources/kit/source.ts';
import { selectSkills } from '#schemas/selections/lists.ts';
import type { SkillsDocument } from '#schemas/resources/skills.ts';
import type { Rows } from '#sources/esco/layout.ts';
import { titleLinks } from '#sources/esco/related-roles.ts';
import type { EscoObservations } from '#sources/esco/reshape.ts';
import { esco } from '#sources/esco/source.ts';
import { bodiesOf, foundBy } from './data-set.ts';
import { type Outcome, examine, needsOf } from './examine.ts';
import { entriesOf, needsWith, sampleSpine } from './sample-spine.ts';

type Examination = Outcome<Rows, EscoObservations>;

const spine = await sampleSpine();
const needs = needsOf(spine);
const [sampleRelease] = await esco.sample({ full: false });
if (sampleRelease === undefined) throw new Error('there is no sample');
const { files } = sampleRelease;
const sample = await examine(esco, sampleRelease.release, files, needs);

const base = 'http://data.europa.eu/esco';
const englishZip = (version: string) => `ESCO dataset - v${version} - classification - en - csv.zip`;
const otherZip = (version: string) => `ESCO dataset - v${version} - classification -  - csv.zip`;

interface Role {
  readonly name: string;
  readonly isco: string;
  readonly label?: string;
  /** Names of skills; with a question mark before it optional, with a k after it knowledge. */
  readonly skills: readonly string[];
  readonly modified?: string;
}

const typeOf = (skill: string) => (skill.endsWith('k') ? 'knowledge' : skill.endsWith('u') ? '' : 'skill/competence');
const bare = (skill: string) => skill.replace('?', '');

/** A tiny version: in two zips as to 1.1.x, or with `oneZip` as since 1.2, with more columns in other places. */
async function tiny(
  roles: readonly Role[],
  { oneZip = false, labels = {} as Readonly<Record<string, string>>, edit = (text: string, _name: string) => text } = {},
): Promise<PublishedFile[]> {
  const skills = [...new Set(roles.flatMap((role) => role.skills.map(bare)))];
  const csv = (name: string, lines: readonly string[]) => ({ name, bytes: Buffer.from(edit(`${lines.join('\n')}\n`, name)) });
  const occupations = csv('occupations_en.csv', [
    'conceptType,conceptUri,iscoGroup,preferredLabel,altLabels,hiddenLabels,status,modifiedDate,regulatedProfessionNote,scopeNote,definition,inScheme,description,code',
    ...roles.map(
      ({ name, isco, label = name, modified = '2022-01-01T00:00:00Z' }, place) =>
        `Occupation,${base}/occupation/${name},${isco},${label},"other\nname ""x"", too",,released,${modified},,,,,"two\n\nlines",${isco}.${place + 1}`,
    ),
  ]);
  const concepts = csv('skills_en.csv', [
    'conceptType,conceptUri,skillType,reuseLevel,preferredLabel,altLabels,hiddenLabels,status,modifiedDate,scopeNote,definition,inScheme,description',
    ...skills.map(
      (skill) =>
        `KnowledgeSkillCompetence,${base}/skill/${skill},${typeOf(skill)},cross-sector,${labels[skill] ?? skill},"a\nb",,released,2022-01-01T00:00:00Z,,,,x`,
    ),
  ]);
  const groups = csv('ISCOGroups_en.csv', [
    'conceptType,conceptUri,code,preferredLabel,status,altLabels,inScheme,description',
    ...[...new Set(roles.map(({ isco }) => isco))].map((code) => `ISCOGroup,${base}/isco/C${code},${code},Group ${code},released,,,"x\ny"`),
  ]);
  const relation = (skill: string) => (skill.startsWith('?') ? 'optional' : 'essential');
  const relations = oneZip
    ? csv('occupationSkillRelations_en.csv', [
        'occupationUri,occupationLabel,relationType,skillType,skillUri,skillLabel',
        ...roles.flatMap(({ name, skills: of }) =>
          of.map((skill) => `${base}/occupation/${name},${name},${relation(skill)},${typeOf(bare(skill))},${base}/skill/${bare(skill)},x`),
        ),
      ])
    : csv('occupationSkillRelations.csv', [
        'occupationUri,relationType,skillType,skillUri',
        ...roles.flatMap(({ name, skills: of }) =>
          of.map((skill) => `${base}/occupation/${name},${relation(skill)},${typeOf(bare(skill))},${base}/skill/${bare(skill)}`),
        ),
      ]);
  if (oneZip) return [{ name: englishZip('1.2.1'), bytes: await writeZip([occupations, concepts, groups, relations]) }];
  return [
    { name: englishZip('1.1.0'), bytes: await writeZip([occupations, concepts, groups]) },
    { name: otherZip('1.1.0'), bytes: await writeZip([relations]) },
  ];
}

/** The documents of a tiny version, by unit group. */
async function documentsOf(
  published: readonly PublishedFile[],
  entries: readonly IndexEntry[],
  release = 'sample-1.1.0',
): Promise<{ examined: Examination; of: (soc2020: string) => SkillsDocument }> {
  const index = needsWith(spine['soc-structure'], entries);
  const examined = await examine(esco, release, published, index);
  return { examined, of: documentOf(examined) };
}

function documentOf({ edition }: Examination): (soc2020: string) => SkillsDocument {
  const bodies = bodiesOf<SkillsDocument>(esco, edition, ({ soc }) => soc ?? '');
  return (soc2020) => bodies.get(soc2020) ?? expect.fail(soc2020);
}

const found = (name: string, { edition }: Examination, previous: Examination | null = null) =>
  foundBy(esco, name, edition, previous?.edition);

const namesOf = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);

describe('the release', () => {
  it.each([
    ['1.1.0', [1, 1, 0]],
    ['1.10.2', [1, 10, 2]],
  ])('%s', (name, order) => expect(esco.release(name)?.order).toEqual(order));
  it.each(['1.1', 'v1.1.0', '2022-05-01'])('"%s" is none', (name) => expect(esco.release(name)).toBeNull());
  it('since 1.2 the one zip is of a layout that nobody here has seen whole', () => {
    const layouts = (name: string) =>
      Object.values(esco.files)
        .filter(({ match }) => match.test(name))
        .flatMap(({ layout, unseen }) => [layout, ...(unseen?.match.test(name) ? ['documented'] : [])]);
    expect(layouts(englishZip('1.1.0'))).toEqual(['verified']);
    expect(layouts(englishZip('1.1.1'))).toEqual(['verified']);
    expect(layouts(otherZip('1.1.0'))).toEqual(['verified']);
    expect(layouts(englishZip('1.2.0'))).toEqual(['verified', 'documented']);
    expect(layouts(englishZip('2.0.0'))).toEqual(['verified', 'documented']);
  });
});

describe('the sample', () => {
  it('reads without a problem and passes every check', () => {
    expect(sample.problems).toEqual([]);
    expect(
      esco.checks.flatMap((check) =>
        check.check(sample.edition, sample.edition).map((finding) => `${check.name} ${finding.place}: ${finding.message}`),
      ),
    ).toEqual([]);
  });
  it('has a unit group without roles, lists longer than can be asked for, and links by title', () => {
    const of = documentOf(sample);
    const bodies = sample.edition.observations.occupations.map(of);
    expect(bodies.filter(({ relatedRoles }) => relatedRoles.length === 0).map(({ soc2020 }) => soc2020)).toEqual(['1161']);
    expect(bodies.some(({ totals, skills }) => totals.skills > 100 && skills.length === 100)).toBe(true);
    expect(bodies.some(({ relatedRoles }) => relatedRoles.some(({ via }) => via === 'job-title'))).toBe(true);
  });
});

describe('traps of the files', () => {
  const one: readonly Role[] = [{ name: 'builder', isco: '7112', skills: ['lay', '?mixu', 'codesk'] }];
  const entries = entriesOf('5313', [['7112', 1]]);

  it('cells hold line breaks and doubled quotation marks: records are counted, not lines', async () => {
    const { examined } = await documentsOf(await tiny([...one, { name: 'roofer', isco: '7112', skills: ['lay'] }]), entries);
    expect(examined.edition.rows.filter((row) => row.kind === 'occupations').map(({ row, label }) => [row, label])).toEqual([
      [2, 'builder'],
      [3, 'roofer'],
    ]);
  });
  it('a concept without a type is listed with the skills, knowledge apart', async () => {
    const { of } = await documentsOf(await tiny(one), entries);
    expect([namesOf(of('5313').skills), namesOf(of('5313').knowledge)]).toEqual([['lay', 'mixu'], ['codesk']]);
  });
  it('labels are trimmed and keep their capitals', async () => {
    const { of } = await documentsOf(await tiny(one, { labels: { lay: 'JavaScript ', codesk: ' use spreadsheets software' } }), entries);
    expect([...namesOf(of('5313').skills), ...namesOf(of('5313').knowledge)]).toEqual(['JavaScript', 'mixu', 'use spreadsheets software']);
  });
  it('ISCO-08 codes keep their leading zero', async () => {
    const { of } = await documentsOf(await tiny([{ name: 'officer', isco: '0110', skills: ['lead'] }]), entriesOf('1161', [['0110', 1]]));
    expect(of('1161').relatedRoles.map(({ iscoGroup }) => iscoGroup)).toEqual([{ code: '0110', title: 'Group 0110' }]);
  });
  it('since 1.2 there is one zip, with labels between the columns of the relations', async () => {
    const [old, now] = await Promise.all([documentsOf(await tiny(one), entries), documentsOf(await tiny(one, { oneZip: true }), entries)]);
    expect(now.of('5313')).toEqual(old.of('5313'));
  });
  it.each([
    ['the later row comes last', ['2022-01-01T00:00:00Z', '2025-12-15T12:48:20.257Z']],
    ['the later row comes first', ['2025-12-15T12:48:20.257Z', '2022-01-01T00:00:00Z']],
  ])('of an occupation that stands twice the later row counts: %s', async (_, [first = '', second = '']) => {
    const label = (modified: string) => (modified > '2025' ? 'new name' : 'old name');
    const twice: readonly Role[] = [first, second].map((modified, place) => ({
      name: 'builder',
      isco: '7112',
      label: label(modified),
      modified,
      skills: place === 0 ? ['lay'] : [],
    }));
    const { examined, of } = await documentsOf(await tiny(twice), entries);
    expect(of('5313').relatedRoles.map(({ title }) => title)).toEqual(['new name']);
    expect(examined.edition.observations.roles.size).toBe(1);
  });
  it('relations of an occupation that is not listed are left out, up to five', async () => {
    const orphaned = (count: number) =>
      tiny(one, {
        edit: (text, name) =>
          name === 'occupationSkillRelations.csv'
            ? `${text}${Array.from({ length: count }, (_, number) => `${base}/occupation/gone${number},essential,skill/competence,${base}/skill/lay\n`).join('')}`
            : text,
      });
    const [few, many] = await Promise.all([documentsOf(await orphaned(5), entries), documentsOf(await orphaned(6), entries)]);
    expect([few.examined.problems, found('joins-complete', few.examined)]).toEqual([[], []]);
    expect(found('joins-complete', many.examined)).toHaveLength(6);
    expect(few.of('5313').totals).toEqual({ relatedRoles: 1, skills: 2, knowledge: 1 });
  });
  it.each<[string, string, (text: string) => string, string]>([
    [
      'a relation of another type',
      'occupationSkillRelations.csv',
      (text) => text.replace('essential', 'useful'),
      'occupationSkillRelations.csv!B2: unknown value "useful", expected essential or optional',
    ],
    [
      'a skill of another type',
      'skills_en.csv',
      (text) => text.replace('skill/competence', 'skill'),
      'skills_en.csv!C2: unknown value "skill", expected skill/competence or knowledge or nothing',
    ],
    [
      'another reuse level',
      'skills_en.csv',
      (text) => text.replace('cross-sector', 'global'),
      'skills_en.csv!D2: unknown value "global", expected transversal or cross-sector or sector-specific or occupation-specific',
    ],
    [
      'an ISCO-08 code that has lost its zero',
      'occupations_en.csv',
      (text) => text.replace(',7112,', ',110,'),
      'occupations_en.csv!C2: found "110", expected an ISCO-08 code of four digits',
    ],
    [
      'an occupation without a label',
      'occupations_en.csv',
      (text) => text.replace(',builder,', ', ,'),
      'occupations_en.csv!D2: found no label',
    ],
  ])('%s is a problem with its place', async (_, member, change, line) => {
    const { examined } = await documentsOf(await tiny(one, { edit: (text, name) => (name === member ? change(text) : text) }), entries);
    expect(examined.problems.map(formatProblem)[0]).toBe(`esco sample-1.1.0 ${line}`);
  });
  it('faults of occupations and skills that no answer holds stop nothing', async () => {
    // No title leads to ISCO-08 3118, so no answer holds the drafter, nor a skill that only drafters have.
    const roles: readonly Role[] = [...one, { name: 'drafter', isco: '3118', label: ' ', skills: ['draw'] }];
    const published = await tiny(roles, {
      edit: (text, name) =>
        name !== 'skills_en.csv'
          ? text.replace('drafter,essential', 'drafter,useful')
          : `${text.replace(`skill/draw,skill/competence,cross-sector`, 'skill/draw,skill/competence,')}KnowledgeSkillCompetence,${base}/skill/gone,skill,,,,,released,2022-01-01T00:00:00Z,,,,x\n`,
    });
    const { examined, of } = await documentsOf(published, entries);
    expect(examined.problems).toEqual([]);
    expect(of('5313').totals).toEqual({ relatedRoles: 1, skills: 2, knowledge: 1 });
    expect(found('joins-complete', examined)).toEqual([]);
  });
  it('a relation of another type stops nothing if no answer holds its occupation', async () => {
    const roles: readonly Role[] = [...one, { name: 'drafter', isco: '3118', skills: ['draw'] }];
    const { examined } = await documentsOf(
      await tiny(roles, { edit: (text) => text.replace('drafter,essential', 'drafter,useful') }),
      entries,
    );
    expect(examined.problems).toEqual([]);
  });
  it('a missing member, a missing zip and a zip that is none are said', async () => {
    const published = await tiny(one);
    const read = (of: readonly PublishedFile[]) => examine(esco, 'sample-1.1.0', of, needs);
    await expect(read(published.slice(0, 1))).rejects.toThrow(
      'esco sample-1.1.0: the zips hold no "occupationSkillRelations.csv" or "occupationSkillRelations_en.csv", found "occupations_en.csv", "skills_en.csv", "ISCOGroups_en.csv"',
    );
    await expect(read(published.slice(1))).rejects.toThrow(UnreadableFileError);
    await expect(read([{ name: englishZip('1.1.0'), bytes: Buffer.from('<html>not found') }])).rejects.toThrow(
      'found an HTML page, expected a zip archive',
    );
  });
});

describe('traps of the way', () => {
  const role = (name: string, isco: string, ...skills: readonly string[]): Role => ({
    name,
    isco,
    skills: skills.length === 0 ? ['one'] : skills,
  });

  it('large ISCO-08 groups do not drown small ones: the share of a code is split among its occupations', async () => {
    const { of } = await documentsOf(
      await tiny([role('a', '1111'), role('b', '1111'), role('c', '2222')]),
      entriesOf('2134', [
        ['1111', 3],
        ['2222', 1],
      ]),
    );
    expect(of('2134').relatedRoles.map(({ title, weight, via }) => [title, weight, via])).toEqual([
      ['a', 0.375, 'isco-08'],
      ['b', 0.375, 'isco-08'],
      ['c', 0.25, 'isco-08'],
    ]);
  });
  it.each([
    [5, ['a', 'c']],
    [4, ['a']],
  ])('a code of %d titles in a hundred: related are %j', async (count, titles) => {
    const { of } = await documentsOf(
      await tiny([role('a', '1111'), role('c', '2222')]),
      entriesOf('2134', [
        ['1111', 100 - count],
        ['2222', count],
        [null, 50],
      ]),
    );
    expect(of('2134').relatedRoles.map(({ title }) => title)).toEqual(titles);
    expect(of('2134').relatedRoles.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9);
  });
  it('an occupation is linked by a title without qualifier alone', async () => {
    const analyst = (soc2020: string, qualifier: string | null): IndexEntry => ({
      id: soc2020,
      title: 'Data analyst',
      inverted: 'Analyst, data',
      qualifier,
      isDefault: false,
      soc2020,
      soc2010: soc2020,
      isco08: null,
    });
    const entries = [
      ...entriesOf('3544', [['3314', 1]]),
      ...entriesOf('2134', [['2512', 1]]),
      analyst('3544', null),
      analyst('2134', 'computing/IT'),
    ];
    const { of } = await documentsOf(
      await tiny([role('assistant', '3314'), role('developer', '2512'), role('data analyst', '2511')]),
      entries,
    );
    expect(of('3544').relatedRoles.map(({ title, weight, via }) => [title, weight, via])).toEqual([
      ['data analyst', 0.5, 'job-title'],
      ['assistant', 0.5, 'isco-08'],
    ]);
    expect(of('2134').relatedRoles.map(({ title }) => title)).toEqual(['developer']);
    expect(of('3544').derivation).toContain('with the weight of the heaviest: data analyst.');
  });
  it('of equal roles those named like a job title of the unit group come first, and of these the ones that ISCO-08 leads to', async () => {
    const entries = entriesOf('2134', [['2512', 3]]).map((entry, place) => ({
      ...entry,
      title: ['Software developer', 'E-learning developer', 'Tester'][place] ?? '',
    }));
    const { of } = await documentsOf(
      await tiny([role('blockchain developer', '2512'), role('software developer', '2512'), role('e-learning developer', '2359')]),
      entries,
    );
    expect(of('2134').relatedRoles.map(({ title }) => title)).toEqual([
      'software developer',
      'e-learning developer',
      'blockchain developer',
    ]);
  });
  it('what ISCO-08 leads to by a code of few titles has no more weight than that, whatever its label', async () => {
    const entries = entriesOf('2134', [
      ['1111', 99],
      ['2222', 1],
    ]).map((entry, place) => (place === 0 ? { ...entry, title: 'Small' } : entry));
    const { of } = await documentsOf(await tiny([role('a', '1111'), role('small', '2222')]), entries);
    expect(of('2134').relatedRoles.map(({ title }) => title)).toEqual(['a']);
  });
  it('links are by the preferred label, whatever its capitals', () => {
    const occupation = { uri: 'u', label: 'SPRING maker', isco08: '8121', otherLabels: [], skills: [] };
    expect([
      ...titleLinks(
        entriesOf('8139', [['8189', 1]]).map((entry) => ({ ...entry, title: 'Spring maker' })),
        [occupation],
      ),
    ]).toEqual([['8139', [occupation]]]);
  });
  it('a unit group whose ISCO-08 codes have no occupation: empty lists, the reason, and which codes', async () => {
    const { of, examined } = await documentsOf(await tiny([role('a', '1111')]), entriesOf('5443', [['7549', 9]]));
    expect(of('5443')).toMatchObject({
      relatedRoles: [],
      skills: [],
      knowledge: [],
      totals: { relatedRoles: 0, skills: 0, knowledge: 0 },
      withheld: { reason: 'no-comparable-occupation', marker: null },
      withheldLegend: [
        {
          reason: 'no-comparable-occupation',
          explanation: 'No comparable occupation in ESCO: ESCO has no occupation under ISCO-08 7549, the code of the job titles.',
        },
      ],
    });
    expect(of('5443').derivation).toContain(
      '(title counts, not people; codes of at least 5 %): none; left out: 7549 (100 %), for which ESCO has no occupation. ',
    );
    expect(of('1111').derivation).toContain('none; the job titles have no ISCO-08 code. ');
    expect(selectSkills(of('5443'), 1)).toMatchObject({ limit: 1, relatedRoles: [], withheld: { reason: 'no-comparable-occupation' } });
    expect(of('1111').withheldLegend[0]?.explanation).toBe('No comparable occupation in ESCO: the job titles have no ISCO-08 code.');
    const [coverage] = esco.coverage?.(examined.edition.observations, needs) ?? [];
    expect([coverage?.endpoint, coverage?.without.size, coverage?.without.get('5443')]).toEqual([
      'skills',
      412,
      'ESCO has no occupation under ISCO-08 7549, the code of the job titles',
    ]);
  });
  it('codes that lead to no role are named with why: those without an occupation, and those of few titles', async () => {
    const { of } = await documentsOf(
      await tiny([role('a', '1111'), role('b', '2113')]),
      entriesOf('5443', [
        ['1111', 90],
        ['7549', 6],
        ['2113', 4],
      ]),
    );
    expect(of('5443').isco08.mapping.map(({ code }) => code)).toEqual(['1111', '7549', '2113']);
    expect(of('5443').derivation).toContain(
      'codes of at least 5 %): 1111 (90 %); left out: 7549 (6 %), for which ESCO has no occupation, and one code of less than 5 %. ',
    );
  });
  it('a unit group of which no code leads anywhere, because ESCO has none of it or the titles are few', async () => {
    const { of } = await documentsOf(
      await tiny([role('a', '1111')]),
      entriesOf('5443', [
        ['7549', 96],
        ['1111', 4],
      ]),
    );
    expect(of('5443').withheldLegend[0]?.explanation).toBe(
      'No comparable occupation in ESCO: the job titles have ISCO-08 codes without an occupation in ESCO, or with less than 5 % of the titles each.',
    );
  });
  it('one role alone: every share is 100 %, and it is said', async () => {
    const { of } = await documentsOf(await tiny([role('a', '1111', 'x', '?y')]), entriesOf('5313', [['1111', 1]]));
    expect(of('5313').skills.map(({ name, sharePercent, essentialSharePercent }) => [name, sharePercent, essentialSharePercent])).toEqual([
      ['x', 100, 100],
      ['y', 100, 0],
    ]);
    expect(of('5313').notes).toContain('There is only one related role, so the shares say nothing: all its skills have a share of 100 %.');
  });
});

describe('shares', () => {
  const roles: readonly Role[] = [
    { name: 'a', isco: '1111', skills: ['zebra', '?wide', 'alsok', '?both'] },
    { name: 'b', isco: '1111', skills: ['wide', '?apple', 'both'] },
    { name: 'c', isco: '1111', skills: ['wide', 'apple', '?alsok'] },
  ];
  const entries = entriesOf('2134', [['1111', 1]]);

  it('most widely shared first, then by essential share, label and URI; both shares are shown', async () => {
    const { of } = await documentsOf(await tiny(roles), entries);
    expect(
      of('2134').skills.map(({ name, sharePercent, essentialSharePercent, roles: count }) => [
        name,
        sharePercent,
        essentialSharePercent,
        count,
      ]),
    ).toEqual([
      ['wide', 100, 66.7, 3],
      ['apple', 66.7, 33.3, 2],
      ['both', 66.7, 33.3, 2],
      ['zebra', 33.3, 33.3, 1],
    ]);
    expect(
      of('2134').knowledge.map(({ name, sharePercent, essentialSharePercent }) => [name, sharePercent, essentialSharePercent]),
    ).toEqual([['alsok', 66.7, 33.3]]);
  });
  it('the order of the rows does not matter', async () => {
    const [one, other] = await Promise.all([
      documentsOf(await tiny(roles), entries),
      documentsOf(await tiny(roles.toReversed().map((of) => ({ ...of, skills: of.skills.toReversed() }))), entries),
    ]);
    expect(other.of('2134')).toEqual(one.of('2134'));
  });
  it('of long lists a hundred are kept, and the totals say how many there are', async () => {
    const many = Array.from({ length: 101 }, (_, number) => ({
      name: `role${number}`,
      isco: '1111',
      skills: [`skill${number}`, `know${number}k`],
    }));
    const { of } = await documentsOf(await tiny(many), entries);
    const body = of('2134');
    expect([body.relatedRoles.length, body.skills.length, body.knowledge.length, body.totals]).toEqual([
      100,
      100,
      100,
      { relatedRoles: 101, skills: 101, knowledge: 101 },
    ]);
    for (const limit of [1, 20, 100]) {
      const answer = selectSkills(body, limit);
      expect([answer.limit, answer.relatedRoles.length, answer.skills.length, answer.knowledge.length, answer.totals]).toEqual([
        limit,
        limit,
        limit,
        limit,
        body.totals,
      ]);
      expect(answer.skills).toEqual(body.skills.slice(0, limit));
    }
  });
});

describe('the checks', () => {
  const asReal = (examined: Examination, name = '1.1.0'): Examination => ({
    ...examined,
    edition: { ...examined.edition, release: { ...examined.edition.release, name, sample: false } },
  });
  it('count a real version, and compare 1.1.0 with what was counted by eye', () => {
    const real = asReal(sample);
    expect(found('tables-complete', real)).toHaveLength(6);
    expect(found('anchors', real)).not.toEqual([]);
    expect(found('anchors', asReal(sample, '1.1.1'))).toEqual([]);
  });
  it('a pair twice, a code outside its group, an unknown group, an occupation without skills, and too few unit groups are found', async () => {
    const faulty = await documentsOf(
      await tiny(
        [
          { name: 'a', isco: '1111', skills: ['x', 'x'] },
          { name: 'b', isco: '2222', skills: [] },
        ],
        {
          edit: (text, name) =>
            name === 'occupations_en.csv'
              ? text.replace('1111.1', '1112.1')
              : name === 'ISCOGroups_en.csv'
                ? text.replaceAll('2222', '2223')
                : text,
        },
      ),
      entriesOf('2134', [['1111', 1]]),
    );
    const messages = (name: string) => found(name, faulty.examined).map(({ message }) => message);
    expect(messages('relations-once')).toEqual([
      expect.stringContaining(`the relation "${base}/occupation/a ${base}/skill/x" stands twice, first at `),
    ]);
    expect(messages('isco-of-occupation')).toEqual([
      '"a" has ISCO-08 1111, but its code is "1112.1"',
      '"b" has ISCO-08 2222, which is not among the groups',
    ]);
    expect(messages('every-occupation-has-skills')).toEqual(['"b" has no skill']);
    expect(messages('unit-groups-covered')).toEqual([expect.stringMatching(/^411 of 412 unit groups have no related role: "1111", /)]);
  });
  it('a relation that names another type than the skill has: the skill decides', async () => {
    const { of } = await documentsOf(
      await tiny([{ name: 'a', isco: '1111', skills: ['x', 'yk'] }], {
        edit: (text, name) => (name.startsWith('occupationSkill') ? text.replace('knowledge', 'skill/competence') : text),
      }),
      entriesOf('2134', [['1111', 1]]),
    );
    expect(namesOf(of('2134').knowledge)).toEqual(['yk']);
  });
  it('more than thirty identifiers that are gone hold the version', async () => {
    const before = await documentsOf(
      await tiny(Array.from({ length: 31 }, (_, number) => ({ name: `r${number}`, isco: '1111', skills: ['x'] }))),
      [],
    );
    const after = await documentsOf(await tiny([{ name: 'other', isco: '1111', skills: ['x'] }]), [], 'sample-1.1.1');
    expect(found('identifiers-kept', after.examined, before.examined)).toHaveLength(31);
  });
});
