// The splitter of CSV lists: what csv-parse reads, it reads the same, and what csv-parse refuses
// comes back row by row.
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvRecords } from '#compiler/batch/csv-records.ts';
import { csvLine } from '#schemas/csv-line.ts';

const recordsOf = (text: string) => [...csvRecords(text)];

const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', '\r', ' ', '=') });
const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), {
  minLength: 1,
  maxLength: 5,
});

test('reads what csv-parse reads, with any line end', () => {
  fc.assert(
    fc.property(rows, fc.constantFrom('\n', '\r\n', '\r'), (table, lineEnd) => {
      const text = table.map((row) => `${csvLine(row)}${lineEnd}`).join('');
      const found = recordsOf(text);
      expect(found.map(({ cells }) => cells)).toEqual(
        parse(text, { relax_column_count: true, record_delimiter: lineEnd }),
      );
      expect(found.map((record) => `${record.text}${record.lineEnd}`).join('')).toBe(text);
      expect(found.every(({ damage }) => damage === null)).toBe(true);
    }),
  );
});

test('names the line on which a row begins, after cells with line breaks', () => {
  expect(recordsOf('a,"x\r\ny"\r\n"1\n\n",2\r\n3,4').map(({ line }) => line)).toEqual([1, 3, 6]);
});

test('takes a quotation mark in an unquoted cell as a character', () => {
  expect(recordsOf('5" pipe fitter,b\n')).toMatchObject([
    { cells: ['5" pipe fitter', 'b'], damage: null },
  ]);
});

test('text after a quotation damages its line alone', () => {
  expect(recordsOf('1,a\n"nurse"x,"b\n2,c\n')).toMatchObject([
    { cells: ['1', 'a'], damage: null },
    { text: '"nurse"x,"b', damage: 'text follows a quotation before the next comma', line: 2 },
    { cells: ['2', 'c'], damage: null, line: 3 },
  ]);
});

test.each([
  ['at the end of the list', ''],
  ['long before the end', `${'x,y\n'.repeat(300_000)}`],
])('a quotation that never ends damages its line alone, %s', (_, rest) => {
  const found = recordsOf(`1,"a\n2,b\n${rest}`);
  expect(found[0]).toEqual({
    line: 1,
    text: '1,"a',
    lineEnd: '\n',
    cells: ['1', '"a'],
    damage: 'a quotation begins and never ends',
  });
  expect(found[1]).toMatchObject({ line: 2, cells: ['2', 'b'], damage: null });
  expect(found).toHaveLength(2 + rest.length / 4);
});
