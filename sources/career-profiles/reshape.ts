// Profiles to observations: plain text, routes with content, codes and days.
import { HtmlError, plainText } from '#sources/kit/read/html.ts';
import { isDay } from '#sources/kit/release-name.ts';
import type { Needs } from '#sources/kit/needs.ts';
import { placeOf } from '#sources/kit/place.ts';
import type { Problem } from '#sources/kit/problem.ts';
import type { Release } from '#sources/kit/release.ts';
import type { JobProfile, Route, RouteKey } from '#schemas/resources/how-to-become.ts';
import type { Paragraph, TextLink } from '#schemas/figures.ts';
import type { ListedRow, ProfileRow, Prose, Rows } from './layout.ts';
import { type ReadProse, readProse } from './prose.ts';

/** A profile with the members of an answer, and the codes that the publisher gives it. */
export interface Profile
  extends Readonly<
    Pick<JobProfile, 'slug' | 'title' | 'alternativeTitles' | 'updated' | 'overview' | 'routes'>
  > {
  /** SOC 2010, four digits; null if the publisher gives none. */
  readonly soc2010: string | null;
  readonly soc2020: string | null;
  readonly checks: readonly Paragraph[];
  readonly registrations: readonly Paragraph[];
  readonly careerTips: readonly Paragraph[];
  readonly bodies: readonly Paragraph[];
  readonly furtherInformation: readonly Paragraph[];
}

export interface ProfileObservations {
  readonly unitGroups: readonly string[];
  /** Ordered by slug. */
  readonly profiles: readonly Profile[];
  /** The publisher's list by slug; null if the release has no list. */
  readonly listed: ReadonlyMap<string, ListedRow> | null;
}

/** The publisher's words in place of requirements. */
const noneSet = 'There are no set entry requirements for this route.';

export function reshape(
  release: Release,
  rows: Rows,
  needs: Needs,
  problems: Problem[],
): ProfileObservations {
  const listedRows = rows.filter((row): row is ListedRow => row.kind === 'listed');
  const listed = listedRows.length === 0 ? null : new Map(listedRows.map((row) => [row.slug, row]));
  const profiles = rows
    .filter((row): row is ProfileRow => row.kind === 'profile')
    // If the overview fails inside the publisher's service, the answer has no title. It is not a
    // profile, and a check counts it.
    .filter(({ title }) => title.trim() !== '')
    .map((row) => profileOf(placeOf(release, row.slug), row, listed, problems));
  return {
    unitGroups: needs.get('soc-structure').unitGroups.map(({ code }) => code),
    profiles,
    listed,
  };
}

/** Reads the prose of a profile's parts. A fault is collected, and its prose is left out. */
class PartReader {
  readonly #place: string;
  readonly #problems: Problem[];

  constructor(place: string, problems: Problem[]) {
    this.#place = place;
    this.#problems = problems;
  }

  read(name: string, prose: Prose): ReadProse {
    try {
      return readProse(prose);
    } catch (error) {
      if (!(error instanceof HtmlError)) throw error;
      this.#problems.push({ place: `${this.#place} ${name}`, message: error.message });
      return { paragraphs: [], links: [] };
    }
  }

  /** The paragraphs of some members of a part. A link alone is a paragraph of its own. */
  paragraphs<Name extends string>(
    partName: string,
    part: { readonly [Member in Name]: Prose } | null | undefined,
    ...names: Name[]
  ): Paragraph[] {
    return names.flatMap((name) => {
      const prose = this.read(`${partName}${name}`, part?.[name] ?? null);
      return [
        ...prose.paragraphs,
        ...prose.links.map((link) => ({ text: link.text, items: [], links: [link] })),
      ];
    });
  }
}

type EntryRoutes = NonNullable<NonNullable<ProfileRow['howtobecome']>['entryroutes']> | null;

/** In the order of the contract. */
function routesOf(routes: EntryRoutes, reader: PartReader): Route[] {
  return [
    taughtRoute('university', routes, reader),
    taughtRoute('college', routes, reader),
    taughtRoute('apprenticeship', routes, reader),
    describedRoute('working-up', 'work', routes, reader),
    describedRoute('volunteering', 'volunteering', routes, reader),
    describedRoute('direct-application', 'directapplication', routes, reader),
    describedRoute('other', 'otherroutes', routes, reader),
  ].filter((route) => route !== null);
}

