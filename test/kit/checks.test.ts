// The vocabulary of checks: each rule on the smallest edition that keeps it, and on one that breaks it. What a rule overlooks here every
// source would overlook.
import { describe, expect, it } from 'vitest';
import * as check from '#sources/kit/checks.ts';
import type { Examined } from '#sources/kit/source.ts';

type Edition = Examined<readonly number[], null>;

function edition(rows: readonly number[], name = '2024', sample = false): Edition {
  const release = { source: 'ashe', name, order: [name], year: null, provisional: false, released: null, sample } as const;
  return { release, rows, observations: null, needs: { get: () => undefined as never } };
}

function messages(rule: check.Rule<Edition>, now: Edition, previous: Edition | null = null): string[] {
  return [...rule(now, previous)].map(({ place, message }) => `${place}: ${message}`);
}

const numbered = ({ rows }: Edition) => rows.map((value, at): [string, number] => [`row ${at + 1}`, value]);

describe('severities', () => {
  it.each([
    [check.block, 'block'],
    [check.knownIssue, 'known-issue'],
    [check.info, 'info'],
  ] as const)('%o makes a check of its severity, which finds what all of its rules find', (make, severity) => {
    const made = make<readonly number[], null>(
      'name',
      'What is true.',
      check.within('it', numbered, [1, 2]),
      check.within('it', numbered, check.atMost(1)),
    );
    expect(made).toMatchObject({ name: 'name', severity, describe: 'What is true.' });
    expect(made.check(edition([2]), null)).toHaveLength(1);
    expect(made.check(edition([3]), null)).toHaveLength(2);
    expect(made.check(edition([1]), null)).toEqual([]);
  });
});

describe('within', () => {
  it.each([
    [check.exactly(3), 'expected 3 %'],
    [check.atLeast(6), 'expected at least 6 %'],
    [check.atMost(4), 'expected at most 4 %'],
    [[6, 7], 'expected 6 to 7 %'],
    [check.eitherWay(4), 'expected -4 to 4 %'],
  ] as const)('%o: the ends belong to the band, what lies outside is told with both', (band, expected) => {
    expect(messages(check.within('the share', numbered, band, { unit: '%' }), edition([5]))).toEqual([
      `row 1: the share is 5 %, ${expected}`,
    ]);
    expect(messages(check.within('it', numbered, band), edition(band.filter(Number.isFinite)))).toEqual([]);
  });
  it('a number that is not there is told where it is required', () => {
    const look = (): [string, number | null | undefined][] => [
      ['here', null],
      ['there', undefined],
    ];
    expect(messages(check.within('the total', look, [1, 2]), edition([]))).toEqual([]);
    expect(messages(check.within('the total', look, [1, 2], { required: true }), edition([]))).toEqual([
      'here: the total is missing, expected 1 to 2',
      'there: the total is missing, expected 1 to 2',
    ]);
  });
  it('a place is written out only where there is something to say', () => {
    let written = 0;
    const place = () => `place ${++written}`;
    expect(
      messages(
        check.within(
          'it',
          () => [
            [place, 1],
            [place, 5],
          ],
          [1, 2],
        ),
        edition([]),
      ),
    ).toEqual(['place 1: it is 5, expected 1 to 2']);
  });
});

describe('agree', () => {
  it('numbers are no texts, and nothing is not an empty text', () => {
    const look = (): [string, string | number | null | undefined, string | number | null, string?][] => [
      ['a', 'x', 'x'],
      ['b', 5, 5],
      ['c', '5', 5],
      ['d', undefined, ''],
      ['e', null, null],
      ['g', undefined, null],
      ['f', 'plain', 'shaded', 'the shading'],
    ];
    expect(messages(check.agree(look), edition([]))).toEqual([
      'c: found "5", expected "5"',
      'd: found nothing, expected ""',
      'f: the shading: found "plain", expected "shaded"',
    ]);
  });
});

describe('complete', () => {
  const axis = (found: readonly string[], open = false) =>
    messages(
      check.complete('codes', () => [['sheet', found, ['1', '2', '3']]], { open }),
      edition([]),
    );
  it('every member once, in any order', () => expect(axis(['3', '1', '2'])).toEqual([]));
  it('what is missing, surplus or doubled is told', () => {
    expect(axis(['1', '1', '9'])).toEqual([
      'sheet: the codes lack "2", "3", expected all 3',
      'sheet: the codes have "9", expected only the 3 known',
      'sheet: the codes have "1" more than once, expected each once',
    ]);
  });
  it('an open axis may have others too', () => expect(axis(['1', '2', '3', '9'], true)).toEqual([]));
});

it('unique names the first place', () => {
  const look = ({ rows }: Edition) => rows.map((key, at): [string, string] => [`row ${at + 1}`, String(key)]);
  expect(messages(check.unique('code', look), edition([1, 2, 1, 1]))).toEqual([
    'row 3: the code "1" stands twice, first at row 1',
    'row 4: the code "1" stands twice, first at row 1',
  ]);
});

it('rising passes over what is withheld, and lets equal values pass', () => {
  const ladder = (...values: (number | null)[]) =>
    messages(
      check.rising(() => [{ place: (name) => name, steps: values.map((value, at): [string, number | null] => [`p${at}`, value]) }]),
      edition([]),
    );
  expect(ladder(1, null, 1, 2)).toEqual([]);
  expect(ladder(3, null, 2)).toEqual(['p2: p2 is 2, below p0 with 3']);
  expect(ladder(3, 1, 2)).toEqual(['p1: p1 is 1, below p0 with 3']);
});

