// The stored form of the job title index that search loads: joined texts, and columns of numbers
// packed into text, because a worker must read all of it within a few milliseconds.
// server/search/pack.ts packs the numbers.
import { type Static, Type } from 'typebox';
import { Count, listOf, record, Soc2020, Text } from './shapes.ts';

const Packed = (description: string) =>
  Type.String({ pattern: '^[A-Za-z0-9_-]*$', description: `Packed numbers. ${description}` });
const Place = Count;

const Texts = (what: string) =>
  record(`The ${what}.`, {
    text: Type.String({
      description: `The ${what} as printed, one after another, distinct, ordered by code unit.`,
    }),
    lengths: Packed('Length of each, in UTF-16 code units.'),
    wordCounts: Packed('Number of words of each.'),
    words: Packed('The places of those words, in their order.'),
  });

export const TitleIndex = record({
  unitGroups: listOf(record({ soc2020: Soc2020, title: Text }), 'Ordered by code.'),
  words: Type.String({
    description:
      'Every word of titles, qualifiers and cross-references, and its stem, separated ' +
      'by blanks: shorter words first, then by code unit.',
  }),
  stems: Packed(
    'For each word, the place of its stem, which it shares with its plural and its ' +
      'American spelling.',
  ),
  titles: Texts('titles in natural word order'),
  cuts: Packed(
    "How the coding index inverts each title. Bit n set: a cut after the title's word n " +
      '(counted from 0); the inverted order is the pieces in reverse. 0: not inverted.',
  ),
  forms: listOf(
    record({ title: Place, words: Packed('Places of its words.') }),
    'Inverted forms that no cuts express, and the title of each.',
  ),
  qualifiers: Texts('qualifiers'),
  entryCounts: Packed('Number of entries of each title.'),
  entryUnitGroups: Packed(
    'For each entry, the place of its unit group. Entries are ordered by title, ' +
      'qualifier (the bare title first) and unit group.',
  ),
  entryQualifiers: Packed(
    'For each entry, the place of its qualifier plus one. 0: the bare title, which is ' +
      "the coding index's default for the title.",
  ),
  aliases: listOf(
    record({
      words: Packed('Places of the words that find it.'),
      title: Place,
      qualifier: Type.String(),
    }),
    'Cross-references: the words also find the title. If `qualifier` is not empty, they ' +
      'find only its entries whose qualifier begins with that text.',
  ),
  abbreviations: listOf(
    record({ short: Text, long: Text }),
    "The coding index's own abbreviations that search may write out, as stems separated by blanks.",
  ),
});
export type TitleIndex = Static<typeof TitleIndex>;
