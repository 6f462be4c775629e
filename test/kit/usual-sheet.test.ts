// The rows of sheets that are written as usual, and what is left to exceljs.
import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';
import { partedSheet, usualCells } from '#sources/kit/read/usual-sheet.ts';
import { type Sheet, readWorkbook, sheetsOfXlsx } from '#sources/kit/read/workbook.ts';
import { archive } from '#sources/kit/sample/workbook.ts';
import { readZip } from '#sources/kit/read/zip.ts';

/** Every text and fill of the sheets, with a margin, and the messages for cells that are refused. */
function cellsOf(sheets: readonly Sheet[]): unknown[] {
  const textOf = (sheet: Sheet, row: number, column: number) => {
    try {
      return sheet.text(row, column);
    } catch (error) {
      return String(error);
    }
  };
  const columns = Array.from({ length: 12 }, (_, index) => index + 1);
  return sheets.map((sheet) => [
    sheet.name,
    sheet.rowCount,
    ...Array.from({ length: sheet.rowCount + 1 }, (_, index) =>
      columns.map((column) => [textOf(sheet, index + 1, column), sheet.fill(index + 1, column)]),
    ),
  ]);
}

/** A workbook of texts, rich texts, numbers, errors, fills, merged cells and links, on two sheets. */
async function manifold(): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('First & last');
  sheet.addRows([
    ['Occupation', 'Median', null, 'Wide'],
    ['Pflegekräfte <&> "nurses"', 45.5, 1e21, 0.1 + 0.2],
    [],
    [true, { error: '#N/A' }, { richText: [{ text: 'in ' }, { text: 'two\r\nlines', font: { bold: true } }] }, ' x '],
    [-0.5, 1e-7, 'a_x0041_', null, 'last'],
  ]);
  sheet.getCell('B2').fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FF00FFFF' } };
  sheet.getCell('C3').fill = { type: 'pattern', pattern: 'lightGray', fgColor: { theme: 3 } };
  sheet.getCell('B5').numFmt = '0.00';
  sheet.getCell('F5').value = { text: 'the publisher', hyperlink: 'https://example.org/' };
  sheet.mergeCells('A7:C8');
  sheet.getCell('A7').value = 'a label over six cells';
  sheet.getCell('B2').border = { top: { style: 'thin' } };
  const second = workbook.addWorksheet('Second');
  second.addRow(['only', 1]);
  second.mergeCells('B1:C1');
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}

test('the cells are those that exceljs reads', async () => {
  const bytes = await manifold();
  const { sheets } = await readWorkbook('here', 'a.xlsx', bytes);
  expect(cellsOf(sheets)).toEqual(cellsOf(await sheetsOfXlsx('here', bytes)));
  expect(sheets[0]?.text(8, 3)).toBe('a label over six cells');
  expect([sheets[0]?.text(4, 3), sheets[0]?.fill(2, 2)]).toEqual(['in two\nlines', 'solid/FF00FFFF']);
  expect(() => sheets[1]?.text(1, 3)).toThrow('the cells B1:C1 are merged and hold "1"');

  const named = { text: () => ({ text: '', isRich: false }), style: () => ({ fill: undefined, isDate: false }) };
  for (const { name, read } of await readZip('here', bytes)) {
    if (!name.startsWith('xl/worksheets/sheet')) continue;
    const parted = partedSheet((await read()).toString());
    expect(parted === null ? null : usualCells(parted, named), `${name} is written as usual`).not.toBeNull();
  }
});

const head = '<worksheet><cols><col min="1" max="1" width="9"/></cols>';
const numbered = {
  text: (number: number) =>
    [
      { text: 'plain', isRich: false },
      { text: 'rich', isRich: true },
    ][number],
  style: (number: number) => ({ fill: number === 1 ? 'solid/49' : undefined, isDate: number === 2 }),
};
const cellsIn = (rows: string, tail = '', before = head) => {
  const parted = partedSheet(`${before}<sheetData>${rows}</sheetData>${tail}</worksheet>`);
  return parted === null ? null : usualCells(parted, numbered);
};

