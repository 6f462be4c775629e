// The ways in which publishers misbehave.
import { type Way, asItShould } from './publisher.ts';

export function status(code: number, headers: Readonly<Record<string, string>> = {}): Way {
  return (_, response) =>
    void response.writeHead(code, headers).end(`<!DOCTYPE html><title>${code}</title>`);
}

export function redirect(location: string): Way {
  return (_, response) => void response.writeHead(302, { location }).end();
}

/** An error page that calls itself fine. */
export const errorPage: Way = (_, response) =>
  void response
    .writeHead(200, { 'content-type': 'text/html', etag: '"error"' })
    .end('<!DOCTYPE html><html><title>Sorry, there is a problem with the service</title></html>');

/**
 * The beginning of the file, and then the connection is gone, though the whole length was promised.
 */
export function cutAfter(bytes: number): Way {
  return (request, response, resource) => {
    if (resource === undefined) return asItShould(request, response, resource);
    response.writeHead(200, {
      'content-length': resource.body.length,
      ...(resource.etag === null ? {} : { etag: resource.etag }),
    });
    response.write(resource.body.subarray(0, bytes), () => response.destroy());
  };
}

/** The beginning of the file as if it were all of it. */
export function shortened(bytes: number): Way {
  return (_, response, resource) =>
    void response.writeHead(200, { etag: '"short"' }).end(resource?.body.subarray(0, bytes));
}

export const silent: Way = () => {};

/** A form to log in, which calls itself fine. */
export const loginPage: Way = (_, response) =>
  void response
    .writeHead(200, { 'content-type': 'text/html' })
    .end(
      '<!DOCTYPE html><html><title>Sign in to your account</title><form><input name="p" ' +
        'type="password"></form></html>',
    );

export function altered(change: (body: Buffer) => Uint8Array): Way {
  return (request, response, resource) =>
    asItShould(
      request,
      response,
      resource === undefined ? resource : { ...resource, body: Buffer.from(change(resource.body)) },
    );
}

/** An answer that begins and never goes on. */
export const stalled: Way = (_, response, resource) => {
  response.writeHead(200, { 'content-length': resource?.body.length ?? 1000 });
  response.write(resource?.body.subarray(0, 10) ?? 'a');
};

/** A byte now and then, for ever. */
export const dripping: Way = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  const drip = setInterval(() => response.write('.'), 10);
  response.once('close', () => clearInterval(drip));
};

export const nothing: Way = (_, response) =>
  void response.writeHead(200, { 'content-length': 0 }).end();

/** The file as it should be, but in pieces with a pause after each: time enough to be killed in. */
export function slowly(pieces: number, pause: number): Way {
  return (request, response, resource) => {
    if (resource === undefined || request.headers.range !== undefined)
      return asItShould(request, response, resource);
    const { body, etag } = resource;
    response.writeHead(200, { 'content-length': body.length, ...(etag === null ? {} : { etag }) });
    const size = Math.ceil(body.length / pieces);
    const send = (from: number): void => {
      if (from >= body.length) response.end();
      else
        response.write(body.subarray(from, from + size), () =>
          setTimeout(send, pause, from + size),
        );
    };
    send(0);
  };
}
