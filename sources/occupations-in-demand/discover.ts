// Finds the newest release of Occupations in demand, and in it the data set that has a level for every unit group.
import { discoverDataSet, eesLandingPage } from '#sources/kit/read/ees-pages.ts';
import type { Discovery, Web } from '#sources/kit/source.ts';
import { distinctiveColumns } from './parse.ts';

const publication = 'occupations-in-demand';

export const landingPage = eesLandingPage(publication);

export function discover(web: Web): Promise<Discovery> {
  return discoverDataSet(web, { publication, columns: distinctiveColumns, describe: 'the data set of demand by occupation and industry' });
}
