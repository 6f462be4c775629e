// The way of one request: key, rate limit, route, answer. Read this file first, then endpoint.ts.
import { Router } from 'itty-router/Router';
import { latestFile } from '#schemas/standing/bundle-name.ts';
import { endpoints } from '#schemas/endpoints.ts';
import { admit, isForPeople, isOpen, isRationed, needsKey } from './admission.ts';
import { type Administration, answerAccount, answerKeys } from './administration.ts';
import { type Bundles, answerBundle, readLatestBundle } from './bundles.ts';
import type { ClientLimits } from './client-limits.ts';
import { openToAllOrigins, optionsAnswer } from './cross-origin.ts';
import { createEndpointAnswerer } from './endpoint.ts';
import { createInFlight } from './in-flight.ts';
import type { Keys } from './keys.ts';
import type { Limits } from './limits.ts';
import { createMetaAnswerer } from './meta/answer-meta.ts';
import { Refusal, problemResponse, quoted } from './problem.ts';
import { checkQuery } from './parameters.ts';
import { type Known, type Published, createCatalogueReader } from './published.ts';
import { rateLimitExceeded, rateLimitHeaders } from './rate-limit-headers.ts';
import { frontPage } from './pages/front-page.ts';
import { icon, prefersPages, style } from './pages/page.ts';
import { problemIndex, problemPage, refusalPage } from './pages/problem-pages.ts';
import { tryTitle } from './pages/try-title.ts';
import { type RequestLog, methodName, routeName } from './request-log.ts';
import { decodePathValue } from './request-path.ts';
import { dataPolicy, securityHeaders } from './security-headers.ts';
import { type Later, type SignUpSetting, answerLinkRequest, askPage, askPaths, linkPage, useLink } from './sign-up/answer-sign-up.ts';
import { linkPaths } from './sign-up/sign-up.ts';
import type { Store } from './store.ts';
import { type Visit, refuseLongAddress, refuseTrailingSlash, requireMethod, visitOf } from './visit.ts';

/** What the router needs from where it runs. */
export interface Ports {
  readonly store: Store;
  readonly bundles: Bundles;
  readonly keys: Keys;
  readonly limits: Limits;
  /** Limits of what asks for no key. */
  readonly clients: ClientLimits;
  /** Null: there is no administration, and /admin/keys is 404. */
  readonly administration: Administration | null;
  readonly signUp: SignUpSetting;
  /** Limits of what asks for mail to be sent, by the client's address. */
  readonly askers: ClientLimits;
  /** Null: nothing is recorded of requests. */
  readonly log: RequestLog;
  /** The address at which clients reach the service, with no slash at its end. */
  readonly publicUrl: string;
}

const readMethods = ['GET', 'HEAD'];
const openMethods = [...readMethods, 'OPTIONS'];

