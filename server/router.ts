// The way of one request: catalogue, key, rate limit, route, answer. Read this file first, then routes.ts and endpoint.ts.
import { Router } from 'itty-router/Router';
import { type Endpoint, endpoints } from '#schemas/endpoints.ts';
import { holdsSecret, ration } from './admission.ts';
import { acceptedCodings, coded } from './coding.ts';
import { optionsAnswer } from './cross-origin.ts';
import { finish } from './finish.ts';
import { createInFlight } from './in-flight.ts';
import { logError } from './log-error.ts';
import { type Site, servedSite } from './pages/site.ts';
import type { Ports } from './ports.ts';
import { Refusal, quoted } from './problem.ts';
import { type Found, createCatalogueReader } from './published.ts';
import { refuse } from './refuse.ts';
import { entryOf } from './request-log.ts';
import { isTagged, representResponse, respondWith } from './representation.ts';
import type { Route } from './route.ts';
import { routesOf } from './routes.ts';
import { securityHeaders } from './security-headers.ts';
import { type Visit, refuseLongAddress, refuseTrailingSlash, requireMethod, visitOf } from './visit.ts';

export type { Ports } from './ports.ts';

export function createRouter(
  ports: Ports,
  endpointTable: readonly Endpoint[] = endpoints,
): { fetch(request: Request, waitUntil?: WaitUntil): Promise<Response> } {
  const everywhere = securityHeaders(ports.publicUrl);
  const site: Site = { ...servedSite, api: ports.publicUrl, keys: ports.signUp?.open ?? false, contact: ports.contact };
  const inFlight = createInFlight();
  const readCatalogue = createCatalogueReader(ports.store);
  const table = routesOf(ports, endpointTable);
  const routes = itty(table);
  const routesTo = likelyRoutes(table);
  // itty-router's patterns accept a slash at the end. The last route matches everything else.
  const isRouted = (path: string): boolean => routes.routes.some(([, pattern, , route]) => route !== '*' && pattern.test(path));

  /** The only place that reads the catalogue, so that one answer rests on one catalogue. */
  const find = async (): Promise<Found> => {
    try {
      return { known: await readCatalogue(), unreadable: null };
    } catch (error) {
      logError('the catalogue cannot be read', error);
      return { known: null, unreadable: error instanceof Refusal ? error : null };
    }
  };

  const respond = async (visit: Visit): Promise<Response> => {
    refuseLongAddress(visit);
    // A health check must pass while the server is busy.
    const leave = visit.path === '/healthz' ? null : inFlight.enter();
    try {
      await ration(ports, visit);
      refuseTrailingSlash(visit, isRouted);
      return await (routesTo(visit.path) ?? routes).fetch(visit);
    } finally {
      leave?.();
    }
  };

  return {
    async fetch(request, waitUntil = withoutWaiting) {
      const waiting: (() => Promise<void>)[] = [];
      const visit = visitOf(request, acceptedCodings(ports.acceptEncoding(request)), (work) => void waiting.push(work));
      // Read first, so that even the answer to a refused key says if the data are synthetic.
      Object.assign(visit, await find());
      visit.site = { ...site, sample: visit.known?.catalogue.sample === true };
      // Caught here, because itty-router's error() would put the message of any error into the body.
      const answer = await respond(visit).catch((error: unknown) => refuse(error, visit, ports.publicUrl));
      const sent = holdsSecret(visit.path) ? answer : await sentAs(answer, visit);
      const response = finish(sent, visit, { everywhere, publicUrl: ports.publicUrl });
      ports.log?.(entryOf(response, visit));
      for (const work of waiting) waitUntil(afterTheAnswer().then(work));
      return response;
    },
  };
}

/** An answer in a coding that the client accepts. One that may be kept has an entity tag. */
async function sentAs(answer: Response, { accepted, request }: Visit): Promise<Response> {
  if (!isTagged(answer)) return coded(answer, accepted);
  return respondWith(await representResponse(answer, accepted), request.headers.get('If-None-Match'));
}

/** Routes answer every method and check it themselves: in itty-router a HEAD request does not match a GET route. */
function itty(table: readonly Route[]) {
  const routes = Router<Visit, []>();
  for (const { path, methods, answer } of table) {
    routes.all(path.replace(/\{(\w+)\}/g, ':$1'), (visit: Visit) => {
      requireMethod(visit, methods);
      return visit.method === 'OPTIONS' ? optionsAnswer(methods) : answer(visit);
    });
  }
  routes.all('*', ({ path }: Visit) => {
    throw new Refusal('unknown-path', `There is nothing at ${quoted(path)}.`);
  });
  return routes;
}

/**
 * The routes that a path can match, by the number of its segments and the last one; null if no route ends so. itty-router tries one pattern
 * after the other, and for an endpoint at the end of the table that took a tenth of the whole answer.
 */
function likelyRoutes(table: readonly Route[]): (path: string) => ReturnType<typeof itty> | null {
  const isValue = (segment: string): boolean => segment.includes('{');
  const byEnd = new Map(
    table.map(({ path }) => {
      const end = endOf(path);
      const alike = table.filter(
        ({ path: other }) => endOf(other).length === end.length && (isValue(endOf(other).last) || endOf(other).last === end.last),
      );
      return [isValue(end.last) ? `${end.length}` : `${end.length} ${end.last}`, itty(alike)];
    }),
  );
  return (path) => {
    const { length, last } = endOf(path);
    return byEnd.get(`${length} ${last}`) ?? byEnd.get(`${length}`) ?? null;
  };
}

function endOf(path: string): { readonly length: number; readonly last: string } {
  const segments = path.split('/');
  return { length: segments.length, last: segments.at(-1) ?? '' };
}

/** Keeps the process for work that outlives the answer. */
type WaitUntil = (work: Promise<void>) => void;

/** For processes that live on after an answer and need no waitUntil. */
const withoutWaiting: WaitUntil = () => {};

/** In milliseconds. By then the answer has left, even from a busy process. */
const pauseAfterAnswer = 20;

/**
 * Resolves after the answer was returned. Work that begins earlier delays the answer: workerd opens an account's storage in the thread that
 * sends answers, and that takes several times as long for an address that it has never seen.
 */
function afterTheAnswer(): Promise<void> {
  return new Promise((begin) => setTimeout(begin, pauseAfterAnswer));
}
