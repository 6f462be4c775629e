// The list of profiles is the feed of changes: it names every profile, and each is a file. There are no releases, so the day of fetching
// names one.
import { PageError } from '#sources/kit/problem.ts';
import type { Discovery, Web } from '#sources/kit/source.ts';

export const landingPage = 'https://nationalcareers.service.gov.uk/explore-careers';
export const publicSite = 'https://nationalcareers.service.gov.uk';
export const apiOrigin = 'https://api.nationalcareers.service.gov.uk';
export const summaryAddress = `${apiOrigin}/job-profiles/summary`;
export const profileAddress = (slug: string) => `${apiOrigin}/job-profiles/${encodeURIComponent(slug)}`;

/** All profiles in one array, as a snapshot of the whole is kept. */
export const snapshotName = /^job-profiles\.json$/;
export const summaryName = /^summary\.json$/;
export const profileName = /^profile-.+\.json$/;

export async function discover(web: Web, today: string): Promise<Discovery> {
  const found = await web.json(summaryAddress);
  const slugs = Array.isArray(found) ? found.map(slugIn) : [];
  const known = slugs.filter((slug) => slug !== null);
  if (slugs.length === 0 || known.length < slugs.length)
    throw new PageError(`${summaryAddress}: found no list of profiles, expected an array of objects with a Url`);
  // One that is listed and not answered must not keep back all others; a check counts those.
  const profiles = known.map((slug) => ({ name: `profile-${encodeURIComponent(slug)}.json`, url: profileAddress(slug), optional: true }));
  const files = [{ name: 'summary.json', url: summaryAddress }, ...profiles];
  return { releases: [{ name: today, released: null, files }], nextRelease: null, notices: null, remarks: [] };
}

/** The last part of an address names the profile; some hold apostrophes and brackets. */
export function slugOf(address: string): string | null {
  const [, last] = /\/([^/?#]+)\/?$/.exec(address.trim()) ?? [];
  if (last === undefined) return null;
  try {
    return decodeURIComponent(last);
  } catch {
    return null;
  }
}

function slugIn(entry: unknown): string | null {
  if (typeof entry !== 'object' || entry === null) return null;
  // Members are written in Pascal case in every answer seen, and read whatever their case.
  const url = Object.entries(entry).find(([key]) => key.toLowerCase() === 'url')?.[1];
  return typeof url === 'string' ? slugOf(url) : null;
}
