// The contract's four search rules, and the ways in which people write a job title, on a small index made by hand and on the sample.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unitGroups } from '#sources/kit/sample/classification.ts';
import { buildTitleIndex, type TitleEntry } from '#sources/soc-index/build-title-index.ts';
import { editDistance } from '#server/search/edit-distance.ts';
import { stemOf } from '#server/search/normalise.ts';
import { pack, unpack } from '#server/search/pack.ts';
import { loadTitleIndex, search } from '#server/search/search.ts';
import { Vocabulary } from '#server/search/vocabulary.ts';

/** `Engineer, software | Software engineer | 2134` and, where there is one, `| qualifier`. */
function entry(line: string): TitleEntry {
  const [inverted = '', title = '', soc2020 = '', qualifier] = line.split('|').map((part) => part.trim());
  return { inverted, title, soc2020, qualifier: qualifier ?? null };
}

const document = buildTitleIndex({
  unitGroups,
  entries: [
    'Engineer, software | Software engineer | 2134',
    'Engineer, service, software | Software service engineer | 5242',
    'Nurse | Nurse | 2237',
    'Nurse | Nurse | 6131 | grade A, B',
    'Nurse | Nurse | 6133 | dental practice',
    'Nurse, nursery | Nursery nurse | 6111',
    'Manager, nursery | Nursery manager | 1211 | horticulture',
    'Engineer | Engineer | 2121 | professional, civil',
    'Engineer | Engineer | 2121 | professional, highway',
    'Engineer | Engineer | 5234 | nos: aircraft maintenance',
    'Engineer | Engineer | 2122 | professional, mechanical',
    'Manager | Manager | 2132 | computer services',
    'Manager | Manager | 1131 | accountancy',
    'Manager | Manager | 1121 | textile mfr',
    'Caretaker | Caretaker | 6232',
    'Driver, truck, lift, fork | Fork lift truck driver | 8222',
    "Mate, driver's | Driver's mate | 9253",
    "Assistant, builders' | Builders' assistant | 9129",
    'Worker, café | Café worker | 9263',
    'Driver, HGV | HGV driver | 8211',
    'Manager, development and research | Research and development manager | 2161',
    'Technician, broadcast | Broadcast technician | 3131',
    'Cleaner, chimney | Chimney cleaner | 9229',
    'Cleaner, chimney | Chimney clean-er | 9223',
    'Baker | Baker | 5432',
    'Banker | Banker | 2422',
    'Plumber | Plumber | 5315',
    'Plumber, heating | Heating plumber | 5315',
  ].map(entry),
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

describe('exact matches', () => {
  it.each([
    ['software engineer', '2134'],
    ['Engineer, software', '2134'],
    ['engineer software', '2134'],
    ['  SOFTWARE   ENGINEER ', '2134'],
    ['software-engineer', '2134'],
    ['fork-lift truck driver', '8222'],
    ['driver, truck, lift, fork', '8222'],
    ["driver's mate", '9253'],
    ['driver’s mate', '9253'],
    ['drivers mate', '9253'],
    ["drivers' mate", '9253'],
    ["mate, driver's", '9253'],
    ["builder's assistant", '9129'],
    ['builders assistant', '9129'],
    ['cafe worker', '9263'],
    ['CAFÉ WORKER', '9263'],
    ['h.g.v. driver', '8211'],
    ['Research & development manager', '2161'],
  ])('%s', (query, soc2020) => {
    expect(first(query)).toMatchObject({ soc2020, confidence: 1, matchType: 'exact' });
  });

  it('returns every unit group of a title: the bare title first, then by number of entries, then by code', () => {
    expect(search(index, 'nurse', 10).filter(({ confidence }) => confidence === 1)).toMatchObject([
      { soc2020: '2237', qualifier: null },
      { soc2020: '6131', qualifier: 'grade A, B' },
      { soc2020: '6133', qualifier: 'dental practice' },
    ]);
    expect(search(index, 'engineer', 3).map(({ soc2020 }) => soc2020)).toEqual(['2121', '2122', '5234']);
  });
  it('puts the very writing before the same words written otherwise', () => {
    expect(first('chimney cleaner')?.soc2020).toBe('9229');
    expect(first('chimney clean-er')?.soc2020).toBe('9223');
  });
});

describe('fuzzy matches', () => {
  it.each([
    ['nurses', '2237'],
    ['sofware enginer', '2134'],
    ['sotfware engineer', '2134'],
    ['zoftware engineer', '2134'],
    ['care taker', '6232'],
    ['softwareengineer', '2134'],
    ['forklift truck driver', '8222'],
    ['plumer', '5315'],
    ['lpumber', '5315'],
    ['softw', '2134'],
    ['software eng', '2134'],
    ['r&d manager', '2161'],
    ['heavy goods vehicle drivers', '8211'],
    ['manager computer services', '2132'],
    ['manager in textile manufacturing', '1121'],
    ['nursery nurse', '6111'],
  ])('%s', (query, soc2020) => {
    const match = first(query);
    expect(match?.soc2020).toBe(soc2020);
    if (match?.matchType === 'fuzzy') expect(match.confidence).toBeLessThan(1);
  });
  it('keeps similar-sounding jobs apart', () => {
    expect(search(index, 'baker', 10).map(({ soc2020, matchType }) => [soc2020, matchType])).toEqual([['5432', 'exact']]);
    expect(search(index, 'banker', 10).map(({ soc2020, matchType }) => [soc2020, matchType])).toEqual([['2422', 'exact']]);
    expect(search(index, 'baner', 10).map(({ soc2020, matchType }) => [soc2020, matchType])).toEqual([
      ['2422', 'fuzzy'],
      ['5432', 'fuzzy'],
    ]);
  });
  it('uses each word of a title once: "nurse" is no second "nursery"', () => {
    expect(search(index, 'nursery nurse', 10).find(({ soc2020 }) => soc2020 === '1211')?.confidence ?? 0).toBeLessThan(0.8);
  });
  it('follows a cross-reference, to the qualifiers it names alone', () => {
    const found = search(index, 'Chartered engineer', 10).filter(({ matchType }) => matchType === 'reference');
    expect(found.map(({ soc2020, matchedTitle }) => [soc2020, matchedTitle])).toEqual([
      ['2121', 'Engineer'],
      ['2122', 'Engineer'],
    ]);
    expect(search(index, 'chartered enginer', 10)[0]).toMatchObject({ soc2020: '2121', matchType: 'reference' });
    expect(document.aliases).toHaveLength(1);
  });
  it.each([
    ['nurses', 'fuzzy'],
    ['enginer sofware', 'fuzzy'],
    ['software eng', 'prefix'],
    ['software tester', 'partial'],
    ['senior software engineer', 'partial'],
    ['2134', 'code'],
  ])('says how "%s" matches: %s', (query, matchType) => expect(first(query)).toMatchObject({ matchType }));
  it('takes a code for the unit group that has it, and for nothing where none has', () => {
    expect(first(' 2134 ')).toEqual({
      soc2020: '2134',
      title: 'Programmers and software development professionals',
      matchedTitle: 'Programmers and software development professionals',
      qualifier: null,
      confidence: 1,
      matchType: 'code',
    });
    expect(search(index, '9999', 10)).toEqual([]);
  });
  it.each(['', '   ', '!!!', '🙂', 'xyzzy', 'purple unicorn', '\0', "'; DROP TABLE", 'مهندس', '.'])('finds nothing for "%s"', (query) => {
    expect(search(index, query, 10)).toEqual([]);
  });
  it('answers ten thousand characters', () => {
    expect(search(index, `software engineer ${'blah '.repeat(2000)}`, 10).length).toBeLessThanOrEqual(10);
  });
});

describe('every answer', () => {
  const words = fc.constantFrom(
    'software',
    'engineer',
    'enginer',
    'nurse',
    'manager',
    'computer',
    'driver',
    "driver's",
    'mate',
    'café',
    'professional',
    'civil',
    'x',
    'HGV',
    '&',
    ',',
  );
  const queries = fc.oneof(
    fc.array(words, { maxLength: 6 }).map((list) => list.join(' ')),
    fc.string({ maxLength: 30 }),
  );
  it('has each unit group once, at most limit of them, with falling confidence, 1 for exact alone, and is the same twice', () => {
    fc.assert(
      fc.property(queries, fc.integer({ min: 1, max: 50 }), (query, limit) => {
        const matches = search(index, query, limit);
        expect(matches.length).toBeLessThanOrEqual(limit);
        expect(new Set(matches.map(({ soc2020 }) => soc2020)).size).toBe(matches.length);
        matches.forEach(({ confidence, matchType }, place) => {
          expect(confidence).toBeGreaterThan(0);
          expect(confidence === 1).toBe(matchType === 'exact' || matchType === 'code');
          expect(confidence).toBe(Math.round(confidence * 1000) / 1000);
          if (place > 0) expect(confidence).toBeLessThanOrEqual(matches[place - 1]?.confidence ?? 0);
        });
        expect(search(index, query, limit)).toEqual(matches);
        expect(search(index, query, 50).slice(0, limit)).toEqual(matches);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the stored index', () => {
  it('keeps the inverted order as cuts, and lone letters not at all', () => {
    const small = buildTitleIndex({
      unitGroups,
      entries: [
        'Driver, truck, lift, fork | Fork lift truck driver | 8222',
        'Driver, forklift | Fork-lift driver | 8222',
        'm | Customer experience leader | 9223',
      ].map(entry),
      crossReferences: [],
      abbreviations: [],
    });
    expect(small.titles.text).toBe('Customer experience leaderFork lift truck driverFork-lift driver');
    expect([...unpack(small.titles.lengths)]).toEqual([26, 22, 16]);
    expect([...unpack(small.cuts)]).toEqual([0, 0b111, 0]);
    const words = small.words.split(' ');
    expect(small.forms.map(({ title, words: places }) => [title, [...unpack(places)].map((place) => words[place])])).toEqual([
      [2, ['driver', 'forklift']],
    ]);
    expect(search(loadTitleIndex(small), 'm', 10).filter(({ confidence }) => confidence === 1)).toEqual([]);
  });
  it('is the same for entries in another order', () => {
    const entries = ['Nurse | Nurse | 2237', 'Nurse | Nurse | 6131 | grade A, B', 'Baker | Baker | 5432'].map(entry);
    const build = (list: TitleEntry[]) =>
      JSON.stringify(buildTitleIndex({ unitGroups, entries: list, crossReferences: [], abbreviations: [] }));
    expect(build(entries.toReversed())).toBe(build(entries));
  });
});

describe('packed numbers', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2 ** 30 })), (numbers) => {
        expect([...unpack(pack(numbers))]).toEqual(numbers);
      }),
    );
  });
  it.each([-1, 0.5, 2 ** 31])('cannot be %d', (number) => expect(() => pack([number])).toThrow(/cannot be packed/));
});

