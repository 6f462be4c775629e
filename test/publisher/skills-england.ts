// The addresses of Skills England as far as they are known, for what a test wants published.
import type { PublishedFile } from '#sources/kit/source.ts';
import { listAddress } from '#sources/apprenticeship-standards/discover.ts';
import { apiOrigin, routeAddress, routeListAddress } from '#sources/occupational-maps/discover.ts';
import type { Publisher } from './publisher.ts';

export { apiOrigin as mapsOrigin };
export const listOrigin = new URL(listAddress).origin;

/** The list of routes and the routes, from files of their names. */
export function publishMaps(publisher: Publisher, files: readonly PublishedFile[]): void {
  for (const { name, bytes } of files) {
    const route = /^route-(\d+)\.json$/.exec(name)?.[1];
    publisher.put(route === undefined ? routeListAddress : routeAddress(Number(route)), bytes);
  }
}

export function publishStandards(publisher: Publisher, files: readonly PublishedFile[]): void {
  for (const { bytes } of files) publisher.put(listAddress, bytes);
}
