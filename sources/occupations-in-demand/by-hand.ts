// How a person gets a release by a browser, and how `lmi import` knows its files.
import { type ByHand, type OpenedFile, agreedRelease, cellsOf, hasHeaders, hasMember } from '#sources/kit/by-hand.ts';
import { landingPage } from './discover.ts';
import { distinctiveColumns, files } from './parse.ts';

// Both years have the same columns. Only the publisher's name says which is which.
const isOfYearBefore = ({ name }: OpenedFile) => /revised/i.test(name);
const shows = (columns: readonly string[], before: boolean) => (file: OpenedFile) =>
  hasHeaders(...columns)(file) && isOfYearBefore(file) === before;

export const byHand: ByHand<typeof files> = {
  pages: [{ page: landingPage, take: '"Download all data (zip)", or of its data sets the two of raw and the two of scaled indicators' }],
  notByBrowser: null,
  example: '2025',
  enough:
    'The zip alone is enough. Without it, the two data sets `raw_OID_output.csv` and `scaled_OID_output.csv` are required; the two of the year before are optional, and answers have no `previous` without them',
  releaseFrom: 'it is the year in the title of the page',
  release: (opened) => agreedRelease(opened.map(releaseOf), opened),
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
};

/** The year in the publisher's name of the zip, or that of the rows; the year before is in the release of the next. */
function releaseOf(file: OpenedFile): string | null {
  const named = /^occupations-in-demand_(20\d\d)\.zip$/.exec(file.name)?.[1];
  if (named !== undefined) return named;
  const year = Number(cellsOf(file, 'time_period')[0] ?? Number.NaN);
  return Number.isInteger(year) ? String(year + (isOfYearBefore(file) ? 1 : 0)) : null;
}
