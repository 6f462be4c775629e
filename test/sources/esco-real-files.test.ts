// ESCO 1.1.0 as published, with the coding index of April 2025: counts, joins and worked results.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { csv, readDelimited } from '#sources/kit/read/delimited.ts';
import type { Needs } from '#sources/kit/source.ts';
import { selectSkills } from '#schemas/selections/lists.ts';
import type { SkillsDocument } from '#schemas/resources/skills.ts';
import type { Rows } from '#sources/esco/layout.ts';
import { latest } from '#sources/esco/reshape.ts';
import { esco } from '#sources/esco/source.ts';
import { describeRealFiles, publisherFiles } from '../publisher-files.ts';
import { bodiesOf } from './data-set.ts';
import { examineReal } from './examine.ts';
import { realSpine } from './real-spine.ts';

describeRealFiles('ESCO 1.1.0', () => {
  let needs: Needs;
  let examined: Awaited<ReturnType<typeof examineEsco>>;
  let bodies: ReadonlyMap<string, SkillsDocument>;
  const examineEsco = () => examineReal(esco, '1.1.0', needs);
  const examineLater = () => examineReal(esco, '1.1.1', needs, '_reference/1.1.1');
  beforeAll(async () => {
    needs = await realSpine();
    examined = await examineEsco();
    bodies = bodiesOf(esco, examined.edition, ({ soc }) => soc ?? '');
  });
  const body = (soc2020: string) => {
    const found = bodies.get(soc2020);
    if (found === undefined) throw new Error(`there is no document of ${soc2020}`);
    return found;
  };

  test('reads without a problem and passes every check', () => {
    expect(examined.problems).toEqual([]);
    const failed = esco.checks.map((check) => [check.name, check.check(examined.edition, null).length]).filter(([, count]) => count !== 0);
    expect(failed).toEqual([]);
  });

  test('rows, types and joins', () => {
    const { rows, observations } = examined.edition;
    const count = (kind: string) => rows.filter((row) => row.kind === kind).length;
    expect([count('occupations'), count('skills'), count('groups'), count('relations')]).toEqual([3008, 13891, 619, 123852]);
    expect([observations.roles.size, observations.skills.size, observations.orphans]).toEqual([3008, 13891, []]);
    const types = Map.groupBy(
      rows.filter((row) => row.kind === 'skills'),
      ({ skillType }) => skillType,
    );
    expect([...types].map(([type, of]) => [type, of.length]).sort()).toEqual([
      ['', 1],
      ['knowledge', 3057],
      ['skill/competence', 10833],
    ]);
    const used = new Set([...observations.roles.values()].flatMap(({ skills }) => skills.map(({ skill }) => skill.uri)));
    expect(observations.skills.size - used.size).toBe(870);
    const perRole = [...observations.roles.values()].map(({ skills }) => skills.length).sort((a, b) => a - b);
    expect([perRole[0], perRole.at(-1)]).toEqual([4, 340]);
    expect(new Set([...observations.roles.values()].map(({ isco08 }) => isco08)).size).toBe(426);
    expect(observations.skills.get('http://data.europa.eu/esco/skill/3cd569a2-4f88-4c1e-9995-8dce8c5e51a7')?.label).toBe('JavaScript');
  });

  test('136 occupations are linked by their title, in 99 unit groups; the median unit group has 14 roles, the largest 137', () => {
    const related = [...examined.edition.observations.related.values()];
    const links = related.map(({ roles }) => roles.filter(({ via }) => via === 'job-title').length);
    expect([links.reduce((sum, count) => sum + count, 0), links.filter((count) => count > 0).length]).toEqual([136, 99]);
    const sizes = related.map(({ roles }) => roles.length).sort((a, b) => a - b);
    expect([sizes[205], sizes[206], sizes.at(-1)]).toEqual([14, 14, 137]);
  });

  test('411 of the 412 unit groups have a related role', () => {
    expect([...bodies.values()].filter(({ relatedRoles }) => relatedRoles.length === 0).map(({ soc2020 }) => soc2020)).toEqual(['5443']);
    expect(body('5443').withheldLegend[0]?.explanation).toBe(
      'No comparable occupation in ESCO: ESCO has no occupation under ISCO-08 7549, the code of the job titles.',
    );
  });

  const top = (list: SkillsDocument['skills'], count: number) =>
    list.slice(0, count).map(({ name, sharePercent, essentialSharePercent }) => [name, sharePercent, essentialSharePercent]);

  test('2231 Midwifery nurses', () => {
    expect(body('2231').relatedRoles.map(({ title, weight }) => [title, weight])).toEqual([
      ['midwife', 0.7778],
      ['maternity support worker', 0.2222],
    ]);
    expect(top(body('2231').skills, 2)).toEqual([
      ['advise on family planning', 100, 100],
      ['advise on pregnancies at risk', 100, 100],
    ]);
    expect(top(body('2231').knowledge, 2)).toEqual([
      ['childbirth', 100, 100],
      ['health education', 100, 100],
    ]);
  });
  test('5313 Bricklayers keep one role', () => {
    expect(body('5313').relatedRoles.map(({ title, weight }) => [title, weight])).toEqual([['bricklayer', 1]]);
    expect(top(body('5313').skills, 2)).toEqual([
      ['check straightness of brick', 100, 100],
      ['finish mortar joints', 100, 100],
    ]);
    expect(body('5313').knowledge.map(({ name, essentialSharePercent }) => [name, essentialSharePercent])).toEqual([['building codes', 0]]);
  });
  test('3544 Data analysts are not shown as statistical assistants alone', () => {
    expect(
      body('3544')
        .relatedRoles.map(({ title, weight }) => [title, weight])
        .slice(0, 5),
    ).toEqual([
      ['logistics analyst', 0.1932],
      ['data analyst', 0.1932],
      ['actuarial assistant', 0.1932],
      ['statistical assistant', 0.1932],
      [expect.any(String), 0.0455],
    ]);
    expect(top(body('3544').skills, 2)).toEqual([
      ['execute analytical mathematical calculations', 62.5, 43.2],
      ['apply statistical analysis techniques', 58, 58],
    ]);
    expect(top(body('3544').knowledge, 2)).toEqual([
      ['statistics', 62.5, 62.5],
      ['statistical analysis system software', 43.2, 43.2],
    ]);
  });
  test('2134 Programmers: an item that is almost never essential heads the list', () => {
    expect(body('2134').totals.relatedRoles).toBe(18);
    expect(top(body('2134').skills, 2)).toEqual([
      ['develop software prototype', 65.3, 55.8],
      ['provide technical documentation', 65.3, 49.5],
    ]);
    expect(top(body('2134').knowledge, 2)).toEqual([
      ['JavaScript', 85.8, 1.7],
      ['computer programming', 81.2, 57.4],
    ]);
    expect(selectSkills(body('2134'), 1).knowledge).toEqual(body('2134').knowledge.slice(0, 1));
  });

  // 3/32 and 1/32 as sums of binary fractions come out as 0.09374999999999999 and 0.031249999999999997.
  test.each([
    ['3311', 'sergeant', 0.0938],
    ['3534', 'insurance underwriter', 0.0313],
    ['5249', 'radio technician', 0.0313],
  ])('%s: the weight of "%s" is an exact half of the last decimal and goes away from zero', (soc2020, label, weight) => {
    expect(body(soc2020).relatedRoles.find(({ title }) => title === label)?.weight).toBe(weight);
  });

  test('1.1.1 compiles: five skills without a reuse level are in no relation, and one occupation is in no list', async () => {
    const later = await examineLater();
    expect(later.problems).toEqual([]);
    const findings = esco.checks.flatMap((check) => check.check(later.edition, examined.edition));
    expect(findings).toEqual([]);
    expect(later.edition.observations.orphans.length).toBeGreaterThan(0);
  });

  /** The labels of so many skills, each the one of the skill before. */
  const shifted = (count: number) => (rows: Rows) => {
    const skills = rows.filter((row) => row.kind === 'skills');
    const labels = new Map(skills.slice(1, count + 1).map(({ uri }, at) => [uri, skills[at]?.label ?? '']));
    return rows.map((row) => (row.kind === 'skills' ? { ...row, label: labels.get(row.uri) ?? row.label } : row));
  };
  test.each<[string, (rows: Rows) => Rows, string[]]>([
    [
      'essential and optional swapped in every relation',
      (rows) =>
        rows.map((row) => (row.kind === 'relations' ? { ...row, relation: row.relation === 'essential' ? 'optional' : 'essential' } : row)),
      ['concepts-kept'],
    ],
    ['the labels of 2,000 skills shifted by a row', shifted(2000), ['texts-of-their-codes', 'concepts-kept']],
    ['the labels of 20 skills shifted by a row', shifted(20), ['texts-of-their-codes']],
    [
      'the groups of ISCO-08 of its occupations shifted by a row',
      (rows) => {
        const occupations = rows.filter((row) => row.kind === 'occupations');
        const groups = new Map(occupations.slice(1).map(({ row }, at) => [row, occupations[at]?.iscoGroup ?? '']));
        return rows.map((row) => (row.kind === 'occupations' ? { ...row, iscoGroup: groups.get(row.row) ?? row.iscoGroup } : row));
      },
      ['isco-of-occupation', 'concepts-kept'],
    ],
    [
      'identifiers that begin otherwise',
      (rows) =>
        rows.map((row) => {
          const moved = (uri: string) => uri.replace('http:', 'https:');
          if (row.kind === 'relations') return { ...row, occupation: moved(row.occupation), skill: moved(row.skill) };
          return row.kind === 'occupations' || row.kind === 'skills' ? { ...row, uri: moved(row.uri) } : row;
        }),
      ['identifiers-kept'],
    ],
  ])('1.1.1 with %s is held back', async (_, alter, expected) => {
    const { edition } = await examineLater();
    const rows = alter(edition.rows);
    const observations = esco.reshape(edition.release, rows, needs, []);
    const blocking = esco.checks.filter(({ severity, name }) => severity === 'block' && name !== 'anchors');
    const found = blocking.filter(({ check }) => check({ ...edition, rows, observations }, examined.edition).length > 0);
    expect(found.map(({ name }) => name)).toEqual(expected);
  });

  test('of 1.2.1, whose rows repeat four occupations, the later ones count', () => {
    const sheet = readDelimited(
      '1.2.1',
      'occupations_en.csv',
      readFileSync(join(publisherFiles, 'esco/_reference/1.2.1-partial/occupations_en.csv')),
      csv,
    );
    const headers = Array.from({ length: 16 }, (_, place) => sheet.text(1, place + 1));
    const cell = (row: number, name: string) => sheet.text(row, headers.indexOf(name) + 1);
    const rows = Array.from({ length: sheet.rowCount - 1 }, (_, place) => {
      const row = place + 2;
      return {
        kind: 'occupations' as const,
        row,
        uri: cell(row, 'conceptUri'),
        iscoGroup: cell(row, 'iscoGroup'),
        label: cell(row, 'preferredLabel'),
        otherLabels: '',
        modified: cell(row, 'modifiedDate'),
        code: cell(row, 'code'),
      };
    });
    const kept = latest(rows);
    expect([rows.length, kept.length]).toEqual([3043, 3039]);
    const twice = rows.filter(({ uri }) => rows.filter((other) => other.uri === uri).length > 1);
    expect([...new Set(twice.map(({ code }) => code))].sort()).toEqual(['1324.3.1.6.23', '2422.12.11', '5246.1', '5312.1']);
    for (const { uri, modified } of kept.filter(({ uri: of }) => twice.some((row) => row.uri === of))) {
      expect(Date.parse(modified), uri).toBe(Math.max(...twice.filter((row) => row.uri === uri).map((row) => Date.parse(row.modified))));
    }
  });
});
