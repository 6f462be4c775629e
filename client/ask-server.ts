// Asks a server over HTTP, from everything but a page.
import { withoutTrailing } from '#schemas/trimmed.ts';
import type { Client } from './client.ts';

export interface OpenOptions {
  /** The key for a server. Data on this machine need none. */
  readonly key?: string;
  /**
   * How many times a call that is refused with 429 is asked again, each time after as long as
   * Retry-After says. Without it, never.
   */
  readonly retries?: number;
}

/**
 * Every path goes beneath the path of the address. Neither a path nor a redirect leads to another
 * server, because that server would get the key. Throws in a page that has a key.
 */
export function askServer(server: string | URL, { key, retries = 0 }: OpenOptions): Client['get'] {
  if (key !== undefined && isInPage()) throw new Error(keyInPage(server));
  const base = baseOf(server);
  const headers: Readonly<Record<string, string>> = key === undefined ? {} : { 'X-API-Key': key };
  const redirect = key === undefined ? 'follow' : 'manual';
  return async (path, { signal = null } = {}) => {
    for (let retriesLeft = retries; ; retriesLeft -= 1) {
      const init = { headers, signal, redirect } as const;
      const response = await fetch(`${base}/${path.replace(/^\//, '')}`, init);
      if (response.status !== 429 || retriesLeft <= 0) return response;
      await response.body?.cancel();
      await pause(Number(response.headers.get('Retry-After') ?? 1), signal);
    }
  };
}

/** Rejects with the reason of the signal as soon as it is aborted. */
async function pause(seconds: number, signal: AbortSignal | null): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, 1000 * seconds);
    signal?.addEventListener('abort', end);
  });
  signal?.throwIfAborted();
}

/** The address of a server without a slash at its end. */
export function baseOf(server: string | URL): string {
  const { origin, pathname } = new URL(server);
  return `${origin}${withoutTrailing(pathname, '/')}`;
}

/**
 * True in a page and in a worker of a page. Deno, Bun and edge workers have neither a document nor
 * importScripts; a test in Node may have both.
 */
function isInPage(): boolean {
  const process: unknown = Reflect.get(globalThis, 'process');
  const isNode =
    typeof process === 'object' &&
    process !== null &&
    Boolean(Reflect.get(Object(Reflect.get(process, 'versions')), 'node'));
  return !isNode && ('document' in globalThis || 'importScripts' in globalThis);
}

function keyInPage(server: string | URL): string {
  return [
    'openData(server, { key }) is called in a page: everybody who opens the page can read the ' +
      'key, and the server answers no page that sends one',
    '  keep the key on a server of your own (Node 20, Deno, Bun, an edge worker), which passes ' +
      'the calls on:',
    "    import { proxy } from 'labour-market-information-client';",
    `    export default { fetch: proxy('${String(server)}', { key }) };`,
    '  and in the page open that server, wherever you put it, without a key:',
    "    const data = await openData(new URL('/lmi', location.href));",
  ].join('\n');
}
