// Work visas by occupation, from the Home Office's immigration system statistics: grants by quarter, route, nationality and industry.
import { openGovernmentLicence } from '#sources/kit/licences.ts';
import { defineSource } from '#sources/kit/source.ts';
import { checks } from './checks.ts';
import { discover, landingPage } from './discover.ts';
import { documents } from './documents.ts';
import { figures } from './figures.ts';
import { files, parse } from './parse.ts';
import { monthOfRelease, readReleaseName } from './release-name.ts';
import { count, reshape } from './reshape.ts';
import { sample } from './sample.ts';

export const workVisas = defineSource({
  key: 'work-visas',
  title: 'Immigration system statistics: sponsored work entry clearance visas by occupation and industry (SOC 2020)',
  publisher: 'Home Office',
  licence: openGovernmentLicence,
  // Answers also name the year that ends with the release.
  attribution:
    'Source: Home Office, Immigration System Statistics. Contains public sector information licensed under the Open Government Licence v3.0.',
  landingPage,
  cadence: 'Quarterly, in the last weeks of February, May, August and November, about eight weeks after the quarter.',
  retention: 'served and one before',
  needs: ['soc-structure'],
  files,
  checks,
  namedLike: '2026-Q2, the last quarter in the workbook',
  release: readReleaseName,
  discover,
  parse,
  reshape,
  label: (release) => `${release.sample ? 'sample, ' : ''}year ending ${monthOfRelease(release)}`,
  axes: ({ occupations }) => ({ occupations: [...occupations], areas: null }),
  count,
  documents,
  figures,
  sample,
});
