// A proxy for a server of your own: it adds the key for your pages, which must not have it.
import { baseOf } from './ask-server.ts';

/** Headers of a request that decide its answer. */
const forwardedHeaders = ['If-None-Match'] as const;

/**
 * A handler that passes calls on to a server with a key: for Deno, Bun, edge workers and frameworks
 * whose handlers take a Request and answer with a Response. It works beneath any path. It answers
 * GET and HEAD of paths beneath /v1/; others are 404 and 405. Everyone who reaches it shares the
 * answers in a minute that the key has.
 */
export function proxy(
  server: string | URL,
  { key }: { readonly key: string },
): (request: Request) => Promise<Response> {
  const base = baseOf(server);
  return async ({ method, url, headers: requestHeaders }) => {
    const { pathname, search } = new URL(url);
    const start = pathname.indexOf('/v1/');
    if (start < 0) return new Response(null, { status: 404 });
    if (method !== 'GET' && method !== 'HEAD')
      return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } });
    const headers = new Headers({ 'X-API-Key': key });
    for (const name of forwardedHeaders) {
      const value = requestHeaders.get(name);
      if (value !== null) headers.set(name, value);
    }
    const {
      body,
      status,
      headers: serverHeaders,
    } = await fetch(`${base}${pathname.slice(start)}${search}`, { method, headers });
    const answerHeaders = new Headers(serverHeaders);
    // These describe the body before fetch decoded it.
    for (const name of ['Content-Encoding', 'Content-Length', 'Transfer-Encoding', 'Repr-Digest'])
      answerHeaders.delete(name);
    return new Response(body, { status, headers: answerHeaders });
  };
}
