// SOC 2020 Volume 2, the coding index: about 32,000 job titles with their unit groups. Its editions hold the documents of the occupations.
import { countFigures } from '#sources/kit/cells.ts';
import { onsAttribution, openGovernmentLicence } from '#sources/kit/licences.ts';
import { dayRelease } from '#sources/kit/release-name.ts';
import { defineSource } from '#sources/kit/source.ts';
import { checks } from './checks.ts';
import { discover, landingPage } from './discover.ts';
import { documents } from './documents.ts';
import { files, parse } from './parse.ts';
import { reshape } from './reshape.ts';
import { sample } from './sample.ts';

export const socIndex = defineSource({
  key: 'soc-index',
  title: 'SOC 2020 Volume 2: the coding index',
  publisher: 'Office for National Statistics',
  licence: openGovernmentLicence,
  attribution: onsAttribution,
  landingPage,
  cadence: 'Irregular: one to four versions a year',
  retention: 'served and one before',
  needs: ['soc-structure'],
  files,
  checks,
  namedLike: '2025-04-16, or 2026-08-27-v2 if it was issued again',
  release: dayRelease,
  discover,
  parse,
  reshape,
  label: (release, { version }) => (version === null ? release.name : `${release.name} V${version}`),
  axes: ({ occupations }) => ({ occupations: [...occupations], areas: null }),
  // An index has no figures.
  count: () => countFigures([]),
  documents,
  figures: 'texts',
  sample,
});
