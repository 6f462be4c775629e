// The maps route by route: one call lists the routes, one more for each brings its occupations, expanded. There are no releases, so the
// day of fetching names one.
import { PageError } from '#sources/kit/problem.ts';
import type { Discovery, Web } from '#sources/kit/source.ts';

export const landingPage = 'https://occupational-maps.skillsengland.education.gov.uk/public-api/';
export const apiOrigin = 'https://occupational-maps-api.skillsengland.education.gov.uk';
const api = `${apiOrigin}/api/v1`;

export const occupationName = /^OCC\d{4}[A-Z]?\.json$/;
export const routeListName = /^routes\.json$/;
export const routeName = /^route-\d+\.json$/;

/** What comes without being asked for has neither codes nor products. */
const expanded = ['overview', 'soc', 'maphierarchy', 'typicaljobtitles', 'products', 'links'].map((name) => `occupation.${name}`).join(',');

export const routeListAddress = `${api}/Routes`;
export const routeAddress = (routeId: number) => `${api}/Routes/${routeId}?expand=${expanded}`;

export async function discover(web: Web, today: string): Promise<Discovery> {
  const found = await web.json(routeListAddress);
  const ids = Array.isArray(found) ? found.map(routeIdOf) : [];
  const known = ids.filter((id) => id !== null);
  if (ids.length === 0 || known.length < ids.length)
    throw new PageError(`${routeListAddress}: found no list of routes, expected an array of objects with a routeId`);
  const routes = known.map((id) => ({ name: `route-${id}.json`, url: routeAddress(id) }));
  const files = [{ name: 'routes.json', url: routeListAddress }, ...routes];
  return { releases: [{ name: today, released: null, files }], nextRelease: null, notices: null, remarks: [] };
}

function routeIdOf(route: unknown): number | null {
  const id = typeof route === 'object' && route !== null && 'routeId' in route ? route.routeId : null;
  return typeof id === 'number' && Number.isInteger(id) && id > 0 ? id : null;
}
