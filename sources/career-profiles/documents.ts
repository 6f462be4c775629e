// Writes the how-to-become document of each unit group: its profiles.
import type { Document } from '#sources/kit/document.ts';
import type { Needs } from '#sources/kit/needs.ts';
import type { DocumentInputs } from '#sources/kit/source.ts';
import { withheldAs } from '#schemas/withheld-legend.ts';
import { areaOf, byMatch, matchOf } from '#schemas/codes.ts';
import type { HowToBecomeResponse, JobProfile } from '#schemas/resources/how-to-become.ts';
import { byCodeUnit } from '#schemas/order.ts';
import { dayInWords } from '#schemas/reference-dates.ts';
import { publicSite } from './discover.ts';
import { type ProfilePlace, profileMapper } from './map-to-soc.ts';
import type { Profile, ProfileObservations } from './reshape.ts';

const noProfile = withheldAs(
  'not-listed',
  'Each profile describes a job, and none of them maps to this unit group.',
);

export function* documents({
  observations,
  needs,
  answer,
}: DocumentInputs<ProfileObservations>): Generator<Document> {
  const placed = profilesBySoc(observations, needs);
  const coverage = {
    population: 'job profiles and the routes into these jobs',
    includesSelfEmployed: null,
    description:
      'The National Careers Service covers England: routes, courses and funding apply to England.',
  };
  const notes = notesOf(observations);
  for (const { code } of needs.get('soc-structure').unitGroups) {
    const profiles = [...(placed.get(code) ?? [])];
    yield answer<HowToBecomeResponse>({ soc: code }, 'how-to-become', {
      area: areaOf('england'),
      match: matchOf(profiles),
      profiles,
      withheld: profiles.length === 0 ? noProfile : null,
      notes,
      coverage,
    });
  }
}

/** Content up to this day counts as content of 2020. Every answer says so. */
const endOf2020 = '2020-12-31';

function notesOf({ profiles }: ProfileObservations): string[] {
  const days = profiles.map(({ updated }) => updated).filter((day) => day !== null);
  const lastDay = days.sort(byCodeUnit).at(-1);
  if (lastDay === undefined || lastDay > endOf2020) return [];
  return [
    `The content dates from ${dayInWords(lastDay)}. Courses, requirements and addresses have ` +
      'changed since. Follow the link of the profile for current information.',
  ];
}

/** Every profile with the unit groups that it maps to. */
export function placesOf(
  { profiles, unitGroups }: ProfileObservations,
  needs: Needs,
): readonly { readonly profile: Profile; readonly places: readonly ProfilePlace[] }[] {
  const map = profileMapper(needs.get('soc-index').entries, unitGroups);
  return profiles.map((profile) => ({ profile, places: map(profile) }));
}

/** The profiles of each unit group: primary before partial, then by title and slug. */
function profilesBySoc(
  observations: ProfileObservations,
  needs: Needs,
): ReadonlyMap<string, readonly JobProfile[]> {
  const placed = new Map<string, JobProfile[]>(observations.unitGroups.map((code) => [code, []]));
  for (const { profile, places } of placesOf(observations, needs))
    for (const place of places) placed.get(place.soc2020)?.push(jobProfileOf(profile, place));
  for (const list of placed.values())
    list.sort(
      (a, b) => byMatch(a, b) || byCodeUnit(a.title, b.title) || byCodeUnit(a.slug, b.slug),
    );
  return placed;
}

function jobProfileOf(profile: Profile, { match, derivation }: ProfilePlace): JobProfile {
  const {
    title,
    slug,
    updated,
    alternativeTitles,
    overview,
    routes,
    checks,
    registrations,
    careerTips,
    bodies,
  } = profile;
  return {
    title,
    slug,
    url: `${publicSite}/job-profiles/${encodeURIComponent(slug)}`,
    match,
    derivation,
    updated,
    alternativeTitles,
    overview,
    routes,
    requirements: { checks, registrations },
    moreInformation: {
      careerTips,
      professionalAndIndustryBodies: bodies,
      furtherInformation: profile.furtherInformation,
    },
  };
}