describe('stems', () => {
  it.each([
    ['drivers', 'driver'],
    ['batteries', 'battery'],
    ['classes', 'class'],
    ['men', 'men'],
    ['workmen', 'workman'],
    ['glass', 'glass'],
    ['tyres', 'tire'],
    ['jewellers', 'jeweler'],
    ['programme', 'program'],
    ['programmers', 'programmer'],
    ['colourist', 'colorist'],
    ['scourer', 'scourer'],
    ['tour', 'tour'],
    ['filler', 'filler'],
    ['organiser', 'organizer'],
    ['centre', 'center'],
    ['paediatrician', 'pediatrician'],
    ['draughtsmen', 'draftsman'],
    ['advisor', 'advizer'],
    ['adviser', 'advizer'],
  ])('%s: %s', (word, stem) => {
    expect(stemOf(word)).toBe(stem);
    expect(stemOf(stem)).toBe(stem);
  });
});

describe('the vocabulary', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', 'ш', '1'), minLength: 1, maxLength: 9 });
  const sorted = (words: readonly string[]) => [...new Set(words)].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  it('finds every word within one or two edits, and no other', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), word, fc.integer({ min: 1, max: 2 }), (list, typed, limit) => {
        const words = sorted(list);
        const near = new Vocabulary(words.join(' ')).near(typed, limit).map(({ place, distance }) => `${words[place]} ${distance}`);
        const expected = words
          .map((other) => [other, editDistance(typed, other, limit)] as const)
          .filter(([, distance]) => distance > 0 && distance <= limit);
        expect(near.sort()).toEqual(expected.map(([other, distance]) => `${other} ${distance}`).sort());
      }),
      { numRuns: 2000 },
    );
  });
  it('measures words of up to 30 letters, and leaves longer ones alone', () => {
    const long = 'abcdefghijklmnopqrstuvwxyzabcd';
    const vocabulary = new Vocabulary(`${long} ${long}efgh`);
    expect(vocabulary.near(`${long.slice(0, 29)}x`, 1)).toEqual([{ place: 0, distance: 1 }]);
    expect(vocabulary.near(`${long}x`, 1)).toEqual([]);
    expect(vocabulary.near(`${long}efg`, 1)).toEqual([]);
  });
  it('finds the longer words that begin with a text', () => {
    const words = ['care', 'cart', 'carer', 'caretaker', 'scare'];
    expect(new Vocabulary(sorted(words).join(' ')).beginningWith('care').map((place) => sorted(words)[place])).toEqual([
      'carer',
      'caretaker',
    ]);
    expect(new Vocabulary('').beginningWith('care')).toEqual([]);
  });
});