/** Null for a route with only empty lists, even if it has a preface. */
function taughtRoute(
  key: 'university' | 'college' | 'apprenticeship',
  routes: EntryRoutes,
  reader: PartReader,
): Route | null {
  const route = routes?.[key];
  const paragraphs = reader.paragraphs(`${key}.`, route, 'relevantsubjects', 'furtherinformation');
  const requirements = reader.paragraphs(`${key}.`, route, 'entryrequirements');
  const additional = reader.read(
    `${key}.additionalinformation`,
    route?.additionalinformation ?? null,
  );
  const links: TextLink[] = [
    ...additional.links,
    ...additional.paragraphs.flatMap((paragraph) => paragraph.links),
  ];
  if (paragraphs.length + requirements.length + links.length === 0) return null;
  const preface = reader
    .paragraphs(`${key}.`, route, 'entryrequirementpreface')
    .map(({ text }) => text)
    .join(' ');
  return {
    key,
    entryRequirements: {
      preface: preface === '' ? null : preface,
      noneSet: preface === noneSet,
      requirements,
    },
    paragraphs,
    links,
  };
}

/** Null for a route without text. */
function describedRoute(
  key: RouteKey,
  name: 'work' | 'volunteering' | 'directapplication' | 'otherroutes',
  routes: EntryRoutes,
  reader: PartReader,
): Route | null {
  const paragraphs = reader.paragraphs('', routes, name);
  return paragraphs.length === 0 ? null : { key, entryRequirements: null, paragraphs, links: [] };
}

function profileOf(
  place: string,
  row: ProfileRow,
  listed: ProfileObservations['listed'],
  problems: Problem[],
): Profile {
  const reader = new PartReader(place, problems);
  const { entryroutes: routes = null, moreinformation: information = null } = row.howtobecome ?? {};
  return {
    slug: row.slug,
    title: plainText(row.title),
    // The editing system adds a letter to some codes.
    soc2010:
      /^(\d{4})[A-Za-z]?$/.exec((row.soc ?? '').trim())?.[1] ??
      noSoc(`${place} soc`, row.soc, problems),
    soc2020:
      /^\d{4}$/.exec((row.soc2020 ?? '').trim())?.[0] ??
      noSoc(`${place} soc2020`, row.soc2020, problems),
    alternativeTitles: [...new Set((row.alternativetitle ?? '').split(',').map(plainText))].filter(
      (title) => title !== '',
    ),
    // In the API only the list gives the day of a change.
    updated: dayOf(`${place} updated`, updatedOf(listed?.get(row.slug) ?? row) ?? '', problems),
    overview: reader.paragraphs('', row, 'overview'),
    routes: routesOf(routes, reader),
    checks: reader.paragraphs(
      '',
      row.whatittakes?.restrictionsandrequirements,
      'relatedrestrictions',
      'otherrequirements',
    ),
    registrations: reader.paragraphs('', information, 'registrations'),
    careerTips: reader.paragraphs('', information, 'careertips'),
    bodies: reader.paragraphs('', information, 'professionalandindustrybodies'),
    furtherInformation: reader.paragraphs('', information, 'furtherinformation'),
  };
}

function updatedOf(row: ListedRow | ProfileRow): string | null | undefined {
  return row.kind === 'listed' ? row.lastupdated : (row.modifiedutc ?? row.lastupdateddate);
}

/** XXXX and an empty text are the publisher's markers for no code. */
function noSoc(place: string, code: string | null | undefined, problems: Problem[]): null {
  if (!['', 'XXXX'].includes((code ?? '').trim()))
    problems.push({
      place,
      message: `unknown marker "${code}", expected four digits, XXXX or nothing`,
    });
  return null;
}

function dayOf(place: string, text: string, problems: Problem[]): string | null {
  if (text === '' || text.startsWith('0001-01-01')) return null;
  const day = text.slice(0, 10);
  if (isDay(day) && /^(T[\d:.]+(Z|[+-]\d{2}:\d{2})?)?$/.test(text.slice(10))) return day;
  problems.push({
    place,
    message: `got "${text}", expected a day and time, or 0001-01-01 for none`,
  });
  return null;
}
