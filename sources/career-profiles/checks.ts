// What a harvest of profiles must show before it is served: all of them, routes, codes that hold, and no markup.
import { quoteList } from '#sources/kit/problem.ts';
import { successorsOf } from '#sources/kit/read/soc2010.ts';
import type { Check, Examined, Finding } from '#sources/kit/source.ts';
import type { RouteName } from '#schemas/resources/how-to-become.ts';
import type { Paragraph } from '#schemas/resources/text.ts';
import { contentDay, endOf2020, placesOf } from './documents.ts';
import type { Rows } from './parse.ts';
import type { Profile, ProfileObservations } from './reshape.ts';

type Edition = Examined<Rows, ProfileObservations>;
type ProfileCheck = Check<Rows, ProfileObservations>;

// Counted in the file of 16 November 2020 and read by eye in it: they hold in that release alone.
const anchorRelease = '2020-11-16';
const routeAnchors: Readonly<Record<RouteName, number>> = {
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
  readonly describe: string;
  readonly expected: unknown;
  readonly read: (profile: Profile) => unknown;
}[] = [
  {
    slug: '3d-printing-technician',
    describe: 'code and day',
    expected: ['3122', '2020-11-16'],
    read: ({ soc2010, updated }) => [soc2010, updated],
  },
  {
    slug: '3d-printing-technician',
    describe: 'routes',
    expected: ['university', 'college', 'apprenticeship', 'working-up'],
    read: ({ routes }) => routes.map(({ route }) => route),
  },
  {
    slug: '3d-printing-technician',
    describe: 'subjects at university',
    expected: ['3D design', 'product design', 'engineering', 'materials science'],
    read: ({ routes }) => routes.find(({ route }) => route === 'university')?.text[0]?.items,
  },
  {
    slug: '3d-printing-technician',
    describe: 'entry requirements at university',
    expected: [
      "You'll usually need:",
      '1 or 2 A levels, or equivalent, for a foundation degree or higher national diploma',
      '2 to 3 A levels, or equivalent, for a degree',
    ],
    read: ({ routes }) => {
      const found = routes.find(({ route }) => route === 'university')?.entryRequirements;
      return [found?.preface, ...(found?.requirements ?? []).map(({ text }) => text)];
    },
  },
  {
    slug: '3d-printing-technician',
    describe: 'links of college',
    expected: 'https://nationalcareers.service.gov.uk/find-a-course',
    read: ({ routes }) => routes.find(({ route }) => route === 'college')?.links.at(-1)?.url,
  },
  { slug: 'accommodation-warden', describe: 'code', expected: '6144', read: ({ soc2010 }) => soc2010 },
];

