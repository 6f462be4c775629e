// The Employer Skills Survey: vacancies of every unit group, and how many of them are hard to fill,
// for the United Kingdom and its nations.
import { discoverDataSet, eesLandingPage, eesOrigins } from '#sources/kit/read/ees-pages.ts';
import { creditOf } from '#sources/kit/licences.ts';
import { yearRelease } from '#sources/kit/release-name.ts';
import { defineSource } from '#sources/kit/define-source.ts';
import { checks } from './checks.ts';
import { documents } from './documents.ts';
import { figures, meanings } from './figures.ts';
import { byHandFiles, distinctiveColumns as columns, files, parse, layout } from './layout.ts';
import { reshape } from './reshape.ts';
import { sample } from './sample.ts';

const publication = 'employer-skills-survey';
const landingPage = eesLandingPage(publication);

export const employerSkillsSurvey = defineSource({
  key: 'employer-skills-survey',
  title: 'Employer Skills Survey: vacancies by occupation',
  publisher: 'Department for Education',
  attribution: creditOf('Department for Education, Employer Skills Survey'),
  landingPage,
  origins: eesOrigins,
  cadence: 'About every two years; only the larger waves have vacancies by unit group',
  byHand: {
    pages: [
      {
        page: landingPage,
        take:
          'the CSV of vacancies by occupation with four levels of SOC, or "Download all ' +
          'data (zip)"',
      },
    ],
    example: '2022',
    releaseFrom: 'it is the year in the title of the page',
    files: byHandFiles,
  },
  namedLike: '2022, the year by which the publisher names the release',
  release: yearRelease,
  // The smaller waves have no vacancies by unit group, so it may not be the newest of all.
  discover: (web) =>
    discoverDataSet(web, {
      publication,
      columns,
      describe: 'the data set of vacancies by unit group',
    }),
  files,
  parse,
  describeRows: layout.describeRows({}),
  reshape,
  checks,
  documents,
  figures,
  meanings,
  sample,
});
