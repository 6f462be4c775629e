// New online job adverts by occupation: by month for the UK and its regions, by quarter for local
// authorities. The layout comes from public programs that read the publisher's workbook. We have
// not seen the workbook.
import { onsOrigins } from '#sources/kit/read/ons-pages.ts';
import { creditOf } from '#sources/kit/licences.ts';
import { defineSource } from '#sources/kit/define-source.ts';
import { areaSlugs } from '#schemas/codes.ts';
import { checks } from './checks.ts';
import { discover, landingPage } from './discover.ts';
import { documents } from './documents.ts';
import { figures, meanings } from './figures.ts';
import { files, lastMonthIn, layout, limits, parse } from './layout.ts';
import { readReleaseName } from './release-name.ts';
import { reshape } from './reshape.ts';
import { sample } from './sample.ts';

export const onlineJobAdverts = defineSource({
  key: 'online-job-adverts',
  title: 'Labour demand volumes by Standard Occupation Classification (SOC 2020), UK',
  publisher: 'Office for National Statistics',
  attribution: creditOf('Office for National Statistics, using Textkernel online job adverts data'),
  landingPage,
  origins: onsOrigins,
  cadence:
    'Monthly, on a Friday about the 20th to the 26th. The series ends with the month ' +
    'before. Earlier months are revised.',
  needs: ['soc-structure', 'local-authorities'],
  byHand: {
    pages: [{ page: landingPage, take: 'the workbook of the newest edition' }],
    example: '2026-07',
    releaseFrom: null,
    releaseOf: lastMonthIn,
    files: {
      workbook: {
        shows: layout.shows('regions', 'local'),
        called: () => 'labourdemandbyoccupation.xlsx',
      },
    },
  },
  namedLike: '2026-07, the last month of the series, or 2026-07-2026-09-02 after a correction',
  release: readReleaseName,
  discover,
  files,
  limits,
  parse,
  describeRows: layout.describeRows({}),
  reshape,
  checks,
  axes: ({ occupations, areas }) => ({
    occupations,
    areas: areaSlugs.ukWalesScotlandAndRegions,
    localAreas: areas.map(({ slug }) => slug),
  }),
  documents,
  figures,
  meanings,
  sample,
});
