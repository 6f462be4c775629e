// The cells of legacy workbooks are those that the library reads, and what is not written as usual is left to the library.
import { type CellObject, type WorkSheet, utils, write } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { usualXls } from '#sources/kit/read/usual-xls.ts';
import { readWorkbook, sheetsOfOthers } from '#sources/kit/read/workbook.ts';

function workbookOf(sheets: Readonly<Record<string, WorkSheet>>, bookSST = true): Uint8Array {
  const book = utils.book_new();
  for (const [name, sheet] of Object.entries(sheets)) utils.book_append_sheet(book, sheet, name);
  return write(book, { type: 'buffer', bookType: 'biff8', bookSST });
}

/** Texts of every width, longer together than a record may be (8,224 bytes), and numbers of every kind. */
function table(): WorkSheet {
  const texts = Array.from({ length: 600 }, (_, at) => [
    `Occupation ${at}`,
    '£ per week',
    'naïve – “wide”',
    'line\r\nbreak',
    '𝟙'.repeat(at % 40),
  ]);
  const numbers = [0, -0, 1, -1, 0.5, 12.34, 1234567.89, -0.01, 1e-300, 1.7e308, 536_870_911, 536_870_912, -536_870_912, 2134, 100.1];
  const sheet = utils.aoa_to_sheet([...texts, numbers, [null, 'x', null, 7]]);
  sheet['!merges'] = [{ s: { r: 0, c: 0 }, e: { r: 1, c: 3 } }];
  return sheet;
}

const usual = workbookOf({
  All: table(),
  'Men – only': utils.aoa_to_sheet([
    ['Code', 'Median'],
    ['2134', 812.5],
  ]),
  Empty: utils.aoa_to_sheet([]),
});

describe('a workbook written as usual', () => {
  test('has the cells, fills and merges that the library reads', async () => {
    const sheets = usualXls(usual);
    expect(sheets).not.toBeNull();
    expect(sheets).toEqual(await sheetsOfOthers(usual));
    expect(sheets?.[0]?.texts[1]).toEqual([undefined, 'Occupation 0', '£ per week', 'naïve – “wide”', 'line\nbreak', '']);
  });

  test('that is cut short or has a byte changed has the same cells, or none', async () => {
    let read = 0;
    // Behind the signature, by which both are chosen.
    for (let at = 8; at < usual.length; at += 997) {
      for (const bytes of [usual.subarray(0, at), usual.with(at, (usual[at] ?? 0) ^ 0xff)]) {
        const found = usualXls(bytes);
        if (found === null) continue;
        // What the library refuses for a record that holds no cell may be read here.
        const expected = await sheetsOfOthers(bytes).catch(() => null);
        if (expected === null) continue;
        read += 1;
        expect(found, `byte ${at} of ${bytes.length}`).toEqual(expected);
      }
    }
    expect(read).toBeGreaterThan(10);
  }, 60_000);
});

describe('left to the library', () => {
  test('a file whose list of tables leads to itself without end', () => {
    const bytes = Buffer.from(usual);
    bytes.writeUInt32LE(0, 68);
    bytes.writeUInt32LE(0xffff_ffff, 72);
    bytes.writeUInt32LE(0, 512 + 508);
    expect(usualXls(bytes)).toBeNull();
  });

  const formula: CellObject = { t: 'n', v: 3, f: '1+2' };
  const withCell = (cell: CellObject): WorkSheet => ({ ...utils.aoa_to_sheet([['a', 1]]), B1: cell });

  test.each<[string, Uint8Array, string]>([
    ['a formula', workbookOf({ All: withCell(formula) }), '3'],
    ['an error', workbookOf({ All: withCell({ t: 'e', v: 42 }) }), '#N/A'],
    ['a text of its own', workbookOf({ All: withCell({ t: 's', v: 'own' }) }, false), 'own'],
    ['a truth', workbookOf({ All: withCell({ t: 'b', v: true }) }), 'true'],
    [
      'a workbook of an older program',
      write({ SheetNames: ['All'], Sheets: { All: withCell({ t: 'n', v: 5 }) } }, { type: 'buffer', bookType: 'biff5' }),
      '5',
    ],
  ])('%s', async (_, bytes, text) => {
    expect(usualXls(bytes)).toBeNull();
    expect((await readWorkbook('place', 'a.xls', bytes)).sheets[0]?.text(1, 2)).toBe(text);
  });
});
