// A row of the table of routes.
import type { CatalogueState } from './data/published.ts';
import type { Access } from './http/access.ts';
import type { IncomingRequest } from './http/incoming-request.ts';
import type { LimitPolicy } from './http/rate-limit.ts';

/** The values of a path by their names, still percent-encoded. */
type PathValues = Readonly<Record<string, string>>;

/** Answers a request. Undefined: nothing is at this path. */
export type AnswerRoute = (
  incoming: IncomingRequest,
  state: CatalogueState,
  params: PathValues,
) => Promise<Response> | Response | undefined;

export interface Route {
  /** The path with the names of its values in braces, as in the endpoint table. */
  readonly path: string;
  /** Required, so that nobody adds a path without a limit by leaving something out. */
  readonly access: Access;
  /** True: the path with a slash at its end leads here too. */
  readonly withSlash?: true;
  /**
   * The default is GET and HEAD. Any other method is 405. The router answers OPTIONS where pages of
   * any origin may ask.
   */
  readonly methods?: readonly string[];
  /** True: any parameter of the query is 400. Endpoints check their own. */
  readonly takesNoQuery?: true;
  /**
   * What a request counts as, if not what its access says. The rate limit headers describe the
   * last.
   */
  readonly counts?: (incoming: IncomingRequest) => readonly LimitPolicy[];
  readonly answer: AnswerRoute;
}

/**
 * Paths without a route, and who may learn that nothing is there. Without a key a client learns
 * nothing about paths under /v1.
 */
export type UnmatchedPath = Pick<Route, 'path' | 'access'>;
