// Delimited texts and JSON as publishers send them: what is read, and what is refused with its
// place.
import { utils, write as writeBook } from '@e965/xlsx';
import { describe, expect, test, vi } from 'vitest';
import { parseRelease } from '#compiler/edition/catalogue.ts';
import { openFile } from '#sources/kit/by-hand.ts';
import { UnreadableFileError } from '#sources/kit/problem.ts';
import { readDelimited } from '#sources/kit/read/delimited.ts';
import { readWorkbook } from '#sources/kit/read/workbook.ts';
import { readWorkbookRows } from '#sources/kit/read/workbook-rows.ts';
import { writeZip } from '#sources/kit/sample/workbook.ts';
import { onlineJobAdverts } from '#sources/online-job-adverts/source.ts';
import { workVisas } from '#sources/work-visas/source.ts';
import { editMembers } from '../edit-members.ts';
import { keptSample } from '../kept.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('a delimited text', () => {
  test('keeps quoted line breaks, quotation marks and a byte order mark', () => {
    const sheet = readDelimited('t', 'a.csv', bytes('\ufeffcode,title\r\n0111,"a ""b""\nc "\r\n'));
    expect(sheet.rowCount).toBe(2);
    expect([
      sheet.text(1, 1),
      sheet.text(2, 1),
      sheet.text(2, 2),
      sheet.text(2, 3),
      sheet.text(3, 1),
    ]).toEqual(['code', '0111', 'a "b"\nc ', '', '']);
    expect(sheet.fill(1, 1)).toBeNull();
  });

  test('counts empty lines as rows', () => {
    const sheet = readDelimited('t', 'a.csv', bytes('code,title\n0111,a\n\n0112,b\n'));
    expect(sheet.rowCount).toBe(4);
    expect([2, 3, 4].map((row) => sheet.text(row, 1))).toEqual(['0111', '', '0112']);
    expect(() => readDelimited('t', 'a.csv', bytes('code,title\n\n0111\n'))).toThrow(
      'row 3 has 1 fields, and the first 2',
    );
  });

  test('with tabs knows no quoting', () => {
    const sheet = readDelimited('t', 'a.txt', bytes('code\ttitle\n1\t"Half\n'));
    expect(sheet.text(2, 2)).toBe('"Half');
  });

  test.each([
    ['a quotation that never ends', 'a,b\n1,"2\n'],
    ['a record cut short', 'a,b,c\n1,2\n'],
    ['a quotation mark within a field', 'a,b\n1,2"3\n'],
    ['text after a quotation', 'a,b\n"1"x,2\n'],
    ['a line for Excel above the header', '\ufeffsep=,\r\na,b\n1,2\n'],
    ['bytes that are not UTF-8', new Uint8Array([0x61, 0xff, 0x0a])],
  ])('%s is refused', (_, given) => {
    const reading = () =>
      readDelimited('here', 'a.csv', typeof given === 'string' ? bytes(given) : given);
    expect(reading).toThrow(UnreadableFileError);
    expect(reading).toThrow(/^here: /);
  });
});

test('a line for Excel above the header is named with its repair', async () => {
  const given = bytes('sep=;\na;b;c\n1;2;3\n');
  const message =
    'here: begins with the line sep=;, which is for Excel alone, expected the header\n  ' +
    'delete the first line';
  expect(() => readDelimited('here', 'a.csv', given)).toThrow(message);
  await expect(openFile('here', { name: 'a.csv', bytes: given })).rejects.toThrow(message);
});

test('a zip archive that is no workbook is unreadable, by either reader', async () => {
  const zip = await writeZip([{ name: 'a.txt', bytes: Buffer.from('a') }]);
  await expect(readWorkbook('here', 'a.xlsx', zip)).rejects.toThrow(UnreadableFileError);
  await expect(readWorkbookRows('here', zip, () => null)).rejects.toThrow(UnreadableFileError);
  await expect(readWorkbook('here', 'a.xlsx', zip)).rejects.toThrow(
    'here: has no sheet, so it is not a workbook',
  );
});

test('a workbook with texts in its cells needs no temporary file', async () => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['of no interest']]), 'Notes');
  utils.book_append_sheet(book, utils.aoa_to_sheet([['code'], ['0111']]), 'Data');
  const rows: string[][] = [];
  // Nowhere to put one.
  vi.stubEnv('TMPDIR', '/dev/null/nowhere');
  try {
    const workbook = writeBook(book, { type: 'buffer', bookType: 'xlsx' });
    const names = await readWorkbookRows('here', workbook, (name) =>
      name === 'Data' ? (_, texts) => rows.push(texts) : null,
    );
    expect([names, rows]).toEqual([
      ['Notes', 'Data'],
      [['code'], ['0111']],
    ]);
  } finally {
    vi.unstubAllEnvs();
  }
});

test.each([workVisas, onlineJobAdverts])(
  '$key: a workbook with the absolute places that openpyxl writes has the same rows',
  async (source) => {
    const [sample] = await keptSample(source);
    const [file] = sample?.files ?? [];
    if (sample === undefined || file === undefined) throw new Error(`${source.key} has no sample`);
    const absolute = (name: string, content: Buffer) =>
      name === 'xl/_rels/workbook.xml.rels'
        ? content.toString().replaceAll('Target="', 'Target="/xl/')
        : content;
    const release = parseRelease(source, sample.release) ?? expect.fail(sample.release);
    const saved = { ...file, bytes: await editMembers(file.bytes, absolute) };
    expect(saved.bytes.equals(file.bytes)).toBe(false);
    expect(await source.parse(release, [saved])).toEqual(await source.parse(release, [file]));
    const { sheets } = await readWorkbook('here', file.name, saved.bytes);
    expect(sheets.length).toBeGreaterThan(1);
  },
);
