// O*NET, the database of US occupations: career interests and abilities, averaged for each unit
// group of SOC 2020.
import { type KnownByHand, cellsOf } from '#sources/kit/by-hand.ts';
import { onsAttribution } from '#sources/kit/licences.ts';
import { defineSource } from '#sources/kit/define-source.ts';
import { checks } from './checks.ts';
import { discover, landingPage } from './discover.ts';
import { documents } from './documents.ts';
import { figures, meanings } from './figures.ts';
import { files, layout, parse } from './layout.ts';
import { relatedDocuments } from './related.ts';
import { readReleaseName } from './release-name.ts';
import { reshape } from './reshape.ts';
import { sample } from './sample.ts';
import { titles } from './titles.ts';

export const onet = defineSource({
  key: 'onet',
  title: 'O*NET database: career interests and abilities of US occupations',
  publisher:
    'US Department of Labor, Employment and Training Administration (USDOL/ETA); ' +
    'National Center for O*NET Development',
  licence: {
    name: 'Creative Commons Attribution 4.0 International',
    url: 'https://creativecommons.org/licenses/by/4.0/',
  },
  // Word for word as onetcenter.org/license_db.html asks, with the number of the release and the
  // notice of changes. The credits of the crosswalks and of the coding index follow.
  attribution:
    'This page includes information from the O*NET {release} Database by the U.S. ' +
    'Department of Labor, Employment and Training Administration (USDOL/ETA). ' +
    'Used under the CC BY 4.0 license. O*NET® is a trademark of USDOL/ETA. ' +
    'This service has modified all or some of this information. USDOL/ETA has not ' +
    'approved, endorsed, or tested these modifications. ' +
    'Crosswalks from ISCO-08 (International Labour Organization): U.S. Bureau of Labor ' +
    `Statistics. SOC 2020 coding index – ${onsAttribution}`,
  landingPage,
  origins: ['https://www.onetcenter.org', 'https://www.bls.gov'],
  cadence: 'Four times a year, the main update in August',
  needs: ['soc-structure', 'soc-index'],
  byHand: {
    pages: [
      { page: landingPage, take: 'the database as text: the zip of all files' },
      {
        page: 'https://www.bls.gov/soc/soccrosswalks.htm',
        take: 'both crosswalks: ISCO-08 to 2010 SOC (.xls), and 2010 SOC to 2018 SOC (.xlsx)',
      },
    ],
    example: '30.2',
    releaseFrom: 'it is the number of the database on the page; the name of the zip has it too',
    releaseOf: ({ archive }) => numberInName(archive ?? ''),
    files: {
      occupations: { shows: layout.shows('occupations'), called: () => 'Occupation Data.txt' },
      interests: { shows: isRatingOf('interests', '1.B.1.'), called: () => 'Interests.txt' },
      abilities: { shows: isRatingOf('abilities', '1.A.'), called: () => 'Abilities.txt' },
      relatedOccupations: {
        shows: layout.shows('relatedOccupations'),
        called: () => 'Related Occupations.txt',
      },
      isco: { shows: layout.shows('isco'), called: () => 'ISCO_SOC_Crosswalk.xls' },
      alternateTitles: {
        shows: layout.shows('alternateTitles'),
        called: () => 'Alternate Titles.txt',
      },
      reportedTitles: {
        shows: layout.shows('reportedTitles'),
        called: () => 'Sample of Reported Titles.txt',
      },
      soc: { shows: layout.shows('soc'), called: () => 'soc_2010_to_2018_crosswalk.xlsx' },
    },
  },
  namedLike: '30.2',
  release: readReleaseName,
  discover,
  files,
  parse,
  describeRows: layout.describeRows({}),
  reshape,
  checks,
  *documents(inputs) {
    yield* relatedDocuments(inputs);
    yield* documents(inputs);
  },
  figures,
  meanings,
  titles,
  sample,
});

/** The release in the name of the database's zip: `db_30_2_text.zip`. */
function numberInName(name: string): string | null {
  const [, major, minor] = /\bdb_(\d+)_(\d+)_text/.exec(name) ?? [];
  return major === undefined ? null : `${major}.${minor}`;
}

/**
 * A text of ratings whose elements begin with this id. Skills and knowledge have the same columns
 * as abilities.
 */
function isRatingOf(kind: 'interests' | 'abilities', element: string): KnownByHand['shows'] {
  const shows = layout.shows(kind);
  const header = layout.headed(kind).element;
  return async (file) =>
    (await shows(file)) && cellsOf(file, header).every((id) => id.startsWith(element));
}
