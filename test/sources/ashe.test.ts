// ASHE without the publisher's files: the traps of its layout on small workbooks of our own, its checks on edits of the sample.
import { beforeAll, describe, expect, it, test } from 'vitest';
import { type LookedFor, listenTo } from '#sources/kit/looked-for.ts';
import { LayoutError, type Problem, formatProblem } from '#sources/kit/problem.ts';
import { type SampleCell, type SampleMember, type SampleSheet, writeWorkbook, writeZip } from '#sources/kit/sample/workbook.ts';
import type { Examined, Needs, Release, Source } from '#sources/kit/source.ts';
import { type Measure, measures } from '#schemas/codes.ts';
import { payColumns } from '#schemas/pay-columns.ts';
import { payVariantIndex } from '#schemas/selections/select-pay.ts';
import { type AsheRow, type AsheRows, type AsheSheet, header, sheets, tableName } from '#sources/ashe/layout.ts';
import { type AsheObservations, reshape } from '#sources/ashe/reshape.ts';
import { withAllMeasures } from '#sources/ashe/sample.ts';
import { ashe } from '#sources/ashe/source.ts';
import { keepingRows } from '../kept.ts';
import { structureOfSample } from './classification.ts';
import { foundBy, reasonsOf } from './data-set.ts';
import { examine, needsOf } from './examine.ts';

const release: Release = {
  ...{ source: 'ashe', name: '2024-provisional', order: [2024, 0, ''], year: 2024, provisional: true, released: null, sample: false },
};
const structure = await structureOfSample();
const needs = needsOf({ 'soc-structure': structure });
const title = 'Chief executives and senior officials';

type Sheet = { readonly table: 14 | 15; readonly number: number; readonly kind: 'a' | 'b'; readonly name: string };
type Printed = SampleCell[][];
type Edit = (sheet: Sheet, rows: Printed) => Printed | null;
/** The header, whose row has the index 4, with its cells changed. */
const headed = (change: (cell: SampleCell) => SampleCell) => (printed: Printed) =>
  printed.map((row, at) => (at === 4 ? row.map(change) : row));

/** The measures whose tables are edited below. A sample may leave out others. */
const numbers = [1, 2, 3, 4, 5, 7, 11];
/** A small release: every sheet of these measures, each of five rows. An edit that returns null leaves the sheet out. */
async function members(edit: Edit = (_, rows) => rows, table: 14 | 15 = 14): Promise<SampleMember[]> {
  const workbooks = numbers.flatMap((number) => (['a', 'b'] as const).map((kind) => ({ table, number, kind })));
  return Promise.all(
    workbooks.map(async (workbook) => {
      const written = sheets.flatMap(({ name, employees }): SampleSheet[] => {
        const rows = edit({ ...workbook, name }, [
          [`Table ${tableName(workbook)} For ${employees} employee jobsa: United Kingdom, 2024`],
          ...[[], [], []],
          header.map((text) => (/^\d+$/.test(text) ? Number(text) : text)),
          ['All employees', '', 20, ...Array.from({ length: 14 }, () => 1)],
          ['Managers, directors and senior officials', '1', 10],
          [`   ${title} `, '1111', ':'],
          ['Not Classified', '', ':'],
          header.map(() => 'a  Employees on adult rates.'),
        ]);
        return rows === null ? [] : [{ name, rows }];
      });
      const name = `PROV - Occupation SOC20 (4) Table ${tableName(workbook)}   Some words 2024${workbook.kind === 'b' ? ' CV' : ''}.xlsx`;
      return { name, bytes: await writeWorkbook([{ name: 'Notes', rows: [['notes']] }, ...written]) };
    }),
  );
}
const zipOf = async (of: readonly SampleMember[], table: 14 | 15 = 14) => ({
  ...{ name: `ashetable${table}2024provisional.zip`, bytes: await writeZip(of) },
});
const parse = async (of: readonly SampleMember[], table15: readonly SampleMember[] = []) =>
  ashe.parse({ ...release, sample: true }, [await zipOf(of), ...(table15.length === 0 ? [] : [await zipOf(table15, 15)])]);
