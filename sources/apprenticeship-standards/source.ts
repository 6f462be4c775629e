// Apprenticeship standards of Skills England: every version of every standard. They have no SOC
// codes: occupational-maps maps to them.
import { firstOf } from '#sources/kit/by-hand.ts';
import { hasMembersOf } from '#sources/kit/read/json.ts';
import { harvestRelease } from '#sources/kit/release-name.ts';
import { skillsEnglandAttribution } from '#sources/kit/licences.ts';
import { describedRow } from '#sources/kit/rows.ts';
import { defineSource } from '#sources/kit/define-source.ts';
import { number, tableOf, text } from '#sources/kit/tables.ts';
import { checks } from './checks.ts';
import { discover, landingPage, listAddress, listFile } from './discover.ts';
import { type Rows, Version, files, limits, parse } from './layout.ts';
import { reshape } from './reshape.ts';
import { sample } from './sample.ts';

export const apprenticeshipStandards = defineSource({
  key: 'apprenticeship-standards',
  title: 'Apprenticeship standards, all versions',
  publisher: 'Skills England',
  attribution: skillsEnglandAttribution,
  origins: ['https://skillsengland.education.gov.uk'],
  cadence: 'Continuously, without releases: the list is fetched once a day',
  harvested: true,
  byHand: {
    pages: [{ page: listAddress, take: 'the whole page (about 79 MB); save it as it is' }],
    example: '2026-07-06',
    releaseFrom: 'it is the day of the download',
    files: {
      list: { shows: ({ json }) => hasMembersOf(Version, firstOf(json)), called: () => listFile },
    },
  },
  namedLike: '2026-09-28, the day on which the list was fetched',
  release: harvestRelease,
  // It has no documents of its own: occupational-maps maps SOC 2020 to standards. Funding and
  // duration are there.
  documents: () => [],
  figures: 'texts',
  tables: ({ standards }) => [
    tableOf(
      'apprenticeship-standards',
      'Apprenticeship standards that are or were open',
      standards.values(),
      [
        text(
          'standard',
          'The reference of the standard, as occupational-maps names it.',
          ({ reference }) => reference,
        ),
        text('standard_title', 'The title of the standard.', ({ title }) => title),
        text(
          'status',
          'approved if a version of it is open to new apprentices.',
          ({ status }) => status,
          ['approved', 'retired', 'withdrawn'],
        ),
        text('version', 'The version that the row describes.', ({ version }) => version),
        number('level', 'The level of the standard, 2 to 7.', ({ level }) => level),
        text('route', 'The route of technical education.', ({ route }) => route),
        number(
          'typical_duration_months',
          'Typical duration; empty if the publisher gives none.',
          (standard) => standard.typicalDurationMonths,
        ),
        number(
          'maximum_funding_pounds',
          'Maximum funding; empty if the publisher gives none.',
          (standard) => standard.maximumFundingPounds,
        ),
        number(
          'minimum_off_the_job_hours',
          'Least hours of training off the job; empty if not given.',
          (standard) => standard.minimumOffTheJobHours,
        ),
        number(
          'lars_code',
          'Code of the Learning Aim Reference Service; empty if there is none.',
          ({ larsCode }) => larsCode,
        ),
        text('job_titles', 'Typical job titles, one a line.', ({ jobTitles }) =>
          jobTitles.join('\n'),
        ),
        text('url', "The publisher's page; empty if unknown.", ({ url }) => url),
      ],
    ),
  ],
  landingPage,
  files,
  limits,
  checks,
  discover,
  parse,
  describeRows,
  reshape,
  sample,
});

/** The versions of a standard share its reference number. */
function describeRows(rows: Rows) {
  return rows.map((version) =>
    describedRow({
      kind: null,
      id: `${version.referenceNumber} ${version.version}`,
      title: version.title,
      cells: () => version,
    }),
  );
}
