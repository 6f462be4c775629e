// Files that ask for far more than they hold, and archives that lie. Each must end with a problem
// in words, soon and in little memory.
import { crc32, deflateRawSync } from 'node:zlib';
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { LayoutError, UnreadableFileError } from '#sources/kit/problem.ts';
import { readDelimited } from '#sources/kit/read/delimited.ts';
import { readJson } from '#sources/kit/read/json.ts';
import { type Limits, usualLimits, widestLimits, withLimits } from '#sources/kit/read/limits.ts';
import { readWorkbookRows } from '#sources/kit/read/workbook-rows.ts';
import { readWorkbook, sheetNames } from '#sources/kit/read/workbook.ts';
import { type PackedMember, readZip, writeArchive } from '#sources/kit/read/zip.ts';
import { writeWorkbook } from '#sources/kit/sample/workbook.ts';
import type { PublishedFile } from '#sources/kit/named-files.ts';
import type { Source } from '#sources/kit/source.ts';
import { parseRelease } from '#compiler/edition/catalogue.ts';
import { sources } from '#sources/index.ts';
import { socStructure } from '#sources/soc-structure/source.ts';
import { workVisas } from '#sources/work-visas/source.ts';
import { makeInWorker } from '../compiler/in-worker.ts';

function member(name: string, content: string | Buffer): PackedMember {
  const bytes = Buffer.from(content);
  return {
    name,
    method: 8,
    bytes: deflateRawSync(bytes, { level: 1 }),
    crc32: crc32(bytes),
    length: bytes.length,
  };
}

/** A text `times` over between two others, without keeping a text of that length for long. */
function repeated(head: string, text: string, times: number, tail: string): Buffer {
  return Buffer.concat([
    Buffer.from(head),
    Buffer.alloc(text.length * times, text),
    Buffer.from(tail),
  ]);
}

const header = ['code', 'median'];
/** A workbook whose parts are as they should be, except those that are given. */
async function workbookWith(...parts: readonly PackedMember[]): Promise<Buffer> {
  const bytes = await writeWorkbook([{ name: 'Data_Occ_D02', rows: [header, ['2134', 45.5]] }]);
  const whole = await readZip('t', bytes);
  const names = parts.map(({ name }) => name);
  return writeArchive([
    ...whole.map(({ packed }) => packed).filter(({ name }) => !names.includes(name)),
    ...parts,
  ]);
}

const sheet = (content: string | Buffer) => member('xl/worksheets/sheet1.xml', content);
const inSheet = (content: string) =>
  sheet(
    '<worksheet ' +
      `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${content}</worksheet>`,
  );
/** An element of a part of the workbook, so many times. */
const many = (part: string, head: string, text: string, times: number, tail: string) =>
  member(`xl/${part}.xml`, repeated(head, text, times, tail));
const manyInSheet = (head: string, text: string, times: number, tail = '') =>
  many('worksheets/sheet1', `<worksheet>${head}`, text, times, tail);

function openDocument(
  content: string | Buffer,
  styles: string | Buffer = '<office:document-styles/>',
): Buffer {
  const mimetype = Buffer.from('application/vnd.oasis.opendocument.spreadsheet');
  return writeArchive([
    {
      name: 'mimetype',
      method: 0,
      bytes: mimetype,
      crc32: crc32(mimetype),
      length: mimetype.length,
    },
    member('META-INF/manifest.xml', '<manifest:manifest/>'),
    member('styles.xml', styles),
    member('content.xml', content),
  ]);
}
const openSheet = (rows: string) =>
  '<office:document-content><office:body><office:spreadsheet>' +
  `<table:table table:name="All">${rows}</table:table>` +
  '</office:spreadsheet></office:body></office:document-content>';
/**
 * Of a sheet of one row with one cell: attributes of the row and of the cell, and the content of
 * the cell.
 */
const openCell = (ofRow: string, ofCell: string, content = '<text:p>1</text:p>') =>
  openSheet(
    `<table:table-row ${ofRow}><table:table-cell ` +
      `${ofCell}>${content}</table:table-cell></table:table-row>`,
  );

