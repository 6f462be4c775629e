// Profiles as published: in one array, or the API's answers one by one with the list that names them. Members are read whatever their case.
import { type Static, Type } from 'typebox';
import { LayoutError } from '#sources/kit/problem.ts';
import { expectShape, readJson } from '#sources/kit/read/json.ts';
import type { PublishedFile, Release } from '#sources/kit/source.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { profileName, slugOf, snapshotName, summaryName } from './discover.ts';

const textOrNull = Type.Union([Type.String(), Type.Null()]);

/** What the editions give in several forms: HTML in one text, a list of sentences, or links as objects. */
const Prose = Type.Union([textOrNull, Type.Array(Type.Union([Type.String(), Type.Object({ text: Type.String(), url: Type.String() })]))]);
export type Prose = Static<typeof Prose>;

/** A part without content is null, or an object whose members are. */
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

const Summary = Type.Array(Type.Object({ url: Type.String(), title: Type.String(), lastupdated: textOrNull }));

export interface ListedRow {
  readonly kind: 'listed';
  readonly slug: string;
  readonly title: string;
  readonly updated: string;
}

export interface TaughtRouteRow {
  readonly relevantSubjects: Prose;
  readonly furtherInformation: Prose;
  readonly preface: Prose;
  readonly requirements: Prose;
  readonly additionalInformation: Prose;
}

export interface ProfileRow {
  readonly kind: 'profile';
  readonly slug: string;
  readonly title: string;
  readonly soc: string;
  readonly soc2020: string;
  readonly soc2020Extension: string;
  readonly alternativeTitle: string;
  readonly updated: string;
  readonly overview: Prose;
  readonly university: TaughtRouteRow | null;
  readonly college: TaughtRouteRow | null;
  readonly apprenticeship: TaughtRouteRow | null;
  readonly work: Prose;
  readonly volunteering: Prose;
  readonly directApplication: Prose;
  readonly otherRoutes: Prose;
  readonly restrictions: Prose;
  readonly otherRequirements: Prose;
  readonly registrations: Prose;
  readonly careerTips: Prose;
  readonly bodies: Prose;
  readonly furtherInformation: Prose;
}

export type Row = ListedRow | ProfileRow;
export type Rows = readonly Row[];

export async function parse(release: Release, files: readonly PublishedFile[]): Promise<Rows> {
  const place = `career-profiles ${release.name}`;
  const listed: ListedRow[] = [];
  const profiles: ProfileRow[] = [];
  for (const { name, bytes } of files) {
    const at = `${place} ${name}`;
    if (summaryName.test(name))
      listed.push(...expectShape(at, lowerCased(readJson(at, bytes, Type.Unknown())), Summary).map((entry) => listedRow(at, entry)));
    if (profileName.test(name)) profiles.push(profileRow(at, expectShape(at, lowerCased(readJson(at, bytes, Type.Unknown())), Profile)));
    if (snapshotName.test(name)) {
      readJson(at, bytes, Type.Array(Type.Unknown())).forEach((entry, index) =>
        profiles.push(profileRow(`${at} ${index}`, expectShape(`${at} ${index}`, lowerCased(entry), Profile))),
      );
    }
  }
  if (profiles.length === 0)
    throw new LayoutError([{ place, message: 'found no profile, expected a snapshot of all, or the list of profiles and a file of each' }]);
  const bySlug = (a: Row, b: Row) => byCodeUnit(a.slug, b.slug) || byCodeUnit(a.title, b.title);
  return [...listed.sort(bySlug), ...profiles.sort(bySlug)];
}

/** A value with the names of all members in lower case. */
function lowerCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowerCased);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key.toLowerCase(), lowerCased(member)]));
}

function listedRow(place: string, { url, title, lastupdated }: Static<typeof Summary>[number]): ListedRow {
  return { kind: 'listed', slug: slugIn(place, url), title, updated: lastupdated ?? '' };
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
