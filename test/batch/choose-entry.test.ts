// What a survey says of the industry chooses among the entries of a title only where the index
// leaves no other.
import { describe, expect, test } from 'vitest';
import { Industries } from '#compiler/batch/industries.ts';
import { groupsOf, inIndustry, namedBy } from '#compiler/batch/choose-entry.ts';
import type { Entry } from '#compiler/serve/search-offline.ts';
import { sectionIn } from '#compiler/batch/industry-sections.ts';

/** Entries of one title: unit group → qualifiers, of which '' is the bare title. */
function entriesOf(groups: Readonly<Record<string, readonly string[]>>): Entry[] {
  return Object.entries(groups).flatMap(([soc2020, qualifiers]) =>
    qualifiers.map((qualifier) => ({
      soc2020,
      group: `group ${soc2020}`,
      qualifier: qualifier === '' ? null : qualifier,
    })),
  );
}

// From the coding index, V12.
const clerk = entriesOf({
  '4159': [''],
  '4123': ['banking', 'building society'],
  '4132': ['insurance'],
});
const labourer = entriesOf({
  '9129': ['building construction'],
  '9139': ['engineering', 'textile mfr'],
  '9111': ['agriculture'],
  '9259': ['docks'],
});
const engineer = entriesOf({
  '2121': ['professional, civil'],
  '5249': ['electrical, electronic'],
  '5223': ['maintenance'],
});

test.each<[string, readonly Entry[], string, readonly string[]]>([
  ['words that are a qualifier', clerk, 'Banking', ['4123']],
  ["a survey's own word", clerk, 'bank', ['4123']],
  ['words that name nothing', clerk, 'shoes', ['4123', '4132', '4159']],
  ['a word that every industry has', clerk, 'services', ['4123', '4132', '4159']],
  ['one of the words of a qualifier', labourer, 'building', ['9111', '9129', '9139', '9259']],
  ['an alternative', engineer, 'electronic', ['5249']],
  [
    'the branch of the qualified, who may not be meant',
    engineer,
    'civil',
    ['2121', '5223', '5249'],
  ],
  ['both parts of the qualified', engineer, 'civil, professional', ['2121']],
])('%s', (_, entries, industry, left) => {
  expect(groupsOf(inIndustry(industry, entries))).toEqual(left);
});

test.each<[string, readonly Entry[], string, readonly string[]]>([
  ['rules out other sections and leaves the bare title', clerk, 'K', ['4123', '4132', '4159']],
  ['leaves the bare title alone', clerk, 'A', ['4159']],
  ['is covered by a qualifier as wide as itself', labourer, 'F', ['9129']],
  ['leaves qualifiers of no section', labourer, 'Section H', ['9139', '9259']],
  [
    'chooses no qualifier of unknown section by leaving it alone',
    entriesOf({ '2134': ['computing/IT'], '5423': ['photographic film processing'] }),
    'K',
    ['2134', '5423'],
  ],
  [
    'rules out nothing if it would rule out everything',
    entriesOf({ '1': ['banking'], '2': ['insurance'] }),
    'B',
    ['1', '2'],
  ],
])('a section %s', (_, entries, section, left) => {
  expect(groupsOf(inIndustry(section, entries))).toEqual(left);
});

test.each([
  ['Section C', 'C'],
  ['manufacturing', 'C'],
  ['86', 'Q'],
  [' 86.10/1 ', 'Q'],
  ['SIC 2007: 01.11', 'A'],
  ['8', null],
  ['24 hour shop', null],
  // Without its zero 01110, with it 11.10.
  ['1110', null],
  ['C of E school', null],
  ['V', null],
])('a cell "%s" names the section %s', (cell, section) => {
  expect(sectionIn(cell)).toBe(section);
});

test('each division of SIC 2007 has the section that the classification gives it', () => {
  // ONS, UK SIC 2007: summary of structure. Divisions 04, 34, 40, 44, 48, 54, 57, 67, 76, 83 and 89
  // do not exist.
  const letters = Array.from(
    { length: 100 },
    (_, division) => sectionIn(String(division).padStart(2, '0')) ?? '-',
  ).join('');
  expect(letters.match(/.{20}/g)).toEqual([
    '-AAA-BBBBBCCCCCCCCCC',
    'CCCCCCCCCCCCCC-DEEEE',
    '-FFF-GGG-HHHHH-II-JJ',
    'JJJJKKK-LMMMMMMM-NNN',
    'NNN-OPQQQ-RRRRSSSTTU',
  ]);
});

describe('the industries of a list', () => {
  const qualifiers = ['retail trade', 'banking, building society', 'professional, civil'];

  test('are used if they name a section, a number, or a part of a qualifier of the index', () => {
    const industries = new Industries(qualifiers);
    for (const cell of [
      'C',
      'Manufacturing',
      '86101',
      'Banking',
      'the retail sector',
      'civil, professional',
      '',
      '  ',
    ])
      expect(industries.read(cell, 2), cell).toBe(cell.trim() === '' ? '' : cell);
    expect(industries.described('sic')).toEqual([]);
  });

  test('are counted if they do not, and the first is named', () => {
    const industries = new Industries(qualifiers);
    for (const [place, cell] of ['V', 'shoes', 'shoes', '1110', 'building', 'C'].entries())
      expect(industries.read(cell, place + 2)).toBe(cell === 'C' ? 'C' : '');
    expect(industries.described('sic')).toEqual([
      'column "sic": 5 rows have an industry that names no section and no qualifier, so nothing was chosen by it; the first is "V" in line 2',
      expect.stringContaining('expected a section of SIC 2007'),
      '  "1110" in line 5 may have lost the first zero; write five digits (01110) or a point (11.10)',
    ]);
  });
});

test('words name a qualifier that is the same before one that they contain', () => {
  const entries = entriesOf({ '1': ['government'], '2': ['local government'] });
  expect(groupsOf(namedBy('government', entries))).toEqual(['1']);
  expect(groupsOf(namedBy('local government', entries))).toEqual(['2']);
  expect(groupsOf(namedBy('a local government office', entries))).toEqual(['2']);
});
