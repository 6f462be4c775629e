// The occupational maps of Skills England: occupations with their SOC 2020 codes, apprenticeships
// and qualifications.
import { firstOf, membersOf } from '#sources/kit/by-hand.ts';
import { harvestRelease } from '#sources/kit/release-name.ts';
import { skillsEnglandAttribution } from '#sources/kit/licences.ts';
import { describedRow } from '#sources/kit/rows.ts';
import { defineSource } from '#sources/kit/define-source.ts';
import { checks } from './checks.ts';
import { apiOrigin, discover, landingPage } from './discover.ts';
import { documents } from './documents.ts';
import { figures, meanings } from './figures.ts';
import { type Rows, files, parse } from './layout.ts';
import { reshape } from './reshape.ts';
import { sample } from './sample.ts';

export const occupationalMaps = defineSource({
  key: 'occupational-maps',
  title: 'Occupational Maps',
  publisher: 'Skills England',
  attribution: skillsEnglandAttribution,
  landingPage,
  origins: [apiOrigin],
  cadence: 'Continuously, without releases: the maps are fetched once a day',
  needs: ['soc-structure', 'soc-index'],
  optionalNeeds: ['apprenticeship-standards'],
  publisherKey: { variable: 'OCCUPATIONAL_MAPS_API_KEY', origin: apiOrigin, header: 'X-API-KEY' },
  harvested: true,
  byHand: {
    pages: [{ page: landingPage, take: 'a key: the form on the page asks for an e-mail address' }],
    notByBrowser: 'the interface answers only with a key in a header, route by route',
    example: '2026-07-06',
    releaseFrom: 'it is the day of the download',
    files: {
      occupations: {
        shows: ({ json }) => membersOf(json)['object'] === 'Occupation',
        called: (_, file) => `${String(membersOf(file?.json)['stdCode'] ?? 'OCC0001')}.json`,
      },
      routeList: { shows: ({ json }) => 'routeId' in firstOf(json), called: () => 'routes.json' },
      routes: {
        shows: ({ json }) => membersOf(json)['object'] === 'Route',
        called: (_, file) => `route-${String(membersOf(file?.json)['routeId'] ?? 1)}.json`,
      },
    },
  },
  namedLike: '2026-07-06, the day on which the maps were fetched',
  release: harvestRelease,
  discover,
  files,
  parse,
  describeRows,
  reshape,
  checks,
  documents,
  figures,
  textsToo: true,
  meanings,
  sample,
});

function describeRows(rows: Rows) {
  return rows.map((row) => {
    const { kind, ...cells } = row;
    if (row.kind === 'route')
      return describedRow({ kind, id: `${row.routeId}`, title: row.name, cells: () => cells });
    return describedRow({
      kind,
      id: row.stdCode,
      title: row.name,
      occupations: [`${row.soc.soc2020Code}`],
      cells: () => cells,
    });
  });
}
