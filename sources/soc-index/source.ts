// SOC 2020 Volume 2, the coding index: about 32,000 job titles with their unit groups. Its editions
// hold the documents of the occupations.
import { discoverDatedWorkbook, ons } from '#sources/kit/read/ons-pages.ts';
import { datedRelease, dayRelease, digitsOfRelease } from '#sources/kit/release-name.ts';
import { defineSource } from '#sources/kit/define-source.ts';
import { checks } from './checks.ts';
import { documents } from './documents.ts';
import { files, layout, parse } from './layout.ts';
import { reshape } from './reshape.ts';
import { sample } from './sample.ts';
import { tables } from './tables.ts';
import { titles } from './titles.ts';

const classifications = 'https://www.ons.gov.uk/methodology/classificationsandstandards';
const folder = `${classifications}/standardoccupationalclassificationsoc/soc2020`;
const landingPage = `${folder}/soc2020volume2codingrulesandconventions`;

export const socIndex = defineSource({
  key: 'soc-index',
  title: 'SOC 2020 Volume 2: the coding index',
  ...ons,
  landingPage,
  cadence: 'Irregular: one to four versions a year',
  byHand: {
    pages: [{ page: landingPage, take: 'the Excel workbook "the coding index"' }],
    example: '2025-04-16',
    releaseFrom: 'it is the day at the end of the name of the file on the page',
    releaseOf: ({ name }) => datedRelease(name, files.workbook.match)?.name ?? null,
    files: {
      workbook: {
        shows: layout.shows('index', 'isco'),
        called: (release) => `soc2020volume2thecodingindexexcel${digitsOfRelease(release)}.xlsx`,
      },
    },
  },
  namedLike: '2025-04-16, or 2026-08-27-v2 if it was issued again',
  release: dayRelease,
  discover: (web) => discoverDatedWorkbook(web, landingPage, files.workbook),
  files,
  parse,
  describeRows: layout.describeRows({
    index: { id: 'id', title: 'natural', occupation: 'soc2020' },
  }),
  reshape,
  checks,
  label: (release, { version }) =>
    version === null ? release.name : `${release.name} V${version}`,
  documents,
  figures: 'texts',
  tables,
  titles,
  sample,
});
