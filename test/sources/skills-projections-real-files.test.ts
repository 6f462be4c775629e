// The projections' checks and traps over the publisher's own workbook of England, and the layout of two of smaller areas.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Problem, formatProblem } from '#sources/kit/problem.ts';
import type { Rows, TableRow } from '#sources/skills-projections/layout.ts';
import { type ProjectionObservations, allGroups, isBelowThreshold } from '#sources/skills-projections/reshape.ts';
import { skillsProjections } from '#sources/skills-projections/source.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { describeRealFiles, publisherFiles } from '../publisher-files.ts';
import { type Outcome, examine, examineReal, needsOf } from './examine.ts';

describeRealFiles('the real projections', () => {
  let needs: ReturnType<typeof needsOf>;
  let england: Outcome<Rows, ProjectionObservations>;
  beforeAll(async () => {
    const structure = await examineReal(socStructure, '2025-04-16');
    needs = needsOf({ 'soc-structure': structure.edition.observations });
    england = await examineReal(skillsProjections, '2020-2035-revised', needs);
  });

  it('is read without a problem; that it is England alone is the one thing to say', () => {
    expect(england.problems).toEqual([]);
    const findings = skillsProjections.checks.flatMap((check) =>
      check.check(england.edition, null).map(({ message }) => `${check.severity} ${check.name}: ${message}`),
    );
    expect(findings).toEqual([
      expect.stringMatching(/^known-issue areas-not-in-this-release: there are projections only for england, not for uk, /),
    ]);
    expect(england.edition.observations.areas).toEqual(['england']);
  });

  // Read by eye in EN_MainTables.Main.xlsm, in thousands.
  it.each([
    ['Occ T2 row 35, all occupations', allGroups, null, [29859.681, 32070.091, 2210.41, 14988.123, 17198.533]],
    ['Occ T2 row 9', '12', null, [997.1, 1429.468, 432.368, 721.325, 1153.693]],
    ['Occ T2 row 19', '41', null, [2574.394, 2246.655, -327.739, 1171.303, 843.564]],
    ['Occ T2 row 27', '63', null, [31.742, 27.819, -3.923, 13.118, 9.195]],
    ['Occ T2 row 32', '91', null, [381.352, 305.223, -76.129, 126.138, 50.009]],
    ['RD T1 row 96, first degree', '21', 'rqf6', [638.403, 669.901, 31.499, 262.374, 293.873]],
    ['RD T1 row 52, doctorates', '54', 'rqf8', [2.159, 4.581, 2.423, 1.781, 4.204]],
    ['RD T1 row 280, no qualification', '42', 'none', [29.437, 25.883, -3.554, 11.661, 8.107]],
    ['RD T1 row 294, no qualification', allGroups, 'none', [1139.3, 694.039, -445.26, 277.711, -167.549]],
  ] as const)('%s', (_, code, level, expected) => {
    const { groups, qualifications } = england.edition.observations.projections.get('england') ?? {
      groups: new Map(),
      qualifications: null,
    };
    const cell = level === null ? groups.get(code) : qualifications?.get(level)?.get(code);
    expect(
      [cell?.base, cell?.target, cell?.net, cell?.replacement, cell?.total].map(
        (thousands) => Math.round((thousands ?? NaN) * 1000) / 1000,
      ),
    ).toEqual(expected);
  });

  it('no group is under 10,000 jobs, 33 of 234 cells by qualification are, 17 of them doctorates; 39 have a negative total requirement', () => {
    const { groups, qualifications } = england.edition.observations.projections.get('england') ?? {
      groups: new Map(),
      qualifications: null,
    };
    expect([...groups.values()].filter(isBelowThreshold)).toEqual([]);
    const cells = [...(qualifications ?? [])].flatMap(([block, of]) =>
      block === 'all' ? [] : [...of].filter(([code]) => code !== allGroups).map(([, cell]) => ({ block, cell })),
    );
    const below = cells.filter(({ cell }) => isBelowThreshold(cell));
    expect([
      cells.length,
      below.length,
      below.filter(({ block }) => block === 'rqf8').length,
      cells.filter(({ cell }) => cell.total < 0).length,
    ]).toEqual([234, 33, 17, 39]);
    expect(skillsProjections.count(england.edition.observations)).toEqual({
      published: 260 * 6 - 33 * 6,
      withheld: { 'below-threshold': 33 * 6 },
    });
  });

  /** What the blocking checks find in England with other rows, or the problems of its rows. */
  const judged = (edit: (row: Rows[number]) => Rows[number]) => {
    const { release, rows } = england.edition;
    const edited = rows.map(edit);
    const problems: Problem[] = [];
    const edition = { ...england.edition, rows: edited, observations: skillsProjections.reshape(release, edited, needs, problems) };
    const blocking = skillsProjections.checks.filter(({ severity, name }) => severity === 'block' && name !== 'anchors');
    const found = blocking.flatMap((check) => check.check(edition, null).map(({ place, message }) => `${check.name} ${place}: ${message}`));
    return problems.length > 0 ? problems.map(formatProblem) : found;
  };
  const place = 'skills-projections 2020-2035-revised EN_MainTables.Main.xlsm';

  it('two levels of qualification swapped are held by the totals by level', () => {
    const [four, five] = ['RQF4 HE below degree level (Constrained)', 'RQF5 Foundation degree;Nursing;Teaching (Constrained)'];
    const other: Readonly<Record<string, string>> = { [four]: five, [five]: four };
    const found = judged((row) => (row.kind === 'qualification' ? { ...row, block: other[row.block] ?? row.block } : row));
    expect(found).toHaveLength(4);
    expect(found[0]).toBe(
      `levels-as-totalled ${place} 'RD T1'!B149: the level of all occupations, whose total is ${place} 'Qual T1'!D9, is 1705.942 thousand jobs, expected 1728.419 within 0.01`,
    );
  });

  it('a title that stands at the code of another group in one table is held, although the other table has it right', () => {
    const [care, leisure] = ['Caring personal service occupations', 'Leisure, travel and related personal service occupations'];
    const titles: Readonly<Record<string, string>> = { [`61 ${care}`]: `61 ${leisure}`, [`62 ${leisure}`]: `62 ${care}` };
    const found = judged((row) => (row.kind === 'group' ? { ...row, label: titles[row.label] ?? row.label } : row));
    expect(found).toEqual([
      expect.stringContaining(`codes-mean-their-groups ${place} 'Occ T2'!A25: 61 is "${leisure}", the title of "62"`),
      expect.stringContaining(`codes-mean-their-groups ${place} 'Occ T2'!A26: 62 is "${care}", the title of "61"`),
    ]);
  });

  it('a heading that names SOC 2010 is refused', () => {
    const found = judged((row) =>
      row.kind === 'workbook' ? { ...row, title: { ...row.title, text: row.title.text.replace('SOC 2020', 'SOC 2010') } } : row,
    );
    expect(found).toEqual([`${place} 'Occ T2'!A1: the title names SOC 2010, expected SOC 2020`]);
  });

  it('a cell that differs from what was read is found with its place', () => {
    const rows = england.edition.rows.map((row) => (row.kind === 'group' && row.row === 35 ? { ...row, target: '32071' } : row));
    const anchors = skillsProjections.checks.find(({ name }) => name === 'anchors');
    expect(anchors?.check({ ...england.edition, rows }, null)).toEqual([
      {
        place: "skills-projections 2020-2035-revised EN_MainTables.Main.xlsm 'Occ T2'!F35",
        message: 'found "32071.000", expected "32070.091"',
      },
    ]);
  });

  it('the figures of March 2023 are told from the revised ones by group 91, whatever the totals say', () => {
    const { observations } = england.edition;
    const own = observations.projections.get('england');
    const groups = new Map(own?.groups);
    const elementary = groups.get('91');
    if (own === undefined || elementary === undefined) throw new Error('England is not there');
    groups.set('91', { ...elementary, target: 777.7 });
    const withdrawn = {
      ...england.edition,
      observations: { ...observations, projections: new Map([['england' as const, { ...own, groups }]]) },
    };
    const pin = skillsProjections.checks.find(({ name }) => name === 'edition-pin');
    expect(pin?.severity).toBe('block');
    expect(pin?.check(withdrawn, null)).toEqual([
      {
        place: "skills-projections 2020-2035-revised EN_MainTables.Main.xlsm 'Occ T2'!F32",
        message: 'the figure of group 91 is 777.7 thousand jobs, expected 305.22 within 0.5',
      },
    ]);
  });

  // The workbook of an area below the regions has the same grid, and may bear a region's name.
  describe.each([
    ['GL_LSIP_MainTables.Main.xlsm', 'the workbook is of a geography "LSIP"'],
    ['WM_MCA_MainTables.Main.xlsm', 'the workbook is of a geography "MCA"'],
  ])('%s', (name, message) => {
    it('opens, and is refused by what it says it is of', async () => {
      const bytes = readFileSync(join(publisherFiles, 'skills-projections', '_reference', name));
      const { problems, edition } = await examine(skillsProjections, '2020-2035-revised', [{ name, bytes }], needs);
      expect(problems.map(formatProblem)[0]).toContain(`'Info'!A1: ${message}`);
      expect(edition.rows.filter(({ kind }) => kind === 'group')).toHaveLength(27);
      expect(edition.rows.filter(({ kind }) => kind === 'qualification')).toHaveLength(270);
      const levels = edition.rows.filter((row) => row.kind === 'qualification' && row.label === 'All occupations');
      const inThousands = (rows: readonly { base: string; target: string }[]) =>
        rows.map(({ base, target }) => [base, target].map((text) => Math.round(Number(text) * 100))).sort(([a = 0], [b = 0]) => a - b);
      expect(inThousands(edition.rows.filter((row) => row.kind === 'total') as TableRow[])).toEqual(inThousands(levels as TableRow[]));
    });
  });
});
