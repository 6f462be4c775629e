// The Open Geography portal as discover() asks it: its list of services, and how many rows the tables have.
import { PageError } from '#compiler/problem.ts';
import type { Web } from '#compiler/source.ts';
import { countAddress, services, tables } from '#sources/local-authorities/services.ts';

/** The portal with these services, each table answering the given count. */
export function portalWith(names: readonly string[], counts: readonly unknown[]): Web {
  const pages = new Map<string, unknown>([[`${services}?f=json`, { currentVersion: 11.2, services: names.map((name) => ({ name, type: 'FeatureServer', url: `${services}/${name}/FeatureServer` })) }]]);
  tables.forEach((table, place) => pages.set(countAddress(table), counts[place]));
  const json = (url: string) => {
    if (!pages.has(url)) throw new PageError(`${url}: there is no such page (404)`);
    return Promise.resolve(pages.get(url));
  };
  return { text: async (url) => JSON.stringify(await json(url)), json: async (url) => json(url) };
}
