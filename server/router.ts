// Answers a request. itty-router finds the route; its first handler checks limit and access, its
// second answers. docs/architecture.md lists the steps. Read this file first, then routes.ts and
// answers/endpoint.ts.
import { Router } from 'itty-router/Router';
import { type CatalogueState, createCatalogueReader } from './data/published.ts';
import { refusalOf } from './data/refusal-of.ts';
import { checkQuery } from './answers/parameters.ts';
import { type Access, accessRules, methodsOf, optionsAnswer } from './http/access.ts';
import {
  type IncomingRequest,
  parseRequest,
  refuseLongAddress,
  refuseTrailingSlash,
  requireMethod,
} from './http/incoming-request.ts';
import { finish } from './http/finish.ts';
import { entryOf, methodName } from './http/log.ts';
import { Refusal, quoted } from './http/problem.ts';
import type { ProblemKind } from './http/problem-kinds.ts';
import { answerRefusal } from './http/refuse.ts';
import { inAcceptedCoding } from './http/representation.ts';
import { type Counted, requireAllowed } from './http/rate-limit.ts';
import { countRequest, countersOf } from './keys/admit.ts';
import { createInFlight } from './keys/in-flight.ts';
import { refusalPage } from './pages/problem-pages.ts';
import { createSiteOf } from './pages/site.ts';
import type { Ports } from './ports.ts';
import type { UnmatchedPath, Route } from './route.ts';
import { unmatchedPaths, routesOf } from './routes.ts';

export type { Ports } from './ports.ts';

/** The request for itty-router, which puts the values of the path into `params`. */
interface Matching {
  readonly method: string;
  readonly url: string;
  params: Record<string, string>;
}

/** The state that the handlers of one request share. */
interface Progress {
  access: Access;
  /** The pattern of the path, for the log; null if there is nothing at the path. */
  pattern: string | null;
  /** How the request was counted; null if it was not. */
  counted: Counted | null;
  /** Gives back the place among the requests in flight. */
  leave: (() => void) | null;
  /** The kind of problem in the answer, for the log. */
  problem: ProblemKind | null;
}

type Arguments = [incoming: IncomingRequest, state: CatalogueState, progress: Progress];
type Handler = (matching: Matching, ...values: Arguments) => unknown;

export function createRouter(ports: Ports): {
  fetch(request: Request, waitUntil?: WaitUntil): Promise<Response>;
} {
  const inFlight = createInFlight();
  const readCatalogue = createCatalogueReader(ports.store);
  const siteOf = createSiteOf(ports);

  /** Makes the first handler of a route, which checks limit and access. */
  const letIn =
    (route: Route | UnmatchedPath): Handler =>
    async (_, incoming, _state, progress) => {
      progress.access = route.access;
      progress.pattern = 'answer' in route ? route.path : null;
      refuseLongAddress(incoming);
      // A health check must pass while the server is busy.
      if (route.access !== 'asset') progress.leave = inFlight.enter();
      for (const counter of countersOf(route, incoming)) {
        progress.counted = await countRequest(ports, incoming, counter);
        requireAllowed(progress.counted);
      }
    };

  const answer =
    (route: Route): Handler =>
    async ({ params }, incoming, state, progress) => {
      if (route.withSlash !== true) refuseTrailingSlash(incoming);
      const methods = methodsOf(route);
      requireMethod(incoming, methods);
      if (incoming.method === 'OPTIONS') return optionsAnswer(methods);
      if (route.takesNoQuery === true)
        checkQuery({ path: incoming.path, query: [] }, incoming.search);
      return (await route.answer(incoming, state, params)) ?? nothingThere(incoming, progress);
    };

  /** Every problem is made here: itty-router would put the message of any error into the body. */
  const refuse = (error: unknown, _: unknown, ...values: Arguments): Response => {
    const [incoming, state, progress] = values;
    // Without a key the log gets only the pattern of the path, which may hold a mailed link.
    const place = progress.access === 'key' ? incoming.path : progress.pattern;
    const refusal = refusalOf(error, `${methodName(incoming.method)} ${place}`);
    progress.problem = refusal.kind;
    return answerRefusal(refusal, {
      incoming,
      access: progress.access,
      publicUrl: ports.publicUrl,
      pageOf: () =>
        refusalPage(refusal, { instance: incoming.instance, site: siteOf(incoming.path, state) }),
    });
  };

  const code = async (response: Response, _: unknown, ...[incoming, , progress]: Arguments) =>
    accessRules[progress.access].isCompressible ? inAcceptedCoding(response, incoming) : response;

  const addHeaders = (response: Response, _: unknown, ...[incoming, state, progress]: Arguments) =>
    finish(response, {
      publicUrl: ports.publicUrl,
      isSample: state.loaded?.catalogue.sample === true,
      access: progress.access,
      counted: progress.counted,
      isHead: incoming.method === 'HEAD',
    });

  const log = (response: Response, _: unknown, ...[incoming, , progress]: Arguments): void => {
    const { method, arrived } = incoming;
    const { pattern: route, problem } = progress;
    ports.log?.(entryOf(response, { method, arrived, route, problem }));
  };

  const router = Router<Matching, Arguments>({
    catch: refuse,
    finally: [code, addHeaders, log],
  });
  for (const route of routesOf(ports)) router.all(ittyPattern(route), letIn(route), answer(route));
  for (const route of unmatchedPaths)
    router.all(ittyPattern(route), letIn(route), (_, incoming, _state, progress) =>
      nothingThere(incoming, progress),
    );

  return {
    async fetch(request, waitUntil = withoutWaiting) {
      const afterwards: (() => Promise<void>)[] = [];
      const incoming = parseRequest(request, {
        acceptEncoding: ports.acceptEncoding,
        later: (work) => void afterwards.push(work),
      });
      // Read before anything is refused, because every answer says if the data are synthetic. Read
      // once, so that one answer rests on one catalogue.
      const state = await readCatalogue();
      const progress: Progress = {
        access: 'page',
        pattern: null,
        counted: null,
        leave: null,
        problem: null,
      };
      try {
        return await router.fetch(matchingOf(incoming), incoming, state, progress);
      } finally {
        progress.leave?.();
        for (const work of afterwards) waitUntil(afterAnswer(work));
      }
    },
  };
}

/** Without the query, which itty-router would copy. */
function matchingOf({ method, path }: IncomingRequest): Matching {
  return { method, url: `http://itty-router${path}`, params: {} };
}

/** itty-router writes the values of a path with a colon. */
const ittyPattern = ({ path }: Route | UnmatchedPath): string => path.replace(/\{(\w+)\}/g, ':$1');

function nothingThere({ path }: IncomingRequest, progress: Progress): never {
  progress.pattern = null;
  throw new Refusal('unknown-path', `There is nothing at ${quoted(path)}.`);
}

/** Keeps the process for work that outlives the answer. */
type WaitUntil = (work: Promise<void>) => void;

/** For processes that live on after an answer and need no waitUntil. */
const withoutWaiting: WaitUntil = () => {};

/** Begins the work in a later turn, when the answer has been handed over. */
async function afterAnswer(work: () => Promise<void>): Promise<void> {
  await new Promise((begin) => setTimeout(begin));
  await work();
}