/** What is said of a release that cannot be read. */
const faultsOf = (work: Promise<unknown>): Promise<readonly string[]> =>
  work.then(
    () => [],
    (fault: unknown) => (fault instanceof LayoutError ? fault.problems.map(formatProblem) : Promise.reject(fault)),
  );

describe('workbooks', () => {
  let sound: SampleMember[];
  let rows: AsheRows;
  beforeAll(async () => {
    sound = await members();
    rows = await parse(sound);
  });

  it('are read by table, measure, kind and sheet, whatever their order; footnotes and jobs that are not classified are left out', async () => {
    expect(rows).toHaveLength(numbers.length * 2 * sheets.length);
    expect(rows.slice(0, 2).map((sheet) => `${tableName(sheet)} ${sheet.sheet}`)).toEqual(['14.1a All', '14.1a Male']);
    expect(rows[0]?.rows.map(({ cells }) => cells.slice(0, 3).join('|'))).toEqual([
      ...['All employees||20', 'Managers, directors and senior officials|1|10', `   ${title} |1111|:`],
    ]);
    expect(await parse(sound.toReversed())).toEqual(rows);
  });
  const wide = (row: readonly SampleCell[]) => [...row, ...Array<null>(17 - row.length).fill(null)];
  it.each<[string, (printed: Printed) => Printed]>([
    ['the colour key beside the data is not read', (printed) => printed.with(6, [...wide(printed[6] ?? []), null, 'Key'])],
    ['percentile headers may be texts', headed((cell) => (typeof cell === 'number' ? ` ${cell}` : cell))],
  ])('%s', async (_, edit) => {
    const parsed = await parse(await members((_sheet, printed) => edit(printed)));
    expect(parsed.map((sheet) => sheet.rows)).toEqual(rows.map((sheet) => sheet.rows));
  });
  it('a row that a correction has emptied stays; fills are read; the gender pay gap and folders are passed over', async () => {
    const fills = ['solid/49', 'solid/9'].map((fill) => ({ value: 5, fill }));
    const edited = await members((_, printed) =>
      printed.map((row, at) => (at === 6 ? [...row, ...fills] : at === 7 ? row.slice(0, 2) : row)),
    );
    const inFolder = edited.map(({ name, bytes }) => ({ name: `ashetable142024provisional/${name}`, bytes }));
    const parsed = await parse([...inFolder, { name: 'Table 14.12   Gender pay gap 2024.xlsx', bytes: Buffer.from('not read') }]);
    expect([parsed.length, parsed[0]?.palette, parsed[0]?.rows[1]?.fills]).toEqual([rows.length, ['solid/49', 'solid/9'], ' ab']);
    expect(parsed[0]?.rows[2]?.cells.slice(0, 3)).toEqual([`   ${title} `, '1111', '']);
  });
  it('of Table 15 those of four digits are read, and not those of three beside them', async () => {
    const four = (await members(undefined, 15)).filter(({ name }) => name.includes('(4).7'));
    const three = four.map(({ name }) => ({ name: name.replace('15 (4).', '15 (3).'), bytes: Buffer.from('not read') }));
    const parsed = await parse(sound, [...three, ...four]);
    const read = parsed.filter(({ table }) => table === 15).map(({ number, kind }) => `${number}${kind}`);
    expect(read).toEqual([...Array<string>(9).fill('7a'), ...Array<string>(9).fill('7b')]);
  });
  it('every missing workbook, missing sheet and renamed column is listed at once', async () => {
    const damaged = await members(({ number, kind, name }, printed) => {
      if (kind === 'a' && number === 2 && name === 'Male') return null;
      const isRenamed = kind === 'a' && number === 7 && name === 'All';
      return isRenamed ? headed((cell) => (cell === 'Median' ? 'Mid' : cell))(printed) : printed;
    });
    expect(await faultsOf(parse(damaged.filter(({ name }) => !name.includes('14.11b'))))).toEqual([
      expect.stringMatching(/ashetable142024provisional\.zip: there is no workbook of 14\.11b/),
      expect.stringMatching(/ 14\.2a: there is no sheet "Male"/),
      expect.stringMatching(/ 14\.7a 'All'!row 5: no column is headed "Median"/),
      expect.stringMatching(/ 14\.7a 'All'!row 5: no column is headed "change after median"/),
    ]);
  });
  it.each<[string, () => Promise<readonly SampleMember[]>, RegExp]>([
    ['by SOC 2010', async () => sound.map((one) => ({ ...one, name: one.name.replace('SOC20', 'SOC10') })), /is by SOC 2010/],
    [
      'with two sheets of one name',
      async () => {
        const bytes = await writeWorkbook([...sheets.map(({ name }) => name), 'Full Time'].map((name) => ({ name, rows: [] })));
        return sound.map((one) => (one.name.includes('14.7a') ? { ...one, bytes } : one));
      },
      / 14\.7a: 2 sheets are called "Full-Time"/,
    ],
  ])('%s stop the release', async (_, given, message) => expect((await faultsOf(parse(await given()))).join('\n')).toMatch(message));

  /** Puts a column before the one at this index, from the header down. The header is the row of index 4. */
  const inserted = (at: number, name: string, printed: Printed): Printed =>
    printed.map((row, index) => (index < 4 ? row : wide(row).toSpliced(at, 0, index === 4 ? name : 'remark')));
  it('a new column between a statistic and its change, below prose: every cell is read, and messages name it where it stands', async () => {
    const told: LookedFor[] = [];
    const edited = await members((_, printed) => [['Office'], [], ...inserted(4, 'Remark', printed)]);
    const parsed = await listenTo(told, () => parse(edited));
    const cellsOf = (of: AsheRows) => of.map((sheet) => sheet.rows.map(({ cells }) => cells));
    expect(cellsOf(parsed)).toEqual(cellsOf(rows));
    // The median of all employees, and its change beyond the new column.
    const misread = parsed.map((sheet) => ({
      ...sheet,
      rows: sheet.rows.map((row) => ({ ...row, cells: row.cells.with(3, 'odd').with(4, 'odd') })),
    }));
    const places = linesOf(misread).map((line) => line.split(':')[0]);
    for (const cell of ['D8', 'F8']) expect(places).toContain(`ashe 2024-provisional 14.1a 'All'!${cell}`);
    const remarks = told.filter(({ what, there }) => what === 'column' && there.includes('Remark'));
    expect(remarks).toHaveLength(numbers.length * 2 * sheets.length);
  });
  it('a change that follows a statistic twice stops the release, with its place', async () => {
    const lines = await faultsOf(parse(await members((_, printed) => inserted(5, 'change', printed))));
    expect(lines[0]).toMatch(/^ashe 2024-provisional 14\.1a 'All'!row 5: 2 columns are headed "change after median"/);
  });
});

