// The job profiles of the National Careers Service: how people get into a job.
import { firstOf } from '#sources/kit/by-hand.ts';
import { hasMembersOf } from '#sources/kit/read/json.ts';
import { harvestRelease } from '#sources/kit/release-name.ts';
import { describedRow } from '#sources/kit/rows.ts';
import { defineSource } from '#sources/kit/define-source.ts';
import { checks } from './checks.ts';
import { apiOrigin, discover, landingPage } from './discover.ts';
import { documents } from './documents.ts';
import { type Rows, Listed, Profile, files, lowerCased, parse, slugOf } from './layout.ts';
import { reshape } from './reshape.ts';
import { sample } from './sample.ts';
import { tables } from './tables.ts';
import { titles } from './titles.ts';

export const careerProfiles = defineSource({
  key: 'career-profiles',
  title: 'Job profiles',
  publisher: 'Department for Education, National Careers Service',
  attribution:
    'Contains public sector information from the National Careers Service licensed ' +
    'under the Open Government Licence v3.0.',
  landingPage,
  origins: [apiOrigin, 'https://nationalcareers.service.gov.uk'],
  cadence:
    'Continuously, profile by profile, without releases: changed profiles are fetched once a day',
  needs: ['soc-structure', 'soc-index'],
  publisherKey: {
    variable: 'CAREERS_API_KEY',
    origin: apiOrigin,
    header: 'Ocp-Apim-Subscription-Key',
    headers: { version: 'v1' },
  },
  harvested: true,
  byHand: {
    pages: [
      {
        page: 'https://portal.api.nationalcareers.service.gov.uk/',
        take: 'a key, after signing in',
      },
    ],
    notByBrowser:
      'the interface answers only with a key in a header, and each of some 735 profiles is a file',
    example: '2026-07-06',
    releaseFrom: 'it is the day of the download',
    files: {
      snapshot: {
        shows: ({ json }) => hasMembersOf(Profile, lowerCased(firstOf(json))),
        called: () => 'job-profiles.json',
      },
      list: {
        shows: ({ json }) => hasMembersOf(Listed, lowerCased(firstOf(json))),
        called: () => 'summary.json',
      },
      profiles: {
        shows: ({ json }) => hasMembersOf(Profile, lowerCased(json)),
        called: (_, file, number) =>
          `profile-${encodeURIComponent(slugIn(file?.json) ?? String(number))}.json`,
      },
    },
  },
  namedLike: '2020-11-16, the day on which the profiles were fetched',
  release: harvestRelease,
  discover,
  files,
  parse,
  describeRows,
  reshape,
  checks,
  documents,
  // We do not serve pay and hours of the profiles: ashe has them.
  figures: 'texts',
  tables,
  titles,
  sample,
});

function describeRows(rows: Rows) {
  return rows.map((row) => {
    const { kind, ...cells } = row;
    const code = row.kind === 'profile' ? (row.soc2020 ?? null) : null;
    return describedRow({
      kind,
      id: row.slug,
      title: row.title,
      occupations: code === null ? [] : [code],
      cells: () => cells,
    });
  });
}

function slugIn(profile: unknown): string | null {
  return slugOf(String(Object(lowerCased(profile))['url'] ?? ''));
}
