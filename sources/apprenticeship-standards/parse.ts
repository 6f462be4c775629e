// The list as published, one record for each version of a standard, with the members that are read. Of its 79 keys the others name
// employers and contacts, or repeat what stands elsewhere.
import { type Static, Type } from 'typebox';
import { LayoutError } from '#sources/kit/problem.ts';
import { readJson } from '#sources/kit/read/json.ts';
import type { PublishedFile, Release } from '#sources/kit/source.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { listName } from './discover.ts';

const text = Type.String();
const textOrNull = Type.Union([text, Type.Null()]);
const flagOrNull = Type.Union([Type.Boolean(), Type.Null()]);
const texts = Type.Array(text);

/** A missing member holds the release back: the publisher states every key in every record, empty or not. */
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

/** A version of a standard. Of its options only their number is read. */
export interface Row extends Omit<Published, 'options' | 'optionsUnstructuredTemplate'> {
  readonly options: number;
}
export type Rows = readonly Row[];

export async function parse(release: Release, files: readonly PublishedFile[]): Promise<Rows> {
  const place = `apprenticeship-standards ${release.name}`;
  const file = files.find(({ name }) => listName.test(name));
  if (file === undefined) throw new LayoutError([{ place, message: 'found no list of standards' }]);
  // The order of the list is not to be relied on, and must not make another edition.
  return readJson(`${place} ${file.name}`, file.bytes, List)
    .map(rowOf)
    .sort((a, b) => byCodeUnit(a.referenceNumber, b.referenceNumber) || byCodeUnit(a.version, b.version) || byCodeUnit(a.title, b.title));
}

/** A record without the members that nobody asked for. */
function rowOf(record: Published): Row {
  const { referenceNumber, version, versionNumber, title, status, approvedForDeliveryPausedStarts, larsCode, level, typicalDuration } =
    record;
  const { minimumHoursForCompliance, maxFunding, route, typicalJobTitles, jobRoles, earliestStartDate, latestStartDate, integratedDegree } =
    record;
  const { coreAndOptions, options, optionsUnstructuredTemplate, standardPageUrl } = record;
  return {
    referenceNumber,
    version,
    versionNumber,
    title,
    status,
    approvedForDeliveryPausedStarts,
    larsCode,
    level,
    typicalDuration,
    minimumHoursForCompliance,
    maxFunding,
    route,
    typicalJobTitles,
    jobRoles,
    earliestStartDate,
    latestStartDate,
    integratedDegree,
    coreAndOptions,
    options: options.length + optionsUnstructuredTemplate.length,
    standardPageUrl,
  };
}