export const checks: readonly ProfileCheck[] = [
  {
    name: 'profile-count',
    severity: 'block',
    // 734 to 737 in 2026 and 829 in 2020.
    describe: 'Between 600 and 1,000 profiles, within 5 % of the edition before where that is of the same form.',
    check: ({ release, observations: { profiles, listed } }, previous) => {
      const place = `career-profiles ${release.name}`;
      const findings: Finding[] = [];
      if (profiles.length < 600 || profiles.length > 1000)
        findings.push({ place, message: `found ${profiles.length} profiles, expected 600 to 1,000` });
      // A snapshot of 2020 and a harvest of 2026 are a hundred profiles apart with good reason.
      const before = previous?.observations;
      if (
        before !== undefined &&
        (before.listed === null) === (listed === null) &&
        Math.abs(profiles.length - before.profiles.length) > 0.05 * before.profiles.length
      ) {
        findings.push({
          place,
          message: `found ${profiles.length} profiles, ${before.profiles.length} in ${previous?.release.name}: more than 5 % apart`,
        });
      }
      return findings;
    },
  },
  {
    name: 'content-of-2020',
    severity: 'known-issue',
    describe: 'The content is younger than 2020.',
    check: ({ release, observations }) => {
      const day = contentDay(observations);
      return day !== null && day <= endOf2020
        ? [
            {
              place: `career-profiles ${release.name}`,
              message: `the content is of ${day}: courses, requirements and addresses have changed since`,
            },
          ]
        : [];
    },
  },
  {
    name: 'slugs-unique',
    severity: 'block',
    describe: 'A profile stands there once.',
    check: ({ release, observations: { profiles } }) =>
      profiles.flatMap(({ slug }, place) =>
        profiles[place - 1]?.slug === slug ? [{ place: `career-profiles ${release.name} ${slug}`, message: 'stands there twice' }] : [],
      ),
  },
  share(
    'detail-complete',
    'block',
    'At least 99 % of the profiles that the list names were answered with a title.',
    0.99,
    ({ observations: { listed, profiles } }) => {
      const answered = new Set(profiles.map(({ slug }) => slug));
      return [...(listed?.keys() ?? [])].map((slug) => [slug, answered.has(slug)]);
    },
  ),
  share(
    'summary-title-equals-detail',
    'known-issue',
    'List and profile agree on the title of at least 98 %.',
    0.98,
    ({ observations: { listed, profiles } }) =>
      profiles.flatMap(({ slug, title }) => {
        const entry = listed?.get(slug);
        return entry === undefined ? [] : [[slug, entry.title.trim() === title]];
      }),
  ),
  share('has-a-route', 'block', 'At least 90 % of the profiles have a route.', 0.9, ({ observations: { profiles } }) =>
    profiles.map(({ slug, routes }) => [slug, routes.length > 0]),
  ),
  share(
    'soc2010-known',
    'known-issue',
    'The SOC 2010 code of at least 98 % is one of the coding index.',
    0.98,
    ({ observations: { profiles }, needs }) => {
      const known = successorsOf(needs.get('soc-index').entries);
      return profiles.flatMap(({ slug, soc2010 }) => (soc2010 === null ? [] : [[slug, known.has(soc2010)]]));
    },
  ),
  {
    name: 'soc2020-known',
    severity: 'block',
    describe: 'Every SOC 2020 code is a unit group.',
    check: ({ release, observations: { profiles, unitGroups } }) =>
      profiles.flatMap(({ slug, soc2020 }) =>
        soc2020 === null || unitGroups.includes(soc2020)
          ? []
          : [{ place: `career-profiles ${release.name} ${slug}`, message: `"${soc2020}" is no unit group of SOC 2020` }],
      ),
  },
  // A SOC 2010 code repeated as SOC 2020 would pass for one: 2137 is another occupation in each.
  share(
    'soc2020-plausible',
    'known-issue',
    'Of at least 95 % some index title of the SOC 2010 code is in the SOC 2020 code.',
    0.95,
    ({ observations: { profiles }, needs }) => {
      const successors = successorsOf(needs.get('soc-index').entries);
      return profiles.flatMap(({ slug, soc2010, soc2020 }) =>
        soc2010 === null || soc2020 === null
          ? []
          : [[slug, successors.get(soc2010)?.some((successor) => successor.soc2020 === soc2020) ?? false]],
      );
    },
  ),
  share('extension-fits', 'known-issue', 'A sub-unit group lies in the unit group beside it.', 1, ({ observations: { profiles } }) =>
    profiles.flatMap(({ slug, soc2020, soc2020Extension }) =>
      soc2020 === null || soc2020Extension === null ? [] : [[slug, soc2020Extension.startsWith(soc2020)]],
    ),
  ),
  {
    name: 'text-clean',
    severity: 'block',
    describe: 'No markup, no character reference and no link in brackets is left in a text.',
    check: ({ release, observations: { profiles } }) =>
      profiles.flatMap((profile) => {
        const dirty = textsOf(profile).filter((text) => /<\/?[a-z]|&[a-z]+;|\[[^\]]*\|[^\]]*\]/i.test(text));
        return dirty.length === 0
          ? []
          : [{ place: `career-profiles ${release.name} ${profile.slug}`, message: `holds markup: ${quoteList(dirty)}` }];
      }),
  },
  {
    name: 'links-absolute',
    severity: 'known-issue',
    describe: 'Every link leads to an address of the web; others are left out.',
    check: ({ release, observations: { profiles } }) =>
      profiles.flatMap(({ slug, refused }) =>
        refused.length === 0 ? [] : [{ place: `career-profiles ${release.name} ${slug}`, message: `left out ${quoteList(refused)}` }],
      ),
  },
  {
    name: 'unmapped',
    severity: 'info',
    describe: 'Profiles that are brought to no unit group are counted: they stand nowhere.',
    check: ({ release, observations, needs }) =>
      placesOf(observations, needs).flatMap(({ profile, places }) =>
        places.length > 0 ? [] : [{ place: `career-profiles ${release.name} ${profile.slug}`, message: 'is brought to no unit group' }],
      ),
  },
  {
    name: 'anchors',
    severity: 'block',
    describe: 'Counts and profiles read by eye in the content of 16 November 2020.',
    check: ({ release, observations: { profiles } }) => {
      if (release.name !== anchorRelease) return [];
      const routes = profiles.flatMap((profile) => profile.routes.map(({ route }) => route));
      const found: readonly (readonly [place: string, found: unknown, expected: unknown])[] = [
        ['profiles', profiles.length, 829],
        ['with registrations', profiles.filter(({ registrations }) => registrations.length > 0).length, 128],
        ...Object.entries(routeAnchors).map(
          ([route, count]) => [`with the route ${route}`, routes.filter((name) => name === route).length, count] as const,
        ),
        ...profileAnchors.map(({ slug, describe, expected, read }) => {
          const profile = profiles.find((candidate) => candidate.slug === slug);
          return [`${slug}, ${describe}`, profile === undefined ? undefined : read(profile), expected] as const;
        }),
      ];
      return found.flatMap(([place, got, expected]) =>
        JSON.stringify(got) === JSON.stringify(expected)
          ? []
          : [
              {
                place: `career-profiles ${release.name} ${place}`,
                message: `got ${JSON.stringify(got)}, expected ${JSON.stringify(expected)}`,
              },
            ],
      );
    },
  },
];

