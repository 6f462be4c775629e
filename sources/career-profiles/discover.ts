// The list of profiles names every profile, and each profile is a file. The publisher has no
// releases, so the day of fetching names one.
import { Type } from 'typebox';
import { readPage } from '#sources/kit/read/json.ts';
import type { Discovery, Web } from '#sources/kit/discovery.ts';
import { PageError } from '#sources/kit/problem.ts';
import { lowerCased, slugOf } from './layout.ts';

export const landingPage = 'https://nationalcareers.service.gov.uk/explore-careers';
export const publicSite = 'https://nationalcareers.service.gov.uk';
export const apiOrigin = 'https://api.nationalcareers.service.gov.uk';
export const summaryAddress = `${apiOrigin}/job-profiles/summary`;
export const profileAddress = (slug: string) =>
  `${apiOrigin}/job-profiles/${encodeURIComponent(slug)}`;

const Listed = Type.Array(
  Type.Object({ url: Type.String(), lastupdated: Type.Optional(Type.Unknown()) }),
  { minItems: 1 },
);

export async function discover(web: Web, today: string): Promise<Discovery> {
  const listed = await readPage(web, summaryAddress, Listed, lowerCased);
  // A listed profile without an answer must not hold back the others. A check counts these.
  const profiles = listed.map(({ url, lastupdated }) => {
    const slug = slugOf(url);
    if (slug === null)
      throw new PageError(
        `${summaryAddress}: lists the address "${url}", expected one that ends in the ` +
          'name of a profile',
      );
    const changed = typeof lastupdated === 'string' ? { changed: lastupdated } : {};
    return {
      name: `profile-${encodeURIComponent(slug)}.json`,
      url: profileAddress(slug),
      optional: true,
      ...changed,
    };
  });
  const files = [{ name: 'summary.json', url: summaryAddress }, ...profiles];
  return {
    releases: [{ name: today, released: null, files }],
    nextRelease: null,
    notices: [],
    remarks: [],
  };
}
