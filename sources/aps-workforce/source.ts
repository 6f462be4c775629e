// The Annual Population Survey in ONS's ad hoc tables: who works in each unit group of the United
// Kingdom, by industry, age and qualification.
import { ons } from '#sources/kit/read/ons-pages.ts';
import { describedRow } from '#sources/kit/rows.ts';
import { defineSource } from '#sources/kit/define-source.ts';
import { checks } from './checks.ts';
import { discover, landingPage, peoplePage } from './discover.ts';
import { documents } from './documents.ts';
import { figures, figuresOfEarlierYears, meanings } from './figures.ts';
import { type Rows, files, hasTable, parse } from './layout.ts';
import { readReleaseName } from './release-name.ts';
import { reshape } from './reshape.ts';
import { sample } from './sample.ts';

export const apsWorkforce = defineSource({
  key: 'aps-workforce',
  title:
    'Annual Population Survey: employment by occupation (SOC 2020) and industry, age ' +
    'and highest qualification',
  ...ons,
  landingPage,
  cadence:
    "None: the tables were made once, at a user's request. A successor has another " +
    'address, and a person must choose it.',
  byHand: {
    pages: [
      { page: landingPage, take: 'the workbook' },
      { page: peoplePage, take: 'the workbook' },
    ],
    example: '2021-2024',
    releaseFrom: 'it is the first and the last year of the workbook by industry',
    releaseOf: async (file) => {
      const years = (await hasTable(file, 'industry'))
        ? file.sheets.filter((sheet) => /^20\d\d$/.test(sheet)).sort()
        : [];
      return years.length === 0 ? null : `${years[0]}-${years.at(-1)}`;
    },
    files: {
      byIndustry: {
        shows: (file) => hasTable(file, 'industry'),
        called: () => 'employmentby4digitsoc1digitindustry.xlsx',
      },
      byAgeAndQualification: {
        shows: (file) => hasTable(file, 'age'),
        called: () => 'employmentbyageandqualification.xlsx',
      },
    },
  },
  namedLike: '2021-2024, the first and the last calendar year of the workbook by industry',
  release: readReleaseName,
  discover,
  files,
  parse,
  describeRows,
  reshape,
  checks,
  documents,
  figures,
  furtherFigures: figuresOfEarlierYears,
  meanings,
  sample,
});

/** A row of ours is a whole table. */
function describeRows(tables: Rows) {
  return tables.map((table) => {
    const { kind, rows, sheet } = table;
    return describedRow({
      kind,
      count: rows.length,
      place: `'${sheet}'`,
      cells: () => ({ ...table }),
    });
  });
}
