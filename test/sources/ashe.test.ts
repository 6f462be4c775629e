// ASHE without the publisher's files: the traps of its workbooks on small ones of our own, those of
// its cells and checks on edits of the sample.
import { expect, it, test } from 'vitest';
import { cellAddress } from '#sources/kit/read/addresses.ts';
import type { Examined, Release } from '#sources/kit/release.ts';
import { type Lookup, recordLookups } from '#sources/kit/lookups.ts';
import { type LayoutError, type Problem, formatProblem } from '#sources/kit/problem.ts';
import {
  type SampleCell,
  type SampleMember,
  type SampleSheet,
  writeWorkbook,
  writeZip,
} from '#sources/kit/sample/workbook.ts';
import type { AreaSlug } from '#schemas/codes.ts';
import { payVariantIndex } from '#schemas/selections/select-pay.ts';
import { figures } from '#sources/ashe/figures.ts';
import {
  type PrintedRow,
  type Rows,
  type PrintedSheet,
  type Workbook,
  header,
  jobsColumn,
  sheets,
  tableName,
} from '#sources/ashe/layout.ts';
import { type AsheObservations, reshape } from '#sources/ashe/reshape.ts';
import { newestRelease } from '#sources/ashe/sample.ts';
import { ashe } from '#sources/ashe/source.ts';
import { keepingRows } from '../kept.ts';
import { structureOfSample } from './classification.ts';
import { foundBy } from './data-set.ts';
import { examine, needsOf } from './examine.ts';

const structure = await structureOfSample();
const needs = needsOf({ 'soc-structure': structure });
const sample = await newestRelease();
const { edition: whole, problems } = await examine(
  keepingRows(ashe),
  sample.release,
  sample.files,
  needs,
);
const table14 = whole.rows.filter(({ table }) => table === 14);

/** Changes a sheet before it is written, leaves it out, or puts another beside it. */
type Edit = (
  sheet: Workbook & { readonly name: string; readonly rows: SampleCell[][] },
) => readonly SampleSheet[];
const asItIs: Edit = (sheet) => [sheet];
/** An empty column before the one at this index. The header has the index 4. */
const inserted = (rows: SampleCell[][], at: number, name: string) =>
  rows.map((row, index) => (index < 4 ? row : row.toSpliced(at, 0, index === 4 ? name : null)));
const names = ['2a', '2b', '7a', '7b', '11a', '11b'];
/** These tables, each of nine sheets. */
const members = (edit = asItIs, table: 14 | 15 = 14): Promise<SampleMember[]> =>
  Promise.all(
    names.map(async (ofTable) => {
      const workbook: Workbook = {
        table,
        number: Number.parseInt(ofTable, 10),
        kind: ofTable.endsWith('a') ? 'a' : 'b',
      };
      const written = sheets.flatMap(({ name, employees }) => {
        const table = tableName(workbook);
        const title = `Table ${table} For ${employees} employee jobsa: United Kingdom, 2024`;
        const rows = [
          [title],
          [],
          [],
          [],
          header.map((text) => (/^\d+$/.test(text) ? Number(text) : text)),
          ['All employees', '', 20, ...Array.from({ length: 14 }, () => 1)],
          [
            'Managers, directors and senior officials',
            '1',
            10,
            { value: 5, fill: 'solid/49' },
            { value: 5, fill: 'solid/9' },
          ],
          // A correction has emptied the row.
          ['   Chief executives ', '1111'],
          ['Not Classified', '', ':'],
          header.map(() => 'a  Employees on adult rates.'),
        ];
        return edit({ ...workbook, name, rows });
      });
      const bytes = await writeWorkbook([{ name: 'Notes', rows: [['notes']] }, ...written]);
      return {
        name: `PROV - Occupation SOC20 (4) Table ${tableName(workbook)}   Words 2024.xlsx`,
        bytes,
      };
    }),
  );