/** Each entity is ten times the one before it. */
const tenfold = [...'bcdefghij'].map((name, place) => {
  const previous = `&${'abcdefghi'[place]};`;
  return `<!ENTITY ${name} "${previous.repeat(10)}">`;
});
const laughs = `<!DOCTYPE lolz [<!ENTITY a "ha">${tenfold.join('')}]>`;

/** The fault of a file; fails if it takes 10 s of processor time or more than 600 MB. */
async function faultOf(
  read: () => Promise<unknown> | unknown,
  limits: Limits = usualLimits,
): Promise<string> {
  const began = process.cpuUsage();
  const before = process.memoryUsage.rss();
  let fault = 'read without a fault';
  try {
    await withLimits(limits, async () => read());
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    fault = error.message;
  }
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1e6, 'seconds of processor time').toBeLessThan(10);
  expect((process.memoryUsage.rss() - before) / 1e6, 'megabytes').toBeLessThan(600);
  return fault;
}

/** Time enough for a busy machine: else every file would be refused for its time alone. */
const bounds = { memory: 600, seconds: 300 };
const bounded = (source: Source): Source => ({
  ...source,
  limits: { ...source.limits, ...bounds },
});
const wholeWorkbooks = bounded(socStructure);
const rowByRow = bounded(workVisas);

/**
 * A file is a fault of its release, read as the compiler reads it: in a process that is ended at
 * 600 MB of heap. The reader itself refuses it: for its cause, or, where there is none, because it
 * reads on to the end and finds nothing of the publication.
 */
async function expectRefused(
  source: Source,
  { name, bytes, cause }: PublishedFile & { readonly cause: string | null },
): Promise<void> {
  const release = parseRelease(
    source,
    source === wholeWorkbooks ? 'sample-2025-04-16' : 'sample-2026-Q2',
  );
  if (release === null) throw new Error('no release');
  const fault = await makeInWorker(source, release, [{ name, bytes }]).then(
    () => 'read without a fault',
    (error: unknown) => error,
  );
  expect(fault instanceof UnreadableFileError || fault instanceof LayoutError, String(fault)).toBe(
    true,
  );
  expect(String(fault)).toContain(cause ?? missingIn(source, name));
}

/** What is looked for when the whole file has been read. */
function missingIn(source: Source, name: string): string {
  if (source === wholeWorkbooks) return 'there is no sheet "SOC2020 descriptions"';
  return name.endsWith('.ods') ? 'there is no sheet "Data_Occ_D02"' : 'no column is headed "Year"';
}

