// How a declared table bears changes of its publisher's layout, in every container that a table may
// come in: new columns pass and are reported, other spellings and prose above the header pass, and
// a column that is missing or doubled stops the release with its place. Every source reads its
// tables so, and test/sources/damage.test.ts damages the rows of each.
import { utils, write as writeBook } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { hiddenSheets, newColumns } from '#compiler/checks.ts';
import { csvLine } from '#schemas/csv-line.ts';
import { type Lookup, recordLookups } from '#sources/kit/lookups.ts';
import { LayoutError } from '#sources/kit/problem.ts';
import { writeOpenDocument } from '#sources/kit/sample/open-document.ts';
import { writeWorkbook, writeZip } from '#sources/kit/sample/workbook.ts';
import type { AnyRow } from '#sources/kit/table-layout.ts';
import { tables } from '#sources/kit/table.ts';

type Grid = readonly (readonly string[])[];

const columns = { code: 'SOC code', label: 'Occupation', median: ['Median pay', 'Median'] };
const layout = tables('pay/layout.ts', {
  text: { columns },
  sheet: { sheet: 'All', columns },
  member: { member: 'pay_*.csv', columns },
});
type Kind = keyof typeof layout.layouts;

const textOf = (grid: Grid) => Buffer.from(grid.map((row) => csvLine(row)).join('\n'));
const sheetsOf = (grid: Grid) => [
  { name: 'Notes', rows: [['SOC code', 'Occupation', 'Median pay']] },
  { name: 'All', rows: grid },
];
async function oldWorkbook(grid: Grid): Promise<Buffer> {
  const book = utils.book_new();
  for (const { name, rows } of sheetsOf(grid))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), name);
  return writeBook(book, { type: 'buffer', bookType: 'biff8' });
}

/**
 * A container: its kind of table, the file's name, how it is written, and what the reader is told.
 */
const containers: readonly (readonly [
  what: string,
  kind: Kind,
  name: string,
  write: (grid: Grid) => Buffer | Promise<Buffer>,
  where: Parameters<typeof layout.read>[3],
])[] = [
  ['a CSV text', 'text', 'pay.csv', textOf, {}],
  [
    'a text with tabs',
    'text',
    'pay.txt',
    (grid) => Buffer.from(grid.map((row) => row.join('\t')).join('\r\n')),
    {},
  ],
  ['an .xlsx workbook', 'sheet', 'pay.xlsx', (grid) => writeWorkbook(sheetsOf(grid)), {}],
  [
    'an .xlsx workbook, row by row',
    'sheet',
    'pay.xlsx',
    (grid) => writeWorkbook(sheetsOf(grid)),
    { streamed: true },
  ],
  ['an .xls workbook', 'sheet', 'pay.xls', oldWorkbook, {}],
  ['an .ods workbook', 'sheet', 'pay.ods', (grid) => writeOpenDocument(sheetsOf(grid)), {}],
  [
    'a CSV text in a zip',
    'member',
    'pay.zip',
    (grid) => writeZip([{ name: 'data/pay_2024.csv', bytes: textOf(grid) }]),
    undefined,
  ],
];

const sound: Grid = [
  ['SOC code', 'Occupation', 'Median pay'],
  ['2134', 'Programmers', '45.5'],
  ['2135', 'Analysts, and others', 'x'],
];
const withColumn = (at: number, header: string, text: string) => (grid: Grid) =>
  grid.map((row, line) => row.toSpliced(at, 0, line === 0 ? header : text));
const spelled = ([header = [], ...rows]: Grid): Grid => [
  header.map((name) => ` ${name.toUpperCase().replaceAll(' ', '  ')} [note 1]`),
  ...rows,
];
const prose = [['Published by the publisher'], []];

/** A source that describes the rows of these tables. */
const describing = {
  describeRows: (rows: readonly unknown[]) => layout.describeRows({})(rows as readonly AnyRow[]),
};

describe.each(containers)('%s', (_, kind, name, write, where) => {
  async function read(grid: Grid) {
    const lookups: Lookup[] = [];
    const file = { name, bytes: await write(grid) };
    const reading = () =>
      where === undefined
        ? layout.readZips('ashe 2024', [file], [kind]).then((rows) => [...rows])
        : layout.read('ashe 2024', file, [kind], where);
    const rows = await recordLookups(lookups, reading, { isThorough: false });
    const cells = layout.rowsOf(rows, kind).map(({ code, label, median }) => [code, label, median]);
    return { release: { source: 'ashe' as const, name: '2024' }, rows, lookups, cells };
  }

  test('new columns, respelt headers and prose above change no row', async () => {
    const before = await read(sound);
    expect(before.cells).toEqual(sound.slice(1));
    const wider = spelled(
      withColumn(0, 'Remark', 'see notes')(withColumn(2, 'Note', 'none')(sound)),
    );
    const now = await read(kind === 'sheet' ? [...prose, ...wider] : wider);
    expect(now.cells).toEqual(before.cells);
    expect(newColumns(describing, now, before)).toMatchObject([
      {
        check: 'new-columns',
        count: 2,
        message: expect.stringMatching(
          /the column " *REMARK .*" is new since 2024 and is not read/,
        ),
      },
    ]);
  });

  test.each<[string, Grid, RegExp]>([
    [
      'missing',
      sound.map((row) => row.slice(0, 2)),
      /^ashe 2024.*: no column is headed "median ?pay" or "median"; found /i,
    ],
    [
      'there twice',
      sound.map((row) => [...row, row[2] ?? '']),
      /^ashe 2024.*: 2 columns are headed "median ?pay"/i,
    ],
  ])('a column that is %s is named with its place', async (__, grid, message) => {
    const error = await read(grid).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(LayoutError);
    expect(
      (error as LayoutError).problems
        .map((problem) => `${problem.place}: ${problem.message}`)
        .join('\n'),
    ).toMatch(message);
  });
});

test('a new column with multiplied rows is held as a new dimension', () => {
  const release = { source: 'esco' as const, name: '1' };
  const read = (count: number, present: readonly string[]) => {
    const wanted = [{ names: ['code'], foundName: 'code' }];
    const rows = Array.from({ length: count }, () => ({ kind: 'skills' }));
    return {
      release,
      rows,
      lookups: [{ place: 'esco 1 a.csv', what: 'column', wanted, present }] satisfies Lookup[],
    };
  };
  const found = (count: number, there: readonly string[]) =>
    newColumns(describing, read(count, there), read(100, ['code'])).map(
      ({ check, severity }) => `${severity} ${check}`,
    );
  expect([found(300, ['code']), found(110, ['code', 'sex'])]).toEqual([[], ['info new-columns']]);
  expect(found(200, ['code', 'sex'])).toEqual(['info new-columns', 'block new-dimension']);
});

test('hidden sheets are reported for information', () => {
  const release = { source: 'esco' as const, name: '1' };
  const lookupsOf = (present: readonly string[]): Lookup[] => [
    { place: 'esco 1 a.xlsx', what: 'hidden sheet', wanted: [], present },
  ];
  expect(hiddenSheets({ release, lookups: [] })).toEqual([]);
  expect(hiddenSheets({ release, lookups: lookupsOf(['2024 draft']) })).toMatchObject([
    {
      check: 'hidden-sheets',
      severity: 'info',
      message: expect.stringContaining('hidden and not read: "2024 draft"'),
    },
  ]);
});
