// Profiles to observations: plain text, routes with content, codes and days.
import { type PrintedTable, placeOf } from '#sources/kit/place.ts';
import type { Problem } from '#sources/kit/problem.ts';
import { HtmlError, plainText } from '#sources/kit/read/html.ts';
import { isDay } from '#sources/kit/release-name.ts';
import type { Needs, Release } from '#sources/kit/source.ts';
import type { Route, RouteKey } from '#schemas/resources/how-to-become.ts';
import type { Paragraph, TextLink } from '#schemas/figures.ts';
import type { ListedRow, ProfileRow, Prose, Rows, TaughtRouteRow } from './parse.ts';
import { type ReadProse, readProse } from './prose.ts';

export interface Profile {
  readonly slug: string;
  readonly title: string;
  /** SOC 2010, four digits; null if the publisher gives none. */
  readonly soc2010: string | null;
  readonly soc2020: string | null;
  readonly alternativeTitles: readonly string[];
  /** ISO day. */
  readonly updated: string | null;
  readonly overview: readonly Paragraph[];
  readonly routes: readonly Route[];
  readonly checks: readonly Paragraph[];
  readonly registrations: readonly Paragraph[];
  readonly careerTips: readonly Paragraph[];
  readonly bodies: readonly Paragraph[];
  readonly furtherInformation: readonly Paragraph[];
}

export interface ProfileObservations {
  /** The unit groups of SOC 2020, ordered. */
  readonly unitGroups: readonly string[];
  /** Ordered by slug. */
  readonly profiles: readonly Profile[];
  /** The publisher's list by slug; null if the release has no list. */
  readonly listed: ReadonlyMap<string, ListedRow> | null;
}

/** Stands in place of requirements. */
const noneSet = 'There are no set entry requirements for this route.';

export function reshape(release: Release, rows: Rows, needs: Needs, problems: Problem[]): ProfileObservations {
  const listedRows = rows.filter((row): row is ListedRow => row.kind === 'listed');
  const listed = listedRows.length === 0 ? null : new Map(listedRows.map((row) => [row.slug, row]));
  const profiles = rows
    .filter((row): row is ProfileRow => row.kind === 'profile')
    // If the overview fails inside the publisher's service, the answer has no title. It is not a profile, and a check counts it.
    .filter(({ title }) => title.trim() !== '')
    .map((row) => profileOf(placeOf(release, printed(row)), row, listed, problems));
  return { unitGroups: needs.get('soc-structure').unitGroups.map(({ code }) => code), profiles, listed };
}

/** A profile as messages name it: by its slug. */
export function printed({ slug }: Pick<Profile, 'slug'>): PrintedTable {
  return { printedAs: slug };
}

function profileOf(place: string, row: ProfileRow, listed: ProfileObservations['listed'], problems: Problem[]): Profile {
  const read = (name: string, prose: Prose): ReadProse => {
    try {
      return readProse(prose);
    } catch (error) {
      if (!(error instanceof HtmlError)) throw error;
      problems.push({ place: `${place} ${name}`, message: error.message });
      return { paragraphs: [], links: [] };
    }
  };
  const paragraphs = (name: string, prose: Prose) => {
    const found = read(name, prose);
    return [...found.paragraphs, ...found.links.map((link) => ({ text: link.text, items: [], links: [link] }))];
  };
  return {
    slug: row.slug,
    title: plainText(row.title),
    // The editing system adds a letter to some codes.
    soc2010: /^(\d{4})[A-Za-z]?$/.exec(row.soc.trim())?.[1] ?? noSoc(`${place} Soc`, row.soc, problems),
    soc2020: /^\d{4}$/.exec(row.soc2020.trim())?.[0] ?? noSoc(`${place} Soc2020`, row.soc2020, problems),
    alternativeTitles: [...new Set(row.alternativeTitle.split(',').map(plainText))].filter((title) => title !== ''),
    // In the API only the list gives the day of a change.
    updated: dayOf(`${place} updated`, listed?.get(row.slug)?.updated ?? row.updated, problems),
    overview: paragraphs('Overview', row.overview),
    routes: routesOf(row, read, paragraphs),
    checks: [...paragraphs('RelatedRestrictions', row.restrictions), ...paragraphs('OtherRequirements', row.otherRequirements)],
    registrations: paragraphs('Registrations', row.registrations),
    careerTips: paragraphs('CareerTips', row.careerTips),
    bodies: paragraphs('ProfessionalAndIndustryBodies', row.bodies),
    furtherInformation: paragraphs('FurtherInformation', row.furtherInformation),
  };
}

type Read = (name: string, prose: Prose) => ReadProse;
type Paragraphs = (name: string, prose: Prose) => readonly Paragraph[];

/** In the order of the contract. A route with only empty lists is left out, even if it has a preface. */
function routesOf(row: ProfileRow, read: Read, paragraphs: Paragraphs): Route[] {
  const taught = (key: RouteKey, name: string, found: TaughtRouteRow | null): Route[] => {
    if (found === null) return [];
    const text = [
      ...paragraphs(`${name}.RelevantSubjects`, found.relevantSubjects),
      ...paragraphs(`${name}.FurtherInformation`, found.furtherInformation),
    ];
    const requirements = [...paragraphs(`${name}.EntryRequirements`, found.requirements)];
    const additional = read(`${name}.AdditionalInformation`, found.additionalInformation);
    const links: TextLink[] = [...additional.links, ...additional.paragraphs.flatMap((paragraph) => paragraph.links)];
    if (text.length + requirements.length + links.length === 0) return [];
    const preface = paragraphs(`${name}.EntryRequirementPreface`, found.preface)
      .map((paragraph) => paragraph.text)
      .join(' ');
    return [
      {
        key,
        entryRequirements: { preface: preface === '' ? null : preface, noneSet: preface === noneSet, requirements },
        paragraphs: text,
        links,
      },
    ];
  };
  const told = (key: RouteKey, name: string, prose: Prose): Route[] => {
    const text = paragraphs(name, prose);
    return text.length === 0 ? [] : [{ key, entryRequirements: null, paragraphs: [...text], links: [] }];
  };
  return [
    ...taught('university', 'University', row.university),
    ...taught('college', 'College', row.college),
    ...taught('apprenticeship', 'Apprenticeship', row.apprenticeship),
    ...told('working-up', 'Work', row.work),
    ...told('volunteering', 'Volunteering', row.volunteering),
    ...told('direct-application', 'DirectApplication', row.directApplication),
    ...told('other', 'OtherRoutes', row.otherRoutes),
  ];
}

/** XXXX and an empty text are the publisher's markers for no code. */
function noSoc(place: string, code: string, problems: Problem[]): null {
  if (!['', 'XXXX'].includes(code.trim()))
    problems.push({ place, message: `unknown marker "${code}", expected four digits, XXXX or nothing` });
  return null;
}

function dayOf(place: string, text: string, problems: Problem[]): string | null {
  if (text === '' || text.startsWith('0001-01-01')) return null;
  const day = text.slice(0, 10);
  if (isDay(day) && /^(T[\d:.]+(Z|[+-]\d{2}:\d{2})?)?$/.test(text.slice(10))) return day;
  problems.push({ place, message: `got "${text}", expected a day and time, or 0001-01-01 for none` });
  return null;
}
