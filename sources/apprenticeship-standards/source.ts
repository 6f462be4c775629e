// Apprenticeship standards of Skills England: every version of every standard. They have no SOC
// codes: occupational-maps maps to them.
import { firstOf } from '#sources/kit/by-hand.ts';
import { hasMembersOf } from '#sources/kit/read/json.ts';
import { harvestRelease } from '#sources/kit/release-name.ts';
import { skillsEnglandAttribution } from '#sources/kit/licences.ts';
import { describedRow } from '#sources/kit/rows.ts';
import { defineSource } from '#sources/kit/define-source.ts';
import { checks } from './checks.ts';
import { discover, landingPage, listAddress, listFile } from './discover.ts';
import { type Rows, Version, files, limits, parse } from './layout.ts';
import { reshape } from './reshape.ts';
import { sample } from './sample.ts';
import { tables } from './tables.ts';

export const apprenticeshipStandards = defineSource({
  key: 'apprenticeship-standards',
  title: 'Apprenticeship standards, all versions',
  publisher: 'Skills England',
  attribution: skillsEnglandAttribution,
  landingPage,
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
  discover,
  files,
  limits,
  parse,
  describeRows,
  reshape,
  checks,
  // It has no documents of its own: occupational-maps maps SOC 2020 to standards. Funding and
  // duration are there.
  documents: () => [],
  figures: 'texts',
  tables,
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
