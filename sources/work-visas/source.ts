// Work visas by occupation, of the Home Office's immigration system statistics: grants by quarter, route, nationality and industry.
import { openGovernmentLicence } from '#sources/kit/licences.ts';
import type { Source } from '#sources/kit/source.ts';
import { checks } from './checks.ts';
import { discover, landingPage, workbookName } from './discover.ts';
import { documents } from './documents.ts';
import { figures } from './figures.ts';
import { parse, type Rows } from './parse.ts';
import { monthOfRelease, readReleaseName } from './release-name.ts';
import { type VisaObservations, count, reshape } from './reshape.ts';
import { sample } from './sample.ts';

export const workVisas: Source<Rows, VisaObservations> = {
  key: 'work-visas',
  title: 'Immigration system statistics: sponsored work entry clearance visas by occupation and industry (SOC 2020)',
  publisher: 'Home Office',
  licence: openGovernmentLicence,
  // An answer also names the year that its release ends.
  attribution:
    'Source: Home Office, Immigration System Statistics. Contains public sector information licensed under the Open Government Licence v3.0.',
  landingPage,
  cadence: 'Quarterly, in the last weeks of February, May, August and November, some eight weeks after the quarter.',
  needs: ['soc-structure'],
  format: 3,
  files: {
    workbook: { match: workbookName, layout: 'documented', required: true, describe: 'the workbook of visas by SOC 2020 occupation' },
  },
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
};
