// The Annual Population Survey on Nomis: how many people work in each unit group, in the United Kingdom and its nations.
import { onsAttribution, openGovernmentLicence } from '#sources/kit/licences.ts';
import { defineSource } from '#sources/kit/source.ts';
import { checks } from './checks.ts';
import { discover, landingPage } from './discover.ts';
import { documents } from './documents.ts';
import { figures } from './figures.ts';
import { files, parse } from './parse.ts';
import { readReleaseName } from './release-name.ts';
import { count, reshape } from './reshape.ts';
import { sample } from './sample.ts';

export const apsEmployment = defineSource({
  key: 'aps-employment',
  title: 'Annual Population Survey: employment by occupation (SOC 2020), sex and employment type',
  publisher: 'Office for National Statistics',
  licence: openGovernmentLicence,
  attribution: onsAttribution,
  landingPage,
  cadence: 'Quarterly, for rolling years, about three and a half months after each year ends',
  retention: 'served and one before',
  needs: ['soc-structure'],
  files,
  checks,
  namedLike: '2026-06, the month in which the year described ends, or 2026-06-r2 for a revision',
  release: readReleaseName,
  discover,
  parse,
  reshape,
  label: (release) => release.name,
  axes: ({ occupations, areas }) => ({ occupations: [...occupations], areas: [...areas] }),
  count,
  documents,
  figures,
  sample,
});
