// SOC 2020 Volume 1: the classification, and the list of unit groups that every other source uses
// as its keys.
import { discoverDatedWorkbook, ons } from '#sources/kit/read/ons-pages.ts';
import { datedRelease, dayRelease, digitsOfRelease } from '#sources/kit/release-name.ts';
import { defineSource } from '#sources/kit/define-source.ts';
import { tableOf, text } from '#sources/kit/tables.ts';
import { checks } from './checks.ts';
import { files, layout, parse } from './layout.ts';
import { reshape } from './reshape.ts';
import { sample } from './sample.ts';
import { titles } from './titles.ts';

/** By the number of digits of a code. */
const levels = ['major group', 'sub-major group', 'minor group', 'unit group'];

/** A group is named by the code of its own level. The other levels are blank. */
const groupColumns = {
  id: ['unit', 'minor', 'subMajor', 'major'],
  title: 'title',
  occupation: 'unit',
} as const;

const landingPage =
  'https://www.ons.gov.uk/methodology/classificationsandstandards/standardoccupationalclassificationsoc/soc2020/soc2020volume1structureanddescriptionsofunitgroups';

export const socStructure = defineSource({
  key: 'soc-structure',
  title: 'SOC 2020 Volume 1: structure and descriptions of unit groups',
  ...ons,
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
  reshape: (release, rows, _needs, problems) => reshape(release, rows, problems),
  axes: ({ unitGroups }) => ({ occupations: unitGroups.map(({ code }) => code), areas: null }),
  // The list and the profiles also count titles of the index, so soc-index writes them.
  documents: () => [],
  figures: 'texts',
  tables: ({ groups, unitGroups }) => {
    const described = new Map(unitGroups.map((unit) => [unit.code, unit]));
    return [
      tableOf('soc-structure', 'Every group of SOC 2020', groups.values(), [
        text('soc2020', 'Code of the group, one to four digits.', ({ code }) => code),
        text(
          'level',
          'Level of the group in the classification.',
          ({ code }) => levels[code.length - 1] ?? null,
          levels,
        ),
        text('title', 'The title of the group.', ({ title }) => title),
        text(
          'parent',
          'Code of the group above; empty for a major group.',
          ({ code }) => code.slice(0, -1) || null,
        ),
        text(
          'description',
          'What people of the unit group do; empty for a broader group.',
          ({ code }) => described.get(code)?.description ?? null,
        ),
        text(
          'entry_routes',
          'How people enter the unit group; empty for a broader group.',
          ({ code }) => described.get(code)?.entryRoutes ?? null,
        ),
        text(
          'tasks',
          'Typical tasks of the unit group, one a line; empty for a broader group.',
          ({ code }) => described.get(code)?.tasks.join('\n') ?? null,
        ),
      ]),
    ];
  },
  landingPage,
  files,
  checks,
  parse,
  describeRows: layout.describeRows({ descriptions: groupColumns, framework: groupColumns }),
  titles,
  sample,
});
