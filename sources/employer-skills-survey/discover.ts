// Finds the newest release of the survey that has vacancies by unit group. The smaller waves have none, so it may not be the newest of all.
import { discoverDataSet, eesLandingPage } from '#sources/kit/read/ees-pages.ts';
import type { Discovery, Web } from '#sources/kit/source.ts';
import { distinctiveColumns } from './layout.ts';

const publication = 'employer-skills-survey';

export const landingPage = eesLandingPage(publication);

export function discover(web: Web): Promise<Discovery> {
  return discoverDataSet(web, { publication, columns: distinctiveColumns, describe: 'the data set of vacancies by unit group' });
}
