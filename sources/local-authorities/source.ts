// Local authority districts of April 2023, the vintage that the job adverts use: their names, codes and regions.
import { countFigures } from '#sources/kit/cells.ts';
import { openGovernmentLicence } from '#sources/kit/licences.ts';
import { defineSource } from '#sources/kit/source.ts';
import { checks } from './checks.ts';
import { discover, landingPage } from './discover.ts';
import { documents } from './documents.ts';
import { files, parse } from './parse.ts';
import { reshape } from './reshape.ts';
import { sample } from './sample.ts';
import { namesTable } from './services.ts';

export const localAuthorities = defineSource({
  key: 'local-authorities',
  title: 'Local authority districts, April 2023: names, codes and regions',
  publisher: 'Office for National Statistics, Open Geography portal',
  licence: openGovernmentLicence,
  attribution: 'Source: Office for National Statistics licensed under the Open Government Licence v3.0.',
  landingPage,
  cadence: 'Never: pinned to the vintage of the job adverts. The portal has a new one at each change of boundaries or codes.',
  retention: 'served and one before',
  needs: [],
  files,
  checks,
  namedLike: namesTable,
  // Another vintage is not a release: it would lose codes that the job adverts use.
  release: (name) => (name === namesTable ? { order: [2023, 4], year: null, provisional: false, released: null } : null),
  discover,
  parse,
  reshape: (release, rows, _needs, problems) => reshape(release, rows, problems),
  label: (release) => release.name,
  axes: () => ({ occupations: [], areas: null }),
  // A list of places has no figures.
  count: () => countFigures([]),
  documents,
  figures: 'texts',
  sample,
});
