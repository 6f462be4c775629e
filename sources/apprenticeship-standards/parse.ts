// The list as published: one record for each version of a standard, with the members that we read. The others of its 79 keys name
// employers and contacts, or repeat other members.
import { type Static, Type } from 'typebox';
import { placeOfRelease } from '#sources/kit/place.ts';
import { onlyMembers, readJson } from '#sources/kit/read/json.ts';
import type { FileKinds, NamedFiles, Release } from '#sources/kit/source.ts';
import { byCodeUnit } from '#schemas/order.ts';
import type { Limits } from '#sources/kit/read/limits.ts';

const text = Type.String();
const textOrNull = Type.Union([text, Type.Null()]);
const flagOrNull = Type.Union([Type.Boolean(), Type.Null()]);
const texts = Type.Array(text);

/** A missing member holds the release back: the publisher states every key in every record, even if it is empty. */
const List = Type.Array(
  Type.Object({
    referenceNumber: text,
    version: text,
    versionNumber: text,
    title: text,
    status: text,
    approvedForDeliveryPausedStarts: flagOrNull,
    larsCode: Type.Integer(),
    level: Type.Integer(),
    typicalDuration: Type.Integer(),
    minimumHoursForCompliance: text,
    maxFunding: Type.Integer(),
    route: text,
    typicalJobTitles: texts,
    jobRoles: texts,
    earliestStartDate: textOrNull,
    latestStartDate: textOrNull,
    integratedDegree: text,
    coreAndOptions: flagOrNull,
    options: Type.Array(Type.Object({ title: text })),
    optionsUnstructuredTemplate: Type.Array(Type.Unknown()),
    standardPageUrl: text,
  }),
);

type Published = Static<typeof List>[number];

/** A version of a standard. We only read the number of its options. */
export interface Row extends Omit<Published, 'options' | 'optionsUnstructuredTemplate'> {
  readonly options: number;
}
export type Rows = readonly Row[];

export const files = {
  list: { match: /^apprenticeshipstandards\.json$/, layout: 'documented', required: true, describe: 'the list of standards' },
} as const satisfies FileKinds;

// The whole list is one JSON text of 75 to 79 MB.
export const limits: Partial<Limits> = { fileBytes: 250_000_000, memory: 2500 };

export async function parse(release: Release, { list }: NamedFiles<typeof files>): Promise<Rows> {
  const records = onlyMembers(readJson(`${placeOfRelease(release)} ${list.name}`, list.bytes, List), List);
  // The order of the list may change, and must not make another edition.
  return records
    .map(
      ({ optionsUnstructuredTemplate: unstructured, ...record }): Row => ({
        ...record,
        options: record.options.length + unstructured.length,
      }),
    )
    .sort((a, b) => byCodeUnit(a.referenceNumber, b.referenceNumber) || byCodeUnit(a.version, b.version) || byCodeUnit(a.title, b.title));
}
