// The nearest name of one that is missing, and when a file is another data set.
import { describe, expect, test } from 'vitest';
import { compare, describeDifferences } from '#compiler/probe/compare.ts';
import { verdictOn } from '#compiler/probe/judge.ts';
import type { LookedFor } from '#sources/kit/looked-for.ts';
import { LayoutError } from '#sources/kit/problem.ts';

const lookedFor = (
  wanted: readonly string[],
  there: readonly string[],
  what: LookedFor['what'] = 'column',
): LookedFor => ({
  place: 'a table',
  what,
  wanted: wanted.map((name) => ({ names: [name], found: there.includes(name) ? name : null })),
  there,
});
const verdictOf = (...lookedFor: readonly LookedFor[]) =>
  verdictOn({ stage: 'contents', error: new LayoutError([]), asked: [], lookedFor }).verdict;

test.each([
  ['Title', 'Reported Job Title'],
  ['Year', 'Quarter'],
])('%s is not almost %s', (wanted, there) => {
  expect(compare([lookedFor([wanted], [there])])[0]?.missing).toEqual([
    { names: [wanted], nearest: null },
  ]);
});

describe('what is missing decides', () => {
  const known = ['code', 'title', 'country', 'year', 'quarter', 'figure'];
  test.each([
    [
      'two columns, and one of them has one like it',
      ['title', 'figure'],
      ['titles', 'zzz'],
      'column-renamed',
    ],
    [
      'half of the columns, each with one like it',
      ['title', 'figure', 'year'],
      ['new title', 'new figure', 'the year'],
      'column-renamed',
    ],
  ])('%s', (_, gone, others, verdict) => {
    expect(
      verdictOf(lookedFor(known, [...known.filter((name) => !gone.includes(name)), ...others])),
    ).toBe(verdict);
  });

  test('a workbook with one of our two sheets is ours; with none it is another data set', () => {
    const sheets = (...there: readonly string[]) => [
      lookedFor(['Framework'], there, 'sheet'),
      lookedFor(['Descriptions'], there, 'sheet'),
    ];
    expect(verdictOf(...sheets('Framework', 'Tab 2'))).toBe('column-renamed');
    expect(verdictOf(...sheets('Tab 1', 'Tab 2'))).toBe('wrong-file');
  });
});

test('equal results of many places are one line, and a column that is there twice is said to be', () => {
  const place = (name: string): LookedFor => ({ ...lookedFor(['Title'], ['Titles']), place: name });
  const twice: LookedFor = {
    place: 'b',
    what: 'column',
    wanted: [{ names: ['year'], found: null }],
    there: ['Year', 'Year'],
  };
  expect(describeDifferences(compare([place('a'), place('b'), place('c'), twice]))).toEqual([
    'column "Title" is missing in a and 2 more; almost the same there: "Titles"',
    'column "year" is there more than once in b',
  ]);
});
