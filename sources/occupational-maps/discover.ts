// The maps route by route: one call lists the routes, and one call for each route brings its
// occupations, expanded. The publisher has no releases, so the day of fetching names one.
import { Type } from 'typebox';
import { readPage } from '#sources/kit/read/json.ts';
import type { Discovery, Web } from '#sources/kit/discovery.ts';

export const landingPage = 'https://occupational-maps.skillsengland.education.gov.uk/public-api/';
export const apiOrigin = 'https://occupational-maps-api.skillsengland.education.gov.uk';
const api = `${apiOrigin}/api/v1`;

/** Without these members the answer has neither codes nor products. */
const expanded = ['overview', 'soc', 'maphierarchy', 'typicaljobtitles', 'products', 'links']
  .map((name) => `occupation.${name}`)
  .join(',');

export const routeListAddress = `${api}/Routes`;
export const routeAddress = (routeId: number) => `${api}/Routes/${routeId}?expand=${expanded}`;

const RouteIds = Type.Array(Type.Object({ routeId: Type.Integer({ minimum: 1 }) }), {
  minItems: 1,
});

export async function discover(web: Web, today: string): Promise<Discovery> {
  const routeList = await readPage(web, routeListAddress, RouteIds);
  const routes = routeList.map(({ routeId }) => ({
    name: `route-${routeId}.json`,
    url: routeAddress(routeId),
  }));
  const files = [{ name: 'routes.json', url: routeListAddress }, ...routes];
  return {
    releases: [{ name: today, released: null, files }],
    nextRelease: null,
    notices: [],
    remarks: [],
  };
}