/** A pair of sheets whose rows are given as printed: label, code, jobs, then as many of the other cells as are not empty. */
function pair(
  { table = 14, number = 7, palette = [], fills = '' }: { table?: 14 | 15; number?: number; palette?: readonly string[]; fills?: string },
  printed: readonly (readonly string[])[],
  // Coefficients that say nothing.
  cvs = printed.map((row) => [
    ...row.slice(0, 2),
    ...(['..', ':', ''].includes(row[2] ?? '') ? [row[2] ?? ''] : Array<string>(15).fill('.')),
  ]),
): AsheRows {
  return (['a', 'b'] as const).map(
    (kind): AsheSheet => ({
      ...{ table, number, kind, member: `PROV - Table ${tableName({ table, number, kind })} 2024.xlsx`, sheet: 'All' },
      ...{ file: `ashetable${table}2024provisional.zip`, titleRow: 1, headerRow: 5, title: ['', ''], header },
      ...{ columns: header.map((_, index) => index + 1), palette: kind === 'a' ? palette : [] },
      rows: (kind === 'a' ? printed : cvs).map((cells, index) => ({
        ...{ row: 6 + index, cells: [...cells, ...Array<string>(17 - cells.length).fill('')], fills: kind === 'a' ? fills : '' },
      })),
    }),
  );
}
const published = ['9', '100', '1.5', '110', '-2', '10', '20', '25', '30', '40', '60', '70', '75', '80', '90'];
const withCell = (column: number, text: string) => published.with(column, text);

