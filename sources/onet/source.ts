// O*NET, the database of US occupations: career interests and abilities, averaged for each unit group of SOC 2020.
import { onsAttribution } from '#sources/kit/licences.ts';
import { defineSource } from '#sources/kit/source.ts';
import { checks } from './checks.ts';
import { discover, landingPage } from './discover.ts';
import { coverage, documents } from './documents.ts';
import { figures } from './figures.ts';
import { files, parse } from './parse.ts';
import { reshape } from './reshape.ts';
import { sample } from './sample.ts';

export const onet = defineSource({
  key: 'onet',
  title: 'O*NET database: career interests and abilities of US occupations',
  publisher: 'US Department of Labor, Employment and Training Administration (USDOL/ETA); National Center for O*NET Development',
  licence: { name: 'Creative Commons Attribution 4.0 International', url: 'https://creativecommons.org/licenses/by/4.0/' },
  // Word for word as onetcenter.org/license_db.html asks, with the number of the release and the notice of changes. The credits of the
  // crosswalks and of the coding index follow.
  attribution:
    'This page includes information from the O*NET {release} Database by the U.S. Department of Labor, Employment and Training Administration (USDOL/ETA). ' +
    'Used under the CC BY 4.0 license. O*NET® is a trademark of USDOL/ETA. ' +
    'This service has modified all or some of this information. USDOL/ETA has not approved, endorsed, or tested these modifications. ' +
    `Crosswalks from ISCO-08 (International Labour Organization): U.S. Bureau of Labor Statistics. SOC 2020 coding index – ${onsAttribution}`,
  landingPage,
  cadence: 'Four times a year, the main update in August',
  retention: 'served and one before',
  needs: ['soc-structure', 'soc-index'],
  files,
  checks,
  namedLike: '30.2',
  release: (name) => {
    const match = /^(\d{2})\.(\d{1,2})$/.exec(name);
    return match === null ? null : { order: match.slice(1).map(Number), year: null, provisional: false, released: null };
  },
  discover,
  parse,
  reshape,
  label: (release) => release.name,
  axes: ({ occupations }) => ({ occupations: [...occupations], areas: null }),
  count: ({ count }) => count,
  coverage,
  documents,
  figures,
  sample,
});
