// The vocabulary of checks: each rule on the smallest edition that keeps it, and on one that breaks it. What a rule overlooks here every
// source would overlook.
import { describe, expect, it } from 'vitest';
import * as check from '#sources/kit/checks.ts';
import type { Examined } from '#sources/kit/source.ts';

type Edition = Examined<readonly number[], null>;

function edition(rows: readonly number[] = [], name = '2024', sample = false): Edition {
  const release = { source: 'ashe', name, order: [name], year: null, provisional: false, released: null, sample } as const;
  return { release, rows, observations: null, needs: { get: () => undefined as never } };
}

function messages(rule: check.Rule<Edition>, now: Edition = edition(), previous: Edition | null = null): string[] {
  return [...rule(now, previous)].map(({ place, message }) => `${place}: ${message}`);
}

const numbered = ({ rows }: Edition) => rows.map((value, at): [string, number] => [`row ${at + 1}`, value]);

it.each([
  [check.block, 'block'],
  [check.knownIssue, 'known-issue'],
  [check.info, 'info'],
] as const)('%o makes a check of its severity, which finds what all of its rules find', (make, severity) => {
  const rules = [check.within('it', numbered, [1, 2]), check.within('it', numbered, check.atMost(1))];
  const made = make<readonly number[], null>('name', 'What is true.', ...rules);
  expect(made).toMatchObject({ name: 'name', severity, describe: 'What is true.' });
  expect([1, 2, 3].map((value) => [...made.check(edition([value]), null)].length)).toEqual([0, 1, 2]);
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
    expect(messages(check.within('the total', look, [1, 2]))).toEqual([]);
    expect(messages(check.within('the total', look, [1, 2], { required: true }))).toEqual([
      'here: the total is missing, expected 1 to 2',
      'there: the total is missing, expected 1 to 2',
    ]);
  });
});

it.each<[string | number | null | undefined, string | number | null, string[]]>([
  ['5', 5, ['a: what: found "5", expected "5"']],
  [undefined, '', ['a: what: found nothing, expected ""']],
  [undefined, null, []],
])('agree: %j beside %j', (found, expected, said) => expect(messages(check.agree(() => [['a', found, expected, 'what']]))).toEqual(said));

it.each<[string, string[], boolean, string[]]>([
  ['every member once, in any order', ['3', '1', '2'], false, []],
  [
    'what is missing, surplus or doubled',
    ['1', '1', '9'],
    false,
    ['lack "2", "3", expected all 3', 'have "9", expected only the 3 known', 'have "1" more than once, expected each once'],
  ],
  ['others of an open axis', ['1', '2', '3', '9'], true, []],
])('complete: %s', (_, found, open, said) => {
  const rule = check.complete('codes', () => [['sheet', found, ['1', '2', '3']]], { open });
  expect(messages(rule)).toEqual(said.map((text) => `sheet: the codes ${text}`));
});

it('unique names the first place', () => {
  const look = ({ rows }: Edition) => rows.map((key, at): [string, string] => [`row ${at + 1}`, String(key)]);
  expect(messages(check.unique('code', look), edition([1, 2, 1, 1]))).toEqual([
    'row 3: the code "1" stands twice, first at row 1',
    'row 4: the code "1" stands twice, first at row 1',
  ]);
});

it.each([
  [[1, null, 1, 2], []],
  [[3, null, 2], ['p2: p2 is 2, below p0 with 3']],
  [[3, 1, 2], ['p1: p1 is 1, below p0 with 3']],
])('rising: %j', (values, said) => {
  const steps = values.map((value, at): [string, number | null] => [`p${at}`, value]);
  expect(messages(check.rising(() => [{ place: (name) => name, steps }]))).toEqual(said);
});

it.each<[(number | null)[], number | null, number, string[]]>([
  [[0.1, 0.2], 0.3, 0, []],
  [[1, 2], 4, 1, []],
  [[1, 2], 4.5, 1, ['total: men and women add up to 3 jobs, expected 4.5 within 1']],
  [[1, null], 99, 1, []],
  [[1, 2], null, 1, []],
])('addUp: %j to %j within %d', (parts, whole, tolerance, said) =>
  expect(messages(check.addUp(() => [['total', 'men and women', parts, whole, tolerance]], 'jobs'))).toEqual(said),
);

