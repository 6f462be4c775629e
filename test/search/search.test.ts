// The contract's four search rules, and the ways in which people write a job title, on a small
// index made by hand and on the sample.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unitGroups } from '#sources/kit/sample/classification.ts';
import { buildTitleIndex, type TitleEntry } from '#sources/soc-index/build-title-index.ts';
import { editDistance } from '#server/search/edit-distance.ts';
import { stemOf } from '#server/search/normalise.ts';
import { pack, unpack } from '#server/search/pack.ts';
import { loadTitleIndex, search } from '#server/search/search.ts';
import { typedRows } from '../golden.ts';
import { Vocabulary } from '#server/search/vocabulary.ts';

const entry = ([
  inverted = '',
  title = '',
  soc2020 = '',
  qualifier,
]: readonly string[]): TitleEntry => ({
  inverted,
  title,
  soc2020,
  qualifier: qualifier ?? null,
});

const document = buildTitleIndex({
  unitGroups,
  entries: typedRows(new URL('titles.tsv', import.meta.url)).map(entry),
  crossReferences: [
    { from: 'Chartered engineer', to: 'Engineer', qualifier: 'professional' },
    { from: 'Nothing', to: 'Title that is not there', qualifier: '' },
  ],
  abbreviations: [
    { short: 'mfr', long: 'Manufacturing' },
    { short: 'HGV', long: 'Heavy Goods Vehicle' },
    { short: 'r and d', long: 'Research and development' },
  ],
});
const index = loadTitleIndex(document);
const first = (query: string) => search(index, query, 10)[0];

/** The queries of a row with what they find first, of those that do not find this so. */
const others = (queries: string, soc2020: string, isExact: boolean) =>
  queries
    .split(' | ')
    .map((query) => ({ query, match: first(query) }))
    .filter(({ match }) => {
      if (match?.soc2020 !== soc2020) return true;
      return isExact
        ? match.confidence !== 1 || match.matchType !== 'exact'
        : match.confidence >= 1 || match.confidence < 0.5 || match.matchType === 'exact';
    });

it.each([
  [
    '2134',
    'software engineer | Engineer, software | engineer software |   SOFTWARE   ' +
      'ENGINEER  | software-engineer',
  ],
  ['8222', 'fork-lift truck driver | driver, truck, lift, fork'],
  ['9253', "driver's mate | driver’s mate | drivers mate | drivers' mate | mate, driver's"],
  ['9263', 'cafe worker | CAFÉ WORKER'],
  // The very writing comes before the same words written otherwise.
  ['9229', 'chimney cleaner'],
  ['9223', 'chimney clean-er'],
])('exactly %s: %s', (soc2020, queries) => expect(others(queries, soc2020, true)).toEqual([]));

it.each([
  [
    '2134',
    'sofware enginer | sotfware engineer | zoftware engineer | softwareengineer | softw ' +
      '| software eng',
  ],
  ['8222', 'forklift truck driver'],
  ['2161', 'r&d manager'],
  ['8211', 'heavy goods vehicle drivers'],
])('nearly %s: %s', (soc2020, queries) => expect(others(queries, soc2020, false)).toEqual([]));

