// The way of one request: catalogue, route, key, rate limit, answer. Read this file first, then
// routes.ts and answers/endpoint.ts.
import { Router } from 'itty-router/Router';
import { accessRules, methodsOf, openToAllOrigins, optionsAnswer } from './http/access.ts';
import { ration } from './keys/admit.ts';
import { rateLimitHeaders } from './http/rate-limit.ts';
import { acceptedCodings } from './http/accept.ts';
import { createInFlight } from './keys/in-flight.ts';
import { entryOf } from './http/log.ts';
import { type Site, servedSite } from './http/site.ts';
import type { Ports } from './ports.ts';
import { Refusal, quoted } from './http/problem.ts';
import { createCatalogueReader } from './data/published.ts';
import { refuse } from './pages/refuse.ts';
import { coded, isCoded, isTagged, representResponse, respondWith } from './http/representation.ts';
import {
  type Nowhere,
  refuseLongAddress,
  refuseTrailingSlash,
  requireMethod,
  type Route,
  Visit,
} from './visit.ts';
import { nowhere, routesOf } from './routes.ts';
import { standingHeaders } from './http/headers.ts';

export type { Ports } from './ports.ts';

export function createRouter(ports: Ports): {
  fetch(request: Request, waitUntil?: WaitUntil): Promise<Response>;
} {
  const site: Site = {
    ...servedSite,
    api: ports.publicUrl,
    keys: ports.signUp?.open ?? false,
    contact: ports.contact,
  };
  const inFlight = createInFlight();
  const readCatalogue = createCatalogueReader(ports.store);
  const match = matcherOf([...routesOf(ports), ...nowhere]);

  const respond = async (visit: Visit): Promise<Response> => {
    const { route, params } = match(visit);
    Object.assign(visit, {
      access: route.access,
      route: 'answer' in route ? route.path : null,
      params,
    });
    refuseLongAddress(visit);
    // A health check must pass while the server is busy.
    const leave = route.access === 'asset' ? null : inFlight.enter();
    try {
      await ration(ports, visit);
      return (await answerOf(route, visit)) ?? nothingAt(visit);
    } finally {
      leave?.();
    }
  };

  return {
    async fetch(request, waitUntil = withoutWaiting) {
      const waiting: (() => Promise<void>)[] = [];
      const visit = new Visit(
        request,
        acceptedCodings(ports.acceptEncoding(request)),
        (work) => void waiting.push(work),
      );
      // Read first, so that even the answer to a refused key says if the data are synthetic; and
      // once, so that one answer rests on one catalogue.
      Object.assign(visit, await readCatalogue());
      visit.site = {
        ...site,
        ...ports.siteAt?.(visit.path),
        sample: visit.known?.catalogue.sample === true,
      };
      // Caught here, because itty-router's error() would put the message of any error into the
      // body.
      const answer = await respond(visit).catch((error: unknown) =>
        refuse(error, visit, ports.publicUrl),
      );
      const sent = accessRules[visit.access].coded ? await sentAs(answer, visit) : answer;
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
  return respondWith(
    await representResponse(answer, accepted),
    request.headers.get('If-None-Match'),
  );
}

/**
 * The first route that matches a path, and the values in it. itty-router makes the patterns; its
 * own `fetch` would parse the address again and copy its query, which took a quarter of the time of
 * an answer.
 */
function matcherOf(table: readonly (Route | Nowhere)[]) {
  const router = Router();
  for (const route of table) router.all(route.path.replace(/\{(\w+)\}/g, ':$1'), () => {});
  return ({ path }: Visit): Pick<Visit, 'params'> & { readonly route: Route | Nowhere } => {
    for (const [at, [, pattern]] of router.routes.entries()) {
      const found = pattern.exec(path);
      const route = table[at];
      if (found !== null && route !== undefined) return { route, params: found.groups ?? {} };
    }
    throw new Error(`no route matches ${path}, not even the last`);
  };
}

function answerOf(route: Route | Nowhere, visit: Visit): ReturnType<Route['answer']> {
  if (!('answer' in route)) return undefined;
  if (route.withSlash !== true) refuseTrailingSlash(visit);
  const methods = methodsOf(route);
  requireMethod(visit, methods);
  return visit.method === 'OPTIONS' ? optionsAnswer(methods) : route.answer(visit);
}

function nothingAt(visit: Visit): never {
  visit.route = null;
  throw new Refusal('unknown-path', `There is nothing at ${quoted(visit.path)}.`);
}

/** Keeps the process for work that outlives the answer. */
type WaitUntil = (work: Promise<void>) => void;

/** For processes that live on after an answer and need no waitUntil. */
const withoutWaiting: WaitUntil = () => {};

/** In milliseconds. By then the answer has left, even from a busy process. */
const pauseAfterAnswer = 20;

/**
 * Resolves after the answer was returned. Work that begins earlier delays the answer: workerd opens
 * an account's storage in the thread that sends answers, and that takes several times as long for
 * an address that it has never seen.
 */
function afterTheAnswer(): Promise<void> {
  return new Promise((begin) => setTimeout(begin, pauseAfterAnswer));
}

/**
 * Adds the headers of every answer, problems too. HEAD gets the headers of GET without its content
 * (RFC 9110 §9.3.2).
 */
export function finish(response: Response, visit: Visit, publicUrl: string): Response {
  const { headers } = response;
  // The answers of endpoints have them from the start: server/answers/answer-headers.ts.
  if (!headers.has('X-Content-Type-Options')) {
    for (const [name, value] of Object.entries(
      standingHeaders(publicUrl, visit.known?.catalogue.sample === true),
    ))
      if (name !== 'Content-Security-Policy' || !headers.has(name)) headers.set(name, value);
  }
  // workerd sends no Date, and RFC 9110 §6.6.1 requires one from a server with a clock.
  if (!headers.has('Date')) headers.set('Date', new Date().toUTCString());
  const { anyOrigin, unstored } = accessRules[visit.access];
  if (unstored) headers.set('Cache-Control', 'no-store');
  if (anyOrigin)
    for (const [name, value] of Object.entries(openToAllOrigins)) headers.set(name, value);
  if (visit.allowance !== null) {
    for (const [name, value] of Object.entries(rateLimitHeaders(visit.allowance, visit.policy)))
      headers.set(name, value);
  }
  return visit.method === 'HEAD'
    ? new Response(null, { status: response.status, headers })
    : response;
}