describe('against the edition before', () => {
  const moved = (rows: readonly number[], before: readonly number[], share = 0) => {
    const look = (now: Edition, previous: Edition | null) =>
      now.rows.map((value, at) => [`row ${at + 1}`, value, previous?.rows[at]] as const);
    return messages(check.moves(look, check.eitherWay(10), { share }), edition(rows), edition(before, '2023'));
  };
  it.each<[string, number[], number[], string[]]>([
    ['at the ends of the band', [110, 90], [100, 100], []],
    ['beyond the band', [111], [100], ['row 1: 111 after 100 in 2023: 11 %, expected -10 to 10 %']],
    ['by the exact change, not the rounded one', [11004], [10000], ['row 1: 11004 after 10000 in 2023: 10 %, expected -10 to 10 %']],
  ])('moves %s', (_, rows, before, said) => expect(moved(rows, before)).toEqual(said));
  it('so many single figures may move as the share says; where more do all are told', () => {
    expect(moved([200, 1, 1, 1], [100, 1, 1, 1], 0.25)).toEqual([]);
    expect(moved([200, 2, 1, 1], [100, 1, 1, 1], 0.25)).toHaveLength(2);
  });
  it('against says nothing of the first edition', () => {
    const rule = check.against<Edition>(() => [{ place: 'p', message: 'm' }]);
    expect([messages(rule), messages(rule, edition(), edition())]).toEqual([[], ['p: m']]);
  });
});

it('a rule of one release holds in that release, and never in a sample', () => {
  const rule = check.inReleases(
    ['2024'],
    check.agree<Edition>(() => [['p', 1, 2]]),
  );
  const of = (name: string, sample = false) => messages(rule, edition([], name, sample)).length;
  expect([of('2024'), of('2023'), of('sample-2024', true)]).toEqual([1, 0, 0]);
});

it('moreThan lets a few pass, and tells all of more', () => {
  const rule = check.moreThan(2, check.within('it', numbered, check.atMost(0)));
  expect([messages(rule, edition([1, 1])).length, messages(rule, edition([1, 1, 1])).length]).toEqual([0, 3]);
});

it('mostAre names what is not well where the share is too small', () => {
  const look = ({ rows }: Edition) => rows.map((row, at) => [`profile ${at}`, row > 0] as const);
  const rule = check.mostAre<Edition['rows'], Edition['observations']>('profiles have no route', look, 0.5);
  expect([messages(rule, edition([1, 0])), messages(rule)]).toEqual([[], []]);
  expect(messages(rule, edition([1, 0, 0]))).toEqual(['ashe 2024: 2 of 3 profiles have no route: "profile 1", "profile 2"']);
});

it('an exception that matches nothing any more is to be taken out', () => {
  const rule = check.stillMatch<Edition>('sources/onet/corrections.ts', ({ rows }) => rows.map((row) => ['p', 'the correction', row > 0]));
  expect(messages(rule, edition([1, 0]))).toEqual([
    'p: the correction matches nothing any more: remove it from sources/onet/corrections.ts',
  ]);
});

describe('once', () => {
  const [now, before, other] = [{ name: 'now' }, { name: 'before' }, { name: 'other' }];
  it('computes alone and beside an edition before, whatever the order of the checks that ask', () => {
    const computed: (string | null)[] = [];
    const ask = check.once((_: typeof now, previous: typeof now | null) => computed.push(previous?.name ?? null));
    for (const previous of [before, null, before, null, before, other]) ask(now, previous);
    expect(computed).toEqual(['before', null, 'other']);
  });
  it('computes once what looks at the edition alone, and does not look at an edition before', () => {
    let computed = 0;
    const ask = check.once((edition: typeof now) => `${edition.name} ${(computed += 1)}`);
    const untouched = new Proxy(before, { get: () => expect.fail('the edition before was looked at') });
    for (const previous of [untouched, null, untouched]) expect(ask(now, previous)).toBe('now 1');
  });
});