test('texts, numbers, fills and merged cells by row and column', () => {
  const rows =
    '<row r="2" spans="1:3" x:dyDescent="0.2"><c r="B2" s="1" t="s"><v>0</v></c><c r="D2"><v>1.50</v></c></row>\n<row r="3"/>' +
    '<row r="4"><c r="A4" s="1"/><c r="B4" t="b"><v>0</v></c><c r="C4" t="e"><v>#REF!</v></c></row>';
  const { texts, fills, merged } = cellsIn(rows, '<mergeCells count="1"><mergeCell ref="B2:B3"/></mergeCells>') ?? {};
  expect(texts?.map((row) => [...row])).toEqual([
    undefined,
    undefined,
    [undefined, undefined, 'plain', undefined, '1.5'],
    [undefined, undefined, 'plain'],
    [undefined, undefined, 'false', '#REF!'],
  ]);
  // A cell without a value has no fill either.
  expect([fills?.[2]?.[2], fills?.[4]?.[1]]).toEqual(['solid/49', undefined]);
  expect(merged).toEqual([
    { row: 2, column: 2, top: 2, left: 2 },
    { row: 3, column: 2, top: 2, left: 2 },
  ]);
});

describe('left to exceljs', () => {
  const one = '<row r="1"><c r="A1"><v>1</v></c></row>';
  test.each<[what: string, rows: string, tail?: string, before?: string]>([
    ['a formula', '<row r="1"><c r="A1"><f>1+1</f><v>2</v></c></row>'],
    ['a text of its own', '<row r="1"><c r="A1" t="inlineStr"><is><t>x</t></is></c></row>'],
    ['a reference', '<row r="1"><c r="A1" t="str"><v>a&amp;b</v></c></row>'],
    ['a sign that XML forbids', '<row r="1"><c r="A1" t="str"><v>\u0001</v></c></row>'],
    ['a date', '<row r="1"><c r="A1" s="2"><v>45000</v></c></row>'],
    ['a text that is not there', '<row r="1"><c r="A1" t="s"><v>7</v></c></row>'],
    ['a cell without an address', '<row r="1"><c><v>1</v></c></row>'],
    ['a cell of another row', '<row r="1"><c r="A2"><v>1</v></c></row>'],
    ['cells out of order', '<row r="1"><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>'],
    ['a cell twice', '<row r="1"><c r="A1"><v>1</v></c><c r="A1"><v>2</v></c></row>'],
    ['rows out of order', `<row r="2"/>${one}`],
    ['a row that does not end', '<row r="1"><c r="A1"><v>1</v></c>'],
    ['a prefix', '<x:row r="1"></x:row>'],
    ['a comment', `<!-- ${one} -->`],
    ['a link of an empty cell', one, '<hyperlink ref="B1" r:id="r1"/>'],
    ['a link of a rich text', '<row r="1"><c r="A1" t="s"><v>1</v></c></row>', '<hyperlink ref="A1" r:id="r1"/>'],
    ['a merge of other addresses', one, '<mergeCell ref="$A$1:$B$1"/>'],
    ['a merge of cells that have the style of their row', '<row r="1" s="1"><c r="A1"><v>1</v></c></row>', '<mergeCell ref="A1:B1"/>'],
    ['a merge of cells that have the style of their column', one, '<mergeCell ref="A1:B1"/>', '<worksheet><col min="2" style="1"/>'],
  ])('%s', (_, rows, tail, before) => {
    expect(cellsIn(one)).not.toBeNull();
    expect(cellsIn(rows, tail, before)).toBeNull();
  });

  test('one such sheet: exceljs reads the whole workbook', async () => {
    const members = await Promise.all(
      (await readZip('t', await manifold())).map(async ({ name, read }) => ({ name, bytes: await read() })),
    );
    const bytes = await archive(
      members.map(({ name, bytes: own }) => ({
        name,
        bytes: name === 'xl/worksheets/sheet2.xml' ? Buffer.from(own.toString().replace('<v>1</v>', '<f>3-1</f><v>2</v>')) : own,
      })),
    );
    const { sheets } = await readWorkbook('here', 'a.xlsx', bytes);
    expect(sheets[0]?.text(1, 1)).toBe('Occupation');
    expect(() => sheets[1]?.text(1, 2)).toThrow('hold "2"');
  });
});
