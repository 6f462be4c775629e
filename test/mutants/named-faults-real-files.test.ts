// Faults that once passed in silence, made again in the rows of real releases: each is held back, or told with its place.
import { expect, it } from 'vitest';
import type { AsheRows } from '#sources/ashe/layout.ts';
import type { Rows as IndexRows } from '#sources/soc-index/layout.ts';
import { describeRealFiles } from '../publisher-files.ts';
import type { Fault } from './faults.ts';
import { realSubject } from './releases-examined.ts';
import { type Fate, type Prepared, type Subject, fateOf, prepare } from './run.ts';

const subjects = new Map<string, Promise<{ subject: Subject; prepared: Prepared }>>();

async function subjectOf(key: Parameters<typeof realSubject>[0]) {
  const found =
    subjects.get(key) ??
    realSubject(key).then((subject) => {
      if (subject === null) throw new Error(`${key} has no real release`);
      let prepared: Prepared | null = null;
      return {
        subject,
        // It runs all checks, which some faults do not need.
        get prepared() {
          prepared ??= prepare(subject);
          return prepared;
        },
      };
    });
  subjects.set(key, found);
  return found;
}

type Cells = readonly (readonly string[])[];
const times = (factor: number) => (text: string) => (/^\d/.test(text) ? String(Number((Number(text) * factor).toFixed(6))) : text);

/** What becomes of new texts in the grid of this name; `rows` are null if the whole of it is new. */
async function fate(
  key: Parameters<typeof realSubject>[0],
  grids: readonly string[],
  rowName: string | null,
  change: (cells: Cells, row: number) => Cells,
): Promise<{ fate: Fate; by: string }> {
  const { subject, prepared } = await subjectOf(key);
  const places = grids.map((name) => subject.scene.grids.findIndex((grid) => grid.name === name));
  const [at = -1] = places;
  const row = rowName === null ? 0 : (subject.scene.grids[at]?.rowNames.findIndex((names) => names.includes(rowName)) ?? -1);
  expect([at, row]).not.toContain(-1);
  const edit = new Map(places.map((place) => [place, change(subject.scene.grids[place]?.cells ?? [], row)]));
  const fault: Fault = { edit, grid: at, rows: rowName === null ? null : [row], part: '', said: '' };
  return fateOf(subject, prepared, fault);
}

const allSheets = [
  'All',
  'Male',
  'Female',
  'Full-Time',
  'Part-Time',
  'Male Full-Time',
  'Male Part-Time',
  'Female Full-Time',
  'Female Part-Time',
];
const sheetsOf = (...tables: string[]) => tables.flatMap((table) => allSheets.map((sheet) => `${table} '${sheet}'`));
/** Every figure of the columns of estimates: not jobs, and not the two changes. */
const estimates = (factor: number) => (cells: Cells) =>
  cells.map((row) => row.map((text, column) => ([0, 2, 4].includes(column) ? text : times(factor)(text))));
const setCell = (column: number, text: string) => (cells: Cells, row: number) =>
  cells.map((own, index) => (index === row ? own.map((old, place) => (place === column ? text : old)) : own));
const tables = Array.from({ length: 11 }, (_, index) => index + 1);
const timesTwo = (column: number) => (cells: Cells, row: number) => setCell(column, times(2)(cells[row]?.[column] ?? ''))(cells, row);
const swapRows = (cells: Cells, row: number) =>
  cells.map((own, index) => (index === row ? (cells[row + 1] ?? own) : index === row + 1 ? (cells[row] ?? own) : own));