function reshaped(rows: AsheRows, of = release, given: Needs = needs) {
  const problems: Problem[] = [];
  const observations = reshape(of, rows, given, problems);
  return { edition: { release: of, rows, observations, needs: given }, observations, lines: problems.map(formatProblem) };
}
function linesOf(rows: AsheRows) {
  return reshaped(rows).lines;
}
const variantOf = (measure: Measure) => payVariantIndex({ measure, sex: 'all', pattern: 'all' });
const figuresOf = ({ observations }: ReturnType<typeof reshaped>, measure: Measure = 'annual_pay_gross') =>
  observations.tables.get('uk')?.[variantOf(measure)]?.get('1111')?.variant;

const withheldIn = (edition: Examined<AsheRows, AsheObservations>) =>
  Object.keys(reasonsOf(ashe as Source, edition)).filter((reason) => reason !== 'published');

describe('markers', () => {
  it.each([
    ['x for a withheld statistic', 7, 1, 'x', ['unreliable']],
    ['- for nil, as the printed key has it', 7, 5, '-', ['no-figures-reported']],
    ['. for a median of which the mean is 0', 4, 1, '.', ['not-available']],
  ])('%s may stand', (_, number, column, text, reasons) => {
    const outcome = reshaped(pair({ number }, [[title, '1111', ...withCell(column, text)]]));
    expect(outcome.lines).toEqual([]);
    expect(String(figuresOf(outcome, measures[number - 1]?.key)?.values[column])).toBe(text);
    expect(withheldIn(outcome.edition)).toEqual(reasons);
  });
  it.each([
    ['. for a median where nobody leaves out zeroes', 7, 1, '.', 'D6: the marker "." is not allowed here'],
    ['.. for a statistic', 7, 1, '..', 'D6: the marker ".." is not allowed here'],
    ['x for a change', 7, 2, 'x', 'E6: the marker "x" is not allowed here'],
    ['an empty statistic in a row whose jobs are published', 7, 14, '', 'Q6: an empty cell is not allowed here'],
  ])('%s stops the release', (_, number, column, text, expected) => {
    const lines = linesOf(pair({ number }, [[title, '1111', ...withCell(column, text)]]));
    expect(lines).toEqual([expect.stringContaining(`ashe 2024-provisional 14.${number}a 'All'!${expected}`)]);
  });
  it.each([
    ['..', 'disclosive'],
    [':', 'not-applicable'],
    ['', 'not-available'],
  ])('the number of jobs "%s" withholds the whole row as %s', (marker, reason) => {
    const outcome = reshaped(pair({}, [[title, '1111', marker]]));
    expect([outcome.lines, figuresOf(outcome)?.values]).toEqual([[], payColumns.map(() => marker)]);
    expect(withheldIn(outcome.edition)).toEqual([reason]);
  });
  it('a code outside SOC 2020 stops the release', () =>
    expect(linesOf(pair({}, [['Wizards', '9999', ...published]]))).toEqual([expect.stringContaining('!B6: the code "9999"')]));
  it('a number in the coefficients does not publish the estimate, and an x beside a low coefficient stays', () => {
    const cvs = [title, '1111', ...Array<string>(15).fill('18')].map((cell, index) => (index === 4 || index === 6 ? '.' : cell));
    const found = figuresOf(reshaped(pair({}, [[title, '1111', ...withCell(9, 'x')]], [cvs])));
    expect([found?.values[9], found?.cvs]).toEqual(['x', Array<number>(13).fill(18)]);
  });
});