function textsOf(profile: Profile): string[] {
  const {
    title,
    alternativeTitles,
    overview,
    routes,
    checks: restrictions,
    registrations,
    careerTips,
    bodies,
    furtherInformation,
  } = profile;
  const ofParagraphs = (paragraphs: readonly Paragraph[]) =>
    paragraphs.flatMap(({ text, items, links }) => [text, ...items, ...links.map((link) => link.text)]);
  const ofRoutes = routes.flatMap(({ entryRequirements, text, links }) => [
    entryRequirements?.preface ?? '',
    ...ofParagraphs([...(entryRequirements?.requirements ?? []), ...text]),
    ...links.map((link) => link.text),
  ]);
  return [
    title,
    ...alternativeTitles,
    ...ofRoutes,
    ...ofParagraphs([...overview, ...restrictions, ...registrations, ...careerTips, ...bodies, ...furtherInformation]),
  ];
}

type Looked = readonly (readonly [slug: string, isWell: boolean])[];

/** A check that a share of what it looks at is well; it names what is not. */
function share(
  name: string,
  severity: ProfileCheck['severity'],
  describe: string,
  least: number,
  look: (edition: Edition) => Looked,
): ProfileCheck {
  return {
    name,
    severity,
    describe,
    check: (edition) => {
      const looked = look(edition);
      const wrong = looked.filter(([, isWell]) => !isWell).map(([slug]) => slug);
      return looked.length - wrong.length >= least * looked.length
        ? []
        : [
            {
              place: `career-profiles ${edition.release.name}`,
              message: `${wrong.length} of ${looked.length} are not: ${quoteList(wrong)}`,
            },
          ];
    },
  };
}
