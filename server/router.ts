// The way of one request: catalogue, key, rate limit, route, answer. Read this file first, then routes.ts and endpoint.ts.
import { Router } from 'itty-router/Router';
import { ration } from './admission.ts';
import { optionsAnswer } from './cross-origin.ts';
import { finish } from './finish.ts';
import { createInFlight } from './in-flight.ts';
import type { Ports } from './ports.ts';
import { Refusal, quoted } from './problem.ts';
import { type Known, createCatalogueReader } from './published.ts';
import { refuse } from './refuse.ts';
import { entryOf } from './request-log.ts';
import { routesOf } from './routes.ts';
import { securityHeaders } from './security-headers.ts';
import type { Later } from './sign-up/answer-sign-up.ts';
import { type Visit, refuseLongAddress, refuseTrailingSlash, requireMethod, visitOf } from './visit.ts';

export type { Ports } from './ports.ts';

export function createRouter(ports: Ports): { fetch(request: Request, later?: Later): Promise<Response> } {
  const everywhere = securityHeaders(ports.publicUrl);
  const inFlight = createInFlight();
  const readCatalogue = createCatalogueReader(ports.store);
  const routes = Router<Visit, []>();

  // Routes answer every method and check it themselves: in itty-router a HEAD request does not match a GET route.
  for (const { path, methods, answer } of routesOf(ports)) {
    routes.all(path.replace(/\{(\w+)\}/g, ':$1'), (visit: Visit) => {
      requireMethod(visit, methods);
      return visit.method === 'OPTIONS' ? optionsAnswer(methods) : answer(visit);
    });
  }
  routes.all('*', ({ path }: Visit) => {
    throw new Refusal('unknown-path', `There is nothing at ${quoted(path)}.`);
  });
  // itty-router's patterns let a slash at the end pass; the last route is everything else.
  const isRouted = (path: string): boolean => routes.routes.some(([, pattern, , route]) => route !== '*' && pattern.test(path));

  /** The catalogue is read here and nowhere else, so that everything in an answer is of one. */
  const known = (): Promise<Known | null> =>
    readCatalogue().catch((error: unknown) => {
      console.error('the catalogue cannot be read:', error);
      return null;
    });

  const respond = async (visit: Visit): Promise<Response> => {
    refuseLongAddress(visit);
    // Whoever watches over the service must hear that it is well when it is merely busy.
    const leave = visit.path === '/healthz' ? null : inFlight.enter();
    try {
      await ration(ports, visit);
      refuseTrailingSlash(visit, isRouted);
      return await routes.fetch(visit);
    } finally {
      leave?.();
    }
  };

  return {
    async fetch(request, later = withoutWaiting) {
      const visit = visitOf(request, later);
      // Before anything else, so that not even a refused key is answered without saying that the data are synthetic.
      visit.known = await known();
      // Caught here and not by itty-router, whose error() puts the message of whatever was thrown into the body.
      const answer = await respond(visit).catch((error: unknown) => refuse(error, visit, ports.publicUrl));
      const response = finish(answer, visit, everywhere);
      ports.log?.(entryOf(response, visit));
      return response;
    },
  };
}

/** Where nobody keeps a process alive for work that goes on after the answer, the process lives anyway. */
const withoutWaiting: Later = () => {};
