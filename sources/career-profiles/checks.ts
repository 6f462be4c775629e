// What a harvest of profiles must show before it is served: all profiles, with routes and known
// codes, and no markup.
import * as check from '#sources/kit/checks.ts';
import { type KeyedTable, keyedCheck } from '#sources/kit/checks-keyed.ts';
import { successorsOf } from '#sources/kit/read/soc2010.ts';
import { type Described, textChecks } from '#sources/kit/checks-texts.ts';
import type { Check } from '#sources/kit/checks.ts';
import { placeOf, placeOfRelease } from '#sources/kit/place.ts';
import { quoteList } from '#sources/kit/problem.ts';
import type { Examined } from '#sources/kit/release.ts';
import type { RouteKey } from '#schemas/resources/how-to-become.ts';
import { hasLinkInBrackets } from './prose.ts';
import type { Rows } from './layout.ts';
import type { Profile, ProfileObservations } from './reshape.ts';

type Edition = Examined<Rows, ProfileObservations>;

// Counted and read by eye in the file of 16 November 2020. They hold only in that release.
const routeAnchors: Readonly<Record<RouteKey, number>> = {
  apprenticeship: 609,
  college: 415,
  university: 441,
  'direct-application': 412,
  other: 264,
  volunteering: 235,
  'working-up': 392,
};
const profileAnchors: readonly {
  readonly slug: string;
  readonly what: string;
  readonly expected: readonly string[];
  readonly read: (profile: Profile) => readonly (string | null)[];
}[] = [
  {
    slug: '3d-printing-technician',
    what: 'code and day',
    expected: ['3122', '2020-11-16'],
    read: ({ soc2010, updated }) => [soc2010, updated],
  },
  {
    slug: '3d-printing-technician',
    what: 'subjects at university',
    expected: ['3D design', 'product design', 'engineering', 'materials science'],
    read: (profile) => routeOf(profile, 'university')?.paragraphs[0]?.items ?? [],
  },
  {
    slug: 'accommodation-warden',
    what: 'code',
    expected: ['6144'],
    read: ({ soc2010 }) => [soc2010],
  },
];

const profilesOf = ({ observations }: Edition) => observations.profiles;
const routeOf = ({ routes }: Profile, name: RouteKey) => routes.find(({ key }) => key === name);
const successorsIn = ({ needs }: Edition) => successorsOf(needs.get('soc-index').entries);

function eachProfile(
  fault: (profile: Profile, edition: Edition) => string | null,
): check.Rule<Edition> {
  return check.each(profilesOf, (profile, { release }) => placeOf(release, profile.slug), fault);
}

function* anchors(edition: Edition): Generator<check.Agreement> {
  const profiles = profilesOf(edition);
  const placeIn = (what: string) => placeOf(edition.release, what);
  yield { place: placeIn('profiles'), found: profiles.length, expected: 829 };
  yield {
    place: placeIn('with registrations'),
    found: profiles.filter(({ registrations }) => registrations.length > 0).length,
    expected: 128,
  };
  const routes = profiles.flatMap((profile) => profile.routes.map(({ key }) => key));
  for (const [route, count] of Object.entries(routeAnchors))
    yield {
      place: placeIn(`with the route ${route}`),
      found: routes.filter((name) => name === route).length,
      expected: count,
    };
  for (const { slug, what, expected, read } of profileAnchors) {
    const profile = profiles.find((candidate) => candidate.slug === slug);
    yield {
      place: placeIn(`${slug}, ${what}`),
      found: profile && read(profile).join(' | '),
      expected: expected.join(' | '),
    };
  }
}

function textsIn(value: unknown): string[] {
  return typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsIn);
}

/**
 * The prose of each profile as published, and its name in the address, which is made of the title.
 */
function textsOfProfiles({ release, rows }: Edition): Described[] {
  return rows
    .filter((row) => row.kind === 'profile')
    .map((row) => {
      const { slug, title, overview, alternativetitle, howtobecome, whatittakes } = row;
      const prose = {
        overview,
        alternativetitle,
        ...howtobecome?.entryroutes,
        ...howtobecome?.moreinformation,
        ...whatittakes?.restrictionsandrequirements,
      };
      const parts = Object.fromEntries(
        Object.entries(prose).map(([part, value]) => [part, textsIn(value)]),
      );
      return {
        code: slug,
        title,
        parts: { address: [slug], ...parts },
        place: (part) => `${placeOf(release, slug)} ${part}`,
      };
    });
}

const joined = (value: unknown) => textsIn(value).join('\n');