describe('a workbook that asks for more than it holds', () => {
  const one = '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>';
  const rest = '</sheetData></worksheet>';
  const workbooks: readonly (readonly [string, () => PackedMember, cause: string | null])[] = [
    [
      'a merge of the whole sheet',
      () => inSheet(`${one}<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>`),
      null,
    ],
    [
      'a row far below',
      () =>
        inSheet('<sheetData><row r="2000000000"><c r="A2000000000"><v>1</v></c></row></sheetData>'),
      "'Data_Occ_D02'!row 2000000000: follows row 0, expected a later one up to 1048576",
    ],
    [
      'a column far to the right',
      () => inSheet('<sheetData><row r="1"><c r="ZZZZZ1"><v>1</v></c></row></sheetData>'),
      "'Data_Occ_D02'!ZZZZZ1: follows 1 in row 1",
    ],
    [
      'widths of two thousand million columns',
      () => inSheet('<cols><col min="1" max="2000000000"/></cols><sheetData/>'),
      null,
    ],
    ['a hundred thousand rows', () => manyInSheet('<sheetData>', '<row/>', 100_000, rest), null],
    [
      'a hundred thousand cells',
      () => manyInSheet('<sheetData><row r="1">', '<c r="A1"/>', 100_000, `</row>${rest}`),
      "'Data_Occ_D02'!A1: follows A1 in row 1",
    ],
    [
      'a hundred thousand shared texts',
      () => many('sharedStrings', '<sst>', '<si/>', 100_000, '</sst>'),
      null,
    ],
    ['elements within each other', () => manyInSheet('', '<a>', 1_000_000), 'unclosed tag: a'],
    [
      'entities within each other',
      () => sheet(`${laughs}<worksheet><sheetData><row><c t="str"><v>&j;</v></c></row>${rest}`),
      'a part of a workbook declares a DTD',
    ],
    [
      'one endless tag',
      () => sheet(repeated('<worksheet a="', 'x', 10_000_000, '"/>')),
      'has a sheet without cells',
    ],
    [
      '2.2 GB in a few MB',
      () => ({ ...sheet(repeated('', ' ', 1_000_000, '')), length: 2_200_000_000 }),
      'holds 2,200,00',
    ],
  ];
  const float = 'office:value-type="float" office:value="1"';
  const repeatedCell = openCell(
    'table:number-rows-repeated="2000"',
    `${float} table:number-columns-repeated="200"`,
  );
  const merged = openCell(
    '',
    'table:number-rows-spanned="1048576" table:number-columns-spanned="16384"',
  );
  const styles = () =>
    repeated('<office:document-styles>', '<style:a/>', 100_000, '</office:document-styles>');
  const openDocuments: readonly (readonly [string, () => Buffer, cause: string | null])[] = [
    ['a cell repeated over rows and columns', () => openDocument(repeatedCell), null],
    ['a merge of the whole sheet', () => openDocument(merged), null],
    [
      'a thousand million blanks',
      () => openDocument(openCell('', '', '<text:p>1<text:s text:c="1000000000"/></text:p>')),
      'the workbook is damaged or cut short',
    ],
    [
      'entities in its styles',
      () =>
        openDocument(
          openSheet(''),
          `${laughs}<office:document-styles>&j;</office:document-styles>`,
        ),
      null,
    ],
    ['a hundred thousand styles', () => openDocument(openSheet(''), styles()), null],
  ];

  const whole = 'soc2020volume1structureanddescriptionofunitgroupsexcel16042025.xlsx';
  const visas = 'occupation-soc2020-visas-datasets-jun-2026';

  test.each(workbooks)('%s', async (_, part, cause) =>
    expectRefused(wholeWorkbooks, { name: whole, bytes: await workbookWith(part()), cause }),
  );
  test.each(workbooks)('%s, read row by row', async (_, part, cause) =>
    expectRefused(rowByRow, { name: `${visas}.xlsx`, bytes: await workbookWith(part()), cause }),
  );
  test.each(openDocuments)('OpenDocument: %s', async (_, bytes, cause) =>
    expectRefused(rowByRow, { name: `${visas}.ods`, bytes: bytes(), cause }),
  );
  test('OpenDocument: a row with a number in Chinese, which only the time limit ends', async () => {
    const impatient = { ...rowByRow, limits: { ...rowByRow.limits, seconds: 3 } };
    await expectRefused(impatient, {
      name: `${visas}.ods`,
      bytes: openDocument(openCell('行号="2000000000"', '')),
      cause: 'its process was ended while reading: it took longer than 3 s',
    });
  });

  const names =
    '<definedNames><definedName name="all">All!$A$1:$XFD$1048576</definedName></definedNames>';
  const sheets = '<sheets><sheet name="All" sheetId="1" r:id="rId1"/></sheets>';
  const empty = 'table:number-columns-repeated="16384"/></table:table-row>';
  const bordered = `${openCell('', float).replace(
    '</table:table-row>',
    `<table:table-cell ${empty}<table:table-row ` +
      `table:number-rows-repeated="1048575"><table:table-cell ${empty}`,
  )}`;
  test.each<[string, string, () => Promise<Buffer> | Buffer]>([
    [
      'names of the whole sheet',
      'a.xlsx',
      () => workbookWith(member('xl/workbook.xml', `<workbook>${sheets}${names}</workbook>`)),
    ],
    [
      'the empty cells to the end of a sheet of OpenDocument',
      'a.ods',
      () => openDocument(bordered),
    ],
    ['too many merged cells of an .xls', 'a.xls', xlsWithMerge],
  ])('%s are left out, and the cells are read', async (_, name, bytes) => {
    const given = await bytes();
    const fault = await faultOf(async () =>
      expect((await readWorkbook('file', name, given)).sheets[0]?.text(1, 1)).toMatch(/1|code/),
    );
    expect(fault).toBe('read without a fault');
  });
});

