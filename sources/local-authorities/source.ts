// Local authority districts of April 2023, the vintage that the job adverts use: their names, codes and regions.
import { firstOf, membersOf } from '#sources/kit/by-hand.ts';
import { openGovernmentLicence } from '#sources/kit/licences.ts';
import { defineSource } from '#sources/kit/source.ts';
import { checks } from './checks.ts';
import { discover, landingPage } from './discover.ts';
import { documents } from './documents.ts';
import { files, parse } from './parse.ts';
import { reshape } from './reshape.ts';
import { sample } from './sample.ts';
import { namesTable, regionsTable } from './services.ts';

export const localAuthorities = defineSource({
  key: 'local-authorities',
  title: 'Local authority districts, April 2023: names, codes and regions',
  publisher: 'Office for National Statistics, Open Geography portal',
  licence: openGovernmentLicence,
  attribution: 'Source: Office for National Statistics licensed under the Open Government Licence v3.0.',
  landingPage,
  origins: ['https://services1.arcgis.com', landingPage],
  cadence: 'Never: pinned to the vintage of the job adverts. The portal has a new one at each change of boundaries or codes.',
  retention: 'served and one before',
  needs: [],
  files,
  byHand: {
    pages: [{ page: landingPage, take: 'nothing to download here. The portal describes the tables' }],
    notByBrowser: 'the release is two tables of the portal, each of several pages, and the number of their rows',
    example: namesTable,
    releaseFrom: null,
    release: () => namesTable,
    files: {
      names: { shows: ({ json }) => isPage(json, false), called: (_, __, place) => `${namesTable}-${place}.json` },
      regions: { shows: ({ json }) => isPage(json, true), called: (_, __, place) => `${regionsTable}-${place}.json` },
      // Both counts look alike, so only the name tells them apart.
      nameCount: { shows: ({ json }) => typeof membersOf(json)['count'] === 'number', called: () => null },
      regionCount: { shows: ({ json }) => typeof membersOf(json)['count'] === 'number', called: () => null },
    },
  },
  checks,
  namedLike: namesTable,
  // Another vintage is not a release: it would lose codes that the job adverts use.
  release: (name) => (name === namesTable ? { order: [2023, 4], year: null, provisional: false, released: null } : null),
  discover,
  parse,
  reshape: (release, rows, _needs, problems) => reshape(release, rows, problems),
  axes: () => ({ occupations: [], areas: null }),
  documents,
  figures: 'texts',
  sample,
});

/** A page of rows of 2023's districts, with or without their regions. */
function isPage(json: unknown, withRegions: boolean): boolean {
  const row = membersOf(firstOf(membersOf(json)['features'])['attributes']);
  return 'LAD23CD' in row && 'RGN23CD' in row === withRegions;
}
