// Local authority districts of April 2023, the vintage that the job adverts use: their names, codes
// and regions.
import { describedRow } from '#sources/kit/rows.ts';
import { defineSource } from '#sources/kit/define-source.ts';
import { type Rows, files, ownFile, parse, releaseName } from './layout.ts';
import { reshape } from './reshape.ts';
import { tables } from './tables.ts';

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
  namedLike: releaseName,
  // Another vintage is not a release: it would lose codes that the job adverts use.
  release: (name) =>
    name === releaseName
      ? { order: [2023, 4], year: null, provisional: false, released: null }
      : null,
  discover: () => Promise.resolve({ releases: [], nextRelease: null, notices: [], remarks: [] }),
  files,
  parse,
  describeRows,
  reshape: (_release, rows) => reshape(rows),
  checks: [],
  axes: () => ({ occupations: [], areas: null }),
  documents: ({ observations: { areas, londonBoroughs } }) => [
    {
      endpoint: 'local-areas',
      place: {},
      body: { areas, londonBoroughs },
    },
  ],
  figures: 'texts',
  tables,
  sample: () => Promise.resolve([{ release: `sample-${releaseName}`, files: [ownFile] }]),
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
