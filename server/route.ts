// A row of the table of routes.
import type { Visit } from './visit.ts';

export interface Route {
  /** The path with the names of its values in braces, as in the endpoint table. */
  readonly path: string;
  /** Any other method is 405. OPTIONS is allowed only if pages of any origin may ask, and the router answers it. */
  readonly methods: readonly string[];
  /** Undefined: there is nothing at the path after all. */
  readonly answer: (visit: Visit) => Promise<Response> | Response | undefined;
}
