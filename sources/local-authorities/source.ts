// Local authority districts of April 2023, the vintage that the job adverts use: their names, codes
// and regions.
import { describedRow } from '#sources/kit/rows.ts';
import { defineSource } from '#sources/kit/define-source.ts';
import { tableOf, text } from '#sources/kit/tables.ts';
import { areaSlugs } from '#schemas/codes.ts';
import { type Rows, files, ownFile, parse, releaseName } from './layout.ts';
import { reshape } from './reshape.ts';

export const localAuthorities = defineSource({
  key: 'local-authorities',
  title: 'Local authority districts, April 2023: names, codes and regions',
  publisher: 'Office for National Statistics, Open Geography portal',
  attribution:
    'Source: Office for National Statistics licensed under the Open Government Licence v3.0.',
  landingPage: 'https://geoportal.statistics.gov.uk',
  origins: [],
  cadence:
    'Never: pinned to the vintage of the job adverts. The portal has a new one at each ' +
    'change of boundaries or codes.',
  needs: [],
  builtIn: { release: releaseName, files: [ownFile] },
  checks: [],
  namedLike: releaseName,
  // Another vintage is not a release: it would lose codes that the job adverts use.
  release: (name) =>
    name === releaseName
      ? { order: [2023, 4], year: null, provisional: false, released: null }
      : null,
  discover: () => Promise.resolve({ releases: [], nextRelease: null, notices: [], remarks: [] }),
  reshape: (_release, rows) => reshape(rows),
  axes: () => ({ occupations: [], areas: null }),
  documents: ({ observations: { areas, londonBoroughs } }) => [
    {
      endpoint: 'local-areas',
      place: {},
      body: { areas, londonBoroughs },
    },
  ],
  figures: 'texts',
  tables: ({ areas }) => [
    tableOf(
      'local-authorities',
      'Local authorities of April 2023, with London as one area',
      areas,
      [
        text('area_code', 'GSS code of the area.', ({ code }) => code),
        text('area', 'Slug of the area, as the API names it.', ({ slug }) => slug),
        text('area_name', 'Name of the area.', ({ name }) => name),
        text(
          'part_of',
          'Slug of the region or nation of the area.',
          ({ partOf }) => partOf.slug,
          areaSlugs.all,
        ),
        text(
          'former_code',
          'The code that the area had before; empty if there is none.',
          ({ formerCodes }) => formerCodes[0] ?? null,
        ),
      ],
    ),
  ],
  sample: () => Promise.resolve([{ release: `sample-${releaseName}`, files: [ownFile] }]),
  files,
  parse,
  describeRows,
});

function describeRows(districts: Rows) {
  return districts.map((district) =>
    describedRow({
      kind: null,
      id: district.code,
      title: district.name,
      cells: () => district,
    }),
  );
}