it('addUp keeps to its tolerance, in binary fractions too, and says nothing where a part is withheld', () => {
  const sum = (parts: readonly (number | null)[], whole: number | null, tolerance: number) =>
    messages(
      check.addUp(() => [['total', 'men and women', parts, whole, tolerance]], 'jobs'),
      edition([]),
    );
  expect(sum([0.1, 0.2], 0.3, 0)).toEqual([]);
  expect(sum([1, 2], 4, 1)).toEqual([]);
  expect(sum([1, 2], 4.5, 1)).toEqual(['total: men and women add up to 3 jobs, expected 4.5 within 1']);
  expect(sum([1, null], 99, 1)).toEqual([]);
  expect(sum([1, 2], null, 1)).toEqual([]);
});

describe('against the edition before', () => {
  const moved = (rows: readonly number[], before: readonly number[], share = 0) =>
    messages(
      check.moves(
        (now: Edition, previous) => now.rows.map((value, at) => [`row ${at + 1}`, value, previous?.rows[at]]),
        check.eitherWay(10),
        { share },
      ),
      edition(rows),
      edition(before, '2023'),
    );
  it('a movement beyond the band is told with both figures and the release', () => {
    expect(moved([110, 90], [100, 100])).toEqual([]);
    expect(moved([111], [100])).toEqual(['row 1: 111 after 100 in 2023: 11 %, expected -10 to 10 %']);
  });
  it('the exact change is judged, not the rounded one that is shown', () => {
    expect(moved([11004], [10000])).toEqual(['row 1: 11004 after 10000 in 2023: 10 %, expected -10 to 10 %']);
    const change = (now: number, band: check.Band) =>
      messages(
        check.moves(() => [['p', now, 100, '2023']], band),
        edition([]),
      );
    expect([change(80, check.noFallOf(20)), change(80.01, check.noFallOf(20))]).toEqual([
      ['p: 80 after 100 in 2023: -20 %, expected at least -20 %'],
      [],
    ]);
    expect([change(120, check.lessThan(20)).length, change(119.99, check.lessThan(20)).length]).toEqual([1, 0]);
  });
  it('what was 0, or is not there, has no percentage', () => expect(moved([5, 5], [0])).toEqual([]));
  it('so many single figures may move as the share says; where more do all are told', () => {
    expect(moved([200, 1, 1, 1], [100, 1, 1, 1], 0.25)).toEqual([]);
    expect(moved([200, 2, 1, 1], [100, 1, 1, 1], 0.25)).toHaveLength(2);
  });
  it('says nothing of the first edition', () => {
    const rule = check.against<Edition>(() => [{ place: 'p', message: 'm' }]);
    expect(messages(rule, edition([]))).toEqual([]);
    expect(messages(rule, edition([]), edition([]))).toEqual(['p: m']);
  });
});

it('a rule of one release holds in that release, and never in a sample', () => {
  const rule = check.inReleases(
    ['2024'],
    check.agree<Edition>(() => [['p', 1, 2]]),
  );
  expect(messages(rule, edition([], '2024'))).toHaveLength(1);
  expect(messages(rule, edition([], '2023'))).toEqual([]);
  expect(messages(rule, edition([], '2024', true))).toEqual([]);
});

it('moreThan lets a few pass, and tells all of more', () => {
  const rule = check.moreThan(2, check.within('it', numbered, check.atMost(0)));
  expect(messages(rule, edition([1, 1]))).toEqual([]);
  expect(messages(rule, edition([1, 1, 1]))).toHaveLength(3);
});

it('mostAre names what is not well where the share is too small', () => {
  const rule = check.mostAre<Edition>(
    ({ release }) => `ashe ${release.name}`,
    'profiles have no route',
    ({ rows }) => rows.map((row, at) => [`profile ${at}`, row > 0]),
    0.5,
  );
  expect(messages(rule, edition([1, 0]))).toEqual([]);
  expect(messages(rule, edition([1, 0, 0]))).toEqual(['ashe 2024: 2 of 3 profiles have no route: "profile 1", "profile 2"']);
  expect(messages(rule, edition([]))).toEqual([]);
});

it('an exception that matches nothing any more is to be taken out', () => {
  const rule = check.stillMatch<Edition>('sources/onet/corrections.ts', ({ rows }) => rows.map((row) => ['p', 'the correction', row > 0]));
  expect(messages(rule, edition([1, 0]))).toEqual([
    'p: the correction matches nothing any more: remove it from sources/onet/corrections.ts',
  ]);
});

it.each([
  [[3, 1, 2], 2],
  [[4, 1, 2, 3], 3],
  [[], undefined],
] as const)('the middle of %o is %o', (values, middle) => expect(check.middleOf(values)).toBe(middle));
it('shares and changes are in percent to one decimal', () => {
  expect([check.percentChange(110, 100), check.percentOf(1, 3), check.percentOf(1, 0), check.percentOf(1, null)]).toEqual([
    10,
    33.3,
    null,
    null,
  ]);
});

it('computes something once alone and once beside an edition before, whatever the order of the checks that ask', () => {
  const computed: (string | null)[] = [];
  const ask = check.once((_: { name: string }, previous: { name: string } | null) => computed.push(previous?.name ?? null));
  const [edition, before, other] = [{ name: 'now' }, { name: 'before' }, { name: 'other' }];
  for (const previous of [before, null, before, null, before]) ask(edition, previous);
  expect(computed).toEqual(['before', null]);
  ask(edition, other);
  expect(computed).toEqual(['before', null, 'other']);
});

it('computes once what looks at the edition alone, and does not look at an edition before', () => {
  let computed = 0;
  const ask = check.once((edition: { name: string }) => `${edition.name} ${(computed += 1)}`);
  const before = new Proxy(
    { name: 'before' },
    {
      get() {
        throw new Error('the edition before was looked at');
      },
    },
  );
  const edition = { name: 'now' };
  for (const previous of [before, null, before]) expect(ask(edition, previous)).toBe('now 1');
});