const sound = await members();
/** The zips of Table 14 and of Table 15. */
const parseOf = async (release: Release, ...zips: (readonly SampleMember[])[]) => {
  const named = zips.map(async (zip, at) => ({
    name: `ashetable${14 + at}2024provisional.zip`,
    bytes: await writeZip(zip),
  }));
  return ashe.parse(release, await Promise.all(named));
};
const parse = (...zips: (readonly SampleMember[])[]) => parseOf(whole.release, ...zips);
const cellsOf = (sheets: Rows) => sheets.map((sheet) => sheet.rows.map(({ cells }) => cells));

it('workbooks are read by table, measure, kind and sheet, without footnotes', async () => {
  const four = (await members(asItIs, 15)).filter(({ name }) => name.includes('(4).7'));
  const three = four.map(({ name }) => ({
    name: name.replace('15 (4).', '15 (3).'),
    bytes: Buffer.from('not read'),
  }));
  const rows = await parse(sound, [...three, ...four]);
  const tables = [...names.map((name) => `14.${name}`), '15 (4).7a', '15 (4).7b'];
  const expected = tables.flatMap((table) => sheets.map(({ name }) => `${table} ${name}`));
  expect(rows.map((sheet) => `${tableName(sheet)} ${sheet.sheet}`)).toEqual(expected);
  expect(rows[0]?.rows.map(({ cells }) => cells.slice(0, 3).join('|'))).toEqual([
    'All employees||20',
    'Managers, directors and senior officials|1|10',
    '   Chief executives |1111|',
  ]);
  expect([rows[0]?.palette, rows[0]?.rows[1]?.fills]).toEqual([['solid/49', 'solid/9'], ' ab']);
});
it('workbooks read the same in other orders and with additions', async () => {
  const edit: Edit = ({ rows, ...sheet }) => {
    const texts = inserted(rows, 4, 'Remark').map((row, at) =>
      at === 4 ? row.map((cell) => ` ${cell as string}`) : row,
    );
    return [
      { ...sheet, rows: [['Office'], [], ...texts.with(5, [...(texts[5] ?? []), null, 'Key'])] },
    ];
  };
  const given = (await members(edit)).map(({ name, bytes }) => ({
    name: `ashetable142024provisional/${name}`,
    bytes,
  }));
  const gap = { name: 'Table 14.12   Gender pay gap 2024.xlsx', bytes: Buffer.from('not read') };
  const lookups: Lookup[] = [];
  const rows = await recordLookups(lookups, () => parse([gap, ...given.toReversed()]));
  expect(cellsOf(rows)).toEqual(cellsOf(await parse(sound)));
  // Messages name the median and its change, beyond the new column, where they stand.
  expect(rows[0]?.columns.slice(3, 5)).toEqual([4, 6]);
  expect(
    lookups.filter(({ what, present }) => what === 'column' && present.includes('Remark')),
  ).toHaveLength(rows.length);
});
it('all missing or doubled workbooks, sheets and columns are listed', async () => {
  const edits: Readonly<Record<string, Edit>> = {
    '14.2b Male': () => [],
    '14.2b Full-Time': (sheet) => [sheet, { ...sheet, name: 'Full Time' }],
    '14.7a All': (sheet) => [
      {
        ...sheet,
        rows: sheet.rows.map((row) => row.map((cell) => (cell === 'Median' ? 'Mid' : cell))),
      },
    ],
    '14.7b All': (sheet) => [{ ...sheet, rows: inserted(sheet.rows, 5, 'change') }],
  };
  const given = await members((sheet) =>
    (edits[`${tableName(sheet)} ${sheet.name}`] ?? asItIs)(sheet),
  );
  const renamed = given.map((one) => ({ ...one, name: one.name.replace('14.11b', 'again 14.2a') }));
  // A sample may lack measures and sheets.
  const published = { ...whole.release, name: '2024-provisional', sample: false };
  expect(
    await parseOf(published, renamed).catch((fault: LayoutError) =>
      fault.problems.map(formatProblem),
    ),
  ).toEqual([
    expect.stringMatching(/ two workbooks are Table 14\.2a: /),
    expect.stringMatching(
      /ashetable142024provisional\.zip: there is no workbook of 14\.1a, 14\.1b, 14\.3a, .*, 14\.11b/,
    ),
    expect.stringMatching(/ 14\.2b: there is no sheet "Male"/),
    expect.stringMatching(/ 14\.2b: 2 sheets are called "Full-Time"/),
    expect.stringMatching(/ 14\.7a 'All'!row 5: no column is headed "Median"/),
    expect.stringMatching(/ 14\.7a 'All'!row 5: no column is headed "change after median"/),
    expect.stringMatching(
      /^ashe 2024-provisional 14\.7b 'All'!row 5: 2 columns are headed "change after median"/,
    ),
  ]);
  const older = sound.map((one) => ({ ...one, name: one.name.replace('SOC20', 'SOC10') }));
  await expect(parse(older)).rejects.toThrow(/is by SOC 2010/);
});

