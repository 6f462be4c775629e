// Workbooks as programs save them: texts, fills, merged cells, comments and drawings.
import { utils, write } from '@e965/xlsx';
import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';
import { LayoutError } from '#sources/kit/problem.ts';
import { readWorkbook } from '#sources/kit/read/workbook.ts';
import { readZip } from '#sources/kit/read/zip.ts';
import { archive, writeWorkbook } from '#sources/kit/sample/workbook.ts';

/** A sheet of a header, a year over two columns, and figures, with cells merged. */
async function withMerge(range: string): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('All');
  sheet.addRows([
    ['Occupation', 'Median', ''],
    ['', 2020, 2035],
    ['2134', 45.5, 51.2],
    ['2135', 'x', 2015],
  ]);
  sheet.mergeCells(range);
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}

describe('merged cells', () => {
  test.each([
    ['B3:C3', 3, 3, 'here \'All\'!C3: the cells B3:C3 are merged and hold "45.5"'],
    ['B3:B4', 4, 2, 'here \'All\'!B4: the cells B3:B4 are merged and hold "45.5"'],
  ])(
    '%s hold a figure: the cell is refused with its address, because nobody knows whose it is',
    async (range, row, column, message) => {
      const { sheets } = await readWorkbook('here', 'a.xlsx', await withMerge(range));
      expect(() => sheets[0]?.text(row, column)).toThrow(LayoutError);
      expect(() => sheets[0]?.text(row, column)).toThrow(message);
      expect(sheets[0]?.text(3, 1)).toBe('2134');
    },
  );

  test.each([
    ['A1:B1', 1, 2, 'Occupation'],
    // A year above two columns heads both.
    ['B2:C2', 2, 3, '2020'],
  ])('%s hold a label: both cells have it', async (range, row, column, text) => {
    const { sheets } = await readWorkbook('here', 'a.xlsx', await withMerge(range));
    expect(sheets[0]?.text(row, column)).toBe(text);
  });
});

test('comments and drawings of another program are left out, and the cells are read', async () => {
  const plain = await writeWorkbook([
    {
      name: 'All',
      rows: [
        ['code', 'median'],
        ['2134', 45.5],
      ],
    },
  ]);
  const members = await Promise.all(
    (await readZip('t', plain)).map(async ({ name, read }) => ({ name, bytes: await read() })),
  );
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relations = ['comments', 'vmlDrawing', 'drawing'].map(
    (type, at) =>
      `<Relationship Id="r${at}" Type="${office}/${type}" Target="/xl/${type}/part${at}.xml"/>`,
  );
  const bytes = await archive([
    ...members.map(({ name, bytes: own }) => {
      if (name !== 'xl/worksheets/sheet1.xml') return { name, bytes: own };
      const named =
        `<drawing xmlns:r="${office}" r:id="r2"/><legacyDrawing xmlns:r="${office}" ` +
        'r:id="r1"/></worksheet>';
      return { name, bytes: Buffer.from(own.toString('utf8').replace('</worksheet>', named)) };
    }),
    {
      name: 'xl/worksheets/_rels/sheet1.xml.rels',
      bytes: Buffer.from(
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
          `${relations.join('')}</Relationships>`,
      ),
    },
    { name: 'xl/comments/part0.xml', bytes: Buffer.from('<comments><commentList/></comments>') },
  ]);
  const { sheets } = await readWorkbook('here', 'a.xlsx', bytes);
  expect([sheets[0]?.text(2, 1), sheets[0]?.text(2, 2)]).toEqual(['2134', '45.5']);
});

const textsOf = async (name: string, bytes: Uint8Array, columns: number) => {
  const [sheet] = (await readWorkbook('here', name, bytes)).sheets;
  return Array.from({ length: columns }, (_, at) => sheet?.text(1, at + 1));
};

test('an .xls gives numbers, errors, booleans and formula results as texts', async () => {
  const sheet = {
    ...utils.aoa_to_sheet([['a\r\nb', 45.5, true, 'x', 'x']]),
    D1: { t: 'e', v: 42 },
    E1: { t: 'n', v: 3, f: '1+2' },
  };
  for (const bookType of ['biff8', 'biff5'] as const) {
    const bytes = write(
      { SheetNames: ['All'], Sheets: { All: sheet } },
      { type: 'buffer', bookType },
    );
    expect(await textsOf('a.xls', bytes, 6)).toEqual(['a\nb', '45.5', 'true', '#N/A', '3', '']);
  }
});

test('an .xlsx gives them too, and rich texts, links and fills', async () => {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('First & last');
  const rich = { richText: [{ text: 'in ' }, { text: 'two\r\nlines', font: { bold: true } }] };
  const link = { text: 'the publisher', hyperlink: 'https://example.org/' };
  sheet.addRow([
    '<&> "nurses"',
    0.1 + 0.2,
    true,
    { error: '#N/A' },
    { formula: '1+2', result: 3 },
    rich,
    link,
  ]);
  sheet.getCell('A1').fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FF00FFFF' } };
  sheet.getCell('B1').fill = { type: 'pattern', pattern: 'lightGray', fgColor: { theme: 3 } };
  const bytes = new Uint8Array(await workbook.xlsx.writeBuffer());
  expect(await textsOf('a.xlsx', bytes, 8)).toEqual([
    '<&> "nurses"',
    '0.30000000000000004',
    'true',
    '#N/A',
    '3',
    'in two\nlines',
    'the publisher',
    '',
  ]);
  const [read] = (await readWorkbook('here', 'a.xlsx', bytes)).sheets;
  expect([1, 2, 3].map((column) => read?.fill(1, column))).toEqual([
    'solid/FF00FFFF',
    'lightGray/3',
    null,
  ]);
});
