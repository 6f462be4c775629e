// Asks a server over HTTP, from everything but a page.
import type { Client } from './client.ts';

export interface OpenOptions {
  /** The key for a server. Data on this machine need none. */
  readonly key?: string;
}

/**
 * Every path goes beneath the path of the address. No path can name another server, because that server would get the key. Throws in a page
 * that has a key.
 */
export function askServer(server: string | URL, { key }: OpenOptions): Client['get'] {
  if (key !== undefined && isInPage()) throw new Error(keyInPage(server));
  const base = baseOf(server);
  return (path) => fetch(`${base}/${path.replace(/^\//, '')}`, { headers: key === undefined ? {} : { 'X-API-Key': key } });
}

/** The address of a server without a slash at its end. */
export function baseOf(server: string | URL): string {
  const { origin, pathname } = new URL(server);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

/** True in a page and in a worker of a page. Deno, Bun and edge workers have neither a document nor importScripts; a test in Node may have both. */
function isInPage(): boolean {
  const process: unknown = Reflect.get(globalThis, 'process');
  const isNode = typeof process === 'object' && process !== null && Boolean(Reflect.get(Object(Reflect.get(process, 'versions')), 'node'));
  return !isNode && ('document' in globalThis || 'importScripts' in globalThis);
}

function keyInPage(server: string | URL): string {
  return `openData(server, { key }) is called in a page: everybody who opens the page can read the key, and the server answers no page that sends one
  keep the key on a server of your own (Node 20, Deno, Bun, an edge worker), which passes the calls on:
    import { proxy } from 'labour-market-information-client';
    export default { fetch: proxy('${String(server)}', { key }) };
  and in the page open that server, wherever you put it, without a key:
    const data = await openData(new URL('/lmi', location.href));`;
}
