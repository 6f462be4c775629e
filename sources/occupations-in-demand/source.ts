// Occupations in demand: the yearly assessment by the Department for Education and Skills England,
// for the United Kingdom.
import { discoverZip, eesLandingPage, eesOrigins } from '#sources/kit/read/ees-pages.ts';
import { creditOf } from '#sources/kit/licences.ts';
import { defineSource } from '#sources/kit/define-source.ts';
import { checks } from './checks.ts';
import { documents } from './documents.ts';
import { figures, meanings } from './figures.ts';
import { distinctiveColumns, files, layout, limits, parse } from './layout.ts';
import { readReleaseName } from './release-name.ts';
import { reshape } from './reshape.ts';
import { sample } from './sample.ts';

const publication = 'occupations-in-demand';
const landingPage = eesLandingPage(publication);
const kinds = [distinctiveColumns.raw, distinctiveColumns.scaled];

export const occupationsInDemand = defineSource({
  key: 'occupations-in-demand',
  title: 'Occupations in demand',
  publisher: 'Department for Education and Skills England',
  attribution: creditOf(
    'Department for Education and Skills England, Occupations in demand, official ' +
      'statistics in development',
  ),
  landingPage,
  origins: eesOrigins,
  cadence: 'Once a year, in November or December',
  byHand: {
    pages: [{ page: landingPage, take: '"Download all data (zip)"' }],
    example: '2025',
    releaseFrom: 'it is the year in the title of the page',
    releaseOf: ({ name }) => /^occupations-in-demand_(20\d\d)\.zip$/.exec(name)?.[1] ?? null,
    files: {
      archive: {
        shows: layout.shows('raw', 'scaled'),
        called: (release) => `occupations-in-demand_${release}.zip`,
      },
    },
  },
  namedLike:
    '2025, the year by which the publisher names the release; releases before 2025 use ' +
    'another method',
  release: readReleaseName,
  discover: (web) =>
    discoverZip(web, {
      publication,
      kinds,
      describe: 'the data sets of raw and scaled indicators',
    }),
  files,
  limits,
  parse,
  describeRows: layout.describeRows({}),
  reshape,
  checks,
  documents,
  figures,
  meanings,
  sample,
});
