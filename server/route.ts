// A row of the table of routes.
import type { Access } from './access.ts';
import type { Visit } from './visit.ts';

export interface Route {
  /** The path with the names of its values in braces, as in the endpoint table. */
  readonly path: string;
  /** Required, so that nobody adds a path without a limit by leaving something out. */
  readonly access: Access;
  /** The default is GET and HEAD. Any other method is 405. The router answers OPTIONS where pages of any origin may ask. */
  readonly methods?: readonly string[];
  /** Undefined: there is nothing at the path after all. */
  readonly answer: (visit: Visit) => Promise<Response> | Response | undefined;
}

/** Where there is nothing, for anybody who may ask: a client without a key learns nothing under /v1. */
export type Nowhere = Pick<Route, 'path' | 'access'>;
