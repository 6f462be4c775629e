// What the National Careers Service prints: profiles in one array, or the answers of its API one by
// one with their list. The case of the names of members does not matter.
import { type Static, type TSchema, Type } from 'typebox';
import { placeOfRelease } from '#sources/kit/place.ts';
import { LayoutError } from '#sources/kit/problem.ts';
import { expectShape, onlyMembers, readJson } from '#sources/kit/read/json.ts';
import type { FileKinds, NamedFiles, PublishedFile } from '#sources/kit/named-files.ts';
import type { Release } from '#sources/kit/release.ts';
import { byCodeUnit } from '#schemas/order.ts';

export const files = {
  snapshot: {
    match: /^job-profiles\.json$/,
    layout: 'verified',
    optional: true,
    describe: 'a snapshot of all profiles, in one array',
  },
  list: {
    match: /^summary\.json$/,
    layout: 'documented',
    optional: true,
    describe: 'the list of profiles',
  },
  profiles: {
    match: /^profile-.+\.json$/,
    layout: 'documented',
    optional: true,
    many: true,
    describe: 'a profile',
  },
} as const satisfies FileKinds;

const textOrNull = Type.Union([Type.String(), Type.Null()]);

/**
 * Editions give prose in several forms: HTML in one text, a list of sentences, or links as objects.
 */
const Prose = Type.Union([
  textOrNull,
  Type.Array(Type.Union([Type.String(), Type.Object({ text: Type.String(), url: Type.String() })])),
]);
export type Prose = Static<typeof Prose>;

/** A part without content is null, or an object with null members. */
const part = <Properties extends Parameters<typeof Type.Object>[0]>(properties: Properties) =>
  Type.Union([Type.Object(properties), Type.Null()]);

const TaughtRoute = part({
  relevantsubjects: Prose,
  furtherinformation: Prose,
  entryrequirementpreface: Prose,
  entryrequirements: Prose,
  additionalinformation: Prose,
});

/** Names in lower case. */
export const Profile = Type.Object({
  title: Type.String(),
  url: Type.String(),
  soc: textOrNull,
  soc2020: Type.Optional(textOrNull),
  alternativetitle: Type.Optional(textOrNull),
  overview: Prose,
  lastupdateddate: Type.Optional(textOrNull),
  modifiedutc: Type.Optional(textOrNull),
  howtobecome: part({
    entryroutes: part({
      university: TaughtRoute,
      college: TaughtRoute,
      apprenticeship: TaughtRoute,
      work: Prose,
      volunteering: Prose,
      directapplication: Prose,
      otherroutes: Prose,
    }),
    moreinformation: part({
      registrations: Prose,
      careertips: Prose,
      professionalandindustrybodies: Prose,
      furtherinformation: Prose,
    }),
  }),
  whatittakes: part({
    restrictionsandrequirements: part({ relatedrestrictions: Prose, otherrequirements: Prose }),
  }),
});

export const Listed = Type.Object({
  url: Type.String(),
  title: Type.String(),
  lastupdated: textOrNull,
});

/** An entry of the list, or a profile, as published. */
type RowOf<Kind extends string, Schema extends TSchema> = {
  readonly kind: Kind;
  readonly slug: string;
} & Static<Schema>;
export type ListedRow = RowOf<'listed', typeof Listed>;
export type ProfileRow = RowOf<'profile', typeof Profile>;
export type Rows = readonly (ListedRow | ProfileRow)[];

/** Ordered by slug: the list, then the profiles. */
export async function parse(
  release: Release,
  { snapshot, list, profiles: single }: NamedFiles<typeof files>,
): Promise<Rows> {
  const place = placeOfRelease(release);
  const answers = single.map(({ name, bytes }): Entry => {
    const placeOfAnswer = `${place} ${name}`;
    return { place: placeOfAnswer, value: readJson(placeOfAnswer, bytes, Type.Unknown()) };
  });
  const listed = readEntries('listed', Listed, entriesOf(place, list));
  const profiles = readEntries('profile', Profile, [...entriesOf(place, snapshot), ...answers]);
  if (profiles.length === 0)
    throw new LayoutError([
      {
        place,
        message:
          'found no profile, expected a snapshot of all, or the list of profiles and a ' +
          'file for each',
      },
    ]);
  return [...listed, ...profiles];
}

/** One object of the publisher's JSON, and its place. */
interface Entry {
  readonly place: string;
  readonly value: unknown;
}

/** The entries of a file that holds an array; none if there is no file. */
function entriesOf(place: string, file: PublishedFile | null): Entry[] {
  if (file === null) return [];
  const placeOfFile = `${place} ${file.name}`;
  const values = readJson(placeOfFile, file.bytes, Type.Array(Type.Unknown()));
  return values.map((value, index) => ({ place: `${placeOfFile} ${index}`, value }));
}

/** The entries as rows, ordered by slug and title. Throws LayoutError. */
function readEntries<Kind extends string, Schema extends typeof Listed | typeof Profile>(
  kind: Kind,
  schema: Schema,
  entries: readonly Entry[],
) {
  const rows = entries.map(({ place, value }) => {
    const knownMembers = onlyMembers(expectShape(place, lowerCased(value), schema), schema);
    const slug = slugOf(knownMembers.url);
    if (slug !== null) return { kind, slug, ...knownMembers };
    const { url } = knownMembers;
    const message = `got the address "${url}", expected one that ends in the name of a profile`;
    throw new LayoutError([{ place, message }]);
  });
  return rows.sort((a, b) => byCodeUnit(a.slug, b.slug) || byCodeUnit(a.title, b.title));
}

/** A value with the names of all members in lower case. */
export function lowerCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowerCased);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key.toLowerCase(), lowerCased(member)]),
  );
}

/** The last part of an address names the profile. Some names hold apostrophes and brackets. */
export function slugOf(address: string): string | null {
  const [, last] = /\/([^/?#]+)\/?$/.exec(address.trim()) ?? [];
  if (last === undefined) return null;
  try {
    return decodeURIComponent(last);
  } catch {
    return null;
  }
}
