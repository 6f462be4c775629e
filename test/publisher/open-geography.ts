// The Open Geography portal as discover() asks it: its list of services, and how many rows the tables have.
import { PageError } from '#sources/kit/problem.ts';
import type { PublishedFile, Web } from '#sources/kit/source.ts';
import { countAddress, pageAddress, services, tables } from '#sources/local-authorities/services.ts';
import type { Publisher } from './publisher.ts';

const listAddress = `${services}?f=json`;

function listOf(names: readonly string[]): object {
  return {
    currentVersion: 11.2,
    services: names.map((name) => ({ name, type: 'FeatureServer', url: `${services}/${name}/FeatureServer` })),
  };
}

/** The portal with these services, each table answering the given count. */
export function portalWith(names: readonly string[], counts: readonly unknown[]): Web {
  const pages = new Map<string, unknown>([[listAddress, listOf(names)]]);
  tables.forEach((table, place) => pages.set(countAddress(table), counts[place]));
  const json = (url: string) => {
    if (!pages.has(url)) throw new PageError(`${url}: there is no such page (404)`);
    return Promise.resolve(pages.get(url));
  };
  return { text: async (url) => JSON.stringify(await json(url)), json: async (url) => json(url) };
}

/** The list of services and the tables, from files of the names that the source gives them, on loopback. */
export function publishTables(publisher: Publisher, files: readonly PublishedFile[]): void {
  const put = (address: string, body: string | Uint8Array) =>
    publisher.put(address.slice(new URL(address).origin.length), body, { type: 'application/json' });
  put(listAddress, JSON.stringify(listOf(tables)));
  for (const table of tables) {
    for (const { name, bytes } of files.filter((file) => file.name.startsWith(`${table}-`))) {
      const [, page = ''] = /-(\d+)\.json$/.exec(name) ?? [];
      put(page === '' ? countAddress(table) : pageAddress(table, Number(page) - 1), bytes);
    }
  }
}