describe('editDistance', () => {
  it.each([
    ['', '', 2, 0],
    ['nurse', 'nurse', 0, 0],
    ['nurse', 'nruse', 2, 1],
    ['nurse', 'purse', 2, 1],
    ['nurse', 'nurs', 2, 1],
    ['nurse', 'nursee', 2, 1],
    ['ca', 'abc', 3, 3],
    ['abcdef', 'badcfe', 3, 3],
    ['abcdef', 'badcfe', 2, 3],
    ['kitten', 'sitting', 2, 3],
    ['', 'abc', 5, 3],
    ['london', 'uk', 2, 3],
  ])('%s and %s within %d: %d', (a, b, limit, distance) => {
    expect(editDistance(a, b, limit)).toBe(distance);
    expect(editDistance(b, a, limit)).toBe(distance);
  });
  it('agrees with the plain definition', () => {
    const plain = (a: string, b: string): number => {
      const table = Array.from({ length: a.length + 1 }, (_, row) =>
        Array.from({ length: b.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
      );
      const at = (row: number, column: number) => table[row]?.[column] ?? 0;
      for (let row = 1; row <= a.length; row++) {
        for (let column = 1; column <= b.length; column++) {
          let least = Math.min(
            at(row - 1, column) + 1,
            at(row, column - 1) + 1,
            at(row - 1, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1),
          );
          if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
            least = Math.min(least, at(row - 2, column - 2) + 1);
          const line = table[row];
          if (line !== undefined) line[column] = least;
        }
      }
      return at(a.length, b.length);
    };
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
    fc.assert(
      fc.property(
        text,
        text,
        fc.integer({ min: 0, max: 5 }),
        (a, b, limit) => editDistance(a, b, limit) === Math.min(plain(a, b), limit + 1),
      ),
      { numRuns: 3000 },
    );
  });
});
