// SOC 2020 Volume 1: the classification, and the list of unit groups that every other source uses
// as its keys.
import { discoverDatedWorkbook, ons } from '#sources/kit/read/ons-pages.ts';
import { datedRelease, dayRelease, digitsOfRelease } from '#sources/kit/release-name.ts';
import { defineSource } from '#sources/kit/define-source.ts';
import { checks } from './checks.ts';
import { files, layout, parse } from './layout.ts';
import { reshape } from './reshape.ts';
import { sample } from './sample.ts';
import { tables } from './tables.ts';
import { titles } from './titles.ts';

/** A group is named by the code of its own level. The other levels are blank. */
const groupColumns = {
  id: ['unit', 'minor', 'subMajor', 'major'],
  title: 'title',
  occupation: 'unit',
} as const;

const classifications = 'https://www.ons.gov.uk/methodology/classificationsandstandards';
const folder = `${classifications}/standardoccupationalclassificationsoc/soc2020`;
const landingPage = `${folder}/soc2020volume1structureanddescriptionsofunitgroups`;

export const socStructure = defineSource({
  key: 'soc-structure',
  title: 'SOC 2020 Volume 1: structure and descriptions of unit groups',
  ...ons,
  landingPage,
  cadence: 'Irregular: one to three editions a year, together with Volume 2',
  needs: [],
  byHand: {
    pages: [
      { page: landingPage, take: 'the Excel workbook "structure and descriptions of unit groups"' },
    ],
    example: '2025-04-16',
    releaseFrom: 'it is the day at the end of the name of the file on the page',
    releaseOf: ({ name }) => datedRelease(name, files.workbook.match)?.name ?? null,
    files: {
      workbook: {
        shows: layout.shows('descriptions', 'framework'),
        called: (release) =>
          `soc2020volume1structureanddescriptionofunitgroupsexcel${digitsOfRelease(release)}.xlsx`,
      },
    },
  },
  namedLike: '2025-04-16, or 2026-08-27-v2 if it was issued again',
  release: dayRelease,
  discover: (web) => discoverDatedWorkbook(web, landingPage, files.workbook),
  files,
  parse,
  describeRows: layout.describeRows({ descriptions: groupColumns, framework: groupColumns }),
  reshape: (release, rows, _needs, problems) => reshape(release, rows, problems),
  checks,
  axes: ({ unitGroups }) => ({ occupations: unitGroups.map(({ code }) => code), areas: null }),
  // The list and the profiles also count titles of the index, so soc-index writes them.
  documents: () => [],
  figures: 'texts',
  tables,
  titles,
  sample,
});
