// Work visas by occupation, from the Home Office's immigration system statistics: grants by
// quarter, route, nationality and industry.
import { govUkOrigins } from '#sources/kit/read/gov-uk-pages.ts';
import { creditOf } from '#sources/kit/licences.ts';
import { defineSource } from '#sources/kit/define-source.ts';
import { checks } from './checks.ts';
import { discover, landingPage } from './discover.ts';
import { documents } from './documents.ts';
import { figures, meanings } from './figures.ts';
import { files, layout, limits, parse } from './layout.ts';
import {
  lastQuarterOf,
  monthInFileName,
  monthOf,
  quarterOfFileName,
  readReleaseName,
} from './release-name.ts';
import { reshape } from './reshape.ts';
import { sample } from './sample.ts';

export const workVisas = defineSource({
  key: 'work-visas',
  title:
    'Immigration system statistics: sponsored work entry clearance visas by occupation ' +
    'and industry (SOC 2020)',
  publisher: 'Home Office',
  attribution: creditOf('Home Office, Immigration System Statistics'),
  landingPage,
  origins: govUkOrigins,
  cadence:
    'Quarterly, in the last weeks of February, May, August and November, about eight ' +
    'weeks after the quarter.',
  byHand: {
    pages: [
      {
        page: landingPage,
        take: '"Occupation SOC 2020 visas datasets", under "Entry clearance visas"; not SOC 2010',
      },
    ],
    example: '2026-Q2',
    releaseFrom: 'it is the quarter that ends with the month in the name of the file on the page',
    releaseOf: ({ name }) => quarterOfFileName(name),
    files: {
      workbook: {
        // The workbook by SOC 2010 has the same sheets, and its codes mean other occupations.
        shows: (file) => !/soc-?2010/i.test(file.name) && layout.shows('grants')(file),
        called: (release, file) => {
          const extension = /\.ods$/i.test(file?.name ?? '') ? '.ods' : '.xlsx';
          return `occupation-soc2020-visas-datasets-${monthInFileName(release)}${extension}`;
        },
      },
    },
  },
  namedLike: '2026-Q2, the last quarter in the workbook',
  release: readReleaseName,
  discover,
  files,
  limits,
  parse,
  describeRows: layout.describeRows({}),
  reshape,
  checks,
  // Answers also name the year that ends with the release.
  label: (release) =>
    `${release.sample ? 'sample, ' : ''}year ending ${monthOf(lastQuarterOf(release))}`,
  documents,
  figures,
  meanings,
  sample,
});
