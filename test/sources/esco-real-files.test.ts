// ESCO 1.1.0 and 1.1.1 as published, with the coding index of April 2025: counts, joins, worked results, and later versions with one fault.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, expect, test } from 'vitest';
import type { Needs } from '#sources/kit/source.ts';
import type { SkillsDocument } from '#schemas/resources/skills.ts';
import type { Rows } from '#sources/esco/layout.ts';
import { latest } from '#sources/esco/reshape.ts';
import { esco } from '#sources/esco/source.ts';
import { describeRealFiles, publisherFiles } from '../publisher-files.ts';
import { bodiesOf, checksThatFind } from './data-set.ts';
import { examineReal } from './examine.ts';
import { realSpine } from './real-spine.ts';

describeRealFiles('ESCO as published', () => {
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

  test('1.1.0 reads without a problem, passes every check, and 5443 alone has no related role', () => {
    const { rows, observations } = examined.edition;
    const count = (kind: string) => rows.filter((row) => row.kind === kind).length;
    expect([examined.problems, checksThatFind(esco, examined.edition), observations.orphans]).toEqual([[], [], []]);
    expect([count('occupations'), count('skills'), count('groups'), count('relations')]).toEqual([3008, 13891, 619, 123852]);
    const related = [...observations.related.values()];
    const links = related.map(({ roles }) => roles.filter(({ via }) => via === 'job-title').length);
    expect([links.reduce((sum, of) => sum + of, 0), links.filter((of) => of > 0).length]).toEqual([136, 99]);
    expect([...bodies.values()].filter(({ relatedRoles }) => relatedRoles.length === 0).map(({ soc2020 }) => soc2020)).toEqual(['5443']);
  });

  // The last three are exact halves of the last decimal: sums of binary fractions come out as 0.09374999999999999 and 0.031249999999999997.
  test.each([
    ['2231', 'midwife', 0.7778],
    ['5313', 'bricklayer', 1],
    ['3544', 'data analyst', 0.1932],
    ['3311', 'sergeant', 0.0938],
    ['3534', 'insurance underwriter', 0.0313],
    ['5249', 'radio technician', 0.0313],
  ])('%s: the weight of "%s" is %d', (soc2020, label, weight) => {
    expect(bodies.get(soc2020)?.relatedRoles.find(({ title }) => title === label)?.weight).toBe(weight);
  });
  test.each([
    ['2231', 'advise on family planning', 100, 100, 'childbirth', 100, 100],
    ['3544', 'execute analytical mathematical calculations', 62.5, 43.2, 'statistics', 62.5, 62.5],
    // An item that is almost never essential heads the list.
    ['2134', 'develop software prototype', 65.3, 55.8, 'JavaScript', 85.8, 1.7],
  ])('%s shares "%s" most, as worked out by hand', (soc2020, ...expected) => {
    const { skills = [], knowledge = [] } = bodies.get(soc2020) ?? {};
    expect([skills[0], knowledge[0]].flatMap((one) => [one?.name, one?.sharePercent, one?.essentialSharePercent])).toEqual(expected);
  });

  /** The labels of so many skills, each the one of the skill before. */
  const shifted = (count: number) => (rows: Rows) => {
    const skills = rows.filter((row) => row.kind === 'skills');
    const labels = new Map(skills.slice(1, count + 1).map(({ uri }, at) => [uri, skills[at]?.label ?? '']));
    return rows.map((row) => (row.kind === 'skills' ? { ...row, label: labels.get(row.uri) ?? row.label } : row));
  };
  const swapped = (rows: Rows) =>
    rows.map((row) => (row.kind === 'relations' ? { ...row, relation: row.relation === 'essential' ? 'optional' : 'essential' } : row));
  const otherGroups = (rows: Rows) => {
    const occupations = rows.filter((row) => row.kind === 'occupations');
    const groups = new Map(occupations.slice(1).map(({ row }, at) => [row, occupations[at]?.iscoGroup ?? '']));
    return rows.map((row) => (row.kind === 'occupations' ? { ...row, iscoGroup: groups.get(row.row) ?? row.iscoGroup } : row));
  };
  const moved = (uri: string) => uri.replace('http:', 'https:');
  const renamed = (rows: Rows) =>
    rows.map((row) => {
      if (row.kind === 'relations') return { ...row, occupation: moved(row.occupation), skill: moved(row.skill) };
      return row.kind === 'occupations' || row.kind === 'skills' ? { ...row, uri: moved(row.uri) } : row;
    });
  test.each<[string, (rows: Rows) => Rows, string[]]>([
    ['nothing changed', (rows) => rows, []],
    ['essential and optional swapped in every relation', swapped, ['concepts-kept']],
    ['the labels of 2,000 skills shifted by a row', shifted(2000), ['texts-of-their-codes', 'concepts-kept']],
    ['the labels of 20 skills shifted by a row', shifted(20), ['texts-of-their-codes']],
    ['the groups of its occupations shifted by a row', otherGroups, ['isco-of-occupation', 'concepts-kept']],
    ['identifiers that begin otherwise', renamed, ['identifiers-kept']],
  ])('1.1.1 with %s', async (_, alter, expected) => {
    const { edition } = await examineLater();
    const rows = alter(edition.rows);
    const changed = { ...edition, rows, observations: esco.reshape(edition.release, rows, needs, []) };
    expect(checksThatFind(esco, changed, examined.edition)).toEqual(expected);
  });

  test('of 1.2.1, whose rows repeat four occupations, the later ones count', () => {
    const bytes = readFileSync(join(publisherFiles, 'esco/_reference/1.2.1-partial/occupations_en.csv'));
    const records: Readonly<Record<string, string>>[] = parse(bytes, { columns: true, bom: true });
    const rows = records.map(({ conceptUri: uri = '', modifiedDate: modified = '', code = '' }, row) => ({
      ...{ kind: 'occupations' as const, row, uri, iscoGroup: '', label: '', otherLabels: '', modified, code },
    }));
    const kept = latest(rows);
    expect([rows.length, kept.length]).toEqual([3043, 3039]);
    for (const { uri, modified } of kept) {
      const days = rows.filter((row) => row.uri === uri).map((row) => Date.parse(row.modified));
      if (days.length > 1) expect(Date.parse(modified), uri).toBe(Math.max(...days));
    }
  });
});
