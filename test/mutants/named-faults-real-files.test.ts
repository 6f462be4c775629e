// Faults that once passed in silence, made again in the rows of real releases: each is held back,
// or told with its place.
import { expect, it } from 'vitest';
import type { Fault } from '../../bench/mutants/faults.ts';
import { realSubject } from '../../bench/mutants/releases-examined.ts';
import { type Prepared, type Subject, fateOf, prepare } from '../../bench/mutants/run.ts';
import { describeRealFiles } from '../publisher-files.ts';

type Key = Parameters<typeof realSubject>[0];
type Cells = readonly (readonly string[])[];
type Change = (cells: Cells, row: number) => Cells;

const subjects = new Map<Key, Promise<Subject>>();
const preparedOf = new Map<Key, Prepared>();

function subjectOf(key: Key): Promise<Subject> {
  const found =
    subjects.get(key) ??
    realSubject(key).then((subject) => subject ?? expect.fail(`${key} has no real release`));
  subjects.set(key, found);
  return found;
}

/** It runs all checks, once for each source. */
function preparedFor(key: Key, subject: Subject): Prepared {
  const found = preparedOf.get(key) ?? prepare(subject);
  preparedOf.set(key, found);
  return found;
}

const times = (factor: number) => (text: string) =>
  /^\d/.test(text) ? String(Number((Number(text) * factor).toFixed(6))) : text;
const whole =
  (factor: number): Change =>
  (cells) =>
    cells.map((row) => row.map(times(factor)));
/** Every figure of the columns of estimates: not jobs, and not the two changes. */
const estimates =
  (factor: number): Change =>
  (cells) =>
    cells.map((row) =>
      row.map((text, column) => ([0, 2, 4].includes(column) ? text : times(factor)(text))),
    );
const inRow =
  (change: (cells: readonly string[]) => readonly string[]): Change =>
  (cells, row) =>
    cells.with(row, change(cells[row] ?? []));
const setCell = (column: number, text: string) => inRow((own) => own.with(column, text));
const swapRows: Change = (cells, row) =>
  cells.with(row, cells[row + 1] ?? []).with(row + 1, cells[row] ?? []);
const swapChanges: Change = (cells) =>
  cells.map((row) => row.with(2, row[4] ?? '').with(4, row[2] ?? ''));

const sexes = ['All', 'Male', 'Female'];
const sheets = [
  ...sexes,
  'Full-Time',
  'Part-Time',
  ...sexes.slice(1).flatMap((sex) => [`${sex} Full-Time`, `${sex} Part-Time`]),
];
const sheetsOf = (...tables: string[]) =>
  tables.flatMap((table) => sheets.map((sheet) => `${table} '${sheet}'`));
const everyTable = Array.from({ length: 11 }, (_, index) => `14.${index + 1}a 'All'`);

describeRealFiles('faults that once passed in silence', () => {
  it.each<[string, Key, readonly string[], string | null, Change]>([
    ['hourly pay in pence, both tables', 'ashe', sheetsOf('14.5a', '14.6a'), null, estimates(100)],
    [
      'weekly pay × 52, all three tables',
      'ashe',
      sheetsOf('14.1a', '14.2a', '14.3a'),
      null,
      estimates(52),
    ],
    ['a sheet of coefficients ÷ 10', 'ashe', ["14.7b 'All'"], null, whole(0.1)],
    ['one occupation × 10', 'ashe', ["14.7a 'All'"], ' 2134 ', inRow((own) => own.map(times(10)))],
    ['a p80 of £650,000', 'ashe', ["14.7a 'All'"], ' 2135 ', setCell(13, '650000')],
    [
      'two rows swapped, figures and coefficients',
      'ashe',
      ["14.1a 'All'", "14.1b 'All'"],
      ' 2134 ',
      swapRows,
    ],
    [
      'one occupation × 2, in every table',
      'ashe',
      everyTable,
      ' 2134 ',
      inRow((own) => own.map(times(2))),
    ],
    ['the two columns of changes swapped', 'ashe', ["14.1a 'All'"], null, swapChanges],
    [
      'two neighbouring rows of industries swapped, with their shading',
      'aps-workforce',
      ["'2024'"],
      ' 3111',
      swapRows,
    ],
  ])('%s', async (_, key, names, rowName, change) => {
    const subject = await subjectOf(key);
    const { grids } = subject.scene;
    const places = names.map((name) => grids.findIndex((grid) => grid.name === name));
    const [at = -1] = places;
    const row =
      rowName === null ? 0 : (grids[at]?.rowNames.findIndex((own) => own.includes(rowName)) ?? -1);
    expect([at, row]).not.toContain(-1);
    const edit = new Map(places.map((place) => [place, change(grids[place]?.cells ?? [], row)]));
    const fault: Fault = {
      edit,
      grid: at,
      rows: rowName === null ? null : [row],
      part: '',
      said: '',
    };
    const { fate, by } = fateOf(subject, preparedFor(key, subject), fault);
    expect(fate, by).toMatch(/^(?:blocked|told)$/);
  });

  it('the files of one year under the name of another', async () => {
    const { base, previous, source } = await subjectOf('ashe');
    const check = source.checks.find(({ name }) => name === 'not-the-year-before');
    expect(check?.severity).toBe('block');
    expect(
      check?.check(base, { ...base, release: previous?.release ?? base.release }).length,
    ).toBeGreaterThan(500);
    expect(check?.check(base, previous)).toEqual([]);
  });

  it('rows of 2134 and 2135 exchanged in every sheet, with shading', async () => {
    const subject = await subjectOf('ashe');
    const prepared = preparedFor('ashe', subject);
    const { grids } = subject.scene;
    const rows = ['2134', '2135'].map(
      (code) => grids[0]?.rowNames.findIndex((names) => names.includes(` ${code} `)) ?? -1,
    );
    expect(rows).not.toContain(-1);
    const [first = -1, second = -1] = rows;
    const edit = new Map(
      grids.map(({ cells }, at) => [
        at,
        cells.with(first, cells[second] ?? []).with(second, cells[first] ?? []),
      ]),
    );
    // The grids have no shading, which a publisher would move along.
    const checks = prepared.checks.filter(({ name }) => name !== 'shading-agrees');
    const found = fateOf(
      subject,
      { ...prepared, checks },
      { edit, grid: 0, rows, part: '', said: '' },
      { isWhole: true },
    );
    expect(found).toEqual({ fate: 'blocked', by: 'occupations-in-their-rows' });
  });

  it('two blocks of qualifications swapped', async () => {
    const subject = await subjectOf('skills-projections');
    const { grids } = subject.scene;
    const gridOf = (name: string) => grids.findIndex((grid) => grid.name.includes(name));
    const rqf7 = gridOf('RQF7');
    const rqf6 = gridOf('RQF6');
    const edit = new Map([
      [rqf7, grids[rqf6]?.cells ?? []],
      [rqf6, grids[rqf7]?.cells ?? []],
    ]);
    const fault: Fault = { edit, grid: rqf7, rows: null, part: '', said: '' };
    expect(fateOf(subject, preparedFor('skills-projections', subject), fault)).toEqual({
      fate: 'blocked',
      by: 'levels-as-totalled',
    });
  });
});
