// The Annual Survey of Hours and Earnings: pay and hours of every unit group, for the United Kingdom and its work regions.
import { onsAttribution, openGovernmentLicence } from '#sources/kit/licences.ts';
import { defineSource } from '#sources/kit/source.ts';
import { checks } from './checks.ts';
import { discover, landingPage } from './discover.ts';
import { documents } from './documents.ts';
import { figures } from './figures.ts';
import { files, parse } from './parse.ts';
import { readReleaseName } from './release-name.ts';
import { count, reshape } from './reshape.ts';
import { revisions } from './revisions.ts';
import { sample } from './sample.ts';

export const ashe = defineSource({
  key: 'ashe',
  title: 'Annual Survey of Hours and Earnings, Tables 14 and 15',
  publisher: 'Office for National Statistics',
  licence: openGovernmentLicence,
  attribution: onsAttribution,
  landingPage,
  cadence: 'Once a year, in late October or early November: provisional figures for the year, revised figures for the year before.',
  retention: 'for ever',
  needs: ['soc-structure'],
  files,
  checks,
  namedLike: '2024-provisional, 2023-revised, or 2025-provisional-2025-12-19 after a correction',
  release: readReleaseName,
  discover,
  parse,
  reshape,
  label: (release) => release.name,
  axes: ({ occupations, areas }) => ({ occupations: [...occupations], areas: [...areas] }),
  count,
  documents,
  figures,
  statistics: revisions,
  sample,
});