type Edition = Examined<Rows, AsheObservations>;
/**
 * The sample with other sheets, and what is said of their cells: only the pairs of sheets that
 * differ are read.
 */
function examined(
  rows: Rows,
  release: Release = whole.release,
): { readonly edition: Edition; readonly lines: readonly string[] } {
  const pairOf = ({ table, number, sheet }: PrintedSheet) => `${table}.${number} ${sheet}`;
  const changed = new Set(rows.filter((sheet) => !whole.rows.includes(sheet)).map(pairOf));
  const found: Problem[] = [];
  const differing = rows.filter((sheet) => changed.has(pairOf(sheet)));
  const { year, provisional, tables: read } = reshape(release, differing, needs, found);
  const areas = rows.some(({ table }) => table === 15)
    ? whole.observations.areas
    : (['uk'] as const);
  const tableOf = (area: AreaSlug) =>
    whole.observations.tables.get(area)?.map((table, place) => read.get(area)?.[place] ?? table) ??
    [];
  const tables = new Map(areas.map((area) => [area, tableOf(area)]));
  const edition = {
    ...whole,
    release,
    rows,
    observations: { ...whole.observations, areas, year, provisional, tables },
  };
  return { edition, lines: found.map(formatProblem) };
}
function inSheet(table: string, sheet = 'All') {
  return (one: PrintedSheet) => tableName(one) === table && one.sheet === sheet;
}
type Change = (cells: readonly string[]) => readonly string[] | null;
/** The rows with those of the wanted sheets changed, or left out where the change gives null. */
const rowsOf = (
  wanted: (sheet: PrintedSheet) => boolean,
  change: Change,
  rows: Rows = table14,
): Rows => {
  const changed = (row: PrintedRow) =>
    [change(row.cells)].flatMap((cells) => (cells === null ? [] : [{ ...row, cells }]));
  return rows.map((sheet) =>
    wanted(sheet) ? { ...sheet, rows: sheet.rows.flatMap(changed) } : sheet,
  );
};
/** The row of a group changed, and others not. */
function of(code: string, change: Change): Change {
  return (cells) => (cells[1] === code ? change(cells) : cells);
}
/** A cell of the row of a group, in one sheet. Columns count from 1. */
function cell(table: string, code: string, column: number, text: string, rows?: Rows): Rows {
  return rowsOf(
    inSheet(table),
    (cells) => (cells[1] === code ? cells.with(column - 1, text) : cells),
    rows,
  );
}
const each = (change: (sheet: PrintedSheet) => Partial<PrintedSheet>) =>
  table14.map((sheet) => ({ ...sheet, ...change(sheet) }));

it('the sample passes every check but that of the measures which its Table 15 leaves out', () => {
  expect(problems).toEqual([]);
  expect(
    ashe.checks.filter(({ check }) => check(whole, null).length > 0).map(({ name }) => name),
  ).toEqual(['region-tables-complete']);
});

const headline = inSheet('14.7a');
const regions = inSheet('15 (4).7a');
const tenfold: Change = (cells) =>
  cells.map((text, at) => (at > 1 && /^\d+$/.test(text) ? `${text}0` : text));
const withheld =
  table14.find(headline)?.rows.find(({ cells }) => cells[3] === 'x')?.cells[1] ??
  expect.fail('every median is published');
