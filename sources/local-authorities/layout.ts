// The local authority districts of April 2023, the vintage of the job adverts: a table of this
// folder. A newer vintage has lost codes that the adverts use, and this one never changes, so no
// publisher is needed for it.
import { placeOfRelease } from '#sources/kit/place.ts';
import { readJson } from '#sources/kit/read/json.ts';
import type { FileKinds, NamedFiles, PublishedFile } from '#sources/kit/named-files.ts';
import type { Release } from '#sources/kit/release.ts';
import { type Static, Type } from 'typebox';
import published from './data/districts.json' with { type: 'json' };

const Districts = Type.Array(
  Type.Object({
    code: Type.String(),
    name: Type.String(),
    partOf: Type.String({ description: 'The code of its region of England, or of its nation.' }),
  }),
);
export type Rows = Static<typeof Districts>;
export type District = Rows[number];

/** All 361 districts, ordered by code, London's 33 boroughs included. */
export const districts: Rows = published;

export const releaseName = 'LAD_APR_2023_UK_NC';

export const files = {
  districts: {
    match: /^districts\.json$/,
    layout: 'verified',
    describe: 'the list of districts, their regions and nations',
  },
} as const satisfies FileKinds;

export const ownFile: PublishedFile = {
  name: 'districts.json',
  bytes: Buffer.from(JSON.stringify(districts)),
};

export function parse(
  release: Release,
  { districts: file }: NamedFiles<typeof files>,
): Promise<Rows> {
  return Promise.resolve(
    readJson(`${placeOfRelease(release)} ${file.name}`, file.bytes, Districts),
  );
}