describe('a search', () => {
  const found = (query: string) =>
    search(index, query, 10).map(({ soc2020, matchType }) => `${soc2020} ${matchType}`);

  it('returns the groups of a title: bare title, most entries, then code', () => {
    const shares = search(index, 'nurse', 10).map(({ soc2020, qualifier, confidence, groups }) => [
      soc2020,
      qualifier,
      confidence,
      groups,
    ]);
    expect(shares.slice(0, 3)).toEqual([
      ['2237', null, 0.667, 3],
      ['6131', 'grade A, B', 0.167, 3],
      ['6133', 'dental practice', 0.167, 3],
    ]);
    expect(found('nurse').slice(0, 3)).toEqual([
      '2237 ambiguous',
      '6131 ambiguous',
      '6133 ambiguous',
    ]);
    expect(search(index, 'engineer', 3).map(({ soc2020 }) => soc2020)).toEqual([
      '5234',
      '2121',
      '2122',
    ]);
  });
  it('keeps similar-sounding jobs apart', () => {
    expect([found('baker'), found('banker'), found('baner')]).toEqual([
      ['5432 exact'],
      ['2422 exact'],
      ['2422 fuzzy', '5432 fuzzy'],
    ]);
    expect(
      search(index, 'nursery nurse', 10).find(({ soc2020 }) => soc2020 === '1211')?.confidence ?? 0,
    ).toBeLessThan(0.8);
  });
  it('follows a cross-reference, to the qualifiers it names alone', () => {
    expect(found('Chartered engineer').filter((one) => one.endsWith('reference'))).toEqual([
      '2121 reference',
      '2122 reference',
    ]);
    expect([found('chartered enginer')[0], document.aliases.length]).toEqual(['2121 reference', 1]);
  });
  it.each([
    ['nurses', 'fuzzy'],
    ['enginer sofware', 'fuzzy'],
    ['software eng', 'prefix'],
    ['software tester', 'partial'],
    ['senior software engineer', 'partial'],
    [' 2134 ', 'code'],
  ])('says how "%s" matches: %s', (query, matchType) =>
    expect(first(query)).toMatchObject({ soc2020: expect.any(String), matchType }),
  );
  it.each([
    ['plumber (part time)', 'part time'],
    ['Leeds City Council: plumber, nights', 'Leeds City Council | nights'],
    ['I work as a plumber for Smith & Sons Ltd', 'I work as a | for Smith & Sons Ltd'],
    ['senior plumber grade 5 £25,000 pa', 'senior | grade 5 £25,000 pa'],
  ])('sets aside what is not the job in "%s"', (query, aside) =>
    expect(first(query)).toMatchObject({
      matchedTitle: 'Plumber',
      matchType: 'partial',
      confidence: 0.98,
      setAside: aside.split(' | '),
    }),
  );
  it.each([
    'best paid jobs',
    'jobs near me',
    'works in an office',
    'asdf',
    'student',
    'gyrrwr lori',
    'athro',
    'how much do people earn',
  ])('finds no job in "%s"', (query) => expect(search(index, query, 10)).toEqual([]));
});

describe('every answer', () => {
  const titles = 'software engineer enginer nurse manager computer driver';
  const oddities = "driver's mate café civil x HGV & ,";
  const words = fc.constantFrom(...`${titles} ${oddities}`.split(' '));
  const queries = fc.oneof(
    fc.array(words, { maxLength: 6 }).map((list) => list.join(' ')),
    fc.string({ maxLength: 30 }),
  );
  it('groups are unique, limited, and ordered by falling confidence', () => {
    fc.assert(
      fc.property(queries, fc.integer({ min: 1, max: 50 }), (query, limit) => {
        const matches = search(index, query, limit);
        expect(matches.length).toBeLessThanOrEqual(limit);
        expect(new Set(matches.map(({ soc2020 }) => soc2020)).size).toBe(matches.length);
        matches.forEach(({ confidence, matchType }, place) => {
          expect(confidence).toBeGreaterThan(0);
          expect(confidence === 1).toBe(matchType === 'exact' || matchType === 'code');
          expect(confidence).toBe(Math.round(confidence * 1000) / 1000);
          if (place > 0)
            expect(confidence).toBeLessThanOrEqual(matches[place - 1]?.confidence ?? 0);
        });
        expect(search(index, query, limit)).toEqual(matches);
        expect(search(index, query, 50).slice(0, limit)).toEqual(matches);
      }),
      { numRuns: 300 },
    );
  });
});

