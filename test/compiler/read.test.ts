// Delimited texts and JSON as publishers send them: what is read, and what is refused with its place.
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { LayoutError, UnreadableFileError } from '#compiler/problem.ts';
import { csv, readDelimited, tabSeparated } from '#compiler/read/delimited.ts';
import { readJson } from '#compiler/read/json.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('a delimited text', () => {
  test('is a sheet: quoted line breaks, quotation marks and a byte order mark are read as published', () => {
    const sheet = readDelimited('t', 'a.csv', bytes('\ufeffcode,title\r\n0111,"a ""b""\nc "\r\n'), csv);
    expect(sheet.rowCount).toBe(2);
    expect([sheet.text(1, 1), sheet.text(2, 1), sheet.text(2, 2), sheet.text(2, 3), sheet.text(3, 1)]).toEqual(['code', '0111', 'a "b"\nc ', '', '']);
    expect(sheet.fill(1, 1)).toBeNull();
  });

  test('with tabs knows no quoting', () => {
    const sheet = readDelimited('t', 'a.txt', bytes('code\ttitle\n1\t"Half\n'), tabSeparated);
    expect(sheet.text(2, 2)).toBe('"Half');
  });

  test.each([
    ['a quotation that never ends', 'a,b\n1,"2\n'],
    ['a record cut short', 'a,b,c\n1,2\n'],
    ['a page of HTML', '<!DOCTYPE html><title>Sorry</title>'],
    ['nothing', ''],
  ])('%s is refused', (_, text) => {
    expect(() => readDelimited('here', 'a.csv', bytes(text), csv)).toThrow(UnreadableFileError);
    expect(() => readDelimited('here', 'a.csv', bytes(text), csv)).toThrow(/^here: /);
  });

  test('bytes that are not UTF-8 are refused', () => {
    expect(() => readDelimited('here', 'a.csv', new Uint8Array([0x61, 0xff, 0x0a]), csv)).toThrow(/not UTF-8/);
  });
});

describe('JSON', () => {
  const schema = Type.Object({ rows: Type.Array(Type.Object({ code: Type.String() })) });

  test('is read, with members that nobody needs', () => {
    expect(readJson('t', bytes('{"rows":[{"code":"0111","more":1}],"next":null}'), schema).rows[0]?.code).toBe('0111');
  });

  test('cut short is unreadable, with another member a matter of layout', () => {
    expect(() => readJson('here', bytes('{"rows":['), schema)).toThrow(UnreadableFileError);
    expect(() => readJson('here', bytes('{"rows":[{"kode":"0111"}]}'), schema)).toThrow(LayoutError);
    expect(() => readJson('here', bytes('{"rows":[{"kode":"0111"}]}'), schema)).toThrow(/\/rows\/0/);
  });
});
