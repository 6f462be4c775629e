// Marked cells: a number, a known marker, or a fault with its place. Nothing that is not understood
// ever becomes a number.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { markedCells, unknownMarker } from '#sources/kit/cells.ts';
import { complainTo } from '#sources/kit/place.ts';
import type { Problem } from '#sources/kit/problem.ts';

const cells = markedCells({
  number: /^\d+(\.\d+)?$/,
  expected: 'a number',
  markers: {
    x: ['unreliable', 'The publisher withholds it.'],
    '': ['not-available', 'The publisher left it empty.'],
  },
  repair: 'read the notes',
});

function read(
  printed: string,
  allowed?: readonly string[],
): { cell: number | string; said: string[] } {
  const said: string[] = [];
  return {
    cell: cells.read(
      printed,
      (message, repair) => said.push([message, repair].filter(Boolean).join(' | ')),
      allowed,
    ),
    said,
  };
}

const told = /^found ".*", expected a number or one of x \| look at the cell in the published file/;
it.each<[string, readonly string[] | undefined, number | string, readonly (string | RegExp)[]]>([
  ['12.5', undefined, 12.5, []],
  ['x', undefined, 'x', []],
  ['', undefined, '', []],
  ['1,234', undefined, unknownMarker, [told]],
  [
    'y',
    undefined,
    unknownMarker,
    [/^unknown marker "y", expected a number or one of x \| read the notes$/],
  ],
  [
    '#N/A',
    undefined,
    unknownMarker,
    [/^the cell shows the error #N\/A, expected a number or one of x \| tell the publisher/],
  ],
  [
    '1930-08-30T00:00:00.000Z',
    undefined,
    unknownMarker,
    [
      /^the cell is formatted as a date and shows 1930-08-30, expected a number or one of x \| give the cell the format General/,
    ],
  ],
  ['x', [], unknownMarker, [/^the marker "x" is not allowed here, expected a number$/]],
  [
    '',
    ['x'],
    unknownMarker,
    [/^an empty cell is not allowed here, expected a number or one of x$/],
  ],
])('"%s", where %j is allowed', (printed, allowed, cell, said) => {
  expect(read(printed, allowed)).toEqual({
    cell,
    said: said.map((text) => expect.stringMatching(text)),
  });
});

it('a marker gives its reason, a number none; others are our fault', () => {
  expect(cells.withheld(5)).toBeNull();
  expect(cells.withheld('x')).toEqual({
    reason: 'unreliable',
    marker: 'x',
    explanation: 'The publisher withholds it.',
  });
  expect(cells.withheld(unknownMarker)).toMatchObject({ reason: 'not-available' });
  expect(() => cells.withheld('y')).toThrow(RangeError);
});

it('whatever is printed, it is a number that reads back as itself, a known marker, or told', () => {
  fc.assert(
    fc.property(fc.string(), (printed) => {
      const { cell, said } = read(printed);
      if (typeof cell === 'number') expect(String(Number(printed))).toBe(String(cell));
      else
        expect(said.length === 0 ? cell : unknownMarker).toBe(said.length === 0 ? printed : cell);
    }),
  );
});

it('faults are collected as far as a person can read', () => {
  const problems: Problem[] = [];
  const complain = complainTo({ source: 'ashe', name: '2024-provisional' }, problems, 2);
  for (const row of [1, 2, 3])
    expect(complain({ table: { printedAs: '14.7a' }, row }, 1, 'wrong')).toBeNull();
  expect(problems).toHaveLength(2);
});
