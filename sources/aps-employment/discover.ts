// Finds the newest period of the survey. It requests one figure of the latest period, then each
// query by the name of that period. So a release that comes out between two requests cannot mix two
// periods.
import { answerAddress, firstRecord, nomisAddress, publishedOn } from '#sources/kit/read/nomis.ts';
import type { Discovery, Web } from '#sources/kit/discovery.ts';
import { PageError } from '#sources/kit/problem.ts';
import { newestPeriod, queries, queryOf, selected } from './layout.ts';
import { readReleaseName } from './release-name.ts';

export const landingPage = `${nomisAddress}/datasets/aps218`;

export async function discover(web: Web): Promise<Discovery> {
  const newest = await firstRecord(web, newestPeriod, ['date', 'date_name', 'obs_value']);
  const date = newest.get('date') ?? '';
  if (readReleaseName(date) === null)
    throw new PageError(
      `${landingPage}: the latest period is "${date}", expected the closing month of a ` +
        'quarter, for instance 2026-06',
    );
  const files = queries.map((query) => ({
    name: `${query.name}.csv`,
    url: answerAddress(queryOf(query, date), selected),
  }));
  const { released, remarks } = await dayOf(web, date);
  // The service's answers do not state the next release or corrections.
  return {
    releases: [{ name: date, released, files }],
    nextRelease: null,
    notices: [],
    remarks,
  };
}

/** The day of publication. It may be missing: the figures are still useful. */
async function dayOf(
  web: Web,
  date: string,
): Promise<{ readonly released: string | null; readonly remarks: readonly string[] }> {
  try {
    return { released: await publishedOn(web, newestPeriod.dataset, date), remarks: [] };
  } catch (error) {
    if (!(error instanceof PageError)) throw error;
    return { released: null, remarks: [`the day of publication is not known: ${error.message}`] };
  }
}
