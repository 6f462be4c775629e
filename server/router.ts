// The way of one request: catalogue, key, rate limit, route, answer. Read this file first, then routes.ts and endpoint.ts.
import { Router } from 'itty-router/Router';
import { type Endpoint, endpoints } from '#schemas/endpoints.ts';
import { holdsSecret, ration } from './admission.ts';
import { acceptedCodings, coded, isCoded } from './coding.ts';
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
import { type Visit, refuseLongAddress, refuseTrailingSlash, requireMethod, visitOf } from './visit.ts';

export type { Ports } from './ports.ts';

export function createRouter(
  ports: Ports,
  endpointTable: readonly Endpoint[] = endpoints,
): { fetch(request: Request, waitUntil?: WaitUntil): Promise<Response> } {
  const site: Site = { ...servedSite, api: ports.publicUrl, keys: ports.signUp?.open ?? false, contact: ports.contact };
  const inFlight = createInFlight();
  const readCatalogue = createCatalogueReader(ports.store);
  const patterns = patternsOf(routesOf(ports, endpointTable));
  const routesTo = likelyRoutes(patterns);
  const isRouted = (path: string): boolean => patterns.some(({ pattern }) => pattern.test(path));

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
      return await answerOf(routesTo(visit.path), visit);
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
      const response = finish(sent, visit, ports.publicUrl);
      ports.log?.(entryOf(response, visit));
      for (const work of waiting) waitUntil(afterTheAnswer().then(work));
      return response;
    },
  };
}

/** An answer in a coding that the client accepts. One that may be kept has an entity tag. */
async function sentAs(answer: Response, { accepted, request }: Visit): Promise<Response> {
  if (isCoded(answer)) return answer;
  if (!isTagged(answer)) return coded(answer, accepted);
  return respondWith(await representResponse(answer, accepted), request.headers.get('If-None-Match'));
}

/** A route and the pattern of its path, which names the values in it. */
interface Pattern {
  readonly pattern: RegExp;
  readonly route: Route;
}

function patternsOf(table: readonly Route[]): readonly Pattern[] {
  return table.map((route) => {
    const [made] = Router().all(route.path.replace(/\{(\w+)\}/g, ':$1'), () => {}).routes;
    if (made === undefined) throw new Error(`itty-router made no pattern of ${route.path}`);
    return { pattern: made[1], route };
  });
}

/**
 * The answer of the first route that has one. itty-router's own `fetch` would parse the address again and copy its query, and a HEAD request would
 * match no GET route.
 */
async function answerOf(patterns: readonly Pattern[], visit: Visit): Promise<Response> {
  for (const { pattern, route } of patterns) {
    const match = pattern.exec(visit.path);
    if (match === null) continue;
    visit.params = match.groups ?? {};
    visit.route = route.path;
    requireMethod(visit, route.methods);
    const answer = visit.method === 'OPTIONS' ? optionsAnswer(route.methods) : await route.answer(visit);
    if (answer !== undefined) return answer;
  }
  visit.route = null;
  throw new Refusal('unknown-path', `There is nothing at ${quoted(visit.path)}.`);
}

/**
 * The routes that a path can match, by the number of its segments and the last one. To try one pattern after the other took a tenth of the
 * whole answer for an endpoint at the end of the table.
 */
function likelyRoutes(patterns: readonly Pattern[]): (path: string) => readonly Pattern[] {
  const isValue = (segment: string): boolean => segment.includes('{');
  const byEnd = new Map(
    patterns.map(({ route }) => {
      const end = endOf(route.path);
      const alike = patterns.filter(({ route: { path: other } }) => {
        const { length, last } = endOf(other);
        return length === end.length && (isValue(last) || last === end.last);
      });
      return [isValue(end.last) ? `${end.length}` : `${end.length} ${end.last}`, alike];
    }),
  );
  return (path) => {
    const { length, last } = endOf(path);
    return byEnd.get(`${length} ${last}`) ?? byEnd.get(`${length}`) ?? [];
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
