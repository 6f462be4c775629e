// Finds the newest release of Occupations in demand that has the raw and the scaled indicators, and the zip of its data sets.
import { discoverZip, eesLandingPage } from '#sources/kit/read/ees-pages.ts';
import type { Discovery, Web } from '#sources/kit/source.ts';
import { distinctiveColumns } from './layout.ts';

const publication = 'occupations-in-demand';

export const landingPage = eesLandingPage(publication);

export function discover(web: Web): Promise<Discovery> {
  const kinds = [distinctiveColumns.raw, distinctiveColumns.scaled];
  return discoverZip(web, { publication, kinds, describe: 'the data sets of raw and scaled indicators' });
}
