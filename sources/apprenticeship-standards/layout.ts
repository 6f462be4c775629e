// What the list of standards prints: one record for each version of a standard. We read 16 of its
// 79 members; the others name employers and contacts, or repeat these.
import { type Static, Type } from 'typebox';
import { placeOfRelease } from '#sources/kit/place.ts';
import { onlyMembers, readJson } from '#sources/kit/read/json.ts';
import type { Limits } from '#sources/kit/read/limits.ts';
import type { FileKinds, NamedFiles } from '#sources/kit/named-files.ts';
import type { Release } from '#sources/kit/release.ts';
import { byCodeUnit } from '#schemas/order.ts';

export const files = {
  list: {
    match: /^apprenticeshipstandards\.json$/,
    layout: 'documented',
    describe: 'the list of standards',
  },
} as const satisfies FileKinds;

// The whole list is one JSON text of 75 to 79 MB.
export const limits: Partial<Limits> = { fileBytes: 250_000_000 };

const text = Type.String();
const textOrNull = Type.Union([text, Type.Null()]);
const whole = Type.Integer();
const texts = Type.Array(text);

/**
 * A missing member holds the release back: the publisher states every key in every record, even if
 * it is empty.
 */
export const Version = Type.Object({
  referenceNumber: text,
  version: text,
  title: text,
  status: text,
  approvedForDeliveryPausedStarts: Type.Union([Type.Boolean(), Type.Null()]),
  larsCode: whole,
  level: whole,
  typicalDuration: whole,
  minimumHoursForCompliance: text,
  maxFunding: whole,
  route: text,
  typicalJobTitles: texts,
  jobRoles: texts,
  earliestStartDate: textOrNull,
  latestStartDate: textOrNull,
  integratedDegree: text,
  standardPageUrl: text,
});
const List = Type.Array(Version);

export type Row = Readonly<Static<typeof Version>>;
export type Rows = readonly Row[];

export async function parse(release: Release, { list }: NamedFiles<typeof files>): Promise<Rows> {
  const records = onlyMembers(
    readJson(`${placeOfRelease(release)} ${list.name}`, list.bytes, List),
    List,
  );
  // The order of the list may change, and must not make another edition.
  return records.sort(
    (a, b) =>
      byCodeUnit(a.referenceNumber, b.referenceNumber) ||
      byCodeUnit(a.version, b.version) ||
      byCodeUnit(a.title, b.title),
  );
}