async function xlsWithMerge(): Promise<Buffer> {
  const { utils, write } = await import('@e965/xlsx');
  const cells = {
    ...utils.aoa_to_sheet([header]),
    '!merges': [{ s: { r: 1, c: 0 }, e: { r: 65_535, c: 255 } }],
  };
  return write(
    { SheetNames: ['All'], Sheets: { All: cells } },
    { type: 'buffer', bookType: 'biff8' },
  );
}

describe('an archive that lies', () => {
  const text = 'code,median\n2134,45.5\n';
  const whole = writeArchive([member('a.csv', text), member('b.csv', text)]);
  const fault = (bytes: Buffer) =>
    faultOf(async () => Promise.all((await readZip('file', bytes)).map(({ read }) => read())));
  /** The archive with another number in the nth record of its directory. */
  function withDirectory(record: number, field: number, value: number): Buffer {
    const bytes = Buffer.from(whole);
    let place = bytes.indexOf('PK\x01\x02');
    for (let before = 0; before < record; before += 1)
      place = bytes.indexOf('PK\x01\x02', place + 1);
    bytes.writeUInt32LE(value, place + field);
    return bytes;
  }
  const many = Array.from({ length: 1001 }, (_, at) => member(`${at}`, ''));

  test.each([
    ['unpacks to more than it says', withDirectory(0, 24, 3), 'too many bytes in the stream'],
    [
      'says that it unpacks to more than the limit',
      withDirectory(0, 24, 4_000_000_000),
      'holds 4,000,000,0',
    ],
    ['has another checksum', withDirectory(0, 16, 7), 'the checksum does not agree'],
    ['has two members in the same bytes', withDirectory(1, 42, 0), 'read without a fault'],
    [
      'has two members of one name',
      writeArchive([member('a.csv', text), member('a.csv', text)]),
      'are named "a.csv"',
    ],
    ['leads upwards', writeArchive([member('../../a.csv', text)]), 'the zip archive is damaged'],
    ['is packed by an unknown method', withDirectory(0, 10, 99), 'the zip archive is damaged'],
    ['has more members than the limit', writeArchive(many), 'holds 1,001 members'],
    ['is cut in its directory', whole.subarray(0, whole.length - 30), 'the zip archive is damaged'],
  ])('%s', async (_, bytes, message) => {
    expect(await fault(bytes)).toContain(message);
  });

  test('an archive cut or changed anywhere gives members or a fault in words', async () => {
    const long = writeArchive([member('a.csv', text), member('folder/b.csv', text.repeat(3))]);
    for (let at = 4; at < long.length; at += 1) {
      await fault(Buffer.from(long.subarray(0, at)));
      const changed = Buffer.from(long);
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      await fault(changed);
    }
  });

  test('a member that no directory lists is not read', async () => {
    const cells = (value: number) =>
      `<sheetData><row r="1"><c r="A1"><v>${value}</v></c></row></sheetData>`;
    const listed = await workbookWith(inSheet(cells(7)));
    const hidden = await workbookWith(inSheet(cells(7)), {
      ...inSheet(cells(8)),
      name: 'xl/worksheets/sheet2.xml',
    });
    // The members of the one archive with the directory of the other.
    const directory = 'PK\x01\x02';
    const from = listed.indexOf(directory);
    const until = hidden.indexOf(directory);
    const bytes = Buffer.concat([hidden.subarray(0, until), listed.subarray(from)]);
    bytes.writeUInt32LE(until, bytes.length - 6);
    const rows: string[][] = [];
    await readWorkbookRows('file', bytes, () => (_, texts) => rows.push(texts));
    expect(rows).toEqual([['7']]);
  });

  test('a workbook cut or changed anywhere gives cells or a fault in words', async () => {
    const bytes = await workbookWith();
    for (let at = 4; at < bytes.length; at += 97) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      for (const given of [changed, Buffer.from(bytes.subarray(0, at))]) {
        await faultOf(() => readWorkbook('file', 'a.xlsx', given));
        await faultOf(() => sheetNames('file', given));
      }
    }
  });
});