it('the stored index keeps the inverted order as cuts, and lone letters not at all', () => {
  const small = buildTitleIndex({
    unitGroups,
    entries: [
      ['Driver, truck, lift, fork', 'Fork lift truck driver', '8222'],
      ['Driver, forklift', 'Fork-lift driver', '8222'],
      ['m', 'Customer experience leader', '9223'],
    ].map(entry),
    crossReferences: [],
    abbreviations: [],
  });
  expect(small.titles.text).toBe(
    'Customer experience leaderFork lift truck driverFork-lift driver',
  );
  expect([...unpack(small.titles.lengths)]).toEqual([26, 22, 16]);
  expect([...unpack(small.cuts)]).toEqual([0, 0b111, 0]);
  const words = small.words.split(' ');
  expect(
    small.forms.map(({ title, words: places }) => [
      title,
      [...unpack(places)].map((place) => words[place]),
    ]),
  ).toEqual([[2, ['driver', 'forklift']]]);
  expect(
    search(loadTitleIndex(small), 'm', 10).filter(({ confidence }) => confidence === 1),
  ).toEqual([]);
});

it('packed numbers come back as they were, and others cannot be packed', () => {
  const comesBack = (numbers: number[]) => [...unpack(pack(numbers))].join() === numbers.join();
  fc.assert(fc.property(fc.array(fc.integer({ min: 0, max: 2 ** 30 })), comesBack));
  for (const number of [-1, 0.5, 2 ** 31])
    expect(() => pack([number]), String(number)).toThrow(/cannot be packed/);
});

it.each(
  (
    'drivers driver | batteries battery | classes class | men men | workmen workman | ' +
    'glass glass | tyres tire | jewellers jeweler | ' +
    'programme program | programmers programmer | colourist colorist | tour tour | ' +
    'filler filler | organiser organizer | centre center | ' +
    'paediatrician pediatrician | draughtsmen draftsman | advisor advizer | adviser advizer'
  )
    .split(' | ')
    .map((pair) => pair.split(' ') as [string, string]),
)('the stem of %s is %s', (word, stem) =>
  expect([stemOf(word), stemOf(stem)]).toEqual([stem, stem]),
);

const word = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', 'é', 'ш', '1'),
  minLength: 1,
  maxLength: 9,
});
const sorted = (words: readonly string[]) =>
  [...new Set(words)].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
it('the vocabulary finds every word within one or two edits, and no other', () => {
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 40 }),
      word,
      fc.integer({ min: 1, max: 2 }),
      (list, typed, limit) => {
        const words = sorted(list);
        const near = new Vocabulary(words.join(' '))
          .near(typed, limit)
          .map(({ place, distance }) => `${words[place]} ${distance}`);
        const expected = words
          .map((other) => [other, editDistance(typed, other, limit)] as const)
          .filter(([, distance]) => distance > 0 && distance <= limit);
        expect(near.sort()).toEqual(
          expected.map(([other, distance]) => `${other} ${distance}`).sort(),
        );
      },
    ),
    { numRuns: 2000 },
  );
});

it('editDistance agrees with the plain definition', () => {
  const plain = (a: string, b: string): number => {
    const table = Array.from({ length: a.length + 1 }, (_, row) =>
      Array.from({ length: b.length + 1 }, (_, column) => row || column),
    );
    const at = (row: number, column: number) => table[row]?.[column] ?? 0;
    for (let row = 0; row <= a.length; row++)
      for (let column = 0; column <= b.length; column++) {
        const steps = [
          row > 0 ? at(row - 1, column) + 1 : Infinity,
          column > 0 ? at(row, column - 1) + 1 : Infinity,
        ];
        if (row > 0 && column > 0)
          steps.push(at(row - 1, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1));
        if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
          steps.push(at(row - 2, column - 2) + 1);
        table[row]?.splice(column, 1, row + column === 0 ? 0 : Math.min(...steps));
      }
    return at(a.length, b.length);
  };
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
  const limits = fc.integer({ min: 0, max: 5 });
  const agrees = (a: string, b: string, limit: number) =>
    editDistance(a, b, limit) === Math.min(plain(a, b), limit + 1);
  fc.assert(fc.property(text, text, limits, agrees), { numRuns: 3000 });
  expect([
    editDistance('nurse', 'nruse', 2),
    editDistance('kitten', 'sitting', 2),
    editDistance('ca', 'abc', 3),
  ]).toEqual([1, 3, 3]);
});
