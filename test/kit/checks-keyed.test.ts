// The comparison of keyed tables, on a table of sixty rows: what moves, changes places or goes
// since the edition before, and what a sound release does.
import { expect, it, test } from 'vitest';
import { type KeyedRow, type KeyedTable, keyedCheck } from '#sources/kit/checks-keyed.ts';
import type { Examined, Release } from '#sources/kit/release.ts';
import { needsOf } from '../sources/examine.ts';

type Edition = Examined<readonly string[], readonly KeyedRow[]>;

const jobs = ['Midwife', 'Brewer', 'Farmer', 'Welder', 'Singer', 'Tailor'];
/** Sixty jobs, each with requirements of its own, one of four levels, and a rating. */
const sound: readonly KeyedRow[] = Array.from({ length: 60 }, (_, at) => ({
  key: `k${at}`,
  name: `${jobs[at % jobs.length]} ${Math.floor(at / jobs.length)}`,
  values: {
    requirements: `You need at least ${at + 3} years and a licence of kind ${at * 7}.`,
    'other requirements': at % 3 === 0 ? '' : `A medical test of kind ${at}.`,
    level: `${2 + ((at * 5) % 4)}`,
    interests: [1, 2, 3].map((factor) => ((at * factor * 13) % 61) / 10).join(' '),
  },
}));

const table: KeyedTable<Edition> = {
  name: 'jobs',
  rows: ({ observations }) => observations,
  columns: {
    requirements: { changes: 0.1 },
    'other requirements': { changes: 0.1 },
    level: { changes: 0.1 },
    interests: { changes: 1, isRating: true },
  },
  lost: 0.05,
};
const { check } = keyedCheck<readonly string[], readonly KeyedRow[]>(table);

const release = (name: string): Release => ({
  source: 'onet',
  name,
  order: [name],
  year: null,
  provisional: false,
  released: null,
  sample: false,
});
const editionOf = (rows: readonly KeyedRow[], name: string): Edition => ({
  release: release(name),
  rows: [],
  observations: rows,
  needs: needsOf({}),
});
const found = (rows: readonly KeyedRow[], before: readonly KeyedRow[] = sound) =>
  check(editionOf(rows, '2'), editionOf(before, '1')).map(
    ({ place, message }) => `${place}: ${message}`,
  );

type Column = 'requirements' | 'other requirements' | 'level' | 'interests';
/** The rows with the values of a column taken from other rows. */
const taken = (column: Column, from: (at: number) => number) =>
  sound.map((row, at) => ({
    ...row,
    values: { ...row.values, [column]: sound[from(at)]?.values[column] ?? '' },
  }));
const exchanged = (one: number, other: number) => (at: number) =>
  at === one ? other : at === other ? one : at;
/** Nearly all ratings move a little between two releases. */
const rated = (rows: readonly KeyedRow[]) =>
  rows.map((row, at) => ({
    ...row,
    values: {
      ...row.values,
      interests: (row.values['interests'] ?? '')
        .split(' ')
        .map((text, place) => Number(text) + ((at + place) % 5) / 100)
        .join(' '),
    },
  }));
const swapped = (isSwapped: (at: number) => boolean) =>
  sound.map((row, at) => ({
    ...row,
    values: isSwapped(at)
      ? {
          ...row.values,
          requirements: row.values['other requirements'] ?? '',
          'other requirements': row.values['requirements'] ?? '',
        }
      : row.values,
  }));

