// Profiles as published: in one array, or the API's answers one by one with their list. The case of member names does not matter.
import { type Static, Type } from 'typebox';
import { placeOfRelease } from '#sources/kit/place.ts';
import { LayoutError } from '#sources/kit/problem.ts';
import { expectShape, readJson } from '#sources/kit/read/json.ts';
import type { FileKinds, NamedFiles, PublishedFile, Release } from '#sources/kit/source.ts';
import { byCodeUnit } from '#schemas/order.ts';

const textOrNull = Type.Union([Type.String(), Type.Null()]);

/** Editions give prose in several forms: HTML in one text, a list of sentences, or links as objects. */
const Prose = Type.Union([textOrNull, Type.Array(Type.Union([Type.String(), Type.Object({ text: Type.String(), url: Type.String() })]))]);
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
const Profile = Type.Object({
  title: Type.String(),
  url: Type.String(),
  soc: textOrNull,
  soc2020: Type.Optional(textOrNull),
  soc2020extension: Type.Optional(textOrNull),
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
    moreinformation: part({ registrations: Prose, careertips: Prose, professionalandindustrybodies: Prose, furtherinformation: Prose }),
  }),
  whatittakes: part({ restrictionsandrequirements: part({ relatedrestrictions: Prose, otherrequirements: Prose }) }),
});

const Listed = Type.Object({ url: Type.String(), title: Type.String(), lastupdated: textOrNull });

export interface ListedRow {
  readonly kind: 'listed';
  readonly slug: string;
  readonly title: string;
  readonly updated: string;
}

export type TaughtRouteRow = Readonly<
  Record<'relevantSubjects' | 'furtherInformation' | 'preface' | 'requirements' | 'additionalInformation', Prose>
>;

type Text = 'slug' | 'title' | 'soc' | 'soc2020' | 'soc2020Extension' | 'alternativeTitle' | 'updated';
type Taught = 'university' | 'college' | 'apprenticeship';
type Told = 'overview' | 'work' | 'volunteering' | 'directApplication' | 'otherRoutes';
type More = 'restrictions' | 'otherRequirements' | 'registrations' | 'careerTips' | 'bodies' | 'furtherInformation';

export interface ProfileRow
  extends Readonly<Record<Text, string>>,
    Readonly<Record<Taught, TaughtRouteRow | null>>,
    Readonly<Record<Told | More, Prose>> {
  readonly kind: 'profile';
}

export type Row = ListedRow | ProfileRow;
export type Rows = readonly Row[];

export const files = {
  snapshot: { match: /^job-profiles\.json$/, layout: 'verified', required: false, describe: 'a snapshot of all profiles, in one array' },
  list: { match: /^summary\.json$/, layout: 'documented', required: false, describe: 'the list of profiles' },
  profiles: { match: /^profile-.+\.json$/, layout: 'documented', required: false, many: true, describe: 'a profile' },
} as const satisfies FileKinds;

export async function parse(release: Release, { snapshot, list, profiles: single }: NamedFiles<typeof files>): Promise<Rows> {
  const place = placeOfRelease(release);
  const entriesOf = (file: PublishedFile | null): { at: string; entry: unknown }[] => {
    if (file === null) return [];
    const entries = readJson(`${place} ${file.name}`, file.bytes, Type.Array(Type.Unknown()));
    return entries.map((entry, index) => ({ at: `${place} ${file.name} ${index}`, entry }));
  };
  const listed = entriesOf(list).map(({ at, entry }) => listedRow(at, expectShape(at, lowerCased(entry), Listed)));
  const profiles = [
    ...entriesOf(snapshot),
    ...single.map(({ name, bytes }) => ({ at: `${place} ${name}`, entry: readJson(`${place} ${name}`, bytes, Type.Unknown()) })),
  ].map(({ at, entry }) => profileRow(at, expectShape(at, lowerCased(entry), Profile)));
  if (profiles.length === 0)
    throw new LayoutError([
      { place, message: 'found no profile, expected a snapshot of all, or the list of profiles and a file for each' },
    ]);
  const bySlug = (a: Row, b: Row) => byCodeUnit(a.slug, b.slug) || byCodeUnit(a.title, b.title);
  return [...listed.sort(bySlug), ...profiles.sort(bySlug)];
}

/** A value with the names of all members in lower case. */
export function lowerCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowerCased);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key.toLowerCase(), lowerCased(member)]));
}

function listedRow(place: string, { url, title, lastupdated }: Static<typeof Listed>): ListedRow {
  return { kind: 'listed', slug: slugIn(place, url), title, updated: lastupdated ?? '' };
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

function slugIn(place: string, url: string): string {
  const slug = slugOf(url);
  if (slug === null)
    throw new LayoutError([{ place, message: `got the address "${url}", expected one that ends in the name of a profile` }]);
  return slug;
}

function profileRow(place: string, profile: Static<typeof Profile>): ProfileRow {
  const { title, url, soc, soc2020, soc2020extension, alternativetitle, overview, lastupdateddate, modifiedutc, howtobecome, whatittakes } =
    profile;
  const routes = howtobecome?.entryroutes ?? null;
  const more = howtobecome?.moreinformation ?? null;
  const restrictions = whatittakes?.restrictionsandrequirements ?? null;
  return {
    kind: 'profile',
    slug: slugIn(place, url),
    title,
    soc: soc ?? '',
    soc2020: soc2020 ?? '',
    soc2020Extension: soc2020extension ?? '',
    alternativeTitle: alternativetitle ?? '',
    updated: modifiedutc ?? lastupdateddate ?? '',
    overview,
    university: taughtRouteRow(routes?.university ?? null),
    college: taughtRouteRow(routes?.college ?? null),
    apprenticeship: taughtRouteRow(routes?.apprenticeship ?? null),
    work: routes?.work ?? null,
    volunteering: routes?.volunteering ?? null,
    directApplication: routes?.directapplication ?? null,
    otherRoutes: routes?.otherroutes ?? null,
    restrictions: restrictions?.relatedrestrictions ?? null,
    otherRequirements: restrictions?.otherrequirements ?? null,
    registrations: more?.registrations ?? null,
    careerTips: more?.careertips ?? null,
    bodies: more?.professionalandindustrybodies ?? null,
    furtherInformation: more?.furtherinformation ?? null,
  };
}

function taughtRouteRow(route: Static<typeof TaughtRoute>): TaughtRouteRow | null {
  if (route === null) return null;
  const { relevantsubjects, furtherinformation, entryrequirementpreface, entryrequirements, additionalinformation } = route;
  return {
    relevantSubjects: relevantsubjects,
    furtherInformation: furtherinformation,
    preface: entryrequirementpreface,
    requirements: entryrequirements,
    additionalInformation: additionalinformation,
  };
}
