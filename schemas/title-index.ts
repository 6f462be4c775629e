// The stored form of the job title index that search loads: titles and qualifiers once each, entries as columns of numbers.
import { type Static, Type } from 'typebox';
import { Soc2020, record } from './figures.ts';

const Places = (description: string) => Type.Array(Type.Integer({ minimum: 0 }), { description });
const Text = Type.String({ minLength: 1 });

export const TitleIndex = record({
  unitGroups: Type.Array(record({ soc2020: Soc2020, title: Text }), { description: 'Ordered by code.' }),
  titles: Type.Array(Text, { description: 'Distinct titles in natural word order, ordered by code unit.' }),
  cuts: Places(
    "How the index inverts each title: bit n set means a cut after the title's word n (counted from 0), and the inverted order is the pieces in reverse. 0: not inverted.",
  ),
  otherForms: Type.Array(record({ title: Type.Integer({ minimum: 0 }), form: Text }), {
    description: 'Inverted forms that no cuts express: the place of the title, and the form as printed.',
  }),
  qualifiers: Type.Array(Text, { description: 'Distinct qualifiers as printed, ordered by code unit.' }),
  entryTitle: Places('For each entry the place of its title. Entries are ordered by title, qualifier (the bare title first) and unit group.'),
  entryUnitGroup: Places('For each entry the place of its unit group.'),
  entryQualifier: Type.Array(Type.Integer({ minimum: -1 }), {
    description: "For each entry the place of its qualifier. -1: the bare title, which is the coding index's default for the title.",
  }),
  entryCount: Type.Array(Type.Integer({ minimum: 1 }), { description: 'Index entries that this title, qualifier and unit group stand for.' }),
  aliases: Type.Array(record({ from: Text, title: Type.Integer({ minimum: 0 }), qualifier: Type.String() }), {
    description:
      'Cross-references: a search for `from` also finds the title, where `qualifier` is not empty only its entries whose qualifier begins with that text.',
  }),
  abbreviations: Type.Array(record({ short: Text, long: Text }), { description: "The index's own abbreviations that search may write out." }),
});
export type TitleIndex = Static<typeof TitleIndex>;
