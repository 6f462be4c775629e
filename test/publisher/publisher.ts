// A publisher on loopback: pages and files at the addresses of the real one, and a script of how it
// misbehaves.
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  createServer,
} from 'node:http';
import { sha256 } from '#compiler/edition/digest.ts';

/** What lies at an address. */
export interface Resource {
  readonly body: Buffer;
  readonly type: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** How one request is answered, instead of as it should be. */
export type Way = (
  request: IncomingMessage,
  response: ServerResponse,
  resource: Resource | undefined,
) => void;

export interface Seen {
  /** Path and query, decoded. */
  readonly address: string;
  readonly headers: IncomingHttpHeaders;
}

export interface Publisher {
  readonly url: string;
  /**
   * Every request since the last `forget`, which also drops what is left of the script, in order.
   */
  readonly seen: readonly Seen[];
  forget(): void;
  /**
   * Puts a page or a file at an address, whole or as path and query. What is neither a text nor
   * bytes is JSON, and a text with a tag is HTML. Validators that are not given are made from the
   * bytes.
   */
  put(address: string, content: unknown, more?: Partial<Omit<Resource, 'body'>>): void;
  remove(address: string): void;
  /**
   * The next requests whose address contains a text are answered in these ways, one each; after
   * that as they should be.
   */
  next(part: string, ...ways: readonly Way[]): void;
  /**
   * Every request whose address contains a text is answered in this way, until the next `forget`.
   */
  always(part: string, way: Way): void;
  close(): Promise<void>;
}

export async function startPublisher(): Promise<Publisher> {
  const resources = new Map<string, Resource>();
  const seen: Seen[] = [];
  let script: { readonly part: string; readonly way: Way; readonly stays?: true }[] = [];
  const server = createServer((request, response) => {
    const address = decodeURIComponent(request.url ?? '');
    seen.push({ address, headers: request.headers });
    const resource = resources.get(address);
    const scripted = script.find(({ part }) => address.includes(part));
    script = script.filter((entry) => entry !== scripted || entry.stays === true);
    (scripted?.way ?? asItShould)(request, response, resource);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const bound = server.address();
  if (bound === null || typeof bound === 'string')
    throw new Error('the publisher is bound to no port');
  return {
    url: `http://127.0.0.1:${bound.port}`,
    seen,
    forget() {
      seen.splice(0);
      script = [];
    },
    put(address, content, { type = typeOf(content), etag, lastModified = null } = {}) {
      const isGiven = typeof content === 'string' || content instanceof Uint8Array;
      const body = Buffer.from(isGiven ? content : JSON.stringify(content));
      resources.set(keyOf(address), {
        body,
        type,
        etag: etag === undefined ? `"${sha256(body).slice(0, 16)}"` : etag,
        lastModified,
      });
    },
    remove: (address) => void resources.delete(keyOf(address)),
    next(part, ...ways) {
      script.push(...ways.map((way) => ({ part, way })));
    },
    always(part, way) {
      script.push({ part, way, stays: true });
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

export function pathOf(address: string): string {
  return address.replace(/^https?:\/\/[^/]+/, '');
}

const keyOf = (address: string) => decodeURIComponent(pathOf(address));

function typeOf(content: unknown): string {
  if (typeof content === 'string') return content.startsWith('<') ? 'text/html' : 'text/plain';
  return content instanceof Uint8Array ? 'application/octet-stream' : 'application/json';
}

/** Conditions, ranges and 404 as RFC 9110 has them. */
export const asItShould: Way = (request, response, resource) => {
  if (resource === undefined) {
    response
      .writeHead(404, { 'content-type': 'text/html' })
      .end('<!DOCTYPE html><title>404 - The page cannot be found</title>');
    return;
  }
  const { body } = resource;
  const headers = headersOf(resource);
  const {
    range,
    'if-range': ifRange,
    'if-none-match': ifNoneMatch,
    'if-modified-since': ifModifiedSince,
  } = request.headers;
  if (
    ifNoneMatch === undefined
      ? ifModifiedSince !== undefined && ifModifiedSince === resource.lastModified
      : ifNoneMatch === resource.etag
  ) {
    response.writeHead(304, headers).end();
    return;
  }
  const [, first = 'NaN', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  const start = Number(first);
  const end = Number(last || body.length - 1) + 1;
  if (
    Number.isNaN(start) ||
    (ifRange !== undefined && ifRange !== resource.etag && ifRange !== resource.lastModified)
  ) {
    response.writeHead(200, { ...headers, 'content-length': body.length }).end(body);
  } else if (start >= body.length) {
    response.writeHead(416, { 'content-range': `bytes */${body.length}` }).end();
  } else {
    const part = body.subarray(start, end);
    response
      .writeHead(206, {
        ...headers,
        'content-length': part.length,
        'content-range': `bytes ${start}-${end - 1}/${body.length}`,
      })
      .end(part);
  }
};

export function headersOf({ type, etag, lastModified }: Resource): Record<string, string> {
  return {
    'content-type': type,
    ...(etag === null ? {} : { etag }),
    ...(lastModified === null ? {} : { 'last-modified': lastModified }),
  };
}
