// Local areas: the local authority districts of the UK with London as one area, and what the paths of local answers may name.
import { type Static, Type } from 'typebox';
import { AreaSchema, record } from '../figures.ts';

const localArea = {
  code: Type.String({ pattern: '^[ENSW][0-9]{8}$', description: 'GSS code in use today. That of London is the code of the region.' }),
  slug: Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', description: 'Never changes once it is published.' }),
  name: Type.String({ minLength: 1 }),
};

/** A local area as answers name it. */
export const LocalAreaName = record(localArea, 'The local area that the figures describe.');
export type LocalAreaName = Static<typeof LocalAreaName>;

export const LocalArea = record({
  ...localArea,
  partOf: AreaSchema,
  formerCodes: Type.Array(localArea.code, { description: 'Codes that the same area had before, oldest first. Paths take them too.' }),
});
export type LocalArea = Static<typeof LocalArea>;

export const LocalAreaList = Type.Array(LocalArea, {
  description: 'Every local authority district of April 2023, the 33 London boroughs as one area; ordered by name, ties by code.',
});

/** What is stored: the list, and what a path may name in error. */
export const LocalAreasDocument = record({
  areas: LocalAreaList,
  londonBoroughs: Type.Array(LocalAreaName, { description: 'Districts that are no areas of their own here.' }),
});
export type LocalAreasDocument = Static<typeof LocalAreasDocument>;
