// Local authority districts of April 2023, the vintage by which the job adverts are published: which places there are, and what they are called.
import { openGovernmentLicence } from '#sources/kit/licences.ts';
import type { Source } from '#sources/kit/source.ts';
import { checks } from './checks.ts';
import { discover, landingPage } from './discover.ts';
import { documents } from './documents.ts';
import { type Rows, parse } from './parse.ts';
import { type AreaObservations, reshape } from './reshape.ts';
import { sample } from './sample.ts';
import { countName, namesTable, pageName, regionsTable } from './services.ts';

export const localAuthorities: Source<Rows, AreaObservations> = {
  key: 'local-authorities',
  title: 'Local authority districts, April 2023: names, codes and regions',
  publisher: 'Office for National Statistics, Open Geography portal',
  licence: openGovernmentLicence,
  attribution: 'Source: Office for National Statistics licensed under the Open Government Licence v3.0.',
  landingPage,
  cadence: 'Never: pinned to the vintage of the job adverts. The portal has a new one at each change of boundaries or codes.',
  needs: [],
  format: 1,
  files: {
    names: {
      match: pageName[namesTable],
      layout: 'documented',
      required: true,
      many: true,
      describe: 'the pages of the list of districts',
    },
    regions: {
      match: pageName[regionsTable],
      layout: 'documented',
      required: true,
      many: true,
      describe: 'the pages of the table of districts and regions',
    },
    nameCount: { match: countName[namesTable], layout: 'documented', required: false, describe: 'the number of districts' },
    regionCount: {
      match: countName[regionsTable],
      layout: 'documented',
      required: false,
      describe: 'the number of districts in the table of regions',
    },
  },
  checks,
  namedLike: namesTable,
  // Another vintage is no release: it would lose codes that the job adverts use.
  release: (name) => (name === namesTable ? { order: [2023, 4], year: null, provisional: false, released: null } : null),
  discover,
  parse,
  reshape: (release, rows, _needs, problems) => reshape(release, rows, problems),
  label: (release) => release.name,
  axes: () => ({ occupations: [], areas: null }),
  // A list of places holds no figures, and so withholds none.
  count: () => ({ published: 0, withheld: {} }),
  documents,
  sample,
};
