// The stored form of the job title index that search loads: titles and qualifiers once each, entries as columns of numbers.
import { type Static, Type } from 'typebox';
import { Soc2020, record } from './figures.ts';

const Places = Type.Array(Type.Integer({ minimum: -1 }));

export const TitleIndex = record({
  unitGroups: Type.Array(record({ soc2020: Soc2020, title: Type.String({ minLength: 1 }) }), { description: 'Ordered by code.' }),
  titles: Type.Array(Type.String({ minLength: 1 }), { description: 'Distinct titles in natural word order, ordered by code unit.' }),
  inverted: Type.Array(Type.String(), { description: 'For each title its inverted word order; an empty text where it is the same.' }),
  qualifiers: Type.Array(Type.String({ minLength: 1 })),
  entryTitle: Places,
  entryUnitGroup: Places,
  entryQualifier: Type.Array(Type.Integer({ minimum: -1 }), { description: '-1: the bare title.' }),
  entryDefault: Type.Array(Type.Integer({ minimum: 0, maximum: 1 }), { description: "1: the coding index's default for the title." }),
  entryCount: Type.Array(Type.Integer({ minimum: 1 }), { description: 'Index entries that this title, qualifier and unit group stand for.' }),
  aliases: Type.Array(record({ from: Type.String({ minLength: 1 }), to: Type.String({ minLength: 1 }) }), {
    description: 'Cross-references: a search for `from` also searches for `to`.',
  }),
});
export type TitleIndex = Static<typeof TitleIndex>;