export function createRouter(ports: Ports): { fetch(request: Request, later?: Later): Promise<Response> } {
  const { publicUrl } = ports;
  const everywhere = securityHeaders(publicUrl);
  const inFlight = createInFlight();
  const known = createKnownReader(ports.store);
  const published = async (): Promise<Published> => (await known()).published ?? unavailable();
  const isSample = () =>
    known().then(
      ({ catalogue }) => catalogue.sample,
      () => false,
    );
  const answerEndpoint = createEndpointAnswerer({ store: ports.store, publicUrl, published });
  const meta = createMetaAnswerer({ publicUrl, catalogue: async () => (await known()).catalogue, now: Date.now });

  const admission = async (visit: Visit): Promise<void> => {
    if (needsKey(visit.path)) {
      const { account, perMinute } = await admit(ports.keys, visit.request.headers.get('X-API-Key'));
      visit.allowance = await ports.limits.take(account, perMinute);
    } else if (isRationed(visit.path)) {
      visit.allowance = await ports.clients.take(visit.request);
    }
    if (visit.allowance?.allowed === false) throw rateLimitExceeded(visit.allowance, isRationed(visit.path) ? 'The address' : 'The key');
  };

  /** Sending mail is dearer than answering: fewer in a minute, whoever they are addressed to. It is this limit, the tighter one, that the answer tells of. */
  const askMail = async (visit: Visit): Promise<void> => {
    visit.allowance = await ports.askers.take(visit.request);
    if (visit.allowance?.allowed === false) throw rateLimitExceeded(visit.allowance, 'The address');
  };

  const routes = Router<Visit, []>();

  // Routes answer every method and check it themselves: in itty-router a HEAD request does not match a GET route.
  for (const endpoint of endpoints) {
    routes.all(endpoint.path.replace(/\{(\w+)\}/g, ':$1'), (visit: Visit) => {
      if (endpoint.access === 'open') return open(visit, () => meta.endpoint(endpoint, visit));
      requireMethod(visit, readMethods);
      return answerEndpoint(endpoint, { ...visit, ifNoneMatch: visit.request.headers.get('If-None-Match') });
    });
  }

  routes.all('/', async (visit: Visit) => {
    requireMethod(visit, readMethods);
    const question = visit.search.get('q');
    const trial = question === null ? null : await tryTitle(question, answerEndpoint);
    const catalogue = await known().then(
      (value) => value.catalogue,
      () => null,
    );
    return frontPage({ catalogue, trial, publicUrl, signUpOpen: ports.signUp?.open ?? false, now: Date.now() });
  });

  routes.all('/editions.atom', (visit: Visit) => {
    return openWithoutQuery(visit, () => meta.feed(visit));
  });

  routes.all('/openapi.json', (visit: Visit) => {
    return openWithoutQuery(visit, () => meta.openApi(visit));
  });

  routes.all(`/bundles/${latestFile}`, (visit: Visit) => {
    return openWithoutQuery(visit, async () => meta.text(await readLatestBundle(ports.bundles, visit.path), visit));
  });

  routes.all('/bundles/:file', (visit: Visit) => {
    return openWithoutQuery(visit, () => answerBundle(ports.bundles, visit));
  });

  routes.all('/healthz', async (visit: Visit) => {
    requireMethod(visit, readMethods);
    await published();
    return new Response('{"status":"ok"}\n', { headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' } });
  });

  routes.all('/problems/:kind', (visit: Visit) => {
    requireMethod(visit, readMethods);
    return problemPage(decodePathValue(visit.params['kind'] ?? '') ?? '', visit.request) ?? undefined;
  });

  routes.all('/problems', (visit: Visit) => {
    requireMethod(visit, readMethods);
    return problemIndex(visit.request);
  });

  for (const [path, type, text] of [
    ['/style.css', 'text/css; charset=utf-8', style],
    ['/icon.svg', 'image/svg+xml', icon],
  ] as const) {
    routes.all(path, (visit: Visit) => {
      requireMethod(visit, readMethods);
      return new Response(text, { headers: { 'Content-Type': type, 'Cache-Control': 'public, max-age=3600' } });
    });
  }

  for (const purpose of ['issue', 'forget'] as const) {
    routes.all(askPaths[purpose], async (visit: Visit) => {
      requireMethod(visit, [...readMethods, 'POST']);
      if (visit.method !== 'POST') return askPage(ports.signUp, purpose);
      await askMail(visit);
      return answerLinkRequest(ports.signUp, purpose, visit.request, visit.later);
    });
    routes.all(`${linkPaths[purpose]}/:link`, (visit: Visit) => {
      requireMethod(visit, [...readMethods, 'POST']);
      const link = visit.params['link'] ?? '';
      return visit.method === 'POST' ? useLink(ports.signUp, purpose, link, visit.request) : linkPage(ports.signUp, purpose, link);
    });
  }

  if (ports.administration !== null) {
    const { administration } = ports;
    routes.all('/admin/keys', (visit: Visit) => {
      requireMethod(visit, ['GET', 'POST']);
      return answerKeys(administration, visit.request);
    });
    routes.all('/admin/keys/:account', (visit: Visit) => {
      requireMethod(visit, ['DELETE']);
      return answerAccount(administration, visit.request, visit.params['account'] ?? '');
    });
  }

  routes.all('*', (visit: Visit) => {
    throw new Refusal('unknown-path', `There is nothing at ${quoted(visit.path)}.`);
  });

  // itty-router's patterns let a slash at the end pass; the last route is everything else.
  const isRouted = (path: string): boolean => routes.routes.some(([, pattern, , route]) => route !== '*' && pattern.test(path));

  const respond = async (visit: Visit): Promise<Response> => {
    refuseLongAddress(visit);
    // Whoever watches over the service must hear that it is well when it is merely busy.
    const leave = visit.path === '/healthz' ? null : inFlight.enter();
    try {
      await admission(visit);
      refuseTrailingSlash(visit, isRouted);
      return await routes.fetch(visit);
    } finally {
      leave?.();
    }
  };

  const refused = (error: unknown, visit: Visit): Response => {
    const refusal = asRefusal(error, visit);
    visit.problem = refusal.kind;
    if (!isForPeople(visit.path)) return problemResponse(refusal, { publicUrl, instance: visit.instance });
    const response = prefersPages(visit.request) ? refusalPage(refusal) : problemResponse(refusal, { publicUrl, instance: visit.instance });
    response.headers.set('Vary', 'Accept');
    return response;
  };

  const record = ({ status, headers }: Response, { method, route, problem, begun }: Visit): void => {
    const now = Date.now();
    const [edition] = headers.get('LMI-Edition')?.split(', ') ?? [];
    ports.log?.({
      at: new Date(now).toISOString(),
      method: methodName(method),
      route: routeName(route),
      status,
      milliseconds: now - begun,
      problem,
      edition: edition ?? null,
    });
  };

  return {
    async fetch(request, later = withoutWaiting) {
      const visit = visitOf(request, later);
      // Before anything else, so that not even a refused key is answered without saying that the data are synthetic.
      visit.sample = await isSample();
      // Caught here and not by itty-router, whose error() puts the message of whatever was thrown into the body.
      const response = finish(await respond(visit).catch((error: unknown) => refused(error, visit)), visit, everywhere);
      record(response, visit);
      return response;
    },
  };
}

/** Where nobody keeps a process alive for work that goes on after the answer, the process lives anyway. */
const withoutWaiting: Later = () => {};

/** An open path answered: OPTIONS at once, GET and HEAD by `answer`. */
function open(visit: Visit, answer: () => Promise<Response>): Promise<Response> | Response {
  requireMethod(visit, openMethods);
  return visit.method === 'OPTIONS' ? optionsAnswer(openMethods) : answer();
}

/** The same where no parameter is taken. */
function openWithoutQuery(visit: Visit, answer: () => Promise<Response>): Promise<Response> | Response {
  return open(visit, () => {
    checkQuery({ path: visit.path, query: [] }, visit.search);
    return answer();
  });
}

/** What is known of the data; 503 while that is nothing. */
function createKnownReader(store: Store): () => Promise<Known> {
  const read = createCatalogueReader(store);
  return async () => {
    const known = await read().catch((error: unknown) => {
      console.error('the catalogue cannot be read:', error);
      return null;
    });
    return known ?? unavailable();
  };
}

function unavailable(): never {
  throw new Refusal('unavailable', 'There are no data to serve at the moment. Try again in a minute.', {
    headers: { 'Retry-After': '60' },
  });
}

/**
 * A refusal as it is; anything else is our own fault, recorded here and told to nobody. The query may hold anything, so it is left out;
 * and a path outside /v1 may hold a mailed link, so of that only the pattern is told.
 */
function asRefusal(error: unknown, { method, path, route }: Visit): Refusal {
  if (error instanceof Refusal) return error;
  console.error(`${methodName(method)} ${needsKey(path) ? path : routeName(route)}:`, error);
  return new Refusal('internal-error', 'The request could not be answered. The fault is ours and has been recorded.');
}

/** What every answer carries, problems too; and HEAD gets the headers of GET without its content (RFC 9110 §9.3.2). */
function finish(response: Response, visit: Visit, everywhere: ReturnType<typeof securityHeaders>): Response {
  const { headers } = response;
  for (const [name, value] of everywhere) headers.set(name, value);
  if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', dataPolicy);
  // workerd sends none of its own, and RFC 9110 §6.6.1 wants one of whoever has a clock.
  if (!headers.has('Date')) headers.set('Date', new Date().toUTCString());
  if (visit.sample) headers.set('LMI-Sample', 'true');
  if (isOpen(visit.path)) for (const [name, value] of Object.entries(openToAllOrigins)) headers.set(name, value);
  if (visit.allowance !== null) {
    for (const [name, value] of Object.entries(rateLimitHeaders(visit.allowance))) headers.set(name, value);
  }
  return visit.method === 'HEAD' ? new Response(null, { status: response.status, headers }) : response;
}