describe('quality by shading', () => {
  const row = (cells = published) => [[title, '1111', ...cells]];
  const shadingOf = (palette: readonly string[], fills: string, printed = row(), cvs?: string[][]) =>
    figuresOf(reshaped(pair({ palette, fills }, printed, cvs)))?.shading;
  it.each([
    ['.xlsx', ['lightGray/9', 'solid/49']],
    ['.xls', ['solid/00FFFF', 'solid/33CCCC']],
  ])('a colour of %s tells the band where there is no coefficient', (_, palette) => {
    expect(shadingOf(palette, ' a b')).toMatchObject({
      jobsThousands: 'precise',
      median: 'reasonable',
      mean: 'acceptable',
      p10: 'precise',
    });
  });
  it('nothing is told of a change, by an unknown colour, of a withheld figure, or beside a coefficient', () => {
    expect(shadingOf(['solid/49'], '  a')).not.toHaveProperty('medianChangePercent');
    expect(shadingOf(['solid/49', 'solid/13'], ' b')).not.toHaveProperty('median');
    expect(shadingOf(['solid/49'], ' a', row(withCell(1, 'x')))).not.toHaveProperty('median');
    const cvs = [[title, '1111', '3', '3', '.', '3', '.', ...Array<string>(10).fill('3')]];
    expect([shadingOf(['solid/9'], ''), shadingOf(['solid/49'], ' a', row(), cvs)]).toEqual([undefined, undefined]);
  });
});

describe('Table 15', () => {
  const row = (label: string, code: string, median = '1') => [label, code, ...withCell(1, median)];
  it('has a row of a region by its label: the same code stands once for each region, and titles have commas too', () => {
    const { observations, lines } = reshaped(
      pair({ table: 15 }, [
        ...[row(`East Midlands, ${title}`, '1111', '2'), row(`East, ${title}`, '1111', '3')],
        ...[row('East, Marketing, sales and advertising directors', '1132', '4'), row('Wales, Marketing directors', '1132', '5')],
      ]),
    );
    expect([lines, observations.areas.length]).toEqual([[], 12]);
    const median = (area: 'east-of-england' | 'east-midlands' | 'wales', code: string) =>
      observations.tables.get(area)?.[variantOf('annual_pay_gross')]?.get(code)?.variant.values[1];
    expect([median('east-midlands', '1111'), median('east-of-england', '1111')]).toEqual([2, 3]);
    expect([median('east-of-england', '1132'), median('wales', '1132')]).toEqual([4, 5]);
  });
  it('the total of a region stops the release', () => {
    const expected = `15 (4).7a 'All'!A6: the label "Wales" names no region`;
    expect(linesOf(pair({ table: 15 }, [row('Wales', 'W92000004')]))).toEqual([expect.stringContaining(expected)]);
  });
});

