// ESCO, the European classification of occupations and skills: related roles, shared skills and
// knowledge of each unit group.
import { onsAttribution } from '#sources/kit/licences.ts';
import { defineSource } from '#sources/kit/define-source.ts';
import { checks } from './checks.ts';
import { discover, landingPage, zipName } from './discover.ts';
import { documents } from './documents.ts';
import { files, layout, limits, parse } from './layout.ts';
import { relatedDocuments } from './related-groups.ts';
import { readReleaseName } from './release-name.ts';
import { reshape } from './reshape.ts';
import { sample } from './sample.ts';
import { tables } from './tables.ts';
import { titles } from './titles.ts';

export const esco = defineSource({
  key: 'esco',
  title: 'ESCO: European Skills, Competences, Qualifications and Occupations',
  publisher:
    'European Commission, Directorate-General for Employment, Social Affairs and Inclusion',
  licence: {
    name: 'Reuse under Commission Decision 2011/833/EU',
    url: 'https://esco.ec.europa.eu/en/use-esco/download/privacy-statement',
  },
  // The first sentence is the publisher's own for services; the terms also ask that an adapted
  // version be marked as such.
  attribution:
    'This service uses the ESCO classification of the European Commission. ' +
    'Adapted: related occupations are grouped by UK SOC 2020 and shares computed by ' +
    'this service. ' +
    'Reached through ISCO-08 (International Labour Organization). SOC 2020 coding index ' +
    `– ${onsAttribution}`,
  landingPage,
  origins: ['https://esco.ec.europa.eu', 'https://ec.europa.eu'],
  cadence: 'Irregular: a version every one to two years',
  needs: ['soc-structure', 'soc-index'],
  byHand: {
    pages: [
      {
        page: landingPage,
        take:
          'the classification in English as CSV; up to version 1.1 also the ' +
          'classification without a language',
      },
    ],
    example: '1.1.0',
    releaseFrom: 'it is the version that was chosen on the page',
    releaseOf: ({ name }) => /\bv(\d+\.\d+\.\d+)\b/.exec(name)?.[1] ?? null,
    files: {
      english: {
        shows: layout.shows('groups', 'occupations', 'skills'),
        called: (release) => zipName(release, 'en'),
      },
      anyLanguage: {
        shows: async (file) =>
          (await layout.shows('relations')(file)) && !(await layout.shows('occupations')(file)),
        called: (release) => zipName(release, ''),
      },
    },
  },
  namedLike: '1.1.0',
  release: readReleaseName,
  discover,
  files,
  limits,
  parse,
  describeRows: layout.describeRows({
    groups: { id: 'uri', title: 'label' },
    occupations: { id: 'uri', title: 'label' },
    skills: { id: 'uri', title: 'label' },
  }),
  reshape,
  checks,
  *documents(inputs) {
    yield* relatedDocuments(inputs);
    yield* documents(inputs);
  },
  figures: 'texts',
  tables,
  titles,
  sample,
});
