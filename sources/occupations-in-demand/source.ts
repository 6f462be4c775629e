// Occupations in demand: the yearly assessment by the Department for Education and Skills England, for the United Kingdom.
import { openGovernmentLicence } from '#sources/kit/licences.ts';
import { cellsOf, hasHeaders, hasMember } from '#sources/kit/by-hand.ts';
import { eesOrigins, yearRelease } from '#sources/kit/read/ees-pages.ts';
import { type NamedRelease, type OpenedFile, defineSource } from '#sources/kit/source.ts';
import { checks } from './checks.ts';
import { discover, landingPage } from './discover.ts';
import { documents } from './documents.ts';
import { figures, meanings } from './figures.ts';
import { distinctiveColumns, files, limits, parse } from './layout.ts';
import { reshape } from './reshape.ts';
import { sample } from './sample.ts';

// Both years have the same columns. Only the publisher's name says which is which.
const isOfYearBefore = ({ name }: OpenedFile) => /revised/i.test(name);
const shows = (columns: readonly string[], before: boolean) => (file: OpenedFile) =>
  hasHeaders(...columns)(file) && isOfYearBefore(file) === before;

/** The year in the publisher's name of the zip, or that of the rows; the year before is in the release of the next. */
function yearOf(file: OpenedFile): string | null {
  const named = /^occupations-in-demand_(20\d\d)\.zip$/.exec(file.name)?.[1];
  if (named !== undefined) return named;
  const year = Number(cellsOf(file, 'time_period')[0] ?? Number.NaN);
  return Number.isInteger(year) ? String(year + (isOfYearBefore(file) ? 1 : 0)) : null;
}

export const occupationsInDemand = defineSource({
  key: 'occupations-in-demand',
  title: 'Occupations in demand',
  publisher: 'Department for Education and Skills England',
  licence: openGovernmentLicence,
  attribution:
    'Source: Department for Education and Skills England, Occupations in demand, official statistics in development. Contains public sector information licensed under the Open Government Licence v3.0.',
  landingPage,
  origins: eesOrigins,
  cadence: 'Once a year, in November or December',
  files,
  limits,
  byHand: {
    pages: [{ page: landingPage, take: '"Download all data (zip)", or of its data sets the two of raw and the two of scaled indicators' }],
    example: '2025',
    enough:
      'The zip alone is enough. Without it, the two data sets `raw_OID_output.csv` and `scaled_OID_output.csv` are required; the two of the year before are optional, and answers have no `previous` without them',
    releaseFrom: 'it is the year in the title of the page',
    releaseOf: yearOf,
    files: {
      archive: { shows: hasMember(files.raw.match), called: (release) => `occupations-in-demand_${release}.zip` },
      raw: { shows: shows(distinctiveColumns.raw, false), called: () => 'raw_OID_output.csv' },
      scaled: { shows: shows(distinctiveColumns.scaled, false), called: () => 'scaled_OID_output.csv' },
      rawBefore: { shows: shows(distinctiveColumns.raw, true), called: (release) => `raw_OID_output_${Number(release) - 1}_revised.csv` },
      scaledBefore: {
        shows: shows(distinctiveColumns.scaled, true),
        called: (release) => `scaled_OID_output_${Number(release) - 1}_revised.csv`,
      },
    },
  },
  checks,
  namedLike: '2025, the year by which the publisher names the release; releases before 2025 use another method',
  release: releaseOfMethod,
  discover,
  parse,
  reshape,
  documents,
  figures,
  meanings,
  sample,
});

// In 2025 five indicators replaced seven, and thresholds against history replaced outliers within the year.
const firstYear = 2025;

function releaseOfMethod(name: string): NamedRelease | null {
  return Number(name) >= firstYear ? yearRelease(name) : null;
}