describe('the sample', () => {
  type Edition = Examined<AsheRows, AsheObservations>;
  let whole: Edition;
  let table14: AsheRows;
  /** Table 14 as that of the year before. */
  let before: Edition;
  beforeAll(async () => {
    const { release, files } = await withAllMeasures();
    const { edition, problems } = await examine(keepingRows(ashe), release, files, needs);
    expect(problems).toEqual([]);
    whole = edition;
    table14 = whole.rows.filter(({ table }) => table === 14);
    before = examined(table14, { ...whole.release, name: 'sample-2023-provisional', year: 2023 });
  });

  /** A release whose sheets are those of the sample but for some: only the pairs of sheets that differ are read. */
  function examined(rows: AsheRows, of: Release = whole.release): Edition {
    const pairOf = ({ table, number, sheet }: AsheSheet) => `${table}.${number} ${sheet}`;
    const unchanged = new Set(whole.rows);
    const changed = new Set(rows.filter((sheet) => !unchanged.has(sheet)).map(pairOf));
    const { observations: read, lines } = reshaped(
      rows.filter((sheet) => changed.has(pairOf(sheet))),
      of,
    );
    expect(lines).toEqual([]);
    const known = [...whole.observations.tables].filter(([area]) => area === 'uk' || rows.some(({ table }) => table === 15));
    const tables = new Map(known.map(([area, all]) => [area, all.map((table, place) => read.tables.get(area)?.[place] ?? table)]));
    const areas = whole.observations.areas.filter((area) => tables.has(area));
    const { year, provisional } = read;
    return { release: of, rows, observations: { ...whole.observations, areas, year, provisional, tables }, needs };
  }
  /** What one check finds first; an empty text if it finds nothing. */
  const first = (name: string, edition: Edition, previous: Edition | null = null) =>
    foundBy(ashe, name, edition, previous).slice(0, 1).map(formatProblem).join();
  const inSheet = (table: string, sheet: string) => (one: AsheSheet) => tableName(one) === table && one.sheet === sheet;
  type Change = (cells: readonly string[], row: AsheRow) => readonly string[] | null;
  const changed = (row: AsheRow, cells: readonly string[] | null) => (cells === null ? [] : [{ ...row, cells }]);
  /** The rows with those of the wanted sheets changed, or left out where the change gives null. */
  const rowsOf = (wanted: (sheet: AsheSheet) => boolean, change: Change, of: AsheRows = table14): AsheRows =>
    of.map((sheet) => (wanted(sheet) ? { ...sheet, rows: sheet.rows.flatMap((row) => changed(row, change(row.cells, row))) } : sheet));
  /** A cell of the row of a group, in one sheet of Table 14. Columns count from 1. */
  const cell = (table: string, code: string, column: number, text: string | ((old: string) => string)) =>
    rowsOf(inSheet(table, 'All'), (cells) =>
      cells[1] !== code ? cells : cells.with(column - 1, typeof text === 'string' ? text : text(cells[column - 1] ?? '')),
    );
  const headline = inSheet('14.7a', 'All');
  const regions = inSheet('15 (4).7a', 'All');
  // Median, mean and percentiles.
  const statistics = [3, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];
  const times =
    (factor: number, columns: readonly number[] = statistics) =>
    (cells: readonly string[]) =>
      cells.map((text, at) => (columns.includes(at) && /^\d+$/.test(text) ? String(Math.round(Number(text) * factor)) : text));
  const withheld = () => table14.find(headline)?.rows.find(({ cells }) => cells[3] === 'x')?.cells[1] ?? expect.fail();
  const each = (change: (sheet: AsheSheet) => Partial<AsheSheet>) => table14.map((sheet) => ({ ...sheet, ...change(sheet) }));

  it('passes every check but that of the measures which its Table 15 leaves out', () => {
    expect(ashe.checks.filter(({ check }) => check(whole, null).length > 0).map(({ name }) => name)).toEqual(['region-tables-complete']);
  });
  const dropping =
    (label: RegExp): Change =>
    (cells) =>
      label.test(`${cells[1]} ${cells[0]}`) ? null : cells;
  const titleOf = (code: string) => structure.groups.get(code)?.title ?? expect.fail();
  const exchanged: Change = (cells) => cells.with(0, titleOf({ 2134: '2141', 2141: '2134' }[cells[1] ?? ''] ?? '1111'));
  const otherSheet: Partial<Record<string, AsheSheet['sheet']>> = { Male: 'Female', Female: 'Male' };
  const annual = ({ table, number, kind, sheet }: AsheSheet) => table === 14 && [7, 8].includes(number) && kind === 'a' && sheet === 'All';
  const older = ({ member }: AsheSheet) => ({ member: member.replace('2024', '2023') });
  test.each<[string, () => AsheRows, string]>([
    ['groups-complete', () => rowsOf((sheet) => sheet === table14[0], dropping(/^2134/)), 'found "551", expected "552"'],
    ['sheet-title', () => each(({ number, sheet }) => ({ sheet: (number === 5 && otherSheet[sheet]) || sheet })), "14.5a 'Female'!A1"],
    ['same-edition', () => each((sheet) => (tableName(sheet) === '14.7b' ? older(sheet) : {})), 'the year 2024'],
    ['ab-aligned', () => cell('14.7b', '2134', 1, 'Web designers'), 'found "86 2134 Web designers"'],
    ['codes-mean-their-groups', () => rowsOf(headline, exchanged), '2134 is "Web design professionals"'],
    ['printed-decimals', () => cell('14.7a', '1', 4, '30000.5'), '"30000.5" has 1 decimals'],
    ['zeroes', () => cell('14.7a', '1', 4, '0'), 'the figure is 0'],
    ['percentiles-rise', () => cell('14.7a', '1', 4, '1'), 'median is 1, below p40'],
    ['jobs-agree', () => cell('14.2a', '1', 3, '5'), 'compared with 14.1a \'All\': found "5"'],
    ['jobs-agree', () => cell('14.2b', '1', 3, '19.5'), 'found "19.5"'],
    ['jobs-add-up', () => rowsOf(annual, (cells, { row }) => (row === 7 ? cells.with(2, '9') : cells)), 'expected 9 within 2'],
    ['means-add-up', () => cell('14.10a', '1', 6, '31'), 'hours_paid_basic and hours_paid_overtime add up to'],
    ['cv-coherent', () => cell('14.7b', '1', 4, '21'), 'is 21 %'],
    ['shading-agrees', () => cell('14.7b', '1', 4, '7'), 'the shading says precise'],
    ['quality-told', () => each(() => ({ palette: [] })), 'no readable shading'],
    ['coefficients-plausible', () => cell('14.7b', withheld(), 4, '18'), 'its coefficient of variation is 18 %'],
    ['figures-beside-relatives', () => cell('14.2a', '1', 4, (old) => String(2 * Number(old))), 'its nearest relative: weekly_pay_gross'],
    ['printed-changes', () => cell('14.7a', '1', 5, '900'), '900'],
    // Annual pay in another unit shows beside weekly pay.
    ['levels-beside-each-other', () => rowsOf(headline, times(2)), 'annual_pay_gross by 52 times weekly pay is '],
    ['region-rows', () => rowsOf(regions, dropping(/London, Programmers/), whole.rows), 'found "4531"'],
  ])('%s finds its fault', (name, edited, expected) => expect(first(name, examined(edited()))).toContain(expected));

  it('beside the year before: its figures again, and the jobs of a group in every sheet in the row of another', () => {
    expect(first('not-the-year-before', whole, before)).toContain("14.1a 'All'");
    expect(first('not-the-year-before', whole)).toBe('');
    const jobs: Change = (cells) => (cells[1] === '2134' ? times(9, [2])(cells) : cells);
    const moved = examined(rowsOf(({ kind }) => kind === 'a', jobs));
    expect(first('occupations-in-their-rows', moved, before)).toMatch(/'!C86: .* is 9, expected 0\.3 to 3\.5/);
  });
  it('anchors are asked of their own release alone', () => {
    const real = (name: string) => ({ ...whole, release: { ...whole.release, name, sample: false } });
    expect([first('anchors', real('2024-provisional')) !== '', first('anchors', real('2030-provisional'))]).toEqual([true, '']);
  });
  const revised = () => ({ ...whole.release, name: 'sample-2024-revised', provisional: false });
  it('a revised release is known by its members', () => {
    expect(first('same-edition', examined(table14, revised()))).toContain('expected a revised one');
    const renamed = each(({ member }) => ({ member: member.replace('PROV - ', '') }));
    expect(first('same-edition', examined(renamed, revised()))).toBe('');
  });
});
