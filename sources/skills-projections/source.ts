// Labour market and skills projections: how many jobs each sub-major group is expected to have, for
// the 14 areas of the contract.
import { govUkOrigins } from '#sources/kit/read/gov-uk-pages.ts';
import { hasMember } from '#sources/kit/by-hand.ts';
import { describedRow } from '#sources/kit/rows.ts';
import { defineSource } from '#sources/kit/define-source.ts';
import { checks } from './checks.ts';
import { discover, landingPage } from './discover.ts';
import { documents } from './documents.ts';
import { figures, meanings } from './figures.ts';
import { type Rows, files, isMainTables, mainTables, parse } from './layout.ts';
import { readReleaseName } from './release-name.ts';
import { reshape } from './reshape.ts';
import { sample } from './sample.ts';

export const skillsProjections = defineSource({
  key: 'skills-projections',
  title: 'Labour market and skills projections: 2020 to 2035',
  publisher: 'Department for Education',
  attribution:
    'Department for Education (2024), Labour market and skills projections: 2020 to ' +
    '2035 (revised). Produced by the Warwick Institute for Employment ' +
    'Research and Cambridge Econometrics for The Skills Imperative 2035 (NFER), funded ' +
    'by the Nuffield Foundation. Contains public sector information ' +
    'licensed under the Open Government Licence v3.0.',
  landingPage,
  origins: govUkOrigins,
  cadence:
    'Once: in March 2023, with every file replaced by revised projections in August ' +
    '2024. No next release is announced.',
  byHand: {
    pages: [
      { page: landingPage, take: 'the zip of the nations and the zip of the English regions' },
    ],
    example: '2020-2035-revised-2024-08-05',
    releaseFrom:
      'it is 2020-2035-revised- and the day of the last change under "See all updates" on the page',
    files: {
      workbooks: {
        shows: isMainTables,
        called: (_, __, number) => `MainTables-${number}.xlsm`,
      },
      archives: {
        shows: hasMember(mainTables),
        called: (_, __, number) => `projections-${number}.zip`,
      },
    },
  },
  namedLike: '2020-2035, 2020-2035-revised or 2020-2035-revised-2024-08-05',
  release: readReleaseName,
  discover,
  files,
  parse,
  describeRows,
  reshape,
  checks,
  documents,
  figures,
  meanings,
  sample,
});

function describeRows(rows: Rows) {
  return rows.map((row) => describedRow({ kind: row.kind, cells: () => ({ ...row }) }));
}