describe('a text that asks for more than it should', () => {
  test.each([
    ['a field of 20 MB', repeated('a,b\n1,', 'x', 20_000_000, '\n'), 'Max Record Size'],
    ['ten million fields in a row', repeated('a', ',a', 10_000_000, ''), 'Max Record Size'],
    ['a byte of value 0', Buffer.from('a,b\n1,\0\n'), 'byte 7 has the value 0'],
    ['a quotation that never ends', repeated('a,b\n1,"', 'x', 20_000_000, ''), 'Max Record Size'],
  ])('CSV: %s', async (_, bytes, message) => {
    expect(await faultOf(() => readDelimited('file', 'a.csv', bytes))).toContain(message);
  });

  test.each([
    [
      'a million lists',
      repeated('', '[', 1_000_000, `1${']'.repeat(1_000_000)}`),
      'holds 1,000,000 objects and lists within each other',
    ],
    [
      'brackets in texts',
      Buffer.from(JSON.stringify({ text: `"${'['.repeat(1000)}\\` })),
      'read without a fault',
    ],
    ['a text that never ends', repeated('{"a":"', '\\', 999_999, ''), 'the JSON is damaged'],
    ['a byte of value 0', Buffer.from('{"a":\0}'), 'byte 6 has the value 0'],
  ])('JSON: %s', async (_, bytes, message) => {
    expect(await faultOf(() => readJson('file', bytes, Type.Unknown()))).toContain(message);
  });
});

describe('a field longer than any that a source reads', () => {
  const long = 'x'.repeat(20_001);
  const refused = 'holds 20,001 characters in one field or more, expected at most 20,000';

  test('of a CSV', async () => {
    const read = (text: string) =>
      faultOf(() => readDelimited('file', 'a.csv', Buffer.from(`a,b\n1,${text}\n`)).text(2, 2));
    expect(await read(long)).toContain(`file row 2, field 2: ${refused}`);
    expect(await read(long.slice(1))).toBe('read without a fault');
  });

  test('of JSON, in a member that the source reads', async () => {
    const schema = Type.Array(
      Type.Object({ a: Type.Union([Type.Array(Type.String()), Type.Null()]) }),
    );
    const read = (value: unknown) =>
      faultOf(() => readJson('file', Buffer.from(JSON.stringify(value)), schema));
    expect(await read([{ a: null }, { a: ['', long] }])).toContain(`file /1/a/1: ${refused}`);
    expect(await read([{ a: [long.slice(1)], other: long }])).toBe('read without a fault');
  });

  test('of a workbook, in a cell that is read', async () => {
    const bytes = await writeWorkbook([{ name: 'All', rows: [header, [long, '1']] }]);
    const workbook = await readWorkbook('file', 'a.xlsx', bytes);
    const read = (column: number) => faultOf(() => workbook.sheets[0]?.text(2, column));
    expect(await read(1)).toContain(`file 'All'!A2: ${refused}`);
    expect(await read(2)).toBe('read without a fault');
  });

  test('of a workbook that is read row by row', async () => {
    const bytes = await writeWorkbook([{ name: 'All', rows: [header, ['1', long]] }]);
    const fault = await faultOf(() => readWorkbookRows('file', bytes, () => () => {}));
    expect(fault).toContain(`file 'All'!B2: ${refused}`);
  });
});

test('no source allows more than what holds for a file of unknown source', () => {
  for (const { key, limits } of sources)
    for (const name of Object.keys(limits) as (keyof Limits)[])
      expect(limits[name], `${key} ${name}`).toBeLessThanOrEqual(widestLimits[name]);
});
