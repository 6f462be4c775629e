// A request for one of our pages: what is asked, the catalogue, and where the page is shown.
import type { CatalogueState } from '../data/published.ts';
import type { IncomingRequest } from '../http/incoming-request.ts';
import type { Site } from './site.ts';

export interface Visit extends IncomingRequest, CatalogueState {
  /** The values of the path, still percent-encoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly site: Site;
}