// No second harvest of the same form is at hand. The publisher edits profiles one by one, and its
// list varied by three of 737 within a day.
const texts = { changes: 0.25, emptied: 0.05 } as const;
const codes = { changes: 0.01 } as const;
const profilesCompared: KeyedTable<Edition> = {
  name: 'profiles',
  rows: ({ rows }) =>
    rows
      .filter((row) => row.kind === 'profile')
      .map(
        ({ slug, title, soc, soc2020, overview, alternativetitle, howtobecome, whatittakes }) => {
          const { entryroutes, moreinformation } = howtobecome ?? {};
          const { restrictionsandrequirements } = whatittakes ?? {};
          return {
            key: slug,
            name: title,
            values: {
              title,
              'SOC 2010 code': soc ?? '',
              'SOC 2020 code': soc2020 ?? '',
              overview: joined(overview),
              'other titles': alternativetitle ?? '',
              'university route': joined(entryroutes?.university),
              'college route': joined(entryroutes?.college),
              'apprenticeship route': joined(entryroutes?.apprenticeship),
              'way by work': joined(entryroutes?.work),
              'way by volunteering': joined(entryroutes?.volunteering),
              'direct application': joined(entryroutes?.directapplication),
              'other routes': joined(entryroutes?.otherroutes),
              registrations: joined(moreinformation?.registrations),
              'career tips': joined(moreinformation?.careertips),
              bodies: joined(moreinformation?.professionalandindustrybodies),
              'further information': joined(moreinformation?.furtherinformation),
              restrictions: joined(restrictionsandrequirements?.relatedrestrictions),
              requirements: joined(restrictionsandrequirements?.otherrequirements),
            },
          };
        },
      ),
  columns: {
    title: { changes: 0.05 },
    'SOC 2010 code': codes,
    'SOC 2020 code': codes,
    overview: texts,
    'other titles': texts,
    'university route': texts,
    'college route': texts,
    'apprenticeship route': texts,
    'way by work': texts,
    'way by volunteering': texts,
    'direct application': texts,
    'other routes': texts,
    registrations: texts,
    'career tips': texts,
    bodies: texts,
    'further information': texts,
    restrictions: texts,
    requirements: texts,
  },
  lost: 0.015,
};

export const checks: readonly Check<Rows, ProfileObservations>[] = [
  check.comparing.block(
    'profile-count',
    'Between 600 and 1,000 profiles, within 5% of the previous edition if that has the same form.',
    // 734 to 737 in 2026 and 829 in 2020.
    check.within(
      'the number of profiles',
      check.ofRelease((edition) => profilesOf(edition).length),
      [600, 1000],
    ),
    // The snapshot of 2020 and a harvest of 2026 rightly differ by a hundred profiles.
    check.moves((edition, previous) => {
      const isSameForm =
        (previous?.observations.listed === null) === (edition.observations.listed === null);
      return [
        {
          place: placeOfRelease(edition.release),
          now: profilesOf(edition).length,
          before: isSameForm ? previous?.observations.profiles.length : null,
        },
      ];
    }, check.eitherWay(5)),
  ),
  check.block(
    'slugs-unique',
    'Each profile occurs once.',
    check.unique('profile', (edition) =>
      profilesOf(edition).map((profile) => [placeOf(edition.release, profile.slug), profile.slug]),
    ),
  ),
  check.block(
    'detail-complete',
    'At least 99% of the listed profiles were answered with a title.',
    check.mostAre(
      'listed profiles were not answered with a title',
      (edition) => {
        const answered = new Set(profilesOf(edition).map(({ slug }) => slug));
        return [...(edition.observations.listed?.keys() ?? [])].map((slug) => [
          slug,
          answered.has(slug),
        ]);
      },
      0.99,
    ),
  ),
  check.block(
    'has-a-route',
    'At least 90% of the profiles have a route.',
    check.mostAre(
      'profiles have no route',
      (edition) => profilesOf(edition).map(({ slug, routes }) => [slug, routes.length > 0]),
      0.9,
    ),
  ),
  check.knownIssue(
    'soc2010-known',
    'At least 98% of the profiles have a SOC 2010 code of the coding index.',
    check.mostAre(
      'profiles have a SOC 2010 code that the coding index does not have',
      (edition) => {
        const known = successorsIn(edition);
        return profilesOf(edition)
          .filter(({ soc2010 }) => soc2010 !== null)
          .map(({ slug, soc2010 }) => [slug, known.has(soc2010 ?? '')]);
      },
      0.98,
    ),
  ),
  check.block(
    'soc2020-known',
    'Every SOC 2020 code is a unit group.',
    eachProfile(({ soc2020 }, { observations: { unitGroups } }) =>
      soc2020 === null || unitGroups.includes(soc2020)
        ? null
        : `"${soc2020}" is not a unit group of SOC 2020`,
    ),
  ),
  check.knownIssue(
    'soc2020-plausible',
    'For at least 95% of the profiles, some index title of the SOC 2010 code is in the ' +
      'SOC 2020 code.',
    // A SOC 2010 code repeated as SOC 2020 may look valid: 2137 exists in both and means different
    // occupations.
    check.mostAre(
      'profiles have a SOC 2020 code without a title of their SOC 2010 code',
      function* (edition) {
        const successors = successorsIn(edition);
        for (const { slug, soc2010, soc2020 } of profilesOf(edition)) {
          if (soc2010 === null || soc2020 === null) continue;
          const groups = successors.get(soc2010) ?? [];
          yield [slug, groups.some((successor) => successor.soc2020 === soc2020)];
        }
      },
      0.95,
    ),
  ),
  check.block(
    'text-clean',
    'No text holds markup, character references or links in brackets.',
    eachProfile((profile) => {
      const dirty = textsIn(profile).filter(
        (text) => /<\/?[a-z]|&[a-z]+;/i.test(text) || hasLinkInBrackets(text),
      );
      return dirty.length === 0 ? null : `holds markup: ${quoteList(dirty)}`;
    }),
  ),
  keyedCheck(profilesCompared),
  // Found in 2020: 99% of the names and overviews, 65 to 89% of the routes and 86% of the
  // further information; shifted by a row 28 to 38%.
  ...textChecks(textsOfProfiles, {
    address: 0.95,
    overview: 0.95,
    university: 0.55,
    college: 0.55,
    apprenticeship: 0.55,
    work: 0.55,
    volunteering: 0.55,
    directapplication: 0.55,
    otherroutes: 0.55,
    furtherinformation: 0.55,
  }),
  check.anchors(
    ['2020-11-16'],
    'Counts and profiles read by eye in the content of 16 November 2020.',
    anchors,
  ),
];
