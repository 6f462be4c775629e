// The vocabulary of checks: each rule on the smallest edition that keeps it, and on one that breaks
// it. What a rule overlooks here every source would overlook.
import { describe, expect, it, test } from 'vitest';
import * as check from '#sources/kit/checks.ts';
import type { Examined } from '#sources/kit/release.ts';

type Edition = Examined<readonly number[], null>;

function edition(rows: readonly number[] = [], name = '2024', sample = false): Edition {
  const release = {
    source: 'ashe',
    name,
    order: [name],
    year: null,
    provisional: false,
    released: null,
    sample,
  } as const;
  return {
    release,
    rows,
    observations: null,
    needs: { get: () => expect.fail('no rule asks for what other sources have read') },
  };
}

function messages(
  rule: check.Rule<Edition>,
  now: Edition = edition(),
  previous: Edition | null = null,
): string[] {
  return [...rule(now, previous)].map(({ place, message }) => `${place}: ${message}`);
}

const numbered = ({ rows }: Edition) =>
  rows.map((value, at): [string, number] => [`row ${at + 1}`, value]);

describe('within', () => {
  it.each([
    [check.exactly(3), 'expected 3%'],
    [check.atLeast(6), 'expected at least 6%'],
    [check.atMost(4), 'expected at most 4%'],
    [[6, 7], 'expected 6 to 7%'],
    [check.eitherWay(4), 'expected -4 to 4%'],
  ] as const)(
    '%o: the ends belong to the band, what lies outside is told with both',
    (band, expected) => {
      expect(
        messages(check.within('the share', numbered, band, { unit: '%' }), edition([5])),
      ).toEqual([`row 1: the share is 5%, ${expected}`]);
      expect(
        messages(check.within('it', numbered, band), edition(band.filter(Number.isFinite))),
      ).toEqual([]);
    },
  );
});

it.each<[string, string[], boolean, string[]]>([
  ['every member once, in any order', ['3', '1', '2'], false, []],
  [
    'what is missing, surplus or doubled',
    ['1', '1', '9'],
    false,
    [
      'lack "2", "3", expected all 3',
      'have "9", expected only the 3 known',
      'have "1" more than once, expected each once',
    ],
  ],
  ['others of an open axis', ['1', '2', '3', '9'], true, []],
])('complete: %s', (_, found, open, said) => {
  const rule = check.complete(
    'codes',
    () => [{ place: 'sheet', found, expected: ['1', '2', '3'] }],
    { open },
  );
  expect(messages(rule)).toEqual(said.map((text) => `sheet: the codes ${text}`));
});

it.each([
  [[1, null, 1, 2], []],
  [[3, null, 2], ['p2: p2 is 2, below p0 with 3']],
  [[3, 1, 2], ['p1: p1 is 1, below p0 with 3']],
])('rising: %j', (values, said) => {
  const steps = values.map((value, at): [string, number | null] => [`p${at}`, value]);
  expect(messages(check.rising(() => [{ place: (name) => name, steps }]))).toEqual(said);
});

describe('against the edition before', () => {
  const moved = (rows: readonly number[], before: readonly number[]) => {
    const look = (now: Edition, previous: Edition | null) =>
      now.rows.map((value, index) => ({
        place: `row ${index + 1}`,
        now: value,
        before: previous?.rows[index],
      }));
    return messages(check.moves(look, check.eitherWay(10)), edition(rows), edition(before, '2023'));
  };
  it.each<[string, number[], number[], string[]]>([
    ['at the ends of the band', [110, 90], [100, 100], []],
    ['beyond the band', [111], [100], ['row 1: 111 after 100 in 2023: 11%, expected -10 to 10%']],
    [
      'by the exact change, not the rounded one',
      [11004],
      [10000],
      ['row 1: 11004 after 10000 in 2023: 10%, expected -10 to 10%'],
    ],
  ])('moves %s', (_, rows, before, said) => expect(moved(rows, before)).toEqual(said));
});

test('what looks at the edition alone is computed once', () => {
  let computed = 0;
  const ask = check.once((now: { readonly name: string }) => `${now.name} ${(computed += 1)}`);
  const now = { name: 'now' };
  expect([ask(now), ask(now), ask({ name: 'other' })]).toEqual(['now 1', 'now 1', 'other 2']);
});

test('comparisons are computed once alone and once per earlier edition', () => {
  const now = { name: 'now' };
  const before = { name: 'before' };
  const other = { name: 'other' };
  const computed: (string | null)[] = [];
  const ask = check.onceWithPrevious((_: typeof now, previous: typeof now | null) =>
    computed.push(previous?.name ?? null),
  );
  for (const previous of [before, null, before, null, before, other]) ask(now, previous);
  expect(computed).toEqual(['before', null, 'other']);
});

test('a check compares if it says so, and one that looks at the edition before says so', () => {
  const rule = check.moves<readonly number[], null>(
    (now, previous) => [{ place: 'all', now: now.rows.length, before: previous?.rows.length }],
    [-5, 5],
  );
  const comparing = check.comparing.block('size', 'The size stays.', rule);
  expect(comparing).toMatchObject({ name: 'size', severity: 'block', compares: true });
  expect(comparing.check(edition([1]), edition([1, 2]))).toHaveLength(1);
  const silent = check.block('size', 'The size stays.', rule);
  for (const previous of [edition([1, 2]), null])
    expect(() => silent.check(edition([1]), previous)).toThrow(
      'the check "size" looks at the edition before: declare it with check.comparing',
    );
});