const software = cell('14.7a', '2141', 1, 'Programmers and software development professionals');
const exchanged = cell('14.7a', '2134', 1, 'Web design professionals', software);
/** Table 14 as that of the year before. */
const { edition: before } = examined(table14, {
  ...whole.release,
  name: 'sample-2023-provisional',
  year: 2023,
});

// The check that finds it, or reshape.
test.each<
  [
    by: string,
    rows: Rows,
    expected: string,
    of?: { readonly release?: Partial<Release>; readonly previous?: Edition },
  ]
>([
  ['reshape', cell('14.7a', '2134', 4, '.'), `14.7a 'All'!D86: the marker "." is not allowed here`],
  ['reshape', cell('14.7a', '2134', 4, '..'), 'D86: the marker ".." is not allowed here'],
  ['reshape', cell('14.7a', '2134', 5, 'x'), 'E86: the marker "x" is not allowed here'],
  ['reshape', cell('14.7a', '2134', 17, ''), 'Q86: an empty cell is not allowed here'],
  ['reshape', cell('14.7a', '2134', 3, ':'), 'D86: found "'],
  ['reshape', cell('14.7a', '2134', 4, '-5'), 'D86: found the negative number "-5"'],
  ['reshape', cell('14.7a', '2134', 2, '9999'), 'B86: the code "9999"'],
  ['reshape', cell('14.7a', '2134', 2, '2135'), 'B87: the code "2135" occurs twice for'],
  // The total of a region.
  [
    'reshape',
    rowsOf(regions, (cells) => cells.with(0, 'Wales'), whole.rows),
    `15 (4).7a 'All'!A6: the label "Wales" names no region`,
  ],
  [
    'groups-complete',
    rowsOf(inSheet('14.1a'), (cells) => (cells[1] === '2134' ? null : cells)),
    'found "551", expected "552"',
  ],
  [
    'sheet-title',
    each((sheet) => (headline(sheet) ? { title: ['Table 14.7a For male employee jobs', ''] } : {})),
    "14.7a 'All'!A1: the title",
  ],
  [
    'same-edition',
    each((sheet) =>
      tableName(sheet) === '14.7b' ? { member: sheet.member.replace('2024', '2023') } : {},
    ),
    'the year 2024',
  ],
  ['ab-aligned', cell('14.7b', '2134', 1, 'Web designers'), 'found "86 2134 Web designers"'],
  ['codes-mean-their-groups', exchanged, '2134 is "Web design professionals"'],
  ['printed-decimals', cell('14.7a', '1', 4, '30000.5'), '"30000.5" has 1 decimals'],
  ['zeroes', cell('14.7a', '1', 4, '0'), 'the figure is 0'],
  ['percentiles-rise', cell('14.7a', '1', 4, '1'), 'median is 1, below p40'],
  ['jobs-agree', cell('14.2a', '1', 3, '5'), 'compared with 14.1a \'All\': found "5"'],
  ['jobs-agree', cell('14.2b', '1', 3, '19.5'), 'found "19.5"'],
  ['jobs-add-up', cell('14.7a', '1', 3, '9'), 'expected 9 within 2'],
  [
    'means-add-up',
    cell('14.10a', '1', 6, '31'),
    'hours_paid_basic and hours_paid_overtime add up to',
  ],
  ['cv-coherent', cell('14.7b', '1', 4, '21'), 'is 21%'],
  ['shading-agrees', cell('14.7b', '1', 4, '7'), 'the shading says precise'],
  ['quality-told', each(() => ({ palette: [] })), 'no readable shading'],
  [
    'coefficients-plausible',
    cell('14.7b', withheld, 4, '18'),
    'its coefficient of variation is 18%',
  ],
  [
    'figures-beside-relatives',
    cell('14.2a', '1', 4, '2000'),
    'its nearest relative: weekly_pay_gross',
  ],
  ['printed-changes', cell('14.7a', '1', 5, '900'), '900'],
  // Annual pay in another unit shows beside weekly pay.
  [
    'levels-beside-each-other',
    rowsOf(headline, tenfold),
    'annual_pay_gross by 52 times weekly pay is ',
  ],
  [
    'region-rows',
    rowsOf(
      regions,
      (cells) => (cells[0]?.startsWith('London, Programmers') ? null : cells),
      whole.rows,
    ),
    'found "4531"',
  ],
  ['not-the-year-before', table14, "14.1a 'All'", { previous: before }],
  // The jobs of a group stand in the row of another, in every sheet.
  [
    'occupations-in-their-rows',
    rowsOf(({ kind }) => kind === 'a', of('2134', tenfold)),
    'C86: ',
    { previous: before },
  ],
  ['anchors', table14, 'found ', { release: { name: '2024-provisional', sample: false } }],
  ['same-edition', table14, 'expected a revised one', { release: { provisional: false } }],
])('%s finds its fault (%#)', (by, rows, expected, { release = {}, previous = null } = {}) => {
  const { edition, lines } = examined(rows, { ...whole.release, ...release });
  const found =
    by === 'reshape'
      ? lines
      : [...lines, ...foundBy(ashe, by, edition, previous).map(formatProblem)];
  expect(found[0]).toContain(expected);
});

