// The words of a title choose among the entries of a title that several unit groups share.
import { expect, test } from 'vitest';
import { groupsOf, namedBy } from '#compiler/batch/choose-entry.ts';
import type { Entry } from '#compiler/serve/search-offline.ts';

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
])('%s', (_, entries, words, left) => {
  expect(groupsOf(namedBy(words, entries))).toEqual(left);
});

test('words name a qualifier that is the same before one that they contain', () => {
  const entries = entriesOf({ '1': ['government'], '2': ['local government'] });
  expect(groupsOf(namedBy('government', entries))).toEqual(['1']);
  expect(groupsOf(namedBy('local government', entries))).toEqual(['2']);
  expect(groupsOf(namedBy('a local government office', entries))).toEqual(['2']);
});
