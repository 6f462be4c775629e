// Local areas: the local authority districts of the UK, with London as one area, and the names for
// them in paths.
import { type Static, Type } from 'typebox';
import { listOf, record, Text } from '../shapes.ts';
import { AreaSchema } from '../figures.ts';

const localArea = {
  code: Type.String({
    pattern: '^[ENSW][0-9]{8}$',
    description: 'GSS code in use today. For London it is the code of the region.',
  }),
  slug: Type.String({
    pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
    description: 'Never changes after publication.',
  }),
  name: Text,
};

/** A local area in answers. */
export const LocalAreaName = record('The local area that the figures describe.', localArea);
export type LocalAreaName = Static<typeof LocalAreaName>;

export const LocalArea = record('A local authority, or London.', {
  ...localArea,
  partOf: AreaSchema,
  formerCodes: listOf(
    localArea.code,
    'Former codes of the same area, oldest first. Paths accept them too.',
  ),
});
export type LocalArea = Static<typeof LocalArea>;

export const LocalAreaList = listOf(
  LocalArea,
  'Every local authority district of April 2023, with the 33 London boroughs as one ' +
    'area; ordered by name, ties by code.',
);

/** The stored document: the list, and the London boroughs, which a path may name in error. */
export const LocalAreasDocument = record({
  areas: LocalAreaList,
  londonBoroughs: listOf(LocalAreaName, 'Districts that are not areas of their own here.'),
});
export type LocalAreasDocument = Static<typeof LocalAreasDocument>;