describeRealFiles('faults that once passed in silence', () => {
  it.each([
    ['hourly pay in pence, both tables', sheetsOf('14.5a', '14.6a'), null, estimates(100)],
    ['weekly pay × 52, all three tables', sheetsOf('14.1a', '14.2a', '14.3a'), null, estimates(52)],
    ['one sheet × 10', ["14.7a 'Full-Time'"], null, estimates(10)],
    ['a sheet of coefficients ÷ 10', ["14.7b 'All'"], null, (cells: Cells) => cells.map((row) => row.map(times(0.1)))],
    [
      'one occupation × 10',
      ["14.7a 'All'"],
      ' 2134 ',
      (cells: Cells, row: number) => cells.map((own, at) => (at === row ? own.map(times(10)) : own)),
    ],
    ['a p80 of £650,000', ["14.7a 'All'"], ' 2135 ', setCell(13, '650000')],
    ['a p10 of £2,332', ["14.7a 'All'"], ' 2134 ', setCell(5, '2332')],
    ['two rows swapped, figures and coefficients', ["14.1a 'All'", "14.1b 'All'"], ' 2134 ', swapRows],
    ['a p10 × 2', ["14.7a 'All'"], ' 2134 ', timesTwo(5)],
    ['a median × 2', ["14.5a 'Female'"], ' 5223 ', timesTwo(1)],
    ['a mean × 2', ["14.1a 'Male'"], ' 2134 ', timesTwo(3)],
    [
      'one occupation × 2, in every table',
      tables.map((number) => `14.${number}a 'All'`),
      ' 2134 ',
      (cells: Cells, row: number) => cells.map((own, at) => (at === row ? own.map(times(2)) : own)),
    ],
    [
      'the two columns of changes swapped',
      ["14.1a 'All'"],
      null,
      (cells: Cells) => cells.map((row) => row.with(2, row[4] ?? '').with(4, row[2] ?? '')),
    ],
  ] as const)('%s', async (_, grids, row, change) => {
    const found = await fate('ashe', grids, row, change);
    expect(found.fate, found.by).toMatch(/^(?:blocked|told)$/);
  });

  it('the files of one year under the name of another', async () => {
    const { subject } = await subjectOf('ashe');
    const { base, previous } = subject;
    const disguised = { ...base, release: previous?.release ?? base.release };
    const check = subject.source.checks.find(({ name }) => name === 'not-the-year-before');
    expect(check?.severity).toBe('block');
    expect(check?.check(base, disguised).length).toBeGreaterThan(500);
    expect(check?.check(base, previous)).toEqual([]);
  });

  it.each([
    ['2134', '2135'],
    ['5231', '5232'],
  ])('the rows of %s and %s exchanged in every sheet, with coefficients and shading', async (one, other) => {
    const { subject, prepared } = await subjectOf('ashe');
    const { grids } = subject.scene;
    const rows = [one, other].map((code) => grids[0]?.rowNames.findIndex((names) => names.includes(` ${code} `)) ?? -1);
    expect(rows).not.toContain(-1);
    const [first = -1, second = -1] = rows;
    const exchanged = (cells: Cells) => cells.with(first, cells[second] ?? []).with(second, cells[first] ?? []);
    const edit = new Map(grids.map(({ cells }, at) => [at, exchanged(cells)]));
    // The grids have no shading, which a publisher would move along.
    const checks = prepared.checks.filter(({ name }) => name !== 'shading-agrees');
    const fault: Fault = { edit, grid: 0, rows, part: '', said: '' };
    expect(fateOf(subject, { ...prepared, checks }, fault, { isWhole: true })).toEqual({
      fate: 'blocked',
      by: 'occupations-in-their-rows',
    });
  });

  it('two neighbouring rows of industries swapped, with their shading', async () => {
    const found = await fate('aps-workforce', ["'2024'"], ' 3111', swapRows);
    expect(found.fate, found.by).toMatch(/^(?:blocked|told)$/);
  });

  it('two blocks of qualifications swapped', async () => {
    const { subject, prepared } = await subjectOf('skills-projections');
    const blocks = ['RQF7', 'RQF6'].map((name) => subject.scene.grids.findIndex((grid) => grid.name.includes(name)));
    const [one = -1, other = -1] = blocks;
    const edit = new Map([
      [one, subject.scene.grids[other]?.cells ?? []],
      [other, subject.scene.grids[one]?.cells ?? []],
    ]);
    expect(fateOf(subject, prepared, { edit, grid: one, rows: null, part: '', said: '' })).toMatchObject({
      fate: 'blocked',
      by: 'levels-as-totalled',
    });
  });

  /** The index with "Software engineer" under 2112 and "Zoologist" under 2134, with everything else in its place. */
  async function swappedTitles() {
    const { subject } = await subjectOf('soc-index');
    const rows = subject.base.rows as IndexRows;
    const titled = (inverted: string) => rows.findIndex((row) => row.kind === 'index' && row.inverted === inverted);
    const [one, other] = [titled('Engineer, software'), titled('Zoologist')];
    const [first, second] = [rows[one], rows[other]];
    if (first?.kind !== 'index' || second?.kind !== 'index') throw new Error('the index lacks a title');
    const swapped = rows
      .with(one, { ...first, inverted: second.inverted, natural: second.natural })
      .with(other, { ...second, inverted: first.inverted, natural: first.natural });
    return (name: string, previous: Subject['base'] | null) => {
      const check = subject.source.checks.find((candidate) => candidate.name === name);
      return { severity: check?.severity, found: check?.check({ ...subject.base, rows: swapped }, previous).map(({ message }) => message) };
    };
  }

  it('two titles of the index swapped since the index before', async () => {
    const [{ subject }, findingsOf] = [await subjectOf('soc-index'), await swappedTitles()];
    const { severity, found } = findingsOf('titles-exchanged', subject.base);
    expect(severity).toBe('block');
    expect(found).toEqual([expect.stringContaining('two titles are swapped'), expect.stringContaining('two titles are swapped')]);
    expect(findingsOf('recoded', subject.base).found?.[0]).toContain('Software engineer');
  });

  it('checks of single rows say the same as all checks, where they find a fault', async () => {
    const { subject, prepared } = await subjectOf('ashe');
    const rows = subject.base.rows as AsheRows;
    const at = rows.findIndex(({ number, kind, sheet }) => number === 7 && kind === 'a' && sheet === 'All');
    const row = subject.scene.grids[at]?.rowNames.findIndex((names) => names.includes(' 2135 ')) ?? -1;
    const cells = setCell(13, '650000')(subject.scene.grids[at]?.cells ?? [], row);
    const fault: Fault = { edit: new Map([[at, cells]]), grid: at, rows: [row], part: '', said: '' };
    expect(fateOf(subject, prepared, fault, { isWhole: true }).fate).toBe(fateOf(subject, prepared, fault).fate);
  });
});