test.each<[string, readonly KeyedRow[], RegExp]>([
  [
    'two texts exchanged',
    taken('requirements', exchanged(0, 1)),
    /^onet 2 jobs, requirements: 2 values have moved since 1: The requirements of Midwife 0 are those of Brewer 0; The requirements of Brewer 0 are those of Midwife 0$/,
  ],
  [
    'a text copied over its neighbour',
    taken('requirements', (at) => (at === 9 ? 8 : at)),
    /: 1 value has moved/,
  ],
  [
    'two texts exchanged, with other blanks',
    taken('requirements', exchanged(0, 1)).map((row) => ({
      ...row,
      values: { ...row.values, requirements: ` ${row.values['requirements']}\n` },
    })),
    /: 2 values have moved since 1/,
  ],
  [
    'a run of texts shifted',
    taken('requirements', (at) => (at > 20 && at < 40 ? at - 1 : at)),
    /: 19 values have moved/,
  ],
  [
    'two neighbours exchanged where few values are distinct',
    taken('level', exchanged(10, 11)),
    /jobs, level: 2 values have moved since 1: The level of .* is that of/,
  ],
  [
    'nothing but two rows exchanged where few values are distinct',
    taken('level', exchanged(10, 33)),
    /jobs, level: 2 values have moved since 1: /,
  ],
  [
    'a few values copied over their neighbours where few are distinct',
    taken('level', (at) => (at % 12 === 7 ? at - 1 : at)),
    /jobs, level: 5 values have moved since 1: /,
  ],
  [
    'a few neighbours exchanged, and other changes',
    taken('level', (at) => {
      if (at === 50) return 52;
      return [10, 20, 30].includes(at) ? at + 1 : [11, 21, 31].includes(at) ? at - 1 : at;
    }),
    /jobs, level: \d values have moved since 1: /,
  ],
  [
    'a run shifted where few values are distinct',
    taken('level', (at) => (at > 20 && at < 30 ? at - 1 : at)),
    /jobs, level: \d+ values have moved/,
  ],
  [
    'ratings shifted',
    rated(taken('interests', (at) => Math.max(0, at - 1))),
    /jobs, interests: \d\d values have moved/,
  ],
  [
    'two ratings exchanged',
    rated(taken('interests', exchanged(7, 33))),
    /jobs, interests: 2 values have moved/,
  ],
  [
    'two columns exchanged',
    swapped(() => true),
    /jobs: requirements and other requirements have changed places since 1 in 60 rows: /,
  ],
  [
    'two columns exchanged in one row',
    swapped((at) => at === 22),
    /jobs: requirements and other requirements have changed places since 1 in 1 rows: /,
  ],
  [
    'three texts in the column that was empty',
    swapped((at) => [0, 21, 42].includes(at)),
    /jobs: requirements and other requirements have changed places since 1 in 3 rows: /,
  ],
  [
    'keys lost',
    sound.filter((_, at) => at % 10 !== 3),
    /^onet 2 jobs: 6 of 60 jobs of 1 are gone, expected at most 3: /,
  ],
  [
    'values that became empty',
    taken('requirements', (at) => (at % 20 === 3 ? -1 : at)),
    /: 3 of 60 have become empty since 1, expected at most 2: /,
  ],
  [
    'more changes than usual',
    sound.map((row, at) => ({
      ...row,
      values: {
        ...row.values,
        ...(at % 6 === 0 ? { requirements: `You need nothing ${at}.` } : {}),
      },
    })),
    /: 10 of 60 have changed since 1, expected at most 6: /,
  ],
  [
    'texts cut at one length',
    sound.map((row, at) => ({
      ...row,
      values: {
        ...row.values,
        ...(at < 4 ? { requirements: (row.values['requirements'] ?? '').slice(0, 30) } : {}),
      },
    })),
    /: 4 have lost their ends since 1: /,
  ],
])('%s', (_, rows, message) => {
  expect(found(rows)).toEqual(expect.arrayContaining([expect.stringMatching(message)]));
  for (const { message: text } of check(editionOf(rows, '2'), editionOf(sound, '1')))
    expect(text.length).toBeLessThan(300);
});

test.each<[string, readonly KeyedRow[], before?: readonly KeyedRow[]]>([
  ['nothing changed', sound],
  ['another order', sound.toReversed()],
  ['all ratings moved a little', rated(sound)],
  [
    'numbers with a digit less',
    sound.map((row, at) => ({
      ...row,
      values: { ...row.values, ...(at % 20 === 0 ? { 'other requirements': '1.2' } : {}) },
    })),
    sound.map((row, at) => ({
      ...row,
      values: { ...row.values, ...(at % 20 === 0 ? { 'other requirements': '1.25' } : {}) },
    })),
  ],
  [
    'a few new texts, and a level',
    sound.map((row, at) => ({
      ...row,
      values: {
        ...row.values,
        ...(at % 20 === 0 ? { requirements: `New ${at}.` } : {}),
        ...(at === 17 ? { level: '5' } : {}),
      },
    })),
  ],
  [
    'a key that is renamed, which takes its texts along',
    sound.map((row, at) => (at === 4 ? { ...row, key: 'new' } : row)),
  ],
  ['one text in the column that was empty', swapped((at) => at === 21)],
  [
    'two levels that a neighbour does not have',
    sound.map((row, at) => ({
      ...row,
      values: { ...row.values, ...([17, 40].includes(at) ? { level: '5' } : {}) },
    })),
  ],
  ['a table that the release does not have', []],
])('is sound: %s', (_, rows, before = sound) => expect(found(rows, before)).toEqual([]));

it('holds a value that one row has lost and another has got', () => {
  const withLevels = (one: string, other: string) =>
    sound.map((row, at) => {
      const level = at === 5 ? one : at === 44 ? other : (row.values['level'] ?? '');
      return { ...row, values: { ...row.values, level } };
    });
  expect(found(withLevels('3', ''), withLevels('', '3'))).toEqual([
    expect.stringMatching(/jobs, level: 2 values have moved since 1: /),
  ]);
});

it('compares nothing with no edition before', () =>
  expect(check(editionOf(sound, '2'), null)).toEqual([]));
