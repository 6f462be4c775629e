// The typed client: the same functions over a server, a data directory or a bundle, so that code
// written for one runs on the others.
import { type Client, type OpenOptions, clientOver, openData as openServer } from './servers.ts';

export * from './servers.ts';

/**
 * Opens a server by its address, which may have a path; or a data directory or a bundle, packed or
 * unpacked, by its path or file: URL. A server works from Node 20 on, from Deno, Bun and edge
 * workers. Data on this machine need Node 22.15 or newer. Throws in a page that has a key.
 */
export async function openData(place: string | URL, options: OpenOptions = {}): Promise<Client> {
  return /^https?:/i.test(String(place))
    ? openServer(place, options)
    : clientOver(await answerFromDisk(String(place)));
}

/** Imports the compiler only here, so that a page that asks a server does not carry it. */
async function answerFromDisk(location: string): Promise<Client['get']> {
  const place = /^file:/i.test(location)
    ? (await import('node:url')).fileURLToPath(location)
    : location;
  const { catalogueIn } = await import('#compiler/bundle/bundle-store.ts');
  const { answerOffline } = await import('#compiler/serve/answer-offline.ts');
  // Read now, so that a path without data fails here and not at the first question.
  await catalogueIn(place);
  const answer = answerOffline(place);
  return (path) => answer(path);
}