it.each([
  ['14.7a', 4, 'x', 'unreliable'],
  ['14.7a', 8, '-', 'no-figures-reported'],
  ['14.4a', 4, '.', 'not-available'],
  // In place of the number of jobs a marker stands for the whole row, whose other cells are empty.
  ['14.7a', jobsColumn, '..', 'disclosive'],
  ['14.7a', jobsColumn, ':', 'not-applicable'],
  ['14.7a', jobsColumn, '', 'not-available'],
])('in %s, column %d, "%s" withholds the figure: %s', (table, column, marker, reason) => {
  const emptied = of('2134', (cells) => [
    ...cells.slice(0, 2),
    marker,
    ...Array<string>(14).fill(''),
  ]);
  const rows =
    column === jobsColumn
      ? rowsOf(({ number, sheet }) => number === 7 && sheet === 'All', emptied)
      : cell(table, '2134', column, marker);
  const { edition, lines } = examined(rows);
  const observations = { ...edition.observations, occupations: ['2134'] };
  const found = [...figures({ ...edition, observations, files: [] })].filter((figure) => {
    const [at] = figure.cells();
    return (
      at?.sheet === 'All' &&
      at.member?.includes(`Table ${table} `) &&
      at.address === cellAddress(86, column)
    );
  });
  expect([lines, found.map(({ value, withheld }) => [value, withheld?.reason])]).toEqual([
    [],
    [[null, reason]],
  ]);
});

it.each([
  ['.xlsx', ['lightGray/9', 'solid/49', 'solid/13']],
  ['.xls', ['solid/00FFFF', 'solid/33CCCC', 'solid/13']],
])('the shading of %s gives the band where no coefficient is published', (_, palette) => {
  const ofRow = (figures: string) =>
    of('2134', (cells) => [...cells.slice(0, 2), ...figures.split(' ')]);
  // Both changes are shaded, p20 in an unknown colour; p25 is withheld, and p30 has a
  // coefficient.
  const estimates = rowsOf(headline, ofRow('9 100 1.5 110 -2 10 20 x 30 40 60 70 75 80 90'));
  const rows = rowsOf(inSheet('14.7b'), ofRow('. . . . . . . . 3 . . . . . .'), estimates).map(
    (sheet) =>
      headline(sheet)
        ? { ...sheet, palette, rows: sheet.rows.map((row) => ({ ...row, fills: ' abba caa' })) }
        : sheet,
  );
  const query = { measure: 'annual_pay_gross', sex: 'all', pattern: 'all' } as const;
  const read = examined(rows)
    .edition.observations.tables.get('uk')
    ?.[payVariantIndex(query)]?.get('2134');
  const unshaded = ['jobsThousands', 'p10', 'p40', 'p60', 'p70', 'p75', 'p80', 'p90'].map(
    (column) => [column, 'precise'],
  );
  expect(read?.variant.shading).toEqual({
    ...Object.fromEntries(unshaded),
    median: 'reasonable',
    mean: 'acceptable',
  });
});
