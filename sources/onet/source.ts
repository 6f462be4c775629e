// O*NET, the database of US occupations: career interests and abilities, averaged for every unit group of SOC 2020.
import { onsAttribution } from '#sources/kit/licences.ts';
import type { Source } from '#sources/kit/source.ts';
import { checks } from './checks.ts';
import { discover, landingPage } from './discover.ts';
import { documents, isShown, whyNotShown } from './documents.ts';
import { figures } from './figures.ts';
import { type Rows, parse } from './parse.ts';
import { type OnetObservations, reshape } from './reshape.ts';
import { sample } from './sample.ts';

export const onet: Source<Rows, OnetObservations> = {
  key: 'onet',
  title: 'O*NET database: career interests and abilities of US occupations',
  publisher: 'US Department of Labor, Employment and Training Administration (USDOL/ETA); National Center for O*NET Development',
  licence: { name: 'Creative Commons Attribution 4.0 International', url: 'https://creativecommons.org/licenses/by/4.0/' },
  // Word for word as onetcenter.org/license_db.html asks, with the number of the release and the notice of changes; then the credits of the way.
  attribution:
    'This page includes information from the O*NET {release} Database by the U.S. Department of Labor, Employment and Training Administration (USDOL/ETA). ' +
    'Used under the CC BY 4.0 license. O*NET® is a trademark of USDOL/ETA. ' +
    'This service has modified all or some of this information. USDOL/ETA has not approved, endorsed, or tested these modifications. ' +
    `Crosswalks from ISCO-08 (International Labour Organization): U.S. Bureau of Labor Statistics. SOC 2020 coding index – ${onsAttribution}`,
  landingPage,
  cadence: 'Four times a year, the main update in August',
  retention: 'served and one before',
  needs: ['soc-structure', 'soc-index'],
  format: 3,
  files: {
    occupations: { match: /^Occupation Data\.txt$/, layout: 'verified', required: true, describe: 'the file of occupations' },
    interests: {
      match: /^(?:Career Interest Types|Interests)\.txt$/,
      layout: 'verified',
      // The name since 30.3, under which nobody here has seen the file.
      unseen: { match: /^Career Interest Types\.txt$/, describe: 'the file of interests under its new name' },
      required: true,
      // A release may have it under both names while programs move to the new one.
      many: true,
      describe: 'the file of interests',
    },
    abilities: { match: /^Abilities\.txt$/, layout: 'documented', required: false, describe: 'the file of abilities' },
    isco: {
      match: /^ISCO_SOC_Crosswalk\.xls$/,
      layout: 'verified',
      required: true,
      describe: 'the crosswalk from ISCO-08 to US SOC 2010',
    },
    soc: {
      match: /^soc_2010_to_2018_crosswalk\.xlsx$/,
      layout: 'verified',
      required: true,
      describe: 'the crosswalk from US SOC 2010 to 2018',
    },
  },
  checks,
  namedLike: '30.2',
  release: (name) => {
    const match = /^(\d{2})\.(\d{1,2})$/.exec(name);
    if (match === null) return null;
    return { order: [Number(match[1]), Number(match[2])], year: null, provisional: false, released: null };
  },
  discover,
  parse,
  reshape,
  label: (release) => release.name,
  axes: ({ occupations }) => ({ occupations: [...occupations], areas: null }),
  count: ({ count }) => count,
  coverage: ({ ways }) => [
    {
      endpoint: 'work-profile',
      without: new Map([...ways].filter(([, { interests }]) => !isShown(interests)).map(([soc2020, way]) => [soc2020, whyNotShown(way)])),
    },
  ],
  documents,
  figures,
  sample,
};
