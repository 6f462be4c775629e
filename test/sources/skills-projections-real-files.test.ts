// The projections over the publisher's own workbook of England, and the layout of two of smaller areas.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { type Problem, formatProblem } from '#sources/kit/problem.ts';
import { round } from '#schemas/round.ts';
import type { Rows } from '#sources/skills-projections/layout.ts';
import { type ProjectionObservations, allGroups, isBelowThreshold } from '#sources/skills-projections/reshape.ts';
import { skillsProjections } from '#sources/skills-projections/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { describeRealFiles, publisherFiles } from '../publisher-files.ts';
import { findingsOf } from './data-set.ts';
import { type Outcome, examine, examineReal, needsOf } from './examine.ts';

describeRealFiles('the real projections', () => {
  let needs: ReturnType<typeof needsOf>;
  let england: Outcome<Rows, ProjectionObservations>;
  const own = () => england.edition.observations.projections.get('england') ?? expect.fail('there is no England');
  beforeAll(async () => {
    needs = needsOf({ 'soc-structure': (await examineReal(socStructure, '2025-04-16')).edition.observations });
    england = await examineReal(skillsProjections, '2020-2035-revised', needs);
  });

  it('is read without a problem; that it is England alone is the one thing to say', () => {
    expect([england.problems, england.edition.observations.areas]).toEqual([[], ['england']]);
    const found = skillsProjections.checks.filter(({ check }) => check(england.edition, null).length > 0);
    expect(found.map(({ name }) => name)).toEqual(['areas-not-in-this-release']);
  });

  // Read by eye in EN_MainTables.Main.xlsm, in thousands.
  it.each([
    ['Occ T2 row 35, all occupations', allGroups, null, [29859.681, 32070.091, 2210.41, 14988.123, 17198.533]],
    ['Occ T2 row 9', '12', null, [997.1, 1429.468, 432.368, 721.325, 1153.693]],
    ['Occ T2 row 19', '41', null, [2574.394, 2246.655, -327.739, 1171.303, 843.564]],
    ['RD T1 row 96, first degree', '21', 'rqf6', [638.403, 669.901, 31.499, 262.374, 293.873]],
    ['RD T1 row 52, doctorates', '54', 'rqf8', [2.159, 4.581, 2.423, 1.781, 4.204]],
    ['RD T1 row 294, no qualification', allGroups, 'none', [1139.3, 694.039, -445.26, 277.711, -167.549]],
  ] as const)('%s', (_, code, level, expected) => {
    const { groups, qualifications } = own();
    const cell = (level === null ? groups : qualifications?.get(level))?.get(code) ?? expect.fail(code);
    expect([cell.base, cell.target, cell.net, cell.replacement, cell.total].map((thousands) => round(thousands, 3))).toEqual(expected);
  });

  it('no group is under 10,000 jobs; 33 of 234 cells by qualification are, 17 of them doctorates', () => {
    const { groups, qualifications } = own();
    expect([...groups.values()].filter(isBelowThreshold)).toEqual([]);
    const cells = [...(qualifications ?? [])].flatMap(([block, of]) =>
      block === 'all' ? [] : [...of].filter(([code]) => code !== allGroups).map(([, cell]) => ({ block, cell })),
    );
    const below = cells.filter(({ cell }) => isBelowThreshold(cell));
    expect([cells.length, below.length, below.filter(({ block }) => block === 'rqf8').length]).toEqual([234, 33, 17]);
  });

  /** What a check finds in England with other rows, or the problems of its rows. */
  const judged = (check: string, edit: (row: Rows[number]) => Rows[number]) => {
    const problems: Problem[] = [];
    const rows = england.edition.rows.map(edit);
    const observations = skillsProjections.reshape(england.edition.release, rows, needs, problems);
    return [...problems.map(formatProblem), ...findingsOf(skillsProjections, check, { ...england.edition, rows, observations })].join('\n');
  };
  const [four, five] = ['RQF4 HE below degree level (Constrained)', 'RQF5 Foundation degree;Nursing;Teaching (Constrained)'];
  const blocks: Readonly<Record<string, string>> = { [four]: five, [five]: four };
  const [care, leisure] = ['Caring personal service occupations', 'Leisure, travel and related personal service occupations'];
  const titles: Readonly<Record<string, string>> = { [`61 ${care}`]: `61 ${leisure}`, [`62 ${leisure}`]: `62 ${care}` };
  it.each<[string, (row: Rows[number]) => Rows[number], RegExp]>([
    [
      'levels-as-totalled',
      (row) => (row.kind === 'qualification' ? { ...row, block: blocks[row.block] ?? row.block } : row),
      /'RD T1'!B149: .* 'Qual T1'!D9, is 1705\.942 thousand jobs, expected 1728\.419 within 0\.01/,
    ],
    [
      'codes-mean-their-groups',
      // The other table has the titles right.
      (row) => (row.kind === 'group' ? { ...row, label: titles[row.label] ?? row.label } : row),
      /'Occ T2'!A25: 61 is "Leisure, travel and related personal service occupations", the title of "62"/,
    ],
    [
      'anchors',
      (row) => (row.kind === 'group' && row.row === 35 ? { ...row, target: '32071' } : row),
      /'Occ T2'!F35: found "32071\.000", expected "32070\.091"/,
    ],
    // The figures of March 2023 differ most in group 91.
    [
      'edition-pin',
      (row) => (row.kind === 'group' && row.row === 32 ? { ...row, target: '777.7' } : row),
      /'Occ T2'!F32: the figure of group 91 is 777\.7 thousand jobs, expected 305\.22 within 0\.5/,
    ],
    [
      'labels',
      (row) => (row.kind === 'workbook' ? { ...row, title: { ...row.title, text: row.title.text.replace('SOC 2020', 'SOC 2010') } } : row),
      /'Occ T2'!A1: the title names SOC 2010, expected SOC 2020/,
    ],
  ])('%s', (check, edit, message) => expect(judged(check, edit)).toMatch(message));

  // The workbook of an area below the regions has the same grid, and may bear a region's name.
  it.each([
    ['GL_LSIP_MainTables.Main.xlsm', 'LSIP'],
    ['WM_MCA_MainTables.Main.xlsm', 'MCA'],
  ])('%s opens, and is refused by what it says it is of', async (name, geography) => {
    const bytes = readFileSync(join(publisherFiles, 'skills-projections', '_reference', name));
    const { problems, edition } = await examine(skillsProjections, '2020-2035-revised', [{ name, bytes }], needs);
    expect(problems.map(formatProblem)[0]).toContain(`'Info'!A1: the workbook is of a geography "${geography}"`);
    const count = (of: Rows[number]['kind']) => edition.rows.filter(({ kind }) => kind === of).length;
    expect([count('group'), count('qualification')]).toEqual([27, 270]);
  });
});
